import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { closedQuestionIds } from '~/domain/exam/closed-questions.queries.server';
import { listAllStudentExams } from '~/domain/scoring/result/student-exams.queries.server';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { listClosedThreadIds } from '~/domain/interaction/thread-rights.queries.server';
import { getThread, listThreads } from '~/domain/interaction/thread.queries.server';
import { listMessages } from '~/domain/message/message.queries.server';
import { messageKindLabel } from '~/domain/message/message.rules';
import { filesOfClosedTries } from '~/domain/practice/closed-tries.queries.server';
import { listRecentTries } from '~/domain/practice/progress.queries.server';
import { getOwnResult } from '~/domain/scoring/result/result.queries.server';
import type { ResultItem, ResultPart } from '~/domain/scoring/result/result-display.rules';
import { plainFormulas } from '~/domain/question-bank/formula-text.rules';
import { totalMissingWord } from '~/domain/scoring/paper/scoring.rules';
import { getProfile } from '~/domain/user/user.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { listOwnWorks } from '~/domain/work/work.queries.server';
import { isSourceClosed, worksWithSources } from '~/domain/work/work-rights.queries.server';
import { WORK_STATE_LABELS } from '~/domain/work/work.rules';
import { rounded } from '~/lib/bands';
import type { Page } from '~/lib/page';
import type { GradeThresholds } from '~/lib/bands';
import { formatSecond } from '~/lib/time';
import { answersInWords, listOwnDirectories, listOwnQuestions, listWrongBook } from './own-questions.queries.server';
import { answerInWords, markInWords, scoreInWords } from './own-data-words.rules';

const PAGE = 200;

/** All rows of a list that is read by page. */
async function all<T>(read: (page: { currentPage: number; pageSize: number }) => Promise<Page<T>>): Promise<T[]> {
  const rows: T[] = [];
  for (let currentPage = 1; ; currentPage += 1) {
    const page = await read({ currentPage, pageSize: PAGE });
    rows.push(...page.rows);
    if (page.rows.length === 0 || rows.length >= page.totalCount) return rows;
  }
}

/**
 * Everything a student's own pages say about the student, by the same functions: nothing of a result before its
 * release, no examiner who is not named there, nobody else's names. Times are in the school's zone.
 */
export async function collectOwnData(actor: Actor, timeZone: string, now: number) {
  const at = (time: number | null) => (time === null ? null : formatSecond(time, timeZone));
  return {
    profile: await profileOf(actor),
    exams: await examsOf(actor, at, now),
    practices: await practicesOf(actor, at, now),
    wrong: await listWrongBook(actor, at, now),
    questions: await listOwnQuestions(actor, at, now),
    directories: await listOwnDirectories(actor),
    // Said in the page to read: more is told once the exams under way have ended.
    isPartlyClosed: (await closedQuestionIds(actor, now)).size > 0,
    works: (await all((page) => listOwnWorks(actor, page, now))).map(({ work, inside }) => ({
      title: work.title,
      description: work.description,
      of: inside.sourceName,
      state: WORK_STATE_LABELS[work.state],
      reason: inside.reason,
      isAnonymous: work.author.isAnonymous,
      score: work.score.percent,
      grade: work.score.grade,
      likes: work.likes,
      at: at(work.shownAt),
    })),
    comments: await commentsOf(actor, at, now),
    threads: await threadsOf(actor, at, now),
    messages: (await all((page) => listMessages(actor, page))).map((message) => ({
      kind: messageKindLabel(message.kind),
      title: message.title,
      body: message.body,
      isRead: message.isRead,
      at: at(message.createdAt),
    })),
  };
}

export type OwnData = Awaited<ReturnType<typeof collectOwnData>>;
type Format = (time: number | null) => string | null;

async function profileOf(actor: Actor) {
  const { account, name, gender, phone, email, province, city, district, className } = await getProfile(actor.id);
  return { account, name, gender, phone, email, region: [province, city, district].join(' ').trim(), className };
}

