import { db } from '~/db/db.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { withdrawMessages } from '~/domain/message/message.commands.server';
import { markingLink } from '~/domain/exam/ask-examiners.commands.server';
import { toPapers } from '~/lib/addresses/scoring';

/** Where the owner finds the papers of a part that wait for arbitration or for a ruling. */
export const contestedLink = (examId: number, part: Part) => toPapers({ examId, part, state: 'arbitration' });

/** What an arbiter's request is known by. */
export const askedToArbitrate = (exam: Pick<ExamView, 'id' | 'name'>, part: Part) => ({
  title: `请您仲裁：${exam.name}`,
  link: markingLink(exam.id, part, 'mine'),
});

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

/** What the owner is told when all papers of a part are marked, by its first word: see doneTitle. */
export const DONE_WORDS = ['评完了', '已交的都评完了', '补考评完了'] as const;

export const doneTitle = (word: (typeof DONE_WORDS)[number], exam: Pick<ExamView, 'name'>, part: Part) =>
  `${word}：${exam.name}（${PART_LABELS[part]}）`;

/** What the owner was told of a part whose papers were all marked, and has not read, goes when one of them is open again. */
export async function withdrawDone(exam: ExamView, part: Part): Promise<void> {
  for (const word of DONE_WORDS) {
    const link = toPapers({ examId: exam.id, part });
    await withdrawMessages([exam.ownerId], { kind: 'score', link, title: doneTitle(word, exam, part) });
  }
}
