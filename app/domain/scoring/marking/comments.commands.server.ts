import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { getExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import { isExamOwner, mayScorePart } from '~/domain/exam/people.rules';
import type { Part } from '~/domain/exam/parts.rules';
import { isPaperLocked } from '~/domain/exam/released.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, notFound } from '~/lib/errors';
import { holdExam } from '../paper/exam-lock.server';
import type { EditCommentInput } from './comments.schema';

type Target = Omit<EditCommentInput, 'text'>;

/**
 * Rewrites one of the actor's own comments; an empty text removes it.
 * @throws AppError not_found, forbidden for another's, conflict (released, or the score changed meanwhile)
 */
export async function editComment(actor: Actor, input: EditCommentInput, now: number): Promise<void> {
  await transaction(async () => {
    const { exam, score } = await holdScore(actor, input);
    if (score.examiner_id !== actor.id) {
      throw new AppError('forbidden', '只能改自己写的评语；出题老师可以删去别人不合适的评语。');
    }
    await write(actor, exam, score, input, now);
  });
}

/**
 * Removes a comment: one's own, or as the exam's owner one that is not fit for a student to read; what it said stays
 * in the audit entry.
 * @throws AppError not_found, forbidden, conflict
 */
export async function removeComment(actor: Actor, input: Target, now: number): Promise<void> {
  await transaction(async () => {
    const { exam, score } = await holdScore(actor, input);
    if (score.examiner_id !== actor.id && !isExamOwner(actor, exam)) {
      throw new AppError('forbidden', '只有写评语的老师和出题老师可以删去它。');
    }
    await write(actor, exam, score, { ...input, text: '' }, now);
  });
}

async function holdScore(actor: Actor, input: Target) {
  const found = await findScore(input.scoreId);
  if (!found) throw notFound('评语');
  await holdExam(found.exam_id);
  const exam = await getExamView(found.exam_id);
  const score = await findScore(input.scoreId);
  const isTheirs = score && (score.examiner_id === actor.id || isExamOwner(actor, exam));
  if (!score || !isTheirs || !mayScorePart(actor, exam, score.part as Part)) throw notFound('评语');
  const paper = { studentId: score.student_id, part: score.part, number: score.number };
  if (await isPaperLocked(exam.id, paper)) {
    throw new AppError('conflict', '成绩已经公布，学生看得到这条评语，不能再改。要改，请先撤回公布。');
  }
  if (score.version !== input.version) {
    throw new AppError('conflict', '这份评分刚刚被改过。下面仍是您刚填的内容，请核对后再保存。');
  }
  return { exam, score };
}

type ScoreRow = NonNullable<Awaited<ReturnType<typeof findScore>>>;

function findScore(scoreId: number) {
  return db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .select(['scores.id', 'scores.attempt_id', 'scores.examiner_id', 'scores.comment', 'scores.version'])
    .select(['attempts.exam_id', 'attempts.student_id', 'attempts.part', 'attempts.number'])
    .where('scores.id', '=', scoreId)
    .executeTakeFirst();
}

async function write(
  actor: Actor,
  exam: ExamView,
  score: ScoreRow,
  input: EditCommentInput,
  now: number,
): Promise<void> {
  const before = await readText(score, input);
  if (before === undefined) throw notFound('评语');
  if (before === input.text) return;
  await writeText(score, input);
  // A form that was opened before holds the earlier text: it is told.
  await db()
    .updateTable('scores')
    .set({ version: score.version + 1, updated_at: now })
    .where('id', '=', score.id)
    .execute();
  await recordAudit(
    actor,
    {
      action: input.text === '' ? 'comment.remove' : 'comment.edit',
      entity: 'attempt',
      entityId: score.attempt_id,
      detail: {
        examId: exam.id,
        scoreId: score.id,
        examinerId: score.examiner_id,
        kind: input.kind,
        place: input.place,
        before,
        after: input.text,
      },
    },
    now,
  );
}

async function readText(score: ScoreRow, { kind, place }: EditCommentInput): Promise<string | undefined> {
  if (kind === 'overall') return score.comment;
  if (kind === 'item') {
    const mark = await db()
      .selectFrom('score_marks')
      .select('comment')
      .where('score_id', '=', score.id)
      .where('item_id', '=', place)
      .executeTakeFirst();
    return mark?.comment;
  }
  const note = await db()
    .selectFrom('score_notes')
    .select('text')
    .where('score_id', '=', score.id)
    .where('position', '=', place)
    .executeTakeFirst();
  return note?.text;
}

async function writeText(score: ScoreRow, { kind, place, text }: EditCommentInput): Promise<void> {
  if (kind === 'overall') {
    await db().updateTable('scores').set({ comment: text }).where('id', '=', score.id).execute();
    return;
  }
  if (kind === 'item') {
    await db()
      .updateTable('score_marks')
      .set({ comment: text })
      .where('score_id', '=', score.id)
      .where('item_id', '=', place)
      .execute();
    return;
  }
  if (text === '') {
    await db().deleteFrom('score_notes').where('score_id', '=', score.id).where('position', '=', place).execute();
    return;
  }
  await db()
    .updateTable('score_notes')
    .set({ text })
    .where('score_id', '=', score.id)
    .where('position', '=', place)
    .execute();
}
