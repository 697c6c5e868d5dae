import { classroomThen, isMemberOf } from '~/domain/classroom/members-then.server';
import { db } from '~/db/db.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { isOverFor, phaseOf } from '~/domain/exam/times.rules';
import { PARTS, type Part } from '~/domain/exam/parts.rules';
import { countedAttempt } from '~/domain/scoring/paper/scoring.rules';
import type { PartStanding, Standing } from './standing.rules';

export type ExamStandings = {
  standings: Standing[];
  /** Whether nobody may begin the part any more. */
  isOver: Record<Part, boolean>;
  /** The attempt of each student that counts, where its scores are settled. */
  countedIds: Record<Part, Map<number, number>>;
};

/** Which parts of an exam can no longer be begun. */
export function partsOver(exam: ExamView, now: number): Record<Part, boolean> {
  return { oral: phaseOf(exam, 'oral', now) === 'ended', written: phaseOf(exam, 'written', now) === 'ended' };
}

/** Who may still begin a part that is over for the others: more time of their own has not run out. */
export async function listStillOpen(exam: ExamView, now: number): Promise<{ studentId: number; part: Part }[]> {
  const rows = await db()
    .selectFrom('exam_grants')
    .select(['student_id', 'part', 'extra_minutes'])
    .where('exam_id', '=', exam.id)
    .where('extra_minutes', '>', 0)
    .orderBy('student_id')
    .execute();
  return rows
    .map((row) => ({ studentId: row.student_id, part: row.part as Part, extraMinutes: row.extra_minutes }))
    .filter(
      ({ part, extraMinutes }) => phaseOf(exam, part, now) === 'ended' && !isOverFor(exam, part, extraMinutes, now),
    )
    .map(({ studentId, part }) => ({ studentId, part }));
}

/** Every student of an exam: those of its classes, and whoever sat it without being one of them. Asks no rights. */
export async function loadStandings(exam: ExamView, now: number): Promise<ExamStandings> {
  const attempts = await db()
    .selectFrom('attempts')
    .innerJoin('users', 'users.id', 'attempts.student_id')
    .select(['attempts.id', 'attempts.student_id', 'attempts.part', 'attempts.number', 'attempts.state'])
    .select(['attempts.percent', classroomThen(exam.id).as('classroom_id')])
    .where('attempts.exam_id', '=', exam.id)
    .orderBy('attempts.student_id')
    .orderBy('attempts.number')
    .execute();
  const results = await db()
    .selectFrom('results')
    .select(['student_id', 'oral_percent', 'written_percent', 'total_percent'])
    .where('exam_id', '=', exam.id)
    .execute();
  const candidates = await listCandidates(exam);

  const standings = new Map<number, Standing>();
  const standingOf = (studentId: number, classroomId: number | null): Standing => {
    let found = standings.get(studentId);
    if (!found) {
      const none = (): PartStanding => ({ percent: null, attempt: 'none' });
      found = { studentId, classroomId, isCandidate: false, total: null, parts: { oral: none(), written: none() } };
      standings.set(studentId, found);
    }
    return found;
  };
  for (const { id, classroom_id } of candidates) standingOf(id, classroom_id).isCandidate = true;
  for (const { studentId, part } of await listStillOpen(exam, now)) {
    const standing = standings.get(studentId);
    if (standing) standing.parts[part].attempt = 'to_come';
  }

  const byPart: Record<Part, Map<number, { id: number; number: number; percent: number | null }[]>> = {
    oral: new Map(),
    written: new Map(),
  };
  for (const attempt of attempts) {
    const part = attempt.part as Part;
    // In order of their numbers: the last one stays.
    standingOf(attempt.student_id, attempt.classroom_id).parts[part].attempt =
      attempt.state === 'in_progress' ? 'in_progress' : 'handed_in';
    const own = byPart[part].get(attempt.student_id);
    if (own) own.push(attempt);
    else byPart[part].set(attempt.student_id, [attempt]);
  }
  for (const result of results) {
    const standing = standings.get(result.student_id);
    if (!standing) continue;
    standing.total = result.total_percent;
    standing.parts.oral.percent = result.oral_percent;
    standing.parts.written.percent = result.written_percent;
  }
  const countedIds: ExamStandings['countedIds'] = { oral: new Map(), written: new Map() };
  for (const part of PARTS) {
    for (const [studentId, own] of byPart[part]) {
      const counted = countedAttempt(own, exam.settings.countedAttempt);
      if (counted && counted.percent !== null) countedIds[part].set(studentId, counted.id);
    }
  }
  return { standings: [...standings.values()], isOver: partsOver(exam, now), countedIds };
}

async function listCandidates(exam: ExamView): Promise<{ id: number; classroom_id: number | null }[]> {
  if (exam.classroomIds.length === 0) return [];
  return db()
    .selectFrom('users')
    .select(['id', classroomThen(exam.id).as('classroom_id')])
    .where(isMemberOf(exam.id, exam.classroomIds))
    .where('user_type', '!=', 1)
    .where('deleted_at', 'is', null)
    .execute();
}
