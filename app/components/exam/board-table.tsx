import { Link, useLocation } from '@remix-run/react';
import { IntentButton } from '~/components/form/submit';
import { DataTable, type Column } from '~/components/list/data-table';
import { Chip, type ChipTone } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import {
  AlertIcon,
  DoneIcon,
  HalfIcon,
  MicIcon,
  RingIcon,
  UploadIcon,
  UsersIcon,
  type IconComponent,
} from '~/components/ui/icons';
import type { Part } from '~/domain/exam/parts.rules';
import type { BoardRow } from '~/domain/room/seats.rules';
import {
  BOARD_STATE_LABELS,
  DELETED_WORD,
  needsHelp,
  type BoardFilter,
  type BoardState,
} from '~/domain/room/board.rules';
import { withParams } from '~/http/with-params';
import { formatClock, formatMinute } from '~/lib/time';

export const BOARD_FORM = 'board';

/** The look of a state: a word, an icon and a colour. */
export const BOARD_LOOKS: Record<BoardFilter, { icon: IconComponent; tone: ChipTone; className: string }> = {
  problem: { icon: AlertIcon, tone: 'bad', className: 'is-bad' },
  out: { icon: RingIcon, tone: 'plain', className: 'is-off' },
  in: { icon: UsersIcon, tone: 'line', className: 'is-test' },
  checked: { icon: MicIcon, tone: 'line', className: 'is-test' },
  answering: { icon: HalfIcon, tone: 'theme', className: 'is-on' },
  recorded: { icon: UploadIcon, tone: 'theme', className: 'is-up' },
  handed_in: { icon: DoneIcon, tone: 'good', className: 'is-done' },
  absent: { icon: RingIcon, tone: 'warn', className: 'is-off' },
};

const CLOSED_BY: Record<string, string> = { server: '到时自动交卷', teacher: '老师收卷' };

/** The students of the board, problems first, each with what can be done at once. */
export function BoardTable({
  rows,
  place,
  mayAct,
  isFiltered,
  timeZone,
}: {
  rows: BoardRow[];
  /** Whose board it is. */
  place: { examId: number; part: Part };
  /** Gives time and hands in. */
  mayAct: boolean;
  isFiltered: boolean;
  timeZone: string;
}) {
  const columns: Column<BoardRow>[] = [
    {
      key: 'name',
      header: '学生',
      rowHeader: true,
      isName: true,
      cell: (row) => (
        <>
          {row.name}
          <div className="small quiet">
            {row.className} {row.account}
            {row.isDeleted ? `，${DELETED_WORD}` : null}
          </div>
        </>
      ),
    },
    { key: 'state', header: '状态', nowrap: true, cell: (row) => <StateChip state={row.state} /> },
    { key: 'problems', header: '需要留意', cell: (row) => <Problems row={row} place={place} /> },
    {
      key: 'answered',
      header: '已答',
      align: 'end',
      nowrap: true,
      cell: (row) =>
        row.startedAt === null && row.answered === 0 ? (
          <span className="quiet">—</span>
        ) : (
          <span className="num">
            {row.answered} / {row.itemCount}
          </span>
        ),
    },
    {
      key: 'saved',
      header: '最近保存',
      nowrap: true,
      cell: (row) => (
        <span className="num">{row.lastSavedAt === null ? '—' : formatClock(row.lastSavedAt, timeZone)}</span>
      ),
    },
    { key: 'deadline', header: '截止', nowrap: true, cell: (row) => <Deadline row={row} timeZone={timeZone} /> },
    {
      key: 'leaves',
      header: '离开页面',
      align: 'end',
      nowrap: true,
      wideOnly: true,
      cell: (row) => (row.leaves === 0 ? <span className="quiet">—</span> : `${row.leaves} 次`),
    },
    ...(mayAct
      ? [{ key: 'actions', header: '操作', actions: true, cell: (row: BoardRow) => <Actions row={row} /> }]
      : []),
  ];
  return (
    <DataTable
      caption="监考名单"
      rows={rows}
      rowKey={(row) => row.studentId}
      columns={columns}
      tight
      rowTone={(row) => (needsHelp(row) ? 'bad' : undefined)}
      selectable={
        mayAct
          ? {
              formId: BOARD_FORM,
              label: (row) => `选择${row.name}`,
              when: (row) => row.state !== 'handed_in' && row.state !== 'absent',
            }
          : undefined
      }
      empty={
        isFiltered ? (
          <Empty title="没有这样的学生">换个条件，或点“重置”看全部学生。</Empty>
        ) : (
          <Empty title="这场考试的班级里还没有学生" />
        )
      }
    />
  );
}

function StateChip({ state }: { state: BoardState }) {
  const { tone, icon } = BOARD_LOOKS[state];
  return (
    <Chip tone={tone} icon={icon}>
      {BOARD_STATE_LABELS[state]}
    </Chip>
  );
}

function Problems({ row, place }: { row: BoardRow; place: { examId: number; part: Part } }) {
  const how = row.closedBy === null ? undefined : CLOSED_BY[row.closedBy];
  return (
    <>
      {row.problems.map((problem) => (
        <div key={problem} className={needsHelp(row) ? 'board-problem' : 'small quiet'}>
          {needsHelp(row) ? <AlertIcon small /> : null}
          {problem}
        </div>
      ))}
      {row.lockedUntil === null ? null : (
        <IntentButton
          intent="unlock"
          fields={{ id: place.examId, part: place.part, studentIds: row.studentId }}
          look="link"
          label={`解除登录锁定：${row.name}`}
        >
          解除登录锁定
        </IntentButton>
      )}
      {how ? <span className="small quiet">{how}</span> : null}
    </>
  );
}

function Deadline({ row, timeZone }: { row: BoardRow; timeZone: string }) {
  if (row.submittedAt !== null) {
    return <span className="quiet num">{formatClock(row.submittedAt, timeZone)} 交卷</span>;
  }
  if (row.deadlineAt === null) return <span className="quiet">—</span>;
  return (
    <>
      <span className={row.startedAt === null ? 'num quiet' : 'num'}>
        {formatMinute(row.deadlineAt, timeZone).slice(5)}
      </span>
      {row.extraMinutes > 0 ? <div className="small quiet">补时 {row.extraMinutes} 分钟</div> : null}
    </>
  );
}

function Actions({ row }: { row: BoardRow }) {
  const location = useLocation();
  const currentPage = new URLSearchParams(location.search).get('currentPage');
  const ask = (confirm: string, label: string) => (
    <Link to={withParams(location, { confirm, ids: row.studentId, currentPage })} preventScrollReset>
      {label}
      <span className="vh">：{row.name}</span>
    </Link>
  );
  if (row.state === 'handed_in' && row.closedBy !== 'server') return null;
  return (
    <>
      {ask('extend', '补时')}
      {row.state === 'answering' || row.state === 'recorded' ? ask('handin', '代交') : null}
    </>
  );
}
