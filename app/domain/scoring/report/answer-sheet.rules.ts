import type { ExamItemView } from '~/domain/exam/exam.queries.server';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { MEASURES, MEASURE_LABELS } from '~/domain/exam/measures.rules';
import { plainFormulas } from '~/domain/question-bank/formula-text.rules';
import type { Cell, Given } from '~/domain/question-bank/kinds/kind.schema';
import { rulesOf } from '~/domain/question-bank/kinds/kinds.rules';
import { mainText, optionKey } from '~/domain/question-bank/question.rules';
import { questionKindLabel } from '~/domain/question-bank/question.schema';
import { clip } from '~/lib/text';
import { correctionWord } from '~/domain/exam/correction.rules';
import { roundHalfUp, type Measures } from '../paper/scoring.rules';

/** Which columns an item has in the matrix of all answers, and what stands in them; pure. */

export type Item = Pick<ExamItemView, 'id' | 'part' | 'points' | 'snapshot' | 'drawId' | 'correction'>;

export type SheetColumn = { header: string; width: number };

/** What one examiner gave for one item. */
export type GivenMark = { points: number | null; measures: Measures | null };

const TITLE_LENGTH = 20;

function columnsOfAnswer({ snapshot }: Item): string[] {
  return rulesOf(snapshot).answerColumns(snapshot.body);
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
  return [
    ...rulesOf(item.snapshot).answerCells(item.snapshot.body, given),
    points === null ? null : roundHalfUp(points, 2),
  ];
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

/** Whose a row is. */
const WHO_COLUMNS: SheetColumn[] = [
  { header: '学号', width: 16 },
  { header: '姓名', width: 10 },
  { header: '班级', width: 16 },
  { header: '第几次', width: 8 },
];

/** What each row of a part begins with. */
export const PAPER_COLUMNS: SheetColumn[] = [
  ...WHO_COLUMNS,
  { header: '状态', width: 10 },
  { header: '开始时间', width: 20 },
  { header: '交卷时间', width: 20 },
  { header: '交卷方式', width: 14 },
  { header: '回执', width: 14 },
  { header: '得分率（%）', width: 12 },
];

/** The sheet of the comments. */
export const COMMENT_COLUMNS: SheetColumn[] = [
  { header: '部分', width: 8 },
  ...WHO_COLUMNS,
  { header: '题号', width: 8 },
  { header: '阅卷老师', width: 12 },
  { header: '状态', width: 12 },
  { header: '录音位置', width: 10 },
  { header: '评语', width: 60 },
];

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
    plainFormulas(mainText(snapshot)),
    options.map((option, index) => `${optionKey(index)}. ${plainFormulas(option.text)}`).join('\n'),
    plainFormulas(rulesOf(snapshot).keyCell(snapshot)),
    item.points,
    [item.drawId === null ? '' : '抽题', correctionWord(item.correction)].filter((word) => word !== '').join('；'),
  ];
}
