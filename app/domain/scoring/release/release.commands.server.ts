import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { closeOverdueAttempts } from '~/domain/attempt/attempt.commands.server';
import { getExamView, getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import { releasedAtFor } from '~/domain/exam/states.rules';
import { PART_LABELS, partsOf } from '~/domain/exam/parts.rules';
import { listReleasedStudents, listWaitingForResit } from '~/domain/exam/released.queries.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid } from '~/lib/errors';
import { holdExam } from '../paper/exam-lock.server';
import { renewGone } from '../sharing-out/gone-examiner.commands.server';
import { listToTell, summariseRelease, toldPapers, type ReleaseSummary } from './release.queries.server';
import { fixExpectations } from '../settling/fixed-examiners.commands.server';
import { loosenExpectations } from './loosened.commands.server';
import {
  listResultReaders,
  noteTold,
  takeBackResultMessages,
  tellResultsOut,
} from '../settling/tell-result.commands.server';

/** `classIds`: only these classes of each exam; none named is the whole exam. */
export type ReleaseRequest = { ids: number[]; confirm: boolean; classIds?: number[] };

/**
 * Releases own exams, whole or some of their classes: closed (or over, and then closed first), and tells every
 * student whose result can be read then. With its last class an exam is released as a whole. Papers without a score, and
 * what came late and is not decided on, need `confirm`. All or nothing; what is released already stays as it is. Returns how many exams changed.
 * @throws AppError not_found, forbidden, invalid (a class of another exam), conflict (not over, or unscored papers without `confirm`)
 */
export async function releaseExams(actor: Actor, input: ReleaseRequest, now: number): Promise<number> {
  return (await releaseAndCount(actor, input, now)).length;
}

/** What a release did to one exam. */
export type Released = {
  /** Who was told: could be told, and knew nothing yet. */
  told: number;
  /** Who is told once their re-sit is scored. */
  resitting: number;
  /** Names of the classes that are still not out. */
  left: string[];
};

/** As releaseExams; returns what was done, of each exam that changed. */
export async function releaseAndCount(actor: Actor, input: ReleaseRequest, now: number): Promise<Released[]> {
  await closeOverdueAttempts(now);
  return transaction(async () => {
    const released: Released[] = [];
    for (const id of input.ids) {
      await getOwnExam(actor, id);
      const one = await releaseExam(actor, id, input, now);
      if (one) released.push(one);
    }
    return released;
  });
}

/** `3 名；补考还没评完的 1 名评完再通知；还没有公布：二班`. */
export function releasedText(released: readonly Released[]): string {
  const sum = (of: (one: Released) => number) => released.reduce((total, one) => total + of(one), 0);
  const resitting = sum((one) => one.resitting);
  const left = released.flatMap((one) => one.left);
  return [
    `${sum((one) => one.told)} 名`,
    resitting > 0 ? `补考还没评完的 ${resitting} 名评完再通知` : '',
    left.length > 0 ? `还没有公布：${left.join('、')}` : '',
  ]
    .filter((text) => text !== '')
    .join('；');
}

/** One exam, inside a transaction; `actor` null is the server. Null where nothing changed. Asks no rights. */
export async function releaseExam(
  actor: Actor | null,
  examId: number,
  { confirm, classIds = [] }: Omit<ReleaseRequest, 'ids'>,
  now: number,
): Promise<Released | null> {
  // Held first, so that no score changes between the counting and the release.
  await holdExam(examId);
  const exam = await getExamView(examId);
  assertOwnClasses(exam, classIds);
  const summary = await summariseRelease(exam, now);
  if (exam.status === 'released') return null;
  if (summary.obstacle !== null) throw new AppError('conflict', summary.obstacle);
  const wanted = classIds.length === 0 ? exam.classroomIds : classIds;
  const added = wanted.filter((id) => releasedAtFor(exam, id) === null);
  const isWhole = classIds.length === 0 || exam.classroomIds.every((id) => isOut(exam, id) || added.includes(id));
  if (!isWhole && added.length === 0) return null;
  const told = summary.students.filter(({ classId }) => {
    if (classId !== null && isOut(exam, classId)) return false;
    return isWhole || (classId !== null && added.includes(classId));
  });
  const { readers, resitting } = await listToTell(exam, told);
  // Asked of some classes, what waits without names would say in which classes its codes are: it is told of all at once.
  const isHidden =
    !isWhole && summary.parts.some((part) => [...part.unscored, ...part.late].some((one) => one.isHidden));
  const waiting = summary.students.filter(({ classId }) => classId === null || !isOut(exam, classId));
  const asked = new Set((isHidden ? waiting : told).map((student) => student.studentId));
  const unscored = countUnscored(summary, asked);
  const late = actor === null ? [] : listLate(summary, asked);
  if ((unscored.total > 0 || late.length > 0) && !confirm) {
    const question =
      (unscored.total > 0 ? unscoredQuestion(summary, unscored) : '') +
      lateQuestion(summary, late) +
      (isHidden ? '匿名评阅：这里把还没有公布的班级一起数，不说在哪个班。' : '');
    throw new AppError('conflict', question, undefined, {
      needsConfirm: true,
      unscored: unscored.parts.filter(({ count }) => count > 0),
      late: late.map(({ attemptId, studentId, isHidden, name, part, count }) => ({
        ...{ attemptId, studentId: isHidden ? 0 : studentId, name, part, count },
      })),
    });
  }
  await db()
    .updateTable('exams')
    .set((set) => ({
      status: isWhole ? 'released' : 'closed',
      released_at: isWhole ? now : null,
      closed_at: exam.closedAt ?? now,
      updated_at: now,
      version: set('version', '+', 1),
    }))
    .where('id', '=', examId)
    .where('status', 'in', ['published', 'closed'])
    .execute();
  if (added.length > 0) {
    await db()
      .updateTable('exam_classrooms')
      .set({ released_at: now })
      .where('exam_id', '=', examId)
      .where('classroom_id', 'in', added)
      .execute();
  }
  await fixExpectations({ id: exam.id, arbitrationLimit: exam.settings.arbitrationLimit });
  await renewGone(exam.id, partsOf(exam.testType));
  await tellResultsOut(
    exam,
    told.map((student) => student.studentId),
    now,
  );
  const detail = {
    students: told.length,
    unscored: unscored.total,
    ...(isWhole ? {} : { classIds: added }),
  };
  await recordAudit(actor, { action: 'exam.release', entity: 'exam', entityId: examId, detail }, now);
  const left = isWhole
    ? []
    : summary.classes.filter(({ id, releasedAt }) => releasedAt === null && !added.includes(id));
  return { told: readers.length, resitting: resitting.length, left: left.map(({ name }) => name) };
}

function isOut(exam: ExamView, classId: number): boolean {
  return releasedAtFor(exam, classId) !== null;
}

function assertOwnClasses(exam: ExamView, classIds: number[]): void {
  if (classIds.some((id) => !exam.classroomIds.includes(id))) {
    throw invalid({ classIds: `有班级不在「${exam.name}」里，请重新选择` });
  }
}

type Unscored = { total: number; parts: { part: ReleaseSummary['parts'][number]['part']; count: number }[] };

function countUnscored(summary: ReleaseSummary, studentIds: Set<number>): Unscored {
  const parts = summary.parts.map(({ part, unscored }) => ({
    part,
    count: unscored.filter((paper) => studentIds.has(paper.studentId)).length,
  }));
  return { total: parts.reduce((sum, { count }) => sum + count, 0), parts };
}

function unscoredQuestion(summary: ReleaseSummary, { parts }: Unscored): string {
  const counts = parts.filter(({ count }) => count > 0).map(({ part, count }) => `${PART_LABELS[part]} ${count} 份`);
  return `「${summary.exam.name}」还有未评分的答卷：${counts.join('，')}。公布以后不能再评这些答卷，除非先撤回公布；学生看到待评分。请先评完，或确认仍要公布。`;
}

type Late = ReleaseSummary['parts'][number]['late'][number] & { part: ReleaseSummary['parts'][number]['part'] };

/** Papers of these students with something that came late and is not decided on: what the dialog of the page names. */
function listLate(summary: ReleaseSummary, studentIds: Set<number>): Late[] {
  return summary.parts.flatMap(({ part, late }) =>
    toldPapers(late.filter((paper) => studentIds.has(paper.studentId))).map((paper) => ({ ...paper, part })),
  );
}

const LATE_NAMED = 8;

function lateQuestion({ exam }: ReleaseSummary, late: Late[]): string {
  if (late.length === 0) return '';
  const names = late.slice(0, LATE_NAMED).map(({ name, part, count }) => `${name}（${PART_LABELS[part]} ${count} 项）`);
  return `「${exam.name}」有 ${late.length} 份答卷里有收卷后才到的内容，还没有决定是否计入：${names.join('、')}${late.length > LATE_NAMED ? '等' : ''}。公布以后它们留存、不计入。请先决定，或确认仍要公布。`;
}

/**
 * Takes a release back, of the whole exam or of some classes: their students see nothing of the result again. What is
 * not released stays so. Returns how many exams changed.
 */
export async function unreleaseExams(
  actor: Actor,
  input: Pick<ReleaseRequest, 'ids' | 'classIds'>,
  now: number,
): Promise<number> {
  return transaction(async () => {
    let count = 0;
    for (const id of input.ids) {
      await getOwnExam(actor, id);
      if (await unreleaseExam(actor, id, input.classIds ?? [], now)) count += 1;
    }
    return count;
  });
}

async function unreleaseExam(actor: Actor, examId: number, classIds: number[], now: number): Promise<boolean> {
  await holdExam(examId);
  const exam = await getExamView(examId);
  assertOwnClasses(exam, classIds);
  const isWhole = classIds.length === 0;
  const removed = (isWhole ? exam.classroomIds : classIds).filter((id) => isOut(exam, id));
  if (exam.status !== 'released' && removed.length === 0) return false;
  const before = { out: await listReleasedStudents(examId), resitting: await listWaitingForResit(examId) };
  const staying = exam.classroomIds.filter((id) => isOut(exam, id) && !removed.includes(id));
  await db()
    .updateTable('exams')
    .set((set) => ({
      status: 'closed',
      released_at: null,
      // Not released again by the server: it was the owner's word.
      auto_release_checked_at: now,
      updated_at: now,
      version: set('version', '+', 1),
    }))
    .where('id', '=', exam.id)
    .execute();
  await db()
    .updateTable('exam_classrooms')
    .set({ released_at: null })
    .where('exam_id', '=', exam.id)
    .where('classroom_id', 'in', removed)
    .execute();
  for (const id of staying) {
    await db()
      .updateTable('exam_classrooms')
      .set({ released_at: releasedAtFor(exam, id) })
      .where('exam_id', '=', exam.id)
      .where('classroom_id', '=', id)
      .execute();
  }
  await tellTakenBack(exam, before, now);
  await loosenExpectations(await getExamView(exam.id), now);
  const detail = isWhole ? {} : { classIds: removed };
  await recordAudit(actor, { action: 'exam.unrelease', entity: 'exam', entityId: exam.id, detail }, now);
  return true;
}

/**
 * What was told and not yet read is taken back, and no figure of what was read is read again. Whoever could see the
 * result is told that it no longer holds: it stood on their pages, whether they read the message or not; who sits again
 * was promised it with the marks of the re-sit. `before`: whose result was out, and whose was to be.
 */
async function tellTakenBack(
  exam: ExamView,
  before: { out: Set<number>; resitting: Set<number> },
  now: number,
): Promise<void> {
  const after = await listReleasedStudents(exam.id);
  const holders = (await listResultReaders(exam.id)).filter((id) => !after.has(id));
  const unread = await takeBackResultMessages(exam.id, holders, '成绩公布后来撤回了，这条消息里的结果不再算数。');
  const seeing = [...before.out].filter((id) => !after.has(id));
  // Who has read every correction knows of it; who has one unread is still to hear of it.
  await noteTold(
    exam.id,
    seeing.filter((id) => !unread.has(id)),
  );
  await sendMessages(
    seeing,
    {
      kind: 'score',
      title: `成绩公布已撤回：${exam.name}`,
      body: '老师撤回了这场考试的成绩公布，暂时看不到成绩。重新公布后会再通知你。',
    },
    now,
  );
  const stillOut = await listWaitingForResit(exam.id);
  await sendMessages(
    [...before.resitting].filter((id) => !stillOut.has(id)),
    {
      kind: 'score',
      title: `成绩公布已撤回：${exam.name}`,
      body: '老师撤回了这场考试的成绩公布，你的补考照常。补考评完以后也要等老师重新公布才看得到成绩，那时会再通知你。',
    },
    now,
  );
}
