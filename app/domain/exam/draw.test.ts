import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { startAttempt } from '~/domain/attempt/attempt.commands.server';
import { listPaperItems } from '~/domain/attempt/paper.queries.server';
import { drawIntoBasket } from '~/domain/basket/basket-draw.commands.server';
import { addToBasket } from '~/domain/basket/basket.commands.server';
import { listBasket } from '~/domain/question-bank/basket.queries.server';
import type { DrawRule } from '~/domain/question-bank/draw.rules';
import { deleteQuestions, renameQuestion } from '~/domain/question-bank/question.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import type { Seed } from '~/lib/shuffle';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeShare,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
  type MadeExam,
  type MadeQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { savePaper } from './compose-paper.commands.server';
import { addToPaper } from './draft.commands.server';
import { addDraws, checkSupply, drawIntoPaper, drawOralQuestion, removeDraw } from './draw.commands.server';
import { readDrawRows } from './draw.schema';
import { teacherExamOf } from './exam-api.queries.server';
import { listExamItems } from './exam.queries.server';
import { getExamPreview } from './preview.queries.server';
import { publishExam, withdrawExams } from './status.commands.server';
import { listWritingSheets } from './print.queries.server';
import { getPaperPage } from './wizard-page.queries.server';
import { getWizardExam } from './wizard.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 26, 0, 0);
const SEED: Seed = [1, 2, 3, 4];

let teacher: Actor;
let other: Actor;
let student: Actor;
let singles: MadeQuestion[];
let draft: MadeExam;

beforeEach(async () => {
  const owner = await makeTeacher();
  teacher = actorOf(owner);
  other = actorOf(await makeTeacher());
  const classroom = await makeClassroom({ teacher: owner });
  student = actorOf(await makeStudent({ classroom_id: classroom.id }));
  singles = [];
  for (let index = 0; index < 6; index += 1) {
    singles.push(await makeTheoryQuestion({ owner: teacher, level: index < 2 ? 2 : 1 }));
  }
  draft = await makeExam({
    owner: teacher,
    classrooms: [classroom],
    written: [singles[0]!],
    status: 'draft',
    now: NOW,
  });
});

const rule = (changes: Partial<DrawRule> = {}): DrawRule => ({
  bank: 'theory',
  kind: 'single',
  level: null,
  directoryId: null,
  scope: 'mine',
  count: 3,
  points: 2,
  ...changes,
});
const rows = (...rules: DrawRule[]) => rules.map((one, row) => ({ row, rule: one }));
const keep = (rules: DrawRule[], requestId = '') =>
  addDraws(teacher, { examId: draft.id, rows: rows(...rules), requestId }, SEED, NOW);
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as { code: string; message: string; fields?: Record<string, string> },
  );
