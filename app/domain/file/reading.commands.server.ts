import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { ReadableFile } from './file.queries.server';

const HOUR_MS = 3_600_000;

/** Records that a teacher opened or played a student's work, at most once per teacher, file and hour. */
export async function recordReading(actor: Actor, file: ReadableFile, now: number): Promise<void> {
  if (file.studentWork === null) return;
  const recent = await db()
    .selectFrom('audit_entries')
    .select('id')
    .where('entity', '=', 'file')
    .where('entity_id', '=', file.id)
    .where('action', '=', 'file.read')
    .where('actor_id', '=', actor.id)
    .where('at', '>', now - HOUR_MS)
    .executeTakeFirst();
  if (recent) return;
  await recordAudit(actor, { action: 'file.read', entity: 'file', entityId: file.id, detail: file.studentWork }, now);
}
