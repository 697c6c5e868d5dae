import { z } from 'zod';
import { blob, call, defineApi } from '~/http/api.server';
import { openApiDocument } from '~/http/openapi.server';

/** The document of the whole API (OpenAPI 3.1), for whoever writes a client. */
const { loader, action } = defineApi('openapi.json', {
  '': call('GET', 'anyone', z.object({}), blob('application/json'), () =>
    Promise.resolve(Response.json(openApiDocument(), { headers: { 'Cache-Control': 'public, max-age=300' } })),
  ),
});

export { loader, action };
