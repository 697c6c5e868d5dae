import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import type { Actor } from '~/domain/actor/actor.rules';
import type { AuditAction, EntityOf } from './audit.rules';

type AuditInput<A extends AuditAction> = {
  action: A;
  /** What it was done to: the one word that AUDIT_ACTIONS has for this action. */
  entity: EntityOf<A>;
  entityId: number | string;
  detail?: Record<string, unknown>;
};

/** Appends one audit entry; call it inside the transaction of what it records. `actor` null is the server. */
export async function recordAudit<A extends AuditAction>(
  actor: Actor | null,
  input: AuditInput<A>,
  now: number,
): Promise<void> {
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
