import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { getReleaseSummary } from '~/domain/scoring/release/release.queries.server';
import { releaseExams } from '~/domain/scoring/release/release.commands.server';
import { listScoring } from '~/domain/scoring/paper/papers.queries.server';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import { listOwnOpenResits, listResits } from '~/domain/exam/resit.queries.server';
import { handOver } from '~/domain/handover/handover.commands.server';
import { previewHandOver } from '~/domain/handover/handover.queries.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';

/** Of an exam that is out and was shared out: who marks its re-sits, and who is still to sit them. */

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const HOUR = 3_600_000;
const AFTER = NOW + HOUR;

async function makeReleased() {
  const [teacher, a, b] = [await makeTeacher(), await makeTeacher(), await makeTeacher()];
  const owner = actorOf(teacher);
  const classroom = await makeClassroom({ teacher });
  const examiners = [a, b].map((one) => ({ teacher: one, part: 'written' as const }));
  const written = [await makeWrittenQuestion({ owner: teacher })];
  const times = { upload_end_time: NOW - HOUR, status: 'closed' as const, now: NOW };
  const exam = await makeExam({ owner: teacher, classrooms: [classroom], written, examiners, ...times });
  const student = await makeStudent({ classroom_id: classroom.id });
  const paper = { exam, student, part: 'written' as const, state: 'submitted' as const };
  for (const one of [a, b]) {
    await db()
      .insertInto('score_assignments')
      .values({
        exam_id: exam.id,
        part: 'written',
        student_id: student.id,
        examiner_id: one.id,
        kind: 'examiner',
        created_at: NOW,
      })
      .execute();
  }
  const first = await makeAttempt({ ...paper, upload_deadline_at: NOW - HOUR, now: NOW });
  const mark = (who: Actor, attemptId: number, points: number) =>
    saveScore(
      who,
      { attemptId, marks: [{ itemId: exam.items[0]?.id ?? 0, points }], comment: '', isFinal: true, version: 0 },
      AFTER,
    );
  await mark(actorOf(a), first.id, 7);
  await mark(actorOf(b), first.id, 7);
  await releaseExams(owner, { ids: [exam.id], confirm: true }, AFTER);
  const resit = async (of: { id: number }) =>
    db()
      .insertInto('exam_resits')
      .values({
        ...{ exam_id: exam.id, student_id: of.id, part: 'written', state: 'open', reason: '' },
        ...{
          begins_at: AFTER,
          ends_at: AFTER + HOUR,
          upload_ends_at: AFTER + 2 * HOUR,
          granted_by: owner.id,
          granted_at: AFTER,
        },
      })
      .execute();
  return { owner, a, b, classroom, exam, student, first, resit, paper };
}

test('a re-sit goes with the papers of who hands over; what is out stays as it was', async () => {
  const { a, b, exam, student, first, resit, paper } = await makeReleased();
  await resit(student);
  const again = await makeAttempt({ ...paper, number: 2, upload_deadline_at: AFTER, now: AFTER });
  const successor = await makeTeacher();
  const admin = actorOf(await makeTeacher({ is_admin: 1 }));
  const { counts, mark } = await previewHandOver(a.id);
  expect([counts.examinerParts, counts.openPapers]).toEqual([1, 1]);
  await handOver(admin, { fromId: a.id, toId: successor.id, disables: true, mark }, AFTER);
  const given = await db().selectFrom('score_assignments').select('examiner_id').orderBy('examiner_id').execute();
  expect(given.map((row) => row.examiner_id)).toEqual([b.id, successor.id]);
  const filter = { classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 20 } as const;
  const list = await listScoring(actorOf(successor), { ...filter, examId: exam.id, part: 'written' }, AFTER + 1);
  expect(list.rows.filter((row) => row.awaitsMe).map((row) => row.attemptId)).toEqual([again.id]);
  const was = await db()
    .selectFrom('attempts')
    .select(['percent', 'settlement'])
    .where('id', '=', first.id)
    .executeTakeFirst();
  expect(was).toMatchObject({ settlement: 'agreed', percent: 70 });
});

test('who was deleted before the re-sit is to sit nothing; whose photos still come is told of at the release', async () => {
  const { owner, classroom, exam, student, resit, paper } = await makeReleased();
  const gone = await makeStudent({ classroom_id: classroom.id });
  for (const one of [student, gone]) await resit(one);
  const toSit = async (now: number) => (await getReleaseSummary(owner, exam.id, now)).parts[0]?.toSit;
  expect(await toSit(AFTER)).toEqual({ count: 2, until: AFTER + HOUR });
  await db().updateTable('users').set({ deleted_at: AFTER }).where('id', '=', gone.id).execute();
  expect(await toSit(AFTER)).toEqual({ count: 1, until: AFTER + HOUR });
  expect((await listResits(exam.id)).map((one) => one.studentId)).toEqual([student.id]);
  expect((await listOwnOpenResits(owner, AFTER)).map((one) => one.count)).toEqual([1]);
  await makeAttempt({ ...paper, number: 2, upload_deadline_at: AFTER + 2 * HOUR, now: AFTER });
  expect(await toSit(AFTER + 1)).toEqual({ count: 1, until: AFTER + 2 * HOUR });
  expect(await toSit(AFTER + 2 * HOUR)).toEqual({ count: 0, until: null });
});
