import { db } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';

const KINDS: Record<string, string> = { audio: '录音', image: '图片', resource: '资料', xlsx: '表格' };

/**
 * What a person calls these stored files, in this order: 《exam》，pupil（account）的录音“name”, with the id. Only the
 * id where the database does not know it, or was made by a version of the program that kept it otherwise.
 */
export async function nameFiles(ids: readonly string[]): Promise<string[]> {
  const names = new Map<string, string>();
  try {
    for (const slice of slicesOf([...ids])) for (const row of await listRows(slice)) names.set(row.id, nameOf(row));
  } catch (error) {
    console.warn(`这些文件叫什么，从数据库里没有读出来：${error instanceof Error ? error.message : String(error)}`);
  }
  return ids.map((id) => names.get(id) ?? id);
}

function listRows(ids: string[]) {
  return db()
    .selectFrom('files')
    .leftJoin('users', 'users.id', 'files.owner_id')
    .leftJoin('file_uses', (join) =>
      join.onRef('file_uses.file_id', '=', 'files.id').on('file_uses.use', '=', 'attempt'),
    )
    .leftJoin('attempts', 'attempts.id', 'file_uses.ref_id')
    .leftJoin('exams', 'exams.id', 'attempts.exam_id')
    .select(['files.id', 'files.kind', 'files.name', 'users.name as owner', 'users.account', 'exams.name as exam'])
    .where('files.id', 'in', ids)
    .execute();
}

function nameOf(row: Awaited<ReturnType<typeof listRows>>[number]): string {
  const exam = row.exam === null ? '' : `《${row.exam}》，`;
  const owner = row.owner === null ? '' : `${row.owner}（${row.account}）的`;
  return `${exam}${owner}${KINDS[row.kind] ?? '文件'}“${row.name}”（${row.id}）`;
}
