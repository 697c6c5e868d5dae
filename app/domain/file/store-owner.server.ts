import { readSetting, writeSetting } from '~/db/settings.server';
import { AppError } from '~/lib/errors';
import { newUuid } from '~/lib/ids.server';
import { isBucket, readOwner, writeOwner } from '~/storage/s3-store.server';
import { sayPlace, type StoreSettings } from '~/storage/storage.server';
import { STORE_OWNER, countUnstored, sayNoBucket, sayUnreachable, type StoreOwner } from './foreign-files.server';

/**
 * From when on what lies in the store without a row was left by this school: of a bucket that it took over from a school
 * which it is a copy of, older objects may be that one's newer recordings. 0 for the disk.
 */
export async function ownSince({ s3 }: StoreSettings): Promise<number> {
  return s3 === undefined ? 0 : ((await readSetting<StoreOwner>(STORE_OWNER))?.since ?? Infinity);
}

/** Why a school cannot keep its files where its settings say: no bucket answers there. Null where one does, and for the disk. */
export async function storeRefusal(settings: StoreSettings): Promise<string | null> {
  const { s3 } = settings;
  if (s3 === undefined) return null;
  return orUnreachable(settings, async () => ((await isBucket(s3)) ? null : sayNoBucket(settings)));
}

/**
 * Makes a bucket that is nobody's the school's own, once (not with `isLook`, which writes nothing). Answers why the school may not open with it: two schools, or a
 * school and what was restored from its backup, would each take the other's files for nobody's and remove them. Null
 * where it is the school's own, or files are kept on the disk.
 */
export async function claimStore(
  settings: StoreSettings,
  now: number,
  { isLook = false } = {},
): Promise<string | null> {
  const { s3 } = settings;
  if (s3 === undefined) return null;
  return orUnreachable(settings, async () => {
    if (!(await isBucket(s3))) return sayNoBucket(settings);
    const own = await readSetting<StoreOwner>(STORE_OWNER);
    const owner = await readOwner(s3);
    if (owner !== null && owner !== own?.mark) return sayTaken(settings);
    if (owner === null && own !== null) {
      const count = await countUnstored(settings);
      if (count > 0) return sayElsewhere(settings, own, count);
    }
    if (isLook) return null;
    if (owner !== null && own !== null) {
      if (own.url !== s3.url) await writeSetting(STORE_OWNER, { ...own, url: s3.url } satisfies StoreOwner);
      return null;
    }
    const mark = own?.mark ?? newUuid();
    // The database first: a bucket that has a mark which no school knows would be nobody's for ever.
    await writeSetting(STORE_OWNER, { mark, since: now, url: s3.url } satisfies StoreOwner);
    await writeOwner(s3, mark);
    return null;
  });
}

async function orUnreachable(settings: StoreSettings, look: () => Promise<string | null>): Promise<string | null> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return sayUnreachable(settings);
    throw error;
  }
}

function sayTaken(settings: StoreSettings): string {
  return `${sayPlace(settings)} 是另一所学校的，或是这所学校恢复以前的那一份的，所以没有启动：两边都会把对方的录音和照片当成没有用的删掉。请另设一个空的桶（恢复出来的文件在数据目录里，启动以后自己搬过去）；确定原来的那一份不再启动，就在桶里删掉 kaoping-school 这一个对象，再启动。`;
}

function sayElsewhere(settings: StoreSettings, { mark, url }: StoreOwner, count: number): string {
  const where = url && url !== settings.s3?.url ? `存在对象存储 ${url} 里` : '原来存在它自己的桶里';
  return `数据库里有 ${count} 个文件（录音、照片、资源），${where}，${sayPlace(settings)} 里却一个也没有，也不是这所学校用过的桶，所以没有启动。请核对 S3_URL；文件真的丢了，请从备份恢复；没有备份又要接着用这个桶，就在桶里放一个名叫 kaoping-school、内容是 ${mark} 的对象，再启动。`;
}

/** What whoever has restored a school that uses a bucket is told. */
export const NEW_BUCKET =
  '启动以前请把 S3_URL 换成一个新的空桶：原来的那一份可能还在用原来的桶（docs/operations.md 的“对象存储”）。';
