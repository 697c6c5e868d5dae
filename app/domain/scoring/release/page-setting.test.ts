import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import { formatMinute } from '~/lib/time';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
} from '~tests/factories';
import type { AppError } from '~/lib/errors';
import { useDatabase } from '~tests/support/db';
import { resultKey, savePageSetting, type SettingQuestion } from './page-setting.commands.server';
import { getPageSetting } from './page-setting.queries.server';
import { pageSettingSchema } from './page-setting.schema';
import { releaseExams } from './release.commands.server';
import { getOwnResult } from '../result/result.queries.server';
import { saveScore } from '../marking/scoring.commands.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 7_200_000;

/** Two examiners gave one paper 80 and 88 (oral); the written part is all right: 84 and 100, half and half. */
async function makeSchool() {
  const owner = await makeTeacher();
  const second = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id, name: '林可欣' });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner }),
    written: [await makeTheoryQuestion({ owner, points: 10 })],
    examiners: [{ teacher: second, part: 'oral' }],
    oral_weight: 50,
    written_weight: 50,
    status: 'closed',
    settings: { shuffleItems: true, maxTakes: 3 },
    now: NOW,
  });
  const oral = await makeAttempt({ exam, student, part: 'oral', state: 'submitted', now: NOW });
  const written = await makeAttempt({
    exam,
    student,
    part: 'written',
    state: 'submitted',
    answers: [{ keys: ['B'] }],
    now: NOW,
  });
  const actors = { owner: actorOf(owner), second: actorOf(second), student: actorOf(student) };
  const give = (by: 'owner' | 'second', attemptId: number, marks: object[]) =>
    saveScore(actors[by], { attemptId, marks: marks as never, comment: '', isFinal: true, version: 0 }, AFTER);
  const all = (value: number) => [
    { itemId: exam.items[0]?.id ?? 0, measures: { zqd: value, lld: value, wzd: value, gjc: value } },
  ];
  await give('owner', oral.id, all(80));
  await give('second', oral.id, all(88));
  await give('owner', written.id, []);
  const total = async () =>
    (await db().selectFrom('results').select('total_percent').where('exam_id', '=', exam.id).executeTakeFirst())
      ?.total_percent ?? null;
  return { exam, oral, total, ...actors };
}

type School = Awaited<ReturnType<typeof makeSchool>>;

const USUAL = {
  oralWeight: '50',
  writtenWeight: '50',
  arbitrationLimit: '10',
  countedAttempt: 'last',
  rowsPerPage: '15',
  releaseMode: 'manual',
  passFrom: '60',
  goodFrom: '70',
  excellentFrom: '86',
  lowFrom: '40',
  resultDisplay: 'points',
  quickComments: '',
};

async function save(school: School, change: Record<string, string | undefined>, by: 'owner' | 'second' = 'owner') {
  const { version } = await getExamView(school.exam.id);
  const input = pageSettingSchema.parse({ examId: school.exam.id, version, ...USUAL, ...change });
  return savePageSetting(school[by], input, AFTER);
}

