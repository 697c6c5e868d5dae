import { db } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';
import { sealedText } from '~/domain/exam/blind.rules';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { listResits } from '~/domain/exam/resit.queries.server';
import { RESIT_NUMBER, resitEnd } from '~/domain/exam/resit.rules';
import { lastDeadline } from '~/domain/exam/times.rules';
import type { Part } from '~/domain/exam/parts.rules';
import { AppError } from '~/lib/errors';

/**
 * A paper that is marked without names is sealed while others still write beside it: 监考 and 成绩单 say by name who has
 * handed in, and the only code there is would be theirs, for the owner in the list and for everybody in what is told of
 * its marks. Sealed it has no row and no page, for nobody who marks.
 */

export type Sealable = { studentId: number; number: number; submittedAt: number | null };

/** Until when a paper of the part is sealed; null: it is not. Asks nothing of who reads (see seesNames). */
export type SealedUntil = (paper: Sealable) => number | null;

const NEVER: SealedUntil = () => null;

/** How papers of a part are sealed now. */
export async function sealOf(exam: ExamView, part: Part, now: number): Promise<SealedUntil> {
  if (!exam.settings.isBlind) return NEVER;
  const first = await findFirstEnd(exam, part, now);
  const resits = await listWritten(exam.id, part, now);
  return ({ studentId, number, submittedAt }) => {
    if (number < RESIT_NUMBER) return first;
    // Those alone that had begun by then: who begins later has seen the code come, and nobody waits for ever. What is
    // written itself is sealed as what lies beside it: by name it is known who writes, and its code may be, from before.
    const beside = resits.filter(
      (one) => (submittedAt === null || one.studentId !== studentId) && one.beginsAt <= (submittedAt ?? now),
    );
    return beside.length === 0 ? null : Math.max(...beside.map(resitEnd));
  };
}

/** When the first sitting of the part is over for everybody; null when it is, or the exam was closed. */
async function findFirstEnd(exam: ExamView, part: Part, now: number): Promise<number | null> {
  if (exam.status !== 'published') return null;
  const longest = await db()
    .selectFrom('exam_grants')
    .select(({ fn }) => fn.max<number | null>('extra_minutes').as('minutes'))
    .where('exam_id', '=', exam.id)
    .where('part', '=', part)
    .executeTakeFirst();
  const end = lastDeadline({ ...exam, testType: part === 'oral' ? 0 : 1 }, { [part]: Number(longest?.minutes ?? 0) });
  return end !== null && now < end ? end : null;
}

/** The re-sits of the part that still may be written: their time has begun, and their papers are not handed in. */
async function listWritten(examId: number, part: Part, now: number) {
  const open = (await listResits(examId, part)).filter(
    (one) => one.state === 'open' && one.beginsAt <= now && now < resitEnd(one),
  );
  if (open.length === 0) return [];
  const handedIn = await db()
    .selectFrom('attempts')
    .select('student_id')
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .where('number', '>=', RESIT_NUMBER)
    .where('state', '!=', 'in_progress')
    .execute();
  return open.filter(({ studentId }) => handedIn.every((row) => row.student_id !== studentId));
}

/**
 * For papers of a part that something is done to by their codes; whose is written again is refused as the others are.
 * @throws AppError conflict while one of them is sealed
 */
export async function refuseAnySealed(exam: ExamView, part: Part, ids: readonly number[], now: number): Promise<void> {
  const sealedUntil = await sealOf(exam, part, now);
  for (const some of slicesOf([...ids])) {
    const papers = await db()
      .selectFrom('attempts')
      .select(['student_id as studentId', 'number', 'submitted_at as submittedAt'])
      .where('exam_id', '=', exam.id)
      .where('part', '=', part)
      .where('id', 'in', some)
      .execute();
    for (const paper of papers) {
      const until = sealedUntil(paper);
      if (until !== null) throw new AppError('conflict', sealedText(until));
    }
  }
}

/**
 * For one paper that the reader would open without its name.
 * @throws AppError conflict while it is sealed
 */
export async function refuseSealed(exam: ExamView, paper: Sealable & { part: Part }, now: number): Promise<void> {
  const until = (await sealOf(exam, paper.part, now))(paper);
  if (until !== null) throw new AppError('conflict', sealedText(until));
}
