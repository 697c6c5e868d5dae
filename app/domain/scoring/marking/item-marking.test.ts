import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { finaliseReadyDrafts, saveItemMarks } from './item-marking.commands.server';
import { getItemMarking, getItemPapers } from './item-marking.queries.server';
import { itemMarksSchema } from './item-marking.schema';
import { versionField } from './score-form.rules';
import { saveScore } from './scoring.commands.server';
import { listScores } from './scores.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 7_200_000;

/** Six students of two classes with a short answer and a written question (two marking points) to mark by hand. */
async function makeSchool() {
  const owner = await makeTeacher();
  const examiner = await makeTeacher();
  const stranger = await makeTeacher();
  const classes = [await makeClassroom({ teacher: owner }), await makeClassroom({ teacher: owner })] as const;
  const exam = await makeExam({
    owner,
    classrooms: [...classes],
    oral: await makeOralQuestion({ owner }),
    written: [
      await makeTheoryQuestion({ owner, points: 10 }),
      await makeTheoryQuestion({ owner, kind: 'short', points: 10 }),
      await makeWrittenQuestion({ owner, points: 20 }),
    ],
    examiners: [{ teacher: examiner, part: 'written' }],
    status: 'closed',
    now: NOW,
  });
  const papers: number[] = [];
  for (const [index, name] of ['甲', '乙', '丙', '丁', '戊', '己'].entries()) {
    const classroom = classes[index < 4 ? 0 : 1];
    const student = await makeStudent({ classroom_id: classroom.id, name });
    const answers = [{ keys: ['B'] }, { text: `${name}的回答` }, { text: `${name}的作文` }];
    const attempt = await makeAttempt({ exam, student, part: 'written', state: 'submitted', answers, now: NOW });
    papers.push(attempt.id);
  }
  const [, , short, pen] = exam.items.map((item) => item.id) as [number, number, number, number];
  const actors = { owner: actorOf(owner), examiner: actorOf(examiner), stranger: actorOf(stranger) };
  const input = { examId: exam.id, part: 'written' as const, classId: 0 };
  return {
    ...actors,
    exam,
    classes,
    papers: papers as [number, number, number, number, number, number],
    short,
    pen,
    input,
  };
}

const typed = (attemptId: number, points: string, version = 0) => ({
  attemptId,
  version,
  mark: { itemId: attemptId, points, comment: '' },
});

async function ownOf(attemptId: number, examinerId: number) {
  return (await listScores([attemptId])).find((score) => score.examinerId === examinerId);
}

