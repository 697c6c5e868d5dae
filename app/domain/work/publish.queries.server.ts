import { toResult } from '~/lib/addresses/results';
import { thresholdsOf, USUAL_THRESHOLDS } from '~/lib/bands';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { isReleasedForStudent } from '~/domain/exam/released.queries.server';
import { examSettingsSchema, type ExamSettings } from '~/domain/exam/exam-settings.schema';
import type { Part } from '~/domain/exam/parts.rules';
import type { Rotation } from '~/domain/file/file.rules';
import { getPractisable, getTry, type TryView } from '~/domain/practice/practice.queries.server';
import { practicePath, targetOf } from '~/domain/practice/practice.rules';
import type { Bank } from '~/domain/question-bank/question.schema';
import { shownScore } from '~/domain/scoring/result/result-display.rules';
import { getOwnResult, type ResultItem } from '~/domain/scoring/result/result.queries.server';
import { roundHalfUp } from '~/domain/scoring/paper/scoring.rules';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { listTeacherIdsOfClassroom } from '~/domain/user/user.queries.server';
import { AppError, notFound } from '~/lib/errors';
import { showContents, type ShownItem } from './work-content.queries.server';
import type { WorkScore } from './work.queries.server';
import {
  isHighScore,
  mayPublishAgain,
  practicePercent,
  WORK_MIN_SCORE,
  workContent,
  type WorkContent,
  type WorkSource,
  type WorkState,
} from './work.rules';

/** One recording, photo or text that may be shown. */
export type Piece = {
  /** The file's id, or text-N. */
  key: string;
  item: number;
  kind: 'take' | 'photo' | 'text';
  /** 第 2 条录音（计分） */
  label: string;
  isDefault: boolean;
  /** Of a photo. */
  rotation: Rotation;
  /** Of a recording. */
  durationMs: number | null;
};

type PieceFile = {
  id: string;
  kind: 'take' | 'photo';
  label: string;
  isDefault: boolean;
  rotation: Rotation;
  durationMs: number | null;
};
type PieceItem = { title: string; files: PieceFile[]; text: string };

/** What an own result or practice would be as a work. */
export type Publishable = {
  source: WorkSource;
  part: Part;
  percent: number;
  isSelfRated: boolean;
  /** Of the exam: whether it shows points. */
  settings: ExamSettings | null;
  /** A title to begin with. */
  title: string;
  pieces: Piece[];
  items: PieceItem[];
  /** The earlier publication of the same, if there is one. */
  existing: ExistingWork | null;
  /** Why it cannot be published, in a sentence; null when it can. */
  obstacle: string | null;
};

export type ExistingWork = {
  id: number;
  state: WorkState;
  reason: string;
  mayPublishAgain: boolean;
  title: string;
  description: string;
  isAnonymous: boolean;
  content: string;
};

/** As a URL or a form names it: exactly one is set. */
type SourceIds = { attemptId: number | null; practiceId: number | null };

type Found = Pick<Publishable, 'source' | 'part' | 'isSelfRated' | 'settings' | 'title' | 'items'> & {
  percent: number | null;
  /** How many items are left out while another exam that asks them is open. */
  closedCount: number;
};

/**
 * What the actor could publish of an own released result or own practice.
 * @throws AppError not_found for what is not theirs, not released or gone
 */
export async function getPublishable(
  actor: Actor,
  { attemptId, practiceId }: SourceIds,
  now: number,
): Promise<Publishable> {
  if (isTeacher(actor)) throw new AppError('forbidden', '只有学生可以发布作品。');
  if ((attemptId === null) === (practiceId === null)) throw notFound('成绩或练习');
  const found =
    attemptId === null ? await ofPractice(actor, practiceId ?? 0, now) : await ofAttempt(actor, attemptId, now);
  const existing = await findExisting(found.source);
  const { closedCount: _closed, ...open } = found;
  return {
    ...open,
    percent: found.percent ?? 0,
    pieces: piecesOf(found.items),
    existing,
    obstacle: await obstacleOf(actor, found, existing),
  };
}

