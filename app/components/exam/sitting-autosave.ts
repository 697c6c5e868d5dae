import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type CompositionEvent,
  type FocusEvent,
  type FormEvent,
  type RefObject,
} from 'react';
import { callApi, isSignedOut, pause } from '~/components/media/call-api';
import { isBlankAnswer, isSameAnswer } from '~/domain/attempt/answer.rules';
import type { AnswerValue } from '~/domain/attempt/answer.schema';
import {
  dropUnsent,
  itemOfField,
  keepUnsent,
  listUnsent,
  readFields,
  writeFields,
  type UnsentKey,
} from './sitting-answers';

/** How an item stands with the server. */
export type SaveState =
  | { kind: 'untouched' }
  | { kind: 'waiting' }
  | { kind: 'saved'; at: string; isInGrace: boolean; isBlank: boolean }
  /** Not saved; the text is kept in this browser. `isRetrying`: it goes on by itself. */
  | { kind: 'failed'; reason: string; isRetrying: boolean; isSignedOut: boolean }
  | { kind: 'conflict'; stored: AnswerValue };

export type AutosaveItem = {
  id: number;
  unsentKey: UnsentKey;
  /** What is saved. */
  value: AnswerValue;
  /** What the fields are written on top of. */
  revision: number;
  /** Another version that is stored: the student has to choose first. */
  storedElsewhere: AnswerValue | null;
};

const PAUSE_MS = 1200;
/** How long before the deadline the last words set out: they arrive in time. */
const LAST_MS = 500;
/** A request that outlives its page may carry no more than 64 KB, all of them together. */
const KEEPALIVE_BYTES = 20_000;
/** How long turning a page waits for what is still to be saved. */
const FLUSH_MS = 8000;
const RETRY_MS = [2000, 4000, 8000, 15_000, 30_000];

type Entry = {
  unsentKey: UnsentKey;
  /** The revision the fields are written on top of. */
  revision: number;
  /** What the server is known to have. */
  saved: AnswerValue;
  /** What the fields say; null while nothing waits. */
  dirty: AnswerValue | null;
  /** Sent without an answer so far: a stored version equal to one of these is our own. */
  unanswered: AnswerValue[];
  /** Another version is stored: nothing is sent until the student has chosen. */
  isInConflict: boolean;
  /** What the server last said: shown again when a change is taken back. */
  shown: SaveState;
  timer: ReturnType<typeof setTimeout> | null;
  running: Promise<boolean> | null;
};

const fresh = (): Pick<Entry, 'dirty' | 'unanswered' | 'isInConflict' | 'shown' | 'timer' | 'running'> => ({
  dirty: null,
  unanswered: [],
  isInConflict: false,
  shown: { kind: 'untouched' },
  timer: null,
  running: null,
});

type Answered = { revision: number; savedAt: string; outcome: string };
type Refused = { outcome?: string; revision?: number; stored?: AnswerValue };

/**
 * Saves every item by itself after a pause in typing, at the latest just before the deadline, never while an input
 * method composes. A text is kept in the browser from the first key until the server has acknowledged it, and is
 * restored after a reload.
 */
