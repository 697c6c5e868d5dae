import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { getAttemptView } from '~/domain/attempt/attempt.queries.server';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import type { AppError } from '~/lib/errors';
import { formatMinute } from '~/lib/time';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeFile,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { addToPaper, chooseOralQuestion, resetExam, saveBasics, saveOralStep } from './draft.commands.server';
import { countOwnExams, listOwnExams } from './exam-list.queries.server';
import { addExam, editExam } from './exam-call.commands.server';
import { examEditSchema, examInputSchema } from './exam-call.schema';
import type { FormValues } from './exam.schema';
import { addClassrooms, extendExam } from '~/domain/room/extend.commands.server';
import { extendSchema } from '~/domain/room/extend.schema';
import { savePaper } from './compose-paper.commands.server';
import { getVisibleExam, listExamItems } from './exam.queries.server';
import { getExamPreview } from './preview.queries.server';
import { deleteExams, publishExam, withdrawExams } from './status.commands.server';
import { closeEndedExams, closeExams } from '~/domain/room/close.commands.server';
import { getOralPage } from './wizard-page.queries.server';
import { getWizardExam } from './wizard.queries.server';
import { stepProblems, stepValues } from './wizard.rules';

useDatabase();

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 26, 0, 0); // 08:00 in the school
const time = (minutes: number) => formatMinute(NOW + minutes * MINUTE);

let teacher: Actor;
let other: Actor;
let classroom: { id: number };
let student: { id: number };
let oral: { id: number };
let written: { id: number };
let theory: { id: number };

beforeEach(async () => {
  const owner = await makeTeacher();
  teacher = actorOf(owner);
  other = actorOf(await makeTeacher());
  classroom = await makeClassroom({ teacher: owner });
  student = await makeStudent({ classroom_id: classroom.id });
  oral = await makeOralQuestion({ owner, keyPoints: ['园林'] });
  written = await makeWrittenQuestion({ owner });
  theory = await makeTheoryQuestion({ owner });
});

function basics(change: FormValues = {}): FormValues {
  return {
    name: '期末考试',
    categoryName: '期末',
    testType: ['0', '1'],
    clazzIds: [String(classroom.id)],
    oralBeginTime: time(60),
    oralEndTime: time(120),
    oralMinutes: '20',
    beginTime: time(180),
    endTime: time(240),
    uploadEndTime: time(255),
    writtenMinutes: '',
    oralWeight: '40',
    writtenWeight: '60',
    instructions: '带好耳机',
    ...change,
  };
}

const save = (values: FormValues, examId: number | null = null, version = 1, requestId = 'r1') =>
  saveBasics(teacher, { examId, version, requestId, values }, NOW);

/** An exam with all three steps done. */
async function complete(change: FormValues = {}): Promise<number> {
  const { examId, version } = await save(basics(change), null, 0, `make-${Math.random()}`);
  await chooseOralQuestion(teacher, { examId, version, questionId: oral.id, type: 2 }, NOW);
  await addToPaper(teacher, { examId, questionIds: [written.id, theory.id] }, NOW);
  return examId;
}

const publish = (id: number, actor = teacher, now = NOW) => publishExam(actor, { id, version: null }, now);
const row = (id: number) => db().selectFrom('exams').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const refusal = (work: Promise<unknown>): Promise<{ code: string; fields: Record<string, string>; message: string }> =>
  work.then(
    () => ({ code: 'done', fields: {}, message: '' }),
    (error: AppError) => ({ code: error.code, fields: error.fields ?? {}, message: error.message }),
  );

