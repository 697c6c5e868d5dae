import { db } from '~/db/db.server';
import { isMarkedByHand } from '~/domain/exam/by-hand.rules';
import { getExamView, type ExamItemView, type ExamView } from '~/domain/exam/exam.queries.server';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toPapers } from '~/lib/addresses/scoring';
import { formatMinute } from '~/lib/time';
import { takesPhotos } from './answer.rules';
import type { AttemptView } from './attempt.queries.server';
import { listPaperItems } from './paper.queries.server';

/** Those who score hear of the paper of a re-sit: the exam itself is long over, nothing else says that one awaits them. */
export async function tellOfResit(attempt: AttemptView, now: number): Promise<void> {
  const exam = await getExamView(attempt.examId);
  const items = await listPaperItems(attempt);
  if (isScoredByItself(exam, attempt, items)) return;
  const { total, lastPhotosAt } = await countResitPapers(attempt);
  const until = Math.max(attempt.uploadDeadlineAt ?? 0, lastPhotosAt);
  const mayHavePhotos = items.some((item) => takesPhotos(item.snapshot));
  const last = total > 1 ? '最晚' : '';
  const photos = mayHavePhotos && until > now ? `照片${last}可以补传到 ${formatMinute(until)}，到时才能提交评分。` : '';
  const message = {
    kind: 'exam' as const,
    title: `补考已交卷，待评分：${exam.name}`,
    body: `${PART_LABELS[attempt.part]}部分有 ${total} 份补考答卷。${photos}`,
    link: toPapers({ examId: exam.id, part: attempt.part }),
  };
  // Who was only asked to arbitrate one paper has nothing to do with this one.
  const arbiters = await db()
    .selectFrom('exam_examiners')
    .select('teacher_id')
    .where('exam_id', '=', exam.id)
    .where('part', '=', attempt.part)
    .where('only_arbitrates', '=', 1)
    .execute();
  const examiners = exam.examinerIds[attempt.part].filter((id) => !arbiters.some((row) => row.teacher_id === id));
  const readers = [...new Set([exam.ownerId, ...examiners])];
  // Several re-sits are one message, until it is read.
  const waiting = await db()
    .updateTable('messages')
    .set({ body: message.body, created_at: now })
    .where('user_id', 'in', readers)
    .where('title', '=', message.title)
    .where('link', '=', message.link)
    .where('read_at', 'is', null)
    .returning('user_id')
    .execute();
  const told = new Set(waiting.map((row) => row.user_id));
  await sendMessages(
    readers.filter((id) => !told.has(id)),
    message,
    now,
  );
}

/** Its keys decide the whole paper, and the exam is scored by them: it waits for nobody. */
function isScoredByItself(exam: ExamView, attempt: AttemptView, items: ExamItemView[]): boolean {
  if (exam.settings.releaseMode !== 'auto' || attempt.part !== 'written') return false;
  return items.every((item) => !isMarkedByHand(item.snapshot));
}

/** How many papers of re-sits of a part wait for a score. */
async function countResitPapers({ examId, part }: Pick<AttemptView, 'examId' | 'part'>) {
  const { total, last } = await db()
    .selectFrom('attempts')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.max('upload_deadline_at').as('last')])
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .where('number', '>=', RESIT_NUMBER)
    .where('state', 'not in', ['in_progress', 'scored'])
    .executeTakeFirstOrThrow();
  return { total: Number(total), lastPhotosAt: Number(last ?? 0) };
}
