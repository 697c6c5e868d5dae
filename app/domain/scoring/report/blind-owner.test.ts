import { beforeEach, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { blindName } from '~/domain/exam/blind.rules';
import { getExamFigures } from '~/domain/statistics/exam-figures.server';
import { releaseExams, unreleaseExams } from '~/domain/scoring/release/release.commands.server';
import { getShareOut } from '~/domain/scoring/sharing-out/share-out.queries.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  type MadeExam,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { decideScore } from '../marking/decision.commands.server';
import { listScores } from '../marking/scores.queries.server';
import { saveScore } from '../marking/scoring.commands.server';
import { getScoring } from '../marking/scoring.queries.server';
import { toApiPaper } from './score-api.rules';
import { getScoreList } from './score-list.queries.server';

/** A blind exam that two others mark: its owner arbitrates by the code what they may not have read by name before. */

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 3_600_000;
let owner: Actor;
let examiners: [Actor, Actor];
let exam: MadeExam;
let papers: number[];

beforeEach(async () => {
  const teacher = await makeTeacher();
  const two = [await makeTeacher(), await makeTeacher()];
  owner = actorOf(teacher);
  examiners = two.map(actorOf) as [Actor, Actor];
  const classroom = await makeClassroom({ teacher });
  exam = await makeExam({
    ...{ owner: teacher, classrooms: [classroom], status: 'closed', now: NOW },
    settings: { isBlind: true, arbitrationLimit: 10 },
    written: [await makeTheoryQuestion({ owner: teacher, kind: 'short' })],
    examiners: two.map((one) => ({ teacher: one, part: 'written' as const })),
  });
  papers = [];
  for (const [index, name] of ['甲', '乙'].entries()) {
    const student = await makeStudent({ classroom_id: classroom.id, name, account: `8100${index}` });
    const state = index === 0 ? 'submitted' : 'auto_submitted';
    papers.push((await makeAttempt({ exam, student, part: 'written', state, now: NOW })).id);
  }
});

const mark = (who: Actor, index: number, points: number) =>
  saveScore(
    who,
    {
      ...{ attemptId: papers[index] ?? 0, comment: '', isFinal: true, version: 0 },
      marks: [{ itemId: exam.items[0]?.id ?? 0, points }],
    },
    AFTER,
  );
const page = { currentPage: 1, pageSize: 50, classId: 0 };
async function byName() {
  const list = await getScoreList(
    owner,
    { ...page, state: '', keyword: '', sort: 'account', order: 'asc', examId: exam.id },
    AFTER,
  );
  const share = await getShareOut(
    owner,
    { examId: exam.id, part: 'written', plan: null, studentId: 0, filter: { ...page, examinerId: 0, show: '' } },
    AFTER,
  );
  const figures = await getExamFigures(owner, { examId: exam.id, classroomId: 0 }, AFTER).then(
    ({ total }) => total.mean.value,
    (error: { code: string }) => error.code,
  );
  return {
    left: list.blindLeft,
    list: list.rows.map(({ name, state, total }) => [name, state, total]),
    share: share.list.rows.map((row) => row.studentName),
    figures,
  };
}
const nothing = (left: number) => ({
  left,
  list: [
    ['甲', 'waiting', null],
    ['乙', 'waiting', null],
  ],
  share: papers.map(blindName).sort(),
  figures: 'forbidden',
});

test('the owner who marks nothing reads no progress by name before all papers are settled', async () => {
  expect(await byName()).toEqual(nothing(2));
  for (const who of examiners) await mark(who, 0, 8);
  // The one that is settled, the other one comes before the owner next.
  expect(await byName()).toEqual(nothing(1));
  await mark(examiners[0], 1, 2);
  await mark(examiners[1], 1, 9);
  expect(await byName()).toEqual(nothing(1));
  const [one] = await listScores([papers[1] ?? 0]);
  await decideScore(owner, { attemptId: papers[1] ?? 0, scoreIds: [one?.id ?? 0], reason: '漏看背面' }, AFTER);
  expect(await byName()).toEqual({
    left: 0,
    list: [
      ['甲', 'scored', 80],
      ['乙', 'scored', 20],
    ],
    // How far papers are in 分卷 stands beside their codes, now as before.
    share: papers.map(blindName).sort(),
    figures: 50,
  });
});

test('who reads marks by name marks and rules no more; what comes to wait again closes the lists, and is theirs', async () => {
  for (const who of examiners) for (const index of [0, 1]) await mark(who, index, 8);
  expect(await byName()).toMatchObject({
    left: 0,
    list: [
      ['甲', 'scored', 80],
      ['乙', 'scored', 80],
    ],
  });
  const [attemptId = 0] = papers;
  const refused = { code: 'conflict', message: expect.stringContaining('已经可以按姓名看到分数') as string };
  const rule = async () => {
    const scoreIds = [(await listScores([attemptId]))[0]?.id ?? 0];
    return decideScore(owner, { attemptId, scoreIds, reason: '以第一位为准' }, AFTER);
  };
  await expect(mark(owner, 0, 10)).rejects.toMatchObject(refused);
  await expect(rule()).rejects.toMatchObject(refused);
  expect(await getScoring(owner, { attemptId, classId: 0 }, AFTER)).toMatchObject({
    isLocked: true,
    isReadByName: true,
  });
  // An examiner corrects a mark of theirs, which now lies too far from the other's.
  const [first] = await listScores([attemptId]);
  await saveScore(
    examiners[0],
    {
      ...{ attemptId, comment: '', isFinal: true, version: first?.version ?? 0 },
      marks: [{ itemId: exam.items[0]?.id ?? 0, points: 2 }],
    },
    AFTER,
  );
  expect(await byName()).toEqual(nothing(1));
  expect(await getScoring(owner, { attemptId, classId: 0 }, AFTER)).toMatchObject({ isReadByName: false });
  await rule();
  expect(await byName()).toMatchObject({ left: 0, figures: 50 });
});

test('an owner who marks reads no marks by name before the release, however far the papers are', async () => {
  await db()
    .insertInto('exam_examiners')
    .values({ exam_id: exam.id, teacher_id: owner.id, part: 'written', only_arbitrates: 0 })
    .execute();
  for (const who of [owner, ...examiners]) for (const index of [0, 1]) await mark(who, index, 8);
  expect(await byName()).toEqual(nothing(0));
  const filter = { classId: 0, state: '', keyword: '', sort: 'account', order: 'asc' } as const;
  const list = () => getScoreList(owner, { ...page, ...filter, examId: exam.id }, AFTER);
  expect((await list()).isBlindMarker).toBe(true);
  // No more an examiner, the marks are still the owner's to change.
  await db().deleteFrom('exam_examiners').where('teacher_id', '=', owner.id).execute();
  expect(await byName()).toEqual(nothing(0));
  await releaseExams(owner, { ids: [exam.id], confirm: true }, AFTER);
  expect((await list()).rows.map((row) => row.total)).toEqual([80, 80]);
  expect((await list()).isBlindMarker).toBe(false);
  // Taken back, the names have been read with the marks: what was out is no longer the owner's to mark.
  await unreleaseExams(owner, { ids: [exam.id] }, AFTER + 1);
  const refused = { code: 'conflict', message: expect.stringContaining('公布过') as string };
  for (const index of [0, 1]) await expect(mark(owner, index, 10)).rejects.toMatchObject(refused);
  const [attemptId = 0] = papers;
  expect(await getScoring(owner, { attemptId, classId: 0 }, AFTER + 2)).toMatchObject({
    ...{ isLocked: true, isMarkingEnded: true, isReadByName: false },
  });
  expect(await getScoring(examiners[0], { attemptId, classId: 0 }, AFTER + 2)).toMatchObject({ isMarkingEnded: false });
  // What is handed in from then on is.
  await db()
    .updateTable('attempts')
    .set({ submitted_at: AFTER + 3 })
    .where('id', '=', attemptId)
    .execute();
  expect(await getScoring(owner, { attemptId, classId: 0 }, AFTER + 4)).toMatchObject({ isMarkingEnded: false });
});

test('a paper says not whether its student or the time handed it in, until the results are out', async () => {
  const states = async (who: Actor) => {
    const seen = await Promise.all(papers.map((attemptId) => getScoring(who, { attemptId, classId: 0 }, AFTER)));
    return [seen.map(({ attempt }) => attempt.state), seen.map((one) => toApiPaper(one).state)];
  };
  const same = ['submitted', 'submitted'];
  for (const who of [owner, ...examiners]) expect(await states(who)).toEqual([same, same]);
  await releaseExams(owner, { ids: [exam.id], confirm: true }, AFTER);
  const own = ['submitted', 'auto_submitted'];
  expect(await states(owner)).toEqual([own, own]);
});
