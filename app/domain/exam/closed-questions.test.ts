import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { startAttempt } from '~/domain/attempt/attempt.commands.server';
import { collectOwnData } from '~/domain/export/own-data.queries.server';
import { listAskable } from '~/domain/interaction/subject.queries.server';
import { addPost, startThread } from '~/domain/interaction/thread.commands.server';
import { mayReadPost } from '~/domain/interaction/thread-rights.queries.server';
import { countUnreadThreads, getThread, listThreads } from '~/domain/interaction/thread.queries.server';
import { addPractice, ratePractice } from '~/domain/practice/practice.commands.server';
import { getPracticePage, getTry } from '~/domain/practice/practice.queries.server';
import { listBankTotals, listPeriods, listRecentTries } from '~/domain/practice/progress.queries.server';
import { startRun } from '~/domain/practice/run.commands.server';
import { getRun } from '~/domain/practice/run.queries.server';
import { practiceSchema } from '~/domain/practice/practice.schema';
import { getSharedForStudent } from '~/domain/practice/shared-list.queries.server';
import { describeTargets } from '~/domain/practice/target.queries.server';
import { listWrongEntries } from '~/domain/practice/wrong.queries.server';
import { getReadableFile } from '~/domain/file/file.queries.server';
import { getBankPage } from '~/domain/question-bank/bank-page.queries.server';
import { getPreview } from '~/domain/question-bank/preview.queries.server';
import { getQuestionFor, listQuestionsFor } from '~/domain/question-bank/question-api.queries.server';
import { sharedPageParams } from '~/domain/question-bank/question-fields.schema';
import { copyQuestion } from '~/domain/question-bank/question.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { mayReadWork } from '~/domain/work/work-rights.queries.server';
import { getWork, listGallery, listOwnWorks } from '~/domain/work/work.queries.server';
import { galleryParams } from '~/domain/work/work.schema';
import { listParams } from '~/http/list-params';
import {
  actorOf,
  makeClassroom,
  makeComment,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeShare,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWork,
  type MadeQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { closedQuestionIds, listQuestionsInUse } from './closed-questions.queries.server';
import { GRACE_MS } from './times.rules';

useDatabase();

const T = 1_800_000_000_000;
const MINUTE = 60_000;
const BEGIN = T - 10 * MINUTE;
const PHOTO_END = T + 90 * MINUTE;

let owner: Awaited<ReturnType<typeof makeTeacher>>;
let classroom: Awaited<ReturnType<typeof makeClassroom>>;
let student: Actor;
let outsider: Actor;
let question: MadeQuestion;

beforeEach(async () => {
  owner = await makeTeacher();
  classroom = await makeClassroom({ teacher: owner });
  student = actorOf(await makeStudent({ classroom_id: classroom.id }));
  outsider = actorOf(await makeStudent({ classroom_id: (await makeClassroom({ teacher: owner })).id }));
  question = await makeTheoryQuestion({ owner, title: '首都是哪里' });
  await makeShare({ question, audience: 'students' });
});

const running = (columns: Partial<Parameters<typeof makeExam>[0]> = {}) =>
  makeExam({ owner, classrooms: [classroom], written: [question], now: T, ...columns });
const isClosed = async (now: number, { actor = student, id = question.id } = {}) =>
  (await closedQuestionIds(actor, now)).has(id);
const answer = (value: object = { keys: ['A'] }) =>
  practiceSchema.parse({ questionId: question.id, answer: value, fileIds: [], requestId: '' });
const page = { currentPage: 1, pageSize: 20 };
const ASKED = { title: '为什么？', text: '不懂', imageUrl: [], musicUrl: '', requestId: '' };
const forbidden = { code: 'forbidden', message: expect.stringContaining('正在考试中使用') as string };

describe('when', () => {
  test('from the start of the first window until the last one ends', async () => {
    const oral = await makeOralQuestion({ owner });
    await running({ oral, oral_begin_time: T - 60 * MINUTE, oral_end_time: T - 50 * MINUTE });
    expect(await isClosed(T - 60 * MINUTE - 1)).toBe(false);
    expect(await isClosed(T - 60 * MINUTE)).toBe(true);
    // Between the two windows, and of the part that is still to come.
    expect(await isClosed(T - 30 * MINUTE)).toBe(true);
    expect(await isClosed(T - 30 * MINUTE, { id: oral.id })).toBe(true);
    expect(await isClosed(PHOTO_END - 1)).toBe(true);
    expect(await isClosed(PHOTO_END)).toBe(false);
  });

  test('as long as anybody has extra minutes', async () => {
    const exam = await running();
    const other = await makeStudent({ classroom_id: classroom.id });
    await db()
      .insertInto('exam_grants')
      .values({ exam_id: exam.id, student_id: other.id, part: 'written', extra_minutes: 20, attempts: 1 })
      .execute();
    expect(await isClosed(PHOTO_END + 20 * MINUTE - 1)).toBe(true);
    expect(await isClosed(PHOTO_END + 20 * MINUTE)).toBe(false);
  });

  test('in any of several exams, none that is a draft, closed or deleted', async () => {
    await running({ status: 'draft' });
    await running({ status: 'closed' });
    await running({ deleted_at: T });
    expect(await isClosed(T)).toBe(false);
    await running({ begin_time: T + 5 * MINUTE });
    expect(await isClosed(T)).toBe(false);
    await running();
    expect(await isClosed(T)).toBe(true);
    expect(await isClosed(PHOTO_END - 1)).toBe(true);
  });

  test('to who is to sit it again until that is over, whatever the exam’s own state', async () => {
    const exam = await running({ status: 'released' });
    const [begins, ends] = [T + 600 * MINUTE, T + 660 * MINUTE];
    const values = { exam_id: exam.id, student_id: student.id, part: 'oral', begins_at: begins, ends_at: ends };
    await db()
      .insertInto('exam_resits')
      .values({
        ...values,
        upload_ends_at: null,
        extra_minutes: 5,
        state: 'open',
        granted_by: owner.id,
        granted_at: T,
        reason: '',
      })
      .execute();
    expect(await isClosed(T + 300 * MINUTE)).toBe(true);
    expect(await isClosed(ends + 5 * MINUTE + GRACE_MS - 1)).toBe(true);
    expect(await isClosed(ends + 5 * MINUTE + GRACE_MS)).toBe(false);
    expect(await isClosed(begins, { actor: outsider })).toBe(false);
    expect((await listQuestionsInUse([question.id], begins)).has(question.id)).toBe(true);
    await db().updateTable('exam_resits').set({ state: 'done' }).execute();
    expect(await isClosed(begins)).toBe(false);
  });

  test('also after one’s own hand-in and from another class, not for those who have no part in it', async () => {
    const exam = await running();
    const base = { exam_id: exam.id, part: 'written', number: 1, deadline_at: T, upload_deadline_at: T };
    await db()
      .insertInto('attempts')
      .values({
        ...base,
        student_id: student.id,
        state: 'submitted',
        started_at: BEGIN,
        submitted_at: T,
        closed_by: 'student',
        receipt_code: null,
        receipt: null,
      })
      .execute();
    await db().updateTable('users').set({ classroom_id: outsider.classroomId }).where('id', '=', student.id).execute();
    expect(await isClosed(T, { actor: { ...student, classroomId: outsider.classroomId } })).toBe(true);
    expect(await isClosed(T, { actor: outsider })).toBe(false);
    expect((await closedQuestionIds(actorOf(owner), T)).size).toBe(0);
  });
});

test('a pool is closed whole, and so is what was copied from the same question', async () => {
  const other = actorOf(await makeTeacher());
  await makeShare({ question, audience: 'teachers' });
  const copyId = await copyQuestion(other, 'theory', question.id, T);
  const copy = await db().selectFrom('questions').selectAll().where('id', '=', copyId).executeTakeFirstOrThrow();
  const pool = [await makeTheoryQuestion({ owner }), await makeTheoryQuestion({ owner })];
  await makeExam({
    owner,
    classrooms: [classroom],
    written: [{ ...question, id: copy.id }],
    draws: [{ pool, count: 1, points: 5 }],
    now: T,
  });
  const closed = await closedQuestionIds(student, T);
  expect([...closed].sort()).toEqual([question.id, copyId, ...pool.map((one) => one.id)].sort());
});

describe('what is closed', () => {
  test('practice, keys, lists, the wrong-question book; open again afterwards', async () => {
    await addPractice(student, answer({ keys: ['A'] }), BEGIN - 2);
    const asked = () => getQuestionFor(student, 'theory', question.id, T);
    await running();
    await expect(addPractice(student, answer(), T)).rejects.toMatchObject(forbidden);
    await expect(asked()).rejects.toMatchObject(forbidden);
    const target = { questionId: question.id };
    await expect(getPracticePage(student, 'theory', { target, doneId: null }, T)).rejects.toMatchObject(forbidden);
    const list = { ...page, banks: ['theory' as const], scope: 'all' as const };
    expect((await listQuestionsFor(student, list, T)).totalCount).toBe(0);
    expect((await listQuestionsFor(student, { ...list, keyword: '首都' }, T)).totalCount).toBe(0);
    const filter = listParams(new URLSearchParams('bank=theory'), sharedPageParams);
    expect(await getSharedForStudent(student, filter, T)).toMatchObject({
      page: { totalCount: 0 },
      counts: { theory: 0 },
    });
    expect(await listWrongEntries(student, T)).toEqual([]);
    expect([...(await describeTargets(student, [target], T)).values()]).toMatchObject([{ isAvailable: false }]);
    // Who is not to sit it goes on; afterwards everybody does.
    expect(await getQuestionFor(outsider, 'theory', question.id, T)).toMatchObject({ id: question.id });
    expect(await listWrongEntries(student, PHOTO_END)).toHaveLength(1);
    expect(await getQuestionFor(student, 'theory', question.id, PHOTO_END)).toMatchObject({ id: question.id });
  });

  test('what the student’s own practice came to, the key in it, and the questions about it', async () => {
    const classmates = actorOf(await makeTeacher({ name: '王老师' }));
    const runId = await startRun(
      student,
      { title: '理论，1 题', targets: [{ questionId: question.id }], requestId: '' },
      BEGIN - 9,
    );
    const input = {
      questionId: question.id,
      runId,
      answer: { keys: ['B'] },
      fileIds: [],
      note: '选北京',
      requestId: '',
    };
    const { id } = await addPractice(student, practiceSchema.parse(input), BEGIN - 8);
    const about = { subject: 'practice' as const, id };
    const before = await startThread(student, { ...ASKED, about }, BEGIN - 7);
    const reply = { threadId: before.id, text: '对，就是北京', imageUrl: [], musicUrl: '', requestId: '' };
    const { id: postId } = await addPost(actorOf(owner), reply, BEGIN - 6);
    const work = await makeWork({
      student: { id: student.id, classroom_id: classroom.id },
      teacher: owner,
      practice_id: id,
      title: '首都',
      description: '北京',
    });
    await makeComment({ work, author: { id: student.id }, text: '就是北京' });
    const threads = { ...page, state: '', subject: '', classId: null, keyword: '' } as const;
    const told = async (now: number) => ({
      progress: (await listRecentTries(student, page, now)).rows[0],
      right: (await listBankTotals(student, now)).find((total) => total.bank === 'theory'),
      weeks: (await listPeriods(student, { unit: 'day', count: 3, now, timeZone: 'UTC' })).map(
        (one) => one.rightPercent,
      ),
      run: (await getRun(student, runId, now)).items[0],
      threads: (await listThreads(student, threads, now)).totalCount,
      found: (await listThreads(student, { ...threads, keyword: '北京' }, now)).totalCount,
      unread: await countUnreadThreads(student, now),
      askable: (await listAskable(student, now)).length,
      works: (await listOwnWorks(student, page, now)).rows.map((row) => [row.work.title, row.work.description]),
      data: JSON.stringify(await collectOwnData(student, 'UTC', now)),
    });
    const open = await told(T);
    expect(open).toMatchObject({
      progress: { isRight: true },
      right: { judged: 1, right: 1 },
      run: { result: { isRight: true } },
    });
    expect(open).toMatchObject({ threads: 1, found: 1, unread: 1, askable: 2, works: [['首都', '北京']] });
    expect(open.weeks).toContain(100);
    for (const word of ['首都是哪里', '北京', '"B"', '"isRight":true']) expect(open.data).toContain(word);

    await running();
    const closed = await told(T);
    expect(closed).toMatchObject({
      progress: { head: { title: '考试中的题目', isClosed: true, isAvailable: false }, isRight: null, score: null },
      right: { tries: 1, judged: 0, right: 0 },
      run: { title: '考试中的题目', result: { isRight: null, score: null } },
      works: [['考试中的题目', '']],
    });
    expect(closed).toMatchObject({ threads: 0, found: 0, unread: 0, askable: 0 });
    expect(closed.weeks.every((percent) => percent === null)).toBe(true);
    for (const word of ['首都', '北京', '"B"', '"isRight":true']) expect(closed.data).not.toContain(word);
    await expect(startThread(student, { ...ASKED, about }, T)).rejects.toMatchObject(forbidden);
    await expect(getThread(student, before.id, T)).rejects.toMatchObject(forbidden);
    await expect(addPost(student, { ...reply, text: '为什么？' }, T)).rejects.toMatchObject(forbidden);
    await expect(getTry(student, id, T)).rejects.toMatchObject(forbidden);
    await expect(ratePractice(student, { id, rating: 5, note: '' }, T)).rejects.toMatchObject(forbidden);
    expect(await mayReadPost(student, postId, T)).toBe(false);
    // The teachers of the class go on, those of other classes never could.
    expect((await getThread(actorOf(owner), before.id, T)).subject.practice).toMatchObject({ text: 'B', result: '对' });
    expect(await mayReadPost(actorOf(owner), postId, T)).toBe(true);
    await expect(getThread(classmates, before.id, T)).rejects.toMatchObject({ code: 'not_found' });
    // Afterwards all is there again.
    expect(await told(PHOTO_END)).toMatchObject({
      ...open,
      weeks: expect.anything() as unknown,
      data: expect.stringContaining('北京') as string,
    });
    expect((await getThread(student, before.id, PHOTO_END)).posts).toHaveLength(2);
  });

  test('works that show it, with everything on them', async () => {
    const author = await makeStudent({ classroom_id: classroom.id, has_consent: 1 });
    const oral = await makeOralQuestion({ owner });
    const file = await makeFile({ owner: author, kind: 'audio' });
    const { id: practice_id } = await db()
      .insertInto('practices')
      .values({
        student_id: author.id,
        question_id: oral.id,
        item_id: null,
        run_id: null,
        bank: 'oral',
        answer: '{}',
        file_ids: JSON.stringify([file.id]),
        duration_ms: 5000,
        is_right: null,
        score: null,
        self_rating: 5,
        note: '',
        met_points: null,
        created_at: BEGIN - 5,
        deleted_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const work = await makeWork({ student: author, teacher: owner, attempt_id: null, practice_id });
    const gallery = async (now: number) =>
      (await listGallery(student, listParams(new URLSearchParams(), galleryParams), now)).rows.map((row) => row.id);
    expect(await gallery(T)).toEqual([work.id]);
    await running({ oral });
    expect(await gallery(T)).toEqual([]);
    expect(await mayReadWork(student, work.id, T)).toBe(false);
    await expect(getWork(student, work.id, T)).rejects.toMatchObject(forbidden);
    await expect(getWork(actorOf(author), work.id, T)).rejects.toMatchObject(forbidden);
    expect((await listOwnWorks(actorOf(author), page, T)).rows[0]?.work.items).toEqual([]);
    expect(await mayReadWork(actorOf(owner), work.id, T)).toBe(true);
    expect(await gallery(PHOTO_END)).toEqual([work.id]);
  });

  test('its pictures and recordings, but for the running attempt', async () => {
    const image = await makeFile({ owner, kind: 'image' });
    const pictured = await makeTheoryQuestion({ owner, imageIds: [image.id] });
    await makeShare({ question: pictured, audience: 'students' });
    const use = (kind: string, id: number) => ({ file_id: image.id, use: kind, ref_id: id });
    await db().insertInto('file_uses').values(use('question', pictured.id)).execute();
    const opens = (actor: Actor, now: number) =>
      getReadableFile(actor, image.id, now).then(
        () => true,
        () => false,
      );
    expect(await opens(student, BEGIN - 1)).toBe(true);
    const exam = await running({ written: [pictured] });
    await db().insertInto('file_uses').values(use('exam', exam.id)).execute();
    expect(await opens(student, T)).toBe(false);
    expect(await opens(outsider, T)).toBe(true);
    expect(await opens(actorOf(owner), T)).toBe(true);
    const { id } = await startAttempt(student, { examId: exam.id, part: 'written' }, T);
    expect(await opens(student, T)).toBe(true);
    // Handed in at once, with photos to come and without: the others still sit.
    const set = (columns: { closed_by: string | null; upload_deadline_at: number | null }) =>
      db().updateTable('attempts').set(columns).where('id', '=', id).execute();
    await set({ closed_by: 'student', upload_deadline_at: PHOTO_END - MINUTE });
    expect(await opens(student, T), 'a choice takes no photos').toBe(false);
    const items = () => db().updateTable('exam_items').where('exam_id', '=', exam.id);
    const { snapshot } = await db()
      .selectFrom('exam_items')
      .select('snapshot')
      .where('exam_id', '=', exam.id)
      .executeTakeFirstOrThrow();
    const pen = { ...(JSON.parse(snapshot) as object), bank: 'written', body: { answerBy: 'photo' } };
    await items()
      .set({ snapshot: JSON.stringify(pen) })
      .execute();
    expect(await opens(student, T)).toBe(true);
    await items().set({ snapshot }).execute();
    await set({ closed_by: 'student', upload_deadline_at: null });
    expect(await opens(student, T)).toBe(false);
    await set({ closed_by: null, upload_deadline_at: null });
    expect(await opens(student, T)).toBe(true);
    // Its time is over and others still sit: neither way is open.
    await db()
      .updateTable('attempts')
      .set({ state: 'submitted', deadline_at: T, upload_deadline_at: T })
      .where('id', '=', id)
      .execute();
    expect(await opens(student, T + GRACE_MS + 1)).toBe(false);
    expect(await opens(student, PHOTO_END)).toBe(true);
  });

  test('a teacher reads on, and sees that it is in use', async () => {
    await running();
    const input = { ...page, tab: '' as const, confirm: '', ids: [], parentId: null, manage: '' };
    const rows = async (now: number) => (await getBankPage(actorOf(owner), 'theory', input, now)).page.rows;
    expect(await rows(T)).toMatchObject([{ id: question.id, isInUse: true }]);
    expect(await rows(PHOTO_END)).toMatchObject([{ isInUse: false }]);
    const { facts } = await getPreview(actorOf(owner), 'theory', question.id, T);
    expect(facts).toContainEqual({ term: '用在', detail: '1 场考试，正在考试中使用' });
  });
});
