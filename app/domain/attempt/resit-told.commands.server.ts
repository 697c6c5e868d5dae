import { db } from '~/db/db.server';
import { needsHand } from '~/domain/exam/by-hand.rules';
import { getExamView, type ExamItemView, type ExamView } from '~/domain/exam/exam.queries.server';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { RESIT_NUMBER, RESIT_RULES } from '~/domain/exam/resit.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toPapers } from '~/lib/addresses/scoring';
import { formatMinute } from '~/lib/time';
import { takesPhotos } from './answer.rules';
import type { AttemptView } from './attempt.queries.server';
import { listPaperItems } from './paper.queries.server';

/**
 * Those who score hear of the paper of a re-sit: the exam itself is long over, nothing else says that one awaits them.
 * Each reads of so many as wait for them; where papers are shared out those to whom it was given, and the owner.
 * `isRenewal`: nothing came, and only what nobody has read says what is so now.
 */
export async function tellOfResit(attempt: AttemptView, now: number, { isRenewal = false } = {}): Promise<void> {
  const exam = await getExamView(attempt.examId);
  const items = await listPaperItems(attempt);
  if (isScoredByItself(exam, attempt, items)) return;
  const mayHavePhotos = items.some((item) => takesPhotos(item.snapshot));
  const { papers, isSharedOut } = await listResitPapers(attempt);
  // Who was only asked to arbitrate one paper has nothing to do with this one.
  const arbiters = await db()
    .selectFrom('exam_examiners')
    .select('teacher_id')
    .where('exam_id', '=', exam.id)
    .where('part', '=', attempt.part)
    .where('only_arbitrates', '=', 1)
    .execute();
  const examiners = exam.examinerIds[attempt.part].filter((id) => !arbiters.some((row) => row.teacher_id === id));
  for (const readerId of new Set([exam.ownerId, ...examiners])) {
    const own = readerId === exam.ownerId ? papers : papers.filter((paper) => isOf(paper, readerId, isSharedOut));
    if (!own.some(({ id }) => id === attempt.id)) continue;
    const unshared = readerId === exam.ownerId && isSharedOut ? own.filter(({ given }) => given.length === 0) : [];
    const message = {
      kind: 'exam' as const,
      title: `补考已交卷，待评分：${exam.name}`,
      body: bodyOf(exam, attempt.part, own, { unshared: unshared.length, mayHavePhotos, now }),
      link: toPapers({ examId: exam.id, part: attempt.part }),
    };
    // Several re-sits are one message, until it is read.
    const waiting = await db()
      .updateTable('messages')
      .set({ body: message.body, ...(isRenewal ? {} : { created_at: now }) })
      .where('user_id', '=', readerId)
      .where('title', '=', message.title)
      .where('link', '=', message.link)
      .where('read_at', 'is', null)
      .returning('user_id')
      .execute();
    if (waiting.length === 0 && !isRenewal) await sendMessages([readerId], message, now);
  }
}

/** A paper of a re-sit that waits for a score. */
type ResitPaper = {
  id: number;
  photosUntil: number;
  /** To whom it was given to mark, of those who can. */
  given: number[];
  /** Who have handed in a score. */
  finalIds: number[];
};

function isOf({ given, finalIds }: ResitPaper, examinerId: number, isSharedOut: boolean): boolean {
  return (!isSharedOut || given.includes(examinerId)) && !finalIds.includes(examinerId);
}

function bodyOf(
  { settings }: ExamView,
  part: Part,
  own: ResitPaper[],
  { unshared, mayHavePhotos, now }: { unshared: number; mayHavePhotos: boolean; now: number },
): string {
  const total = own.length;
  const notGiven =
    unshared === 0 ? '' : unshared < total ? `其中 ${unshared} 份没分出去，请分卷。` : '没分出去，请分卷。';
  const until = Math.max(...own.map(({ photosUntil }) => photosUntil));
  const last = total > 1 ? '最晚' : '';
  const photos = mayHavePhotos && until > now ? `照片${last}可以补传到 ${formatMinute(until)}，到时才能提交评分。` : '';
  const counts = `评完以前，这些学生看不到这场考试的成绩，第 1 次的也看不到；考了两次的，${RESIT_RULES[settings.countedAttempt]}。`;
  return `${PART_LABELS[part]}部分有 ${total} 份补考答卷。${notGiven}${photos}${counts}`;
}

/** Its keys decide the whole paper, and the exam is scored by them: it waits for nobody. */
function isScoredByItself(exam: ExamView, attempt: AttemptView, items: ExamItemView[]): boolean {
  if (exam.settings.releaseMode !== 'auto' || attempt.part !== 'written') return false;
  return items.every((item) => !needsHand(item));
}

/** The papers of re-sits of a part that wait for a score, with whose they are. */
async function listResitPapers({
  examId,
  part,
}: Pick<AttemptView, 'examId' | 'part'>): Promise<{ papers: ResitPaper[]; isSharedOut: boolean }> {
  const papers = await db()
    .selectFrom('attempts')
    .select(['id', 'student_id', 'upload_deadline_at'])
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .where('number', '>=', RESIT_NUMBER)
    .where('state', 'not in', ['in_progress', 'scored'])
    .orderBy('id')
    .execute();
  const finals = await db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .select(['scores.attempt_id', 'scores.examiner_id'])
    .where('attempts.exam_id', '=', examId)
    .where('attempts.part', '=', part)
    .where('attempts.number', '>=', RESIT_NUMBER)
    .where('scores.state', '=', 'final')
    .execute();
  const given = await db()
    .selectFrom('score_assignments')
    .innerJoin('users', 'users.id', 'score_assignments.examiner_id')
    .leftJoin('exam_examiners as named', (join) =>
      join
        .onRef('named.exam_id', '=', 'score_assignments.exam_id')
        .onRef('named.part', '=', 'score_assignments.part')
        .onRef('named.teacher_id', '=', 'score_assignments.examiner_id'),
    )
    .innerJoin('exams', 'exams.id', 'score_assignments.exam_id')
    .select(['score_assignments.student_id', 'score_assignments.examiner_id', 'named.teacher_id', 'exams.owner_id'])
    .select(['users.is_disabled', 'users.deleted_at'])
    .where('score_assignments.exam_id', '=', examId)
    .where('score_assignments.part', '=', part)
    .where('score_assignments.kind', '=', 'examiner')
    .execute();
  // A re-sit waits for nobody who has left.
  const canMark = given.filter(
    (row) =>
      (row.teacher_id !== null || row.owner_id === row.examiner_id) && row.is_disabled === 0 && row.deleted_at === null,
  );
  return {
    isSharedOut: given.length > 0,
    papers: papers.map((paper) => ({
      id: paper.id,
      photosUntil: paper.upload_deadline_at ?? 0,
      given: canMark.filter((row) => row.student_id === paper.student_id).map((row) => row.examiner_id),
      finalIds: finals.filter((row) => row.attempt_id === paper.id).map((row) => row.examiner_id),
    })),
  };
}
