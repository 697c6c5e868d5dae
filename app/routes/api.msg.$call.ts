import { z } from 'zod';
import { deleteMessages, markAllRead, markRead } from '~/domain/message/message.commands.server';
import { countUnread, listMessages } from '~/domain/message/message.queries.server';
import { messageIdsSchema } from '~/domain/message/message.schema';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { count, time } from '~/http/answers/common';
import { apiList } from '~/http/api-list';
import { formatSecond } from '~/lib/time';
import { optionalText } from '~/lib/zod';

const none = z.object({});
const listInput = apiList({
  type: optionalText('类型', 20),
  isRead: z.enum(['', '0', '1'], { errorMap: () => ({ message: 'isRead 应为 0 或 1' }) }).optional(),
});

const message = z.object({
  id: z.number().int(),
  kind: z.string().describe('类型，可用作 type 筛选'),
  title: z.string(),
  body: z.string(),
  link: z.string().describe('站内地址，空为没有'),
  isRead: z.boolean(),
  createdAt: time,
});

const { loader, action } = defineApi('msg', {
  list: call('GET', 'user', listInput, pageOf(message), async ({ actor, input }) => {
    const page = await listMessages(actor, input);
    return paged({ ...page, rows: page.rows.map((row) => ({ ...row, createdAt: formatSecond(row.createdAt) })) });
  }),
  read: call('POST', 'user', messageIdsSchema, count, ({ actor, input, now }) => markRead(actor, input.ids, now)),
  delMsgs: call('POST', 'user', messageIdsSchema, count, ({ actor, input }) => deleteMessages(actor, input.ids)),
  allRead: call('POST', 'user', none, count, ({ actor, now }) => markAllRead(actor, now)),
  getNewsCount: call('GET', 'user', none, count.describe('未读消息数'), ({ actor }) => countUnread(actor.id)),
});

export { loader, action };
