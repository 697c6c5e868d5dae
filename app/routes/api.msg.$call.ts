import { z } from 'zod';
import { deleteMessages, markAllRead, markRead } from '~/domain/message/message.commands.server';
import { countUnread, listMessages } from '~/domain/message/message.queries.server';
import { messageIdsSchema } from '~/domain/message/message.schema';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { apiList } from '~/http/api-list';
import { formatSecond } from '~/lib/time';

const none = z.object({});
const listInput = apiList({ type: z.string().max(20).optional(), isRead: z.enum(['', '0', '1']).optional() });

const { loader, action } = defineApi('msg', {
  list: call('GET', 'user', listInput, pageOf(z.unknown()), async ({ actor, input }) => {
    const page = await listMessages(actor, input);
    return paged({ ...page, rows: page.rows.map((row) => ({ ...row, createdAt: formatSecond(row.createdAt) })) });
  }),
  read: call('POST', 'user', messageIdsSchema, z.unknown(), ({ actor, input, now }) => markRead(actor, input.ids, now)),
  delMsgs: call('POST', 'user', messageIdsSchema, z.unknown(), ({ actor, input }) => deleteMessages(actor, input.ids)),
  allRead: call('POST', 'user', none, z.unknown(), ({ actor, now }) => markAllRead(actor, now)),
  getNewsCount: call('GET', 'user', none, z.unknown(), ({ actor }) => countUnread(actor.id)),
});

export { loader, action };
