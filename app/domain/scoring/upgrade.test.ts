import { expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import {
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  type MadeExam,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { settleOlderPapers } from './upgrade.commands.server';

const NOW = Date.parse('2026-11-13T02:00:00Z');

useDatabase();

/** A paper as an older version left it: scored, with finals, but nothing settled. */
async function makeOlderPaper(status: 'closed' | 'released', totals: number[]) {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const exam: MadeExam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner }),
    status,
    now: NOW,
  });
  const attempt = await makeAttempt({ exam, student, part: 'oral', state: 'scored', now: NOW });
  const item = await db()
    .selectFrom('exam_items')
    .select(['id', 'points'])
    .where('exam_id', '=', exam.id)
    .executeTakeFirstOrThrow();
  for (const [index, total] of totals.entries()) {
    const examiner = index === 0 ? owner : await makeTeacher();
    const { id } = await db()
      .insertInto('scores')
      .values({
        attempt_id: attempt.id,
        examiner_id: examiner.id,
        state: 'final',
        percent: total,
        version: 1,
        updated_at: NOW,
        finalised_at: NOW + index,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const measures = toJson({ zqd: total, lld: total, wzd: total, gjc: total });
    await db().insertInto('score_marks').values({ score_id: id, item_id: item.id, measures }).execute();
  }
  const read = () =>
    db()
      .selectFrom('attempts')
      .leftJoin('item_results', 'item_results.attempt_id', 'attempts.id')
      .select(['state', 'settlement', 'percent', 'item_results.points'])
      .where('attempts.id', '=', attempt.id)
      .executeTakeFirstOrThrow();
  return { read, full: item.points };
}

it('an older paper gets its percentage and item results, once', async () => {
  const paper = await makeOlderPaper('closed', [80, 84]);
  expect(await settleOlderPapers(NOW)).toBe(1);
  expect(await paper.read()).toEqual({
    state: 'scored',
    settlement: 'agreed',
    percent: 82,
    points: expect.closeTo(paper.full * 0.82, 9) as number,
  });
  expect(await settleOlderPapers(NOW)).toBe(0);
});

it('what was released keeps its mean, also beyond the limit; what was not waits for a third examiner', async () => {
  const released = await makeOlderPaper('released', [60, 90]);
  const closed = await makeOlderPaper('closed', [60, 90]);
  await settleOlderPapers(NOW);
  expect(await released.read()).toMatchObject({ state: 'scored', settlement: 'decided', percent: 75 });
  expect(await closed.read()).toMatchObject({ state: 'submitted', settlement: 'arbitration', percent: null });
});
