import type { Part } from '~/domain/exam/parts.rules';
import type { Measure } from '~/domain/exam/measures.rules';

/** What the statistics pages show. Percentages are 0–100 of the full mark and unrounded; pages round. */

/** A figure that cannot be had is null, and says why (人数不足 2 人，没有标准差). */
export type Figure = { value: number; reason: null } | { value: null; reason: string };

/** A figure that has its value. */
export function known(value: number): Figure {
  return { value, reason: null };
}

/** A figure that cannot be had, and why: a Chinese sentence. */
export function unknown(reason: string): Figure {
  return { value: null, reason };
}

/** Of a set of scores (the whole exam, a part, a class). */
export type ScoreFigures = {
  /** With a score. */
  count: number;
  absent: number;
  /** Sat, not yet scored. */
  unscored: number;
  mean: Figure;
  median: Figure;
  /** Sample standard deviation (n − 1). */
  standardDeviation: Figure;
  min: Figure;
  max: Figure;
  lowerQuartile: Figure;
  upperQuartile: Figure;
  skewness: Figure;
  kurtosis: Figure;
  /** Shares 0–100 of those with a score, by the exam's thresholds. */
  passRate: Figure;
  goodRate: Figure;
  excellentRate: Figure;
  lowRate: Figure;
  /** In tens: 0–9 … 90–100; scores are rounded half up first, as everywhere they are shown. */
  distribution: { from: number; to: number; count: number }[];
};

/** Of one item, by Moodle's published definitions. */
export type ItemFigures = {
  itemId: number;
  /** Its place in the paper, from 1; pools that papers are drawn from follow the items of every paper. */
  number: number;
  /** Of a pool: only some papers have it. */
  isDrawn: boolean;
  title: string;
  /** 单选, 口语, 笔试… */
  kindLabel: string;
  points: number;
  /** Papers that had it and are scored. */
  count: number;
  mean: Figure;
  /** Mean as a percentage of its points. */
  facility: Figure;
  standardDeviation: Figure;
  /** −100 … 100. */
  discriminationIndex: Figure;
  discriminationEfficiency: Figure;
  intendedWeight: Figure;
  effectiveWeight: Figure;
  /** Of a choice: how often each option was taken; otherwise empty. */
  options: { key: string; text: string; isKey: boolean; count: number }[];
  /** Plain sentences where something is off. */
  remarks: string[];
};

/** How a section of a paper came out. */
export type SectionFigures = {
  key: number;
  /** 一、单项选择题 */
  title: string;
  itemCount: number;
  points: number;
  /** Of what the papers that are scored earned in it. */
  mean: Figure;
  /** The mean in percent of the section's points. */
  facility: Figure;
};

/** Of one part's paper as a measuring instrument. */
export type PaperFigures = {
  part: Part;
  /** Papers that are scored. */
  count: number;
  /** Cronbach's alpha, at most 1: Moodle's coefficient of internal consistency divided by 100. */
  alpha: Figure;
  /** In percent of the standard deviation. */
  errorRatio: Figure;
  /** In hundredths of the full mark, as all scores. */
  standardError: Figure;
  items: ItemFigures[];
  /** 大题 in order; none where the paper has none. */
  sections: SectionFigures[];
  /** Plain sentences about the paper as a whole: too few papers, 信度偏低. */
  remarks: string[];
};

export type MeasureMeans = Record<Measure, Figure>;

export type ClassFigures = {
  classroomId: number;
  name: string;
  total: ScoreFigures;
  measures: MeasureMeans | null;
};

/** What scores are of: the exam's total, or one part. */
export type Basis = 'total' | Part;

/** Everything of one exam, of all its classes or of one (`classroomId`; 0 is all). */
export type ExamFigures = {
  examId: number;
  classroomId: number;
  /**
   * What `total` and `classes` speak of: the total, or the part that was asked for. An examiner of one part gets that
   * part, and nothing of the other.
   */
  basis: Basis;
  total: ScoreFigures;
  /** Those the reader may see. */
  parts: { part: Part; scores: ScoreFigures }[];
  /** Null when the exam has no oral part, or none of it is marked by measures. */
  measures: MeasureMeans | null;
  /** All classes together, whichever was asked for: what a class is compared with. */
  whole: { total: ScoreFigures; measures: MeasureMeans | null };
  /** Every class of the exam, whichever was asked for: class against grade. */
  classes: ClassFigures[];
  papers: PaperFigures[];
};
