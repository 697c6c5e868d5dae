import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { db } from '~/db/db.server';
import type { FilesTable } from '~/db/tables/school';

/** A stored file's row (without bytes): an image, or a recording of 12 seconds with kind audio. */
export async function makeFile(input: Partial<Insertable<FilesTable>> & { owner: { id: number } }) {
  const { owner, ...columns } = input;
  const kind = columns.kind ?? 'image';
  return db()
    .insertInto('files')
    .values({
      id: randomUUID(),
      kind,
      mime: kind === 'audio' ? 'audio/webm' : 'image/jpeg',
      name: kind === 'audio' ? '录音.webm' : '图片.jpg',
      size: 1000,
      sha256: randomUUID(),
      duration_ms: kind === 'audio' ? 12_000 : null,
      width: kind === 'audio' ? null : 800,
      height: kind === 'audio' ? null : 600,
      created_at: Date.now(),
      ...columns,
      owner_id: owner.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
