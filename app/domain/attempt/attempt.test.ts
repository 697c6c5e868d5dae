import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { GRACE_MS } from '~/domain/exam/times.rules';
import { dropHeldForms, findHeldForm, holdForm, HELD_MS } from '~/domain/user/held-form.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
  type MadeExam,
} from '~tests/factories';
import { useFile } from '~/domain/file/file.commands.server';
import { useDatabase } from '~tests/support/db';
import { saveAnswers } from './answer.commands.server';
import { closeAttemptsOfExam, closeOverdueAttempts, startAttempt, submitAttempt } from './attempt.commands.server';
import { getAttemptView, listAttemptItems, type AttemptView } from './attempt.queries.server';
import { addPhotos, MOST_PHOTOS, removePhoto } from './photo.commands.server';
import { addTake, chooseTake, MOST_TAKES } from './recording.commands.server';
import { getOwnAttempt, getSitting, getWaitingRoom } from './sitting.commands.server';
import { listStudentExams } from '~/domain/scoring/result/student-exams.queries.server';

useDatabase();

const T = 1_800_000_000_000;
const MINUTE = 60_000;
const END = T + 60 * MINUTE;
const PHOTO_END = T + 90 * MINUTE;

let owner: Awaited<ReturnType<typeof makeTeacher>>;
let classroom: Awaited<ReturnType<typeof makeClassroom>>;
let student: Actor;
let other: Actor;
let exam: MadeExam;

beforeEach(async () => {
  owner = await makeTeacher();
  classroom = await makeClassroom({ teacher: owner });
  student = actorOf(await makeStudent({ classroom_id: classroom.id }));
  other = actorOf(await makeStudent({ classroom_id: classroom.id }));
  exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner, keyPoints: ['机密'] }),
    written: [
      await makeTheoryQuestion({ owner }),
      await makeTheoryQuestion({ owner, kind: 'cloze' }),
      await makeWrittenQuestion({ owner }),
    ],
    settings: { maxTakes: 2 },
    now: T,
  });
});

const startWritten = (now = T) => startAttempt(student, { examId: exam.id, part: 'written' }, now);
const startOral = (now = T) => startAttempt(student, { examId: exam.id, part: 'oral' }, now);
const itemIds = (part: string) => exam.items.filter((item) => item.part === part).map((item) => item.id);
const [choice, cloze, pen] = [0, 1, 2].map((index) => () => itemIds('written')[index] ?? 0) as [
  () => number,
  () => number,
  () => number,
];
const oral = () => itemIds('oral')[0] ?? 0;
const save = (attempt: AttemptView, itemId: number, value: object, revision: number, now: number, actor = student) =>
  saveAnswers(actor, { attemptId: attempt.id, answers: [{ itemId, value, revision }] }, now).then(([one]) => one);
const journalOf = (attempt: AttemptView) =>
  db()
    .selectFrom('answer_journal')
    .select(['item_id', 'revision', 'value', 'outcome', 'received_at'])
    .where('attempt_id', '=', attempt.id)
    .orderBy('id')
    .execute();
const audits = (action: string) => db().selectFrom('audit_entries').selectAll().where('action', '=', action).execute();
const grant = (part: string, values: { extra_minutes?: number; attempts?: number }) =>
  db()
    .insertInto('exam_grants')
    .values({ exam_id: exam.id, student_id: student.id, part, extra_minutes: 0, attempts: 1, ...values })
    .execute();

