import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { getReadableFile } from '~/domain/file/file.queries.server';
import { addPractice, deletePractice, ratePractice } from '~/domain/practice/practice.commands.server';
import { practiceSchema } from '~/domain/practice/practice.schema';
import { unreleaseExams } from '~/domain/scoring/release/release.commands.server';
import { putSensitiveWords } from '~/domain/school/store.commands.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeReleasedOral,
  makeStudent,
  makeTake,
  makeTeacher,
  makeWork,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { getPublishable, getPublishPage, listOffersOfResult, offersOfTries } from './publish.queries.server';
import { publishWork, setLike, setPinned, withdrawWorks } from './work.commands.server';
import { findQueueRows } from './moderation.queries.server';
import { mayModerate, mayReadWork } from './work-rights.queries.server';
import { getWork, listGallery, listGalleryClasses, listOwnWorks } from './work.queries.server';
import type { GalleryFilter } from './work.schema';

useDatabase();

const NOW = Date.now();
const ALL: GalleryFilter & { currentPage: number; pageSize: number } = {
  classId: 0,
  part: '',
  period: '',
  rating: '',
  from: '',
  to: '',
  sort: 'time',
  keyword: '',
  currentPage: 1,
  pageSize: 15,
};
const FORM = { title: '我读春天', description: '', anonymous: true, pieces: null };
const refusal = (code: string, message?: RegExp) =>
  expect.objectContaining({
    code,
    ...(message ? { message: expect.stringMatching(message) as string } : {}),
  }) as unknown;

async function makeSchool() {
  const teacher = await makeTeacher({ name: '周敏' });
  const otherTeacher = await makeTeacher();
  const admin = await makeTeacher({ is_admin: 1 });
  const classroom = await makeClassroom({ teacher, name: '导游一班' });
  const otherClassroom = await makeClassroom({ teacher: otherTeacher, name: '导游二班' });
  const author = await makeStudent({ classroom_id: classroom.id, name: '林可欣', has_consent: 1 });
  const classmate = await makeStudent({ classroom_id: classroom.id });
  const stranger = await makeStudent({ classroom_id: otherClassroom.id });
  return { teacher, otherTeacher, admin, classroom, otherClassroom, author, classmate, stranger };
}

const titles = async (reader: UserRow, filter: Partial<typeof ALL> = {}) =>
  (await listGallery(actorOf(reader), { ...ALL, ...filter }, NOW)).rows.map((work) => work.title);

