import { db } from '~/db/db.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import { PART_LABELS, partsOf } from '~/domain/exam/parts.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toSharing } from '~/lib/addresses/scoring';
import { awaitingCount, countAwaiting, countOpenPapers } from './awaiting.queries.server';

/**
 * The account of an examiner is disabled: the owners of exams in which papers wait for them hear of it. Call it inside
 * the transaction that disables it.
 */
export async function tellOwnersOfGone(teacher: { id: number; name: string }, now: number): Promise<void> {
  const named = await db()
    .selectFrom('exam_examiners')
    .innerJoin('exams', 'exams.id', 'exam_examiners.exam_id')
    .select('exams.id')
    .distinct()
    .where('exam_examiners.teacher_id', '=', teacher.id)
    .where('exams.owner_id', '!=', teacher.id)
    .where('exams.status', '!=', 'draft')
    .where('exams.deleted_at', 'is', null)
    .execute();
  const ids = named.map((row) => row.id);
  const awaiting = await countAwaiting(teacher, ids);
  const open = await countOpenPapers(ids);
  for (const id of ids) {
    const exam = await getExamView(id);
    for (const part of partsOf(exam.testType).filter((one) => exam.examinerIds[one].includes(teacher.id))) {
      const own = awaiting.get(`${id}.${part}`);
      // Where anybody of several may mark a paper, another will.
      const isAnybodys = exam.settings.markedBy === 'one' && own?.isSharedOut !== true && !own?.isForNamed;
      if (isAnybodys && exam.examinerIds[part].length > 1) continue;
      const count = awaitingCount(own, { open: open.get(`${id}.${part}`) ?? 0, isOwner: false });
      if (count === 0) continue;
      await sendMessages(
        [exam.ownerId],
        {
          kind: 'score',
          title: `阅卷老师的账号已停用：${exam.name}`,
          body: `${teacher.name}老师的账号停用了，${PART_LABELS[part]}有 ${count} 份答卷还在等这位老师评。请在“分卷”里改请别的老师。`,
          link: toSharing({ examId: id, part }),
        },
        now,
      );
    }
  }
}
