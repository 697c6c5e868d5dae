import { isMarkedByHand } from '~/domain/exam/by-hand.rules';
import type { z } from 'zod';
import { db, transaction } from '~/db/db.server';
import { lockAttempt } from '~/domain/attempt/attempt.commands.server';
import type { AttemptView } from '~/domain/attempt/attempt.queries.server';
import { addSheets, ensureSheetPaper, findSheetPaper, removeSheets } from '~/domain/attempt/on-paper.commands.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { listExamItems } from '~/domain/exam/exam.queries.server';
import { isReleasedForStudent } from '~/domain/exam/released.queries.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { isMarkedByCode } from '~/domain/scoring/paper/by-code.queries.server';
import { holdExam } from '~/domain/scoring/paper/exam-lock.server';
import { toExamPreview } from '~/lib/addresses/results';
import { toReceipt } from '~/lib/addresses/sitting';
import { AppError, notFound } from '~/lib/errors';
import { listScanPages, requireScanExam, type ScanExam } from './scan.queries.server';
import { ON_PAPER, pagesText } from './scan.rules';
import type { placeSchema, undoPlaceSchema } from './scan.schema';

/** What came of placing: how many students, and of whom nothing was placed and why. */
export type Placed = { students: number; refusals: string[] };

/**
 * 放入答卷: the found pages of students become photos of the items on them that are marked by hand, each student in a
 * transaction of their own. A student without a paper gets one that is handed in at once (纸笔作答). Placed again nothing
 * changes.
 * @throws AppError not_found, forbidden, conflict in a state that takes no sheets
 */
export async function placeSheets(actor: Actor, input: z.output<typeof placeSchema>, now: number): Promise<Placed> {
  const found = await requireScanExam(actor, input.id, now);
  const outcome: Placed = { students: 0, refusals: [] };
  for (const id of new Set(input.studentIds)) {
    const student = found.candidates.find((one) => one.id === id);
    if (!student) throw notFound('学生');
    try {
      if (await placeOf(actor, found, id, now)) outcome.students += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcome.refusals.push(`${student.name}：${error.message}`);
    }
  }
  return outcome;
}

async function placeOf(actor: Actor, { exam, itemIds }: ScanExam, studentId: number, now: number): Promise<boolean> {
  return transaction(async () => {
    await holdUnreleased(exam.id, studentId);
    const own = (await listScanPages(exam.id)).filter((one) => one.studentId === studentId && one.page !== null);
    const open = own.filter(({ state }) => state === 'open');
    if (open.length === 0) return false;
    const used = own.filter(({ state }) => state !== 'discarded').map(({ page }) => page ?? 0);
    const doubles = [...new Set(used.filter((page, index) => used.indexOf(page) !== index))];
    if (doubles.length > 0) throw new AppError('conflict', `${pagesText(doubles)}有两张，请先选一张`);
    const { attempt, isNew } = await ensureSheetPaper(actor, exam, studentId, ON_PAPER, now);
    if (!isNew) {
      await refuseOnceMarkedByCode(exam);
      await assertUnmarked(attempt);
    }
    const byHand = await handMarked(exam.id);
    const sheets = open.map(({ fileId, rotation, page }) => ({
      fileId,
      rotation,
      itemIds: (itemIds[(page ?? 0) - 1] ?? []).filter((id) => byHand.has(id)),
    }));
    const photos = await addSheets(attempt, sheets, now);
    const ids = open.map(({ fileId }) => fileId);
    await db()
      .updateTable('scan_pages')
      .set({ state: 'placed', attempt_id: attempt.id })
      .where('file_id', 'in', ids)
      .execute();
    const detail = { examId: exam.id, pages: open.map(({ page }) => page), photos, isNew };
    await recordAudit(actor, { action: 'attempt.place_sheets', entity: 'attempt', entityId: attempt.id, detail }, now);
    await tell(exam, studentId, `老师放入了你的答题纸：${exam.name}`, `共 ${open.length} 页，可以在回执里看到。`, now);
    return true;
  });
}