describe('one question across papers', () => {
  it('lists what is marked by hand with the progress of the reader, by class', async () => {
    const { owner, papers, short, pen, input, exam, classes } = await makeSchool();
    const items = async (classId: number) =>
      (await getItemMarking(owner, { ...input, classId }, AFTER)).items.map((item) => [item.id, item.done, item.total]);
    expect(await items(0)).toEqual([
      [short, 0, 6],
      [pen, 0, 6],
    ]);
    await saveItemMarks(owner, { examId: exam.id, itemId: short, papers: [typed(papers[0], '7')] }, AFTER);
    expect(await items(0)).toEqual([
      [short, 1, 6],
      [pen, 0, 6],
    ]);
    expect(await items(classes[1].id)).toEqual([
      [short, 0, 2],
      [pen, 0, 2],
    ]);
  });

  it('says of two sittings which a paper is, but not where names are hidden', async () => {
    const { owner, exam, papers, short, input } = await makeSchool();
    const { student_id } = await db()
      .selectFrom('attempts')
      .select('student_id')
      .where('id', '=', papers[0])
      .executeTakeFirstOrThrow();
    const student = { id: student_id };
    await makeAttempt({ exam, student, part: 'written', state: 'submitted', number: 2, now: NOW });
    const names = async () =>
      (await getItemPapers(owner, { ...input, itemId: short, currentPage: 1 }, AFTER)).rows.map((row) => row.name);
    expect((await names()).slice(0, 3)).toEqual(['甲', '甲（补考）', '乙']);
    const settings = JSON.stringify({ isBlind: true });
    await db().updateTable('exams').set({ settings }).where('id', '=', exam.id).execute();
    expect((await names()).join()).not.toMatch(/补考/);
  });

  it('shows five papers a page, each under its own id', async () => {
    const { owner, papers, short, pen, input } = await makeSchool();
    const first = await getItemPapers(owner, { ...input, itemId: short, currentPage: 1 }, AFTER);
    expect(first).toMatchObject({ totalCount: 6, next: pen, item: { id: short } });
    expect(first.rows.map((row) => [row.item.id, row.name])).toEqual(
      papers.slice(0, 5).map((id, index) => [id, '甲乙丙丁戊'[index]]),
    );
    expect(first.rows[0]?.item.answer?.value).toEqual({ text: '甲的回答' });
    const second = await getItemPapers(owner, { ...input, itemId: pen, currentPage: 2 }, AFTER);
    expect(second.rows).toHaveLength(1);
    expect(second.next).toBeNull();
  });

  it('saves into each paper its own draft and keeps what the paper had of other items', async () => {
    const { owner, papers, short, pen, exam } = await makeSchool();
    await saveScore(
      owner,
      {
        attemptId: papers[0],
        marks: [{ itemId: pen, pointMarks: [8, 4.5], comment: '有条理' }],
        comment: '继续努力',
        isFinal: false,
        version: 0,
      },
      AFTER,
    );
    const marks = [typed(papers[0], '7', 1), typed(papers[1], '９'), typed(papers[2], '')];
    expect(await saveItemMarks(owner, { examId: exam.id, itemId: short, papers: marks }, AFTER)).toBe(2);
    const first = await ownOf(papers[0], owner.id);
    expect(first).toMatchObject({ state: 'draft', comment: '继续努力', percent: 73.75, version: 2 });
    expect(first?.marks.find((mark) => mark.itemId === pen)).toMatchObject({ pointMarks: [8, 4.5], comment: '有条理' });
    expect(await ownOf(papers[1], owner.id)).toMatchObject({ state: 'draft', percent: null });
    // An empty field begins no draft, and the same once more changes nothing.
    expect(await ownOf(papers[2], owner.id)).toBeUndefined();
    const again = [typed(papers[0], '7', 0), typed(papers[1], '9', 0)];
    expect(await saveItemMarks(owner, { examId: exam.id, itemId: short, papers: again }, AFTER)).toBe(0);
    const audit = await db()
      .selectFrom('audit_entries')
      .select('entity_id')
      .where('action', '=', 'score.save_item')
      .execute();
    expect(audit).toEqual([{ entity_id: String(short) }]);
  });

  it('says how many marks are still to be given, and where the first of them is', async () => {
    const { owner, papers, short, pen, exam, input } = await makeSchool();
    const unmarked = async () => (await getItemMarking(owner, input, AFTER)).unmarked;
    expect(await unmarked()).toEqual({ count: 12, first: { itemId: short, page: 1 } });
    const all = papers.map((id) => typed(id, '6'));
    await saveItemMarks(owner, { examId: exam.id, itemId: short, papers: all.slice(0, 5) }, AFTER);
    // The sixth stands on the second page.
    expect(await unmarked()).toEqual({ count: 7, first: { itemId: short, page: 2 } });
    await saveItemMarks(owner, { examId: exam.id, itemId: short, papers: all.slice(5) }, AFTER);
    expect(await unmarked()).toEqual({ count: 6, first: { itemId: pen, page: 1 } });
  });

  it('refuses all when one is wrong or was changed elsewhere, naming the paper', async () => {
    const { owner, papers, short, exam } = await makeSchool();
    await saveItemMarks(owner, { examId: exam.id, itemId: short, papers: [typed(papers[0], '7')] }, AFTER);
    const marks = [typed(papers[0], '8', 0), typed(papers[1], '11'), typed(papers[2], '6')];
    await expect(saveItemMarks(owner, { examId: exam.id, itemId: short, papers: marks }, AFTER)).rejects.toMatchObject({
      code: 'invalid',
      fields: {
        [versionField(papers[0])]: expect.stringMatching(/^甲：您在另一个窗口改过/) as string,
        [`p.${papers[1]}`]: '乙：得分应为 0 到 10 分，最多两位小数',
      },
    });
    expect(await ownOf(papers[2], owner.id)).toBeUndefined();
    expect((await ownOf(papers[0], owner.id))?.marks.find((mark) => mark.itemId === short)?.points).toBe(7);
    // Having seen the newer version, the same is taken.
    await saveItemMarks(owner, { examId: exam.id, itemId: short, papers: [typed(papers[0], '8', 1)] }, AFTER);
    expect((await ownOf(papers[0], owner.id))?.marks.find((mark) => mark.itemId === short)?.points).toBe(8);
  });

  it('never takes a final back', async () => {
    const { owner, papers, short, pen, exam, input } = await makeSchool();
    const marks = [
      { itemId: short, points: 7 },
      { itemId: pen, pointMarks: [8, 4] },
    ];
    const score = { attemptId: papers[0], marks, comment: '', isFinal: true, version: 0 };
    await saveScore(owner, score, AFTER);
    await expect(
      saveItemMarks(owner, { examId: exam.id, itemId: short, papers: [typed(papers[0], '8', 1)] }, AFTER),
    ).rejects.toMatchObject({ fields: { [versionField(papers[0])]: '甲：这份已经提交了，要改请打开整份答卷。' } });
    expect((await getItemPapers(owner, { ...input, itemId: short, currentPage: 1 }, AFTER)).rows[0]?.own).toMatchObject(
      { state: 'final' },
    );
  });

  it('submits the drafts that are complete, and only those', async () => {
    const { owner, papers, short, pen, exam, input } = await makeSchool();
    const both = [papers[0], papers[1]];
    await saveItemMarks(owner, { examId: exam.id, itemId: short, papers: papers.map((id) => typed(id, '7')) }, AFTER);
    const pens = both.map((id) => ({ attemptId: id, version: 1, mark: { itemId: id, pointMarks: ['8', '4'] } }));
    await saveItemMarks(owner, { examId: exam.id, itemId: pen, papers: pens }, AFTER);
    expect((await getItemMarking(owner, input, AFTER)).readyCount).toBe(2);
    expect(await finaliseReadyDrafts(owner, input, AFTER)).toEqual({ submitted: 2, waiting: 0 });
    for (const id of both) expect(await ownOf(id, owner.id)).toMatchObject({ state: 'final', percent: 72.5 });
    expect(await ownOf(papers[2], owner.id)).toMatchObject({ state: 'draft' });
    expect(await finaliseReadyDrafts(owner, input, AFTER)).toEqual({ submitted: 0, waiting: 0 });
  });

  it('is for whoever scores the part, each with marks of their own', async () => {
    const { owner, examiner, stranger, papers, short, exam, input } = await makeSchool();
    await saveItemMarks(owner, { examId: exam.id, itemId: short, papers: [typed(papers[0], '7')] }, AFTER);
    expect((await getItemMarking(examiner, input, AFTER)).items[0]).toMatchObject({ done: 0 });
    const page = { ...input, itemId: short, currentPage: 1 };
    expect((await getItemPapers(examiner, page, AFTER)).rows[0]?.own).toBeNull();
    const refusal = { code: 'not_found' };
    await expect(getItemMarking(stranger, input, AFTER)).rejects.toMatchObject(refusal);
    await expect(getItemPapers(stranger, page, AFTER)).rejects.toMatchObject(refusal);
    const one = { examId: exam.id, itemId: short, papers: [typed(papers[0], '1')] };
    await expect(saveItemMarks(stranger, one, AFTER)).rejects.toMatchObject(refusal);
    await expect(finaliseReadyDrafts(stranger, input, AFTER)).rejects.toMatchObject(refusal);
    await expect(getItemPapers(owner, { ...page, itemId: exam.items[1]?.id ?? 0 }, AFTER)).rejects.toMatchObject(
      refusal,
    );
  });
});

describe('the form', () => {
  it('has the fields of the scoring form with the paper in the place of the item', () => {
    const values = { examId: '3', itemId: '7', rubricId: '', 'v.12': '2', 'p.12': '8', 'v.13': '0', 'p.14': '9' };
    expect(itemMarksSchema.parse(values)).toEqual({
      examId: 3,
      itemId: 7,
      rubricId: null,
      papers: [
        { attemptId: 12, version: 2, mark: { itemId: 12, points: '8' } },
        { attemptId: 13, version: 0, mark: { itemId: 13 } },
      ],
    });
  });
});
