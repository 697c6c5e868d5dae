import { Link, useLocation } from '@remix-run/react';
import { BulkBar } from '~/components/list/bulk-bar';
import { DataTable, type Column } from '~/components/list/data-table';
import { ButtonLink } from '~/components/ui/button';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { KIND_LABELS } from '~/domain/question-bank/question.schema';
import { practicePath, RIGHTS_TO_LEAVE } from '~/domain/practice/practice.rules';
import type { WrongEntry } from '~/domain/practice/wrong.queries.server';
import { withParams } from '~/http/with-params';
import { toPractice } from '~/lib/addresses/practice';
import { toResult } from '~/lib/addresses/results';
import { clip } from '~/lib/text';
import { formatDate } from '~/lib/time';
import { sourceWord } from './tries';
import { RichText } from '~/components/question/rich-text';
import { goneWord } from './gone';

/** The entries of the wrong-question book, or those that have left it. */
export function WrongTable({ rows, hasLeft, timeZone }: { rows: WrongEntry[]; hasLeft: boolean; timeZone: string }) {
  const location = useLocation();
  const confirm = hasLeft ? 'putBack' : 'remove';
  const word = hasLeft ? '放回' : '移出';
  const columns: Column<WrongEntry>[] = [
    {
      key: 'title',
      header: '题目',
      clip: true,
      cell: (row) => {
        const title = <RichText text={row.title} />;
        return row.isAvailable ? <Link to={practicePath('theory', row.target)}>{title}</Link> : title;
      },
    },
    { key: 'kind', header: '题型', nowrap: true, cell: (row) => KIND_LABELS[row.kind] },
    {
      key: 'source',
      header: '来源',
      nowrap: true,
      cell: (row) =>
        row.source.kind === 'exam' ? (
          <Link to={toResult({ examId: row.source.examId })} title={row.source.examName}>
            {clip(row.source.examName, 14)}
          </Link>
        ) : (
          sourceWord(row.source)
        ),
    },
    { key: 'wrong', header: '答错', align: 'end', nowrap: true, cell: (row) => `${row.wrongCount} 次` },
    {
      key: 'streak',
      header: '连对',
      nowrap: true,
      cell: (row) =>
        row.isAvailable ? (
          `${Math.min(row.rightStreak, RIGHTS_TO_LEAVE)} / ${RIGHTS_TO_LEAVE}`
        ) : (
          <Chip tone="line">{goneWord(row)}</Chip>
        ),
    },
    {
      key: 'last',
      header: hasLeft ? '离开' : '最近',
      nowrap: true,
      quiet: true,
      cell: (row) => formatDate(row.leftAt ?? row.lastAt, timeZone),
    },
    {
      key: 'actions',
      header: '操作',
      actions: true,
      cell: (row) => (
        <>
          {row.isAvailable ? (
            <Link to={practicePath('theory', row.target)}>
              练习<span className="vh">：{row.title}</span>
            </Link>
          ) : null}
          <Link to={withParams(location, { confirm, ids: row.key })}>
            {word}
            <span className="vh">：{row.title}</span>
          </Link>
        </>
      ),
    },
  ];
  return (
    <>
      {rows.length > 0 ? (
        <BulkBar
          formId="wrong"
          unit="题"
          actions={[...(hasLeft ? [] : [{ confirm: 'practise', label: '练习所选' }]), { confirm, label: word }]}
        />
      ) : null}
      <DataTable
        caption={hasLeft ? '已离开错题本的题目' : '错题'}
        tight
        rows={rows}
        rowKey={(row) => row.key}
        columns={columns}
        selectable={{ formId: 'wrong', label: (row) => `选择 ${row.title}` }}
        empty={
          hasLeft ? (
            <Empty title="还没有题目离开错题本">一道错题连续答对两次，就会离开错题本，移到这里。</Empty>
          ) : (
            <Empty
              title="错题本是空的"
              action={
                <ButtonLink to={toPractice()} variant="primary">
                  开始练习
                </ButtonLink>
              }
            >
              练习理论题时答错的、已公布考试里失分的理论题，会自动记在这里。
            </Empty>
          )
        }
      />
    </>
  );
}
