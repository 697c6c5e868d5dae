import type { CorrectionFields, FrequentAnswers } from '~/domain/question-bank/kinds/kind.schema';
import { classroomThen } from '~/domain/classroom/members-then.server';
import { classNameThen, studentNameThen } from '~/domain/classroom/names-then.server';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { getOwnExam, listExamItems, type ExamItemView, type ExamView } from '~/domain/exam/exam.queries.server';
import { numberEveryPart, numberItems } from '~/domain/exam/paper-numbers.queries.server';
import { PARTS, type Part } from '~/domain/exam/parts.rules';
import { blindName, byBlindCode, seesNames } from '~/domain/exam/blind.rules';
import { listReleasedReaders, listReleasedStudents, paperLock } from '~/domain/exam/released.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid, notFound } from '~/lib/errors';
import { pageOf, type Page, type PageInput } from '~/lib/page';
import type { CorrectionKind } from '~/domain/exam/correction.rules';
import { listUnseenPapers } from '../paper/looks.queries.server';
import { planRemark, type RemarkPlan } from './remark.queries.server';
import {
  askedCorrection,
  correctionFields,
  frequentAnswers,
  gradeChange,
  remarkKinds,
  summariseChanges,
  type Asked,
  type BeforeAfter,
  type RemarkChange,
  type RemarkInput,
  type RemarkSummary,
} from './remark.rules';
import { GRADE_WORDS, type Grade } from '../report/score-list.rules';

/** An item that is to be put right, and how. */
export type RemarkTarget = {
  exam: ExamView;
  item: ExamItemView;
  /** Its number within its part, from 1 (see numberEveryItem). */
  position: number;
  asked: Asked;
  /** It counts so already. */
  isSame: boolean;
};

/**
 * What is asked, checked against the item as it counts now.
 * @throws AppError not_found, forbidden, invalid, conflict while the exam is not over
 */
export async function getRemarkable(
  actor: Actor,
  input: RemarkInput & { examId: number; itemId: number },
): Promise<RemarkTarget> {
  const exam = await getOwnExam(actor, input.examId);
  const obstacle = await remarkObstacle(exam);
  if (obstacle !== null) throw new AppError('conflict', obstacle);
  const items = await listExamItems(exam.id);
  const item = items.find((one) => one.id === input.itemId);
  if (!item) throw notFound('题目');
  const read = askedCorrection(item, input);
  if ('problems' in read) throw invalid(read.problems);
  const position = (await numberEveryPart(exam, items)).get(item.id) ?? 0;
  return { exam, item, position, ...read };
}

/** Why nothing can be put right in the exam now, or null. */
async function remarkObstacle(exam: ExamView): Promise<string | null> {
  if (exam.status === 'draft' || exam.status === 'published') {
    return '考试结束后才能复核改分。要提前结束，请先在“我的考试”里结束考试。';
  }
  const sat = await db().selectFrom('attempts').select('id').where('exam_id', '=', exam.id).limit(1).executeTakeFirst();
  return sat ? null : '这场考试没有答卷，不用改分。';
}

/** Changes whenever a result or a correction of the exam does: what a preview is good for. */
export async function remarkVersion(examId: number): Promise<string> {
  const exam = await db()
    .selectFrom('exams')
    .select('results_version')
    .where('id', '=', examId)
    .executeTakeFirstOrThrow();
  const last = await db()
    .selectFrom('item_corrections')
    .select((select) => select.fn.max<number | null>('id').as('id'))
    .where('exam_id', '=', examId)
    .executeTakeFirst();
  return `${exam.results_version}.${last?.id ?? 0}`;
}

/** One line of the preview. */
export type RemarkRow = RemarkChange & {
  name: string;
  account: string;
  className: string;
  number: number;
  /** 良好 → 优秀, where the grade changes. */
  grade: { before: string; after: string } | null;
};

export type RemarkPreview = {
  kind: CorrectionKind;
  /** The item as it would be. */
  item: ExamItemView;
  /** What the apply expects. */
  expected: string;
  summary: RemarkSummary;
  unsettled: number;
  reopened: number;
  /** Papers that wait for a hand from then on, though nobody has marked them yet (see RemarkPlan). */
  waiting: number;
  /** Papers that stay settled by the scores that count now. */
  kept: number;
  /** Students whose results are out and change: they get a message. */
  told: number;
  rows: Page<RemarkRow>;
};

/**
 * Who would have how much more or less, nothing written.
 * @throws AppError as getRemarkable; invalid when it counts so already; conflict when a released result would be lost
 */
