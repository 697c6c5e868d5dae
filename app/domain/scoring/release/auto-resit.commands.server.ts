import { db, transaction } from '~/db/db.server';
import { getExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import type { Part } from '~/domain/exam/parts.rules';
import { listResits, toResit } from '~/domain/exam/resit.queries.server';
import { RESIT_NUMBER, resitEnd } from '~/domain/exam/resit.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toPapers } from '~/lib/addresses/scoring';
import { scorePapers, tellReleased } from './auto-release.commands.server';
import { holdExam } from '../paper/exam-lock.server';
import { releaseExam } from './release.commands.server';
import { listMarkedByKeyAlone } from '../paper/scoring-items.queries.server';

/**
 * 补考 of an exam that is scored and released by itself, for the server's sweeper: once the time of a re-sit is over
 * its keys decide, and its student has the result where the exam's are out. An exam that nobody had sat before comes
 * out once all its re-sits are over. Harmless twice. Returns how many papers were scored.
 */
export async function scoreResitsAutomatically(now: number): Promise<number> {
  let scored = 0;
  for (const examId of new Set((await listWaiting(now)).map((paper) => paper.examId))) {
    await transaction(async () => {
      await holdExam(examId);
      const byKey = await listMarkedByKeyAlone(examId, 'written');
      const papers = (await listWaiting(now, examId)).filter(({ id }) => byKey.has(id));
      if (papers.length === 0) return;
      await scorePapers(
        await getExamView(examId),
        papers.map(({ id }) => id),
        now,
      );
      await releaseFirst(await getExamView(examId), now);
      await tellOwner(await getExamView(examId), papers.length, now);
      scored += papers.length;
    });
  }
  for (const examId of await listUnreleased()) {
    await transaction(async () => {
      await holdExam(examId);
      if (await releaseFirst(await getExamView(examId), now)) await tellReleased(await getExamView(examId), now);
    });
  }
  return scored;
}

/** Exams that nobody sat before, whose re-sits are scored, but that are not out: the last of them may have been missed. */
async function listUnreleased(): Promise<number[]> {
  const rows = await db()
    .selectFrom('exams')
    .select('exams.id')
    .where('exams.status', '=', 'closed')
    .where('exams.deleted_at', 'is', null)
    .where('exams.settings', 'like', '%"releaseMode":"auto"%')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('attempts')
          .select('attempts.id')
          .whereRef('attempts.exam_id', '=', 'exams.id')
          .where('attempts.number', '>=', RESIT_NUMBER)
          .where('attempts.state', '=', 'scored'),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Papers of re-sits whose time is over, which wait for the mark of their keys. */
async function listWaiting(now: number, examId?: number): Promise<{ id: number; examId: number }[]> {
  let query = db()
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .innerJoin('exam_resits', (join) =>
      join
        .onRef('exam_resits.exam_id', '=', 'attempts.exam_id')
        .onRef('exam_resits.student_id', '=', 'attempts.student_id')
        .onRef('exam_resits.part', '=', 'attempts.part'),
    )
    .selectAll('exam_resits')
    .select(['attempts.id', 'exams.owner_id'])
    .where('attempts.number', '>=', RESIT_NUMBER)
    .where('attempts.state', 'in', ['submitted', 'auto_submitted'])
    .where('attempts.part', '=', 'written' satisfies Part)
    .where('exam_resits.state', '=', 'open')
    .where('exams.status', 'in', ['closed', 'released'])
    .where('exams.deleted_at', 'is', null)
    .where('exams.settings', 'like', '%"releaseMode":"auto"%')
    // Scored in the owner's name already: it waits for somebody else.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('scores')
            .select('scores.id')
            .whereRef('scores.attempt_id', '=', 'attempts.id')
            .whereRef('scores.examiner_id', '=', 'exams.owner_id')
            .where('scores.state', '=', 'final'),
        ),
      ),
    )
    .orderBy('attempts.id');
  if (examId !== undefined) query = query.where('attempts.exam_id', '=', examId);
  const rows = await query.execute();
  return rows.flatMap((row) => (resitEnd(toResit(row)) < now ? [{ id: row.id, examId: row.exam_id }] : []));
}

/** Re-sits that may still be begun or written. */
async function countToSit(examId: number, now: number): Promise<number> {
  return (await listResits(examId)).filter((resit) => resit.state === 'open' && resitEnd(resit) >= now).length;
}

/**
 * An exam whose first results these are comes out, once nobody is to sit it any more who could hear the answers; one
 * whose owner took it back stays so. True when it came out.
 */
async function releaseFirst(exam: ExamView, now: number): Promise<boolean> {
  if (exam.status !== 'closed' || exam.releases.length > 0 || (await countToSit(exam.id, now)) > 0) return false;
  const open = await db()
    .selectFrom('attempts')
    .select('id')
    .where('exam_id', '=', exam.id)
    .where((where) => where.or([where('state', '!=', 'scored'), where('number', '<', RESIT_NUMBER)]))
    .limit(1)
    .executeTakeFirst();
  const told = await db()
    .selectFrom('results')
    .select('student_id')
    .where('exam_id', '=', exam.id)
    .where('released_written', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return !open && !told && (await releaseExam(null, exam.id, { confirm: false }, now)) !== null;
}

async function tellOwner(exam: ExamView, count: number, now: number): Promise<void> {
  const isOut = exam.status === 'released';
  const toSit = isOut ? 0 : await countToSit(exam.id, now);
  const until = toSit > 0 ? `；还有 ${toSit} 名学生没有补考完，成绩现在不公布` : '；成绩没有公布，公布后学生才能看到';
  const out = isOut ? '，学生已经能看到成绩' : until;
  await sendMessages(
    [exam.ownerId],
    {
      kind: 'exam',
      title: `补考已自动评分：${exam.name}`,
      body: `${count} 份补考答卷的时间已到，已按答案评分${out}。`,
      link: toPapers({ examId: exam.id }),
    },
    now,
  );
}
