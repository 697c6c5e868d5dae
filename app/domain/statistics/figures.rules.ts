import type { Part } from '~/domain/exam/exam.rules';
import type { Measure } from '~/domain/exam/measures.rules';

/** What the statistics pages show. Percentages are 0–100 of the full mark and unrounded; pages round. */

/** A figure that cannot be had is null, and says why (人数不足 2 人，没有标准差). */
export type Figure = { value: number; reason: null } | { value: null; reason: string };

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
  /** In tens: 0–9 … 90–100. */
  distribution: { from: number; to: number; count: number }[];
};

/** Of one item, by Moodle's published definitions. */
export type ItemFigures = {
  itemId: number;
  /** Its place in the paper, from 1. */
  number: number;
  title: string;
  /** 单选, 口语, 手写… */
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

/** Of one part's paper as a measuring instrument. */
export type PaperFigures = {
  part: Part;
  alpha: Figure;
  errorRatio: Figure;
  standardError: Figure;
  items: ItemFigures[];
};

export type MeasureMeans = Record<Measure, Figure>;

export type ClassFigures = {
  classroomId: number;
  name: string;
  total: ScoreFigures;
  measures: MeasureMeans | null;
};

/** Everything of one exam, of all its classes or of one (`classroomId`; 0 is all). */
export type ExamFigures = {
  examId: number;
  classroomId: number;
  total: ScoreFigures;
  parts: { part: Part; scores: ScoreFigures }[];
  /** Null when the exam has no oral part, or none of it is marked by measures. */
  measures: MeasureMeans | null;
  /** Every class of the exam, whichever was asked for: class against grade. */
  classes: ClassFigures[];
  papers: PaperFigures[];
};
