import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { db } from '~/db/db.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeWrittenQuestion,
} from '~tests/factories';
import { readSheet } from 'read-excel-file/node';
import { useDatabase } from '~tests/support/db';
import { exportAnswers } from '../report/answer-export.server';
import { commentListShape } from './comments.schema';
import { listComments } from './comments.queries.server';
import { decideScore, revokeDecision } from './decision.commands.server';
import { lookAtMarks, openScoring } from './looks.commands.server';
import { previewRemark } from '../correction/remark-page.queries.server';
import { saveRubric } from './rubric.commands.server';
import { previewReapply } from './rubric-reapply.queries.server';
import { toApiPaper } from '../report/score-api.rules';
import { saveScore } from './scoring.commands.server';
import { getScoring } from './scoring.queries.server';
import { assignArbiter } from '../sharing-out/arbiter.commands.server';
import { getShareOut } from '../sharing-out/share-out.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 7_200_000;

type Teacher = Awaited<ReturnType<typeof makeTeacher>>;

/** One paper whose two examiners differ by 40; `isOwnerOne`: the owner is one of the two. */
async function makePaper({ isOwnerOne = false } = {}) {
  const owner = await makeTeacher({ name: '周敏' });
  const first = await makeTeacher({ name: '许志远' });
  const second = isOwnerOne ? owner : await makeTeacher({ name: '钱一鸣' });
  const third = await makeTeacher({ name: '孙立' });
  const classroom = await makeClassroom({ teacher: owner });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    written: [await makeWrittenQuestion({ owner, points: 100, body: { markingPoints: [] } })],
    examiners: [first, second].map((teacher) => ({ teacher, part: 'written' as const })),
    status: 'closed',
    now: NOW,
  });
  const student = await makeStudent({ classroom_id: classroom.id, name: '甲' });
  const paper = await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW });
  const item = exam.items[0]?.id ?? 0;
  const save = (who: Teacher, points: number, comment: string, { version = 0, isFinal = true, isByItself = false }) =>
    saveScore(
      actorOf(who),
      { attemptId: paper.id, marks: [{ itemId: item, points, comment }], comment, isFinal, version },
      AFTER,
      { isByItself },
    );
  const score = (who: Teacher, points: number, comment: string, version = 0) => save(who, points, comment, { version });
  const open = (who: Teacher = owner) => getScoring(actorOf(who), { attemptId: paper.id, classId: 0 }, AFTER);
  const comments = async () => {
    const filter = { ...z.object(commentListShape).parse({ examId: exam.id }), keyword: '' };
    const list = await listComments(actorOf(owner), { ...filter, currentPage: 1, pageSize: 50 });
    return list.rows.map((row) => row.text);
  };
  const look = () => lookAtMarks(actorOf(owner), { examId: exam.id, part: 'written' }, AFTER);
  const ask = (who: Teacher) =>
    assignArbiter(actorOf(owner), { examId: exam.id, part: 'written', ids: [paper.id], arbiterId: who.id }, AFTER);
  return { owner, first, second, third, exam, paper, student, score, save, open, comments, look, ask };
}