export async function previewRemark(
  actor: Actor,
  input: RemarkInput & { examId: number; itemId: number },
  page: PageInput,
): Promise<RemarkPreview> {
  const { exam, item, asked, isSame } = await getRemarkable(actor, input);
  // Read before the plan: what changes in between makes the preview old.
  const expected = await remarkVersion(exam.id);
  if (isSame) throw invalid({ kind: SAME_WORDS[asked.kind] });
  const released = await listReleasedStudents(exam.id);
  const plan = await planRemark(exam, item.id, asked, released);
  if (!plan) throw notFound('题目');
  assertNothingIsLost(plan, released);
  const readers = await listReleasedReaders(exam.id);
  return {
    kind: asked.kind,
    item: plan.item,
    expected,
    summary: summariseChanges(plan.changes, exam.settings),
    unsettled: plan.unsettled,
    reopened: plan.reopened,
    waiting: plan.waiting.length,
    kept: plan.kept.length,
    told: new Set(plan.changes.map((change) => change.studentId).filter((id) => readers.has(id))).size,
    rows: pageOf(await withNames(exam, await withoutUnseen(actor, exam, plan.changes)), page),
  };
}

/**
 * A score that students have read is never exchanged for none: what has to be marked anew needs the release taken back.
 * @throws AppError conflict
 */
export function assertNothingIsLost({ changes }: RemarkPlan, released: ReadonlySet<number>): void {
  const lost = changes.filter(
    ({ studentId, part }) => released.has(studentId) && part.before !== null && part.after === null,
  );
  if (lost.length === 0) return;
  const count = new Set(lost.map(({ studentId }) => studentId)).size;
  throw new AppError(
    'conflict',
    `有 ${count} 名学生的成绩已经公布，而他们的评分里这道题没有现在算数的打分：撤销后要重新评，已公布的成绩就没有了。请先撤回成绩公布，再撤销全员给分。`,
  );
}

const SAME_WORDS: Record<CorrectionKind, string> = {
  key: '和现在的答案一样，不用更正',
  accept: '这些答案已经算对了',
  credit: '这道题已经全员给分',
  none: '这道题没有更正可以撤销',
};

const NOT_SEEN: BeforeAfter = { before: null, after: null };

/** Nobody sees what a paper came to by others' marks before giving their own: its numbers are left out. */
async function withoutUnseen(actor: Actor, exam: ExamView, changes: RemarkChange[]): Promise<RemarkChange[]> {
  const unseen = await listUnseenPapers(
    actor,
    exam,
    changes.map((change) => change.attemptId),
  );
  return changes.map((change) =>
    unseen.has(change.attemptId) ? { ...change, points: NOT_SEEN, part: NOT_SEEN, total: NOT_SEEN } : change,
  );
}

/** By class and account; papers that are marked without names last, by their codes. */
async function withNames(exam: ExamView, changes: RemarkChange[]): Promise<RemarkRow[]> {
  const people = await db()
    .selectFrom('attempts')
    .innerJoin('users', 'users.id', 'attempts.student_id')
    .leftJoin('classrooms', (join) => join.on('classrooms.id', '=', classroomThen('attempts.exam_id')))
    .select(['attempts.id', 'attempts.number', 'attempts.part', 'users.account'])
    .select([studentNameThen('attempts.exam_id').as('name'), classNameThen('attempts.exam_id').as('class_name')])
    .where('attempts.exam_id', '=', exam.id)
    .orderBy('classrooms.name')
    .orderBy('users.account_key')
    .orderBy('attempts.number')
    .execute();
  const byAttempt = new Map(changes.map((change) => [change.attemptId, change]));
  const isLocked = await paperLock(exam.id);
  const hidden: RemarkRow[] = [];
  const named = people.flatMap((person): RemarkRow[] => {
    const change = byAttempt.get(person.id);
    if (!change) return [];
    const grade = gradeChange(change, exam.settings);
    const { number } = person;
    const row = { ...change, number, grade: grade && asWords(grade) };
    const isOut = isLocked({ studentId: change.studentId, part: person.part, number });
    if (seesNames(exam, { isOwner: true, view: 'marking', isOut })) {
      return [{ ...row, name: person.name, account: person.account, className: person.class_name ?? '' }];
    }
    hidden.push({ ...row, studentId: 0, name: blindName(person.id), account: '', className: '' });
    return [];
  });
  return [...named, ...hidden.sort(byBlindCode)];
}

const asWords = ({ before, after }: { before: Grade; after: Grade }) => ({
  ...{ before: GRADE_WORDS[before], after: GRADE_WORDS[after] },
});

