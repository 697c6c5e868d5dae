import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { AuditEntity } from '~/db/schema';
import { PART_LABELS, type ExamStatus, type Part } from '~/domain/exam/exam.rules';
import { blindName, seesNames } from '~/domain/scoring/blind.rules';
import { isTeacher, type Actor } from '~/domain/user/user.rules';
import { clip } from '~/lib/text';

/** What an entry was done to, in words, and its page where the reader has one. */
export type Target = { text: string; href: string | null };

type Entry = { entity: AuditEntity; entity_id: string; actor_id: number | null; detail: Record<string, unknown> };

const SLICE = 500;

type Read<T> = (ids: number[]) => Promise<(T & { id: number })[]>;

/** Rows by id, read in slices: both databases limit the values of one statement. */
async function byId<T>(ids: (number | null | undefined)[], read: Read<T>): Promise<Map<number, T>> {
  const wanted = [...new Set(ids)].filter((id): id is number => typeof id === 'number' && Number.isSafeInteger(id));
  const found = new Map<number, T>();
  for (let start = 0; start < wanted.length; start += SLICE) {
    for (const row of await read(wanted.slice(start, start + SLICE))) found.set(row.id, row);
  }
  return found;
}

/** Names what each entry was done to; the same length and order. */
export async function nameTargets(actor: Actor, entries: Entry[]): Promise<Target[]> {
  const idsOf = (...entities: AuditEntity[]) =>
    entries.flatMap((entry) =>
      entities.includes(entry.entity) && entry.entity_id !== '' ? [Number(entry.entity_id)] : [],
    );
  const [items, comments, files] = await Promise.all([
    byId(idsOf('exam_item'), readItems),
    byId(idsOf('comment'), readComments),
    readFiles(entries),
  ]);
  const takes = await byId(idsOf('take'), readTakes);
  const attempts = await byId(
    [
      ...idsOf('attempt'),
      ...[...takes.values()].map((take) => take.attempt_id),
      ...entries.map((entry) => numberIn(entry.detail, 'attemptId')),
    ],
    readAttempts,
  );
  const exams = await byId(
    [
      ...idsOf('exam'),
      ...[...attempts.values()].map((attempt) => attempt.exam_id),
      ...[...items.values()].map((item) => item.exam_id),
    ],
    readExams,
  );
  const works = await byId(
    [
      ...idsOf('work'),
      ...[...comments.values()].map((comment) => comment.work_id),
      ...entries.map((entry) => numberIn(entry.detail, 'workId')),
    ],
    readWorks,
  );
  const users = await byId(
    [
      ...idsOf('user'),
      ...[...attempts.values()].map((attempt) => attempt.student_id),
      ...[...files.values()].map((file) => file.owner_id),
    ],
    readUsers,
  );
  const [classrooms, questions, resources, threads] = await Promise.all([
    byId(idsOf('classroom'), readClassrooms),
    byId(idsOf('question'), readQuestions),
    byId(idsOf('resource'), readResources),
    byId(idsOf('thread'), readThreads),
  ]);

  const ofExam = (id: number): Target => {
    const exam = exams.get(id);
    if (!exam) return NOTHING;
    const isOwn = exam.owner_id === actor.id && exam.deleted_at === null;
    return { text: `《${exam.name}》`, href: isOwn ? `/examination/preview?id=${id}` : null };
  };
  const ofAttempt = (id: number, doerId: number | null): Target => {
    const attempt = attempts.get(id);
    const exam = attempt ? exams.get(attempt.exam_id) : undefined;
    if (!attempt || !exam) return NOTHING;
    const isOwner = exam.owner_id === actor.id;
    const place = `《${exam.name}》${PART_LABELS[attempt.part as Part]}`;
    const isNamed = seesNames(
      { status: exam.status as ExamStatus, settings: fromJson<{ isBlind: boolean }>(exam.settings) },
      { isOwner, view: 'marking' },
    );
    // A student's own doing names nobody else; with the paper's code beside it would say whose the paper is.
    if (!isNamed) return { text: doerId === attempt.student_id ? place : `${place} ${blindName(id)}`, href: null };
    const name = users.get(attempt.student_id)?.name ?? '';
    const hasPage = isOwner && exam.deleted_at === null && attempt.state !== 'in_progress';
    return { text: `${place} ${name}`, href: hasPage ? `/examination/scoreexamination/score?attemptId=${id}` : null };
  };

  return entries.map((entry) => {
    const id = Number(entry.entity_id);
    const title = (text: string | undefined, href: string | null = null): Target =>
      text === undefined ? NOTHING : { text, href };
    switch (entry.entity) {
      case 'exam':
        return ofExam(id);
      case 'attempt':
        return ofAttempt(id, entry.actor_id);
      case 'take':
        return ofAttempt(takes.get(id)?.attempt_id ?? 0, entry.actor_id);
      case 'exam_item': {
        const item = items.get(id);
        if (!item) return NOTHING;
        const { text, href } = ofExam(item.exam_id);
        return { text: `${text}${PART_LABELS[item.part as Part]}第 ${item.position} 题`, href };
      }
      case 'file': {
        const attemptId = numberIn(entry.detail, 'attemptId');
        if (attemptId !== null) return ofAttempt(attemptId, entry.actor_id);
        const file = files.get(entry.entity_id);
        if (!file) return NOTHING;
        const workId = numberIn(entry.detail, 'workId');
        const work = workId === null ? undefined : works.get(workId);
        return {
          text: [FILE_WORDS[file.kind], users.get(file.owner_id)?.name, work ? `《${work.title}》` : '']
            .filter((part) => part)
            .join(' '),
          href: work ? `/dynamic/works/${workId}` : null,
        };
      }
      case 'user': {
        const user = users.get(id);
        if (!user) return NOTHING;
        const isStudent = !isTeacher({ userType: user.user_type });
        const search = new URLSearchParams({ keyword: user.account, tab: 'all' });
        const href = isStudent && user.deleted_at === null ? `/member/student/index?${search.toString()}` : null;
        return { text: `${user.name}${user.class_name === null ? '' : `（${user.class_name}）`}`, href };
      }
      case 'classroom':
        return title(classrooms.get(id)?.name);
      case 'question':
        return title(questions.get(id)?.title);
      case 'resource':
        return title(resources.get(id)?.title);
      case 'thread':
        return title(threads.get(id)?.title);
      case 'work':
        return title(works.has(id) ? `《${works.get(id)?.title}》` : undefined, `/dynamic/works/${id}`);
      case 'comment': {
        const comment = comments.get(id);
        if (!comment) return NOTHING;
        const text = `《${works.get(comment.work_id)?.title ?? ''}》下的“${clip(comment.text, 20)}”`;
        return { text, href: `/dynamic/works/${comment.work_id}#comments` };
      }
      default:
        return NOTHING;
    }
  });
}

