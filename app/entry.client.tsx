import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { setSchoolTimeZone } from '~/lib/time';

// Before the first render: times must come out as the server wrote them.
setSchoolTimeZone(document.documentElement.dataset.zone ?? '');

let isAwake = false;

/** Once the page stands: what guards its line and its texts comes after all that the page itself needs. */
function AfterWaking() {
  useEffect(() => {
    if (isAwake) return;
    isAwake = true;
    import('~/components/layout/after-waking').then(
      ({ afterWaking }) => afterWaking(),
      () => undefined, // Without a line the browser's own pages say so.
    );
  }, []);
  return null;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
      <AfterWaking />
    </StrictMode>,
  );
});
