import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { ActionOn } from '~/domain/audit/audit.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { getSchool } from '~/domain/school/school.queries.server';
import { toWork } from '~/lib/addresses/works';
import { AppError, invalid, notFound } from '~/lib/errors';
import { clip } from '~/lib/text';
import { formatMinute } from '~/lib/time';
import { COMMENT_STATE_LABELS, TARGET_LABELS, type CommentState, type Decision, type Target } from './comment.rules';
import { countComments, excerpt, findComment, tellOfComment } from './comment-tell.server';
import { withdrawWorks } from './work.commands.server';
import { findHiddenReason } from './work.queries.server';
import { HIDDEN_WORDS, WORK_STATE_LABELS, type HiddenReason, type WorkState } from './work.rules';
import { mayModerate } from './work-rights.queries.server';

export type DecideInput = {
  targets: Target[];
  decision: Decision;
  reason: string;
  /** True when rejected things are approved after all: only then is their being rejected no surprise. */
  isReversal?: boolean;
};

const ACTIONS: { [Kind in Target['kind']]: Record<Decision, ActionOn<Kind>> } = {
  work: { approve: 'work.approve', reject: 'work.reject', withdraw: 'work.withdraw' },
  comment: { approve: 'work_comment.approve', reject: 'work_comment.reject', withdraw: 'work_comment.withdraw' },
};