describe('savePageSetting', () => {
  it('keeps what the wizard set, and what changes no result is saved at once', async () => {
    const school = await makeSchool();
    const change = {
      isBlind: 'on',
      rowsPerPage: '３０',
      quickComments: '语速适中\r\n\n 停顿自然 \n语速适中',
      showsRank: 'on',
    };
    expect(await save(school, change)).toBe(0);
    const { settings } = await getExamView(school.exam.id);
    expect(settings).toMatchObject({
      shuffleItems: true,
      maxTakes: 3,
      isBlind: true,
      showsRank: true,
      rowsPerPage: 30,
      quickComments: ['语速适中', '停顿自然'],
    });
    const audit = await db()
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'exam.page_setting')
      .execute();
    expect(JSON.parse(audit[0]?.detail ?? '{}')).toMatchObject({ before: { isBlind: false, rowsPerPage: 15 } });
  });

  it('asks before names are shown beside papers that are still marked without them', async () => {
    const school = await makeSchool();
    await save(school, { isBlind: 'on' });
    const refusal = (await save(school, {}).catch((error: unknown) => error)) as {
      message: string;
      data: { extra: SettingQuestion };
    };
    expect(refusal.message).toMatch(/^关掉匿名评阅以后，还没有公布成绩的 2 份答卷马上显示姓名/);
    await save(school, { confirm: refusal.data.extra.confirm });
    expect((await getExamView(school.exam.id)).settings.isBlind).toBe(false);
  });

  it('asks before totals change, and then settles them all', async () => {
    const school = await makeSchool();
    expect(await school.total()).toBe(92);
    const change = { oralWeight: '75', writtenWeight: '25' };
    const refusal = (await save(school, change).catch((error: unknown) => error)) as {
      data: { extra: SettingQuestion };
    };
    expect(refusal.data.extra.effect).toMatchObject({
      settlements: 0,
      rows: [{ name: '林可欣', before: 92, after: 88 }],
    });
    expect(await school.total()).toBe(92);
    const { confirm } = refusal.data.extra;
    // A confirmation is of what was shown.
    await expect(save(school, { oralWeight: '80', writtenWeight: '20', confirm })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await save(school, { ...change, confirm })).toBe(1);
    expect(await school.total()).toBe(88);
  });

  it('a smaller limit sends papers to arbitration', async () => {
    const school = await makeSchool();
    const kept = { oralWeight: 50, writtenWeight: 50, countedAttempt: 'last', markedBy: 'all' } as const;
    const confirm = resultKey({ ...kept, arbitrationLimit: 5 });
    await expect(save(school, { arbitrationLimit: '5' })).rejects.toMatchObject({
      data: { extra: { confirm, effect: { settlements: 1, rows: [{ before: 92, after: null }] } } },
    });
    await save(school, { arbitrationLimit: '5', confirm });
    expect(await school.total()).toBeNull();
    const attempt = await db()
      .selectFrom('attempts')
      .select(['state', 'settlement'])
      .where('id', '=', school.oral.id)
      .executeTakeFirst();
    expect(attempt).toEqual({ state: 'submitted', settlement: 'arbitration' });
  });

  it('refuses what does not fit together', async () => {
    const school = await makeSchool();
    await expect(save(school, { oralWeight: '70' })).rejects.toMatchObject({
      fields: { oralWeight: expect.any(String) as string },
    });
    await expect(save(school, { releaseMode: 'auto' })).rejects.toMatchObject({
      fields: { releaseMode: expect.any(String) as string },
    });
    await expect(save(school, { passFrom: '75' })).rejects.toMatchObject({
      fields: { goodFrom: '良好线不能低于及格线' },
    });
    expect(
      pageSettingSchema.safeParse({ examId: 1, ...USUAL, passFrom: '六十', rowsPerPage: '0' }).error?.issues,
    ).toHaveLength(2);
    const { version } = await getExamView(school.exam.id);
    const stale = pageSettingSchema.parse({ examId: school.exam.id, ...USUAL, isBlind: 'on', version: version + 1 });
    await expect(savePageSetting(school.owner, stale, AFTER)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is the owner’s; once released, what decides results stays and the rest may change', async () => {
    const school = await makeSchool();
    await expect(save(school, { isBlind: 'on' }, 'second')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await getPageSetting(school.second, school.exam.id)).toMatchObject({
      isOwner: false,
      isOpen: false,
      parts: [{ part: 'oral', rubric: { version: 0 }, outdated: 0 }],
    });
    await expect(getPageSetting(school.student, school.exam.id)).rejects.toMatchObject({ code: 'not_found' });
    await releaseExams(school.owner, { ids: [school.exam.id], confirm: true }, AFTER);
    expect(await getPageSetting(school.owner, school.exam.id)).toMatchObject({ isOwner: true, isOpen: false });
    await expect(save(school, { oralWeight: '60', writtenWeight: '40' })).rejects.toMatchObject({ code: 'conflict' });
    const locked = {
      oralWeight: undefined,
      writtenWeight: undefined,
      arbitrationLimit: undefined,
      countedAttempt: undefined,
    };
    await save(school, { ...locked, showsRank: 'on' });
    expect((await getExamView(school.exam.id)).settings.showsRank).toBe(true);
  });

  it('asks back before a word that students have read becomes another, and tells them', async () => {
    const school = await makeSchool();
    await releaseExams(school.owner, { ids: [school.exam.id], confirm: true }, AFTER);
    const was = await school.total();
    const locked = { oralWeight: undefined, writtenWeight: undefined, arbitrationLimit: undefined };
    const raised = { ...locked, countedAttempt: undefined, excellentFrom: String((was ?? 0) + 1) };
    const asked = await save(school, raised).catch((error: AppError) => error);
    expect(asked).toMatchObject({ code: 'conflict' });
    expect((asked as AppError).message).toContain('1 名学生的等级会由“优秀”变为“良好”');
    expect((await getExamView(school.exam.id)).settings.excellentFrom).toBe(86);
    const { confirm } = (asked as AppError).data.extra as SettingQuestion;
    // A confirmation of one change is none of another.
    await expect(save(school, { ...raised, goodFrom: '65', confirm })).rejects.toMatchObject({ code: 'conflict' });
    await save(school, { ...raised, confirm });
    expect((await getExamView(school.exam.id)).settings.excellentFrom).toBe((was ?? 0) + 1);
    const told = await db()
      .selectFrom('messages')
      .select(['user_id', 'body'])
      .where('title', 'like', '等级更正%')
      .execute();
    expect(told).toEqual([
      { user_id: school.student.id, body: '等级线改了：你的等级由“优秀”改为“良好”，分数没有变。' },
    ]);
    // What nobody has read differently needs no word.
    await save(school, { ...raised, lowFrom: '30' });
  });

  it('who has no total is told of the words of the parts, and the question lists everybody it counts', async () => {
    const school = await makeSchool();
    const { exam, student, owner } = school;
    const { classroomId } = student;
    const half = await makeStudent({ classroom_id: classroomId, name: '只考笔试' });
    const sat = await makeAttempt({
      ...{ exam, student: half, part: 'written', state: 'submitted', answers: [{ keys: ['B'] }], now: NOW },
    });
    await saveScore(owner, { attemptId: sat.id, marks: [], comment: '', isFinal: true, version: 0 }, AFTER);
    await db().updateTable('results').set({ written_percent: 88 }).where('student_id', '=', half.id).execute();
    await releaseExams(owner, { ids: [exam.id], confirm: true }, AFTER);
    const locked = { oralWeight: undefined, writtenWeight: undefined, arbitrationLimit: undefined };
    const raised = { ...locked, countedAttempt: undefined, excellentFrom: '93' };
    const asked = (await save(school, raised).catch((error: AppError) => error)) as AppError;
    expect(asked.message).toContain('1 名学生的等级会由“优秀”变为“良好”');
    expect(asked.message).toContain('1 名学生的笔试等级会由“优秀”变为“良好”');
    const { effect, confirm } = asked.data.extra as SettingQuestion;
    expect(effect.grades).toEqual([
      expect.objectContaining({ name: '林可欣', part: null, before: '优秀', after: '良好' }),
      expect.objectContaining({ studentId: half.id, name: '只考笔试', part: 'written', before: '优秀', after: '良好' }),
    ]);
    await save(school, { ...raised, confirm });
    const told = await db()
      .selectFrom('messages')
      .select('body')
      .where('title', 'like', '等级更正%')
      .where('user_id', '=', half.id)
      .execute();
    expect(told).toEqual([{ body: '等级线改了：你的笔试等级由“优秀”改为“良好”，分数没有变。' }]);
  });

  it('asks back before students see grades instead of points, tells them, and no message says points any more', async () => {
    const school = await makeSchool();
    await releaseExams(school.owner, { ids: [school.exam.id], confirm: true }, AFTER);
    await db().updateTable('messages').set({ body: '总分由 90 分改为 92 分。', read_at: AFTER }).execute();
    const locked = { oralWeight: undefined, writtenWeight: undefined, arbitrationLimit: undefined };
    const grade = { ...locked, countedAttempt: undefined, resultDisplay: 'grade' };
    const asked = (await save(school, grade).catch((error: AppError) => error)) as AppError;
    expect([asked.code, asked.message]).toEqual([
      'conflict',
      '成绩已经公布。1 名学生看到的成绩会改为只显示等级，他们会收到消息。确认后再保存一次。',
    ]);
    expect(await getOwnResult(school.student, school.exam.id, AFTER)).toMatchObject({ total: 92, grade: null });
    await save(school, { ...grade, confirm: (asked.data.extra as SettingQuestion).confirm });
    expect(await getOwnResult(school.student, school.exam.id, AFTER)).toMatchObject({ total: null, display: 'grade' });
    const told = async () =>
      (await db().selectFrom('messages').select(['title', 'body']).orderBy('id').execute()).map(
        (row) => `${row.title.split('：')[0]}：${row.body}`,
      );
    expect(await told()).toEqual([
      '成绩公布：成绩更正过。现在成绩只显示等级，点开可以看到现在的结果。',
      '成绩显示方式改了：老师把这场考试的成绩改为只显示等级，点开可以看到。得分本身没有变。',
    ]);
    const { detail } = await db()
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'exam.page_setting')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(detail)).toMatchObject({
      before: { resultDisplay: 'points' },
      after: { resultDisplay: 'grade' },
    });
  });
});