describe('nobody sees another’s mark before giving their own', () => {
  it('the owner who is one of two examiners', async () => {
    const { owner, first, score, open, comments } = await makePaper({ isOwnerOne: true });
    await score(first, 50, '跑题了');
    const before = await open();
    expect(before).toMatchObject({ others: [], decision: null, hiddenScores: 1 });
    expect(JSON.stringify(toApiPaper(before))).not.toContain('跑题了');
    expect(await comments()).toEqual([]);
    await score(owner, 55, '还可以');
    expect(await open()).toMatchObject({ others: [{ percent: 50, comment: '跑题了' }], hiddenScores: 0 });
    expect(await comments()).toContain('跑题了');
  });

  it('the owner who asks what a correction or another rubric would change', async () => {
    const { owner, exam, first, second, score } = await makePaper();
    await score(first, 50, '跑题了');
    await score(second, 90, '很好');
    const nothing = { keys: [], sets: [], blanks: [], more: [] };
    const asked = { kind: 'credit' as const, ...nothing, examId: exam.id, itemId: exam.items[0]?.id ?? 0 };
    const corrected = async () =>
      (await previewRemark(actorOf(owner), asked, { currentPage: 1, pageSize: 15 })).rows.rows.map((row) => [
        row.points.after,
        row.part.after,
        row.total.after,
      ]);
    expect(await corrected()).toEqual([[null, null, null]]);
    await score(owner, 80, '切题');
    expect(await corrected()).toEqual([[100, 100, 100]]);

    const other = await makePaper();
    await other.score(other.first, 50, '跑题了');
    const rubric = {
      kind: 'criteria' as const,
      name: '分项',
      criteria: [{ id: '', name: '内容', hint: '', points: 100 }],
    };
    const place = { examId: other.exam.id, part: 'written' as const };
    await saveRubric(actorOf(other.owner), { ...place, version: 0, rubric }, AFTER);
    const before = async () =>
      (await previewReapply(actorOf(other.owner), place)).rows.map((row) => [row.before, row.isHeldBack]);
    expect(await before()).toEqual([[null, true]]);
    await other.look();
    expect(await before()).toEqual([[50, false]]);
  });

  it('the owner who arbitrates', async () => {
    const { owner, first, second, score, open, comments } = await makePaper();
    await score(first, 50, '跑题了');
    await score(second, 90, '很好');
    expect(await open()).toMatchObject({ settlement: 'arbitration', others: [], decision: null, hiddenScores: 2 });
    expect(await comments()).toEqual([]);
    await score(owner, 80, '切题');
    const after = await open();
    expect(after).toMatchObject({ settlement: 'arbitrated', decision: { scores: [{}, {}, {}] } });
    expect(after.others.map((one) => one.percent)).toEqual([50, 90]);
  });
});

