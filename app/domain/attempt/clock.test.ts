import { describe, expect, test } from 'vitest';
import type { Insertable } from 'kysely';
import { db } from '~/db/db.server';
import type { ExamsTable } from '~/db/tables/exams';
import { GRACE_MS } from '~/domain/exam/times.rules';
import type { Part } from '~/domain/exam/parts.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { saveAnswers } from './answer.commands.server';
import { closeOverdueAttempts, startAttempt, submitAttempt } from './attempt.commands.server';
import { getAttemptView } from './attempt.queries.server';
import { addPhotos } from './photo.commands.server';
import { addTake } from './recording.commands.server';

/** Every border of time, a millisecond before, on and after it, for everything that may arrive. */

useDatabase();

const T = 1_800_000_000_000;
const MINUTE = 60_000;
const at = (minutes: number) => T + minutes * MINUTE;

// Written 0–60, photos to 90; oral 100–130.
const TIMES: Partial<Insertable<ExamsTable>> = {
  begin_time: at(0),
  end_time: at(60),
  upload_end_time: at(90),
  oral_begin_time: at(100),
  oral_end_time: at(130),
};

async function school(times: Partial<Insertable<ExamsTable>> = {}, extraMinutes = 0) {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const questions = [await makeTheoryQuestion({ owner, kind: 'short' }), await makeWrittenQuestion({ owner })];
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner }),
    written: questions,
    now: T,
  });
  await db()
    .updateTable('exams')
    .set({ ...TIMES, ...times })
    .where('id', '=', exam.id)
    .execute();
  const items = (part: Part) => exam.items.filter((item) => item.part === part).map((item) => item.id);
  const makeCandidate = async (): Promise<Actor> => {
    const student = actorOf(await makeStudent({ classroom_id: classroom.id }));
    if (extraMinutes > 0) {
      const grant = { exam_id: exam.id, student_id: student.id, extra_minutes: extraMinutes, attempts: 1 };
      for (const part of ['oral', 'written'])
        await db()
          .insertInto('exam_grants')
          .values({ ...grant, part })
          .execute();
    }
    return student;
  };
  return { exam, items, makeCandidate };
}

type School = Awaited<ReturnType<typeof school>>;

/** Everything a student does at one moment, begun `startAt`, and what became of it. */
async function deeds({ exam, items, makeCandidate }: School, part: Part, startAt: number, now: number) {
  const sit = async () => {
    const actor = await makeCandidate();
    return { actor, attempt: await startAttempt(actor, { examId: exam.id, part }, startAt) };
  };
  const first = await sit();
  const [itemId = 0, penId = 0] = items(part);
  const attemptId = first.attempt.id;
  let arrival: string;
  if (part === 'written') {
    const answers = [{ itemId, value: { text: '到了' }, revision: 0 }];
    const [saved] = await saveAnswers(first.actor, { attemptId, answers }, now);
    arrival = saved?.outcome ?? '';
  } else {
    const file = await makeFile({ owner: first.actor, kind: 'audio', created_at: now });
    arrival = (await addTake(first.actor, { attemptId, itemId, fileId: file.id }, now)).outcome;
  }
  const photo = async () => {
    const file = await makeFile({ owner: first.actor, created_at: now });
    return (await addPhotos(first.actor, { attemptId, itemId: penId, fileIds: [file.id] }, now)).outcome;
  };
  const second = await sit();
  const { closedBy, submittedAt } = await submitAttempt(second.actor, { attemptId: second.attempt.id }, now);
  await closeOverdueAttempts(now);
  return {
    deadlineAt: first.attempt.deadlineAt,
    arrival,
    photo: part === 'written' ? await photo() : null,
    handIn: { closedBy, submittedAt },
    isClosed: (await getAttemptView(attemptId)).state !== 'in_progress',
  };
}

const BORDERS = [
  [-1, 'saved'],
  [0, 'grace'],
  [GRACE_MS - 1, 'grace'],
  [GRACE_MS, 'grace'],
  [GRACE_MS + 1, 'refused'],
] as const;

