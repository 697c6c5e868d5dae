import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { getReadableFile } from '~/domain/file/file.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeFile,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { getReadableQuestion } from './question-access.server';
import { getQuestionFor } from './question-api.queries.server';
import { copyQuestion, copyQuestions, deleteQuestions, saveOralQuestion } from './question.commands.server';
import { getQuestion } from './question.queries.server';
import { oralQuestionSchema } from './oral-question.schema';
import { getMyShared, getSharedWithMe, getSharePage } from './share-page.queries.server';
import { shareQuestions, unshareQuestions } from './share.commands.server';
import { listShares } from './share.queries.server';
import type { ShareTarget } from './share.rules';

useDatabase();

const T = 1_800_000_000_000;
const TEACHERS: ShareTarget = { audience: 'teachers', classroomId: null };
const STUDENTS: ShareTarget = { audience: 'students', classroomId: null };
const page = { currentPage: 1, pageSize: 15, confirm: '', ids: [] };
let teacher: Actor;
let other: Actor;
let student: Actor;
let classId: number;

beforeEach(async () => {
  teacher = actorOf(await makeTeacher());
  other = actorOf(await makeTeacher());
  const classroom = await makeClassroom({ teacher });
  classId = classroom.id;
  student = actorOf(await makeStudent({ classroom_id: classId }));
});

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as { code: string; fields?: Record<string, string> },
  );
const ofClass = (id: number): ShareTarget => ({ audience: 'class', classroomId: id });
const share = (ids: number[], ...targets: ShareTarget[]) => shareQuestions(teacher, 'theory', { ids, targets }, T);
const unshare = (ids: number[], ...targets: ShareTarget[]) =>
  unshareQuestions(teacher, 'theory', { ids, targets: targets.length > 0 ? targets : null }, T);

describe('who may read a question', () => {
  test('its owner, and from sharing to revoking those it was shared with; nobody once it is deleted', async () => {
    const question = await makeTheoryQuestion({ owner: teacher });
    const elsewhere = actorOf(await makeStudent({ classroom_id: (await makeClassroom({ teacher: other })).id }));
    const readers = async () => {
      const may: Record<string, boolean> = {};
      for (const [name, actor] of Object.entries({ teacher, other, student, elsewhere })) {
        may[name] = (await refusal(getReadableQuestion(actor, 'theory', question.id))) === null;
      }
      return Object.keys(may).filter((name) => may[name]);
    };
    expect(await readers()).toEqual(['teacher']);
    await share([question.id], TEACHERS);
    expect(await readers()).toEqual(['teacher', 'other']);
    await share([question.id], ofClass(classId));
    expect(await readers()).toEqual(['teacher', 'other', 'student']);
    await share([question.id], STUDENTS);
    expect(await readers()).toEqual(['teacher', 'other', 'student', 'elsewhere']);
    await unshare([question.id], TEACHERS, STUDENTS);
    expect(await readers()).toEqual(['teacher', 'student']);
    await unshare([question.id]);
    expect(await readers()).toEqual(['teacher']);
    await share([question.id], TEACHERS);
    await deleteQuestions(teacher, 'theory', [question.id], T);
    expect(await readers()).toEqual([]);
    expect(await listShares([question.id])).toEqual([]);
  });

  test('the same holds for its files; a copy keeps them when the original is taken back and deleted', async () => {
    const image = await makeFile({ owner: teacher });
    const music = await makeFile({ owner: teacher, kind: 'audio' });
    const input = oralQuestionSchema.parse({
      ...{ title: '朗读', examContent: '春天来了。', imageUrl: image.id, musicUrl: music.id },
    });
    const { id } = await saveOralQuestion(teacher, input, T);
    const mayRead = async (actor: Actor) =>
      (await refusal(getReadableFile(actor, image.id, T))) === null &&
      (await refusal(getReadableFile(actor, music.id, T))) === null;
    expect([await mayRead(other), await mayRead(student)]).toEqual([false, false]);
    const targets = [TEACHERS, ofClass(classId)];
    await shareQuestions(teacher, 'oral', { ids: [id], targets }, T);
    expect([await mayRead(other), await mayRead(student)]).toEqual([true, true]);
    const copyId = await copyQuestion(other, 'oral', id, T);
    await unshareQuestions(teacher, 'oral', { ids: [id], targets: null }, T);
    expect([await mayRead(other), await mayRead(student)]).toEqual([true, false]);
    await deleteQuestions(teacher, 'oral', [id], T);
    expect(await mayRead(other)).toBe(true);
    expect(await getQuestion(other, 'oral', copyId)).toMatchObject({
      title: '朗读',
      imageIds: [image.id],
      body: { musicUrl: music.id, examContent: '春天来了。' },
      directoryId: null,
    });
  });

  test('students get others’ questions without answers until they have answered, and copy none', async () => {
    const question = await makeTheoryQuestion({ owner: teacher, keyPoints: ['甲'] });
    await share([question.id], STUDENTS);
    const hidden = { keyPoints: [], body: { keys: [], analysis: '' } };
    expect(await getQuestionFor(student, 'theory', question.id, T)).toMatchObject(hidden);
    expect(await refusal(copyQuestion(student, 'theory', question.id, T))).toMatchObject({ code: 'not_found' });
    await db()
      .insertInto('practices')
      .values({ student_id: student.id, question_id: question.id, bank: 'theory', created_at: T })
      .execute();
    expect(await getQuestionFor(student, 'theory', question.id, T)).toMatchObject({ body: { keys: ['B'] } });
  });
});

