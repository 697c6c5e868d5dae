import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { examTimesOf } from '~/domain/exam/exam-times.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import { examSettingsSchema } from '~/domain/exam/exam-settings.schema';
import { examPhase, heldAtOf, isOverFor, type Phase } from '~/domain/exam/times.rules';
import type { ExamStatus } from '~/domain/exam/states.rules';
import { listMinutesToCome } from '~/domain/exam/grants.queries.server';
import { findResitEnds } from '~/domain/exam/resit.queries.server';
import { partsOf, type Part, type TestType } from '~/domain/exam/parts.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { pageOf, type Page, type PageInput } from '~/lib/page';
import { likePattern } from '~/lib/text';
import { awaitingCount, countAwaiting, countOpenPapers } from '../sharing-out/awaiting.queries.server';
import { listPapersToMark } from '../paper/papers.queries.server';
import { openDueAt, type ScoreExamStatus } from '../paper/scoring.rules';
import type { Progress } from '../paper/share-out.rules';

/** How far the papers of a part are that the reader has to do with, see progressOf; and what of it awaits the reader. */
export type PartProgress = Progress & {
  part: Part;
  /** When the last of it is answered, or it was closed before; once out, when the last re-sit is. */
  endsAt: number | null;
  inProgress: number;
  /** Papers that wait for the reader to score, arbitrate or decide. */
  awaitsMe: number;
  toArbitrate: number;
  /** Nobody was asked to arbitrate, or only the owner can decide: for the owner. */
  toDecide: number;
  /** In arbitration, for the owner. */
  contested: number;
  /** Given to nobody although the part was shared out, for the owner. */
  unshared: number;
  /** Out without a mark, and locked until the release is taken back; for the owner. */
  left: number;
};

export type ScoreExamRow = {
  id: number;
  name: string;
  status: ExamStatus;
  testType: TestType;
  phase: Phase;
  isOwner: boolean;
  ownerName: string;
  /** When the last of it is answered, or it was closed before; photos may come until later. */
  endsAt: number | null;
  releasedAt: number | null;
  /** When the marking is to be done, as its owner set it. */
  markingDueAt: number | null;
  /** The same while it holds, see openDueAt. */
  dueAt: number | null;
  done: number;
  total: number;
  awaitsMe: number;
  parts: PartProgress[];
};

/**
 * Exams that the teacher owns or examines, from the first start on. 待评分: something is handed in and not scored, or
 * may still come; 待公布: all is scored and nothing more comes; 已公布: released, and 待评分 as well while a re-sit waits to
 * be scored.
 */
export async function listScoreExams(
  actor: Actor,
  input: PageInput & { status: ScoreExamStatus | null; keyword: string },
  now: number,
): Promise<Page<ScoreExamRow> & { counts: Record<ScoreExamStatus, number> }> {
  const all = await listAll(actor, input.keyword, now);
  const count = (status: ScoreExamStatus) => rowsIn(all, status).length;
  return {
    ...pageOf(rowsIn(all, input.status), input),
    counts: { todo: count('todo'), done: count('done'), released: count('released') },
  };
}

/** What of them waits: 待评分 and 待公布, the latest first; `most` of each. */
export async function listWaitingScoreExams(
  actor: Actor,
  most: number,
  now: number,
): Promise<{ todo: ScoreExamRow[]; done: ScoreExamRow[] }> {
  const all = await listAll(actor, '', now);
  return { todo: rowsIn(all, 'todo').slice(0, most), done: rowsIn(all, 'done').slice(0, most) };
}

type Stated = { row: ScoreExamRow; statuses: ScoreExamStatus[] };

/** The rows of a status, or all; sorted already. */
const rowsIn = (all: Stated[], status: ScoreExamStatus | null) =>
  all.filter((one) => status === null || one.statuses.includes(status)).map((one) => one.row);

