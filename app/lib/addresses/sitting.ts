import { address, type Id, type Part } from './address';

// The exams as students sit them; on the pages with the least room for scripts.

type SittingQuery = { id: number; item?: Id; page?: number; confirm?: 'submit' };

/** The own exams. */
export const toExams = (query?: { tab?: string; confirm?: 'delete' | 'withdraw'; ids?: Id }) =>
  address('/examination/index', query);

/** A student's exams. */
export const toStudentExams = () => address('/student/examination/index');

const SITTING = {
  oral: '/examination/evaluation/index',
  written: '/examination/evaluation/written',
} as const;

/** Sitting a part: each has a page of its own. */
export const toSitting = (part: Part, query: SittingQuery, place?: string) => address(SITTING[part], query, place);

/** What was handed in. */
export const toReceipt = (query: { id: number; part: Part; number?: number }) =>
  address('/examination/evaluation/receipt', query);
