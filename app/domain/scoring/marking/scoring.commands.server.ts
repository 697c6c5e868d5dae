import { isMarkedByHand } from '~/domain/exam/by-hand.rules';
import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { AttemptView } from '~/domain/attempt/attempt.queries.server';
import { unaskExaminers } from '~/domain/exam/ask-examiners.commands.server';
import { isExamOwner, isExaminer } from '~/domain/exam/people.rules';
import type { Part } from '~/domain/exam/parts.rules';
import { paperLock } from '~/domain/exam/released.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { READ_BY_NAME } from '~/domain/exam/blind.rules';
import { AppError, invalid, notFound, type FieldErrors } from '~/lib/errors';
import { formatSecond } from '~/lib/time';
import { findTask, isGivenTo } from '../paper/assignments.queries.server';
import { endOverruled, tellOverruled, tellOverturned } from './decision.commands.server';
import { holdForScoring } from '../paper/exam-lock.server';
import { findOtherMarker, refuseMarkedByAnother } from '../paper/first-come.queries.server';
import { findLook } from '../paper/looks.queries.server';
import { refuseReadByName, wasReadByName } from '../sharing-out/blind-left.queries.server';
import { renewGone } from '../sharing-out/gone-examiner.commands.server';
import { tellOwnerOfScore } from '../sharing-out/notices.commands.server';
import { getScoringExam, refuseOthersPart } from '../paper/papers.queries.server';
import { readNotes, type ScoreNote } from './notes.rules';
import { isFixedScore } from './fixed-score.queries.server';
import { settleAttempt } from '../settling/result.commands.server';
import { currentRubric } from './rubric.queries.server';
import type { RubricVersion } from './rubric.rules';
import {
  asSentFields,
  givenBesideRules,
  givenForNothing,
  overStored,
  strangeItems,
  type SentMarks,
} from './score-call.rules';
import { readMarks, type ItemMark, type RawMark } from './score-form.rules';
import { listScores, type ScoreView } from './scores.queries.server';
import {
  getScorableAttempt,
  listMarkedByKeyAlone,
  listScoringItems,
  photosOpenUntil,
  type ScoringItem,
} from '../paper/scoring-items.queries.server';
import { versionConflict } from './score-conflict.queries.server';
import { partPercent } from '../paper/scoring.rules';
import { findReached, findSettlement } from './scoring.queries.server';
import type { SaveScoreInput } from './scoring.schema';
import type { ScoreKind } from '../paper/settlement.rules';
import { isLeftToDecide, kindOfScore } from '../paper/share-out.rules';

/**
 * Saves the actor's own score of a paper, as a draft (may be incomplete) or final (nothing missing). Every examiner
 * has a score of their own; `version` guards the actor's own two windows. It is marked by the rubric in force, and
 * refused when it was filled in by another one. What a key decides is marked here, every time. A final settles the student's result; saving a final as a draft takes it back. A
 * draft that the page keeps by itself while marks are typed (`isByItself`) never takes back a final and is no entry of
 * the audit: what the teacher saves is. Of a page whose marks stand (`isCommentOnly`) the comments alone are taken.
 * @throws AppError not_found, invalid (fields of score-form.rules), conflict (extra: ScoreConflict when it is about the version)
 */