describe('step 1', () => {
  test('a good form becomes the exam', async () => {
    const { examId, problems } = await save(basics());
    expect(problems).toEqual({});
    const exam = await getWizardExam(teacher, examId);
    expect(exam).toMatchObject({
      name: '期末考试',
      categoryName: '期末',
      status: 'draft',
      testType: 2,
      oralBeginTime: NOW + 60 * MINUTE,
      uploadEndTime: NOW + 255 * MINUTE,
      oralMinutes: 20,
      writtenMinutes: null,
      oralWeight: 40,
      classroomIds: [classroom.id],
      draft: {},
    });
  });

  test('a form that breaks the rules is kept as typed and shown again with its problems', async () => {
    const typed = basics({ name: '', oralEndTime: '明天', endTime: time(170), clazzIds: [] });
    const { examId, problems } = await save(typed);
    expect(Object.keys(problems)).toEqual(['name', 'clazzIds', 'oralEndTime', 'endTime']);
    const exam = await getWizardExam(teacher, examId);
    expect(stepValues(exam, 'firstadd')).toMatchObject({ name: '', oralEndTime: '明天', endTime: time(170) });
    expect(stepProblems(exam, 'firstadd')).toEqual(problems);
    expect(exam.oralEndTime).toBeNull();
  });

  test.each([
    ['40', '50', 90],
    ['0', '0', 0],
    ['60', '60', 120],
  ])('weights of %s and %s are refused by wizard and API, at the field', async (oralWeight, writtenWeight, sum) => {
    const { problems } = await save(basics({ oralWeight, writtenWeight }));
    expect(problems).toEqual({ writtenWeight: `口语和笔试的占比之和应为 100，现在是 ${sum}` });
    const input = { name: '考试', testType: 2, settings: { oralWeight, writtenWeight } };
    const parsed = examInputSchema.safeParse(input);
    expect(parsed.error?.issues.map((issue) => issue.path.join('.'))).toContain('writtenWeight');
    expect((await save(basics({ oralWeight, writtenWeight, testType: ['0'] }), null, 0, 'r3')).problems).toEqual({});
  });

  test('put right, the draft goes', async () => {
    const { examId, version } = await save(basics({ oralEndTime: '' }));
    const { problems } = await save(basics(), examId, version);
    expect(problems).toEqual({});
    expect((await row(examId)).draft).toBeNull();
  });

  test('a part that is not used loses its times', async () => {
    const { examId } = await save(basics({ testType: '0' }));
    expect(await row(examId)).toMatchObject({ test_type: 0, begin_time: null, end_time: null, upload_end_time: null });
  });

  test('choosing no part is refused before the conversion could make it both', async () => {
    const { problems } = await save(basics({ testType: [] }));
    expect(problems.testType).toContain('选择考试部分');
  });

  test('the same request twice makes one exam, also with other values', async () => {
    const first = await save(basics(), null, 0, 'same');
    const second = await save(basics({ name: '改过的名字' }), null, 0, 'same');
    expect(second.examId).toBe(first.examId);
    expect((await row(first.examId)).name).toBe('改过的名字');
    expect(
      (await listOwnExams(teacher, { status: '', keyword: '', currentPage: 1, pageSize: 15 }, NOW)).totalCount,
    ).toBe(1);
  });

  test('two windows: whoever saves second is told and nothing is overwritten; the same form again is harmless', async () => {
    const { examId, version } = await save(basics());
    await save(basics({ name: '甲窗口' }), examId, version);
    expect(await refusal(save(basics({ name: '乙窗口' }), examId, version))).toMatchObject({ code: 'conflict' });
    expect((await row(examId)).name).toBe('甲窗口');
    expect(await refusal(save(basics({ name: '甲窗口' }), examId, version))).toMatchObject({ code: 'done' });
  });

  test('only classes the teacher created or teaches', async () => {
    const foreign = await makeClassroom({ teacher: other });
    expect(await refusal(save(basics({ clazzIds: [String(foreign.id)] })))).toMatchObject({
      code: 'invalid',
      fields: { clazzIds: expect.stringContaining('任教') as string },
    });
    const shared = await makeClassroom({ teacher: other, teachers: [teacher] });
    expect((await save(basics({ clazzIds: [String(shared.id)] }), null, 0, 'r2')).problems).toEqual({});
  });

  test("another teacher's exam does not exist", async () => {
    const { examId, version } = await save(basics());
    const work = saveBasics(other, { examId, version, requestId: '', values: basics() }, NOW);
    expect(await refusal(work)).toMatchObject({ code: 'not_found' });
  });
});

