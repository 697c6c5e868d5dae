import { expect, it, vi } from 'vitest';
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
import { keepOlderPairs, settleOlderPapers } from './upgrade.commands.server';

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
  const ofStudent = () =>
    db()
      .selectFrom('results')
      .select(['total_percent', 'updated_at'])
      .where('exam_id', '=', exam.id)
      .where('student_id', '=', student.id);
  return {
    read,
    /** As the version settled it that took the last of three for an arbiter. */
    isArbitrated: (percent: number) =>
      db().updateTable('attempts').set({ settlement: 'arbitrated', percent }).where('id', '=', attempt.id).execute(),
    full: item.points,
    studentName: student.name,
    messages: () => db().selectFrom('messages').select(['title', 'body']).where('user_id', '=', owner.id).execute(),
    result: () => ofStudent().executeTakeFirstOrThrow(),
    /** The result that the older version kept, from before. */
    hasResult: (percent: number) =>
      db()
        .insertInto('results')
        .values({
          exam_id: exam.id,
          student_id: student.id,
          oral_percent: percent,
          written_percent: null,
          total_percent: percent,
          updated_at: NOW - 1000,
        })
        .execute(),
  };
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

it('what was scored stays scored with its mean, beyond the limit too, released or not, and its owner is told', async () => {
  const released = await makeOlderPaper('released', [60, 90]);
  const closed = await makeOlderPaper('closed', [60, 90]);
  const agreed = await makeOlderPaper('closed', [80, 84]);
  await released.hasResult(75);
  await closed.hasResult(75);
  await agreed.hasResult(82);
  await settleOlderPapers(NOW);
  for (const paper of [released, closed]) {
    expect(await paper.result()).toEqual({ total_percent: 75, updated_at: NOW - 1000 });
    expect(await paper.read()).toMatchObject({ state: 'scored', settlement: 'decided', percent: 75 });
    expect(await paper.messages()).toEqual([
      expect.objectContaining({
        title: expect.stringContaining('升级之后请看一眼') as string,
        body: expect.stringContaining('相差超过') as string,
      }),
    ]);
    expect((await paper.messages())[0]?.body).toContain(paper.studentName);
  }
  expect(await agreed.messages()).toEqual([]);
});

it('a result that comes out the same keeps its date; one that does not is told', async () => {
  const same = await makeOlderPaper('released', [80, 84]);
  const other = await makeOlderPaper('released', [80, 84]);
  await same.hasResult(82);
  await other.hasResult(70);
  const log = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  await settleOlderPapers(NOW);
  const said = log.mock.calls.map(([line]) => String(line));
  log.mockRestore();
  expect(await same.result()).toEqual({ total_percent: 82, updated_at: NOW - 1000 });
  expect(await same.messages()).toEqual([]);
  expect(await other.result()).toEqual({ total_percent: 82, updated_at: NOW });
  expect((await other.messages())[0]?.body).toContain(`${other.studentName}（70 → 82）`);
  expect(said.filter((line) => line.includes('没有成绩改变'))).toHaveLength(1);
  expect(said.filter((line) => line.includes('70 → 82'))).toHaveLength(1);
});

it('what an older version made of three examiners stays; what today’s rules make of them the same is not touched', async () => {
  const other = await makeOlderPaper('released', [62, 70, 50]);
  const same = await makeOlderPaper('released', [50, 62, 70]);
  await settleOlderPapers(NOW);
  await other.isArbitrated(56);
  expect(await same.read()).toMatchObject({ settlement: 'decided' });
  await db().deleteFrom('score_decisions').execute();
  await same.isArbitrated(66);
  expect(await keepOlderPairs(NOW)).toBe(1);
  expect(await other.read()).toMatchObject({ state: 'scored', settlement: 'decided', percent: 56 });
  expect(await same.read()).toMatchObject({ settlement: 'arbitrated', percent: 66 });
  const titles = (await other.messages()).map(({ body }) => body);
  expect(titles.at(-1)).toContain('1 份答卷由三位老师各评一遍');
  expect(await keepOlderPairs(NOW)).toBe(0);
});
