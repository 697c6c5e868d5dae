import type { AttemptView } from '~/domain/attempt/attempt.queries.server';
import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import type { Part } from '~/domain/exam/parts.rules';
import { MEASURES, type Measure } from '~/domain/exam/measures.rules';
import type { Shape } from '../marking/photo-marks.rules';
import type { ScoreNote } from '../marking/notes.rules';
import type { RubricOutcome } from '../marking/rubric.rules';
import { shownGrade, type ShownGrade } from '../report/score-list.rules';
import type { ScoringItem } from '../paper/scoring-items.queries.server';

/**
 * What a student sees of a result by the exam's setting: points, or only the grade (等级). Pure; used where results
 * leave the domain, so that no page can show what the setting hides.
 */

type Display = Pick<ExamSettings, 'resultDisplay' | 'passFrom' | 'goodFrom' | 'excellentFrom'>;

/** A percentage as it may be shown: a number with its band, or a grade alone. Both null while there is none. */
export type ShownScore = { percent: number | null; grade: ShownGrade | null };

/** A percentage by the setting. */
export function shownScore(percent: number | null, settings: Display): ShownScore {
  if (settings.resultDisplay === 'points') return { percent, grade: null };
  return { percent: null, grade: percent === null ? null : shownGrade(percent, settings) };
}

/** An item with what the student gave and what it earned. */
export type ResultItem = Omit<ScoringItem, 'lateTakes' | 'latePhotos' | 'lateAnswers' | 'acceptances'> & {
  /** Its number in the student's paper, whatever of the paper is withheld. */
  number: number;
  /** What the examiners drew on each photo. */
  photoMarks: Shape[][];
  /** Mean of the scores that count; null for oral items and while there is none. */
  earned: number | null;
  /** Of its full mark; an oral item's total. */
  percent: number | null;
  /** Instead of every number, where the exam shows grades only. */
  grade: ShownGrade | null;
  /** Mean of the scores that count per marking point. */
  earnedPoints: number[] | null;
  /** Rule by rule, where a rubric of rules marked it; of each version that a counted score was given by. */
  outcomes: RubricOutcome[];
  comments: string[];
  /** Over its limit, late, refused: what its mark has to be read with; '' for nothing. */
  remark: string;
  /** What the examiners said at seconds of the recordings. */
  notes: Pick<ScoreNote, 'takeId' | 'atMs' | 'text'>[];
};

/** A section of a result with its items' ids. */
export type ResultSection = {
  key: number;
  heading: string;
  instructions: string;
  /** Null while there is no mark, and where the exam shows grades only. */
  earned: number | null;
  points: number;
  itemIds: number[];
};

export type ResultPart = {
  part: Part;
  weight: number;
  /** Of the full mark; null with `missing` said instead. */
  percent: number | null;
  /** Instead of every number, where the exam shows grades only. */
  grade: ShownGrade | null;
  missing: '缺考' | '待评分' | null;
  earned: number | null;
  fullPoints: number;
  attempt: AttemptView | null;
  /** Where the part was sat again: both marks and which counts; else ''. */
  resit: string;
  comments: { examiner: string; text: string }[];
  /** Several examiners' scores count: the mark and each measure are means of their own, rounded each for itself. */
  isMean: boolean;
  /** Mean of each measure over items and counted scores; null for 不适用. Oral only. */
  measures: Record<Measure, number | null> | null;
  /** The same where the exam shows grades only. */
  measureGrades: Record<Measure, ShownGrade | null> | null;
  /** The same of the oral exam that was released before this one. */
  previousMeasures: { examName: string; measures: Record<Measure, number | null> } | null;
  items: ResultItem[];
  /** 大题 of the paper that these items are of; none where it has none. */
  sections: ResultSection[];
  /** Left out of `items`: they are in an exam that the student is to sit. */
  closedCount: number;
};

type OpenPart = Omit<ResultPart, 'grade' | 'measureGrades' | 'items'> & { items: Omit<ResultItem, 'grade'>[] };

/** A part of a result as its student sees it: in grades without a number that points could be told from. */
export function shownPart(part: OpenPart, settings: Display): ResultPart {
  if (settings.resultDisplay === 'points') {
    const items = part.items.map((item) => ({ ...item, grade: null }));
    return { ...part, grade: null, measureGrades: null, items };
  }
  return {
    ...part,
    ...shownScore(part.percent, settings),
    earned: null,
    sections: part.sections.map((section) => ({ ...section, earned: null })),
    measures: null,
    previousMeasures: null,
    measureGrades: part.measures && gradesOf(part.measures, settings),
    items: part.items.map((item) => ({
      ...item,
      ...shownScore(item.percent, settings),
      earned: null,
      earnedPoints: null,
      outcomes: [],
      // Whether it is right stays; a partly right one is told from its blanks.
      auto: item.auto && { ...item.auto, points: Math.sign(item.auto.points) },
    })),
  };
}

function gradesOf(measures: Record<Measure, number | null>, settings: Display): Record<Measure, ShownGrade | null> {
  const entries = MEASURES.map((measure) => [measure, shownScore(measures[measure], settings).grade]);
  return Object.fromEntries(entries) as Record<Measure, ShownGrade | null>;
}
