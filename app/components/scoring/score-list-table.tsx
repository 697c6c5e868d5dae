import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { DataTable, type Column } from '~/components/list/data-table';
import { Chip } from '~/components/ui/chip';
import { ScoreText } from '~/components/ui/score-text';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import {
  firstOrder,
  stateText,
  type ScoreListPart,
  type ScoreListRow,
  type ScoreSort,
  type SortOrder,
} from '~/domain/scoring/report/score-list.rules';
import { roundHalfUp, SCORING_STATE_WORDS, totalWord } from '~/domain/scoring/paper/scoring.rules';
import { withParams } from '~/http/with-params';
import { paperHref, STATE_TONES } from './papers-table';

/** What is said of a student beside the marks; the same on every list. */
export const REMARKS_COLUMN: Column<ScoreListRow> = {
  key: 'remarks',
  header: '备注',
  quiet: true,
  cell: (row) => <span className="small">{row.remarks.join('；')}</span>,
};

/** 成绩单: one row per student; every column sorts by a link in its head. */
export function ScoreListTable({
  rows,
  sort,
  order,
  classId,
  hasClasses,
  hasPaperLinks,
  isScaled,
  empty,
}: {
  rows: ScoreListRow[];
  sort: ScoreSort;
  order: SortOrder;
  /** The class the list is filtered by; 0 for all. */
  classId: number;
  /** More than one class: class and place in class are worth their columns. */
  hasClasses: boolean;
  hasPaperLinks: boolean;
  /** See ScoreList. */
  isScaled: boolean;
  empty: ReactNode;
}) {
  const column = (by: ScoreSort, header: string, rest: Omit<Column<ScoreListRow>, 'key' | 'header'>) => ({
    key: by,
    label: header,
    header: <SortLink by={by} sort={sort} order={order} label={header} />,
    sorted: sort !== by ? ('none' as const) : order === 'asc' ? ('ascending' as const) : ('descending' as const),
    ...rest,
  });
  const parts = rows[0]?.parts.map((part) => part.part) ?? [];
  return (
    <DataTable
      caption="成绩单"
      rows={rows}
      rowKey={(row) => row.studentId}
      empty={empty}
      columns={[
        column('rank', '名次', { align: 'end', cell: (row) => row.rank ?? <Nothing /> }),
        ...(hasClasses
          ? [
              {
                key: 'classRank',
                header: '班级名次',
                align: 'end' as const,
                cell: (row: ScoreListRow) => row.classRank ?? <Nothing />,
              },
            ]
          : []),
        column('account', '学号', { nowrap: true, cell: (row) => <span className="num">{row.account}</span> }),
        column('name', '姓名', { isName: true, rowHeader: true, cell: (row) => row.name }),
        ...(hasClasses ? [column('class', '班级', { isName: true, cell: (row) => row.className })] : []),
        ...parts.map((part) =>
          column(part, PART_LABELS[part], {
            align: 'end',
            nowrap: true,
            cell: (row) => (
              <PartScore
                part={row.parts.find((one) => one.part === part)}
                name={row.name}
                classId={classId}
                hasLink={hasPaperLinks}
              />
            ),
          }),
        ),
        column('total', totalWord(isScaled), {
          nowrap: true,
          cell: (row) =>
            row.total === null || row.grade === null ? <Nothing /> : <ScoreText value={row.total} word />,
        }),
        column('state', '状态', {
          nowrap: true,
          cell: (row) => <Chip tone={STATE_TONES[row.state]}>{stateText(row)}</Chip>,
        }),
        REMARKS_COLUMN,
      ]}
    />
  );
}

function Nothing() {
  return <span className="quiet">—</span>;
}

/** Sorts by a column; the column that sorts already turns round. */
function SortLink({ by, sort, order, label }: { by: ScoreSort; sort: ScoreSort; order: SortOrder; label: string }) {
  const location = useLocation();
  const next = sort !== by ? firstOrder(by) : order === 'asc' ? 'desc' : 'asc';
  return (
    <Link className="sortlink" to={withParams(location, { sort: by, order: next, confirm: null })} preventScrollReset>
      {label}
      {sort === by ? <span aria-hidden="true">{order === 'asc' ? ' ▲' : ' ▼'}</span> : null}
    </Link>
  );
}

/** What a part comes to, leading to its paper. */
export function PartScore({
  part,
  name,
  classId,
  hasLink,
}: {
  part: ScoreListPart | undefined;
  name: string;
  classId: number;
  hasLink: boolean;
}) {
  if (!part) return null;
  const text = part.percent === null ? SCORING_STATE_WORDS[part.state] : String(roundHalfUp(part.percent));
  const mark = part.percent === null ? <span className="small quiet">{text}</span> : text;
  const shown =
    part.resit === '' ? (
      mark
    ) : (
      <>
        {mark} <Chip tone="line">{part.number > 1 ? '补考' : '第 1 次'}</Chip>
      </>
    );
  if (!hasLink || part.attemptId === null || part.state === 'in_progress') return shown;
  return (
    <Link to={paperHref(part.attemptId, classId)}>
      {shown}
      <span className="vh">
        （{name}的{PART_LABELS[part.part]}答卷）
      </span>
    </Link>
  );
}
