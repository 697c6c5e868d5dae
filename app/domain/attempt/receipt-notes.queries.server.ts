import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { formatDuration, formatSecond } from '~/lib/time';
import { isSameAnswer } from './answer.rules';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { listPhotos, listTakes, type AttemptView } from './attempt.queries.server';
import { cameSignedOut, lateSentence, type KeptOutcome, type ReceiptNote } from './attempt.rules';
import { listPaperItems } from './paper.queries.server';
import { splitRefusal } from './refusal.rules';

type OfAttempt = Pick<AttemptView, 'id' | 'examId' | 'part' | 'closedBy' | 'submittedAt' | 'uploadDeadlineAt'>;

/** More than a paper ever has; nobody reads on. */
const MOST = 30;

/**
 * What stands on a receipt beside its figures: every take and photo that was refused, and whatever came too late, with the reason,
 * and every counting take above its limit or without a voice. Student and teacher read the same; `isBlind`: whoever marks
 * without names reads neither when it was nor how the paper was closed, nor what the student calls a file. Asks no rights.
 */
export async function listReceiptNotes(attempt: OfAttempt, { isBlind = false } = {}): Promise<ReceiptNote[]> {
  const moment = (at: number) => (isBlind ? '' : ` ${formatSecond(at)} `);
  const refused = await db()
    .selectFrom('refused_files')
    .selectAll()
    .where('attempt_id', '=', attempt.id)
    .orderBy('id')
    .limit(MOST)
    .execute();
  const takes = await listTakes(attempt.id);
  const photos = await listPhotos(attempt.id);
  const late = isBlind ? '已经收卷；已留存，老师可以看到' : lateSentence(attempt.closedBy);
  // Photos may come after handing in, until a time of their own.
  const lateOf = (receivedAt: number) => {
    const until = attempt.uploadDeadlineAt;
    return !isBlind && until !== null && receivedAt > until
      ? `照片 ${formatSecond(until)} 截止；已留存，老师可以看到`
      : late;
  };
  const whyNot = (receivedAt: number) =>
    cameSignedOut(receivedAt, attempt.submittedAt)
      ? `${moment(receivedAt).trimStart()}送到时登录已失效，没有计入；已留存，老师可以看到，由老师决定`
      : `${moment(receivedAt).trimStart()}才送到的没有计入：${late}`;
  // Whoever has something that counts reads that first: what is missing then is no loss.
  const besides = (itemId: number | null, kind: string) => {
    const ofItem = <T extends { itemId: number; outcome: string }>(rows: T[]) =>
      rows.filter((row) => row.itemId === itemId && row.outcome !== 'refused');
    const chosen = kind === 'take' ? ofItem(takes).find((take) => take.isChosen) : undefined;
    if (chosen) return `第 ${chosen.number} 条计分，不受影响；另一条`;
    const counting = kind === 'photo' ? ofItem(photos).filter((photo) => photo.removedAt === null).length : 0;
    return counting > 0 ? `收下的 ${counting} 张都算数；另一张` : '';
  };
  // How long each is: the one that counts may be no more than the beginning of the other.
  const countingTake = (itemId: number) => {
    const take = takes.find((one) => one.itemId === itemId && one.isChosen);
    return take ? `第 ${take.number} 条（${formatDuration(take.durationMs)}）计分；还有` : '';
  };
  const notes = [
    ...(await listLateAnswers(attempt.id)).map(({ itemId, receivedAt, savedAt }) => ({
      itemId,
      kind: 'answer' as const,
      at: receivedAt,
      text:
        (savedAt === null ? '' : `${isBlind ? '先前' : moment(savedAt).trimStart()}保存的算数；`) + whyNot(receivedAt),
    })),
    ...refused.map((row) => {
      const first = besides(row.item_id, row.kind);
      // With that there is nothing to be done about it: the advice in the refusal goes.
      const { name: ownName, sentence } = splitRefusal(row.reason);
      const name = isBlind ? '' : ownName;
      const reason = first ? sentence.replace(/。.*$/s, '') : sentence;
      return {
        itemId: row.item_id,
        kind: row.kind as ReceiptNote['kind'],
        at: row.refused_at,
        text: `${name ? first.replace(/另一[条张]$/, '') + name : first}没有收下：${reason}`,
      };
    }),
    ...takes.filter(isRefused).map((take) => ({
      itemId: take.itemId,
      kind: 'take' as const,
      at: take.receivedAt,
      text: `${countingTake(take.itemId)}一段 ${formatDuration(take.durationMs)}的录音${moment(take.receivedAt)}才送到，没有计入：${late}，由老师决定是否计入`,
    })),
    ...photos.filter(isRefused).map(({ itemId, receivedAt }) => ({
      itemId,
      kind: 'photo' as const,
      at: receivedAt,
      text: `${besides(itemId, 'photo')}${moment(receivedAt).trimStart()}才送到，没有计入：${lateOf(receivedAt)}`,
    })),
    ...takes
      .filter((take) => take.isChosen && take.overSeconds > 0)
      .map((take) => ({
        itemId: take.itemId,
        kind: 'take' as const,
        at: take.receivedAt,
        text: `第 ${take.number} 条计分，超时 ${take.overSeconds} 秒`,
      })),
    ...takes
      .filter((take) => take.isChosen && take.isSilent)
      .map((take) => ({
        itemId: take.itemId,
        kind: 'take' as const,
        at: take.receivedAt,
        text: `第 ${take.number} 条计分，里面几乎没有声音`,
      })),
  ];
  if (notes.length === 0) return [];
  const items = await listPaperItems(attempt);
  const positionOf = new Map(items.map((item) => [item.id, item.position]));
  return notes
    .map(({ itemId, ...note }) => ({ position: positionOf.get(itemId) ?? 0, ...note }))
    .sort((a, b) => a.position - b.position || a.at - b.at)
    .map((note) => (isBlind ? { ...note, at: 0 } : note));
}

const isRefused = ({ outcome }: { outcome: KeptOutcome }) => outcome === 'refused';

/** Of each item the last answer that came too late, unless the same was saved in time or it was accepted since. */
async function listLateAnswers(attemptId: number) {
  const late = await db()
    .selectFrom('answer_journal')
    .leftJoin('late_acceptances', (join) =>
      join
        .onRef('late_acceptances.ref_id', '=', 'answer_journal.id')
        .onRef('late_acceptances.attempt_id', '=', 'answer_journal.attempt_id')
        .on('late_acceptances.kind', '=', 'answer'),
    )
    .select(['answer_journal.item_id', 'answer_journal.value', 'answer_journal.received_at'])
    .where('answer_journal.attempt_id', '=', attemptId)
    .where('answer_journal.outcome', '=', 'refused')
    .where('late_acceptances.id', 'is', null)
    .orderBy('answer_journal.id', 'desc')
    .limit(MOST)
    .execute();
  if (late.length === 0) return [];
  const saved = await db()
    .selectFrom('answers')
    .select(['item_id', 'value', 'saved_at'])
    .where('attempt_id', '=', attemptId)
    .execute();
  const lastOfItem = late.filter((row, index) => late.findIndex((one) => one.item_id === row.item_id) === index);
  return lastOfItem.flatMap(({ item_id: itemId, value, received_at: receivedAt }) => {
    const counting = saved.find((row) => row.item_id === itemId);
    const isSame = isSameAnswer(fromJson<AnswerValue>(counting?.value ?? '{}'), fromJson<AnswerValue>(value));
    return isSame ? [] : [{ itemId, receivedAt, savedAt: counting?.saved_at ?? null }];
  });
}
