import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import { readSheetRows } from '~/lib/spreadsheet.server';
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
import { exportExamStatistics } from './statistics-export.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 120 * 60_000;

/**
 * Two questions of 10 whose answer is B, and a recording that nobody made, in two classes:
 * 甲 B B 100, 乙 B A 50, 丙 (class two) A B 50, 丁 (class two) absent.
 */
async function makeSchool() {
  const owner = await makeTeacher();
  const one = await makeClassroom({ teacher: owner, name: '高一（1）班' });
  const two = await makeClassroom({ teacher: owner, name: '高一（2）班' });
  const exam = await makeExam({
    owner,
    name: '期中考试',
    classrooms: [one, two],
    written: [
      await makeTheoryQuestion({ owner, title: '首都', points: 10 }),
      await makeTheoryQuestion({ owner, title: '=HYPERLINK("x")', points: 10 }),
    ],
    settings: { passFrom: 50, goodFrom: 75 },
    status: 'closed',
    now: NOW,
  });
  const actor = actorOf(owner);
  for (const [classroom, keys] of [
    [one, ['B', 'B']],
    [one, ['B', 'A']],
    [two, ['A', 'B']],
    [two, null],
  ] as const) {
    const student = await makeStudent({ classroom_id: classroom.id });
    if (!keys) continue;
    const answers = keys.map((key) => ({ keys: [key] }));
    const attempt = await makeAttempt({ exam, student, part: 'written', state: 'submitted', answers, now: NOW });
    await saveScore(actor, { attemptId: attempt.id, marks: [], comment: '', isFinal: true, version: 0 }, AFTER);
  }
  return { owner, actor, exam, one, two };
}

async function sheet(bytes: Buffer, sheetName: string): Promise<string[][]> {
  return (await readSheetRows(Readable.from([bytes]), { maxRows: 100, sheetName })).map((row) => row.cells);
}

test('the file holds what the page shows, cell by cell', async () => {
  const { actor, exam } = await makeSchool();
  const { name, bytes } = await exportExamStatistics(actor, { examId: exam.id, classroomId: 0 }, AFTER);
  expect(name).toBe('期中考试统计.xlsx');

  // 100, 50, 50: mean 66.67, SD √(5000/6 …): (33.33² + 2·16.67²)/2 = 833.33, its root 28.87; quartiles 50 and 75.
  expect(await sheet(bytes, '概况')).toEqual([
    ['指标', '总成绩', '笔试'],
    ...[
      ['参考人数', '3'],
      ['缺考', '1'],
      ['待评分', '0'],
      ['平均分', '66.67'],
      ['中位数', '50'],
      ['标准差', '28.87'],
      ['最低分', '50'],
      ['下四分位', '50'],
      ['上四分位', '75'],
      ['最高分', '100'],
      ['及格率 %（50 分起）', '100'],
      ['良好率 %（75 分起）', '33.33'],
      ['优秀率 %（86 分起）', '33.33'],
      ['低分率 %（40 分以下）', '0'],
      // k3/k2^1.5 of three values, two of them equal: √3.
      ['偏度', '1.73'],
      ['峰度', '—（人数不足 4 人，没有峰度）'],
    ].map(([label = '', value = '']) => [label, value, value]),
    // V(x) = 33.33 each, V(T) = 33.33: α = 2·(1 − 66.67/33.33) = −2; √3 of the SD 5.77 points is 10 of 20.
    ['信度 α', '', '-2'],
    ['误差比 %', '', '173.21'],
    ['测量标准误', '', '50'],
    ['笔试提示', '只有 3 份已评分的答卷，少于 30 份，试题分析不够可靠，仅供参考。'],
  ]);

  const [head = [], ...classes] = await sheet(bytes, '班级');
  expect(head.slice(0, 5)).toEqual(['班级（总成绩）', '参考人数', '缺考', '待评分', '平均分']);
  expect(classes.map((row) => row.slice(0, 7))).toEqual([
    ['全部班级', '3', '1', '0', '66.67', '50', '28.87'],
    ['高一（1）班', '2', '0', '0', '75', '75', '35.36'],
    ['高一（2）班', '1', '1', '0', '50', '50', '—（人数不足 2 人，没有标准差）'],
  ]);

  const distribution = await sheet(bytes, '分布');
  expect(distribution).toHaveLength(11);
  expect(distribution[0]).toEqual(['分数段', '总成绩人数', '总成绩占比 %', '笔试人数', '笔试占比 %']);
  expect(distribution[6]).toEqual(['50–59', '2', '66.67', '2', '66.67']);
  expect(distribution[10]).toEqual(['90–100', '1', '33.33', '1', '33.33']);

  const items = await sheet(bytes, '试题分析');
  expect(items[0]?.slice(0, 8)).toEqual(['部分', '题号', '题目', '题型', '满分', '答卷', '均分', '得分率 %']);
  // 10 10 0 with 10 0 10: means 6.67, C = −16.67, V = 33.33 each: −50 %; sorted alike C is 33.33: −50 %.
  expect(items.slice(1).map((row) => row.slice(0, 14))).toEqual(
    [
      ['1', '首都'],
      ['2', '=HYPERLINK("x")'],
    ].map(([number, title]) => [
      ...['笔试', number, title, '单选', '10', '3', '6.67', '66.67', '5.77', '-50', '-50', '50', '50'],
      'A 1，B（答案） 2，C 0',
    ]),
  );
});

test('a class in its own name, and every export is on record', async () => {
  const { actor, exam, two } = await makeSchool();
  const { name, bytes } = await exportExamStatistics(actor, { examId: exam.id, classroomId: two.id }, AFTER);
  expect(name).toBe('期中考试高一（2）班统计.xlsx');
  expect((await sheet(bytes, '概况')).slice(1, 3)).toEqual([
    ['参考人数', '1', '1'],
    ['缺考', '1', '1'],
  ]);
  expect(await sheet(bytes, '班级')).toHaveLength(4);
  const entry = await db()
    .selectFrom('audit_entries')
    .select(['entity_id', 'detail'])
    .where('action', '=', 'exam.export')
    .executeTakeFirstOrThrow();
  expect(entry.entity_id).toBe(String(exam.id));
  expect(entry.detail).toContain('"what":"statistics"');
});

test('an examiner of one part exports that part; strangers nothing', async () => {
  const { owner, exam } = await makeSchool();
  const examiner = await makeTeacher();
  await db()
    .insertInto('exam_examiners')
    .values({ exam_id: exam.id, teacher_id: examiner.id, part: 'written' })
    .execute();
  const input = { examId: exam.id, classroomId: 0 };
  await db().updateTable('exams').set({ test_type: 2 }).where('id', '=', exam.id).execute();
  await makeOralQuestion({ owner });
  const { bytes } = await exportExamStatistics(actorOf(examiner), input, AFTER);
  expect((await sheet(bytes, '概况'))[0]).toEqual(['指标', '笔试']);
  expect((await sheet(bytes, '班级'))[0]?.[0]).toBe('班级（笔试）');
  await expect(exportExamStatistics(actorOf(await makeTeacher()), input, AFTER)).rejects.toMatchObject({
    code: 'not_found',
  });
});
