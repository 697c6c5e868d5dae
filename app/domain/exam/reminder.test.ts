import { expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { listMessages } from '~/domain/message/message.queries.server';
import { readMessagesAbout } from '~/domain/message/message.commands.server';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import { releaseExams, unreleaseExams } from '~/domain/scoring/release/release.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { remindOfExams } from './reminder.commands.server';
import { publishExam, withdrawExams } from './status.commands.server';
import { closeEndedExams } from '~/domain/room/close.commands.server';

useDatabase();

const HOUR = 3600_000;
const NOW = Date.UTC(2026, 10, 21, 1);
const BEGIN = NOW + 30 * HOUR;

const titles = async (actor: Actor) =>
  (await listMessages(actor, { currentPage: 1, pageSize: 50 })).rows.map((row) => row.title).reverse();

/** An exam of both parts, oral at BEGIN and pen three hours later, published now. */
async function makeComing() {
  const teacher = await makeTeacher();
  const classroom = await makeClassroom({ teacher });
  const student = await makeStudent({ classroom_id: classroom.id });
  const exam = await makeExam({
    owner: teacher,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner: teacher }),
    written: [await makeWrittenQuestion({ owner: teacher })],
    name: '期中考试',
    now: NOW,
    oral_begin_time: BEGIN,
    oral_end_time: BEGIN + HOUR,
    begin_time: BEGIN + 3 * HOUR,
    end_time: BEGIN + 4 * HOUR,
    upload_end_time: BEGIN + 5 * HOUR,
    published_at: NOW,
  });
  const outsider = actorOf(await makeStudent());
  return { teacher: actorOf(teacher), student: actorOf(student), outsider, exam };
}

it('reminds each student once a day before and once half an hour before each begin', async () => {
  const { student, teacher, outsider, exam } = await makeComing();
  expect(await remindOfExams(NOW)).toBe(0);
  expect(await remindOfExams(BEGIN - 24 * HOUR)).toBe(1);
  // As after a restart, or by a second server.
  expect(await remindOfExams(BEGIN - 23 * HOUR)).toBe(0);
  expect(await remindOfExams(BEGIN - 20 * HOUR)).toBe(1);
  expect(await Promise.all([remindOfExams(BEGIN - HOUR / 2), remindOfExams(BEGIN - HOUR / 2)])).toContain(1);
  expect(await remindOfExams(BEGIN - 1)).toBe(0);
  expect(await remindOfExams(BEGIN + 1)).toBe(0);
  expect(await remindOfExams(BEGIN + 2.8 * HOUR)).toBe(1);
  expect(await titles(student)).toEqual([
    '考试提醒：期中考试，11-22 15:00 开始',
    '考试提醒：期中考试，11-22 18:00 开始',
    '即将开考：期中考试，15:00 开始',
    '即将开考：期中考试，18:00 开始',
  ]);
  expect(await titles(outsider)).toEqual([]);
  expect(await titles(teacher)).toEqual([]);
  const [message] = (await listMessages(student, { currentPage: 1, pageSize: 50 })).rows;
  expect(message).toMatchObject({ kind: 'exam', link: `/examination/preview?id=${exam.id}` });
  expect(message?.body).toMatch(/^笔试：2026-11-22 18:00 至 2026-11-22 19:00\n/);
});

it('reminds again of an exam that was taken back and moved, not of one at the same time', async () => {
  const { student, teacher, exam } = await makeComing();
  await remindOfExams(BEGIN - 20 * HOUR);
  await withdrawExams(teacher, [exam.id], BEGIN - 19 * HOUR);
  expect(await titles(student)).toEqual(['考试已撤回：期中考试']);
  expect(await remindOfExams(BEGIN - 0.4 * HOUR)).toBe(0);
  const set = (columns: object) => db().updateTable('exams').set(columns).where('id', '=', exam.id).execute();
  await set({ status: 'published', published_at: NOW });
  expect(await remindOfExams(BEGIN - 18 * HOUR)).toBe(0);
  await set({ oral_begin_time: BEGIN + HOUR, oral_end_time: BEGIN + 2 * HOUR });
  expect(await remindOfExams(BEGIN - 18 * HOUR)).toBe(1);
});

it('is silent where the publication has just said the times', async () => {
  const { exam } = await makeComing();
  await db()
    .updateTable('exams')
    .set({ published_at: BEGIN - HOUR })
    .where('id', '=', exam.id)
    .execute();
  expect(await remindOfExams(BEGIN - 0.9 * HOUR)).toBe(0);
  expect(await remindOfExams(BEGIN - 0.4 * HOUR)).toBe(1);
});

