import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { getExamView } from '~/domain/exam/exam.queries.server';
import { getReadableFile } from '~/domain/file/file.queries.server';
import { recordReading } from '~/domain/file/reading.commands.server';
import { useFile } from '~/domain/file/file.commands.server';
import { listMessages } from '~/domain/message/message.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeThread,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { toThread } from '~/lib/addresses/interaction';
import { findAskable, listAskable } from './subject.queries.server';
import {
  addPost,
  closeThread,
  deletePost,
  markThreadRead,
  MAX_POSTS,
  MAX_POSTS_PER_DAY,
  MAX_THREADS_PER_DAY,
  startThread,
} from './thread.commands.server';
import { mayReadThread } from './thread-rights.queries.server';
import {
  countAwaiting,
  countUnreadThreads,
  getThread,
  listAwaitingThreads,
  listThreads,
} from './thread.queries.server';
import { type About } from './thread.rules';
import { askSchema, replySchema } from './thread.schema';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 1);
const all = { currentPage: 1, pageSize: 15, state: '', subject: '', classId: null, keyword: '' } as const;
const notFound = { code: 'not_found' };

/** A class with two teachers and two students, a teacher and a student of another class, an exam of a third teacher. */
async function makeSchool(status: 'closed' | 'released' = 'released') {
  const [head, colleague, stranger, owner, examiner] = [
    await makeTeacher({ name: '周敏' }),
    await makeTeacher({ name: '陆川' }),
    await makeTeacher(),
    await makeTeacher({ name: '欧阳' }),
    await makeTeacher(),
  ] as const;
  const classroom = await makeClassroom({ teacher: head, teachers: [colleague] });
  const elsewhere = await makeClassroom({ teacher: stranger });
  const student = await makeStudent({ name: '林可欣', classroom_id: classroom.id });
  const classmate = await makeStudent({ classroom_id: classroom.id });
  const other = await makeStudent({ classroom_id: elsewhere.id });
  const oral = await makeOralQuestion({ owner });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral,
    examiners: [{ teacher: examiner, part: 'oral' }],
    status,
    name: '期中考试',
  });
  const attempt = await makeAttempt({ exam, student, part: 'oral', state: 'scored' });
  const actors = {
    student: actorOf(student),
    classmate: actorOf(classmate),
    other: actorOf(other),
    head: actorOf(head),
    colleague: actorOf(colleague),
    stranger: actorOf(stranger),
    owner: actorOf(owner),
    examiner: actorOf(examiner),
  };
  return { ...actors, exam, attempt, classroom, question: oral };
}

const ask = (actor: Actor, about: About = { subject: 'other', id: 0 }, more: object = {}, now = NOW) =>
  startThread(
    actor,
    askSchema.parse({
      about: about.id ? `${about.subject}:${about.id}` : 'other',
      title: '问',
      text: '为什么？',
      ...more,
    }),
    now,
  );
const reply = (actor: Actor, threadId: number, now: number, more: object = {}) =>
  addPost(actor, replySchema.parse({ threadId, text: '因为', ...more }), now);
const titles = async (actor: Actor) =>
  (await listMessages(actor, { currentPage: 1, pageSize: 50 })).rows.map((row) => row.title);

