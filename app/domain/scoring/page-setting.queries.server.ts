import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { listExamItems, type ExamView } from '~/domain/exam/exam.queries.server';
import { isExamOwner, partsOf, type Part } from '~/domain/exam/exam.rules';
import type { Actor } from '~/domain/user/user.rules';
import { blindName, seesNames } from './blind.rules';
import { getScoringExam } from './papers.queries.server';
import { countScoresByRubric, currentRubric } from './rubric.queries.server';
import type { RubricVersion } from './rubric.rules';
import { countedAttempt, examTotal, isMarkedByHand } from './scoring.rules';
import { settleScores } from './settlement.rules';
import { isAnyReleased } from './unreleased-exam.commands.server';

export type PageSettingView = {
  exam: ExamView;
  isOwner: boolean;
  /** What decides results can be changed. */
  isOpen: boolean;
  /** Its keys mark all of it: results may be released at once. */
  isObjective: boolean;
  /** The parts the reader scores, each with its rubric in force and how many final scores older versions gave. */
  parts: { part: Part; rubric: RubricVersion; outdated: number }[];
};

/**
 * 评分设置 for whoever scores in the exam; only its owner changes it.
 * @throws AppError not_found
 */
export async function getPageSetting(actor: Actor, examId: number): Promise<PageSettingView> {
  const { exam, parts } = await getScoringExam(actor, examId);
  const isOwner = isExamOwner(actor, exam);
  return {
    exam,
    isOwner,
    isOpen: isOwner && !(await isAnyReleased(exam)),
    isObjective: await isObjective(exam.id),
    parts: await Promise.all(
      parts.map(async (part) => {
        const rubric = await currentRubric(exam, part);
        const counts = await countScoresByRubric(exam.id, part);
        const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
        return { part, rubric, outdated: all - (counts.get(rubric.id) ?? 0) };
      }),
    ),
  };
}

/** Whether no item of the exam is marked by hand. */
export async function isObjective(examId: number): Promise<boolean> {
  const items = await listExamItems(examId);
  return items.length > 0 && items.every((item) => !isMarkedByHand(item.snapshot));
}

/** What results follow from beside the scores. */
export type ResultSettings = {
  oralWeight: number;
  writtenWeight: number;
  arbitrationLimit: number;
  countedAttempt: 'last' | 'best';
};

export type SettingEffect = {
  /** Students whose total changes, most first. */
  rows: { studentId: number; name: string; className: string; before: number | null; after: number | null }[];
  /** Papers that become settled, or wait again. */
  settlements: number;
};

/** Whose results other settings would change. Asks no rights; names are as the owner sees them while marking. */
export async function previewResults(exam: ExamView, next: ResultSettings): Promise<SettingEffect> {
  const attempts = await db()
    .selectFrom('attempts')
    .innerJoin('users', 'users.id', 'attempts.student_id')
    .leftJoin('classrooms', 'classrooms.id', 'users.classroom_id')
    .select(['attempts.id', 'attempts.student_id', 'attempts.part', 'attempts.number'])
    .select(['attempts.percent', 'attempts.settlement', 'users.name', 'classrooms.name as class_name'])
    .where('attempts.exam_id', '=', exam.id)
    .orderBy('users.account_key')
    .orderBy('attempts.id')
    .execute();
  const settled = await settleAgain(exam.id, next.arbitrationLimit);
  const byStudent = new Map<number, typeof attempts>();
  for (const attempt of attempts) {
    byStudent.set(attempt.student_id, [...(byStudent.get(attempt.student_id) ?? []), attempt]);
  }
  const now: ResultSettings = { ...exam.settings, oralWeight: exam.oralWeight, writtenWeight: exam.writtenWeight };
  const totalBy = (own: typeof attempts, settings: ResultSettings, percentOf: (id: number) => number | null) => {
    const percents: Record<Part, number | null> = { oral: null, written: null };
    for (const part of partsOf(exam.testType)) {
      const ofPart = own
        .filter((attempt) => attempt.part === part)
        .map((attempt) => ({ number: attempt.number, percent: percentOf(attempt.id) }));
      percents[part] = countedAttempt(ofPart, settings.countedAttempt)?.percent ?? null;
    }
    return examTotal(percents, { testType: exam.testType, ...settings });
  };
  const isNamed = seesNames(exam, { isOwner: true, view: 'marking' });
  const percents = new Map(attempts.map((attempt) => [attempt.id, attempt.percent]));
  const rows = [...byStudent].flatMap(([studentId, own]) => {
    const before = totalBy(own, now, (id) => percents.get(id) ?? null);
    const after = totalBy(own, next, (id) => settled.get(id)?.percent ?? null);
    const [first] = own;
    if (before === after || !first) return [];
    const name = isNamed ? first.name : blindName(first.id);
    return [{ studentId, name, className: isNamed ? (first.class_name ?? '') : '', before, after }];
  });
  const changeOf = (row: (typeof rows)[number]) =>
    row.before === null || row.after === null ? Infinity : Math.abs(row.after - row.before);
  return {
    rows: rows.sort((a, b) => (changeOf(a) === changeOf(b) ? 0 : changeOf(b) - changeOf(a))),
    settlements: attempts.filter((attempt) => {
      const after = settled.get(attempt.id);
      return after !== undefined && after.settlement !== attempt.settlement;
    }).length,
  };
}

/** What every paper with final scores would be settled at by another limit. */
async function settleAgain(examId: number, limit: number) {
  const finals = await db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .select(['scores.id', 'scores.attempt_id', 'scores.kind', 'scores.percent', 'scores.finalised_at'])
    .select(['attempts.part', 'attempts.student_id'])
    .where('attempts.exam_id', '=', examId)
    .where('scores.state', '=', 'final')
    .execute();
  const assigned = await db()
    .selectFrom('score_assignments')
    .select(['part', 'student_id'])
    .where('exam_id', '=', examId)
    .where('kind', '=', 'examiner')
    .execute();
  const expected = new Map<string, number>();
  for (const one of assigned) {
    const key = `${one.part} ${one.student_id}`;
    expected.set(key, (expected.get(key) ?? 0) + 1);
  }
  const decisions = await db()
    .selectFrom('score_decisions')
    .innerJoin('attempts', 'attempts.id', 'score_decisions.attempt_id')
    .select(['score_decisions.attempt_id', 'score_decisions.score_ids'])
    .where('attempts.exam_id', '=', examId)
    .execute();
  const decided = new Map(decisions.map((one) => [one.attempt_id, fromJson<number[]>(one.score_ids)]));
  const papers = new Map<number, typeof finals>();
  for (const score of finals) papers.set(score.attempt_id, [...(papers.get(score.attempt_id) ?? []), score]);
  return new Map(
    [...papers].map(([attemptId, scores]) => [
      attemptId,
      settleScores(
        scores.map((score) => ({
          id: score.id,
          kind: score.kind === 'arbiter' ? 'arbiter' : 'examiner',
          percent: score.percent ?? 0,
          finalisedAt: score.finalised_at ?? 0,
        })),
        {
          expected: Math.max(1, expected.get(`${scores[0]?.part} ${scores[0]?.student_id}`) ?? 0),
          limit,
          decision: decided.get(attemptId) ?? null,
        },
      ),
    ]),
  );
}
