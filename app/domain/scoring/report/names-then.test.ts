import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { getClassroom } from '~/domain/classroom/classroom.queries.server';
import { promoteClassrooms } from '~/domain/classroom/school-year.commands.server';
import { editClassroom } from '~/domain/classroom/classroom.commands.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import { getAdjustPage } from '~/domain/room/adjust.queries.server';
import { getExamPreview } from '~/domain/exam/preview.queries.server';
import { listCensusExams } from '~/domain/statistics/census.queries.server';
import { classLabel } from '~/lib/class-label';
import { listOwnExams } from '~/domain/exam/exam-list.queries.server';
import { listExamClassrooms } from '~/domain/exam/people.queries.server';
import { listResitRows } from '~/domain/room/resit.queries.server';
import { moveStudents } from '~/domain/user/student-move.commands.server';
import { editStudent } from '~/domain/user/student.commands.server';
import { getStudent } from '~/domain/user/student.queries.server';
import { getExamFigures } from '~/domain/statistics/exam-figures.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTake,
  makeTeacher,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { getJournal } from '../paper/journal.queries.server';
import { listScoring } from '../paper/papers.queries.server';
import { getReleaseSummary, summariseRelease } from '../release/release.queries.server';
import { getClassScoreList, getScoreList } from './score-list.queries.server';
import { getScoring } from '../marking/scoring.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 7_200_000;

async function makeSchool() {
  const owner = await makeTeacher();
  const actor = actorOf(owner);
  const classroom = await makeClassroom({ teacher: owner, name: '高一1班' });
  const student = await makeStudent({ classroom_id: classroom.id, name: '林可欣' });
  const make = (now: number, status: 'closed' | 'published') =>
    makeExam({ owner, classrooms: [classroom], oral: awaitOral, status, now });
  const awaitOral = await makeOralQuestion({ owner });
  const exam = await make(NOW, 'closed');
  const coming = await make(NOW + 30 * 86_400_000, 'published');
  const attempt = await makeAttempt({ exam, student, part: 'oral', state: 'submitted', now: NOW });
  await makeTake({ attempt, itemId: exam.items[0]?.id ?? 0, owner: student });
  const rename = async (className: string, name: string, at: number) => {
    const { id, grade, year, teachers } = await getClassroom(actor, classroom.id);
    const teacherIds = teachers.map((one) => one.id);
    await editClassroom(actor, { id, name: className, grade, year, teacherIds }, at);
    const before = await getStudent(actor, student.id);
    await editStudent(actor, { ...before, gender: '', name, classId: classroom.id }, at);
  };
  return { actor, exam, coming, attempt, rename };
}

