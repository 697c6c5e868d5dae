import type { z } from 'zod';
import { db, transaction } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import type { Actor } from '~/domain/actor/actor.rules';
import { invalid, notFound } from '~/lib/errors';
import { listQuestionTypes } from './bank-frame.queries.server';
import { whileReady } from './import.commands.server';
import { getImport } from './import.queries.server';
import {
  checkParsed,
  draftOfValues,
  isJudgeChoice,
  parsedOfDraft,
  type ItemContent,
  type ItemDraft,
} from './import.rules';
import type { importIntentSchema } from './import.schema';

/** Mending a question in the preview of an import, before it is stored. */

type Mended = Omit<Extract<z.output<typeof importIntentSchema>, { _intent: 'mend' }>, '_intent' | 'id' | 'again'>;

/**
 * Puts a question of an import in the form that the teacher gave it; it is then going to be imported. One whose form is
 * only open while all are stored, and says what it said, is left as it is.
 * @throws AppError invalid with what is still wrong, at the field where that is known
 */
export async function mendItem(actor: Actor, id: string, input: Mended, now: number): Promise<void> {
  const { bank } = await getImport(actor, id, now);
  const types = await listQuestionTypes();
  await whileReady(actor, id, now, async () => {
    const { row, content, draft } = await itemOf(id, input.position);
    if (input.then === 'confirm' && isAsShown(draft, input)) return;
    const { kind, stem, answer, analysis } = input;
    const options = input.optionText;
    const more = { ...draft.more, points: pointsFor(kind, draft.more, input.points) };
    const parsed = parsedOfDraft(row.line, { kind, stem, options, answer, analysis, more });
    const checked = checkParsed(parsed, bank, types);
    const { values } = checked;
    if (!values) throw refusal(kind, checked.problems);
    const earlier = 'values' in content ? content.values : null;
    const images = earlier ? earlier.imageUrl : 'images' in content ? content.images : undefined;
    const audio = earlier ? earlier.banked.body.musicUrl : 'audio' in content ? content.audio : undefined;
    if (images) values.imageUrl = images;
    if (audio) values.banked.body.musicUrl = audio;
    for (const name of ['sceneTypeId', 'examTypeId'] as const) values[name] = earlier?.[name] ?? values[name];
    const { directories = [], fileNotes } = content;
    const stored: ItemContent = { values, directories, fileNotes };
    await db()
      .updateTable('question_import_items')
      .set({
        bank: checked.bank,
        kind: checked.kind,
        title: checked.title,
        problems: '[]',
        notes: toJson([...new Set([...fromJson<string[]>(row.notes), MENDED])]),
        is_chosen: 1,
        content: toJson(stored),
      })
      .where('import_id', '=', id)
      .where('position', '=', input.position)
      .execute();
  });
}

/** Whether the form was sent as it was shown. */
function isAsShown(draft: ItemDraft, { kind, stem, optionText, answer, analysis, points }: Mended): boolean {
  const said = (text: string) => text.replace(/\r\n/g, '\n').trim();
  const texts = (options: string[]) => options.map(said).filter((text) => text !== '');
  const sent = JSON.stringify([kind, said(stem), texts(optionText), said(answer), said(analysis)]);
  const shown = JSON.stringify([
    draft.kind,
    said(draft.stem),
    texts(draft.options),
    said(draft.answer),
    said(draft.analysis),
  ]);
  const isOfPoints = points === undefined || String(points ?? '') === String(draft.more.points ?? '');
  return sent === shown && isOfPoints;
}

const MENDED = '已在核对时修改。';

/** A written question with marking points has what they come to, unless its own points were changed. */
function pointsFor(kind: string, more: ItemDraft['more'], given: Mended['points']): unknown {
  const points = given === undefined ? more.points : (given ?? undefined);
  const isOwn = kind === 'written' && Array.isArray(more.markingPoints) && more.markingPoints.length > 0;
  return isOwn && points === more.points ? undefined : points;
}

/** Makes a choice between 正确 and 错误 a judgement. */
export async function makeJudge(actor: Actor, id: string, position: number, now: number): Promise<void> {
  const { draft } = await transaction(() => itemOf(id, position, actor));
  const letter = draft.answer.charCodeAt(0) - 65;
  const answer = draft.options[letter] ?? '';
  if (!isJudgeChoice(draft)) throw invalid({ kind: '只有选项是“正确”和“错误”的单选题可以这样改' });
  const { stem, analysis } = draft;
  await mendItem(actor, id, { position, kind: 'judge', stem, optionText: [], answer, analysis }, now);
}

async function itemOf(id: string, position: number, actor?: Actor) {
  let query = db()
    .selectFrom('question_import_items')
    .innerJoin('question_imports', 'question_imports.id', 'question_import_items.import_id')
    .select(['question_import_items.line', 'question_import_items.notes', 'question_import_items.content'])
    .where('import_id', '=', id)
    .where('position', '=', position);
  if (actor) query = query.where('owner_id', '=', actor.id);
  const row = await query.executeTakeFirst();
  const content = row && fromJson<ItemContent>(row.content);
  const draft = content && ('values' in content ? draftOfValues(content.values) : content.draft);
  if (!row || !content || !draft) throw notFound('题目');
  return { row, content, draft };
}

/** What is still wrong stands at the field that it speaks of; of an option at that option. */
function refusal(kind: string, problems: string[]) {
  const fields: Record<string, string> = {};
  for (const problem of problems) {
    const field = fieldOf(problem);
    fields[kind === 'oral' && field === 'answer' ? 'stem' : field] ??= problem;
  }
  return invalid(fields);
}

function fieldOf(problem: string): string {
  const letter = /^选项 ([A-T]) /.exec(problem)?.[1];
  if (letter !== undefined) return `optionText.${letter.charCodeAt(0) - 65}`;
  if (/分值|评分要点/.test(problem)) return 'points';
  if (/选项/.test(problem) && !/答案/.test(problem)) return 'optionText';
  return /答案|空/.test(problem) ? 'answer' : 'stem';
}
