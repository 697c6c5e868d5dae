import { address, addressOf, type Id } from './address';

// The gallery, its moderation, and the talk about it.

/** The gallery. */
export const toWorks = (query?: {
  keyword?: string;
  classId?: number;
  sort?: string;
  tab?: 'mine';
  confirm?: 'withdraw';
  ids?: Id;
}) => address('/dynamic/works/index', query);

/** Writing, answering or deleting a comment. */
export const toCommenting = (query: { workId: number; parentId?: number; deleteId?: number }) =>
  address('/dynamic/works/comment', query);

/** What waits for a decision. */
export const toModeration = (query?: { kind?: 'comment' }) => address('/dynamic/examine/index', query);

/** One question with its answers. */
export const toThread = (id: Id, query?: { confirm?: 'delete'; post?: number }, place?: string) =>
  addressOf('/dynamic/interact/:id', id, query, place);
