import { describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { deleteStudents } from '~/domain/user/student.commands.server';
import { getSchool } from '~/domain/user/school.queries.server';
import { newUuid } from '~/lib/ids.server';
import { actorOf, makeClassroom, makeStudent, makeTeacher } from '~tests/factories';
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
    await expect(eraseStudent(admin, input, NOW)).resolves.toBe(`已删除的学生 ${student.id}`);
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
    await expect(eraseStudent(admin, input, NOW + (retentionDays + 1) * DAY_MS)).resolves.toContain('已删除的学生');
  });

  test('a student who is not deleted stays', async () => {
    const admin = actorOf(await makeTeacher({ is_admin: 1 }));
    const student = await makeStudent();
    const input = { id: student.id, reason: 'guardian' as const, note: '父亲' };
    await expect(eraseStudent(admin, input, NOW)).rejects.toMatchObject({ code: 'not_found' });
  });
});
