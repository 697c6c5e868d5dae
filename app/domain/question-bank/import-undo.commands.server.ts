import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { getImport } from './import.queries.server';
import { questionNumber } from './question-name.rules';
import type { Bank } from './question.schema';

/** Taking an import back as a whole: what nobody has used or changed since goes to the deleted questions. */

const IDS = 500;

export type Undone = { removed: number; kept: { number: string; reason: string }[] };

/**
 * Takes back what an import has stored, as long as the import is remembered (a day). Questions that are in use or were
 * changed stay, and it is said why. Twice is harmless.
 * @throws AppError conflict for an import that has stored nothing
 */
export async function undoImport(actor: Actor, id: string, now: number): Promise<Undone> {
  return transaction(async () => {
    const job = await getImport(actor, id, now);
    if (job.state === 'undone') return { removed: 0, kept: [] };
    if (job.state !== 'stored') throw new AppError('conflict', '这次导入还没有存下题目，不用撤销。');
    const claimed = await db()
      .updateTable('question_imports')
      .set({ state: 'undone', updated_at: now })
      .where('id', '=', id)
      .where('state', '=', 'stored')
      .executeTakeFirst();
    if (Number(claimed.numUpdatedRows) === 0) return { removed: 0, kept: [] };
    const result: Undone = { removed: 0, kept: [] };
    const left: number[] = [];
    for (let start = 0; start < job.storedIds.length; start += IDS) {
      const ids = job.storedIds.slice(start, start + IDS);
      const reasons = await reasonsToStay(actor, ids);
      const removable = ids.filter((each) => reasons.get(each) === undefined);
      for (const each of ids) {
        const found = reasons.get(each);
        if (!found || found.reason === '') continue;
        left.push(each);
        result.kept.push({ number: questionNumber({ bank: found.bank, id: each }), reason: found.reason });
      }
      if (removable.length === 0) continue;
      const removed = await db()
        .updateTable('questions')
        .set({ deleted_at: now })
        .where('id', 'in', removable)
        .where('owner_id', '=', actor.id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      result.removed += Number(removed.numUpdatedRows);
    }
    const reasons = [...new Set(result.kept.map(({ reason }) => reason))].map((reason) => {
      const numbers = result.kept.filter((each) => each.reason === reason).map(({ number }) => number);
      return `${reason}：${numbers.slice(0, 20).join('、')}${numbers.length > 20 ? ` 等 ${numbers.length} 题` : ''}`;
    });
    const stay = result.kept.length === 0 ? '' : `${result.kept.length} 道题留下（${reasons.join('；')}）。`;
    await db()
      .updateTable('question_imports')
      .set({ done: result.removed, stored_ids: toJson(left), problem: stay })
      .where('id', '=', id)
      .execute();
    const detail = { removed: result.removed, kept: left };
    await recordAudit(actor, { action: 'question.importUndo', entity: 'question_import', entityId: id, detail }, now);
    return result;
  });
}

type Reason = { bank: Bank; reason: string };

/** Why questions must stay; '' for one that is gone already, none for one that can go. */
async function reasonsToStay(actor: Actor, ids: number[]): Promise<Map<number, Reason>> {
  const rows = await db()
    .selectFrom('questions')
    .select(['id', 'bank', 'created_at', 'updated_at', 'deleted_at'])
    .where('id', 'in', ids)
    .where('owner_id', '=', actor.id)
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  const used = (table: 'exam_items' | 'practices' | 'wrong_questions' | 'shares' | 'basket_items') =>
    db().selectFrom(table).select('question_id').distinct().where('question_id', 'in', ids).execute();
  const uses = [
    ['考试或作业已经用到', await used('exam_items')],
    ['学生已经练习过', [...(await used('practices')), ...(await used('wrong_questions'))]],
    ['已经共享给别人', await used('shares')],
    ['在试题篮里', await used('basket_items')],
  ] as const;
  const reasons = new Map<number, Reason>();
  for (const id of ids) {
    const row = known.get(id);
    const bank = (row?.bank ?? 'theory') as Bank;
    const use = uses.find(([, found]) => found.some((each) => each.question_id === id))?.[0];
    if (!row || row.deleted_at !== null) reasons.set(id, { bank, reason: '' });
    else if (use) reasons.set(id, { bank, reason: use });
    else if (row.updated_at !== row.created_at) reasons.set(id, { bank, reason: '导入后修改过' });
  }
  return reasons;
}
