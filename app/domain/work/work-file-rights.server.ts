import type { FileRight } from '~/domain/file/file-rights.server';
import { mayReadCommentFile } from './comment-rights.queries.server';
import { mayReadWork } from './work-rights.queries.server';

/** What a published work shows. */
export const workFileRight: FileRight = {
  mayRead: (actor, { refId }, now) => mayReadWork(actor, refId, now),
  studentWork: 'workId',
};

/** What was said or shown under a work. */
export const commentFileRight: FileRight = {
  mayRead: (actor, { refId }, now) => mayReadCommentFile(actor, refId, now),
  studentWork: 'commentId',
};
