import { itemOfField, readFields, writeFields } from './answer-fields';
import { AnswerSaver } from './answer-saver';
import { browserClock, browserNetwork, browserTexts, newWindowId } from './browser-surroundings';

/** The saver of a paper, tied to the page's form and the browser's events. */

const PAUSE_MS = 1200;
const CHOICE_PAUSE_MS = 200;

/** By the server's clock when the page was made, which goes on by the browser's monotonic one. */
export class PaperTimes {
  private at = 0;
  private now = 0;
  deadlineAt = 0;

  set(now: number, deadlineAt: number): void {
    this.now = now;
    this.deadlineAt = deadlineAt;
    this.at = browserClock.elapsed();
  }

  serverNow(): number {
    return this.now + browserClock.elapsed() - this.at;
  }
}

/** The saver of one student's paper in this browser; the form may be drawn later, or anew. */
export function savePaper(
  form: { current: HTMLFormElement | null },
  owner: { userId: number; attemptId: number },
  times: PaperTimes,
): AnswerSaver {
  return new AnswerSaver({
    ...owner,
    clock: browserClock,
    network: browserNetwork,
    texts: browserTexts,
    fields: {
      read: (itemId) => (form.current ? readFields(form.current, itemId) : null),
      write: (itemId, value) => form.current && writeFields(form.current, itemId, value),
    },
    windowId: newWindowId(),
    serverNow: () => times.serverNow(),
    deadlineAt: () => times.deadlineAt,
  });
}

/** Leaving, and coming back, perhaps after signing in again in another window; the answer ends it. */
export function followWindow(saver: AnswerSaver): () => void {
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
}

/** The browser puts back into a form's fields what they said when its page was left. */
export function isRevisit(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit !== undefined && visit.type !== 'navigate';
}

type FieldEvent = { target: unknown; nativeEvent?: unknown };

/** What the form's events mean to the saver. */
export function handlersOf(saver: AnswerSaver) {
  const itemOf = (event: FieldEvent) => itemOfField((event.target as HTMLInputElement).name);
  const end = (event: FieldEvent) => saver.endComposing(itemOf(event), PAUSE_MS);
  return {
    onChange: (event: FieldEvent) => {
      const field = event.target as HTMLInputElement;
      const itemId = itemOf(event);
      if (itemId === null || saver.isComposing || (event.nativeEvent as InputEvent).isComposing) return;
      saver.note(itemId, field.type === 'radio' || field.type === 'checkbox' ? CHOICE_PAUSE_MS : PAUSE_MS);
    },
    onCompositionStart: (event: FieldEvent) => {
      const itemId = itemOf(event);
      if (itemId !== null) saver.compose(itemId);
    },
    onCompositionEnd: end,
    // A field that is left ends its composition, whether or not the browser says so.
    onBlur: end,
  };
}
