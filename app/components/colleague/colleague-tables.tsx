import { Link } from '@remix-run/react';
import { DataTable } from '~/components/list/data-table';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import type { Colleague } from '~/domain/user/colleague.queries.server';
import { toHandover } from '~/lib/addresses/personal';

export type ColleagueAsk = 'invite' | 'revoke' | 'reset' | 'disable' | 'enable' | 'admin' | 'unadmin';

/** The school's teachers with what the reader may do about each. */
export function ColleagueTable({
  rows,
  me,
  isFiltered,
  isDisabledTab,
  confirmHref,
}: {
  rows: Colleague[];
  me: { id: number; isAdmin: boolean };
  isFiltered: boolean;
  isDisabledTab: boolean;
  confirmHref: (asked: ColleagueAsk, id: number) => string;
}) {
  return (
    <DataTable
      caption="教师"
      rows={rows}
      rowKey={(row) => row.id}
      empty={
        isFiltered ? (
          <Empty title="没有符合条件的教师">换一个姓名或账号，或点“重置”查看全部。</Empty>
        ) : isDisabledTab ? (
          <Empty title="没有停用的账号">教师离校时，由管理员移交题库和考试后停用账号，做过的事都留着。</Empty>
        ) : (
          <Empty title="还没有教师" action={<ButtonLink to={confirmHref('invite', 0)}>邀请同事</ButtonLink>} />
        )
      }
      columns={[
        {
          key: 'name',
          header: '姓名',
          rowHeader: true,
          isName: true,
          cell: (row) => (
            <>
              {row.name}
              {row.id === me.id ? <span className="quiet">（您自己）</span> : null}
            </>
          ),
        },
        { key: 'account', header: '账号', nowrap: true, cell: (row) => <span className="num">{row.account}</span> },
        {
          key: 'role',
          header: '身份',
          nowrap: true,
          cell: (row) => (row.isAdmin ? <Chip tone="theme">管理员</Chip> : <span className="quiet">教师</span>),
        },
        {
          key: 'classes',
          header: '班级',
          nowrap: true,
          align: 'end',
          cell: (row) => (row.classCount === 0 ? <span className="quiet">0 个</span> : `${row.classCount} 个`),
        },
        {
          key: 'email',
          header: '邮箱',
          nowrap: true,
          cell: (row) => (row.hasEmail ? '已填写' : <span className="quiet">未填写</span>),
        },
        {
          key: 'state',
          header: '状态',
          nowrap: true,
          cell: (row) => (row.isDisabled ? <Chip tone="bad">已停用</Chip> : <Chip tone="good">在用</Chip>),
        },
        {
          key: 'actions',
          header: '操作',
          actions: true,
          cell: (row) => <Actions row={row} me={me} href={(asked) => confirmHref(asked, row.id)} />,
        },
      ]}
    />
  );
}

function Actions({
  row,
  me,
  href,
}: {
  row: Colleague;
  me: { id: number; isAdmin: boolean };
  href: (asked: ColleagueAsk) => string;
}) {
  const isMe = row.id === me.id;
  const actions: { label: string; to: string }[] = [];
  if (!isMe && !row.isDisabled && (me.isAdmin || !row.isAdmin)) {
    actions.push({ label: '重置链接', to: href('reset') });
  }
  if (me.isAdmin) {
    if (!row.isDisabled) {
      actions.push(
        row.isAdmin ? { label: '取消管理员', to: href('unadmin') } : { label: '设为管理员', to: href('admin') },
      );
    }
    if (!isMe) actions.push({ label: '移交', to: toHandover({ id: row.id }) });
    if (!isMe) {
      actions.push(row.isDisabled ? { label: '启用', to: href('enable') } : { label: '停用', to: href('disable') });
    }
  }
  if (actions.length === 0) return <span className="quiet">—</span>;
  return (
    <>
      {actions.map(({ label, to }) => (
        <Link key={label} to={to} preventScrollReset>
          {label}
          <span className="vh">：{row.name}</span>
        </Link>
      ))}
    </>
  );
}

export type InvitationRow = { id: number; note: string; createdBy: string; until: string; canRevoke: boolean };

/** Invitations that can still be used: whom for, by whom, until when. Nothing where there is none. */
export function OpenInvitations({ rows, revokeHref }: { rows: InvitationRow[]; revokeHref: (id: number) => string }) {
  if (rows.length === 0) return null;
  return (
    <Card title="还没用的邀请" hint={`${rows.length} 个`} padded={false} className="section">
      <DataTable
        caption="还没用的邀请"
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          {
            key: 'note',
            header: '邀请谁',
            clip: true,
            cell: (row) => (row.note === '' ? <span className="quiet">没有注明</span> : row.note),
          },
          { key: 'by', header: '邀请人', nowrap: true, cell: (row) => row.createdBy },
          { key: 'until', header: '有效期至', nowrap: true, cell: (row) => <span className="num">{row.until}</span> },
          {
            key: 'actions',
            header: '操作',
            actions: true,
            cell: (row) =>
              row.canRevoke ? (
                <Link to={revokeHref(row.id)} preventScrollReset>
                  撤销<span className="vh">：{row.note || row.until}</span>
                </Link>
              ) : (
                <span className="quiet">—</span>
              ),
          },
        ]}
      />
    </Card>
  );
}
