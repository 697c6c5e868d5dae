import { toApiResource } from '~/domain/resource/resource-api.rules';
import {
  addResource,
  changeResource,
  deleteResources,
  openResources,
} from '~/domain/resource/resource.commands.server';
import { getResourceToSend } from '~/domain/resource/resource-file.server';
import { listResources } from '~/domain/resource/resource.queries.server';
import {
  addResourceSchema,
  changeResourceSchema,
  openResourcesSchema,
  resourceApiFields,
  resourceIdSchema,
  resourceIdsSchema,
} from '~/domain/resource/resource.schema';
import { count } from '~/http/answers/common';
import { resource } from '~/http/answers/resource';
import { blob, call, defineApi, paged, pageOf } from '~/http/api.server';
import { apiList } from '~/http/api-list';
import { firstByteOf, sendFile } from '~/http/send-file.server';

const { loader, action } = defineApi('exam/resource', {
  list: call('GET', 'teacher', apiList(resourceApiFields), pageOf(resource), async ({ actor, input }) => {
    const page = await listResources(actor, { ...input, scope: 'all' });
    return paged({ ...page, rows: page.rows.map(toApiResource) });
  }),
  add: call('POST', 'teacher', addResourceSchema, resource, async ({ actor, input, now }) =>
    toApiResource(await addResource(actor, input, now)),
  ),
  edit: call('POST', 'teacher', changeResourceSchema, resource, async ({ actor, input, now }) =>
    toApiResource(await changeResource(actor, input, now)),
  ),
  delete: call('POST', 'teacher', resourceIdsSchema, count, ({ actor, input, now }) =>
    deleteResources(actor, input.ids, now),
  ),
  open: call('POST', 'teacher', openResourcesSchema, count, ({ actor, input, now }) =>
    openResources(actor, input, now),
  ),
  download: call('POST', 'user', resourceIdSchema, blob(), async ({ actor, input, now, request }) =>
    sendFile(request, await getResourceToSend(actor, input.id, { isInline: false, from: firstByteOf(request) }, now)),
  ),
});

export { loader, action };