/** One item in the list to choose from. */
export type RemarkListItem = Pick<ExamItemView, 'id' | 'part' | 'points' | 'snapshot' | 'correction' | 'drawId'> & {
  /** On every paper (see numberItems); null for what is drawn. */
  number: number | null;
  /** Mean of what was earned, as a share of its points; null while nothing is settled. */
  share: number | null;
  papers: number;
};

type ExamHead = Pick<ExamView, 'id' | 'name' | 'status' | 'settings'>;

/** The exam's items with how they turned out, for its owner to choose one. */
export async function getRemarkList(
  actor: Actor,
  examId: number,
): Promise<{ exam: ExamHead; obstacle: string | null; items: RemarkListItem[] }> {
  const exam = await getOwnExam(actor, examId);
  const items = await listExamItems(exam.id);
  const earned = await db()
    .selectFrom('item_results')
    .innerJoin('attempts', 'attempts.id', 'item_results.attempt_id')
    .select((select) => [
      'item_results.item_id',
      select.fn.avg<number>('item_results.points').as('mean'),
      select.fn.countAll<number>().as('papers'),
    ])
    .where('attempts.exam_id', '=', exam.id)
    .groupBy('item_results.item_id')
    .execute();
  const byItem = new Map(earned.map((row) => [row.item_id, row]));
  const ofPart = (part: Part) => items.filter((item) => item.part === part);
  const numbers = new Map(
    (await Promise.all(PARTS.map((part) => numberItems(exam, ofPart(part))))).flatMap((one) => [...one]),
  );
  return {
    exam: headOf(exam),
    obstacle: await remarkObstacle(exam),
    items: items.map(({ id, part, points, snapshot, correction, drawId }) => {
      const row = byItem.get(id);
      const share = row && points > 0 ? Number(row.mean) / points : null;
      const papers = Number(row?.papers ?? 0);
      return { id, part, points, snapshot, correction, drawId, number: numbers.get(id) ?? null, share, papers };
    }),
  };
}

function headOf({ id, name, status, settings }: ExamView): ExamHead {
  return { id, name, status, settings };
}

export type RemarkHistory = { id: number; kind: CorrectionKind; reason: string; by: string; at: number };

export type RemarkItemView = {
  exam: ExamHead;
  obstacle: string | null;
  item: ExamItemView;
  position: number;
  kinds: CorrectionKind[];
  /** Where its key is stated anew; null where no key decides. */
  fields: CorrectionFields | null;
  /** What was given and does not count, the most frequent first. */
  frequent: FrequentAnswers;
  papers: number;
  history: RemarkHistory[];
  /** The question in the owner's bank, which keeps its key. */
  bankQuestionId: number | null;
};

/** One item with what was answered, for choosing how to put it right. */
export async function getRemarkItem(actor: Actor, input: { examId: number; itemId: number }): Promise<RemarkItemView> {
  const exam = await getOwnExam(actor, input.examId);
  const items = await listExamItems(exam.id);
  const item = items.find((one) => one.id === input.itemId);
  if (!item) throw notFound('题目');
  const rows = await db()
    .selectFrom('answers')
    .innerJoin('attempts', 'attempts.id', 'answers.attempt_id')
    .select('answers.value')
    .where('answers.item_id', '=', item.id)
    .where('attempts.state', '!=', 'in_progress')
    .execute();
  const history = await db()
    .selectFrom('item_corrections')
    .innerJoin('users', 'users.id', 'item_corrections.created_by')
    .select(['item_corrections.id', 'kind', 'reason', 'users.name', 'item_corrections.created_at'])
    .where('exam_id', '=', exam.id)
    .where('item_id', '=', item.id)
    .orderBy('item_corrections.id', 'desc')
    .execute();
  const own = await db()
    .selectFrom('questions')
    .select('id')
    .where('id', '=', item.questionId ?? 0)
    .where('owner_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const position = (await numberEveryPart(exam, items)).get(item.id) ?? 0;
  return {
    exam: headOf(exam),
    obstacle: await remarkObstacle(exam),
    item,
    position,
    kinds: remarkKinds(item),
    fields: correctionFields(item.snapshot),
    frequent: frequentAnswers(
      item.snapshot,
      rows.map((row) => fromJson<AnswerValue>(row.value)),
    ),
    papers: rows.length,
    history: history.map(({ id, kind, reason, name, created_at }) => ({
      id,
      kind: kind as CorrectionKind,
      reason,
      by: name,
      at: created_at,
    })),
    bankQuestionId: own?.id ?? null,
  };
}
