import { address, type Id, type Part } from './address';

// Marking and results.

type PhotoQuery = { photoId: number; readonly [kept: string]: string | number };

/** The exams to mark. */
export const toScoring = (query?: { status?: 'done' }) => address('/examination/scoreexamination/index', query);

/** An exam's papers, or its results. */
export const toPapers = (query: {
  part?: Part | 'total';
  examId: number;
  classId?: number;
  state?: string;
  keyword?: string;
  confirm?: 'release';
}) => address('/examination/scoreexamination/scorelist', query);

/** The results by class. */
export const toClassResults = (query: { examId: number }) =>
  address('/examination/scoreexamination/classscorelist', query);

/** The results as a file. */
export const toResultsExport = (query?: { examId: number; file: string }) =>
  address('/examination/scoreexamination/export', query);

/** Marking one paper. */
export const toPaper = (query: { attemptId: Id; classId?: number }, place?: string) =>
  address('/examination/scoreexamination/score', query, place);

/** Marking one item across papers. */
export const toItem = (query: {
  examId: number;
  part: Part;
  itemId?: number;
  classId?: number;
  currentPage?: number;
  confirm?: 'submit';
}) => address('/examination/scoreexamination/item', query);

/** Marking on a photo. */
export const toPhoto = (query: PhotoQuery) => address('/examination/scoreexamination/photo', query);

/** What a student saved, and when. */
export const toJournal = (query: { attemptId: number; version?: number }) =>
  address('/examination/scoreexamination/journal', query);

/** What arrived late. */
export const toLate = (query: { kind: string; id: Id }) => address('/examination/scoreexamination/late', query);

/** Who marks what. */
export const toSharing = (query: { examId: number; part?: Part; show?: 'arbitration' | 'open'; way?: 'random' }) =>
  address('/examination/scoreexamination/share', query);

/** How far markers agree. */
export const toConsistency = (query: { examId: number; part?: Part; papers?: 1 }, place?: string) =>
  address('/examination/scoreexamination/consistency', query, place);

/** The same as a file. */
export const toConsistencyExport = (query: { examId: number; part: Part }) =>
  address('/examination/scoreexamination/consistency/export', query);

/** Comments on an exam's papers; their bank. */
export const toExamComments = (query?: { examId?: number; tab?: string }) =>
  address('/examination/scoreexamination/comments', query);

/** Changing points after the fact. */
export const toRemark = (query: { examId: number; itemId?: number }) =>
  address('/examination/scoreexamination/remark', query);

/** How an exam is marked and shown. */
export const toPageSetting = (query: { examId: number }) =>
  address('/examination/scoreexamination/page_setting', query);
