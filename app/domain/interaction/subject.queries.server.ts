import { plainFormulas } from '~/domain/question-bank/formula-text.rules';
import { isMember } from '~/domain/classroom/members-then.server';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { closedQuestionIds } from '~/domain/exam/closed-questions.queries.server';
import { inUse } from '~/domain/question-bank/closed-questions.server';
import { seesNames } from '~/domain/exam/blind.rules';
import { isReleasedFor, paperLock } from '~/domain/exam/released.queries.server';
import type { ExamStatus } from '~/domain/exam/states.rules';
import { listFiles } from '~/domain/file/file.queries.server';
import type { StoredFile } from '~/domain/file/file.rules';
import { practicePath, resultWord, targetKey, targetOf } from '~/domain/practice/practice.rules';
import { describeTargets } from '~/domain/practice/target.queries.server';
import type { Bank } from '~/domain/question-bank/question.schema';
import { getSchool } from '~/domain/school/school.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { isSourceClosed, mayReadWork, worksWithSources } from '~/domain/work/work-rights.queries.server';
import { toResult } from '~/lib/addresses/results';
import { toPaper } from '~/lib/addresses/scoring';
import { toWork } from '~/lib/addresses/works';
import { clip } from '~/lib/text';
import { formatMinute } from '~/lib/time';
import { subjectLabel, type About, type Subject } from './thread.rules';

/** How many of each kind the asking form offers. */
const OFFERED = 20;

export type Askable = About & { label: string };

/** The exams whose results are out for the student, newest first. */
function releasedExamsOf(actor: Actor) {
  return db()
    .selectFrom('exams')
    .where((eb) => isReleasedFor(actor)(eb))
    .where('exams.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('exams.id', 'in', eb.selectFrom('attempts').select('exam_id').where('student_id', '=', actor.id)),
        isMember(actor),
      ]),
    );
}

function practicesOf(actor: Actor) {
  return db().selectFrom('practices').where('student_id', '=', actor.id).where('deleted_at', 'is', null);
}

type PracticeRow = { id: number; question_id: number | null; item_id: number | null; bank: string; created_at: number };

/** Of those whose question is not closed to the student now. */
async function practiceLabels(actor: Actor, rows: PracticeRow[], now: number): Promise<Askable[]> {
  const { timeZone } = await getSchool();
  const heads = await describeTargets(actor, rows.map(targetOf), now);
  return rows.flatMap((row) => {
    const head = heads.get(targetKey(targetOf(row)));
    if (head?.isClosed) return [];
    const label = `${clip(plainFormulas(head?.title ?? ''), 30)}，${formatMinute(row.created_at, timeZone)}`;
    return [{ subject: 'practice' as const, id: row.id, label }];
  });
}

/** What the student may ask about now: released exams, own works, latest practices, newest first. */
export async function listAskable(actor: Actor, now: number): Promise<Askable[]> {
  if (isTeacher(actor)) return [];
  const exams = await releasedExamsOf(actor)
    .select(['exams.id', 'exams.name'])
    .orderBy('exams.id', 'desc')
    .limit(OFFERED)
    .execute();
  const closed = await closedQuestionIds(actor, now);
  const works = await worksWithSources()
    .select(['works.id', 'works.title'])
    .where('works.student_id', '=', actor.id)
    .where((eb) => eb.not(isSourceClosed(eb, closed)))
    .orderBy('works.id', 'desc')
    .limit(OFFERED)
    .execute();
  const practices = await practicesOf(actor)
    .select(['id', 'question_id', 'item_id', 'bank', 'created_at'])
    .orderBy('id', 'desc')
    .limit(OFFERED)
    .execute();
  return [
    ...exams.map((exam) => ({ subject: 'score' as const, id: exam.id, label: exam.name })),
    ...works.map((work) => ({ subject: 'work' as const, id: work.id, label: work.title })),
    ...(await practiceLabels(actor, practices, now)),
  ];
}

/**
 * One thing the student may ask about: own, or a work everybody may see; null for anything else.
 * @throws AppError forbidden for a practice whose question is in an exam that they are to sit
 */
