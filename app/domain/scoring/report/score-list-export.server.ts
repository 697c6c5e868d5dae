import { transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { PART_LABELS, partsOf } from '~/domain/exam/parts.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { makeSheet } from '~/lib/sheets.server';
import type { SheetCell, SheetColumn } from '~/lib/spreadsheet.server';
import { openBlindList } from './blind-list.queries.server';
import { filterScoreRows, getResultExam, listScoreRows, resultFileName } from './score-list.queries.server';
import { GRADE_WORDS, sortScoreList, stateText, type ScoreListRow } from './score-list.rules';
import type { ScoreListFilter } from './score-list.schema';
import { listSectionPoints, type SectionPoints } from './section-points.queries.server';
import { isTotalScaled } from '../paper/full-points.queries.server';
import { roundHalfUp, SCORING_STATE_WORDS, totalWord } from '../paper/scoring.rules';

/** The score list as its filters and its order show it, as an .xlsx file for the exam's owner. */
export async function exportScoreList(
  actor: Actor,
  input: ScoreListFilter & { keyword: string },
  now: number,
): Promise<{ name: string; bytes: Buffer }> {
  const exam = await getResultExam(actor, input.examId);
  const blind = await openBlindList(exam);
  const listed = await listScoreRows(exam, now);
  const all = blind.open(listed);
  const rows = sortScoreList(filterScoreRows(all, input), input.sort, input.order);
  const parts = partsOf(exam.testType);
  const sections = await listSectionPoints(
    exam,
    rows
      .filter((row) => !blind.isHeldBack(row.studentId))
      .flatMap((row) => row.parts.flatMap(({ part, attemptId }) => (part === 'written' && attemptId) || [])),
  );
  const columns: SheetColumn[] = [
    { header: '名次', width: 8 },
    { header: '班级名次', width: 10 },
    { header: '学号', width: 16 },
    { header: '姓名', width: 12 },
    { header: '班级', width: 18 },
    ...parts.map((part) => ({ header: `${PART_LABELS[part]}（百分制）`, width: 14 })),
    ...sections.heads.map(({ title, points }) => ({ header: `${title}（满分 ${points} 分）`, width: 18 })),
    { header: totalWord(await isTotalScaled(exam)), width: 14 },
    { header: '等级', width: 10 },
    { header: '状态', width: 12 },
    ...parts.map((part) => ({ header: `${PART_LABELS[part]}回执`, width: 14 })),
    { header: '备注', width: 30 },
  ];
  const bytes = await makeSheet([
    {
      name: '成绩单',
      columns,
      rows: rows.map((row) =>
        cellsOf(blind.isHeldBack(row.studentId) ? heldBack(row, blind.isBlindMarker) : row, sections),
      ),
    },
  ]);
  await transaction(() =>
    recordAudit(
      actor,
      { action: 'exam.export', entity: 'exam', entityId: exam.id, detail: { what: 'scores', ...input } },
      now,
    ),
  );
  return { name: resultFileName(exam, listed, input.classId, '成绩单'), bytes };
}

/** Why there is no figure though the paper may be marked. */
function heldBack(row: ScoreListRow, isBlindMarker: boolean): ScoreListRow {
  const reason = isBlindMarker
    ? '匿名评阅：出题老师自己也评，公布以前不列评分进度和分数'
    : '匿名评阅：答卷全部评完以前不列评分进度和分数';
  return { ...row, remarks: [reason, ...row.remarks] };
}

/** What has no figure says why in words: an absent student is never a 0. */
function cellsOf(row: ScoreListRow, sections: SectionPoints): SheetCell[] {
  return [
    row.rank,
    row.classRank,
    row.account,
    row.name,
    row.className,
    ...row.parts.map((part) => (part.percent === null ? SCORING_STATE_WORDS[part.state] : roundHalfUp(part.percent))),
    ...sectionCells(row, sections),
    row.total ?? stateText(row),
    row.grade === null ? '' : GRADE_WORDS[row.grade],
    stateText(row),
    ...row.parts.map((part) => part.receiptCode ?? ''),
    row.remarks.join('；'),
  ];
}

/** Points, not percentages; nothing before the paper is settled, as everywhere. */
function sectionCells({ parts }: ScoreListRow, { heads, earned }: SectionPoints): SheetCell[] {
  const written = parts.find(({ part }) => part === 'written');
  const isSettled = written !== undefined && written.percent !== null;
  const points = isSettled ? (earned.get(written.attemptId ?? 0) ?? null) : null;
  return heads.map((_, index) => (points === null ? null : roundHalfUp(points[index] ?? 0, 2)));
}
