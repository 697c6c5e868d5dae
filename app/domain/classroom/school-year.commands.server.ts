import { keepClassName } from './keep-names.server';
import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { endSessions } from '~/domain/actor/end-sessions.server';
import { STUDENT, type Actor } from '~/domain/actor/actor.rules';
import { AppError, notFound } from '~/lib/errors';
import { assertMayChange, assertNameIsFree } from './classroom.commands.server';
import { findClassrooms, listOpenExamNames, type Classroom } from './classroom.queries.server';
import { openExamsText } from './classroom.rules';
import type { PromotionRow } from './school-year.schema';

/** The classes of a command, held until its transaction ends; all of them the actor's to change. */
async function holdOwn(actor: Actor, ids: number[]): Promise<Classroom[]> {
  await db()
    .updateTable('classrooms')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', 'in', ids)
    .execute();
  const classrooms = await findClassrooms(actor, ids);
  if (classrooms.length < ids.length) throw notFound('班级');
  classrooms.forEach(assertMayChange);
  return classrooms;
}

/**
 * 升级: gives classes the grade and name of the next year, all or none; twice is harmless. Students, exams and results
 * stay with the class.
 * @returns how many classes were changed
 * @throws AppError conflict when a class is no longer as it was seen, or when a name would stand twice in a year
 */
export async function promoteClassrooms(actor: Actor, rows: PromotionRow[], now: number): Promise<number> {
  return transaction(async () => {
    const classrooms = await holdOwn(
      actor,
      rows.map((row) => row.id),
    );
    let changed = 0;
    for (const row of rows) {
      const before = classrooms.find((classroom) => classroom.id === row.id);
      if (!before || (before.grade === row.grade && before.name === row.name)) continue;
      if (before.isArchived) throw new AppError('conflict', `「${before.name}」已经毕业，不能升级。`);
      if (before.grade !== row.wasGrade || before.name !== row.wasName) {
        throw new AppError('conflict', `「${row.wasName}」刚刚被改成了「${before.name}」，请重新打开升级页面核对。`);
      }
      await keepClassName(before, row.name, now);
      await db()
        .updateTable('classrooms')
        .set({ grade: row.grade, name: row.name, updated_at: now })
        .where('id', '=', row.id)
        .execute();
      const detail = {
        was: { grade: before.grade, name: before.name },
        is: { grade: row.grade, name: row.name },
      };
      await recordAudit(actor, { action: 'class.promote', entity: 'classroom', entityId: row.id, detail }, now);
      changed += 1;
    }
    for (const row of rows) await assertNameStandsOnce(row, classrooms);
    return changed;
  });
}

// Asked when all have their new names: one class may take the name another has just left.
async function assertNameStandsOnce(row: PromotionRow, classrooms: Classroom[]): Promise<void> {
  const year = classrooms.find((classroom) => classroom.id === row.id)?.year ?? 0;
  await assertNameIsFree(row.name, year, row.id, `name.${row.id}`);
}

/**
 * 毕业: classes leave every list and choice; what they did stays. With `disable` their students can no longer sign in.
 * Twice is harmless.
 * @returns how many classes graduated now
 * @throws AppError conflict while an exam of theirs is not over
 */
export async function graduateClassrooms(
  actor: Actor,
  input: { ids: number[]; accounts: 'keep' | 'disable' },
  now: number,
): Promise<number> {
  return transaction(async () => {
    const classrooms = (await holdOwn(actor, input.ids)).filter((classroom) => !classroom.isArchived);
    if (classrooms.length === 0) return 0;
    const ids = classrooms.map(({ id }) => id);
    const exams = await listOpenExamNames(ids);
    if (exams.length > 0) {
      throw new AppError('conflict', openExamsText('graduate', exams));
    }
    await db()
      .updateTable('classrooms')
      .set({ is_archived: 1, archived_at: now, updated_at: now })
      .where('id', 'in', ids)
      .execute();
    const disabled = input.accounts === 'disable' ? await setDisabled(ids, true, now) : [];
    await endSessions(disabled, now);
    for (const { id, name } of classrooms) {
      const detail = { name, accounts: input.accounts };
      await recordAudit(actor, { action: 'class.graduate', entity: 'classroom', entityId: id, detail }, now);
    }
    return classrooms.length;
  });
}

/** Takes a graduation back: the classes stand in the lists again, their students can sign in. Twice is harmless. */
export async function restoreClassrooms(actor: Actor, input: { ids: number[] }, now: number): Promise<number> {
  return transaction(async () => {
    const classrooms = (await holdOwn(actor, input.ids)).filter((classroom) => classroom.isArchived);
    if (classrooms.length === 0) return 0;
    const ids = classrooms.map(({ id }) => id);
    await db()
      .updateTable('classrooms')
      .set({ is_archived: 0, archived_at: null, updated_at: now })
      .where('id', 'in', ids)
      .execute();
    await setDisabled(ids, false, now);
    for (const { id, name } of classrooms) {
      await recordAudit(actor, { action: 'class.restore', entity: 'classroom', entityId: id, detail: { name } }, now);
    }
    return classrooms.length;
  });
}

/** Only graduating disables a student's account, so only taking it back enables it. */
async function setDisabled(classroomIds: number[], isDisabled: boolean, now: number): Promise<number[]> {
  const rows = await db()
    .updateTable('users')
    .set({ is_disabled: isDisabled ? 1 : 0, updated_at: now })
    .where('classroom_id', 'in', classroomIds)
    .where('user_type', '=', STUDENT)
    .where('deleted_at', 'is', null)
    .where('is_disabled', '=', isDisabled ? 0 : 1)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
