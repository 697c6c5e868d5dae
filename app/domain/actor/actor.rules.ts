export const TEACHER = 1;
export const STUDENT = 2;

/**
 * Who acts: made from the session alone. `address` is the network address for the audit entry ('' for
 * the server itself).
 */
export type Actor = {
  id: number;
  userType: number;
  account: string;
  name: string;
  classroomId: number | null;
  isAdmin: boolean;
  address: string;
};

/** The one question asked about the kind of a user; every other value is a student. */
export function isTeacher(user: { userType: number }): boolean {
  return user.userType === TEACHER;
}
