import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { DataTable, type Column } from '~/components/list/data-table';
import { Chip } from '~/components/ui/chip';
import type { ThreadRow } from '~/domain/interaction/thread.queries.server';
import { subjectLabel } from '~/domain/interaction/thread.rules';
import { toThread } from '~/lib/addresses/interaction';
import { formatMinute } from '~/lib/time';
import { ThreadStateChip } from './thread-state';

/** The questions of a student, or those a teacher answers. */
export function ThreadTable({
  rows,
  isTeacher,
  timeZone,
  empty,
}: {
  rows: ThreadRow[];
  isTeacher: boolean;
  timeZone: string;
  empty: ReactNode;
}) {
  const columns: (Column<ThreadRow> | null)[] = [
    {
      key: 'title',
      header: '提问',
      clip: true,
      cell: (row) => (
        <Link to={toThread(row.id)} className={row.isUnread ? 'font-semibold' : 'font-normal'}>
          {row.isUnread ? <span className="unread-dot" aria-hidden="true" /> : null}
          {row.title}
          {row.isUnread ? <span className="vh">，有新内容</span> : null}
        </Link>
      ),
    },
    isTeacher
      ? {
          key: 'student',
          header: '学生',
          isName: true,
          cell: (row) => (
            <span className="thread-name">
              {row.studentName} <span className="quiet small">{row.className}</span>
            </span>
          ),
        }
      : null,
    { key: 'subject', header: '关于', nowrap: true, cell: About },
    {
      key: 'last',
      header: '最后发言',
      nowrap: true,
      cell: (row) => (
        <span className="thread-name">
          {row.isLastOwn ? '我' : row.lastAuthorName}{' '}
          <span className="quiet num whitespace-nowrap">{formatMinute(row.lastPostAt, timeZone)}</span>
        </span>
      ),
    },
    { key: 'state', header: '状态', nowrap: true, cell: (row) => <ThreadStateChip state={row.state} /> },
  ];
  return (
    <DataTable
      caption="师生互动"
      rows={rows}
      rowKey={(row) => row.id}
      columns={columns.filter((column) => column !== null)}
      empty={empty}
    />
  );
}

function About({ subject, about }: ThreadRow) {
  const [link] = about.links;
  const label = about.label === '' ? null : <span className="about__short">{about.label}</span>;
  return (
    <>
      <Chip>{subjectLabel(subject)}</Chip> {link && label ? <Link to={link.href}>{label}</Link> : label}
    </>
  );
}
