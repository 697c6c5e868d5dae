import { Link } from '@remix-run/react';
import { ConfirmSection } from '~/components/list/confirm-section';
import { DataTable } from '~/components/list/data-table';
import { Pagination } from '~/components/list/pagination';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip, type ChipTone } from '~/components/ui/chip';
import type { listRecentImports } from '~/domain/question-bank/import.queries.server';
import type { ImportState } from '~/domain/question-bank/import.rules';
import { BANK_LABELS, type Bank } from '~/domain/question-bank/question.schema';
import { toImportPreview, toQuestionImport } from '~/lib/addresses/banks';

const STATES: Record<ImportState, { label: string; tone: ChipTone }> = {
  reading: { label: '正在读取', tone: 'theme' },
  ready: { label: '待确认', tone: 'warn' },
  storing: { label: '正在保存', tone: 'theme' },
  stored: { label: '已导入', tone: 'good' },
  undone: { label: '已撤销', tone: 'line' },
  failed: { label: '没有读成', tone: 'bad' },
};

/**
 * The imports of the last day, so that one left on its way is found again; those that wait for a yes can be dropped all
 * together, which is asked for first (`isAsking`).
 */
export function RecentImports({
  page,
  bank,
  isAsking,
  undoing,
}: {
  page: Awaited<ReturnType<typeof listRecentImports>>;
  bank: Bank;
  isAsking: boolean;
  /** The one whose undoing is asked for. */
  undoing: string;
}) {
  const { rows: imports, currentPage } = page;
  if (imports.length === 0) return null;
  const waiting = imports.filter(({ state }) => state === 'reading' || state === 'ready');
  const place = { bank, ...(currentPage > 1 ? { currentPage } : {}) };
  const here = toQuestionImport(place);
  const asked = imports.find(({ id, canUndo }) => canUndo && id === undoing);
  return (
    <Card title="最近的导入" hint="保留 24 小时，其间可以确认或撤销" padded={false}>
      <DataTable
        caption="最近的导入"
        tight
        rows={imports}
        rowKey={(row) => row.id}
        columns={[
          {
            key: 'name',
            header: '文件',
            clip: true,
            cell: (row) => (
              <Link to={toImportPreview({ id: row.id })} title={row.fileName}>
                {row.fileName}
              </Link>
            ),
          },
          { key: 'bank', header: '题库', nowrap: true, cell: (row) => BANK_LABELS[row.bank] },
          { key: 'format', header: '格式', nowrap: true, cell: (row) => row.formatLabel },
          { key: 'total', header: '题数', align: 'end', cell: (row) => (row.total === 0 ? '—' : row.total) },
          { key: 'at', header: '开始', nowrap: true, quiet: true, cell: (row) => row.startedAt },
          {
            key: 'state',
            header: '状态',
            nowrap: true,
            cell: (row) => (
              <>
                <Chip tone={STATES[row.state].tone}>{STATES[row.state].label}</Chip>
                {row.state === 'undone' && row.done < row.total ? (
                  <span className="small quiet"> {row.done} 题，其余的留下</span>
                ) : null}
              </>
            ),
          },
          {
            key: 'undo',
            header: '操作',
            nowrap: true,
            cell: (row) =>
              row.canUndo ? (
                <ButtonLink
                  to={toQuestionImport({ ...place, confirm: 'undo', import: row.id })}
                  size="s"
                  aria-label={`撤销导入“${row.fileName}”`}
                >
                  撤销
                </ButtonLink>
              ) : null,
          },
        ]}
      />
      {page.totalCount > page.pageSize ? <Pagination page={page} unit="次" /> : null}
      {asked ? (
        <ConfirmSection
          text={`撤销导入“${asked.fileName}”？没有用过也没有改过的题移到回收站，30 天内可以恢复；其余的留下并说明原因。`}
          intent="undo"
          fields={{ id: asked.id }}
          action={toImportPreview({ id: asked.id })}
          cancelHref={here}
          danger
        />
      ) : null}
      {waiting.length > 0 && isAsking ? (
        <ConfirmSection
          text={`取消 ${waiting.length} 份没有确认的导入？它们读出的题目都不存，已导入的不受影响。`}
          intent="cancelAll"
          fields={{ bank, ids: waiting.map(({ id }) => id) }}
          cancelHref={here}
          danger
        />
      ) : waiting.length > 0 ? (
        <p className="card__body">
          <ButtonLink to={toQuestionImport({ ...place, confirm: 'cancelAll' })} size="s">
            全部取消（{waiting.length} 份没有确认）
          </ButtonLink>
        </p>
      ) : null}
    </Card>
  );
}
