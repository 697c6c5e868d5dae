import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { formatMinute, formatSecond } from '~/lib/time';
import type { LateKind } from './late.schema';
import { roundHalfUp } from '../paper/scoring.rules';
import type { ScoreView } from './scores.queries.server';

/** The stored score that a save did not know of; the page shows it beside what was typed. */
export type ScoreConflict = Pick<ScoreView, 'state' | 'comment' | 'percent' | 'version'> & {
  /** In words. */
  updatedAt: string;
};

/**
 * Why a save on top of `sent` (null: it did not say of which version) is refused where another version is stored. Asks
 * no rights.
 */
export async function versionConflict(
  actor: Actor,
  paper: { id: number; ownerId: number },
  stored: ScoreView | undefined,
  sent: number | null,
): Promise<AppError> {
  if (!stored) return new AppError('conflict', '这份评分已被清除，请刷新页面后再评。');
  const { state, comment, percent, version, updatedAt } = stored;
  const extra: ScoreConflict = { state, comment, percent, version, updatedAt: formatSecond(updatedAt) };
  const refused = (text: string) => new AppError('conflict', text, undefined, extra);
  const score = percent === null ? '没评完' : `${roundHalfUp(percent)}分`;
  const saved = `${formatMinute(updatedAt)}，${state === 'final' ? '已提交' : '草稿'}，${score}`;
  if (sent === null) {
    return refused(`这份评分您已经存过（${saved}）。要改它，请在 version 里给出读到的版本，现在是 ${version}。`);
  }
  const late = sent + 1 === version ? await reopenedBy(actor, paper, stored) : null;
  if (late !== null) return refused(`${late}下面仍是您刚填的内容，核对后再次提交会用它代替那份草稿。`);
  return refused(`您在另一个窗口改过这份评分（${saved}）。下面仍是您刚填的内容，再次提交会用它代替那一份。`);
}

const LATE_WORDS: Record<LateKind, string> = { answer: '答案', take: '录音', photo: '照片' };

/** What the owner has let count and thereby made this score a draft again, as a sentence; null: that was not it. */
export async function reopenedBy(
  actor: Actor,
  paper: { id: number; ownerId: number },
  { state, updatedAt }: Pick<ScoreView, 'state' | 'updatedAt'>,
): Promise<string | null> {
  if (state === 'final') return null;
  const late = await db()
    .selectFrom('late_acceptances')
    .select(['kind', 'accepted_at'])
    .where('attempt_id', '=', paper.id)
    .where('accepted_at', '=', updatedAt)
    .executeTakeFirst();
  if (!late) return null;
  const who = actor.id === paper.ownerId ? '您' : '出题老师';
  const what = LATE_WORDS[late.kind as LateKind];
  return `${who}计入了这份答卷迟到的${what}（${formatMinute(updatedAt)}），您提交的评分退回成了草稿，请看过迟到的${what}再评。`;
}
