import { Link } from '@remix-run/react';
import { DataTable } from '~/components/list/data-table';
import { ButtonLink } from '~/components/ui/button';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { toStudent, toStudentImport } from '~/lib/addresses/members';

export type StudentRow = {
  id: number;
  account: string;
  name: string;
  gender: string;
  className: string;
  phone: string;
  email: string;
  consent: boolean;
  mustChangePassword: boolean;
  canChange: boolean;
};

/** The students of a list, with what may be done with each. */
export function StudentTable({
  rows,
  formId,
  isFiltered,
  isAll,
  confirmHref,
}: {
  rows: StudentRow[];
  /** The BulkBar's form. */
  formId: string;
  isFiltered: boolean;
  /** The whole school, not only the teacher's own classes. */
  isAll: boolean;
  confirmHref: (confirm: 'delete' | 'reset', id: number) => string;
}) {
  return (
    <DataTable
      caption="学生"
      rows={rows}
      rowKey={(row) => row.id}
      tight
      selectable={{ formId, label: (row) => `选择 ${row.name}（${row.account}）`, when: (row) => row.canChange }}
      empty={<EmptyList isFiltered={isFiltered} isAll={isAll} />}
      columns={[
        {
          key: 'name',
          header: '姓名',
          clip: true,
          cell: (row) =>
            row.canChange ? (
              <Link to={toStudent({ id: row.id })} title={row.name}>
                {row.name}
              </Link>
            ) : (
              <span title={row.name}>{row.name}</span>
            ),
        },
        { key: 'account', header: '学号', nowrap: true, cell: (row) => <span className="num">{row.account}</span> },
        {
          key: 'class',
          header: '班级',
          cell: (row) => (
            <span className="member__class" title={row.className}>
              {row.className}
            </span>
          ),
        },
        { key: 'gender', header: '性别', nowrap: true, deskOnly: true, cell: (row) => row.gender || <Nothing /> },
        { key: 'phone', header: '手机号', nowrap: true, cell: (row) => <Private row={row} value={row.phone} /> },
        { key: 'email', header: '邮箱', wideOnly: true, cell: (row) => <Private row={row} value={row.email} /> },
        {
          key: 'consent',
          header: '监护人同意',
          nowrap: true,
          cell: (row) => (row.consent ? <Chip tone="good">已同意</Chip> : <Chip tone="line">未记录</Chip>),
        },
        {
          key: 'state',
          header: '密码',
          nowrap: true,
          cell: (row) =>
            row.mustChangePassword ? <Chip tone="warn">待修改</Chip> : <span className="quiet">已设置</span>,
        },
        {
          key: 'actions',
          header: '操作',
          actions: true,
          cell: (row) =>
            row.canChange ? (
              <>
                <Link to={toStudent({ id: row.id })}>
                  编辑<span className="vh">：{row.name}</span>
                </Link>
                <Link to={confirmHref('reset', row.id)} preventScrollReset>
                  重置密码<span className="vh">：{row.name}</span>
                </Link>
                <Link to={confirmHref('delete', row.id)} preventScrollReset>
                  删除<span className="vh">：{row.name}</span>
                </Link>
              </>
            ) : (
              <span className="quiet">只读</span>
            ),
        },
      ]}
    />
  );
}

function Nothing() {
  return (
    <span className="quiet">
      <span aria-hidden="true">—</span>
      <span className="vh">未填</span>
    </span>
  );
}

/** Only teachers of the class see it. */
function Private({ row, value }: { row: StudentRow; value: string }) {
  if (!row.canChange) return <span className="quiet">不可见</span>;
  return value === '' ? <Nothing /> : <span className="num">{value}</span>;
}

function EmptyList({ isFiltered, isAll }: { isFiltered: boolean; isAll: boolean }) {
  if (isFiltered) {
    return (
      <Empty title="没有符合条件的学生">
        {isAll ? '换一个姓名、学号或班级，或点“重置”查看全部。' : '换一个条件，或在“全校学生”里查找。'}
      </Empty>
    );
  }
  return (
    <Empty
      title={isAll ? '学校还没有学生' : '您的班级里还没有学生'}
      action={<ButtonLink to={toStudentImport()}>导入学生</ButtonLink>}
    >
      下载模板填好名单一次导入，或逐个新增。
    </Empty>
  );
}
