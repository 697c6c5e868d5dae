import { expect, it } from 'vitest';
import { actorOf, makeAttempt, makeWrittenSchool } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { db } from '~/db/db.server';
import { getClosingFigures } from './close.queries.server';
import { closeSentence } from './close.rules';

useDatabase();

const T = 1_800_000_000_000;

it('who ends an exam hears the same wherever they do it: what is taken in, who cannot begin, and that time can be given', async () => {
  const { teacher, exam, students } = await makeWrittenSchool({ students: ['甲', '乙'], now: T });
  await db().updateTable('exams').set({ status: 'published' }).where('id', '=', exam.id).execute();
  const [first, second] = students;
  if (first) await makeAttempt({ exam, student: first, part: 'written', now: T });
  if (second) await makeAttempt({ exam, student: second, part: 'written', state: 'submitted', now: T });
  const figures = await getClosingFigures(actorOf(teacher), [exam.id], T + 1);
  expect(figures).toEqual({ open: 1, hasBothParts: false });
  expect(closeSentence(figures)).toBe(
    '1 份还在作答的答卷马上按已保存的内容交卷。没有开始的学生不能再开始。还可以补传照片的学生也不能再传。之后要继续，可以再补时。',
  );
  expect(closeSentence({ open: 0, hasBothParts: true })).toContain('口语和笔试两部分一起结束。');
});
