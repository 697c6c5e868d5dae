import { z } from 'zod';
import { getSchool } from '~/domain/user/school.queries.server';
import { toApiComment, toApiThread } from '~/domain/work/comment-api.rules';
import { addComment, deleteComment } from '~/domain/work/comment.commands.server';
import { getComment, getWorkComments } from '~/domain/work/comment.queries.server';
import { commentSchema, decideSchema, deleteCommentSchema } from '~/domain/work/comment.schema';
import { moderate } from '~/domain/work/moderation.commands.server';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { apiList } from '~/http/api-list';
import { keyedBy } from '~/http/request-key.server';
import { idField } from '~/lib/zod';

const { loader, action } = defineApi('interact/comment', {
  list: call('GET', 'user', apiList({ workId: idField('workId') }), pageOf(z.unknown()), async ({ actor, input }) => {
    const { page, timeZone } = await getWorkComments(actor, input.workId, input);
    return paged({ ...page, rows: page.rows.map((thread) => toApiThread(thread, timeZone)) });
  }),
  add: call('POST', 'user', commentSchema, z.unknown(), async ({ actor, input, now, request }) => {
    const { id } = await addComment(actor, keyedBy(request, input), now);
    const { timeZone } = await getSchool();
    return toApiComment(await getComment(actor, input.workId, id), timeZone);
  }),
  delete: call('POST', 'user', deleteCommentSchema, z.unknown(), ({ actor, input, now }) =>
    deleteComment(actor, input, now),
  ),
  moderate: call('POST', 'teacher', decideSchema, z.unknown(), ({ actor, input: { ids, ...decided }, now }) =>
    moderate(actor, { ...decided, targets: ids.map((id) => ({ kind: 'comment', id })) }, now),
  ),
});

export { loader, action };
