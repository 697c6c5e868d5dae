import { db } from '~/db/db.server';
import { dialectName } from '~/db/dialect/dialect.server';
import { readSetting } from '~/db/settings.server';
import { AppError } from '~/lib/errors';
import { isBucket } from '~/storage/s3-store.server';
import { sayPlace, storeOf, type StoreSettings } from '~/storage/storage.server';

/** The mark by which a bucket says whose it is, since when it is the school's, and where it is. */
export const STORE_OWNER = 'store_owner';
/** What the database keeps under it; schools of older versions do not say where. */
export type StoreOwner = { mark: string; since: number; url?: string };

/**
 * Why no school may begin here: files are stored that a new database knows nothing of, and that the sweep would take
 * for nobody's, or nobody can say whether there are. Null where there are none.
 */
export async function foreignFilesRefusal(settings: StoreSettings, databaseUrl: string): Promise<string | null> {
  let count = 0;
  try {
    if (settings.s3 !== undefined && !(await isBucket(settings.s3))) return sayNoBucket(settings);
    for await (const { key } of storeOf(settings).list()) if (key) count += 1;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return sayUnreachable(settings);
  }
  if (count === 0) return null;
  const back =
    dialectName(databaseUrl) === 'sqlite'
      ? '请把原来的 kaoping.db 放回去（用 PostgreSQL 的，把 DATABASE_URL 设回去）'
      : '请把 DATABASE_URL 设回原来的（原来没有设就去掉它）';
  const elsewhere = settings.s3 === undefined ? '请另设一个空的 DATA_DIR' : '请另设一个空的桶和 DATA_DIR';
  return `${sayPlace(settings)} 里有 ${count} 个存着的文件（录音、照片、资源），数据库却是空的，不是它们的那一所学校，所以没有启动。${back}；要开始一所新学校，${elsewhere}。`;
}

/**
 * What is wrong where a school has files and none of them is stored here: most likely the place is another one's, or
 * cannot be reached. Null where some are, or there are none to be. The school opens all the same, for its files may be
 * lost.
 */
export async function noFilesWarning(settings: StoreSettings): Promise<string | null> {
  let count: number;
  try {
    count = await countUnstored(settings);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return sayUnreachable(settings);
  }
  if (count === 0) return null;
  const own = await readSetting<StoreOwner>(STORE_OWNER);
  const found = `数据库里有 ${count} 个文件（录音、照片、资源），${sayPlace(settings)} 里一个也没有`;
  const lost = '文件真的丢了，请从备份恢复。';
  if (settings.s3 === undefined && own !== null)
    return `${found}：这所学校的文件存在对象存储${own.url ? ` ${own.url}` : ''} 里，设置里却没有 S3_URL。录音和照片现在打不开，新存的会放到数据目录里。请把 S3_ 开头的几项设回去，再重新启动；${lost}`;
  const name = settings.s3 === undefined ? 'DATA_DIR' : 'S3_URL';
  return `${found}：${name} 多半写错了，录音和照片现在打不开，新存的会放到这里。请核对 ${name}；${lost}`;
}

/** How many files the database names where not a single one is stored; 0 where one is. */
export async function countUnstored(settings: StoreSettings): Promise<number> {
  const { count } = await db()
    .selectFrom('files')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) === 0) return 0;
  for await (const { key } of storeOf(settings).list()) if (key) return 0;
  return Number(count);
}

/** For the person who looks after it. */
export function sayUnreachable(settings: StoreSettings): string {
  return `${sayPlace(settings)} 连不上，或不让用：录音和照片读不到，也存不进去。请核对 S3_URL、S3_REGION、S3_ACCESS_KEY_ID 和 S3_SECRET_ACCESS_KEY，看它开着没有；桶要先建好。`;
}

/** The same of an address without a bucket. */
export function sayNoBucket(settings: StoreSettings): string {
  return `${sayPlace(settings)} 不是一个桶：请在 S3_URL 后面写出桶名（如 https://s3.school.cn/kaoping），桶要先建好。`;
}