export async function saveScore(
  actor: Actor,
  input: SaveScoreInput,
  now: number,
  { isByItself = false, isCommentOnly = false } = {},
): Promise<ScoreView> {
  return transaction(async () => {
    const { exam, attempt, task } = await lockForScoring(actor, input.attemptId, now);
    refuseMarkedByAnother(await findOtherMarker(actor, exam, attempt, task));
    await refuseReadByName(actor, exam);
    if (await wasReadByName(actor, exam, attempt)) throw new AppError('conflict', READ_BY_NAME);
    const items = await listScoringItems(exam, attempt);
    const inForce = await currentRubric(exam, attempt.part);
    if (input.rubricId !== undefined && input.rubricId !== inForce.id) throw rubricConflict(inForce);
    const given = await listScores([attempt.id]);
    const stored = given.find((score) => score.examinerId === actor.id);
    const comment = input.comment ?? stored?.comment ?? '';
    const isFinal = input.isFinal ?? stored?.state === 'final';
    const said = toItemMarks(items, isCommentOnly ? input.marks.map(commentAlone) : input.marks);
    const sentMarks = input.sent || isCommentOnly ? overStored(said, stored?.marks ?? []) : said;
    const { marks, problems } = readMarks(items, sentMarks, isFinal, inForce.rubric);
    const sent = input.notes && readNotes(items, input.notes);
    const beside = input.sent ? { ...givenBesideRules(said, marks), ...givenForNothing(said, marks, items) } : {};
    assertRead({ ...problems, ...sent?.problems, ...beside }, items, input.sent);
    if (isFinal) {
      const until = photosOpenUntil(exam, attempt, items, now);
      if (until !== null) {
        throw new AppError(
          'conflict',
          `学生补传的照片到 ${formatSecond(until)} 还会收下，之后才能提交评分。现在可以先保存草稿。`,
        );
      }
    }
    const all = [...marks, ...marksWithoutHand(items, stored?.marks ?? [])];
    const percent = partPercent(items, new Map(all.map((mark) => [mark.itemId, mark])));
    const state = isFinal ? 'final' : 'draft';

    const notes = sent?.notes ?? stored?.notes ?? [];
    const next = { state, comment, marks: all, notes, rubricId: inForce.id } as const;
    if (stored && isSame(stored, next)) return stored;
    const isTakenBack = isByItself && stored?.state === 'final';
    if (isTakenBack || (stored?.version ?? 0) !== (input.version ?? 0)) {
      throw await versionConflict(actor, { id: attempt.id, ownerId: exam.ownerId }, stored, input.version);
    }

    const isSameMark = isFinal && percent === stored?.percent;
    if (!isSameMark && (await isFixedScore(exam, attempt.id, stored, inForce.id)))
      throw fixedConflict(isExamOwner(actor, exam));

    const before = await findReached(attempt.id);
    const standing = {
      task: task.kind,
      settlement: before.settlement,
      isOwner: isExamOwner(actor, exam),
      isExaminerOfPaper: !task.isSharedOut && isExaminer(actor, exam, attempt.part),
    };
    const finalIds = given.filter((score) => score.state === 'final').map((score) => score.examinerId);
    const { isOwner, settlement } = standing;
    const { ownerId } = exam;
    if (isLeftToDecide({ isOwner, ownerId, ownScore: stored?.state ?? 'none', settlement, finalIds })) {
      throw settledConflict(isOwner, finalIds.length);
    }
    const kind = kindOfScore({ ...standing, stored: stored?.kind ?? null });
    const values = { kind, state, comment, percent, rubric_id: inForce.id } as const;
    // A draft too: it could never be submitted.
    if (kind === 'arbiter' && (await findLook(attempt.id, actor.id)) !== null) {
      throw new AppError(
        'conflict',
        '您看过这份答卷别人的评分，不能再仲裁。请裁定以谁的评分为准，或在“分卷”里请别的老师仲裁。',
      );
    }
    const scoreId = await writeScore(actor, attempt, stored, values, now);
    await writeMarks(scoreId, all);
    await writeNotes(scoreId, notes);
    const [was, is] = [stored?.state === 'final' ? stored.percent : null, isFinal ? percent : null];
    const isOverruled = await endOverruled(actor, { exam, attempt }, { id: scoreId, before: was, after: is }, now);
    await settleAttempt(exam, attempt, now);
    if (isOverruled) await tellOverruled({ exam, attempt }, before, now);
    const after = await findSettlement(attempt.id);
    if (kind !== 'arbiter') await tellOverturned(actor, { exam, attempt }, before, now);
    await renewGone(exam.id, [attempt.part]);
    await tellOwnerOfScore(exam, attempt, { before: before.settlement, after, byId: actor.id }, now);
    const saved = (await listScores([attempt.id])).find((score) => score.id === scoreId);
    if (!saved) throw notFound('评分');
    if (isByItself) return saved;
    await recordAudit(
      actor,
      {
        action: isFinal ? 'score.finalise' : 'score.save_draft',
        entity: 'attempt',
        entityId: attempt.id,
        detail: { examId: exam.id, percent, before: stored ? { state: stored.state, percent: stored.percent } : null },
      },
      now,
    );
    return saved;
  });
}

