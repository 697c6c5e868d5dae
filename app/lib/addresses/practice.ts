import { address, type Bank, type Id } from './address';

// Practising.

/** What keeps a try in its run, shows what one came to, or asks before it is deleted. */
export type TryQuery = { run?: number | null; done?: number | null; confirm?: 'delete'; ids?: number };
type TargetQuery = { id?: number; item?: number } & TryQuery;

/** Choosing what to practise. */
export const toPractice = (query?: { bank?: Bank; from?: Id }) => address('/evaluation/index', query);

/** A run of questions. */
export const toRun = (query: { id: number }) => address('/evaluation/run', query);

const PRACTISED = {
  oral: '/question_bank/mine/evaluation/index',
  written: '/question_bank/mine/pen/preview',
  theory: '/question_bank/mine/theory/preview',
} as const;

/** Practising a question: each bank's has a page of its own. */
export const toPractised = (bank: Bank, query: TargetQuery) => address(PRACTISED[bank], query);