/** A practice of the student with one recording. */
async function makePractice(student: Actor, questionId: number) {
  const file = await makeFile({ owner: student, kind: 'audio' });
  const { id } = await db()
    .insertInto('practices')
    .values({
      student_id: student.id,
      question_id: questionId,
      item_id: null,
      run_id: null,
      bank: 'oral',
      file_ids: toJson([file.id]),
      is_right: null,
      score: null,
      self_rating: 4,
      met_points: null,
      created_at: NOW - 1000,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await useFile(file.id, 'practice', id);
  return { id, fileId: file.id };
}

describe('who sees a question', () => {
  it('has no way to a paper that is marked without names, beside the name of who asks', async () => {
    const school = await makeSchool();
    const { id } = await ask(school.student, { subject: 'score', id: school.exam.id });
    const labels = async (who: Actor) => (await getThread(who, id, NOW)).subject.links.map(({ label }) => label);
    const readers = [school.owner, school.examiner];
    const settings = school.exam.settings.replace('"isBlind":false', '"isBlind":true');
    await db().updateTable('exams').set({ settings }).execute();
    for (const who of readers) expect(await labels(who)).toEqual(['口语答卷']);
    // A re-sit is marked blindly until its own result is out.
    const again = { exam: school.exam, student: school.student, part: 'oral', number: 2, state: 'submitted' } as const;
    await makeAttempt(again);
    await db()
      .insertInto('exam_resits')
      .values({
        ...{ exam_id: school.exam.id, student_id: school.student.id, part: 'oral', state: 'open', reason: '' },
        ...{ begins_at: NOW - 2, ends_at: NOW - 1, upload_ends_at: null, extra_minutes: 0 },
        ...{ granted_by: school.owner.id, granted_at: NOW - 3 },
      })
      .execute();
    for (const who of readers) expect(await labels(who)).toEqual(['口语答卷']);
    await db().updateTable('exam_resits').set({ state: 'done' }).execute();
    for (const who of readers) expect(await labels(who)).toEqual(['口语答卷', '口语答卷（第 2 次）']);
    // The release is taken back.
    await db().updateTable('exams').set({ status: 'closed' }).execute();
    for (const who of readers) expect(await labels(who)).toEqual([]);
  });

  it('the student and the teachers of the class; about a score the exam’s owner and examiners too', async () => {
    const school = await makeSchool();
    const plain = await ask(school.student);
    const score = await ask(school.student, { subject: 'score', id: school.exam.id });
    const seen: [Actor, boolean, boolean][] = [
      [school.student, true, true],
      [school.head, true, true],
      [school.colleague, true, true],
      [school.owner, false, true],
      [school.examiner, false, true],
      [school.stranger, false, false],
      [school.classmate, false, false],
      [school.other, false, false],
    ];
    for (const [actor, seesPlain, seesScore] of seen) {
      expect(await mayReadThread(actor, plain.id)).toBe(seesPlain);
      expect(await mayReadThread(actor, score.id)).toBe(seesScore);
      expect((await listThreads(actor, all, NOW)).totalCount).toBe(Number(seesPlain) + Number(seesScore));
      if (!seesPlain) {
        await expect(getThread(actor, plain.id, NOW)).rejects.toMatchObject(notFound);
        await expect(reply(actor, plain.id, NOW + 1)).rejects.toMatchObject(notFound);
        await expect(closeThread(actor, plain.id, true, NOW)).rejects.toMatchObject(notFound);
      }
    }
    expect(await titles(school.owner)).toEqual(['林可欣 提问：问']);
    expect(await titles(school.head)).toHaveLength(2);
    expect(await titles(school.stranger)).toEqual([]);
    expect(await titles(school.classmate)).toEqual([]);
  });

  it('follows the student into another class', async () => {
    const school = await makeSchool();
    const { id } = await ask(school.student);
    const { classroomId } = school.other;
    await db().updateTable('users').set({ classroom_id: classroomId }).where('id', '=', school.student.id).execute();
    expect(await mayReadThread(school.head, id)).toBe(false);
    expect(await mayReadThread(school.stranger, id)).toBe(true);
  });

  it('opens the files of its posts, and of the practice asked about, to them alone', async () => {
    const school = await makeSchool();
    const practice = await makePractice(school.student, school.question.id);
    const photo = await makeFile({ owner: school.student });
    for (const actor of [school.head, school.classmate, school.owner]) {
      await expect(getReadableFile(actor, practice.fileId, NOW)).rejects.toMatchObject(notFound);
    }
    const { id } = await ask(school.student, { subject: 'practice', id: practice.id }, { imageUrl: photo.id });
    for (const fileId of [practice.fileId, photo.id]) {
      for (const actor of [school.student, school.head, school.colleague]) {
        const file = await getReadableFile(actor, fileId, NOW);
        expect(file).toMatchObject({ id: fileId });
        await recordReading(actor, file, NOW);
      }
      for (const actor of [school.classmate, school.other, school.stranger, school.owner]) {
        await expect(getReadableFile(actor, fileId, NOW)).rejects.toMatchObject(notFound);
      }
    }
    const audits = await db().selectFrom('audit_entries').selectAll().where('action', '=', 'file.read').execute();
    expect(audits.map((entry) => entry.actor_id)).toContain(school.head.id);

    const answer = await makeFile({ owner: school.head, kind: 'audio' });
    const post = await reply(school.head, id, NOW + 1, { musicUrl: answer.id });
    expect(await getReadableFile(school.student, answer.id, NOW)).toMatchObject({ id: answer.id });
    await deletePost(school.head, { threadId: id, postId: post.id }, NOW + 2);
    await expect(getReadableFile(school.student, answer.id, NOW)).rejects.toMatchObject(notFound);

    await db().updateTable('practices').set({ deleted_at: NOW }).where('id', '=', practice.id).execute();
    await expect(getReadableFile(school.head, practice.fileId, NOW)).rejects.toMatchObject(notFound);
    expect((await getThread(school.head, id, NOW)).subject).toMatchObject({ isGone: true, practice: null });
  });
});

describe('asking', () => {
  it('is only about what is the student’s own', async () => {
    const school = await makeSchool();
    const practice = await makePractice(school.student, school.question.id);
    const score: About = { subject: 'score', id: school.exam.id };
    const own: About = { subject: 'practice', id: practice.id };
    expect((await listAskable(school.student, NOW)).map(({ subject }) => subject)).toEqual(['score', 'practice']);
    expect(await findAskable(school.student, score, NOW)).toMatchObject({ label: '期中考试' });
    for (const about of [score, own, { subject: 'work', id: 99 } as const]) {
      expect(await findAskable(school.other, about, NOW)).toBeNull();
      await expect(ask(school.other, about)).rejects.toMatchObject({
        code: 'invalid',
        fields: { about: expect.anything() as string },
      });
      await expect(ask(school.head, about)).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect(await ask(school.student, own)).toMatchObject({ id: expect.any(Number) as number });
  });

  it('is not about a score before its release', async () => {
    const school = await makeSchool('closed');
    expect(await findAskable(school.student, { subject: 'score', id: school.exam.id }, NOW)).toBeNull();
  });

  it('is refused where nobody would see it, with others’ files, and in floods', async () => {
    const school = await makeSchool();
    const alone = actorOf(await makeStudent());
    await expect(ask(alone)).rejects.toMatchObject({ code: 'conflict' });
    const foreign = await makeFile({ owner: school.classmate });
    await expect(ask(school.student, undefined, { imageUrl: foreign.id })).rejects.toMatchObject({ code: 'invalid' });
    for (let count = 0; count < MAX_THREADS_PER_DAY; count += 1) await ask(school.student);
    await expect(ask(school.student)).rejects.toMatchObject({ code: 'too_many' });
    // Nor is there room for another where one is deleted again: its teachers were told of it.
    const { id } = await db()
      .selectFrom('threads')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const { id: postId } = await db()
      .selectFrom('posts')
      .select('id')
      .where('thread_id', '=', id)
      .executeTakeFirstOrThrow();
    await deletePost(school.student, { threadId: id, postId }, NOW + 2);
    await expect(ask(school.student, undefined, {}, NOW + 3)).rejects.toMatchObject({ code: 'too_many' });
    await ask(school.student, undefined, {}, NOW + 25 * 3600_000);
  });

  it('is written on by its student so often a day, and comes to an end', async () => {
    const school = await makeSchool();
    const { id } = await ask(school.student);
    for (let count = 1; count < MAX_POSTS_PER_DAY; count += 1) await reply(school.student, id, NOW + count);
    await expect(reply(school.student, id, NOW + 100)).rejects.toMatchObject({ code: 'too_many' });
    await reply(school.head, id, NOW + 101);
    await reply(school.student, id, NOW + 25 * 3600_000);
    const { thread_id, author_id, file_ids } = await db().selectFrom('posts').selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: MAX_POSTS }, (_, at) => ({ text: '续', created_at: at, deleted_at: null }));
    await db()
      .insertInto('posts')
      .values(more.map((post) => ({ ...post, thread_id, author_id, file_ids })))
      .execute();
    await expect(reply(school.head, id, NOW + 60 * 3600_000)).rejects.toThrow('请另提一个问题');
  });

  it('nothing that can be seen is no text', () => {
    expect(replySchema.safeParse({ threadId: 1, text: '\u3164\u200b' }).success).toBe(false);
    expect(askSchema.safeParse({ about: 'other', title: '\u3164 \u2800', text: '问' }).success).toBe(false);
    expect(replySchema.safeParse({ threadId: 1, text: '👍' }).success).toBe(true);
  });

  it('twice with one key makes one question and one answer', async () => {
    const school = await makeSchool();
    const first = await ask(school.student, undefined, { requestId: 'k1' });
    expect(await ask(school.student, undefined, { requestId: 'k1' })).toEqual(first);
    const [one, two] = await Promise.all([
      reply(school.head, first.id, NOW + 1, { requestId: 'k2' }),
      reply(school.head, first.id, NOW + 1, { requestId: 'k2' }),
    ]);
    expect(one).toEqual(two);
    expect((await getThread(school.head, first.id, NOW)).posts).toHaveLength(2);
    expect(await titles(school.student)).toHaveLength(1);
  });
});

describe('answering', () => {
  it('moves the question between the sides; each is told', async () => {
    const school = await makeSchool();
    const { id } = await ask(school.student, { subject: 'score', id: school.exam.id });
    expect(await countUnreadThreads(school.head, NOW)).toBe(1);
    expect(await countAwaiting(school.head, NOW)).toBe(1);
    expect(await listAwaitingThreads(school.head, 5, NOW)).toMatchObject([
      { id, studentName: '林可欣', state: 'waiting' },
    ]);
    await markThreadRead(school.head, await getThread(school.head, id, NOW));
    expect(await countUnreadThreads(school.head, NOW)).toBe(0);
    expect(await countUnreadThreads(school.colleague, NOW)).toBe(1);

    await reply(school.head, id, NOW + 1000);
    expect(await countAwaiting(school.head, NOW)).toBe(0);
    expect(await countUnreadThreads(school.colleague, NOW)).toBe(0);
    expect(await countUnreadThreads(school.student, NOW)).toBe(1);
    expect(await titles(school.student)).toEqual(['周敏老师回复了你的提问：问']);
    await markThreadRead(school.student, await getThread(school.student, id, NOW));
    expect(await countUnreadThreads(school.student, NOW)).toBe(0);
    const view = await getThread(school.examiner, id, NOW);
    expect(view.subject.links).toEqual([
      { label: '口语答卷', href: `/examination/scoreexamination/score?attemptId=${school.attempt.id}` },
    ]);
    expect((await getThread(school.colleague, id, NOW)).subject.links).toEqual([]);
    // Taken back, the paper of a blind exam is marked by its code: from the student's name no link leads there.
    const settings = toJson({ ...(await getExamView(school.exam.id)).settings, isBlind: true });
    const set = (more: object) =>
      db()
        .updateTable('exams')
        .set({ settings, ...more })
        .where('id', '=', school.exam.id)
        .execute();
    await set({});
    expect((await getThread(school.owner, id, NOW)).subject.links).toHaveLength(1);
    await set({ status: 'closed', released_at: null });
    await db().updateTable('exam_classrooms').set({ released_at: null }).execute();
    for (const who of [school.owner, school.examiner])
      expect((await getThread(who, id, NOW)).subject.links).toEqual([]);
  });

  it('tells the teachers once until one of them has looked', async () => {
    const school = await makeSchool();
    const { id } = await ask(school.student);
    await reply(school.student, id, NOW + 1);
    await reply(school.student, id, NOW + 2);
    expect(await titles(school.head)).toHaveLength(1);
    await markThreadRead(school.colleague, await getThread(school.colleague, id, NOW));
    await reply(school.student, id, NOW + 3);
    expect(await titles(school.head)).toEqual(['林可欣 追问：问', '林可欣 提问：问']);
    await reply(school.colleague, id, NOW + 4);
    await reply(school.student, id, NOW + 5);
    expect(await titles(school.head)).toHaveLength(3);
  });

  it('two posts of one moment are both new', async () => {
    const school = await makeSchool();
    const { id } = await ask(school.student);
    await markThreadRead(school.head, await getThread(school.head, id, NOW));
    await reply(school.student, id, NOW);
    expect(await countUnreadThreads(school.head, NOW)).toBe(1);
  });

  it('ends when the student closes the question, until it is opened again', async () => {
    const school = await makeSchool();
    const { id } = await ask(school.student);
    await expect(closeThread(school.head, id, true, NOW)).rejects.toMatchObject({ code: 'forbidden' });
    await closeThread(school.student, id, true, NOW + 1);
    await closeThread(school.student, id, true, NOW + 2);
    expect(await countAwaiting(school.head, NOW)).toBe(0);
    for (const actor of [school.student, school.head]) {
      await expect(reply(actor, id, NOW + 3)).rejects.toMatchObject({ code: 'conflict' });
    }
    await closeThread(school.student, id, false, NOW + 4);
    await reply(school.head, id, NOW + 5);
    const actions = await db().selectFrom('audit_entries').select('action').where('entity', '=', 'thread').execute();
    expect(actions.map((entry) => entry.action)).toEqual([
      'interact.ask',
      'interact.close',
      'interact.reopen',
      'interact.reply',
    ]);
  });
});

describe('taking a post back', () => {
  it('is its author’s until somebody answered; its message goes where it is unread', async () => {
    const school = await makeSchool();
    const { id } = await ask(school.student);
    const answer = await reply(school.head, id, NOW + 1);
    const [question] = (await getThread(school.student, id, NOW)).posts;
    await expect(
      deletePost(school.student, { threadId: id, postId: question?.id ?? 0 }, NOW + 2),
    ).rejects.toMatchObject({ code: 'conflict' });
    await expect(deletePost(school.colleague, { threadId: id, postId: answer.id }, NOW + 2)).rejects.toMatchObject(
      notFound,
    );
    expect(await deletePost(school.head, { threadId: id, postId: answer.id }, NOW + 2)).toBe(true);
    expect(await titles(school.student)).toEqual([]);
    expect(await getThread(school.student, id, NOW)).toMatchObject({
      state: 'waiting',
      posts: [{ id: question?.id, canDelete: true }],
    });
    await expect(deletePost(school.head, { threadId: id, postId: answer.id }, NOW + 3)).rejects.toMatchObject(notFound);
  });

  it('of the only post takes the whole question and what was told of it', async () => {
    const school = await makeSchool();
    const photo = await makeFile({ owner: school.student });
    const { id } = await ask(school.student, undefined, { imageUrl: photo.id });
    const [post] = (await getThread(school.student, id, NOW)).posts;
    expect(await deletePost(school.student, { threadId: id, postId: post?.id ?? 0 }, NOW + 1)).toBe(false);
    await expect(getThread(school.head, id, NOW)).rejects.toMatchObject(notFound);
    expect(await titles(school.head)).toEqual([]);
    expect(await db().selectFrom('file_uses').selectAll().where('use', '=', 'post').execute()).toEqual([]);
  });
});

it('filters by state, subject, class and key word, fifteen a page', async () => {
  const school = await makeSchool();
  const { student, head, classroom } = school;
  const waiting = await makeThread({ student, title: '关于停顿' });
  const answered = await makeThread({
    student,
    subject: 'score',
    exam_id: school.exam.id,
    posts: [{ author: student, text: '100%_ 对吗' }, { author: head }],
  });
  const closed = await makeThread({ student, closed_at: NOW });
  const find = async (filter: object) =>
    (await listThreads(head, { ...all, ...filter }, NOW)).rows.map((row) => row.id);
  expect(await find({ state: 'waiting' })).toEqual([waiting.id]);
  expect(await find({ state: 'answered' })).toEqual([answered.id]);
  expect(await find({ state: 'closed' })).toEqual([closed.id]);
  expect(await find({ subject: 'score' })).toEqual([answered.id]);
  expect(await find({ keyword: '停顿' })).toEqual([waiting.id]);
  expect(await find({ keyword: '100%_' })).toEqual([answered.id]);
  expect(await find({ keyword: '林可欣' })).toHaveLength(3);
  expect(await find({ classId: classroom.id })).toHaveLength(3);
  expect(await find({ classId: school.other.classroomId })).toEqual([]);
  const old = await makeThread({ student, created_at: NOW - 9 * 24 * 3600_000 });
  expect(await find({ state: 'waiting', pageSize: 1 })).toEqual([old.id]);
  expect(await find({ state: 'waiting', pageSize: 1, currentPage: 2 })).toEqual([waiting.id]);
  expect((await listThreads(head, { ...all, pageSize: 1 }, NOW)).totalCount).toBe(4);
  const row = (await listThreads(student, { ...all, subject: 'score' }, NOW)).rows[0];
  expect(row?.about).toEqual({
    label: '期中考试',
    links: [{ label: '查看成绩', href: `/examination/record_page/index?examId=${school.exam.id}` }],
  });
  expect(toThread(old.id)).toBe(`/dynamic/interact/${old.id}`);
});
