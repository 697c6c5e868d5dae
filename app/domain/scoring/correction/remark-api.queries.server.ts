import type { Actor } from '~/domain/actor/actor.rules';
import { formatSecond } from '~/lib/time';
import { getRemarkItem, getRemarkList } from './remark-page.queries.server';

/** The items of 复核改分, with what was answered to the one that is named. */
export async function listRemarkable(actor: Actor, { id, itemId }: { id: number; itemId: number | null }) {
  const { exam, obstacle, items } = await getRemarkList(actor, id);
  const asked = itemId === null ? null : await getRemarkItem(actor, { examId: id, itemId });
  return {
    ...{ id: exam.id, name: exam.name, status: exam.status, obstacle },
    items: items.map(({ snapshot, correction, drawId: _, id: own, ...item }) => ({
      ...{ ...item, itemId: own, title: snapshot.title },
      correction: correction && { kind: correction.kind, reason: correction.reason, at: formatSecond(correction.at) },
    })),
    item: asked && {
      ...{ itemId: asked.item.id, kinds: asked.kinds, papers: asked.papers, frequent: asked.frequent },
      history: asked.history.map(({ at, ...one }) => ({ ...one, at: formatSecond(at) })),
      bankQuestionId: asked.bankQuestionId,
    },
  };
}
