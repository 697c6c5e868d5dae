import type { ParsedKind, ParsedQuestion } from './formats/format.rules';
import { bankOfKind, fieldsForBank } from './formats/format.rules';
import { MAX_IMAGES } from './question-fields.schema';
import { oralQuestionSchema } from './oral-question.schema';
import { oralValues, theoryValues, writtenValues, type QuestionValues } from './question-values.rules';
import { searchForm } from './question.rules';
import type { Bank, BankedBody, QuestionSnapshot, TheoryKind } from './question.schema';
import { theoryQuestionSchema } from './theory-question.schema';
import { writtenQuestionSchema } from './written-question.schema';

/** An import on its way: reading → ready → storing → stored, or failed. Safe to import in the browser. */

export const IMPORT_STATES = ['reading', 'ready', 'storing', 'stored', 'failed'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/**
 * How often a living process says so, after what silence it is taken for dead, and how often somebody looks: another
 * process goes on within the sum of the last two, which is less than ten seconds.
 */
export const HEARTBEAT_MS = 1_000;
export const SILENCE_MS = 6_000;
export const LOOK_MS = 2_000;

/** How long a form waits for the work before it leads to the page that shows its progress. */
export const WAIT_MS = 1_500;

/** An import that was not confirmed is forgotten after a day, with its pictures. */
export const IMPORT_LIFE_MS = 24 * 3_600_000;

export const DIED = '读取中断了（服务器可能重新启动过），请重新上传。';

/** The state that holds now: work whose process has died has failed unless it is taken up, and may be confirmed again. */
export function effectiveState(
  job: { state: ImportState; updatedAt: number },
  now: number,
): { state: ImportState; isDead: boolean } {
  const isDead = now - job.updatedAt > SILENCE_MS;
  if (isDead && job.state === 'reading') return { state: 'failed', isDead };
  if (isDead && job.state === 'storing') return { state: 'ready', isDead };
  return { state: job.state, isDead: false };
}

/** A question of a file against the rules of its bank. */
export type CheckedQuestion = {
  line: number;
  /** '' for a kind that no bank has. */
  bank: Bank | '';
  kind: TheoryKind | '';
  title: string;
  problems: string[];
  notes: string[];
  directories: string[];
  /** What would be stored, still without its files; null with problems. */
  values: QuestionValues | null;
  /** What the file says, for one that cannot be stored. */
  texts: string[];
};

export type NamedTypes = { scene: { id: number; name: string }[]; exam: { id: number; name: string }[] };

/** Puts a parsed question through the rules of the form it could have been typed into. */
export function checkParsed(parsed: ParsedQuestion, from: Bank, types: NamedTypes): CheckedQuestion {
  const checked: CheckedQuestion = {
    line: parsed.line,
    bank: '',
    kind: '',
    title: textsOf(parsed)[0]?.slice(0, 100) ?? '',
    problems: [...parsed.problems],
    notes: [...parsed.notes],
    directories: parsed.directories,
    values: null,
    texts: textsOf(parsed),
  };
  if (parsed.kind === null) {
    if (checked.problems.length === 0) checked.problems.push('没有这种题型，不能导入');
    return checked;
  }
  const bank = bankOfKind(parsed.kind, from);
  const fields = {
    ...fieldsForBank(parsed, bank),
    kind: bank === 'theory' ? theoryKind(parsed.kind) : undefined,
    ...namedTypes(parsed, types, checked.notes),
  };
  const result = valuesOf(bank, fields);
  checked.bank = bank;
  checked.kind = bank === 'theory' ? theoryKind(parsed.kind) : '';
  if (parsed.pictures.length > MAX_IMAGES) {
    checked.problems.push(`图片最多 ${MAX_IMAGES} 张，这道题有 ${parsed.pictures.length} 张`);
  }
  if ('problems' in result) {
    // What the file's own form found wrong says better what to change there.
    if (checked.problems.length === 0) checked.problems.push(...result.problems);
  } else {
    checked.title = result.title;
    if (checked.problems.length === 0) checked.values = result;
  }
  checked.problems = [...new Set(checked.problems)];
  return checked;
}

function theoryKind(kind: ParsedKind): TheoryKind {
  return kind === 'written' || kind === 'oral' || kind === 'essay' ? 'short' : kind;
}

type Fields = Record<string, unknown>;

/** Scene and exam types come by name; those that the school does not have are said and left out. */
function namedTypes(parsed: ParsedQuestion, types: NamedTypes, notes: string[]): Fields {
  const found: Fields = {};
  const look = (list: 'scene' | 'exam', label: string) => {
    const name = String(parsed.fields[`${list}TypeName`] ?? '').trim();
    if (name === '') return;
    const type = types[list].find((each) => each.name === name);
    if (type) found[`${list}TypeId`] = type.id;
    else notes.push(`没有“${name}”这个${label}，导入后不归类`);
  };
  look('scene', '场景类型');
  look('exam', '考试类型');
  return found;
}

function valuesOf(bank: Bank, fields: Fields): QuestionValues | { problems: string[] } {
  switch (bank) {
    case 'oral': {
      const parsed = oralQuestionSchema.safeParse(fields);
      return parsed.success ? oralValues(parsed.data, null) : problemsOf(parsed.error);
    }
    case 'written': {
      const parsed = writtenQuestionSchema.safeParse(fields);
      return parsed.success ? writtenValues(parsed.data, null) : problemsOf(parsed.error);
    }
    case 'theory': {
      const parsed = theoryQuestionSchema.safeParse(fields);
      return parsed.success ? theoryValues(parsed.data, null) : problemsOf(parsed.error);
    }
  }
}

function problemsOf(error: { issues: { message: string }[] }): { problems: string[] } {
  return { problems: error.issues.map((issue) => issue.message) };
}

/** Every text a file gives for a question, in reading order, for one that cannot be drawn as a question. */
function textsOf({ fields }: ParsedQuestion): string[] {
  const { title, stem, prompt, examContent, options, answer, referenceAnswer, analysis } = fields;
  const letters = (Array.isArray(options) ? (options as unknown[]) : []).map(
    (option, index) => `${String.fromCharCode(65 + index)}. ${textOf(option)}`,
  );
  const answers = textOf(answer) || textOf(referenceAnswer);
  return [
    textOf(stem) || textOf(prompt) || textOf(examContent) || textOf(title),
    ...letters,
    answers === '' ? '' : `答案：${answers}`,
    textOf(analysis) === '' ? '' : `解析：${textOf(analysis)}`,
  ]
    .filter((text) => text !== '')
    .map((text) => text.slice(0, 2000));
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return (value as unknown[]).map(textOf).join('；');
  if (typeof value === 'object' && value !== null) return textOf((value as { text?: unknown }).text);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The same for two questions that ask the same: by stem and options, whatever their spaces and widths. */
export function duplicateKey(banked: BankedBody): string {
  const text = (() => {
    switch (banked.bank) {
      case 'oral':
        return banked.body.examContent;
      case 'written':
        return banked.body.prompt;
      case 'theory':
        return [banked.body.stem, ...banked.body.options.map((option) => option.text)].join('\u0000');
    }
  })();
  return `${banked.bank} ${searchForm(text).replace(/\s+/g, '')}`;
}

/** A question to be stored as it will look. */
export function snapshotOf(values: QuestionValues): QuestionSnapshot {
  return {
    questionId: null,
    title: values.title,
    level: values.level ?? 1,
    keyPoints: values.keyPoint ?? [],
    imageIds: values.imageUrl ?? [],
    ...values.banked,
  };
}

/** What an import keeps of a question: what would be stored, or what it says. */
export type ItemContent = { values: QuestionValues; directories: string[] } | { texts: string[] };