export async function findAskable(actor: Actor, { subject, id }: About, now: number): Promise<Askable | null> {
  if (isTeacher(actor)) return null;
  if (subject === 'other') return { subject, id: 0, label: subjectLabel(subject) };
  if (subject === 'score') {
    const exam = await releasedExamsOf(actor).select('exams.name').where('exams.id', '=', id).executeTakeFirst();
    return exam ? { subject, id, label: exam.name } : null;
  }
  if (subject === 'work') {
    if (!(await mayReadWork(actor, id, now))) return null;
    const work = await db().selectFrom('works').select('title').where('id', '=', id).executeTakeFirst();
    return work ? { subject, id, label: work.title } : null;
  }
  const row = await practicesOf(actor)
    .select(['id', 'question_id', 'item_id', 'bank', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const [label] = await practiceLabels(actor, [row], now);
  if (!label) throw inUse();
  return label;
}

export type ThreadSubject = {
  subject: Subject;
  /** '' of 其他, and once the thing is gone. */
  label: string;
  /** The reader's own pages of it. */
  links: { label: string; href: string }[];
  /** The practice asked about, shown in the thread itself: nobody else has a page of it. */
  practice: { createdAt: number; text: string; result: string; files: StoredFile[] } | null;
  /** The practice was deleted by its student. */
  isGone: boolean;
};

export type ThreadAbout = {
  subject: Subject;
  studentId: number;
  workId: number | null;
  examId: number | null;
  practiceId: number | null;
};

/** What a question is about, as far as its reader may see it. Asks no right to the question itself. */
export async function describeSubject(actor: Actor, thread: ThreadAbout, now: number): Promise<ThreadSubject> {
  const { subject } = thread;
  const plain = { subject, label: '', links: [], practice: null, isGone: false };
  if (subject === 'score' && thread.examId !== null) return { ...plain, ...(await aboutScore(actor, thread)) };
  if (subject === 'work' && thread.workId !== null) {
    const work = await db().selectFrom('works').select('title').where('id', '=', thread.workId).executeTakeFirst();
    const isOpen = await mayReadWork(actor, thread.workId, now);
    return {
      ...plain,
      label: work?.title ?? '',
      links: isOpen ? [{ label: '查看作品', href: toWork(thread.workId) }] : [],
    };
  }
  if (subject === 'practice' && thread.practiceId !== null)
    return { ...plain, ...(await aboutPractice(actor, thread, now)) };
  return plain;
}

async function aboutScore(
  actor: Actor,
  { examId, studentId }: ThreadAbout,
): Promise<Pick<ThreadSubject, 'label' | 'links'>> {
  const exam = await db()
    .selectFrom('exams')
    .select(['id', 'name', 'owner_id', 'status', 'settings'])
    .where('id', '=', examId)
    .executeTakeFirst();
  if (!exam) return { label: '', links: [] };
  if (!isTeacher(actor)) {
    return {
      label: exam.name,
      links: [{ label: '查看成绩', href: toResult({ examId: exam.id }) }],
    };
  }
  const attempts = await db()
    .selectFrom('attempts')
    .select(['id', 'part', 'number'])
    .where('exam_id', '=', exam.id)
    .where('student_id', '=', studentId)
    .where('state', '!=', 'in_progress')
    .orderBy('part')
    .orderBy('number')
    .execute();
  const examined = await db()
    .selectFrom('exam_examiners')
    .select('part')
    .where('exam_id', '=', exam.id)
    .where('teacher_id', '=', actor.id)
    .execute();
  const parts = new Set(examined.map((row) => row.part));
  const isOwner = exam.owner_id === actor.id;
  const isLocked = await paperLock(exam.id, [studentId]);
  // The asker's name stands beside it: what is marked without names has no way to it from here.
  const blind = { status: exam.status as ExamStatus, settings: fromJson<{ isBlind: boolean }>(exam.settings) };
  const isNamed = ({ part, number }: { part: string; number: number }) =>
    seesNames(blind, { isOwner, view: 'marking', isOut: isLocked({ studentId, part, number }) });
  return {
    label: exam.name,
    links: attempts
      .filter((attempt) => (isOwner || parts.has(attempt.part)) && isNamed(attempt))
      .map((attempt) => ({
        label: `${PART_LABELS[attempt.part as Part]}答卷${attempt.number > 1 ? `（第 ${attempt.number} 次）` : ''}`,
        href: toPaper({ attemptId: attempt.id }),
      })),
  };
}

async function aboutPractice(
  actor: Actor,
  { practiceId, studentId }: ThreadAbout,
  now: number,
): Promise<Pick<ThreadSubject, 'label' | 'links' | 'practice' | 'isGone'>> {
  const row = await db()
    .selectFrom('practices')
    .selectAll()
    .where('id', '=', practiceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return { label: '', links: [], practice: null, isGone: true };
  const target = targetOf(row);
  const head = (await describeTargets(actor, [target], now)).get(targetKey(target));
  const value = fromJson<AnswerValue>(row.answer);
  const result = {
    bank: row.bank as Bank,
    isRight: row.is_right === null ? null : row.is_right === 1,
    score: row.score,
    selfRating: row.self_rating,
  };
  const done = row.bank === 'oral' ? null : row.id;
  const isOwn = actor.id === studentId;
  return {
    label: plainFormulas(head?.title ?? ''),
    links:
      isOwn && head?.isAvailable ? [{ label: '查看练习', href: practicePath(row.bank as Bank, target, { done }) }] : [],
    practice: {
      createdAt: row.created_at,
      text: answerText(value),
      result: resultWord(result),
      files: await listFiles(fromJson<string[]>(row.file_ids)),
    },
    isGone: false,
  };
}

const JUDGED: Record<string, string> = { T: '正确', F: '错误' };

/** An answer in words: the typed text, the chosen options, the blanks. */
function answerText({ text = '', keys = [], blanks = [] }: AnswerValue): string {
  return [text, keys.map((key) => JUDGED[key] ?? key).join('、'), blanks.join('；')].filter(Boolean).join('\n');
}
