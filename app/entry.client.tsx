import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { setSchoolTimeZone } from '~/lib/time';

// Before the first render: times must come out as the server wrote them.
setSchoolTimeZone(document.documentElement.dataset.zone ?? '');

/** Asked for now: a slow computer wakes its page for so long that the line may be gone by then. */
const guards = import('~/components/layout/after-waking').then(
  ({ afterWaking }) => afterWaking,
  () => undefined, // Without a line the browser's own pages say so.
);

/** Once the page stands: what guards its line and its texts. */
function AfterWaking() {
  useEffect(() => {
    void guards.then((guard) => guard?.());
  }, []);
  return null;
}

/**
 * Whether the browser's Back or Forward has changed the address since the server answered: between pages of one
 * document that changes nothing but the address, and these bytes are of another page.
 */
function hasMovedOn(): boolean {
  const [sent] = performance.getEntriesByType('navigation');
  if (!sent) return false; // Safari 14 does not tell.
  const { pathname, search } = new URL(sent.name);
  return pathname !== window.location.pathname || search !== window.location.search;
}

/**
 * Until what the server sent of the page's data is read: RemixBrowser throws the promise of it, before its first hook.
 * Thrown within the first rendering it would kill the page for good when a key is pressed meanwhile (React's error 345:
 * React then renders at once, and may not wait). Firefox takes longest to read.
 */
async function untilRead(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (reading) {
    await reading;
  }
}

if (hasMovedOn()) window.location.reload();
else {
  void untilRead().then(() =>
    startTransition(() => {
      hydrateRoot(
        document,
        <StrictMode>
          <RemixBrowser />
          <AfterWaking />
        </StrictMode>,
      );
    }),
  );
}
