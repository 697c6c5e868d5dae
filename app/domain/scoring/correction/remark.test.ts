import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { listPaperItems } from '~/domain/attempt/paper.queries.server';
import type { ExamStatus } from '~/domain/exam/states.rules';
import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import { getPracticePage } from '~/domain/practice/practice.queries.server';
import { markAllRead } from '~/domain/message/message.commands.server';
import { listWrongEntries } from '~/domain/practice/wrong.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWork,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { copyExam } from '~/domain/exam/copy.commands.server';
import { getExamPreview } from '~/domain/exam/preview.queries.server';
import { getWizardExam } from '~/domain/exam/wizard.queries.server';
import { applyRemark } from './remark.commands.server';
import { getRemarkItem, getRemarkList, previewRemark } from './remark-page.queries.server';
import { releaseExams, unreleaseExams } from '../release/release.commands.server';
import type { RemarkInput } from './remark.rules';
import { getOwnResult } from '../result/result.queries.server';
import { saveScore, scoreByKey } from '../marking/scoring.commands.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 120 * 60_000;
const PAGE = { currentPage: 1, pageSize: 50 };

const refusal = (code: string, message?: RegExp) =>
  expect.objectContaining({ code, ...(message ? { message: expect.stringMatching(message) as string } : {}) });

/** Single (key B), cloze (明月, 地上) and a pen question, 10 points each; three students have sat it. */
async function makeSchool(input: { settings?: Partial<ExamSettings>; examiners?: number } = {}) {
  const owner = await makeTeacher({ name: '周敏' });
  const second = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const people = [];
  for (const name of ['林一', '王二', '赵三']) people.push(await makeStudent({ classroom_id: classroom.id, name }));
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    written: [
      await makeTheoryQuestion({ owner, points: 10 }),
      await makeTheoryQuestion({ owner, kind: 'cloze', points: 10 }),
      await makeWrittenQuestion({ owner, points: 10, body: { markingPoints: [] } }),
    ],
    examiners: [{ teacher: second, part: 'written' }],
    settings: input.settings,
    status: 'closed',
    now: NOW,
  });
  const given = [
    [{ keys: ['B'] }, { blanks: ['明月', '地上'] }],
    [{ keys: ['C'] }, { blanks: ['明月光', '地上'] }],
    [{ keys: ['C'] }, { blanks: ['明月光', ''] }],
  ];
  const attempts = [];
  for (const [index, answers] of given.entries()) {
    const student = people[index];
    if (student)
      attempts.push(await makeAttempt({ exam, student, part: 'written', state: 'submitted', answers, now: NOW }));
  }
  const [single, cloze, pen] = exam.items.map((item) => item.id) as [number, number, number];
  return {
    exam,
    attempts,
    owner: actorOf(owner),
    second: actorOf(second),
    students: people.map(actorOf),
    items: { single, cloze, pen },
  };
}

type School = Awaited<ReturnType<typeof makeSchool>>;

/** Every paper final: the pen question earns what is given. */
async function scoreAll(school: School, actor = school.owner, pen = 5): Promise<void> {
  for (const { id } of school.attempts) {
    const marks = [{ itemId: school.items.pen, points: pen }];
    await saveScore(actor, { attemptId: id, marks, comment: '', isFinal: true, version: 0 }, AFTER);
  }
}

const NOTHING: Omit<RemarkInput, 'kind'> = { keys: [], sets: [], blanks: [], more: [] };

function ask(school: School, itemId: number, kind: RemarkInput['kind'], more: Partial<RemarkInput> = {}) {
  return { examId: school.exam.id, itemId, kind, ...NOTHING, ...more };
}

/** Preview and apply, as the page does. */
async function remark(school: School, asked: ReturnType<typeof ask>) {
  const preview = await previewRemark(school.owner, asked, PAGE);
  const input = { ...asked, reason: '答案印错', expected: preview.expected };
  return { preview, input, done: await applyRemark(school.owner, input, AFTER) };
}

