import { db, transaction } from '~/db/db.server';
import { once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { isOwnClassroom } from '~/domain/classroom/classroom.queries.server';
import { releaseFileUse, storeFile, useFile } from '~/domain/file/file.commands.server';
import { requireOwnFiles } from '~/domain/file/file.queries.server';
import { tooLargeText } from '~/domain/file/file.rules';
import { resourceKindOf } from '~/domain/file/resource-types.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import { isTeacher, STUDENT, type Actor } from '~/domain/actor/actor.rules';
import { toResource, toResources } from '~/lib/addresses/resources';
import { AppError, invalid, notFound } from '~/lib/errors';
import { clip } from '~/lib/text';
import { findResources, getResource, type Resource } from './resource.queries.server';
import { mayReadResource, titleOf, type ResourceAudience } from './resource.rules';
import type { ChangeResourceInput, EditResourceInput, UploadResourcesInput } from './resource.schema';

const MINUTE_MS = 60_000;

/**
 * A file that arrived with a form; `isTooLarge` when its bytes are not all here. `known` of one that comes with the
 * program, which nothing has to look into.
 */
export type ArrivedFile = {
  path: string;
  name: string;
  isTooLarge: boolean;
  known?: { mime: string; durationMs?: number } | undefined;
};

/** What became of each file of an upload. */
export type UploadOutcome = { name: string; resourceId: number | null; problem: string };

/**
 * Makes resources of the files of one upload. Each file answers for itself: one that is refused costs the others
 * nothing. Students are told once, of all together, when the teacher asked for it and they can see them.
 */
export async function uploadResources(
  actor: Actor,
  input: UploadResourcesInput,
  files: readonly ArrivedFile[],
  now: number,
): Promise<UploadOutcome[]> {
  assertTeacher(actor);
  await assertClassrooms(actor, input.classIds, []);
  if (files.length === 0 && input.fileIds.length === 0) throw invalid({ files: '请选择要上传的文件' });
  const stored = await requireOwnFiles(actor, input.fileIds, 'resource', 'files');
  const refused: UploadOutcome[] = [];
  for (const file of files) {
    try {
      if (file.isTooLarge) throw new AppError('too_large', tooLargeText('resource'));
      const { path, name, known } = file;
      stored.push(await storeFile(actor, { kind: 'resource', path, name, known }, now));
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
      refused.push({ name: file.name, resourceId: null, problem: error.message });
    }
  }
  const added = await once(actor.id, input.requestId && `resource.add:${input.requestId}`, now, async () => {
    const outcomes: UploadOutcome[] = [];
    for (const file of stored) {
      const resourceId = await insertResource(actor, { ...input, file, title: titleOf(file.name) }, now);
      outcomes.push({ name: file.name, resourceId, problem: '' });
    }
    if (input.notify && input.isOpen) await tellStudents(actor, input, outcomes, now);
    return outcomes;
  });
  return [...added, ...refused];
}

/** Makes one resource of a file the teacher has stored. */
export async function addResource(
  actor: Actor,
  input: {
    fileId: string;
    title: string;
    audience: ResourceAudience;
    classIds: number[];
    open: boolean;
    requestId: string;
  },
  now: number,
): Promise<Resource> {
  assertTeacher(actor);
  await assertClassrooms(actor, input.classIds, []);
  const [file] = await requireOwnFiles(actor, [input.fileId], 'resource', 'fileId');
  if (!file) throw notFound('文件');
  const title = input.title || titleOf(file.name);
  const id = await once(actor.id, input.requestId && `resource.add:${input.requestId}`, now, () =>
    insertResource(actor, { ...input, isOpen: input.open, file, title }, now),
  );
  return getResource(actor, id);
}

async function insertResource(
  actor: Actor,
  input: {
    file: { id: string; mime: string };
    title: string;
    audience: ResourceAudience;
    classIds: number[];
    isOpen: boolean;
  },
  now: number,
): Promise<number> {
  const { file, audience, classIds } = input;
  const { id } = await db()
    .insertInto('resources')
    .values({
      owner_id: actor.id,
      title: clip(input.title, 100),
      kind: resourceKindOf(file.mime),
      file_id: file.id,
      is_open: input.isOpen ? 1 : 0,
      audience,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setClassrooms(id, classIds);
  await useFile(file.id, 'resource', id);
  const detail = { title: input.title, audience, classIds, isOpen: input.isOpen };
  await recordAudit(actor, { action: 'resource.add', entity: 'resource', entityId: id, detail }, now);
  return id;
}

async function setClassrooms(resourceId: number, classIds: readonly number[]): Promise<void> {
  await db().deleteFrom('resource_classrooms').where('resource_id', '=', resourceId).execute();
  if (classIds.length === 0) return;
  await db()
    .insertInto('resource_classrooms')
    .values(classIds.map((classroomId) => ({ resource_id: resourceId, classroom_id: classroomId })))
    .execute();
}

async function tellStudents(
  actor: Actor,
  input: { audience: ResourceAudience; classIds: number[] },
  outcomes: UploadOutcome[],
  now: number,
): Promise<void> {
  const [first] = outcomes;
  if (!first) return;
  let query = db()
    .selectFrom('users')
    .select('id')
    .where('user_type', '=', STUDENT)
    .where('is_disabled', '=', 0)
    .where('deleted_at', 'is', null);
  if (input.audience === 'class') query = query.where('classroom_id', 'in', input.classIds);
  const students = await query.execute();
  const more = outcomes.length > 1 ? ` 等 ${outcomes.length} 个` : '';
  await sendMessages(
    students.map((student) => student.id),
    {
      kind: 'resource',
      title: `新资源：${clip(titleOf(first.name), 40)}${more}`,
      body: `${actor.name} 上传了：\n${outcomes.map((one) => titleOf(one.name)).join('\n')}`,
      link: outcomes.length === 1 ? toResource({ id: Number(first.resourceId) }) : toResources(),
    },
    now,
  );
}

/** Renames an own resource and says whom it is for. */
export async function editResource(actor: Actor, input: EditResourceInput, now: number): Promise<Resource> {
  await transaction(async () => {
    const [resource] = await requireOwn(actor, [input.id]);
    await assertClassrooms(actor, input.classIds, resource?.classroomIds ?? []);
    const { id, title, audience, classIds, isOpen } = input;
    await db()
      .updateTable('resources')
      .set({ title, audience, is_open: isOpen ? 1 : 0, updated_at: now })
      .where('id', '=', id)
      .execute();
    await setClassrooms(id, classIds);
    const detail = { title, audience, classIds, isOpen };
    await recordAudit(actor, { action: 'resource.edit', entity: 'resource', entityId: id, detail }, now);
  });
  return getResource(actor, input.id);
}

/** Changes what is given of an own resource. Classes that are named without an audience are whom it is for. */
export async function changeResource(actor: Actor, input: ChangeResourceInput, now: number): Promise<Resource> {
  return transaction(async () => {
    const [before] = await requireOwn(actor, [input.id]);
    if (!before) throw notFound('资源');
    const audience = input.audience ?? (input.classIds?.length ? 'class' : before.audience);
    const classIds = audience === 'class' ? (input.classIds ?? before.classroomIds) : [];
    if (audience === 'class' && classIds.length === 0) throw invalid({ classIds: '请给出班级' });
    const { id, title = before.title, open: isOpen = before.isOpen } = input;
    return editResource(actor, { id, title, audience, classIds, isOpen }, now);
  });
}

/** Opens or closes own resources; returns how many changed. */
export async function openResources(
  actor: Actor,
  input: { ids: number[]; open: boolean },
  now: number,
): Promise<number> {
  return transaction(async () => {
    await requireOwn(actor, input.ids);
    const changed = await db()
      .updateTable('resources')
      .set({ is_open: input.open ? 1 : 0, updated_at: now })
      .where('id', 'in', input.ids)
      .where('is_open', '=', input.open ? 0 : 1)
      .returning('id')
      .execute();
    const action = input.open ? 'resource.open' : 'resource.close';
    for (const { id } of changed) await recordAudit(actor, { action, entity: 'resource', entityId: id }, now);
    return changed.length;
  });
}

/** Deletes own resources; their files go with the next sweep. Returns how many there still were. */
export async function deleteResources(actor: Actor, ids: number[], now: number): Promise<number> {
  return transaction(async () => {
    const deleted = await db()
      .selectFrom('resources')
      .select(['id', 'file_id', 'title', 'owner_id', 'deleted_at'])
      .where('id', 'in', ids)
      .execute();
    if (deleted.length !== ids.length || deleted.some((row) => row.owner_id !== actor.id)) {
      await requireOwn(actor, ids);
    }
    const there = deleted.filter((row) => row.deleted_at === null);
    for (const { id, file_id, title } of there) {
      await db()
        .updateTable('resources')
        .set({ deleted_at: now, updated_at: now })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .execute();
      await releaseFileUse(file_id, 'resource', id);
      const detail = { title };
      await recordAudit(actor, { action: 'resource.delete', entity: 'resource', entityId: id, detail }, now);
    }
    return there.length;
  });
}

/** Counts a download: once per person and minute, so that a download in ranges is one. The owner's own never count. */
export async function countDownload(actor: Actor, resource: Resource, now: number): Promise<void> {
  if (resource.ownerId === actor.id) return;
  await transaction(async () => {
    // The row is written first: of two at once, the second waits here and then sees the first one's entry.
    await db()
      .updateTable('resources')
      .set(({ ref }) => ({ download_count: ref('download_count') }))
      .where('id', '=', resource.id)
      .execute();
    const recent = await db()
      .selectFrom('audit_entries')
      .select('id')
      .where('entity', '=', 'resource')
      .where('entity_id', '=', String(resource.id))
      .where('action', '=', 'resource.download')
      .where('actor_id', '=', actor.id)
      .where('at', '>', now - MINUTE_MS)
      .executeTakeFirst();
    if (recent) return;
    await db()
      .updateTable('resources')
      .set(({ eb }) => ({ download_count: eb('download_count', '+', 1) }))
      .where('id', '=', resource.id)
      .execute();
    await recordAudit(actor, { action: 'resource.download', entity: 'resource', entityId: resource.id }, now);
  });
}

function assertTeacher(actor: Actor): void {
  if (!isTeacher(actor)) throw new AppError('forbidden', '只有教师可以上传资源。');
}

/** Own resources with these ids, all of them. A colleague's open one is no secret: 403; anything else is not found. */
async function requireOwn(actor: Actor, ids: number[]): Promise<Resource[]> {
  const found = await findResources(ids);
  if (found.some((one) => one.ownerId !== actor.id && mayReadResource(actor, one))) {
    throw new AppError('forbidden', '只能更改自己上传的资源。');
  }
  if (found.length !== ids.length || found.some((one) => one.ownerId !== actor.id)) throw notFound('资源');
  return found;
}

/** Classes the teacher created or teaches; one that the resource has already may stay. */
async function assertClassrooms(actor: Actor, ids: number[], kept: readonly number[]): Promise<void> {
  const wanted = ids.filter((id) => !kept.includes(id));
  if (wanted.length === 0) return;
  const found = await db()
    .selectFrom('classrooms')
    .select('classrooms.id')
    .where('classrooms.id', 'in', wanted)
    .where('classrooms.deleted_at', 'is', null)
    .where(isOwnClassroom(actor.id))
    .execute();
  if (found.length !== wanted.length) throw invalid({ classIds: '只能选择您创建或任教的班级，请重新勾选' });
}
