import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { getReadableFile } from '~/domain/file/file.queries.server';
import { getOwnResult } from '~/domain/scoring/result/result.queries.server';
import { closeExams } from '~/domain/room/close.commands.server';
import { releaseExams } from '~/domain/scoring/release/release.commands.server';
import { saveScore, scoreByKey } from '~/domain/scoring/marking/scoring.commands.server';
import { listScoring } from '~/domain/scoring/paper/papers.queries.server';
import { getScoring } from '~/domain/scoring/marking/scoring.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeFile,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
  type MadeExam,
  type MadeQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { saveAnswers } from './answer.commands.server';
import { startAttempt, submitAttempt } from './attempt.commands.server';
import { getAttemptView, listWorkedItems, type AttemptView } from './attempt.queries.server';
import { listPaperItems } from './paper.queries.server';
import { addPhotos } from './photo.commands.server';
import { getSittingById, getWaitingRoom } from './sitting.commands.server';
import { listStudentExams } from '~/domain/scoring/result/student-exams.queries.server';

useDatabase();

const T = 1_800_000_000_000;
const MINUTE = 60_000;

let teacherRow: Awaited<ReturnType<typeof makeTeacher>>;
let teacher: Actor;
let classroom: Awaited<ReturnType<typeof makeClassroom>>;
let students: Actor[];

beforeEach(async () => {
  teacherRow = await makeTeacher();
  teacher = actorOf(teacherRow);
  classroom = await makeClassroom({ teacher: teacherRow });
  students = [];
  for (let index = 0; index < 6; index += 1) {
    students.push(actorOf(await makeStudent({ classroom_id: classroom.id })));
  }
});

const options = ['甲', '乙', '丙', '丁', '戊', '以上都不对'].map((text, index) => ({
  key: 'ABCDEF'.charAt(index),
  text,
}));
const choice = (points = 5) => makeTheoryQuestion({ owner: teacherRow, points, body: { options, keys: ['B'] } });
const start = (exam: { id: number }, student: Actor) => startAttempt(student, { examId: exam.id, part: 'written' }, T);
const idsOf = async (attempt: AttemptView) => (await listPaperItems(attempt)).map((item) => item.id);
const answer = (student: Actor, attempt: AttemptView, itemId: number, keys: string[]) =>
  saveAnswers(student, { attemptId: attempt.id, answers: [{ itemId, value: { keys }, revision: 0 }] }, T + MINUTE);
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as { code: string },
  );

/** A published exam whose pool gives each student `count`, each of 5 points, after the fixed items. */
async function makeDrawExam(fixed: MadeQuestion[], pool: MadeQuestion[], count: number) {
  const draws = [{ pool, count, points: 5 }];
  const exam = await makeExam({ owner: teacherRow, classrooms: [classroom], written: fixed, draws, now: T });
  return { ...exam, poolIds: exam.pools[0] ?? [] };
}

async function makePool(size: number): Promise<MadeQuestion[]> {
  const pool = [];
  for (let index = 0; index < size; index += 1) pool.push(await choice());
  return pool;
}

describe('an exam that neither draws nor shuffles', () => {
  test('keeps nothing with the attempt', async () => {
    const exam = await makeExam({
      owner: teacherRow,
      classrooms: [classroom],
      written: [await choice(), await choice()],
      now: T,
    });
    const attempt = await start(exam, students[0]!);
    expect(await idsOf(attempt)).toEqual(exam.items.map((item) => item.id));
    expect(await db().selectFrom('attempt_items').selectAll().execute()).toEqual([]);
  });
});