describe('starting', () => {
  test('gives the own deadlines and is recorded once', async () => {
    const attempt = await startWritten();
    expect(attempt).toMatchObject({
      number: 1,
      state: 'in_progress',
      startedAt: T,
      deadlineAt: END,
      uploadDeadlineAt: PHOTO_END,
    });
    expect(await audits('attempt.start')).toHaveLength(1);
  });

  test('takes the time limit and the granted minutes into account', async () => {
    await db().updateTable('exams').set({ written_minutes: 40 }).where('id', '=', exam.id).execute();
    await grant('written', { extra_minutes: 5 });
    expect(await startWritten()).toMatchObject({
      deadlineAt: T + 45 * MINUTE,
      uploadDeadlineAt: PHOTO_END + 5 * MINUTE,
    });
  });

  test('twice, also at once, gives the same attempt', async () => {
    const attempts = await Promise.all(Array.from({ length: 10 }, (_, index) => startWritten(T + index)));
    expect(new Set(attempts.map((attempt) => attempt.id)).size).toBe(1);
    expect(await audits('attempt.start')).toHaveLength(1);
  });

  test.each([
    ['a millisecond too early', T - 10 * MINUTE - 1],
    ['when the window is over', END],
  ])('is refused %s', async (_, now) => {
    await expect(startWritten(now)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('works in the first and the last millisecond', async () => {
    expect(await startWritten(END - 1)).toMatchObject({ deadlineAt: END });
    expect(await startAttempt(other, { examId: exam.id, part: 'written' }, T - 10 * MINUTE)).toMatchObject({
      number: 1,
    });
  });

  test('is nothing for a draft or another class, and refused for a missing part', async () => {
    const stranger = actorOf(await makeStudent({ classroom_id: (await makeClassroom({ teacher: owner })).id }));
    await expect(startAttempt(stranger, { examId: exam.id, part: 'oral' }, T)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(getWaitingRoom(stranger, exam.id, T)).rejects.toMatchObject({ code: 'not_found' });
    await db().updateTable('exams').set({ status: 'draft' }).where('id', '=', exam.id).execute();
    await expect(startOral()).rejects.toMatchObject({ code: 'not_found' });
    const only = await makeExam({ owner, classrooms: [classroom], oral: await makeOralQuestion({ owner }), now: T });
    await expect(startAttempt(student, { examId: only.id, part: 'written' }, T)).rejects.toMatchObject({
      code: 'invalid',
      fields: { part: '这场考试没有笔试部分' },
    });
    await expect(startAttempt(actorOf(owner), { examId: exam.id, part: 'oral' }, T)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  test('a second attempt only when granted', async () => {
    const first = await startWritten();
    await submitAttempt(student, { attemptId: first.id }, T + 1);
    await expect(startWritten(T + 2)).rejects.toMatchObject({ code: 'conflict' });
    await grant('written', { attempts: 2 });
    expect(await startWritten(T + 3)).toMatchObject({ number: 2, startedAt: T + 3 });
  });
});

describe('saving answers', () => {
  test.each([
    [END - 1, 'saved', 1],
    [END, 'grace', 1],
    [END + GRACE_MS, 'grace', 1],
    [END + GRACE_MS + 1, 'refused', 0],
  ])('at %d: %s', async (now, outcome, stored) => {
    const attempt = await startWritten();
    expect(await save(attempt, choice(), { keys: ['B'] }, 0, now)).toMatchObject({ outcome });
    const rows = await db().selectFrom('answers').selectAll().execute();
    expect(rows).toHaveLength(stored);
    if (stored) expect(rows[0]).toMatchObject({ saved_at: now, is_in_grace: outcome === 'grace' ? 1 : 0, revision: 1 });
    expect(await journalOf(attempt)).toMatchObject([{ outcome, received_at: now, value: '{"keys":["B"]}' }]);
  });

  test('every version stays in the journal', async () => {
    const attempt = await startWritten();
    await save(attempt, pen(), { text: '一' }, 0, T + 1);
    await save(attempt, pen(), { text: '一二' }, 1, T + 2);
    await save(attempt, pen(), { text: '一二' }, 1, T + 3);
    expect((await journalOf(attempt)).map((row) => [row.revision, row.value])).toEqual([
      [1, '{"text":"一"}'],
      [2, '{"text":"一二"}'],
    ]);
    const item = (await listAttemptItems(attempt)).find((one) => one.id === pen());
    expect(item?.answer).toEqual({ value: { text: '一二' }, revision: 2, savedAt: T + 2, isInGrace: false });
  });

  test('an outdated revision is a conflict with both versions, nothing is overwritten', async () => {
    const attempt = await startWritten();
    await save(attempt, pen(), { text: '这边' }, 0, T + 1);
    const conflict = await save(attempt, pen(), { text: '那边' }, 0, T + 2);
    expect(conflict).toMatchObject({
      outcome: 'conflict',
      revision: 1,
      stored: { text: '这边' },
      yours: { text: '那边' },
    });
    expect(await save(attempt, pen(), { text: '那边' }, 1, T + 3)).toMatchObject({ outcome: 'saved', revision: 2 });
    expect((await journalOf(attempt)).map((row) => row.outcome)).toEqual(['saved', 'conflict', 'saved']);
  });

  test('an untouched field of an older page is no conflict', async () => {
    const attempt = await startWritten();
    await save(attempt, pen(), { text: '一' }, 0, T + 1);
    await save(attempt, pen(), { text: '二' }, 1, T + 2);
    expect(await save(attempt, pen(), { text: '一' }, 1, T + 3)).toMatchObject({
      outcome: 'unchanged',
      stored: { text: '二' },
    });
    expect(await save(attempt, pen(), { text: '' }, 0, T + 3)).toMatchObject({ outcome: 'unchanged' });
  });

  test('ten writers at once: one wins, nine conflict, all are kept', async () => {
    const attempt = await startWritten();
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) => save(attempt, pen(), { text: `第${index}` }, 0, T + 1)),
    );
    expect(results.filter((one) => one?.outcome === 'saved')).toHaveLength(1);
    expect(results.filter((one) => one?.outcome === 'conflict')).toHaveLength(9);
    expect(await journalOf(attempt)).toHaveLength(10);
  });

  test('a page is saved whole or not at all', async () => {
    const attempt = await startWritten();
    const answers = [
      { itemId: choice(), value: { keys: ['B'] }, revision: 0 },
      { itemId: cloze(), value: { blanks: ['明月', '霜'] }, revision: 0 },
    ];
    await expect(
      saveAnswers(
        student,
        { attemptId: attempt.id, answers: [...answers, { itemId: oral(), value: {}, revision: 0 }] },
        T,
      ),
    ).rejects.toMatchObject({ code: 'invalid', fields: { itemId: expect.stringContaining('口语题') as string } });
    await expect(save(attempt, choice(), { keys: ['Z'] }, 0, T)).rejects.toMatchObject({ code: 'invalid' });
    expect(await journalOf(attempt)).toEqual([]);
    const saved = await saveAnswers(student, { attemptId: attempt.id, answers }, T);
    expect(saved.map((one) => one.outcome)).toEqual(['saved', 'saved']);
  });

  test('a text for a question that wants a photo is refused, not dropped as if nothing had come', async () => {
    const question = await makeWrittenQuestion({ owner, body: { answerBy: 'photo' } });
    exam = await makeExam({ owner, classrooms: [classroom], written: [question], now: T });
    const attempt = await startWritten();
    await expect(save(attempt, itemIds('written')[0] ?? 0, { text: '写在纸上' }, 0, T)).rejects.toMatchObject({
      fields: { value: '这道题用照片作答，文字没有保存。' },
    });
    expect(await save(attempt, itemIds('written')[0] ?? 0, { text: '' }, 0, T)).toMatchObject({ outcome: 'unchanged' });
  });

  test('nothing after handing in, nothing in somebody else’s paper', async () => {
    const attempt = await startWritten();
    await submitAttempt(student, { attemptId: attempt.id }, T + 1);
    expect(await save(attempt, choice(), { keys: ['A'] }, 0, T + 2)).toMatchObject({ outcome: 'refused' });
    // A fellow student is told: it may be a tab that another pupil had open at the same PC.
    for (const [stranger, code] of [
      [other, 'conflict'],
      [actorOf(owner), 'not_found'],
    ] as const) {
      await expect(save(attempt, choice(), { keys: ['A'] }, 0, T, stranger)).rejects.toMatchObject({ code });
      await expect(submitAttempt(stranger, { attemptId: attempt.id }, T)).rejects.toMatchObject({ code });
    }
  });

  test('whoever sends on after the end has the first two and the newest kept', async () => {
    const attempt = await startWritten();
    await submitAttempt(student, { attemptId: attempt.id }, T + 1);
    for (let at = 1; at <= 30; at += 1)
      expect(await save(attempt, pen(), { text: `第 ${at} 次` }, 0, T + 1 + at)).toMatchObject({ outcome: 'refused' });
    expect((await journalOf(attempt)).map((row) => [row.value, row.received_at])).toEqual([
      ['{"text":"第 1 次"}', T + 2],
      ['{"text":"第 2 次"}', T + 3],
      ['{"text":"第 30 次"}', T + 31],
    ]);
    // An old window that sends again what is kept takes nobody's place.
    for (const text of ['第 1 次', '第 2 次', '第 30 次']) await save(attempt, pen(), { text }, 0, T + 100);
    expect((await journalOf(attempt)).map((row) => row.received_at)).toEqual([T + 2, T + 3, T + 31]);
  });
});

describe('handing in', () => {
  test('twenty times at once is one receipt', async () => {
    const attempt = await startWritten();
    await save(attempt, choice(), { keys: ['B'] }, 0, T + 1);
    const receipts = await Promise.all(
      Array.from({ length: 20 }, () => submitAttempt(student, { attemptId: attempt.id }, T + 1000)),
    );
    expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1);
    expect(receipts[0]).toMatchObject({ submittedAt: T + 1000, itemCount: 3, answeredCount: 1, closedBy: 'student' });
    expect(receipts[0]?.code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    expect(await audits('attempt.submit')).toHaveLength(1);
    expect(await getAttemptView(attempt.id)).toMatchObject({
      state: 'submitted',
      receiptRevision: 1,
      receipt: receipts[0],
    });
  });

  test('in the grace it is still the student’s, afterwards the server’s', async () => {
    const attempt = await startWritten();
    expect(await submitAttempt(student, { attemptId: attempt.id }, END + GRACE_MS)).toMatchObject({
      closedBy: 'student',
    });
    const late = await startAttempt(other, { examId: exam.id, part: 'written' }, T);
    expect(await submitAttempt(other, { attemptId: late.id }, END + GRACE_MS + 1)).toMatchObject({
      closedBy: 'server',
      submittedAt: END + GRACE_MS,
    });
  });

  test('the server closes a forgotten paper with what was saved, once', async () => {
    const attempt = await startWritten();
    await save(attempt, cloze(), { blanks: ['明月', ''] }, 0, T + 1);
    expect(await closeOverdueAttempts(END + GRACE_MS)).toBe(0);
    expect(await closeOverdueAttempts(END + GRACE_MS + 1)).toBe(1);
    expect(await closeOverdueAttempts(END + GRACE_MS + 2)).toBe(0);
    expect(await getAttemptView(attempt.id)).toMatchObject({
      state: 'auto_submitted',
      closedBy: 'server',
      submittedAt: END + GRACE_MS,
      receipt: { answeredCount: 1 },
    });
  });

  test('an answer that set out in time but came after the closing counts, with a new receipt revision', async () => {
    const attempt = await startWritten();
    await closeOverdueAttempts(END + GRACE_MS + 1);
    expect(await save(attempt, choice(), { keys: ['B'] }, 0, END + GRACE_MS)).toMatchObject({ outcome: 'grace' });
    expect(await getAttemptView(attempt.id)).toMatchObject({ receiptRevision: 2, receipt: { answeredCount: 1 } });
  });

  test('a page that reads an overdue paper closes it', async () => {
    const attempt = await startWritten();
    const sitting = await getSitting(student, { examId: exam.id, part: 'written' }, END + GRACE_MS + 1);
    expect(sitting.attempt).toMatchObject({ id: attempt.id, state: 'auto_submitted' });
    expect(sitting).toMatchObject({ isOpen: false, arePhotosOpen: true });
  });

  test('the owner may end an exam: open papers are handed in', async () => {
    const attempt = await startWritten();
    expect(await closeAttemptsOfExam(actorOf(owner), exam.id, T + MINUTE)).toBe(1);
    expect(await getAttemptView(attempt.id)).toMatchObject({
      state: 'auto_submitted',
      closedBy: 'teacher',
      submittedAt: T + MINUTE,
    });
    expect(await save(attempt, choice(), { keys: ['B'] }, 0, T + MINUTE)).toMatchObject({ outcome: 'refused' });
    // The same text again is no second arrival, another one is.
    const arrived = () => db().selectFrom('answer_journal').select('value').where('outcome', '=', 'refused').execute();
    const before = (await arrived()).length;
    await save(attempt, choice(), { keys: ['B'] }, 0, T + MINUTE + 1);
    expect(await arrived()).toHaveLength(before);
    await save(attempt, choice(), { keys: ['A'] }, 0, T + MINUTE + 2);
    expect(await arrived()).toHaveLength(before + 1);
  });
});

describe('takes', () => {
  const audio = (createdAt: number, who = student) => makeFile({ owner: who, kind: 'audio', created_at: createdAt });
  const add = async (attempt: AttemptView, createdAt: number, now = createdAt) =>
    addTake(student, { attemptId: attempt.id, itemId: oral(), fileId: (await audio(createdAt)).id }, now);

  test('where any number may be taken there is an end all the same', async () => {
    const attempt = await startOral();
    const row = { attempt_id: attempt.id, item_id: oral(), is_chosen: 0, duration_ms: 1000, received_at: T };
    for (let number = 1; number <= MOST_TAKES; number += 1) {
      await db()
        .insertInto('takes')
        .values({ ...row, file_id: (await audio(T)).id, number, outcome: 'refused' })
        .execute();
    }
    await expect(add(attempt, T + 1)).rejects.toThrow('不能再收');
  });

  test('the last counts unless another is chosen; the limit holds; the same file is one take', async () => {
    const attempt = await startOral();
    const file = await audio(T + 1);
    const input = { attemptId: attempt.id, itemId: oral(), fileId: file.id };
    const first = await addTake(student, input, T + 2);
    expect(first.takes).toMatchObject([{ number: 1, isChosen: true, durationMs: 12_000, receivedAt: T + 1 }]);
    expect((await addTake(student, input, T + 3)).takes).toHaveLength(1);
    const second = await add(attempt, T + 4);
    expect(second.takes.map((take) => take.isChosen)).toEqual([false, true]);
    await expect(add(attempt, T + 5)).rejects.toMatchObject({ code: 'conflict' });
    const chosen = await chooseTake(student, { attemptId: attempt.id, takeId: first.takeId }, T + 6);
    expect(chosen.map((take) => take.isChosen)).toEqual([true, false]);
    expect(await submitAttempt(student, { attemptId: attempt.id }, T + 7)).toMatchObject({
      audioSeconds: 12,
      answeredCount: 1,
    });
    await expect(chooseTake(student, { attemptId: attempt.id, takeId: second.takeId }, T + 8)).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('lateness goes by when the upload began', async () => {
    const attempt = await startOral();
    expect(await add(attempt, END + GRACE_MS, END + GRACE_MS + MINUTE)).toMatchObject({ outcome: 'grace' });
    const late = await add(attempt, END + GRACE_MS + 1, END + GRACE_MS + MINUTE);
    expect(late).toMatchObject({ outcome: 'refused' });
    expect(late.takes).toHaveLength(1);
    const [item] = await listAttemptItems(attempt);
    expect(item).toMatchObject({ takes: [{ number: 1 }], lateTakes: [{ number: 2, isChosen: false }] });
  });

  test('only own recordings', async () => {
    const attempt = await startOral();
    const input = { attemptId: attempt.id, itemId: oral() };
    await expect(addTake(student, { ...input, fileId: (await audio(T, other)).id }, T)).rejects.toMatchObject({
      code: 'invalid',
    });
    const image = await makeFile({ owner: student, created_at: T });
    await expect(addTake(student, { ...input, fileId: image.id }, T)).rejects.toMatchObject({ code: 'invalid' });
    // Nor what lay there before the paper was begun, or stands in something else.
    const old = await audio(attempt.startedAt - 1);
    const before = { fields: { fileId: expect.stringContaining('开始答题以前') as string } };
    await expect(addTake(student, { ...input, fileId: old.id }, T)).rejects.toMatchObject(before);
    const used = await audio(T);
    await useFile(used.id, 'work', 5);
    const elsewhere = { fields: { fileId: expect.stringContaining('已经用在别处') as string } };
    await expect(addTake(student, { ...input, fileId: used.id }, T)).rejects.toMatchObject(elsewhere);
    const own = await audio(T, other);
    await expect(addTake(other, { ...input, fileId: own.id }, T)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('photos', () => {
  test('a picture from before the paper, or the avatar, is no photo of it', async () => {
    const attempt = await startWritten();
    const send = (fileId: string) =>
      addPhotos(student, { attemptId: attempt.id, itemId: pen(), fileIds: [fileId] }, T + 1);
    const old = await makeFile({ owner: student, created_at: attempt.startedAt - 1 });
    await expect(send(old.id)).rejects.toMatchObject({
      fields: { fileIds: expect.stringContaining('开始答题以前') as string },
    });
    const avatar = await makeFile({ owner: student, created_at: T });
    await useFile(avatar.id, 'avatar', student.id);
    await expect(send(avatar.id)).rejects.toMatchObject({
      fields: { fileIds: expect.stringContaining('已经用在别处') as string },
    });
  });

  const images = (count: number, createdAt: number) =>
    Promise.all(Array.from({ length: count }, () => makeFile({ owner: student, created_at: createdAt }))).then(
      (files) => files.map((file) => file.id),
    );
  const add = async (attempt: AttemptView, count: number, now: number, replaces?: number) =>
    addPhotos(student, { attemptId: attempt.id, itemId: pen(), fileIds: await images(count, now), replaces }, now);

  test('so many in all of one question, with those that were taken away', async () => {
    const attempt = await startWritten();
    const row = {
      attempt_id: attempt.id,
      item_id: pen(),
      position: 1,
      received_at: T,
      outcome: 'saved' as const,
      removed_at: T,
    };
    for (const fileId of await images(MOST_PHOTOS - 1, T)) {
      await db()
        .insertInto('photos')
        .values({ ...row, file_id: fileId })
        .execute();
    }
    await add(attempt, 1, T + 1);
    await expect(add(attempt, 1, T + 2)).rejects.toThrow('不能再传');
  });

  test('up to nine, replaced in place, never deleted', async () => {
    const attempt = await startWritten();
    const { photos } = await add(attempt, 9, T + 1);
    expect(photos.map((photo) => photo.position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await expect(add(attempt, 1, T + 2)).rejects.toMatchObject({ code: 'conflict' });
    const second = photos[1]?.id ?? 0;
    const replaced = await add(attempt, 1, T + 3, second);
    expect(replaced.photos).toHaveLength(9);
    expect(replaced.photos[1]).toMatchObject({ position: 2 });
    expect(replaced.photos[1]?.id).not.toBe(second);
    const left = await removePhoto(student, { attemptId: attempt.id, photoId: photos[0]?.id ?? 0 }, T + 4);
    expect(left).toHaveLength(8);
    expect(await removePhoto(student, { attemptId: attempt.id, photoId: photos[0]?.id ?? 0 }, T + 5)).toHaveLength(8);
    expect(await db().selectFrom('photos').selectAll().execute()).toHaveLength(10);
  });

  test('after handing in until the photo deadline, each with a new receipt revision', async () => {
    const attempt = await startWritten();
    const receipt = await submitAttempt(student, { attemptId: attempt.id }, T + 1);
    const { photos } = await add(attempt, 2, PHOTO_END - 1);
    expect(await getAttemptView(attempt.id)).toMatchObject({
      state: 'submitted',
      receiptRevision: 2,
      receipt: { code: receipt.code, photoCount: 2, answeredCount: 1, submittedAt: T + 1, revisedAt: PHOTO_END - 1 },
    });
    expect(await add(attempt, 1, PHOTO_END)).toMatchObject({ outcome: 'grace' });
    expect(await add(attempt, 1, PHOTO_END + GRACE_MS + 1)).toMatchObject({ outcome: 'refused' });
    await expect(
      removePhoto(student, { attemptId: attempt.id, photoId: photos[0]?.id ?? 0 }, PHOTO_END + GRACE_MS + 1),
    ).rejects.toMatchObject({ code: 'conflict' });
    const item = (await listAttemptItems(attempt)).find((one) => one.id === pen());
    expect(item?.photos).toHaveLength(3);
    expect(item?.latePhotos).toHaveLength(1);
  });

  test('only for pen items of the own paper', async () => {
    const attempt = await startWritten();
    const fileIds = await images(1, T);
    await expect(addPhotos(student, { attemptId: attempt.id, itemId: choice(), fileIds }, T)).rejects.toMatchObject({
      fields: { itemId: '这道题不用照片作答' },
    });
    await expect(addPhotos(other, { attemptId: attempt.id, itemId: pen(), fileIds }, T)).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

test('what a student reads holds nothing that is right', async () => {
  await startWritten();
  await startOral();
  for (const part of ['oral', 'written'] as const) {
    const text = JSON.stringify(await getSitting(student, { examId: exam.id, part }, T + 1));
    for (const secret of ['机密', '明月', '见课本第一章', '三态；', '各举一例"', '"keys":["B"]'])
      expect(text).not.toContain(secret);
  }
  await expect(getSitting(other, { examId: 999_999, part: 'oral' }, T)).rejects.toMatchObject({ code: 'not_found' });
  expect(await getSitting(other, { examId: exam.id, part: 'oral' }, T)).toEqual({ attempt: null });
  await expect(getOwnAttempt(other, { examId: exam.id, part: 'oral', number: 1 }, T)).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('a moved student keeps the sat exam', async () => {
  await startWritten();
  const moved = { ...student, classroomId: (await makeClassroom({ teacher: owner })).id };
  expect((await getSitting(moved, { examId: exam.id, part: 'written' }, T + 1)).attempt).not.toBeNull();
  const page = await listStudentExams(moved, { group: null, currentPage: 1, pageSize: 15 }, T + 1);
  expect(page.rows.map((row) => row.id)).toEqual([exam.id]);
});

test('the list shows own exams with the own state', async () => {
  const list = async (who: Actor, now: number) =>
    (await listStudentExams(who, { group: null, currentPage: 1, pageSize: 15 }, now)).rows.map((row) => [
      row.group,
      ...row.parts.map((part) => part.step),
    ]);
  expect(await list(student, T - 11 * MINUTE)).toEqual([['upcoming', 'wait', 'wait']]);
  const attempt = await startWritten();
  await save(attempt, choice(), { keys: ['B'] }, 0, T);
  expect(await list(student, T)).toEqual([['running', 'start', 'continue']]);
  const [row] = (await listStudentExams(student, { group: 'running', currentPage: 1, pageSize: 15 }, T)).rows;
  expect(row?.parts[1]).toMatchObject({ answeredCount: 1, itemCount: 3, until: END });
  await submitAttempt(student, { attemptId: attempt.id }, T + 1);
  expect(await list(student, END)).toEqual([['uploading', 'absent', 'upload']]);
  const [past] = (await listStudentExams(student, { group: null, currentPage: 1, pageSize: 15 }, PHOTO_END + 1)).rows;
  // As the receipt says it, also when nothing more can come.
  expect(past?.parts[1]).toMatchObject({ answeredCount: 1, itemCount: 3 });
  expect(await list(other, PHOTO_END)).toEqual([['ended', 'absent', 'absent']]);
  const stranger = actorOf(await makeStudent());
  expect(await list(stranger, T)).toEqual([]);
});

test('the exam whose clock runs stands before one that ends sooner and is not begun', async () => {
  const sooner = await makeExam({
    owner,
    classrooms: [classroom],
    written: [await makeTheoryQuestion({ owner })],
    now: T,
    end_time: T + 30 * MINUTE,
  });
  const ids = async () =>
    (await listStudentExams(student, { group: 'running', currentPage: 1, pageSize: 15 }, T)).rows.map((row) => row.id);
  expect(await ids()).toEqual([sooner.id, exam.id]);
  await startOral();
  expect(await ids()).toEqual([exam.id, sooner.id]);
});

test('the waiting room tells times and nothing of the items', async () => {
  await db().updateTable('exams').set({ oral_minutes: 20 }).where('id', '=', exam.id).execute();
  const room = await getWaitingRoom(student, exam.id, T);
  expect(room.parts.map((part) => [part.part, part.canStart, part.itemCount, part.deadlines.answersAt])).toEqual([
    ['oral', true, 1, T + 20 * MINUTE],
    ['written', true, 3, END],
  ]);
  expect(JSON.stringify(room)).not.toContain('春天');
});

describe('a form that came when the session had ended', () => {
  const path = '/examination/evaluation/written?id=1';
  test('is given back to the same user for a day', async () => {
    await holdForm({ userId: student.id, isProven: true }, path, [['a.1.text', '旧']], T);
    await holdForm({ userId: student.id, isProven: true }, path, [['a.1.text', '新']], T + 1);
    expect(await findHeldForm(student, path, T + HELD_MS + 1)).toMatchObject({
      fields: [['a.1.text', '新']],
      at: T + 1,
    });
    expect(await findHeldForm(student, path, T + HELD_MS + 2)).toBeNull();
    expect(await findHeldForm(other, path, T + 2)).toBeNull();
    await dropHeldForms(student, path);
    expect(await findHeldForm(student, path, T + 2)).toBeNull();
  });

  test('is not kept for a user that does not exist', async () => {
    await holdForm({ userId: 99_999_999, isProven: true }, path, [['a', 'b']], T);
    expect(await db().selectFrom('held_forms').selectAll().execute()).toEqual([]);
  });
});
