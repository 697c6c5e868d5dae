import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { toApiResult } from '~/domain/scoring/result/result-api.rules';
import { getOwnResult } from '~/domain/scoring/result/result.queries.server';
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
import { getScoring } from '../marking/scoring.queries.server';
import { releaseExams } from '../release/release.commands.server';
import { applyRemark } from './remark.commands.server';
import { previewRemark } from './remark-page.queries.server';

/** 全员给分 of an item with marking points: everywhere it is the full mark, and nothing beside it adds up to less. */

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 120 * 60_000;

test('the page of the paper, the student’s result, the call and the item figures say the same, and it can be taken back', async () => {
  const teacher = await makeTeacher();
  const owner = actorOf(teacher);
  const classroom = await makeClassroom({ teacher });
  const student = await makeStudent({ classroom_id: classroom.id });
  const markingPoints = [
    { text: '写出公式', points: 4 },
    { text: '算出结果', points: 6 },
  ];
  const exam = await makeExam({
    ...{ owner: teacher, classrooms: [classroom], status: 'closed', now: NOW },
    written: [await makeWrittenQuestion({ owner: teacher, points: 10, body: { markingPoints } })],
  });
  const itemId = exam.items[0]?.id ?? 0;
  const { id: attemptId } = await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW });
  const marks = [{ itemId, pointMarks: [2, 1], comment: '公式不全' }];
  await saveScore(owner, { attemptId, marks, comment: '', isFinal: true, version: 0 }, AFTER);
  await releaseExams(owner, { ids: [exam.id], confirm: true }, AFTER);

  const remark = async (kind: 'credit' | 'none') => {
    const asked = { examId: exam.id, itemId, kind, keys: [], sets: [], blanks: [], more: [] };
    const { expected } = await previewRemark(owner, asked, { currentPage: 1, pageSize: 15 });
    await applyRemark(owner, { ...asked, reason: '题目有误', expected }, AFTER);
  };
  const shown = async () => {
    const result = await getOwnResult(actorOf(student), exam.id, AFTER);
    const api = toApiResult(result) as unknown as { parts: { items: { earned: number; earnedPoints: unknown }[] }[] };
    const item = result.isReleased ? result.parts[0]?.items[0] : undefined;
    const ofCall = api.parts[0]?.items[0];
    const paper = await getScoring(owner, { attemptId, classId: 0 }, AFTER);
    const figure = await db().selectFrom('item_results').select('points').where('item_id', '=', itemId).execute();
    return {
      total: result.isReleased ? result.total : null,
      page: [item?.earned, item?.earnedPoints, item?.comments],
      call: [ofCall?.earned, ofCall?.earnedPoints],
      paper: [paper.own?.marks[0]?.points, paper.own?.percent],
      figure: figure.map((row) => row.points),
    };
  };
  const marked = {
    ...{ total: 30, page: [3, [2, 1], ['公式不全']], call: [3, [2, 1]] },
    ...{ paper: [3, 30], figure: [3] },
  };
  expect(await shown()).toEqual(marked);
  await remark('credit');
  expect(await shown()).toEqual({
    ...{ total: 100, page: [10, null, ['公式不全']], call: [10, null] },
    ...{ paper: [10, 100], figure: [10] },
  });
  await remark('none');
  expect(await shown()).toEqual(marked);
});
