import { expressionBuilder } from 'kysely';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { Database } from '~/db/schema';
import { slicesOf } from '~/db/update-many.server';
import { isSilentAt } from '~/domain/file/loudness.rules';
import { formatDuration } from '~/lib/time';
import { cameSignedOut, overSeconds, recordLimit } from './attempt.rules';

/** What is to be said of an item beside its mark: over its limit, late, refused. */
export type HandInRemark = { itemId: number; text: string; counts: HandInCounts };

/** How many came so, and the longest delay of them; 0 where it is not known. */
type Came = { count: number; delayMs: number };

export type HandInCounts = {
  grace: Came;
  late: Came;
  signedOut: number;
  accepted: Came;
  refused: number;
  /** Seconds above the limit of a recording. */
  over: number;
  /** Recordings of which less can be heard than they promise, and in which nobody can. */
  short: number;
  silent: number;
};

/** Of a paper whatever the remarks of its items are made of. */
type Place = { attempt_id: number; item_id: number };
/** These attempts, or all of an exam. */
type Papers = number[] | { examId: number };
type Clock = { submitted_at: number | null; deadline_at: number; upload_deadline_at: number | null };

/**
 * Of papers what stands out in what was handed in, by attempt and item: a counting recording above its limit, what
 * came within the grace, what came too late and does not count or was accepted, each with its delay, and files that
 * were refused. The page of marking, the lists, the exports and the student's result say the same. Asked of a whole
 * exam it takes the same few queries however many sat it. Asks no rights.
 */
export async function listHandInRemarks(papers: Papers): Promise<Map<number, HandInRemark[]>> {
  const found = new Map<string, HandInCounts & { attemptId: number; itemId: number }>();
  const of = (row: Place) => {
    const key = `${row.attempt_id} ${row.item_id}`;
    const place = { attemptId: row.attempt_id, itemId: row.item_id };
    const known = found.get(key) ?? { ...place, ...emptyCounts() };
    found.set(key, known);
    return known;
  };
  for (const some of Array.isArray(papers) ? slicesOf(papers) : [papers]) {
    const takes = await listTakesOf(some);
    const limits = await listRecordLimits(takes.map((take) => take.item_id));
    for (const take of takes) {
      if (take.outcome === 'refused') addTo(of(take).late, answersDelay(take, take.received_at));
      const limit = limits.get(take.item_id);
      const over = take.outcome === 'refused' || !limit ? 0 : overSeconds(take.duration_ms, limit);
      if (over > 0) of(take).over = over;
      if (take.outcome !== 'refused' && take.promised_ms !== null) of(take).short += 1;
      if (take.outcome !== 'refused' && isSilentAt(take.loudness)) of(take).silent += 1;
      if (take.outcome === 'grace') addTo(of(take).grace, answersDelay(take, take.received_at));
    }
    for (const photo of await listPhotosOf(some)) {
      if (photo.outcome !== 'accepted')
        addTo(of(photo)[photo.outcome === 'grace' ? 'grace' : 'late'], photosDelay(photo, photo.received_at));
    }
    for (const answer of await listGraceAnswers(some)) addTo(of(answer).grace, answersDelay(answer, answer.saved_at));
    for (const { how, ...entry } of await listLateEntries(some)) {
      if (how === 'signedOut') of(entry).signedOut += 1;
      else addTo(of(entry)[how], entry.delayMs);
    }
    for (const row of await listRefusedFiles(some)) of(row).refused += 1;
  }
  const remarks = new Map<number, HandInRemark[]>();
  for (const { attemptId, itemId, ...counts } of found.values()) {
    const text = sentenceOf(counts);
    if (text !== '') remarks.set(attemptId, [...(remarks.get(attemptId) ?? []), { itemId, text, counts }]);
  }
  return remarks;
}

/** Nothing stands out. */
export function emptyCounts(): HandInCounts {
  const none = (): Came => ({ count: 0, delayMs: 0 });
  return { grace: none(), late: none(), signedOut: 0, accepted: none(), refused: 0, over: 0, short: 0, silent: 0 };
}

function addTo(came: Came, delayMs: number): void {
  came.count += 1;
  came.delayMs = Math.max(came.delayMs, delayMs);
}

/** After the deadline, or where the paper was closed before it, after that. */
const delayAfter = (deadline: number, closedAt: number | null, at: number) =>
  Math.max(0, at - (at >= deadline ? deadline : (closedAt ?? deadline)));
