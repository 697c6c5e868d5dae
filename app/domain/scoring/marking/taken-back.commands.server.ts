import { db } from '~/db/db.server';
import { getAttemptView, type AttemptView } from '~/domain/attempt/attempt.queries.server';
import { isMarkedByHand } from '~/domain/exam/by-hand.rules';
import { getExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toPapers } from '~/lib/addresses/scoring';
import { groupBy } from '~/lib/group-by';
import { listScoringItems } from '../paper/scoring-items.queries.server';
import { settleAttempts } from '../settling/result.commands.server';
import { endArbitrations } from '../sharing-out/ended-arbitration.commands.server';
import { listScores } from './scores.queries.server';

/**
 * Papers go on after they were marked (补时): nobody has judged what will be handed in. Final scores become drafts of
 * whoever gave them, what the keys gave goes (it is worked out anew with the next save), a ruling ends, and what the
 * papers had come to is taken back; the examiners are told. Call it inside a transaction that holds the exam, before the
 * papers are open again; asks no rights. Returns how many had marks.
 */
export async function takeBackMarks(exam: ExamView, attemptIds: number[], now: number): Promise<number> {
  const scores = await listScores(attemptIds);
  const marked = [...new Set(scores.map((score) => score.attemptId))];
  if (marked.length === 0) return 0;
  const finals: { examinerId: number; part: Part }[] = [];
  const attempts: AttemptView[] = [];
  for (const id of marked) {
    const attempt = await getAttemptView(id);
    attempts.push(attempt);
    const own = scores.filter((score) => score.attemptId === id);
    const byKey = (await listScoringItems(exam, attempt)).filter((item) => item.auto && !isMarkedByHand(item.snapshot));
    await dropMarks(
      own.map((score) => score.id),
      byKey.map((item) => item.id),
    );
    for (const score of own) if (score.state === 'final') finals.push({ ...score, part: attempt.part });
  }
  // When they were given stays: it says that the paper was handed in since (isMarkedBefore).
  await db()
    .updateTable('scores')
    .set((set) => ({ state: 'draft', finalised_at: null, percent: null, version: set('version', '+', 1) }))
    .where('attempt_id', 'in', marked)
    .execute();
  await db().deleteFrom('score_decisions').where('attempt_id', 'in', marked).execute();
  await settleAttempts(exam, marked, now);
  for (const [part, own] of groupBy(attempts, (attempt) => attempt.part)) {
    await endArbitrations(
      exam,
      part,
      own.map(({ studentId }) => studentId),
      now,
    );
  }
  await tellTakenBack(await getExamView(exam.id), finals, now);
  return marked.length;
}

async function dropMarks(scoreIds: number[], itemIds: number[]): Promise<void> {
  if (itemIds.length === 0) return;
  await db().deleteFrom('score_marks').where('score_id', 'in', scoreIds).where('item_id', 'in', itemIds).execute();
}

/** Whoever had submitted a score, and still marks the part, is asked to look again once the papers are handed in. */
async function tellTakenBack(
  exam: ExamView,
  finals: readonly { examinerId: number; part: Part }[],
  now: number,
): Promise<void> {
  const counts = new Map<string, { examinerId: number; part: Part; count: number }>();
  for (const { examinerId, part } of finals) {
    if (examinerId !== exam.ownerId && !exam.examinerIds[part].includes(examinerId)) continue;
    const key = `${examinerId}.${part}`;
    counts.set(key, { examinerId, part, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  for (const { examinerId, part, count } of counts.values()) {
    const title = `请再看${count === 1 ? '一' : ` ${count} `}份答卷：${exam.name}（${PART_LABELS[part]}）`;
    const body = `您评过的 ${count} 份答卷又补了时间，学生可以接着作答。您提交的评分退回成了草稿，交卷以后请再看一遍，重新提交。`;
    const message = { kind: 'score' as const, title, body, link: toPapers({ examId: exam.id, part }) };
    await sendMessages([examinerId], message, now);
  }
}
