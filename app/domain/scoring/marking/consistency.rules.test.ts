import { describe, expect, it } from 'vitest';
import { consistencyOf, correlationOf, remarksOn, sampleDeviation, type ScoredPaper } from './consistency.rules';

const paper = (scores: Record<number, number>, more: Partial<ScoredPaper> = {}): ScoredPaper => ({
  examiners: Object.entries(scores).map(([id, percent]) => ({ examinerId: Number(id), percent })),
  arbiter: null,
  isContested: false,
  countedExaminerIds: Object.keys(scores).map(Number),
  ...more,
});

describe('figures worked by hand', () => {
  // 1 gives 60, 70, 80; 2 gives 66, 72, 90 to the same papers; 1 alone gives 50 to a fourth.
  const papers = [
    paper({ 1: 60, 2: 66 }),
    paper({ 1: 70, 2: 72 }),
    paper({ 1: 80, 2: 90 }, { isContested: true, arbiter: { examinerId: 3, percent: 88 }, countedExaminerIds: [2, 3] }),
    paper({ 1: 50 }),
  ];
  const { examiners, pairs } = consistencyOf(papers, [1, 2, 3]);

  it('of each examiner', () => {
    const [one, two, three] = examiners;
    // Mean 65; squares 25 + 25 + 225 + 225 = 500, / 3 = 166.67, root 12.91.
    expect(one).toMatchObject({ papers: 4, shared: 3, mean: { value: 65 }, severity: { value: -6 } });
    expect(one?.spread).toEqual({ value: expect.closeTo(12.9099, 4) as number });
    expect(one?.contestedRate).toEqual({ value: 1 / 3 });
    expect(one?.upheldRate).toEqual({ value: 0 });
    // Mean 76; squares 100 + 16 + 196 = 312, / 2 = 156, root 12.49.
    expect(two).toMatchObject({ papers: 3, shared: 3, mean: { value: 76 }, severity: { value: 6 } });
    expect(two?.spread).toEqual({ value: expect.closeTo(12.49, 3) as number });
    expect(two?.upheldRate).toEqual({ value: 1 });
    expect(three).toMatchObject({ papers: 0, mean: { why: '还没有提交的评分' }, spread: { why: '不足两份' } });
    expect(three?.severity).toEqual({ why: '没有和别人共同评的答卷' });
  });

  it('of each pair with papers in common', () => {
    expect(pairs).toHaveLength(1);
    // Differences −6, −2, −10. Products: (−10)(−10) + 0(−4) + 10·14 = 240; 200 and 312: 240 / √62400 = 0.9608.
    expect(pairs[0]).toMatchObject({ ids: [1, 2], papers: 3, distance: { value: 6 }, difference: { value: -6 } });
    expect(pairs[0]?.correlation).toEqual({ value: expect.closeTo(0.96077, 5) as number });
  });

  it('of three examiners the others are taken by their mean', () => {
    const [one] = consistencyOf([paper({ 1: 80, 2: 60, 3: 70 })], [1, 2, 3]).examiners;
    expect(one?.severity).toEqual({ value: 15 });
  });
});

describe('what is not defined says why', () => {
  it('spread and correlation', () => {
    expect(sampleDeviation([])).toEqual({ why: '不足两份' });
    expect(sampleDeviation([80])).toEqual({ why: '不足两份' });
    expect(sampleDeviation([80, 80])).toEqual({ value: 0 });
    expect(correlationOf([])).toEqual({ why: '共同评的不足三份' });
    expect(
      correlationOf([
        [1, 2],
        [2, 3],
      ]),
    ).toEqual({ why: '共同评的不足三份' });
    const flat = [
      [70, 60],
      [70, 70],
      [70, 80],
    ] as const;
    expect(correlationOf(flat)).toEqual({ why: '有一位给的分全部相同' });
  });

  it('papers that still wait for their third uphold nobody', () => {
    const waiting = paper({ 1: 60, 2: 90 }, { isContested: true, countedExaminerIds: [] });
    const [one] = consistencyOf([waiting], [1, 2]).examiners;
    expect(one).toMatchObject({ contestedRate: { value: 1 }, upheldRate: { why: '仲裁或裁定还没有完' } });
  });
});

describe('remarks', () => {
  const nameOf = (id: number) => ({ 1: '许志远', 2: '钱一鸣' })[id] ?? '';

  it('say who gives less and more', () => {
    const papers = [60, 65, 70, 75, 80].map((value) => paper({ 1: value, 2: value + 6.2 }));
    expect(remarksOn(consistencyOf(papers, [1, 2]), nameOf, 10)).toEqual([
      '许志远平均比其他人低 6.2 分，请对照评分标准。',
      '钱一鸣平均比其他人高 6.2 分，请对照评分标准。',
    ]);
  });

  it('say who tells nothing apart, whose papers are arbitrated, and what does not go together', () => {
    const papers = [60, 70, 80, 90, 100].map((value, index) =>
      paper({ 1: 80 + (index % 2), 2: value }, { isContested: index > 1 }),
    );
    expect(remarksOn(consistencyOf(papers, [1, 2]), nameOf, 10)).toEqual([
      '许志远给的分很集中（标准差 0.5），好坏没有拉开。',
      '许志远和别人共同评的答卷有 60% 要仲裁。',
      '钱一鸣和别人共同评的答卷有 60% 要仲裁。',
      '许志远和钱一鸣的评分高低不一致（相关系数 0.00），请一起重看几份。',
    ]);
  });

  it('say nothing of a few papers, or of what is alike', () => {
    expect(remarksOn(consistencyOf([paper({ 1: 50, 2: 90 })], [1, 2]), nameOf, 10)).toEqual([]);
    const alike = [60, 65, 70, 75, 80].map((value) => paper({ 1: value, 2: value + 1 }));
    expect(remarksOn(consistencyOf(alike, [1, 2]), nameOf, 10)).toEqual([]);
  });
});
