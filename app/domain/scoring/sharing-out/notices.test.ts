import { expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { askExaminers } from '~/domain/exam/ask-examiners.commands.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
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
import { remindOfMarking } from './notices.commands.server';
import { savePageSetting } from '../release/page-setting.commands.server';
import { pageSettingSchema } from '../release/page-setting.schema';
import { listScoreExams } from '../marking/score-exams.queries.server';
import { assignArbiter } from './arbiter.commands.server';
import { listScoring } from '../paper/papers.queries.server';
import { setExaminers } from './share-out.commands.server';
import { saveScore } from '../marking/scoring.commands.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 7_200_000;

type Teacher = Awaited<ReturnType<typeof makeTeacher>>;

async function makeSchool() {
  const owner = await makeTeacher({ name: '周敏' });
  const first = await makeTeacher({ name: '许志远' });
  const second = await makeTeacher({ name: '钱一鸣' });
  const classroom = await makeClassroom({ teacher: owner });
  const exam = await makeExam({
    owner,
    name: '期末',
    classrooms: [classroom],
    written: [await makeWrittenQuestion({ owner, points: 100, body: { markingPoints: [] } })],
    examiners: [first, second].map((teacher) => ({ teacher, part: 'written' as const })),
    status: 'closed',
    now: NOW,
  });
  const papers: number[] = [];
  for (const name of ['甲', '乙']) {
    const student = await makeStudent({ classroom_id: classroom.id, name });
    papers.push((await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW })).id);
  }
  const score = (who: Teacher, index: number, points: number, version = 0, at = AFTER, isFinal = true) =>
    saveScore(
      actorOf(who),
      {
        attemptId: papers[index] ?? 0,
        marks: [{ itemId: exam.items[0]?.id ?? 0, points }],
        comment: '',
        isFinal,
        version,
      },
      at,
    );
  const told = async (who: Teacher) =>
    (
      await db().selectFrom('messages').select(['title', 'link']).where('user_id', '=', who.id).orderBy('id').execute()
    ).map((message) => message.title);
  const row = async (who: Teacher) => {
    const page = { status: null, keyword: '', currentPage: 1, pageSize: 5 };
    return (await listScoreExams(actorOf(who), page, AFTER)).rows[0]?.parts[0];
  };
  return { owner, first, second, exam, score, told, row };
}

it('the owner hears that a paper waits for arbitration, once while the message is unread, and that all is marked', async () => {
  const { owner, first, second, exam, score, told, row } = await makeSchool();
  await score(first, 0, 50);
  expect(await told(owner)).toEqual([]);
  await score(second, 0, 90);
  expect(await told(owner)).toEqual(['待仲裁：期末（笔试）']);
  expect(await row(owner)).toMatchObject({ toDecide: 1, contested: 1 });
  await score(first, 1, 40);
  await score(second, 1, 90);
  expect(await told(owner)).toHaveLength(1);
  const third = await makeTeacher({ name: '孙立' });
  const ids = (await db().selectFrom('attempts').select('id').execute()).map((one) => one.id);
  await assignArbiter(actorOf(owner), { examId: exam.id, part: 'written', ids, arbiterId: third.id }, AFTER);
  await score(third, 0, 55);
  expect(await told(owner)).toEqual(['待仲裁：期末（笔试）']);
  await score(third, 1, 45);
  // Nothing waits for the owner any more.
  expect(await told(owner)).toEqual(['评完了：期末（笔试）']);
  expect([await told(first), await told(second)]).toEqual([[], []]);
});

it('a paper that comes together takes its unread message along, and one that differs later is told anew', async () => {
  const { owner, first, second, score, told } = await makeSchool();
  const times = async () => {
    const rows = await db().selectFrom('messages').select('created_at').where('user_id', '=', owner.id).execute();
    return rows.map((row) => row.created_at);
  };
  await score(first, 0, 50);
  await score(second, 0, 90);
  await score(owner, 0, 55);
  expect(await times()).toEqual([]);
  await score(first, 1, 40);
  await score(second, 1, 90, 0, AFTER + 1000);
  expect(await told(owner)).toEqual(['待仲裁：期末（笔试）']);
  expect(await times()).toEqual([AFTER + 1000]);
});

it('a paper that is open again takes along what said that all is marked', async () => {
  const { owner, first, second, score, told } = await makeSchool();
  for (const index of [0, 1]) {
    await score(first, index, 80);
    await score(second, index, 82);
  }
  expect(await told(owner)).toEqual(['评完了：期末（笔试）']);
  await score(second, 1, 20, 1);
  expect(await told(owner)).toEqual(['待仲裁：期末（笔试）']);
});

