import {
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
  type CompositionEvent,
  type FocusEvent,
  type FormEvent,
  type RefObject,
} from 'react';
import { itemOfField, readFields, writeFields } from '~/components/saving/answer-fields';
import { AnswerSaver } from '~/components/saving/answer-saver';
import type { SaverItem } from '~/components/saving/item-saver';
import { browserClock, browserNetwork, browserTexts, newWindowId } from '~/components/saving/browser-surroundings';

const PAUSE_MS = 1200;
const CHOICE_PAUSE_MS = 200;

/** Saves a page of the paper by itself: the saver between the page's form and the browser's events. */
export function useAutosave({
  form,
  userId,
  attemptId,
  items,
  paper,
  isOpen,
  deadlineAt,
  now,
}: {
  form: RefObject<HTMLFormElement>;
  userId: number;
  attemptId: number;
  /** Of this page. */
  items: SaverItem[];
  /** Of the whole paper. */
  paper: SaverItem[];
  isOpen: boolean;
  deadlineAt: number;
  /** The server's clock when the page was made; it goes on by the browser's monotonic one. */
  now: number;
}) {
  const times = useRef({ now, deadlineAt, at: 0 });
  useEffect(() => {
    times.current = { now, deadlineAt, at: browserClock.elapsed() };
  }, [now, deadlineAt]);
  const saver = useMemo(
    () =>
      new AnswerSaver({
        clock: browserClock,
        network: browserNetwork,
        texts: browserTexts,
        fields: {
          read: (itemId) => (form.current ? readFields(form.current, itemId) : null),
          write: (itemId, value) => form.current && writeFields(form.current, itemId, value),
        },
        userId,
        attemptId,
        windowId: newWindowId(),
        serverNow: () => times.current.now + browserClock.elapsed() - times.current.at,
        deadlineAt: () => times.current.deadlineAt,
      }),
    [form, userId, attemptId],
  );
  // The page's items, when they or their revisions are others.
  const keys = items.map((item) => `${item.id}:${item.revision}`).join(' ');
  useEffect(() => {
    if (isOpen) saver.takeOver(items, { known: paper, mayBeOld: isRevisit() });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `keys` says when other items or revisions arrive
  }, [keys, isOpen, saver]);
  // Leaving, and coming back, perhaps after signing in again in another window.
  useEffect(() => {
    const leave = () => saver.leave();
    const look = () => (document.visibilityState === 'hidden' ? saver.leave() : saver.sendAll());
    const sendAll = () => saver.sendAll();
    const events: [EventTarget, string, () => void][] = [
      [document, 'visibilitychange', look],
      [window, 'pagehide', leave],
      [window, 'focus', sendAll],
      [window, 'online', sendAll],
    ];
    events.forEach(([target, event, run]) => target.addEventListener(event, run));
    return () => events.forEach(([target, event, run]) => target.removeEventListener(event, run));
  }, [saver]);
  const handlers = useMemo(() => handlersOf(saver), [saver]);
  return { ...useSyncExternalStore(saver.subscribe, saver.snapshot, saver.snapshot), saver, handlers };
}

/** The browser puts back into a form's fields what they said when its page was left. */
function isRevisit(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit !== undefined && visit.type !== 'navigate';
}

type Target = { target: unknown };

function handlersOf(saver: AnswerSaver) {
  const itemOf = (event: Target) => itemOfField((event.target as HTMLInputElement).name);
  const end = (event: Target) => saver.endComposing(itemOf(event), PAUSE_MS);
  return {
    onChange: (event: FormEvent<HTMLFormElement>) => {
      const field = event.target as unknown as HTMLInputElement;
      const itemId = itemOf(event);
      if (itemId === null || saver.isComposing || (event.nativeEvent as InputEvent).isComposing) return;
      saver.note(itemId, field.type === 'radio' || field.type === 'checkbox' ? CHOICE_PAUSE_MS : PAUSE_MS);
    },
    onCompositionStart: (event: CompositionEvent<HTMLFormElement>) => {
      const itemId = itemOf(event);
      if (itemId !== null) saver.compose(itemId);
    },
    onCompositionEnd: end,
    // A field that is left ends its composition, whether or not the browser says so.
    onBlur: (event: FocusEvent<HTMLFormElement>) => end(event),
  };
}
