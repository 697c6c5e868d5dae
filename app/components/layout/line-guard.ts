import { matchRoutes } from '@remix-run/react';
import { canReach } from '~/components/saving/can-reach';
import type { Place, Router } from './remix-router';
import { notePressed, pressAgain, pressedFor, ROUTES, stayHere, staysHere } from './stay-here';
import { showTrouble } from './trouble-bar';

/**
 * A list, a page or a form asked for without a line, or while the server is busy, is no error of the server: the page
 * stays as it is, a bar says why, and 重试 asks again. One place for all of Remix's own requests (loaders, actions,
 * the scripts of other pages) and for the forms that the browser sends by itself. Loaded after the page has woken up.
 */

const NOT_FOUND = 'routes/$';
const SLOW_MS = 10_000;
const GIVE_UP_MS = 50_000;
const OFFLINE = '网络断开，这一页没有变，填写的内容都在。';
const SILENT = '服务器没有回应，这一页没有变，填写的内容都在。';
const BUSY = '服务器正忙，这一页没有变，填写的内容都在。';
const SLOW = '已经等了 10 秒，服务器还没有回答，可以再等等。';
const BACK = '已经连上了。刚才要做的还没有做，填写的内容都在；要接着做请按“重试”。';
/** It may have arrived, and only its answer was lost. */
const PERHAPS = '已经连上了。刚才要做的可能已经做了，请先刷新看看；填写的内容都在，没有做成的再按“重试”。';
/** A server that starts again tells nobody: it is looked for so often. */
const LOOK_MS = 4000;
/** What forms that keep themselves while one types send as their intent. */
const KEEP = 'keep';

/**
 * What goes on when the line is back: `keeping` by itself; `reading` too, unless somebody went on with the page
 * meanwhile, who would be carried away; `doing` only when it is pressed again, also a question before something is done.
 */
type Kind = 'keeping' | 'reading' | 'doing';

type Scripts = { module: string; imports?: string[] };
type Remix = {
  __remixRouter: Router;
  __remixManifest: { version: string; routes: Record<string, Scripts | undefined> };
  __remixRouteModules: Record<string, unknown>;
};

/** Called when a form's answer has come and nothing was refused. */
export type OnStored = () => void;

/** Puts the guard around what Remix asks and the browser sends; `onStored` hears of every form that was taken. */
export function guardLine(onStored: OnStored): Router {
  const plainFetch = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    const { origin, pathname } = new URL(url, window.location.href);
    // What is only looked up ahead (no signal) may fail in silence.
    const isAwaited = pathname.endsWith('.data') || (pathname === ROUTES && init?.signal);
    if (origin !== window.location.origin || !isAwaited) return plainFetch(input, init);
    if (staysHere(pathname)) return Promise.resolve(new Response('{}'));
    return patiently((signal) => plainFetch(input, { ...init, signal }), init, onStored, leave);
  };
  const remix = window as unknown as Remix;
  const router = remix.__remixRouter;
  const { navigate, fetch: fetchRoute } = router;
  /** What was wanted last of the router, to be wanted again. */
  let wanted: { isAsking: boolean; again: () => void } | null = null;
  router.navigate = (to, options) => {
    const { signal } = newWish();
    const { formData } = (options ?? {}) as { formData?: FormData };
    const pressed = pressedFor(formData);
    // As it stands then: what was typed after the press goes along.
    const again = () => void (pressed && pressAgain(pressed) ? null : router.navigate(to, options));
    wanted = typeof to === 'number' ? null : { isAsking: isAsking(to, formData), again };
    const ready = typeof to === 'number' ? null : withScripts(plainFetch, remix, to, signal);
    return ready
      ? ready.then(
          (hasWaited) => (signal.aborted ? undefined : hasWaited ? again() : navigate(to, options)),
          () => undefined,
        )
      : navigate(to, options);
  };
  /**
   * A navigation that came to nothing is ended, and waits here to be wanted again: kept under way it would grey its
   * button, send what stood in the form at the press, and be begun anew by whatever looks at the page's data. Not one
   * that Back began (its address stands already) nor the page that follows on what was done.
   */
  const leave = (text: string, kind: Kind, mayBeDone: boolean, outer: AbortSignal | null): boolean => {
    const { location, navigation } = router.state;
    const isFirst = navigation.state === (kind === 'doing' ? 'submitting' : 'loading');
    const isAfterDoing = kind === 'reading' && (navigation.formMethod ?? 'GET').toUpperCase() !== 'GET';
    const isHere = place(location) === place(window.location);
    if (!wanted || !outer || kind === 'keeping' || !isFirst || isAfterDoing || !isHere) return false;
    const { isAsking, again: wantAgain } = wanted;
    stayHere(router, navigate);
    // Else it was not of the navigation: a list that the page asks for besides.
    if (!outer.aborted) return false;
    again(text, newWish().signal, isAsking ? 'doing' : kind, mayBeDone).then(wantAgain, () => undefined);
    return true;
  };
  let stoodAt = place(router.state.location);
  router.subscribe(({ location }) => {
    if (place(location) === stoodAt) return;
    stoodAt = place(location);
    newWish();
  });
  notePressed();
  router.fetch = (key, routeId, href, options) => {
    const ready = withScripts(plainFetch, remix, href, null);
    if (ready) void ready.then(() => fetchRoute(key, routeId, href, options));
    else fetchRoute(key, routeId, href, options);
  };
  window.addEventListener('submit', holdForm);
  window.addEventListener('click', holdLink);
  return router;
}

