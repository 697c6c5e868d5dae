import type { AuditEntity } from '~/db/tables/school';
import type { Actor } from '~/domain/actor/actor.rules';
import { auditAreas, NOTHING, type NamedEntry, type Target } from './audit-areas.server';

/** Names what each entry was done to, each by the area it belongs to; the same length and order. */
export async function nameTargets(actor: Actor, entries: NamedEntry[]): Promise<Target[]> {
  const named = new Map<NamedEntry, Target>();
  const of = (entity: AuditEntity) => entries.filter((entry) => entry.entity === entity);
  const entities = [...new Set(entries.map((entry) => entry.entity))];
  await Promise.all(
    entities.map(async (entity) => {
      const namer = auditAreas().find((area) => area.names?.[entity])?.names?.[entity];
      if (!namer) return;
      const own = of(entity);
      const targets = await namer(actor, own);
      own.forEach((entry, index) => named.set(entry, targets[index] ?? NOTHING));
    }),
  );
  return entries.map((entry) => named.get(entry) ?? NOTHING);
}
