import { readSetting, writeSetting } from '~/db/settings.server';
import { AppError } from '~/lib/errors';
import { newUuid } from '~/lib/ids.server';
import { isBucket, readOwner, writeOwner } from '~/storage/s3-store.server';
import { sayPlace, type StoreSettings } from '~/storage/storage.server';
import { sayNoBucket, sayUnreachable } from './foreign-files.server';

/** The mark by which a bucket says whose it is, and since when it is the school's. */
export const STORE_OWNER = 'store_owner';
type Owner = { mark: string; since: number };

/**
 * From when on what lies in the store without a row was left by this school: of a bucket that it took over from a school
 * which it is a copy of, older objects may be that one's newer recordings. 0 for the disk.
 */
export async function ownSince({ s3 }: StoreSettings): Promise<number> {
  return s3 === undefined ? 0 : ((await readSetting<Owner>(STORE_OWNER))?.since ?? Infinity);
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
    const own = await readSetting<Owner>(STORE_OWNER);
    const owner = await readOwner(s3);
    if (owner !== null) return owner === own?.mark ? null : sayTaken(settings);
    if (isLook) return null;
    const mark = own?.mark ?? newUuid();
    // The database first: a bucket that has a mark which no school knows would be nobody's for ever.
    await writeSetting(STORE_OWNER, { mark, since: now } satisfies Owner);
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

/** What whoever has restored a school that uses a bucket is told. */
export const NEW_BUCKET =
  '启动以前请把 S3_URL 换成一个新的空桶：原来的那一份可能还在用原来的桶（docs/operations.md 的“对象存储”）。';
