import { z } from 'zod';
import { optionalText, textField } from '~/lib/zod';
import { asList, audioReference, optionalPoints, optionalTitle, questionFields } from './question-fields.schema';
import { countBlanks, optionKey, parseBlankLine } from './question.rules';
import { THEORY_KINDS, type TheoryBody, type TheoryKind } from './question.schema';

export const MIN_OPTIONS = 2;
export const MAX_OPTIONS = 10;
const MAX_BLANKS = 20;
const MAX_ALTERNATIVES = 20;

/** The part of a theory body that says what is right. */
type AnswerKey = Pick<TheoryBody, 'options' | 'keys' | 'blanks' | 'reference'>;
type Refuse = (field: string, message: string) => void;

const NO_KEY: AnswerKey = { options: [], keys: [], blanks: [], reference: '' };

const baseSchema = z.object({
  ...questionFields,
  kind: z.enum(THEORY_KINDS, { errorMap: () => ({ message: '请选择题型' }) }),
  title: optionalTitle,
  stem: textField('题干', { max: 5000 }),
  analysis: optionalText('解析', 5000),
  points: optionalPoints(),
  musicUrl: audioReference(),
});

/**
 * A theory question as its form and the API send it. `options`: [{text}] or texts; `answer` by kind:
 * option letters, T or F, one line of alternatives per blank, or a reference text. Without `stem` the title
 * is the stem. Everything wrong is said at once.
 */
export const theoryQuestionSchema = z.unknown().transform((raw, context) => {
  const fields = withStem(raw);
  const base = baseSchema.safeParse(fields);
  let refused = !base.success;
  for (const issue of base.error?.issues ?? []) context.addIssue(issue);
  const refuse: Refuse = (field, message) => {
    refused = true;
    context.addIssue({ code: z.ZodIssueCode.custom, path: field.split('.'), message });
  };
  const kind = THEORY_KINDS.find((each) => each === fields.kind);
  const key = kind ? readAnswerKey(kind, fields, refuse) : NO_KEY;
  if (refused || !base.success) return z.NEVER;
  return { ...base.data, ...key };
});

export type TheoryQuestionInput = z.output<typeof theoryQuestionSchema>;

/** The same as the page's form sends it: the options as one repeated field. */
export const theoryFormSchema = z.preprocess((raw) => {
  const fields = raw as Record<string, unknown>;
  return { ...fields, options: asList(fields.optionText) };
}, theoryQuestionSchema);

function withStem(raw: unknown): Record<string, unknown> {
  const fields = { ...(raw as Record<string, unknown> | null) };
  if (fields.stem === undefined) {
    fields.stem = fields.title;
    fields.title = '';
  }
  return fields;
}

function readAnswerKey(kind: TheoryKind, fields: Record<string, unknown>, refuse: Refuse): AnswerKey {
  switch (kind) {
    case 'single':
    case 'multiple':
      return readChoice(kind, fields, refuse);
    case 'judge':
      return { ...NO_KEY, keys: readJudge(fields.answer, refuse) };
    case 'cloze':
      return { ...NO_KEY, blanks: readBlanks(fields, refuse) };
    case 'short': {
      const reference = optionalText('参考答案', 5000).safeParse(fields.answer);
      if (!reference.success) refuse('answer', '参考答案最多 5000 个字');
      return { ...NO_KEY, reference: reference.data ?? '' };
    }
  }
}

