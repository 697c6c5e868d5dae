import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { setSchoolTimeZone } from '~/lib/time';

// Before the first render: times must come out as the server wrote them.
setSchoolTimeZone(document.documentElement.dataset.zone ?? '');

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