describe.each([
  ['the end of the written part', 'written', {}, 0, at(10), at(60)],
  ['the end of the oral part', 'oral', {}, 0, at(110), at(130)],
  ['the own time limit', 'written', { written_minutes: 20 }, 0, at(10), at(30)],
  ['the own oral time limit', 'oral', { oral_minutes: 5 }, 0, at(110), at(115)],
  ['a limit longer than what is left of the window', 'written', { written_minutes: 500 }, 0, at(10), at(60)],
  ['extra minutes after the window', 'written', {}, 7, at(10), at(67)],
  ['extra minutes after the own limit', 'oral', { oral_minutes: 5 }, 7, at(110), at(122)],
] as [string, Part, Partial<Insertable<ExamsTable>>, number, number, number][])(
  '%s',
  (_, part, times, extra, startAt, deadline) => {
    test('answers, takes and handing in around it', async () => {
      const made = await school(times, extra);
      for (const [offset, outcome] of BORDERS) {
        const isOver = offset > GRACE_MS;
        expect([offset, await deeds(made, part, startAt, deadline + offset)]).toEqual([
          offset,
          {
            deadlineAt: deadline,
            arrival: outcome,
            // Photos have a deadline of their own.
            photo: part === 'written' ? 'saved' : null,
            handIn: isOver
              ? { closedBy: 'server', submittedAt: deadline + GRACE_MS }
              : { closedBy: 'student', submittedAt: deadline + offset },
            isClosed: isOver,
          },
        ]);
      }
    });
  },
);

test.each([
  ['the end of the photo upload', 0, at(90)],
  ['the same with extra minutes', 7, at(97)],
])('photos around %s', async (_, extra, deadline) => {
  const made = await school({}, extra);
  for (const [offset, outcome] of BORDERS) {
    expect([offset, (await deeds(made, 'written', at(10), deadline + offset)).photo]).toEqual([offset, outcome]);
  }
});

test.each([
  ['written', at(0), at(60), 0],
  ['oral', at(100), at(130), 0],
  ['written', at(0), at(67), 7],
  ['oral', at(100), at(137), 7],
] as [Part, number, number, number][])(
  'the %s part may be started from %d before %d',
  async (part, from, to, extra) => {
    const { exam, makeCandidate } = await school({}, extra);
    const starts = async (now: number) => {
      const actor = await makeCandidate();
      return startAttempt(actor, { examId: exam.id, part }, now).then(
        (attempt) => attempt.deadlineAt === to,
        (error: { code: string }) => error.code,
      );
    };
    for (const [now, expected] of [
      [from - 1, 'conflict'],
      [from, true],
      [from + 1, true],
      [to - 1, true],
      [to, 'conflict'],
      // The grace is for what was begun.
      [to + GRACE_MS, 'conflict'],
    ] as const) {
      expect([now - from, await starts(now)]).toEqual([now - from, expected]);
    }
  },
);

test('a slow upload counts from when its request began, whether its answer comes before or after the deadline', async () => {
  const { exam, items, makeCandidate } = await school();
  const actor = await makeCandidate();
  const { id: attemptId } = await startAttempt(actor, { examId: exam.id, part: 'oral' }, at(110));
  const [itemId = 0] = items('oral');
  const began = at(130) - 1;
  const file = await makeFile({ owner: actor, kind: 'audio', created_at: began });
  // The server has closed the paper meanwhile.
  await closeOverdueAttempts(at(134));
  expect((await addTake(actor, { attemptId, itemId, fileId: file.id }, at(135))).outcome).toBe('saved');
  const late = await makeFile({ owner: actor, kind: 'audio', created_at: at(130) + GRACE_MS + 1 });
  expect((await addTake(actor, { attemptId, itemId, fileId: late.id }, at(135))).outcome).toBe('refused');
  // A file made before the exam is no upload of it.
  const old = await makeFile({ owner: actor, kind: 'audio', created_at: at(90) });
  await expect(addTake(actor, { attemptId, itemId, fileId: old.id }, at(120))).rejects.toMatchObject({
    fields: { fileId: expect.stringContaining('开始答题以前') as string },
  });
});
