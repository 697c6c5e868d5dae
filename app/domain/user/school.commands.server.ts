import type { z } from 'zod';
import { transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { setFileUses } from '~/domain/file/file.commands.server';
import { requireOwnFiles } from '~/domain/file/file.queries.server';
import { assertAdministrator } from '~/domain/actor/administrator.server';
import { getSensitiveWords, readSchool, type School } from '~/domain/school/school.queries.server';
import { putSchool, putSensitiveWords } from '~/domain/school/store.commands.server';
import { invalid } from '~/lib/errors';
import {
  schoolExamSchema,
  type changeSchoolExamSchema,
  type changeSchoolSchema,
  type schoolSchema,
  type schoolWordsSchema,
} from './school.schema';
import type { Actor } from '~/domain/actor/actor.rules';

/** Saves name, time zone, address and picture; `logoFileId` is a stored image of the actor, or undefined. */
export async function saveSchool(
  actor: Actor,
  input: z.output<typeof schoolSchema> & { logoFileId?: string | undefined },
  now: number,
): Promise<void> {
  assertAdministrator(actor);
  const { removeLogo, logoFileId, ...fields } = input;
  if (logoFileId) await requireOwnFiles(actor, [logoFileId], 'image', 'logo');
  await change(actor, { ...fields, ...(logoFileId ? { logoFileId } : removeLogo ? { logoFileId: '' } : {}) }, now);
}

/** Saves what new exams begin with and how long recordings are kept. */
export async function saveSchoolExams(
  actor: Actor,
  { retentionDays, ...thresholds }: z.output<typeof schoolExamSchema>,
  now: number,
): Promise<void> {
  assertAdministrator(actor);
  await change(actor, { thresholds, retentionDays }, now);
}

/** Changes what is given of the school; `logo` is a stored picture, '' takes it away. */
export async function changeSchool(
  actor: Actor,
  { logo, ...changes }: z.output<typeof changeSchoolSchema>,
  now: number,
): Promise<void> {
  const { name, timeZone, siteUrl } = await readSchool();
  const whole = {
    name: changes.name ?? name,
    timeZone: changes.timeZone ?? timeZone,
    siteUrl: changes.siteUrl ?? siteUrl,
    removeLogo: logo === '',
  };
  await saveSchool(actor, { ...whole, logoFileId: logo || undefined }, now);
}

/** Changes what is given of what new exams begin with. */
export async function changeSchoolExams(
  actor: Actor,
  changes: z.output<typeof changeSchoolExamSchema>,
  now: number,
): Promise<void> {
  const { thresholds, retentionDays } = await readSchool();
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const judged = schoolExamSchema.safeParse({ ...thresholds, retentionDays, ...given });
  if (!judged.success) {
    throw invalid(Object.fromEntries(judged.error.issues.map((issue) => [issue.path.join('.'), issue.message])));
  }
  await saveSchoolExams(actor, judged.data, now);
}

/** Saves the list of sensitive words. */
export async function saveSchoolWords(
  actor: Actor,
  input: z.output<typeof schoolWordsSchema>,
  now: number,
): Promise<number> {
  assertAdministrator(actor);
  const { words } = input;
  await transaction(async () => {
    const before = await getSensitiveWords();
    await putSensitiveWords(words);
    // Of a long list the number tells enough.
    const detail = { was: { words: before.length }, is: { words: words.length } };
    await recordEdit(actor, detail, now);
  });
  return words.length;
}

async function change(actor: Actor, changes: Partial<School>, now: number): Promise<void> {
  await transaction(async () => {
    const before = await readSchool();
    await putSchool(changes);
    if (changes.logoFileId !== undefined) {
      await setFileUses('school', 0, changes.logoFileId === '' ? [] : [changes.logoFileId]);
    }
    const fields = Object.keys(changes) as (keyof School)[];
    const was = Object.fromEntries(fields.map((field) => [field, before[field]]));
    await recordEdit(actor, { was, is: changes }, now);
  });
}

function recordEdit(actor: Actor, detail: { was: object; is: object }, now: number): Promise<void> {
  return recordAudit(actor, { action: 'school.edit', entity: 'school', entityId: 'school', detail }, now);
}