/** Blank rows are dropped and the rest lettered anew, the right letters with them. */
function readChoice(kind: 'single' | 'multiple', fields: Record<string, unknown>, refuse: Refuse): AnswerKey {
  const rows = (Array.isArray(fields.options) ? (fields.options as unknown[]) : []).map(optionText);
  const right = new Set(answerLetters(fields.answer));
  if (rows.length > MAX_OPTIONS) refuse('options', `选项最多 ${MAX_OPTIONS} 个`);
  const options: AnswerKey['options'] = [];
  const keys: string[] = [];
  rows.forEach((text, index) => {
    const isRight = right.delete(optionKey(index));
    if (text === '') {
      if (isRight) refuse(`options.${index}`, `选项 ${optionKey(index)} 是正确答案，请填写内容`);
      return;
    }
    if ([...text].length > 500) refuse(`options.${index}`, `选项 ${optionKey(index)} 最多 500 个字`);
    if (options.some((option) => option.text === text))
      refuse(`options.${index}`, `选项 ${optionKey(index)} 与前面的选项相同`);
    const key = optionKey(options.length);
    options.push({ key, text });
    if (isRight) keys.push(key);
  });
  if (options.length < MIN_OPTIONS) refuse('options', `请至少填写 ${MIN_OPTIONS} 个选项`);
  if (right.size > 0) refuse('answer', `正确答案 ${[...right].join('、')} 不在选项里`);
  else if (keys.length === 0) refuse('answer', kind === 'single' ? '请选出正确答案' : '请至少选出一个正确答案');
  else if (kind === 'single' && keys.length > 1) refuse('answer', '单选题只能有一个正确答案；有几个时请用多选题');
  return { ...NO_KEY, options, keys };
}

function optionText(row: unknown): string {
  const text = typeof row === 'object' && row !== null ? (row as { text?: unknown }).text : row;
  return typeof text === 'string' || typeof text === 'number' ? String(text).trim() : '';
}

/** Letters as an array, `A,C` or `AC`. */
function answerLetters(answer: unknown): string[] {
  const parts = Array.isArray(answer) ? (answer as unknown[]) : [answer ?? ''];
  return parts.flatMap((part) => String(part).toUpperCase().match(/[A-Z]/g) ?? []);
}

const RIGHT_WORDS = ['T', 'TRUE', '1', '对', '正确', '√'];
const WRONG_WORDS = ['F', 'FALSE', '0', '错', '错误', '×'];

function readJudge(answer: unknown, refuse: Refuse): string[] {
  const word = String(Array.isArray(answer) ? answer[0] : (answer ?? ''))
    .trim()
    .toUpperCase();
  if (RIGHT_WORDS.includes(word)) return ['T'];
  if (WRONG_WORDS.includes(word)) return ['F'];
  refuse('answer', '请选择“正确”或“错误”');
  return [];
}

function readBlanks(fields: Record<string, unknown>, refuse: Refuse): string[][] {
  const lines = Array.isArray(fields.answer)
    ? (fields.answer as unknown[])
    : String(fields.answer ?? '')
        .trimEnd()
        .split(/\r\n?|\n/);
  const blanks = lines.map((line) =>
    Array.isArray(line)
      ? line.map((part) => String(part).trim()).filter((part) => part !== '')
      : parseBlankLine(String(line)),
  );
  while (blanks.length > 0 && blanks[blanks.length - 1]?.length === 0) blanks.pop();
  const expected = countBlanks(typeof fields.stem === 'string' ? fields.stem : '');
  if (expected === 0) refuse('stem', '请在题干里用 ____（两个以上下划线）标出要填的空');
  else if (expected > MAX_BLANKS) refuse('stem', `一道题最多 ${MAX_BLANKS} 个空`);
  else if (blanks.length !== expected)
    refuse('answer', `题干有 ${expected} 个空，答案有 ${blanks.length} 行；请每空一行，按顺序填写`);
  blanks.forEach((alternatives, index) => {
    if (alternatives.length === 0) refuse('answer', `第 ${index + 1} 空没有答案`);
    if (alternatives.length > MAX_ALTERNATIVES) refuse('answer', `第 ${index + 1} 空最多 ${MAX_ALTERNATIVES} 种答案`);
    if (alternatives.some((text) => [...text].length > 200))
      refuse('answer', `第 ${index + 1} 空的答案每种最多 200 个字`);
  });
  return blanks;
}