describe('step 2', () => {
  const step = (change: FormValues = {}): FormValues => ({
    oralId: '',
    keyPoint: '',
    imageUrl: '',
    musicUrl: '',
    prepSeconds: '0',
    recordSeconds: '90',
    maxTakes: '3',
    zqd: '40',
    lld: '30',
    wzd: '30',
    gjc: '0',
    ...change,
  });

  test('what was typed and uploaded before a question is chosen stays beside what it brings', async () => {
    const { examId, version } = await save(basics());
    const photo = await makeFile({ owner: teacher });
    const values = step({ keyPoint: '小桥，流水', imageUrl: [photo.id] });
    const typed = await saveOralStep(teacher, { examId, version, values, type: 2 }, NOW);
    const pick = { examId, version: typed.version, questionId: oral.id, type: 2 as const };
    const chosen = await chooseOralQuestion(teacher, pick, NOW);
    expect(await getWizardExam(teacher, examId)).toMatchObject({
      keyPoints: ['园林', '小桥', '流水'],
      imageIds: [photo.id],
    });
    const next = await makeOralQuestion({ owner: teacher, keyPoints: ['长城'] });
    const again = { examId, version: chosen.version, questionId: next.id, type: 2 as const };
    await chooseOralQuestion(teacher, again, NOW);
    expect((await getWizardExam(teacher, examId)).keyPoints).toEqual(['长城', '小桥', '流水']);
  });

  test('choosing a question brings its key points; the exam may change them for itself', async () => {
    const { examId, version } = await save(basics());
    const chosen = await chooseOralQuestion(teacher, { examId, version, questionId: oral.id, type: 2 }, NOW);
    expect((await getWizardExam(teacher, examId)).keyPoints).toEqual(['园林']);
    const values = step({ oralId: String(oral.id), keyPoint: '园林，小桥', writtenExaminerIds: String(other.id) });
    const result = await saveOralStep(teacher, { examId, version: chosen.version, values, type: 2 }, NOW);
    expect(result.problems).toEqual({});
    const exam = await getWizardExam(teacher, examId);
    expect(exam).toMatchObject({
      keyPoints: ['园林', '小桥'],
      examinerIds: { oral: [], written: [other.id] },
      settings: { recordSeconds: 90, maxTakes: 3, measureWeights: { zqd: 40, gjc: 0 } },
    });
    const [item] = exam.items;
    expect(item?.snapshot).toMatchObject({ keyPoints: ['园林', '小桥'], body: { answerSeconds: 90 } });
  });

  test('without a question the rest is stored all the same', async () => {
    const { examId, version } = await save(basics());
    const { problems } = await saveOralStep(teacher, { examId, version, values: step(), type: 2 }, NOW);
    expect(problems).toEqual({ oralId: '选择一道口语题' });
    expect((await getWizardExam(teacher, examId)).settings.maxTakes).toBe(3);
  });

  test('beside the times stands what the question says, whatever this exam has in its place', async () => {
    const { examId, version } = await save(basics());
    await chooseOralQuestion(teacher, { examId, version, questionId: oral.id, type: 2 }, NOW);
    const own = (await getOralPage(teacher, examId)).ownTimes;
    const values = step({ oralId: String(oral.id), prepSeconds: '7', recordSeconds: '11' });
    await saveOralStep(
      teacher,
      { examId, version: (await getWizardExam(teacher, examId)).version, values, type: 2 },
      NOW,
    );
    const page = await getOralPage(teacher, examId);
    expect(page.question?.body).toMatchObject({ prepSeconds: 7, answerSeconds: 11 });
    expect(own?.answerSeconds).toBeGreaterThan(11);
    expect(page.ownTimes).toEqual(own);
  });

  test('weights that are all 0, and numbers that are none, are kept as a draft with their sentence', async () => {
    const { examId, version } = await save(basics());
    const values = step({ oralId: String(oral.id), zqd: '0', lld: '0', wzd: '0', maxTakes: '很多' });
    const { problems } = await saveOralStep(teacher, { examId, version, values, type: 2 }, NOW);
    expect(Object.keys(problems)).toContain('maxTakes');
    const exam = await getWizardExam(teacher, examId);
    expect(stepValues(exam, 'secondadd').maxTakes).toBe('很多');
    const zero = step({ oralId: String(oral.id), zqd: '0', lld: '0', wzd: '0' });
    const again = await saveOralStep(teacher, { examId, version: exam.version, values: zero, type: 2 }, NOW);
    expect(again.problems.zqd).toContain('不能都是 0');
  });

  test("another teacher's question, and a student as examiner, are refused", async () => {
    const { examId, version } = await save(basics());
    const foreign = await makeOralQuestion({ owner: other });
    const pick = chooseOralQuestion(teacher, { examId, version, questionId: foreign.id, type: 2 }, NOW);
    expect(await refusal(pick)).toMatchObject({ code: 'not_found' });
    const values = step({ oralExaminerIds: String(student.id) });
    expect(await refusal(saveOralStep(teacher, { examId, version, values, type: 2 }, NOW))).toMatchObject({
      fields: { oralExaminerIds: expect.any(String) as string },
    });
  });
});

