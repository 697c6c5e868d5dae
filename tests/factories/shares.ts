import { db } from '~/db/db.server';

/** Shares a question with all teachers, all students, or one class. */
export async function makeShare(input: {
  question: { id: number; owner_id: number };
  audience?: 'teachers' | 'students';
  classroom?: { id: number };
}) {
  return db()
    .insertInto('shares')
    .values({
      question_id: input.question.id,
      audience: input.classroom ? 'class' : (input.audience ?? 'students'),
      classroom_id: input.classroom?.id ?? null,
      created_by: input.question.owner_id,
      created_at: Date.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