describe('shuffled papers', () => {
  let exam: MadeExam;
  beforeEach(async () => {
    const written = [...(await makePool(6)), await makeWrittenQuestion({ owner: teacherRow })];
    const settings = { shuffleItems: true, shuffleOptions: true };
    exam = await makeExam({ owner: teacherRow, classrooms: [classroom], written, settings, now: T });
  });

  test('students have the same items in orders of their own, fixed at the start', async () => {
    const attempts = await Promise.all(students.map((student) => start(exam, student)));
    const orders = await Promise.all(attempts.map(idsOf));
    expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(1);
    for (const order of orders) {
      expect([...order].sort()).toEqual(exam.items.map((item) => item.id).sort());
      // The pen question is the only one of its kind.
      expect(order[6]).toBe(exam.items[6]?.id);
    }
    expect(await idsOf(attempts[0]!)).toEqual(orders[0]);
    const sitting = await getSittingById(students[0]!, attempts[0]!.id, T + MINUTE);
    expect(sitting.items.map((item) => item.id)).toEqual(orders[0]);
    expect(sitting.items.map((item) => item.position)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('options stand in another order, and what is right stays right', async () => {
    const attempts = await Promise.all(students.map((student) => start(exam, student)));
    const shown: string[] = [];
    for (const [index, attempt] of attempts.entries()) {
      const { items } = await getSittingById(students[index]!, attempt.id, T + MINUTE);
      for (const { id, question } of items) {
        if (question.bank !== 'theory') continue;
        expect(question.body.options[5]?.text).toBe('以上都不对');
        shown.push(question.body.options.map((option) => option.text).join(''));
        const right = question.body.options.find((option) => option.text === '乙')!.key;
        await answer(students[index]!, attempt, id, [right]);
      }
      await submitAttempt(students[index]!, { attemptId: attempt.id }, T + 2 * MINUTE);
    }
    expect(new Set(shown).size).toBeGreaterThan(5);
    const { items } = await getScoring(teacher, { attemptId: attempts[0]!.id, classId: 0 }, T + 3 * MINUTE);
    expect(items.filter((item) => item.auto).map((item) => item.auto?.isRight)).toEqual(Array(6).fill(true));
  });

  test('what a student is sent and sends names options by their place on the own paper, what is stored by the bank', async () => {
    const student = students[0]!;
    const attempt = await start(exam, student);
    const seen = async () => (await getSittingById(student, attempt.id, T + MINUTE)).items;
    const theory = (await seen()).filter((item) => item.question.bank === 'theory');
    // In the bank's order, which comes about by chance, the places are its letters.
    const keys = theory.map(({ question }) => (question.bank === 'theory' ? question.body.options : []));
    expect(keys.every((own) => /^(123456|ABCDEF)$/.test(own.map(({ key }) => key).join('')))).toBe(true);
    const item = theory.find(({ question }) => question.bank === 'theory' && question.body.options[0]?.key === '1')!;
    const place = keys[theory.indexOf(item)]!.find(({ text }) => text === '丙')!.key;
    const [saved] = await answer(student, attempt, item.id, [place]);
    expect(saved).toMatchObject({ outcome: 'saved', stored: { keys: [place] }, yours: { keys: [place] } });
    expect((await seen()).find(({ id }) => id === item.id)?.answer?.value).toEqual({ keys: [place] });
    const row = await db().selectFrom('answers').select('value').where('item_id', '=', item.id).executeTakeFirst();
    expect(fromJson(row!.value)).toEqual({ keys: ['C'] });
    // From a page that was opened before places were sent.
    const later = { itemId: item.id, value: { keys: ['B'] }, revision: saved!.revision };
    const save = async (one: typeof later) =>
      (await saveAnswers(student, { attemptId: attempt.id, answers: [one] }, T + MINUTE))[0]!;
    // Its own words come back to it: in others it would take its answer for one of another device.
    expect(await save(later)).toMatchObject({ outcome: 'saved', stored: { keys: ['B'] } });
    const inPlaces = { keys: [keys[theory.indexOf(item)]!.find(({ text }) => text === '乙')!.key] };
    expect((await seen()).find(({ id }) => id === item.id)?.answer?.value).toEqual(inPlaces);
    // Two versions are shown by the paper as it stands.
    expect(await save({ ...later, value: { keys: ['A'] } })).toMatchObject({ outcome: 'conflict', stored: inPlaces });
  });
});

describe('papers drawn per student', () => {
  let exam: Awaited<ReturnType<typeof makeDrawExam>>;
  let fixed: MadeQuestion;
  beforeEach(async () => {
    fixed = await choice(10);
    exam = await makeDrawExam([fixed], await makePool(12), 4);
  });

  test('before the start everybody is told the same size', async () => {
    const room = await getWaitingRoom(students[0]!, exam.id, T);
    expect(room.parts[0]).toMatchObject({ itemCount: 5, points: 30, hasPhotoItems: false });
    const list = await listStudentExams(students[0]!, { group: null, currentPage: 1, pageSize: 15 }, T);
    expect(list.rows[0]?.parts[0]).toMatchObject({ itemCount: 5 });
  });

  test('each gets the fixed item and as many of the pool, each other ones', async () => {
    const attempts = await Promise.all(students.map((student) => start(exam, student)));
    const papers = await Promise.all(attempts.map(listPaperItems));
    for (const paper of papers) {
      expect(paper.map((item) => item.position)).toEqual([1, 2, 3, 4, 5]);
      expect(paper[0]?.id).toBe(exam.items[0]?.id);
      expect(new Set(paper.map((item) => item.id)).size).toBe(5);
      expect(paper.reduce((sum, item) => sum + item.points, 0)).toBe(30);
    }
    expect(new Set(papers.map((paper) => paper.map((item) => item.id).join())).size).toBeGreaterThan(1);
  });

  test('two tabs at once begin one paper; another start after a crash finds it', async () => {
    const student = students[0]!;
    const attempts = await Promise.all(Array.from({ length: 8 }, () => start(exam, student)));
    expect(new Set(attempts.map((attempt) => attempt.id)).size).toBe(1);
    const paper = await idsOf(attempts[0]!);
    expect(paper).toHaveLength(5);
    const rows = await db().selectFrom('attempt_items').select('item_id').execute();
    expect(rows).toHaveLength(5);
    expect(await idsOf(await start(exam, student))).toEqual(paper);
  });

  test('an item of the pool that is not in the own paper takes no answer', async () => {
    const student = students[0]!;
    const attempt = await start(exam, student);
    const paper = await idsOf(attempt);
    const foreign = exam.poolIds.find((id) => !paper.includes(id))!;
    expect(await refusal(answer(student, attempt, foreign, ['B']))).toMatchObject({ code: 'not_found' });
    await answer(student, attempt, paper[4]!, ['B']);
    expect(await listWorkedItems(attempt)).toHaveLength(5);
    const receipt = await submitAttempt(student, { attemptId: attempt.id }, T + 2 * MINUTE);
    expect(receipt).toMatchObject({ answeredCount: 1, itemCount: 5 });
  });

  test('is scored and released by its own total', async () => {
    const student = students[0]!;
    const attempt = await start(exam, student);
    const paper = await idsOf(attempt);
    // The fixed item of 10 points and one of 5, of 30.
    await answer(student, attempt, paper[0]!, ['B']);
    await answer(student, attempt, paper[1]!, ['B']);
    await answer(student, attempt, paper[2]!, ['C']);
    await submitAttempt(student, { attemptId: attempt.id }, T + 2 * MINUTE);
    const list = { examId: exam.id, part: 'written', classId: 0, state: '', keyword: '', currentPage: 1 } as const;
    expect(await listScoring(teacher, { ...list, pageSize: null }, T + 3 * MINUTE)).toMatchObject({ autoScorable: 1 });
    expect(await scoreByKey(teacher, { examId: exam.id, part: 'written' }, T + 3 * MINUTE)).toBe(1);
    await closeExams(teacher, [exam.id], T + 4 * MINUTE);
    await releaseExams(teacher, { ids: [exam.id], confirm: true }, T + 5 * MINUTE);
    const result = await getOwnResult(student, exam.id, T + 6 * MINUTE);
    expect(result.isReleased && result.total).toBe(50);
    expect(result.isReleased && result.parts[0]).toMatchObject({ earned: 15, fullPoints: 30, percent: 50 });
    expect(result.isReleased && result.parts[0]?.items.map((item) => item.id)).toEqual(paper);
  });
});

describe('a pool with questions that a teacher marks', () => {
  test('the keys score only the papers that drew none of them', async () => {
    const single = await choice();
    const short = await makeTheoryQuestion({ owner: teacherRow, kind: 'short', points: 5 });
    const exam = await makeDrawExam([], [single, short], 1);
    const attempts: { student: Actor; attempt: AttemptView }[] = [];
    for (const student of students) attempts.push({ student, attempt: await start(exam, student) });
    let byKey = 0;
    for (const { student, attempt } of attempts) {
      if ((await listPaperItems(attempt))[0]?.snapshot.kind === 'single') byKey += 1;
      await submitAttempt(student, { attemptId: attempt.id }, T + 2 * MINUTE);
    }
    const scored = byKey === 0 ? 0 : await scoreByKey(teacher, { examId: exam.id, part: 'written' }, T + 3 * MINUTE);
    expect(scored).toBe(byKey);
    for (const { attempt } of attempts) {
      const [item] = await listPaperItems(attempt);
      expect((await getAttemptView(attempt.id)).state).toBe(item?.snapshot.kind === 'single' ? 'scored' : 'submitted');
    }
  });

  test('points are given to the own items only', async () => {
    const shorts = [];
    for (let index = 0; index < 4; index += 1)
      shorts.push(await makeTheoryQuestion({ owner: teacherRow, kind: 'short' }));
    const exam = await makeDrawExam([], shorts, 1);
    const attempt = await start(exam, students[0]!);
    const [own] = await idsOf(attempt);
    await submitAttempt(students[0]!, { attemptId: attempt.id }, T + 2 * MINUTE);
    const mark = { attemptId: attempt.id, comment: '', isFinal: true, version: 0 };
    await saveScore(teacher, { ...mark, marks: [{ itemId: own!, points: 4 }] }, T + 3 * MINUTE);
    const { own: score } = await getScoring(teacher, { attemptId: attempt.id, classId: 0 }, T + 4 * MINUTE);
    expect(score?.percent).toBe(80);
    expect(score?.marks.map((one) => one.itemId)).toEqual([own]);
  });
});

describe('files of a pool', () => {
  test('a student reads the pictures of the own paper only, and adds photos to it only', async () => {
    const pictures = [await makeFile({ owner: teacherRow }), await makeFile({ owner: teacherRow })];
    const pens = [];
    for (const picture of pictures) {
      pens.push(await makeWrittenQuestion({ owner: teacherRow, imageIds: [picture.id] }));
    }
    const exam = await makeDrawExam([], pens, 1);
    for (const picture of pictures) {
      await db().insertInto('file_uses').values({ file_id: picture.id, use: 'exam', ref_id: exam.id }).execute();
    }
    const student = students[0]!;
    expect(await refusal(getReadableFile(student, pictures[0]!.id, T))).toMatchObject({ code: 'not_found' });
    const attempt = await start(exam, student);
    const [item] = await listPaperItems(attempt);
    const mine = item!.snapshot.imageIds[0]!;
    const others = pictures.map((picture) => picture.id).find((id) => id !== mine)!;
    expect(await getReadableFile(student, mine, T)).toMatchObject({ id: mine });
    expect(await refusal(getReadableFile(student, others, T))).toMatchObject({ code: 'not_found' });

    const photo = await makeFile({ owner: { id: student.id }, created_at: T + MINUTE });
    const foreign = exam.poolIds.find((id) => id !== item!.id)!;
    const add = (itemId: number) =>
      addPhotos(student, { attemptId: attempt.id, itemId, fileIds: [photo.id] }, T + MINUTE);
    expect(await refusal(add(foreign))).toMatchObject({ code: 'not_found' });
    expect((await add(item!.id)).photos).toHaveLength(1);
  });
});
