import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { DataTable } from '~/components/list/data-table';
import { Chip } from '~/components/ui/chip';
import { numberSpan } from '~/domain/exam/paper-numbers.rules';
import { toDraw } from '~/lib/addresses/exams';

/** A rule that draws for each student, as the wizard lists it. */
export type DrawRow = {
  id: number;
  text: string;
  count: number;
  points: number;
  /** The number of the first question that it draws. */
  first: number;
  poolSize: number;
  /** How many of the pool students may have read. */
  sharedCount: number;
  problem: string | null;
};

/** The rules that draw for each student; `action` is what can be done with one, else there is the way to where it can. */
export function DrawRules({
  draws,
  examId,
  action,
  chosen,
}: {
  draws: DrawRow[];
  examId: number;
  /** What can be chosen for a rule beside the way to where it is managed. */
  chosen?: (draw: DrawRow) => ReactNode;
  action?: (draw: DrawRow) => ReactNode;
}) {
  if (draws.length === 0) return null;
  return (
    <DataTable
      caption="每名学生随机抽题的规则"
      rows={draws}
      rowKey={(draw) => draw.id}
      columns={[
        {
          key: 'place',
          header: '序号',
          align: 'end',
          nowrap: true,
          cell: ({ first, count }) => numberSpan(first, count),
        },
        {
          key: 'rule',
          header: '每名学生随机抽题',
          rowHeader: true,
          width: 'w-full',
          cell: (draw) => (
            <span id={`draw-${draw.id}`}>
              {draw.text}：每名学生抽 {draw.count} 题，每题 {draw.points} 分
              {draw.sharedCount > 0 ? (
                <>
                  {' '}
                  <Chip tone="warn">{draw.sharedCount} 题已共享给学生</Chip>
                </>
              ) : null}
              {draw.problem ? <span className="error block">{draw.problem}</span> : null}
            </span>
          ),
        },
        { key: 'pool', header: '题池', nowrap: true, align: 'end', cell: (draw) => `${draw.poolSize} 题` },
        {
          key: 'actions',
          header: '操作',
          actions: true,
          cell: (draw) =>
            action ? (
              action(draw)
            ) : (
              <>
                <Link to={toDraw({ id: examId ?? undefined })}>
                  管理规则<span className="vh">：{draw.text}</span>
                </Link>
                {chosen?.(draw)}
              </>
            ),
        },
      ]}
    />
  );
}