describe('step 3', () => {
  async function paper() {
    const { examId } = await save(basics());
    await addToPaper(teacher, { examId, questionIds: [written.id, theory.id] }, NOW);
    const { version, items } = await getWizardExam(teacher, examId);
    return { examId, version, order: items.map((item) => item.id) };
  }
  const questionIds = async (examId: number) => (await listExamItems(examId, 'written')).map((item) => item.questionId);

  test('adding twice adds once', async () => {
    const { examId } = await paper();
    expect(await addToPaper(teacher, { examId, questionIds: [theory.id] }, NOW)).toEqual({ added: 0 });
    expect(await questionIds(examId)).toEqual([written.id, theory.id]);
  });

  test('points and order are saved together; the same click again changes nothing more', async () => {
    const { examId, version, order } = await paper();
    const [first, second] = order as [number, number];
    const input = {
      examId,
      version,
      order,
      points: { [`points-${first}`]: '7.5', [`points-${second}`]: '12' },
      move: { kind: 'down', itemId: first } as const,
    };
    await savePaper(teacher, input, NOW);
    await savePaper(teacher, input, NOW);
    const items = await listExamItems(examId, 'written');
    expect(items.map(({ id, position, points }) => [id, position, points])).toEqual([
      [second, 1, 12],
      [first, 2, 7.5],
    ]);
  });

  test.each(['0', '-1', '1.25', '1001', 'abc', ''])(
    'points %j are kept in the form, the paper keeps the earlier ones',
    async (typed) => {
      const { examId, version, order } = await paper();
      const points = { [`points-${order[0]}`]: typed };
      const { problems } = await savePaper(teacher, { examId, version, order, points, move: { kind: 'save' } }, NOW);
      expect(Object.keys(problems)).toEqual([`points-${order[0]}`]);
      const exam = await getWizardExam(teacher, examId);
      expect(stepValues(exam, 'threeadd')[`points-${order[0]}`]).toBe(typed);
      expect(exam.items[0]?.points).toBeGreaterThan(0);
    },
  );

  test('removing, and a second window that still shows the removed one', async () => {
    const { examId, version, order } = await paper();
    const remove = { kind: 'remove', itemId: order[0] as number } as const;
    await savePaper(teacher, { examId, version, order, points: {}, move: remove }, NOW);
    expect(await questionIds(examId)).toEqual([theory.id]);
    const stale = savePaper(teacher, { examId, version, order, points: {}, move: { kind: 'save' } }, NOW);
    expect(await refusal(stale)).toMatchObject({ code: 'conflict' });
  });
});

test('重置 empties the exam and keeps it as a draft', async () => {
  const examId = await complete();
  const { version } = await getWizardExam(teacher, examId);
  await resetExam(teacher, { examId, version }, NOW);
  const exam = await getWizardExam(teacher, examId);
  expect(exam).toMatchObject({ name: '', items: [], classroomIds: [], oralBeginTime: null, status: 'draft' });
});

