import { expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { listAllStudentExams } from '~/domain/attempt/student-exams.queries.server';
import { askNamedExaminers } from '~/domain/exam/ask-examiners.commands.server';
import { listCalendarExams } from '~/domain/exam/calendar.queries.server';
import { studentExamOf, teacherExamOf } from '~/domain/exam/exam-api.queries.server';
import { listOwnExams } from '~/domain/exam/exam-list.queries.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import { closeExams } from '~/domain/exam/status.commands.server';
import { formatMinute, formatSecond } from '~/lib/time';
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

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const MINUTE = 60_000;

it('an exam that is ended before its time ended then, wherever it stands, and its examiners are told', async () => {
  const owner = await makeTeacher({ name: '周敏' });
  const examiner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const exam = await makeExam({
    ...{ owner, classrooms: [classroom], status: 'published', now: NOW },
    written: [await makeWrittenQuestion({ owner, points: 100 })],
    examiners: [{ teacher: examiner, part: 'written' }],
    begin_time: NOW,
    end_time: NOW + 60 * MINUTE,
    upload_end_time: NOW + 90 * MINUTE,
  });
  const { id, name } = exam;
  await askNamedExaminers(await getExamView(id), NOW);
  await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW });
  const closedAt = NOW + 20 * MINUTE;
  await closeExams(actorOf(owner), [id], closedAt);

  const list = { keyword: '', status: '', currentPage: 1, pageSize: 9 } as const;
  const later = closedAt + MINUTE;
  const [row] = (await listOwnExams(actorOf(owner), list, later)).rows;
  const [entry] = await listCalendarExams(actorOf(examiner), { from: NOW - 1, to: NOW + 100 * MINUTE });
  const [own] = await listAllStudentExams(actorOf(student), later);
  expect([row?.parts[0]?.endsAt, entry?.endsAt, own?.parts[0]?.endsAt]).toEqual([closedAt, closedAt, closedAt]);
  const end = formatSecond(closedAt);
  expect(await teacherExamOf(actorOf(owner), id, later)).toMatchObject({ endTime: end, uploadEndTime: end });
  expect(await studentExamOf(actorOf(student), id, later)).toMatchObject({ endTime: end, uploadEndTime: end });

  const told = await db()
    .selectFrom('messages')
    .select(['title', 'body'])
    .where('user_id', '=', examiner.id)
    .orderBy('id')
    .execute();
  expect(told).toEqual([
    {
      title: `请您阅卷：${name}（笔试）`,
      body: `周敏老师请您评阅这场考试的笔试部分。这部分已在 ${formatMinute(closedAt)} 提前结束，现在就可以评。`,
    },
    { title: `考试已结束，待评分：${name}`, body: '笔试 1 份答卷等待评分。' },
  ]);
});
