import { useEffect, useMemo, useState, useSyncExternalStore, type RefObject } from 'react';
import type { SaverItem } from '~/components/saving/item-ports';
import { followWindow, handlersOf, isRevisit, PaperTimes, savePaper } from '~/components/saving/paper-form';

/**
 * Saves a page of the paper by itself. `items` are the page's, `paper` those of all pages; `now` is the server's clock
 * when the page was made.
 */
export function useAutosave(
  form: RefObject<HTMLFormElement>,
  owner: { userId: number; attemptId: number },
  items: SaverItem[],
  { paper, isOpen, deadlineAt, now }: { paper: SaverItem[]; isOpen: boolean; deadlineAt: number; now: number },
) {
  const { userId, attemptId } = owner;
  const [times] = useState(() => new PaperTimes());
  const saver = useMemo(() => savePaper(form, { userId, attemptId }, times), [form, userId, attemptId, times]);
  useEffect(() => times.set(now, deadlineAt), [times, now, deadlineAt]);
  // The page's items, when they or their revisions are others.
  const keys = items.map((item) => `${item.id}:${item.revision}`).join(' ');
  useEffect(() => {
    if (isOpen) saver.takeOver(items, { known: paper, mayBeOld: isRevisit() });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `keys` says when other items or revisions arrive
  }, [keys, isOpen, saver]);
  useEffect(() => followWindow(saver), [saver]);
  const handlers = useMemo(() => handlersOf(saver), [saver]);
  return { ...useSyncExternalStore(saver.subscribe, saver.snapshot, saver.snapshot), saver, handlers };
}
