import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import { partsOf, type Part } from '~/domain/exam/parts.rules';
import { requirePart } from '~/domain/exam/require-part.rules';
import { listTeacherNames } from '~/domain/exam/people.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { thresholdsOf, type GradeThresholds } from '~/lib/bands';
import { AppError } from '~/lib/errors';
import { listArbitersOnly } from '../paper/assignments.queries.server';
import { shownPart } from '../sharing-out/shown-part.queries.server';
import { consistencyOf, remarksOn, type ConsistencyFigures, type ScoredPaper } from './consistency.rules';
import { listUnseenPapers } from '../paper/looks.queries.server';
import { listMarkedByKeyAlone } from '../paper/scoring-items.queries.server';
import { settleScores, spreadOf, type FinalScore, type Settlement } from '../paper/settlement.rules';

export type ConsistencyReport = ConsistencyFigures & {
  exam: Pick<ExamView, 'id' | 'name' | 'status'>;
  thresholds: GradeThresholds;
  parts: Part[];
  part: Part;
  limit: number;
  names: Record<number, string>;
  remarks: string[];
  /** Papers with a final score; and of two examiners or more. */
  papers: number;
  shared: number;
};

/**
 * How alike the examiners of a part score, for the owner.
 * @throws AppError not_found, forbidden, conflict for a draft
 */
export async function getConsistency(
  actor: Actor,
  input: { examId: number; part: Part | null },
): Promise<ConsistencyReport> {
  const exam = await getOwnExam(actor, input.examId);
  if (exam.status === 'draft') throw new AppError('conflict', '考试还没有发布，没有评分可以比较。');
  const parts = partsOf(exam.testType);
  requirePart(exam, input.part);
  const part = await shownPart(actor, exam, input.part);
  const { papers, heldBack } = await listComparable(actor, exam, part);
  const given = papers.flatMap((paper) => paper.examiners.map((score) => score.examinerId));
  // Who only arbitrates has no scores that are compared.
  const arbiters = await listArbitersOnly(exam.id, part);
  const ids = [...new Set([...exam.examinerIds[part].filter((id) => !arbiters.has(id)), ...given])];
  const names = await listTeacherNames(ids);
  const figures = consistencyOf(papers, ids);
  const limit = exam.settings.arbitrationLimit;
  return {
    ...figures,
    exam: { id: exam.id, name: exam.name, status: exam.status },
    thresholds: thresholdsOf(exam.settings),
    parts,
    part,
    limit,
    names: Object.fromEntries(names),
    remarks: [
      ...remarksOn(figures, (id) => names.get(id) ?? '', limit),
      ...(heldBack > 0
        ? [
            `有 ${heldBack} 份答卷您还可能评分或仲裁，没有算进来：份数这么少，平均分会说出别人给的分。您评完或看过逐份对照以后就算。`,
          ]
        : []),
    ],
    papers: papers.filter((paper) => paper.examiners.length > 0).length,
    shared: papers.filter((paper) => paper.examiners.length > 1).length,
  };
}

/** So many papers whose marks the reader may not know yet that a mean of them says none of the marks. */
const ENOUGH_UNSEEN = 5;

/** The papers that are compared for a reader: a few that they may still have to mark are held back. */
async function listComparable(
  actor: Actor,
  exam: ExamView,
  part: Part,
): Promise<{ papers: ScoredPaper[]; heldBack: number }> {
  const papers = await listScoredPapers(exam, part);
  const ids = papers.map((paper) => paper.attemptId);
  const unseen = await listUnseenPapers(actor, exam, ids);
  const isFew = unseen.size > 0 && unseen.size < ENOUGH_UNSEEN;
  return {
    papers: isFew ? papers.filter((paper) => !unseen.has(paper.attemptId)) : papers,
    heldBack: isFew ? unseen.size : 0,
  };
}

/** The papers that a person marked, with their final scores. */
async function listScoredPapers(exam: ExamView, part: Part): Promise<(ScoredPaper & { attemptId: number })[]> {
  const rows = await db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .leftJoin('score_decisions', 'score_decisions.attempt_id', 'attempts.id')
    .select(['scores.id', 'scores.attempt_id', 'scores.examiner_id', 'scores.kind', 'scores.percent'])
    .select(['attempts.settlement', 'score_decisions.score_ids'])
    .where('attempts.exam_id', '=', exam.id)
    .where('attempts.part', '=', part)
    .where('scores.state', '=', 'final')
    .orderBy('scores.id')
    .execute();
  const byKeyAlone = await listMarkedByKeyAlone(exam.id, part);
  const byAttempt = new Map<number, typeof rows>();
  for (const row of rows) {
    if (byKeyAlone.has(row.attempt_id)) continue;
    byAttempt.set(row.attempt_id, [...(byAttempt.get(row.attempt_id) ?? []), row]);
  }
  const limit = exam.settings.arbitrationLimit;
  return [...byAttempt].map(([attemptId, scores]) => {
    const settlement = (scores[0]?.settlement ?? '') as Settlement;
    const scoreOf = (row: (typeof rows)[number]) => ({ examinerId: row.examiner_id, percent: row.percent ?? 0 });
    const examiners = scores.filter((row) => row.kind !== 'arbiter').map(scoreOf);
    const arbiter = scores.find((row) => row.kind === 'arbiter');
    const finals = scores.map((row): FinalScore => ({
      id: row.id,
      examinerId: row.examiner_id,
      kind: row.kind === 'arbiter' ? 'arbiter' : 'examiner',
      percent: row.percent ?? 0,
    }));
    const isSettled = settlement === 'arbitrated' || settlement === 'decided' || settlement === 'agreed';
    const decision = scores[0]?.score_ids ? fromJson<number[]>(scores[0].score_ids) : null;
    const counted = isSettled ? settleScores(finals, { expected: [], ownerId: null, limit, decision }).countedIds : [];
    return {
      attemptId,
      examiners,
      arbiter: arbiter ? scoreOf(arbiter) : null,
      isContested:
        ['arbitration', 'arbitrated', 'owner'].includes(settlement) ||
        (settlement === 'decided' && spreadOf(examiners) > limit),
      countedExaminerIds: scores.filter((row) => counted.includes(row.id)).map((row) => row.examiner_id),
    };
  });
}
