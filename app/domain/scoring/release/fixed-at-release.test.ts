import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { getExamFigures } from '~/domain/statistics/exam-figures.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
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
import { saveScore } from '../marking/scoring.commands.server';
import { listScoring } from '../paper/papers.queries.server';
import { exportAnswers } from '../report/answer-export.server';
import { getScoreList } from '../report/score-list.queries.server';
import { getOwnResult } from '../result/result.queries.server';
import { settleAttempt } from '../settling/result.commands.server';
import { fixOlderReleases } from '../settling/upgrade.commands.server';
import { setExaminers } from '../sharing-out/share-out.commands.server';
import { countAwaiting, awaitingCount, countOpenPapers } from '../sharing-out/awaiting.queries.server';
import { releaseExams, unreleaseExams } from './release.commands.server';
import { getReleaseSummary } from './release.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 120 * 60_000;
const LIST = { classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 50 } as const;

type Person = Awaited<ReturnType<typeof makeTeacher>>;

/** Two classes of one pupil each, two questions, and so many examiners who each mark every paper. */
async function makeSchool({ examiners = 1 } = {}) {
  const owner = await makeTeacher({ name: '周敏' });
  const teachers: [Person, Person] = [await makeTeacher({ name: '钱进' }), await makeTeacher({ name: '孙丽' })];
  const helper = await makeTeacher({ name: '李强' });
  const [first, second] = [await makeClassroom({ teacher: owner }), await makeClassroom({ teacher: owner })];
  const [a, b] = [await makeStudent({ classroom_id: first.id }), await makeStudent({ classroom_id: second.id })];
  const question = () => makeWrittenQuestion({ owner, points: 10, body: { markingPoints: [] } });
  const named = teachers.slice(0, examiners);
  const exam = await makeExam({
    owner,
    classrooms: [first, second],
    written: [await question(), await question()],
    examiners: named.map((teacher) => ({ teacher, part: 'written' })),
    status: 'closed',
    now: NOW,
  });
  const papers = [];
  for (const student of [a, b]) {
    papers.push(await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW }));
  }
  const [paperA, paperB] = papers as [(typeof papers)[number], (typeof papers)[number]];
  const items = exam.items.map(({ id }) => id);
  const mark = (who: Person, paper: { id: number }, points: number) =>
    saveScore(
      actorOf(who),
      {
        attemptId: paper.id,
        marks: items.map((itemId) => ({ itemId, points, comment: '看过' })),
        comment: `评语${who.id}`,
        isFinal: true,
        version: 0,
      },
      AFTER,
    );
  const actor = actorOf(owner);
  const name = (ids: number[]) =>
    setExaminers(actor, { examId: exam.id, part: 'written', examinerIds: ids, isConfirmed: true }, AFTER);
  const release = (classIds?: number[]) => releaseExams(actor, { ids: [exam.id], confirm: true, classIds }, AFTER);
  const takeBack = (classIds?: number[]) => unreleaseExams(actor, { ids: [exam.id], classIds }, AFTER);
  const ids = named.map((one) => one.id);
  return {
    exam,
    items,
    owner,
    actor,
    teachers,
    helper,
    first,
    second,
    a,
    b,
    paperA,
    paperB,
    ids,
    ...{ mark, name, release, takeBack },
  };
}

type School = Awaited<ReturnType<typeof makeSchool>>;

/** What the pupil of the released class reads, what the owner reads of them, and the files and figures. */
async function shown(school: School, student: School['a']) {
  const { exam, actor } = school;
  const reader = actorOf(student);
  const result = await getOwnResult(reader, exam.id, AFTER);
  const list = await getScoreList(actor, { examId: exam.id, ...LIST, sort: 'account', order: 'asc' }, AFTER);
  const { rows } = await listScoring(actor, { examId: exam.id, part: 'written', ...LIST }, AFTER);
  const { bytes } = await exportAnswers(actor, { examId: exam.id, classId: school.first.id }, AFTER);
  const figures = await getExamFigures(actor, { examId: exam.id, classroomId: school.first.id }, AFTER);
  return {
    result: result.isReleased && { total: result.total, parts: result.parts },
    row: list.rows.find((one) => one.studentId === student.id),
    paper: rows.find((one) => one.studentId === student.id),
    answers: bytes.length,
    mean: figures.total.mean,
  };
}

