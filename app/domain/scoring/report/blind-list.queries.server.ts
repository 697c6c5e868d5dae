import type { ExamView } from '~/domain/exam/exam.queries.server';
import { seesNames } from '~/domain/exam/blind.rules';
import { listReleasedStudents } from '~/domain/exam/released.queries.server';
import { findBlindHold, isHeld } from '../sharing-out/blind-left.queries.server';
import { withoutMarks, type ScoreListRow } from './score-list.rules';

/** What of an exam marked blind its owner may read by name, all of it read at one moment. */
export type BlindList = {
  /** Papers without a result: marks are held back until there are none, but for those whose results are out. */
  blindLeft: number;
  /** The owner marks too: marks are held back until the release. */
  isBlindMarker: boolean;
  /** Whether how far this student's papers are and what they came to is held back. */
  isHeldBack: (studentId: number) => boolean;
  /** Rows by name as they may be read. */
  open: (rows: ScoreListRow[]) => ScoreListRow[];
  /** The same without the way to papers that are marked blind, for lists that leave the server: a name beside a paper's id would tell. */
  withoutPapers: (rows: ScoreListRow[]) => ScoreListRow[];
  /** False while marking is blind: a link would tell whose paper it is. */
  hasPaperLinks: boolean;
};

/**
 * Opens what is listed by name of an exam to its owner. Every such list goes through it, whichever page, file or call
 * it is for: what is held back, and from whom, is read once and the same throughout one list.
 */
export async function openBlindList(exam: ExamView): Promise<BlindList> {
  const hasPaperLinks = seesNames(exam, { isOwner: true, view: 'marking' });
  const same = (rows: ScoreListRow[]) => rows;
  if (!exam.settings.isBlind) {
    return {
      blindLeft: 0,
      isBlindMarker: false,
      isHeldBack: () => false,
      open: same,
      withoutPapers: same,
      hasPaperLinks,
    };
  }
  const hold = await findBlindHold(exam);
  const out = await listReleasedStudents(exam.id);
  const isHeldBack = (studentId: number) => isHeld(hold) && !out.has(studentId);
  return {
    blindLeft: hold.left,
    isBlindMarker: hold.isMarker,
    isHeldBack,
    open: (rows) => rows.map((row) => (isHeldBack(row.studentId) ? withoutMarks(row) : row)),
    withoutPapers: (rows) =>
      rows.map((row) => {
        if (seesNames(exam, { isOwner: true, view: 'marking', isOut: out.has(row.studentId) })) return row;
        return { ...row, parts: row.parts.map((part) => ({ ...part, attemptId: null })) };
      }),
    hasPaperLinks,
  };
}
