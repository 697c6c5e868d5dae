import { db } from '~/db/db.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import type { Part } from '~/domain/exam/parts.rules';
import { withdrawMessages } from '~/domain/message/message.commands.server';
import { toPapers } from '~/lib/addresses/scoring';

/** Where the owner finds the papers of a part that wait for arbitration or for a ruling. */
export const contestedLink = (examId: number, part: Part) => toPapers({ examId, part, state: 'arbitration' });

/** What the owner was told of papers that came apart, and has not read, goes with the last one of them. */
export async function withdrawContested(exam: ExamView, part: Part): Promise<void> {
  const left = await db()
    .selectFrom('attempts')
    .select('id')
    .where('exam_id', '=', exam.id)
    .where('part', '=', part)
    .where('settlement', 'in', ['arbitration', 'owner'])
    .executeTakeFirst();
  if (!left) await withdrawMessages([exam.ownerId], { kind: 'score', link: contestedLink(exam.id, part) });
}
