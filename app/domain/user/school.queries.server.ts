import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { DEFAULT_TIME_ZONE } from '~/lib/time';

/** What the school set for itself; every field has its default. */
export type School = {
  name: string;
  timeZone: string;
  /** A picture shown beside the name, or ''. */
  logoFileId: string;
  /** Percentages that a new exam starts with. */
  thresholds: { excellentFrom: number; goodFrom: number; passFrom: number; lowFrom: number };
  /** Recordings older than this are deleted unless their exam is held. */
  retentionDays: number;
  /** Sensitive words: what contains one is marked for whoever moderates. */
  words: string[];
};

const DEFAULTS: School = {
  name: '我的学校',
  timeZone: DEFAULT_TIME_ZONE,
  logoFileId: '',
  thresholds: { excellentFrom: 86, goodFrom: 70, passFrom: 60, lowFrom: 40 },
  retentionDays: 400,
  words: [],
};

/** The school's own settings. */
export async function getSchool(): Promise<School> {
  const row = await db().selectFrom('settings').select('value').where('key', '=', 'school').executeTakeFirst();
  return row ? { ...DEFAULTS, ...fromJson<Partial<School>>(row.value) } : DEFAULTS;
}

/** Stores the school's settings (first start and demo school). */
export async function putSchool(school: Partial<School>): Promise<void> {
  const value = toJson({ ...(await getSchool()), ...school });
  await db()
    .insertInto('settings')
    .values({ key: 'school', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
