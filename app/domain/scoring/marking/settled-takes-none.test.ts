import { expect, it } from 'vitest';
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
import { db } from '~/db/db.server';
import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import { handOver } from '~/domain/handover/handover.commands.server';
import { previewHandOver } from '~/domain/handover/handover.queries.server';
import { listScoring } from '../paper/papers.queries.server';
import { saveScore } from './scoring.commands.server';
import { getScoring } from './scoring.queries.server';

/** What those who were to mark a paper have settled takes no mark of who comes after them. */

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 120 * 60_000;

type Teacher = Awaited<ReturnType<typeof makeTeacher>>;

async function makePaper(settings: Partial<ExamSettings> = {}, count = 2) {
  const [owner, first, second, successor] = [
    await makeTeacher({ name: '周敏' }),
    await makeTeacher({ name: '许志远' }),
    await makeTeacher({ name: '钱一鸣' }),
    await makeTeacher({ name: '孙立' }),
  ];
  const classroom = await makeClassroom({ teacher: owner });
  const students = [
    await makeStudent({ classroom_id: classroom.id, name: '林可欣', account: '20260101' }),
    await makeStudent({ classroom_id: classroom.id, name: '陆远航', account: '20260102' }),
  ];
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    written: [await makeWrittenQuestion({ owner, points: 100, body: { markingPoints: [] } })],
    examiners: [first, second].slice(0, count).map((teacher) => ({ teacher, part: 'written' as const })),
    status: 'closed',
    settings,
    now: NOW,
  });
  const papers = [];
  for (const student of students) {
    papers.push((await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW })).id);
  }
  const [settled, open] = papers as [number, number];
  const itemId = exam.items[0]?.id ?? 0;
  const mark = (who: Teacher, attemptId: number, points: number, isFinal = true, version = 0) =>
    saveScore(actorOf(who), { attemptId, marks: [{ itemId, points }], comment: '', isFinal, version }, AFTER);
  const pass = async (from: Teacher) => {
    const admin = actorOf(await makeTeacher({ is_admin: 1 }));
    const { mark: seen } = await previewHandOver(from.id);
    await handOver(admin, { fromId: from.id, toId: successor.id, disables: true, mark: seen }, AFTER);
  };
  const reached = async () =>
    db().selectFrom('attempts').select(['percent', 'settlement']).where('id', '=', settled).executeTakeFirst();
  const row = async (who: Teacher, attemptId: number) => {
    const asked = { examId: exam.id, part: null, classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 50 };
    const { rows } = await listScoring(actorOf(who), asked as Parameters<typeof listScoring>[1], AFTER);
    return rows.find((one) => one.attemptId === attemptId);
  };
  const view = (who: Teacher, attemptId: number) => getScoring(actorOf(who), { attemptId, classId: 0 }, AFTER);
  return { owner, first, second, successor, settled, open, mark, pass, reached, row, view };
}

const refused = { code: 'conflict', message: expect.stringContaining('不能再添一份您的评分') as string };

it('a successor adds no third mark, reads that it is settled, and marks what is not', async () => {
  const { first, second, successor, settled, open, mark, pass, reached, row, view } = await makePaper();
  await mark(first, settled, 40);
  await mark(second, settled, 48);
  await pass(second);
  expect(await reached()).toEqual({ percent: 44, settlement: 'agreed' });
  for (const isFinal of [true, false])
    await expect(mark(successor, settled, 48, isFinal)).rejects.toMatchObject(refused);
  expect(await reached()).toEqual({ percent: 44, settlement: 'agreed' });
  expect(await view(successor, settled)).toMatchObject({ isLeftToDecide: true, isLocked: true, isOwner: false });
  expect(await row(successor, settled)).toMatchObject({ isLeftToDecide: true, awaitsMe: false });
  // Who marked it changes their own; the other paper waits for both.
  await mark(first, settled, 44, true, 1);
  expect(await reached()).toEqual({ percent: 46, settlement: 'agreed' });
  expect(await view(successor, open)).toMatchObject({ isLeftToDecide: false, isLocked: false });
  await mark(first, open, 60);
  await mark(successor, open, 62);
});

it('nor a second one to what a predecessor marked alone', async () => {
  const { first, successor, settled, mark, pass, reached } = await makePaper({}, 1);
  await mark(first, settled, 40);
  await pass(first);
  await expect(mark(successor, settled, 60)).rejects.toMatchObject(refused);
  expect(await reached()).toEqual({ percent: 40, settlement: 'agreed' });
});

it('nor one while it waits for the ruling', async () => {
  const { owner, first, second, successor, settled, mark, pass, reached, view } = await makePaper();
  await mark(first, settled, 40);
  await mark(second, settled, 80);
  await mark(owner, settled, 60);
  await pass(second);
  expect(await reached()).toEqual({ percent: null, settlement: 'owner' });
  await expect(mark(successor, settled, 60)).rejects.toMatchObject(refused);
  expect(await view(successor, settled)).toMatchObject({ isLeftToDecide: true, decision: null });
});
