import { db } from '~/db/db.server';
import { requireOwnFiles } from '~/domain/file/file.queries.server';
import type { FileKind, StoredFile } from '~/domain/file/file.rules';
import type { Actor } from '~/domain/actor/actor.rules';

/** A stored file with the moment its upload began. */
export type OwnUpload = StoredFile & { createdAt: number };

/**
 * The student's own uploads by their ids, in that order.
 * @throws AppError invalid when one is missing, of another kind or somebody else's
 */
export async function ownUploads(actor: Actor, ids: string[], kind: FileKind): Promise<OwnUpload[]> {
  const files = await requireOwnFiles(actor, ids, kind);
  const rows = await db().selectFrom('files').select(['id', 'created_at']).where('id', 'in', ids).execute();
  const createdAt = new Map(rows.map((row) => [row.id, row.created_at]));
  return files.map((file) => ({ ...file, createdAt: createdAt.get(file.id) ?? 0 }));
}
