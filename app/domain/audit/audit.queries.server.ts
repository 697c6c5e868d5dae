import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { getSchool } from '~/domain/school/school.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { pageOffset, type Page, type PageInput } from '~/lib/page';
import { actionsOf, auditKindLabel, auditRemark, auditSentence, type AuditKind } from './audit.rules';
import { auditPeriod, MAX_EXPORT_ROWS } from './audit.schema';
import { isAboutExam, isAboutPerson, mayKnow } from './audit-scope.server';
import { nameTargets } from './audit-targets.queries.server';

export type AuditFilter = {
  examId: number | null;
  person: string;
  kind: AuditKind | '';
  from: string;
  to: string;
};

export type AuditRow = {
  id: number;
  at: number;
  /** 系统 where the server did it by itself. */
  who: string;
  account: string;
  kind: string;
  sentence: string;
  /** What it was done to, and its page where there is one. */
  target: string;
  href: string | null;
  remark: string;
  address: string;
};

async function filtered(actor: Actor, filter: AuditFilter, now: number) {
  const { timeZone } = await getSchool();
  const period = auditPeriod(filter, timeZone, now);
  let query = db().selectFrom('audit_entries').where(mayKnow(actor));
  if (period.from !== null) query = query.where('at', '>=', period.from);
  if (period.to !== null) query = query.where('at', '<', period.to);
  if (filter.kind !== '') query = query.where('action', 'in', actionsOf(filter.kind));
  if (filter.examId !== null) query = query.where(isAboutExam(filter.examId));
  if (filter.person !== '') query = query.where(isAboutPerson(filter.person));
  return query;
}

type Rows = { offset: number; limit: number };

async function readRows(actor: Actor, filter: AuditFilter, { offset, limit }: Rows, now: number): Promise<AuditRow[]> {
  const entries = await (
    await filtered(actor, filter, now)
  )
    .leftJoin('users as doer', 'doer.id', 'audit_entries.actor_id')
    .select([
      'audit_entries.id',
      'audit_entries.at',
      'audit_entries.action',
      'audit_entries.entity',
      'audit_entries.entity_id',
      'audit_entries.detail',
      'audit_entries.address',
      'audit_entries.actor_id',
      'doer.name',
      'doer.account',
    ])
    .orderBy('audit_entries.at', 'desc')
    .orderBy('audit_entries.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const parsed = entries.map((entry) => ({ ...entry, detail: fromJson<Record<string, unknown>>(entry.detail) }));
  const targets = await nameTargets(actor, parsed);
  return parsed.map((entry, index) => ({
    id: entry.id,
    at: entry.at,
    who: entry.name ?? '系统',
    account: entry.account ?? '',
    kind: auditKindLabel(entry.action),
    sentence: auditSentence(entry.action),
    target: targets[index]?.text ?? '',
    href: targets[index]?.href ?? null,
    remark: auditRemark(entry.detail),
    address: entry.address,
  }));
}

/** A page of what was recorded and the actor may know of, the last first. */
export async function listAudit(actor: Actor, filter: AuditFilter & PageInput, now: number): Promise<Page<AuditRow>> {
  const { total } = await (
    await filtered(actor, filter, now)
  )
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return {
    rows: await readRows(actor, filter, { offset: pageOffset(filter), limit: filter.pageSize }, now),
    totalCount: Number(total),
    pageSize: filter.pageSize,
    currentPage: filter.currentPage,
  };
}

/** The actor's exams for the filter, the newest first. */
export async function listAuditExams(actor: Actor): Promise<{ id: number; name: string }[]> {
  let query = db().selectFrom('exams').select(['id', 'name']).where('deleted_at', 'is', null);
  if (!actor.isAdmin) query = query.where('owner_id', '=', actor.id);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(200).execute();
}

/** What the filters leave, as rows for a file: the last `MAX_EXPORT_ROWS`. */
export function listForExport(actor: Actor, filter: AuditFilter, now: number): Promise<AuditRow[]> {
  return readRows(actor, filter, { offset: 0, limit: MAX_EXPORT_ROWS }, now);
}