const publish = () => publishExam(teacher, { id: draft.id, version: null }, NOW);
const pool = async () => (await listExamItems(draft.id)).filter((item) => item.drawId !== null);
const directory = async (owner: Actor, parentId: number | null = null) =>
  (
    await db()
      .insertInto('directories')
      .values({ bank: 'theory', owner_id: owner.id, parent_id: parentId, name: '目录', created_at: NOW })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

describe('drawn once for all', () => {
  test('goes into the paper with its points, never what is in it already; the same request draws once', async () => {
    const input = { examId: draft.id, rows: rows(rule()), requestId: 'r' };
    expect(await drawIntoPaper(teacher, input, SEED, NOW)).toBe(3);
    expect(await drawIntoPaper(teacher, input, SEED, NOW)).toBe(3);
    const items = await listExamItems(draft.id);
    expect(items).toHaveLength(4);
    expect(new Set(items.map((item) => item.questionId)).size).toBe(4);
    expect(items.slice(1).map((item) => item.points)).toEqual([2, 2, 2]);
  });

  test('without points of the rule each question keeps its own', async () => {
    const input = { examId: draft.id, rows: rows(rule({ points: 0 })), requestId: '' };
    await db().updateTable('questions').set({ points: 3.5 }).where('bank', '=', 'theory').execute();
    await drawIntoPaper(teacher, input, SEED, NOW);
    expect((await listExamItems(draft.id)).slice(1).map((item) => item.points)).toEqual([3.5, 3.5, 3.5]);
  });

  test('one oral question of some, another than the exam has', async () => {
    const oral = [await makeOralQuestion({ owner: teacher }), await makeOralQuestion({ owner: teacher })];
    const draw = async (candidates: typeof oral) => {
      const { version } = await getWizardExam(teacher, draft.id);
      return drawOralQuestion(teacher, { examId: draft.id, version, type: 2, candidates }, SEED, NOW);
    };
    const chosen = async () => (await listExamItems(draft.id, 'oral')).map((item) => item.questionId);
    await draw(oral);
    const [first] = await chosen();
    expect(oral.map(({ id }) => id)).toContain(first);
    await draw(oral);
    expect(await chosen()).toEqual(oral.map(({ id }) => id).filter((id) => id !== first));
    const has = oral.filter(({ id }) => id !== first);
    expect(await refusal(draw(has))).toMatchObject({ code: 'conflict', message: '只有这一道题可抽，已经选用了。' });
    expect(await refusal(draw([]))).toMatchObject({ code: 'conflict', message: '没有可抽的口语题。' });
  });

  test('the seed decides what is drawn', async () => {
    const input = { examId: draft.id, rows: rows(rule({ count: 2 })), requestId: '' };
    await drawIntoPaper(teacher, input, SEED, NOW);
    const first = (await listExamItems(draft.id)).slice(1).map((item) => item.questionId);
    await db().deleteFrom('exam_items').where('exam_id', '=', draft.id).where('position', '>', 1).execute();
    await drawIntoPaper(teacher, input, SEED, NOW);
    expect((await listExamItems(draft.id)).slice(1).map((item) => item.questionId)).toEqual(first);
  });

  test('too few is said at the row, and nothing is drawn', async () => {
    const input = { examId: draft.id, rows: rows(rule({ count: 1 }), rule({ count: 9 })), requestId: '' };
    expect(await refusal(drawIntoPaper(teacher, input, SEED, NOW))).toMatchObject({
      code: 'invalid',
      fields: { 'count-1': '第 2 行要抽 9 题，只有 5 题可抽' },
      // The page goes on saying what every row has to draw from.
      data: {
        extra: [
          { row: 0, candidates: 5, problem: null },
          { row: 1, candidates: 5, problem: '要抽 9 题，只有 5 题可抽' },
        ],
      },
    });
    expect(await listExamItems(draft.id)).toHaveLength(1);
  });

  test('by level, by directory with what is under it, and with shared questions when asked', async () => {
    const top = await directory(teacher);
    const under = await directory(teacher, top);
    await makeTheoryQuestion({ owner: teacher, kind: 'judge', directory_id: under });
    const foreign = await makeTheoryQuestion({ owner: other, kind: 'judge' });
    const supply = async (changes: Partial<DrawRule>) =>
      (
        await checkSupply(
          teacher,
          { examId: draft.id, rows: rows(rule({ count: 1, ...changes })), taken: new Set() },
          SEED,
        )
      )[0]?.candidates;
    // One of the two of this level is in the paper.
    expect(await supply({ level: 2 })).toBe(1);
    expect(await supply({ kind: 'judge', directoryId: top })).toBe(1);
    expect(await supply({ kind: 'judge', scope: 'all' })).toBe(1);
    await db()
      .insertInto('shares')
      .values({
        question_id: foreign.id,
        audience: 'teachers',
        classroom_id: null,
        created_by: other.id,
        created_at: 1,
      })
      .execute();
    expect(await supply({ kind: 'judge', scope: 'all' })).toBe(2);
    expect(await supply({ kind: 'judge' })).toBe(1);
    // Another's directory holds nothing of one's own.
    expect(await supply({ directoryId: await directory(other) })).toBe(0);
  });

  test('of two questions that ask the same only one is drawn, the own before a colleague’s', async () => {
    const same = { title: '同一道题', kind: 'judge' as const };
    const foreign = await makeTheoryQuestion({ owner: other, ...same });
    await makeShare({ question: foreign, audience: 'teachers' });
    const own = await makeTheoryQuestion({ owner: teacher, ...same });
    await makeTheoryQuestion({ owner: other, kind: 'judge', title: '另一道' }).then((question) =>
      makeShare({ question, audience: 'teachers' }),
    );
    const all = rule({ kind: 'judge', scope: 'all', count: 2 });
    const input = { examId: draft.id, rows: rows(all), requestId: '' };
    await drawIntoPaper(teacher, input, SEED, NOW);
    const drawn = (await listExamItems(draft.id)).map((item) => item.questionId);
    expect([drawn.includes(own.id), drawn.includes(foreign.id)]).toEqual([true, false]);
    // What is in the paper is not drawn again under a colleague's name.
    expect(
      await refusal(drawIntoPaper(teacher, { ...input, rows: rows(rule({ ...all, count: 1 })) }, SEED, NOW)),
    ).toMatchObject({
      code: 'invalid',
    });
  });

  test('into the basket, beside what is there', async () => {
    await addToBasket(teacher, { questionIds: [singles[0]!.id] }, NOW);
    expect(await drawIntoBasket(teacher, { rows: rows(rule({ count: 5 })), requestId: '' }, SEED, NOW)).toBe(5);
    const items = await listBasket(teacher);
    expect(items).toHaveLength(6);
    expect(items.slice(1).map((item) => item.points)).toEqual([2, 2, 2, 2, 2]);
    expect(
      await refusal(drawIntoBasket(teacher, { rows: rows(rule({ count: 1 })), requestId: '' }, SEED, NOW)),
    ).toMatchObject({ code: 'invalid' });
  });

  test("never into another's exam", async () => {
    const input = { examId: draft.id, rows: rows(rule()), requestId: '' };
    for (const write of [drawIntoPaper, addDraws]) {
      expect(await refusal(write(other, input, SEED, NOW))).toMatchObject({ code: 'not_found' });
    }
    expect(await refusal(removeDraw(other, { examId: draft.id, drawId: 1 }, NOW))).toMatchObject({ code: 'not_found' });
  });
});

describe('drawn for each student', () => {
  test('rules are kept once per request and count in the paper; a removed one is gone', async () => {
    await keep([rule()], 'r');
    await keep([rule()], 'r');
    const exam = await getWizardExam(teacher, draft.id);
    expect(exam.draws).toMatchObject([{ count: 3, points: 2, problem: null, text: '单选题' }]);
    expect(exam.draws[0]?.pool).toHaveLength(5);
    const preview = await getExamPreview(teacher, draft.id, NOW);
    expect(preview).toMatchObject({ writtenCount: 4, writtenPoints: 16, problems: [] });
    await removeDraw(teacher, { examId: draft.id, drawId: exam.draws[0]!.id }, NOW);
    await removeDraw(teacher, { examId: draft.id, drawId: exam.draws[0]!.id }, NOW);
    expect((await getWizardExam(teacher, draft.id)).draws).toEqual([]);
  });

  test('rules that overlap share out the questions; together too many is refused', async () => {
    await keep([rule({ count: 3 }), rule({ level: 2, count: 1 })]);
    const { draws } = await getWizardExam(teacher, draft.id);
    const ids = draws.flatMap((draw) => draw.pool.map((question) => question.questionId));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(5);
    expect(await refusal(keep([rule({ count: 2 })]))).toMatchObject({
      fields: { 'count-0': expect.stringContaining('别的规则也要用') as string },
    });
  });

  test('publishing freezes the pools; what the bank changes afterwards is no matter', async () => {
    await keep([rule()]);
    await publish();
    const frozen = await pool();
    expect(frozen).toHaveLength(5);
    expect(frozen.every((item) => item.points === 2)).toBe(true);
    expect(frozen.map((item) => item.questionId)).not.toContain(singles[0]!.id);
    await renameQuestion(teacher, 'theory', { id: singles[1]!.id, title: '改过' }, NOW);
    await deleteQuestions(teacher, 'theory', [singles[2]!.id], NOW);
    expect((await pool()).map((item) => item.snapshot.title)).toEqual(frozen.map((item) => item.snapshot.title));
    const preview = await getExamPreview(teacher, draft.id, NOW);
    expect(preview.draws[0]?.pool).toHaveLength(5);
    expect(preview.written).toHaveLength(1);
    expect(await teacherExamOf(teacher, draft.id, NOW)).toMatchObject({
      writtenIds: String(singles[0]!.id),
      draws: [{ count: 3, points: 2, kind: 'single' }],
    });
    const attempt = await startAttempt(student, { examId: draft.id, part: 'written' }, NOW);
    expect(await listPaperItems(attempt)).toHaveLength(4);
  });

  test('a pool that became too small stands in the way of publishing', async () => {
    await keep([rule({ count: 5 })]);
    await deleteQuestions(teacher, 'theory', [singles[5]!.id], NOW);
    const { draws } = await getWizardExam(teacher, draft.id);
    expect(await refusal(publish())).toMatchObject({
      fields: { [`threeadd.draw-${draws[0]!.id}`]: '第 1 条抽题规则要抽 5 题，只有 4 题可抽' },
    });
    expect(await pool()).toEqual([]);
  });

  test('composing, the rules, the preview and print number the paper as the student’s screen does', async () => {
    const short = await makeTheoryQuestion({ owner: teacher, kind: 'short', points: 4 });
    await keep([rule()]);
    await addToPaper(teacher, { examId: draft.id, questionIds: [short.id] }, NOW);
    const [single = 0, last = 0] = (await getPaperPage(teacher, draft.id)).items.map(({ id }) => id);
    const arranged = async (points: Record<string, string>) => {
      const { version, items } = await getWizardExam(teacher, draft.id);
      const order = items.map(({ id }) => id);
      return savePaper(teacher, { examId: draft.id, version, order, points, move: { kind: 'place' } }, NOW);
    };
    // A number that nobody changed is no move, and one beyond the paper is none.
    await arranged({ [`place-${single}`]: '1', [`place-${last}`]: '5' });
    const composed = await getPaperPage(teacher, draft.id);
    expect(composed.items.map(({ id, number }) => [id, number])).toEqual([
      [single, 1],
      [last, 5],
    ]);
    expect(composed.draws.map(({ first, count }) => [first, count])).toEqual([[2, 3]]);
    expect(await refusal(arranged({ [`place-${last}`]: '6' }))).toMatchObject({
      fields: { [`place-${last}`]: '第 5 题的序号应为 1 到 5 的整数' },
    });
    await expect(arranged({ [`points-${last}`]: 'x' })).resolves.toMatchObject({
      problems: { [`points-${last}`]: expect.stringMatching(/^第 5 题的/) as string },
    });
    await arranged({ [`points-${last}`]: '4' });
    expect(await publish()).toBe('published');
    const attempt = await startAttempt(student, { examId: draft.id, part: 'written' }, NOW);
    const shown = await listPaperItems(attempt);
    expect(shown.find(({ id }) => id === last)?.position).toBe(5);
    const { pages, students } = await listWritingSheets(teacher, { id: draft.id, classId: 0 });
    expect(pages.flat()).toMatchObject([{ type: 'heading' }, { type: 'lines', number: 5 }]);
    // What is drawn for each cannot be scanned into papers: a code would promise it.
    expect(students.map(({ codes }) => codes)).toEqual([[]]);
  });

  test('a paper of draws alone is a paper', async () => {
    await db().deleteFrom('exam_items').where('exam_id', '=', draft.id).execute();
    await keep([rule()]);
    expect(await publish()).toBe('published');
    const attempt = await startAttempt(student, { examId: draft.id, part: 'written' }, NOW);
    expect((await listPaperItems(attempt)).map((item) => item.position)).toEqual([1, 2, 3]);
  });

  test('withdrawing drops the pools and keeps the rules; publishing again takes the bank as it is then', async () => {
    await keep([rule()]);
    await publish();
    await withdrawExams(teacher, [draft.id], NOW);
    expect(await pool()).toEqual([]);
    expect((await getWizardExam(teacher, draft.id)).draws).toHaveLength(1);
    await makeTheoryQuestion({ owner: teacher });
    await publish();
    expect(await pool()).toHaveLength(6);
  });

  test('a pool with questions that students may have read is warned of', async () => {
    await keep([rule()]);
    await db()
      .insertInto('shares')
      .values({
        question_id: singles[3]!.id,
        audience: 'students',
        classroom_id: null,
        created_by: teacher.id,
        created_at: 1,
      })
      .execute();
    const { warnings } = await getExamPreview(teacher, draft.id, NOW);
    expect(warnings.join()).toContain('题池里有 1 题同时共享给了学生');
  });

  test('written questions are drawn, too', async () => {
    await makeWrittenQuestion({ owner: teacher });
    await keep([rule({ bank: 'written', kind: '', count: 1, points: 10 })]);
    await publish();
    expect((await pool()).map((item) => item.snapshot.bank)).toEqual(['written']);
  });
});

describe('the form', () => {
  const trees = { theory: { directories: [] }, written: { directories: [] } };
  const theory = { id: 7, name: '语法', parentId: null, depth: 1, count: 0, isShared: false, children: [] };

  test('rows with a count are rules', () => {
    const values = {
      'kind-0': 'judge',
      'count-0': '３',
      'points-0': '2.5',
      'level-0': '2',
      'kind-2': 'written',
      'count-2': '1',
      'points-2': '10',
      'scope-2': 'all',
    };
    expect(readDrawRows(values, trees)).toEqual({
      problems: {},
      unpriced: [],
      rows: [
        { row: 0, rule: rule({ kind: 'judge', level: 2, count: 3, points: 2.5 }) },
        { row: 2, rule: rule({ bank: 'written', kind: '', scope: 'all', count: 1, points: 10 }) },
      ],
    });
  });

  test('whoever asks what there is to draw from needs neither numbers nor points', () => {
    const values = { 'kind-0': 'judge', 'kind-1': 'single', 'count-1': '90', 'level-1': '1' };
    const { rows, problems, unpriced } = readDrawRows(values, trees, 'ask');
    expect(problems).toEqual({});
    expect(unpriced).toEqual([2]);
    expect(rows.slice(0, 2)).toEqual([
      { row: 0, rule: rule({ kind: 'judge', count: 0, points: 0 }) },
      { row: 1, rule: rule({ kind: 'single', level: 1, count: 90, points: 0 }) },
    ]);
    expect(readDrawRows({ 'count-0': '0' }, trees, 'ask').problems).toHaveProperty('count-0');
  });

  test('who draws once may leave the points out, not write anything for them; who draws for each student says them', () => {
    const values = { 'kind-0': 'judge', 'count-0': '3', 'points-0': '' };
    expect(readDrawRows(values, trees, 'once')).toMatchObject({ problems: {}, rows: [{ rule: { points: 0 } }] });
    expect(readDrawRows(values, trees, 'each').problems).toHaveProperty('points-0');
    expect(readDrawRows({ ...values, 'points-0': 'x' }, trees, 'once').problems).toHaveProperty('points-0');
  });

  test('what is wrong is said at its field', () => {
    const own = { ...trees, theory: { directories: [theory] } };
    const values = {
      'kind-0': 'single',
      'count-0': '0',
      'points-0': '',
      'kind-1': 'written',
      'count-1': '1',
      'points-1': '1',
      'directory-1': '7',
    };
    expect(Object.keys(readDrawRows(values, own).problems)).toEqual(['count-0', 'points-0', 'directory-1']);
    expect(readDrawRows({}, own).problems).toEqual({ 'count-0': '至少填写一行要抽的题数' });
  });
});
