import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { getAttemptView, listAttemptItems } from '~/domain/attempt/attempt.queries.server';
import type { Receipt } from '~/domain/attempt/attempt.rules';
import { listHandInRemarks } from '~/domain/attempt/hand-in-remarks.queries.server';
import type { Part } from '~/domain/exam/parts.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { formatSecond } from '~/lib/time';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
  type MadeExam,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { releaseExams } from '../release/release.commands.server';
import { acceptLate } from './late.commands.server';
import { getLate } from './late.queries.server';
import type { LateKind } from './late.schema';
import { applyRemark } from '../correction/remark.commands.server';
import { toApiPaper } from '../report/score-api.rules';
import { getScoring } from './scoring.queries.server';
import { listScores } from './scores.queries.server';
import { saveItemMarks } from './item-marking.commands.server';
import { saveScore } from './scoring.commands.server';

useDatabase();

const NOW = 1_800_000_000_000;
const LATE = NOW - 60_000;

let owner: Actor;
let examiner: Actor;
let student: Actor;
let exam: MadeExam;
let oral: number;
let written: number;
let items: { oral: number; choice: number; pen: number };

beforeEach(async () => {
  owner = actorOf(await makeTeacher());
  const colleague = await makeTeacher();
  examiner = actorOf(colleague);
  const classroom = await makeClassroom({ teacher: owner });
  student = actorOf(await makeStudent({ classroom_id: classroom.id }));
  exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner }),
    written: [
      // B is right.
      await makeTheoryQuestion({ owner, points: 10 }),
      await makeWrittenQuestion({ owner, points: 10, body: { answerBy: 'both', markingPoints: [] } }),
    ],
    examiners: [{ teacher: colleague, part: 'written' }],
    status: 'closed',
    now: NOW - 5 * 3_600_000,
  });
  const [first, second, third] = exam.items.map((item) => item.id);
  items = { oral: first ?? 0, choice: second ?? 0, pen: third ?? 0 };
  const sit = async (part: Part, answers: Parameters<typeof makeAttempt>[0]['answers']) => {
    const receipt: Receipt = {
      code: 'AAAA-BBBB',
      part,
      submittedAt: LATE,
      revisedAt: LATE,
      closedBy: 'student',
      itemCount: 2,
      answeredCount: 1,
      photoCount: 0,
      audioSeconds: 0,
    };
    const columns = { state: 'submitted', receipt_code: receipt.code, receipt_revision: 1, receipt: toJson(receipt) };
    return (await makeAttempt({ exam, student, part, answers, now: LATE, ...columns })).id;
  };
  oral = await sit('oral', []);
  written = await sit('written', [{ keys: ['A'] }, { text: '先写的' }]);
});

