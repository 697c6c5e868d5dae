import { toApiResource } from '~/domain/resource/resource-api.rules';
import { listResources } from '~/domain/resource/resource.queries.server';
import { resourceApiFields } from '~/domain/resource/resource.schema';
import { resource } from '~/http/answers/resource';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { apiList } from '~/http/api-list';

const { loader, action } = defineApi('exam/resource/stu', {
  list: call('GET', 'student', apiList(resourceApiFields), pageOf(resource), async ({ actor, input }) => {
    const page = await listResources(actor, { ...input, scope: 'all' });
    return paged({ ...page, rows: page.rows.map(toApiResource) });
  }),
});

export { loader, action };