describe('阅卷期限', () => {
  it('in the past is refused at its field, one that stands is not; moved again it replaces the unread message', async () => {
    const school = await makeSchool();
    const told = async () =>
      db()
        .selectFrom('messages')
        .select('body')
        .where('user_id', '=', school.second.id)
        .where('title', 'like', '阅卷期限：%')
        .orderBy('id')
        .execute();
    const past = formatMinute(AFTER - 3_600_000);
    await expect(save(school, { markingDueAt: past })).rejects.toMatchObject({
      code: 'invalid',
      fields: { markingDueAt: expect.stringContaining('已经过去') as string },
    });
    const [first, next] = [formatMinute(AFTER + 3_600_000), formatMinute(AFTER + 7_200_000)];
    await save(school, { markingDueAt: first });
    const parts = (await told()).length;
    expect(parts).toBeGreaterThan(0);
    await save(school, { markingDueAt: next });
    await save(school, { markingDueAt: next, showsRank: 'on' });
    const bodies = await told();
    expect(bodies).toHaveLength(parts);
    for (const { body } of bodies) expect(body).toContain(`请在 ${next} 前评完。`);
    await save(school, { markingDueAt: '' });
    expect(await told()).toEqual([]);
    // What has passed meanwhile stands in the way of nothing else.
    await db()
      .updateTable('exams')
      .set({ marking_due_at: AFTER - 60_000 })
      .where('id', '=', school.exam.id)
      .execute();
    await save(school, { markingDueAt: formatMinute(AFTER - 60_000), showsRank: undefined });
    expect(await told()).toEqual([]);
  });
});