const place = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;

/** Whether it is a form, or a question before something is done (交卷): neither comes by itself when the line is back. */
function isAsking(to: unknown, formData: FormData | undefined): boolean {
  const path = typeof to === 'string' ? to : ((to as Partial<Place> | null)?.search ?? '');
  return formData !== undefined || /[?&]confirm=/.test(path);
}

/** What the person last wanted of the browser; wanting something else ends what waits for the line. */
let wish = new AbortController();

function newWish(): AbortController {
  wish.abort();
  return (wish = new AbortController());
}

/** Asks until there is an answer, whenever the person wants; only going elsewhere ends it. */
async function patiently(
  ask: (signal: AbortSignal) => Promise<Response>,
  init: RequestInit = {},
  onStored: OnStored,
  leave: (text: string, kind: Kind, mayBeDone: boolean, outer: AbortSignal | null) => boolean = () => false,
  onWait: () => void = () => undefined,
): Promise<Response> {
  const kind = kindOf(init);
  const outer = init.signal ?? null;
  for (;;) {
    const hadLine = navigator.onLine;
    const outcome = await once(ask, outer, !carriesFiles(init.body));
    if (typeof outcome === 'object') {
      if (kind === 'doing' && outcome.status < 400) onStored();
      return outcome;
    }
    const text = { busy: BUSY, silent: SILENT, offline: OFFLINE }[outcome];
    // The server itself says that it is too busy (503); any other silence may have come after it was done.
    const mayBeDone = kind === 'doing' && hadLine && outcome !== 'busy';
    if (leave(text, kind, mayBeDone, outer)) throw new DOMException('left', 'AbortError');
    onWait();
    await again(text, outer, kind, mayBeDone);
  }
}

function kindOf({ method = 'GET', body }: RequestInit): Kind {
  if (method === 'GET') return 'reading';
  const isKeeping = (body instanceof URLSearchParams || body instanceof FormData) && body.get('_intent') === KEEP;
  return isKeeping ? 'keeping' : 'doing';
}

function carriesFiles(body: BodyInit | null | undefined): boolean {
  return body instanceof FormData && Array.from(body.values()).some((value) => value instanceof File && value.size > 0);
}

/** One attempt, said to be slow after ten seconds and given up after fifty. */
async function once(
  ask: (signal: AbortSignal) => Promise<Response>,
  outer: AbortSignal | null,
  isLimited: boolean,
): Promise<Response | 'offline' | 'silent' | 'busy'> {
  const control = new AbortController();
  const stop = () => control.abort();
  outer?.addEventListener('abort', stop);
  let isOver = () => {};
  const slow = isLimited ? setTimeout(() => (isOver = showTrouble(SLOW)), SLOW_MS) : undefined;
  let isGivenUp = false;
  const end = () => {
    isGivenUp = true;
    stop();
  };
  const giveUp = isLimited ? setTimeout(end, GIVE_UP_MS) : undefined;
  try {
    const response = await ask(control.signal);
    return [502, 503, 504].includes(response.status) ? 'busy' : response;
  } catch (error) {
    if (!outer?.aborted) return isGivenUp ? 'silent' : 'offline';
    throw error;
  } finally {
    isOver();
    clearTimeout(slow);
    clearTimeout(giveUp);
    outer?.removeEventListener('abort', stop);
  }
}

/** What somebody does who goes on with the page. */
const GOING_ON = ['input', 'keydown', 'pointerdown'];

