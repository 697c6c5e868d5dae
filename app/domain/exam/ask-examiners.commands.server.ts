import { db } from '~/db/db.server';
import { sendMessages, withdrawMessages } from '~/domain/message/message.commands.server';
import { formatMinute } from '~/lib/time';
import type { ExamView } from './exam.queries.server';
import { PART_LABELS, partsOf, windowOf, type Part } from './exam.rules';

/** Teachers named for a part hear of it themselves: that it is theirs to mark, when its papers come and by when. */

type Asking = Pick<ExamView, 'id' | 'name' | 'ownerName' | 'markingDueAt'>;

/** Where the papers of a part are marked. */
export function markingLink(examId: number, part: Part): string {
  return `/examination/scoreexamination/scorelist?examId=${examId}&part=${part}`;
}

/** 请您阅卷: asks these teachers to mark a part. Call it inside the transaction that names them. */
export async function askExaminers(
  exam: Asking,
  { part, teacherIds, endsAt }: { part: Part; teacherIds: number[]; endsAt: number | null },
  now: number,
): Promise<void> {
  const when = endsAt !== null && endsAt > now ? `这部分 ${formatMinute(endsAt)} 结束，之后就可以评。` : '';
  await sendMessages(
    teacherIds,
    {
      kind: 'score',
      title: `请您阅卷：${exam.name}（${PART_LABELS[part]}）`,
      body: `${exam.ownerName}老师请您评阅这场考试的${PART_LABELS[part]}部分。${when}${dueText(exam)}`,
      link: markingLink(exam.id, part),
    },
    now,
  );
}

function dueText({ markingDueAt }: Asking): string {
  return markingDueAt === null ? '' : `请在 ${formatMinute(markingDueAt)} 前评完。`;
}

/**
 * Asks the examiners of an exam that is published, but for its owner; who was asked before, of an exam that was taken
 * back meanwhile, is not asked again.
 */
export async function askNamedExaminers(exam: ExamView, now: number): Promise<void> {
  for (const part of partsOf(exam.testType)) {
    const asked = await db()
      .selectFrom('messages')
      .select('user_id')
      .where('user_id', 'in', [0, ...exam.examinerIds[part]])
      .where('link', '=', markingLink(exam.id, part))
      .where('title', 'like', '请您阅卷：%')
      .execute();
    const known = new Set([exam.ownerId, ...asked.map((row) => row.user_id)]);
    const teacherIds = exam.examinerIds[part].filter((id) => !known.has(id));
    await askExaminers(exam, { part, teacherIds, endsAt: windowOf(exam, part)?.endsAt ?? null }, now);
  }
}

/** An exam goes back to its draft: who has not read that they were asked need not. */
export async function unaskExaminers(exam: ExamView): Promise<void> {
  for (const part of partsOf(exam.testType)) {
    await withdrawMessages(exam.examinerIds[part], { kind: 'score', link: markingLink(exam.id, part) });
  }
}

/** 阅卷期限: the examiners hear of the date that the owner has set or moved. */
export async function tellMarkingDue(exam: ExamView, now: number): Promise<void> {
  if (exam.markingDueAt === null || exam.status === 'released') return;
  for (const part of partsOf(exam.testType)) {
    await sendMessages(
      exam.examinerIds[part].filter((id) => id !== exam.ownerId),
      {
        kind: 'score',
        title: `阅卷期限：${exam.name}（${PART_LABELS[part]}）`,
        body: `${exam.ownerName}老师定了阅卷期限。${PART_LABELS[part]}部分${dueText(exam)}`,
        link: markingLink(exam.id, part),
      },
      now,
    );
  }
}
