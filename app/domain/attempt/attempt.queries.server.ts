import type { Selectable } from 'kysely';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { AttemptsTable } from '~/db/tables/attempts';
import type { ExamItemView } from '~/domain/exam/exam.queries.server';
import type { Part } from '~/domain/exam/parts.rules';
import { isSilentAt } from '~/domain/file/loudness.rules';
import { removalDays } from '~/domain/file/file.queries.server';
import { pictureUrl, type Rotation } from '~/domain/file/file.rules';
import { toFile } from '~/lib/addresses/files';
import { notFound } from '~/lib/errors';
import { isBlankAnswer } from './answer.rules';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import {
  cameSignedOut,
  overSeconds,
  recordLimit,
  type AttemptState,
  type ClosedBy,
  type KeptOutcome,
  type Receipt,
  type WorkedItem,
} from './attempt.rules';
import { listPaperItems } from './paper.queries.server';

/** One attempt of a student in a part of an exam; students read it too, so what it has reached is no part of it. */
export type AttemptView = {
  id: number;
  examId: number;
  studentId: number;
  part: Part;
  /** From 1; a second one only when granted. */
  number: number;
  state: AttemptState;
  startedAt: number;
  /** Answers before it count; within GRACE_MS after it they count and are marked. */
  deadlineAt: number;
  /** Photos before it count; null for oral. */
  uploadDeadlineAt: number | null;
  submittedAt: number | null;
  closedBy: ClosedBy | null;
  receiptCode: string | null;
  receiptRevision: number;
  receipt: Receipt | null;
  version: number;
};

/** A receipt as it is stored, as the rest of the app knows it. */
export function fromReceipt(receipt: string | null): Receipt | null {
  return receipt === null ? null : fromJson<Receipt>(receipt);
}

/** A row as the rest of the app knows it. */
export function toAttemptView(row: Selectable<AttemptsTable>): AttemptView {
  return {
    id: row.id,
    examId: row.exam_id,
    studentId: row.student_id,
    part: row.part as Part,
    number: row.number,
    state: row.state as AttemptState,
    startedAt: row.started_at,
    deadlineAt: row.deadline_at,
    uploadDeadlineAt: row.upload_deadline_at,
    submittedAt: row.submitted_at,
    closedBy: row.closed_by as ClosedBy | null,
    receiptCode: row.receipt_code,
    receiptRevision: row.receipt_revision,
    receipt: fromReceipt(row.receipt),
    version: row.version,
  };
}

/**
 * The attempt, asking no rights: for other domain functions that check their own.
 * @throws AppError not_found
 */
export async function getAttemptView(id: number): Promise<AttemptView> {
  const row = await db().selectFrom('attempts').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('答卷');
  return toAttemptView(row);
}

/** Whose an attempt is; null when there is none. Asks no rights. */
export async function findAttemptOwner(id: number): Promise<number | null> {
  const row = await db().selectFrom('attempts').select('student_id').where('id', '=', id).executeTakeFirst();
  return row?.student_id ?? null;
}

/** A student's attempts in a part of an exam, by number. Asks no rights. */
export async function listAttemptsOf(examId: number, studentId: number, part: Part): Promise<AttemptView[]> {
  const rows = await db()
    .selectFrom('attempts')
    .selectAll()
    .where('exam_id', '=', examId)
    .where('student_id', '=', studentId)
    .where('part', '=', part)
    .orderBy('number')
    .execute();
  return rows.map(toAttemptView);
}

/** A recording of one item. Takes that came too late are kept with the outcome `refused` and never chosen. */
export type TakeView = {
  id: number;
  itemId: number;
  fileId: string;
  url: string;
  number: number;
  isChosen: boolean;
  durationMs: number;
  /** How much longer than the item allows; 0 within its limit. */
  overSeconds: number;
  /** How long its header says it is, when clearly less of it can be heard; otherwise null. */
  promisedMs: number | null;
  /** Nobody can be heard in it. */
  isSilent: boolean;
  /** 0 where whoever marks a blind exam may not know. */
  receivedAt: number;
  outcome: KeptOutcome;
  /** The day it was deleted after the school's term; null while it can be played. */
  removedOn: string | null;
};

