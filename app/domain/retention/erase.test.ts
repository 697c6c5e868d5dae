import { existsSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { databaseKind, db } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { exportAnswers } from '~/domain/scoring/report/answer-export.server';
import { exportScoreList } from '~/domain/scoring/report/score-list-export.server';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import { getExamFigures } from '~/domain/statistics/exam-figures.server';
import { exportExamStatistics } from '~/domain/statistics/statistics-export.server';
import { hashPassword } from '~/domain/user/password.server';
import { signIn, throttleForget } from '~/domain/user/sign-in.commands.server';
import { editStudent, deleteStudents } from '~/domain/user/student.commands.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { env } from '~/lib/env.server';
import { newUuid } from '~/lib/ids.server';
import { readSheetRows } from '~/lib/spreadsheet.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeComment,
  makeExam,
  makeFile,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeThread,
  makeWork,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { eraseStudent } from './erase.commands.server';
import { listDeletedStudents } from './erase.queries.server';
import { eraseSchema } from './erase.schema';
import { DAY_MS } from './retention.rules';

useDatabase();

const NOW = Date.UTC(2026, 10, 22, 3);

async function deletedStudent() {
  const owner = await makeTeacher({ is_admin: 1 });
  const admin = actorOf(owner);
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ name: '林小月', gender: '女', phone: '13800138000', classroom_id: classroom.id });
  const file = newUuid();
  await db()
    .insertInto('files')
    .values({
      id: file,
      owner_id: student.id,
      kind: 'audio',
      mime: 'audio/mp4',
      name: 'a',
      size: 1,
      sha256: '',
      created_at: NOW,
    })
    .execute();
  await sendMessages([admin.id], { kind: 'password', title: `学生林小月（${student.account}）忘记了密码` }, NOW);
  const detail = { account: student.account, name: '林小月' };
  await recordAudit(actorOf(student), { action: 'student.edit', entity: 'user', entityId: student.id, detail }, NOW);
  await deleteStudents(admin, { ids: [student.id] }, NOW);
  return { admin, student, file };
}

