import { db } from '~/db/db.server';

/** The stored file that is the school's picture, or null. It is public. */
export async function findLogo() {
  const row = await db()
    .selectFrom('file_uses')
    .innerJoin('files', 'files.id', 'file_uses.file_id')
    .select(['files.id', 'files.mime', 'files.size', 'files.sha256', 'files.created_at'])
    .where('file_uses.use', '=', 'school')
    .where('file_uses.ref_id', '=', 0)
    .where('files.kind', '=', 'image')
    .executeTakeFirst();
  if (!row) return null;
  const { created_at: createdAt, ...file } = row;
  return { ...file, createdAt };
}
