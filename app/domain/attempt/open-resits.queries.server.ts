import { db } from '~/db/db.server';
import { listExamItems } from '~/domain/exam/exam.queries.server';
import type { Part } from '~/domain/exam/parts.rules';
import { listResits } from '~/domain/exam/resit.queries.server';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import { takesPhotos } from './answer.rules';

/** A re-sit that is not scored yet, and what may still come to it. */
export type OpenResit = {
  studentId: number;
  part: Part;
  /** Null: it is not begun. */
  attemptId: number | null;
  /** Begun, and still being written, or its photos are still taken. */
  isRunning: boolean;
  isWriting: boolean;
  /** Until when answers are taken, or it may be begun. */
  answersUntil: number;
  /** The same of photos; null where none are asked for, or it is not begun. */
  photosUntil: number | null;
  /** The last of what may still come to it; null: nothing. */
  until: number | null;
};

/** The open re-sits of an exam: the one answer to which of them still run. Asks no rights. */
export async function listOpenResits(examId: number, now: number, part?: Part): Promise<OpenResit[]> {
  const open = (await listResits(examId, part)).filter(({ state }) => state === 'open');
  if (open.length === 0) return [];
  const papers = await db()
    .selectFrom('attempts')
    .select(['id', 'student_id', 'part', 'state', 'deadline_at', 'upload_deadline_at'])
    .where('exam_id', '=', examId)
    .where('number', '>=', RESIT_NUMBER)
    .orderBy('id')
    .execute();
  const items = papers.length === 0 ? [] : await listExamItems(examId);
  const withPhotos = new Set(items.filter((item) => takesPhotos(item.snapshot)).map((item) => item.part));
  return open.map((resit): OpenResit => {
    const own = { studentId: resit.studentId, part: resit.part };
    const paper = papers.find((one) => one.student_id === resit.studentId && one.part === resit.part);
    if (!paper) {
      const answersUntil = resit.endsAt + resit.extraMinutes * 60_000;
      const until = answersUntil > now ? answersUntil : null;
      return { ...own, attemptId: null, isRunning: false, isWriting: false, answersUntil, photosUntil: null, until };
    }
    const isWriting = paper.state === 'in_progress';
    const answersUntil = paper.deadline_at;
    const photosUntil = withPhotos.has(resit.part) ? paper.upload_deadline_at : null;
    const isRunning = isWriting || (photosUntil ?? 0) > now;
    const until = isRunning ? Math.max(isWriting ? answersUntil : 0, photosUntil ?? 0) : null;
    return { ...own, attemptId: paper.id, isRunning, isWriting, answersUntil, photosUntil, until };
  });
}
