import { tellOfClassChanges } from './class-changes.server';
import { keepClassName, keepStudentClasses } from './keep-names.server';
import { db, transaction } from '~/db/db.server';
import { once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { STUDENT, TEACHER, isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid, notFound } from '~/lib/errors';
import { isSameName } from '~/lib/names';
import { findClassrooms, getClassroom, listOpenExamNames, type Classroom } from './classroom.queries.server';
import { openExamsText } from './classroom.rules';
import { tellTeachersChanged } from './tell-teachers.commands.server';
import type { ClassroomDeletion, ClassroomEdit, ClassroomInput } from './classroom.schema';

/** Makes a class; who makes it may always change it. */
export async function addClassroom(actor: Actor, input: ClassroomInput, now: number): Promise<Classroom> {
  if (!isTeacher(actor)) throw new AppError('forbidden', '只有教师可以新增班级。');
  const key = input.requestId && `class.add:${input.requestId}`;
  const id = await once(actor.id, { key, said: input }, now, async () => {
    await assertNameIsFree(input.name, input.year);
    await assertTeachers(input.teacherIds);
    const row = await db()
      .insertInto('classrooms')
      .values({
        name: input.name,
        grade: input.grade,
        year: input.year,
        created_by: actor.id,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setTeachers(row.id, input.teacherIds);
    const added = { before: [], after: input.teacherIds };
    await tellTeachersChanged(actor, { id: row.id, name: input.name }, added, now);
    const { requestId: _, ...detail } = input;
    await recordAudit(actor, { action: 'class.add', entity: 'classroom', entityId: row.id, detail }, now);
    return row.id;
  });
  return getClassroom(actor, id);
}

/** Changes a class that the teacher created or teaches. */
export async function editClassroom(actor: Actor, changes: ClassroomEdit, now: number): Promise<Classroom> {
  return transaction(async () => {
    const before = await getClassroom(actor, changes.id);
    assertMayChange(before);
    const input = {
      id: before.id,
      name: changes.name ?? before.name,
      grade: changes.grade ?? before.grade,
      year: changes.year ?? before.year,
      teacherIds: changes.teacherIds ?? before.teachers.map((teacher) => teacher.id),
    };
    const isNamed = input.name !== before.name || input.year !== before.year;
    if (isNamed) await assertNameIsFree(input.name, input.year, input.id);
    await assertTeachers(input.teacherIds);
    const { id, teacherIds, ...fields } = input;
    await keepClassName(before, fields.name, now);
    const changed = await db()
      .updateTable('classrooms')
      .set({ ...fields, updated_at: now })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw notFound('班级');
    await setTeachers(id, teacherIds);
    const was = {
      name: before.name,
      grade: before.grade,
      year: before.year,
      teacherIds: before.teachers.map((teacher) => teacher.id),
    };
    await tellTeachersChanged(actor, { id, name: fields.name }, { before: was.teacherIds, after: teacherIds }, now);
    const detail = { was, is: { ...fields, teacherIds } };
    await recordAudit(actor, { action: 'class.edit', entity: 'classroom', entityId: id, detail }, now);
    return getClassroom(actor, id);
  });
}

/**
 * Deletes classes, all or none; classes already gone are passed over. Their students go to `moveTo`; without
 * it a class that has students stays.
 * @returns how many classes were deleted
 */
export async function deleteClassrooms(actor: Actor, input: ClassroomDeletion, now: number): Promise<number> {
  return transaction(async () => {
    const classrooms = await findClassrooms(actor, input.ids);
    await assertAllEverExisted(input.ids);
    if (classrooms.length === 0) return 0;
    classrooms.forEach(assertMayChange);
    const ids = classrooms.map((classroom) => classroom.id);
    const exams = await listOpenExamNames(ids);
    if (exams.length > 0) {
      throw new AppError('conflict', openExamsText('delete', exams));
    }
    if (input.moveTo !== null) await assertMoveTarget(actor, input.moveTo, input.ids);
    // Marked first: from here on nobody can join these classes, so the count below is final.
    await db()
      .updateTable('classrooms')
      .set({ deleted_at: now, updated_at: now })
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute();
    const students = await db()
      .selectFrom('users')
      .select(['id', 'classroom_id'])
      .where('classroom_id', 'in', ids)
      .where('user_type', '=', STUDENT)
      .where('deleted_at', 'is', null)
      .execute();
    if (students.length > 0 && input.moveTo === null) {
      const occupied = classrooms.filter(({ id }) => students.some((student) => student.classroom_id === id));
      const names = occupied.map((classroom) => `「${classroom.name}」`).join('');
      const message = `${names}还有 ${students.length} 名学生。请先选择把他们转到哪个班级，再删除。`;
      throw new AppError('conflict', message, { moveTo: message });
    }
    if (students.length > 0) {
      await keepStudentClasses(
        students.map((student) => student.id),
        input.moveTo,
        now,
      );
      await db()
        .updateTable('users')
        .set({ classroom_id: input.moveTo, updated_at: now })
        .where('classroom_id', 'in', ids)
        .where('user_type', '=', STUDENT)
        .where('deleted_at', 'is', null)
        .execute();
      const changes = students.map((one) => ({ studentId: one.id, from: one.classroom_id, to: input.moveTo }));
      await tellOfClassChanges(changes, now);
    }
    for (const classroom of classrooms) {
      const movedIds = students.filter((student) => student.classroom_id === classroom.id).map(({ id }) => id);
      const detail = { name: classroom.name, movedTo: input.moveTo, movedIds };
      await recordAudit(actor, { action: 'class.delete', entity: 'classroom', entityId: classroom.id, detail }, now);
    }
    return ids.length;
  });
}

/**
 * Holds classes until the end of the transaction, so that none of them is deleted while students are put in.
 * @throws AppError not_found for one that is gone, forbidden for one the teacher may not change, conflict for one that
 * graduated
 */
export async function holdClassrooms(actor: Actor, ids: number[]): Promise<Map<number, Classroom>> {
  const wanted = [...new Set(ids)];
  if (wanted.length > 0) {
    await db()
      .updateTable('classrooms')
      .set((eb) => ({ updated_at: eb.ref('updated_at') }))
      .where('id', 'in', wanted)
      .execute();
  }
  const classrooms = await findClassrooms(actor, wanted);
  if (classrooms.length < wanted.length) throw notFound('班级');
  classrooms.forEach(assertMayChange);
  const archived = classrooms.find((classroom) => classroom.isArchived);
  if (archived) throw new AppError('conflict', `「${archived.name}」已经毕业，不能再加入学生。`);
  return new Map(classrooms.map((classroom) => [classroom.id, classroom]));
}

/** @throws AppError forbidden for a class the teacher neither created nor teaches */
export function assertMayChange(classroom: Classroom): void {
  if (classroom.canChange) return;
  throw new AppError('forbidden', `您不是「${classroom.name}」的创建者或任课教师，不能更改它。请联系该班的教师。`);
}

/**
 * Refuses a name that would be taken for that of another class of its year.
 * @throws AppError conflict at `field`, with the name that is there already
 */
export async function assertNameIsFree(name: string, year: number, exceptId = 0, field = 'name'): Promise<void> {
  const others = await db()
    .selectFrom('classrooms')
    .select('name')
    .where('year', '=', year)
    .where('id', '<>', exceptId)
    .where('deleted_at', 'is', null)
    .execute();
  const taken = others.find((other) => isSameName(other.name, name));
  if (!taken) return;
  const alike = taken.name === name ? '' : `，和「${name}」容易看错`;
  const message = `${year} 年入学的班级里已有「${taken.name}」${alike}，请换一个名称`;
  throw new AppError('conflict', message, { [field]: message });
}

async function assertTeachers(ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await db()
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('user_type', '=', TEACHER)
    .where('deleted_at', 'is', null)
    .execute();
  if (rows.length < ids.length) throw invalid({ teacherIds: '有选中的教师已不存在，请重新选择' });
}

async function setTeachers(classroomId: number, teacherIds: number[]): Promise<void> {
  await db().deleteFrom('classroom_teachers').where('classroom_id', '=', classroomId).execute();
  if (teacherIds.length === 0) return;
  await db()
    .insertInto('classroom_teachers')
    .values(teacherIds.map((teacher_id) => ({ classroom_id: classroomId, teacher_id })))
    .execute();
}

async function assertMoveTarget(actor: Actor, target: number, deleted: number[]): Promise<void> {
  if (deleted.includes(target)) throw invalid({ moveTo: '不能转到正要删除的班级，请选择另一个班级' });
  await holdClassrooms(actor, [target]);
}

async function assertAllEverExisted(ids: number[]): Promise<void> {
  const rows = await db().selectFrom('classrooms').select('id').where('id', 'in', ids).execute();
  if (rows.length < ids.length) throw notFound('班级');
}
