import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { up as renameEntities } from '~/db/migrations/0012-audit-words';
import type { AuditEntity } from '~/db/tables/school';
import { exportOwnData } from '~/domain/export/own-data.commands.server';
import { useFile } from '~/domain/file/file.commands.server';
import { getReadableFile } from '~/domain/file/file.queries.server';
import { recordReading } from '~/domain/file/reading.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
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
  makeTheoryQuestion,
  makeWrittenQuestion,
  type MadeExam,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { recordAudit } from './audit.commands.server';
import { exportAudit } from './audit-export.server';
import { listAudit, type AuditFilter } from './audit.queries.server';
import type { AuditAction } from './audit.rules';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 1);
const ALL: AuditFilter = { examId: null, person: '', kind: '', from: '', to: '' };

let owner: Actor;
let examiner: Actor;
let stranger: Actor;
let student: Awaited<ReturnType<typeof makeStudent>>;
let exam: MadeExam;
let attempt: { id: number };

beforeEach(async () => {
  const [first, second] = [await makeTeacher({ name: '周敏' }), await makeTeacher({ name: '陈立' })];
  [owner, examiner, stranger] = [actorOf(first), actorOf(second), actorOf(await makeTeacher({ name: '吴越' }))];
  const classroom = await makeClassroom({ teacher: first, name: '导游 1 班' });
  student = await makeStudent({ classroom_id: classroom.id, name: '林可欣' });
  exam = await makeExam({
    owner,
    name: '期末口试',
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner }),
    examiners: [{ teacher: examiner, part: 'oral' }],
    status: 'closed',
  });
  attempt = await makeAttempt({ exam, student, part: 'oral', state: 'submitted' });
});

const record = (
  actor: Actor | null,
  action: AuditAction,
  entity: AuditEntity,
  entityId: number | string,
  detail = {},
  at = NOW,
) => recordAudit(actor, { action, entity, entityId, detail }, at);
const rowsOf = async (actor: Actor, filter: Partial<AuditFilter> = {}) =>
  (await listAudit(actor, { ...ALL, ...filter, currentPage: 1, pageSize: 15 }, NOW + 1)).rows;
const said = async (actor: Actor, filter: Partial<AuditFilter> = {}) =>
  (await rowsOf(actor, filter)).map((row) => `${row.who} ${row.sentence} ${row.target}`);