describe('publishing', () => {
  it('shows the chosen take by default, waits, and tells the class’s teachers', async () => {
    const { teacher, otherTeacher, author } = await makeSchool();
    const { attempt, take, exam } = await makeReleasedOral({ teacher, student: author });
    const second = await makeTake({ attempt, itemId: exam.items[0]?.id ?? 0, owner: author, number: 2 });
    const { id } = await publishWork(actorOf(author), { ...FORM, attemptId: attempt.id, practiceId: null }, NOW);
    const row = await db().selectFrom('works').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'pending', part: 'oral', score: 92, is_anonymous: 1, flagged: '[]' });
    expect(fromJson<{ fileIds: string[] }>(row.content).fileIds).toEqual([second.file_id]);
    const uses = await db().selectFrom('file_uses').select('file_id').where('use', '=', 'work').execute();
    expect(uses.map((use) => use.file_id)).toEqual([second.file_id]);
    const messages = await db().selectFrom('messages').selectAll().where('kind', '=', 'work').execute();
    expect(messages.map((message) => message.user_id)).toEqual([teacher.id]);
    expect(messages[0]?.title).toContain('林可欣');
    expect(await titles(otherTeacher)).toEqual([]);
    expect((await getPublishPage(actorOf(author), { attemptId: attempt.id, practiceId: null }, NOW)).pieces).toEqual([
      expect.objectContaining({ key: take.file_id, isDefault: false, durationMs: take.duration_ms }),
      expect.objectContaining({ key: second.file_id, isDefault: true }),
    ]);
  });

  it('twice at once gives one work and one message', async () => {
    const { teacher, author } = await makeSchool();
    const { attempt } = await makeReleasedOral({ teacher, student: author });
    const input = { ...FORM, attemptId: attempt.id, practiceId: null };
    const ids = await Promise.all([1, 2, 3].map(() => publishWork(actorOf(author), input, NOW)));
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
    expect(await db().selectFrom('works').select('id').execute()).toHaveLength(1);
    expect(await db().selectFrom('messages').select('id').where('kind', '=', 'work').execute()).toHaveLength(1);
    await expect(publishWork(actorOf(author), { ...input, title: '改了' }, NOW)).rejects.toEqual(
      refusal('conflict', /等老师审核/),
    );
  });

  it('needs the consent, 86 and the release, and is the author’s own', async () => {
    const { teacher, author, classmate } = await makeSchool();
    const silent = await makeReleasedOral({ teacher, student: classmate });
    const put = (student: UserRow, attemptId: number) =>
      publishWork(actorOf(student), { ...FORM, attemptId, practiceId: null }, NOW);
    await expect(put(classmate, silent.attempt.id)).rejects.toEqual(refusal('conflict', /监护人同意.*周敏/));
    const low = await makeReleasedOral({ teacher, student: author, percent: 85.4 });
    await expect(put(author, low.attempt.id)).rejects.toEqual(refusal('conflict', /86 分/));
    const unsettled = await makeReleasedOral({ teacher, student: author, percent: null });
    await expect(put(author, unsettled.attempt.id)).rejects.toEqual(refusal('conflict'));
    const closed = await makeReleasedOral({ teacher, student: author, status: 'closed' });
    await expect(put(author, closed.attempt.id)).rejects.toEqual(refusal('not_found'));
    await expect(put(author, silent.attempt.id)).rejects.toEqual(refusal('not_found'));
    await expect(put(teacher, silent.attempt.id)).rejects.toEqual(refusal('forbidden'));
    const good = await makeReleasedOral({ teacher, student: author });
    await expect(
      publishWork(actorOf(author), { ...FORM, pieces: [], attemptId: good.attempt.id, practiceId: null }, NOW),
    ).rejects.toEqual(refusal('invalid'));
    const elsewhere = await makeFile({ owner: author, kind: 'audio' });
    await expect(
      publishWork(
        actorOf(author),
        { ...FORM, pieces: [elsewhere.id], attemptId: good.attempt.id, practiceId: null },
        NOW,
      ),
    ).rejects.toEqual(refusal('invalid'));
    expect(await db().selectFrom('works').select('id').execute()).toEqual([]);
  });

  it('says that another exam still asks the question, not that nothing was recorded', async () => {
    const { author, teacher, classroom } = await makeSchool();
    const { attempt, exam } = await makeReleasedOral({ student: author, teacher, percent: 90 });
    const other = await makeExam({
      owner: teacher,
      classrooms: [classroom],
      oral: await makeOralQuestion({ owner: teacher }),
      status: 'published',
      now: NOW,
    });
    const { question_id } = await db()
      .selectFrom('exam_items')
      .select('question_id')
      .where('exam_id', '=', exam.id)
      .executeTakeFirstOrThrow();
    await db().updateTable('exam_items').set({ question_id }).where('exam_id', '=', other.id).execute();
    const publish = () => publishWork(actorOf(author), { ...FORM, attemptId: attempt.id, practiceId: null }, NOW + 1);
    await expect(publish()).rejects.toEqual(refusal('conflict', /正用在另一场考试里/));
    await db().updateTable('exams').set({ status: 'closed', closed_at: NOW }).where('id', '=', other.id).execute();
    await expect(publish()).resolves.toBeDefined();
  });

  it('marks words of the school’s list and does not refuse them', async () => {
    const { teacher, author } = await makeSchool();
    await putSensitiveWords(['笨蛋', '没有']);
    const { attempt } = await makeReleasedOral({ teacher, student: author });
    const input = { ...FORM, description: '读得像个笨 蛋', attemptId: attempt.id, practiceId: null };
    const { id } = await publishWork(actorOf(author), input, NOW);
    const row = await db().selectFrom('works').select('flagged').where('id', '=', id).executeTakeFirstOrThrow();
    expect(fromJson(row.flagged)).toEqual(['笨蛋']);
  });

  it('of a practice needs the own rating of 5, and is said to be the own', async () => {
    const { author } = await makeSchool();
    const actor = actorOf(author);
    const question = await makeOralQuestion({ owner: author });
    const file = await makeFile({ owner: author, kind: 'audio' });
    const take = await addPractice(actor, practiceSchema.parse({ questionId: question.id, fileIds: file.id }), NOW);
    await ratePractice(actor, { id: take.id, rating: 4, note: '' }, NOW);
    const source = { attemptId: null, practiceId: take.id };
    expect(await offersOfTries([{ ...take, selfRating: 4 }])).toEqual({});
    await expect(publishWork(actor, { ...FORM, ...source }, NOW)).rejects.toEqual(refusal('conflict', /自评/));
    await ratePractice(actor, { id: take.id, rating: 5, note: '' }, NOW);
    const { id } = await publishWork(actor, { ...FORM, ...source }, NOW);
    expect((await getWork(actor, id, NOW)).work.score).toMatchObject({ percent: 100, grade: null, isSelfRated: true });
    await db().updateTable('works').set({ state: 'approved' }).execute();
    expect(await titles(author)).toEqual(['我读春天']);
    await deletePractice(actor, take.id, NOW);
    expect(await titles(author)).toEqual([]);
    expect((await getWork(actor, id, NOW)).inside?.hidden).toBe('practice');
  });

  it('again after a rejection or the own withdrawal, not after a teacher’s', async () => {
    const { teacher, author } = await makeSchool();
    const work = await makeWork({ student: author, teacher, state: 'rejected', reason: '录音里有杂音' });
    const again = { ...FORM, title: '重录', attemptId: work.attempt_id, practiceId: null };
    expect(await publishWork(actorOf(author), again, NOW)).toEqual({ id: work.id });
    const row = () => db().selectFrom('works').selectAll().where('id', '=', work.id).executeTakeFirstOrThrow();
    expect(await row()).toMatchObject({ state: 'pending', reason: '', decided_by: null, title: '重录' });
    await withdrawWorks(actorOf(author), { ids: [work.id], reason: '' }, NOW);
    await publishWork(actorOf(author), again, NOW);
    expect(await row()).toMatchObject({ state: 'pending' });
    await withdrawWorks(actorOf(teacher), { ids: [work.id], reason: '背景有人名' }, NOW);
    await expect(publishWork(actorOf(author), again, NOW)).rejects.toEqual(refusal('conflict', /背景有人名/));
  });

  it('is offered on the result of a part that is good enough', async () => {
    const { teacher, author } = await makeSchool();
    const { attempt } = await makeReleasedOral({ teacher, student: author });
    const found = await getPublishable(actorOf(author), { attemptId: attempt.id, practiceId: null }, NOW);
    expect(found).toMatchObject({ obstacle: null, existing: null, part: 'oral', title: '春天' });
    expect(await listOffersOfResult(actorOf(author), [{ attempt: null, items: [] }])).toEqual([]);
  });
});