/** A photo of one item; what the student took away again has `removedAt`. */
export type PhotoView = {
  id: number;
  itemId: number;
  fileId: string;
  /** Shows it turned as it should be looked at. */
  url: string;
  /** Degrees clockwise. */
  rotation: Rotation;
  /** Of the picture unturned. */
  width: number;
  height: number;
  position: number;
  receivedAt: number;
  outcome: KeptOutcome;
  removedAt: number | null;
  /** Of a scanned sheet that the teacher put in: the student neither removes nor replaces it. */
  isScanned: boolean;
};

/** What the student gave for one item as it counts. */
export type AnswerView = { value: AnswerValue; revision: number; savedAt: number; isInGrace: boolean };

/** A version that did not count; `id` is the journal's. */
export type RefusedAnswer = {
  id: number;
  itemId: number;
  value: AnswerValue;
  receivedAt: number;
  outcome: 'refused' | 'conflict';
  /** It came in time, when its sender's session had ended. */
  isSignedOut: boolean;
};

/** What came late and was let count. */
export type LateAcceptance = {
  kind: 'answer' | 'take' | 'photo';
  refId: number;
  reason: string;
  acceptedBy: string;
  acceptedAt: number;
};

/** One item of an attempt with everything the student did for it. */
export type AttemptItem = ExamItemView & {
  answer: AnswerView | null;
  /** That count, by number. */
  takes: TakeView[];
  /** That count and were not removed, by position. */
  photos: PhotoView[];
  /** Came after the grace: shown to the teacher, not counted. */
  lateTakes: TakeView[];
  latePhotos: PhotoView[];
  lateAnswers: RefusedAnswer[];
  acceptances: LateAcceptance[];
};

/** Everything of one attempt in paper order, answer keys included; asks no rights. Strip it for students. */
export async function listAttemptItems(attempt: Pick<AttemptView, 'id' | 'examId' | 'part'>): Promise<AttemptItem[]> {
  const items = await listPaperItems(attempt);
  const answers = await db().selectFrom('answers').selectAll().where('attempt_id', '=', attempt.id).execute();
  const takes = (await listTakes(attempt.id)).sort((a, b) => a.number - b.number);
  const photos = (await listPhotos(attempt.id)).filter((photo) => photo.removedAt === null);
  const late = await db()
    .selectFrom('answer_journal')
    .innerJoin('attempts', 'attempts.id', 'answer_journal.attempt_id')
    .selectAll('answer_journal')
    .select('attempts.submitted_at')
    .where('answer_journal.attempt_id', '=', attempt.id)
    .where('answer_journal.outcome', '=', 'refused')
    .orderBy('answer_journal.id')
    .execute();
  const acceptances = await listAcceptances(attempt.id);
  const isAccepted = (id: number) => acceptances.some((one) => one.kind === 'answer' && one.refId === id);
  return items.map((item) => {
    const answer = answers.find((one) => one.item_id === item.id);
    const ofItem = <T extends { itemId: number; outcome: KeptOutcome }>(rows: T[], isLate: boolean) =>
      rows.filter((row) => row.itemId === item.id && (row.outcome === 'refused') === isLate);
    return {
      ...item,
      answer: answer
        ? {
            value: fromJson<AnswerValue>(answer.value),
            revision: answer.revision,
            savedAt: answer.saved_at,
            isInGrace: answer.is_in_grace === 1,
          }
        : null,
      takes: ofItem(takes, false),
      photos: ofItem(photos, false),
      lateTakes: ofItem(takes, true),
      latePhotos: ofItem(photos, true),
      lateAnswers: late
        .filter((row) => row.item_id === item.id && !isAccepted(row.id))
        .map((row) => ({
          id: row.id,
          itemId: row.item_id,
          value: fromJson<AnswerValue>(row.value),
          receivedAt: row.received_at,
          isSignedOut: cameSignedOut(row.received_at, row.submitted_at),
          outcome: 'refused' as const,
        })),
      acceptances: acceptances.filter((one) => one.itemId === item.id).map(({ itemId: _itemId, ...one }) => one),
    };
  });
}

