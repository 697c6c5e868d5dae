import { readSetting, writeSetting } from '~/db/settings.server';
import { AppError } from '~/lib/errors';
import { newUuid } from '~/lib/ids.server';
import { isBucket, readOwner, writeOwner } from '~/storage/s3-store.server';
import { sayPlace, type StoreSettings } from '~/storage/storage.server';
import { sayNoBucket, sayUnreachable } from './foreign-files.server';

/** The mark by which a bucket says whose it is. */
export const STORE_OWNER = 'store_owner';

/**
 * Makes a bucket that is nobody's the school's own, once (not with `isLook`, which writes nothing). Answers why the school may not open with it: two schools, or a
 * school and what was restored from its backup, would each take the other's files for nobody's and remove them. Null
 * where it is the school's own, or files are kept on the disk.
 */
export async function claimStore(settings: StoreSettings, { isLook = false } = {}): Promise<string | null> {
  const { s3 } = settings;
  if (s3 === undefined) return null;
  try {
    if (!(await isBucket(s3))) return sayNoBucket(settings);
    const own = await readSetting<string>(STORE_OWNER);
    const owner = await readOwner(s3);
    if (owner !== null) return owner === own ? null : sayTaken(settings);
    if (isLook) return null;
    const mark = own ?? newUuid();
    // The database first: a bucket that has a mark which no school knows would be nobody's for ever.
    if (own === null) await writeSetting(STORE_OWNER, mark);
    await writeOwner(s3, mark);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return sayUnreachable(settings);
    throw error;
  }
}

function sayTaken(settings: StoreSettings): string {
  return `${sayPlace(settings)} 是另一所学校的，或是这所学校恢复以前的那一份的，所以没有启动：两边都会把对方的录音和照片当成没有用的删掉。请另设一个空的桶（恢复出来的文件在数据目录里，启动以后自己搬过去）；确定原来的那一份不再启动，就在桶里删掉 kaoping-school 这一个对象，再启动。`;
}
