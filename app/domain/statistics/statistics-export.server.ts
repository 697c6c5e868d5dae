import { optionName, sharePercent, withShownWeights } from './format.rules';
import { transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { MEASURES, MEASURE_LABELS } from '~/domain/exam/measures.rules';
import { roundHalfUp } from '~/domain/scoring/paper/scoring.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { makeSheet } from '~/lib/sheets.server';
import type { Sheet, SheetCell } from '~/lib/spreadsheet.server';
import { getExamFigures, getReadableExam } from './exam-figures.server';
import type { Basis, ExamFigures, Figure, MeasureMeans, ScoreFigures } from '~/domain/scoring/report/figures.rules';
import type { Thresholds } from '~/domain/scoring/report/scores.rules';
import type { ExamFiguresInput } from './statistics.schema';

/**
 * The statistics of an exam as its page shows them, as an .xlsx file of four sheets: 概况, 班级, 分布, 试题分析. Rights
 * are those of getExamFigures.
 */
export async function exportExamStatistics(
  actor: Actor,
  input: ExamFiguresInput,
  now: number,
): Promise<{ name: string; bytes: Buffer }> {
  const { exam } = await getReadableExam(actor, input.examId);
  const figures = await getExamFigures(actor, input, now);
  const className = figures.classes.find((one) => one.classroomId === figures.classroomId)?.name ?? '';
  const bytes = await makeSheet([
    overviewSheet(figures, exam.settings),
    classSheet(figures, exam.settings),
    distributionSheet(figures),
    itemSheet(figures),
  ]);
  const detail = { what: 'statistics', ...input };
  await transaction(() =>
    recordAudit(actor, { action: 'exam.export', entity: 'exam', entityId: exam.id, detail }, now),
  );
  return { name: `${exam.name}${className}统计.xlsx`, bytes };
}

const BASIS_LABELS: Record<Basis, string> = { total: '总成绩', ...PART_LABELS };

/** Two digits; what cannot be had is a dash with its reason, so that nobody takes an empty cell for 0. */
function cellOf(figure: Figure, digits = 2): SheetCell {
  if (figure.value === null) return `—（${figure.reason}）`;
  const rounded = roundHalfUp(Math.abs(figure.value), digits);
  return figure.value < 0 && rounded > 0 ? -rounded : rounded;
}

type Row = { label: string; of: (scores: ScoreFigures) => SheetCell };

/** What is said of a set of scores, in the order of rows and columns alike. */
function scoreRows({ passFrom, goodFrom, excellentFrom, lowFrom }: Thresholds): Row[] {
  return [
    { label: '参考人数', of: ({ count }) => count },
    { label: '缺考', of: ({ absent }) => absent },
    { label: '待评分', of: ({ unscored }) => unscored },
    { label: '平均分', of: ({ mean }) => cellOf(mean) },
    { label: '中位数', of: ({ median }) => cellOf(median) },
    { label: '标准差', of: ({ standardDeviation }) => cellOf(standardDeviation) },
    { label: '最低分', of: ({ min }) => cellOf(min) },
    { label: '下四分位', of: ({ lowerQuartile }) => cellOf(lowerQuartile) },
    { label: '上四分位', of: ({ upperQuartile }) => cellOf(upperQuartile) },
    { label: '最高分', of: ({ max }) => cellOf(max) },
    { label: `及格率 %（${passFrom} 分起）`, of: ({ passRate }) => cellOf(passRate) },
    { label: `良好率 %（${goodFrom} 分起）`, of: ({ goodRate }) => cellOf(goodRate) },
    { label: `优秀率 %（${excellentFrom} 分起）`, of: ({ excellentRate }) => cellOf(excellentRate) },
    { label: `低分率 %（${lowFrom} 分以下）`, of: ({ lowRate }) => cellOf(lowRate) },
    { label: '偏度', of: ({ skewness }) => cellOf(skewness) },
    { label: '峰度', of: ({ kurtosis }) => cellOf(kurtosis) },
  ];
}

/** The total where there is one beside several parts, then each part. */
function groupsOf(figures: ExamFigures): { basis: Basis; scores: ScoreFigures }[] {
  const parts = figures.parts.map(({ part, scores }) => ({ basis: part, scores }));
  return figures.basis === 'total' ? [{ basis: 'total', scores: figures.total }, ...parts] : parts;
}

function overviewSheet(figures: ExamFigures, thresholds: Thresholds): Sheet {
  const groups = groupsOf(figures);
  const paperOf = (basis: Basis) => figures.papers.find((paper) => paper.part === (basis as Part));
  const paperRow = (label: string, key: 'alpha' | 'errorRatio' | 'standardError'): SheetCell[] => [
    label,
    ...groups.map(({ basis }) => {
      const paper = paperOf(basis);
      return paper ? cellOf(paper[key]) : '';
    }),
  ];
  return {
    name: '概况',
    columns: [
      { header: '指标', width: 26 },
      ...groups.map(({ basis }) => ({ header: BASIS_LABELS[basis], width: 16 })),
    ],
    rows: [
      ...scoreRows(thresholds).map(({ label, of }): SheetCell[] => [label, ...groups.map(({ scores }) => of(scores))]),
      paperRow('信度 α', 'alpha'),
      paperRow('误差比 %', 'errorRatio'),
      paperRow('测量标准误', 'standardError'),
      ...(figures.measures
        ? MEASURES.map((measure): SheetCell[] => [
            MEASURE_LABELS[measure],
            ...groups.map(({ basis }) =>
              basis === 'oral' && figures.measures ? cellOf(figures.measures[measure]) : '',
            ),
          ])
        : []),
      ...figures.papers.flatMap(({ part, remarks }) =>
        remarks.map((remark): SheetCell[] => [`${PART_LABELS[part]}提示`, remark]),
      ),
    ],
  };
}

function classSheet(figures: ExamFigures, thresholds: Thresholds): Sheet {
  const rows = scoreRows(thresholds);
  const hasMeasures = figures.whole.measures !== null;
  const measureCells = (measures: MeasureMeans | null) =>
    hasMeasures ? MEASURES.map((measure) => (measures ? cellOf(measures[measure]) : '')) : [];
  const line = (name: string, scores: ScoreFigures, measures: MeasureMeans | null): SheetCell[] => [
    name,
    ...rows.map(({ of }) => of(scores)),
    ...measureCells(measures),
  ];
  return {
    name: '班级',
    columns: [
      { header: `班级（${BASIS_LABELS[figures.basis]}）`, width: 22 },
      ...rows.map(({ label }) => ({ header: label, width: 14 })),
      ...(hasMeasures ? MEASURES.map((measure) => ({ header: MEASURE_LABELS[measure], width: 10 })) : []),
    ],
    rows: [
      line('全部班级', figures.whole.total, figures.whole.measures),
      ...figures.classes.map((one) => line(one.name, one.total, one.measures)),
    ],
  };
}

function distributionSheet(figures: ExamFigures): Sheet {
  const groups = groupsOf(figures);
  return {
    name: '分布',
    columns: [
      { header: '分数段', width: 12 },
      ...groups.flatMap(({ basis }) => [
        { header: `${BASIS_LABELS[basis]}人数`, width: 12 },
        { header: `${BASIS_LABELS[basis]}占比 %`, width: 14 },
      ]),
    ],
    rows: figures.total.distribution.map(({ from, to }, index): SheetCell[] => [
      `${from}–${to}`,
      ...groups.flatMap(({ scores }): SheetCell[] => {
        const count = scores.distribution[index]?.count ?? 0;
        return [count, scores.count === 0 ? '' : (sharesOf(scores)[index] ?? 0)];
      }),
    ]),
  };
}

/** The shares of the tens as the sheet says them. */
function sharesOf({ distribution, count: all }: ScoreFigures): number[] {
  return distribution.map(({ count }) => roundHalfUp(sharePercent(count, all), 2));
}

function itemSheet(figures: ExamFigures): Sheet {
  const columns: [string, number][] = [
    ...([
      ['部分', 8],
      ['题号', 8],
      ['题目', 36],
      ['题型', 8],
      ['满分', 8],
      ['答卷', 8],
    ] as [string, number][]),
    ...([
      ['均分', 10],
      ['得分率 %', 10],
      ['标准差', 10],
      ['区分度 %', 12],
      ['区分效率 %', 12],
    ] as [string, number][]),
    ...([
      ['预期权重 %', 12],
      ['有效权重 %', 12],
      ['各选项人数', 30],
      ['提示', 50],
    ] as [string, number][]),
  ];
  return {
    name: '试题分析',
    columns: columns.map(([header, width]) => ({ header, width })),
    rows: figures.papers.flatMap(({ part, items }) =>
      withShownWeights(items, 2).map((item): SheetCell[] => [
        PART_LABELS[part],
        item.isDrawn ? `${item.number}（抽题）` : item.number,
        item.title,
        item.kindLabel,
        item.points,
        item.count,
        cellOf(item.mean),
        cellOf(item.facility),
        cellOf(item.standardDeviation),
        cellOf(item.discriminationIndex),
        cellOf(item.discriminationEfficiency),
        cellOf(item.intendedWeight),
        cellOf(item.effectiveWeight),
        item.options
          .map((option) => `${optionName(option)}${option.isKey ? '（答案）' : ''} ${option.count}`)
          .join('，'),
        item.remarks.join(''),
      ]),
    ),
  };
}
