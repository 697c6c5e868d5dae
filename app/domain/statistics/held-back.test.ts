import { expect, it } from 'vitest';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import { getReadableExam } from './exam-figures.server';

/** Who reads the figures of an exam before its release. */

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 120 * 60_000;

it('where whoever comes first marks a paper they are held back while one waits that the examiner may take', async () => {
  const [owner, first, second] = [await makeTeacher(), await makeTeacher(), await makeTeacher()];
  const classroom = await makeClassroom({ teacher: owner });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    written: [await makeWrittenQuestion({ owner, points: 100, body: { markingPoints: [] } })],
    examiners: [
      { teacher: first, part: 'written' },
      { teacher: second, part: 'written' },
    ],
    status: 'closed',
    settings: { markedBy: 'one' },
    now: NOW,
  });
  const papers = [];
  for (let index = 0; index < 2; index += 1) {
    const student = await makeStudent({ classroom_id: classroom.id });
    papers.push((await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW })).id);
  }
  const mark = (who: typeof first, attemptId = 0) => {
    const marks = [{ itemId: exam.items[0]?.id ?? 0, points: 60 }];
    return saveScore(actorOf(who), { attemptId, marks, comment: '', isFinal: true, version: 0 }, AFTER);
  };
  const reads = (who: typeof first) =>
    getReadableExam(actorOf(who), exam.id).then(
      () => true,
      (error: { code: string }) => error.code,
    );
  await mark(first, papers[0]);
  expect([await reads(first), await reads(second), await reads(owner)]).toEqual(['forbidden', 'forbidden', true]);
  await mark(second, papers[1]);
  expect([await reads(first), await reads(second)]).toEqual([true, true]);
});