describe('who knows of what', () => {
  test('the exam’s owner of everything about it, an examiner of their own doing, others of nothing', async () => {
    await record(owner, 'exam.publish', 'exam', exam.id);
    await record(actorOf(student), 'attempt.submit', 'attempt', attempt.id);
    await record(examiner, 'score.finalise', 'attempt', attempt.id);
    await record(null, 'score.by_key', 'exam', exam.id, { papers: 12 });
    expect(await said(owner)).toEqual([
      '系统 按标准答案自动评分 《期末口试》',
      '陈立 提交了评分 《期末口试》口语 林可欣',
      '林可欣 交卷 《期末口试》口语 林可欣',
      '周敏 发布了考试 《期末口试》',
    ]);
    expect(await said(examiner)).toEqual(['陈立 提交了评分 《期末口试》口语 林可欣']);
    expect(await said(stranger)).toEqual([]);
    expect(await said({ ...stranger, isAdmin: true })).toHaveLength(4);
    const [byServer, finalised] = await rowsOf(owner);
    expect(byServer).toMatchObject({ remark: '12 份答卷', href: `/examination/preview?id=${exam.id}`, address: '' });
    expect(finalised).toMatchObject({
      href: `/examination/scoreexamination/score?attemptId=${attempt.id}`,
      address: '127.0.0.1',
    });
    expect((await rowsOf(examiner))[0]?.href).toBeNull();
  });

  test('a question by the number that it has on every paper, what is drawn before it counted in', async () => {
    const question = { owner: { id: owner.id } };
    const drawing = await makeExam({
      ...question,
      name: '期末笔试',
      written: [await makeTheoryQuestion(question), await makeWrittenQuestion(question)],
      draws: [{ pool: [await makeTheoryQuestion(question), await makeTheoryQuestion(question)], count: 2, points: 5 }],
    });
    await record(examiner, 'score.save_item', 'exam_item', drawing.items[1]?.id ?? 0);
    expect((await rowsOf(owner))[0]?.target).toBe('《期末笔试》笔试第 4 题');
  });

  test('a teacher of what was done to their students, and who read their files', async () => {
    const file = await makeFile({ owner: student, kind: 'audio' });
    await useFile(file.id, 'attempt', attempt.id);
    await recordReading(examiner, await getReadableFile(examiner, file.id, NOW), NOW);
    await record(stranger, 'student.reset_password', 'user', student.id);
    await record(actorOf(student), 'user.sign_in', 'user', student.id);
    expect(await said(owner)).toEqual([
      '吴越 重置了学生的密码 林可欣（导游 1 班）',
      '陈立 查看了学生的录音或照片 《期末口试》口语 林可欣',
    ]);
  });

  test('a teacher of a student’s export of their own data', async () => {
    await exportOwnData(actorOf(student), NOW);
    expect(await said(owner)).toEqual(['林可欣 导出了自己的数据 林可欣（导游 1 班）']);
    expect(await said(stranger)).toEqual([]);
  });

  test('entries of before, whatever their word for the same thing was', async () => {
    const old: [AuditAction, string, number][] = [
      ['exam.export', 'exams', exam.id],
      ['attempt.take', 'attempts', attempt.id],
      ['student.edit', 'users', student.id],
    ];
    for (const [action, entity, id] of old) {
      const row = { actor_id: null, action, entity: entity as AuditEntity, entity_id: String(id), detail: '{}' };
      await db()
        .insertInto('audit_entries')
        .values({ ...row, address: '', at: NOW })
        .execute();
    }
    expect(await said(owner)).toEqual([]);
    await renameEntities(db() as unknown as Kysely<unknown>);
    expect(await said(owner)).toEqual([
      '系统 修改了学生信息 林可欣（导游 1 班）',
      '系统 上传了录音 《期末口试》口语 林可欣',
      '系统 导出了试卷、成绩、答卷或报告 《期末口试》',
    ]);
  });

  test('of a paper that is marked blind nobody learns whose it is', async () => {
    await db()
      .updateTable('exams')
      .set({ settings: exam.settings.replace('"isBlind":false', '"isBlind":true') })
      .execute();
    await record(examiner, 'score.finalise', 'attempt', attempt.id);
    const take = await makeTake({ attempt, itemId: exam.items[0]?.id ?? 0, owner: student });
    await record(actorOf(student), 'attempt.submit', 'attempt', attempt.id);
    await record(actorOf(student), 'attempt.take', 'take', take.id);
    const [scored, ...others] = await rowsOf(owner);
    expect(scored?.target).toMatch(/^《期末口试》口语 答卷 \w{6}$/);
    // When each began and handed in, and how much was sent, stands by the code: what students did is told by name to
    // nobody who may meet the code, an administrator neither.
    expect(others).toEqual([]);
    expect(await said(owner, { person: '林可欣' })).toEqual([]);
    for (const who of [owner, examiner]) expect(await said({ ...who, isAdmin: true })).toHaveLength(1);
    expect(await said(actorOf(student))).toHaveLength(2);
    // Who looks after the school, and has nothing to do with the exam, does.
    expect(await said({ ...stranger, isAdmin: true }, { person: '林可欣' })).toEqual([
      '林可欣 上传了录音 《期末口试》口语',
      '林可欣 交卷 《期末口试》口语',
    ]);
    await db().updateTable('exams').set({ status: 'released' }).execute();
    expect(await said(owner, { person: '林可欣' })).toHaveLength(3);
  });
});

describe('the filters', () => {
  beforeEach(async () => {
    await record(owner, 'exam.release', 'exam', exam.id);
    await record(owner, 'class.edit', 'classroom', student.classroom_id ?? 0);
    await record(examiner, 'score.save_draft', 'attempt', attempt.id, {}, NOW - 40 * 24 * 3600_000);
  });

  test('exam, person, kind and period', async () => {
    expect(await said(owner)).toEqual(['周敏 修改了班级 导游 1 班', '周敏 公布了成绩 《期末口试》']);
    expect(await said(owner, { examId: exam.id })).toEqual([
      '周敏 公布了成绩 《期末口试》',
      '陈立 保存了评分草稿 《期末口试》口语 林可欣',
    ]);
    expect(await said(owner, { person: '陈立', examId: exam.id })).toHaveLength(1);
    expect(await said(owner, { person: '林可', examId: exam.id })).toHaveLength(1);
    expect(await said(owner, { kind: 'result' })).toEqual(['周敏 公布了成绩 《期末口试》']);
    expect(await said(owner, { from: '2026-10-01', to: '2026-10-31' })).toHaveLength(1);
    expect(await said(owner, { from: '2026-11-22' })).toEqual([]);
  });

  test('the file holds what the filters leave, and taking it is recorded', async () => {
    const bytes = await exportAudit(owner, { ...ALL, kind: 'result' }, NOW + 1);
    const rows = await readSheetRows(chunks(bytes), { maxRows: 100 });
    expect(rows.map(({ cells }) => cells.slice(0, 6))).toEqual([
      ['时间', '谁', '账号', '类别', '做了什么', '对象'],
      ['2026-11-21 09:00:00', '周敏', owner.account, '成绩', '公布了成绩', '《期末口试》'],
    ]);
    expect((await rowsOf(owner))[0]).toMatchObject({ sentence: '导出了操作记录', remark: '1 项' });
  });
});

async function* chunks(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield bytes;
}
