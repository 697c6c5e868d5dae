import type { Insertable } from 'kysely';
import { db } from '~/db/db.server';
import type { ResourcesTable } from '~/db/tables/daily';
import { useFile } from '~/domain/file/file.commands.server';
import { newUuid } from '~/lib/ids.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import { storage } from '~/storage/storage.server';
import { writeFile } from 'node:fs/promises';
import { makeFile } from './files';
import { next } from './sequence';

/** An open resource with real bytes (a text of its own unless said otherwise); with classrooms it is for those alone. */
export async function makeResource(
  input: Partial<Omit<Insertable<ResourcesTable>, 'id' | 'owner_id' | 'file_id'>> & {
    owner: { id: number };
    classrooms?: { id: number }[];
    content?: Uint8Array | string;
    name?: string;
    mime?: string;
  },
) {
  const {
    owner,
    classrooms = [],
    content = '第一课 景点讲解',
    name = '讲义.txt',
    mime = 'text/plain',
    ...columns
  } = input;
  const id = newUuid();
  const path = temporaryPath();
  await writeFile(path, content);
  await storage().put(id, path);
  const file = await makeFile({
    ...{ owner, id, kind: 'resource', name, mime, width: null, height: null },
    size: Buffer.byteLength(content),
    sha256: id.replace(/-/g, '').padEnd(64, '0'),
  });
  const now = Date.now();
  const resource = await db()
    .insertInto('resources')
    .values({
      title: `讲义${next()}`,
      kind: 'document',
      is_open: 1,
      audience: classrooms.length > 0 ? 'class' : 'all',
      created_at: now,
      updated_at: now,
      ...columns,
      owner_id: owner.id,
      file_id: file.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const { id: classroomId } of classrooms) {
    await db()
      .insertInto('resource_classrooms')
      .values({ resource_id: resource.id, classroom_id: classroomId })
      .execute();
  }
  await useFile(file.id, 'resource', resource.id);
  return resource;
}
