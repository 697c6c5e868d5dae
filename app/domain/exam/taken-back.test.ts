import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeShare,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { addToPaper } from './draft.commands.server';
import { teacherExamOf } from './exam-api.queries.server';
import { listExamItems } from './exam.queries.server';
import { getExamPreview } from './preview.queries.server';
import { publishExam } from './status.commands.server';
import { getWizardExam } from './wizard.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 26, 0, 0);

test('once a colleague takes the share back, a draft keeps what was put in and learns nothing newer', async () => {
  const owner = await makeTeacher();
  const teacher = actorOf(owner);
  const classroom = await makeClassroom({ teacher: owner });
  await makeStudent({ classroom_id: classroom.id });
  const shared = await makeTheoryQuestion({ owner: await makeTeacher(), title: '共享时的题' });
  const share = await makeShare({ question: shared, audience: 'teachers' });
  const written = [await makeTheoryQuestion({ owner })];
  const times = { begin_time: NOW + 3_600_000, end_time: NOW + 7_200_000, upload_end_time: NOW + 7_500_000 };
  const { id: examId } = await makeExam({
    owner,
    status: 'draft',
    classrooms: [classroom],
    written,
    ...times,
    now: NOW,
  });
  await addToPaper(teacher, { examId, questionIds: [shared.id] }, NOW);
  const titles = async () => (await getWizardExam(teacher, examId)).items.map(({ snapshot }) => snapshot.title);
  const retitle = (title: string) => db().updateTable('questions').set({ title }).where('id', '=', shared.id).execute();

  await retitle('改过的题');
  expect(await titles()).toContain('改过的题');
  await db().deleteFrom('shares').where('id', '=', share.id).execute();
  await retitle('下次月考的题');
  expect(await titles()).toContain('共享时的题');
  const { warnings } = await getExamPreview(teacher, examId, NOW);
  expect(warnings.join()).toMatch(/共享时的题.*不再共享/s);
  expect(JSON.stringify(await teacherExamOf(teacher, examId, NOW))).not.toContain('下次月考的题');

  expect(await publishExam(teacher, { id: examId, version: null }, NOW)).toBe('published');
  const items = await listExamItems(examId);
  expect(items.map(({ snapshot }) => snapshot.title)).toContain('共享时的题');
});
