import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ResultHead } from '~/components/scoring/result-parts';
import { WrittenResult } from '~/components/scoring/written-result';
import { db } from '~/db/db.server';
import { getExamFigures } from '~/domain/statistics/exam-figures.server';
import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { findDisplayChange } from './display-change.commands.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import { applyRemark } from '../correction/remark.commands.server';
import { releaseExams, unreleaseExams } from './release.commands.server';
import { getOwnResult } from '../result/result.queries.server';
import { listScoreExams } from '../marking/score-exams.queries.server';
import { getScoreList } from '../report/score-list.queries.server';
import { saveScore, scoreByKey } from '../marking/scoring.commands.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 120 * 60_000;

/** Both parts: one sat both, one the written part alone, one nothing. */
async function makeSchool(settings: Partial<ExamSettings> = {}) {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const people = [];
  for (let index = 0; index < 3; index += 1) people.push(await makeStudent({ classroom_id: classroom.id }));
  const [both, one, none] = people.map(actorOf) as [
    ReturnType<typeof actorOf>,
    ReturnType<typeof actorOf>,
    ReturnType<typeof actorOf>,
  ];
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner }),
    written: [await makeTheoryQuestion({ owner, points: 10 })],
    settings,
    status: 'closed',
    now: NOW,
  });
  const sat = { exam, state: 'submitted', now: NOW };
  const oral = await makeAttempt({ ...sat, student: both, part: 'oral' });
  for (const student of [both, one])
    await makeAttempt({ ...sat, student, part: 'written', answers: [{ keys: ['C'] }] });
  const [spoken, single] = exam.items.map((item) => item.id) as [number, number];
  const actor = actorOf(owner);
  const mark = async () => {
    const marks = [{ itemId: spoken, measures: { zqd: 80, lld: 80, wzd: 80, gjc: 80 } }];
    await saveScore(actor, { attemptId: oral.id, marks, comment: '', isFinal: true, version: 0 }, AFTER);
    await scoreByKey(actor, { examId: exam.id, part: 'written' }, AFTER);
  };
  const release = () => releaseExams(actor, { ids: [exam.id], confirm: true }, AFTER);
  const toldTo = async (id: number) => {
    const rows = await db().selectFrom('messages').select('body').where('user_id', '=', id).orderBy('id').execute();
    return rows.map((row) => row.body);
  };
  return { exam, owner: actor, both, one, none, single, mark, release, toldTo };
}

const LIST = {
  classId: 0,
  state: '',
  keyword: '',
  currentPage: 1,
  pageSize: 9,
  sort: 'account',
  order: 'asc',
} as const;

test('who missed a part is told so at the release, who missed everything has no display to hear of', async () => {
  const { exam, both, one, none, mark, release, toldTo } = await makeSchool();
  await mark();
  await release();
  expect((await toldTo(both.id)).join()).toMatch(/^成绩已经公布，点开可以看到得分/);
  expect((await toldTo(one.id)).join()).toMatch(/^成绩已经公布。你口语缺考，没有总分/);
  expect((await toldTo(none.id)).join()).toMatch(/你缺考，没有成绩/);
  const change = await findDisplayChange(await getExamView(exam.id), 'grade');
  expect(change?.studentIds.sort()).toEqual([both.id, one.id].sort());
});

test.each(['points', 'grade'] as const)(
  'released again, a message says what has changed since (%s)',
  async (display) => {
    const { exam, owner, both, one, single, mark, release, toldTo } = await makeSchool({ resultDisplay: display });
    await mark();
    await release();
    const asked = {
      examId: exam.id,
      itemId: single,
      kind: 'key' as const,
      keys: ['C'],
      sets: [],
      blanks: [],
      more: [],
    };
    await applyRemark(owner, { ...asked, reason: '答案印错', expected: null, requestId: '' }, AFTER);
    await unreleaseExams(owner, { ids: [exam.id] }, AFTER);
    // Unread or not, the result stood on their pages.
    expect(await toldTo(both.id)).toEqual([expect.stringMatching(/^老师撤回了这场考试的成绩公布/)]);
    await release();
    const body = (await toldTo(both.id)).at(-1) ?? '';
    const part = (await toldTo(one.id)).at(-1) ?? '';
    if (display === 'points') expect(part).toMatch(/上次公布以后有改动：笔试由 0 分改为 100 分。$/);
    const { total_percent: total } = await db()
      .selectFrom('results')
      .select('total_percent')
      .where('student_id', '=', both.id)
      .executeTakeFirstOrThrow();
    if (display === 'points') expect(body).toMatch(new RegExp(`总分由 \\d+ 分改为 ${total} 分。$`));
    else expect(body).toMatch(/上次公布以后有改动：等级由.+改为.+。$/);
    if (display === 'grade') expect(body).not.toMatch(/\d/);
    await unreleaseExams(owner, { ids: [exam.id] }, AFTER);
    await release();
    expect((await toldTo(both.id)).join()).not.toMatch(/上次公布以后/);
  },
);