describe('publish', () => {
  test('freezes the paper as its questions are now, and tells the students once', async () => {
    const examId = await complete();
    await db().updateTable('questions').set({ title: '发布前改过' }).where('id', '=', theory.id).execute();
    expect(await publish(examId)).toBe('published');
    await db().updateTable('questions').set({ title: '发布后改过' }).where('id', '=', theory.id).execute();
    await publish(examId);
    expect((await listExamItems(examId)).map((item) => item.snapshot.title)).toContain('发布前改过');
    const messages = await db().selectFrom('messages').selectAll().where('user_id', '=', student.id).execute();
    expect(messages).toMatchObject([{ kind: 'exam', link: `/examination/preview?id=${examId}` }]);
    const audit = await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('action', '=', 'exam.publish')
      .execute();
    expect(audit).toHaveLength(1);
  });

  test('asks the named examiners once, with what is theirs and when; again only who is newly named or had not read it', async () => {
    const third = actorOf(await makeTeacher());
    const name = async (examId: number, oralIds: number[], writtenIds: number[]) => {
      await db().deleteFrom('exam_examiners').where('exam_id', '=', examId).execute();
      const rows = [...oralIds.map((id) => [id, 'oral'] as const), ...writtenIds.map((id) => [id, 'written'] as const)];
      await db()
        .insertInto('exam_examiners')
        .values(rows.map(([teacher_id, part]) => ({ exam_id: examId, teacher_id, part })))
        .execute();
    };
    const asked = async () => {
      const rows = await db()
        .selectFrom('messages')
        .selectAll()
        .where('title', 'like', '请您阅卷%')
        .orderBy('id')
        .execute();
      return rows.map((row) => [row.user_id, row.title, row.body, row.link]);
    };
    const examId = await complete();
    await name(examId, [teacher.id, other.id], [third.id]);
    await publish(examId);
    await publish(examId);
    const { owner_name: ownerName } = await db()
      .selectFrom('users')
      .select('name as owner_name')
      .where('id', '=', teacher.id)
      .executeTakeFirstOrThrow();
    const link = (part: string) => `/examination/scoreexamination/scorelist?examId=${examId}&part=${part}`;
    const oralText = `${ownerName}老师请您评阅这场考试的口语部分。这部分 ${time(120)} 结束，交上来的答卷随时可以评。`;
    const first = [other.id, '请您阅卷：期末考试（口语）', oralText, link('oral')];
    expect(await asked()).toEqual([
      first,
      [third.id, '请您阅卷：期末考试（笔试）', expect.stringContaining(`${time(240)} 结束`) as string, link('written')],
    ]);
    await db().updateTable('messages').set({ read_at: NOW }).where('user_id', '=', other.id).execute();
    await withdrawExams(teacher, [examId], NOW);
    // Who had not read it need not.
    expect(await asked()).toEqual([first]);
    await db()
      .updateTable('exams')
      .set({ marking_due_at: NOW + 600 * MINUTE })
      .where('id', '=', examId)
      .execute();
    await name(examId, [other.id], [other.id, third.id]);
    await publish(examId);
    const rest = (await asked()).slice(1);
    expect(rest.map(([id, title]) => [id, title])).toEqual([
      [other.id, '请您阅卷：期末考试（笔试）'],
      [third.id, '请您阅卷：期末考试（笔试）'],
    ]);
    expect(rest[0]?.[2]).toContain(`请在 ${time(600)} 前评完。`);
  });

  test('taken back and published again, who only arbitrates is told just that, and never asked to mark', async () => {
    const examId = await complete();
    await db().deleteFrom('exam_examiners').where('exam_id', '=', examId).execute();
    await db()
      .insertInto('exam_examiners')
      .values([
        { exam_id: examId, teacher_id: teacher.id, part: 'written', only_arbitrates: 0 },
        { exam_id: examId, teacher_id: other.id, part: 'written', only_arbitrates: 1 },
      ])
      .execute();
    const told = async () =>
      (await db().selectFrom('messages').select('title').where('user_id', '=', other.id).orderBy('id').execute()).map(
        (row) => row.title,
      );
    const only = '请您只仲裁：期末考试（笔试）';
    await publish(examId);
    expect(await told()).toEqual([only]);
    await withdrawExams(teacher, [examId], NOW);
    expect(await told()).toEqual([]);
    await publish(examId);
    expect(await told()).toEqual([only]);
    await db().updateTable('messages').set({ read_at: NOW }).where('user_id', '=', other.id).execute();
    await withdrawExams(teacher, [examId], NOW);
    await publish(examId);
    expect(await told()).toEqual([only]);
  });

  test('says everything that stands in the way at once, each with its step', async () => {
    const { examId } = await save(basics({ oralEndTime: time(30) }));
    const { fields, code } = await refusal(publish(examId));
    expect(code).toBe('invalid');
    expect(Object.keys(fields).sort()).toEqual(['firstadd.oralEndTime', 'secondadd.oralId', 'threeadd.items']);
    const preview = await getExamPreview(teacher, examId, NOW);
    expect(preview.problems).toHaveLength(3);
  });

  test('needs the ends to lie ahead, to the millisecond', async () => {
    const examId = await complete();
    const end = NOW + 120 * MINUTE;
    expect((await refusal(publish(examId, teacher, end))).fields['firstadd.oralEndTime']).toContain('已经过去');
    expect(await publish(examId, teacher, end - 1)).toBe('published');
  });

  test('refuses what changed after the preview', async () => {
    const examId = await complete();
    const { version } = await getWizardExam(teacher, examId);
    await addToPaper(teacher, { examId, questionIds: [(await makeTheoryQuestion({ owner: teacher })).id] }, NOW);
    expect(await refusal(publishExam(teacher, { id: examId, version }, NOW))).toMatchObject({ code: 'conflict' });
  });

  test('drops items and examiners of a part that is not used', async () => {
    const examId = await complete({ testType: ['0', '1'] });
    const { version } = await getWizardExam(teacher, examId);
    await save(basics({ testType: '1' }), examId, version);
    await publish(examId);
    expect((await listExamItems(examId)).map((item) => item.part)).toEqual(['written', 'written']);
  });

  test('afterwards nothing of it can be changed', async () => {
    const examId = await complete();
    await publish(examId);
    const { version } = await getWizardExam(teacher, examId);
    expect(await refusal(save(basics({ name: '改名' }), examId, version))).toMatchObject({ code: 'conflict' });
    expect(await refusal(addToPaper(teacher, { examId, questionIds: [oral.id] }, NOW))).toMatchObject({
      code: 'not_found',
    });
  });

  test('a question deleted from its bank stays in the paper; one shared with students is warned of', async () => {
    const examId = await complete();
    await db().updateTable('questions').set({ deleted_at: NOW }).where('id', '=', written.id).execute();
    await db()
      .insertInto('shares')
      .values({
        question_id: theory.id,
        audience: 'students',
        classroom_id: null,
        created_by: teacher.id,
        created_at: NOW,
      })
      .execute();
    const { warnings } = await getExamPreview(teacher, examId, NOW);
    expect(warnings.join()).toMatch(/共享给了学生.*已从题库删除/s);
    expect(await publish(examId)).toBe('published');
    const snapshots = await db().selectFrom('exam_items').select('snapshot').where('exam_id', '=', examId).execute();
    expect(snapshots.map((one) => fromJson<QuestionSnapshot>(one.snapshot).bank).sort()).toEqual([
      'oral',
      'theory',
      'written',
    ]);
  });
});

