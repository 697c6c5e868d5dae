import { ANSWER_BY, KIND_LABELS, kindOf, LEVEL_LABELS, LEVELS, type AnswerBy } from '../question.schema';
import { type OutgoingQuestion, type ParsedKind, type ParsedQuestion } from './format.rules';

/**
 * What GIFT and Moodle have no place for goes out as tags beside the key words: 考评:难度=中级. Moodle keeps
 * tags, so it comes back even when the questions went through Moodle.
 */

const PREFIX = '考评:';

/** The tags of a question: its key words, then what else the format cannot say. */
export function tagsOf(
  question: OutgoingQuestion,
  { hasPoints, hasBlanks }: { hasPoints: boolean; hasBlanks: boolean },
) {
  const own: [string, string | number][] = [
    ['类型', KIND_LABELS[kindOf(question)]],
    ['难度', LEVEL_LABELS[question.level as keyof typeof LEVEL_LABELS] ?? ''],
  ];
  if (!hasPoints) own.push(['分值', question.points]);
  if (question.sceneTypeName !== '') own.push(['场景', question.sceneTypeName]);
  if (question.examTypeName !== '') own.push(['考试', question.examTypeName]);
  if (question.bank === 'oral') {
    own.push(['准备', question.body.prepSeconds], ['录音', question.body.answerSeconds]);
    if (question.body.isPlay) own.push(['自动播放', '是']);
  }
  if (question.bank === 'written') own.push(['作答', question.body.answerBy]);
  if (question.bank === 'theory' && question.body.blanks.length > 0 && !hasBlanks)
    own.push(['填空', JSON.stringify(question.body.blanks)]);
  return [...question.keyPoints, ...own.map(([name, value]) => `${PREFIX}${name}=${value}`)];
}

/** What the tags of a question of ours say; `kind` is null for anybody else's. */
export type OwnTags = { kind: ParsedKind | null; blanks: string[][] | null };

/** Reads tags into key words and the fields they carry. */
export function readTags(tags: string[], parsed: ParsedQuestion): OwnTags {
  const { fields } = parsed;
  const own: OwnTags = { kind: null, blanks: null };
  const keyPoint: string[] = [];
  for (const tag of tags.map((each) => each.trim()).filter((each) => each !== '')) {
    const at = tag.indexOf('=');
    if (!tag.startsWith(PREFIX) || at < 0) keyPoint.push(tag);
    else readOwn(tag.slice(PREFIX.length, at), tag.slice(at + 1), fields, own);
  }
  if (keyPoint.length > 0) fields.keyPoint = keyPoint;
  if (own.kind === 'oral') fields.isPlay ??= false;
  return own;
}

function readOwn(name: string, value: string, fields: Record<string, unknown>, own: OwnTags): void {
  switch (name) {
    case '类型':
      own.kind =
        (Object.entries(KIND_LABELS).find(([, label]) => label === value)?.[0] as ParsedKind | undefined) ?? null;
      return;
    case '难度':
      fields.level = LEVELS.find((level) => LEVEL_LABELS[level] === value);
      return;
    case '分值':
      fields.points = Number(value);
      return;
    case '场景':
      fields.sceneTypeName = value;
      return;
    case '考试':
      fields.examTypeName = value;
      return;
    case '准备':
      fields.prepSeconds = Number(value);
      return;
    case '录音':
      fields.answerSeconds = Number(value);
      return;
    case '自动播放':
      fields.isPlay = value === '是';
      return;
    case '作答':
      fields.answerBy = ANSWER_BY.find((each): each is AnswerBy => each === value);
      return;
    case '填空':
      own.blanks = readBlanks(value);
  }
}

function readBlanks(json: string): string[][] | null {
  try {
    const blanks = JSON.parse(json) as unknown;
    const isBlanks = Array.isArray(blanks) && blanks.every((each) => Array.isArray(each) && each.every(isText));
    return isBlanks ? blanks : null;
  } catch {
    return null;
  }
}

const isText = (value: unknown) => typeof value === 'string';
