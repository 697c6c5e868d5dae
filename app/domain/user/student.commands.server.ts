import { keepOutOfPastExams } from '~/domain/classroom/keep-memberships.server';
import { tellOfClassChanges } from '~/domain/classroom/class-changes.server';
import { keepStudentClasses, keepStudentName } from '~/domain/classroom/keep-names.server';
import { sql } from 'kysely';
import { db, transaction } from '~/db/db.server';
import { isUniqueViolation } from '~/db/dialect/dialect.server';
import { once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { holdClassrooms } from '~/domain/classroom/classroom.commands.server';
import { tellTeachersOfLeaving } from '~/domain/classroom/tell-teachers.commands.server';
import { AppError, notFound } from '~/lib/errors';
import { newUuid } from '~/lib/ids.server';
import { forgetFailuresOf } from './sign-in.commands.server';
import { asCurrent, asOfNow, type IssuedPassword } from './issued-password.server';
import { oneTimePassword } from './one-time-password.server';
import { hashRandomPassword } from './password.server';
import { markEnded } from '~/domain/actor/end-sessions.server';
import { takenMessage } from './student-import.rules';
import { findAccountHolders, findStudents, getStudent, type Student } from './student.queries.server';
import type { StudentEdit, StudentInput } from './student.schema';
import { STUDENT, isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { accountKey } from './account-key.rules';

/** Adds a student with a made-up initial password. */
export async function addStudent(
  actor: Actor,
  input: StudentInput,
  now: number,
): Promise<{ student: Student; issued: IssuedPassword }> {
  assertTeacher(actor);
  const requestKey = input.requestId || newUuid();
  const password = oneTimePassword(`${actor.id}:${requestKey}`, accountKey(input.account));
  const passwordHash = await hashRandomPassword(password);
  let isFirst = false;
  const id = await once(actor.id, `stu.add:${requestKey}`, now, async () => {
    isFirst = true;
    await holdClassrooms(actor, [input.classId]);
    const row = await db()
      .insertInto('users')
      .values(newStudentRow({ ...input, passwordHash }, now))
      .onConflict((conflict) => conflict.column('account_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) throw await accountTaken(input.account);
    await keepOutOfPastExams([row.id], now);
    await tellOfClassChanges([{ studentId: row.id, from: null, to: input.classId }], now);
    const detail = { account: input.account, name: input.name, classId: input.classId, consent: input.consent };
    await recordAudit(actor, { action: 'student.add', entity: 'user', entityId: row.id, detail }, now);
    return row.id;
  });
  const student = await getStudent(actor, id);
  // The password follows from the account that was added: a repeat may have come with another.
  const given = {
    ...nameOf(student),
    password: oneTimePassword(`${actor.id}:${requestKey}`, accountKey(student.account)),
  };
  const [before] = isFirst ? [] : await asOfNow([given]);
  return { student, issued: before ?? asCurrent(given) };
}

/** The row of a new student; `passwordHash` of the initial password, which must be changed. */
export function newStudentRow(
  input: Omit<StudentInput, 'requestId' | 'gender'> & { gender: string; passwordHash: string },
  now: number,
) {
  return {
    user_type: STUDENT,
    account: input.account,
    account_key: accountKey(input.account),
    password_hash: input.passwordHash,
    name: input.name,
    gender: input.gender,
    phone: input.phone,
    email: input.email,
    classroom_id: input.classId,
    has_consent: input.consent ? 1 : 0,
    must_change_password: 1,
    created_at: now,
    updated_at: now,
  };
}

async function accountTaken(account: string): Promise<AppError> {
  const key = accountKey(account);
  const holder = (await findAccountHolders([key])).get(key);
  const message = holder ? takenMessage(account, holder) : `学号 ${account} 已存在`;
  return new AppError('conflict', message, { account: message });
}

/** Changes a student, also the class; the teacher needs both the old and the new class. */
export async function editStudent(actor: Actor, changes: StudentEdit, now: number): Promise<Student> {
  try {
    return await transaction(async () => {
      const before = await getStudent(actor, changes.id);
      assertMayChange(before);
      const input = {
        id: before.id,
        account: changes.account ?? before.account,
        name: changes.name ?? before.name,
        gender: changes.gender ?? before.gender,
        phone: changes.phone ?? before.phone,
        email: changes.email ?? before.email,
        classId: changes.classId ?? before.classId,
        consent: changes.consent ?? before.consent,
      };
      if (input.classId !== null) await holdClassrooms(actor, [input.classId]);
      const key = accountKey(input.account);
      const other = await db()
        .selectFrom('users')
        .select('id')
        .where('account_key', '=', key)
        .where('id', '<>', input.id)
        .executeTakeFirst();
      if (other) throw await accountTaken(input.account);
      await keepStudentName(before, input.name, now);
      if (before.classId !== input.classId) await keepStudentClasses([input.id], input.classId, now);
      const updated = await db()
        .updateTable('users')
        .set({
          account: input.account,
          account_key: key,
          name: input.name,
          gender: input.gender,
          phone: input.phone,
          email: input.email,
          classroom_id: input.classId,
          has_consent: input.consent ? 1 : 0,
          updated_at: now,
        })
        .where('id', '=', input.id)
        .where('user_type', '=', STUDENT)
        .where('deleted_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!updated) throw notFound('学生');
      const fields = ['account', 'name', 'gender', 'phone', 'email', 'classId', 'consent'] as const;
      const changed = fields.filter((field) => before[field] !== input[field]);
      // Names of the changed fields only where the values are personal.
      const open = changed.filter((field) => field !== 'phone' && field !== 'email');
      const detail = {
        changed,
        was: Object.fromEntries(open.map((field) => [field, before[field]])),
        is: Object.fromEntries(open.map((field) => [field, input[field]])),
      };
      await recordAudit(actor, { action: 'student.edit', entity: 'user', entityId: input.id, detail }, now);
      await tellOfClassChanges([{ studentId: input.id, from: before.classId, to: input.classId }], now);
      const after = await getStudent(actor, input.id);
      if (before.classId !== after.classId) await tellTeachersOfLeaving(actor, [before], after.className, now);
      return after;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw await accountTaken(changes.account ?? '');
    throw error;
  }
}

/**
 * Deletes students, all or none; those already gone are passed over. They can no longer sign in and their
 * number is free again; attempts, recordings and scores stay with their exams.
 * @returns how many were deleted
 */
export async function deleteStudents(actor: Actor, input: { ids: number[] }, now: number): Promise<number> {
  assertTeacher(actor);
  return transaction(async () => {
    const students = await findStudents(actor, input.ids);
    await assertAllEverExisted(input.ids);
    students.forEach(assertMayChange);
    for (const student of students) {
      await db()
        .updateTable('users')
        .set((eb) => ({
          deleted_at: now,
          updated_at: now,
          session_version: eb('session_version', '+', 1),
          // No typed account holds a colon: the number can be given again.
          account_key: sql<string>`'deleted:' || cast(id as text) || ':' || account_key`,
        }))
        .where('id', '=', student.id)
        .where('deleted_at', 'is', null)
        .execute();
      await markEnded([student.id], now);
      const detail = { account: student.account, name: student.name, classId: student.classId };
      await recordAudit(actor, { action: 'student.delete', entity: 'user', entityId: student.id, detail }, now);
    }
    return students.length;
  });
}

/** Gives students one-time passwords and ends their sessions. */
export async function resetPasswords(
  actor: Actor,
  input: { ids: number[]; requestId: string },
  now: number,
): Promise<IssuedPassword[]> {
  assertTeacher(actor);
  const requestKey = input.requestId || newUuid();
  const students = await findStudents(actor, input.ids);
  if (students.length < input.ids.length) throw notFound('学生');
  // A class may have no teacher left: its students' requests go to the administrators.
  if (!actor.isAdmin) students.forEach(assertMayChange);
  const given = students.map((student) => ({
    ...nameOf(student),
    password: oneTimePassword(`${actor.id}:${requestKey}`, String(student.id)),
  }));
  const hashes = await hashAll(
    given.map(
      ({ password }) =>
        () =>
          hashRandomPassword(password),
    ),
  );
  let isFirst = false;
  await once(actor.id, `stu.reset:${requestKey}:${[...input.ids].sort((a, b) => a - b).join(',')}`, now, async () => {
    isFirst = true;
    for (const [index, { id, account }] of given.entries()) {
      await forgetFailuresOf(account);
      await db()
        .updateTable('users')
        .set((eb) => ({
          password_hash: hashes[index] ?? '',
          must_change_password: 1,
          session_version: eb('session_version', '+', 1),
          updated_at: now,
        }))
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .execute();
      await markEnded([id], now);
      await recordAudit(actor, { action: 'student.reset_password', entity: 'user', entityId: id }, now);
    }
    return null;
  });
  return isFirst ? given.map(asCurrent) : asOfNow(given);
}

// As many as libuv has threads would starve file and DNS work.
const HASHES_AT_ONCE = 3;

/** Makes many hashes off the event loop, a few at a time. */
export async function hashAll(work: (() => Promise<string>)[]): Promise<string[]> {
  const hashes: string[] = [];
  for (let start = 0; start < work.length; start += HASHES_AT_ONCE) {
    hashes.push(...(await Promise.all(work.slice(start, start + HASHES_AT_ONCE).map((one) => one()))));
  }
  return hashes;
}

function nameOf({ id, account, name, className }: Student) {
  return { id, account, name, className };
}

function assertTeacher(actor: Actor): void {
  if (!isTeacher(actor)) throw new AppError('forbidden', '只有教师可以管理学生。');
}

function assertMayChange(student: Student): void {
  if (student.canChange) return;
  const where = student.className === '' ? '' : `（${student.className}）`;
  throw new AppError('forbidden', `您不是${student.name}${where}的任课教师，不能更改。请联系该班的教师。`);
}

async function assertAllEverExisted(ids: number[]): Promise<void> {
  const rows = await db()
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('user_type', '=', STUDENT)
    .execute();
  if (rows.length < ids.length) throw notFound('学生');
}
