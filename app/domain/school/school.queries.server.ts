import { readSetting } from '~/db/settings.server';
import { toLogo } from '~/lib/addresses/personal';
import { USUAL_THRESHOLDS } from '~/lib/bands';
import { env } from '~/lib/env.server';
import { DEFAULT_TIME_ZONE, setSchoolTimeZone } from '~/lib/time';

/** What the school set for itself; every field has its default. */
export type School = {
  name: string;
  timeZone: string;
  /** Where people open the site, without a trailing slash: printed on slips, written in mails; '' when not set. */
  siteUrl: string;
  /** A picture shown beside the name, or ''. */
  logoFileId: string;
  /** Percentages that a new exam starts with. */
  thresholds: { excellentFrom: number; goodFrom: number; passFrom: number; lowFrom: number };
  /** Recordings older than this are deleted unless their exam is held. */
  retentionDays: number;
};

/** Where the settings stand. */
export const KEY = 'school';
/** Where the sensitive words stand. */
export const WORDS_KEY = 'sensitive_words';

const DEFAULTS: School = {
  name: '我的学校',
  timeZone: DEFAULT_TIME_ZONE,
  siteUrl: '',
  logoFileId: '',
  thresholds: USUAL_THRESHOLDS,
  retentionDays: 400,
};

/** The settings as the school keeps them. */
export async function readSchool(): Promise<School> {
  return { ...DEFAULTS, ...(await readSetting<Partial<School>>(KEY)) };
}

/** The school's settings as they are in force. */
export async function getSchool(): Promise<School & { logoUrl: string }> {
  const school = await readSchool();
  setSchoolTimeZone(school.timeZone);
  return {
    ...school,
    // What the server was started with is the address that its reverse proxy answers to.
    siteUrl: env().publicUrl ?? school.siteUrl,
    // Another picture has another address: browsers may keep it for long.
    logoUrl: school.logoFileId === '' ? '' : toLogo({ v: school.logoFileId.slice(0, 8) }),
  };
}

/** The school's sensitive words: what contains one is marked for whoever moderates. Apart from the settings that every page reads. */
export async function getSensitiveWords(): Promise<string[]> {
  return (await readSetting<string[]>(WORDS_KEY)) ?? [];
}
