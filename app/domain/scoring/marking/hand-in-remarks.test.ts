import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { readSheetRows } from '~/lib/spreadsheet.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeStudent,
  makeTake,
  makeTeacher,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { exportAnswers } from '../report/answer-export.server';
import { releaseExams } from '../release/release.commands.server';
import { emptyCounts, paperRemarks, type HandInCounts } from '~/domain/attempt/hand-in-remarks.queries.server';
import { getReleaseSummary } from '../release/release.queries.server';
import { getOwnResult } from '../result/result.queries.server';
import { exportScoreList } from '../report/score-list-export.server';
import { getScoring } from './scoring.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 7_200_000;
const OVER = '录音超时 5 秒';
const LATE = '1 项在宽限内到达（晚 12 秒），已计入，2 项收卷后才到（最多晚 3 分 8 秒），没有计入，1 个文件没有收下';

it('over the limit, late and refused are said beside the mark, in both files and on the result', async () => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner }),
    written: [await makeWrittenQuestion({ owner, points: 10 })],
    settings: { recordSeconds: 30 },
    status: 'closed',
    now: NOW,
  });
  const [oralItem, pen] = exam.items.map((item) => item.id) as [number, number];
  const oral = await makeAttempt({ exam, student, part: 'oral', state: 'submitted', now: NOW });
  const ends = { deadline_at: NOW + 60_000, upload_deadline_at: NOW + 120_000 };
  const written = await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW, ...ends });
  await makeTake({ attempt: oral, itemId: oralItem, owner: student, durationMs: 35_000 });
  const file = await makeFile({ owner: student, kind: 'image', width: 10, height: 10 });
  const late = { attempt_id: written.id, item_id: pen, received_at: NOW + 158_000, outcome: 'refused' };
  await db()
    .insertInto('photos')
    .values({ ...late, file_id: file.id, position: 1, removed_at: null })
    .execute();
  await db()
    .insertInto('answers')
    .values({
      attempt_id: written.id,
      item_id: pen,
      value: '{"text":"刚好"}',
      revision: 1,
      saved_at: NOW + 72_000,
      is_in_grace: 1,
    })
    .execute();
  await db()
    .insertInto('answer_journal')
    .values({ ...late, value: '{"text":"晚了"}', revision: 2, received_at: NOW + 248_000 })
    .execute();
  await db()
    .insertInto('refused_files')
    .values({ attempt_id: written.id, item_id: pen, kind: 'photo', refused_at: NOW, reason: '不是图片' })
    .execute();

  const actor = actorOf(owner);
  const beside = async (attemptId: number) => (await getScoring(actor, { attemptId, classId: 0 }, AFTER)).remarks;
  expect(await beside(oral.id)).toEqual([`第 1 题：${OVER}`]);
  expect(await beside(written.id)).toEqual([`第 1 题：${LATE}`]);
  const cells = async (bytes: Buffer) =>
    JSON.stringify((await readSheetRows(Readable.from([bytes]), { maxRows: 50 })).map((row) => row.cells));
  const filter = { examId: exam.id, classId: 0, state: '', sort: 'account', order: 'asc', keyword: '' } as const;
  expect(await cells((await exportScoreList(actor, filter, AFTER)).bytes)).toContain(`口语${OVER}；笔试 ${LATE}`);
  expect(await cells((await exportAnswers(actor, { examId: exam.id, classId: 0 }, AFTER)).bytes)).toContain(OVER);

  const summary = await getReleaseSummary(actor, exam.id, AFTER);
  expect(summary.parts.map((part) => part.late.map((one) => [one.attemptId, one.count]))).toEqual([
    [],
    [[written.id, 2]],
  ]);

  await releaseExams(actor, { ids: [exam.id], confirm: true }, AFTER);
  expect(await getOwnResult(actorOf(student), exam.id, AFTER)).toMatchObject({
    parts: [{ items: [{ remark: OVER }] }, { items: [{ remark: LATE }] }],
  });
});

it('what several items of a paper have alike is said once, with its count', () => {
  const came = (count: number, delayMs: number) => ({ count, delayMs });
  const remark = (itemId: number, counts: Partial<HandInCounts>) => ({
    itemId,
    text: '',
    counts: { ...emptyCounts(), ...counts },
  });
  expect(
    paperRemarks([
      remark(1, { accepted: came(1, 38_000), over: 3 }),
      remark(2, { accepted: came(1, 5_000), over: 3 }),
      remark(3, { over: 9, late: came(1, 400) }),
    ]),
  ).toEqual([
    '录音超时 3 秒（2 项），录音超时 9 秒，1 项收卷后才到（晚 1 秒），没有计入，2 项迟到（最多晚 38 秒），老师已计入',
  ]);
});
