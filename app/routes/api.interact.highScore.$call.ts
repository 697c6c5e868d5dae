import { listGallery } from '~/domain/work/work.queries.server';
import { toApiWork } from '~/domain/work/work-api.rules';
import { galleryApiFields } from '~/domain/work/work.schema';
import { work } from '~/http/answers/works';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { apiList } from '~/http/api-list';
import { assertDays } from '~/lib/day-problems.server';

const { loader, action } = defineApi('interact/highScore', {
  list: call('GET', 'user', apiList(galleryApiFields), pageOf(work), async ({ actor, input, now }) => {
    assertDays(input);
    const page = await listGallery(actor, input, now);
    return paged({ ...page, rows: page.rows.map(toApiWork) });
  }),
});

export { loader, action };
