import { expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { publishExam } from '~/domain/exam/status.commands.server';
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
import { copyExam } from './copy.commands.server';
import { listExamItems } from './exam.queries.server';
import { saveOralStep } from './draft.commands.server';
import { getWizardExam } from './wizard.queries.server';
import { stepValues } from './wizard.rules';

useDatabase();

const NOW = Date.UTC(2026, 10, 30, 2);

async function makeReleased() {
  const owner = await makeTeacher({ name: '周敏' });
  const [taught, gone] = [await makeClassroom({ teacher: owner }), await makeClassroom({ teacher: owner })];
  const oral = await makeOralQuestion({ owner });
  const written = [
    await makeTheoryQuestion({ owner, title: '太和殿', points: 4 }),
    await makeWrittenQuestion({ owner, title: '设计行程', points: 12.5 }),
  ];
  const exam = await makeExam({
    ...{ owner, classrooms: [taught, gone], oral, written, status: 'released', now: NOW },
    ...{ name: '高一上学期期中考试', instructions: '带好学生证', oral_weight: 40, written_weight: 60 },
  });
  const examiner = await makeTeacher();
  const left = await makeTeacher({ is_disabled: 1 });
  for (const teacher of [examiner, left]) {
    await db()
      .insertInto('exam_examiners')
      .values({ exam_id: exam.id, teacher_id: teacher.id, part: 'oral' })
      .execute();
  }
  await db().updateTable('exams').set({ sheet_lines: 'half' }).where('id', '=', exam.id).execute();
  await db().updateTable('classrooms').set({ is_archived: 1 }).where('id', '=', gone.id).execute();
  const student = await makeStudent({ classroom_id: taught.id });
  await makeAttempt({ exam, student, part: 'written', state: 'scored', percent: 80, now: NOW });
  for (const version of [1, 2]) {
    const body = toJson({ kind: 'points', name: `第 ${version} 版` });
    const row = { exam_id: exam.id, part: 'written', version, body, created_by: owner.id, created_at: NOW };
    await db().insertInto('rubrics').values(row).execute();
  }
  return { owner: actorOf(owner), exam, taught, examiner };
}

it('a copy has the paper, the people and the settings, and neither times nor papers nor results', async () => {
  const { owner, exam, taught, examiner } = await makeReleased();
  const id = await copyExam(owner, { id: exam.id, requestId: '' }, NOW);
  const [before, copy] = [await getWizardExam(owner, exam.id), await getWizardExam(owner, id)];
  expect(copy).toMatchObject({ name: '高一上学期期中考试（副本）', status: 'draft', instructions: '带好学生证' });
  expect(copy).toMatchObject({ oralWeight: 40, writtenWeight: 60, settings: before.settings, testType: 2 });
  expect(copy).toMatchObject({ beginTime: null, endTime: null, oralBeginTime: null, uploadEndTime: null });
  const lines = await db().selectFrom('exams').select('sheet_lines').where('id', '=', id).execute();
  expect(lines).toEqual([{ sheet_lines: 'half' }]);
  expect(copy.classroomIds).toEqual([taught.id]);
  expect(copy.examinerIds.oral).toEqual([examiner.id]);
  const paperOf = async (examId: number) =>
    (await listExamItems(examId)).map(({ part, position, points, questionId, snapshot }) => {
      return { part, position, points, questionId, title: snapshot.title };
    });
  expect(await paperOf(id)).toEqual(await paperOf(exam.id));
  expect(await db().selectFrom('attempts').select('id').where('exam_id', '=', id).execute()).toEqual([]);
  const rubrics = await db()
    .selectFrom('rubrics')
    .select(['part', 'version', 'body'])
    .where('exam_id', '=', id)
    .execute();
  expect(rubrics).toMatchObject([{ part: 'written', version: 1 }]);
  expect(JSON.stringify(rubrics)).toContain('第 2 版');
  // What it was copied from stands as it was.
  expect(before).toMatchObject({ status: 'released', name: '高一上学期期中考试' });
  await expect(publishExam(owner, { id, version: copy.version }, NOW)).rejects.toMatchObject({ code: 'invalid' });
});

it('the same request twice makes one; a long name is cut; nobody copies another’s', async () => {
  const { owner, exam } = await makeReleased();
  await db()
    .updateTable('exams')
    .set({ name: '考'.repeat(40) })
    .where('id', '=', exam.id)
    .execute();
  const first = await copyExam(owner, { id: exam.id, requestId: 'once' }, NOW);
  expect(await copyExam(owner, { id: exam.id, requestId: 'once' }, NOW)).toBe(first);
  const { name } = await getWizardExam(owner, first);
  expect(name).toHaveLength(40);
  expect(name).toMatch(/（副本）$/);
  const stranger = actorOf(await makeTeacher());
  await expect(copyExam(stranger, { id: exam.id, requestId: '' }, NOW)).rejects.toMatchObject({ code: 'not_found' });
});

it('who is asked for decisions alone still is, in the copy and after its second step was saved', async () => {
  const { owner, exam, examiner } = await makeReleased();
  const arbiter = await makeTeacher();
  const row = { exam_id: exam.id, teacher_id: arbiter.id, part: 'oral', only_arbitrates: 1 as const };
  await db().insertInto('exam_examiners').values(row).execute();
  const id = await copyExam(owner, { id: exam.id, requestId: '' }, NOW);
  const named = async () =>
    (
      await db()
        .selectFrom('exam_examiners')
        .select(['teacher_id', 'only_arbitrates'])
        .where('exam_id', '=', id)
        .execute()
    ).sort((one, other) => one.only_arbitrates - other.only_arbitrates);
  const both = [
    { teacher_id: examiner.id, only_arbitrates: 0 },
    { teacher_id: arbiter.id, only_arbitrates: 1 },
  ];
  expect(await named()).toEqual(both);
  const save = async (ids: number[]) => {
    const copy = await getWizardExam(owner, id);
    const values = { ...stepValues(copy, 'secondadd'), oralExaminerIds: ids.map(String) };
    const saved = await saveOralStep(owner, { examId: id, version: copy.version, values, type: 2 }, NOW);
    expect(saved.problems).toEqual({});
  };
  await save([examiner.id, arbiter.id]);
  expect(await named()).toEqual(both);
  // Somebody has to mark.
  await save([arbiter.id]);
  expect(await named()).toEqual([{ teacher_id: arbiter.id, only_arbitrates: 0 }]);
});
