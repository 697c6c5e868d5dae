import { useEffect, useLayoutEffect } from 'react';
import { useNonce } from './nonce';

declare global {
  interface Window {
    /**
     * Set by the first script of a page: a press that came before the page was awake, and the forms in which was typed
     * before the page's own script took note of it (null from then on).
     */
    kaopingWaking?: { isAwake: boolean; pressed: HTMLElement | null; typed: HTMLFormElement[] | null };
  }
}

/**
 * Runs before the first paint. It says that script runs (`html[data-script]`, which the stylesheet goes by), takes
 * that back when the page's own script does not come, and keeps a press of a button that only script serves; and a
 * page that is reloaded or gone back to starts at the top, now and not under the hand of somebody who has begun.
 * Links and forms need nothing of it: they work by themselves from the first paint. It has run before the page's own
 * script comes, which does without it.
 */
const FIRST = import.meta.env.SSR
  ? `(function (d, w) {
  var h = d.documentElement, s = { isAwake: false, pressed: null, typed: [] };
  w.kaopingWaking = s;
  h.setAttribute('data-script', '');
  if ('scrollRestoration' in history) history.scrollRestoration = 'manual';
  function off() { if (!s.isAwake) h.removeAttribute('data-script'); }
  w.addEventListener('error', function (e) { if (e.target && e.target.tagName === 'SCRIPT') off(); }, true);
  setTimeout(off, 30000);
  d.addEventListener('click', function (e) {
    var b = !s.isAwake && e.target.closest && e.target.closest('button[type=button]');
    if (!b) return;
    if (s.pressed) s.pressed.removeAttribute('aria-busy');
    s.pressed = b;
    b.setAttribute('aria-busy', 'true');
  }, true);
  d.addEventListener('input', function (e) { if (s.typed && e.target.form) s.typed.push(e.target.form); }, true);
  w.addEventListener('click', function () {
    if (s.isAwake && s.pressed) { s.pressed.removeAttribute('aria-busy'); s.pressed = null; }
  });
})(document, window)`
  : '';

/** The first script of a page, inline: it must be there before anything can be pressed. */
export function FirstScript() {
  const nonce = useNonce();
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: FIRST }} />;
}

const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** Whether something was typed into a form before the page was awake; said once. */
export function wasTypedAsleep(form: HTMLFormElement): boolean {
  const waking = window.kaopingWaking;
  const was = waking?.typed?.includes(form) ?? false;
  if (was && waking?.typed) waking.typed = waking.typed.filter((one) => one !== form);
  return was;
}

/** The forms in which was typed before anybody kept it, each once; from now on the page's own script takes note. */
export function takeTyped(): HTMLFormElement[] {
  const waking = window.kaopingWaking;
  const typed = new Set(waking?.typed);
  if (waking) waking.typed = null;
  return [...typed];
}

/** Says that the page is awake, and does what was pressed before. */
export function Awake() {
  // Before anything else can be pressed: from now on React hears every click itself.
  useBrowserLayoutEffect(() => {
    document.documentElement.setAttribute('data-script', '');
    const waking = window.kaopingWaking;
    if (!waking || waking.isAwake) return;
    waking.isAwake = true;
    // After the click that may have woken the page itself: that one has been heard and is forgotten by then.
    setTimeout(() => {
      const { pressed } = waking;
      waking.pressed = null;
      if (!pressed || !pressed.isConnected) return;
      pressed.removeAttribute('aria-busy');
      pressed.click();
    });
  }, []);
  return null;
}
