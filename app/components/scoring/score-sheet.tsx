import { PART_LABELS } from '~/domain/exam/parts.rules';
import { GRADE_WORDS, stateText, type ClassSummary, type ScoreListRow } from '~/domain/scoring/report/score-list.rules';
import { roundHalfUp, SCORING_STATE_WORDS, totalWord } from '~/domain/scoring/paper/scoring.rules';
import { summaryFigures } from './summary-line';

/** So many rows stand on one A4 page under head and figures. */
const ROWS_PER_PAGE = 34;

/** More than two columns of one page go on over pages, each with its head. */
const ROWS_IN_TWO = 2 * ROWS_PER_PAGE;

/** A score list as it is printed: seen on paper only, in two columns when one page would not hold it. */
export function ScoreSheet(props: Parameters<typeof Sheet>[0]) {
  const said = saidOfAll(props.rows);
  const rows = props.rows.map((row) => ({ ...row, remarks: row.remarks.filter((one) => !said.includes(one)) }));
  return <Sheet {...props} rows={rows} said={props.hasNames ? said : []} />;
}

/** What is remarked of everybody who has a score: it stands once above the table, not in every row. */
function saidOfAll(rows: readonly ScoreListRow[]): string[] {
  const scored = rows.filter((row) => row.parts.some(({ percent }) => percent !== null));
  const [first] = scored;
  if (!first || scored.length < 2) return [];
  return first.remarks.filter((one) => scored.every((row) => row.remarks.includes(one)));
}

function Sheet({
  schoolName,
  examName,
  className,
  printedOn,
  rows,
  summary,
  compared,
  hasNames,
  hasExamRank,
  isScaled,
  hasClasses = false,
  note,
  said = [],
}: {
  schoolName: string;
  examName: string;
  className: string;
  printedOn: string;
  rows: ScoreListRow[];
  summary: ClassSummary;
  compared?: string;
  hasNames: boolean;
  hasExamRank: boolean;
  /** See ScoreList. */
  isScaled: boolean;
  /** Several classes stand in it: each row says which. */
  hasClasses?: boolean;
  /** What is not all of it. */
  note?: string;
  /** Remarked of everybody who has a score. */
  said?: string[];
}) {
  const isLong = rows.length > ROWS_PER_PAGE && rows.length <= ROWS_IN_TWO;
  const half = Math.ceil(rows.length / 2);
  const columns = isLong ? [rows.slice(0, half), rows.slice(half)] : [rows];
  return (
    <article className={`sheet${isLong ? ' sheet--two' : ''}`} aria-label="打印的成绩单">
      <header>
        <p>{schoolName}</p>
        <p className="sheet__title">
          {examName} {hasClasses ? '' : className} 成绩单
        </p>
        <p className="sheet__facts">
          <span>班级：{className}</span>
          <span>日期：{printedOn}</span>
        </p>
        {note === undefined ? null : <p>{note}</p>}
        {said.length > 0 ? <p>有成绩的学生都是：{said.join('；')}</p> : null}
      </header>
      <div className="sheet__columns">
        {columns.map((some, index) => (
          <SheetTable key={index} rows={some} isNarrow={isLong} {...{ hasNames, hasExamRank, hasClasses, isScaled }} />
        ))}
      </div>
      <footer className="sheet__end">
        <p className="sheet__facts">
          {summaryFigures(summary).map(({ term, value }) => (
            <span key={term}>
              {term} {value}
              {term === '平均' && compared ? `（${compared}）` : ''}
            </span>
          ))}
        </p>
        <p className="sheet__sign">
          任课教师签字：
          <i />
        </p>
      </footer>
    </article>
  );
}

function SheetTable({
  rows,
  hasNames,
  hasExamRank,
  hasClasses,
  isNarrow,
  isScaled,
}: {
  rows: ScoreListRow[];
  hasNames: boolean;
  hasExamRank: boolean;
  hasClasses: boolean;
  isNarrow: boolean;
  isScaled: boolean;
}) {
  const parts = rows[0]?.parts ?? [];
  // In a column of their own they make no row taller, so that a class stays on one page.
  const hasRemarks = !isNarrow && rows.some((row) => remarksOf(row, !hasNames).length > 0);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">学号</th>
          {hasNames ? <th scope="col">姓名</th> : null}
          {hasClasses ? <th scope="col">班级</th> : null}
          {parts.length > 1
            ? parts.map(({ part }) => (
                <th key={part} scope="col">
                  {PART_LABELS[part]}
                </th>
              ))
            : null}
          <th scope="col">{totalWord(isScaled)}</th>
          {isNarrow ? null : <th scope="col">等级</th>}
          <th scope="col">{isNarrow ? '班排名' : '班级名次'}</th>
          {hasExamRank ? <th scope="col">{isNarrow ? '年排名' : '年级名次'}</th> : null}
          {hasRemarks ? <th scope="col">备注</th> : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.studentId}>
            <td>{row.account}</td>
            {hasNames ? <td>{row.name}</td> : null}
            {hasClasses ? <td>{row.className}</td> : null}
            {row.parts.length > 1
              ? row.parts.map((part) => (
                  <td key={part.part}>
                    {part.percent === null ? SCORING_STATE_WORDS[part.state] : roundHalfUp(part.percent)}
                  </td>
                ))
              : null}
            <td>
              {row.total ?? (row.parts.length > 1 ? '—' : stateText(row))}
              {isNarrow ? <SheetRemarks remarks={remarksOf(row, !hasNames)} /> : null}
            </td>
            {isNarrow ? null : <td>{row.grade === null ? '—' : GRADE_WORDS[row.grade]}</td>}
            <td>{row.classRank ?? '—'}</td>
            {hasExamRank ? <td>{row.rank ?? '—'}</td> : null}
            {hasRemarks ? <td className="sheet__remarks">{remarksOf(row, !hasNames).join('；')}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What is said beside the marks; of a sheet that may be posted only that a part was sat again. */
function remarksOf(row: ScoreListRow, isPosted: boolean): string[] {
  if (!isPosted) return row.remarks;
  return row.parts.flatMap(({ part, resit }) =>
    resit === '' ? [] : [`${row.parts.length > 1 ? PART_LABELS[part] : ''}${resit}`],
  );
}

function SheetRemarks({ remarks }: { remarks: string[] }) {
  return remarks.length > 0 ? <small className="block">{remarks.join('；')}</small> : null;
}