/**
 * 撤销放入 of one student: the pages stand among the found ones again; a paper that was made for them goes. Twice is
 * harmless.
 * @throws AppError not_found, forbidden, conflict once something of the paper is marked (without names: of any) or the
 * results are out
 */
export async function undoPlaced(actor: Actor, input: z.output<typeof undoPlaceSchema>, now: number): Promise<number> {
  const { exam, candidates } = await requireScanExam(actor, input.id, now);
  const { studentId } = input;
  if (!candidates.some(({ id }) => id === studentId)) throw notFound('学生');
  return transaction(async () => {
    await holdUnreleased(exam.id, studentId);
    await refuseOnceMarkedByCode(exam);
    const own = (await listScanPages(exam.id)).filter((one) => one.studentId === studentId && one.state === 'placed');
    const paper = await findSheetPaper(exam.id, studentId);
    const attempt = paper && (await lockAttempt(paper.id));
    if (own.length === 0 || !attempt) return 0;
    await assertUnmarked(attempt);
    const ids = own.map(({ fileId }) => fileId);
    const isGone = await removeSheets(attempt, ids, ON_PAPER, now);
    await db().updateTable('scan_pages').set({ state: 'open', attempt_id: null }).where('file_id', 'in', ids).execute();
    const detail = { examId: exam.id, pages: own.map(({ page }) => page), isGone };
    await recordAudit(actor, { action: 'attempt.undo_sheets', entity: 'attempt', entityId: attempt.id, detail }, now);
    const body = isGone ? '由它们做成的答卷也一起撤销。' : '你自己交的内容没有变。';
    await tell(exam, studentId, `老师取回了放入的答题纸：${exam.name}`, body, now, isGone);
    return own.length;
  });
}

/** Held until the end, so that a release comes before or after as a whole. */
async function holdUnreleased(examId: number, studentId: number): Promise<void> {
  await holdExam(examId);
  if (await isReleasedForStudent(examId, studentId)) {
    throw new AppError('conflict', '成绩已经公布，不能再改动答题纸。请先撤回公布。');
  }
}

/** Sheets are put in and taken out by name: without names none says by a refusal whether its paper is marked. */
async function refuseOnceMarkedByCode(exam: ScanExam['exam']): Promise<void> {
  if (!(await isMarkedByCode(exam, 'written'))) return;
  throw new AppError(
    'conflict',
    '匿名评阅：已经有老师动手评了，谁的答卷都不能再补放或取回答题纸，不然就知道评的是谁的。还没有答卷的学生可以放入。',
  );
}

async function assertUnmarked(attempt: AttemptView): Promise<void> {
  const score = await db()
    .selectFrom('scores')
    .select('id')
    .where('attempt_id', '=', attempt.id)
    .limit(1)
    .executeTakeFirst();
  const drawn = await db()
    .selectFrom('photo_marks')
    .innerJoin('photos', 'photos.id', 'photo_marks.photo_id')
    .select('photo_marks.photo_id')
    .where('photos.attempt_id', '=', attempt.id)
    .limit(1)
    .executeTakeFirst();
  if (score || drawn || attempt.state === 'scored') {
    throw new AppError('conflict', '答卷已经有老师在评分，不能再放入或取回答题纸');
  }
}

async function handMarked(examId: number): Promise<Set<number>> {
  const items = await listExamItems(examId, 'written', 'fixed');
  return new Set(items.filter(({ snapshot }) => isMarkedByHand(snapshot)).map(({ id }) => id));
}

async function tell(
  exam: { id: number },
  studentId: number,
  title: string,
  body: string,
  now: number,
  isGone = false,
): Promise<void> {
  const link = isGone ? toExamPreview({ id: exam.id }) : toReceipt({ id: exam.id, part: 'written' });
  await sendMessages([studentId], { kind: 'exam', title, body, link }, now);
}
