import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { saveAnswers } from '~/domain/attempt/answer.commands.server';
import { closeOverdueAttempts, startAttempt, submitAttempt } from '~/domain/attempt/attempt.commands.server';
import { getAttemptView } from '~/domain/attempt/attempt.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { getExamView } from '~/domain/exam/exam.queries.server';
import { listOwnExams } from '~/domain/exam/exam-list.queries.server';
import { GRACE_MS } from '~/domain/exam/times.rules';
import { listScoring } from '~/domain/scoring/paper/papers.queries.server';
import { summariseRelease } from '~/domain/scoring/release/release.queries.server';
import { listScoreRows } from '~/domain/scoring/report/score-list.queries.server';
import { getOwnResult } from '~/domain/scoring/result/result.queries.server';
import { listClassNews } from '~/domain/statistics/class-news.queries.server';
import { listScoreExams } from '~/domain/scoring/marking/score-exams.queries.server';
import { scoreSet } from '~/domain/statistics/standing.rules';
import { loadStandings } from '~/domain/statistics/standings.queries.server';
import { listScores } from '~/domain/scoring/marking/scores.queries.server';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import { getScoring } from '~/domain/scoring/marking/scoring.queries.server';
import { countAwaitingExaminer } from '~/domain/scoring/sharing-out/awaiting.queries.server';
import { assignArbiter } from '~/domain/scoring/sharing-out/arbiter.commands.server';
import { markAllRead } from '~/domain/message/message.commands.server';
import { formatMinute } from '~/lib/time';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
  type MadeExam,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { getAdjustPage } from './adjust.queries.server';
import { closeExams } from './close.commands.server';
import { extendExam } from './extend.commands.server';
import { extendSentences } from './extend.rules';
import { handInForStudents } from './hand-in.commands.server';
import { grantResits } from './resit.commands.server';
import { listResitRows } from './resit.queries.server';
import { endResits } from './end-resit.commands.server';
import { findExtendNotice } from './resume.queries.server';

/** More time after papers were taken in: who goes on, what their marks become, and who hears what. */

useDatabase();

const T = Date.UTC(2026, 10, 20, 6, 0);
const MINUTE = 60_000;
const END = T + 60 * MINUTE;

let owner: Actor;
let examiners: Actor[];
let students: [Actor, Actor, Actor];
let exam: MadeExam;
let choice: number;
let pen: number;

beforeEach(async () => {
  const teacher = await makeTeacher({ name: '周敏' });
  owner = actorOf(teacher);
  const two = [await makeTeacher(), await makeTeacher()];
  examiners = two.map(actorOf);
  const classroom = await makeClassroom({ teacher });
  const make = async (name: string) => actorOf(await makeStudent({ classroom_id: classroom.id, name }));
  students = [await make('甲'), await make('乙'), await make('丙')];
  exam = await makeExam({
    ...{ owner: teacher, classrooms: [classroom], status: 'published', now: T },
    written: [
      await makeTheoryQuestion({ owner: teacher, points: 50 }),
      await makeWrittenQuestion({ owner: teacher, points: 50, body: { answerBy: 'text', markingPoints: [] } }),
    ],
    examiners: two.map((one) => ({ teacher: one, part: 'written' as const })),
    ...{ begin_time: T, end_time: END, upload_end_time: END },
  });
  [choice, pen] = exam.items.map((item) => item.id) as [number, number];
});

const start = (who: Actor, now = T + MINUTE) => startAttempt(who, { examId: exam.id, part: 'written' }, now);
const answer = (who: Actor, attemptId: number, key: string, revision: number, now: number) =>
  saveAnswers(
    who,
    {
      attemptId,
      answers: [
        { itemId: choice, value: { keys: [key] }, revision },
        { itemId: pen, value: { text: `第 ${revision + 1} 版` }, revision },
      ],
    },
    now,
  );
const mark = async (who: Actor, attemptId: number, points: number, now: number) => {
  const own = (await listScores([attemptId])).find((score) => score.examinerId === who.id);
  const input = {
    attemptId,
    marks: [{ itemId: pen, points: String(points) }],
    isFinal: true,
    version: own?.version ?? 0,
  };
  return saveScore(who, input, now);
};
const extend = (of: Actor[] | null, minutes: number, now: number) =>
  extendExam(
    owner,
    {
      ...{ id: exam.id, all: of === null, studentIds: (of ?? []).map((one) => one.id), minutes },
      ...{ scope: 'written', reason: '断网' },
    },
    now,
  );