async function totals(school: School) {
  const rows = await db()
    .selectFrom('results')
    .select(['student_id', 'total_percent'])
    .where('exam_id', '=', school.exam.id)
    .execute();
  return school.students.map((student) => rows.find((row) => row.student_id === student.id)?.total_percent ?? null);
}

async function setStatus(school: School, status: ExamStatus) {
  await db()
    .updateTable('exams')
    .set({ status, released_at: status === 'released' ? AFTER : null })
    .where('id', '=', school.exam.id)
    .execute();
}

describe('another key', () => {
  it('the preview says who changes by how much and writes nothing; applied, exactly that has changed', async () => {
    const school = await makeSchool();
    await scoreAll(school);
    // 10 + 10 + 5, 0 + 5 + 5, 0 + 0 + 5 of 30.
    expect(await totals(school)).toEqual([83, 33, 17]);
    const asked = ask(school, school.items.single, 'key', { keys: ['C'] });
    const { preview, done } = await remark(school, asked);
    expect(preview.summary).toMatchObject({ raised: 2, lowered: 1, nowPass: 1, nowFail: 1 });
    expect(preview.rows.rows.map(({ name, points, part, total }) => [name, points, part, total])).toEqual([
      ['林一', { before: 10, after: 0 }, { before: 83, after: 50 }, { before: 83, after: 50 }],
      ['王二', { before: 0, after: 10 }, { before: 33, after: 67 }, { before: 33, after: 67 }],
      ['赵三', { before: 0, after: 10 }, { before: 17, after: 50 }, { before: 17, after: 50 }],
    ]);
    expect(done).toMatchObject({ raised: 2, lowered: 1, isRepeat: false, told: 0 });
    expect(await totals(school)).toEqual([50, 67, 50]);
    const earned = await db()
      .selectFrom('item_results')
      .select('points')
      .where('item_id', '=', school.items.single)
      .orderBy('attempt_id')
      .execute();
    expect(earned.map((row) => row.points)).toEqual([0, 10, 10]);
    const stored = await db()
      .selectFrom('exam_items')
      .select('snapshot')
      .where('id', '=', school.items.single)
      .executeTakeFirstOrThrow();
    expect(fromJson<{ body: { keys: string[] } }>(stored.snapshot).body.keys).toEqual(['B']);
    const audit = await db().selectFrom('audit_entries').selectAll().where('action', '=', 'exam.remark').execute();
    expect(audit).toHaveLength(1);
    expect(fromJson(audit[0]?.detail ?? '')).toMatchObject({
      kind: 'key',
      reason: '答案印错',
      before: null,
      after: { key: { keys: ['C'] } },
      raised: 2,
      lowered: 1,
    });
  });

  it('twice is once, and an old preview is refused', async () => {
    const school = await makeSchool();
    await scoreAll(school);
    const { input } = await remark(school, ask(school, school.items.single, 'key', { keys: ['C'] }));
    expect(await applyRemark(school.owner, input, AFTER)).toMatchObject({ isRepeat: true });
    expect(await db().selectFrom('item_corrections').select('id').execute()).toHaveLength(1);
    const other = { ...input, keys: ['A'] };
    await expect(applyRemark(school.owner, other, AFTER)).rejects.toEqual(refusal('conflict', /最新的预览/));
    const asked = ask(school, school.items.single, 'key', { keys: ['A'] });
    const { expected } = await previewRemark(school.owner, asked, PAGE);
    const [attempt] = school.attempts;
    const marks = [{ itemId: school.items.pen, points: 9 }];
    await saveScore(
      school.owner,
      { attemptId: attempt?.id ?? 0, marks, comment: '', isFinal: true, version: 1 },
      AFTER,
    );
    await expect(applyRemark(school.owner, { ...asked, reason: '再改', expected }, AFTER)).rejects.toEqual(
      refusal('conflict', /最新的预览/),
    );
  });

  it('pressed twice at once it is stored once', async () => {
    const school = await makeSchool();
    await scoreAll(school);
    const asked = ask(school, school.items.single, 'key', { keys: ['C'] });
    const { expected } = await previewRemark(school.owner, asked, PAGE);
    const input = { ...asked, reason: '答案印错', expected };
    const both = await Promise.all([applyRemark(school.owner, input, AFTER), applyRemark(school.owner, input, AFTER)]);
    expect(both.map((done) => done.isRepeat).sort()).toEqual([false, true]);
    expect(await db().selectFrom('item_corrections').select('id').execute()).toHaveLength(1);
    expect(await totals(school)).toEqual([50, 67, 50]);
  });

  it('a score that is saved meanwhile ends up by the new key', async () => {
    const school = await makeSchool();
    const [first, ...rest] = school.attempts;
    for (const { id } of rest) {
      const marks = [{ itemId: school.items.pen, points: 5 }];
      await saveScore(school.owner, { attemptId: id, marks, comment: '', isFinal: true, version: 0 }, AFTER);
    }
    const asked = ask(school, school.items.single, 'key', { keys: ['C'] });
    await Promise.all([
      applyRemark(school.owner, { ...asked, reason: '答案印错', expected: null }, AFTER),
      saveScore(
        school.owner,
        {
          attemptId: first?.id ?? 0,
          marks: [{ itemId: school.items.pen, points: 5 }],
          comment: '',
          isFinal: true,
          version: 0,
        },
        AFTER,
      ),
    ]);
    expect(await totals(school)).toEqual([50, 67, 50]);
  });

  it('every examiner is marked anew, drafts too', async () => {
    const school = await makeSchool();
    await scoreAll(school);
    const [first] = school.attempts;
    const draft = { attemptId: first?.id ?? 0, marks: [], comment: '', isFinal: false, version: 0 };
    await saveScore(school.second, draft, AFTER);
    await remark(school, ask(school, school.items.single, 'key', { keys: ['C'] }));
    const marks = await db()
      .selectFrom('score_marks')
      .innerJoin('scores', 'scores.id', 'score_marks.score_id')
      .select(['scores.state', 'score_marks.points'])
      .where('scores.attempt_id', '=', first?.id ?? 0)
      .where('item_id', '=', school.items.single)
      .orderBy('scores.id')
      .execute();
    expect(marks).toEqual([
      { state: 'final', points: 0 },
      { state: 'draft', points: 0 },
    ]);
  });

  it('only the owner, only after the end, and only what the item has', async () => {
    const school = await makeSchool();
    const asked = ask(school, school.items.single, 'key', { keys: ['C'] });
    await expect(previewRemark(school.second, asked, PAGE)).rejects.toEqual(refusal('forbidden'));
    const stranger = actorOf(await makeTeacher());
    await expect(previewRemark(stranger, asked, PAGE)).rejects.toEqual(refusal('not_found'));
    await expect(getRemarkList(stranger, school.exam.id)).rejects.toEqual(refusal('not_found'));
    for (const wrong of [
      { ...asked, keys: ['Z'] },
      { ...asked, keys: ['A', 'B'] },
      { ...asked, keys: [] },
      { ...asked, keys: ['B'] },
      ask(school, school.items.pen, 'key', { keys: ['A'] }),
      ask(school, school.items.cloze, 'key', { blanks: ['明月', ''] }),
      ask(school, school.items.single, 'none'),
    ]) {
      await expect(previewRemark(school.owner, wrong, PAGE)).rejects.toEqual(refusal('invalid'));
    }
    await setStatus(school, 'published');
    await expect(previewRemark(school.owner, asked, PAGE)).rejects.toEqual(refusal('conflict', /结束后/));
  });
});

