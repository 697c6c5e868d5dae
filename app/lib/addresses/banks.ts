import { address, type Address, type Bank, type Id } from './address';

// The question banks of teachers, and what is shared.

type BankQuery = { dirId?: Id; kind?: string; tab?: 'mine' };
type QuestionQuery = { id?: number; kind?: string; dirId?: Id; copy?: number };
type ViewQuery = { id: Id; print?: 1 | 'answers' };

/** The questions put aside. */
export const toBasket = (query?: { confirm?: 'clear'; name?: string; examId?: Id; empty?: 1 }) =>
  address('/question_bank/basket', query);

/** The basket on paper. */
export const toBasketPrint = (query?: { title?: string; answers?: 0 | 1 }) =>
  address('/question_bank/basket/print', query);

/** What colleagues share; for students, what they may practise. */
export const toSharedBank = (query?: { bank?: Bank; dirId?: Id; confirm?: 'copy'; ids?: Id }) =>
  address('/question_bank/shared/index', query);

/** What the teacher shares. */
export const toMyShared = (query?: { bank?: Bank }) => address('/question_bank/my_shared/index', query);

/** Sharing questions, their numbers with commas between, which need no encoding; or a directory as a whole. */
export const toShare = (query?: { bank: Bank; ids: Id | readonly number[] } | { bank: Bank; dirId: Id }) => {
  const { ids, ...rest } = { ids: undefined, ...query };
  const page = address('/question_bank/share', query && rest);
  return ids === undefined ? page : (`${page}&ids=${ids.toString()}` as Address);
};

/** A question's versions. */
export const toHistory = (query: { bank: Bank; id: number }) => address('/question_bank/history', query);

/** Questions from a file. */
export const toQuestionImport = (query?: {
  bank: Bank;
  dirId?: number;
  confirm?: 'undo' | 'cancelAll';
  import?: string;
  currentPage?: number;
}) => address('/question_bank/import', query);

/** What an import read; `edit` opens the form of that question, `pressed` says that it was to be stored already. */
export const toImportPreview = (query: { id: string; edit?: number; pressed?: 1 }, place?: string) =>
  address('/question_bank/import/preview', query, place);

/** What an import left out, as a file. */
export const toImportRefused = (query: { id: string }) => address('/question_bank/import/refused', query);

/** The file to fill in. */
export const toQuestionTemplate = () => address('/question_bank/import/template');

/** Choosing what a file of questions holds. */
export const toExportChoice = (query?: { bank: Bank; ids?: Id }) => address('/question_bank/export/choose', query);

/** Questions as a file. */
export const toQuestionExport = (query?: { source?: 'basket'; format?: string; answers?: 0 | 1; title?: string }) =>
  address('/question_bank/export', query);

const BANKS = {
  oral: '/question_bank/oral_test/index',
  written: '/question_bank/pen_test/index',
  theory: '/question_bank/theory/index',
} as const;

/** A bank's questions. */
export const toBank = (bank: Bank, query?: BankQuery) => address(BANKS[bank], query);

const QUESTIONS = {
  oral: '/question_bank/oral_test/page',
  written: '/question_bank/pen_test/page',
  theory: '/question_bank/theory/page',
} as const;

/** A question's form. */
export const toQuestion = (bank: Bank, query?: QuestionQuery) => address(QUESTIONS[bank], query);

const VIEWS = {
  oral: '/question_bank/oral_test/evaluation',
  written: '/question_bank/pen_test/preview',
  theory: '/question_bank/theory/preview',
} as const;

/** What shows a question to a teacher. */
export const toQuestionView = (bank: Bank, query: ViewQuery) => address(VIEWS[bank], query);
