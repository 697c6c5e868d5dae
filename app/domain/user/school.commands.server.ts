import type { z } from 'zod';
import { transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { setFileUses } from '~/domain/file/file.commands.server';
import { requireOwnFiles } from '~/domain/file/file.queries.server';
import { assertAdministrator } from './administrator.server';
import { putSchool, readSchool, type School } from './school.queries.server';
import type { schoolExamSchema, schoolSchema, schoolWordsSchema } from './school.schema';
import type { Actor } from './user.rules';

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

/** Saves the list of sensitive words. */
export async function saveSchoolWords(
  actor: Actor,
  input: z.output<typeof schoolWordsSchema>,
  now: number,
): Promise<number> {
  assertAdministrator(actor);
  await change(actor, { words: input.words }, now);
  return input.words.length;
}

async function change(actor: Actor, changes: Partial<School>, now: number): Promise<void> {
  await transaction(async () => {
    const before = await readSchool();
    await putSchool(changes);
    if (changes.logoFileId !== undefined) {
      await setFileUses('school', 0, changes.logoFileId === '' ? [] : [changes.logoFileId]);
    }
    const fields = Object.keys(changes) as (keyof School)[];
    // Of a long list the number tells enough.
    const shown = (school: Partial<School>, field: keyof School) =>
      field === 'words' ? (school.words?.length ?? 0) : school[field];
    const detail = {
      was: Object.fromEntries(fields.map((field) => [field, shown(before, field)])),
      is: Object.fromEntries(fields.map((field) => [field, shown(changes, field)])),
    };
    await recordAudit(actor, { action: 'school.edit', entity: 'settings', entityId: 'school', detail }, now);
  });
}
