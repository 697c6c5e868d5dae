import { beforeEach, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/user/user.rules';
import { actorOf, makeClassroom, makeExam, makeStudent, makeTeacher, makeTheoryQuestion } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { startAttempt } from './attempt.commands.server';
import { isHiddenFormula } from './hidden-formulas.queries.server';

useDatabase();

const T = 1_800_000_000_000;
const DAY = 86_400_000;
let [student, outsider]: Actor[] = [];
let examId: number;

beforeEach(async () => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  student = actorOf(await makeStudent({ classroom_id: classroom.id }));
  outsider = actorOf(await makeStudent());
  const question = await makeTheoryQuestion({ owner, title: '方程' });
  ({ id: examId } = await makeExam({ owner, classrooms: [classroom], written: [question], now: T }));
  const item = await db().selectFrom('exam_items').selectAll().where('exam_id', '=', examId).executeTakeFirstOrThrow();
  const snapshot = JSON.parse(item.snapshot) as { body: object };
  Object.assign(snapshot.body, { stem: '解 $\\frac{p}{2}=7$，$p$ 是？', analysis: '得 $p=14$，所以 $p$ 是 14。' });
  await db()
    .updateTable('exam_items')
    .set({ snapshot: JSON.stringify(snapshot) })
    .where('id', '=', item.id)
    .execute();
});

test('what stands in a key or an analysis alone is hidden while the exam is under way, from those who are to sit it', async () => {
  const hidden = (tex: string, who = student, now = T) => isHiddenFormula(who as Actor, tex, now);
  // Not begun: nothing of the paper may be known.
  for (const tex of ['p=14', 'p', '\\frac{p}{2}=7']) expect(await hidden(tex), tex).toBe(true);
  expect(await hidden('p=15')).toBe(false);
  await startAttempt(student as Actor, { examId, part: 'written' }, T);
  expect(await hidden('p=14')).toBe(true);
  for (const tex of ['p', '\\frac{p}{2}=7', '14', '=14', '']) expect(await hidden(tex), tex).toBe(false);
  expect(await hidden('p=14', outsider)).toBe(false);
  expect(await hidden('p=14', student, T + DAY)).toBe(false);
});