describe('who may see and do what', () => {
  it('a waiting work: its author and who moderates the class; an approved one everybody', async () => {
    const school = await makeSchool();
    const { teacher, author } = school;
    const everybody = ['author', 'classmate', 'stranger', 'teacher', 'otherTeacher', 'admin'] as const;
    const readers = async (work: { id: number; fileId: string }) => {
      const may: string[] = [];
      for (const name of everybody) {
        const actor = actorOf(school[name]);
        const mayRead = await mayReadWork(actor, work.id, NOW);
        const file = await getReadableFile(actor, work.fileId, NOW).catch(() => null);
        // Its author owns the file; its examiner reads it as part of the exam.
        if (name !== 'author' && name !== 'teacher') expect(file !== null).toBe(mayRead);
        const page = await getWork(actor, work.id, NOW).catch(() => null);
        expect(page !== null).toBe(mayRead);
        if (mayRead) may.push(name);
      }
      return may;
    };
    for (const state of ['pending', 'rejected', 'withdrawn']) {
      expect(await readers(await makeWork({ student: author, teacher, state }))).toEqual([
        'author',
        'teacher',
        'admin',
      ]);
    }
    expect(await readers(await makeWork({ student: author, teacher }))).toEqual([...everybody]);
    expect(await mayModerate(actorOf(author), author.classroom_id)).toBe(false);
    expect(await mayModerate(actorOf(school.otherTeacher), author.classroom_id)).toBe(false);
    expect(await mayModerate(actorOf(teacher), null)).toBe(false);
    expect(await mayModerate(actorOf(school.admin), null)).toBe(true);
  });

  it('an anonymous author is nobody to students and somebody to teachers', async () => {
    const { teacher, otherTeacher, author, classmate } = await makeSchool();
    const work = await makeWork({ student: author, teacher, title: '匿名的' });
    await makeWork({ student: author, teacher, title: '署名的', is_anonymous: 0 });
    const seen = JSON.stringify([
      await listGallery(actorOf(classmate), ALL, NOW),
      await getWork(actorOf(classmate), work.id, NOW),
    ]);
    expect(seen.match(/林可欣/g)).toHaveLength(1);
    expect(seen).not.toContain('student_id');
    expect(seen).not.toContain(author.account);
    expect((await getWork(actorOf(otherTeacher), work.id, NOW)).work.author).toMatchObject({
      label: '匿名同学',
      realName: '林可欣',
    });
    // Looking for the name does not tell either.
    expect(await titles(classmate, { keyword: '林可欣' })).toEqual(['署名的']);
    expect(await titles(otherTeacher, { keyword: '林可欣' })).toHaveLength(2);
  });

  it('an exam to sit hides from its students the works of its own questions alone', async () => {
    const { teacher, classroom, author, classmate } = await makeSchool();
    await makeWork({ student: author, teacher, title: '别的题' });
    const oral = await makeOralQuestion({ owner: teacher });
    await makeExam({ owner: teacher, classrooms: [classroom], oral, status: 'published', now: NOW });
    expect(await titles(classmate)).toEqual(['别的题']);
  });

  it('pins and withdraws only for the class’s teachers, with a reason that the author is told', async () => {
    const { teacher, otherTeacher, author, classmate } = await makeSchool();
    const work = await makeWork({ student: author, teacher });
    const pin = { id: work.id, on: true };
    await expect(setPinned(actorOf(otherTeacher), pin, NOW)).rejects.toEqual(refusal('forbidden'));
    await expect(setPinned(actorOf(author), pin, NOW)).rejects.toEqual(refusal('forbidden'));
    await setPinned(actorOf(teacher), pin, NOW);
    await setPinned(actorOf(teacher), pin, NOW);
    const withdraw = { ids: [work.id], reason: '背景有人名' };
    await expect(withdrawWorks(actorOf(otherTeacher), withdraw, NOW)).rejects.toEqual(refusal('forbidden'));
    await expect(withdrawWorks(actorOf(classmate), withdraw, NOW)).rejects.toEqual(refusal('forbidden'));
    await expect(withdrawWorks(actorOf(teacher), { ...withdraw, reason: '' }, NOW)).rejects.toEqual(refusal('invalid'));
    expect(await withdrawWorks(actorOf(teacher), withdraw, NOW)).toBe(1);
    expect(await withdrawWorks(actorOf(teacher), withdraw, NOW)).toBe(0);
    const decisions = await db().selectFrom('moderations').select('decision').orderBy('id').execute();
    expect(decisions.map((row) => row.decision)).toEqual(['pin', 'withdraw']);
    const told = await db().selectFrom('messages').selectAll().where('user_id', '=', author.id).execute();
    expect(told.map((message) => message.body)).toEqual(['理由：背景有人名']);
    expect(await titles(classmate)).toEqual([]);
  });

  it('withdraws many or none', async () => {
    const { teacher, otherTeacher, author, stranger } = await makeSchool();
    const own = await makeWork({ student: author, teacher });
    const foreign = await makeWork({ student: stranger, teacher: otherTeacher });
    await db().updateTable('users').set({ has_consent: 1 }).where('id', '=', stranger.id).execute();
    await expect(withdrawWorks(actorOf(teacher), { ids: [own.id, foreign.id], reason: '不合适' }, NOW)).rejects.toEqual(
      refusal('forbidden'),
    );
    expect(await titles(teacher)).toHaveLength(2);
  });
});