const answersDelay = (row: Clock, at: number) => delayAfter(row.deadline_at, row.submitted_at, at);
const photosDelay = (row: Clock, at: number) =>
  delayAfter(row.upload_deadline_at ?? row.deadline_at, row.submitted_at, at);

/** Of the attempts that a query joins only these. */
function only(papers: Papers) {
  const where = expressionBuilder<Database, 'attempts'>();
  return Array.isArray(papers) ? where('attempts.id', 'in', papers) : where('attempts.exam_id', '=', papers.examId);
}

function listTakesOf(papers: Papers) {
  return db()
    .selectFrom('takes')
    .innerJoin('attempts', 'attempts.id', 'takes.attempt_id')
    .innerJoin('files', 'files.id', 'takes.file_id')
    .select(['takes.attempt_id', 'takes.item_id', 'takes.duration_ms', 'takes.outcome', 'takes.received_at'])
    .select(['files.promised_ms', 'files.loudness'])
    .select(['attempts.submitted_at', 'attempts.deadline_at', 'attempts.upload_deadline_at'])
    .where(only(papers))
    .where((where) => where.or([where('takes.is_chosen', '=', 1), where('takes.outcome', '=', 'refused')]))
    .execute();
}

/** How long a recording of each of these items may be. */
async function listRecordLimits(itemIds: number[]): Promise<Map<number, number>> {
  const limits = new Map<number, number>();
  for (const ids of slicesOf([...new Set(itemIds)])) {
    const items = await db()
      .selectFrom('exam_items')
      .innerJoin('exams', 'exams.id', 'exam_items.exam_id')
      .select(['exam_items.id', 'exam_items.snapshot', 'exams.settings'])
      .where('exam_items.id', 'in', ids)
      .execute();
    for (const item of items) limits.set(item.id, recordLimit(fromJson(item.settings), fromJson(item.snapshot)));
  }
  return limits;
}

function listRefusedFiles(papers: Papers) {
  return db()
    .selectFrom('refused_files')
    .innerJoin('attempts', 'attempts.id', 'refused_files.attempt_id')
    .select(['refused_files.attempt_id', 'refused_files.item_id'])
    .where(only(papers))
    .execute();
}

function listPhotosOf(papers: Papers) {
  return db()
    .selectFrom('photos')
    .innerJoin('attempts', 'attempts.id', 'photos.attempt_id')
    .select(['photos.attempt_id', 'photos.item_id', 'photos.outcome', 'photos.received_at'])
    .select(['attempts.submitted_at', 'attempts.deadline_at', 'attempts.upload_deadline_at'])
    .where(only(papers))
    .where('photos.outcome', 'in', ['refused', 'grace'])
    .where('photos.removed_at', 'is', null)
    .execute();
}

function listGraceAnswers(papers: Papers) {
  return db()
    .selectFrom('answers')
    .innerJoin('attempts', 'attempts.id', 'answers.attempt_id')
    .select(['answers.attempt_id', 'answers.item_id', 'answers.saved_at'])
    .select(['attempts.submitted_at', 'attempts.deadline_at', 'attempts.upload_deadline_at'])
    .where(only(papers))
    .where('answers.is_in_grace', '=', 1)
    .execute();
}

type LateEntry = Place & { how: 'late' | 'signedOut' | 'accepted'; delayMs: number };