const NOTHING: Target = { text: '', href: null };

const FILE_WORDS: Record<string, string> = { audio: '录音', image: '图片', resource: '资源文件', xlsx: '表格' };

function numberIn(detail: Record<string, unknown>, name: string): number | null {
  return typeof detail[name] === 'number' ? Number(detail[name]) : null;
}

const readExams = (ids: number[]) =>
  db()
    .selectFrom('exams')
    .select(['id', 'name', 'owner_id', 'status', 'settings', 'deleted_at'])
    .where('id', 'in', ids)
    .execute();

const readAttempts = (ids: number[]) =>
  db().selectFrom('attempts').select(['id', 'exam_id', 'student_id', 'part', 'state']).where('id', 'in', ids).execute();

const readTakes = (ids: number[]) =>
  db().selectFrom('takes').select(['id', 'attempt_id']).where('id', 'in', ids).execute();

const readItems = (ids: number[]) =>
  db().selectFrom('exam_items').select(['id', 'exam_id', 'part', 'position']).where('id', 'in', ids).execute();

const readUsers = (ids: number[]) =>
  db()
    .selectFrom('users')
    .leftJoin('classrooms', 'classrooms.id', 'users.classroom_id')
    .select([
      'users.id',
      'users.name',
      'users.account',
      'users.user_type',
      'users.deleted_at',
      'classrooms.name as class_name',
    ])
    .where('users.id', 'in', ids)
    .execute();

const readClassrooms = (ids: number[]) =>
  db().selectFrom('classrooms').select(['id', 'name']).where('id', 'in', ids).execute();

const readQuestions = (ids: number[]) =>
  db().selectFrom('questions').select(['id', 'title']).where('id', 'in', ids).execute();

const readResources = (ids: number[]) =>
  db().selectFrom('resources').select(['id', 'title']).where('id', 'in', ids).execute();

const readThreads = (ids: number[]) =>
  db().selectFrom('threads').select(['id', 'title']).where('id', 'in', ids).execute();

const readWorks = (ids: number[]) => db().selectFrom('works').select(['id', 'title']).where('id', 'in', ids).execute();

const readComments = (ids: number[]) =>
  db().selectFrom('comments').select(['id', 'work_id', 'text']).where('id', 'in', ids).execute();

/** Files by their id, which is a text. */
async function readFiles(entries: Entry[]): Promise<Map<string, { kind: string; owner_id: number }>> {
  const ids = [...new Set(entries.flatMap((entry) => (entry.entity === 'file' ? [entry.entity_id] : [])))];
  const found = new Map<string, { kind: string; owner_id: number }>();
  for (let start = 0; start < ids.length; start += SLICE) {
    const rows = await db()
      .selectFrom('files')
      .select(['id', 'kind', 'owner_id'])
      .where('id', 'in', ids.slice(start, start + SLICE))
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}