const lateAnswer = (itemId: number, value: object) =>
  db()
    .insertInto('answer_journal')
    .values({
      attempt_id: written,
      item_id: itemId,
      revision: 1,
      value: toJson(value),
      received_at: LATE,
      outcome: 'refused',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then((row) => row.id);
const take = async (number: number, outcome: string, isChosen: 0 | 1) => {
  const file = await makeFile({ owner: student, kind: 'audio' });
  const row = await db()
    .insertInto('takes')
    .values({
      attempt_id: oral,
      item_id: items.oral,
      file_id: file.id,
      number,
      is_chosen: isChosen,
      duration_ms: 12_000,
      received_at: LATE,
      outcome,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};
const photo = async (position: number, outcome: string) => {
  const file = await makeFile({ owner: student });
  const row = await db()
    .insertInto('photos')
    .values({
      attempt_id: written,
      item_id: items.pen,
      file_id: file.id,
      position,
      received_at: LATE,
      outcome,
      removed_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};
const accept = (kind: LateKind, id: number, more: { isChosen?: boolean; actor?: Actor } = {}) =>
  acceptLate(more.actor ?? owner, { kind, id, reason: '考场断网', isChosen: more.isChosen ?? false }, NOW);
const finalise = (actor: Actor, points: string) =>
  saveScore(
    actor,
    {
      attemptId: written,
      marks: [{ itemId: items.pen, points }],
      comment: '',
      isFinal: true,
      version: 0,
    },
    NOW - 10,
  );
const itemOf = async (attemptId: number, itemId: number) => {
  const all = await listAttemptItems(await getAttemptView(attemptId));
  const item = all.find((one) => one.id === itemId);
  if (!item) throw new Error('no such item');
  return item;
};
const messagesTo = (user: Actor) => db().selectFrom('messages').selectAll().where('user_id', '=', user.id).execute();
const percentOf = (id: number) =>
  db().selectFrom('attempts').select(['percent', 'state']).where('id', '=', id).executeTakeFirstOrThrow();

test('of a paper marked without names only the owner, who decides about it, is told when something came', async () => {
  await lateAnswer(items.pen, { text: '补的' });
  await photo(1, 'refused');
  await db()
    .updateTable('exams')
    .set({ settings: toJson({ isBlind: true }) })
    .where('id', '=', exam.id)
    .execute();
  const cameAt = async (who: Actor) => {
    const paper = toApiPaper(await getScoring(who, { attemptId: written, classId: 0 }, NOW));
    return paper.items.flatMap((item) => [...item.lateAnswers, ...item.latePhotos]).map((one) => one.receivedAt);
  };
  expect(await cameAt(owner)).toEqual([formatSecond(LATE), formatSecond(LATE)]);
  expect(await cameAt(examiner)).toEqual([null, null]);
});

describe('a late answer', () => {
  test('becomes the answer with a new revision; the journal keeps every version', async () => {
    const id = await lateAnswer(items.pen, { text: '迟到的' });
    expect(await getLate(owner, { kind: 'answer', id }, NOW)).toMatchObject({
      itemNumber: 2,
      finals: 0,
      isByHand: true,
    });
    await accept('answer', id);
    const item = await itemOf(written, items.pen);
    expect(item.answer).toMatchObject({ value: { text: '迟到的' }, revision: 2, savedAt: LATE });
    expect(item).toMatchObject({
      lateAnswers: [],
      acceptances: [{ kind: 'answer', refId: id, reason: '考场断网', acceptedAt: NOW }],
    });
    const journal = await db()
      .selectFrom('answer_journal')
      .select(['revision', 'value', 'outcome'])
      .where('item_id', '=', items.pen)
      .orderBy('id')
      .execute();
    expect(journal.map((row) => [row.revision, fromJson<{ text: string }>(row.value).text, row.outcome])).toEqual([
      [1, '先写的', 'saved'],
      [1, '迟到的', 'refused'],
      [2, '迟到的', 'accepted'],
    ]);
    expect(await getAttemptView(written)).toMatchObject({ receiptRevision: 2, receipt: { revisedAt: NOW } });
    expect(await messagesTo(student)).toMatchObject([{ title: expect.stringContaining('迟到的答案已计入') as string }]);
    expect(await db().selectFrom('audit_entries').select('action').execute()).toContainEqual({
      action: 'score.accept_late',
    });
  });

  test('twice is once', async () => {
    const id = await lateAnswer(items.pen, { text: '迟到的' });
    await Promise.all([accept('answer', id), accept('answer', id)]);
    await accept('answer', id);
    expect((await itemOf(written, items.pen)).answer).toMatchObject({ revision: 2 });
    expect(await messagesTo(student)).toHaveLength(1);
    await expect(getLate(owner, { kind: 'answer', id }, NOW)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('of a question that its key marks: scores are worked out anew and stay final', async () => {
    await finalise(owner, '6');
    expect(await percentOf(written)).toEqual({ percent: 30, state: 'scored' });
    await accept('answer', await lateAnswer(items.choice, { keys: ['B'] }));
    expect(await percentOf(written)).toEqual({ percent: 80, state: 'scored' });
    expect(await listScores([written])).toMatchObject([{ state: 'final', percent: 80 }]);
    const earned = await db().selectFrom('item_results').select(['item_id', 'points']).orderBy('item_id').execute();
    expect(earned).toEqual([
      { item_id: items.choice, points: 10 },
      { item_id: items.pen, points: 6 },
    ]);
    const result = await db().selectFrom('results').select('written_percent').executeTakeFirstOrThrow();
    expect(result.written_percent).toBe(80);
  });

  test('of a question marked by hand: finals are drafts again, marks stay, examiners are told', async () => {
    await finalise(owner, '6');
    await finalise(examiner, '7');
    await accept('answer', await lateAnswer(items.pen, { text: '迟到的' }));
    expect(await percentOf(written)).toEqual({ percent: null, state: 'submitted' });
    const scores = await listScores([written]);
    expect(scores.map((score) => [score.state, score.finalisedAt, score.version])).toEqual([
      ['draft', null, 2],
      ['draft', null, 2],
    ]);
    expect(scores.map((score) => score.marks.find((mark) => mark.itemId === items.pen)?.points)).toEqual([6, 7]);
    expect(await messagesTo(examiner)).toMatchObject([{ title: expect.stringContaining('请再看一份答卷') as string }]);
    // Who accepted it knows.
    expect(await messagesTo(owner)).toEqual([]);
    expect(await db().selectFrom('item_results').selectAll().execute()).toEqual([]);
  });
});

test('accepted while everybody is credited, a late answer is marked once the credit ends', async () => {
  await finalise(owner, '6');
  await finalise(examiner, '7');
  const credit = { examId: exam.id, itemId: items.pen, keys: [], sets: [], blanks: [], more: [], reason: '题目有误' };
  const put = (kind: 'credit' | 'none') => applyRemark(owner, { ...credit, kind, expected: null, requestId: '' }, NOW);
  await put('credit');
  await accept('answer', await lateAnswer(items.pen, { text: '迟到的' }));
  expect(await percentOf(written)).toEqual({ percent: 50, state: 'scored' });
  await put('none');
  // Nobody has judged what counts now: not 6 and 7 for what stood there before.
  expect(await percentOf(written)).toEqual({ percent: null, state: 'submitted' });
  const scores = await listScores([written]);
  expect(scores.map((score) => [score.state, score.marks.find((mark) => mark.itemId === items.pen)?.points])).toEqual([
    ['draft', null],
    ['draft', null],
  ]);
  expect((await messagesTo(examiner)).map((row) => row.title.split('：')[0])).toContain('请再看答卷');
});

describe('a late recording', () => {
  test('counts, and is scored only where the teacher says so', async () => {
    await take(1, 'saved', 1);
    const second = await take(2, 'refused', 0);
    const third = await take(3, 'refused', 0);
    await accept('take', second);
    expect((await itemOf(oral, items.oral)).takes.map((one) => [one.number, one.isChosen, one.outcome])).toEqual([
      [1, true, 'saved'],
      [2, false, 'accepted'],
    ]);
    const said = async () => ((await listHandInRemarks([oral])).get(oral) ?? []).map(({ text }) => text).join();
    // The second was taken in, and does not count.
    expect(await said()).not.toContain('老师已计入');
    await accept('take', third, { isChosen: true });
    expect(await said()).toMatch(/1 项迟到.*老师已计入/);
    expect((await itemOf(oral, items.oral)).takes.map((one) => one.isChosen)).toEqual([false, false, true]);
    expect(await getAttemptView(oral)).toMatchObject({ receiptRevision: 3, receipt: { audioSeconds: 12 } });
  });

  test('is the one that is scored where there is no other', async () => {
    await accept('take', await take(1, 'refused', 0));
    expect((await itemOf(oral, items.oral)).takes).toMatchObject([{ isChosen: true, outcome: 'accepted' }]);
  });
});

test('beside the recording that is scored it leaves the final scores; as the scored one it does not', async () => {
  await take(1, 'saved', 1);
  const [beside, instead] = [await take(2, 'refused', 0), await take(3, 'refused', 0)];
  const measures = { zqd: 80, lld: 80, wzd: 80, gjc: null };
  const marks = [{ itemId: items.oral, measures }];
  await saveScore(owner, { attemptId: oral, marks, comment: '', isFinal: true, version: 0 }, NOW - 10);
  const states = async () => (await listScores([oral])).map((score) => [score.state, score.version]);
  await accept('take', beside);
  expect(await states()).toEqual([['final', 1]]);
  expect((await messagesTo(student)).map((row) => row.body)).toEqual([
    '第 1 题收卷后收到的录音，老师同意计入，评分仍以原来那段录音为准。理由：考场断网。回执已经更新。',
  ]);
  await accept('take', instead, { isChosen: true });
  expect(await states()).toEqual([['draft', 2]]);
});

test('a page that still shows the score as final hears that something late counts, not of another window', async () => {
  await finalise(owner, '6');
  await finalise(examiner, '7');
  await accept('answer', await lateAnswer(items.pen, { text: '迟到的' }));
  const again = (actor: Actor, version: number | null) =>
    saveScore(
      actor,
      { attemptId: written, marks: [{ itemId: items.pen, points: '9' }], comment: '', isFinal: true, version },
      NOW + 1000,
    );
  await expect(again(examiner, 1)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/^出题老师计入了这份答卷迟到的答案.*退回成了草稿/) as string,
    data: { extra: { version: 2, state: 'draft' } },
  });
  await expect(again(owner, 1)).rejects.toMatchObject({ message: expect.stringMatching(/^您计入了/) as string });
  const paper = { attemptId: written, version: 1, mark: { itemId: written, points: '9' } };
  await expect(
    saveItemMarks(examiner, { examId: exam.id, itemId: items.pen, papers: [paper] }, NOW + 1000),
  ).rejects.toMatchObject({ message: expect.stringContaining('出题老师计入了这份答卷迟到的答案') as string });
  // A call that did not say what it had read is told so.
  await expect(again(examiner, null)).rejects.toMatchObject({
    message: expect.stringMatching(/^这份评分您已经存过.*version.*现在是 2/) as string,
  });
  await again(examiner, 2);
  await expect(again(examiner, 2)).resolves.toMatchObject({ version: 3 });
  await expect(
    saveScore(
      examiner,
      { attemptId: written, marks: [{ itemId: items.pen, points: '1' }], comment: '', isFinal: true, version: 2 },
      NOW + 2000,
    ),
  ).rejects.toMatchObject({ message: expect.stringContaining('您在另一个窗口改过') as string });
});

describe('a late photo', () => {
  test('stands behind the others', async () => {
    await photo(1, 'saved');
    const late = await photo(2, 'refused');
    const counting = await photo(3, 'grace');
    await accept('photo', late);
    const item = await itemOf(written, items.pen);
    expect(item.photos.map((one) => one.id).slice(1)).toEqual([counting, late]);
    expect(item.latePhotos).toEqual([]);
    expect(await getAttemptView(written)).toMatchObject({ receipt: { photoCount: 3 } });
  });

  test('not above nine', async () => {
    for (let position = 1; position <= 9; position += 1) await photo(position, 'saved');
    const late = await photo(10, 'refused');
    await expect(accept('photo', late)).rejects.toMatchObject({ code: 'conflict', message: /9 张/ });
    expect(await db().selectFrom('late_acceptances').selectAll().execute()).toEqual([]);
  });
});

test('only the exam’s owner, only what is late, not after the release', async () => {
  const id = await lateAnswer(items.pen, { text: '迟到的' });
  const colleague = { actor: examiner };
  await expect(accept('answer', id, colleague)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(getLate(examiner, { kind: 'answer', id }, NOW)).rejects.toMatchObject({ code: 'forbidden' });
  const stranger = { actor: actorOf(await makeTeacher()) };
  await expect(accept('answer', id, stranger)).rejects.toMatchObject({ code: 'not_found' });
  await expect(accept('answer', id, { actor: student })).rejects.toMatchObject({ code: 'not_found' });
  const saved = await db().selectFrom('answer_journal').select('id').where('outcome', '=', 'saved').execute();
  await expect(accept('answer', saved[0]?.id ?? 0)).rejects.toMatchObject({ code: 'not_found' });
  await expect(accept('photo', 999)).rejects.toMatchObject({ code: 'not_found' });
  await db().updateTable('exams').set({ status: 'released' }).where('id', '=', exam.id).execute();
  await expect(accept('answer', id)).rejects.toMatchObject({ code: 'conflict' });
  expect((await itemOf(written, items.pen)).answer).toMatchObject({ revision: 1 });
});

test('a release asks about what came late and is not decided on, and names whose it is', async () => {
  await lateAnswer(items.choice, { keys: ['B'] });
  await expect(releaseExams(owner, { ids: [exam.id], confirm: false }, LATE)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/收卷后才到的内容/) as string,
    data: { extra: { needsConfirm: true, late: [{ attemptId: written, studentId: student.id, count: 1 }] } },
  });
  expect(await releaseExams(owner, { ids: [exam.id], confirm: true }, LATE)).toBe(1);
});
