import { db, transaction } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import { PART_LABELS, partsOf, type Part } from '~/domain/exam/exam.rules';
import { requirePart } from '~/domain/exam/part.rules';
import { listTeacherNames } from '~/domain/exam/people.queries.server';
import type { Actor } from '~/domain/user/user.rules';
import { thresholdsOf, type GradeThresholds } from '~/lib/bands';
import { AppError } from '~/lib/errors';
import { makeSheet } from '~/lib/sheets.server';
import type { SheetCell } from '~/lib/spreadsheet.server';
import { listArbitersOnly } from './assignments.queries.server';
import {
  consistencyOf,
  figureText,
  remarksOn,
  type ConsistencyFigures,
  type Figure,
  type ScoredPaper,
} from './consistency.rules';
import { listMarkedByKeyAlone } from './scoring-items.queries.server';
import { settleScores, spreadOf, type FinalScore, type Settlement } from './settlement.rules';

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
  const part = input.part !== null && parts.includes(input.part) ? input.part : (parts[0] ?? 'oral');
  const papers = await listScoredPapers(exam, part);
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
    remarks: remarksOn(figures, (id) => names.get(id) ?? '', limit),
    papers: papers.filter((paper) => paper.examiners.length > 0).length,
    shared: papers.filter((paper) => paper.examiners.length > 1).length,
  };
}

/** The papers that a person marked, with their final scores. */
async function listScoredPapers(exam: ExamView, part: Part): Promise<ScoredPaper[]> {
  const rows = await db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .leftJoin('score_decisions', 'score_decisions.attempt_id', 'attempts.id')
    .select(['scores.id', 'scores.attempt_id', 'scores.examiner_id', 'scores.kind', 'scores.percent'])
    .select(['scores.finalised_at', 'attempts.settlement', 'score_decisions.score_ids'])
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
  return [...byAttempt.values()].map((scores): ScoredPaper => {
    const settlement = (scores[0]?.settlement ?? '') as Settlement;
    const scoreOf = (row: (typeof rows)[number]) => ({ examinerId: row.examiner_id, percent: row.percent ?? 0 });
    const examiners = scores.filter((row) => row.kind !== 'arbiter').map(scoreOf);
    const arbiter = scores.find((row) => row.kind === 'arbiter');
    const finals = scores.map((row): FinalScore => ({
      id: row.id,
      examinerId: row.examiner_id,
      kind: row.kind === 'arbiter' ? 'arbiter' : 'examiner',
      percent: row.percent ?? 0,
      finalisedAt: row.finalised_at ?? 0,
    }));
    const isSettled = settlement === 'arbitrated' || settlement === 'decided' || settlement === 'agreed';
    const decision = scores[0]?.score_ids ? fromJson<number[]>(scores[0].score_ids) : null;
    const counted = isSettled ? settleScores(finals, { expected: [], ownerId: null, limit, decision }).countedIds : [];
    return {
      examiners,
      arbiter: arbiter ? scoreOf(arbiter) : null,
      isContested:
        ['arbitration', 'arbitrated', 'owner'].includes(settlement) ||
        (settlement === 'decided' && spreadOf(examiners) > limit),
      countedExaminerIds: scores.filter((row) => counted.includes(row.id)).map((row) => row.examiner_id),
    };
  });
}

/** The report as an .xlsx file. */
export async function exportConsistency(
  actor: Actor,
  input: { examId: number; part: Part | null },
  now: number,
): Promise<{ name: string; bytes: Buffer }> {
  const report = await getConsistency(actor, input);
  const name = (id: number) => report.names[id] ?? '';
  const cell = (figure: Figure, digits = 2, times = 1): SheetCell => {
    const text = figureText(figure, digits, times);
    return text === null ? '—' : Number(text);
  };
  const column = (header: string, width = 14) => ({ header, width });
  const bytes = await makeSheet([
    {
      name: '阅卷老师',
      columns: [
        column('阅卷老师'),
        ...['已评份数', '平均分', '标准差', '与别人的平均差', '共同评份数', '进入仲裁（%）', '仲裁后被采用（%）'].map(
          (text) => column(text, 16),
        ),
      ],
      rows: report.examiners.map((one) => [
        name(one.examinerId),
        one.papers,
        cell(one.mean),
        cell(one.spread),
        cell(one.severity),
        one.shared,
        cell(one.contestedRate, 1, 100),
        cell(one.upheldRate, 1, 100),
      ]),
    },
    {
      name: '两两比较',
      columns: ['第一位', '第二位', '共同评份数', '平均相差', '第一位减第二位', '相关系数'].map((text) => column(text)),
      rows: report.pairs.map((pair) => [
        name(pair.ids[0]),
        name(pair.ids[1]),
        pair.papers,
        cell(pair.distance),
        cell(pair.difference),
        cell(pair.correlation, 3),
      ]),
    },
    { name: '提示', columns: [column('提示', 60)], rows: report.remarks.map((text) => [text]) },
  ]);
  await transaction(() =>
    recordAudit(
      actor,
      {
        action: 'exam.export',
        entity: 'exam',
        entityId: report.exam.id,
        detail: { what: 'consistency', part: report.part },
      },
      now,
    ),
  );
  return { name: `${report.exam.name}${PART_LABELS[report.part]}评分一致性.xlsx`, bytes };
}