/** What a thing is in after a decision. */
const TO: Record<Target['kind'], Record<Decision, string>> = {
  work: { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' },
  // A comment taken back reads like a rejected one: its author alone sees it, with the reason.
  comment: { approve: 'approved', reject: 'rejected', withdraw: 'rejected' },
};

/**
 * Decides on works and comments, all or none. Twice by the same teacher is harmless; what a colleague decided in
 * between is said and nothing is changed. Every author is told. Returns how many were decided.
 * @throws AppError not_found (gone, or not the actor's to decide), conflict (another state), invalid (no reason)
 */
export async function moderate(actor: Actor, input: DecideInput, now: number): Promise<number> {
  const { targets, decision, reason } = input;
  if (decision !== 'approve' && reason === '') throw invalid({ reason: '请选择或写明原因，作者会看到。' });
  const expected =
    decision === 'withdraw' ? 'approved' : input.isReversal && decision === 'approve' ? 'rejected' : 'pending';
  return transaction(async () => {
    let count = 0;
    for (const target of targets) {
      const done = await (target.kind === 'work' ? decideWork : decideComment)(
        actor,
        target.id,
        { decision, reason, expected },
        now,
      );
      if (done) count += 1;
    }
    return count;
  });
}

type Step = { decision: Decision; reason: string; expected: string };

async function decideWork(actor: Actor, id: number, { decision, reason, expected }: Step, now: number) {
  const work = await findWork(id);
  if (!work || !(await mayModerate(actor, work.classroom_id))) throw notFound('作品');
  if (decision === 'approve' && work.has_consent !== 1) {
    throw new AppError(
      'conflict',
      `《${clip(work.title, 20)}》不能通过：${work.student_name} 没有登记监护人同意。请先在“学生管理”里登记，或驳回它。`,
    );
  }
  const to = TO.work[decision];
  if (decision === 'withdraw') {
    if (work.state !== expected) return met(actor, 'work', to, `《${clip(work.title, 20)}》`, work);
    return (await withdrawWorks(actor, { ids: [id], reason }, now)) === 1;
  }
  const updated = await db()
    .updateTable('works')
    .set({ state: to, reason, decided_by: actor.id, decided_at: now, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', expected)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) return met(actor, 'work', to, `《${clip(work.title, 20)}》`, await findWork(id));
  await record(actor, { kind: 'work', id }, { workId: id, decision, reason }, now);
  await sendMessages(
    [work.student_id],
    {
      kind: 'work',
      title: `你的作品《${clip(work.title, 20)}》${RESULTS[decision]}`,
      body: decision === 'approve' ? approvedText(await findHiddenReason(id)) : `原因：${reason}`,
      link: toWork(id),
    },
    now,
  );
  return true;
}

/** What an approval comes to: the work is shown, or for now it is not. */
const approvedText = (hidden: HiddenReason | null) =>
  hidden === null ? '同学和老师现在可以在“高分作品”里看到它。' : HIDDEN_WORDS[hidden];

async function decideComment(actor: Actor, id: number, { decision, reason, expected }: Step, now: number) {
  const comment = await findComment(id);
  if (!comment || !(await mayModerate(actor, comment.classroom_id))) throw notFound('评论');
  const to = TO.comment[decision];
  const updated = await db()
    .updateTable('comments')
    .set({ state: to, reason, decided_by: actor.id, decided_at: now })
    .where('id', '=', id)
    .where('state', '=', expected)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) return met(actor, 'comment', to, `“${excerpt(comment)}”`, await findComment(id));
  await countComments(comment.work_id);
  await record(actor, { kind: 'comment', id }, { workId: comment.work_id, decision, reason }, now);
  await sendMessages(
    [comment.author_id],
    {
      kind: 'comment',
      title: `你对《${clip(comment.title, 20)}》的评论${RESULTS[decision]}`,
      body: `${decision === 'approve' ? '' : `原因：${reason}\n`}评论：${excerpt(comment, 100)}`,
      link: toWork(comment.work_id, {}, 'comments'),
    },
    now,
  );
  if (decision === 'approve') await tellOfComment(comment, now);
  return true;
}

const RESULTS: Record<Decision, string> = { approve: '通过了审核', reject: '没有通过审核', withdraw: '被老师撤回了' };

/** Nothing was changed: harmless when the actor decided just so before, else told what was met. */
async function met(
  actor: Actor,
  kind: Target['kind'],
  to: string,
  name: string,
  now:
    | {
        state: string;
        decided_by: number | null;
        decided_at: number | null;
        decider_name: string | null;
        deleted_at?: number | null;
      }
    | undefined,
): Promise<false> {
  if (!now || (now.deleted_at ?? null) !== null) {
    throw new AppError('conflict', `${TARGET_LABELS[kind]}${name}已经删除，这次没有做任何更改。`);
  }
  if (now.state === to && now.decided_by === actor.id) return false;
  const label =
    kind === 'work' ? WORK_STATE_LABELS[now.state as WorkState] : COMMENT_STATE_LABELS[now.state as CommentState];
  const { timeZone } = await getSchool();
  const by =
    now.decider_name === null || now.decided_at === null
      ? `现在是“${label}”`
      : `已由 ${now.decider_name} 在 ${formatMinute(now.decided_at, timeZone)} 处理为“${label}”`;
  throw new AppError('conflict', `${TARGET_LABELS[kind]}${name}${by}，这次没有做任何更改。`);
}

function findWork(id: number) {
  return db()
    .selectFrom('works')
    .innerJoin('users as student', 'student.id', 'works.student_id')
    .leftJoin('users as decider', 'decider.id', 'works.decided_by')
    .select([
      'works.title',
      'works.student_id',
      'works.classroom_id',
      'works.state',
      'works.decided_by',
      'works.decided_at',
      'student.name as student_name',
      'student.has_consent',
      'decider.name as decider_name',
    ])
    .where('works.id', '=', id)
    .executeTakeFirst();
}

async function record(
  actor: Actor,
  target: Target,
  { workId, decision, reason }: { workId: number; decision: Decision; reason: string },
  now: number,
): Promise<void> {
  const isWork = target.kind === 'work';
  await db()
    .insertInto('moderations')
    .values({
      work_id: workId,
      comment_id: isWork ? null : target.id,
      decision,
      reason,
      decided_by: actor.id,
      decided_at: now,
    })
    .execute();
  await recordAudit(
    actor,
    {
      action: ACTIONS[target.kind][decision],
      entity: target.kind,
      entityId: target.id,
      detail: { workId, reason },
    },
    now,
  );
}