describe('after publication', () => {
  const attemptOf = async (examId: number, started: number, part: 'oral' | 'written' = 'oral') => {
    const exam = await row(examId);
    const items = await db().selectFrom('exam_items').selectAll().where('exam_id', '=', examId).execute();
    return makeAttempt({
      exam: { ...exam, items },
      student,
      part,
      now: started,
      started_at: started,
      deadline_at: started + 20 * MINUTE,
    });
  };
  const extend = (id: number, change: Record<string, unknown>, now: number, actor = teacher) =>
    extendExam(actor, extendSchema.parse({ id, minutes: 10, reason: '停电', ...change }), now);

  test('withdrawing gives a draft back and tells the students; not after the first attempt', async () => {
    const examId = await complete();
    await publish(examId);
    await withdrawExams(teacher, [examId], NOW);
    await withdrawExams(teacher, [examId], NOW);
    expect((await row(examId)).status).toBe('draft');
    // The unread 新考试 went with the exam.
    const told = await db().selectFrom('messages').select('title').where('user_id', '=', student.id).execute();
    expect(told).toEqual([{ title: expect.stringMatching(/^考试已撤回/) as string }]);
    await publish(examId);
    await attemptOf(examId, NOW + 70 * MINUTE);
    expect(await refusal(withdrawExams(teacher, [examId], NOW))).toMatchObject({ code: 'conflict' });
    expect((await row(examId)).status).toBe('published');
  });

  test('closing hands in what is open, and twice is harmless', async () => {
    const examId = await complete();
    await publish(examId);
    const attempt = await attemptOf(examId, NOW + 70 * MINUTE);
    const now = NOW + 75 * MINUTE;
    await closeExams(teacher, [examId], now);
    await closeExams(teacher, [examId], now + 1);
    expect(await row(examId)).toMatchObject({ status: 'closed', closed_at: now });
    expect(await getAttemptView(attempt.id)).toMatchObject({ state: 'auto_submitted', closedBy: 'teacher' });
  });

  test('only drafts can be deleted; twice is harmless', async () => {
    const examId = await complete();
    await publish(examId);
    expect(await refusal(deleteExams(teacher, [examId], NOW))).toMatchObject({ code: 'conflict' });
    await withdrawExams(teacher, [examId], NOW);
    await deleteExams(teacher, [examId], NOW);
    expect(await deleteExams(teacher, [examId], NOW)).toBe(1);
    expect(await refusal(getWizardExam(teacher, examId))).toMatchObject({ code: 'not_found' });
  });

  test('more minutes for the room move windows, limits and running papers together', async () => {
    const examId = await complete();
    await publish(examId);
    const started = NOW + 115 * MINUTE;
    const attempt = await attemptOf(examId, started);
    expect(await extend(examId, { all: '1', scope: 'oral' }, started + MINUTE)).toBe(1);
    expect(await row(examId)).toMatchObject({
      oral_end_time: NOW + 130 * MINUTE,
      oral_minutes: 30,
      end_time: NOW + 240 * MINUTE,
    });
    expect((await getAttemptView(attempt.id)).deadlineAt).toBe(NOW + 130 * MINUTE);
  });

  test('only the upload can be given more time', async () => {
    const examId = await complete();
    await publish(examId);
    await extend(examId, { all: '1', scope: 'upload' }, NOW);
    expect(await row(examId)).toMatchObject({ end_time: NOW + 240 * MINUTE, upload_end_time: NOW + 265 * MINUTE });
  });

  test('minutes for one student are added up and reach the running paper', async () => {
    const examId = await complete();
    await publish(examId);
    const started = NOW + 70 * MINUTE;
    const attempt = await attemptOf(examId, started);
    await extend(examId, { studentIds: [student.id], scope: 'oral' }, started);
    await extend(examId, { studentIds: [student.id], scope: 'oral', minutes: 5 }, started);
    expect((await getAttemptView(attempt.id)).deadlineAt).toBe(started + 35 * MINUTE);
    const stranger = await makeStudent();
    expect(await refusal(extend(examId, { studentIds: [stranger.id], scope: 'oral' }, started))).toMatchObject({
      fields: { studentIds: expect.any(String) as string },
    });
  });

  test('after the end more time opens the exam again, and a paper that ran out goes on', async () => {
    const examId = await complete({ testType: '0' });
    await publish(examId);
    const attempt = await attemptOf(examId, NOW + 110 * MINUTE);
    await db()
      .updateTable('attempts')
      .set({
        state: 'auto_submitted',
        closed_by: 'server',
        submitted_at: NOW + 120 * MINUTE,
        deadline_at: NOW + 120 * MINUTE,
      })
      .where('id', '=', attempt.id)
      .execute();
    expect(await closeEndedExams(NOW + 120 * MINUTE + 30_000)).toBe(0);
    expect(await closeEndedExams(NOW + 120 * MINUTE + 30_001)).toBe(1);
    const late = NOW + 125 * MINUTE;
    expect((await refusal(extend(examId, { all: '1', scope: 'oral', minutes: 5 }, late))).fields.minutes).toContain(
      '至少要加 6 分钟',
    );
    await extend(examId, { all: '1', scope: 'oral' }, late);
    expect((await row(examId)).status).toBe('published');
    expect(await getAttemptView(attempt.id)).toMatchObject({ state: 'in_progress', deadlineAt: NOW + 130 * MINUTE });
  });

  test('classes can be added, not taken away', async () => {
    const examId = await complete();
    await publish(examId);
    const added = await makeClassroom({ teacher });
    const newcomer = await makeStudent({ classroom_id: added.id });
    expect(await addClassrooms(teacher, { id: examId, clazzIds: [classroom.id, added.id] }, NOW)).toBe(1);
    expect((await getVisibleExam(actorOf(newcomer), examId)).classroomIds).toHaveLength(2);
    const foreign = await makeClassroom({ teacher: other });
    expect(await refusal(addClassrooms(teacher, { id: examId, clazzIds: [foreign.id] }, NOW))).toMatchObject({
      code: 'invalid',
    });
  });

  test('examiners may look but not act; strangers know of nothing', async () => {
    const examId = await complete();
    await db().insertInto('exam_examiners').values({ exam_id: examId, teacher_id: other.id, part: 'oral' }).execute();
    expect(await refusal(getVisibleExam(other, examId))).toMatchObject({ code: 'not_found' });
    await publish(examId);
    expect((await getExamPreview(other, examId, NOW)).isOwner).toBe(false);
    const stranger = actorOf(await makeTeacher());
    for (const [actor, code] of [
      [other, 'forbidden'],
      [stranger, 'not_found'],
    ] as const) {
      expect(await refusal(withdrawExams(actor, [examId], NOW))).toMatchObject({ code });
      expect(await refusal(closeExams(actor, [examId], NOW))).toMatchObject({ code });
      expect(await refusal(deleteExams(actor, [examId], NOW))).toMatchObject({ code });
      expect(await refusal(publish(examId, actor))).toMatchObject({ code });
      expect(await refusal(extend(examId, { all: '1' }, NOW, actor))).toMatchObject({ code });
    }
  });

  test('the list counts students by how far they are', async () => {
    const examId = await complete();
    await publish(examId);
    await attemptOf(examId, NOW + 70 * MINUTE);
    const { rows } = await listOwnExams(
      teacher,
      { status: 'published', keyword: '期末', currentPage: 1, pageSize: 15 },
      NOW + 70 * MINUTE,
    );
    expect(rows).toMatchObject([
      {
        id: examId,
        studentCount: 1,
        parts: [
          { part: 'oral', phase: 'running', started: 1, handedIn: 0, scored: 0 },
          { part: 'written', phase: 'not_started', started: 0 },
        ],
      },
    ]);
    expect(await countOwnExams(teacher, '')).toMatchObject({ '': 1, published: 1, draft: 0 });
    expect((await listOwnExams(other, { status: '', keyword: '', currentPage: 1, pageSize: 15 }, NOW)).totalCount).toBe(
      0,
    );
  });
});

