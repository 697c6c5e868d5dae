import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { startAttempt } from '~/domain/attempt/attempt.commands.server';
import { listAllStudentExams } from '../result/student-exams.queries.server';
import { deleteClassrooms } from '~/domain/classroom/classroom.commands.server';
import { listOwnExams } from '~/domain/exam/exam-list.queries.server';
import { getExamView, getVisibleExam } from '~/domain/exam/exam.queries.server';
import { withdrawExams } from '~/domain/exam/status.commands.server';
import { eraseStudent } from '~/domain/retention/erase.commands.server';
import { getBoard } from '~/domain/room/board.queries.server';
import { grantResits } from '~/domain/room/resit.commands.server';
import { getResitPage } from '~/domain/room/resit.queries.server';
import { listCourseScores } from '~/domain/statistics/course.queries.server';
import { getExamFigures } from '~/domain/statistics/exam-figures.server';
import { getStudentFigures } from '~/domain/statistics/student-figures.queries.server';
import { moveStudents } from '~/domain/user/student-move.commands.server';
import { addStudent, deleteStudents, editStudent } from '~/domain/user/student.commands.server';
import { getStudent } from '~/domain/user/student.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  type MadeExam,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { listScoring } from '../paper/papers.queries.server';
import { releaseExams, unreleaseExams } from '../release/release.commands.server';
import { summariseRelease } from '../release/release.queries.server';
import { listOwnHistory } from '../result/history.queries.server';
import { getOwnResult } from '../result/result.queries.server';
import { exportScoreList } from './score-list-export.server';
import { getClassScoreList, getScoreList } from './score-list.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 86_400_000;

type Id = { id: number };

/** Two classes, an exam of each and one of both, all released; 赵 of the first and 孙 of the second missed theirs. */
async function makeSchool(status: 'released' | 'closed' = 'released') {
  const owner = await makeTeacher();
  const actor = actorOf(owner);
  const one = await makeClassroom({ teacher: owner, name: '一班' });
  const two = await makeClassroom({ teacher: owner, name: '二班' });
  const three = await makeClassroom({ teacher: owner, name: '三班' });
  const pupil = async (name: string, classroom: Id) => makeStudent({ name, classroom_id: classroom.id });
  const qian = await pupil('钱', one);
  const zhao = await pupil('赵', one);
  const li = await pupil('李', one);
  const zhou = await pupil('周', two);
  const sun = await pupil('孙', two);
  const question = await makeTheoryQuestion({ owner });
  const make = async (classrooms: Id[], scores: [Id, number][], name: string) => {
    const settings = { showsRank: true };
    const exam = await makeExam({ owner, classrooms, written: [question], status, settings, name, now: NOW });
    for (const [student, percent] of scores) {
      const scored = { state: 'scored', percent, settlement: 'agreed', now: NOW } as const;
      await makeAttempt({ exam, student, part: 'written', ...scored });
      const total = { written_percent: percent, total_percent: percent, updated_at: NOW };
      await db()
        .insertInto('results')
        .values({ exam_id: exam.id, student_id: student.id, ...total })
        .execute();
    }
    return exam;
  };
  const exams = [
    await make(
      [one],
      [
        [qian, 90],
        [li, 70],
      ],
      '一班月考',
    ),
    await make([two], [[zhou, 80]], '二班月考'),
    await make(
      [one, two],
      [
        [qian, 85],
        [li, 65],
        [zhou, 75],
      ],
      '期中考试',
    ),
  ] as [MadeExam, MadeExam, MadeExam];
  return { owner, actor, one, two, three, qian, zhao, li, zhou, sun, question, exams };
}