async function examsOf(actor: Actor, at: Format, now: number) {
  const exams = [];
  for (const { id, name, ownerName } of await listAllStudentExams(actor, now)) {
    const result = await getOwnResult(actor, id, now);
    if (!result.isReleased) {
      const handedIn = result.handedIn.map(({ part, attempt }) => ({
        part: PART_LABELS[part],
        receipt: attempt?.receipt ? receiptOf(attempt.receipt, at) : null,
      }));
      const none = { total: null, grade: null, shown: '', isInGrades: false, parts: [] };
      exams.push({ name, teacher: ownerName, isReleased: false, handedIn, ...none });
      continue;
    }
    exams.push({
      name,
      teacher: ownerName,
      isReleased: true,
      releasedAt: at(result.exam.releasedAt),
      handedIn: [],
      total: rounded(result.total),
      grade: result.grade,
      // As the page of the result says it.
      shown: scoreInWords(result.total, result.grade, result.thresholds) ?? totalMissingWord(result.parts),
      isInGrades: result.display === 'grade',
      parts: result.parts.map((part) => partOf(part, result.thresholds, at)),
    });
  }
  return exams;
}

function receiptOf(
  receipt: { code: string; submittedAt: number; answeredCount: number; photoCount: number; audioSeconds: number },
  at: Format,
) {
  const { code, submittedAt, answeredCount, photoCount, audioSeconds } = receipt;
  return { code, submittedAt: at(submittedAt), answeredCount, photoCount, audioSeconds };
}

function partOf(part: ResultPart, thresholds: GradeThresholds, at: Format) {
  return {
    part: PART_LABELS[part.part],
    percent: rounded(part.percent),
    grade: part.grade,
    missing: part.missing,
    shown: part.missing ?? scoreInWords(part.percent, part.grade, thresholds) ?? '',
    earned: rounded(part.earned, 2),
    fullPoints: rounded(part.fullPoints, 2),
    receipt: part.attempt?.receipt ? receiptOf(part.attempt.receipt, at) : null,
    measures: part.measures,
    measureGrades: part.measureGrades,
    comments: part.comments.map(({ examiner, text }) => ({ examiner, text: plainFormulas(text) })),
    items: part.items.map((item) => itemOf(item, thresholds, at)),
  };
}

function itemOf(item: ResultItem, thresholds: GradeThresholds, at: Format) {
  return {
    position: item.position,
    title: plainFormulas(item.snapshot.title),
    answer: item.answer ? answerInWords(item.snapshot, item.answer.value) : null,
    answeredAt: at(item.answer?.savedAt ?? null),
    earned: rounded(item.earned, 2),
    points: item.points,
    percent: rounded(item.percent),
    grade: item.grade,
    shown: markInWords(item, thresholds),
    comments: item.comments.map(plainFormulas),
    notes: item.notes.map(({ atMs, text }) => ({ second: Math.round(atMs / 1000), text: plainFormulas(text) })),
    files: [...item.takes.map((take) => take.fileId), ...item.photos.map((photo) => photo.fileId)],
  };
}