export function useAutosave({
  form,
  userId,
  attemptId,
  items,
  isOpen,
  deadlineAt,
  now,
}: {
  form: RefObject<HTMLFormElement>;
  userId: number;
  attemptId: number;
  /** Of this page. */
  items: AutosaveItem[];
  isOpen: boolean;
  deadlineAt: number;
  /** The server's clock when the page was made. */
  now: number;
}) {
  const [states, setStates] = useState<Record<number, SaveState>>({});
  const [restored, setRestored] = useState(0);
  const entries = useRef(new Map<number, Entry>());
  const isComposing = useRef(false);
  const composed = useRef<(() => void)[]>([]);
  // The server's clock goes on by the browser's monotonic one: a wrong PC clock changes nothing.
  const leftMs = useRef(() => Infinity);
  useEffect(() => {
    const start = performance.now();
    leftMs.current = () => deadlineAt - now - (performance.now() - start);
  }, [deadlineAt, now]);
  const setState = useCallback(
    (itemId: number, state: SaveState) => setStates((all) => ({ ...all, [itemId]: state })),
    [],
  );

  const send = useCallback(
    (itemId: number): Promise<boolean> => {
      const entry = entries.current.get(itemId);
      if (!entry || entry.dirty === null) return Promise.resolve(true);
      if (entry.isInConflict) return Promise.resolve(false);
      if (entry.timer) clearTimeout(entry.timer);
      entry.timer = null;
      entry.running ??= sendAll(entry).finally(() => {
        entry.running = null;
      });
      return entry.running;

      /** Sends what waits until nothing waits; true when the server has everything. */
      async function sendAll(one: Entry): Promise<boolean> {
        let failures = 0;
        while (one.dirty !== null) {
          if (isComposing.current) await new Promise<void>((resolve) => composed.current.push(resolve));
          const value = one.dirty as AnswerValue | null;
          if (value === null) break;
          setState(itemId, { kind: 'waiting' });
          one.unanswered.push(value);
          const body = { attemptId, itemId, value, revision: one.revision };
          // Outlives the page: closing it in the middle of a save loses nothing.
          const keepalive = JSON.stringify(body).length * 3 < KEEPALIVE_BYTES;
          const answer = await callApi<Answered>('exam/attempt/answer', body, { keepalive });
          if (answer.ok) {
            acknowledge(one, value, answer.data);
            failures = 0;
            continue;
          }
          const refused = (answer.data ?? {}) as Refused;
          if (refused.outcome === 'conflict') {
            const { stored = {}, revision = 0 } = refused;
            one.revision = revision;
            one.saved = stored;
            if (one.unanswered.some((own) => isSameAnswer(own, stored))) continue;
            one.isInConflict = true;
            setState(itemId, { kind: 'conflict', stored });
            return false;
          }
          const isRetrying = answer.isTransient;
          setState(itemId, { kind: 'failed', reason: answer.message, isRetrying, isSignedOut: isSignedOut(answer) });
          if (refused.outcome === 'refused') forget(one);
          if (!isRetrying) return false;
          await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 30_000);
          failures += 1;
        }
        return true;
      }

      function acknowledge(one: Entry, value: AnswerValue, { revision, savedAt, outcome }: Answered) {
        one.revision = revision;
        one.saved = value;
        one.unanswered = [];
        if (one.dirty !== null && isSameAnswer(one.dirty, value)) forget(one);
        else if (one.dirty !== null)
          keepUnsent(one.unsentKey, userId, attemptId, itemId, { value: one.dirty, revision, at: Date.now() });
        one.shown = {
          kind: 'saved',
          at: savedAt.slice(11),
          isInGrace: outcome === 'grace',
          isBlank: isBlankAnswer(value),
        };
        setState(itemId, one.dirty === null ? one.shown : { kind: 'waiting' });
      }

      function forget(one: Entry) {
        one.dirty = null;
        dropUnsent(userId, attemptId, itemId);
      }
    },
    [attemptId, userId, setState],
  );

  /** Takes the fields of an item as they are now and sends them after a pause. */
  const note = useCallback(
    (itemId: number, wait: number) => {
      const entry = entries.current.get(itemId);
      if (!entry || !form.current) return;
      const value = readFields(form.current, itemId);
      if (entry.running === null && isSameAnswer(value, entry.saved)) {
        if (entry.timer) clearTimeout(entry.timer);
        entry.dirty = null;
        dropUnsent(userId, attemptId, itemId);
        setState(itemId, entry.shown);
        return;
      }
      entry.dirty = value;
      if (!entry.isInConflict) setState(itemId, { kind: 'waiting' });
      keepUnsent(entry.unsentKey, userId, attemptId, itemId, { value, revision: entry.revision, at: Date.now() });
      if (entry.timer) clearTimeout(entry.timer);
      entry.timer = setTimeout(() => void send(itemId), Math.min(wait, Math.max(0, leftMs.current() - LAST_MS)));
    },
    [form, userId, attemptId, send, setState],
  );

  const keys = items.map((item) => `${item.id}:${item.revision}`).join(' ');
  // The page's items are taken over once; what was left unsent, here or on another page of the paper, is sent now.
  useEffect(() => {
    const element = form.current;
    if (!isOpen || !element) return;
    const unsent = listUnsent(userId, attemptId);
    let count = 0;
    for (const item of items) {
      const { unsentKey, revision, value, storedElsewhere } = item;
      const known = entries.current.get(item.id);
      if (known?.dirty && isSameAnswer(readFields(element, item.id), value)) writeFields(element, item.id, known.dirty);
      if (known && (known.dirty !== null || known.revision >= revision)) continue;
      const entry: Entry = { unsentKey, revision, saved: storedElsewhere ?? value, ...fresh() };
      entries.current.set(item.id, entry);
      if (storedElsewhere) {
        entry.isInConflict = true;
        entry.dirty = readFields(element, item.id);
        setState(item.id, { kind: 'conflict', stored: storedElsewhere });
        continue;
      }
      const left = unsent.find((one) => one.itemId === item.id)?.answer;
      if (left && !isSameAnswer(left.value, value)) {
        writeFields(element, item.id, left.value);
        entry.revision = left.revision;
        count += 1;
      }
      // Fields may differ from what is saved: restored just now, or given back after signing in again.
      note(item.id, 0);
    }
    for (const { itemId, unsentKey, answer } of unsent) {
      if (entries.current.has(itemId)) continue;
      const { value, revision } = answer;
      entries.current.set(itemId, { unsentKey, revision, saved: {}, ...fresh(), dirty: value });
      count += 1;
      void send(itemId);
    }
    if (count > 0) setRestored(count);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `keys` says when other items or revisions arrive
  }, [keys, isOpen, form, userId, attemptId, note, send, setState]);

  // Leaving the page: what still waits sets out at once; it also stays in the browser until acknowledged. Coming
  // back, perhaps after signing in again in another window: what was refused for that is sent again.
  useEffect(() => {
    const sendAll = () => {
      for (const itemId of entries.current.keys()) void send(itemId);
    };
    const targets: [EventTarget, string][] = [
      [document, 'visibilitychange'],
      [window, 'pagehide'],
      [window, 'focus'],
      [window, 'online'],
    ];
    targets.forEach(([target, event]) => target.addEventListener(event, sendAll));
    return () => targets.forEach(([target, event]) => target.removeEventListener(event, sendAll));
  }, [send]);

  /** Sends everything that waits; false when something could not be saved within some seconds. */
  const flush = useCallback(async (): Promise<boolean> => {
    const all = Promise.all([...entries.current.keys()].map((itemId) => send(itemId)));
    const tooLong = new Promise<boolean[]>((resolve) => setTimeout(() => resolve([false]), FLUSH_MS));
    return (await Promise.race([all, tooLong])).every(Boolean);
  }, [send]);

  /** Settles a conflict: with what is stored, or with what is in the fields. */
  const settle = useCallback(
    (itemId: number, choice: 'stored' | 'yours') => {
      const entry = entries.current.get(itemId);
      if (!entry || !form.current) return;
      entry.isInConflict = false;
      if (choice === 'stored') {
        writeFields(form.current, itemId, entry.saved);
        entry.dirty = null;
        entry.unanswered = [];
        dropUnsent(userId, attemptId, itemId);
        setState(itemId, { kind: 'untouched' });
      } else {
        entry.dirty = readFields(form.current, itemId);
        void send(itemId);
      }
    },
    [form, userId, attemptId, send, setState],
  );

  const endComposition = useCallback(
    (field: EventTarget) => {
      isComposing.current = false;
      const itemId = itemOfField((field as HTMLInputElement).name);
      if (itemId !== null) note(itemId, PAUSE_MS);
      composed.current.splice(0).forEach((goOn) => goOn());
    },
    [note],
  );

  const handlers = useMemo(
    () => ({
      onChange: (event: FormEvent<HTMLFormElement>) => {
        if (isComposing.current || (event.nativeEvent as InputEvent).isComposing) return;
        const field = event.target as unknown as HTMLInputElement;
        const itemId = itemOfField(field.name);
        if (itemId !== null) note(itemId, field.type === 'radio' || field.type === 'checkbox' ? 200 : PAUSE_MS);
      },
      onCompositionStart: (event: CompositionEvent<HTMLFormElement>) => {
        isComposing.current = true;
        const itemId = itemOfField((event.target as unknown as HTMLInputElement).name);
        if (itemId !== null && entries.current.has(itemId)) setState(itemId, { kind: 'waiting' });
      },
      onCompositionEnd: (event: CompositionEvent<HTMLFormElement>) => endComposition(event.target),
      // A field that is left ends its composition, whether or not the browser says so.
      onBlur: (event: FocusEvent<HTMLFormElement>) => {
        if (isComposing.current) endComposition(event.target);
      },
    }),
    [note, setState, endComposition],
  );

  return { states, restored, flush, settle, handlers };
}
