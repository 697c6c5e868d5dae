import { describe, expect, it } from 'vitest';
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
import { findExamView } from '~/domain/exam/exam.queries.server';
import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import { listScoring } from '../paper/papers.queries.server';
import { decideScore } from './decision.commands.server';
import { listOwnPapers } from './item-marking.queries.server';
import { listScores } from './scores.queries.server';
import { saveScore } from './scoring.commands.server';
import { getScoring } from './scoring.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 120 * 60_000;

type Teacher = Awaited<ReturnType<typeof makeTeacher>>;

/** A handed-in paper of an exam whose owner is none of its `count` examiners. */
async function makePaper(settings: Partial<ExamSettings> = {}, count = 2) {
  const [owner, first, second, third] = [
    await makeTeacher({ name: '周敏' }),
    await makeTeacher({ name: '许志远' }),
    await makeTeacher({ name: '钱一鸣' }),
    await makeTeacher({ name: '孙立' }),
  ];
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id, name: '林可欣', account: '20260101' });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    written: [await makeWrittenQuestion({ owner, points: 100, body: { markingPoints: [] } })],
    examiners: [first, second, third].slice(0, count).map((teacher) => ({ teacher, part: 'written' as const })),
    status: 'closed',
    settings,
    now: NOW,
  });
  const { id: attemptId } = await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW });
  const itemId = exam.items[0]?.id ?? 0;
  const mark = (who: Teacher, points: number, isFinal = true, version = 0) =>
    saveScore(actorOf(who), { attemptId, marks: [{ itemId, points }], comment: '', isFinal, version }, AFTER);
  const row = async (who: Teacher = owner) => {
    const asked = { examId: exam.id, part: null, classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 50 };
    return (await listScoring(actorOf(who), asked as Parameters<typeof listScoring>[1], AFTER)).rows[0];
  };
  const view = (who: Teacher = owner) => getScoring(actorOf(who), { attemptId, classId: 0 }, AFTER);
  const decide = async (index: number) =>
    decideScore(
      actorOf(owner),
      { attemptId, scoreIds: [(await listScores([attemptId]))[index]?.id ?? 0], reason: '漏看背面' },
      AFTER,
    );
  return { owner, first, second, third, exam, attemptId, mark, row, view, decide };
}

const refused = { code: 'conflict', message: expect.stringContaining('请裁定') as string };

describe('a paper that several others have marked', () => {
  it('takes no mark of its owner, who may rule on it though they agree', async () => {
    const { owner, first, second, exam, mark, row, view, decide } = await makePaper();
    await mark(first, 80);
    expect(await row()).toMatchObject({ isLeftToDecide: false });
    await mark(second, 84);
    expect(await row()).toMatchObject({ settlement: 'agreed', percent: 82, isLeftToDecide: true });
    const seen = await view();
    expect(seen).toMatchObject({ isLeftToDecide: true, isLocked: true, second: null });
    expect(seen.decision?.scores.map((score) => score.percent)).toEqual([80, 84]);
    const found = await findExamView(exam.id);
    expect(found && (await listOwnPapers(actorOf(owner), found, { part: 'written', classId: 0 }, AFTER))).toEqual([]);
    // Far from both, in between, and as a draft: nothing of it is written.
    for (const points of [20, 82]) await expect(mark(owner, points)).rejects.toMatchObject(refused);
    await expect(mark(owner, 82, false)).rejects.toMatchObject(refused);
    expect(await row()).toMatchObject({ settlement: 'agreed', percent: 82, finals: 2 });
    await decide(1);
    expect(await row()).toMatchObject({ settlement: 'decided', percent: 84 });
    await expect(mark(owner, 20)).rejects.toMatchObject(refused);
    // Who marked it changes their own as before.
    expect(await view(first)).toMatchObject({ isLeftToDecide: false, isLocked: false });
    await mark(first, 82, true, 1);
  });

  it('and that they cannot settle waits for the ruling alone', async () => {
    const { owner, first, second, third, mark, row, view, decide } = await makePaper({}, 3);
    await mark(first, 60);
    await mark(second, 70);
    await mark(third, 80);
    expect(await row()).toMatchObject({ settlement: 'owner', awaitsMe: true, isLeftToDecide: true });
    expect(await view()).toMatchObject({ isLeftToDecide: true, isLocked: true });
    await expect(mark(owner, 75)).rejects.toMatchObject(refused);
    await decide(1);
    expect(await row()).toMatchObject({ settlement: 'decided', percent: 70, awaitsMe: false });
  });

  it('and that two see too differently takes the owner’s as the third, which stays theirs to change', async () => {
    const { owner, first, second, mark, row, view } = await makePaper();
    await mark(first, 60);
    await mark(second, 80);
    expect(await row()).toMatchObject({ settlement: 'arbitration', isLeftToDecide: false });
    await mark(owner, 70);
    expect(await row()).toMatchObject({ settlement: 'owner', ownScore: 'final', isLeftToDecide: false });
    await mark(owner, 78, true, 1);
    expect(await row()).toMatchObject({ settlement: 'arbitrated', percent: 79 });
    expect(await view()).toMatchObject({ isLeftToDecide: false, isLocked: false });
  });

  it('is ruled on as it was read: what changed meanwhile is read first, the same sent twice is once', async () => {
    const { owner, first, second, mark, view, row, attemptId } = await makePaper();
    await mark(first, 80);
    await mark(second, 84);
    const [low, high] = (await listScores([attemptId])).map((score) => score.id) as [number, number];
    const read = (await view()).decision?.mark ?? '';
    const rule = (id: number, reason: string, seen: string) =>
      decideScore(actorOf(owner), { attemptId, scoreIds: [id], reason, mark: seen }, AFTER);
    await rule(high, '漏看背面', read);
    await rule(high, '漏看背面', read);
    // The other tab was opened before.
    await expect(rule(low, '字迹不清', read)).rejects.toMatchObject({ code: 'conflict' });
    expect(await row()).toMatchObject({ settlement: 'decided', percent: 84 });
    await rule(low, '字迹不清', (await view()).decision?.mark ?? '');
    expect(await row()).toMatchObject({ settlement: 'decided', percent: 80 });
    const before = (await view()).decision?.mark ?? '';
    await mark(second, 90, true, 1);
    await expect(rule(high, '漏看背面', before)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('waits for both: the owner reads that a mark of their own takes nobody’s place', async () => {
    const { first, second, mark, view } = await makePaper();
    expect((await view()).beside).toEqual(['许志远', '钱一鸣']);
    await mark(first, 80);
    expect((await view()).beside).toEqual(['许志远', '钱一鸣']);
    expect((await view(second)).beside).toEqual([]);
    await mark(second, 84);
    expect((await view()).beside).toEqual([]);
  });

  it('one alone may be looked at twice: the owner reads first what comes of it', async () => {
    const { owner, first, mark, row, view, decide } = await makePaper({ markedBy: 'one' });
    expect(await view()).toMatchObject({ second: null });
    await mark(first, 80);
    expect(await row()).toMatchObject({ settlement: 'agreed', isLeftToDecide: false });
    expect(await view()).toMatchObject({ isLocked: false, second: { percent: 80, limit: 10 } });
    await expect(decide(0)).rejects.toMatchObject({ code: 'conflict' });
    await mark(owner, 86);
    expect(await row()).toMatchObject({ settlement: 'agreed', percent: 83 });
    expect(await view()).toMatchObject({ isLeftToDecide: false, isLocked: false, second: null });
  });
});
