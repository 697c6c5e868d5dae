import { address, type Id } from './address';

// Classes and students.

/** The students. */
export const toStudents = (query?: { tab?: 'all'; keyword?: string; confirm?: string; ids?: Id; classId?: Id }) =>
  address('/member/student/index', query);

/** A student, or a new one. */
export const toStudent = (query?: { id?: number; classId?: Id }) => address('/member/student/edit', query);

/** Students from a file. */
export const toStudentImport = () => address('/member/student/import');

/** The file to fill in. */
export const toStudentTemplate = () => address('/member/student/import/template');

/** The students as a file. */
export const toStudentExport = (query?: { keyword?: string; classId?: number; ids?: Id }) =>
  address('/member/student/export', query);

/** The classes. */
export const toClasses = (query?: { tab?: string; keyword?: string }) => address('/member/class/index', query);

/** A class, or a new one. */
export const toClass = (query?: { id?: number }) => address('/member/class/edit', query);

/** Classes move up a year. */
export const toPromotion = (query?: { ids?: Id }) => address('/member/class/promote', query);

/** The slips with the accounts of a class. */
export const toSlips = (query: { id: number }) => address('/member/class/slips', query);
