import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type CompositionEvent,
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
  timer: ReturnType<typeof setTimeout> | null;
  running: Promise<boolean> | null;
};

const fresh = (): Pick<Entry, 'dirty' | 'unanswered' | 'isInConflict' | 'timer' | 'running'> => ({
  dirty: null,
  unanswered: [],
  isInConflict: false,
  timer: null,
  running: null,
});

type Answered = { revision: number; savedAt: string; outcome: string };
type Refused = { outcome?: string; revision?: number; stored?: AnswerValue };

/**
 * Saves every item by itself after a pause in typing, never while an input method composes. A text is kept in the
 * browser from the first key until the server has acknowledged it, and is restored after a reload.
 */
export function useAutosave({
  form,
  userId,
  attemptId,
  items,
  isOpen,
}: {
  form: RefObject<HTMLFormElement>;
  userId: number;
  attemptId: number;
  /** Of this page. */
  items: AutosaveItem[];
  isOpen: boolean;
}) {
  const [states, setStates] = useState<Record<number, SaveState>>({});
  const [restored, setRestored] = useState(0);
  const entries = useRef(new Map<number, Entry>());
  const isComposing = useRef(false);
  const setState = useCallback(
    (itemId: number, state: SaveState) => setStates((all) => ({ ...all, [itemId]: state })),
    [],
  );

  const send = useCallback(
    (itemId: number, keepalive = false): Promise<boolean> => {
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
          const value = one.dirty;
          setState(itemId, { kind: 'waiting' });
          one.unanswered.push(value);
          const body = { attemptId, itemId, value, revision: one.revision };
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
        setState(itemId, {
          kind: 'saved',
          at: savedAt.slice(11),
          isInGrace: outcome === 'grace',
          isBlank: isBlankAnswer(value),
        });
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
        return;
      }
      entry.dirty = value;
      keepUnsent(entry.unsentKey, userId, attemptId, itemId, { value, revision: entry.revision, at: Date.now() });
      if (entry.timer) clearTimeout(entry.timer);
      entry.timer = setTimeout(() => void send(itemId), wait);
    },
    [form, userId, attemptId, send],
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

  // Leaving the page: what still waits sets out at once; it also stays in the browser until acknowledged.
  useEffect(() => {
    const leave = () => {
      if (document.visibilityState !== 'hidden') return;
      for (const itemId of entries.current.keys()) void send(itemId, true);
    };
    document.addEventListener('visibilitychange', leave);
    return () => document.removeEventListener('visibilitychange', leave);
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

  const handlers = useMemo(
    () => ({
      onChange: (event: FormEvent<HTMLFormElement>) => {
        if (isComposing.current || (event.nativeEvent as InputEvent).isComposing) return;
        const field = event.target as unknown as HTMLInputElement;
        const itemId = itemOfField(field.name);
        if (itemId !== null) note(itemId, field.type === 'radio' || field.type === 'checkbox' ? 200 : PAUSE_MS);
      },
      onCompositionStart: () => {
        isComposing.current = true;
      },
      onCompositionEnd: (event: CompositionEvent<HTMLFormElement>) => {
        isComposing.current = false;
        const itemId = itemOfField((event.target as unknown as HTMLInputElement).name);
        if (itemId !== null) note(itemId, PAUSE_MS);
      },
    }),
    [note],
  );

  return { states, restored, flush, settle, handlers };
}
