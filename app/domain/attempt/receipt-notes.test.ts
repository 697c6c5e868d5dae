import { expect, test } from 'vitest';
import { handInForStudents } from '~/domain/room/hand-in.commands.server';
import { db } from '~/db/db.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { saveAnswers } from './answer.commands.server';
import { startAttempt } from './attempt.commands.server';
import { getAttemptView } from './attempt.queries.server';
import { listReceiptNotes } from './receipt-notes.queries.server';
import { refusalOf } from './refusal.rules';
import { getSittingState } from './sitting.commands.server';

useDatabase();

const T = Date.now();

test('代交: the page is told, and the receipt names each answer that came after it, once, beside what counts', async () => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const questions = [
    await makeTheoryQuestion({ owner, kind: 'short' }),
    await makeTheoryQuestion({ owner, kind: 'short' }),
    await makeTheoryQuestion({ owner, kind: 'short' }),
  ];
  const exam = await makeExam({ owner, classrooms: [classroom], written: questions, now: T });
  const actor = actorOf(student);
  const { id } = await startAttempt(actor, { examId: exam.id, part: 'written' }, T);
  const [first = 0, second = 0, third = 0] = exam.items.map((item) => item.id);
  const save = (itemId: number, text: string, revision: number, at: number) =>
    saveAnswers(actor, { attemptId: id, answers: [{ itemId, value: { text }, revision }] }, at);
  await save(first, '先写的', 0, T + 1000);
  await save(third, '没有改过的', 0, T + 1000);
  expect(await getSittingState(actor, id, T + 1000)).toMatchObject({ isOpen: true });

  const handIn = { id: exam.id, part: 'written' as const, studentIds: [student.id], reason: '突然不舒服' };
  await handInForStudents(actorOf(owner), handIn, T + 2000);
  expect(await getSittingState(actor, id, T + 3000)).toMatchObject({
    isOpen: false,
    attempt: { closedBy: 'teacher', receipt: { reason: '突然不舒服' } },
  });
  await save(first, '后写的', 1, T + 4000);
  await save(first, '最后写的', 1, T + 5000);
  await save(second, '才写的', 0, T + 5000);
  await save(third, '没有改过的', 1, T + 5000);
  const notes = await listReceiptNotes(await getAttemptView(id));
  expect(notes.map(({ position, kind, text }) => [position, kind, text])).toEqual([
    [1, 'answer', expect.stringMatching(/^\S+ \S+ 保存的算数；\S+ \S+ 才送到的没有计入：老师已经收卷/)],
    [2, 'answer', expect.stringMatching(/^\S+ \S+ 才送到的没有计入：老师已经收卷/)],
  ]);
  // Whoever marks it without names reads neither when that was nor that its teacher handed it in, nor a file's own name.
  const reason = refusalOf('缺考生的照片.jpg', '这不是图片，请换一张。');
  await db()
    .insertInto('refused_files')
    .values({ attempt_id: id, item_id: second, kind: 'photo', reason, refused_at: T + 6000 })
    .execute();
  const blind = await listReceiptNotes(await getAttemptView(id), { isBlind: true });
  expect(blind.map(({ position, at, text }) => [position, at, text])).toEqual([
    [1, 0, '先前保存的算数；才送到的没有计入：已经收卷；已留存，老师可以看到'],
    [2, 0, '才送到的没有计入：已经收卷；已留存，老师可以看到'],
    [2, 0, '没有收下：这不是图片，请换一张。'],
  ]);
});

test('a photo that came after the photo deadline is told that, not that the paper was handed in', async () => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    written: [await makeWrittenQuestion({ owner })],
    now: T,
  });
  const until = T + 10_000;
  const attempt = await makeAttempt({
    ...{ exam, student, part: 'written' as const, state: 'submitted', upload_deadline_at: until, now: T },
  });
  const file = await makeFile({ owner: student });
  const photo = { attempt_id: attempt.id, item_id: exam.items[0]?.id ?? 0, file_id: file.id, position: 1 };
  await db()
    .insertInto('photos')
    .values({ ...photo, received_at: until + 60_000, outcome: 'refused' })
    .execute();
  const [note] = await listReceiptNotes(await getAttemptView(attempt.id));
  expect(note?.text).toMatch(/才送到，没有计入：照片 .+ 截止；已留存，老师可以看到$/);
});

test('a recording that came too late is named with its length, beside the beginning of it that counts', async () => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const exam = await makeExam({ owner, classrooms: [classroom], oral: await makeOralQuestion({ owner }), now: T });
  const attempt = await makeAttempt({ exam, student, part: 'oral', state: 'auto_submitted', now: T });
  const take = async (number: number, outcome: 'saved' | 'refused', seconds: number) => {
    const { id } = await makeFile({ owner: student, kind: 'audio' });
    const row = { attempt_id: attempt.id, item_id: exam.items[0]?.id ?? 0, file_id: id, number, outcome };
    await db()
      .insertInto('takes')
      .values({ ...row, is_chosen: outcome === 'saved' ? 1 : 0, duration_ms: seconds * 1000, received_at: T + number })
      .execute();
  };
  await take(1, 'refused', 38);
  const texts = async () => (await listReceiptNotes(await getAttemptView(attempt.id))).map(({ text }) => text);
  const late = '一段 38 秒的录音 \\S+ \\S+ 才送到，没有计入：截止时间已过；已留存，老师可以看到，由老师决定是否计入';
  expect(await texts()).toEqual([expect.stringMatching(new RegExp(`^${late}$`))]);
  await take(2, 'saved', 3);
  expect(await texts()).toEqual([expect.stringMatching(new RegExp(`^第 2 条（3 秒）计分；还有${late}$`))]);
});
