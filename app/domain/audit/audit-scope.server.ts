import { sql } from 'kysely';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { likePattern } from '~/lib/text';
import { auditAreas, type Entries } from './audit-areas.server';

/**
 * Condition: what a teacher may know of: their own doing, and what each area says of its own. An administrator knows
 * of everything, but for what an area leaves untold to whoever acts by codes.
 */
export function mayKnow(actor: Actor) {
  return (eb: Entries) => {
    const untold = auditAreas().flatMap((area) => area.untold?.(eb, actor) ?? []);
    const known = actor.isAdmin
      ? eb.lit(true)
      : eb.or([eb('actor_id', '=', actor.id), ...auditAreas().flatMap((area) => area.known?.(eb, actor) ?? [])]);
    return eb.and([known, eb.not(eb.or(untold))]);
  };
}

/** Condition: it was done to the exam or to something of it. */
export function isAboutExam(examId: number) {
  return (eb: Entries) => eb.or(auditAreas().flatMap((area) => area.ofExam?.(eb, examId) ?? []));
}

/** Condition: a person of that name or account did it, or it was done to them. */
export function isAboutPerson(text: string) {
  return (eb: Entries) => {
    const pattern = likePattern(text.toLowerCase());
    return eb.or([
      eb('actor_id', 'in', peopleLike(pattern).select('users.id')),
      ...auditAreas().flatMap((area) => area.ofPeople?.(eb, pattern) ?? []),
    ]);
  };
}

/** People whose name or account is like the pattern. */
export function peopleLike(pattern: string) {
  return db()
    .selectFrom('users')
    .where(
      sql<boolean>`(lower(users.name) like ${pattern} escape '\\' or lower(users.account) like ${pattern} escape '\\')`,
    );
}
