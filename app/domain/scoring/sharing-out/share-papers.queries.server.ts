import { classroomThen } from '~/domain/classroom/members-then.server';
import { classNameThen, studentNameThen } from '~/domain/classroom/names-then.server';
import { db } from '~/db/db.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import type { Part } from '~/domain/exam/parts.rules';
import { listReleasedStudents } from '~/domain/exam/released.queries.server';
import { listExaminers } from '~/domain/user/user.queries.server';
import { groupBy } from '~/lib/group-by';
import { listAssignments, reaches } from '../paper/assignments.queries.server';
import { listLooks } from '../paper/looks.queries.server';
import { listMarkedByKeyAlone } from '../paper/scoring-items.queries.server';
import { isUnshared } from '../paper/share-out.rules';
import type { ShareablePaper } from './share-out-plan.rules';

/**
 * What can be shared out of a part: papers handed in, by student; not those that their keys mark alone, and not those
 * of students whose results are out. After the release it is those of re-sits that wait for their marks; `isRecord`:
 * all that were. Asks no rights.
 */
export async function listSharePapers(
  exam: ExamView,
  part: Part,
  { isRecord = false } = {},
): Promise<ShareablePaper[]> {
  const attempts = await db()
    .selectFrom('attempts')
    .innerJoin('users', 'users.id', 'attempts.student_id')
    .leftJoin('classrooms', (join) => join.on('classrooms.id', '=', classroomThen(exam.id)))
    .select(['attempts.id', 'attempts.student_id', 'attempts.state', 'attempts.settlement'])
    .select([classroomThen(exam.id).as('classroom_id'), studentNameThen(exam.id).as('name')])
    .select(classNameThen(exam.id).as('class_name'))
    .where('attempts.exam_id', '=', exam.id)
    .where('attempts.part', '=', part)
    .where('attempts.state', '!=', 'in_progress')
    .orderBy('classrooms.name')
    .orderBy('users.account_key')
    .orderBy('attempts.number')
    .execute();
  const scores = await db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .select(['scores.attempt_id', 'attempts.student_id', 'scores.examiner_id', 'scores.state', 'scores.kind'])
    .where('attempts.exam_id', '=', exam.id)
    .where('attempts.part', '=', part)
    .orderBy('scores.id')
    .execute();
  const finalsOf = groupBy(
    scores.filter((score) => score.kind !== 'arbiter' && score.state === 'final'),
    (score) => score.attempt_id,
  );
  const byKeyAlone = await listMarkedByKeyAlone(exam.id, part);
  const isOut = isRecord ? new Set<number>() : await listReleasedStudents(exam.id);
  const assigned = groupBy(await listAssignments(exam.id, part), (one) => one.studentId);
  const hasOnlyOpen = !isRecord && exam.status === 'released';
  const papers = new Map<number, ShareablePaper>();
  for (const attempt of attempts) {
    if (byKeyAlone.has(attempt.id) || isOut.has(attempt.student_id)) continue;
    const own = assigned.get(attempt.student_id) ?? [];
    const paper = papers.get(attempt.student_id) ?? {
      studentId: attempt.student_id,
      studentName: attempt.name,
      classId: attempt.classroom_id ?? 0,
      className: attempt.class_name ?? '',
      count: 0,
      attempts: [],
      examinerIds: [],
      begunIds: [],
      arbiterIds: own.filter(({ kind }) => kind === 'arbiter').map(({ examinerId }) => examinerId),
      finalIds: [],
      fixedIds: [],
      draftIds: [],
      lookedIds: [],
      finals: [],
      isSettled: true,
      contestedIds: [],
    };
    papers.set(attempt.student_id, paper);
    const finalIds = (finalsOf.get(attempt.id) ?? []).map((score) => score.examiner_id);
    const isScored = attempt.state === 'scored';
    const isContested = attempt.settlement === 'arbitration' || attempt.settlement === 'owner';
    const given = own.filter((one) => one.kind === 'examiner' && reaches(one, finalIds));
    const waitsFor = given.map((one) => ({ isFinal: finalIds.includes(one.examinerId), canCome: one.isActive }));
    const isCounted = !hasOnlyOpen || !isScored;
    if (isCounted) paper.count += 1;
    const isOpen = isUnshared({ isScored, isContested, waitsFor });
    paper.attempts.push({ id: attempt.id, isScored, isCounted, finalIds, isUnshared: isOpen });
    paper.finals.push(finalIds);
    paper.isSettled &&= isScored;
    if (attempt.settlement === 'arbitration') paper.contestedIds.push(attempt.id);
  }
  const active = await listActiveExaminers(exam, part);
  for (const paper of papers.values()) {
    const open = paper.attempts.filter((one) => !one.isScored);
    // What is open says whose the papers are: who has left keeps what they marked, not the re-sit of it.
    for (const { examinerId, kind, isNamed } of assigned.get(paper.studentId) ?? []) {
      const isReached = (open.length > 0 ? open : paper.attempts).some((one) =>
        reaches({ isNamed, examinerId }, one.finalIds),
      );
      if (kind === 'examiner' && isReached) paper.examinerIds.push(examinerId);
    }
    for (const id of [...open, ...paper.attempts.slice(-1)].flatMap((one) => one.finalIds)) add(paper.fixedIds, id);
  }
  const canMark = (id: number) => active.has(id) || id === exam.ownerId;
  for (const look of await listLooks(exam.id, part)) {
    const paper = papers.get(look.student_id);
    if (paper) add(paper.lookedIds, look.teacher_id);
  }
  for (const score of scores) {
    const paper = papers.get(score.student_id);
    if (!paper) continue;
    const id = score.examiner_id;
    if (score.kind !== 'arbiter' && score.state !== 'final') add(paper.draftIds, id);
    if (score.kind === 'arbiter') add(paper.arbiterIds, id);
    else if (score.state === 'final') {
      add(paper.finalIds, id);
      const isDone = paper.attempts.every((one) => one.isScored || one.finalIds.includes(id));
      if (canMark(id) || isDone) add(paper.begunIds, id);
    }
    // A draft holds a paper for who still has it, or began it while it was everybody's, and can go on with it.
    else if (active.has(id) && (paper.examinerIds.length === 0 || paper.examinerIds.includes(id))) {
      add(paper.begunIds, id);
    }
  }
  return [...papers.values()].filter((paper) => !hasOnlyOpen || !paper.isSettled);
}

function add(list: number[], id: number): void {
  if (!list.includes(id)) list.push(id);
}

/** The examiners of a part who can still come: without those whose account is disabled. */
export async function listActiveExaminers(exam: ExamView, part: Part): Promise<Set<number>> {
  const active = new Set((await listExaminers()).map((one) => one.id));
  return new Set(exam.examinerIds[part].filter((id) => active.has(id)));
}
