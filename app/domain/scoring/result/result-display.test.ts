import { describe, expect, it } from 'vitest';
import { listAllStudentExams } from './student-exams.queries.server';
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
import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { db } from '~/db/db.server';
import { getStudentFigures } from '~/domain/statistics/student-figures.queries.server';
import { releaseExams } from '../release/release.commands.server';
import { listOwnHistory } from './history.queries.server';
import { getOwnResult } from './result.queries.server';
import { saveScore } from '../marking/scoring.commands.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 120 * 60_000;

/** Two of a class have the same oral measures, a third has less; the first also sat the written part. */
async function makeSchool(settings: Partial<ExamSettings>) {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const elsewhere = await makeClassroom({ teacher: owner });
  const exam = await makeExam({
    owner,
    classrooms: [classroom, elsewhere],
    oral: await makeOralQuestion({ owner }),
    written: [
      await makeTheoryQuestion({ owner, points: 13 }),
      await makeTheoryQuestion({ owner, kind: 'cloze', points: 17 }),
      await makeWrittenQuestion({ owner, points: 31 }),
    ],
    settings,
    status: 'closed',
    now: NOW,
  });
  const [oral, , , pen] = exam.items.map((item) => item.id);
  const sit = async (zqd: number, penPoints: number[], classroomId = classroom.id) => {
    const student = await makeStudent({ classroom_id: classroomId });
    const mine = { exam, student, state: 'submitted', now: NOW };
    const spoken = await makeAttempt({ ...mine, part: 'oral' });
    const written = await makeAttempt({
      ...mine,
      part: 'written',
      answers: [{ keys: ['B'] }, { blanks: ['明月', '天上'] }, { text: '冰' }],
    });
    const score = { comment: '', isFinal: true, version: 0 };
    const measures = { zqd, lld: 83, wzd: 77, gjc: null };
    await saveScore(
      actorOf(owner),
      { ...score, attemptId: spoken.id, marks: [{ itemId: oral ?? 0, measures }] },
      AFTER,
    );
    const marks = [{ itemId: pen ?? 0, pointMarks: penPoints }];
    await saveScore(actorOf(owner), { ...score, attemptId: written.id, marks }, AFTER);
    return actorOf(student);
  };
  const first = await sit(91, [18.5, 7.5]);
  const second = await sit(91, [18.5, 7.5]);
  const third = await sit(30, [0, 0]);
  const stranger = await sit(100, [18.6, 12.4], elsewhere.id);
  const absent = actorOf(await makeStudent({ classroom_id: classroom.id }));
  await releaseExams(actorOf(owner), { ids: [exam.id], confirm: true }, AFTER);
  return { owner, classroom, exam, first, second, third, stranger, absent };
}

const page = { keyword: '', testType: null, currentPage: 1, pageSize: 15 };

