/** 评分一致性: how alike the examiners of a part score, pure. All figures in points of 100. */

/** An examiner's final score of a paper. */
export type GivenScore = { examinerId: number; percent: number };

/** A paper with the final scores of its examiners, the third one and the decision apart. */
export type ScoredPaper = {
  examiners: GivenScore[];
  arbiter: GivenScore | null;
  /** It went to a third, or to the owner. */
  isContested: boolean;
  /** Whose scores counted in the end; [] while it is not settled. */
  countedExaminerIds: number[];
};

/** A figure, or why there is none. */
export type Figure = { value: number } | { why: string };

export type ExaminerFigures = {
  examinerId: number;
  papers: number;
  mean: Figure;
  /** Sample standard deviation. */
  spread: Figure;
  /** Mean difference to the others who scored the same papers: above 0 gives more than they do. */
  severity: Figure;
  /** How many papers others scored too. */
  shared: number;
  /** Of those, the share that went to arbitration, 0–1. */
  contestedRate: Figure;
  /** How often the own score counted among those that were settled by a third or by the owner, 0–1. */
  upheldRate: Figure;
};

export type PairFigures = {
  ids: [number, number];
  papers: number;
  /** Mean absolute difference. */
  distance: Figure;
  /** First less second. */
  difference: Figure;
  /** Pearson's, −1 to 1. */
  correlation: Figure;
};

export type ConsistencyFigures = { examiners: ExaminerFigures[]; pairs: PairFigures[] };

/** Every figure of the report. */
export function consistencyOf(papers: ScoredPaper[], examinerIds: number[]): ConsistencyFigures {
  const pairs = examinerIds.flatMap((first, index) =>
    examinerIds.slice(index + 1).flatMap((second) => {
      const pair = pairOf(papers, first, second);
      return pair.papers > 0 ? [pair] : [];
    }),
  );
  return { examiners: examinerIds.map((id) => examinerOf(papers, id)), pairs };
}

function examinerOf(papers: ScoredPaper[], examinerId: number): ExaminerFigures {
  const own = papers.flatMap((paper) => {
    const mine = paper.examiners.find((score) => score.examinerId === examinerId);
    return mine ? [{ paper, percent: mine.percent }] : [];
  });
  const values = own.map((one) => one.percent);
  const shared = own.filter(({ paper }) => paper.examiners.length > 1);
  const differences = shared.map(({ paper, percent }) => {
    const others = paper.examiners.filter((score) => score.examinerId !== examinerId).map((score) => score.percent);
    return percent - mean(others);
  });
  const contested = shared.filter(({ paper }) => paper.isContested);
  const settled = contested.filter(({ paper }) => paper.countedExaminerIds.length > 0);
  const upheld = settled.filter(({ paper }) => paper.countedExaminerIds.includes(examinerId));
  return {
    examinerId,
    papers: own.length,
    mean: values.length === 0 ? { why: '还没有提交的评分' } : { value: mean(values) },
    spread: sampleDeviation(values),
    severity: differences.length === 0 ? { why: '没有和别人共同评的答卷' } : { value: mean(differences) },
    shared: shared.length,
    contestedRate:
      shared.length === 0 ? { why: '没有和别人共同评的答卷' } : { value: contested.length / shared.length },
    upheldRate:
      settled.length === 0
        ? { why: contested.length === 0 ? '没有仲裁或裁定过的答卷' : '仲裁或裁定还没有完' }
        : { value: upheld.length / settled.length },
  };
}

function pairOf(papers: ScoredPaper[], first: number, second: number): PairFigures {
  const common = papers.flatMap((paper) => {
    const one = paper.examiners.find((score) => score.examinerId === first);
    const other = paper.examiners.find((score) => score.examinerId === second);
    return one && other ? [[one.percent, other.percent] as const] : [];
  });
  const differences = common.map(([one, other]) => one - other);
  const none = { why: '没有共同评的答卷' };
  return {
    ids: [first, second],
    papers: common.length,
    distance: common.length === 0 ? none : { value: mean(differences.map(Math.abs)) },
    difference: common.length === 0 ? none : { value: mean(differences) },
    correlation: correlationOf(common),
  };
}

/** Sample standard deviation (divided by n − 1). */
export function sampleDeviation(values: number[]): Figure {
  if (values.length < 2) return { why: '不足两份' };
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return { value: Math.sqrt(squares / (values.length - 1)) };
}

/** Pearson's correlation of pairs of scores. */
export function correlationOf(pairs: readonly (readonly [number, number])[]): Figure {
  if (pairs.length < 3) return { why: '共同评的不足三份' };
  const [one, other] = [mean(pairs.map((pair) => pair[0])), mean(pairs.map((pair) => pair[1]))];
  let [both, first, second] = [0, 0, 0];
  for (const [a, b] of pairs) {
    both += (a - one) * (b - other);
    first += (a - one) ** 2;
    second += (b - other) ** 2;
  }
  // Dust of binary floats is no spread.
  if (first < 1e-9 || second < 1e-9) return { why: '有一位给的分全部相同' };
  return { value: Math.max(-1, Math.min(1, both / Math.sqrt(first * second))) };
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** From how many common papers on a sentence says that something is off: fewer say little. */
const ENOUGH = 5;

/**
 * Plain sentences where something is off: who gives clearly less or more than the others, who hardly tells papers
 * apart, whose papers often go to arbitration, and pairs whose scores do not go together.
 */
export function remarksOn(figures: ConsistencyFigures, nameOf: (id: number) => string, limit: number): string[] {
  const remarks: string[] = [];
  const spreads = figures.examiners.flatMap((one) =>
    one.papers >= ENOUGH && 'value' in one.spread ? [one.spread.value] : [],
  );
  for (const one of figures.examiners) {
    const name = nameOf(one.examinerId);
    const severity = 'value' in one.severity ? one.severity.value : 0;
    if (one.shared >= ENOUGH && Math.abs(severity) >= Math.max(3, limit / 2)) {
      remarks.push(
        `${name}平均比其他人${severity < 0 ? '低' : '高'} ${Math.abs(severity).toFixed(1)} 分，请对照评分标准。`,
      );
    }
    const widest = Math.max(0, ...spreads);
    if (one.papers >= ENOUGH && 'value' in one.spread && one.spread.value < widest / 3) {
      remarks.push(`${name}给的分很集中（标准差 ${one.spread.value.toFixed(1)}），好坏没有拉开。`);
    }
    if (one.shared >= ENOUGH && 'value' in one.contestedRate && one.contestedRate.value >= 0.3) {
      remarks.push(`${name}和别人共同评的答卷有 ${Math.round(one.contestedRate.value * 100)}% 要仲裁。`);
    }
  }
  for (const pair of figures.pairs) {
    if (pair.papers < ENOUGH || !('value' in pair.correlation) || pair.correlation.value >= 0.5) continue;
    const [first, second] = pair.ids;
    remarks.push(
      `${nameOf(first)}和${nameOf(second)}的评分高低不一致（相关系数 ${pair.correlation.value.toFixed(2)}），请一起重看几份。`,
    );
  }
  return remarks;
}

/** A figure with its digits, `times` 100 for a share in percent; null where there is none. */
export function figureText(figure: Figure, digits: number, times = 1): string | null {
  if (!('value' in figure)) return null;
  const text = (figure.value * times).toFixed(digits);
  // −0.0 is 0.
  return Number(text) === 0 ? (0).toFixed(digits) : text;
}
