import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom/server';
import { expect, it } from 'vitest';
import { WaitingPage } from '~/components/exam/sitting-waiting';
import { db } from '~/db/db.server';
import { closedHow } from '~/domain/attempt/closing.rules';
import { getSittingById, getSittingState, getWaitingRoom } from '~/domain/attempt/sitting.commands.server';
import { listAllStudentExams } from '~/domain/scoring/result/student-exams.queries.server';
import { askNamedExaminers } from '~/domain/exam/ask-examiners.commands.server';
import { listCalendarExams } from '~/domain/exam/calendar.queries.server';
import { studentExamOf } from '~/domain/attempt/student-exam.server';
import { teacherExamOf } from '~/domain/exam/exam-api.queries.server';
import { partTimeText } from '~/domain/exam/print.rules';
import { listOwnExams } from '~/domain/exam/exam-list.queries.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import { closeExams } from './close.commands.server';
import { listScoreRows } from '~/domain/scoring/report/score-list.queries.server';
import { setExaminers } from '~/domain/scoring/sharing-out/share-out.commands.server';
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
  // On paper the time that was planned stands beside it.
  const short = (time: number) => formatMinute(time).slice(11);
  expect(partTimeText(await getExamView(id), 'written')).toMatch(
    new RegExp(`至 ${short(closedAt)}（提前结束，原定到 \\d\\d:\\d\\d）$`),
  );
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

it('every student whose time was not over hears that it is, reads it, and is absent or collected by one word', async () => {
  const owner = await makeTeacher({ name: '周敏' });
  const late = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const [idle, more, writing, done] = [
    await makeStudent({ classroom_id: classroom.id, account: 's1' }),
    await makeStudent({ classroom_id: classroom.id, account: 's2' }),
    await makeStudent({ classroom_id: classroom.id, account: 's3' }),
    await makeStudent({ classroom_id: classroom.id, account: 's4' }),
  ] as const;
  const exam = await makeExam({
    ...{ owner, classrooms: [classroom], status: 'published', now: NOW },
    written: [await makeWrittenQuestion({ owner, points: 100 })],
    ...{ begin_time: NOW, end_time: NOW + 60 * MINUTE, upload_end_time: NOW + 90 * MINUTE },
  });
  await db()
    .insertInto('exam_grants')
    .values({ exam_id: exam.id, student_id: more.id, part: 'written', extra_minutes: 15, attempts: 1 })
    .execute();
  const attempt = await makeAttempt({ exam, student: writing, part: 'written', now: NOW + MINUTE });
  await makeAttempt({ exam, student: done, part: 'written', state: 'submitted', now: NOW });
  const closedAt = NOW + 20 * MINUTE;
  await closeExams(actorOf(owner), [exam.id], closedAt);

  const [at, end, moreEnd] = [closedAt, NOW + 60 * MINUTE, NOW + 75 * MINUTE].map((time) => formatMinute(time));
  const told = async (user: { id: number }) =>
    (await db().selectFrom('messages').select(['title', 'body']).where('user_id', '=', user.id).execute()).pop();
  const head = `周敏老师在 ${at} 提前结束了这场考试。\n笔试原定到 `;
  const tail = '\n如有特殊情况请联系老师。';
  const title = `考试提前结束：${exam.name}`;
  expect(await told(idle)).toEqual({ title, body: `${head}${end}，还没有开始作答，记为缺考。${tail}` });
  expect(await told(more)).toEqual({ title, body: `${head}${moreEnd}，还没有开始作答，记为缺考。${tail}` });
  expect(await told(writing)).toEqual({ title, body: `${head}${end}，已按保存的内容收卷。${tail}` });

  // Who has handed in loses the time for photos.
  expect(await told(done)).toEqual({
    title,
    body: `周敏老师在 ${at} 提前结束了这场考试。\n笔试的照片原定可以补传到 ${formatMinute(NOW + 90 * MINUTE)}，现在不能再补传；已经交的都算数。${tail}`,
  });

  const later = closedAt + 5 * MINUTE;
  const room = await getWaitingRoom(actorOf(more), exam.id, later);
  expect(room.parts[0]?.early).toEqual({ at: closedAt, plannedAt: NOW + 75 * MINUTE });
  const page = renderToStaticMarkup(
    createElement(
      StaticRouter,
      { location: '/' },
      createElement(WaitingPage, { room, now: later, timeZone: 'Asia/Shanghai', problem: null, onBegin: () => {} }),
    ),
  );
  expect(page).toContain(`（老师提前结束，原定到 ${moreEnd}）`);
  expect(page).toContain(`老师在 ${at} 提前结束了考试，你没有参加这一部分。`);
  expect(page).not.toContain('你的截止');

  const sitting = await getSittingById(actorOf(writing), attempt.id, later);
  expect(sitting.attempt).toMatchObject({ deadlineAt: closedAt, uploadDeadlineAt: closedAt });
  expect((await getSittingState(actorOf(writing), attempt.id, later)).attempt.deadlineAt).toBe(closedAt);
  const rows = await listScoreRows(await getExamView(exam.id), later);
  expect(rows.find((row) => row.studentId === writing.id)?.remarks).toEqual(['提前结束收卷']);

  // Asked after the end: the papers are there.
  await setExaminers(
    actorOf(owner),
    { examId: exam.id, part: 'written', examinerIds: [late.id], isConfirmed: true },
    later,
  );
  expect((await told(late))?.body).toContain(`这部分已在 ${at} 提前结束，现在就可以评。`);
});

it('how a paper was handed in says the reason', () => {
  const receipt = { reason: '突然不舒服' };
  expect(closedHow('teacher', receipt)).toBe('老师代交，原因：突然不舒服');
  expect([closedHow('teacher', null), closedHow('student', null), closedHow(null, null)]).toEqual([
    '提前结束收卷',
    '本人交卷',
    '',
  ]);
});