/** The student as signed in now. */
async function signedIn({ id }: Id): Promise<Actor> {
  return actorOf(await db().selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
}

function boardOf(actor: Actor, examId: number, now: number) {
  const input = { examId, part: null, view: '', state: '', classId: 0, keyword: '', currentPage: 1, pageSize: 99 };
  return getBoard(actor, input as never, now);
}

/** Everything that is said of the exams: to the teacher, and to each of the students. */
async function everywhere(actor: Actor, exams: Id[], students: Id[]) {
  const said: unknown[] = [];
  for (const { id: examId } of exams) {
    const filter = { examId, classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 99 } as const;
    const sorted = { ...filter, sort: 'account', order: 'asc' } as const;
    const plain = <Row extends { remarks: string[] }>(rows: Row[]) => rows.map((row) => ({ ...row, remarks: [] }));
    const list = await getScoreList(actor, sorted, AFTER);
    said.push(plain(list.rows), list.classes, list.summary, list.stateCounts);
    for (const { id } of list.classes) {
      const sheet = await getClassScoreList(actor, { examId, classId: id, by: 'account' } as never, AFTER);
      const one = { ...filter, classId: id, part: null } as never;
      said.push(sheet.classroom, sheet.classes, plain(sheet.rows), sheet.summary);
      said.push((await listScoring(actor, one, AFTER)).rows);
      said.push((await exportScoreList(actor, { ...sorted, classId: id }, AFTER)).bytes.length > 0);
      said.push(await getExamFigures(actor, { examId, classroomId: id }, AFTER));
      said.push([...(await listCourseScores(actor, { examIds: [examId], classroomId: id }))]);
    }
    said.push(await getExamFigures(actor, { examId, classroomId: 0 }, AFTER));
    const release = await summariseRelease(await getExamView(examId), AFTER);
    said.push(release.classes, release.students, release.parts);
    said.push((await boardOf(actor, examId, AFTER)).rows);
  }
  for (const student of students) {
    const who = await signedIn(student);
    said.push((await listOwnHistory(who, { keyword: '', testType: null, currentPage: 1, pageSize: 15 })).rows);
    said.push((await getStudentFigures(who, AFTER)).exams);
    said.push(await listAllStudentExams(who, AFTER));
    for (const { id } of exams) said.push(await getOwnResult(who, id, AFTER).catch((error: Error) => error.message));
  }
  return said;
}

/** How many students the teacher's list gives each exam. */
async function counts(actor: Actor) {
  const { rows } = await listOwnExams(actor, { status: '', keyword: '', currentPage: 1, pageSize: 15 }, AFTER);
  return rows.map((row) => [row.name, row.studentCount]);
}

const newcomer = (account: string, classId: number) =>
  ({ account, name: '新来', gender: '', phone: '', email: '', consent: true, requestId: '', classId }) as never;

describe('an exam keeps the students it was taken with', () => {
  it('whoever changes class or comes new: every number, place and word of past exams stays', async () => {
    const school = await makeSchool();
    const { actor, one, two, three, qian, zhao, li, zhou, sun, exams } = school;
    const students = [qian, zhao, li, zhou, sun];
    const before = await everywhere(actor, exams, students);
    const counted = await counts(actor);
    await moveStudents(actor, { ids: [qian.id, zhao.id], classId: two.id }, AFTER);
    const { classId: _from, ...profile } = await getStudent(actor, zhou.id);
    await editStudent(actor, { ...profile, gender: '', classId: one.id }, AFTER);
    await moveStudents(actor, { ids: [sun.id], classId: three.id }, AFTER);
    expect(await everywhere(actor, exams, students)).toEqual(before);
    await addStudent(actor, newcomer('n1', one.id), AFTER);
    await addStudent(actor, newcomer('n2', two.id), AFTER);
    await moveStudents(actor, { ids: [qian.id], classId: one.id }, AFTER + 1);
    await moveStudents(actor, { ids: [zhou.id, zhao.id], classId: three.id }, AFTER + 2);
    expect(await everywhere(actor, exams, students)).toEqual(before);
    expect(await counts(actor)).toEqual(counted);
    await deleteClassrooms(actor, { ids: [one.id], moveTo: two.id }, AFTER + 3);
    expect(await everywhere(actor, exams, students)).toEqual(before);
  });

  it('a newcomer reads nothing of them, and the sheet says nothing of the newcomer', async () => {
    const { actor, two, qian, zhou, exams } = await makeSchool();
    await moveStudents(actor, { ids: [qian.id], classId: two.id }, AFTER);
    const { student } = await addStudent(actor, newcomer('n1', two.id), AFTER);
    const names = (rows: { name: string }[]) => rows.map((row) => row.name).sort();
    const page = { keyword: '', testType: null, currentPage: 1, pageSize: 15 };
    expect(names((await listOwnHistory(await signedIn(qian), page)).rows)).toEqual(['一班月考', '期中考试']);
    expect((await listOwnHistory(await signedIn(student), page)).rows).toEqual([]);
    expect(await listAllStudentExams(await signedIn(student), AFTER)).toEqual([]);
    await expect(getOwnResult(await signedIn(student), exams[1].id, AFTER)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(getVisibleExam(await signedIn(qian), exams[1].id)).rejects.toMatchObject({ code: 'not_found' });
    const sheet = await getClassScoreList(actor, { examId: exams[1].id, classId: 0, by: 'account' } as never, AFTER);
    expect(sheet.rows.map((row) => [row.name, row.classRank])).toEqual([
      ['周', 1],
      ['孙', null],
    ]);
    const mate = (await getStudentFigures(await signedIn(zhou), AFTER)).exams;
    expect(mate.map((one) => one.place)).toEqual([
      { rank: 1, of: 1 },
      { rank: 1, of: 1 },
    ]);
  });

  it('results of a class come out for those who were in it, whoever is in it now', async () => {
    const { actor, one, two, qian, zhou, exams } = await makeSchool('closed');
    await moveStudents(actor, { ids: [qian.id], classId: two.id }, AFTER);
    await moveStudents(actor, { ids: [zhou.id], classId: one.id }, AFTER);
    const sees = async (student: Id) => (await getOwnResult(await signedIn(student), exams[2].id, AFTER)).isReleased;
    await releaseExams(actor, { ids: [exams[2].id], confirm: true, classIds: [one.id] }, AFTER);
    expect([await sees(qian), await sees(zhou)]).toEqual([true, false]);
    await unreleaseExams(actor, { ids: [exams[2].id] }, AFTER + 1);
    await releaseExams(actor, { ids: [exams[2].id], confirm: true, classIds: [two.id] }, AFTER + 2);
    expect([await sees(qian), await sees(zhou)]).toEqual([false, true]);
  });
});

describe('an exam that goes on', () => {
  it("is sat to its end by who has begun it, and is the new class's for who has not", async () => {
    const { owner, actor, one, two, qian, li, zhou, question } = await makeSchool();
    const running = { owner, written: [question], now: AFTER };
    const first = await makeExam({ ...running, classrooms: [one], name: '一班正在考' });
    const second = await makeExam({ ...running, classrooms: [two], name: '二班正在考' });
    const coming = await makeExam({ ...running, classrooms: [two], name: '二班还没考', now: AFTER + 86_400_000 });
    await startAttempt(actorOf(qian), { examId: first.id, part: 'written' }, AFTER);
    await moveStudents(actor, { ids: [qian.id, li.id], classId: two.id }, AFTER + 1);
    const mayStart = async (student: Id, exam: Id) =>
      startAttempt(await signedIn(student), { examId: exam.id, part: 'written' }, AFTER + 2).then(
        () => true,
        (error: { code: string }) => error.code,
      );
    expect([await mayStart(qian, first), await mayStart(li, first)]).toEqual([true, 'not_found']);
    expect([await mayStart(qian, second), await mayStart(li, second)]).toEqual([true, true]);
    const board = async (exam: Id) =>
      (await boardOf(actor, exam.id, AFTER + 2)).rows.map((row) => [row.name, row.className]);
    expect((await board(first)).sort()).toEqual([
      ['赵', '一班'],
      ['钱', '一班'],
    ]);
    expect((await board(second)).map(([name]) => name).sort()).toEqual(['周', '孙', '李', '钱']);
    expect((await board(coming)).map(([name]) => name).sort()).toEqual(['周', '孙', '李', '钱']);
    expect((await listAllStudentExams(await signedIn(zhou), AFTER)).map((one) => one.name)).toContain('二班还没考');
  });

  it('taken back and published again it is for whoever is in its classes then', async () => {
    const { owner, actor, two, qian, question } = await makeSchool();
    const exam = await makeExam({ owner, written: [question], classrooms: [two], now: NOW });
    await moveStudents(actor, { ids: [qian.id], classId: two.id }, AFTER);
    await expect(getVisibleExam(await signedIn(qian), exam.id)).rejects.toMatchObject({ code: 'not_found' });
    await withdrawExams(actor, [exam.id], AFTER + 1);
    await db().updateTable('exams').set({ status: 'published' }).where('id', '=', exam.id).execute();
    expect((await getVisibleExam(await signedIn(qian), exam.id)).id).toBe(exam.id);
  });
});

it('who came later may catch up: asked to sit it again the exam is theirs, in the class they came to', async () => {
  const { actor, two, exams } = await makeSchool();
  const { student } = await addStudent(actor, newcomer('n1', two.id), AFTER);
  const exam = exams[1];
  const page = await getResitPage(actor, { examId: exam.id, part: null, who: 'all' }, AFTER);
  expect(page.rows.map((row) => [row.name, row.due])).toContainEqual(['新来', null]);
  expect(page.counts.absent).toBe(1);
  const times = { beginTime: AFTER, endTime: AFTER + 3_600_000, uploadEndTime: null, reason: '转学', requestId: '' };
  const input = {
    id: exam.id,
    part: 'written' as const,
    studentIds: [student.id],
    countedAttempt: 'last' as const,
    ...times,
  };
  await grantResits(actor, input, AFTER);
  const sheet = await getClassScoreList(actor, { examId: exam.id, classId: two.id, by: 'account' } as never, AFTER);
  expect(sheet.rows.find((row) => row.name === '新来')).toMatchObject({ className: '二班', remarks: ['待补考'] });
  const who = await signedIn(student);
  expect((await startAttempt(who, { examId: exam.id, part: 'written' }, AFTER + 1)).number).toBe(2);
});

it('of an erased student the class of what was sat stays, and the rest goes', async () => {
  const { actor, two, qian, exams } = await makeSchool();
  const admin = { ...actor, isAdmin: true };
  await moveStudents(actor, { ids: [qian.id], classId: two.id }, AFTER);
  await deleteStudents(actor, { ids: [qian.id] }, AFTER);
  const mean = async () =>
    (await getExamFigures(actor, { examId: exams[2].id, classroomId: two.id }, AFTER)).total.mean.value;
  const before = await mean();
  const erasure = { id: qian.id, reason: 'guardian', note: '监护人来信' };
  await eraseStudent(admin, erasure as never, AFTER + 400 * 86_400_000);
  expect([before, await mean()]).toEqual([75, 75]);
  const rows = await db().selectFrom('exam_memberships').select('exam_id').where('student_id', '=', qian.id).execute();
  expect(rows.map((row) => row.exam_id).sort()).toEqual([exams[0].id, exams[2].id].sort());
});
