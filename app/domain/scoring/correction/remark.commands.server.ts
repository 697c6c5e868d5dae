import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { once } from '~/db/once.server';
import { slicesOf, updateMany } from '~/db/update-many.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { getAttemptView } from '~/domain/attempt/attempt.queries.server';
import { tellOfResit } from '~/domain/attempt/resit-told.commands.server';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import { getExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import { listReleasedReaders, listReleasedStudents } from '~/domain/exam/released.queries.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { toResult } from '~/lib/addresses/results';
import { toPaper, toPapers } from '~/lib/addresses/scoring';
import { AppError, outdated } from '~/lib/errors';
import { holdExam } from '../paper/exam-lock.server';
import { CORRECTION_LABELS } from '~/domain/exam/correction.rules';
import { assertNothingIsLost, getRemarkable, remarkVersion, type RemarkTarget } from './remark-page.queries.server';
import { planRemark, type RemarkedScore, type RemarkPlan } from './remark.queries.server';
import { summariseChanges, type Asked, type RemarkChange, type RemarkSummary } from './remark.rules';
import type { ApplyRemarkInput } from './remark.schema';
import { watchRemark } from './remark-watch.server';
import { settleAttempts } from '../settling/result.commands.server';

export type RemarkDone = RemarkSummary & {
  /** It had been done already. */
  isRepeat: boolean;
  /** Students whose released result changed: they have a message. */
  told: number;
};

/**
 * 复核改分: puts an item right for everybody. The scores of all examiners, drafts too, get the item's points anew, papers
 * are settled again and results follow; what is released stays released, and its students are told what changed.
 * `expected` is the state the preview was made from. The same again changes nothing.
 * @throws AppError not_found, forbidden, invalid, conflict (not over yet, or results moved since the preview)
 */
export async function applyRemark(actor: Actor, input: ApplyRemarkInput, now: number): Promise<RemarkDone> {
  return once(actor.id, input.requestId ? `exam.remark:${input.requestId}` : '', now, async () => {
    await holdExam(input.examId);
    const target = await getRemarkable(actor, input);
    if (target.isSame) return { ...summariseChanges([], target.exam.settings), isRepeat: true, told: 0 };
    if (input.expected !== null && input.expected !== (await remarkVersion(input.examId))) {
      throw outdated('预览之后成绩又有变化，下面是最新的预览，请核对后再确认。');
    }
    const { exam, item, asked } = target;
    const released = await listReleasedStudents(exam.id);
    const plan = await planRemark(exam, item.id, asked, released);
    if (!plan) throw new AppError('conflict', '这道题不在试卷里了，请刷新页面。');
    assertNothingIsLost(plan, released);
    const follow = await watchRemark(plan.attemptIds);
    await writeCorrection(actor, target, input.reason, now);
    await writeScores(plan.item.id, plan.scores);
    await keepSettled(actor, plan.kept, now);
    for (const ids of slicesOf(plan.freed)) {
      await db().deleteFrom('score_decisions').where('attempt_id', 'in', ids).where('is_kept', '=', 1).execute();
    }
    await settleAttempts(exam, plan.attemptIds, now);
    if (plan.attemptIds.length === 0) await raiseResultsVersion(exam.id);
    const summary = summariseChanges(plan.changes, exam.settings);
    const told = await tellStudents(exam, target, plan.changes, input.reason, now);
    await follow(now);
    await tellReopened(actor, target, plan.scores, now);
    await tellOfWaiting(plan.waiting, now);
    await recordAudit(
      actor,
      {
        action: 'exam.remark',
        entity: 'exam',
        entityId: exam.id,
        detail: {
          itemId: item.id,
          kind: asked.kind,
          reason: input.reason,
          before: correctionDetail(item.correction),
          after: correctionDetail(asked.kind === 'none' ? null : asked),
          ...summary,
          unsettled: plan.unsettled,
          reopened: plan.reopened,
          waiting: plan.waiting.length,
          kept: plan.kept,
          told,
          changes: plan.changes.map(changeDetail),
        },
      },
      now,
    );
    return { ...summary, isRepeat: false, told };
  });
}

async function writeCorrection(actor: Actor, { exam, item, asked }: RemarkTarget, reason: string, now: number) {
  await db()
    .insertInto('item_corrections')
    .values({
      exam_id: exam.id,
      item_id: item.id,
      kind: asked.kind,
      body: toJson({ key: asked.key }),
      reason,
      created_by: actor.id,
      created_at: now,
    })
    .execute();
}

async function writeScores(itemId: number, scores: RemarkedScore[]): Promise<void> {
  await updateMany(
    'score_marks',
    {
      keys: { score_id: 'integer', item_id: 'integer' },
      set: { points: 'double precision', hand_points: 'double precision' },
    },
    scores
      .filter((score) => !score.isNewMark)
      .map(({ scoreId, points, handPoints }) => ({
        score_id: scoreId,
        item_id: itemId,
        points,
        hand_points: handPoints,
      })),
  );
  for (const added of slicesOf(scores.filter((score) => score.isNewMark))) {
    await db()
      .insertInto('score_marks')
      .values(added.map(({ scoreId, points }) => ({ score_id: scoreId, item_id: itemId, points })))
      .execute();
  }
  await updateMany(
    'scores',
    { keys: { id: 'integer' }, set: { percent: 'double precision' } },
    scores.map(({ scoreId, percent }) => ({ id: scoreId, percent })),
  );
  const reopened = scores.filter((score) => score.reopens).map((score) => score.scoreId);
  for (const ids of slicesOf(reopened)) {
    await db().updateTable('scores').set({ state: 'draft', finalised_at: null }).where('id', 'in', ids).execute();
  }
}

/** The scores that count are written down as decided: the owner reads it with the paper and may decide otherwise. */
async function keepSettled(actor: Actor, kept: RemarkPlan['kept'], now: number): Promise<void> {
  for (const slice of slicesOf(kept)) {
    const rows = slice.map(({ attemptId, scoreIds }) => ({
      attempt_id: attemptId,
      score_ids: toJson(scoreIds),
      reason: '复核改分前已经定分，仍按原来算数的评分',
      decided_by: actor.id,
      decided_at: now,
      is_kept: 1,
    }));
    await db()
      .insertInto('score_decisions')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('attempt_id').doUpdateSet((set) => ({
          score_ids: set.ref('excluded.score_ids'),
          reason: set.ref('excluded.reason'),
          decided_by: set.ref('excluded.decided_by'),
          decided_at: set.ref('excluded.decided_at'),
          is_kept: set.ref('excluded.is_kept'),
        })),
      )
      .execute();
  }
}