describe('彻底删除', () => {
  test('leaves a number where a person was, everywhere', async () => {
    const { admin, student, file } = await deletedStudent();
    const input = eraseSchema.parse({ id: student.id, reason: 'guardian', note: '母亲来电' });
    await expect(eraseStudent(admin, input, NOW)).resolves.toEqual({ called: `已删除的学生 ${student.id}`, left: 0 });
    const row = await db().selectFrom('users').selectAll().where('id', '=', student.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ gender: '', phone: '', password_hash: '', avatar_file_id: null });
    const everything = JSON.stringify([
      row,
      await db().selectFrom('audit_entries').selectAll().execute(),
      await db().selectFrom('messages').selectAll().execute(),
    ]);
    expect(everything).not.toContain('林小月');
    expect(everything).not.toContain(student.account);
    const stored = await db().selectFrom('files').select('removed_at').where('id', '=', file).executeTakeFirst();
    expect(stored).toEqual({ removed_at: NOW });
    expect(await listDeletedStudents(admin)).toEqual([]);
    // Twice finds nothing.
    await expect(eraseStudent(admin, input, NOW)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('waits for the school’s term, unless a guardian demands it, and is an administrator’s', async () => {
    const { admin, student } = await deletedStudent();
    const input = { id: student.id, reason: 'term' as const, note: '' };
    await expect(eraseStudent(admin, input, NOW + DAY_MS)).rejects.toMatchObject({ code: 'conflict' });
    await expect(eraseStudent(actorOf(await makeTeacher()), input, NOW)).rejects.toMatchObject({ code: 'forbidden' });
    expect(eraseSchema.safeParse({ id: student.id, reason: 'guardian' }).success).toBe(false);
    const { retentionDays } = await getSchool();
    await expect(eraseStudent(admin, input, NOW + (retentionDays + 1) * DAY_MS)).resolves.toMatchObject({
      called: expect.stringContaining('已删除的学生'),
    });
  });

  test('a student who is not deleted stays', async () => {
    const admin = actorOf(await makeTeacher({ is_admin: 1 }));
    const student = await makeStudent();
    const input = { id: student.id, reason: 'guardian' as const, note: '父亲' };
    await expect(eraseStudent(admin, input, NOW)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('changes no number of an exam and leaves the person in no table, nor in the file', async () => {
    const owner = await makeTeacher({ is_admin: 1 });
    const admin = actorOf(owner);
    const classroom = await makeClassroom({ teacher: owner });
    const hash = await hashPassword('of nobody else');
    const student = await makeStudent({
      name: '林小月',
      account: 'lin0x7y',
      phone: '13800138000',
      email: 'lin@school.example',
      classroom_id: classroom.id,
    });
    await db().updateTable('users').set({ password_hash: hash }).where('id', '=', student.id).execute();
    const mate = await makeStudent({ name: '周小海', classroom_id: classroom.id });
    const written = [
      await makeTheoryQuestion({ owner, points: 10 }),
      await makeWrittenQuestion({ owner, points: 10, body: { markingPoints: [], answerBy: 'text' } }),
    ];
    const exam = await makeExam({ owner, classrooms: [classroom], written, status: 'closed', now: NOW });
    const [, essay = 0] = exam.items.map((item) => item.id);
    for (const [one, key, points] of [
      [student, 'B', 7],
      [mate, 'A', 4],
    ] as const) {
      const answers = [{ keys: [key] }, { text: `我叫${one.name}` }];
      const attempt = await makeAttempt({ exam, student: one, part: 'written', state: 'submitted', answers, now: NOW });
      const marks = [{ itemId: essay, points, comment: `${one.name}写得好` }];
      const comment = `${one.name}，再接再厉`;
      await saveScore(admin, { attemptId: attempt.id, marks, comment, isFinal: true, version: 0 }, LATER);
    }
    await db()
      .insertInto('exam_student_names')
      .values({ exam_id: exam.id, student_id: student.id, name: '林小月' })
      .execute();
    const work = await makeWork({ student, teacher: owner, title: '林小月的作品' });
    await makeComment({ work, author: mate, text: '林小月讲得好' });
    await makeThread({
      student,
      title: '我是林小月',
      posts: [{ author: student }, { author: owner, text: '林小月你好' }],
    });
    await makeFile({ owner: student, name: '林小月作文.jpg' });
    await expect(signIn({ account: 'lin0x7y', password: 'wrong' }, '10.0.0.9', NOW)).rejects.toThrow();
    await throttleForget('lin0x7y', '', NOW);
    await sendMessages([admin.id], { kind: 'exam', title: '有人提问', body: '林小月（lin0x7y）提了一个问题' }, NOW);
    const detail = { students: [{ name: '林小月', account: 'lin0x7y' }], count: 20 };
    await recordAudit(admin, { action: 'score.share_out', entity: 'exam', entityId: exam.id, detail }, NOW);
    await deleteStudents(admin, { ids: [student.id] }, NOW);

    const numbers = async () => {
      const all = { classId: 0, state: '' as const, keyword: '', sort: 'rank' as const, order: 'asc' as const };
      const list = await exportScoreList(admin, { ...all, examId: exam.id }, LATER);
      return {
        figures: await getExamFigures(admin, { examId: exam.id, classroomId: 0 }, LATER),
        ofClass: await getExamFigures(admin, { examId: exam.id, classroomId: classroom.id }, LATER),
        // Without account and name.
        list: (await rowsOf(list.bytes, '成绩单')).map((row) => [...row.slice(0, 2), ...row.slice(4)]),
        items: await rowsOf((await exportAnswers(admin, { examId: exam.id, classId: 0 }, LATER)).bytes, '题目'),
        statistics: await rowsOf(
          (await exportExamStatistics(admin, { examId: exam.id, classroomId: 0 }, LATER)).bytes,
          '试题分析',
        ),
      };
    };
    const before = await numbers();
    expect(before.list.length).toBeGreaterThan(2);
    expect(before.statistics.length).toBeGreaterThan(2);
    expect(await everything()).toContain(hash);

    await eraseStudent(admin, eraseSchema.parse({ id: student.id, reason: 'guardian', note: '母亲来电' }), LATER);
    expect(await numbers()).toEqual(before);
    const left = await everything();
    for (const word of ['林小月', 'lin0x7y', '13800138000', 'lin@school.example', hash]) {
      expect(left.split(word).length - 1, word).toBe(0);
    }
    // Who wrote with the student, and what was only a number, stays.
    expect(left).toContain('周小海');
    const audit = await db()
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'score.share_out')
      .execute();
    expect(audit.map((entry) => JSON.parse(entry.detail) as unknown)).toEqual([
      { students: [{ name: `已删除的学生 ${student.id}`, account: `#${student.id}` }], count: 20 },
    ]);
  });

  test('leaves no name or account of before, in any spelling, nor the one in its own reason', async () => {
    const owner = await makeTeacher({ is_admin: 1 });
    const admin = actorOf(owner);
    const classroom = await makeClassroom({ teacher: owner });
    const student = await makeStudent({ name: '旧名司徒蓉', account: 'kk888k', classroom_id: classroom.id });
    const written = [await makeTheoryQuestion({ owner })];
    await makeExam({ owner, classrooms: [classroom], written, status: 'closed', now: NOW - 90 * DAY_MS });
    const detail = { students: [{ name: '旧名司徒蓉', account: 'kk888k' }], count: 888 };
    await recordAudit(admin, { action: 'score.share_out', entity: 'exam', entityId: '1', detail }, NOW);
    await sendMessages([admin.id], { kind: 'exam', title: '旧名 司徒蓉（kk888k）提了一个问题' }, NOW);
    await editStudent(admin, { id: student.id, name: '旧名 司徒蓉' }, NOW);
    await editStudent(admin, { id: student.id, name: '新名令狐菡', account: 'kk999k' }, NOW);
    await deleteStudents(admin, { ids: [student.id] }, NOW);
    expect(await everything()).toContain('旧名 司徒蓉');
    const note = '令狐菡（新名令狐菡，原旧名司徒蓉）的母亲来电';
    await eraseStudent(admin, eraseSchema.parse({ id: student.id, reason: 'guardian', note }), NOW);
    const left = await everything();
    for (const word of ['司徒蓉', 'kk888k', '新名令狐菡', 'kk999k']) expect(left.split(word).length - 1, word).toBe(0);
    const entry = await db()
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'student.erase')
      .execute();
    expect(entry[0]?.detail).toContain('的母亲来电');
  });

  test('replaces the full name in what others wrote, and leaves their answers, questions and ordinary words', async () => {
    const owner = await makeTeacher({ is_admin: 1 });
    const admin = actorOf(owner);
    const classroom = await makeClassroom({ teacher: owner, name: '林小月班' });
    const student = await makeStudent({ name: '林小月', account: 'lin7', classroom_id: classroom.id });
    const happy = await makeStudent({ name: '高兴', account: 'gao7', classroom_id: classroom.id });
    const mate = await makeStudent({ name: '周小海', classroom_id: classroom.id });
    const written = [await makeWrittenQuestion({ owner, title: '写写林小月', body: { answerBy: 'text' } })];
    const exam = await makeExam({ owner, classrooms: [classroom], written, status: 'closed', now: NOW });
    const answers = [{ text: '我和林小月去春游，很高兴' }];
    const attempt = await makeAttempt({ exam, student: mate, part: 'written', state: 'submitted', answers, now: NOW });
    const comment = '林小月帮了你，高兴';
    const score = { attemptId: attempt.id, marks: [{ itemId: exam.items[0]?.id ?? 0, points: 5 }], comment };
    await saveScore(admin, { ...score, isFinal: true, version: 0 }, LATER);
    const work = await makeWork({ student: mate, teacher: owner, title: '和林小月对话' });
    await makeComment({ work, author: owner, text: '林 小月也讲得好' });
    const posts = [{ author: mate, text: '林小月说我错了，我不高兴' }];
    await makeThread({ student: mate, title: '林小月和我', posts });
    const own = await makeThread({ student: happy, title: '问', posts: [{ author: owner, text: '高兴，你好' }] });
    const told = { kind: 'interact' as const, link: `/dynamic/interact/${own.id}` };
    await sendMessages([admin.id], { ...told, title: '高兴 提问：问' }, NOW);
    await sendMessages([mate.id], { kind: 'exam', title: '祝大家考得高兴' }, NOW);
    await deleteStudents(admin, { ids: [student.id, happy.id] }, NOW);
    for (const { id } of [student, happy]) {
      await eraseStudent(admin, eraseSchema.parse({ id, reason: 'guardian', note: '母亲来电' }), LATER);
    }
    const of = (table: 'threads' | 'posts' | 'comments' | 'scores' | 'works' | 'messages') =>
      db()
        .selectFrom(table)
        .selectAll()
        .execute()
        .then((rows) => JSON.stringify(rows));
    const called = `已删除的学生 ${student.id}`;
    for (const table of ['threads', 'posts', 'comments', 'scores', 'works'] as const) {
      expect([table, (await of(table)).includes(called)]).toEqual([table, true]);
      expect(await of(table)).not.toMatch(/林 ?小月/);
    }
    expect(await of('posts')).toContain('我不高兴');
    expect(await of('posts')).toContain(`已删除的学生 ${happy.id}，你好`);
    expect(await of('messages')).toContain(`已删除的学生 ${happy.id} 提问：问`);
    expect(await of('messages')).toContain('祝大家考得高兴');
    // As the page says: what another student answered, a question's words and the name of a class stay.
    const kept = await everything();
    for (const words of ['我和林小月去春游，很高兴', '写写林小月', '林小月班']) expect(kept).toContain(words);
  });

  test('of two students of one name the other’s messages and audit stay as they are', async () => {
    const { admin, student } = await deletedStudent();
    const other = await makeStudent({ name: '林小月' });
    await sendMessages([admin.id], { kind: 'password', title: `学生林小月（${other.account}）忘记了密码` }, NOW);
    const detail = { account: other.account, name: '林小月' };
    await recordAudit(admin, { action: 'student.edit', entity: 'user', entityId: other.id, detail }, NOW);
    await eraseStudent(admin, { id: student.id, reason: 'guardian', note: '母亲' }, NOW);
    const titles = (await db().selectFrom('messages').select('title').orderBy('id').execute()).map((one) => one.title);
    expect(titles).toEqual([
      `学生已删除的学生 ${student.id}（#${student.id}）忘记了密码`,
      `学生林小月（${other.account}）忘记了密码`,
    ]);
    const entry = db().selectFrom('audit_entries').select('detail').where('entity_id', '=', String(other.id));
    expect(JSON.parse((await entry.executeTakeFirstOrThrow()).detail)).toEqual(detail);
  });
});

const LATER = NOW + 120 * 60_000;

async function rowsOf(bytes: Buffer, sheetName: string) {
  return (await readSheetRows(Readable.from([bytes]), { maxRows: 100, sheetName })).map((row) => row.cells);
}

/** All rows of all tables as text; on SQLite the bytes of its file and its log as well, free pages included. */
async function everything(): Promise<string> {
  const tables = await db().introspection.getTables();
  const rows = [];
  for (const { name } of tables) rows.push(await sql`select * from ${sql.table(name)}`.execute(db()));
  const texts = [JSON.stringify(rows.map((result) => result.rows))];
  if (databaseKind() === 'sqlite') {
    const file = env().databaseUrl.replace(/^sqlite:/, '');
    for (const one of [file, `${file}-wal`]) if (existsSync(one)) texts.push(readFileSync(one).toString('utf8'));
  }
  return texts.join('\n');
}
