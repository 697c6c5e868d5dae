import { db, transaction } from '~/db/db.server';
import type { AttemptView } from '~/domain/attempt/attempt.queries.server';
import { getExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import { phaseOf } from '~/domain/exam/times.rules';
import { PART_LABELS, partsOf, type Part } from '~/domain/exam/parts.rules';
import { isReleasedForStudent } from '~/domain/exam/released.queries.server';
import { sendMessages, withdrawMessages } from '~/domain/message/message.commands.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { toPapers } from '~/lib/addresses/scoring';
import { formatMinute } from '~/lib/time';
import { awaitingCount, countAwaiting, countOpenPapers } from './awaiting.queries.server';
import { contestedLink, doneTitle } from '../settling/contested-notice.commands.server';
import { findLook } from '../paper/looks.queries.server';
import { isContested, isSettled, type Settlement } from '../paper/settlement.rules';

/** Who marks and who owns an exam hear of what awaits them, without looking for it. */

function listLink(examId: number, part: Part, state: string) {
  return toPapers({ examId, part, state: state || undefined });
}

/**
 * After a score of `byId`: tells the exam's owner that a paper waits for arbitration or for their word, and that all
 * papers of a part are marked. A message of the same that is not read yet stands for all. Call it inside the
 * transaction of the score.
 */
export async function tellOwnerOfScore(
  exam: ExamView,
  attempt: Pick<AttemptView, 'id' | 'part' | 'studentId'>,
  { before, after, byId }: { before: Settlement; after: Settlement; byId: number },
  now: number,
): Promise<void> {
  if (before === after) return;
  const { part } = attempt;
  if (isContested(after)) {
    const limit = exam.settings.arbitrationLimit;
    const body =
      after === 'owner'
        ? `${PART_LABELS[part]}有答卷的几份评分分不出远近，请您裁定。`
        : `${PART_LABELS[part]}有答卷的评分相差超过 ${limit} 分，${
            (await mayArbitrate(attempt.id, exam.ownerId)) ? '请您仲裁，或请别的老师仲裁' : '请您裁定，或请别的老师仲裁'
          }。`;
    const title = `${after === 'owner' ? '待裁定' : '待仲裁'}：${exam.name}（${PART_LABELS[part]}）`;
    await sendOnce(exam.ownerId, { title, body, link: contestedLink(exam.id, part) }, now);
    return;
  }
  if (byId === exam.ownerId || !isSettled(after) || phaseOf(exam, part, now) !== 'ended') return;
  const { open } = await db()
    .selectFrom('attempts')
    .select((select) => select.fn.countAll<number>().as('open'))
    .where('exam_id', '=', exam.id)
    .where('part', '=', part)
    .where('state', '!=', 'scored')
    .executeTakeFirstOrThrow();
  if (Number(open) > 0) return;
  const isOut = exam.status === 'released' || (await isReleasedForStudent(exam.id, attempt.studentId));
  const toSit = await countToSit(exam.id, part);
  const left = toSit === 0 ? '' : `还有 ${toSit} 名学生的补考没有考。`;
  const title = doneTitle(toSit > 0 ? '已交的都评完了' : isOut ? '补考评完了' : '评完了', exam, part);
  // What is scored after the release is a re-sit: nobody has to release it.
  const body = isOut
    ? `${PART_LABELS[part]}补考${toSit > 0 ? '已交' : ''}的答卷都评完了。${left}这场考试的成绩已经公布，不用再公布：补考都评完的学生已经能看到成绩。`
    : `${PART_LABELS[part]}${toSit > 0 ? '已交' : ''}的答卷都评完了，可以核对后公布成绩。${left}`;
  await sendOnce(exam.ownerId, { title, body, link: listLink(exam.id, part, '') }, now);
}

/** Who has marked a paper, or seen its marks, can no longer arbitrate it. */
async function mayArbitrate(attemptId: number, teacherId: number): Promise<boolean> {
  if ((await findLook(attemptId, teacherId)) !== null) return false;
  const own = await db()
    .selectFrom('scores')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('examiner_id', '=', teacherId)
    .where('kind', '!=', 'arbiter')
    .executeTakeFirst();
  return own === undefined;
}

/** Re-sits of a part that are not handed in yet. */
async function countToSit(examId: number, part: Part): Promise<number> {
  const { total } = await db()
    .selectFrom('exam_resits')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** One message of a title waits unread: of what came last, so that a later one is seen to have come. */
export async function sendOnce(
  userId: number,
  message: { title: string; body: string; link: string },
  now: number,
): Promise<void> {
  const { title, link } = message;
  await withdrawMessages([userId], { kind: 'score', link, title });
  await sendMessages([userId], { kind: 'score', ...message }, now);
}

/**
 * Tells those whose marking is overdue, and the exam's owner, once the date that the owner set has passed; for the
 * server's sweeper, once of each date, also on several servers. Returns how many exams were told of.
 */
export async function remindOfMarking(now: number): Promise<number> {
  const rows = await db()
    .selectFrom('exams')
    .leftJoin('exam_reminders', (join) =>
      join
        .onRef('exam_reminders.exam_id', '=', 'exams.id')
        .onRef('exam_reminders.begins_at', '=', 'exams.marking_due_at')
        .on('exam_reminders.kind', '=', 'marking'),
    )
    .select(['exams.id', 'exams.marking_due_at'])
    .where('exams.marking_due_at', '<=', now)
    .where('exams.status', 'in', ['published', 'closed', 'released'])
    // As openDueAt.
    .where((where) =>
      where.or([
        where('exams.released_at', 'is', null),
        where('exams.marking_due_at', '>', where.ref('exams.released_at')),
      ]),
    )
    .where('exams.deleted_at', 'is', null)
    .where('exam_reminders.sent_at', 'is', null)
    .execute();
  let told = 0;
  for (const { id, marking_due_at: dueAt } of rows) {
    if (dueAt !== null && (await remind(id, dueAt, now))) told += 1;
  }
  return told;
}

async function remind(examId: number, dueAt: number, now: number): Promise<boolean> {
  return transaction(async () => {
    const claimed = await db()
      .insertInto('exam_reminders')
      .values({ exam_id: examId, kind: 'marking', begins_at: dueAt, sent_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('sent_at')
      .executeTakeFirst();
    if (!claimed) return false;
    const exam = await getExamView(examId);
    const due = formatMinute(dueAt, (await getSchool()).timeZone);
    const papers = await countOpenPapers([examId]);
    for (const part of partsOf(exam.testType)) {
      const open = papers.get(`${examId}.${part}`) ?? 0;
      if (open === 0) continue;
      const title = `阅卷已过期限：${exam.name}（${PART_LABELS[part]}）`;
      for (const teacherId of new Set([exam.ownerId, ...exam.examinerIds[part]])) {
        const isOwner = teacherId === exam.ownerId;
        const awaiting = (await countAwaiting({ id: teacherId }, [examId])).get(`${examId}.${part}`);
        const own = awaitingCount(awaiting, { open, isOwner });
        if (own === 0 && !isOwner) continue;
        const body = isOwner
          ? `期限是 ${due}，${PART_LABELS[part]}还有 ${open} 份没有评完。`
          : `期限是 ${due}，${PART_LABELS[part]}还有 ${own} 份等您评分。`;
        await sendOnce(teacherId, { title, body, link: listLink(examId, part, isOwner ? '' : 'mine') }, now);
      }
    }
    return true;
  });
}
