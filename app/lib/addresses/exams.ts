import { address, type Part } from './address';

// The exams as their teacher makes and runs them.

/** `cleared`: the version that was emptied just now. */
type StepQuery = { id?: number; confirm?: 'reset'; cleared?: number; choose?: 1; scope?: 'basket' };

/** An exam where it was left; without an id, beginning one. */
export const toExam = (query?: { id?: number }) => address('/examination/add', query);

/** Where questions are drawn: for an exam's paper, or into the basket. */
export const toDraw = (query?: { id?: number }) => address('/examination/draw', query);

/** The exam as its teacher sees it before. */
export const toPaperPreview = (query: { id: number }) => address('/examination/preview/paper', query);

/** The exam on paper. */
export const toPrint = (query: { id: number; what?: string }) => address('/examination/print', query);

/** The same as a file for Word. */
export const toPrintWord = (query: { id: number; what: string; size?: 'a3'; part?: Part; lines?: 'half' | 'none' }) =>
  address('/examination/print/word', query);

/** Answer sheets that were photographed; one of them large; none of them ticked. */
export const toScan = (query: { id: number; look?: string; tick?: 'none' }) => address('/examination/scan', query);

/** Who sits where and how far. */
export const toBoard = (query: { examId: number; part?: Part; view?: 'resit'; classId?: number; look?: 'list' }) =>
  address('/examination/board', query);

/** Granting another sitting. */
export const toResits = (query: { examId: number; part?: Part; who?: 'all' }) => address('/examination/resit', query);

const STEPS = {
  firstadd: '/examination/firstadd',
  secondadd: '/examination/secondadd',
  threeadd: '/examination/threeadd',
} as const;

/** A step of making an exam, at one of its fields; without an id a new one. */
export const toStep = (step: keyof typeof STEPS, query?: StepQuery, field?: string) =>
  address(STEPS[step], query, field);
