import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { readSheetRows } from '~/lib/spreadsheet.server';
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
import { saveScore } from '../marking/scoring.commands.server';
import { listScoring } from '../paper/papers.queries.server';
import { SCORING_STATE_WORDS } from '../paper/scoring.rules';
import { exportAnswers } from './answer-export.server';
import { listScoreRows } from './score-list.queries.server';
import { getExamView } from '~/domain/exam/exam.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 120 * 60_000;

test('a paper that nobody but who has left had begun waits the same in every list and file', async () => {
  const [teacher, leaver, heir] = [await makeTeacher(), await makeTeacher(), await makeTeacher()];
  const classroom = await makeClassroom({ teacher });
  const exam = await makeExam({
    ...{ owner: teacher, classrooms: [classroom], status: 'closed', now: NOW },
    written: [await makeWrittenQuestion({ owner: teacher, points: 10 })],
    examiners: [{ teacher: leaver, part: 'written' }],
  });
  const student = await makeStudent({ classroom_id: classroom.id });
  const { id: attemptId } = await makeAttempt({
    ...{ exam, student, part: 'written', state: 'submitted', now: NOW, answers: [{ text: '写了' }] },
  });
  const marks = [{ itemId: exam.items[0]?.id ?? 0, points: 3 }];
  await saveScore(actorOf(leaver), { attemptId, marks, comment: '', isFinal: false, version: 0 }, AFTER);
  const states = async () => {
    const owner = actorOf(teacher);
    const filter = { classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 50 } as const;
    const papers = await listScoring(owner, { ...filter, examId: exam.id, part: 'written' }, AFTER);
    const [row] = await listScoreRows(await getExamView(exam.id), AFTER);
    const { bytes } = await exportAnswers(owner, { examId: exam.id, classId: 0 }, AFTER);
    const sheets = await readSheetRows(Readable.from([bytes]), { maxRows: 50, sheetName: '笔试答卷' });
    return [papers.rows[0]?.state, row?.state, JSON.stringify(sheets)];
  };
  const [list, total, file] = await states();
  expect([list, total]).toEqual(['marking', 'marking']);
  expect(file).toContain(SCORING_STATE_WORDS.marking);
  await db()
    .updateTable('exam_examiners')
    .set({ teacher_id: heir.id })
    .where('exam_id', '=', exam.id)
    .where('teacher_id', '=', leaver.id)
    .execute();
  const [listThen, totalThen, fileThen] = await states();
  expect([listThen, totalThen]).toEqual(['waiting', 'waiting']);
  expect(fileThen).toContain(SCORING_STATE_WORDS.waiting);
  expect(fileThen).not.toContain(SCORING_STATE_WORDS.marking);
});
