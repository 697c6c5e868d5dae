import { db } from '~/db/db.server';
import { getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import { lastDeadline, PART_LABELS, partsOf, type Part } from '~/domain/exam/exam.rules';
import type { Actor } from '~/domain/user/user.rules';
import { formatMinute } from '~/lib/time';

type Person = { studentId: number; name: string; account: string };

/** What releasing an exam would mean now. */
export type ReleaseSummary = {
  exam: ExamView;
  parts: {
    part: Part;
    scored: number;
    /** Handed in, without a final score. */
    unscored: (Person & { attemptId: number })[];
    inProgress: Person[];
    /** Without an attempt. */
    absent: Person[];
  }[];
  /** Everybody who is told. */
  studentIds: number[];
  unscoredCount: number;
  /** Why it cannot be released yet, or null. */
  obstacle: string | null;
};

/** What is scored, unscored, still being written and absent, for the owner who is about to release. */
export async function getReleaseSummary(actor: Actor, examId: number, now: number): Promise<ReleaseSummary> {
  const exam = await getOwnExam(actor, examId);
  const attempts = await db()
    .selectFrom('attempts')
    .innerJoin('users', 'users.id', 'attempts.student_id')
    .select(['attempts.id', 'attempts.part', 'attempts.state', 'users.id as student_id', 'users.name', 'users.account'])
    .where('attempts.exam_id', '=', exam.id)
    .orderBy('users.account_key')
    .orderBy('attempts.number')
    .execute();
  const candidates =
    exam.classroomIds.length === 0
      ? []
      : await db()
          .selectFrom('users')
          .select(['id as student_id', 'name', 'account'])
          .where('classroom_id', 'in', exam.classroomIds)
          .where('user_type', '!=', 1)
          .where('deleted_at', 'is', null)
          .orderBy('account_key')
          .execute();
  const person = (row: { student_id: number; name: string; account: string }): Person => ({
    studentId: row.student_id,
    name: row.name,
    account: row.account,
  });
  const parts = partsOf(exam.testType).map((part) => {
    const own = attempts.filter((attempt) => attempt.part === part);
    const open = own.filter((attempt) => attempt.state === 'in_progress');
    const sat = new Set(own.map((attempt) => attempt.student_id));
    return {
      part,
      scored: own.filter((attempt) => attempt.state === 'scored').length,
      unscored: own
        .filter((attempt) => attempt.state !== 'scored' && attempt.state !== 'in_progress')
        .map((attempt) => ({ ...person(attempt), attemptId: attempt.id })),
      inProgress: open.map(person),
      absent: candidates.filter((one) => !sat.has(one.student_id)).map(person),
    };
  });
  return {
    exam,
    parts,
    studentIds: [...new Set([...candidates, ...attempts].map((one) => one.student_id))],
    unscoredCount: parts.reduce((sum, part) => sum + part.unscored.length, 0),
    obstacle: await releaseObstacle(exam, parts, now),
  };
}

async function releaseObstacle(
  exam: ExamView,
  parts: { part: Part; inProgress: Person[] }[],
  now: number,
): Promise<string | null> {
  if (exam.status === 'draft') return `「${exam.name}」还是草稿，没有成绩可以公布。`;
  if (exam.status === 'released') return null;
  const writing = parts.find((part) => part.inProgress.length > 0);
  if (writing) {
    return `「${exam.name}」还有 ${writing.inProgress.length} 人在答${PART_LABELS[writing.part]}，交卷后才能公布成绩。`;
  }
  if (exam.status === 'closed') return null;
  const grants = await db()
    .selectFrom('exam_grants')
    .select((select) => ['part', select.fn.max<number>('extra_minutes').as('minutes')])
    .where('exam_id', '=', exam.id)
    .groupBy('part')
    .execute();
  const longest = Object.fromEntries(grants.map((grant) => [grant.part, Number(grant.minutes)]));
  const end = lastDeadline(exam, longest);
  if (end !== null && now < end) {
    return `「${exam.name}」到 ${formatMinute(end)} 才结束，结束后才能公布成绩。要提前公布，请先在“我的考试”里结束考试。`;
  }
  return null;
}
