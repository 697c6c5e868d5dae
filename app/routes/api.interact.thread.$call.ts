import { z } from 'zod';
import {
  addPost,
  closeThread,
  deletePost,
  markThreadRead,
  startThread,
} from '~/domain/interaction/thread.commands.server';
import { getThread, listThreads } from '~/domain/interaction/thread.queries.server';
import { toApiThread, toApiThreadRow } from '~/domain/interaction/thread-api.rules';
import { askCallSchema, replyCallSchema, threadListFields } from '~/domain/interaction/thread.schema';
import { thread, threadRow } from '~/http/answers/interaction';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { apiList } from '~/http/api-list';
import { checkbox, idField } from '~/lib/zod';

const idInput = z.object({ id: idField('提问') });

const { loader, action } = defineApi('interact/thread', {
  list: call('GET', 'user', apiList(threadListFields), pageOf(threadRow), async ({ actor, input, now }) => {
    const page = await listThreads(actor, input, now);
    return paged({ ...page, rows: page.rows.map(toApiThreadRow) });
  }),
  get: call('GET', 'user', idInput, thread, async ({ actor, input, now }) =>
    toApiThread(await getThread(actor, input.id, now)),
  ),
  read: call('POST', 'user', idInput, z.null(), async ({ actor, input, now }) => {
    await markThreadRead(actor, await getThread(actor, input.id, now));
    return null;
  }),
  add: call('POST', 'student', askCallSchema, thread, async ({ actor, input, now }) => {
    const { id } = await startThread(actor, input, now);
    return toApiThread(await getThread(actor, id, now));
  }),
  reply: call('POST', 'user', replyCallSchema, thread, async ({ actor, input, now }) => {
    await addPost(actor, input, now);
    return toApiThread(await getThread(actor, input.threadId, now));
  }),
  close: call(
    'POST',
    'student',
    idInput.extend({ cancel: checkbox().optional() }),
    thread,
    async ({ actor, input, now }) => {
      await closeThread(actor, input.id, !input.cancel, now);
      return toApiThread(await getThread(actor, input.id, now));
    },
  ),
  deletePost: call(
    'POST',
    'user',
    z.object({ threadId: idField('提问'), postId: idField('回复') }),
    z.object({ isThreadLeft: z.boolean() }),
    async ({ actor, input, now }) => ({ isThreadLeft: await deletePost(actor, input, now) }),
  ),
});

export { loader, action };
