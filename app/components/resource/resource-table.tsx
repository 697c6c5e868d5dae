import { Link } from '@remix-run/react';
import { IntentButton } from '~/components/form/submit';
import { DataTable, type Column } from '~/components/list/data-table';
import { RowMenu } from '~/components/list/row-menu';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import type { ResourceKind } from '~/domain/file/resource-types.rules';
import { RESOURCE_KIND_LABELS } from '~/domain/resource/resource.rules';
import { toResource, toResourceEdit, toResourceFile } from '~/lib/addresses/resources';
import { UploadLink } from './upload-link';

export type ResourceRow = {
  id: number;
  title: string;
  kind: ResourceKind;
  size: string;
  /** Of sound; empty otherwise. */
  length: string;
  ownerName: string;
  isOwn: boolean;
  isOpen: boolean;
  /** Null for students. */
  audience: string | null;
  downloadCount: number;
  uploadedAt: string;
};

/** The resources of a list; `formId` is the BulkBar's form, null where nothing can be done with several. */
export function ResourceTable({
  rows,
  formId,
  isTeacher,
  isMine,
  isFiltered,
  deleteHref,
}: {
  rows: ResourceRow[];
  formId: string | null;
  isTeacher: boolean;
  isMine: boolean;
  isFiltered: boolean;
  deleteHref: (id: number) => string;
}) {
  const columns: (Column<ResourceRow> | null)[] = [
    {
      key: 'title',
      header: '名称',
      clip: true,
      cell: (row) => (
        <Link to={toResource({ id: row.id })} title={row.title}>
          {row.title}
        </Link>
      ),
    },
    { key: 'kind', header: '类型', nowrap: true, cell: (row) => <Kind {...row} /> },
    { key: 'size', header: '大小', align: 'end', nowrap: true, deskOnly: true, cell: (row) => row.size },
    isMine ? null : { key: 'owner', header: '上传者', isName: true, deskOnly: isTeacher, cell: (row) => row.ownerName },
    isTeacher
      ? {
          key: 'audience',
          header: '给谁看',
          cell: (row) => (
            <span className="resource__classes" title={row.audience ?? ''}>
              {row.audience}
            </span>
          ),
        }
      : null,
    isTeacher
      ? {
          key: 'state',
          header: '状态',
          nowrap: true,
          cell: (row) => (row.isOpen ? <Chip tone="good">开放</Chip> : <Chip tone="line">未开放</Chip>),
        }
      : null,
    { key: 'downloads', header: '下载', align: 'end', nowrap: true, deskOnly: true, cell: (row) => row.downloadCount },
    { key: 'time', header: '上传时间', nowrap: true, quiet: true, wideOnly: isTeacher, cell: (row) => row.uploadedAt },
    {
      key: 'actions',
      header: '操作',
      actions: true,
      cell: (row) => <RowActions row={row} deleteHref={deleteHref} />,
    },
  ];
  return (
    <DataTable
      caption="资源"
      rows={rows}
      rowKey={(row) => row.id}
      selectable={
        formId === null ? undefined : { formId, label: (row) => `选择 ${row.title}`, when: (row) => row.isOwn }
      }
      empty={<EmptyList isFiltered={isFiltered} isTeacher={isTeacher} isMine={isMine} />}
      columns={columns.flatMap((column) => column ?? [])}
    />
  );
}

/** What it is, and of sound how long it takes. */
function Kind({ kind, length }: ResourceRow) {
  return (
    <>
      <Chip>{RESOURCE_KIND_LABELS[kind]}</Chip>
      {length ? <span className="num small quiet"> {length}</span> : null}
    </>
  );
}

function RowActions({ row, deleteHref }: { row: ResourceRow; deleteHref: (id: number) => string }) {
  const which = <span className="vh">：{row.title}</span>;
  const download = (
    <a href={toResourceFile(row.id)} download>
      下载{which}
    </a>
  );
  if (!row.isOwn) return download;
  const label = row.isOpen ? '关闭' : '开放';
  return (
    <>
      {download}
      <Link to={toResourceEdit({ id: row.id })}>编辑{which}</Link>
      <RowMenu label={row.title}>
        <li>
          <IntentButton
            intent={row.isOpen ? 'close' : 'open'}
            fields={{ ids: row.id }}
            look="link"
            label={`${label}：${row.title}`}
          >
            {label}
          </IntentButton>
        </li>
        <li>
          <Link to={deleteHref(row.id)} preventScrollReset>
            删除{which}
          </Link>
        </li>
      </RowMenu>
    </>
  );
}

function EmptyList({ isFiltered, isTeacher, isMine }: { isFiltered: boolean; isTeacher: boolean; isMine: boolean }) {
  if (isFiltered) return <Empty title="没有符合条件的资源">换一个名称或类型，或点“重置”查看全部。</Empty>;
  if (!isTeacher) return <Empty title="还没有资源">老师开放给你的课件和讲义会出现在这里。</Empty>;
  return (
    <Empty title={isMine ? '您还没有上传资源' : '还没有资源'} action={<UploadLink />}>
      课件、讲义、录音和视频都可以上传，开放给全体学生或指定班级。
    </Empty>
  );
}
