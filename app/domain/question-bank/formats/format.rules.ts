import { rulesOf } from '../kinds/kinds.rules';
import { kindOf, type ParsedKind } from '../kinds/kinds.schema';
import type { Bank, BankedBody, MarkingPoint, Question } from '../question.schema';

/** The files questions come in and go out as, and what they have in common. */

export const FORMATS = ['text', 'docx', 'xlsx', 'gift', 'moodle', 'aiken', 'qti', 'json'] as const;
export type FormatName = (typeof FORMATS)[number];

/** A picture that a file brings along; texts refer to it as [图1], [图2] … by its place in the list. */
export type FilePicture = { name: string; bytes: Uint8Array };

/** One question as a file states it, before any rule of the bank is asked. */
export type ParsedQuestion = {
  /** Where it begins, from 1: the line of a text, the row of a table, else its place among the questions. */
  line: number;
  /** What the question is; null for a kind that no bank has (said in `problems`). `essay` lets the bank decide. */
  kind: ParsedKind | null;
  /**
   * Texts as in the file, trimmed, without markup: inputs of oral-, written- and theoryQuestionSchema without `kind`,
   * and `sceneTypeName`, `examTypeName` where the file names them. An essay has a written question's and `analysis`.
   */
  fields: Record<string, unknown>;
  pictures: FilePicture[];
  /** Listening audio the file brings along. */
  audio: FilePicture | null;
  /** Names of the directories it stands in, outermost first. */
  directories: string[];
  /** Why it cannot be imported, one sentence each. */
  problems: string[];
  /** What was left out or changed, one sentence each; the question is imported all the same. */
  notes: string[];
  /** It may well have been read wrong: it is not imported unless somebody chooses it. */
  isDoubtful?: boolean;
};

/** Behind the note that says why a question may have been read wrong: no longer so once somebody chose it. */
export const HELD_NOTE = '默认不导入，核对以后可以按“导入”。';

export type { ParsedKind };

/** A question on its way out, with everything its file holds. */
export type OutgoingQuestion = Question & {
  /** In the order of imageIds. */
  pictures: FilePicture[];
  audio: FilePicture | null;
  /** Names of the directories it stands in, outermost first. */
  directories: string[];
  sceneTypeName: string;
  examTypeName: string;
};

/** How a note begins that is about the file rather than the question it stands at: the preview says it on top. */
export const FILE_NOTE = '整个文件：';

/** What a reader is given. */
export type IncomingFile = { name: string; bytes: Buffer };

/**
 * Reads a whole file. `onProgress` hears how many questions are read of how many, where that is known.
 * @throws AppError invalid, too_large or unsupported_type, a sentence, when the file as a whole cannot be read
 */
export type ReadQuestions = (
  file: IncomingFile,
  onProgress?: (done: number, total: number) => void,
) => Promise<ParsedQuestion[]>;

/** What a writer returns: the bytes and what the file is called after. */
export type WrittenFile = { bytes: Buffer; extension: string; mime: string };

export type WriteQuestions = (
  questions: OutgoingQuestion[],
  options: { title: string; withAnswers: boolean },
) => Promise<WrittenFile>;

/** A question with nothing in it yet, for a reader to fill. */
export function emptyParsed(line: number): ParsedQuestion {
  return {
    line,
    kind: null,
    fields: {},
    pictures: [],
    audio: null,
    directories: [],
    problems: [],
    notes: [],
  };
}

/** A question's kind as files know it. */
export function parsedKindOf(question: BankedBody): ParsedKind {
  return kindOf(question);
}

/**
 * The fields of a question on its way out: what a reader that loses nothing gives back. Without answers also
 * without key words, which may tell them.
 */
export function outgoingFields(question: OutgoingQuestion, withAnswers: boolean): Record<string, unknown> {
  const { title, level, points, keyPoints, sceneTypeName, examTypeName } = question;
  const keyPoint = withAnswers ? keyPoints : [];
  const common = { title, level, points, keyPoint, sceneTypeName, examTypeName };
  return { ...common, ...rulesOf(question).fileFields(question.body, withAnswers) };
}

/**
 * What the schema of the bank is given: an essay for the theory bank becomes a short question, with the marking
 * points at the end of its reference; neither written nor oral questions have an analysis, so it joins the reference.
 */
export function fieldsForBank(question: Pick<ParsedQuestion, 'kind' | 'fields'>, bank: Bank): Record<string, unknown> {
  if (question.kind !== 'essay' && question.kind !== 'written') return question.fields;
  const { prompt, referenceAnswer, markingPoints, analysis, answerBy, ...rest } = question.fields;
  const join = (...parts: unknown[]) => parts.filter((part) => part !== undefined && part !== '').join('\n');
  if (bank === 'theory') {
    const given = (markingPoints ?? []) as MarkingPoint[];
    const marks = given.map(({ text, points }) => `${text}（${points} 分）`);
    // What a file says otherwise is told, and the points of the marking hold.
    if (given.length > 0) rest.points ??= given.reduce((sum, one) => sum + one.points, 0);
    const scale = marks.length > 0 ? `评分要点：\n${marks.join('\n')}` : '';
    return { ...rest, stem: prompt, answer: join(referenceAnswer, scale), analysis };
  }
  return { ...rest, prompt, referenceAnswer: join(referenceAnswer, analysis), markingPoints, answerBy };
}

/** The bank a parsed kind belongs to, when the import was begun from `from`. */
export function bankOfKind(kind: ParsedKind, from: Bank): Bank {
  switch (kind) {
    case 'written':
    case 'oral':
      return kind;
    case 'essay':
      return from === 'written' ? 'written' : 'theory';
    default:
      return 'theory';
  }
}
