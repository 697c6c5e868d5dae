import { db } from '~/db/db.server';
import { dialectName } from '~/db/dialect/dialect.server';
import { storeIn } from '~/storage/storage.server';

/**
 * Why no school may begin here: files are stored that a new database knows nothing of, and that the sweep would take
 * for nobody's. Null where there are none.
 */
export async function foreignFilesRefusal(dataDir: string, databaseUrl: string): Promise<string | null> {
  let count = 0;
  for await (const { key } of storeIn(dataDir).list()) if (key) count += 1;
  if (count === 0) return null;
  const back =
    dialectName(databaseUrl) === 'sqlite'
      ? '请把原来的 kaoping.db 放回去（用 PostgreSQL 的，把 DATABASE_URL 设回去）'
      : '请把 DATABASE_URL 设回原来的（原来没有设就去掉它）';
  return `数据目录 ${dataDir} 里有 ${count} 个存着的文件（录音、照片、资源），数据库却是空的，不是它们的那一所学校，所以没有启动。${back}；要开始一所新学校，请另设一个空的 DATA_DIR。`;
}

/**
 * What is wrong where a school has files and none of them is stored here: most likely the directory is another one's.
 * Null where some are, or there are none to be. The school opens all the same, for its files may be lost.
 */
export async function noFilesWarning(dataDir: string): Promise<string | null> {
  const { count } = await db()
    .selectFrom('files')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) === 0) return null;
  for await (const { key } of storeIn(dataDir).list()) if (key) return null;
  return `数据库里有 ${count} 个文件（录音、照片、资源），数据目录 ${dataDir} 里一个也没有：DATA_DIR 多半写错了，录音和照片现在打不开，新存的会放到这里。请核对 DATA_DIR；文件真的丢了，请从备份恢复。`;
}
