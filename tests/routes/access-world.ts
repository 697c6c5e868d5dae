import { db } from '~/db/db.server';
import { useFile } from '~/domain/file/file.commands.server';
import { toJson } from '~/db/json';
import { sendMessages } from '~/domain/message/message.commands.server';
import { startRun } from '~/domain/practice/run.commands.server';
import {
  PASSWORD,
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeFile,
  makeImport,
  makeOralQuestion,
  makeResource,
  makeShare,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWork,
  makeThread,
  makeWrittenQuestion,
} from '~tests/factories';
import type { BuiltApp } from '~tests/support/built-app';
import { PEOPLE, type Person } from './access-table';

/** One exam with everything around it, seen by those who belong to it and by those who do not. */
export async function makeWorld(app: BuiltApp) {
  const teacher = await makeTeacher({ is_admin: 1 });
  const otherTeacher = await makeTeacher();
  const classroom = await makeClassroom({ teacher });
  const otherClassroom = await makeClassroom({ teacher: otherTeacher });
  const student = await makeStudent({ classroom_id: classroom.id });
  const otherStudent = await makeStudent({ classroom_id: otherClassroom.id });

  const oral = await makeOralQuestion({ owner: teacher });
  const pen = await makeWrittenQuestion({ owner: teacher });
  const theory = await makeTheoryQuestion({ owner: teacher });
  const parts = { owner: teacher, classrooms: [classroom], oral, written: [theory, pen] };
  const running = await makeExam(parts);
  const draft = await makeExam({ ...parts, status: 'draft' });
  const released = await makeExam({ ...parts, status: 'released' });
  const attempt = await makeAttempt({ exam: running, student, part: 'oral' });
  await makeAttempt({ exam: running, student, part: 'written', answers: [{ keys: ['B'] }] });
  const recording = await makeFile({ owner: student, kind: 'audio' });
  await useFile(recording.id, 'attempt', attempt.id);
  const handedIn = await makeAttempt({
    exam: released,
    student,
    part: 'written',
    state: 'submitted',
    answers: [{ keys: ['A'] }],
  });

  const penItem = released.items.find((item) => item.question_id === pen.id)?.id ?? 0;
  const sheet = await makeFile({ owner: student });
  const { id: photo } = await db()
    .insertInto('photos')
    .values({
      attempt_id: handedIn.id,
      item_id: penItem,
      file_id: sheet.id,
      position: 1,
      received_at: Date.now(),
      outcome: 'saved',
      removed_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: lateAnswer } = await db()
    .insertInto('answer_journal')
    .values({
      attempt_id: handedIn.id,
      item_id: penItem,
      revision: 1,
      value: toJson({ text: '晚到的' }),
      received_at: Date.now(),
      outcome: 'refused',
    })
    .returning('id')
    .executeTakeFirstOrThrow();

  const ownOral = await makeOralQuestion({ owner: student });
  const ownPen = await makeWrittenQuestion({ owner: student });
  const ownTheory = await makeTheoryQuestion({ owner: student });
  const sharedTheory = await makeTheoryQuestion({ owner: teacher });
  await makeShare({ question: sharedTheory, classroom });
  const targets = [{ questionId: ownPen.id }];
  const run = await startRun(actorOf(student), { title: '笔试，1 题', targets, requestId: '' }, Date.now());
  const importing = await makeImport({ owner: teacher });

  const thread = await makeThread({ student });

  const resource = await makeResource({ owner: teacher, classrooms: [classroom] });
  await sendMessages([student.id], { kind: 'exam', title: '考试安排' }, Date.now());
  const message = await db().selectFrom('messages').selectAll().executeTakeFirstOrThrow();

  const work = await makeWork({ student, teacher, state: 'pending' });

  const accounts: Record<Person, string | undefined> = {
    nobody: undefined,
    student: student.account,
    otherStudent: otherStudent.account,
    teacher: teacher.account,
    otherTeacher: otherTeacher.account,
  };
  const cookies: Partial<Record<Person, string>> = {};
  for (const person of PEOPLE) {
    const account = accounts[person];
    if (account) cookies[person] = await app.signIn(account, PASSWORD);
  }
  return {
    teacher,
    otherTeacher,
    student,
    otherStudent,
    classroom,
    oral,
    pen,
    theory,
    running,
    draft,
    released,
    attempt,
    recording,
    handedIn,
    photo,
    lateAnswer,
    message,
    thread,
    ownOral,
    ownPen,
    ownTheory,
    sharedTheory,
    run,
    importing,
    work,
    resource,
    accounts,
    cookies,
  };
}

export type World = Awaited<ReturnType<typeof makeWorld>>;
