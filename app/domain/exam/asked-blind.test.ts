import { expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { makeTeacher, makeWrittenSchool } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { askNamedExaminers } from './ask-examiners.commands.server';
import { getExamView } from './exam.queries.server';

useDatabase();

const T = 1_800_000_000_000;

it('who is asked to mark without names hears that papers come once everybody has finished', async () => {
  const examiner = await makeTeacher();
  const { exam } = await makeWrittenSchool({ students: ['甲'], now: T, examiners: [examiner] });
  const { settings } = await getExamView(exam.id);
  const isBlind = { settings: toJson({ ...settings, isBlind: true }) };
  await db().updateTable('exams').set(isBlind).where('id', '=', exam.id).execute();
  await askNamedExaminers(await getExamView(exam.id), T);
  const told = await db().selectFrom('messages').select('body').where('user_id', '=', examiner.id).execute();
  expect(told).toHaveLength(1);
  expect(told[0]?.body).toContain('匿名评阅，全部考完（补时、补传照片的也算）以后可以评。');
  expect(told[0]?.body).not.toContain('随时可以评');
});