test('who has read of a correction is not told of it again when the result comes out once more', async () => {
  const { exam, owner, both, single, mark, release, toldTo } = await makeSchool();
  await mark();
  await release();
  const asked = { examId: exam.id, itemId: single, kind: 'key' as const, keys: ['C'], sets: [], blanks: [], more: [] };
  await applyRemark(owner, { ...asked, reason: '答案印错', expected: null, requestId: '' }, AFTER);
  await db().updateTable('messages').set({ read_at: AFTER }).execute();
  await unreleaseExams(owner, { ids: [exam.id] }, AFTER);
  await release();
  expect((await toldTo(both.id)).at(-1)).toBe('成绩已经公布，点开可以看到得分、评语、自己的作答和解析。');
});

test('what comes out without a mark is said: to its student 待评分, to the owner as still to do', async () => {
  const { exam, owner, both, one, mark, release, toldTo } = await makeSchool();
  const again = { currentPage: 1, pageSize: 9, keyword: '', status: 'todo' as const };
  await expect(releaseExams(owner, { ids: [exam.id], confirm: false }, AFTER)).rejects.toMatchObject({
    message: expect.stringMatching(/公布以后不能再评这些答卷，除非先撤回公布/) as string,
    data: {
      extra: {
        needsConfirm: true,
        unscored: [
          { part: 'oral', count: 1 },
          { part: 'written', count: 2 },
        ],
        late: [],
      },
    },
  });
  await release();
  expect((await toldTo(both.id)).join()).toMatch(/^成绩已经公布。你的口语、笔试待评分，现在没有总分/);
  expect((await toldTo(one.id)).join()).toMatch(/你的笔试待评分，口语缺考/);
  const [row] = (await listScoreExams(owner, again, AFTER)).rows;
  expect(row?.parts.map((part) => [part.part, part.left])).toEqual([
    ['oral', 1],
    ['written', 2],
  ]);
  await unreleaseExams(owner, { ids: [exam.id] }, AFTER);
  await mark();
  await release();
  expect((await listScoreExams(owner, again, AFTER)).rows).toEqual([]);
});

test('an exam of one part weighs 100, and where students see grades no points stand beside what is not marked', async () => {
  const { exam, both, release } = await makeSchool({ resultDisplay: 'grade' });
  await db().updateTable('exams').set({ test_type: 1 }).where('id', '=', exam.id).execute();
  await release();
  const result = await getOwnResult(both, exam.id, AFTER);
  if (!result.isReleased) throw new Error('it is out');
  expect(result.parts.map((part) => part.weight)).toEqual([100]);
  const [part] = result.parts;
  const html = renderToStaticMarkup(createElement(ResultHead, { ...result, releasedAt: null, ownerName: '' }));
  expect(html).toContain('总评');
  if (!part) throw new Error('no part');
  expect(html + renderToStaticMarkup(createElement(WrittenResult, { part, display: result.display }))).not.toMatch(
    /\/ 10|优秀 \d|<th[^>]*>得分/,
  );
});

test('one part missed and the other waiting is waiting in the statistics as in the score list', async () => {
  const { exam, owner } = await makeSchool();
  const { summary } = await getScoreList(owner, { ...LIST, examId: exam.id }, AFTER);
  const { total } = await getExamFigures(owner, { examId: exam.id, classroomId: 0 }, AFTER);
  expect([summary.absent, summary.open]).toEqual([1, 2]);
  expect([total.absent, total.unscored]).toEqual([1, 2]);
});
