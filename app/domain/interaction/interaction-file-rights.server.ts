import type { FileRight } from '~/domain/file/file-rights.server';
import { mayReadAskedPractice, mayReadPost } from './thread-rights.queries.server';

/** A practice, for the teachers whom its student asked about it. */
export const askedPracticeFileRight: FileRight = {
  mayRead: (actor, { refId }) => mayReadAskedPractice(actor, refId),
  studentWork: 'practiceId',
};

/** What was sent with a question or an answer. */
export const postFileRight: FileRight = {
  mayRead: (actor, { refId }, now) => mayReadPost(actor, refId, now),
  studentWork: 'postId',
};
