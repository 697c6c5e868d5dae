import { Link, useLocation } from '@remix-run/react';
import { SelectField } from '~/components/form/choice-fields';
import { PageHeader } from '~/components/layout/page-header';
import { BulkBar } from '~/components/list/bulk-bar';
import { DataTable } from '~/components/list/data-table';
import { Pagination } from '~/components/list/pagination';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { FolderIcon, UsersIcon } from '~/components/ui/icons';
import { questionNumber } from '~/domain/question-bank/question-name.rules';
import { KIND_LABELS, THEORY_KINDS } from '~/domain/question-bank/question.schema';
import { RIGHT_LABELS } from '~/domain/question-bank/share.rules';
import type { getSharedWithMe } from '~/domain/question-bank/share-page.queries.server';
import type { FormProblem } from '~/http/form-problem';
import { tickedIds } from '~/http/kept-ticks';
import { withParams } from '~/http/with-params';
import { toBasket, toQuestion, toQuestionView } from '~/lib/addresses/banks';
import { FileQuestions } from './bank-dialogs';
import { questionColumns } from './bank-list';
import { BANK_PLACES } from './bank-places';
import { BankChoice, SharedFilters } from './shared-parts';

type SharedData = Awaited<ReturnType<typeof getSharedWithMe>>;
type Row = SharedData['page']['rows'][number];

/** What other teachers shared with this one, a group of theirs or all: look at it, copy it, change it with them. */
export function SharedForTeachers({ data, problem }: { data: SharedData; problem: FormProblem | undefined }) {
  const location = useLocation();
  const { filter, counts, sharers, directories, page, copying } = data;
  const { bank } = filter;
  const { viewLabel } = BANK_PLACES[bank];
  const isFiltered = [filter.keyword, filter.level, filter.kind, filter.ownerId, filter.dirId].some(Boolean);
  const currentPage = new URLSearchParams(location.search).get('currentPage');
  return (
    <>
      <PageHeader
        title="共享题库"
        purpose="其他老师共享的题：可以预览、选进考试或复制到我的题库；“可编辑”的可以直接修改。"
        crumbs={[{ label: '题库' }, { label: '共享题库' }]}
      />
      <div className={directories.length > 0 ? 'bank' : undefined}>
        {directories.length > 0 ? <GivenDirectories data={data} /> : null}
        <Card padded={false}>
          <BankChoice current={bank} counts={counts} />
          <SharedFilters filter={filter}>
            {bank === 'theory' ? (
              <SelectField
                name="kind"
                label="题型"
                defaultValue={filter.kind}
                placeholder="全部"
                options={THEORY_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
              />
            ) : null}
            <SelectField
              name="ownerId"
              label="来自"
              defaultValue={filter.ownerId}
              placeholder="全部老师"
              options={sharers.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </SharedFilters>
          {copying ? <FileQuestions kind="copy" ids={copying.ids} tree={copying.tree} problem={problem} /> : null}
          {page.rows.length > 0 ? (
            <BulkBar
              formId="shared"
              unit="题"
              keptOver={page.rows.map((row) => row.id)}
              fields={{ bank, back: withParams(location, { confirm: null, ids: null, back: null, currentPage }) }}
              actions={[
                { confirm: 'copy', label: '复制到我的题库' },
                { confirm: 'add', label: '加入试题篮', action: toBasket(), isPost: true },
              ]}
            />
          ) : null}
          <DataTable
            caption="共享题目"
            tight
            rows={page.rows}
            rowKey={(row) => row.id}
            columns={[
              ...questionColumns(bank),
              { key: 'owner', header: '来自', isName: true, cell: (row: Row) => row.ownerName },
              {
                key: 'right',
                header: '权限',
                nowrap: true,
                cell: (row: Row) => (
                  <Chip tone={row.canEdit ? 'theme' : undefined}>{RIGHT_LABELS[row.canEdit ? 'edit' : 'view']}</Chip>
                ),
              },
              {
                key: 'copied',
                header: '我的副本',
                nowrap: true,
                cell: (row: Row) => (row.isCopied ? <Chip tone="good">已复制</Chip> : <span className="quiet">—</span>),
              },
              { key: 'updated', header: '更新', nowrap: true, quiet: true, wideOnly: true, cell: (row: Row) => row.on },
              {
                key: 'actions',
                header: '操作',
                actions: true,
                cell: (row: Row) => (
                  <>
                    <Link to={toQuestionView(bank, { id: row.id })}>
                      {viewLabel}
                      <span className="vh">：{row.title}</span>
                    </Link>
                    {row.canEdit ? (
                      <Link to={toQuestion(bank, { id: row.id })}>
                        编辑<span className="vh">：{row.title}</span>
                      </Link>
                    ) : null}
                    <Link to={withParams(location, { confirm: 'copy', ids: row.id, currentPage })}>
                      复制到我的题库<span className="vh">：{row.title}</span>
                    </Link>
                  </>
                ),
              },
            ]}
            selectable={{
              formId: 'shared',
              ticked: tickedIds(location.search),
              label: (row) => `选择 ${questionNumber(row)} ${row.title}`,
            }}
            empty={
              isFiltered ? (
                <Empty title="没有符合条件的题目">换个关键词，或点“重置”看全部题目。</Empty>
              ) : (
                <Empty title="还没有老师共享题目">其他老师把题目共享给您、您的教研组或全体教师后，会出现在这里。</Empty>
              )
            }
          />
          <Pagination page={page} unit="题" form="shared" />
        </Card>
      </div>
    </>
  );
}

/** The directories that colleagues share, by colleague; one narrows the list. */
function GivenDirectories({ data: { directories, filter } }: { data: SharedData }) {
  const location = useLocation();
  const owners = [...new Set(directories.map((one) => one.ownerName))];
  const href = (dirId: number | null) => withParams(location, { dirId, confirm: null, ids: null });
  return (
    <nav className="card tree" aria-labelledby="given-title">
      <div className="card__head">
        <h2 id="given-title">共享的目录</h2>
      </div>
      <ul>
        <li>
          <Link to={href(null)} aria-current={filter.dirId === undefined ? 'true' : undefined}>
            <FolderIcon />
            <span>全部</span>
          </Link>
        </li>
        {owners.map((owner) => (
          <li key={owner}>
            <p className="tree__owner small quiet">{owner}</p>
            <ul>
              {directories
                .filter((one) => one.ownerName === owner)
                .map(({ id, name, canEdit, count }) => (
                  <li key={id}>
                    <Link
                      to={href(id)}
                      aria-current={filter.dirId === id ? 'true' : undefined}
                      title={`${name}（${RIGHT_LABELS[canEdit ? 'edit' : 'view']}）`}
                    >
                      <UsersIcon />
                      <span>{name}</span>
                      <span className="num quiet">{count}</span>
                    </Link>
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}