/**
 * Scores every paper of a part that its keys decide alone (no short answer, no written question in it) and nobody
 * has scored yet. Returns how many.
 */
export async function scoreByKey(actor: Actor, input: { examId: number; part: Part }, now: number): Promise<number> {
  const { exam, parts } = await getScoringExam(actor, input.examId);
  refuseOthersPart(exam, parts, input.part);
  const byKeyAlone = await listMarkedByKeyAlone(exam.id, input.part);
  if (byKeyAlone.size === 0) throw new AppError('conflict', '这部分有需要老师批阅的题，请逐份评分。');
  return transaction(async () => {
    const handedIn = await db()
      .selectFrom('attempts')
      .select(['id', 'exam_id as examId', 'part', 'number', 'student_id as studentId'])
      .where('exam_id', '=', exam.id)
      .where('part', '=', input.part)
      .where('state', 'in', ['submitted', 'auto_submitted'])
      .orderBy('id')
      .execute();
    // Papers that were released without a score stay as they are; where no other waits that is refused below.
    const isOut = await paperLock(exam.id);
    const areAllOut = handedIn.every(isOut);
    const waiting = [];
    for (const paper of handedIn.filter((one) => byKeyAlone.has(one.id) && (areAllOut || !isOut(one)))) {
      if (isExamOwner(actor, exam) || isGivenTo(await findTask(paper, actor.id))) waiting.push(paper);
    }
    for (const { id } of waiting) {
      const own = (await listScores([id])).find((score) => score.examinerId === actor.id);
      await saveScore(
        actor,
        { attemptId: id, marks: [], comment: own?.comment ?? '', isFinal: true, version: own?.version ?? 0 },
        now,
      );
    }
    // Examiners who were asked to mark the part have nothing left to do.
    if (handedIn.length === waiting.length && exam.status === 'closed') await unaskExaminers(exam, [input.part]);
    return waiting.length;
  });
}

/**
 * Checks the right, then holds the exam and the attempt until the transaction ends, so that a release, another
 * examiner's final and an answer that is just arriving come before or after as a whole.
 */
export async function lockForScoring(actor: Actor, attemptId: number, now: number) {
  const { exam: before, attempt } = await getScorableAttempt(actor, attemptId, now);
  await holdForScoring(before.id, attempt);
  await db()
    .updateTable('attempts')
    .set((set) => ({ version: set.ref('version') }))
    .where('id', '=', attemptId)
    .execute();
  // Asked again: a share-out or a change of the exam's settings may have come first.
  return getScorableAttempt(actor, attemptId, now);
}

const commentAlone = ({ itemId, comment }: RawMark): RawMark => ({ itemId, comment });

