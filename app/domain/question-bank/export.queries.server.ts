import { listBasket } from './basket.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid } from '~/lib/errors';
import { listQuestionTypes } from './bank-frame.queries.server';
import { listDirectories } from './directory.queries.server';
import { directoryPath } from './directory.rules';
import type { ExportSelection } from './export.schema';
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
export async function selectQuestions(actor: Actor, selection: ExportSelection): Promise<Question[]> {
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

/** Whether a format has a place for questions of this bank. */
export function canHold(format: FormatName, { bank }: { bank: Bank }): boolean {
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

/** The questions as a file of the format takes them: with pictures, directories and types by name. */
export async function toOutgoing(actor: Actor, questions: Question[], format: FormatName): Promise<OutgoingQuestion[]> {
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