it('tells the owner and the examiners once that the exam is over and papers await them', async () => {
  const teacher = await makeTeacher();
  const examiner = await makeTeacher();
  const idle = await makeTeacher();
  const classroom = await makeClassroom({ teacher });
  const student = await makeStudent({ classroom_id: classroom.id });
  const question = await makeOralQuestion({ owner: teacher });
  const examiners = [
    { teacher: examiner, part: 'oral' as const },
    { teacher: idle, part: 'written' as const },
  ];
  const base = { owner: teacher, classrooms: [classroom], oral: question, examiners, now: NOW };
  const exam = await makeExam({ ...base, name: '期末考试' });
  await makeExam({ ...base, name: '没人交卷' });
  await makeAttempt({ exam, student, part: 'oral', state: 'submitted', now: NOW });
  expect(await closeEndedExams(NOW + 3 * HOUR)).toBe(2);
  expect(await closeEndedExams(NOW + 3 * HOUR)).toBe(0);
  for (const one of [teacher, examiner]) expect(await titles(actorOf(one))).toEqual(['考试已结束，待评分：期末考试']);
  expect(await titles(actorOf(idle))).toEqual([]);
  expect(await titles(actorOf(student))).toEqual([]);
});

it('an examiner who has marked everything hears nothing at the end, the others how many are theirs', async () => {
  const teacher = await makeTeacher();
  const [done, open, writing] = [await makeTeacher(), await makeTeacher(), await makeTeacher()];
  const classroom = await makeClassroom({ teacher });
  const exam = await makeExam({
    owner: teacher,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner: teacher }),
    written: [await makeWrittenQuestion({ owner: teacher })],
    examiners: [
      { teacher: done, part: 'oral' },
      { teacher: open, part: 'oral' },
      { teacher: writing, part: 'written' },
    ],
    now: NOW,
  });
  for (let papers = 0; papers < 2; papers += 1) {
    const student = await makeStudent({ classroom_id: classroom.id });
    const paper = await makeAttempt({ exam, student, part: 'oral', state: 'submitted', now: NOW });
    await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW });
    const marks = [{ itemId: exam.items[0]?.id ?? 0, measures: { zqd: 70, lld: 70, wzd: 70, gjc: 70 } }];
    const score = { attemptId: paper.id, comment: '', isFinal: true, version: 0, marks };
    await saveScore(actorOf(done), score, NOW + 2 * HOUR);
  }
  await closeEndedExams(NOW + 30 * HOUR);
  const bodies = async (who: { id: number }) =>
    (await db().selectFrom('messages').select('body').where('user_id', '=', who.id).execute()).map((row) => row.body);
  expect(await bodies(done)).toEqual([]);
  expect(await bodies(open)).toEqual(['口语 2 份答卷等待评分。']);
  expect(await bodies(writing)).toEqual(['笔试 2 份答卷等待评分。']);
  expect(await bodies(teacher)).toEqual(['口语 2 份、笔试 2 份答卷等待评分。']);
});

it('taking a release back takes back what was unread and tells everybody who could see the result', async () => {
  const teacher = await makeTeacher();
  const classroom = await makeClassroom({ teacher });
  const [first, second] = [
    actorOf(await makeStudent({ classroom_id: classroom.id })),
    actorOf(await makeStudent({ classroom_id: classroom.id })),
  ];
  const exam = await makeExam({
    owner: teacher,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner: teacher }),
    status: 'closed',
    name: '期中考试',
    now: NOW - 24 * HOUR,
  });
  const owner = actorOf(teacher);
  await releaseExams(owner, { ids: [exam.id], confirm: true }, NOW);
  await readMessagesAbout(first, `/examination/record_page/index?examId=${exam.id}`, NOW + 1);
  await unreleaseExams(owner, { ids: [exam.id] }, NOW + 2);
  expect(await titles(first)).toEqual(['成绩公布：期中考试', '成绩公布已撤回：期中考试']);
  expect(await titles(second)).toEqual(['成绩公布已撤回：期中考试']);
  await unreleaseExams(owner, { ids: [exam.id] }, NOW + 3);
  await releaseExams(owner, { ids: [exam.id], confirm: true }, NOW + 4);
  expect((await titles(second)).sort()).toEqual(['成绩公布已撤回：期中考试', '成绩公布：期中考试'].sort());
});

it('publishing tells the students of the times', async () => {
  const { teacher, student, exam } = await makeComing();
  await withdrawExams(teacher, [exam.id], NOW + 1);
  await publishExam(teacher, { id: exam.id, version: null }, NOW + 2);
  expect(await titles(student)).toEqual(['考试已撤回：期中考试', '新考试：期中考试']);
});
