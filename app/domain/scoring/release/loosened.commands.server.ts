import { db } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';
import { markingLink } from '~/domain/exam/ask-examiners.commands.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { PART_LABELS, partsOf, type Part } from '~/domain/exam/parts.rules';
import { listTeacherNames } from '~/domain/exam/people.queries.server';
import { isOutForAttempt } from '~/domain/exam/released.queries.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toPapers } from '~/lib/addresses/scoring';
import { listPaperScores } from '../settling/paper-scores.queries.server';
import { settleAttempts } from '../settling/result.commands.server';
import type { PaperScores } from '../paper/settle.rules';

/**
 * After a release was taken back: its papers count by the rules of now, like those that were never out. Who was named
 * for the part meanwhile is waited for, and hears of it, as the exam's owner does.
 */
export async function loosenExpectations(exam: ExamView, now: number): Promise<void> {
  const rows = await db()
    .selectFrom('attempts')
    .select(['id', 'state'])
    .where('exam_id', '=', exam.id)
    .where('fixed_examiners', 'is not', null)
    .where((where) => where.not(isOutForAttempt()))
    .orderBy('id')
    .execute();
  for (const ids of slicesOf(rows.map(({ id }) => id))) {
    await db().updateTable('attempts').set({ fixed_examiners: null }).where('id', 'in', ids).execute();
    await settleAttempts(exam, ids, now);
  }
  const wasScored = rows.filter(({ state }) => state === 'scored').map(({ id }) => id);
  const waiting = (await listPaperScores(wasScored)).filter(({ attempt }) => attempt.settlement === 'waiting');
  for (const part of partsOf(exam.testType)) {
    const papers = waiting.filter(({ attempt }) => attempt.part === part);
    if (papers.length > 0) await tellWaiting(exam, part, papers, now);
  }
}

/** These papers had their result while they were out, and wait now. */
async function tellWaiting(exam: ExamView, part: Part, papers: PaperScores[], now: number): Promise<void> {
  const counts = new Map<number, number>();
  for (const { expected, scores } of papers) {
    const open = expected.filter((id) => !scores.some((one) => one.isFinal && one.examinerId === id));
    for (const id of open) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const title = `撤回公布后还要评：${exam.name}`;
  for (const [id, count] of counts) {
    if (id === exam.ownerId) continue;
    const body = `成绩公布撤回了，${PART_LABELS[part]}有 ${count} 份已经公布过的答卷要等您评完才有成绩。`;
    await sendMessages([id], { kind: 'score', title, body, link: markingLink(exam.id, part, 'mine') }, now);
  }
  const names = [...(await listTeacherNames([...counts.keys()])).values()].join('、');
  const body = `公布以后阅卷老师有变动：${PART_LABELS[part]}有 ${papers.length} 份公布过的答卷按现在的安排要等${names}评完才有成绩。已提交的评分都保留。`;
  const link = toPapers({ examId: exam.id, part });
  await sendMessages([exam.ownerId], { kind: 'score', title, body, link }, now);
}