describe('a further answer', () => {
  it('offers what was given most often; accepted, it counts in its blank', async () => {
    const school = await makeSchool();
    await scoreAll(school);
    const { frequent, kinds } = await getRemarkItem(school.owner, {
      examId: school.exam.id,
      itemId: school.items.cloze,
    });
    expect(kinds).toEqual(['key', 'accept', 'credit']);
    expect(frequent.blanks).toEqual([[{ text: '明月光', count: 2 }], []]);
    const { preview } = await remark(school, ask(school, school.items.cloze, 'accept', { more: ['0|明月光'] }));
    expect(preview.summary).toMatchObject({ raised: 2, lowered: 0 });
    expect(await totals(school)).toEqual([83, 50, 33]);
  });

  it('an option set counts beside the key, and one more beside both', async () => {
    const school = await makeSchool();
    await scoreAll(school);
    await remark(school, ask(school, school.items.single, 'accept', { sets: ['C'] }));
    expect(await totals(school)).toEqual([83, 67, 50]);
    await remark(school, ask(school, school.items.single, 'accept', { sets: ['A'] }));
    const { item, history } = await getRemarkItem(school.owner, {
      examId: school.exam.id,
      itemId: school.items.single,
    });
    expect(item.snapshot.body).toMatchObject({ keys: ['B'], alsoRight: [['C'], ['A']] });
    expect(history.map((one) => one.kind)).toEqual(['accept', 'accept']);
    await remark(school, ask(school, school.items.single, 'none'));
    expect(await totals(school)).toEqual([83, 33, 17]);
  });
});

