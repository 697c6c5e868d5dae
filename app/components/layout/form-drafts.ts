import { MISSING_ROWS } from '~/components/form/missing-rows';
import { REFUSED, STORED } from '~/components/form/stored-form';
import { toLogin } from '~/lib/addresses/account';
import { getStored } from '~/lib/stored-values';
import { takeTyped } from './waking';

/**
 * What is typed into a form outlives whatever leads away from it: kept in this window's storage from the first key
 * until the server has taken the form. A reload and Back put it back by themselves; whoever comes back by another way
 * is offered it, and a bar says so when the page is left. Closing the window is warned of. Never a password or a file.
 * Each person has their own: whoever signs in next in this window is shown nothing of it, and takes nothing away.
 * Forms that keep their own texts say so by `data-keeps`, those that offer them by themselves by `data-offers`. Those
 * that the server has a moment after each key say `data-kept` while that works, and STORED each time: nobody is warned.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** Of one form: name, which of that name, what it says. */
type Draft = [name: string, index: number, value: string | boolean][];
/** `user`: whose; `at`: when it was typed; `title`: of the page. */
type Drafts = { user: unknown; forms: Record<string, Draft>; at?: number; title?: string };
type Sent = { place: string; key: string };

const KEY = 'drafts ';
const SENT_KEY = 'draft sent';
/** A click on a link or a button of the page is no closing of the window, for so long. */
const INSIDE_MS = 2000;
const PAUSE_MS = 300;
/** By then a form of the page before is gone. */
const DRAWN_MS = 1000;
const MAX_CHARACTERS = 300_000;
/** Of everybody in this window; the oldest goes. */
const MOST_KEPT = 50;
const NEVER = ['password', 'file', 'hidden', 'submit', 'button', 'reset', 'image'];

type State = { location: { pathname: string; search: string }; historyAction: string; navigation: { state: string } };

