import { Link, useLocation } from '@remix-run/react';
import { IntentButton } from '~/components/form/submit';
import { DataTable } from '~/components/list/data-table';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import type { MessageRow } from '~/domain/message/message.queries.server';
import { isDownload, messageKindLabel } from '~/domain/message/message.rules';
import { withParams } from '~/http/with-params';
import { toMessage } from '~/lib/addresses/personal';
import { formatMinute } from '~/lib/time';

/** The reader's own messages, with ticks for several at once. */
export function MessageTable({
  rows,
  filter,
  currentPage,
  timeZone,
}: {
  rows: MessageRow[];
  filter: { type: string; isRead: '' | '0' | '1' };
  currentPage: number;
  timeZone: string;
}) {
  const location = useLocation();
  return (
    <DataTable
      caption="消息"
      rows={rows}
      rowKey={(row) => row.id}
      selectable={{ formId: 'messages', label: (row) => `选择消息：${row.title}` }}
      empty={
        filter.isRead === '' ? (
          <Empty title={filter.type === '' ? '还没有消息' : `还没有${messageKindLabel(filter.type)}消息`}>
            考试发布、成绩公布、老师回复等通知会出现在这里。
          </Empty>
        ) : (
          <Empty title={filter.isRead === '0' ? '没有未读消息' : '没有已读消息'} />
        )
      }
      columns={[
        {
          key: 'title',
          header: '消息',
          clip: true,
          cell: (row) => (
            <Link to={toMessage(row.id)} className={row.isRead ? 'font-normal' : 'font-semibold'}>
              {row.title}
            </Link>
          ),
        },
        {
          key: 'kind',
          header: '类型',
          nowrap: true,
          cell: (row) => <Chip>{messageKindLabel(row.kind)}</Chip>,
        },
        {
          key: 'state',
          header: '状态',
          nowrap: true,
          cell: (row) => (row.isRead ? <Chip tone="line">已读</Chip> : <Chip tone="theme">未读</Chip>),
        },
        {
          key: 'time',
          header: '时间',
          nowrap: true,
          quiet: true,
          cell: (row) => formatMinute(row.createdAt, timeZone),
        },
        {
          key: 'actions',
          header: '操作',
          actions: true,
          cell: (row) => (
            <>
              {row.link ? (
                <Link to={toMessage(row.id, { go: 1 })} reloadDocument={isDownload(row.link)}>
                  前往<span className="vh">：{row.title}</span>
                </Link>
              ) : null}
              {row.isRead ? null : (
                <IntentButton intent="read" fields={{ ids: row.id }} look="link" label={`标为已读：${row.title}`}>
                  标为已读
                </IntentButton>
              )}
              <Link to={withParams(location, { confirm: 'delete', ids: row.id, currentPage })}>
                删除<span className="vh">：{row.title}</span>
              </Link>
            </>
          ),
        },
      ]}
    />
  );
}
