import { address, type Id } from './address';

// An exam before and after it is sat.

/** An exam before it begins: the student's waiting room. */
export const toExamPreview = (query: { id: number }) => address('/examination/preview', query);

/** A student's results. */
export const toResults = () => address('/examination/history/index');

/** A student's result of an exam. */
export const toResult = (query: { examId: Id; marks?: 0 }, place?: string) =>
  address('/examination/record_page/index', query, place);
