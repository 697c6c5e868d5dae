import { transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { listBasket } from '~/domain/basket/basket.queries.server';
import { isTeacher, type Actor } from '~/domain/user/user.rules';
import { asBuffer } from '~/lib/buffers.server';
import { AppError, invalid } from '~/lib/errors';
import { inThread } from '~/lib/threads.server';
import { formatDate } from '~/lib/time';
import { listQuestionTypes } from './bank-page.queries.server';
import { listDirectories } from './directory.queries.server';
import { directoryPath } from './directory.rules';
import type { ExportSelection } from './export.schema';
import type { write } from './export-writing.server';
import { FORMAT_INFO, MAX_EXPORT_QUESTIONS } from './formats/format-info.rules';
import type { FilePicture, FormatName, OutgoingQuestion } from './formats/format.rules';
import { writableFormats } from './formats/formats.server';
import { loadFiles } from './question-files.server';
import { listQuestions } from './question-list.queries.server';
import { getQuestions } from './question.queries.server';
import { BANK_LABELS, BANKS, type Bank, type Question } from './question.schema';

/**
 * The questions of a selection, at most MAX_EXPORT_QUESTIONS.
 * @throws AppError not_found for an id that is not the actor's, too_large, invalid when there are none
 */
async function selectQuestions(actor: Actor, selection: ExportSelection): Promise<Question[]> {
  if (!isTeacher(actor)) throw new AppError('forbidden', '只有教师可以导出试题。');
  const { bank, ids, source } = selection;
  const questions =
    source === 'basket'
      ? await inBasket(actor)
      : ids.length > 0
        ? await getQuestions(actor, [bank], ids)
        : await listed(actor, selection);
  if (questions.length === 0) throw invalid({ ids: '没有要导出的题目，请先在题库里选择。' });
  return questions;
}

/** What the actor laid aside and may still read, with the points it has in the basket. */
async function inBasket(actor: Actor): Promise<Question[]> {
  const items = await listBasket(actor);
  return items.flatMap(({ question, points }) => (question ? [{ ...question, points }] : []));
}

async function listed(actor: Actor, { bank, tab, ...filters }: ExportSelection): Promise<Question[]> {
  const page = await listQuestions(actor, {
    ...filters,
    banks: [bank],
    scope: tab === 'shared' ? 'myShared' : 'mine',
    currentPage: 1,
    pageSize: MAX_EXPORT_QUESTIONS,
  });
  if (page.totalCount > MAX_EXPORT_QUESTIONS) {
    throw new AppError(
      'too_large',
      `选中了 ${page.totalCount} 道题，一次最多导出 ${MAX_EXPORT_QUESTIONS} 道。请先用目录或条件筛选，再分几次导出。`,
    );
  }
  // Oldest first, as they were made: an import of the file keeps their order.
  return page.rows.reverse();
}

/** What each format would leave out of a selection: the choice before a download. */
export async function describeExport(actor: Actor, selection: ExportSelection) {
  const questions = await selectQuestions(actor, selection);
  return {
    count: questions.length,
    formats: writableFormats().map((name) => ({
      name,
      label: FORMAT_INFO[name].label,
      carries: FORMAT_INFO[name].carries,
      leftOut: leftOut(questions, name),
      isEmpty: questions.every((question) => !canHold(name, question)),
    })),
  };
}

function canHold(format: FormatName, { bank }: { bank: Bank }): boolean {
  return FORMAT_INFO[format].banks.includes(bank);
}

/** A sentence for what a format cannot carry of these questions; '' when it carries all. */
function leftOut(questions: Question[], format: FormatName): string {
  const { hasMedia, hasAudio, hasDirectories, banks } = FORMAT_INFO[format];
  const parts = BANKS.filter((bank) => !banks.includes(bank)).flatMap((bank) => {
    const count = questions.filter((question) => question.bank === bank).length;
    return count === 0 ? [] : [`${count} 道${BANK_LABELS[bank]}题`];
  });
  const held = questions.filter((question) => canHold(format, question));
  const pictured = held.filter(hasFiles).length;
  const sounding = held.filter(({ body }) => Boolean(body.musicUrl)).length;
  if (!hasMedia && pictured > 0) parts.push(`${pictured} 道题的图片和音频`);
  else if (!hasAudio && sounding > 0) parts.push(`${sounding} 道题的音频`);
  if (!hasDirectories && held.some(({ directoryId }) => directoryId !== null)) parts.push('题目所在的目录');
  return parts.length === 0 ? '' : `不会导出：${parts.join('、')}`;
}

function hasFiles(question: Question): boolean {
  return question.imageIds.length > 0 || Boolean(question.body.musicUrl);
}

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

async function toOutgoing(actor: Actor, questions: Question[], format: FormatName): Promise<OutgoingQuestion[]> {
  const [types, trees, files] = await Promise.all([
    listQuestionTypes(),
    Promise.all(BANKS.map(async (bank) => [bank, await listDirectories(actor, bank)] as const)),
    FORMAT_INFO[format].hasMedia
      ? loadFiles(questions, '请分几次导出，或选择不含图片的格式。')
      : new Map<string, FilePicture>(),
  ]);
  const tree = new Map(trees);
  const named = (list: { id: number; name: string }[], id: number | null) =>
    list.find((type) => type.id === id)?.name ?? '';
  return questions.map((question) => ({
    ...question,
    pictures: question.imageIds.flatMap((id) => files.get(id) ?? []),
    audio: files.get(question.body.musicUrl ?? '') ?? null,
    directories: directoryPath(tree.get(question.bank) ?? { directories: [] }, question.directoryId ?? 0),
    sceneTypeName: named(types.scene, question.sceneTypeId),
    examTypeName: named(types.exam, question.examTypeId),
  }));
}