describe('full marks for everybody', () => {
  it('also where a teacher gives the points; taken back, what was given counts again', async () => {
    const school = await makeSchool();
    await scoreAll(school, school.owner, 5);
    await scoreAll(school, school.second, 4);
    expect(await totals(school)).toEqual([82, 32, 15]);
    const { preview } = await remark(school, ask(school, school.items.pen, 'credit'));
    expect(preview.rows.rows[0]?.points).toEqual({ before: 4.5, after: 10 });
    expect(await totals(school)).toEqual([100, 50, 33]);
    // Saved again by one examiner meanwhile, without the item.
    const [first] = school.attempts;
    await saveScore(
      school.owner,
      { attemptId: first?.id ?? 0, marks: [], comment: '好', isFinal: true, version: 1 },
      AFTER,
    );
    await remark(school, ask(school, school.items.pen, 'none'));
    expect(await totals(school)).toEqual([82, 32, 15]);
  });

  it('what it alone had settled waits again without it, and meanwhile nobody is asked', async () => {
    const school = await makeSchool();
    await scoreAll(school, school.second, 1);
    await scoreAll(school, school.owner, 10);
    const asked = () =>
      db()
        .selectFrom('messages')
        .select('id')
        .where('user_id', '=', school.owner.id)
        .where('title', 'like', '待仲裁：%')
        .where('read_at', 'is', null)
        .execute();
    expect(await totals(school)).toEqual([null, null, null]);
    expect(await asked()).toHaveLength(1);
    await remark(school, ask(school, school.items.pen, 'credit'));
    expect(await totals(school)).toEqual([100, 50, 33]);
    expect(await asked()).toEqual([]);
    const { preview } = await remark(school, ask(school, school.items.pen, 'none'));
    expect(preview.kept).toBe(0);
    expect(await totals(school)).toEqual([null, null, null]);
    expect(await db().selectFrom('score_decisions').select('attempt_id').execute()).toEqual([]);
    const papers = await db().selectFrom('attempts').select('settlement').execute();
    expect(papers.map((one) => one.settlement)).toEqual(['arbitration', 'arbitration', 'arbitration']);
  });

  it('a final that was given without the item waits for its examiner when the credit is taken back', async () => {
    const school = await makeSchool();
    await remark(school, ask(school, school.items.pen, 'credit'));
    // Now the keys decide alone.
    expect(await scoreByKey(school.owner, { examId: school.exam.id, part: 'written' }, AFTER)).toBe(3);
    expect(await totals(school)).toEqual([100, 50, 33]);
    const asked = ask(school, school.items.pen, 'none');
    const preview = await previewRemark(school.owner, asked, PAGE);
    expect(preview.reopened).toBe(3);
    expect(preview.rows.rows[0]).toMatchObject({
      points: { before: 10, after: null },
      total: { before: 100, after: null },
    });
    await remark(school, asked);
    expect(await totals(school)).toEqual([null, null, null]);
    const states = await db().selectFrom('scores').select('state').execute();
    expect(states.map((row) => row.state)).toEqual(['draft', 'draft', 'draft']);
  });
});

