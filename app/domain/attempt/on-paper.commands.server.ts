import { db } from '~/db/db.server';
import { unorderedId } from '~/db/unordered-id.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { ownDeadlines, windowOf } from '~/domain/exam/times.rules';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import { releaseFileUse, useFile } from '~/domain/file/file.commands.server';
import type { Rotation } from '~/domain/file/file.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, notFound } from '~/lib/errors';
import { close, lockAttempt, reviseReceipt } from './attempt.commands.server';
import { grantOf } from '~/domain/exam/grants.queries.server';
import { getAttemptView, listAttemptsOf, listPhotos, type AttemptView } from './attempt.queries.server';
import { MAX_PHOTOS } from './attempt.rules';
import { beginAttempt } from './begin-attempt.commands.server';

/** What a student wrote on paper, put into the written paper by its teacher. */

/** The student's first paper of the written part as sheets go into it; null while there is none. Asks no rights. */
export async function findSheetPaper(examId: number, studentId: number): Promise<AttemptView | null> {
  const own = await listAttemptsOf(examId, studentId, 'written');
  return own.filter(({ number }) => number < RESIT_NUMBER).pop() ?? null;
}

/**
 * The student's written paper, locked: the one there is, open or handed in, else one that begins with the exam and is
 * handed in by its teacher at once (代交), for that reason. Call it in the transaction that holds the exam. Asks no
 * rights.
 */
export async function ensureSheetPaper(
  actor: Actor,
  exam: ExamView,
  studentId: number,
  reason: string,
  now: number,
): Promise<{ attempt: AttemptView; isNew: boolean }> {
  const known = await findSheetPaper(exam.id, studentId);
  if (known) {
    const attempt = await lockAttempt(known.id);
    if (!attempt) throw notFound('答卷');
    // Opened on the screen and nothing said there: what counts was written beside the printed letters.
    if (attempt.state !== 'in_progress' && (await isBare(attempt.id))) await standAsPrinted(attempt.id);
    return { attempt, isNew: false };
  }
  const window = windowOf(exam, 'written');
  if (!window || now < window.beginsAt) throw new AppError('conflict', '考试还没有开始，不能放入答题纸。');
  const { extraMinutes } = await grantOf(exam.id, studentId, 'written');
  const startedAt = window.beginsAt;
  const deadlines = ownDeadlines({ exam, part: 'written', startedAt, extraMinutes });
  if (!deadlines) throw notFound('考试');
  const beginning = { studentId, part: 'written', number: 1, startedAt, deadlines, isPrinted: true } as const;
  const begun = await beginAttempt(actor, exam, beginning, now);
  if (!begun) throw new AppError('conflict', '这名学生刚刚自己开始了作答，请刷新页面再看。');
  const at = Math.min(now, deadlines.answersAt);
  await close(actor, begun, { state: 'auto_submitted', closedBy: 'teacher', at, reason }, now);
  return { attempt: await getAttemptView(begun.id), isNew: true };
}

type Sheet = { fileId: string; rotation: number; itemIds: number[] };

/**
 * Puts sheets behind the photos of the items that stand on them; what is there already stays as it is. The paper is
 * locked. Returns how many photos came in. Asks no rights.
 * @throws AppError conflict when an item would have more than MAX_PHOTOS
 */
export async function addSheets(attempt: AttemptView, sheets: Sheet[], now: number): Promise<number> {
  let added = 0;
  for (const { fileId, rotation, itemIds } of sheets) {
    await useFile(fileId, 'attempt', attempt.id);
    for (const itemId of itemIds) {
      const ofItem = (await listPhotos(attempt.id)).filter((photo) => photo.itemId === itemId);
      const present = ofItem.filter((photo) => photo.removedAt === null && photo.outcome !== 'refused');
      if (present.some((photo) => photo.fileId === fileId)) continue;
      if (present.length >= MAX_PHOTOS) {
        throw new AppError('conflict', `有一道题已有 ${MAX_PHOTOS} 张照片，不能再放入答题纸`);
      }
      const position = Math.max(0, ...ofItem.map((photo) => photo.position)) + 1;
      await db()
        .insertInto('photos')
        .values({
          id: await unorderedId('photos'),
          attempt_id: attempt.id,
          item_id: itemId,
          file_id: fileId,
          position,
          received_at: now,
          outcome: 'saved',
          rotation: rotation as Rotation,
          removed_at: null,
        })
        .execute();
      added += 1;
    }
  }
  if (added > 0) await reviseReceipt(attempt, now);
  return added;
}

/**
 * Takes sheets out of a locked paper again: nothing was marked, so their photos go altogether. A paper that was made for
 * them alone goes with them. True when it did. Asks no rights.
 */
export async function removeSheets(
  attempt: AttemptView,
  fileIds: string[],
  reason: string,
  now: number,
): Promise<boolean> {
  await db().deleteFrom('photos').where('attempt_id', '=', attempt.id).where('file_id', 'in', fileIds).execute();
  for (const fileId of fileIds) await releaseFileUse(fileId, 'attempt', attempt.id);
  if (attempt.receipt?.reason === reason && (await isBare(attempt.id))) {
    await standAsPrinted(attempt.id);
    await db().deleteFrom('attempt_pages').where('attempt_id', '=', attempt.id).execute();
    await db().deleteFrom('attempts').where('id', '=', attempt.id).execute();
    return true;
  }
  await reviseReceipt(attempt, now);
  return false;
}

/** Without places of its own a paper has the order and the letters of the printed one. */
async function standAsPrinted(attemptId: number): Promise<void> {
  await db().deleteFrom('attempt_items').where('attempt_id', '=', attemptId).execute();
}

/** Nothing else was ever given in this paper. */
async function isBare(attemptId: number): Promise<boolean> {
  const tables = ['photos', 'answers', 'answer_journal', 'takes', 'refused_files', 'attempt_leaves', 'scores'] as const;
  for (const table of tables) {
    const row = await db()
      .selectFrom(table)
      .select('attempt_id')
      .where('attempt_id', '=', attemptId)
      .limit(1)
      .executeTakeFirst();
    if (row) return false;
  }
  return true;
}