async function listAll(actor: Actor, keyword: string, now: number): Promise<Stated[]> {
  let query = db()
    .selectFrom('exams')
    .innerJoin('users', 'users.id', 'exams.owner_id')
    .selectAll('exams')
    .select('users.name as owner_name')
    .where('exams.deleted_at', 'is', null)
    .where('exams.status', '!=', 'draft')
    .where((where) =>
      where.or([
        where('exams.owner_id', '=', actor.id),
        where.exists(
          where
            .selectFrom('exam_examiners')
            .select('exam_examiners.exam_id')
            .whereRef('exam_examiners.exam_id', '=', 'exams.id')
            .where('exam_examiners.teacher_id', '=', actor.id),
        ),
      ]),
    );
  if (keyword !== '') {
    query = query.where((where) =>
      where(where.fn<string>('lower', ['exams.name']), 'like', likePattern(keyword.toLowerCase())),
    );
  }
  const exams = await query.orderBy('exams.id', 'desc').execute();
  const ids = exams.map((exam) => exam.id);
  const examinedParts = await db()
    .selectFrom('exam_examiners')
    .select(['exam_id', 'part'])
    .where('teacher_id', '=', actor.id)
    .execute();
  const counts = await countAttempts(ids);
  const awaiting = await countAwaiting(actor, ids);
  const open = await countOpenPapers(ids);
  const minutesToCome = await listMinutesToCome(ids);
  const released = exams.filter((exam) => exam.status === 'released');
  const resitEnds = await findResitEnds(released.map((exam) => exam.id));

  const blind = exams.filter((exam) => examSettingsSchema.parse(fromJson<unknown>(exam.settings)).isBlind);
  const listed = await countListed(
    actor,
    blind.map((exam) => exam.id),
    { open, now },
  );

  const all = exams.flatMap((exam): Stated[] => {
    const times = {
      status: exam.status as ExamStatus,
      ...examTimesOf(exam),
    };
    const isOwner = exam.owner_id === actor.id;
    const own = partsOf(exam.test_type).filter(
      (part) => isOwner || examinedParts.some((one) => one.exam_id === exam.id && one.part === part),
    );
    // Where the exam stands is asked of all its papers, whoever has to do with them.
    const wholeOf = (part: Part) => {
      const states = counts.get(`${exam.id}.${part}`) ?? {};
      const unscored = (states.submitted ?? 0) + (states.auto_submitted ?? 0);
      return { unscored, handedIn: unscored + (states.scored ?? 0), inProgress: states.in_progress ?? 0 };
    };
    const parts = own.map((part): PartProgress => {
      const mine = awaiting.get(`${exam.id}.${part}`);
      const heldAt = heldAtOf([part === 'oral' ? times.oralEndTime : times.endTime], exam.closed_at);
      return {
        part,
        endsAt: resitEnds.get(`${exam.id}.${part}`) ?? heldAt,
        ...(mine?.progress ?? { done: 0, total: 0, mine: null }),
        inProgress: wholeOf(part).inProgress,
        awaitsMe: Math.min(
          awaitingCount(mine, { open: open.get(`${exam.id}.${part}`) ?? 0, isOwner }),
          listed.get(`${exam.id}.${part}`) ?? Infinity,
        ),
        toArbitrate: mine?.toArbitrate ?? 0,
        toDecide: isOwner ? (mine?.toDecide ?? 0) : 0,
        contested: isOwner ? (mine?.contested ?? 0) : 0,
        unshared: isOwner ? (mine?.unshared ?? 0) : 0,
        left: isOwner ? wholeOf(part).unscored - (open.get(`${exam.id}.${part}`) ?? 0) : 0,
      };
    });
    const sum = (of: (part: PartProgress) => number) => parts.reduce((total, part) => total + of(part), 0);
    const phase = examPhase(times, now);
    const whole = own.map(wholeOf);
    // Nothing can be there yet.
    if (phase === 'not_started' && whole.every((part) => part.handedIn === 0)) return [];
    // In more time for some the exam is 已发布 still, and not 已结束 beside those who write or may begin.
    const isStillWritten =
      times.status === 'published' &&
      phase === 'ended' &&
      (whole.some(({ inProgress }) => inProgress > 0) ||
        own.some((part) => !isOverFor(times, part, minutesToCome(exam.id, part), now)));
    const isOpen = own.some((part) => (open.get(`${exam.id}.${part}`) ?? 0) > 0);
    const row: ScoreExamRow = {
      id: exam.id,
      name: exam.name,
      status: times.status,
      testType: times.testType,
      phase: isStillWritten ? 'running' : phase,
      isOwner,
      ownerName: exam.owner_name,
      endsAt: heldAtOf([times.endTime, times.oralEndTime], exam.closed_at),
      releasedAt: exam.released_at,
      markingDueAt: exam.marking_due_at,
      dueAt: openDueAt({ releasedAt: exam.released_at, markingDueAt: exam.marking_due_at, hasOpen: isOpen }),
      done: sum((part) => part.done),
      total: sum((part) => part.total),
      awaitsMe: sum((part) => part.awaitsMe),
      parts,
    };
    const isComplete = row.phase === 'ended' && whole.every((part) => part.unscored + part.inProgress === 0);
    const statuses: ScoreExamStatus[] =
      row.status === 'released'
        ? isOpen || sum((part) => part.left) > 0
          ? ['released', 'todo']
          : ['released']
        : [isComplete ? 'done' : 'todo'];
    return [{ row, statuses }];
  });

  const at = ({ row }: Stated) => row.releasedAt ?? row.endsAt ?? 0;
  return all.sort((a, b) => at(b) - at(a) || b.row.id - a.row.id);
}

async function countAttempts(examIds: number[]): Promise<Map<string, Record<string, number>>> {
  const found = new Map<string, Record<string, number>>();
  if (examIds.length === 0) return found;
  const rows = await db()
    .selectFrom('attempts')
    .select((select) => ['exam_id', 'part', 'state', select.fn.countAll<number>().as('count')])
    .where('exam_id', 'in', examIds)
    .groupBy(['exam_id', 'part', 'state'])
    .execute();
  for (const row of rows) {
    const key = `${row.exam_id}.${row.part}`;
    found.set(key, { ...found.get(key), [row.state]: Number(row.count) });
  }
  return found;
}

/**
 * How many papers the list of each open part shows as the reader's, by `examId.part`: of those without names none that
 * is sealed, in extra time and beside a re-sit too.
 */
async function countListed(
  actor: Actor,
  examIds: number[],
  { open, now }: { open: Map<string, number>; now: number },
): Promise<Map<string, number>> {
  const listed = new Map<string, number>();
  for (const id of examIds) {
    const exam = await getExamView(id);
    for (const part of partsOf(exam.testType)) {
      if ((open.get(`${id}.${part}`) ?? 0) === 0) continue;
      const { rows } = await listPapersToMark(actor, exam, { part, classId: 0 }, now);
      listed.set(`${id}.${part}`, rows.filter((row) => row.awaitsMe).length);
    }
  }
  return listed;
}
