import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { slicesOf } from '~/db/update-many.server';
import { examSettingsSchema, type ExamSettings } from '~/domain/exam/exam-settings.schema';
import type { Part } from '~/domain/exam/parts.rules';
import { isOutForAttempt } from '~/domain/exam/released.queries.server';
import { listArbitersOnly, reaches } from '../paper/assignments.queries.server';
import { expectedExaminers } from '../paper/expected.rules';
import { listMarkedByKeyAlone, type SupposedCorrection } from '../paper/scoring-items.queries.server';
import type { PaperScore, PaperScores } from '../paper/settle.rules';
import type { Settlement } from '../paper/settlement.rules';

/**
 * As if the exam had chosen so, or an item of it were corrected so; `asMarked`: as if its result were not out and a hand
 * marked it.
 */
type Supposed = { markedBy?: ExamSettings['markedBy']; correction?: SupposedCorrection; asMarked?: boolean };

/** Papers with all their scores, by id, for settling many at once. Asks no rights. */
export async function listPaperScores(attemptIds: number[], supposed: Supposed = {}): Promise<PaperScores[]> {
  const papers: PaperScores[] = [];
  for (const ids of slicesOf(attemptIds)) papers.push(...(await readSlice(ids, supposed)));
  return papers;
}

async function readSlice(ids: number[], { markedBy, correction, asMarked = false }: Supposed): Promise<PaperScores[]> {
  const attempts = await db()
    .selectFrom('attempts')
    .select(['id', 'exam_id', 'student_id', 'part', 'number', 'state', 'closed_by', 'settlement', 'percent'])
    .select((select) =>
      select
        .case()
        .when(select.and([select('fixed_examiners', 'is not', null), isOutForAttempt()]))
        .then(select.ref('fixed_examiners'))
        .else(null)
        .end()
        .as('fixed'),
    )
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  const scores = await db().selectFrom('scores').selectAll().where('attempt_id', 'in', ids).orderBy('id').execute();
  const marks = await db()
    .selectFrom('score_marks')
    .innerJoin('scores', 'scores.id', 'score_marks.score_id')
    .select(['score_marks.score_id', 'score_marks.item_id', 'score_marks.points', 'score_marks.hand_points'])
    .where('scores.attempt_id', 'in', ids)
    .execute();
  const decisions = await db().selectFrom('score_decisions').selectAll().where('attempt_id', 'in', ids).execute();
  const given = await listGiven(ids);
  const parts = new Map<string, ExpectingPart>();
  for (const { exam_id: examId, part } of attempts) {
    const key = `${examId}.${part}`;
    if (!parts.has(key)) parts.set(key, await readPart(examId, part as Part, correction));
  }

  const papers = new Map<number, PaperScores>();
  for (const row of attempts) {
    const part = parts.get(`${row.exam_id}.${row.part}`);
    if (!part) continue;
    const finalIds = scores
      .filter((score) => score.attempt_id === row.id && score.state === 'final')
      .map((score) => score.examiner_id);
    const isNamed = (id: number) => id === part.ownerId || part.named.includes(id);
    papers.set(row.id, {
      attempt: {
        id: row.id,
        studentId: row.student_id,
        part: row.part as Part,
        number: row.number,
        state: row.state,
        closedBy: row.closed_by,
        settlement: row.settlement as Settlement,
        percent: row.percent,
      },
      scores: [],
      expected: expectedExaminers({
        ...part,
        markedBy: markedBy ?? part.markedBy,
        given: (given.get(row.id) ?? []).filter((id) => reaches({ isNamed: isNamed(id), examinerId: id }, finalIds)),
        isByKeyAlone: !asMarked && part.byKeyAlone.has(row.id),
        fixed: row.fixed === null || asMarked ? null : fromJson<number[]>(row.fixed),
      }),
      ownerId: part.ownerId,
      decision: null,
      isKept: false,
    });
  }
  const byId = new Map<number, PaperScore>();
  for (const row of scores) {
    const score: PaperScore = {
      id: row.id,
      examinerId: row.examiner_id,
      kind: row.kind === 'arbiter' ? 'arbiter' : 'examiner',
      isFinal: row.state === 'final',
      percent: row.percent,
      marks: new Map(),
    };
    byId.set(row.id, score);
    papers.get(row.attempt_id)?.scores.push(score);
  }
  for (const mark of marks) {
    byId.get(mark.score_id)?.marks.set(mark.item_id, { points: mark.points, handPoints: mark.hand_points });
  }
  for (const row of decisions) {
    const paper = papers.get(row.attempt_id);
    if (!paper) continue;
    paper.decision = fromJson<number[]>(row.score_ids);
    paper.isKept = row.is_kept === 1;
  }
  return [...papers.values()];
}

/** What the papers of a part have in common when it is asked who has to mark them. */
type ExpectingPart = {
  ownerId: number;
  named: number[];
  arbiters: Set<number>;
  isSharedOut: boolean;
  markedBy: ExamSettings['markedBy'];
  byKeyAlone: Set<number>;
};

async function readPart(
  examId: number,
  part: Part,
  correction: SupposedCorrection | undefined,
): Promise<ExpectingPart> {
  const exam = await db()
    .selectFrom('exams')
    .select(['owner_id', 'settings'])
    .where('id', '=', examId)
    .executeTakeFirstOrThrow();
  const named = await db()
    .selectFrom('exam_examiners')
    .select('teacher_id')
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .orderBy('teacher_id')
    .execute();
  const shared = await db()
    .selectFrom('score_assignments')
    .select('kind')
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .where('kind', '=', 'examiner')
    .limit(1)
    .executeTakeFirst();
  return {
    ownerId: exam.owner_id,
    named: named.map((row) => row.teacher_id),
    arbiters: await listArbitersOnly(examId, part),
    isSharedOut: shared !== undefined,
    markedBy: examSettingsSchema.parse(fromJson<unknown>(exam.settings)).markedBy,
    byKeyAlone: await listMarkedByKeyAlone(examId, part, correction),
  };
}

/** Whom each paper was given to as an examiner. */
async function listGiven(attemptIds: number[]): Promise<Map<number, number[]>> {
  const rows = await db()
    .selectFrom('attempts')
    .innerJoin('score_assignments', (join) =>
      join
        .onRef('score_assignments.exam_id', '=', 'attempts.exam_id')
        .onRef('score_assignments.part', '=', 'attempts.part')
        .onRef('score_assignments.student_id', '=', 'attempts.student_id'),
    )
    .select(['attempts.id', 'score_assignments.examiner_id'])
    .where('attempts.id', 'in', attemptIds)
    .where('score_assignments.kind', '=', 'examiner')
    .orderBy('score_assignments.examiner_id')
    .execute();
  const given = new Map<number, number[]>();
  for (const row of rows) given.set(row.id, [...(given.get(row.id) ?? []), row.examiner_id]);
  return given;
}
