import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { examSettingsSchema } from '~/domain/exam/exam-settings.schema';
import { GRACE_MS } from '~/domain/exam/times.rules';
import { PART_LABELS, partsOf } from '~/domain/exam/parts.rules';
import { RESIT_NUMBER, RESIT_STATE_LABELS } from '~/domain/exam/resit.rules';
import { countedAttempt } from '../paper/scoring.rules';

/** What a list says of an exam that was sat again, and since when its result has been that. */
export type ResitTag = { text: string; since: number };

/**
 * Of these exams those whose re-sits, scored or missed, a student has behind them: which part, which sitting counts and
 * since when it is known. Asks no rights.
 */
export async function listResitTags(studentId: number, examIds: number[]): Promise<Map<number, ResitTag>> {
  if (examIds.length === 0) return new Map();
  const resits = await db()
    .selectFrom('exam_resits')
    .innerJoin('exams', 'exams.id', 'exam_resits.exam_id')
    .select(['exam_resits.exam_id', 'exam_resits.part', 'exam_resits.state'])
    .select(['exam_resits.ends_at', 'exam_resits.extra_minutes', 'exams.settings', 'exams.test_type'])
    .where('exam_resits.student_id', '=', studentId)
    .where('exam_resits.exam_id', 'in', examIds)
    .where('exam_resits.state', '!=', 'open')
    .execute();
  if (resits.length === 0) return new Map();
  const attempts = await db()
    .selectFrom('attempts')
    .leftJoin('scores', (join) => join.onRef('scores.attempt_id', '=', 'attempts.id').on('scores.state', '=', 'final'))
    .leftJoin('score_decisions', 'score_decisions.attempt_id', 'attempts.id')
    .select(['attempts.exam_id', 'attempts.part', 'attempts.number', 'attempts.percent'])
    .select((select) => select.fn.max('scores.finalised_at').as('finalised_at'))
    .select((select) => select.fn.max('score_decisions.decided_at').as('decided_at'))
    .where('attempts.student_id', '=', studentId)
    .where(
      'attempts.exam_id',
      'in',
      resits.map((resit) => resit.exam_id),
    )
    .groupBy(['attempts.id', 'attempts.exam_id', 'attempts.part', 'attempts.number', 'attempts.percent'])
    .execute();
  const tags = new Map<number, ResitTag>();
  for (const examId of new Set(resits.map((resit) => resit.exam_id))) {
    const own = resits.filter((resit) => resit.exam_id === examId);
    const parts = partsOf(own[0]?.test_type ?? 0);
    const mode = examSettingsSchema.parse(fromJson<unknown>(own[0]?.settings ?? '{}')).countedAttempt;
    const said = parts.flatMap((part) => {
      const resit = own.find((one) => one.part === part);
      if (!resit) return [];
      const papers = attempts.filter((paper) => paper.exam_id === examId && paper.part === part);
      const again = papers.find((paper) => paper.number >= RESIT_NUMBER);
      const label = parts.length > 1 ? PART_LABELS[part] : '';
      if (!again) {
        const since = resit.ends_at + resit.extra_minutes * 60_000 + GRACE_MS;
        return [{ text: `${label}${RESIT_STATE_LABELS.missed}`, since }];
      }
      const isCounted = (countedAttempt(papers, mode)?.number ?? 0) >= RESIT_NUMBER;
      const since = Math.max(Number(again.finalised_at ?? 0), Number(again.decided_at ?? 0));
      return [{ text: `${label}补考${isCounted ? '' : '，计第 1 次'}`, since }];
    });
    if (said.length === 0) continue;
    tags.set(examId, {
      text: said.map((one) => one.text).join('；'),
      since: Math.max(...said.map((one) => one.since)),
    });
  }
  return tags;
}

/** When a student could first read the result as it is: at the release, or later when a re-sit was behind them. */
export function knownSince(releasedAt: number | null, tag: ResitTag | undefined): number | null {
  return releasedAt === null ? null : Math.max(releasedAt, tag?.since ?? 0);
}
