import type { Insertable } from 'kysely';
import { db } from '~/db/db.server';
import type { CommentsTable } from '~/db/tables/daily';
import { next } from './sequence';

/** A comment on a work, pending unless said otherwise. */
export async function makeComment(
  input: Partial<Omit<Insertable<CommentsTable>, 'id'>> & { work: { id: number }; author: { id: number } },
) {
  const { work, author, ...columns } = input;
  return db()
    .insertInto('comments')
    .values({
      parent_id: null,
      text: `讲得很清楚${next()}`,
      file_id: null,
      state: 'pending',
      decided_by: null,
      decided_at: null,
      created_at: Date.now(),
      deleted_at: null,
      ...columns,
      work_id: work.id,
      author_id: author.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
