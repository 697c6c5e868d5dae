import { getSchool } from '~/domain/school/school.queries.server';
import { toApiComment, toApiThread } from '~/domain/work/comment-api.rules';
import { addComment, deleteComment } from '~/domain/work/comment.commands.server';
import { getComment, getWorkComments } from '~/domain/work/comment.queries.server';
import { commentSchema, decideSchema, deleteCommentSchema } from '~/domain/work/comment.schema';
import { moderate } from '~/domain/work/moderation.commands.server';
import { count } from '~/http/answers/common';
import { comment, thread } from '~/http/answers/works';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { apiList } from '~/http/api-list';
import { idField } from '~/lib/zod';

const { loader, action } = defineApi('interact/comment', {
  list: call('GET', 'user', apiList({ workId: idField('workId') }), pageOf(thread), async ({ actor, input, now }) => {
    const { page, timeZone } = await getWorkComments(actor, input.workId, input, now);
    return paged({ ...page, rows: page.rows.map((thread) => toApiThread(thread, timeZone)) });
  }),
  add: call('POST', 'user', commentSchema, comment, async ({ actor, input, now }) => {
    const { id } = await addComment(actor, input, now);
    const { timeZone } = await getSchool();
    return toApiComment(await getComment(actor, input.workId, id, now), timeZone);
  }),
  delete: call('POST', 'user', deleteCommentSchema, count, ({ actor, input, now }) => deleteComment(actor, input, now)),
  moderate: call('POST', 'teacher', decideSchema, count, ({ actor, input: { ids, ...decided }, now }) =>
    moderate(actor, { ...decided, targets: ids.map((id) => ({ kind: 'comment', id })) }, now),
  ),
});

export { loader, action };