async function ofAttempt(actor: Actor, attemptId: number, now: number): Promise<Found> {
  const attempt = await db()
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .select(['attempts.exam_id', 'attempts.percent', 'exams.settings'])
    .where('attempts.id', '=', attemptId)
    .where('attempts.student_id', '=', actor.id)
    .executeTakeFirst();
  if (!attempt || !(await isReleasedForStudent(attempt.exam_id, actor.id))) throw notFound('成绩');
  const result = await getOwnResult(actor, attempt.exam_id, now);
  // Of several attempts only the one that counts.
  const part = result.isReleased ? result.parts.find((one) => one.attempt?.id === attemptId) : undefined;
  if (!result.isReleased || !part) throw notFound('成绩');
  return {
    source: { attemptId, practiceId: null },
    part: part.part,
    percent: attempt.percent,
    isSelfRated: false,
    settings: examSettingsSchema.parse(fromJson(attempt.settings)),
    title: part.part === 'oral' ? (part.items[0]?.snapshot.title ?? result.exam.name) : result.exam.name,
    items: part.items.map(pieceItem),
    closedCount: part.closedCount,
  };
}

/** What the student gave to an item by hand or voice; what a key marks is nothing to show. */
function pieceItem(item: ResultItem): PieceItem {
  const { title, bank } = item.snapshot;
  const takes = item.takes
    .filter((take) => take.removedOn === null)
    .map((take) => ({
      id: take.fileId,
      kind: 'take' as const,
      label: `第 ${take.number} 条录音${take.isChosen ? '（计分）' : ''}`,
      isDefault: take.isChosen,
      rotation: 0 as const,
      durationMs: take.durationMs,
    }));
  const photos = item.photos.map((photo, index) => ({
    id: photo.fileId,
    kind: 'photo' as const,
    label: `第 ${index + 1} 张照片`,
    isDefault: true,
    rotation: photo.rotation,
    durationMs: null,
  }));
  const text = bank === 'written' ? (item.answer?.value.text ?? '').trim() : '';
  return { title, files: bank === 'theory' ? [] : [...takes, ...photos], text };
}

async function ofPractice(actor: Actor, practiceId: number, now: number): Promise<Found> {
  const one = await getTry(actor, practiceId, now);
  if (one.bank === 'theory') throw notFound('练习');
  const { snapshot } = await getPractisable(actor, one.target, now);
  const files = one.files
    .filter((file) => file.removedOn === null)
    .map((file, index) => ({
      id: file.id,
      kind: one.bank === 'oral' ? ('take' as const) : ('photo' as const),
      label: one.bank === 'oral' ? '录音' : `第 ${index + 1} 张照片`,
      isDefault: true,
      rotation: 0 as const,
      durationMs: file.durationMs,
    }));
  return {
    source: { attemptId: null, practiceId },
    part: one.bank,
    percent: practicePercent(one),
    isSelfRated: true,
    settings: null,
    title: snapshot.title,
    items: [{ title: snapshot.title, files, text: (one.value.text ?? '').trim() }],
    closedCount: 0,
  };
}

function piecesOf(items: PieceItem[]): Piece[] {
  return items.flatMap(({ files, text }, item) => [
    ...files.map(({ id, ...file }) => ({ key: id, item, ...file })),
    ...(text === ''
      ? []
      : [
          {
            key: `text-${item}`,
            item,
            kind: 'text' as const,
            label: '文字',
            isDefault: true,
            rotation: 0 as const,
            durationMs: null,
          },
        ]),
  ]);
}

