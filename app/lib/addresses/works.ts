import { address, addressOf, type Id } from './address';

// Works and questions to the teachers, as results and practice lead to them.

/** One work. */
export const toWork = (id: Id, query?: { confirm?: 'withdraw' }, place?: string) =>
  addressOf('/dynamic/works/:id', id, query, place);

/** Publishing a work. */
export const toPublishing = (query?: { attemptId?: number; practiceId?: number }) =>
  address('/dynamic/works/publish', query);

/** Questions to the teachers. */
export const toThreads = (query?: {
  state?: 'waiting';
  classId?: number;
  ask?: 1;
  subject?: string;
  examId?: number;
  workId?: number;
  practiceId?: number;
}) => address('/dynamic/interact/index', query);
