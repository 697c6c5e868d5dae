import { transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { asBuffer } from '~/lib/buffers.server';
import { invalid } from '~/lib/errors';
import { XLSX_MIME } from '~/lib/spreadsheet.server';
import { inThread } from '~/lib/threads.server';
import { formatDate } from '~/lib/time';
import type { ExportSelection } from './export.schema';
import type { write } from './export-writing.server';
import { FORMAT_INFO } from './formats/format-info.rules';
import type { FormatName } from './formats/format.rules';
import { writableFormats } from './formats/formats.server';
import { BANK_LABELS } from './question.schema';
import { canHold, selectQuestions, toOutgoing } from './export.queries.server';

/** What an exported file may be, by the format asked for: Excel, Word, JSON, text, XML or a package. */
export const EXPORT_MIMES = [
  XLSX_MIME,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/json',
  'text/plain',
  'application/xml',
  'application/zip',
];

export type ExportedFile = { bytes: Buffer; name: string; mime: string };

/**
 * A selection as a file of a format, named 题库-理论-20261121.xml. What the format cannot hold is left out.
 * @throws AppError as selectQuestions; too_large when pictures and audio come to too much
 */
export async function exportQuestions(
  actor: Actor,
  input: ExportSelection & { format: FormatName; answers: boolean },
  now: number,
): Promise<ExportedFile> {
  if (!writableFormats().includes(input.format)) {
    throw invalid({ format: `不能导出为${FORMAT_INFO[input.format].label}，请选择别的格式。` });
  }
  const all = await selectQuestions(actor, input);
  const questions = all.filter((question) => canHold(input.format, question));
  if (questions.length === 0) {
    throw invalid({ format: `${FORMAT_INFO[input.format].label}格式放不下这些题目，请选择别的格式。` });
  }
  const outgoing = await toOutgoing(actor, questions, input.format);
  const title = `题库-${input.source === 'basket' ? '试题篮' : BANK_LABELS[input.bank]}-${formatDate(now).replace(/-/g, '')}`;
  const file = await inThread<typeof write>(
    'files',
    'writeQuestions',
    { format: input.format, questions: outgoing, title, withAnswers: input.answers },
    { overLimit: '题目太多，没有导出成。请分几次导出，或选择不含图片的格式。' },
  );
  await transaction(async () => {
    const detail = { bank: input.bank, format: input.format, count: questions.length };
    await recordAudit(actor, { action: 'question.export', entity: 'question', entityId: '', detail }, now);
  });
  return { bytes: asBuffer(file.bytes), mime: file.mime, name: `${title}.${file.extension}` };
}
