import { transaction } from '~/db/db.server';
import { getSchool } from '~/domain/school/school.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { makeSheet } from '~/lib/sheets.server';
import { formatSecond } from '~/lib/time';
import { recordAudit } from './audit.commands.server';
import { listForExport, type AuditFilter } from './audit.queries.server';

const COLUMNS = [
  { header: '时间', width: 20 },
  { header: '谁', width: 12 },
  { header: '账号', width: 16 },
  { header: '类别', width: 12 },
  { header: '做了什么', width: 28 },
  { header: '对象', width: 36 },
  { header: '说明', width: 36 },
  { header: '网络地址', width: 18 },
];

/** What the filters leave as an .xlsx file; taking it is recorded too. */
export async function exportAudit(actor: Actor, filter: AuditFilter, now: number): Promise<Buffer> {
  const [rows, { timeZone }] = await Promise.all([listForExport(actor, filter, now), getSchool()]);
  const file = await makeSheet([
    {
      name: '操作记录',
      columns: COLUMNS,
      rows: rows.map((row) => [
        formatSecond(row.at, timeZone),
        row.who,
        row.account,
        row.kind,
        row.sentence,
        row.target,
        row.remark,
        row.address,
      ]),
    },
  ]);
  await transaction(() => {
    const detail = { count: rows.length };
    return recordAudit(actor, { action: 'audit.export', entity: 'audit', entityId: '', detail }, now);
  });
  return file;
}
