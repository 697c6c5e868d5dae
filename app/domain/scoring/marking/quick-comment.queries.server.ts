import { db } from '~/db/db.server';
import type { Part } from '~/domain/exam/parts.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { QUICK_COMMENTS } from '../paper/scoring.rules';

/** One entry of a teacher's 评语库; part '' is for both. */
export type QuickComment = { id: number; text: string; part: Part | '' };

/** The actor's own 评语库 in its order; of one part with those for both. */
export async function listQuickComments(actor: Actor, part?: Part): Promise<QuickComment[]> {
  let query = db()
    .selectFrom('quick_comments')
    .select(['id', 'text', 'part'])
    .where('owner_id', '=', actor.id)
    .orderBy('position')
    .orderBy('id');
  if (part) query = query.where('part', 'in', ['', part]);
  return (await query.execute()).map((row) => ({ ...row, part: row.part as Part | '' }));
}

/** What is offered beside a comment: the exam's own quick comments (or the usual ones), then those of the actor's 评语库. */
export async function listOfferedComments(
  actor: Actor,
  exam: { settings: { quickComments: string[] } },
  part: Part,
): Promise<string[]> {
  const { quickComments } = exam.settings;
  const own = (await listQuickComments(actor, part)).map((one) => one.text);
  return [...new Set([...(quickComments.length > 0 ? quickComments : QUICK_COMMENTS[part]), ...own])];
}
