import { z } from 'zod';
import { AppError } from '~/lib/errors';
import { tooMuchJson } from '~/lib/json-size';
import { decodeText } from './decode-text.server';
import { THEORY_KINDS } from '../question.schema';
import { FORMAT_INFO, MAX_IMPORT_QUESTIONS, tooManyQuestions } from './format-info.rules';
import {
  emptyParsed,
  outgoingFields,
  parsedKindOf,
  type FilePicture,
  type ParsedQuestion,
  type ReadQuestions,
  type WriteQuestions,
} from './format.rules';

/**
 * Our own JSON: one UTF-8 text with every field of every bank, pictures and audio in base64.
 * {"format":"kaoping-questions","version":1,"questions":[{"kind":"single","stem":…,"options":[…],"answer":["A"]}]}
 */

const FORMAT = 'kaoping-questions';
const VERSION = 1;
const MAX_JSON_BYTES = FORMAT_INFO.json.maxBytes;
/** A question's own fields go five deep. */
const MAX_DEPTH = 20;

const attachment = z.object({ name: z.string().max(300), data: z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/) });
const words = z.union([z.string(), z.array(z.string())]);

const common = {
  title: z.string().optional(),
  level: z.number().optional(),
  points: z.number().optional(),
  keyPoint: words.optional(),
  sceneTypeName: z.string().optional(),
  examTypeName: z.string().optional(),
  directories: z.array(z.string().max(200)).max(10).default([]),
  pictures: z.array(attachment).max(30).default([]),
  audio: attachment.nullable().default(null),
};
const theory = {
  ...common,
  stem: z.string(),
  options: z.array(z.string()).optional(),
  answer: z.union([z.string(), z.array(z.union([z.string(), z.array(z.string())]))]).optional(),
  analysis: z.string().optional(),
};
const questionSchema = z.discriminatedUnion('kind', [
  ...THEORY_KINDS.map((kind) => z.object({ kind: z.literal(kind), ...theory })),
  z.object({
    kind: z.literal('written'),
    ...common,
    prompt: z.string(),
    referenceAnswer: z.string().optional(),
    markingPoints: z.array(z.object({ text: z.string(), points: z.number() })).optional(),
    answerBy: z.string().optional(),
  }),
  z.object({
    kind: z.literal('oral'),
    ...common,
    examContent: z.string(),
    isPlay: z.boolean().optional(),
    prepSeconds: z.number().optional(),
    answerSeconds: z.number().optional(),
    analyzer: words.optional(),
  }),
] as unknown as [z.ZodDiscriminatedUnionOption<'kind'>, ...z.ZodDiscriminatedUnionOption<'kind'>[]]);

const fileSchema = z.object({ format: z.literal(FORMAT), version: z.number(), questions: z.array(z.unknown()) });

/** Reads our own JSON; a question with something wrong in it says where. */
export const readJson: ReadQuestions = async (file, onProgress) => {
  const questions = readFile(file.bytes);
  return questions.map((raw, index) => {
    if (index % 100 === 0) onProgress?.(index, questions.length);
    return readQuestion(raw, index + 1);
  });
};

function readFile(bytes: Buffer): unknown[] {
  let value: unknown;
  try {
    const text = decodeText(bytes, { maxBytes: MAX_JSON_BYTES, isStrict: true });
    if (tooMuchJson(text, { depth: MAX_DEPTH })) {
      throw new AppError('invalid', `这个 JSON 文件里的括号套了 ${MAX_DEPTH} 层以上，不是本系统导出的题目文件。`);
    }
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid', `这个 JSON 文件写得不完整，无法读取${placeOf(error)}。请重新导出后再试。`);
  }
  const file = fileSchema.safeParse(value);
  if (!file.success) {
    throw new AppError(
      'invalid',
      '这不是本系统导出的题目文件：开头应是 "format":"kaoping-questions"，并有 "questions" 列表。',
    );
  }
  if (file.data.version !== VERSION) {
    throw new AppError(
      'invalid',
      `这个文件的版本是 ${file.data.version}，这里只能读版本 ${VERSION}。请用同一版本的系统导出。`,
    );
  }
  if (file.data.questions.length === 0) throw new AppError('invalid', '文件里没有题目。');
  if (file.data.questions.length > MAX_IMPORT_QUESTIONS) throw tooManyQuestions();
  return file.data.questions;
}

/** Where the text stops being JSON, as far as the parser says. */
function placeOf(error: unknown): string {
  const place = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  return place === undefined ? '' : `（第 ${place} 个字符处）`;
}

function readQuestion(raw: unknown, line: number): ParsedQuestion {
  const parsed = emptyParsed(line);
  const result = questionSchema.safeParse(raw);
  if (!result.success) {
    parsed.problems = result.error.issues.slice(0, 5).map(problemOf);
    const stem = (raw as { stem?: unknown } | null)?.stem;
    if (typeof stem === 'string') parsed.fields.stem = stem;
    return parsed;
  }
  const { kind, directories, pictures, audio, ...fields } = result.data as z.infer<z.ZodObject<typeof common>> & {
    kind: ParsedQuestion['kind'];
  };
  const unknown = Object.keys(raw as object).filter((name) => !(name in result.data));
  if (unknown.length > 0) {
    const names = unknown.slice(0, MAX_NAMED).map((name) => `“${name.slice(0, 20)}”`);
    const more = unknown.length > MAX_NAMED ? `等 ${unknown.length} 项` : '';
    parsed.notes.push(`文件里的${names.join('')}${more}没有导入：题目没有这样的一项。`);
  }
  return { ...parsed, kind, fields, directories, pictures: pictures.map(decode), audio: audio ? decode(audio) : null };
}

const MAX_NAMED = 6;

function problemOf(issue: z.ZodIssue): string {
  if (issue.code === 'invalid_union_discriminator') {
    return '没有这种题型："kind" 应是 single、multiple、judge、cloze、short、written 或 oral。';
  }
  const place = issue.path.map((part) => (typeof part === 'number' ? `第 ${part + 1} 项` : `“${part}”`)).join('的');
  const isMissing = issue.code === 'invalid_type' && issue.received === 'undefined';
  return isMissing ? `缺少${place}，请补上。` : `${place || '这道题'}写得不对，请改正后再导入。`;
}

const decode = ({ name, data }: { name: string; data: string }): FilePicture => ({
  name,
  bytes: Buffer.from(data, 'base64'),
});
const encode = ({ name, bytes }: FilePicture) => ({ name, data: Buffer.from(bytes).toString('base64') });

/** Writes our own JSON, a question a line. */
export const writeJson: WriteQuestions = async (questions, { withAnswers }) => {
  const lines: string[] = [];
  let size = 0;
  for (const question of questions) {
    const line = JSON.stringify({
      kind: parsedKindOf(question),
      ...outgoingFields(question, withAnswers),
      directories: question.directories,
      pictures: question.pictures.map(encode),
      audio: question.audio ? encode(question.audio) : null,
    });
    size += Buffer.byteLength(line) + 2;
    if (size > MAX_JSON_BYTES - 1000) {
      throw new AppError('too_large', `这些题目连同图片和音频超过 ${MAX_JSON_BYTES / 1024 / 1024} MB，请分几次导出。`);
    }
    lines.push(line);
  }
  const head = `{"format":"${FORMAT}","version":${VERSION},"questions":[`;
  const bytes = Buffer.from(`${head}\n${lines.join(',\n')}\n]}\n`);
  return { bytes, extension: 'json', mime: 'application/json' };
};