/** Starts keeping; answers what to call when the server has taken a form. */
export function keepDrafts(): {
  onStored: () => void;
  follow: (subscribe: (each: (state: State) => void) => void, goTo: (to: string) => void) => void;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let touched: HTMLFormElement[] = [];
  // Who began to type: another may sign in meanwhile, in another window.
  let typist = userNow();
  let insideAt = -INSIDE_MS;
  const isSentHere = () => takeSent(false)?.place === place();
  const keep = (at = place()) => {
    clearTimeout(timer);
    touched = touched.filter((form) => form.isConnected);
    if (touched.length === 0) return;
    const drafts = { ...read(at, typist), at: Date.now(), title: document.title.replace(/ - 考评$/, '') };
    for (const form of touched) {
      if (isTyped(form)) drafts.forms[keyOf(form)] = draftOf(form);
      else delete drafts.forms[keyOf(form)];
    }
    write(at, drafts);
  };
  // Before the first key: what the form said by itself.
  for (const name of ['focusin', 'pointerdown'])
    document.addEventListener(
      name,
      (event) => {
        const { form } = event.target as Partial<Field>;
        if (form && !untouched.has(form)) untouched.set(form, JSON.stringify(draftOf(form)));
      },
      true,
    );
  document.addEventListener('click', () => (insideAt = Date.now()), true);
  window.addEventListener('beforeunload', (event) => {
    const isInside = Date.now() - insideAt < INSIDE_MS;
    if (isInside || isSentHere() || !touched.some((form) => form.isConnected && isWorthOffering(form))) return;
    event.preventDefault();
    event.returnValue = '';
  });
  const note = (form: HTMLFormElement | null) => {
    if (!form || form.method !== 'post' || 'keeps' in form.dataset) return;
    // Sent, refused by the page itself, and typed on.
    if (isSentHere()) takeSent(true);
    if (touched.length === 0) typist = userNow();
    if (!touched.includes(form)) touched.push(form);
    clearTimeout(timer);
    timer = setTimeout(keep, PAUSE_MS);
  };
  for (const name of ['input', 'change'])
    document.addEventListener(name, (event) => note((event.target as Field).form));
  for (const form of takeTyped()) {
    // What it said by itself is not known any more: it says something else.
    untouched.set(form, '');
    note(form);
  }
  document.addEventListener(STORED, ({ target }) => {
    const form = target as HTMLFormElement;
    untouched.set(form, JSON.stringify(draftOf(form)));
    touched = touched.filter((one) => one !== form);
    drop({ place: place(), key: keyOf(form) });
  });
  document.addEventListener(REFUSED, () => void takeSent(true));
  window.addEventListener('pagehide', () => keep());
  document.addEventListener(
    'submit',
    (event) => {
      keep();
      insideAt = Date.now();
      const form = event.target as HTMLFormElement;
      if (form.method === 'post') putSent({ place: place(), key: keyOf(form) });
    },
    true,
  );
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit && visit.type !== 'navigate') restoreSoon(place());
  // Come back with what is wrong, the form says what was typed: its draft stays for a reload.
  else if (!dropTaken()) offerSoon(place());
  return {
    onStored: () => {
      const sent = takeSent(true);
      if (!sent) return;
      drop(sent);
      touched = [];
    },
    follow: (subscribe, goTo) => {
      let before = place();
      subscribe(({ location, historyAction, navigation }) => {
        const now = location.pathname + location.search;
        if (navigation.state !== 'idle') return keep();
        if (now === before) return;
        // Typed on while the next page was awaited: its form still stands.
        keep(before);
        const at = before;
        const left = touched.filter(isWorthOffering);
        // Perhaps the same form: another kind of question, say.
        const isSame = location.pathname === before.split('?')[0];
        before = now;
        if (!isSame) touched = [];
        // The page is drawn after the router has said so.
        if (historyAction === 'POP') restoreSoon(now);
        else offerSoon(now, new Set(Array.from(document.forms)));
        const say = () => (isSame && left.some((form) => form.isConnected)) || sayLeft(at, goTo);
        if (left.length > 0) setTimeout(say, isSame ? DRAWN_MS : 0);
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

/** What a form said before anybody typed. */
const untouched = new WeakMap<HTMLFormElement, string>();

const isTyped = (form: HTMLFormElement) => untouched.get(form) !== JSON.stringify(draftOf(form));

/** More than two fields, or a text of several lines, that say something else than they did by themselves. */
function isWorthOffering(form: HTMLFormElement): boolean {
  if ('offers' in form.dataset || 'kept' in form.dataset || !isTyped(form)) return false;
  const fields = fieldsOf(form);
  return new Set(fields.map(({ name }) => name)).size > 2 || fields.some(({ field }) => field.tagName === 'TEXTAREA');
}

/** The form that was sent last, as long as nobody knows what became of it. */
function takeSent(isTaken: boolean): Sent | null {
  try {
    const text = window.sessionStorage.getItem(SENT_KEY);
    if (isTaken) window.sessionStorage.removeItem(SENT_KEY);
    return text === null ? null : (JSON.parse(text) as Sent);
  } catch {
    return null;
  }
}

function putSent(sent: Sent): void {
  try {
    window.sessionStorage.setItem(SENT_KEY, JSON.stringify(sent));
  } catch {
    // Full or forbidden: then nothing was kept either.
  }
}

function drop({ place: at, key }: Sent): void {
  const drafts = read(at);
  delete drafts.forms[key];
  write(at, drafts);
}

/** A form that the browser sent by itself was taken, unless its page came back with what is wrong (true), or the sign-in. */
function dropTaken(): boolean {
  const sent = takeSent(true);
  if (!sent || window.location.pathname === toLogin()) return false;
  const isRefused = document.title.startsWith('错误') || document.querySelector('.errorpage, .errsum') !== null;
  const isBack = sent.place === place() && isRefused;
  if (!isBack) drop(sent);
  return isBack;
}

/** As soon as the forms of an address stand (not those of the page before): what was typed there is offered, unless it says the same. */
function offerSoon(at: string, earlier: ReadonlySet<HTMLFormElement> = new Set(), tries = 0): void {
  const { forms, at: typedAt } = read(at);
  if (place() !== at || Object.keys(forms).length === 0) return;
  const found = Array.from(document.forms).filter(
    (form) => forms[keyOf(form)] && !earlier.has(form) && !('keeps' in form.dataset),
  );
  if (found.length === 0) {
    if (tries < TRIES) setTimeout(() => offerSoon(at, earlier, tries + 1), TRY_MS);
    return;
  }
  const open = found.filter((form) => !('offers' in form.dataset) && differs(form, forms[keyOf(form)] ?? []));
  if (open.length === 0) return forget(at);
  void import('./draft-offer').then(({ offerDraft }) =>
    offerDraft(at, typedAt, { restore: () => restoreSoon(at), forget: () => forget(at) }),
  );
}

/** Tells on the next page that something was left behind, with the way back. */
function sayLeft(at: string, goTo: (to: string) => void): void {
  const { title = '' } = read(at);
  void import('./draft-offer').then(({ tellLeft }) =>
    tellLeft(
      title,
      () => goTo(at),
      () => forget(at),
    ),
  );
}

function differs(form: HTMLFormElement, draft: Draft): boolean {
  const fields = fieldsOf(form);
  return draft.some(([name, index, value]) => {
    const field = fields.find((one) => one.name === name && one.index === index)?.field;
    if (!field) return value !== '' && value !== false;
    return value !== (isChoice(field) ? field.checked : field.value);
  });
}

/** Ten seconds: a slow computer draws a page for so long. */
const TRIES = 200;
const TRY_MS = 50;

/** As soon as the forms of an address stand, with as many rows as they had. */
function restoreSoon(at: string, tries = 0): void {
  if (place() !== at || Object.keys(read(at).forms).length === 0) return;
  if (restore() || tries >= TRIES) return;
  setTimeout(() => restoreSoon(at, tries + 1), TRY_MS);
}

/** How often a form was asked for rows in vain: its own script may come later than its fields do. */
const asked = new WeakMap<HTMLFormElement, number>();
const MOST_ASKED = 20;
const MOST_ROWS = 100;

/** A form's fields, with as many rows as the draft has; null while rows of it are to come. */
function fieldsFor(form: HTMLFormElement, draft: Draft): ReturnType<typeof fieldsOf> | null {
  for (let rows = 0; ; rows += 1) {
    const fields = fieldsOf(form);
    const missing = draft.filter(([name, index]) => !fields.some((one) => one.name === name && one.index === index));
    if (missing.length === 0 || rows === MOST_ROWS) return fields;
    form.dispatchEvent(new CustomEvent(MISSING_ROWS, { detail: missing.map(([name]) => name) }));
    if (fieldsOf(form).length > fields.length) continue;
    const times = (asked.get(form) ?? 0) + 1;
    asked.set(form, times);
    return times < MOST_ASKED ? null : fields;
  }
}

/** Puts back what was kept of this page's forms; false when none of them stands here, or rows of it are to come. */
function restore(): boolean {
  const { forms } = read(place());
  let isFound = false;
  for (const form of Array.from(document.forms)) {
    const draft = forms[keyOf(form)];
    if (!draft || 'keeps' in form.dataset) continue;
    isFound = true;
    if (!untouched.has(form)) untouched.set(form, JSON.stringify(draftOf(form)));
    const fields = fieldsFor(form, draft);
    if (!fields) return false;
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

/** Under which name a person's drafts of an address stand. */
const nameOf = (at: string, user: unknown) => `${KEY}${String(user)} ${at}`;

function read(at: string, user = userNow()): Drafts {
  const none = { user, forms: {} };
  try {
    const storage = window.sessionStorage;
    const own = storage.getItem(nameOf(at, user));
    // From before they stood under a person's name: nobody's but theirs, and there for once.
    const text = own ?? storage.getItem(KEY + at) ?? 'null';
    const drafts = JSON.parse(text) as Drafts | null;
    if (drafts?.user !== user) return none;
    if (own === null) {
      storage.removeItem(KEY + at);
      storage.setItem(nameOf(at, user), text);
    }
    return drafts;
  } catch {
    return none;
  }
}

function write(at: string, drafts: Drafts): void {
  const text = JSON.stringify(drafts);
  const name = nameOf(at, drafts.user);
  try {
    if (Object.keys(drafts.forms).length === 0) window.sessionStorage.removeItem(name);
    else if (text.length < MAX_CHARACTERS) window.sessionStorage.setItem(name, text);
    forgetOldest();
  } catch {
    // Full or forbidden: the page itself still has it.
  }
}

function forgetOldest(): void {
  const storage = window.sessionStorage;
  const names = Object.keys(storage).filter((name) => name.startsWith(KEY));
  if (names.length <= MOST_KEPT) return;
  const at = (name: string) => (JSON.parse(storage.getItem(name) ?? '{}') as Partial<Drafts>).at ?? 0;
  names.sort((a, b) => at(b) - at(a));
  for (const name of names.slice(MOST_KEPT)) storage.removeItem(name);
}

function forget(at: string): void {
  write(at, { user: userNow(), forms: {} });
}