describe('likes', () => {
  it('count once a person, also at once, and never for the own work or a hidden one', async () => {
    const { teacher, author, classmate, stranger } = await makeSchool();
    const work = await makeWork({ student: author, teacher });
    const like = (who: UserRow, on = true) => setLike(actorOf(who), { id: work.id, on }, NOW);
    await Promise.all([like(classmate), like(classmate), like(stranger), like(teacher)]);
    const count = async () =>
      (await db().selectFrom('works').select('like_count').where('id', '=', work.id).executeTakeFirstOrThrow())
        .like_count;
    expect(await count()).toBe(3);
    expect(await like(classmate)).toBe(3);
    expect(await like(classmate, false)).toBe(2);
    expect(await like(classmate, false)).toBe(2);
    await expect(like(author)).rejects.toEqual(refusal('conflict'));
    const waiting = await makeWork({ student: author, teacher, state: 'pending' });
    await expect(setLike(actorOf(classmate), { id: waiting.id, on: true }, NOW)).rejects.toEqual(refusal('not_found'));
    await expect(setLike(actorOf(teacher), { id: waiting.id, on: true }, NOW)).rejects.toEqual(refusal('conflict'));
    expect((await getWork(actorOf(stranger), work.id, NOW)).work).toMatchObject({ likes: 2, hasLiked: true });
    expect((await getWork(actorOf(classmate), work.id, NOW)).work).toMatchObject({ likes: 2, hasLiked: false });
  });
});

