import { address, type Bank, type Id } from './address';

// A student's own questions, mistakes and progress.

/** The wrong-question book. */
export const toWrong = () => address('/evaluation/wrong');

/** What was practised. */
export const toProgress = () => address('/evaluation/progress');

/** A student's own questions. */
export const toOwnBank = (query?: { bank?: Bank }) => address('/question_bank/mine/index', query);

type OwnQuery = { id?: number; dirId?: Id };

const OWN = {
  oral: '/question_bank/mine/page/index',
  written: '/question_bank/mine/pen/index',
  theory: '/question_bank/mine/theory/index',
} as const;

/** A student's own question, or a new one: each bank's has a page of its own. */
export const toOwnQuestion = (bank: Bank, query?: OwnQuery) => address(OWN[bank], query);