async function listAcceptances(attemptId: number): Promise<(LateAcceptance & { itemId: number })[]> {
  const rows = await db()
    .selectFrom('late_acceptances')
    .innerJoin('users', 'users.id', 'late_acceptances.accepted_by')
    .selectAll('late_acceptances')
    .select('users.name')
    .where('attempt_id', '=', attemptId)
    .orderBy('late_acceptances.id')
    .execute();
  return rows.map((row) => ({
    itemId: row.item_id,
    kind: row.kind as LateAcceptance['kind'],
    refId: row.ref_id,
    reason: row.reason,
    acceptedBy: row.name,
    acceptedAt: row.accepted_at,
  }));
}

/** Every take of an attempt, late ones included. */
export async function listTakes(attemptId: number): Promise<TakeView[]> {
  const rows = await db()
    .selectFrom('takes')
    .innerJoin('files', 'files.id', 'takes.file_id')
    .innerJoin('exam_items', 'exam_items.id', 'takes.item_id')
    .innerJoin('exams', 'exams.id', 'exam_items.exam_id')
    .selectAll('takes')
    .select(['files.removed_at', 'files.promised_ms', 'files.loudness', 'exam_items.snapshot', 'exams.settings'])
    .where('takes.attempt_id', '=', attemptId)
    .orderBy('takes.item_id')
    .orderBy('takes.number')
    .execute();
  const removedOn = await removalDays(rows);
  return rows.map((row) => ({
    id: row.id,
    itemId: row.item_id,
    fileId: row.file_id,
    url: toFile(row.file_id),
    number: row.number,
    isChosen: row.is_chosen === 1,
    durationMs: row.duration_ms,
    overSeconds: overSeconds(row.duration_ms, recordLimit(fromJson(row.settings), fromJson(row.snapshot))),
    promisedMs: row.promised_ms,
    isSilent: isSilentAt(row.loudness),
    receivedAt: row.received_at,
    outcome: row.outcome as KeptOutcome,
    removedOn: removedOn(row),
  }));
}

/** Every photo of an attempt by position, removed and late ones included. */
export async function listPhotos(attemptId: number): Promise<PhotoView[]> {
  const rows = await db()
    .selectFrom('photos')
    .innerJoin('files', 'files.id', 'photos.file_id')
    .leftJoin('scan_pages', (join) =>
      join
        .onRef('scan_pages.file_id', '=', 'photos.file_id')
        .onRef('scan_pages.attempt_id', '=', 'photos.attempt_id')
        .on('scan_pages.state', '=', 'placed'),
    )
    .selectAll('photos')
    .select(['files.width', 'files.height', 'scan_pages.file_id as scan'])
    .where('photos.attempt_id', '=', attemptId)
    .orderBy('photos.position')
    .orderBy('photos.received_at')
    .orderBy('photos.id')
    .execute();
  return rows.map((row) => {
    const rotation = row.rotation as Rotation;
    return {
      id: row.id,
      itemId: row.item_id,
      fileId: row.file_id,
      url: pictureUrl(row.file_id, { rotation }),
      rotation,
      // Every stored picture has a size; a square stands in for one whose row says none.
      width: row.width ?? 1000,
      height: row.height ?? 1000,
      position: row.position,
      receivedAt: row.received_at,
      outcome: row.outcome as KeptOutcome,
      removedAt: row.removed_at,
      isScanned: row.scan !== null,
    };
  });
}

/** What a receipt and the list of missing items are made from. */
export async function listWorkedItems(attempt: Pick<AttemptView, 'id' | 'examId' | 'part'>): Promise<WorkedItem[]> {
  return (await listAttemptItems(attempt)).map((item) => ({
    id: item.id,
    hasAnswer: item.answer !== null && !isBlankAnswer(item.answer.value),
    photos: item.photos.length,
    takes: item.takes.map(({ durationMs, isChosen }) => ({ durationMs, isChosen })),
  }));
}
