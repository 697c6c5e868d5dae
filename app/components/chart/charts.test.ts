import { describe, expect, it } from 'vitest';
import { drawSvg } from '~/lib/echarts.server';
import type { Figure, ScoreFigures } from '~/domain/scoring/report/figures.rules';
import { answerChart, type Chart } from './chart.server';
import { courseChart } from './course-charts.server';
import { boxChart, distributionChart, itemsChart } from './exam-charts.server';
import { measuresChart, radarChart } from './measure-charts.server';
import { paletteOf, type Look } from './palette.server';
import { practiceChart } from './practice-chart.server';

const LIGHT: Look = { userType: 1, scheme: 'light', isLarge: false };
const known = (value: number): Figure => ({ value, reason: null });
const unknown: Figure = { value: null, reason: '还没有成绩' };

function scores(five: number[] | null, mean: number | null = null): ScoreFigures {
  const at = (index: number) => (five ? known(five[index] ?? 0) : unknown);
  return {
    count: five ? 40 : 0,
    absent: 0,
    unscored: 0,
    mean: mean === null ? unknown : known(mean),
    median: at(2),
    standardDeviation: unknown,
    min: at(0),
    max: at(4),
    lowerQuartile: at(1),
    upperQuartile: at(3),
    skewness: unknown,
    kurtosis: unknown,
    passRate: unknown,
    goodRate: unknown,
    excellentRate: unknown,
    lowRate: unknown,
    distribution: [0, 0, 0, 0, 3, 11, 23, 47, 64, 24].map((count, index) => ({
      from: index * 10,
      to: index === 9 ? 100 : index * 10 + 9,
      count: five ? count : 0,
    })),
  };
}

async function draw(chart: Chart, look = LIGHT): Promise<{ svg: string; texts: string[] }> {
  const svg = await drawSvg(chart.option(paletteOf(look)), chart);
  return { svg, texts: [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1] ?? '') };
}

describe('the palette', () => {
  it('takes the colours of the pages by role, scheme and type size', () => {
    expect(paletteOf(LIGHT)).toMatchObject({ text: '#18202c', line: '#3873d0', ground: '#fff', small: 11 });
    expect(paletteOf({ ...LIGHT, userType: 2 }).line).toBe('#258c5d');
    expect(paletteOf({ ...LIGHT, scheme: 'dark' })).toMatchObject({ text: '#eef1f6', line: '#6f9de4' });
    expect(paletteOf({ ...LIGHT, isLarge: true }).small).toBe(13);
  });
});

describe('the charts', () => {
  it('write every count of a distribution and the two thresholds', async () => {
    const chart = distributionChart(scores([40, 71, 80, 86, 99]), { passFrom: 60, excellentFrom: 86 });
    const { texts } = await draw(chart);
    for (const text of ['3', '11', '23', '47', '64', '24', '及格 60', '优秀 86']) expect(texts).toContain(text);
    expect(chart.alt).toBe('成绩分布柱状图：40 人，80 到 89 分人数最多，64 人');
  });

  it('name every class beside its box and show — for a class without scores', async () => {
    const chart = boxChart([
      { name: '旅游2601班', scores: scores([64, 76, 83, 89, 99], 82.7) },
      { name: '旅游2604班', scores: scores([40, 59, 67, 76, 97], 67.6) },
      { name: '没考的班', scores: scores(null) },
    ]);
    const { texts } = await draw(chart);
    for (const text of ['旅游2601班', '83', '旅游2604班', '67', '没考的班', '—']) expect(texts).toContain(text);
    expect(chart.alt).toBe('各班成绩箱线图：旅游2601班中位数最高，83 分；旅游2604班最低，67 分');
    const same = [scores([64, 76, 83, 89, 99], 82.7), scores([60, 76, 83, 89, 90], 80)];
    expect(boxChart(same.map((figures, index) => ({ name: `${index + 1}班`, scores: figures }))).alt).toBe(
      '各班成绩箱线图：各班中位数都是 83 分',
    );
  });

  it('say 不适用 for a measure that is not had, in radar and bars', async () => {
    const values = { zqd: 79.64, lld: 74, wzd: 83, gjc: null };
    const before = { name: '上一次', values: { zqd: 70, lld: 70, wzd: 70, gjc: 90 } };
    const radar = await draw(radarChart(values, before));
    expect(radar.texts).toContain('准确度 79.6');
    expect(radar.texts.join('')).toContain('不适用');
    const bars = await draw(measuresChart(values, before));
    for (const text of ['准确度', '79.6', '不适用', '90']) expect(bars.texts).toContain(text);
    expect(radarChart(values).alt).toBe('四项得分雷达图：准确度 79.6，流利度 74，完整度 83，关键词 不适用');
  });

  it('number the items and name those with negative discrimination', async () => {
    const chart = itemsChart([
      { number: 1, facility: known(92), discriminationIndex: known(31) },
      { number: 7, facility: known(37), discriminationIndex: known(-12) },
      { number: 9, facility: known(50), discriminationIndex: unknown },
    ]);
    const { texts } = await draw(chart);
    expect(texts).toContain('7');
    expect(texts).not.toContain('9');
    expect(chart.alt).toContain('第 7 题区分度为负');
  });

  it('show grades and no points where only grades may be seen', async () => {
    const chart = courseChart({
      title: '成绩曲线',
      points: [
        { day: '11-01', name: '一' },
        { day: '11-08', name: '二' },
      ],
      lines: [{ name: '总评', values: [0, 2] }],
      grades: ['待提高', '良好', '优秀'],
    });
    const { texts } = await draw(chart);
    expect(texts).toEqual(expect.arrayContaining(['待提高', '良好', '优秀']));
    expect(texts.filter((text) => /^\d+$/.test(text))).toEqual([]);
    expect(chart.alt).toBe('成绩曲线折线图：2 场考试，总评从待提高到优秀');
  });

  it('put practice and exams beside each other', async () => {
    const chart = practiceChart(
      [{ from: 'a', label: '11/2–11/8', counts: { oral: 2, written: 1, theory: 4 }, total: 7, rightPercent: null }],
      [72],
    );
    const { texts } = await draw(chart);
    for (const text of ['7', '72 分', '11/2', '口语', '考试成绩']) expect(texts).toContain(text);
  });

  it('never turn a name into markup', async () => {
    const { svg } = await draw(boxChart([{ name: '<i>&班</i>', scores: scores([1, 2, 3, 4, 5], 3) }]));
    expect(svg).not.toContain('<i>');
    expect(svg).toContain('&lt;i&gt;&amp;班');
  });
});

describe('a chart as an image', () => {
  const chart = radarChart({ zqd: 80, lld: 70, wzd: 60, gjc: 50 });
  const ask = (headers: Record<string, string> = {}) => new Request('http://x/census/chart', { headers });

  it('is private, carries a policy of its own and is not sent again unchanged', async () => {
    const first = await answerChart(ask(), chart, LIGHT);
    expect(first.headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8');
    expect(first.headers.get('Cache-Control')).toBe('private, no-cache');
    expect(first.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    const tag = first.headers.get('ETag') ?? '';
    expect((await answerChart(ask({ 'If-None-Match': tag }), chart, LIGHT)).status).toBe(304);
    expect((await answerChart(ask({ 'If-None-Match': tag }), chart, { ...LIGHT, scheme: 'dark' })).status).toBe(200);
  });
});
