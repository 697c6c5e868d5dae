import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { takesPhotos } from '~/domain/attempt/answer.rules';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { closedQuestionIds, inUse } from '~/domain/exam/closed-questions.queries.server';
import { GRACE_MS } from '~/domain/exam/exam.rules';
import { mayReadAskedPractice, mayReadPost } from '~/domain/interaction/thread-rights.queries.server';
import { filesOfClosedTries } from '~/domain/practice/closed-tries.queries.server';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { sharedQuestionIds } from '~/domain/question-bank/question-access.server';
import { mayReadResourceFile } from '~/domain/resource/resource-access.queries.server';
import { findTask, isGivenTo } from '~/domain/scoring/assignments.queries.server';
import { isTeacher, type Actor } from '~/domain/user/user.rules';
import { mayReadWork } from '~/domain/work/work-rights.queries.server';
import { mayReadCommentFile } from '~/domain/work/comment-rights.queries.server';
import { getSchool } from '~/domain/user/school.queries.server';
import { likePattern } from '~/lib/text';
import { AppError, notFound } from '~/lib/errors';
import { formatDate } from '~/lib/time';
import { storage } from '~/storage/storage.server';
import type { ByteRange } from '~/storage/object-store';
import { fileUrl, isFileId, removedText, type FileKind, type FileUse, type StoredFile } from './file.rules';

const HOUR_MS = 3_600_000;

/** What of a student's work a teacher reads with a file; its reading is recorded. */
type StudentWork = Partial<Record<'attemptId' | 'workId' | 'commentId' | 'practiceId' | 'postId', number>>;

/** A stored file that the actor may read. */
export type ReadableFile = StoredFile & {
  sha256: string;
  createdAt: number;
  /** Null for the reader's own and for what is no student's work. */
  studentWork: StudentWork | null;
};

type FileRow = Omit<ReadableFile, 'studentWork'> & { ownerId: number };

async function listRows(ids: readonly string[]): Promise<FileRow[]> {
  const wanted = ids.filter(isFileId);
  if (wanted.length === 0) return [];
  const rows = await db().selectFrom('files').selectAll().where('id', 'in', wanted).execute();
  const removedOn = await removalDays(rows);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as FileKind,
    url: fileUrl(row.id),
    name: row.name,
    size: row.size,
    mime: row.mime,
    durationMs: row.duration_ms,
    promisedMs: row.promised_ms,
    width: row.width,
    height: row.height,
    removedOn: removedOn(row),
    sha256: row.sha256,
    createdAt: row.created_at,
    ownerId: row.owner_id,
  }));
}

/** How the days are written on which these files' bytes were deleted: in the school's zone. */
export async function removalDays(
  rows: { removed_at: number | null }[],
): Promise<(row: { removed_at: number | null }) => string | null> {
  if (rows.every((row) => row.removed_at === null)) return () => null;
  const { timeZone } = await getSchool();
  return (row) => (row.removed_at === null ? null : formatDate(row.removed_at, timeZone));
}

