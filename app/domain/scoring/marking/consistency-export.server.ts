import { transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { makeSheet } from '~/lib/sheets.server';
import type { SheetCell } from '~/lib/spreadsheet.server';
import { figureText, type Figure } from './consistency.rules';
import { getConsistency } from './consistency.queries.server';

/** The report as an .xlsx file. */
export async function exportConsistency(
  actor: Actor,
  input: { examId: number; part: Part | null },
  now: number,
): Promise<{ name: string; bytes: Buffer }> {
  const report = await getConsistency(actor, input);
  const name = (id: number) => report.names[id] ?? '';
  const cell = (figure: Figure, digits = 2, times = 1): SheetCell => {
    const text = figureText(figure, digits, times);
    return text === null ? '—' : Number(text);
  };
  const column = (header: string, width = 14) => ({ header, width });
  const bytes = await makeSheet([
    {
      name: '阅卷老师',
      columns: [
        column('阅卷老师'),
        ...['提交份数', '平均分', '标准差', '与别人的平均差', '共同评份数', '进入仲裁（%）', '仲裁后被采用（%）'].map(
          (text) => column(text, 16),
        ),
      ],
      rows: report.examiners.map((one) => [
        name(one.examinerId),
        one.papers,
        cell(one.mean),
        cell(one.spread),
        cell(one.severity),
        one.shared,
        cell(one.contestedRate, 1, 100),
        cell(one.upheldRate, 1, 100),
      ]),
    },
    {
      name: '两两比较',
      columns: ['第一位', '第二位', '共同评份数', '平均相差', '第一位减第二位', '相关系数'].map((text) => column(text)),
      rows: report.pairs.map((pair) => [
        name(pair.ids[0]),
        name(pair.ids[1]),
        pair.papers,
        cell(pair.distance),
        cell(pair.difference),
        cell(pair.correlation, 3),
      ]),
    },
    { name: '提示', columns: [column('提示', 60)], rows: report.remarks.map((text) => [text]) },
  ]);
  await transaction(() =>
    recordAudit(
      actor,
      {
        action: 'exam.export',
        entity: 'exam',
        entityId: report.exam.id,
        detail: { what: 'consistency', part: report.part },
      },
      now,
    ),
  );
  return { name: `${report.exam.name}${PART_LABELS[report.part]}评分一致性.xlsx`, bytes };
}
