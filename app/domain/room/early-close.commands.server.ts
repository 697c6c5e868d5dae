import { db } from '~/db/db.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toExamPreview } from '~/lib/addresses/results';
import { formatMinute } from '~/lib/time';
import { hasPhotoItems } from '~/domain/attempt/photo-window.queries.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { ownDeadlines } from '~/domain/exam/times.rules';
import { PART_LABELS, partsOf, type Part } from '~/domain/exam/parts.rules';
import { listCandidateIds } from '~/domain/exam/people.queries.server';
import { listResits } from '~/domain/exam/resit.queries.server';

/**
 * 考试提前结束: whoever was promised more time hears that the exam is over, and what became of them: absent, or their
 * paper taken in. `exam`: as it was before. Call it inside the transaction that has closed it and its papers.
 */
export async function tellEarlyClose(exam: ExamView, now: number): Promise<void> {
  const lines = new Map<number, string[]>();
  for (const part of partsOf(exam.testType)) {
    for (const [studentId, line] of await linesOf(exam, part, now)) {
      lines.set(studentId, [...(lines.get(studentId) ?? []), line]);
    }
  }
  const readers = new Map<string, number[]>();
  for (const [studentId, own] of lines) {
    const text = own.join('\n');
    readers.set(text, [...(readers.get(text) ?? []), studentId]);
  }
  const title = `考试提前结束：${exam.name}`;
  const link = toExamPreview({ id: exam.id });
  for (const [text, ids] of readers) {
    const body = `${exam.ownerName}老师在 ${formatMinute(now)} 提前结束了这场考试。\n${text}\n如有特殊情况请联系老师。`;
    await sendMessages(ids, { kind: 'exam', title, body, link }, now);
  }
}

/** What a part's early end means for each student whose own time was not over. */
async function linesOf(exam: ExamView, part: Part, now: number): Promise<[number, string][]> {
  const attempts = await db()
    .selectFrom('attempts')
    .select(['student_id', 'closed_by', 'submitted_at', 'deadline_at', 'upload_deadline_at'])
    .where('exam_id', '=', exam.id)
    .where('part', '=', part)
    .execute();
  const grants = await db()
    .selectFrom('exam_grants')
    .select(['student_id', 'extra_minutes'])
    .where('exam_id', '=', exam.id)
    .where('part', '=', part)
    .execute();
  const extraOf = new Map(grants.map((row) => [row.student_id, row.extra_minutes]));
  // A re-sit goes on.
  const elsewhere = new Set((await listResits(exam.id, part)).map((resit) => resit.studentId));
  const begun = new Set(attempts.map((row) => row.student_id));
  const absent = (await listCandidateIds(exam)).flatMap((id): [number, string][] => {
    if (begun.has(id) || elsewhere.has(id)) return [];
    const extraMinutes = extraOf.get(id) ?? 0;
    const until = ownDeadlines({ exam, part, startedAt: null, extraMinutes })?.answersAt ?? 0;
    if (until <= now) return [];
    return [[id, `${PART_LABELS[part]}原定到 ${formatMinute(until)}，还没有开始作答，记为缺考。`]];
  });
  const taken = attempts.flatMap((row): [number, string][] =>
    row.closed_by === 'teacher' && row.submitted_at === now && row.deadline_at > now && !elsewhere.has(row.student_id)
      ? [[row.student_id, `${PART_LABELS[part]}原定到 ${formatMinute(row.deadline_at)}，已按保存的内容收卷。`]]
      : [],
  );
  const told = new Set(taken.map(([id]) => id));
  const hasPhotos = await hasPhotoItems(exam.id, part);
  const photos = attempts.flatMap((row): [number, string][] =>
    hasPhotos && (row.upload_deadline_at ?? 0) > now && !told.has(row.student_id) && !elsewhere.has(row.student_id)
      ? [[row.student_id, photosLine(part, row.upload_deadline_at ?? 0)]]
      : [],
  );
  return [...absent, ...taken, ...photos];
}

const photosLine = (part: Part, until: number) =>
  `${PART_LABELS[part]}的照片原定可以补传到 ${formatMinute(until)}，现在不能再补传；已经交的都算数。`;