describe('a look at all marks', () => {
  it('shows them, is said, and keeps the owner from arbitrating, not from deciding', async () => {
    const { owner, first, second, third, exam, paper, score, save, open, look, ask } = await makePaper();
    await score(first, 50, '跑题了');
    await score(second, 90, '很好');
    await expect(lookAtMarks(actorOf(first), { examId: exam.id, part: 'written' }, AFTER)).rejects.toMatchObject({
      code: 'forbidden',
    });
    const { papers, looked } = await look();
    expect(looked).toBe(1);
    expect(papers).toMatchObject([
      { name: '甲', settlement: 'arbitration', scores: [{ percent: 50, comment: '跑题了' }, { percent: 90 }] },
    ]);
    expect((await look()).looked).toBe(0);
    expect(
      await db().selectFrom('audit_entries').select('action').where('action', '=', 'score.look').execute(),
    ).toHaveLength(1);
    const seen = await open();
    expect(seen).toMatchObject({ lookedAt: AFTER, others: [{}, {}], decision: { scores: [{}, {}] } });
    // Nor is a draft taken that could never be submitted, kept by the page or saved.
    for (const how of [{}, { isFinal: false }, { isFinal: false, isByItself: true }]) {
      await expect(save(owner, 70, '', how)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('不能再仲裁') as string,
      });
    }
    expect((await open()).own).toBeNull();
    await expect(ask(owner)).rejects.toMatchObject({
      code: 'invalid',
      fields: { arbiterId: expect.stringMatching(/看过/) as unknown },
    });
    const scoreIds = seen.others.slice(0, 1).map((one) => one.id);
    await decideScore(actorOf(owner), { attemptId: paper.id, scoreIds, reason: '第二位看错' }, AFTER);
    expect(await open()).toMatchObject({ settlement: 'decided' });
    expect(third.id).toBeGreaterThan(0);
  });

  it('names which of a student’s two sittings a paper is', async () => {
    const { exam, first, student, score, look } = await makePaper();
    await score(first, 50, '');
    expect((await look()).papers.map((one) => one.name)).toEqual(['甲']);
    const again = await makeAttempt({ exam, student, part: 'written', state: 'submitted', number: 2, now: NOW });
    const marks = [{ itemId: exam.items[0]?.id ?? 0, points: 60 }];
    await saveScore(actorOf(first), { attemptId: again.id, marks, comment: '', isFinal: true, version: 0 }, AFTER);
    expect((await look()).papers.map((one) => one.name)).toEqual(['甲（第 1 次）', '甲（补考）']);
    const settings = JSON.stringify({ isBlind: true });
    await db().updateTable('exams').set({ settings }).where('id', '=', exam.id).execute();
    expect((await look()).papers.map((one) => one.name).join()).not.toMatch(/甲|补考|第 1 次/);
  });

  it('who read them on a settled paper does not arbitrate it once it is open again', async () => {
    const { owner, first, second, paper, score, ask } = await makePaper();
    const read = () => openScoring(actorOf(owner), { attemptId: paper.id, classId: 0 }, AFTER);
    await score(first, 50, '跑题了');
    await score(second, 90, '很好');
    // Nothing to read yet, and so nothing noted.
    expect((await read()).others).toEqual([]);
    expect(await db().selectFrom('score_looks').selectAll().execute()).toEqual([]);
    const scores = await db().selectFrom('scores').select('id').where('attempt_id', '=', paper.id).execute();
    const scoreIds = scores.slice(0, 1).map((one) => one.id);
    await db()
      .insertInto('score_decisions')
      .values({
        attempt_id: paper.id,
        score_ids: JSON.stringify(scoreIds),
        reason: '看错',
        decided_by: owner.id,
        decided_at: AFTER,
      })
      .execute();
    await db().updateTable('attempts').set({ settlement: 'decided' }).where('id', '=', paper.id).execute();
    // What a browser fetches ahead holds nothing of others', and is no look.
    const ahead = await openScoring(actorOf(owner), { attemptId: paper.id, classId: 0 }, AFTER, { isAhead: true });
    expect(ahead).toMatchObject({ others: [], countedIds: [], decision: null, lookedAt: null });
    expect(await db().selectFrom('score_looks').selectAll().execute()).toEqual([]);
    expect((await read()).others).toHaveLength(2);
    await revokeDecision(actorOf(owner), { attemptId: paper.id }, AFTER);
    expect(await read()).toMatchObject({ settlement: 'arbitration', lookedAt: AFTER });
    await expect(ask(owner)).rejects.toMatchObject({ code: 'invalid' });
    await expect(score(owner, 70, '')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('exporting all papers is none: what others gave is left out until the paper is settled, and said to be', async () => {
    const { owner, exam, first, second, score } = await makePaper();
    await score(first, 50, '跑题了');
    await score(second, 90, '很好');
    const file = async () => {
      const { bytes } = await exportAnswers(actorOf(owner), { examId: exam.id, classId: 0 }, AFTER);
      const sheets = await Promise.all(['笔试答卷', '评语'].map((sheet) => readSheet(bytes, sheet)));
      return JSON.stringify(sheets);
    };
    const before = await file();
    for (const word of ['跑题了', '很好', '许志远', '钱一鸣']) expect(before).not.toContain(word);
    expect(before).toContain('别的老师的评分没有列出');
    expect(await db().selectFrom('score_looks').select('teacher_id').execute()).toEqual([]);
    await score(owner, 80, '切题');
    const after = await file();
    for (const word of ['跑题了', '很好', '许志远', '钱一鸣', '切题']) expect(after).toContain(word);
    expect(after).not.toContain('别的老师的评分没有列出');
  });

  it('an owner who has looked is not asked to arbitrate', async () => {
    const { owner, first, second, score, look } = await makePaper();
    const asked = async () =>
      (await db().selectFrom('messages').select('body').where('user_id', '=', owner.id).execute()).map(
        (row) => row.body,
      );
    await score(first, 50, '');
    await look();
    await score(second, 90, '');
    expect(await asked()).toEqual([expect.stringContaining('请您裁定，或请别的老师仲裁')]);
  });

  it('who has marked a paper or looked is not offered as its arbiter', async () => {
    const { owner, first, second, third, exam, paper, score, look } = await makePaper();
    await score(first, 50, '');
    await score(second, 90, '');
    const offered = async () => {
      const filter = { currentPage: 1, pageSize: 50, classId: 0, examinerId: 0, show: '' };
      const view = await getShareOut(
        actorOf(owner),
        { examId: exam.id, part: 'written', plan: null, filter, studentId: 0 },
        AFTER,
      );
      const marked = view.contestedPapers.find((one) => one.attemptId === paper.id)?.markedIds ?? [];
      return view.teachers.filter((one) => !marked.includes(one.id)).map((one) => one.name);
    };
    expect((await offered()).sort()).toEqual([owner.name, third.name].sort());
    await look();
    expect(await offered()).toEqual([third.name]);
  });
});
