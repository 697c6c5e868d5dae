import { Link } from '@remix-run/react';
import { ChartImage } from '~/components/chart/chart-image';
import type { ChartImageData } from '~/components/chart/chart.server';
import { Card } from '~/components/ui/card';
import { DataTable, type Column } from '~/components/list/data-table';
import type { ScoreFigures } from '~/domain/scoring/report/figures.rules';
import { FigureText, RangeText } from './figure-text';

/** A class, or all of them together, with its scores. */
export type ClassRow = { classroomId: number; name: string; href: string | null; scores: ScoreFigures };

/** The classes as boxes beside each other. */
export function ClassBoxes({ image }: { image: ChartImageData }) {
  return (
    <Card title="班级比较" hint="箱为中间一半学生，粗线为中位数，圆点为平均">
      <ChartImage image={image} />
      <p className="chart__note small quiet">数据见下方班级表</p>
    </Card>
  );
}

/** The columns that say how a set of scores did; for classes, exams and times. */
export function scoreColumns<T>(scoresOf: (row: T) => Omit<ScoreFigures, 'absent' | 'unscored'>): Column<T>[] {
  return [
    { key: 'count', header: '参考', align: 'end', cell: (row) => scoresOf(row).count },
    { key: 'mean', header: '平均', align: 'end', cell: (row) => <FigureText figure={scoresOf(row).mean} /> },
    { key: 'median', header: '中位数', align: 'end', cell: (row) => <FigureText figure={scoresOf(row).median} /> },
    {
      key: 'deviation',
      header: '标准差',
      align: 'end',
      cell: (row) => <FigureText figure={scoresOf(row).standardDeviation} />,
    },
    {
      key: 'quartiles',
      header: '四分位',
      align: 'end',
      nowrap: true,
      deskOnly: true,
      cell: (row) => <RangeText from={scoresOf(row).lowerQuartile} to={scoresOf(row).upperQuartile} />,
    },
    {
      key: 'range',
      header: '最低–最高',
      align: 'end',
      nowrap: true,
      cell: (row) => <RangeText from={scoresOf(row).min} to={scoresOf(row).max} />,
    },
    {
      key: 'pass',
      header: '及格率',
      align: 'end',
      cell: (row) => <FigureText figure={scoresOf(row).passRate} unit="%" />,
    },
    {
      key: 'excellent',
      header: '优秀率',
      align: 'end',
      cell: (row) => <FigureText figure={scoresOf(row).excellentRate} unit="%" />,
    },
  ];
}

/** 缺考 behind 参考. */
function withAbsent([first, ...rest]: Column<ClassRow>[]): Column<ClassRow>[] {
  const absent: Column<ClassRow> = { key: 'absent', header: '缺考', align: 'end', cell: (row) => row.scores.absent };
  return first ? [first, absent, ...rest] : [absent];
}

/** Class against class, and against all. */
export function ClassTable({ rows, current }: { rows: ClassRow[]; current: number }) {
  return (
    <Card title="班级成绩" padded={false}>
      <DataTable
        caption="班级成绩"
        tight
        rows={rows}
        rowKey={(row) => row.classroomId}
        columns={[
          {
            key: 'name',
            header: '班级',
            rowHeader: true,
            cell: (row) =>
              row.href === null || row.classroomId === current ? (
                <strong>{row.name}</strong>
              ) : (
                <Link to={row.href}>{row.name}</Link>
              ),
          },
          ...withAbsent(scoreColumns<ClassRow>((row) => row.scores)),
        ]}
      />
    </Card>
  );
}
