import { db } from '~/db/db.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { isTeacher } from '~/domain/actor/actor.rules';
import { toWork } from '~/lib/addresses/works';
import { clip } from '~/lib/text';
import { commenterName } from './comment.rules';

/** A comment with its author, its work and whom it answers, as deciding and telling need it. */
export async function findComment(id: number) {
  const row = await db()
    .selectFrom('comments')
    .innerJoin('works', 'works.id', 'comments.work_id')
    .innerJoin('users as commenter', 'commenter.id', 'comments.author_id')
    .leftJoin('comments as parent', 'parent.id', 'comments.parent_id')
    .leftJoin('users as decider', 'decider.id', 'comments.decided_by')
    .select([
      'comments.id',
      'comments.work_id',
      'comments.parent_id',
      'comments.author_id',
      'comments.text',
      'comments.file_id',
      'comments.state',
      'comments.decided_by',
      'comments.decided_at',
      'comments.deleted_at',
      'works.title',
      'works.student_id',
      'works.classroom_id',
      'works.is_anonymous',
      'commenter.name as commenter_name',
      'commenter.user_type as commenter_type',
      'parent.author_id as answered_id',
      'decider.name as decider_name',
    ])
    .where('comments.id', '=', id)
    .executeTakeFirst();
  return row;
}

export type CommentRow = NonNullable<Awaited<ReturnType<typeof findComment>>>;

/** The beginning of a comment, for a message or a row. */
export function excerpt(comment: { text: string; file_id: string | null }, max = 30): string {
  const text = comment.text.replace(/\s+/g, ' ');
  return text === '' && comment.file_id !== null ? '［录音］' : clip(text, max);
}

/** Tells the one answered and the work's author that a comment is there to read; nobody hears of their own. */
export async function tellOfComment(comment: CommentRow, now: number): Promise<void> {
  const work = { studentId: comment.student_id, isAnonymous: comment.is_anonymous === 1 };
  const commenter = {
    id: comment.author_id,
    name: comment.commenter_name,
    isTeacher: isTeacher({ userType: comment.commenter_type }),
  };
  const link = toWork(comment.work_id, {}, 'comments');
  const body = excerpt(comment, 100);
  const answered = comment.answered_id;
  if (answered !== null && answered !== comment.author_id) {
    const reader = await db()
      .selectFrom('users')
      .select(['id', 'user_type'])
      .where('id', '=', answered)
      .executeTakeFirst();
    const isForTeacher = reader !== undefined && isTeacher({ userType: reader.user_type });
    const name = commenterName(commenter, work, { id: answered, isTeacher: isForTeacher });
    const title = `${name} 回复了${isForTeacher ? '您' : '你'}的评论`;
    await sendMessages([answered], { kind: 'comment', title, body, link }, now);
  }
  if (comment.student_id === comment.author_id || comment.student_id === answered) return;
  const name = commenterName(commenter, work, { id: comment.student_id, isTeacher: false });
  await sendMessages(
    [comment.student_id],
    { kind: 'comment', title: `${name} 评论了你的作品《${clip(comment.title, 20)}》`, body, link },
    now,
  );
}

/** Brings the number of comments on a work's card up to date; call it inside the transaction of what changed them. */
export async function countComments(workId: number): Promise<void> {
  await db()
    .updateTable('works')
    .set((eb) => ({
      comment_count: eb
        .selectFrom('comments')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('comments.work_id', '=', workId)
        .where('comments.state', '=', 'approved')
        .where('comments.deleted_at', 'is', null),
    }))
    .where('id', '=', workId)
    .execute();
}
