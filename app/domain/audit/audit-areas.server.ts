import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Database } from '~/db/schema';
import type { AuditEntity } from '~/db/tables/school';
import type { Actor } from '~/domain/actor/actor.rules';

/** What the areas say about the entries that are theirs: the audit stands below them all. */

/** An entry as whoever names it sees it. */
export type NamedEntry = {
  action: string;
  entity: AuditEntity;
  entity_id: string;
  actor_id: number | null;
  detail: Record<string, unknown>;
};

/** What an entry was done to, in words, and its page where the reader has one. */
export type Target = { text: string; href: string | null };

/** Names what entries of one entity were done to; the same length and order. */
export type Namer = (actor: Actor, entries: NamedEntry[]) => Promise<Target[]>;

export type Entries = ExpressionBuilder<Database, 'audit_entries'>;
type Conditions = Expression<SqlBool>[];

/** One area's word: what its entities are called, and conditions on entries; one that holds is enough. */
export type AuditArea = {
  names?: Partial<Record<AuditEntity, Namer>>;
  /** Entries that a teacher may know of, beside the own doing. */
  known?: (eb: Entries, actor: Actor) => Conditions;
  /** Entries that a reader is not to know of, whatever else says that they may. */
  untold?: (eb: Entries, actor: Actor) => Conditions;
  /** Entries of an exam and what belongs to it. */
  ofExam?: (eb: Entries, examId: number) => Conditions;
  /** Entries of things that belong to people whose name or account is like the pattern. */
  ofPeople?: (eb: Entries, pattern: string) => Conditions;
};

let areas: readonly AuditArea[] | null = null;

/** Said once, when the process starts, by app/domain/registrations.server.ts. */
export function registerAuditAreas(all: readonly AuditArea[]): void {
  areas = all;
}

/** Every area that has a word on the audit. */
export function auditAreas(): readonly AuditArea[] {
  if (areas === null) throw new Error('no area has said what its audit entries are');
  return areas;
}

export const NOTHING: Target = { text: '', href: null };

/** An id as audit entries keep it. */
export const asText = (column: string) => sql<string>`cast(${sql.ref(column)} as text)`;

const SLICE = 500;

/** Rows by id, read in slices: both databases limit the values of one statement. */
export async function byId<Id extends number | string, Row extends { id: Id }>(
  ids: (Id | null | undefined)[],
  read: (ids: Id[]) => Promise<Row[]>,
): Promise<Map<Id, Row>> {
  const wanted = [...new Set(ids)].filter(
    (id): id is Id => typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)),
  );
  const found = new Map<Id, Row>();
  for (let start = 0; start < wanted.length; start += SLICE) {
    for (const row of await read(wanted.slice(start, start + SLICE))) found.set(row.id, row);
  }
  return found;
}

/** The ids of these entries. */
export function idsOf(entries: NamedEntry[]): number[] {
  return entries.flatMap((entry) => (entry.entity_id === '' ? [] : [Number(entry.entity_id)]));
}

/** A number that an entry's detail holds. */
export function numberIn(detail: Record<string, unknown>, name: string): number | null {
  return typeof detail[name] === 'number' ? Number(detail[name]) : null;
}

/** For what has a title and no page. */
export function titled(read: (ids: number[]) => Promise<{ id: number; title: string }[]>): Namer {
  return async (_actor, entries) => {
    const rows = await byId(idsOf(entries), read);
    return entries.map((entry) => {
      const row = rows.get(Number(entry.entity_id));
      return row ? { text: row.title, href: null } : NOTHING;
    });
  };
}
