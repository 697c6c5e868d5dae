import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
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
import { applyRemark } from '../correction/remark.commands.server';
import { previewRemark } from '../correction/remark-page.queries.server';
import { releaseExams } from '../release/release.commands.server';
import type { RemarkInput } from '../correction/remark.rules';
import { settleAttempt } from './result.commands.server';
import { getOwnResult } from '../result/result.queries.server';
import { saveScore } from '../marking/scoring.commands.server';
import { assignArbiter } from '../sharing-out/arbiter.commands.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 120 * 60_000;

/** Two questions for the pen, of `points` each, one paper, and two examiners who both mark it. */
async function makeSchool(points: [number, number?]) {
  const owner = await makeTeacher();
  const [a, b] = [await makeTeacher(), await makeTeacher()];
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const written = [];
  for (const one of points) {
    if (one !== undefined) written.push(await makeWrittenQuestion({ owner, points: one, body: { markingPoints: [] } }));
  }
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    written,
    examiners: [
      { teacher: a, part: 'written' },
      { teacher: b, part: 'written' },
    ],
    settings: { arbitrationLimit: 15 },
    status: 'closed',
    now: NOW,
  });
  const paper = await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW });
  const items = exam.items.map((item) => item.id);
  const give = (who: Actor, given: number[], version = 0) => {
    const marks = given.map((one, index) => ({ itemId: items[index] ?? 0, points: one }));
    return saveScore(who, { attemptId: paper.id, marks, comment: '', isFinal: true, version }, AFTER);
  };
  const [actor, first, second] = [actorOf(owner), actorOf(a), actorOf(b)];
  const asked = (index: number, kind: RemarkInput['kind']) => ({
    ...{ examId: exam.id, itemId: items[index] ?? 0, kind },
    ...{ keys: [], sets: [], blanks: [], more: [] },
  });
  const remark = async (index: number, kind: RemarkInput['kind']) => {
    const preview = await previewRemark(actor, asked(index, kind), { currentPage: 1, pageSize: 9 });
    const input = { ...asked(index, kind), reason: '题目有误', expected: preview.expected };
    await applyRemark(actor, input, AFTER);
    return preview;
  };
  const settled = async () => {
    const row = await db().selectFrom('attempts').selectAll().where('id', '=', paper.id).executeTakeFirstOrThrow();
    return [row.state, row.percent === null ? null : Math.round(row.percent * 100) / 100];
  };
  const release = () => releaseExams(actor, { ids: [exam.id], confirm: true }, AFTER);
  const people = { owner: actor, first, second, student: actorOf(student) };
  return { exam, paper, ...people, give, remark, settled, release, asked };
}

const percent = (points: number, of = 70) => Math.round((points / of) * 10_000) / 100;