/** Until the person wants it again, or the line is back where that is enough. */
function again(text: string, outer: AbortSignal | null, kind: Kind, mayBeDone = false): Promise<void> {
  return new Promise((resolve, reject) => {
    let hasGoneOn = false;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      isOver = true;
      takeBack();
      clearTimeout(timer);
      window.removeEventListener('online', back);
      GOING_ON.forEach((event) => document.removeEventListener(event, goesOn));
      outer?.removeEventListener('abort', left);
    };
    const done = () => {
      end();
      resolve();
    };
    const left = () => {
      end();
      reject(new DOMException('left', 'AbortError'));
    };
    const goesOn = () => (hasGoneOn = true);
    const back = () => {
      if (kind === 'keeping' || (kind === 'reading' && !hasGoneOn)) return done();
      end();
      outer?.addEventListener('abort', left);
      takeBack = showTrouble(mayBeDone ? PERHAPS : BACK, done);
    };
    const look = async () => {
      const isBack = await canReach();
      if (isOver) return;
      if (isBack) back();
      else wait();
    };
    const wait = () => (timer = setTimeout(() => void look(), LOOK_MS));
    if (outer?.aborted) return reject(new DOMException('left', 'AbortError'));
    let takeBack = showTrouble(text, done);
    wait();
    window.addEventListener('online', back);
    GOING_ON.forEach((event) => document.addEventListener(event, goesOn));
    outer?.addEventListener('abort', left);
  });
}

/**
 * Brings the scripts of an address that this page has not loaded into the browser's cache: Remix would reload the page
 * when one of them is missing. Null when all are there; else whether the line had to be waited for.
 */
function withScripts(
  plainFetch: typeof fetch,
  remix: Remix,
  to: unknown,
  outer: AbortSignal | null,
): Promise<boolean> | null {
  const { __remixRouter: router, __remixManifest: manifest, __remixRouteModules: loaded } = remix;
  const wanted = typeof to === 'string' ? to : ((to as { pathname?: string } | null)?.pathname ?? '');
  const { pathname } = new URL(wanted, window.location.href);
  let hasWaited = false;
  const ask = (url: string) =>
    patiently(
      (signal) => plainFetch(url, { signal }),
      { signal: outer },
      () => undefined,
      undefined,
      () => (hasWaited = true),
    );
  const load = (routes: [string, Scripts | undefined][]) =>
    Promise.all(
      routes
        .filter(([id]) => !(id in loaded))
        .flatMap(([, scripts]) => (scripts ? [scripts.module, ...(scripts.imports ?? [])] : []))
        .map(async (url) => (await ask(url)).blob()),
    ).then(() => hasWaited);
  const matches = matchRoutes(router.routes, pathname) ?? [];
  const ids = matches.map(({ route }) => route.id ?? '');
  const last = ids[ids.length - 1];
  if (last !== undefined && last !== NOT_FOUND)
    return ids.every((id) => id in loaded) ? null : load(ids.map((id) => [id, manifest.routes[id]]));
  // A page that no link of this one leads to: the server knows its scripts. Remix asks the same again, of the cache.
  const query = new URLSearchParams({ p: pathname, version: manifest.version });
  return ask(`${ROUTES}?${query.toString()}`).then(async (answer) =>
    answer.status === 200 ? load(Object.entries((await answer.json()) as Record<string, Scripts>)) : hasWaited,
  );
}

const passing = new WeakSet<EventTarget>();

function pass(what: EventTarget, pressed: HTMLElement): void {
  passing.add(what);
  pressed.click();
  passing.delete(what);
}

/** A form that the browser sends by itself would end in the browser's own page when there is no line. */
function holdForm(event: Event): void {
  const form = event.target as HTMLFormElement;
  const button = (event as SubmitEvent).submitter as HTMLElement | null | undefined;
  if (event.defaultPrevented || !button || form.target || passing.has(form)) return;
  event.preventDefault();
  const { signal } = newWish();
  const goOn = async () => {
    while (!(await canReach())) await again(OFFLINE, signal, 'doing');
    pass(form, button);
  };
  goOn().catch(() => undefined);
}

function holdLink(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a');
  if (link && passing.has(link)) return;
  const isElsewhere = !link?.href || link.target !== '' || link.origin !== window.location.origin;
  if (event.defaultPrevented || isElsewhere || navigator.onLine || link.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  again(OFFLINE, newWish().signal, 'reading').then(
    () => pass(link, link),
    () => undefined,
  );
}
