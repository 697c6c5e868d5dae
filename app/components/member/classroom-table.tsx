import { Link, useLocation } from '@remix-run/react';
import { DataTable } from '~/components/list/data-table';
import { ButtonLink } from '~/components/ui/button';
import { Empty } from '~/components/ui/feedback';
import type { Classroom } from '~/domain/classroom/classroom.queries.server';
import { withParams } from '~/http/with-params';
import { toClass, toSlips, toStudents } from '~/lib/addresses/members';

/** The classes of a list, with what may be done with each. */
export function ClassroomTable({
  rows,
  isFiltered,
  tab,
}: {
  rows: Classroom[];
  isFiltered: boolean;
  tab: '' | 'all' | 'archived';
}) {
  const location = useLocation();
  const currentPage = new URLSearchParams(location.search).get('currentPage');
  const add = <ButtonLink to={toClass()}>新增班级</ButtonLink>;
  return (
    <DataTable
      caption="班级"
      rows={rows}
      rowKey={(row) => row.id}
      selectable={{ formId: 'classes', label: (row) => `选择 ${row.name}`, when: (row) => row.canChange }}
      empty={
        isFiltered ? (
          <Empty title="没有符合条件的班级">换一个关键词或年级，或点“重置”查看全部。</Empty>
        ) : tab === 'archived' ? (
          <Empty title="还没有毕业的班级">班级毕业后在这里，可以查看，也可以恢复。</Empty>
        ) : tab === 'all' ? (
          <Empty title="学校还没有班级" action={add}>
            先新增班级，再导入学生。
          </Empty>
        ) : (
          <Empty title="您还没有班级" action={add}>
            新增一个班级；同事的班级可以请对方把您加为任课教师。
          </Empty>
        )
      }
      columns={[
        {
          key: 'name',
          header: '班级',
          clip: true,
          cell: (row) =>
            row.canChange ? (
              <Link to={toClass({ id: row.id })} title={row.name}>
                {row.name}
              </Link>
            ) : (
              <span title={row.name}>{row.name}</span>
            ),
        },
        { key: 'grade', header: '年级', nowrap: true, cell: (row) => row.grade || <span className="quiet">未填</span> },
        { key: 'year', header: '入学年份', nowrap: true, align: 'end', cell: (row) => row.year },
        {
          key: 'students',
          header: '学生',
          align: 'end',
          nowrap: true,
          cell: (row) => (
            <Link to={toStudents({ tab: 'all', classId: row.id })}>
              {row.studentCount} 人<span className="vh">，查看 {row.name} 的学生</span>
            </Link>
          ),
        },
        {
          key: 'teachers',
          header: '任课教师',
          nowrap: true,
          cell: (row) => <TeacherNames names={row.teachers.map((teacher) => teacher.name)} />,
        },
        {
          key: 'actions',
          header: '操作',
          actions: true,
          cell: (row) =>
            row.canChange ? (
              <>
                {row.isArchived ? (
                  <Link to={withParams(location, { confirm: 'restore', ids: row.id, currentPage })} preventScrollReset>
                    恢复<span className="vh">：{row.name}</span>
                  </Link>
                ) : (
                  <Link to={toSlips({ id: row.id })}>
                    账号条<span className="vh">：{row.name}</span>
                  </Link>
                )}
                <Link to={toClass({ id: row.id })}>
                  编辑<span className="vh">：{row.name}</span>
                </Link>
                <Link to={withParams(location, { confirm: 'delete', ids: row.id, currentPage })} preventScrollReset>
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

function TeacherNames({ names }: { names: string[] }) {
  if (names.length === 0) return <span className="quiet">未指定</span>;
  const all = names.join('、');
  return (
    <span className="member__names" title={all}>
      {names.length > 3 ? `${names.slice(0, 2).join('、')} 等 ${names.length} 人` : all}
    </span>
  );
}
