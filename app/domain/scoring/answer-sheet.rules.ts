import { isBlankAnswer } from '~/domain/attempt/answer.rules';
import type { AnswerValue } from '~/domain/attempt/answer.schema';
import type { ExamItemView } from '~/domain/exam/exam.queries.server';
import { PART_LABELS } from '~/domain/exam/exam.rules';
import { MEASURES, MEASURE_LABELS } from '~/domain/exam/measures.rules';
import { plainFormulas } from '~/domain/question-bank/formula-text.rules';
import { formatBlankLine, formatKeys, optionKey, questionKindLabel } from '~/domain/question-bank/question.rules';
import { clip } from '~/lib/text';
import { correctionWord } from './correction.rules';
import { roundHalfUp, type Measures } from './scoring.rules';

/** Which columns an item has in the matrix of all answers, and what stands in them; pure. */

export type Item = Pick<ExamItemView, 'id' | 'part' | 'points' | 'snapshot' | 'drawId' | 'correction'>;

export type Cell = string | number | null;
export type SheetColumn = { header: string; width: number };

/** What a student gave for one item. */
export type Given = {
  value: AnswerValue | null;
  /** That count. */
  photos: number;
  takes: { durationMs: number; overSeconds: number; isChosen: boolean }[];
};

/** What one examiner gave for one item. */
export type GivenMark = { points: number | null; measures: Measures | null };

/** Said where a student gave nothing; an item that is not in the paper has an empty cell. */
export const BLANK = '未作答';

const TITLE_LENGTH = 20;

function columnsOfAnswer({ snapshot }: Item): string[] {
  if (snapshot.bank === 'oral') return ['录音（条）', '计分录音（秒）', '限时'];
  if (snapshot.bank === 'written') {
    const { answerBy } = snapshot.body;
    return [...(answerBy === 'photo' ? [] : ['作答']), ...(answerBy === 'text' ? [] : ['照片（张）'])];
  }
  if (snapshot.kind === 'cloze') return snapshot.body.blanks.map((_, index) => `空 ${index + 1}`);
  return ['作答'];
}

/** 第 1 题 大气…：作答, 第 1 题：得分 … of one item; the first one says its title. */
export function answerColumns(item: Item, number: number): SheetColumn[] {
  return [...columnsOfAnswer(item), '得分'].map((name, index) => ({
    header: `第 ${number} 题${index === 0 ? ` ${clip(plainFormulas(item.snapshot.title), TITLE_LENGTH)}` : ''}：${name}`,
    width: name === '作答' || name.startsWith('空') ? 18 : 12,
  }));
}

/** The cells under answerColumns. `points` are those that count. */
export function answerCells(item: Item, given: Given | null, points: number | null): Cell[] {
  if (given === null) return [...columnsOfAnswer(item), ''].map(() => null);
  return [...givenCells(item, given), points === null ? null : roundHalfUp(points, 2)];
}

function givenCells({ snapshot }: Item, { value, photos, takes }: Given): Cell[] {
  if (snapshot.bank === 'oral') {
    const chosen = takes.find((take) => take.isChosen);
    const over = chosen && chosen.overSeconds > 0 ? `超时 ${chosen.overSeconds} 秒` : '';
    return [takes.length, chosen ? roundHalfUp(chosen.durationMs / 1000, 1) : null, over];
  }
  const isBlank = value === null || isBlankAnswer(value);
  if (snapshot.bank === 'written') {
    const { answerBy } = snapshot.body;
    const text = isBlank ? BLANK : (value.text ?? '');
    return [...(answerBy === 'photo' ? [] : [text]), ...(answerBy === 'text' ? [] : [photos])];
  }
  if (snapshot.kind === 'cloze') return snapshot.body.blanks.map((_, index) => value?.blanks?.[index] || BLANK);
  if (isBlank) return [BLANK];
  return [snapshot.kind === 'short' ? (value.text ?? '') : chosenKeys(snapshot, value.keys ?? [])];
}

/** Chosen options by their letters in the order of the exam's own item, however they were shuffled in the paper. */
function chosenKeys(snapshot: Extract<Item['snapshot'], { bank: 'theory' }>, keys: string[]): string {
  return formatKeys(snapshot.kind, keys, snapshot.body.options);
}

/** What one examiner's marks of an item stand under. */
export function markColumns(item: Item, number: number, examiner: number): SheetColumn[] {
  const head = `第 ${number} 题：阅卷老师 ${examiner}`;
  const measures = item.snapshot.bank === 'oral' ? MEASURES.map((measure) => MEASURE_LABELS[measure]) : [];
  return [...measures, '得分'].map((name) => ({ header: `${head} ${name}`, width: 12 }));
}

/** The cells under markColumns; nothing where the examiner has not marked the item. */
export function markCells(item: Item, mark: GivenMark | null): Cell[] {
  const points = mark?.points ?? null;
  return [
    ...(item.snapshot.bank === 'oral' ? MEASURES.map((measure) => measureCell(mark, measure)) : []),
    points === null ? null : roundHalfUp(points, 2),
  ];
}

function measureCell(mark: GivenMark | null, measure: (typeof MEASURES)[number]): Cell {
  const value = mark?.measures?.[measure];
  return value === undefined ? null : (value ?? '不适用');
}

export const ITEM_COLUMNS: SheetColumn[] = [
  { header: '部分', width: 8 },
  { header: '题号', width: 8 },
  { header: '题型', width: 10 },
  { header: '标题', width: 30 },
  { header: '题目', width: 50 },
  { header: '选项', width: 40 },
  { header: '答案', width: 30 },
  { header: '分值', width: 8 },
  { header: '备注', width: 14 },
];

/** One row of the sheet of items. */
export function itemCells(item: Item, number: number): Cell[] {
  const { snapshot } = item;
  const options = snapshot.bank === 'theory' ? snapshot.body.options : [];
  return [
    PART_LABELS[item.part],
    number,
    questionKindLabel(snapshot),
    plainFormulas(snapshot.title),
    plainFormulas(textOf(snapshot)),
    options.map((option, index) => `${optionKey(index)}. ${plainFormulas(option.text)}`).join('\n'),
    plainFormulas(keyOf(snapshot)),
    item.points,
    [item.drawId === null ? '' : '抽题', correctionWord(item.correction)].filter((word) => word !== '').join('；'),
  ];
}

function textOf(snapshot: Item['snapshot']): string {
  if (snapshot.bank === 'oral') return snapshot.body.examContent;
  return snapshot.bank === 'written' ? snapshot.body.prompt : snapshot.body.stem;
}

/** The answer key in words: letters, accepted texts, key words, the reference answer. */
function keyOf(snapshot: Item['snapshot']): string {
  if (snapshot.bank === 'oral') return snapshot.keyPoints.join('、');
  if (snapshot.bank === 'written') return snapshot.body.referenceAnswer;
  if (snapshot.kind === 'cloze') return snapshot.body.blanks.map(formatBlankLine).join('\n');
  return snapshot.kind === 'short' ? snapshot.body.reference : chosenKeys(snapshot, snapshot.body.keys);
}
