import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { listExamItems } from '~/domain/exam/exam.queries.server';
import { deleteQuestions } from '~/domain/question-bank/question.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import {
  actorOf,
  makeExam,
  makeOralQuestion,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { makeExamFromBasket } from './basket-exam.commands.server';
import {
  addBasketItem,
  addToBasket,
  arrangeBasket,
  clearBasket,
  removeFromBasket,
  updateBasketItem,
} from './basket.commands.server';
import { countBasket, listBasket } from '~/domain/question-bank/basket.queries.server';
import { basketPointsField } from './basket.rules';

useDatabase();

const T = 1_800_000_000_000;
let teacher: Actor;
let other: Actor;

beforeEach(async () => {
  teacher = actorOf(await makeTeacher());
  other = actorOf(await makeTeacher());
});

const theory = (owner: Actor = teacher, points = 5) => makeTheoryQuestion({ owner, points });
const share = (questionId: number, owner: Actor) =>
  db()
    .insertInto('shares')
    .values({ question_id: questionId, audience: 'teachers', classroom_id: null, created_by: owner.id, created_at: T })
    .execute();
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as { code: string; message: string; fields?: Record<string, string> },
  );
const order = async () => (await listBasket(teacher)).map((item) => item.questionId);

describe('putting in and taking out', () => {
  test('own and shared questions go in with their points; twice keeps one', async () => {
    const [own, shared] = [await theory(), await theory(other, 8)];
    await share(shared.id, other);
    expect(await addToBasket(teacher, { questionIds: [own.id, shared.id] }, T)).toBe(2);
    expect(await addToBasket(teacher, { questionIds: [own.id] }, T)).toBe(0);
    expect(await listBasket(teacher)).toMatchObject([
      { questionId: own.id, position: 1, points: 5, state: 'ready' },
      { questionId: shared.id, position: 2, points: 8, state: 'ready' },
    ]);
    expect(await countBasket(teacher)).toBe(2);
    expect(await countBasket(other)).toBe(0);
  });

  test('at the same moment in two windows: one item', async () => {
    const question = await theory();
    await Promise.all([1, 2, 3].map(() => addToBasket(teacher, { questionIds: [question.id] }, T)));
    expect(await order()).toEqual([question.id]);
  });

  test("others' questions that are not shared stay out, and nothing else goes in with them", async () => {
    const [own, foreign] = [await theory(), await theory(other)];
    expect(await refusal(addToBasket(teacher, { questionIds: [own.id, foreign.id] }, T))).toMatchObject({
      code: 'not_found',
    });
    expect(await order()).toEqual([]);
  });

  test('a question deleted or no longer shared shows as such and can only be taken out', async () => {
    const [own, shared] = [await theory(), await makeTheoryQuestion({ owner: other, title: '别人的题' })];
    await share(shared.id, other);
    await addToBasket(teacher, { questionIds: [own.id, shared.id] }, T);
    await deleteQuestions(teacher, 'theory', [own.id], T);
    await db().deleteFrom('shares').execute();
    const items = await listBasket(teacher);
    expect(items).toMatchObject([
      { title: own.title, state: 'deleted', question: null },
      { state: 'unshared', question: null },
    ]);
    expect(items[1]?.title).not.toContain('别人的题');
    expect(await refusal(updateBasketItem(teacher, { id: items[0]!.id, quantity: 3 }))).toMatchObject({
      code: 'conflict',
    });
    expect(await refusal(makeExamFromBasket(teacher, exam(), T))).toMatchObject({ code: 'conflict' });
    expect(
      await removeFromBasket(
        teacher,
        items.map((item) => item.id),
        T,
      ),
    ).toBe(2);
  });

  test("another teacher's item is as good as missing", async () => {
    const item = await addBasketItem(teacher, { questionId: (await theory()).id }, T);
    expect(await refusal(removeFromBasket(other, [item.id], T))).toMatchObject({ code: 'not_found' });
    expect(await refusal(updateBasketItem(other, { id: item.id, quantity: 1 }))).toMatchObject({ code: 'not_found' });
    expect(await clearBasket(other, T)).toBe(0);
    expect(await countBasket(teacher)).toBe(1);
  });

  test('a full basket says so', async () => {
    const questions = [];
    for (let index = 0; index < 201; index += 1) questions.push((await theory()).id);
    await addToBasket(teacher, { questionIds: questions.slice(0, 200) }, T);
    expect(await refusal(addToBasket(teacher, { questionIds: questions.slice(200) }, T))).toMatchObject({
      code: 'conflict',
    });
  });
});

