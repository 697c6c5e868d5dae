import type { MarkingPoint } from '../question.schema';
import { derivedTitle } from '../question-name.rules';
import { type Draft, LEFT_OUT, clip } from './text-draft';
import { isVerbatim, joinLines } from './text-raw';
import { formatMarkingPoints, parseAnswerBy, parseJudge, parseMarkingPoints, parseSeconds } from './words.rules';

/** The fields of questions that are answered with a text or aloud. */

/** （5分） once, at the end of a reference: what the question is worth is no part of it. */
function takePointsBehind(draft: Draft): void {
  const { raw, parsed, answer } = draft;
  const said = /(\S)\s?([（(]\s?\d{1,3}(?:\.[05]0?)?\s?分\s?[)）])$/.exec(answer.slice(-40));
  const isOnly = (answer.match(/\d\s?分/g) ?? []).length === 1;
  if (!said || !isOnly || raw.isRow || isVerbatim(raw.answer ?? [])) return;
  const [, , sign = ''] = said;
  draft.answer = answer.slice(0, answer.length - sign.length).trimEnd();
  parsed.notes.push(`参考答案末尾的“${sign}”没有导入，分值请核对。`);
}

/** A short answer has no marking points of its own: they stand at the end of its reference. */
export function finishShort(draft: Draft): void {
  const { raw, parsed } = draft;
  const marking = joinLines(raw.marking);
  const lines = raw.options.map((option) => `${option.key}. ${joinLines(option.lines)}`);
  parsed.fields.stem = [draft.stem, ...lines].join('\n');
  takePointsBehind(draft);
  parsed.fields.answer = [draft.answer, marking === '' ? '' : `${raw.markingSign || '评分要点：\n'}${marking}`]
    .filter((text) => text !== '')
    .join('\n');
  // A teacher marks it: a reference may be left out, but the own section of a paper says that one was meant.
  if (parsed.fields.answer === '') {
    parsed.notes.push('没有参考答案，导入后可以补上。');
  } else if ((LEFT_OUT.test(draft.answer) || draft.answer === '无') && !isVerbatim(raw.answer ?? [])) {
    parsed.notes.push(`参考答案写的是“${draft.answer}”，已照样导入，需要时可以补上。`);
  }
}

const bare = (text: string) => text.replace(/[\s:：;；。]/g, '');

/** What is typed as a text and becomes a list is told, where it is not the same line by line. */
function noteMarking({ raw, parsed }: Draft, points: MarkingPoint[]): void {
  const made = formatMarkingPoints(points);
  // In the bank of theory they stand below 评分要点：.
  const isNamed = parsed.kind === 'written' || bare(raw.markingSign) === '评分要点';
  const isSame = bare(made) === bare(joinLines(raw.marking)) && isNamed;
  if (!isSame && raw.markingSign !== '' && !isVerbatim(raw.marking))
    parsed.notes.push(`“${raw.markingSign.trim()}”读作 ${points.length} 条评分要点：“${clip(made)}”，请核对。`);
}

/** A kind that nobody marks has no place for it. */
export function noteMarkingLeft({ raw, parsed }: Draft): void {
  const marking = joinLines(raw.marking);
  const isMarked = parsed.kind !== null && ['short', 'essay', 'written'].includes(parsed.kind);
  if (!isMarked && marking !== '') parsed.notes.push(`这种题型没有评分标准，没有导入：“${clip(marking)}”。`);
}

export function finishWritten(draft: Draft): void {
  const { raw, parsed } = draft;
  const { fields } = parsed;
  const lines = raw.options.map((option) => `${option.key}. ${joinLines(option.lines)}`);
  fields.prompt = [draft.stem, ...lines].join('\n');
  const marking = joinLines(raw.marking);
  const points = parseMarkingPoints(marking);
  const isText = points === null && marking !== '';
  fields.referenceAnswer = [draft.answer, isText ? `${raw.markingSign || '评分标准：\n'}${marking}` : '']
    .filter((text) => text !== '')
    .join('\n');
  if (points) {
    fields.markingPoints = points;
    noteMarking(draft, points);
    const total = points.reduce((sum, point) => sum + point.points, 0);
    if (fields.points !== undefined && fields.points !== total) {
      parsed.notes.push(`评分要点合计 ${total} 分，与分值 ${Number(fields.points)} 分不同，已按评分要点计分。`);
      delete fields.points;
    }
  }
  if (raw.more.answerBy) fields.answerBy = parseAnswerBy(raw.more.answerBy);
}

export function finishOral(draft: Draft): void {
  const { raw, parsed } = draft;
  const { fields } = parsed;
  fields.examContent = draft.stem;
  fields.title ??= derivedTitle(draft.stem) || '看图说话';
  for (const name of ['prepSeconds', 'answerSeconds']) {
    const seconds = parseSeconds(raw.more[name] ?? '');
    if (seconds !== undefined) fields[name] = seconds;
    else if (raw.more[name]) parsed.notes.push(`不认识时间“${raw.more[name].slice(0, 20)}”，已按内容计算。`);
  }
  if (raw.more.isPlay) fields.isPlay = parseJudge(raw.more.isPlay) === 'T';
  delete fields.analysis;
  const lost = [draft.answer, ...raw.analysis].some((text) => text !== '');
  if (lost) parsed.notes.push('口语题没有答案和解析，文件里的答案和解析没有导入。');
}
