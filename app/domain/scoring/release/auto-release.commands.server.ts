import { db, transaction } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';
import { fromJson } from '~/db/json';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { unaskExaminers } from '~/domain/exam/ask-examiners.commands.server';
import { getExamView, listExamItems, type ExamView } from '~/domain/exam/exam.queries.server';
import { hasPart } from '~/domain/exam/parts.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toPapers } from '~/lib/addresses/scoring';
import { releaseExam } from './release.commands.server';
import { settleAttempts } from '../settling/result.commands.server';
import { listMarkedByKeyAlone } from '../paper/scoring-items.queries.server';
import { autoMark, partPercent } from '../paper/scoring.rules';

/**
 * 自动公布, for the server's sweeper: an exam whose owner chose it is scored by its keys and released as soon as it is
 * over, or its owner is told that something needs a hand. Once for each end of an exam; never for single students
 * while others still sit, who could be told the answers. Returns how many were released.
 */
export async function releaseAutomatically(now: number): Promise<number> {
  const rows = await db()
    .selectFrom('exams')
    .select(['id', 'settings'])
    .where('status', '=', 'closed')
    .where('auto_release_checked_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('settings', 'like', '%"releaseMode":"auto"%')
    .execute();
  let released = 0;
  for (const { id } of rows) {
    await transaction(async () => {
      // Only one process gets it.
      const { numUpdatedRows } = await db()
        .updateTable('exams')
        .set({ auto_release_checked_at: now })
        .where('id', '=', id)
        .where('status', '=', 'closed')
        .where('auto_release_checked_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      if (await releaseByKeys(await getExamView(id), now)) released += 1;
    });
  }
  return released;
}

async function releaseByKeys(exam: ExamView, now: number): Promise<boolean> {
  if (exam.settings.releaseMode !== 'auto') return false;
  const attempts = await db()
    .selectFrom('attempts')
    .select(['id', 'part', 'state'])
    .where('exam_id', '=', exam.id)
    .orderBy('id')
    .execute();
  const byKey = hasPart(exam, 'written') ? await listMarkedByKeyAlone(exam.id, 'written') : new Set<number>();
  const waiting = attempts.filter((attempt) => attempt.state !== 'scored');
  const needHand = waiting.filter((attempt) => !byKey.has(attempt.id));
  if (hasPart(exam, 'oral') || attempts.length === 0 || needHand.length > 0) {
    if (attempts.length > 0) await tellOwner(exam, '有需要老师评分的题', now);
    return false;
  }
  await scorePapers(
    exam,
    waiting.map((attempt) => attempt.id),
    now,
  );
  const left = await db()
    .selectFrom('attempts')
    .select('id')
    .where('exam_id', '=', exam.id)
    .where('state', '!=', 'scored')
    .limit(1)
    .executeTakeFirst();
  if (left) {
    await tellOwner(exam, '有答卷还在等阅卷老师评分', now);
    return false;
  }
  const isReleased = (await releaseExam(null, exam.id, { confirm: false }, now)) !== null;
  if (isReleased) await tellReleased(exam, now);
  return isReleased;
}

/** The owner hears that the results are out; examiners who were asked have nothing to mark. */
export async function tellReleased(exam: ExamView, now: number): Promise<void> {
  await unaskExaminers(exam);
  await sendMessages(
    [exam.ownerId],
    {
      kind: 'exam',
      title: `成绩已自动公布：${exam.name}`,
      body: '考试已经结束，答卷都已按答案评分，成绩已经自动公布，学生能看到了。要改，可以先撤回公布。',
      link: toPapers({ examId: exam.id }),
    },
    now,
  );
}

/** Final scores by the keys, in the owner's name, who answers for the exam; papers already begun by hand are completed. */
export async function scorePapers(exam: ExamView, attemptIds: number[], now: number): Promise<void> {
  const items = (await listExamItems(exam.id, 'written')).map((item) => [item.id, item] as const);
  const byId = new Map(items);
  const fixed = items.map(([, item]) => item).filter((item) => item.drawId === null);
  for (const ids of slicesOf(attemptIds)) {
    const places = await db().selectFrom('attempt_items').selectAll().where('attempt_id', 'in', ids).execute();
    const answers = await db()
      .selectFrom('answers')
      .select(['attempt_id', 'item_id', 'value'])
      .where('attempt_id', 'in', ids)
      .execute();
    const given = new Map(answers.map((row) => [`${row.attempt_id}.${row.item_id}`, row.value]));
    const papers = ids.map((id) => {
      const own = places.filter((place) => place.attempt_id === id).flatMap((place) => byId.get(place.item_id) ?? []);
      const paper = own.length > 0 ? own : fixed;
      const marks = new Map(
        paper.map((item) => {
          const value = given.get(`${id}.${item.id}`);
          const mark = autoMark(item, value === undefined ? null : fromJson<AnswerValue>(value));
          return [item.id, { points: mark?.points ?? null }];
        }),
      );
      return { id, marks, percent: partPercent(paper, marks) };
    });
    const rows = papers.map(({ id, percent }) => ({
      attempt_id: id,
      examiner_id: exam.ownerId,
      state: 'final',
      percent,
      updated_at: now,
      finalised_at: now,
    }));
    const scores = await db()
      .insertInto('scores')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['attempt_id', 'examiner_id']).doUpdateSet((set) => ({
          state: 'final',
          percent: set.ref('excluded.percent'),
          version: set('scores.version', '+', 1),
          updated_at: now,
          finalised_at: now,
        })),
      )
      .returning(['id', 'attempt_id'])
      .execute();
    const scoreOf = new Map(scores.map((score) => [score.attempt_id, score.id]));
    await db()
      .deleteFrom('score_marks')
      .where(
        'score_id',
        'in',
        scores.map((score) => score.id),
      )
      .execute();
    const marks = papers.flatMap(({ id, marks: own }) =>
      [...own].map(([itemId, { points }]) => ({ score_id: scoreOf.get(id) ?? 0, item_id: itemId, points })),
    );
    for (const slice of slicesOf(marks, 2000)) await db().insertInto('score_marks').values(slice).execute();
  }
  await settleAttempts(exam, attemptIds, now);
  const detail = { examId: exam.id, papers: attemptIds.length };
  await recordAudit(null, { action: 'score.by_key', entity: 'exam', entityId: exam.id, detail }, now);
}

async function tellOwner(exam: ExamView, why: string, now: number): Promise<void> {
  await sendMessages(
    [exam.ownerId],
    {
      kind: 'exam',
      title: `没有自动公布：${exam.name}`,
      body: `考试已经结束，但${why}，所以没有自动公布成绩。评完后请到“考试评分”里公布。`,
      link: toPapers({ examId: exam.id }),
    },
    now,
  );
}
