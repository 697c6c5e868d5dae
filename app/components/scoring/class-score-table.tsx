import { DataTable, type Column } from '~/components/list/data-table';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { ScoreText } from '~/components/ui/score-text';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { stateText, type ScoreListRow } from '~/domain/scoring/report/score-list.rules';
import { totalWord } from '~/domain/scoring/paper/scoring.rules';
import { STATE_TONES } from './papers-table';
import { PartScore, REMARKS_COLUMN } from './score-list-table';

/** The students of one class with their places in class and exam. */
export function ClassScoreTable({
  rows,
  classroom,
  hasNames,
  hasExamRank,
  hasPaperLinks,
  isScaled,
}: {
  rows: ScoreListRow[];
  classroom: { id: number; name: string };
  hasNames: boolean;
  /** More than one class sits the exam. */
  hasExamRank: boolean;
  hasPaperLinks: boolean;
  /** See ScoreList. */
  isScaled: boolean;
}) {
  const parts = rows[0]?.parts.map((part) => part.part) ?? [];
  const name: Column<ScoreListRow> = {
    key: 'name',
    header: '姓名',
    isName: true,
    rowHeader: true,
    cell: (row) => row.name,
  };
  const examRank: Column<ScoreListRow> = {
    key: 'rank',
    header: '年级名次',
    align: 'end',
    cell: (row) => row.rank ?? <span className="quiet">—</span>,
  };
  return (
    <DataTable
      caption={`${classroom.name}成绩单`}
      rows={rows}
      rowKey={(row) => row.studentId}
      empty={<Empty title="这个班还没有学生">先在“学生管理”里把学生加进班级。</Empty>}
      columns={[
        {
          key: 'account',
          header: '学号',
          nowrap: true,
          rowHeader: !hasNames,
          cell: (row) => <span className="num">{row.account}</span>,
        },
        ...(hasNames ? [name] : []),
        ...parts.map((part): Column<ScoreListRow> => ({
          key: part,
          header: PART_LABELS[part],
          align: 'end',
          nowrap: true,
          cell: (row) => (
            <PartScore
              part={row.parts.find((one) => one.part === part)}
              name={row.name}
              classId={classroom.id}
              hasLink={hasPaperLinks}
            />
          ),
        })),
        {
          key: 'total',
          header: totalWord(isScaled),
          nowrap: true,
          cell: (row) =>
            row.total === null || row.grade === null ? (
              <span className="quiet">—</span>
            ) : (
              <ScoreText value={row.total} word />
            ),
        },
        {
          key: 'classRank',
          header: '班级名次',
          align: 'end',
          cell: (row) => row.classRank ?? <span className="quiet">—</span>,
        },
        ...(hasExamRank ? [examRank] : []),
        {
          key: 'state',
          header: '状态',
          nowrap: true,
          cell: (row) => <Chip tone={STATE_TONES[row.state]}>{stateText(row)}</Chip>,
        },
        REMARKS_COLUMN,
      ]}
    />
  );
}
