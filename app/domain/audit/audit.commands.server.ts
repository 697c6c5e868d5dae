import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import type { Actor } from '~/domain/user/user.rules';

export type AuditInput = {
  /** A verb in past or plain form, dotted by area: exam.publish, score.finalise. */
  action: string;
  /** Table-like name of what it was done to. */
  entity: string;
  entityId: number | string;
  detail?: Record<string, unknown>;
};

/** Appends one audit entry; call it inside the transaction of what it records. `actor` null is the server. */
export async function recordAudit(actor: Actor | null, input: AuditInput, now: number): Promise<void> {
  await db()
    .insertInto('audit_entries')
    .values({
      actor_id: actor?.id ?? null,
      action: input.action,
      entity: input.entity,
      entity_id: String(input.entityId),
      detail: toJson(input.detail ?? {}),
      address: actor?.address ?? '',
      at: now,
    })
    .execute();
}
