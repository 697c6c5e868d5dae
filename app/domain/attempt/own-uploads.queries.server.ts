import { db } from '~/db/db.server';
import { requireOwnFiles } from '~/domain/file/file.queries.server';
import type { FileKind, StoredFile } from '~/domain/file/file.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { invalid } from '~/lib/errors';

/** A stored file with the moment its upload began, and the digest of its bytes. */
export type OwnUpload = StoredFile & { createdAt: number; sha256: string };

/**
 * The student's own uploads by their ids, in that order, made for this attempt: not what lay there before it began, nor
 * what is used in anything else, which would stand in the paper with today's time.
 * @throws AppError invalid (`field`) when one is missing, of another kind, somebody else's, older or used elsewhere
 */
export async function ownUploads(
  actor: Actor,
  { ids, kind, field }: { ids: string[]; kind: FileKind; field: string },
  attempt: { id: number; startedAt: number },
): Promise<OwnUpload[]> {
  const files = await requireOwnFiles(actor, ids, kind);
  const rows = await db().selectFrom('files').select(['id', 'created_at', 'sha256']).where('id', 'in', ids).execute();
  const what = kind === 'audio' ? '这段录音' : '这张照片';
  if (rows.some((row) => row.created_at < attempt.startedAt)) {
    throw invalid({ [field]: `${what}是开始答题以前传上来的，不能用来作答，请重新上传一份` });
  }
  const elsewhere = await db()
    .selectFrom('file_uses')
    .select('file_id')
    .where('file_id', 'in', ids)
    .where((where) => where.or([where('use', '!=', 'attempt'), where('ref_id', '!=', attempt.id)]))
    .executeTakeFirst();
  if (elsewhere) throw invalid({ [field]: `${what}已经用在别处，请重新上传一份` });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return files.map((file) => ({
    ...file,
    createdAt: byId.get(file.id)?.created_at ?? 0,
    sha256: byId.get(file.id)?.sha256 ?? '',
  }));
}

/**
 * Of what an item has already, the one with the very bytes of this file, one that counts before any other: whoever
 * never heard that it had arrived sends it again. Asks no rights.
 */
export async function findSameBytes<Row extends { fileId: string; outcome: string }>(
  { sha256 }: OwnUpload,
  present: Row[],
): Promise<Row | undefined> {
  if (present.length === 0) return undefined;
  const rows = await db()
    .selectFrom('files')
    .select('id')
    .where('sha256', '=', sha256)
    .where(
      'id',
      'in',
      present.map(({ fileId }) => fileId),
    )
    .execute();
  const same = present.filter(({ fileId }) => rows.some(({ id }) => id === fileId));
  return same.find(({ outcome }) => outcome !== 'refused') ?? same[0];
}