async function practicesOf(actor: Actor, at: Format, now: number) {
  const tries = await all((page) => listRecentTries(actor, page, now));
  const rows = await db()
    .selectFrom('practices')
    .select(['id', 'question_id', 'answer', 'note', 'file_ids'])
    .where('student_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .execute();
  const details = new Map(rows.map((row) => [row.id, row]));
  const words = await answersInWords(
    actor,
    rows.map((row) => ({ id: row.id, questionId: row.question_id, answer: row.answer })),
  );
  return tries.map((one) => {
    // Of a question in an exam to sit only that it was practised.
    const row = one.head?.isClosed ? undefined : details.get(one.id);
    return {
      question: one.head ? plainFormulas(one.head.title) : null,
      bank: one.bank,
      answer: row ? fromJson<unknown>(row.answer) : null,
      answerText: row ? (words.get(row.id) ?? '') : '',
      isRight: one.isRight,
      score: one.score,
      selfRating: one.selfRating,
      note: row?.note ?? '',
      seconds: Math.round(one.durationMs / 1000),
      files: row ? fromJson<string[]>(row.file_ids) : [],
      at: at(one.createdAt),
    };
  });
}

const COMMENT_STATES: Record<string, string> = { pending: '待审核', approved: '已通过', rejected: '未通过' };

async function commentsOf(actor: Actor, at: Format, now: number) {
  const closed = await closedQuestionIds(actor, now);
  const rows = await worksWithSources()
    .innerJoin('comments', 'comments.work_id', 'works.id')
    .where((eb) => eb.not(isSourceClosed(eb, closed)))
    .select(['works.title', 'comments.text', 'comments.state', 'comments.reason', 'comments.file_id'])
    .select('comments.created_at')
    .where('comments.author_id', '=', actor.id)
    .where('comments.deleted_at', 'is', null)
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
    .execute();
  return rows.map((row) => ({
    work: row.title,
    text: row.text,
    state: COMMENT_STATES[row.state] ?? row.state,
    reason: row.reason,
    files: row.file_id ? [row.file_id] : [],
    at: at(row.created_at),
  }));
}

async function threadsOf(actor: Actor, at: Format, now: number) {
  const rows = await all((page) =>
    listThreads(actor, { ...page, state: '', subject: '', classId: null, keyword: '' }, now),
  );
  const threads = [];
  for (const { id } of rows) {
    const thread = await getThread(actor, id, now);
    threads.push({
      title: thread.title,
      posts: thread.posts.map((post) => ({
        by: post.authorName,
        text: post.text,
        // Others' recordings and photos are theirs.
        files:
          post.authorId === actor.id
            ? [...post.photos, ...(post.recording ? [post.recording] : [])].map((file) => file.id)
            : [],
        at: at(post.createdAt),
      })),
    });
  }
  return threads;
}

/** A stored file of the student's own. */
export type OwnFile = { id: string; path: string; size: number; createdAt: number };

/** The largest archive: beyond it the oldest files stay out and the index says so. */
export const MAX_FILE_BYTES_OF_EXPORT = 3.5 * 1024 ** 3;

/**
 * The student's own recordings and photos that are used in something, newest first, as far as they fit; without what
 * belongs to questions that are closed to them, whose other doors are closed as well.
 */
export async function listOwnFiles(actor: Actor, now: number, max = MAX_FILE_BYTES_OF_EXPORT) {
  const rows = await db()
    .selectFrom('files')
    .select(['id', 'name', 'kind', 'size', 'created_at'])
    .where('owner_id', '=', actor.id)
    .where('removed_at', 'is', null)
    .where('kind', 'in', ['image', 'audio'])
    .where((eb) =>
      eb.or([
        eb('id', 'in', eb.selectFrom('file_uses').select('file_id')),
        eb('id', 'in', eb.selectFrom('takes').select('file_id')),
        eb('id', 'in', eb.selectFrom('photos').select('file_id')),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const closed = await listClosedFileIds(actor, now);
  const open = rows.filter((row) => !closed.has(row.id));
  const files: OwnFile[] = [];
  let bytes = 0;
  for (const row of open) {
    if (bytes + row.size > max) break;
    bytes += row.size;
    const folder = row.kind === 'audio' ? '录音' : '照片';
    files.push({ id: row.id, path: `文件/${folder}/${row.name}`, size: row.size, createdAt: row.created_at });
  }
  return { files: withOwnPaths(files), leftOut: open.length - files.length };
}

/** The student's files that belong to questions closed to them: of practice, of exams, and of what was asked about it. */
async function listClosedFileIds(actor: Actor, now: number): Promise<ReadonlySet<string>> {
  const closed = await closedQuestionIds(actor, now);
  if (closed.size === 0) return new Set();
  const given = db()
    .selectFrom('exam_items')
    .select('id')
    .where('question_id', 'in', [...closed]);
  const ownAttempts = db().selectFrom('attempts').select('id').where('student_id', '=', actor.id);
  const threads = await listClosedThreadIds(actor, now);
  const found = await Promise.all([
    filesOfClosedTries(closed).where('practices.student_id', '=', actor.id).execute(),
    ...(['takes', 'photos'] as const).map((table) =>
      db()
        .selectFrom(table)
        .select('file_id')
        .where('item_id', 'in', given)
        .where('attempt_id', 'in', ownAttempts)
        .execute(),
    ),
    db()
      .selectFrom('file_uses')
      .innerJoin('posts', 'posts.id', 'file_uses.ref_id')
      .select('file_uses.file_id')
      .where('file_uses.use', '=', 'post')
      .where('posts.thread_id', 'in', threads)
      .execute(),
    worksWithSources()
      .innerJoin('comments', 'comments.work_id', 'works.id')
      .select('comments.file_id')
      .where('comments.author_id', '=', actor.id)
      .where((eb) => isSourceClosed(eb, closed))
      .execute(),
  ]);
  return new Set(found.flat().flatMap((row) => row.file_id ?? []));
}

/** Two files of one name: the later ones carry their number. */
function withOwnPaths(files: OwnFile[]): OwnFile[] {
  const taken = new Map<string, number>();
  return files.map((file) => {
    const count = (taken.get(file.path) ?? 0) + 1;
    taken.set(file.path, count);
    return count === 1 ? file : { ...file, path: file.path.replace(/(\.[^./]+)?$/, `（${count}）$1`) };
  });
}