describe('grades instead of points', () => {
  it('no number of the result leaves the domain: result, history and list of exams', async () => {
    const school = await makeSchool({ resultDisplay: 'grade' });
    const result = await getOwnResult(school.first, school.exam.id, AFTER);
    expect(result).toMatchObject({
      display: 'grade',
      total: null,
      // 85 × 50% + 77.9 × 50%
      grade: { word: '良好' },
      parts: [
        {
          percent: null,
          grade: { word: '良好' },
          missing: null,
          measures: null,
          measureGrades: { zqd: { word: '优秀' }, lld: { word: '良好' }, wzd: { word: '良好' }, gjc: null },
        },
        {
          percent: null,
          earned: null,
          items: [
            { grade: { word: '优秀' }, earned: null, auto: { isRight: true } },
            { grade: { word: '待提高' }, auto: { isRight: false, blanks: [true, false] } },
            { grade: { word: '良好' }, earned: null, earnedPoints: null, percent: null },
          ],
        },
      ],
    });
    // The figures themselves: oral 85, its measures, written 77.9, the points of blanks and of the pen item.
    const told = JSON.stringify(result);
    for (const figure of ['85', '91', '83', '77', '8.5', '26', '18.5', '7.5', '47.5', '81']) {
      expect(told).not.toMatch(new RegExp(`:${figure.replace('.', '\\.')}[,}\\]]`));
    }
    const [row] = (await listOwnHistory(school.first, page)).rows;
    expect(row).toMatchObject({ total: null, grade: { word: '良好' }, parts: [{ percent: null }, { percent: null }] });
    const [exam] = await listAllStudentExams(school.first, AFTER);
    expect(exam).toMatchObject({ totalPercent: null, grade: { word: '良好' } });
  });

  it('absent stays a word, and points are as they were without the setting', async () => {
    const school = await makeSchool({ resultDisplay: 'grade' });
    const fullPoints = async (who: Actor) => {
      const result = await getOwnResult(who, school.exam.id, AFTER);
      return result.isReleased ? result.parts.map((part) => part.fullPoints) : [];
    };
    expect(await fullPoints(school.absent)).toEqual(await fullPoints(school.first));
    expect(await fullPoints(school.absent)).not.toContain(0);
    expect(await getOwnResult(school.absent, school.exam.id, AFTER)).toMatchObject({
      total: null,
      grade: null,
      parts: [
        { missing: '缺考', grade: null },
        { missing: '缺考', grade: null },
      ],
    });
    const open = await makeSchool({});
    expect(await getOwnResult(open.first, open.exam.id, AFTER)).toMatchObject({
      display: 'points',
      // 85 and 78 as they are shown would come to 82.
      total: 81,
      isOfUnrounded: true,
      grade: null,
      place: null,
      parts: [{ percent: 85, grade: null }, { earned: 47.5 }],
    });
  });

  it('released without a mark, the same word stands wherever there is no total', async () => {
    const school = await makeSchool({});
    const sit = async (parts: ('oral' | 'written')[]) => {
      const student = await makeStudent({ classroom_id: school.classroom.id });
      for (const part of parts) await makeAttempt({ exam: school.exam, student, part, state: 'submitted', now: NOW });
      return actorOf(student);
    };
    const words = async (student: typeof school.first) => {
      const [row] = (await listOwnHistory(student, page)).rows;
      const [listed] = await listAllStudentExams(student, AFTER);
      const [own] = (await getStudentFigures(student, AFTER)).exams;
      return [row?.missing, listed?.missing, own?.total.missing];
    };
    expect(await words(await sit(['oral', 'written']))).toEqual(['待评分', '待评分', '待评分']);
    expect(await words(await sit(['oral']))).toEqual(['待评分', '待评分', '待评分']);
    expect(await words(school.absent)).toEqual(['缺考', '缺考', '缺考']);
    const half = await sit(['oral']);
    await db()
      .insertInto('results')
      .values({
        exam_id: school.exam.id,
        student_id: half.id,
        oral_percent: 80,
        written_percent: null,
        total_percent: null,
        updated_at: AFTER,
      })
      .execute();
    expect(await words(half)).toEqual(Array(3).fill('笔试缺考，没有总分'));
    expect((await listAllStudentExams(school.first, AFTER))[0]).toMatchObject({ missing: null, totalPercent: 81 });
  });

  it.each([
    ['grade', false],
    ['points', true],
  ] as const)('measures of an exam in %s are compared with by a later one: %s', async (resultDisplay, isCompared) => {
    const before = await makeSchool({ resultDisplay });
    const later = NOW + 24 * 60 * 60_000;
    const exam = await makeExam({
      owner: before.owner,
      classrooms: [before.classroom],
      oral: await makeOralQuestion({ owner: before.owner }),
      status: 'closed',
      now: later,
    });
    const attempt = await makeAttempt({ exam, student: before.first, part: 'oral', state: 'submitted', now: later });
    const marks = [{ itemId: exam.items[0]?.id ?? 0, measures: { zqd: 70, lld: 70, wzd: 70, gjc: 70 } }];
    const score = { attemptId: attempt.id, comment: '', isFinal: true, version: 0, marks };
    await saveScore(actorOf(before.owner), score, later);
    await releaseExams(actorOf(before.owner), { ids: [exam.id], confirm: true }, later);
    const result = await getOwnResult(before.first, exam.id, later);
    if (!result.isReleased) throw new Error('not released');
    expect(result.parts[0]?.previousMeasures !== null).toBe(isCompared);
  });
});

describe('place in class', () => {
  it('ties share a place; other classes and the absent do not count', async () => {
    const school = await makeSchool({ showsRank: true });
    const placeOf = async (student: typeof school.first) => {
      const result = await getOwnResult(student, school.exam.id, AFTER);
      return result.isReleased ? result.place : undefined;
    };
    expect(await placeOf(school.first)).toEqual({ rank: 1, count: 3 });
    expect(await placeOf(school.second)).toEqual({ rank: 1, count: 3 });
    expect(await placeOf(school.third)).toEqual({ rank: 3, count: 3 });
    expect(await placeOf(school.stranger)).toEqual({ rank: 1, count: 1 });
    expect(await placeOf(school.absent)).toBeNull();
  });

  it('nothing of rank reaches a student unless the exam says so', async () => {
    const school = await makeSchool({ showsRank: false });
    const told = JSON.stringify([
      await getOwnResult(school.first, school.exam.id, AFTER),
      await listOwnHistory(school.first, page),
      await listAllStudentExams(school.first, AFTER),
    ]);
    expect(told).not.toMatch(/rank/i);
    expect(told).toContain('"place":null');
  });
});
