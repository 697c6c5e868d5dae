import { db } from '~/db/db.server';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';

/** A paper of an exam, or of a re-sit, that is not over. */
export type UnfinishedPaper = { student: string; account: string; exam: string; isResit: boolean };

/**
 * The papers of these students that may still take something, or that were handed in while the exam goes on: every
 * paper of an exam that nobody has ended, and of a re-sit one that is open or still takes photos. Asks no rights.
 */
export async function listUnfinishedPapers(studentIds: number[], now: number): Promise<UnfinishedPaper[]> {
  const rows = await db()
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .innerJoin('users', 'users.id', 'attempts.student_id')
    .select(['users.name as student', 'users.account', 'exams.name as exam', 'attempts.number', 'exams.id'])
    .where('attempts.student_id', 'in', studentIds)
    .where('exams.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('exams.status', '=', 'published'),
        where('attempts.state', '=', 'in_progress'),
        where.and([
          where('attempts.number', '>=', RESIT_NUMBER),
          where('attempts.state', '!=', 'scored'),
          where('attempts.upload_deadline_at', '>', now),
        ]),
      ]),
    )
    .orderBy('users.account')
    .orderBy('exams.id')
    .orderBy('attempts.number')
    .execute();
  const papers = rows.map(({ number, id: _, ...row }) => ({ ...row, isResit: number >= RESIT_NUMBER }));
  const isSame = (one: UnfinishedPaper, other: UnfinishedPaper) =>
    one.account === other.account && one.exam === other.exam && one.isResit === other.isResit;
  return papers.filter((one, index) => papers.findIndex((other) => isSame(one, other)) === index);
}