describe('a settled paper stays settled when an item is corrected', () => {
  it('by the arbiter and the nearer one, though both are equally near afterwards', async () => {
    const { exam, paper, owner, first, second, student, give, remark, settled, release } = await makeSchool([60, 10]);
    await give(first, [8, 1]);
    await give(second, [28, 8]);
    await assignArbiter(owner, { examId: exam.id, part: 'written', ids: [paper.id], arbiterId: owner.id }, AFTER);
    await give(owner, [18, 4]);
    expect(await settled()).toEqual(['scored', percent(15.5)]);
    await release();
    const preview = await remark(1, 'credit');
    expect(preview.summary).toMatchObject({ raised: 1, lowered: 0 });
    expect([preview.kept, preview.rows.rows[0]?.total]).toEqual([1, { before: 22, after: 33 }]);
    expect(await settled()).toEqual(['scored', percent(23)]);
    const result = await getOwnResult(student, exam.id, AFTER);
    expect(result.isReleased && result.total).toBe(33);
    const told = await db().selectFrom('messages').select('body').where('user_id', '=', student.id).execute();
    expect(told.at(-1)?.body).toContain('总分由 22 分改为 33 分');
    // Whatever has it settled again later.
    await settleAttempt(await getExamView(exam.id), paper, AFTER);
    expect(await settled()).toEqual(['scored', percent(23)]);
    await remark(1, 'none');
    expect(await settled()).toEqual(['scored', percent(15.5)]);
  });

  it('by both examiners, though they differ by more than the limit afterwards', async () => {
    const { first, second, give, remark, settled, release } = await makeSchool([50, 20]);
    await give(first, [0, 20]);
    await give(second, [15, 5]);
    expect(await settled()).toEqual(['scored', percent(20)]);
    await release();
    const preview = await remark(1, 'credit');
    expect([preview.kept, preview.summary.lowered]).toEqual([1, 0]);
    expect(await settled()).toEqual(['scored', percent(27.5)]);
  });

  it('what a correction kept is no ruling: it ends with the correction, and a later edit is judged by the rules', async () => {
    const { paper, first, second, give, remark, settled } = await makeSchool([50, 20]);
    await give(first, [0, 20]);
    await give(second, [15, 5]);
    expect((await remark(1, 'credit')).kept).toBe(1);
    const state = async () =>
      [await settled(), await db().selectFrom('score_decisions').selectAll().execute()] as const;
    expect((await state())[1]).toHaveLength(1);
    await remark(1, 'none');
    expect(await state()).toEqual([['scored', percent(20)], []]);
    await give(first, [50, 20], 1);
    expect(await settled()).toEqual(['submitted', null]);
    const { settlement } = await db()
      .selectFrom('attempts')
      .selectAll()
      .where('id', '=', paper.id)
      .executeTakeFirstOrThrow();
    expect(settlement).toBe('arbitration');
  });

  it('a mark changed while it is kept so ends it, too', async () => {
    const { first, second, give, remark, settled } = await makeSchool([50, 20]);
    await give(first, [0, 20]);
    await give(second, [15, 5]);
    await remark(1, 'credit');
    await give(first, [1], 1);
    expect(await settled()).toEqual(['submitted', null]);
  });

  it('who had the full mark already is on no list and hears nothing', async () => {
    const { first, second, student, give, remark, release } = await makeSchool([50, 20]);
    for (const who of [first, second]) await give(who, [40, 20]);
    await release();
    const preview = await remark(1, 'credit');
    expect([preview.rows.rows, preview.told]).toEqual([[], 0]);
    const told = await db().selectFrom('messages').select('title').where('user_id', '=', student.id).execute();
    expect(told.map((row) => row.title.split('：')[0])).toEqual(['成绩公布']);
  });

  it('but for what the credit alone had settled: taken back, the paper waits for its second examiner again', async () => {
    const { first, give, remark, settled } = await makeSchool([10]);
    await give(first, [4]);
    expect(await settled()).toEqual(['submitted', null]);
    const preview = await remark(0, 'credit');
    expect([preview.unsettled, preview.rows.rows.length]).toEqual([0, 1]);
    expect(await settled()).toEqual(['scored', 100]);
    await remark(0, 'none');
    expect(await settled()).toEqual(['submitted', null]);
  });

  it('a released result is never exchanged for none: the credit stays until the release is taken back', async () => {
    const { owner, first, second, give, remark, settled, release, asked } = await makeSchool([60, 10]);
    await remark(1, 'credit');
    for (const who of [first, second]) await give(who, [30]);
    await release();
    const before = await settled();
    const refusal = {
      code: 'conflict',
      message: expect.stringMatching(/^有 1 名学生的成绩已经公布.+先撤回成绩公布/) as string,
    };
    await expect(previewRemark(owner, asked(1, 'none'), { currentPage: 1, pageSize: 9 })).rejects.toMatchObject(
      refusal,
    );
    const input = { ...asked(1, 'none'), reason: '再看', expected: null };
    await expect(applyRemark(owner, input, AFTER)).rejects.toMatchObject(refusal);
    expect(await settled()).toEqual(before);
  });
});