const lastTold = async (who: Actor) =>
  (
    await db().selectFrom('messages').select(['title', 'body']).where('user_id', '=', who.id).orderBy('id').execute()
  ).pop();
const stateOf = async (id: number) =>
  db().selectFrom('attempts').select(['state', 'settlement', 'percent']).where('id', '=', id).executeTakeFirst();

describe('a paper that was marked', () => {
  const AFTER = END + MINUTE;
  let paper: number;
  const [first, second] = [() => examiners[0] as Actor, () => examiners[1] as Actor];
  beforeEach(async () => {
    paper = (await start(students[0])).id;
    await answer(students[0], paper, 'A', 0, T + 2 * MINUTE);
    await closeOverdueAttempts(END + GRACE_MS + 1);
  });

  test('is not told of by name while papers of a blind exam are marked', async () => {
    await start(students[1]).then(({ id }) => answer(students[1], id, 'A', 0, T + 2 * MINUTE));
    await closeOverdueAttempts(END + GRACE_MS + 1);
    const settings = toJson({ ...(await getExamView(exam.id)).settings, isBlind: true });
    await db().updateTable('exams').set({ settings }).where('id', '=', exam.id).execute();
    await mark(first(), paper, 10, AFTER);
    const told = async (who: Actor) =>
      extendSentences(await findExtendNotice(await getExamView(exam.id), 'written', [who.id]), false);
    // The same of the paper that has a mark and of the one that has none.
    expect(await told(students[0])).toEqual([expect.stringContaining('（匿名评阅，这里不说）')]);
    expect(await told(students[1])).toEqual(await told(students[0]));
  });

  test('goes on without them: finals become drafts, keys mark anew, both examiners are asked again', async () => {
    await mark(first(), paper, 10, AFTER);
    await mark(second(), paper, 10, AFTER);
    expect(await stateOf(paper)).toMatchObject({ state: 'scored', percent: 10 });
    expect(await findExtendNotice(await getExamView(exam.id), 'written', [students[0].id])).toMatchObject({
      marked: 1,
    });
    expect(await findExtendNotice(await getExamView(exam.id), 'written', [students[1].id])).toMatchObject({
      marked: 0,
    });

    await extend([students[0]], 20, AFTER + MINUTE);
    expect(await stateOf(paper)).toEqual({ state: 'in_progress', settlement: '', percent: null });
    expect((await listScores([paper])).map(({ state, percent }) => [state, percent])).toEqual([
      ['draft', null],
      ['draft', null],
    ]);
    const { title, body } = (await lastTold(first())) ?? {};
    expect(title).toBe(`请再看一份答卷：${exam.name}（笔试）`);
    expect(body).toContain('又补了时间');
    const results = () => db().selectFrom('results').select('total_percent').where('exam_id', '=', exam.id).execute();
    expect(await results()).toEqual([{ total_percent: null }]);

    await answer(students[0], paper, 'B', 1, AFTER + 2 * MINUTE);
    await submitAttempt(students[0], { attemptId: paper }, AFTER + 3 * MINUTE);
    const [left] = await countAwaitingExaminer(exam, second().id, [{ part: 'written', count: 1 }]);
    expect(left?.count).toBe(1);
    const view = await getScoring(first(), { attemptId: paper, classId: 0 }, AFTER + 4 * MINUTE);
    expect(view).toMatchObject({ isMarkedBefore: true, own: { state: 'draft' }, settlement: '' });
    // The key gives its points for what stands there now.
    await mark(first(), paper, 40, AFTER + 5 * MINUTE);
    await mark(second(), paper, 42, AFTER + 5 * MINUTE);
    expect(await stateOf(paper)).toMatchObject({ state: 'scored', percent: 91 });
    const again = await getScoring(first(), { attemptId: paper, classId: 0 }, AFTER + 6 * MINUTE);
    expect(again.isMarkedBefore).toBe(false);
  });

  test('one of two marks, an arbitration and a ruling are taken back too', async () => {
    await mark(first(), paper, 10, AFTER);
    await mark(second(), paper, 45, AFTER);
    expect(await stateOf(paper)).toMatchObject({ settlement: 'arbitration' });
    const [one] = await listScores([paper]);
    await db()
      .insertInto('score_decisions')
      .values({
        attempt_id: paper,
        score_ids: `[${one?.id}]`,
        reason: '甲',
        decided_by: owner.id,
        decided_at: AFTER,
        is_kept: 0,
      })
      .execute();
    await extend(null, 20, AFTER + MINUTE);
    expect(await stateOf(paper)).toEqual({ state: 'in_progress', settlement: '', percent: null });
    expect(await db().selectFrom('score_decisions').selectAll().execute()).toEqual([]);
    // What was given before is no obstacle to another mark.
    await submitAttempt(students[0], { attemptId: paper }, AFTER + 3 * MINUTE);
    await mark(first(), paper, 30, AFTER + 4 * MINUTE);
    expect(await stateOf(paper)).toMatchObject({ settlement: 'waiting' });
  });

  test('whoever was asked to arbitrate it is not any more: unread it is withdrawn, read they hear it, and are asked anew', async () => {
    const arbiter = actorOf(await makeTeacher());
    const ask = (now: number) =>
      assignArbiter(owner, { examId: exam.id, part: 'written', ids: [paper], arbiterId: arbiter.id }, now);
    const titles = async () =>
      (await db().selectFrom('messages').select('title').where('user_id', '=', arbiter.id).orderBy('id').execute()).map(
        ({ title }) => title,
      );
    const ASKED = `请您仲裁：${exam.name}`;
    const differ = async (now: number) => {
      await mark(first(), paper, 10, now);
      await mark(second(), paper, 45, now);
    };
    const goOn = async (now: number, until: number) => {
      await extend([students[0]], 20, now);
      await closeOverdueAttempts(until + GRACE_MS + 1);
    };
    await differ(AFTER);
    await ask(AFTER);
    expect(await titles()).toEqual([ASKED]);
    await goOn(AFTER + MINUTE, END + 20 * MINUTE);
    expect(await titles()).toEqual([]);
    const again = END + 21 * MINUTE;
    await expect(getScoring(arbiter, { attemptId: paper, classId: 0 }, again)).rejects.toMatchObject({
      code: 'not_found',
    });

    await differ(again);
    await ask(again);
    expect(await titles()).toEqual([ASKED]);
    await markAllRead(arbiter, again);
    await goOn(again + MINUTE, END + 40 * MINUTE);
    expect(await titles()).toEqual([ASKED, `不用再仲裁：${exam.name}（笔试）`]);
    expect((await lastTold(arbiter))?.body).toContain('1 份答卷又补了时间');
  });

  test('in a re-sit, also one that its teacher ended', async () => {
    await closeExams(owner, [exam.id], AFTER);
    const when = { beginTime: AFTER + MINUTE, endTime: AFTER + 10 * MINUTE, reason: '', requestId: '' };
    await grantResits(owner, { id: exam.id, part: null, studentIds: [students[1].id], ...when }, AFTER);
    const again = (await start(students[1], AFTER + 2 * MINUTE)).id;
    const asked = { id: exam.id, part: null, studentIds: [students[1].id] };
    await endResits(owner, asked, AFTER + 4 * MINUTE);
    await mark(first(), again, 10, AFTER + 5 * MINUTE);
    await extend([students[1]], 10, AFTER + 6 * MINUTE);
    expect(await stateOf(again)).toMatchObject({ state: 'in_progress', settlement: '' });
    expect((await listScores([again])).map(({ state }) => state)).toEqual(['draft']);
    expect((await lastTold(first()))?.title).toContain('请再看一份答卷');
    expect((await lastTold(students[1]))?.body).toContain(`接着作答到 ${formatMinute(AFTER + 14 * MINUTE)}`);
  });
});