/** Answers that were refused and whatever late was accepted since. */
async function listLateEntries(papers: Papers): Promise<LateEntry[]> {
  const refused = await db()
    .selectFrom('answer_journal')
    .innerJoin('attempts', 'attempts.id', 'answer_journal.attempt_id')
    .select(['answer_journal.id', 'answer_journal.attempt_id', 'answer_journal.item_id', 'answer_journal.received_at'])
    .select(['attempts.submitted_at', 'attempts.deadline_at', 'attempts.upload_deadline_at'])
    .where(only(papers))
    .where('answer_journal.outcome', '=', 'refused')
    .execute();
  const accepted = await db()
    .selectFrom('late_acceptances')
    .innerJoin('attempts', 'attempts.id', 'late_acceptances.attempt_id')
    .leftJoin('takes', (join) =>
      join.onRef('takes.id', '=', 'late_acceptances.ref_id').on('late_acceptances.kind', '=', 'take'),
    )
    .leftJoin('photos', (join) =>
      join.onRef('photos.id', '=', 'late_acceptances.ref_id').on('late_acceptances.kind', '=', 'photo'),
    )
    .select(['late_acceptances.attempt_id', 'late_acceptances.item_id', 'late_acceptances.kind'])
    .select(['late_acceptances.ref_id', 'takes.received_at as take_at', 'photos.received_at as photo_at'])
    // A recording that was taken in beside the one that counts does not count.
    .where((where) => where.or([where('takes.id', 'is', null), where('takes.is_chosen', '=', 1)]))
    .select(['attempts.submitted_at', 'attempts.deadline_at', 'attempts.upload_deadline_at'])
    .where(only(papers))
    .execute();
  const answers = new Map(refused.map((row) => [row.id, row]));
  const yes = new Set(accepted.filter((row) => row.kind === 'answer').map((row) => row.ref_id));
  return [
    ...refused
      .filter((row) => !yes.has(row.id))
      .map((row): LateEntry => {
        const how = cameSignedOut(row.received_at, row.submitted_at) ? 'signedOut' : 'late';
        return { ...row, how, delayMs: answersDelay(row, row.received_at) };
      }),
    ...accepted.map((row): LateEntry => {
      const at = row.kind === 'answer' ? answers.get(row.ref_id)?.received_at : row.take_at;
      const delayMs =
        row.kind === 'photo' ? photosDelay(row, row.photo_at ?? 0) : answersDelay(row, at ?? row.deadline_at);
      return { ...row, how: 'accepted', delayMs };
    }),
  ];
}

/** What is to be said of a whole paper: the counts of its items together, and once what is over a limit alike. */
export function paperRemarks(remarks: readonly HandInRemark[]): string[] {
  const whole = emptyCounts();
  const over = new Map<number, number>();
  for (const { counts } of remarks) {
    for (const name of ['grace', 'late', 'accepted'] as const) {
      whole[name].count += counts[name].count;
      whole[name].delayMs = Math.max(whole[name].delayMs, counts[name].delayMs);
    }
    whole.signedOut += counts.signedOut;
    for (const name of ['refused', 'short', 'silent'] as const) whole[name] += counts[name];
    if (counts.over > 0) over.set(counts.over, (over.get(counts.over) ?? 0) + 1);
  }
  const long = [...over].map(([seconds, count]) => `录音超时 ${seconds} 秒${itemsText(count)}`);
  const rest = sentenceOf(whole);
  const all = [...long, ...(rest === '' ? [] : [rest])];
  return all.length === 0 ? [] : [all.join('，')];
}

/**
 * What whoever opens a paper should know of its recordings, each in a word. Without names silence is heard in the paper
 * only: 监考 named whose recording it was while the exam ran, and the one that is picked out here would be that.
 */
export function recordingRemarks(remarks: readonly HandInRemark[], { isBlind = false } = {}): string[] {
  const most = Math.max(0, ...remarks.map(({ counts }) => counts.over));
  const has = (name: 'short' | 'silent') => remarks.some(({ counts }) => counts[name] > 0);
  return [
    ...(most > 0 ? [`超时 ${most} 秒`] : []),
    ...(has('short') ? ['不完整'] : []),
    ...(has('silent') && !isBlind ? ['几乎没有声音'] : []),
  ];
}

/** `（晚 38 秒）`; nothing where it is not known. */
function delayText({ count, delayMs }: Came): string {
  return delayMs === 0 ? '' : `（${count > 1 ? '最多晚' : '晚'} ${formatDuration(Math.max(1000, delayMs))}）`;
}

const itemsText = (count: number) => (count > 1 ? `（${count} 项）` : '');

function sentenceOf({ grace, late, signedOut, accepted, refused, over, short, silent }: HandInCounts): string {
  return [
    over > 0 ? `录音超时 ${over} 秒` : '',
    short > 0 ? `录音不完整${itemsText(short)}` : '',
    silent > 0 ? `录音里几乎没有声音${itemsText(silent)}` : '',
    grace.count > 0 ? `${grace.count} 项在宽限内到达${delayText(grace)}，已计入` : '',
    late.count > 0 ? `${late.count} 项收卷后才到${delayText(late)}，没有计入` : '',
    signedOut > 0 ? `${signedOut} 项到达时登录已失效，没有计入` : '',
    accepted.count > 0 ? `${accepted.count} 项迟到${delayText(accepted)}，老师已计入` : '',
    refused > 0 ? `${refused} 个文件没有收下` : '',
  ]
    .filter((text) => text !== '')
    .join('，');
}