it('is not made blind while scanned sheets are here whose heads name their students', async () => {
  const school = await makeSchool();
  const state = { id: 'heap', exam_id: school.exam.id, owner_id: school.owner.id, state: 'read', created_at: NOW };
  await db()
    .insertInto('scan_heaps')
    .values({ ...state, updated_at: NOW })
    .execute();
  const { id: fileId } = await makeFile({ owner: school.owner, kind: 'image' });
  const page = { file_id: fileId, exam_id: school.exam.id, heap_id: 'heap', position: 1, source: '一页.jpg' };
  await db()
    .insertInto('scan_pages')
    .values({ ...page, state: 'placed' })
    .execute();
  await expect(save(school, { isBlind: 'on' })).rejects.toMatchObject({
    fields: { isBlind: expect.stringMatching(/读过 1 页答题纸.*撤销放入/) as string },
  });
  await db().updateTable('scan_heaps').set({ state: 'reading' }).execute();
  await expect(save(school, { isBlind: 'on' })).rejects.toMatchObject({
    fields: { isBlind: expect.stringContaining('正在读') as string },
  });
  await db().updateTable('scan_heaps').set({ state: 'read' }).execute();
  await db().updateTable('scan_pages').set({ state: 'discarded' }).execute();
  await save(school, { isBlind: 'on' });
  // Read from now on, their heads are covered.
  await db().updateTable('scan_pages').set({ state: 'placed' }).execute();
  await save(school, { isBlind: 'on', quickComments: '很好' });
});
