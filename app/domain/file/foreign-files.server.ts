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
