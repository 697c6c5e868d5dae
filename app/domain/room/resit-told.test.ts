import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { saveAnswers } from '~/domain/attempt/answer.commands.server';
import { closeOverdueAttempts, startAttempt, submitAttempt } from '~/domain/attempt/attempt.commands.server';
import { closeEndedExams } from '~/domain/exam/status.commands.server';
import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import { getExamView } from '~/domain/exam/exam.queries.server';
import { releaseAutomatically } from '~/domain/scoring/auto-release.commands.server';
import { scoreResitsAutomatically } from '~/domain/scoring/auto-resit.commands.server';
import { unreleaseExams } from '~/domain/scoring/release.commands.server';
import { getOwnResult } from '~/domain/scoring/result.queries.server';
import type { Actor } from '~/domain/user/user.rules';
import { makeTeacher, makeWrittenSchool, type MadeExam } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { closeMissedResits, grantResits } from './resit.commands.server';

useDatabase();

const T = 1_800_000_000_000;
const MINUTE = 60_000;
const AFTER = T + 2 * 60 * MINUTE;
const AGAIN = T + 24 * 60 * MINUTE;
const OVER = AGAIN + 61 * MINUTE;

let owner: Actor;
let absent: Actor;
let failed: Actor;
let passed: Actor;
let examiner: { id: number };
let exam: MadeExam;

/** Sits the part with so many right answers of the two. */
async function sit(student: Actor, right: number, at: number): Promise<number> {
  const attempt = await startAttempt(student, { examId: exam.id, part: 'written' }, at);
  const answers = exam.items.map(({ id: itemId }, index) => ({
    ...{ itemId, revision: 0 },
    value: { keys: [index < right ? 'B' : 'A'] },
  }));
  await saveAnswers(student, { attemptId: attempt.id, answers }, at + 1);
  await submitAttempt(student, { attemptId: attempt.id }, at + 2);
  return attempt.id;
}

/** What the server does by itself. */
async function sweep(now: number): Promise<void> {
  await closeOverdueAttempts(now);
  await closeEndedExams(now);
  await closeMissedResits(now);
  await releaseAutomatically(now);
  await scoreResitsAutomatically(now);
}

const grant = (students: Actor[], now = AFTER) =>
  grantResits(
    owner,
    {
      ...{ id: exam.id, part: null, countedAttempt: 'last', reason: '周五下午补考', requestId: '' },
      studentIds: students.map((student) => student.id),
      ...{ beginTime: AGAIN, endTime: AGAIN + 60 * MINUTE },
    },
    now,
  );

async function messagesOf(user: { id: number }): Promise<{ title: string; body: string }[]> {
  return db().selectFrom('messages').select(['title', 'body']).where('user_id', '=', user.id).orderBy('id').execute();
}

async function changeSettings(settings: Partial<ExamSettings>): Promise<void> {
  const whole = { ...(await getExamView(exam.id)).settings, ...settings };
  await db()
    .updateTable('exams')
    .set({ settings: toJson(whole) })
    .where('id', '=', exam.id)
    .execute();
}

const lastOf = async (user: { id: number }) => (await messagesOf(user)).pop();

beforeEach(async () => {
  examiner = await makeTeacher();
  const students = ['缺考生', '不及格生', '及格生'];
  const school = await makeWrittenSchool({ students, now: T, examiners: [examiner] });
  ({ owner, exam } = school);
  [absent, failed, passed] = school.students as [Actor, Actor, Actor];
});

describe('an exam that is scored and released by itself', () => {
  beforeEach(() => changeSettings({ releaseMode: 'auto' }));

  test('so is its re-sit, once its time is over: nobody is asked to mark it, its student and the owner are told', async () => {
    await sit(failed, 0, T);
    await sit(passed, 2, T);
    await sweep(AFTER);
    expect((await getExamView(exam.id)).status).toBe('released');
    await grant([failed]);
    await sit(failed, 2, AGAIN);
    await sweep(AGAIN + MINUTE);
    expect((await getOwnResult(failed, exam.id, AGAIN + MINUTE)).isReleased).toBe(false);
    expect((await messagesOf(examiner)).filter(({ title }) => title.startsWith('补考已交卷'))).toEqual([]);
    await sweep(OVER);
    expect(await getOwnResult(failed, exam.id, OVER)).toMatchObject({ isReleased: true, total: 100 });
    expect((await lastOf(failed))?.title).toBe(`补考成绩已公布：${exam.name}`);
    expect(await lastOf(owner)).toEqual({
      title: `补考已自动评分：${exam.name}`,
      body: '1 份补考答卷的时间已到，已按答案评分，学生已经能看到成绩。',
    });
    const count = (await messagesOf(owner)).length;
    await sweep(OVER + MINUTE);
    expect((await messagesOf(owner)).length).toBe(count);
  });

  test('what nobody sat comes out with its first re-sit; what the owner took back does not', async () => {
    await sweep(AFTER);
    expect((await getExamView(exam.id)).status).toBe('closed');
    await grant([absent]);
    await sit(absent, 2, AGAIN);
    await sweep(OVER);
    expect((await getExamView(exam.id)).status).toBe('released');
    await unreleaseExams(owner, { ids: [exam.id] }, OVER);
    await grantResits(
      owner,
      {
        ...{ id: exam.id, part: null, countedAttempt: 'last', reason: '再补一次', requestId: '' },
        ...{ studentIds: [failed.id], beginTime: OVER, endTime: OVER + 10 * MINUTE },
      },
      OVER,
    );
    await sit(failed, 2, OVER + MINUTE);
    await sweep(OVER + 20 * MINUTE);
    expect((await getExamView(exam.id)).status).toBe('closed');
    expect((await lastOf(owner))?.body).toContain('成绩没有公布');
  });
});