/** Nothing was wrong; a call hears it at the paths that it sent, and of items that the paper does not have. */
function assertRead(problems: FieldErrors, items: ScoringItem[], sent: SentMarks | undefined): void {
  const ids = items.map((item) => item.id);
  const fields = sent ? { ...strangeItems(sent, ids), ...asSentFields(problems, sent) } : problems;
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/** One mark for each item. The API may leave the item out when there is only one oral item (itemId 0). */
function toItemMarks(items: ScoringItem[], marks: RawMark[]): RawMark[] {
  const oral = items.filter((item) => item.snapshot.bank === 'oral');
  const [only] = oral;
  const merged = new Map<number, RawMark>();
  for (const mark of marks) {
    const itemId = mark.itemId === 0 && only && oral.length === 1 ? only.id : mark.itemId;
    merged.set(itemId, { ...merged.get(itemId), ...mark, itemId });
  }
  return [...merged.values()];
}

/**
 * The marks that need no hand. Where everybody is credited the full mark of what an examiner had marked, their own
 * marks are kept beside it: they count again when the credit is taken back.
 */
function marksWithoutHand(items: ScoringItem[], stored: ItemMark[]): ItemMark[] {
  const unmarked = { measures: null, pointMarks: null, details: null, handPoints: null, comment: '' };
  return items.flatMap((item) => {
    if (!item.auto) return [];
    const kept = isMarkedByHand(item.snapshot) ? stored.find((mark) => mark.itemId === item.id) : undefined;
    return [{ ...unmarked, ...kept, itemId: item.id, points: item.auto.points }];
  });
}

/** True when a save would change nothing, as the second of a double submit. */
function isSame(
  stored: ScoreView,
  next: Pick<ScoreView, 'state' | 'comment' | 'rubricId' | 'marks' | 'notes'>,
): boolean {
  const form = ({ state, comment, rubricId, marks, notes }: typeof next) =>
    JSON.stringify([
      state,
      rubricId,
      comment,
      [...marks]
        .sort((a, b) => a.itemId - b.itemId)
        .map((mark) => [
          mark.itemId,
          mark.points,
          mark.pointMarks,
          mark.measures && Object.entries(mark.measures).sort(),
          mark.details && Object.entries(mark.details).sort(),
          mark.comment,
        ]),
      notes.map((note) => [note.takeId, note.atMs, note.text]),
    ]);
  return form(stored) === form(next);
}

function fixedConflict(isOwner: boolean): AppError {
  const next = isOwner ? '要改结果，请裁定以谁的评分为准。' : '确实评错了，请告诉出题老师，由他仲裁或裁定。';
  return new AppError(
    'conflict',
    `这份答卷几位老师的评分相差超过限额，已交仲裁，您提交的分数不能再改，也不能收回；评语可以改。${next}`,
  );
}

function settledConflict(isOwner: boolean, finals: number): AppError {
  const next = isOwner
    ? '要改结果，请裁定以谁的评分为准，或在“分卷”里改派。'
    : '觉得结果不对，请告诉出题老师，由他裁定或改派。';
  return new AppError(
    'conflict',
    `这份答卷已经由${finals > 1 ? '几位' : '一位'}老师评完，不能再添一份您的评分。${next}`,
  );
}

function rubricConflict({ version }: RubricVersion): AppError {
  return new AppError(
    'conflict',
    `评分标准刚刚改成了第 ${version} 版。下面已换成新的标准，您填过的内容能沿用的都还在，请核对后再提交。`,
  );
}

async function writeScore(
  actor: Actor,
  attempt: AttemptView,
  stored: ScoreView | undefined,
  values: {
    kind: ScoreKind;
    state: 'draft' | 'final';
    comment: string;
    percent: number | null;
    rubric_id: number | null;
  },
  now: number,
): Promise<number> {
  const row = {
    ...values,
    version: (stored?.version ?? 0) + 1,
    updated_at: now,
    finalised_at: values.state === 'final' ? now : null,
  };
  if (stored) {
    await db().updateTable('scores').set(row).where('id', '=', stored.id).execute();
    return stored.id;
  }
  const { id } = await db()
    .insertInto('scores')
    .values({ ...row, attempt_id: attempt.id, examiner_id: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function writeMarks(scoreId: number, marks: ItemMark[]): Promise<void> {
  await db().deleteFrom('score_marks').where('score_id', '=', scoreId).execute();
  const rows = marks.map((mark) => ({
    score_id: scoreId,
    item_id: mark.itemId,
    points: mark.points,
    measures: mark.measures === null ? null : toJson(mark.measures),
    point_marks: mark.pointMarks === null ? null : toJson(mark.pointMarks),
    details: mark.details === null ? null : toJson(mark.details),
    hand_points: mark.handPoints ?? null,
    comment: mark.comment,
  }));
  if (rows.length > 0) await db().insertInto('score_marks').values(rows).execute();
}

async function writeNotes(scoreId: number, notes: ScoreNote[]): Promise<void> {
  await db().deleteFrom('score_notes').where('score_id', '=', scoreId).execute();
  const rows = notes.map((note, index) => ({
    score_id: scoreId,
    position: index + 1,
    item_id: note.itemId,
    take_id: note.takeId,
    at_ms: note.atMs,
    text: note.text,
  }));
  if (rows.length > 0) await db().insertInto('score_notes').values(rows).execute();
}