describe('the API', () => {
  const input = (change: Record<string, unknown> = {}) => examInputSchema.parse({ ...rawInput(), ...change });
  const rawInput = () => ({
    name: '接口考试',
    testType: 2,
    clazzIds: String(classroom.id),
    oralId: oral.id,
    items: [
      { questionId: theory.id, points: 4 },
      { questionId: written.id, points: 16 },
    ],
    oralExaminerIds: '',
    keyPoint: '园林,小桥',
    imageUrl: '',
    oralBeginTime: time(60),
    oralEndTime: time(120),
    beginTime: time(180),
    endTime: time(240),
    uploadEndTime: time(240),
    firstDate: 'ignored',
    writtenExamContent: 'ignored',
    settings: { maxTakes: 2, measureWeights: { zqd: 100, lld: 0, wzd: 0, gjc: 0 } },
  });

  test('adds and edits an exam whole', async () => {
    const id = await addExam(teacher, input({ requestId: 'key' }), NOW);
    expect(await addExam(teacher, input({ requestId: 'key' }), NOW)).toBe(id);
    const edit = { ...rawInput(), id, name: '改过', items: undefined, writtenIds: String(written.id) };
    await editExam(teacher, examEditSchema.parse(edit), NOW);
    const exam = await getWizardExam(teacher, id);
    expect(exam).toMatchObject({
      name: '改过',
      keyPoints: ['园林', '小桥'],
      settings: { maxTakes: 2, measureWeights: { zqd: 100 } },
    });
    expect(exam.items.map((item) => item.questionId)).toEqual([oral.id, written.id]);
    expect(await publish(id)).toBe('published');
  });

  test('takes key points and pictures from the oral question unless the call says its own, even none', async () => {
    await db()
      .updateTable('questions')
      .set({ key_points: toJson(['石桥', '流水']) })
      .where('id', '=', oral.id)
      .execute();
    const rest = Object.fromEntries(Object.entries(rawInput()).filter(([name]) => !/^(keyPoint|imageUrl)$/.test(name)));
    const left = await addExam(teacher, examInputSchema.parse(rest), NOW);
    const none = await addExam(teacher, input({ keyPoint: '' }), NOW);
    expect((await getWizardExam(teacher, left)).keyPoints).toEqual(['石桥', '流水']);
    expect((await getWizardExam(teacher, none)).keyPoints).toEqual([]);
  });

  test('a question of another bank, or none that there is, is refused at its field', async () => {
    const refused = async (more: Record<string, unknown>) => {
      const problem = await addExam(teacher, input(more), NOW).catch((error: AppError) => error);
      return (problem as AppError).fields;
    };
    const items = (questionId: number) => ({ items: [{ questionId, points: 5 }], writtenIds: undefined });
    expect(await refused(items(oral.id))).toEqual({
      items: `题目 ${oral.id} 是口语题：口语题请写在 oralId 里，这里只放笔试题和理论题`,
    });
    expect(await refused({ items: undefined, writtenIds: String(oral.id) })).toHaveProperty('writtenIds');
    expect(await refused({ oralId: theory.id })).toEqual({
      oralId: `题目 ${theory.id} 是理论题：口语部分只能用口语题`,
    });
    expect(await refused(items(99_999))).toEqual({ items: '找不到题目 99999' });
  });

  test('says every broken rule', () => {
    const result = examInputSchema.safeParse({
      testType: [],
      oralBeginTime: 'x',
      items: [{ questionId: 1, points: 0 }],
    });
    const fields = result.error?.issues.map((issue) => issue.path.join('.'));
    expect(fields).toEqual(expect.arrayContaining(['name', 'testType', 'clazzIds', 'oralBeginTime', 'items.0.points']));
  });
});
