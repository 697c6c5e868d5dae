import { expect, test } from 'vitest';
import type { Actor } from '~/domain/actor/actor.rules';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import { assignArbiter } from '~/domain/scoring/sharing-out/arbiter.commands.server';
import { releaseExams } from '~/domain/scoring/release/release.commands.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { listCensusExams } from './census.queries.server';
import { listClassNews } from './class-news.queries.server';
import { getExamFigures } from './exam-figures.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 3_600_000;

test('before the release an examiner reads what marks have settled once all their own are given', async () => {
  const [teacher, second, third] = [await makeTeacher(), await makeTeacher(), await makeTeacher()];
  const [owner, examiner, arbiter] = [actorOf(teacher), actorOf(second), actorOf(third)];
  const classroom = await makeClassroom({ teacher: second });
  const exam = await makeExam({
    ...{ owner: teacher, classrooms: [classroom], status: 'closed', settings: { arbitrationLimit: 10 }, now: NOW },
    written: [await makeTheoryQuestion({ owner: teacher, kind: 'short' })],
    examiners: [
      { teacher, part: 'written' },
      { teacher: second, part: 'written' },
    ],
  });
  const papers: number[] = [];
  for (const name of ['甲', '乙']) {
    const student = await makeStudent({ classroom_id: classroom.id, name });
    papers.push((await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW })).id);
  }
  const mark = (who: Actor, index: number, points: number) =>
    saveScore(
      who,
      {
        ...{ attemptId: papers[index] ?? 0, comment: '', isFinal: true, version: 0 },
        marks: [{ itemId: exam.items[0]?.id ?? 0, points }],
      },
      AFTER,
    );
  const seen = async (who: Actor) => ({
    listed: (await listCensusExams(who)).length,
    news: (await listClassNews(who, AFTER)).classes.flatMap(({ last }) => (last ? [last.examId] : [])).length,
    mean: await getExamFigures(who, { examId: exam.id, classroomId: 0 }, AFTER).then(
      ({ total }) => total.mean.value,
      (error: { code: string; message: string }) => `${error.code} ${error.message}`,
    ),
  });
  const nothing = { listed: 0, news: 0, mean: expect.stringMatching(/^forbidden .*还有答卷要评/) as string };

  // The first paper is settled: its mean would say what the owner gave.
  for (const who of [owner, examiner]) await mark(who, 0, 6);
  await mark(owner, 1, 2);
  expect(await seen(examiner)).toEqual(nothing);
  expect(await seen(owner)).toMatchObject({ listed: 1, mean: 60 });
  await mark(examiner, 1, 8);
  expect(await seen(examiner)).toEqual({ listed: 1, news: 1, mean: 60 });
  // Who is asked to arbitrate reads it when that is done.
  const asked = { examId: exam.id, part: 'written' as const, ids: papers.slice(1), arbiterId: third.id };
  await assignArbiter(owner, asked, AFTER);
  expect(await seen(arbiter)).toEqual(nothing);
  await mark(arbiter, 1, 8);
  expect(await seen(arbiter)).toMatchObject({ listed: 1, mean: 70 });
});

test('until the release a mark moves no figure that an examiner of a blind exam may read', async () => {
  const [teacher, second] = [await makeTeacher(), await makeTeacher()];
  const [owner, examiner] = [actorOf(teacher), actorOf(second)];
  // Only one of the class sits: its mean is that one's mark, and everybody knows the name.
  const classroom = await makeClassroom({ teacher: second });
  const exam = await makeExam({
    ...{ owner: teacher, classrooms: [classroom], status: 'closed', settings: { isBlind: true }, now: NOW },
    written: [await makeTheoryQuestion({ owner: teacher, kind: 'short' })],
    examiners: [
      { teacher, part: 'written' },
      { teacher: second, part: 'written' },
    ],
  });
  const student = await makeStudent({ classroom_id: classroom.id, name: '李单人' });
  const paper = await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW });
  const mark = (who: Actor) =>
    saveScore(
      who,
      {
        ...{ attemptId: paper.id, comment: '', isFinal: true, version: 0 },
        marks: [{ itemId: exam.items[0]?.id ?? 0, points: 6 }],
      },
      AFTER,
    );
  const seen = async (who: Actor) => ({
    listed: (await listCensusExams(who)).map(({ id }) => id),
    news: (await listClassNews(who, AFTER)).classes.flatMap(({ last }) => (last ? [last.examId] : [])),
    mean: await getExamFigures(who, { examId: exam.id, classroomId: 0 }, AFTER).then(
      ({ total }) => total.mean.value,
      (error: { code: string }) => error.code,
    ),
  });
  const nothing = { listed: [], news: [], mean: 'forbidden' };

  await mark(examiner);
  expect(await seen(examiner)).toEqual(nothing);
  expect(await seen(owner)).toEqual(nothing);
  await mark(owner);
  // The owner has none left to mark, and may still change a mark: the mean would say whose it is.
  expect(await seen(examiner)).toEqual(nothing);
  expect(await seen(owner)).toEqual(nothing);
  await releaseExams(owner, { ids: [exam.id], confirm: true }, AFTER);
  expect(await seen(examiner)).toEqual({ listed: [exam.id], news: [exam.id], mean: 60 });
  expect(await seen(owner)).toMatchObject({ listed: [exam.id], mean: 60 });
});