it('who is asked to arbitrate in another’s place takes their request along, and they are told', async () => {
  const { owner, first, second, exam, score, told, row } = await makeSchool();
  await score(first, 0, 50);
  await score(second, 0, 90);
  const [third, fourth] = [await makeTeacher({ name: '孙立' }), await makeTeacher({ name: '李静' })];
  const ids = [(await db().selectFrom('attempts').select('id').orderBy('id').executeTakeFirstOrThrow()).id];
  const ask = (who: Teacher) =>
    assignArbiter(actorOf(owner), { examId: exam.id, part: 'written', ids, arbiterId: who.id }, AFTER);
  await ask(third);
  await score(third, 0, 55, 0, AFTER, false);
  await ask(fourth);
  expect(await told(third)).toEqual(['不用再仲裁：期末（笔试）']);
  expect(await told(fourth)).toEqual(['请您仲裁：期末']);
  // The exam is none of theirs any more, and what they had begun counts for nothing.
  expect(await row(third)).toBeUndefined();
  await expect(score(third, 0, 55, 1)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await row(fourth)).toMatchObject({ awaitsMe: 1 });
  // Back again: asked anew.
  await ask(third);
  expect(await told(third)).toEqual(['不用再仲裁：期末（笔试）', '请您仲裁：期末']);
  expect(await row(third)).toMatchObject({ awaitsMe: 1 });
});

it('who is named late has papers that came apart without them in no pile, and an arbiter leaves only after a word', async () => {
  const { owner, first, second, exam, score, row, told } = await makeSchool();
  await score(first, 0, 50);
  await score(second, 0, 90);
  const third = await makeTeacher({ name: '孙立' });
  const set = (ids: number[], isConfirmed: boolean) =>
    setExaminers(actorOf(owner), { examId: exam.id, part: 'written', examinerIds: ids, isConfirmed }, AFTER);
  await set([first.id, third.id], true);
  expect(await row(third)).toMatchObject({ mine: { done: 0, total: 1 }, awaitsMe: 1 });
  expect(await row(first)).toMatchObject({ mine: { done: 1, total: 2 }, awaitsMe: 1 });
  const page = { keyword: '', currentPage: 1, pageSize: 5, examId: exam.id, part: 'written' as const };
  expect(await listScoring(actorOf(third), { ...page, classId: 0, state: '' }, AFTER)).toMatchObject({
    mine: { done: 0, total: 1 },
  });
  const arbiter = await makeTeacher({ name: '李静' });
  const ids = [(await db().selectFrom('attempts').select('id').orderBy('id').executeTakeFirstOrThrow()).id];
  await assignArbiter(actorOf(owner), { examId: exam.id, part: 'written', ids, arbiterId: arbiter.id }, AFTER);
  await expect(set([first.id, third.id], false)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/^李静：请其仲裁的 1 份又没有人仲裁/) as string,
  });
  await set([first.id, third.id], true);
  expect(await told(arbiter)).toEqual(['不用再阅卷：期末（笔试）']);
});

it('who is late after the date the owner set is told once, and the owner with them', async () => {
  const { owner, first, second, exam, score, told } = await makeSchool();
  const stored = await db().selectFrom('exams').select(['settings', 'version']).executeTakeFirstOrThrow();
  const settings = { ...(JSON.parse(stored.settings) as object), quickComments: '', examId: exam.id };
  const input = pageSettingSchema.parse({ ...settings, version: stored.version, markingDueAt: '2026-11-21 18:00' });
  const past = pageSettingSchema.parse({ ...settings, version: stored.version, markingDueAt: '2026-11-20 10:00' });
  await expect(savePageSetting(actorOf(owner), past, AFTER)).rejects.toMatchObject({
    fields: { markingDueAt: expect.stringMatching(/已经过去/) as string },
  });
  await savePageSetting(actorOf(owner), input, AFTER);
  const due = Date.UTC(2026, 10, 21, 10, 0);
  expect(await remindOfMarking(due - 1)).toBe(0);
  await score(first, 0, 80);
  await score(first, 1, 80);
  expect((await Promise.all([remindOfMarking(due), remindOfMarking(due)])).sort()).toEqual([0, 1]);
  expect(await remindOfMarking(due + 1000)).toBe(0);
  expect(await told(first)).toEqual(['阅卷期限：期末（笔试）']);
  expect(await told(second)).toEqual(['阅卷期限：期末（笔试）', '阅卷已过期限：期末（笔试）']);
  expect(await told(owner)).toEqual(['阅卷已过期限：期末（笔试）']);
  const bodies = await db().selectFrom('messages').select('body').orderBy('user_id').orderBy('id').execute();
  expect(bodies.map((one) => one.body)).toEqual([
    '期限是 2026-11-21 18:00，笔试还有 2 份没有评完。',
    expect.stringMatching(/定了阅卷期限。笔试部分请在 2026-11-21 18:00 前评完。$/),
    expect.stringMatching(/定了阅卷期限/),
    '期限是 2026-11-21 18:00，笔试还有 2 份等您评分。',
  ]);
});

it('who takes over after the day reads that it has passed, not to be done by then', async () => {
  const { second, exam } = await makeSchool();
  const view = { ...(await getExamView(exam.id)), markingDueAt: AFTER - 60_000 };
  await askExaminers(view, { part: 'written', teacherIds: [second.id] }, AFTER);
  const { body } = await db()
    .selectFrom('messages')
    .select('body')
    .where('user_id', '=', second.id)
    .executeTakeFirstOrThrow();
  expect(body).toMatch(/已经过了，请尽快评完。$/);
});
