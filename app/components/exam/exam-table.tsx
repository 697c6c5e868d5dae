import { Link, useLocation } from '@remix-run/react';
import { DataTable, type Column } from '~/components/list/data-table';
import { RowMenu } from '~/components/list/row-menu';
import { Chip, type ChipTone } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { ButtonLink } from '~/components/ui/button';
import { PHASE_LABELS, type Phase } from '~/domain/exam/times.rules';
import { EXAM_STATUS_LABELS, type ExamStatus } from '~/domain/exam/states.rules';
import { PART_LABELS, TEST_TYPE_LABELS, type Part, type TestType } from '~/domain/exam/parts.rules';
import { printUrl } from '~/domain/exam/print.rules';
import { withParams } from '~/http/with-params';
import { toBoard, toExam, toPaperPreview, toResits, toScan, toStep } from '~/lib/addresses/exams';
import { toPapers, toSharing } from '~/lib/addresses/scoring';
import { formatMinute } from '~/lib/time';

export type ExamTableRow = {
  id: number;
  name: string;
  categoryName: string;
  status: ExamStatus;
  isPartlyReleased: boolean;
  testType: TestType;
  classLabels: string[];
  studentCount: number;
  parts: {
    part: Part;
    phase: Phase;
    isInMoreTime: boolean;
    beginsAt: number | null;
    endsAt: number | null;
    started: number;
    handedIn: number;
    scored: number;
  }[];
  /** Its written sheets may be scanned into the papers. */
  isScannable: boolean;
  updatedAt: number;
};

const STATUS_TONES: Record<ExamStatus, ChipTone> = {
  draft: 'plain',
  published: 'theme',
  closed: 'line',
  released: 'good',
};
const PHASE_TONES: Record<Phase, ChipTone> = {
  not_started: 'plain',
  running: 'theme',
  uploading: 'warn',
  ended: 'line',
};

/** The own exams, each with where it stands and what can be done next. */
export function ExamTable({
  rows,
  isFiltered,
  tab,
}: {
  rows: ExamTableRow[];
  isFiltered: boolean;
  tab: '' | ExamStatus;
}) {
  const columns: Column<ExamTableRow>[] = [
    {
      key: 'name',
      header: '考试',
      rowHeader: true,
      width: 'w-full',
      cell: (row) => (
        <>
          <Link
            to={row.status === 'draft' ? toExam({ id: row.id }) : toPaperPreview({ id: row.id })}
            className="font-semibold"
          >
            {nameOf(row)}
          </Link>
          <div className="small quiet">
            {[
              TEST_TYPE_LABELS[row.testType],
              row.categoryName,
              row.classLabels.length === 0 ? '未选班级' : `${row.classLabels.join('、')}（${row.studentCount} 人）`,
            ]
              .filter((part) => part !== '')
              .join(' · ')}
          </div>
        </>
      ),
    },
    {
      key: 'status',
      header: '状态',
      nowrap: true,
      cell: (row) => (
        <>
          <Chip tone={STATUS_TONES[row.status]}>{EXAM_STATUS_LABELS[row.status]}</Chip>
          {row.isPartlyReleased ? <p className="quiet small">部分班级已公布</p> : null}
        </>
      ),
    },
    {
      key: 'times',
      header: '时间',
      // The part and its day fit on a line of a tablet.
      width: 'min-w-[8.5rem]',
      cell: (row) => (
        <ul className="exam-parts">
          {row.parts.map(({ part, phase, isInMoreTime, beginsAt, endsAt }) => (
            <li key={part}>
              <span className="quiet">{PART_LABELS[part]}</span>{' '}
              {beginsAt === null || endsAt === null ? (
                <span className="quiet">未定</span>
              ) : (
                <span className="num nowrap">
                  {formatMinute(beginsAt)}–{endText(beginsAt, endsAt)}
                </span>
              )}{' '}
              {row.status !== 'published' ? null : isInMoreTime ? (
                <Chip tone={PHASE_TONES.running}>个别补时中</Chip>
              ) : (
                <Chip tone={PHASE_TONES[phase]}>{PHASE_LABELS[phase]}</Chip>
              )}
            </li>
          ))}
        </ul>
      ),
    },
    {
      key: 'progress',
      header: '开考 / 交卷 / 已评分',
      // On one line of a phone.
      label: '开考/交卷/评分',
      width: 'min-w-[5rem]',
      nowrap: true,
      cell: (row) =>
        row.status === 'draft' ? (
          <span className="quiet">—</span>
        ) : (
          <ul className="exam-parts">
            {row.parts.map(({ part, started, handedIn, scored }) => (
              <li key={part}>
                <span className="quiet">{PART_LABELS[part]}</span>{' '}
                <span className="num">
                  {started} / {handedIn} / {scored}
                </span>
              </li>
            ))}
          </ul>
        ),
    },
    {
      key: 'updated',
      header: '更新',
      nowrap: true,
      quiet: true,
      wideOnly: true,
      cell: (row) => formatMinute(row.updatedAt),
    },
    { key: 'actions', header: '操作', actions: true, cell: (row) => <RowActions row={row} /> },
  ];
  return (
    <DataTable
      caption="我的考试"
      rows={rows}
      rowKey={(row) => row.id}
      columns={columns}
      empty={
        isFiltered ? (
          <Empty title="没有符合条件的考试">换个名称再查，或点“重置”看全部。</Empty>
        ) : tab === 'draft' ? (
          <Empty title="没有草稿">没发布的考试会留在这里，随时可以继续。</Empty>
        ) : tab !== '' ? (
          <Empty title={`没有“${EXAM_STATUS_LABELS[tab]}”的考试`}>别的考试在“全部”里。</Empty>
        ) : (
          <Empty
            title="还没有考试"
            action={
              <ButtonLink to={toStep('firstadd')} variant="primary">
                新增
              </ButtonLink>
            }
          >
            定好时间、选好题，发布后学生就会收到通知。
          </Empty>
        )
      }
    />
  );
}

