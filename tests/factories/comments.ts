import type { Insertable } from 'kysely';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import type { CommentsTable, WorksTable } from '~/db/schema';
import { workContent } from '~/domain/work/work.rules';
import { next } from './sequence';

/** A work of a practice with the score 90, approved unless said otherwise; its student needs consent for it to be shown. */
export async function makePracticeWork(
  input: Partial<Omit<Insertable<WorksTable>, 'id' | 'content'>> & {
    student: { id: number; classroom_id: number | null };
    text?: string;
    fileIds?: string[];
  },
) {
  const { student, text = '各位游客大家好。', fileIds = [], ...columns } = input;
  const now = columns.created_at ?? Date.now();
  return db()
    .insertInto('works')
    .values({
      attempt_id: null,
      practice_id: null,
      part: 'oral',
      title: `我的导游词${next()}`,
      score: 90,
      state: 'approved',
      decided_by: null,
      decided_at: null,
      pinned_at: null,
      created_at: now,
      updated_at: now,
      ...columns,
      student_id: student.id,
      classroom_id: student.classroom_id,
      content: toJson(workContent([{ title: '题目', fileIds, text }])),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

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
