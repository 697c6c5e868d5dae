import { MISSING_ROWS } from '~/components/form/missing-rows';
import { getStored } from '~/lib/stored-values';

/**
 * What is typed into a form outlives a reload and Back: kept in this window's storage from the first key until the
 * server has taken the form. Never a password or a file. Forms that keep their own texts say so by `data-keeps`.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** Of one form: name, which of that name, what it says. */
type Draft = [name: string, index: number, value: string | boolean][];
type Drafts = { user: unknown; forms: Record<string, Draft> };

const KEY = 'drafts ';
const PAUSE_MS = 300;
const MAX_CHARACTERS = 300_000;
const NEVER = ['password', 'file', 'hidden', 'submit', 'button', 'reset', 'image'];

type State = { location: { pathname: string; search: string }; historyAction: string; navigation: { state: string } };

/** Starts keeping; answers what to call when the server has taken a form. */
export function keepDrafts(): {
  onStored: () => void;
  follow: (subscribe: (each: (state: State) => void) => void) => void;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let touched: HTMLFormElement[] = [];
  let sent: { place: string; key: string } | null = null;
  const keep = () => {
    clearTimeout(timer);
    touched = touched.filter((form) => form.isConnected);
    if (touched.length === 0) return;
    const drafts = read(place());
    for (const form of touched) drafts.forms[keyOf(form)] = draftOf(form);
    write(place(), drafts);
  };
  const note = (event: Event) => {
    const { form } = event.target as Field;
    if (!form || form.method !== 'post' || 'keeps' in form.dataset) return;
    if (!touched.includes(form)) touched.push(form);
    clearTimeout(timer);
    timer = setTimeout(keep, PAUSE_MS);
  };
  document.addEventListener('input', note);
  document.addEventListener('change', note);
  window.addEventListener('pagehide', keep);
  document.addEventListener(
    'submit',
    (event) => {
      keep();
      sent = { place: place(), key: keyOf(event.target as HTMLFormElement) };
    },
    true,
  );
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit && visit.type !== 'navigate') restoreSoon(place());
  else forget(place());
  return {
    onStored: () => {
      if (!sent) return;
      const drafts = read(sent.place);
      delete drafts.forms[sent.key];
      write(sent.place, drafts);
      touched = [];
      sent = null;
    },
    follow: (subscribe) => {
      let before = place();
      subscribe(({ location, historyAction, navigation }) => {
        const now = location.pathname + location.search;
        if (navigation.state !== 'idle') return keep();
        if (now === before) return;
        before = now;
        touched = [];
        // The page is drawn after the router has said so.
        if (historyAction === 'POP') restoreSoon(now);
        else forget(now);
      });
    },
  };
}

const place = () => window.location.pathname + window.location.search;
const userNow = () => getStored<unknown>('current_user_id') ?? null;

/** A form by what it does and its place among the page's. */
function keyOf(form: HTMLFormElement): string {
  const intent = form.elements.namedItem('_intent');
  const index = Array.from(document.forms).indexOf(form);
  return `${index} ${intent instanceof HTMLInputElement ? intent.value : ''}`;
}

function fieldsOf(form: HTMLFormElement): { field: Field; name: string; index: number }[] {
  const counts = new Map<string, number>();
  return Array.from(form.elements).flatMap((element) => {
    const field = element as Field;
    if (!['INPUT', 'TEXTAREA', 'SELECT'].includes(field.tagName) || !field.name || NEVER.includes(field.type))
      return [];
    const index = counts.get(field.name) ?? 0;
    counts.set(field.name, index + 1);
    return [{ field, name: field.name, index }];
  });
}

const isChoice = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

function draftOf(form: HTMLFormElement): Draft {
  return fieldsOf(form).map(({ field, name, index }) => [name, index, isChoice(field) ? field.checked : field.value]);
}

const TRIES = 40;
const TRY_MS = 50;

/** As soon as the forms of an address stand, with as many rows as they had. */
function restoreSoon(at: string, tries = 0): void {
  if (place() !== at || Object.keys(read(at).forms).length === 0) return;
  if (restore() || tries >= TRIES) return;
  setTimeout(() => restoreSoon(at, tries + 1), TRY_MS);
}

/** How many fields a form had when it was last told of missing ones. */
const told = new WeakMap<HTMLFormElement, number>();

/** Puts back what was kept of this page's forms; false when none of them stands here, or rows of it are to come. */
function restore(): boolean {
  const { forms } = read(place());
  let isFound = false;
  for (const form of Array.from(document.forms)) {
    const draft = forms[keyOf(form)];
    if (!draft || 'keeps' in form.dataset) continue;
    isFound = true;
    const fields = fieldsOf(form);
    const missing = draft.filter(([name, index]) => !fields.some((one) => one.name === name && one.index === index));
    if (missing.length > 0 && told.get(form) !== fields.length) {
      told.set(form, fields.length);
      form.dispatchEvent(new CustomEvent(MISSING_ROWS, { detail: missing.map(([name]) => name) }));
      return false;
    }
    for (const { field, name, index } of fields) {
      const kept = draft.find((one) => one[0] === name && one[1] === index)?.[2];
      if (isChoice(field)) {
        // As if pressed: a field that React controls has to hear of it.
        if (typeof kept === 'boolean' && kept !== field.checked && (kept || field.type === 'checkbox')) field.click();
      } else if (typeof kept === 'string' && kept !== field.value) type(field, kept);
    }
  }
  return isFound;
}

/** As if typed: the page's own script listens, and React looks at the setter. */
function type(field: Field, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set;
  setter?.call(field, value);
  field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
}

function read(at: string): Drafts {
  const none = { user: userNow(), forms: {} };
  try {
    const drafts = JSON.parse(window.sessionStorage.getItem(KEY + at) ?? 'null') as Drafts | null;
    return drafts && drafts.user === none.user ? drafts : none;
  } catch {
    return none;
  }
}

function write(at: string, drafts: Drafts): void {
  const text = JSON.stringify(drafts);
  try {
    if (Object.keys(drafts.forms).length === 0) window.sessionStorage.removeItem(KEY + at);
    else if (text.length < MAX_CHARACTERS) window.sessionStorage.setItem(KEY + at, text);
  } catch {
    // Full or forbidden: the page itself still has it.
  }
}

function forget(at: string): void {
  write(at, { user: null, forms: {} });
}
