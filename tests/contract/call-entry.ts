import type { Person } from '~tests/routes/access-table';
import type { Fields, UploadFile } from './client';
import type { ContractWorld } from './world';

/** Status for nobody, student, otherStudent, teacher, otherTeacher; they are PEOPLE of the access walk. */
export type Outcomes = readonly [number, number, number, number, number];

export const ALL: Outcomes = [200, 200, 200, 200, 200];
export const USERS: Outcomes = [401, 200, 200, 200, 200];
export const TEACHERS: Outcomes = [401, 403, 403, 200, 200];
export const STUDENTS: Outcomes = [401, 200, 200, 403, 403];
/** Something of `teacher` that nobody else may know of; only teachers have the call. */
export const OWN: Outcomes = [401, 403, 403, 200, 404];
/** The same of a call that students have too. */
export const PRIVATE: Outcomes = [401, 404, 404, 200, 404];
/** Something of `student`. */
export const OWN_STUDENT: Outcomes = [401, 200, 404, 403, 403];
/** Written into a paper of `student`: another student is told that it is not theirs, so that nothing typed is dropped. */
export const OWN_PAPER: Outcomes = [401, 200, 409, 403, 403];
/** A class, a student or a resource of another: it may be seen, not changed. */
export const OWN_SEEN: Outcomes = [401, 403, 403, 200, 403];

export type Given = {
  fields?: Fields;
  file?: UploadFile | undefined;
  path?: string;
  /** Other than the client's own: the uid field, and headers (null leaves one out). */
  uid?: Fields;
  headers?: Record<string, string | null>;
};

/** One call with good input: made anew for each request, so that a call may use up what it names. */
export type Entry = {
  /** What each person gets for the same input. */
  who: Outcomes;
  /** Whose the named things are; who sends what is wrong. */
  by: Person;
  give?: (world: ContractWorld) => Given | Promise<Given>;
  /** The fields that cannot be left out. */
  needs?: string[];
  /** The tables that a refusal writes to all the same. */
  leaves?: string[];
  /** The sender's session or password does not outlive it: each request comes from somebody new. */
  endsSession?: boolean;
};
