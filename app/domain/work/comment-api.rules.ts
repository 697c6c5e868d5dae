import { formatSecond } from '~/lib/time';
import type { CommentThread, CommentView } from './comment.queries.server';

/** A comment as the API answers it. */
export function toApiComment(comment: CommentView, timeZone: string) {
  const { id, text, name, className, isTeacher, isAuthor, isOwn, state, reason, isGone, canReply, canDelete } = comment;
  return {
    ...{ id, text, name, className, isTeacher, isAuthor, isOwn, state, reason, isGone, canReply, canDelete },
    audioUrl: comment.audio?.url ?? null,
    createTime: formatSecond(comment.createdAt, timeZone),
  };
}

/** A comment with its answers. */
export function toApiThread({ replies, ...comment }: CommentThread, timeZone: string) {
  return { ...toApiComment(comment, timeZone), replies: replies.map((reply) => toApiComment(reply, timeZone)) };
}