/** What an exam without a name yet is called. */
export function nameOf(exam: { id: number; name: string }): string {
  return exam.name === '' ? `未命名的考试（${exam.id} 号）` : exam.name;
}

/** The end without its date when it is that of the begin. */
function endText(beginsAt: number, endsAt: number): string {
  const [begin, end] = [formatMinute(beginsAt), formatMinute(endsAt)];
  return begin.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end;
}

function RowActions({ row }: { row: ExamTableRow }) {
  const location = useLocation();
  const which = <span className="vh">：{nameOf(row)}</span>;
  const ask = (confirm: string, label: string) => (
    <Link to={withParams(location, { confirm, ids: row.id })}>
      {label}
      {which}
    </Link>
  );
  const scoring = toPapers({ examId: row.id });
  const hasStarted = row.parts.some((part) => part.started > 0);
  const hasPapers = row.parts.some((part) => part.handedIn > 0);
  const { status } = row;
  const isOver = status === 'closed' || status === 'released';
  const adjust = <Link to={toExam({ id: row.id })}>调整{which}</Link>;
  const rare = [
    status === 'closed' ? adjust : null,
    status === 'closed' ? <Link to={toBoard({ examId: row.id })}>监考{which}</Link> : null,
    status === 'draft' ? null : <Link to={toPaperPreview({ id: row.id })}>预览{which}</Link>,
    hasPapers && status !== 'released' ? <Link to={toSharing({ examId: row.id })}>分卷{which}</Link> : null,
    <Link to={printUrl(row.id)}>打印{which}</Link>,
    row.isScannable ? <Link to={toScan({ id: row.id })}>扫描答题纸{which}</Link> : null,
    isOver ? <Link to={toResits({ examId: row.id })}>补考{which}</Link> : null,
    ask('copy', '复制'),
    status === 'published' && !hasStarted ? ask('withdraw', '撤回') : null,
    status === 'published' ? ask('close', '关闭') : null,
    status === 'draft' ? ask('delete', '删除') : null,
  ].filter((one) => one !== null);
  return (
    <>
      {status === 'draft' ? <Link to={toExam({ id: row.id })}>继续编辑{which}</Link> : null}
      {status === 'draft' ? <Link to={toPaperPreview({ id: row.id })}>预览{which}</Link> : null}
      {status === 'published' ? <Link to={toBoard({ examId: row.id })}>监考{which}</Link> : null}
      {status === 'published' ? adjust : null}
      {hasPapers && status !== 'released' ? <Link to={scoring}>评分{which}</Link> : null}
      {status === 'closed' ? <Link to={toPapers({ examId: row.id, confirm: 'release' })}>公布成绩{which}</Link> : null}
      {status === 'released' ? <Link to={scoring}>成绩{which}</Link> : null}
      <RowMenu label={nameOf(row)}>
        {rare.map((one, index) => (
          <li key={index}>{one}</li>
        ))}
      </RowMenu>
    </>
  );
}