const stateOf = async ({ id }: { id: number }) => {
  const row = await db().selectFrom('attempts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return [row.state, row.settlement];
};

const messagesOf = async (who: { id: number }, title: string) =>
  (await db().selectFrom('messages').select(['title', 'body']).where('user_id', '=', who.id).execute())
    .filter((one) => one.title.startsWith(title))
    .map((one) => one.body);

/** Whom the paper of the first class is asked of, for the teacher's home page. */
async function awaits(school: School, who: { id: number }): Promise<number> {
  const key = `${school.exam.id}.written`;
  const open = (await countOpenPapers([school.exam.id])).get(key) ?? 0;
  return awaitingCount((await countAwaiting(who, [school.exam.id])).get(key), { open, isOwner: false });
}

describe('what is out stays what it was, whoever is named afterwards', () => {
  it.each([1, 2])(
    'with %d examiners before, another is named: pages, files and figures say the same',
    async (count) => {
      const school = await makeSchool({ examiners: count });
      for (const who of school.teachers.slice(0, count)) await school.mark(who, school.paperA, 8);
      await school.release([school.first.id]);
      const before = await shown(school, school.a);
      expect(before.result && before.result.parts[0]?.items.map((item) => item.earned)).toEqual([8, 8]);
      await school.name([...school.ids, school.helper.id]);
      expect(await shown(school, school.a)).toEqual(before);
      // Whatever has it settled again.
      await settleAttempt(await getExamView(school.exam.id), school.paperA, AFTER);
      expect(await shown(school, school.a)).toEqual(before);
      expect(await awaits(school, school.helper)).toBe(1);
    },
  );

  it('a correction raises it by what it is, tells its pupil, and takes nobody’s mark away', async () => {
    const school = await makeSchool();
    for (const paper of [school.paperA, school.paperB]) await school.mark(school.teachers[0], paper, 5);
    await school.release([school.first.id]);
    await school.name([...school.ids, school.helper.id]);
    expect([await stateOf(school.paperA), await stateOf(school.paperB)]).toEqual([
      ['scored', 'agreed'],
      ['submitted', 'waiting'],
    ]);
    const asked = { examId: school.exam.id, itemId: school.items[0] ?? 0, kind: 'credit' as const };
    const rest = { keys: [], sets: [], blanks: [], more: [] };
    const preview = await previewRemark(school.actor, { ...asked, ...rest }, { currentPage: 1, pageSize: 9 });
    expect([preview.summary.raised, preview.unsettled, preview.told]).toEqual([1, 1, 1]);
    expect(preview.rows.rows[0]?.total).toEqual({ before: 50, after: 75 });
    await applyRemark(school.actor, { ...asked, ...rest, reason: '题目有误', expected: preview.expected }, AFTER);
    const { result } = await shown(school, school.a);
    expect(result && result.total).toBe(75);
    expect(await messagesOf(school.a, '成绩更正')).toEqual([expect.stringContaining('总分由 50 分改为 75 分')]);
  });

  it('what was out without a result gets none by who leaves, and its page stays empty', async () => {
    const school = await makeSchool({ examiners: 2 });
    const [first] = school.teachers;
    await school.mark(first, school.paperA, 8);
    await school.release([school.first.id]);
    const before = await shown(school, school.a);
    await school.name([first.id, school.helper.id]);
    await school.name([first.id]);
    expect(await shown(school, school.a)).toEqual(before);
    await settleAttempt(await getExamView(school.exam.id), school.paperA, AFTER);
    expect(await stateOf(school.paperA)).toEqual(['submitted', 'waiting']);
  });

  it('nor by who takes the exam over: a mark in another’s place stays one', async () => {
    const school = await makeSchool({ examiners: 2 });
    const [first, second] = school.teachers;
    for (const who of [first, second]) await school.mark(who, school.paperA, 8);
    await school.name([first.id, school.helper.id]);
    await school.release([school.first.id]);
    const before = await shown(school, school.a);
    await db().updateTable('exams').set({ owner_id: second.id }).where('id', '=', school.exam.id).execute();
    expect((await shown({ ...school, actor: actorOf(second) }, school.a)).result).toEqual(before.result);
  });
});

describe('taken back, it counts by the rules of now', () => {
  it('waits for who was named meanwhile, like the papers that never were out; both are told', async () => {
    const school = await makeSchool();
    for (const paper of [school.paperA, school.paperB]) await school.mark(school.teachers[0], paper, 5);
    await school.release([school.first.id]);
    await school.name([...school.ids, school.helper.id]);
    await school.takeBack([school.first.id]);
    expect([await stateOf(school.paperA), await stateOf(school.paperB)]).toEqual([
      ['submitted', 'waiting'],
      ['submitted', 'waiting'],
    ]);
    expect(await awaits(school, school.helper)).toBe(2);
    expect((await getReleaseSummary(school.actor, school.exam.id, AFTER)).unscoredCount).toBe(2);
    expect(await messagesOf(school.helper, '撤回公布后还要评')).toEqual([expect.stringContaining('笔试有 1 份')]);
    expect(await messagesOf(school.owner, '撤回公布后还要评')).toEqual([expect.stringContaining('要等李强评完')]);
    // What the pupil knew is not forgotten by it.
    await school.mark(school.helper, school.paperA, 6);
    await school.release([school.first.id]);
    const { result } = await shown(school, school.a);
    expect(result && result.total).toBe(55);
    await school.name(school.ids);
    expect((await shown(school, school.a)).result).toEqual(result);
  });

  it('changes nothing and tells nobody where the examiners stayed', async () => {
    const school = await makeSchool();
    await school.mark(school.teachers[0], school.paperA, 5);
    await school.release();
    await school.takeBack();
    expect(await stateOf(school.paperA)).toEqual(['scored', 'agreed']);
    expect(await messagesOf(school.owner, '撤回公布后还要评')).toEqual([]);
    expect(await db().selectFrom('attempts').select('id').where('fixed_examiners', 'is not', null).execute()).toEqual(
      [],
    );
  });
});

it('what an older version had out while somebody was named is whole again after the upgrade', async () => {
  const school = await makeSchool();
  await school.mark(school.teachers[0], school.paperA, 8);
  await school.release([school.first.id]);
  const before = await shown(school, school.a);
  await db().updateTable('attempts').set({ fixed_examiners: null }).execute();
  await school.name([...school.ids, school.helper.id]);
  expect(await shown(school, school.a)).not.toEqual(before);
  await fixOlderReleases();
  expect((await shown(school, school.a)).result).toEqual(before.result);
  await fixOlderReleases();
  await settleAttempt(await getExamView(school.exam.id), school.paperA, AFTER);
  expect(await stateOf(school.paperA)).toEqual(['scored', 'agreed']);
});
