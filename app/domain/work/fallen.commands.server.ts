import { slicesOf } from '~/db/update-many.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import type { RemarkWatch } from '~/domain/scoring/correction/remark-watch.server';
import { toWork } from '~/lib/addresses/works';
import { clip } from '~/lib/text';
import { isShown, worksWithSources } from './work-rights.queries.server';
import { findHiddenReason } from './work.queries.server';
import { HIDDEN_WORDS } from './work.rules';

/** Whose work a correction takes out of 高分作品 hears of it, once. */
export const watchWorks: RemarkWatch = async (attemptIds) => {
  const before = await listShownOf(attemptIds);
  return async (now) => {
    const still = new Set((await listShownOf(attemptIds)).map(({ id }) => id));
    for (const { id, title, student_id: studentId } of before.filter((work) => !still.has(work.id))) {
      const body = HIDDEN_WORDS[(await findHiddenReason(id)) ?? 'score'];
      const message = { title: `你的作品《${clip(title, 20)}》不再展示`, body, link: toWork(id) };
      await sendMessages([studentId], { kind: 'work', ...message }, now);
    }
  };
};

async function listShownOf(attemptIds: number[]) {
  const shown = [];
  for (const ids of slicesOf(attemptIds)) {
    shown.push(
      ...(await worksWithSources()
        .select(['works.id', 'works.title', 'works.student_id'])
        .where('works.attempt_id', 'in', ids)
        .where((eb) => isShown(eb))
        .execute()),
    );
  }
  return shown;
}