describe('sharing', () => {
  test('all or none, only own questions, only with classes one created or teaches; twice is harmless', async () => {
    const own = await makeTheoryQuestion({ owner: teacher });
    const foreign = await makeTheoryQuestion({ owner: other });
    const farClass = await makeClassroom({ teacher: other });
    expect(await refusal(share([own.id, foreign.id], TEACHERS))).toMatchObject({ code: 'not_found' });
    expect(await refusal(share([own.id], ofClass(farClass.id)))).toMatchObject({
      fields: { classIds: expect.stringContaining('创建或任教') },
    });
    expect(await listShares([own.id])).toEqual([]);
    expect(await share([own.id], TEACHERS, ofClass(classId))).toBe(1);
    await Promise.all([share([own.id], TEACHERS), share([own.id], ofClass(classId))]);
    expect(await listShares([own.id])).toHaveLength(2);
    await unshare([own.id]);
    await unshare([own.id]);
    const entries = await db().selectFrom('audit_entries').select('action').orderBy('id').execute();
    expect(entries.map((entry) => entry.action)).toEqual(['question.share', 'question.unshare']);
  });

  test('the page says who has them now and which open exams hold them', async () => {
    const [one, two] = [await makeTheoryQuestion({ owner: teacher }), await makeTheoryQuestion({ owner: teacher })];
    await share([one.id, two.id], TEACHERS);
    await share([one.id], ofClass(classId));
    const draft = await makeExam({ owner: teacher, status: 'draft', written: [one] });
    await makeExam({ owner: teacher, status: 'released', written: [one] });
    const data = await getSharePage(teacher, 'theory', [one.id, two.id]);
    expect(data.targets.map(({ key, count }) => [key, count])).toEqual([
      ['teachers', 2],
      [`class-${classId}`, 1],
    ]);
    expect(data.exams.map((exam) => exam.id)).toEqual([draft.id]);
    expect(data.classrooms.map((classroom) => classroom.id)).toEqual([classId]);
  });
});

describe('what is shared', () => {
  test('others see it with its owner and whether they have a copy; copies go into a directory', async () => {
    const ids = [await makeTheoryQuestion({ owner: teacher }), await makeTheoryQuestion({ owner: teacher })].map(
      (question) => question.id,
    );
    await share(ids, TEACHERS);
    expect(await copyQuestions(other, 'theory', { ids: ids.slice(0, 1) }, T)).toBe(1);
    const { page: shown, counts, sharers } = await getSharedWithMe(other, { ...page, bank: 'theory' }, T);
    expect(shown.rows.map((row) => [row.id, row.isCopied, row.ownerName])).toEqual([
      [ids[1], false, teacher.name],
      [ids[0], true, teacher.name],
    ]);
    expect(counts).toEqual({ oral: 0, written: 0, theory: 2 });
    expect(sharers).toEqual([{ id: teacher.id, name: teacher.name }]);
    await unshare(ids);
    expect((await getSharedWithMe(other, { ...page, bank: 'theory' }, T)).page.totalCount).toBe(0);
    expect(await refusal(copyQuestions(other, 'theory', { ids }, T))).toMatchObject({ code: 'not_found' });
  });

  test('its owner sees who has it and how often it was used', async () => {
    const question = await makeTheoryQuestion({ owner: teacher });
    await makeTheoryQuestion({ owner: teacher, title: '没有共享' });
    await share([question.id], TEACHERS, ofClass(classId));
    await makeExam({ owner: teacher, written: [question] });
    await makeExam({ owner: other, written: [question] });
    await copyQuestion(other, 'theory', question.id, T);
    await copyQuestion(teacher, 'theory', question.id, T);
    await db()
      .insertInto('practices')
      .values({ student_id: student.id, question_id: question.id, bank: 'theory', created_at: T })
      .execute();
    const { page: shown } = await getMyShared(teacher, { ...page, bank: 'theory' }, T);
    expect(shown.rows).toMatchObject([
      { id: question.id, ownExams: 1, othersExams: 1, copies: 1, practices: 1, since: '2027-01-15' },
    ]);
    expect(shown.rows[0]?.sharedWith).toContain('全体教师');
  });
});
