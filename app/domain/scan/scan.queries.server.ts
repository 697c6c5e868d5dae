import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { actsByCode } from '~/domain/exam/blind.rules';
import { getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import { windowOf } from '~/domain/exam/times.rules';
import { listCandidates, type Candidate } from '~/domain/exam/people.queries.server';
import { getSheetPlan } from '~/domain/exam/print.queries.server';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import { pictureUrl, type Rotation } from '~/domain/file/file.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { isMarkedByCode } from '~/domain/scoring/paper/by-code.queries.server';
import { AppError } from '~/lib/errors';
import {
  overviewOf,
  scanObstacle,
  SILENCE_MS,
  withoutPlaced,
  type PaperState,
  type ScanOverview,
  type ScanPage,
} from './scan.rules';

/** What was not taken of a heap, and why. */
export type ScanNote = { name: string; text: string };

export type ScanHeap = {
  id: string;
  state: 'reading' | 'read' | 'died';
  done: number;
  total: number;
  createdAt: number;
  notes: ScanNote[];
};

export type ScanView = ScanOverview & {
  exam: { id: number; name: string; isBlind: boolean; isShuffled: boolean };
  /** Why nothing can be placed now; null when it can. */
  obstacle: string | null;
  /** Marked without names, and somebody has begun: nothing is put into a paper that is there, nor taken out. */
  isMarkedByCode: boolean;
  pageCount: number;
  /** Numbers of the questions that a key marks: they stand on no sheet, nobody reads their answers from a picture. */
  keyed: number[];
  candidates: Candidate[];
  /** The newest first. */
  heaps: ScanHeap[];
};

/** An own exam that sheets may be put into, with what stands on their pages. */
export type ScanExam = {
  exam: ExamView;
  itemIds: number[][];
  /** Of the sheets as they would be printed now. */
  layout: string;
  keyed: number[];
  obstacle: string | null;
  candidates: Candidate[];
};

/** @throws AppError not_found, forbidden for anybody but its owner */
export async function getScanExam(actor: Actor, examId: number, now: number): Promise<ScanExam> {
  const exam = await getOwnExam(actor, examId);
  const { itemIds, layout, keyed, isDrawn } = await getSheetPlan(actor, examId);
  const window = windowOf(exam, 'written');
  const begun = window !== null && now >= window.beginsAt;
  const obstacle = scanObstacle({ status: exam.status, isDrawn, pages: itemIds.length, begun });
  return { exam, itemIds, layout, keyed, obstacle, candidates: await listCandidates(exam) };
}

/** @throws AppError as getScanExam; conflict with the obstacle */
export async function requireScanExam(actor: Actor, examId: number, now: number): Promise<ScanExam> {
  const found = await getScanExam(actor, examId, now);
  if (found.obstacle !== null) throw new AppError('conflict', found.obstacle);
  return found;
}

/**
 * What was found in the scanned sheets of an own exam.
 * @throws AppError as getScanExam
 */
export async function getScans(actor: Actor, examId: number, now: number): Promise<ScanView> {
  const { exam, itemIds, keyed, obstacle, candidates } = await getScanExam(actor, examId, now);
  const { settings } = exam;
  const isShuffled = settings.shuffleItems || settings.shuffleOptions;
  const overview = overviewOf(await listScanPages(examId), candidates, await listPaperStates(examId), itemIds.length);
  return {
    ...(actsByCode(exam) ? withoutPlaced(overview) : overview),
    isMarkedByCode: await isMarkedByCode(exam, 'written'),
    exam: { id: exam.id, name: exam.name, isBlind: settings.isBlind, isShuffled },
    obstacle,
    pageCount: itemIds.length,
    keyed,
    candidates,
    heaps: await listHeaps(examId, now),
  };
}

/** Every page of an exam as it came. Asks no rights. */
export async function listScanPages(examId: number): Promise<ScanPage[]> {
  const rows = await db()
    .selectFrom('scan_pages')
    .innerJoin('scan_heaps', 'scan_heaps.id', 'scan_pages.heap_id')
    .selectAll('scan_pages')
    .where('scan_pages.exam_id', '=', examId)
    .orderBy('scan_heaps.created_at')
    .orderBy('scan_pages.heap_id')
    .orderBy('scan_pages.position')
    .execute();
  return rows.map((row) => ({
    fileId: row.file_id,
    url: pictureUrl(row.file_id, { rotation: row.rotation as Rotation }),
    source: row.source,
    note: row.note,
    studentId: row.student_id,
    page: row.page,
    rotation: row.rotation,
    state: row.state as ScanPage['state'],
  }));
}

async function listPaperStates(examId: number): Promise<Map<number, PaperState>> {
  const rows = await db()
    .selectFrom('attempts')
    .select(['student_id', 'state'])
    .where('exam_id', '=', examId)
    .where('part', '=', 'written')
    .where('number', '<', RESIT_NUMBER)
    .orderBy('number')
    .execute();
  const states: Record<string, PaperState> = { in_progress: 'open', scored: 'scored' };
  return new Map(rows.map((row) => [row.student_id, states[row.state] ?? 'handed_in']));
}

async function listHeaps(examId: number, now: number): Promise<ScanHeap[]> {
  const rows = await db()
    .selectFrom('scan_heaps')
    .selectAll()
    .where('exam_id', '=', examId)
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    state: row.state !== 'reading' ? 'read' : row.updated_at < now - SILENCE_MS ? 'died' : 'reading',
    done: row.done,
    total: row.total,
    createdAt: row.created_at,
    notes: fromJson<ScanNote[]>(row.notes),
  }));
}
