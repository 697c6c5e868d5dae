import { writeSetting } from '~/db/settings.server';
import { KEY, readSchool, WORDS_KEY, type School } from './school.queries.server';

/** Stores the school's settings (first start, demo school, 学校设置). */
export async function putSchool(school: Partial<School>): Promise<void> {
  await writeSetting(KEY, { ...(await readSchool()), ...school });
}

/** Stores the sensitive words. */
export function putSensitiveWords(words: string[]): Promise<void> {
  return writeSetting(WORDS_KEY, words);
}
