import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
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
import { getScoring } from '../marking/scoring.queries.server';
import { releaseExams } from '../release/release.commands.server';
import { getJournal } from './journal.queries.server';

useDatabase();

const NOW = 1_800_000_000_000;
const AFTER = NOW + 7_200_000;

test('an essay of a hundred versions is read in pages, a long version by itself', async () => {
  const owner = actorOf(await makeTeacher());
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const written = [await makeWrittenQuestion({ owner }), await makeWrittenQuestion({ owner })];
  const exam = await makeExam({ owner, classrooms: [classroom], written, status: 'closed', now: NOW });
  const attempt = await makeAttempt({ exam, student, part: 'written', state: 'submitted' });
  const [first, second] = exam.items.map((item) => item.id) as [number, number];
  const version = (itemId: number, revision: number, text: string) => ({
    ...{ attempt_id: attempt.id, item_id: itemId, revision, value: toJson({ text }) },
    ...{ received_at: NOW + revision, outcome: 'saved' as const },
  });
  const texts = Array.from({ length: 100 }, (_, at) => `写到第 ${at + 1} 句`);
  await db()
    .insertInto('answer_journal')
    .values([version(second, 1, '长'.repeat(20_000)), ...texts.map((text, at) => version(first, at + 1, text))])
    .execute();

  const pages = [];
  for (const currentPage of [1, 2, 3, 9])
    pages.push(await getJournal(owner, { attemptId: attempt.id, currentPage }, AFTER));
  expect(pages.map(({ page }) => [page.currentPage, page.totalCount])).toEqual([
    [1, 101],
    [2, 101],
    [3, 101],
    [3, 101],
  ]);
  const rows = pages.slice(0, 3).flatMap(({ items }) => items.flatMap((item) => item.rows));
  expect(rows.slice(0, 100).map((row) => row.text)).toEqual(texts);
  const last = rows[100];
  expect([last?.text.length, last?.cutFrom]).toEqual([2000, 20_000]);
  const alone = await getJournal(owner, { attemptId: attempt.id, versionId: last?.id }, AFTER);
  expect(alone.items.map((item) => [item.position, item.rows.map((row) => row.text.length)])).toEqual([[2, [20_000]]]);
});

test('in a blind exam no time of the clock stands on a paper until the results are out', async () => {
  const teacher = await makeTeacher();
  const owner = actorOf(teacher);
  const classroom = await makeClassroom({ teacher });
  const student = await makeStudent({ classroom_id: classroom.id });
  const written = [await makeWrittenQuestion({ owner: teacher })];
  const settings = { isBlind: true };
  const exam = await makeExam({
    owner: teacher,
    classrooms: [classroom],
    written,
    settings,
    status: 'closed',
    now: NOW,
  });
  const began = NOW + 7_000;
  const attempt = await makeAttempt({
    ...{ exam, student, part: 'written', state: 'submitted', now: began },
    answers: [{ text: '第一句' }],
  });
  const savedAt = async () =>
    (await getScoring(owner, { attemptId: attempt.id, classId: 0 }, AFTER)).items.map((item) => item.answer?.savedAt);
  const receivedAt = async () =>
    (await getJournal(owner, { attemptId: attempt.id }, AFTER)).items.flatMap(({ rows }) =>
      rows.map((row) => row.receivedAt),
    );
  expect([await savedAt(), await receivedAt()]).toEqual([[0], [300_000]]);
  // Nor does a number say who was first: versions are counted within the paper.
  const rowsOf = async (versionId = 0) =>
    (await getJournal(owner, { attemptId: attempt.id, versionId }, AFTER)).items.flatMap(({ rows }) => rows);
  const [other] = [await makeStudent({ classroom_id: classroom.id })];
  const last = await makeAttempt({
    ...{ exam, student: other, part: 'written', state: 'submitted', now: began },
    answers: [{ text: '另一句' }],
  });
  const { items } = await getJournal(owner, { attemptId: last.id, versionId: 1 }, AFTER);
  expect(items.flatMap(({ rows }) => rows.map(({ id, text }) => [id, text]))).toEqual([[1, '另一句']]);
  expect((await rowsOf()).map(({ id }) => id)).toEqual([1]);
  expect([await rowsOf(1), await rowsOf(2)]).toMatchObject([[{ text: '第一句' }], []]);
  await releaseExams(owner, { ids: [exam.id], confirm: true }, AFTER);
  expect([await savedAt(), await receivedAt()]).toEqual([[expect.any(Number)], [attempt.started_at + 300_000]]);
  expect((await savedAt())[0]).toBeGreaterThan(NOW);
});