describe('after the release', () => {
  it('who has no account any more is not counted among those who are told', async () => {
    const school = await makeSchool();
    await scoreAll(school);
    await setStatus(school, 'released');
    const [, wang] = school.students;
    await db()
      .updateTable('users')
      .set({ deleted_at: AFTER })
      .where('id', '=', wang?.id ?? 0)
      .execute();
    const { preview, done } = await remark(school, ask(school, school.items.cloze, 'accept', { more: ['0|明月光'] }));
    expect([preview.told, done.told]).toEqual([1, 1]);
  });

  it('results change and stay released; those whose result changed are told, without numbers where they see grades', async () => {
    for (const resultDisplay of ['points', 'grade'] as const) {
      const school = await makeSchool({ settings: { resultDisplay } });
      await scoreAll(school);
      await setStatus(school, 'released');
      const { preview, done } = await remark(school, ask(school, school.items.cloze, 'accept', { more: ['0|明月光'] }));
      expect([preview.told, done.told]).toEqual([2, 2]);
      const [, wang] = school.students;
      if (!wang) throw new Error('no student');
      const result = await getOwnResult(wang, school.exam.id, AFTER);
      const isInPoints = resultDisplay === 'points';
      expect(result.isReleased && result.total).toBe(isInPoints ? 50 : null);
      expect(result.isReleased && result.parts[0]?.items[1]).toMatchObject({
        earned: isInPoints ? 10 : null,
        auto: { isRight: true },
        correction: { kind: 'accept' },
      });
      const messages = await db().selectFrom('messages').selectAll().where('user_id', '=', wang.id).execute();
      expect(messages).toHaveLength(1);
      expect(messages[0]?.body).toMatch(resultDisplay === 'grade' ? /现在的结果/ : /总分由 33 分改为 50 分/);
      if (resultDisplay === 'grade') expect(messages[0]?.body).not.toMatch(/33|50/);
    }
  });

  it('taken back, a total stands in no message any more, whether read or not and whoever is to sit again', async () => {
    const school = await makeSchool();
    const [read, unread, again] = school.students as [Actor, Actor, Actor];
    const toldTo = async (who: Actor) => {
      const rows = await db()
        .selectFrom('messages')
        .select('body')
        .where('user_id', '=', who.id)
        .orderBy('id')
        .execute();
      return rows.map((row) => row.body);
    };
    await scoreAll(school);
    await releaseExams(school.owner, { ids: [school.exam.id], confirm: true }, AFTER);
    await remark(school, ask(school, school.items.single, 'credit'));
    await remark(school, ask(school, school.items.cloze, 'credit'));
    for (const who of [unread, again]) expect((await toldTo(who)).join()).toMatch(/总分由 \d+ 分改为 \d+ 分/);
    await markAllRead(read, AFTER);
    await markAllRead(again, AFTER);
    await db()
      .insertInto('exam_resits')
      .values({
        ...{ exam_id: school.exam.id, student_id: again.id, part: 'written', state: 'open', reason: '' },
        ...{ begins_at: AFTER, ends_at: AFTER + 1, upload_ends_at: null, extra_minutes: 0 },
        ...{ granted_by: school.owner.id, granted_at: AFTER },
      })
      .execute();
    await unreleaseExams(school.owner, { ids: [school.exam.id] }, AFTER + 1);
    expect(await toldTo(unread)).toEqual([expect.stringMatching(/^老师撤回了/)]);
    for (const who of [read, again]) {
      const bodies = await toldTo(who);
      expect(bodies.join()).not.toMatch(/\d ?分/);
      expect(bodies[0]).toBe('成绩公布后来撤回了，这条消息里的结果不再算数。');
    }
    expect((await toldTo(read)).at(-1)).toMatch(/^老师撤回了/);
  });

  it('whose work leaves the gallery by it is told so, once', async () => {
    const school = await makeSchool();
    await scoreAll(school, school.owner, 10);
    await setStatus(school, 'released');
    const student = await db()
      .updateTable('users')
      .set({ has_consent: 1 })
      .where('id', '=', school.students[0]?.id ?? 0)
      .returningAll()
      .executeTakeFirstOrThrow();
    const teacher = { id: school.owner.id };
    await makeWork({ student, teacher, attempt_id: school.attempts[0]?.id ?? 0, title: '明月', part: 'written' });
    const told = () =>
      db()
        .selectFrom('messages')
        .select(['title', 'body'])
        .where('user_id', '=', student.id)
        .where('kind', '=', 'work')
        .execute();
    await remark(school, ask(school, school.items.cloze, 'accept', { more: ['0|明月光'] }));
    expect(await told()).toEqual([]);
    await remark(school, ask(school, school.items.single, 'key', { keys: ['C'] }));
    await remark(school, ask(school, school.items.cloze, 'key', { blanks: ['月', '上'] }));
    expect(await told()).toEqual([
      { title: '你的作品《明月》不再展示', body: '复核后的成绩低于 86 分，作品不再展示。' },
    ]);
  });

  it('the wrong-question book and practice go by the key that counts', async () => {
    const school = await makeSchool();
    await scoreAll(school);
    await setStatus(school, 'released');
    const [lin, wang] = school.students;
    if (!lin || !wang) throw new Error('no students');
    const titles = async (who: typeof lin) => (await listWrongEntries(who, AFTER)).map((entry) => entry.key);
    const before = await titles(wang);
    await remark(school, ask(school, school.items.single, 'key', { keys: ['C'] }));
    const after = await titles(wang);
    expect(before.length - after.length).toBe(1);
    expect((await titles(lin)).length).toBe(1);
    const page = await getPracticePage(lin, 'theory', { target: { itemId: school.items.single }, doneId: null }, AFTER);
    expect(toJson(page.question)).not.toMatch(/alsoRight":\[/);
  });
});

describe('papers that differ', () => {
  it('only the papers that drew the item change, each by its own items', async () => {
    const owner = await makeTeacher();
    const classroom = await makeClassroom({ teacher: owner });
    const pool = [];
    for (let index = 0; index < 3; index += 1) pool.push(await makeTheoryQuestion({ owner, points: 10 }));
    const exam = await makeExam({
      owner,
      classrooms: [classroom],
      written: [await makeTheoryQuestion({ owner, points: 10 })],
      draws: [{ pool, count: 1, points: 10 }],
      status: 'closed',
      now: NOW,
    });
    const [fixed] = exam.items;
    const [drawn = []] = exam.pools;
    const attempts = [];
    for (const itemId of drawn) {
      const student = await makeStudent({ classroom_id: classroom.id });
      const attempt = await makeAttempt({
        exam,
        student,
        part: 'written',
        state: 'submitted',
        answers: [{ keys: ['B'] }],
        now: NOW,
      });
      await db()
        .insertInto('attempt_items')
        .values([
          { attempt_id: attempt.id, item_id: itemId, position: 1, option_order: toJson(['C', 'A', 'B']) },
          { attempt_id: attempt.id, item_id: fixed?.id ?? 0, position: 2, option_order: null },
        ])
        .execute();
      const saved = { value: toJson({ keys: ['C'] }), revision: 1, saved_at: NOW };
      await db()
        .insertInto('answers')
        .values({ attempt_id: attempt.id, item_id: itemId, ...saved })
        .execute();
      attempts.push(attempt);
    }
    const actor = actorOf(owner);
    await scoreByKey(actor, { examId: exam.id, part: 'written' }, AFTER);
    await releaseExams(actor, { ids: [exam.id], confirm: true }, AFTER);
    const asked = { examId: exam.id, itemId: drawn[1] ?? 0, kind: 'key' as const, ...NOTHING, keys: ['C'] };
    const preview = await previewRemark(actor, asked, PAGE);
    expect(preview.rows.rows.map((row) => [row.attemptId, row.part])).toEqual([
      [attempts[1]?.id, { before: 50, after: 100 }],
    ]);
    await applyRemark(actor, { ...asked, reason: '答案印错', expected: preview.expected }, AFTER);
    const percents = await db().selectFrom('attempts').select('percent').orderBy('id').execute();
    expect(percents.map((row) => row.percent)).toEqual([50, 100, 50]);
    // By its number on the own paper, where the item is the first one.
    const told = await db().selectFrom('messages').select('body').where('title', 'like', '成绩更正%').execute();
    expect(told.map(({ body }) => body)).toEqual([expect.stringMatching(/^笔试第 1 题复核后更正/)]);
    const paper = await listPaperItems({ id: attempts[1]?.id ?? 0, examId: exam.id, part: 'written' });
    expect(paper[0]?.snapshot.body).toMatchObject({ keys: ['C'], options: [{ key: 'C' }, { key: 'A' }, { key: 'B' }] });
  });
});

describe('the bank’s own question', () => {
  const makeOlder = async () => {
    const school = await makeSchool();
    await db().updateTable('questions').set({ updated_at: NOW }).execute();
    return school;
  };
  const isOld = async (school: School) => {
    const id = await copyExam(school.owner, { id: school.exam.id, requestId: '' }, AFTER);
    const { items } = await getWizardExam(school.owner, id);
    const { warnings } = await getExamPreview(school.owner, id, AFTER);
    return { old: items.map((item) => item.isKeyOld), warning: warnings.find((one) => one.includes('更正过')) ?? '' };
  };

  it('is told of where it still carries the key that was put right, until it is changed there', async () => {
    const school = await makeOlder();
    expect(await isOld(school)).toEqual({ old: [false, false, false], warning: '' });
    await remark(school, ask(school, school.items.single, 'key', { keys: ['C'] }));
    await remark(school, ask(school, school.items.pen, 'credit'));
    const { old, warning } = await isOld(school);
    expect(old).toEqual([true, false, false]);
    expect(warning).toContain('题库里还是原来的');
    const item = await db()
      .selectFrom('exam_items')
      .select('question_id')
      .where('id', '=', school.items.single)
      .executeTakeFirstOrThrow();
    const id = item.question_id ?? 0;
    const change = async (columns: { body?: string; updated_at?: number; deleted_at?: number | null }) => {
      await db()
        .updateTable('questions')
        .set({ updated_at: AFTER + 1, ...columns })
        .where('id', '=', id)
        .execute();
      return isOld(school);
    };
    // Something else of it was changed, or it is in no bank any more: the key is the old one still.
    expect((await change({})).old).toEqual([true, false, false]);
    const gone = await change({ deleted_at: AFTER });
    expect(gone.old).toEqual([true, false, false]);
    expect(gone.warning).toContain('这份试卷里还是原来的');
    const { body } = await db().selectFrom('questions').select('body').where('id', '=', id).executeTakeFirstOrThrow();
    const right = toJson({ ...fromJson<object>(body), keys: ['C'] });
    expect(await change({ deleted_at: null, body: right })).toEqual({ old: [false, false, false], warning: '' });
    // And back.
    expect((await change({ body })).old).toEqual([true, false, false]);
  });

  it('is not told of once the correction was taken back', async () => {
    const school = await makeOlder();
    await remark(school, ask(school, school.items.cloze, 'accept', { more: ['0|明月光'] }));
    expect((await isOld(school)).old).toEqual([false, true, false]);
    await remark(school, ask(school, school.items.cloze, 'none'));
    expect((await isOld(school)).old).toEqual([false, false, false]);
  });
});