describe('names on an exam', () => {
  it('are those of its day after a class and a student were renamed, at every place', async () => {
    const { actor, exam, coming, attempt, rename } = await makeSchool();
    await rename('高二1班', '林可心', AFTER);
    await rename('高三1班', '林小可', AFTER + 1);
    const sheet = async (examId: number) => {
      const list = await getClassScoreList(actor, { examId, classId: 0, by: 'account' } as never, AFTER);
      return [list.classroom.name, ...list.rows.flatMap((row) => [row.className, row.name])];
    };
    expect(await sheet(exam.id)).toEqual(['高一1班', '高一1班', '林可欣']);
    expect(await sheet(coming.id)).toEqual(['高三1班', '高三1班', '林小可']);
    const filter = { examId: exam.id, part: null, classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 9 };
    const papers = await listScoring(actor, filter as never, AFTER);
    expect(papers.rows).toMatchObject([{ className: '高一1班', studentName: '林可欣' }]);
    const paper = await getScoring(actor, { attemptId: attempt.id, classId: 0 }, AFTER);
    expect(paper.student).toMatchObject({ name: '林可欣', className: '高一1班' });
    const release = await summariseRelease(await getExamView(exam.id), AFTER);
    expect(release.classes).toMatchObject([{ name: '高一1班〔今高三1班〕' }]);
    expect(release.students).toMatchObject([{ name: '林可欣' }]);
    const figures = await getExamFigures(actor, { examId: exam.id, classroomId: 0 }, AFTER);
    expect(figures.classes).toMatchObject([{ name: '高一1班' }]);
    const all = { status: '' as const, keyword: '', currentPage: 1, pageSize: 9 };
    const own = (await listOwnExams(actor, all, AFTER)).rows;
    expect(own.find((row) => row.id === exam.id)?.classNames).toEqual(['高一1班']);
    expect(own.find((row) => row.id === coming.id)?.classNames).toEqual(['高三1班']);
    const { classroomIds } = await getExamView(exam.id);
    expect(await listExamClassrooms(classroomIds, exam.id)).toMatchObject([{ name: '高一1班' }]);
    expect(await listExamClassrooms(classroomIds, null)).toMatchObject([{ name: '高三1班' }]);
    const resits = await listResitRows(await getExamView(exam.id), 'oral', AFTER);
    expect(resits).toMatchObject([{ className: '高一1班' }]);
  });

  it('lists and filters of classes say today’s name beside the one then, and one class stands once', async () => {
    const { actor, exam, coming, rename } = await makeSchool();
    const listed = async (examId: number) => {
      const page = { examId, classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 9 } as never as object;
      const filter = { ...page, part: null, sort: 'account', order: 'asc' } as never;
      const census = (await listCensusExams(actor)).find((one) => one.id === examId);
      const names = [
        (await listScoring(actor, filter, AFTER)).classes,
        (await getScoreList(actor, filter, AFTER)).classes,
        (await getClassScoreList(actor, { examId, classId: 0, by: 'account' } as never, AFTER)).classes,
        (await getReleaseSummary(actor, examId, AFTER)).classes,
        (await getAdjustPage(actor, examId, AFTER)).classrooms,
        (await getExamPreview(actor, examId, AFTER)).classrooms,
        census?.classes.map((one) => ({ name: classLabel(one.name, one.nameNow) })) ?? [],
      ].map((classes) => classes.map((one) => one.name).join());
      const { rows } = await listOwnExams(actor, { status: '', keyword: '', currentPage: 1, pageSize: 9 }, AFTER);
      return new Set([...names, rows.find((row) => row.id === examId)?.classLabels.join()]);
    };
    expect(await listed(exam.id)).toEqual(new Set(['高一1班']));
    await rename('高二1班', '林可心', AFTER);
    expect(await listed(exam.id)).toEqual(new Set(['高一1班〔今高二1班〕']));
    expect(await listed(coming.id)).toEqual(new Set(['高二1班']));
  });

  it('stay after the class was promoted and the student moved to another one', async () => {
    const { actor, exam, attempt } = await makeSchool();
    const [{ id: classroomId }] = (await db().selectFrom('classrooms').select('id').execute()) as [{ id: number }];
    const { grade, name } = await getClassroom(actor, classroomId);
    const row = { id: classroomId, wasGrade: grade, wasName: name, grade: '高二', name: '高二1班' };
    expect(await promoteClassrooms(actor, [row], AFTER)).toBe(1);
    const elsewhere = await makeClassroom({ teacher: actor, name: '实验班' });
    const ofPaper = db().selectFrom('attempts').select('student_id').where('id', '=', attempt.id);
    const { student_id: id } = await ofPaper.executeTakeFirstOrThrow();
    expect((await moveStudents(actor, { ids: [id], classId: elsewhere.id }, AFTER)).moved).toBe(1);
    const filter = { examId: exam.id, part: null, classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 9 };
    const papers = await listScoring(actor, filter as never, AFTER + 1);
    expect(papers.rows.map((one) => [one.className, one.studentName])).toEqual([['高一1班', '林可欣']]);
    const scoring = await getScoring(actor, { attemptId: attempt.id, classId: 0 }, AFTER + 1);
    expect(scoring.student).toMatchObject({ name: '林可欣', className: '高一1班' });
  });
});

it('the journal of an oral paper knows of its recordings', async () => {
  const { actor, attempt } = await makeSchool();
  expect(await getJournal(actor, { attemptId: attempt.id }, AFTER)).toMatchObject({
    items: [],
    files: { takes: 1, photos: 0 },
  });
});