/** The content with these pieces, in the paper's order; null takes the default ones. Unknown keys are left out. */
export function contentOfPieces(from: Pick<Publishable, 'items' | 'pieces'>, keys: string[] | null): WorkContent {
  const chosen = new Set(keys ?? from.pieces.flatMap((piece) => (piece.isDefault ? [piece.key] : [])));
  return workContent(
    from.items.map(({ title, files, text }, item) => ({
      title,
      fileIds: files.flatMap(({ id }) => (chosen.has(id) ? [id] : [])),
      text: chosen.has(`text-${item}`) ? text : '',
    })),
  );
}

async function findExisting({ attemptId, practiceId }: WorkSource): Promise<ExistingWork | null> {
  const row = await db()
    .selectFrom('works')
    .selectAll()
    .$if(attemptId !== null, (query) => query.where('attempt_id', '=', attemptId))
    .$if(practiceId !== null, (query) => query.where('practice_id', '=', practiceId))
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    state: row.state as WorkState,
    reason: row.reason,
    mayPublishAgain: mayPublishAgain({ state: row.state, studentId: row.student_id, decidedBy: row.decided_by }),
    title: row.title,
    description: row.description,
    isAnonymous: row.is_anonymous === 1,
    content: row.content,
  };
}

async function obstacleOf(actor: Actor, found: Found, existing: ExistingWork | null): Promise<string | null> {
  if (!isHighScore(found.percent)) {
    return found.isSelfRated
      ? `自评达到 ${WORK_MIN_SCORE} 分的练习才能发布：录音要自评“5 很好”，笔试要对照评分要点保存得分。`
      : `${WORK_MIN_SCORE} 分及以上的成绩才能发布成作品。`;
  }
  if (piecesOf(found.items).length === 0 && found.closedCount > 0) {
    return '这份答卷的题目正用在另一场考试里，那场考试结束以后才能发布。';
  }
  if (piecesOf(found.items).length === 0) return '这份答卷里没有录音、照片或文字，没有可以展示的内容。';
  if (existing && !existing.mayPublishAgain) {
    if (existing.state === 'withdrawn') return `老师撤回了这份作品：${existing.reason}。有疑问可以向老师提问。`;
    return existing.state === 'pending' ? '这份作品已经提交，正在等老师审核。' : '这份作品已经发布在高分作品里。';
  }
  if (actor.classroomId === null) return '你还没有分到班级，没有老师审核作品。请先联系老师。';
  if (await hasConsent(actor.id)) return null;
  const names = await teacherNames(actor.classroomId);
  const who = names.length > 0 ? `班级老师（${names.join('、')}）` : '班级老师';
  return `发布作品要先有监护人同意。请监护人告诉${who}，老师在你的学生资料里记录后就能发布。`;
}

/** Whether the guardian's consent is recorded on the student. */
export async function hasConsent(studentId: number): Promise<boolean> {
  const row = await db().selectFrom('users').select('has_consent').where('id', '=', studentId).executeTakeFirst();
  return row?.has_consent === 1;
}

async function teacherNames(classroomId: number): Promise<string[]> {
  const ids = await listTeacherIdsOfClassroom(classroomId);
  if (ids.length === 0) return [];
  const rows = await db().selectFrom('users').select('name').where('id', 'in', ids).orderBy('id').execute();
  return rows.map((row) => row.name);
}

/** The page of publishing: what may be shown, what is ticked at first, and how that looks to others. */
export async function getPublishPage(actor: Actor, source: SourceIds, now: number) {
  const found = await getPublishable(actor, source, now);
  const { existing, percent, settings, ...open } = found;
  const points = roundHalfUp(percent);
  const score: WorkScore = {
    ...(settings ? shownScore(points, settings) : { percent: points, grade: null }),
    thresholds: thresholdsOf(settings ?? USUAL_THRESHOLDS),
    isHeldBack: false,
    isSelfRated: found.isSelfRated,
  };
  const earlier = existing ? fromJson<WorkContent>(existing.content) : null;
  const chosen = found.pieces.flatMap((piece) => {
    const text = found.items[piece.item]?.text ?? '';
    const isChosen = !earlier
      ? piece.isDefault
      : piece.kind === 'text'
        ? earlier.items.some((item) => item.text === text)
        : earlier.fileIds.includes(piece.key);
    return isChosen ? [piece.key] : [];
  });
  const classroom = await db()
    .selectFrom('classrooms')
    .select('name')
    .where('id', '=', actor.classroomId ?? 0)
    .executeTakeFirst();
  return {
    ...open,
    existing,
    score,
    chosen,
    shown: await showPieces(found, chosen),
    className: classroom?.name ?? '',
    backHref: await backHref(found.source),
  };
}

