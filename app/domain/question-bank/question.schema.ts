import type { QuestionKind, TheoryKind } from './kinds/kinds.schema';

/** The words and shapes of questions, shared by banks, exams, attempts and scoring. */

export const BANKS = ['oral', 'written', 'theory'] as const;
export type Bank = (typeof BANKS)[number];

export const BANK_LABELS: Record<Bank, string> = { oral: '口语', written: '笔试', theory: '理论' };

export {
  KIND_LABELS,
  QUESTION_KINDS,
  THEORY_KINDS,
  kindOf,
  questionKindLabel,
  type QuestionKind,
  type TheoryKind,
} from './kinds/kinds.schema';

export const LEVELS = [1, 2, 3] as const;
export type Level = (typeof LEVELS)[number];

export const LEVEL_LABELS: Record<Level, string> = { 1: '初级', 2: '中级', 3: '高级' };

export const ANSWER_BY = ['both', 'photo', 'text'] as const;
export type AnswerBy = (typeof ANSWER_BY)[number];

export const ANSWER_BY_LABELS: Record<AnswerBy, string> = {
  both: '拍照或打字',
  photo: '拍照上传',
  text: '在线打字',
};

export type OralBody = {
  /** What is read or spoken; its timed chunks are derived, never stored. */
  examContent: string;
  /** File id of background or listening audio. */
  musicUrl: string | null;
  /** Whether that audio plays by itself. */
  isPlay: boolean;
  /** Preparation before recording, in seconds. */
  prepSeconds: number;
  /** Recording limit in seconds. */
  answerSeconds: number;
  /** What an analysis of the text came to, as the client kept it; beside the key points, which count. */
  analyzer?: string[];
};

/** What earns points in a written question; `points` is a share of the question's own points. */
export type MarkingPoint = { text: string; points: number };

export type WrittenBody = {
  prompt: string;
  referenceAnswer: string;
  /** In order; empty when the whole is marked at once. */
  markingPoints: MarkingPoint[];
  answerBy: AnswerBy;
  /** File id of listening audio (听力); snapshots older than it have none. */
  musicUrl?: string | null;
};

export type ChoiceOption = { key: string; text: string };

/**
 * `keys`: right options (['A'], ['A','C']); judge → ['T'] or ['F']. `blanks`: for every cloze blank its
 * accepted alternatives. `reference`: of a short answer (marked by a teacher).
 * A cloze stem marks each blank with ____ (two or more underscores).
 */
export type TheoryBody = {
  stem: string;
  options: ChoiceOption[];
  keys: string[];
  blanks: string[][];
  reference: string;
  /** Further option sets that count as right; only of a corrected exam item. */
  alsoRight?: string[][];
  /** 解析 */
  analysis: string;
  /** File id of listening audio (听力); snapshots older than it have none. */
  musicUrl?: string | null;
};

/** The body of a kind. */
export type BodyOf<K extends QuestionKind> = K extends 'oral'
  ? OralBody
  : K extends 'written'
    ? WrittenBody
    : TheoryBody;

/** The body of each bank, told apart by `bank`. */
export type BankedBody =
  | { bank: 'oral'; kind: ''; body: OralBody }
  | { bank: 'written'; kind: ''; body: WrittenBody }
  | { bank: 'theory'; kind: TheoryKind; body: TheoryBody };

type SnapshotBase = {
  questionId: number | null;
  title: string;
  level: number;
  keyPoints: string[];
  imageIds: string[];
};

/** A whole question as an exam item keeps it. */
export type QuestionSnapshot = SnapshotBase & BankedBody;

type QuestionBase = {
  id: number;
  ownerId: number;
  directoryId: number | null;
  title: string;
  sceneTypeId: number | null;
  examTypeId: number | null;
  level: number;
  keyPoints: string[];
  imageIds: string[];
  /** Suggested points in a paper. */
  points: number;
  createdAt: number;
  updatedAt: number;
  /** Raised by every change; an edit names the one it began from. */
  version: number;
};

/** A question as its bank keeps it. */
export type Question = QuestionBase & BankedBody;
export type OralQuestion = Extract<Question, { bank: 'oral' }>;
export type WrittenQuestion = Extract<Question, { bank: 'written' }>;
export type TheoryQuestion = Extract<Question, { bank: 'theory' }>;
