import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { slicesOf } from '~/db/update-many.server';
import { cameSignedOut, overSeconds, recordLimit } from './attempt.rules';

/** What is to be said of an item beside its mark: over its limit, late, refused. */
export type HandInRemark = { itemId: number; text: string; counts: HandInCounts };

export type HandInCounts = {
  grace: number;
  late: number;
  signedOut: number;
  accepted: number;
  refused: number;
  /** Seconds above the limit of a recording. */
  over: number;
};

/**
 * Of papers what stands out in what was handed in, by attempt and item: a counting recording above its limit, what
 * came within the grace, what came too late and does not count or was accepted, and files that were refused. The page of marking, the lists, the
 * exports and the student's result say the same. Asks no rights.
 */
export async function listHandInRemarks(attemptIds: number[]): Promise<Map<number, HandInRemark[]>> {
  const found = new Map<string, HandInCounts & { attemptId: number; itemId: number }>();
  const of = (row: { attempt_id: number; item_id: number }) => {
    const key = `${row.attempt_id} ${row.item_id}`;
    const known = found.get(key) ?? {
      attemptId: row.attempt_id,
      itemId: row.item_id,
      grace: 0,
      late: 0,
      signedOut: 0,
      accepted: 0,
      refused: 0,
      over: 0,
    };
    found.set(key, known);
    return known;
  };
  for (const ids of slicesOf(attemptIds)) {
    const takes = await db()
      .selectFrom('takes')
      .innerJoin('exam_items', 'exam_items.id', 'takes.item_id')
      .innerJoin('exams', 'exams.id', 'exam_items.exam_id')
      .select(['takes.attempt_id', 'takes.item_id', 'takes.duration_ms', 'takes.is_chosen', 'takes.outcome'])
      .select(['exam_items.snapshot', 'exams.settings'])
      .where('takes.attempt_id', 'in', ids)
      .where((where) => where.or([where('takes.is_chosen', '=', 1), where('takes.outcome', '=', 'refused')]))
      .execute();
    for (const row of takes) {
      if (row.outcome === 'refused') of(row).late += 1;
      else {
        const over = overSeconds(row.duration_ms, recordLimit(fromJson(row.settings), fromJson(row.snapshot)));
        if (over > 0) of(row).over = over;
        if (row.outcome === 'grace') of(row).grace += 1;
      }
    }
    const photos = await db()
      .selectFrom('photos')
      .select(['attempt_id', 'item_id', 'outcome'])
      .where('attempt_id', 'in', ids)
      .where('outcome', 'in', ['refused', 'grace'])
      .where('removed_at', 'is', null)
      .execute();
    const accepted = await db()
      .selectFrom('late_acceptances')
      .select(['attempt_id', 'item_id', 'kind', 'ref_id'])
      .where('attempt_id', 'in', ids)
      .execute();
    const answers = await db()
      .selectFrom('answer_journal')
      .innerJoin('attempts', 'attempts.id', 'answer_journal.attempt_id')
      .select(['answer_journal.id', 'answer_journal.attempt_id', 'answer_journal.item_id'])
      .select(['answer_journal.received_at', 'attempts.submitted_at'])
      .where('answer_journal.attempt_id', 'in', ids)
      .where('answer_journal.outcome', '=', 'refused')
      .execute();
    const refused = await db()
      .selectFrom('refused_files')
      .select(['attempt_id', 'item_id'])
      .where('attempt_id', 'in', ids)
      .execute();
    const isAccepted = new Set(accepted.filter((row) => row.kind === 'answer').map((row) => row.ref_id));
    const inGrace = await db()
      .selectFrom('answers')
      .select(['attempt_id', 'item_id'])
      .where('attempt_id', 'in', ids)
      .where('is_in_grace', '=', 1)
      .execute();
    for (const row of inGrace) of(row).grace += 1;
    for (const row of photos) of(row)[row.outcome === 'grace' ? 'grace' : 'late'] += 1;
    for (const row of answers.filter((one) => !isAccepted.has(one.id))) {
      if (cameSignedOut(row.received_at, row.submitted_at)) of(row).signedOut += 1;
      else of(row).late += 1;
    }
    for (const row of accepted) of(row).accepted += 1;
    for (const row of refused) of(row).refused += 1;
  }
  const remarks = new Map<number, HandInRemark[]>();
  for (const { attemptId, itemId, ...counts } of found.values()) {
    const text = sentenceOf(counts);
    if (text !== '') remarks.set(attemptId, [...(remarks.get(attemptId) ?? []), { itemId, text, counts }]);
  }
  return remarks;
}

/** What is to be said of a whole paper: the counts of its items together, each item's recording by itself. */
export function paperRemarks(remarks: readonly HandInRemark[]): string[] {
  const sum = (name: keyof HandInCounts) => remarks.reduce((total, { counts }) => total + counts[name], 0);
  const rest = { grace: sum('grace'), late: sum('late'), signedOut: sum('signedOut'), accepted: sum('accepted') };
  const whole = sentenceOf({ ...rest, refused: sum('refused'), over: 0 });
  const over = remarks.filter(({ counts }) => counts.over > 0).map(({ counts }) => `录音超时 ${counts.over} 秒`);
  return [...over, ...(whole === '' ? [] : [whole])];
}

function sentenceOf({ grace, late, signedOut, accepted, refused, over }: HandInCounts): string {
  return [
    over > 0 ? `录音超时 ${over} 秒` : '',
    grace > 0 ? `${grace} 项在宽限内到达，已计入` : '',
    late > 0 ? `${late} 项收卷后才到，没有计入` : '',
    signedOut > 0 ? `${signedOut} 项到达时登录已失效，没有计入` : '',
    accepted > 0 ? `${accepted} 项迟到，老师已计入` : '',
    refused > 0 ? `${refused} 个文件没有收下` : '',
  ]
    .filter((text) => text !== '')
    .join('，');
}