describe('an exam that was ended before its time', () => {
  const CLOSED = T + 20 * MINUTE;
  const LATER = CLOSED + 2 * MINUTE;
  let writing: number;
  let done: number;
  beforeEach(async () => {
    writing = (await start(students[0])).id;
    done = (await start(students[1])).id;
    await submitAttempt(students[1], { attemptId: done }, T + 5 * MINUTE);
  });
  const close = () => closeExams(owner, [exam.id], CLOSED);
  const isOpenTo = (who: Actor, now: number) =>
    start(who, now).then(
      ({ state }) => state === 'in_progress',
      () => false,
    );

  test('time for all opens it for all: who was writing goes on, who had handed in is told that they do not', async () => {
    await close();
    await extend(null, 10, LATER);
    const until = END + 10 * MINUTE;
    expect(await getAttemptView(writing)).toMatchObject({ state: 'in_progress', deadlineAt: until });
    expect((await lastTold(students[0]))?.body).toContain(
      `你的笔试答卷重新打开了，可以接着作答到 ${formatMinute(until)}。`,
    );
    expect(await getAttemptView(done)).toMatchObject({ state: 'submitted' });
    expect((await lastTold(students[1]))?.body).toContain('你的笔试答卷已经交了，不能再作答。');
    expect((await lastTold(students[2]))?.body).not.toContain('你的笔试答卷');
    expect(await isOpenTo(students[2], LATER + MINUTE)).toBe(true);
  });

  test('time for one is for that one alone, counted from the early end; the others’ part stays ended', async () => {
    await db()
      .insertInto('exam_grants')
      .values({ exam_id: exam.id, student_id: students[2].id, part: 'written', extra_minutes: 15, attempts: 1 })
      .execute();
    await close();
    const notice = await findExtendNotice(await getExamView(exam.id), 'written', [students[0].id]);
    expect(notice.early).toEqual({ at: CLOSED, plannedAt: END });
    expect(extendSentences(notice, false)[0]).toContain('只有选中的学生能继续');
    await extend([students[0]], 10, LATER);
    const until = CLOSED + 10 * MINUTE;
    expect(await getAttemptView(writing)).toMatchObject({ state: 'in_progress', deadlineAt: until });
    expect(await isOpenTo(students[0], LATER + MINUTE)).toBe(true);
    expect(await isOpenTo(students[2], LATER + MINUTE)).toBe(false);
    expect(await getExamView(exam.id)).toMatchObject({ status: 'published', endTime: CLOSED, uploadEndTime: CLOSED });
  });

  test('who had not come and has time again is absent nowhere before it has run out', async () => {
    await close();
    await extend([students[2]], 20, LATER);
    const said = async (now: number) => {
      const view = await getExamView(exam.id);
      const filter = { classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 50 } as const;
      const papers = await listScoring(owner, { ...filter, examId: exam.id, part: 'written' }, now);
      const rows = await listScoreRows(view, now);
      const own = await getOwnResult(students[2], exam.id, now);
      const release = await summariseRelease(view, now);
      const standings = await loadStandings(view, now);
      const page = { keyword: '', currentPage: 1, pageSize: 15 };
      const listed = (await listOwnExams(owner, { ...page, status: '' }, now)).rows.find((row) => row.id === exam.id);
      const scored = (await listScoreExams(owner, { ...page, status: null }, now)).rows.find(
        (row) => row.id === exam.id,
      );
      const news = (await listClassNews(owner, now)).classes.flatMap(({ last }) =>
        last?.examId === exam.id ? last.absent : [],
      );
      return {
        papers: papers.rows.find((row) => row.studentId === students[2].id)?.state,
        list: rows.find((row) => row.studentId === students[2].id)?.state,
        own: own.isReleased ? null : own.handedIn[0]?.isOver,
        release: release.parts[0]?.absent.map(({ name }) => name),
        class: release.classes[0]?.absent,
        resit: (await listResitRows(view, 'written', now)).find((row) => row.studentId === students[2].id)?.due,
        figures: scoreSet(standings.standings, 'written', view, standings.isOver).absent,
        listed: listed?.parts.map(({ isInMoreTime }) => isInMoreTime),
        scoring: scored?.phase,
        news,
      };
    };
    const during = await said(LATER + MINUTE);
    expect(during).toEqual({
      ...{ papers: 'not_started', list: 'not_started', own: false, release: [], class: 0, resit: null, figures: 0 },
      ...{ listed: [true], scoring: 'running', news: [0] },
    });
    const after = await said(T + 24 * 60 * MINUTE);
    expect(after).toEqual({
      ...{ papers: 'absent', list: 'absent', own: true, release: ['丙'], class: 1, resit: 'absent', figures: 1 },
      ...{ listed: [false], scoring: 'ended', news: [1] },
    });
  });

  test('a paper that the teacher handed in for its student stays so', async () => {
    const input = { id: exam.id, part: 'written' as const, studentIds: [students[0].id], reason: '突然不舒服' };
    await handInForStudents(owner, input, T + 6 * MINUTE);
    await close();
    await extend(null, 10, LATER);
    expect(await getAttemptView(writing)).toMatchObject({ state: 'auto_submitted' });
    expect((await lastTold(students[0]))?.body).toContain('不能再作答');
  });

  test('调整 says the end as it was', async () => {
    await close();
    const page = await getAdjustPage(owner, exam.id, LATER);
    expect(page.windows).toMatchObject([{ endsAt: CLOSED, uploadEndTime: CLOSED }]);
    expect(page.notice.early).toEqual({ at: CLOSED, plannedAt: END });
  });
});