/** The files of these ids in the order asked for; unknown ids are left out. Asks no rights: for other domain functions. */
export async function listFiles(ids: readonly string[]): Promise<StoredFile[]> {
  const rows = new Map((await listRows(ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    const { ownerId: _owner, sha256: _sha256, createdAt: _createdAt, ...file } = row;
    return [file];
  });
}

/** Those of the files that are the actor's own uploads. */
export async function listOwnFiles(actor: Actor, ids: readonly string[]): Promise<StoredFile[]> {
  const own = (await listRows(ids)).filter((row) => row.ownerId === actor.id);
  return listFiles(own.map((row) => row.id));
}

/**
 * Checks ids that a form names: every file exists, is of the kind, and is the actor's own, or one that the
 * actor may copy from a question or (teachers) an exam. Returns them in the order given.
 * @throws AppError invalid, at the field when one is named
 */
export async function requireOwnFiles(
  actor: Actor,
  ids: readonly string[],
  kind: FileKind,
  field?: string,
): Promise<StoredFile[]> {
  const rows = new Map((await listRows(ids)).map((row) => [row.id, row]));
  for (const id of ids) {
    const row = rows.get(id);
    if (
      !row ||
      row.kind !== kind ||
      row.removedOn !== null ||
      !(row.ownerId === actor.id || (await mayCopy(actor, id)))
    ) {
      const message = kind === 'audio' ? '找不到这段录音，请重新上传。' : '找不到这个文件，请重新上传。';
      throw new AppError('invalid', message, field ? { [field]: message } : undefined);
    }
  }
  return listFiles(ids);
}

async function mayCopy(actor: Actor, fileId: string): Promise<boolean> {
  if (!isTeacher(actor)) return false;
  for (const { use, refId } of await listUses(fileId)) {
    if (use === 'question' && (await mayReadQuestionFile(actor, refId))) return true;
    if (use === 'exam' && (await isExamTeacher(actor, refId))) return true;
  }
  return false;
}

async function listUses(fileId: string): Promise<{ use: FileUse; refId: number }[]> {
  const uses = await db().selectFrom('file_uses').select(['use', 'ref_id']).where('file_id', '=', fileId).execute();
  return uses.map((row) => ({ use: row.use as FileUse, refId: row.ref_id }));
}

/**
 * The file, when the actor is its owner or may see something it is used in. Whoever then sends its bytes to be looked
 * at or heard records that by `recordReading`; a list that only shows there is one does not.
 * @throws AppError not_found: that a file exists is private; gone for a reader of a recording whose term is over
 */
export async function getReadableFile(actor: Actor, id: string, now: number): Promise<ReadableFile> {
  const file = await findReadableFile(actor, id, now);
  if (file.removedOn !== null) throw new AppError('gone', `${removedText(file.removedOn)}。`);
  return file;
}

async function findReadableFile(actor: Actor, id: string, now: number): Promise<ReadableFile> {
  const [row] = await listRows([id]);
  if (!row) throw notFound('文件');
  const { ownerId, ...stored } = row;
  const file: ReadableFile = { ...stored, studentWork: null };
  const ofStudent = (studentWork: StudentWork): ReadableFile => (isTeacher(actor) ? { ...file, studentWork } : file);
  const uses = await listUses(id);
  if (ownerId === actor.id) {
    await requireOpenTry(actor, id, uses, now);
    return file;
  }
  for (const { use, refId } of uses) {
    switch (use) {
      case 'avatar':
      case 'school':
        return file;
      case 'question':
        if ((await mayReadQuestionFile(actor, refId)) && !(await closedQuestionIds(actor, now)).has(refId)) return file;
        break;
      case 'exam':
        if ((await isExamTeacher(actor, refId)) || (await mayReadExamFileAsStudent(actor, refId, id, now))) return file;
        break;
      case 'attempt':
        if (await mayReadAttemptFile(actor, refId)) return ofStudent({ attemptId: refId });
        break;
      case 'work':
        if (await mayReadWork(actor, refId, now)) return ofStudent({ workId: refId });
        break;
      case 'comment':
        if (await mayReadCommentFile(actor, refId, now)) return ofStudent({ commentId: refId });
        break;
      case 'practice':
        // Its owner's alone, who was let in above, and of the teachers the owner asked about it.
        if (await mayReadAskedPractice(actor, refId)) return ofStudent({ practiceId: refId });
        break;
      case 'post':
        if (await mayReadPost(actor, refId, now)) return ofStudent({ postId: refId });
        break;
      case 'scan':
        if (await isOwnExam(actor, refId)) return file;
        break;
      case 'resource':
        if (await mayReadResourceFile(actor, refId)) return file;
        break;
    }
  }
  throw notFound('文件');
}

/**
 * What a student said or wrote to a question in practice is closed with it.
 * @throws AppError forbidden when the file is of a practice of a question that stands in an exam they are to sit
 */
async function requireOpenTry(actor: Actor, id: string, uses: { use: FileUse }[], now: number): Promise<void> {
  if (!uses.some(({ use }) => use === 'practice')) return;
  const closed = await closedQuestionIds(actor, now);
  if (closed.size === 0) return;
  const tried = await filesOfClosedTries(closed).where('file_uses.file_id', '=', id).executeTakeFirst();
  if (tried) throw inUse();
}

/** Question: its owner; teachers whose exam holds it or with whom it is shared; students it is shared with. */
async function mayReadQuestionFile(actor: Actor, questionId: number): Promise<boolean> {
  const question = await db()
    .selectFrom('questions')
    .select(['owner_id', 'deleted_at'])
    .where('id', '=', questionId)
    .executeTakeFirst();
  if (!question) return false;
  if (question.owner_id === actor.id) return true;
  if (isTeacher(actor)) {
    const exams = await db()
      .selectFrom('exam_items')
      .select('exam_id')
      .distinct()
      .where('question_id', '=', questionId)
      .execute();
    for (const { exam_id } of exams) if (await isExamTeacher(actor, exam_id)) return true;
  }
  if (question.deleted_at !== null) return false;
  const share = await sharedQuestionIds(actor).where('shares.question_id', '=', questionId).executeTakeFirst();
  return share !== undefined;
}

/** Exam, for teachers: its owner and its examiners. */
async function isExamTeacher(actor: Actor, examId: number): Promise<boolean> {
  if (!isTeacher(actor)) return false;
  const exam = await db()
    .selectFrom('exams')
    .leftJoin('exam_examiners', (join) =>
      join.onRef('exam_examiners.exam_id', '=', 'exams.id').on('exam_examiners.teacher_id', '=', actor.id),
    )
    .select('exams.id')
    .where('exams.id', '=', examId)
    .where((or) => or.or([or('exams.owner_id', '=', actor.id), or('exam_examiners.teacher_id', '=', actor.id)]))
    .executeTakeFirst();
  return exam !== undefined;
}

/** What came with an exam for its owner alone: scanned sheets before they are anybody's. */
async function isOwnExam(actor: Actor, examId: number): Promise<boolean> {
  const exam = await db().selectFrom('exams').select('owner_id').where('id', '=', examId).executeTakeFirst();
  return isTeacher(actor) && exam?.owner_id === actor.id;
}

/**
 * Exam, for students: from the start of the own attempt the paper's own pictures and music, and of the items
 * only those of the own papers: fixed ones of the parts begun, and what was drawn. Of questions that are closed to the
 * student (a paper to be sat again, or by others still) only until the own one is handed in, photos and all.
 */
async function mayReadExamFileAsStudent(actor: Actor, examId: number, fileId: string, now: number): Promise<boolean> {
  if (isTeacher(actor)) return false;
  const attempts = await db()
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .select(['attempts.part', 'attempts.deadline_at', 'attempts.upload_deadline_at', 'attempts.closed_by'])
    .select(['exams.image_ids', 'exams.music_file_id'])
    .where('attempts.exam_id', '=', examId)
    .where('attempts.student_id', '=', actor.id)
    .where('exams.deleted_at', 'is', null)
    .execute();
  const [first] = attempts;
  if (!first) return false;
  if (first.music_file_id === fileId || first.image_ids.includes(fileId)) return true;
  const items = await db()
    .selectFrom('exam_items')
    .select(['part', 'question_id', 'snapshot'])
    .where('exam_id', '=', examId)
    .where(
      'part',
      'in',
      attempts.map((attempt) => attempt.part),
    )
    .where((where) =>
      where.or([
        where('draw_id', 'is', null),
        where.exists(
          where
            .selectFrom('attempt_items')
            .innerJoin('attempts', 'attempts.id', 'attempt_items.attempt_id')
            .select('attempt_items.item_id')
            .whereRef('attempt_items.item_id', '=', 'exam_items.id')
            .where('attempts.student_id', '=', actor.id),
        ),
      ]),
    )
    // A file's id is random: it stands in the item's snapshot or it does not.
    .where('snapshot', 'like', likePattern(fileId))
    .execute();
  if (items.length === 0) return false;
  const isOpen = (item: (typeof items)[number]) =>
    attempts.some((one) => one.part === item.part && endOf(one, item.snapshot) > now - GRACE_MS);
  if (items.some(isOpen)) return true;
  const closed = await closedQuestionIds(actor, now);
  return items.every((item) => item.question_id === null || !closed.has(item.question_id));
}

/** Of a paper that was handed in only its photos may still come, whatever time there was for its answers. */
const HANDED_IN: ReadonlySet<string | null> = new Set(['student', 'teacher']);

/** When the last thing can be done about a question in an attempt: its photos may come later than the answers. */
function endOf(
  attempt: { deadline_at: number; upload_deadline_at: number | null; closed_by: string | null },
  snapshot: string,
): number {
  const photosUntil = takesPhotos(fromJson<QuestionSnapshot>(snapshot)) ? (attempt.upload_deadline_at ?? 0) : 0;
  return Math.max(HANDED_IN.has(attempt.closed_by) ? 0 : attempt.deadline_at, photosUntil);
}

/** Attempt: its student, the exam's owner, the examiners of that part, of shared out papers those it was given to. */
async function mayReadAttemptFile(actor: Actor, attemptId: number): Promise<boolean> {
  const attempt = await db()
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .select(['attempts.student_id', 'attempts.exam_id', 'attempts.part', 'exams.owner_id'])
    .where('attempts.id', '=', attemptId)
    .executeTakeFirst();
  if (!attempt) return false;
  if (!isTeacher(actor)) return attempt.student_id === actor.id;
  if (attempt.owner_id === actor.id) return true;
  const examiner = await db()
    .selectFrom('exam_examiners')
    .select('teacher_id')
    .where('exam_id', '=', attempt.exam_id)
    .where('part', '=', attempt.part)
    .where('teacher_id', '=', actor.id)
    .executeTakeFirst();
  if (!examiner) return false;
  const paper = { examId: attempt.exam_id, part: attempt.part, studentId: attempt.student_id };
  return isGivenTo(await findTask(paper, actor.id));
}

/** Records that a teacher opened or played a student's work, at most once per teacher, file and hour. */
export async function recordReading(actor: Actor, file: ReadableFile, now: number): Promise<void> {
  if (file.studentWork === null) return;
  const recent = await db()
    .selectFrom('audit_entries')
    .select('id')
    .where('entity', '=', 'file')
    .where('entity_id', '=', file.id)
    .where('action', '=', 'file.read')
    .where('actor_id', '=', actor.id)
    .where('at', '>', now - HOUR_MS)
    .executeTakeFirst();
  if (recent) return;
  await recordAudit(actor, { action: 'file.read', entity: 'file', entityId: file.id, detail: file.studentWork }, now);
}

/** The bytes of a file that was found readable, or a range of them. */
export function openFile(file: { id: string }, range?: ByteRange): AsyncIterable<Uint8Array> {
  return storage().open(file.id, range);
}

/** Width and height in pixels of those of these pictures whose size is known, by file id. */
export async function listPictureSizes(ids: string[]): Promise<Record<string, [number, number]>> {
  if (ids.length === 0) return {};
  const rows = await db().selectFrom('files').select(['id', 'width', 'height']).where('id', 'in', ids).execute();
  return Object.fromEntries(rows.flatMap(({ id, width, height }) => (width && height ? [[id, [width, height]]] : [])));
}
