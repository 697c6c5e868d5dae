import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { actorOf, makeClassroom, makeExam, makeStudent, makeTeacher, makeWrittenQuestion } from '~tests/factories';
import { getJournal } from '~/domain/scoring/paper/journal.queries.server';
import { useDatabase } from '~tests/support/db';
import { saveAnswers } from './answer.commands.server';
import { startAttempt, submitAttempt } from './attempt.commands.server';
import { versionsToDrop, type Version } from './journal-thinning.rules';

useDatabase();

const T = 1_800_000_000_000;
const SECOND = 1000;

test('an essay of two hours, saved every five seconds, keeps every version', () => {
  const versions = Array.from({ length: 1440 }, (_, at): Version => {
    return { id: at, itemId: 1, receivedAt: T + at * 5 * SECOND, size: at * 2 };
  });
  expect(versionsToDrop(versions)).toEqual([]);
});

test('of far too many the first, the newest ten and one a step stay, for each question', () => {
  const versions = Array.from({ length: 4000 }, (_, at): Version => {
    return { id: at, itemId: at % 2, receivedAt: T + at * 100, size: 20_000 };
  });
  const dropped = new Set(versionsToDrop(versions));
  const kept = versions.filter(({ id }) => !dropped.has(id));
  expect(kept.length * 20_000).toBeLessThanOrEqual(8 * 1024 * 1024);
  expect(kept.slice(0, 2).map(({ id }) => id)).toEqual([0, 1]);
  expect(kept.slice(-20).map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, at) => 3980 + at));
  const minutes = new Set(versions.map(({ receivedAt }) => Math.floor(receivedAt / 60_000)));
  expect(kept).toHaveLength(2 + 20 + 2 * (minutes.size - 1));
});

test('who saves long texts again and again fills no database; the newest answer stands and the teacher is told', async () => {
  const teacher = await makeTeacher();
  const classroom = await makeClassroom({ teacher });
  const student = actorOf(await makeStudent({ classroom_id: classroom.id }));
  const written = [await makeWrittenQuestion({ owner: teacher })];
  const exam = await makeExam({ owner: teacher, classrooms: [classroom], written, now: T });
  const attempt = await startAttempt(student, { examId: exam.id, part: 'written' }, T);
  const itemId = exam.items[0]?.id ?? 0;
  const text = (at: number) => `${at} ${'x'.repeat(19_000)}`;
  const save = (at: number) => {
    const answers = [{ itemId, value: { text: text(at) }, revision: at }];
    return saveAnswers(student, { attemptId: attempt.id, answers }, T + at * 100);
  };
  for (let at = 0; at < 1000; at += 1) {
    const [saved] = await save(at);
    expect(saved).toMatchObject({ outcome: 'saved', revision: at + 1 });
  }
  const rows = await db().selectFrom('answer_journal').select(['revision']).orderBy('id').execute();
  expect(rows.length * 19_000).toBeLessThan(9 * 1024 * 1024);
  expect([rows[0]?.revision, rows.at(-1)?.revision]).toEqual([1, 1000]);
  await submitAttempt(student, { attemptId: attempt.id }, T + 1000 * 100);
  const { items } = await getJournal(actorOf(teacher), { attemptId: attempt.id, pageSize: 1000 }, T);
  const shown = items[0]?.rows ?? [];
  expect(shown.at(-1)?.isCurrent).toBe(true);
  expect(shown.reduce((sum, row) => sum + row.leftOut, 0)).toBe(1000 - rows.length);
});
