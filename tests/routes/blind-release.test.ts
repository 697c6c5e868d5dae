import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { exportAnswers } from '~/domain/scoring/report/answer-export.server';
import { releaseExams } from '~/domain/scoring/release/release.commands.server';
import { blindName } from '~/domain/exam/blind.rules';
import { sessionCookie } from '~/http/session.server';
import { loader } from '~/routes/_app._scoring.examination.scoreexamination.scorelist';
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

/** What the browser of a blind exam's owner is sent who asks to release it: the page's data, not only what it shows. */

useDatabase();

/** Whatever in it says of students who they are: by their ids and numbers, alone or in a list. */
function idsIn(value: unknown, key = ''): string[] {
  if (/^(studentIds?|account|classId)$/.test(key) && value && String(value) !== '') return [`${key}: ${String(value)}`];
  if (key === 'students' && Array.isArray(value)) return [`${key}: ${value.length}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => idsIn(part, Array.isArray(value) ? key : name));
}

test('the question before a release names no student, neither by name nor by id, beside a paper', async () => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const students = [];
  for (const [index, name] of ['林可欣', '蔡文博', '缺考生'].entries()) {
    students.push(await makeStudent({ classroom_id: classroom.id, name, account: `7391${index}` }));
  }
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    written: [await makeWrittenQuestion({ owner })],
    settings: { isBlind: true },
    status: 'closed',
  });
  const papers = [];
  for (const student of students.slice(0, 2)) {
    papers.push(await makeAttempt({ exam, student, part: 'written', state: 'submitted', answers: [{ text: '水' }] }));
  }
  // One has something that came late, too.
  await db()
    .insertInto('answer_journal')
    .values({
      ...{
        attempt_id: papers[0]?.id ?? 0,
        item_id: exam.items[0]?.id ?? 0,
        revision: 2,
        value: toJson({ text: '晚' }),
      },
      ...{ received_at: Date.now(), outcome: 'refused' },
    })
    .execute();

  const { id: uid, user_type: role, session_version: version } = owner;
  const cookie = (await sessionCookie({ uid, role, version, renewedAt: Date.now() })).split(';')[0] ?? '';
  const url = `http://localhost/examination/scoreexamination/scorelist?examId=${exam.id}&confirm=release`;
  const request = new Request(url, { headers: { Cookie: cookie } });
  const data = await loader({ request, params: {}, context: {} });
  const sent = JSON.stringify(data);
  const codes = papers.map(({ id }) => blindName(id));
  expect(data.release).toMatchObject({ studentCount: 3, parts: [{ absent: 1 }], unscoredCount: 2, obstacle: null });
  expect(data.release?.parts[0]?.unscored.map(({ name }) => name)).toEqual([...codes].sort());
  expect(data.release?.parts[0]?.late.map(({ name }) => name)).toEqual([codes[0]]);
  // Nor in which class what waits is.
  expect(data.release?.classes).toMatchObject([{ scored: null, unscored: null, inArbitration: null, absent: 1 }]);
  expect(idsIn(data)).toEqual([]);
  for (const { name, account } of students) {
    expect([name, sent.includes(name), sent.includes(account)]).toEqual([name, false, false]);
  }

  // A call that is asked back first is told no more.
  const refused = releaseExams(actorOf(owner), { ids: [exam.id], confirm: false }, Date.now());
  const asked = await refused.then(
    () => null,
    (error: { data: { extra: unknown } }) => error.data.extra,
  );
  expect(JSON.stringify(asked)).toContain(codes[0]);
  expect(idsIn(asked)).toEqual([]);
  for (const { name } of students) expect([name, JSON.stringify(asked).includes(name)]).toEqual([name, false]);
});

test('asked of one class, a release tells of all that waits: by its answers no code is found to be of a class', async () => {
  const owner = await makeTeacher();
  const classes = [await makeClassroom({ teacher: owner }), await makeClassroom({ teacher: owner })];
  const exam = await makeExam({
    ...{ owner, classrooms: classes, settings: { isBlind: true }, status: 'closed' },
    written: [await makeWrittenQuestion({ owner })],
  });
  const student = await makeStudent({ classroom_id: classes[0]?.id });
  await makeStudent({ classroom_id: classes[1]?.id });
  await makeAttempt({ exam, student, part: 'written', state: 'submitted', answers: [{ text: '水' }] });
  const asked = (classId: number | undefined) =>
    releaseExams(actorOf(owner), { ids: [exam.id], classIds: [classId ?? 0], confirm: false }, Date.now()).then(
      () => null,
      (error: { message: string; data: { extra: unknown } }) => [error.message, error.data.extra],
    );
  const [of, notOf] = [await asked(classes[0]?.id), await asked(classes[1]?.id)];
  expect(of).toEqual(notOf);
  expect(of?.[0]).toContain('不说在哪个班');
  // Nor is there a file of the class's own codes.
  await expect(
    exportAnswers(actorOf(owner), { examId: exam.id, classId: classes[0]?.id ?? 0 }, Date.now()),
  ).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('不能分班级导出') as string });
  expect(await exportAnswers(actorOf(owner), { examId: exam.id, classId: 0 }, Date.now())).toBeDefined();
});
