import type { Router } from './remix-router';

/** Where Remix asks which routes an address has. */
export const ROUTES = '/__manifest';

let isStaying = false;

/** While a navigation is ended, Remix asks anew of the address that it stands on already: nothing to be learned. */
export const staysHere = (pathname: string): boolean => isStaying && pathname === ROUTES;

/**
 * Ends the navigation that is under way, as if nothing had been pressed: what is greyed for it is free again, and no
 * later look at the page's data begins it anew. The router knows no such thing; going to where one is, and loading
 * nothing for it, is the same.
 */
export function stayHere(router: Router, navigate: Router['navigate']): void {
  const { location, matches } = router.state;
  const asked = matches.map(({ route }) => [route, route.shouldRevalidate] as const);
  for (const [route] of asked) route.shouldRevalidate = () => false;
  isStaying = true;
  const done = () => {
    isStaying = false;
    for (const [route, before] of asked) route.shouldRevalidate = before;
  };
  const { pathname, search, hash } = location;
  // The state of a tick: the page stays where it is scrolled to (scroll-reset).
  navigate(pathname + search + hash, { replace: true, preventScrollReset: true, state: 'tick' }).then(done, done);
}

type Pressed = { form: HTMLFormElement; button: HTMLElement | null };

/** The form that was sent last, and the button by which. */
let sent: Pressed | null = null;
/** Chromium 80 does not say by which button a form is sent. */
let clicked: HTMLButtonElement | null = null;

/** Notes which form is sent by which button. */
export function notePressed(): void {
  document.addEventListener('click', ({ target }) => (clicked = (target as Element).closest?.('button') ?? null), true);
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement;
      const { submitter } = event as Partial<SubmitEvent>;
      const button = submitter ?? (clicked?.form === form ? clicked : null);
      sent = { form, button };
      clicked = null;
    },
    true,
  );
}

/** The form of a navigation that sends this; null where no form was pressed for it. */
export function pressedFor(body: FormData | undefined): Pressed | null {
  const now = sent;
  sent = null;
  if (!now || !body) return null;
  const intent = now.form.elements.namedItem('_intent');
  const isOfForm = !(intent instanceof HTMLInputElement) || intent.value === body.get('_intent');
  return isOfForm ? now : null;
}

/** Sends the form as it stands now; false when it does not stand any more. */
export function pressAgain({ form, button }: Pressed): boolean {
  if (!form.isConnected) return false;
  if (button?.isConnected) button.click();
  else form.requestSubmit();
  return true;
}
