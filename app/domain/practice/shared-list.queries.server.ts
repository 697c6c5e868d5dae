import type { z } from 'zod';
import type { sharedPageParams } from '~/domain/question-bank/question-fields.schema';
import { listQuestionRows, listSharers } from '~/domain/question-bank/question-list.queries.server';
import { countsOf } from '~/domain/question-bank/share-page.queries.server';
import { closedQuestionIds } from '~/domain/exam/closed-questions.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import type { PageInput } from '~/lib/page';
import { progressOf, type QuestionProgress } from './progress.queries.server';

type SharedInput = z.output<z.ZodObject<typeof sharedPageParams>> & PageInput & { keyword: string };

/** What is shared with a student in a bank and not in an exam now, each question with the own progress; no texts, no answers. */
export async function getSharedForStudent(actor: Actor, filter: SharedInput, now: number) {
  const { bank } = filter;
  const kind = bank === 'theory' ? filter.kind : undefined;
  const closed = await closedQuestionIds(actor, now);
  const [page, counts, sharers] = await Promise.all([
    listQuestionRows(actor, { ...filter, kind, dirId: undefined, banks: [bank], scope: 'shared', closed }),
    countsOf(actor, 'shared', closed),
    listSharers(actor, [bank]),
  ]);
  const progress = await progressOf(
    actor,
    page.rows.map((row) => row.id),
  );
  return {
    filter,
    counts,
    sharers,
    page: {
      ...page,
      rows: page.rows.map(({ id, kind: rowKind, title, level, ownerName }) => {
        const own: QuestionProgress | null = progress.get(id) ?? null;
        return { id, bank, kind: rowKind, title, level, ownerName, progress: own };
      }),
    },
  };
}