describe('order and points', () => {
  test('a button moves, and the points of the other rows are saved with it', async () => {
    const [a, b] = [await theory(), await theory()];
    await addToBasket(teacher, { questionIds: [a.id, b.id] }, T);
    const [first, second] = await listBasket(teacher);
    const values = { [basketPointsField(first!.id)]: '3.5', [basketPointsField(second!.id)]: '４' };
    await arrangeBasket(
      teacher,
      { order: [first!.id, second!.id], values, move: { kind: 'down', itemId: first!.id } },
      T,
    );
    expect(await listBasket(teacher)).toMatchObject([
      { questionId: b.id, points: 4, position: 1 },
      { questionId: a.id, points: 3.5, position: 2 },
    ]);
  });

  test('points for all of a kind at once; points that break the rule save nothing', async () => {
    const [a, pen] = [await theory(), await makeWrittenQuestion({ owner: teacher, points: 10 })];
    await addToBasket(teacher, { questionIds: [a.id, pen.id] }, T);
    const items = await listBasket(teacher);
    const ids = items.map((item) => item.id);
    const values = Object.fromEntries(items.map((item) => [basketPointsField(item.id), String(item.points)]));
    const set = (points: string) =>
      arrangeBasket(
        teacher,
        { order: ids, values: { ...values, 'points-single': points }, move: { kind: 'points', of: 'single' } },
        T,
      );
    expect(await refusal(set('0'))).toMatchObject({ code: 'invalid', fields: { 'points-single': expect.any(String) } });
    await set('2');
    expect((await listBasket(teacher)).map((item) => item.points)).toEqual([2, 10]);
  });

  test('what another window added stays at the end, what it took out stays out', async () => {
    const [a, b, c] = [await theory(), await theory(), await theory()];
    await addToBasket(teacher, { questionIds: [a.id, b.id] }, T);
    const stale = (await listBasket(teacher)).map((item) => item.id);
    await addToBasket(teacher, { questionIds: [c.id] }, T);
    await removeFromBasket(teacher, [stale[0]!], T);
    await arrangeBasket(teacher, { order: [stale[1]!, stale[0]!], values: {}, move: { kind: 'save' } }, T);
    expect(await order()).toEqual([b.id, c.id]);
  });
});

const exam = (changes: Partial<Parameters<typeof makeExamFromBasket>[1]> = {}) => ({
  examId: null,
  name: '单元测验',
  requestId: 'r1',
  isEmptied: false,
  ...changes,
});

describe('an exam of it', () => {
  test('takes order and points; the first oral question becomes the oral item; twice makes one', async () => {
    const [a, pen] = [await theory(), await makeWrittenQuestion({ owner: teacher })];
    const [oral, spare] = [await makeOralQuestion({ owner: teacher }), await makeOralQuestion({ owner: teacher })];
    await addToBasket(teacher, { questionIds: [pen.id, oral.id, a.id, spare.id] }, T);
    const [first] = await listBasket(teacher);
    await updateBasketItem(teacher, { id: first!.id, quantity: 12.5 });
    const made = await makeExamFromBasket(teacher, exam(), T);
    expect(made.text).toContain('另外 1 道没有放进去');
    const items = await listExamItems(made.examId);
    expect(items.map(({ part, questionId, points }) => [part, questionId, points])).toEqual([
      ['oral', oral.id, 100],
      ['written', pen.id, 12.5],
      ['written', a.id, 5],
    ]);
    expect((await makeExamFromBasket(teacher, exam(), T)).examId).toBe(made.examId);
    expect(await listExamItems(made.examId)).toHaveLength(3);
    expect(await countBasket(teacher)).toBe(4);
  });

  test('fills a draft beside what it has, and empties the basket when asked', async () => {
    const [a, b] = [await theory(), await theory()];
    const draft = await makeExam({ owner: { id: teacher.id }, written: [a], status: 'draft' });
    await addToBasket(teacher, { questionIds: [a.id, b.id] }, T);
    const made = await makeExamFromBasket(teacher, exam({ examId: draft.id, isEmptied: true }), T);
    expect(made).toMatchObject({ examId: draft.id, isComplete: false });
    expect((await listExamItems(draft.id)).map((item) => item.questionId)).toEqual([a.id, b.id]);
    expect(await countBasket(teacher)).toBe(0);
  });

  test("never another's draft, never a published exam", async () => {
    const question = await theory();
    await addToBasket(teacher, { questionIds: [question.id] }, T);
    const foreign = await makeExam({ owner: { id: other.id }, written: [await theory(other)], status: 'draft' });
    const published = await makeExam({ owner: { id: teacher.id }, written: [await theory()] });
    expect(await refusal(makeExamFromBasket(teacher, exam({ examId: foreign.id }), T))).toMatchObject({
      code: 'not_found',
    });
    expect(await refusal(makeExamFromBasket(teacher, exam({ examId: published.id }), T))).toMatchObject({
      code: 'conflict',
    });
  });
});
