import { z } from 'zod';
import { blob, call, defineApi } from '~/http/api.server';
import { documentResponse } from '~/http/openapi.server';

/** The document of the whole API (OpenAPI 3.1), for whoever writes a client. */
const { loader, action } = defineApi('openapi.json', {
  '': call('GET', 'anyone', z.object({}), blob('application/json'), ({ request }) =>
    Promise.resolve(documentResponse(request)),
  ),
});

export { loader, action };