async function raiseResultsVersion(examId: number): Promise<void> {
  await db()
    .updateTable('exams')
    .set((set) => ({ results_version: set('results_version', '+', 1) }))
    .where('id', '=', examId)
    .execute();
}

/** Those whose results are out and read differently now. Returns how many. */
async function tellStudents(
  before: ExamView,
  { item, position }: RemarkTarget,
  changes: RemarkChange[],
  reason: string,
  now: number,
): Promise<number> {
  const exam = await getExamView(before.id);
  const readers = await listReleasedReaders(exam.id);
  const bodies = new Map<string, Set<number>>();
  const places = await listOwnPlaces(item.id);
  for (const change of changes.filter((one) => readers.has(one.studentId))) {
    const body = `${PART_WORDS[item.part]}第 ${places.get(change.studentId) ?? position} 题复核后更正。原因：${reason.replace(/[。.]+$/, '')}。${resultText(exam, change)}`;
    bodies.set(body, (bodies.get(body) ?? new Set()).add(change.studentId));
  }
  const message = {
    kind: 'score' as const,
    title: `成绩更正：${exam.name}`,
    link: toResult({ examId: exam.id }),
  };
  for (const [body, studentIds] of bodies) await sendMessages([...studentIds], { ...message, body }, now);
  return [...bodies.values()].reduce((sum, studentIds) => sum + studentIds.size, 0);
}

/** Under which number students have an item on papers of their own (drawn, or in another order); the last sitting's. */
async function listOwnPlaces(itemId: number): Promise<Map<number, number>> {
  const rows = await db()
    .selectFrom('attempt_items')
    .innerJoin('attempts', 'attempts.id', 'attempt_items.attempt_id')
    .select(['attempts.student_id', 'attempt_items.position'])
    .where('attempt_items.item_id', '=', itemId)
    .orderBy('attempts.number')
    .execute();
  return new Map(rows.map((row) => [row.student_id, row.position]));
}

/** Whose final scores lack a mark of the item now hear that they are drafts. */
async function tellReopened(
  actor: Actor,
  { exam, item, position }: RemarkTarget,
  scores: RemarkedScore[],
  now: number,
): Promise<void> {
  const papers = new Map<number, number[]>();
  for (const ids of slicesOf(scores.filter((score) => score.reopens).map((score) => score.scoreId))) {
    const rows = await db().selectFrom('scores').select(['attempt_id', 'examiner_id']).where('id', 'in', ids).execute();
    for (const row of rows) papers.set(row.examiner_id, [...(papers.get(row.examiner_id) ?? []), row.attempt_id]);
  }
  papers.delete(actor.id);
  for (const [examinerId, attemptIds] of papers) {
    const [only] = attemptIds;
    const list = toPapers({ examId: exam.id, part: item.part, state: 'mine' });
    const link = attemptIds.length === 1 && only !== undefined ? toPaper({ attemptId: only }) : list;
    const body = `${PART_WORDS[item.part]}第 ${position} 题不再全员给分，有 ${attemptIds.length} 份答卷的这道题您还没有评过现在算数的作答，评分退回成了草稿，请看过以后重新提交。`;
    await sendMessages([examinerId], { kind: 'score', title: `请再看答卷：${exam.name}`, body, link }, now);
  }
}

/** Who scores hears of re-sits that their keys were to mark alone; one message stands for all of a part. */
async function tellOfWaiting(attemptIds: number[], now: number): Promise<void> {
  for (const id of attemptIds) {
    const attempt = await getAttemptView(id);
    if (attempt.number < RESIT_NUMBER) continue;
    await tellOfResit(attempt, now);
    return;
  }
}

const PART_WORDS = { oral: '口语', written: '笔试' } as const;

/** Where students see grades only, a message has no numbers either. */
function resultText(exam: ExamView, { total, part }: RemarkChange): string {
  const [name, figures] = total.before === null && total.after === null ? ['这部分得分', part] : ['总分', total];
  if (exam.settings.resultDisplay === 'grade') return '点开可以看到现在的结果。';
  if (figures.before === figures.after) return `本题得分有变化，${name}不变。`;
  const text = (value: number | null) => (value === null ? '待评分' : `${value} 分`);
  return `${name}由 ${text(figures.before)}改为 ${text(figures.after)}。`;
}

function correctionDetail(correction: Pick<Asked, 'kind' | 'key'> | null) {
  return correction && { kind: correction.kind, label: CORRECTION_LABELS[correction.kind], key: correction.key };
}

function changeDetail({ attemptId, studentId, points, part, total }: RemarkChange) {
  const pair = ({ before, after }: RemarkChange['total']) => [before, after];
  return { attemptId, studentId, points: pair(points), part: pair(part), total: pair(total) };
}