/** How these pieces of an own answer look to others. */
export async function previewPieces(
  actor: Actor,
  source: SourceIds,
  keys: string[],
  now: number,
): Promise<ShownItem[]> {
  return showPieces(await getPublishable(actor, source, now), keys);
}

async function showPieces(from: Pick<Publishable, 'items' | 'pieces'>, keys: string[]): Promise<ShownItem[]> {
  const [items = []] = await showContents([contentOfPieces(from, keys)]);
  return items;
}

/** The result or the practice it is of. */
async function backHref({ attemptId, practiceId }: WorkSource): Promise<string> {
  if (attemptId !== null) {
    const attempt = await db()
      .selectFrom('attempts')
      .select('exam_id')
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow();
    return toResult({ examId: attempt.exam_id });
  }
  const practice = await db()
    .selectFrom('practices')
    .select(['bank', 'question_id', 'item_id'])
    .where('id', '=', practiceId)
    .executeTakeFirstOrThrow();
  const bank = practice.bank as Bank;
  return practicePath(bank, targetOf(practice), bank === 'written' ? { done: practiceId } : {});
}

// ---- Where publishing is offered ---------------------------------------------------------------------------------

/** A link to publishing, or what became of what was published already. */
export type WorkOffer = { source: WorkSource; work: { id: number; state: WorkState } | null };

/** Of the actor's own result: an offer for each part that is good enough. */
export async function listOffersOfResult(
  actor: Actor,
  parts: { attempt: { id: number } | null; items: Pick<ResultItem, 'takes' | 'photos' | 'answer' | 'snapshot'>[] }[],
): Promise<(WorkOffer & { attemptId: number })[]> {
  const ids = parts.flatMap((part) =>
    part.attempt && piecesOf(part.items.map((item) => pieceItem(item as ResultItem))).length > 0
      ? [part.attempt.id]
      : [],
  );
  if (ids.length === 0) return [];
  const rows = await db()
    .selectFrom('attempts')
    .leftJoin('works', 'works.attempt_id', 'attempts.id')
    .select(['attempts.id', 'attempts.percent', 'works.id as work_id', 'works.state'])
    .where('attempts.id', 'in', ids)
    .where('attempts.student_id', '=', actor.id)
    .orderBy('attempts.part')
    .execute();
  return rows
    .filter((row) => row.work_id !== null || isHighScore(row.percent))
    .map((row) => ({
      attemptId: row.id,
      source: { attemptId: row.id, practiceId: null },
      work: row.work_id === null ? null : { id: row.work_id, state: row.state as WorkState },
    }));
}

/** Of own tries at a question: an offer by the try's id for each that is good enough. */
export async function offersOfTries(tries: TryView[]): Promise<Record<number, WorkOffer>> {
  const ids = tries.map((one) => one.id);
  if (ids.length === 0) return {};
  const rows = await db()
    .selectFrom('works')
    .select(['id', 'state', 'practice_id'])
    .where('practice_id', 'in', ids)
    .execute();
  const works = new Map(rows.map((row) => [row.practice_id, { id: row.id, state: row.state as WorkState }]));
  const offers: Record<number, WorkOffer> = {};
  for (const one of tries) {
    const work = works.get(one.id) ?? null;
    if (one.bank === 'theory' || !(work || isHighScore(practicePercent(one)))) continue;
    offers[one.id] = { source: { attemptId: null, practiceId: one.id }, work };
  }
  return offers;
}