describe('the gallery', () => {
  it('says which scores are the student’s own, and leaves them out when asked', async () => {
    const { teacher, author, classmate } = await makeSchool();
    await makeWork({ student: author, teacher, title: '老师评的' });
    const question = await makeOralQuestion({ owner: author });
    const file = await makeFile({ owner: author, kind: 'audio' });
    const input = practiceSchema.parse({ questionId: question.id, fileIds: file.id });
    const take = await addPractice(actorOf(author), input, NOW);
    await ratePractice(actorOf(author), { id: take.id, rating: 5, note: '' }, NOW);
    await makeWork({ student: author, teacher, title: '自评的', practice_id: take.id, percent: 100 });
    const rated = async (rating: (typeof ALL)['rating']) =>
      (await listGallery(actorOf(classmate), { ...ALL, rating }, NOW)).rows
        .map((work) => [work.title, work.score.isSelfRated])
        .sort();
    expect(await rated('')).toEqual([
      ['老师评的', false],
      ['自评的', true],
    ]);
    expect(await rated('teacher')).toEqual([['老师评的', false]]);
    expect(await rated('self')).toEqual([['自评的', true]]);
  });

  it('follows the result: re-marked below 86 or taken back it is gone, and back again with it', async () => {
    const { teacher, author, classmate } = await makeSchool();
    const work = await makeWork({ student: author, teacher, title: '春天' });
    const remark = (percent: number | null) =>
      db().updateTable('attempts').set({ percent }).where('id', '=', work.attempt_id).execute();
    await remark(88.5);
    expect((await getWork(actorOf(classmate), work.id, NOW)).work.score.percent).toBe(89);
    await remark(85.4);
    expect(await titles(classmate)).toEqual([]);
    expect(await mayReadWork(actorOf(classmate), work.id, NOW)).toBe(false);
    expect((await getWork(actorOf(author), work.id, NOW)).inside?.hidden).toBe('score');
    await remark(92);
    await unreleaseExams(actorOf(teacher), { ids: [work.exam?.id ?? 0] }, NOW);
    // Its author still has it, without what the release no longer says.
    expect((await getWork(actorOf(author), work.id, NOW)).work.score).toMatchObject({
      percent: null,
      grade: null,
      isHeldBack: true,
    });
    expect((await findQueueRows(actorOf(teacher), [{ kind: 'work', id: work.id }]))[0]?.score).toMatchObject({
      percent: null,
      isHeldBack: true,
    });
    await remark(40);
    expect(await titles(classmate)).toEqual([]);
    // What is re-marked is not told before it is released again.
    expect(await getWork(actorOf(author), work.id, NOW)).toMatchObject({
      work: { score: { percent: null } },
      inside: { hidden: 'release' },
    });
    await remark(90);
    await db().updateTable('exams').set({ status: 'released' }).execute();
    expect(await titles(classmate)).toEqual(['春天']);
  });

  it('hides the works of a student whose consent is withdrawn until it is given again', async () => {
    const { teacher, author, classmate } = await makeSchool();
    const work = await makeWork({ student: author, teacher, title: '春天' });
    const consent = (has: number) =>
      db().updateTable('users').set({ has_consent: has }).where('id', '=', author.id).execute();
    await consent(0);
    expect(await titles(classmate)).toEqual([]);
    await expect(getReadableFile(actorOf(classmate), work.fileId, NOW)).rejects.toEqual(refusal('not_found'));
    expect((await getWork(actorOf(author), work.id, NOW)).inside?.hidden).toBe('consent');
    await consent(1);
    expect(await titles(classmate)).toEqual(['春天']);
  });

  it('shows a grade where the exam shows no points', async () => {
    const { teacher, author, classmate } = await makeSchool();
    const { attempt } = await makeReleasedOral({ teacher, student: author, settings: { resultDisplay: 'grade' } });
    await makeWork({ student: author, teacher, attempt_id: attempt.id });
    const [work] = (await listGallery(actorOf(classmate), { ...ALL, sort: 'score' }, NOW)).rows;
    expect(work?.score).toMatchObject({ percent: null, grade: { word: '优秀' } });
  });

  it('filters, sorts, puts pinned ones first and own ratings after scores, in pages', async () => {
    const { teacher, otherTeacher, classroom, otherClassroom, author, stranger } = await makeSchool();
    await db().updateTable('users').set({ has_consent: 1 }).where('id', '=', stranger.id).execute();
    const day = 24 * 3_600_000;
    const make = (title: string, percent: number, columns: object = {}) =>
      makeWork({ student: author, teacher, title, percent, decided_at: NOW - 2 * day, ...columns });
    await make('甲', 95, { like_count: 1 });
    await make('乙', 88, { like_count: 9, decided_at: NOW - day });
    await make('丙', 99, { decided_at: NOW - 400 * day });
    await make('丁', 87, { pinned_at: NOW, decided_at: NOW - 3 * day });
    await makeWork({ student: stranger, teacher: otherTeacher, title: '戊', decided_at: NOW });
    const question = await makeOralQuestion({ owner: author });
    const file = await makeFile({ owner: author, kind: 'audio' });
    const take = await addPractice(
      actorOf(author),
      practiceSchema.parse({ questionId: question.id, fileIds: file.id, selfRating: 5 }),
      NOW,
    );
    await make('己', 100, { practice_id: take.id, decided_at: NOW - 4 * day });

    expect(await titles(author)).toEqual(['丁', '戊', '乙', '甲', '己', '丙']);
    expect(await titles(author, { sort: 'score' })).toEqual(['丁', '丙', '甲', '戊', '乙', '己']);
    expect((await titles(author, { sort: 'likes' })).slice(0, 3)).toEqual(['丁', '乙', '甲']);
    expect(await titles(author, { classId: otherClassroom.id })).toEqual(['戊']);
    expect(await titles(author, { part: 'written' })).toEqual([]);
    expect(await titles(author, { keyword: '乙' })).toEqual(['乙']);
    expect(await titles(author, { keyword: '%' })).toEqual([]);
    expect(await titles(author, { period: 'term' })).not.toContain('丙');
    const today = new Date(NOW + 8 * 3_600_000).toISOString().slice(0, 10);
    expect(await titles(author, { from: today, to: today })).toEqual(['戊']);
    expect(await titles(author, { currentPage: 2, pageSize: 4 })).toEqual(['己', '丙']);
    expect(await listGalleryClasses()).toEqual([
      { id: classroom.id, name: '导游一班' },
      { id: otherClassroom.id, name: '导游二班' },
    ]);
  });

  it('lists the own works in every state with what became of them', async () => {
    const { teacher, author, classmate } = await makeSchool();
    await makeWork({ student: author, teacher, state: 'rejected', reason: '有杂音', title: '甲' });
    await makeWork({ student: author, teacher, state: 'pending', title: '乙' });
    await makeWork({ student: classmate, teacher, title: '别人的' });
    const { rows, totalCount } = await listOwnWorks(actorOf(author), { currentPage: 1, pageSize: 15 }, NOW);
    expect(totalCount).toBe(2);
    expect(rows.map(({ work, inside }) => [work.title, work.state, inside.reason, inside.mayPublishAgain])).toEqual([
      ['乙', 'pending', '', false],
      ['甲', 'rejected', '有杂音', true],
    ]);
  });
});
