import { useMemo } from 'react';
import type { PaperProblem } from '~/domain/attempt/paper.commands.server';
import type { PaperItem } from './sitting-item';

/** A page's items with what was wrong with the last form: what it sent and is not saved stands in the fields again. */
export function usePageItems(items: PaperItem[], problem: PaperProblem | undefined): PaperItem[] {
  return useMemo(
    () =>
      items.map((item) => {
        const sent = problem?.sent.find((answer) => answer.itemId === item.id);
        const conflict = problem?.conflicts.find((one) => one.itemId === item.id);
        return {
          ...item,
          ...(sent ? { shown: sent.value } : {}),
          shownRevision: conflict?.revision ?? item.shownRevision,
          storedElsewhere: conflict?.stored ?? item.storedElsewhere,
          error: problem ? (problem.errors[item.id] ?? '') : item.error,
        };
      }),
    [items, problem],
  );
}
