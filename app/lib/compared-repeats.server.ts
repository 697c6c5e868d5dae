import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A call that repeats a key is answered as its first request was, whatever came with it (the API says so). A page's form
 * is another thing: its key stands there as long as the page does, and who types on and sends it again wants the new
 * text done.
 */
const forms = new AsyncLocalStorage<true>();

/** Runs what a page's form asks for: a repeat of its key that says something else is refused. */
export const withComparedRepeats = <T>(work: () => T): T => forms.run(true, work);

/** Whether a repeat must say what the first request said. */
export const areRepeatsCompared = (): boolean => forms.getStore() === true;
