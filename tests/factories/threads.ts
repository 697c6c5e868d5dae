import type { Insertable } from 'kysely';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import type { ThreadsTable } from '~/db/tables/daily';
import { useFile } from '~/domain/file/file.commands.server';

const MINUTE = 60_000;

/** A question of a student with its posts, one minute apart; the first is the student's. Nobody is told. */
export async function makeThread(
  input: Partial<Omit<Insertable<ThreadsTable>, 'id' | 'student_id'>> & {
    student: { id: number };
    posts?: { author: { id: number }; text?: string; fileIds?: string[] }[];
  },
) {
  const { student, posts = [{ author: student }], ...columns } = input;
  const start = columns.created_at ?? Date.now() - 60 * MINUTE;
  const thread = await db()
    .insertInto('threads')
    .values({
      subject: 'other',
      title: '请问老师',
      created_at: start,
      last_post_at: start + (posts.length - 1) * MINUTE,
      last_author_id: posts[posts.length - 1]?.author.id ?? student.id,
      ...columns,
      student_id: student.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const made = [];
  for (const [index, { author, text = '内容', fileIds = [] }] of posts.entries()) {
    const post = await db()
      .insertInto('posts')
      .values({
        thread_id: thread.id,
        author_id: author.id,
        text,
        file_ids: toJson(fileIds),
        created_at: start + index * MINUTE,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    for (const fileId of fileIds) await useFile(fileId, 'post', post.id);
    made.push(post);
  }
  return { ...thread, posts: made };
}
