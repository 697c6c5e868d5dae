import { z } from 'zod';
import { decideSchema } from '~/domain/work/comment.schema';
import { moderate } from '~/domain/work/moderation.commands.server';
import { publishWork, setLike, setPinned, withdrawWorks } from '~/domain/work/work.commands.server';
import { getWork, listOwnWorks } from '~/domain/work/work.queries.server';
import { toApiWork } from '~/domain/work/work-api.rules';
import { likeSchema, pinSchema, publishSchema, withdrawSchema } from '~/domain/work/work.schema';
import { count } from '~/http/answers/common';
import { natural } from '~/http/answers/exam-words';
import { ownWork, work } from '~/http/answers/works';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { apiList } from '~/http/api-list';

const { loader, action } = defineApi('interact/work', {
  mine: call('GET', 'student', apiList({}), pageOf(ownWork), async ({ actor, input, now }) => {
    const page = await listOwnWorks(actor, input, now);
    const rows = page.rows.map(({ work: own, inside: { source, ...inside } }) => ({
      ...{ ...toApiWork(own), ...inside, attemptId: source.attemptId, practiceId: source.practiceId },
    }));
    return paged({ ...page, rows });
  }),
  publish: call('POST', 'student', publishSchema, work, async ({ actor, input, now }) => {
    const { id } = await publishWork(actor, input, now);
    return toApiWork((await getWork(actor, id, now)).work);
  }),
  moderate: call('POST', 'teacher', decideSchema, count, ({ actor, input: { ids, ...decided }, now }) =>
    moderate(actor, { ...decided, targets: ids.map((id) => ({ kind: 'work', id })) }, now),
  ),
  withdraw: call('POST', 'user', withdrawSchema, count, ({ actor, input, now }) => withdrawWorks(actor, input, now)),
  pin: call('POST', 'teacher', pinSchema, z.null(), async ({ actor, input, now }) => {
    await setPinned(actor, input, now);
    return null;
  }),
  like: call('POST', 'user', likeSchema, z.object({ likes: natural }), async ({ actor, input, now }) => ({
    likes: await setLike(actor, input, now),
  })),
});

export { loader, action };
