import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Card } from '~/components/ui/card';
import { ButtonLink } from '~/components/ui/button';
import { Chip, type ChipTone } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { ClockIcon, PlusIcon } from '~/components/ui/icons';
import { EditIcon } from '~/components/ui/teacher-icons';
import { DataTable } from '~/components/list/data-table';
import { Progress } from '~/components/ui/facts';
import { PART_LABELS, PHASE_LABELS, type Part, type Phase } from '~/domain/exam/exam.rules';
import { boardUrl } from '~/domain/exam/wizard-steps.rules';
import { formatFigure } from '~/domain/statistics/format.rules';
import { formatMinute } from '~/lib/time';
import styles from '~/styles/teacher-home.css?url';
import { LatestMessages, type MessageLine } from './latest-messages';

export type DashboardExam = {
  id: number;
  name: string;
  isDraft: boolean;
  classNames: string[];
  studentCount: number;
  parts: {
    part: Part;
    label: string;
    phase: Phase;
    beginsAt: number | null;
    endsAt: number | null;
    started: number;
    handedIn: number;
    /** Who needs looking after now. */
    problems: number;
  }[];
};
export type DashboardScoring = {
  id: number;
  name: string;
  done: number;
  total: number;
  /** Papers that wait for this teacher. */
  awaitsMe: number;
  /** Of these, to arbitrate. */
  toArbitrate: number;
  /** When the marking is to be done. */
  markingDueAt: number | null;
  /** Where the first of them are. */
  part: Part;
  isOwner: boolean;
};

/** Who of an exam's part is still to sit again. */
export type DashboardResits = { examId: number; name: string; part: Part; count: number; endsAt: number };

/** The newest released exam in two figures. */
export type DashboardResult = { id: number; name: string; mean: number; passRate: number };

const PHASE_TONES: Record<Phase, ChipTone> = {
  not_started: 'line',
  running: 'theme',
  uploading: 'warn',
  ended: 'plain',
};

/** A teacher's home: what runs now, what is to be scored, what comes next. */
export function TeacherDashboard({
  running,
  coming,
  drafts,
  scoring,
  resits,
  latest,
  messages,
  now,
  timeZone,
  children,
}: {
  running: DashboardExam[];
  coming: DashboardExam[];
  drafts: DashboardExam[];
  scoring: DashboardScoring[];
  resits: DashboardResits[];
  latest: DashboardResult | null;
  messages: MessageLine[];
  now: number;
  timeZone: string;
  /** Stands below the lists in the wide column, so that a long side column leaves no hole. */
  children: ReactNode;
}) {
  return (
    <>
      <link rel="stylesheet" href={styles} />
      {running.map((exam) => (
        <RunningExam key={exam.id} exam={exam} now={now} timeZone={timeZone} />
      ))}
      <div className="grid-aside section">
        <div>
          <Card title="待办" hint="先到期的在前" padded={false}>
            {scoring.length + resits.length + drafts.length === 0 ? (
              <Empty title="没有待办">需要评分的答卷、补考和未发布的考试会出现在这里。</Empty>
            ) : (
              <ul className="todos">
                {scoring.map((exam) => (
                  <li className="todo" key={exam.id}>
                    <EditIcon />
                    <strong>
                      <Link to={`/examination/scoreexamination/scorelist?examId=${exam.id}`}>{exam.name}</Link>
                      {exam.isOwner ? null : <span className="quiet small">（您是阅卷老师）</span>}
                    </strong>
                    <span className="num">
                      等您 {exam.awaitsMe} 份
                      <span className="quiet small">
                        {exam.toArbitrate > 0 ? `（仲裁 ${exam.toArbitrate} 份）` : ''}，全部已评 {exam.done} /{' '}
                        {exam.total}
                      </span>
                      <Due at={exam.markingDueAt} now={now} timeZone={timeZone} />
                    </span>
                    <Link
                      to={`/examination/scoreexamination/scorelist?examId=${exam.id}&part=${exam.part}&state=mine`}
                      aria-label={`评分：${exam.name}`}
                      className="text-right"
                    >
                      评分
                    </Link>
                  </li>
                ))}
                {resits.map((resit) => (
                  <li className="todo" key={`${resit.examId}.${resit.part}`}>
                    <ClockIcon />
                    <strong>
                      <Link to={`/examination/resit?examId=${resit.examId}&part=${resit.part}`}>{resit.name}</Link>
                    </strong>
                    <span className="num">
                      {PART_LABELS[resit.part]}补考 {resit.count} 人
                      <Due at={resit.endsAt} now={now} timeZone={timeZone} />
                    </span>
                    <Link to={boardUrl(resit.examId)} aria-label={`监考：${resit.name}补考`} className="text-right">
                      监考
                    </Link>
                  </li>
                ))}
                {drafts.map((exam) => (
                  <li className="todo" key={exam.id}>
                    <ClockIcon />
                    <strong>
                      <Link to={`/examination/firstadd?id=${exam.id}`}>{exam.name || '未命名的考试'}</Link>
                    </strong>
                    <span className="num">草稿</span>
                    <Link
                      to={`/examination/firstadd?id=${exam.id}`}
                      aria-label={`编辑：${exam.name}`}
                      className="text-right"
                    >
                      编辑
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </Card>
          <Card title="即将开始" padded={false} className="section">
            <DataTable
              caption="即将开始的考试"
              rows={coming}
              rowKey={(exam) => exam.id}
              empty={
                <Empty
                  title="没有安排好的考试"
                  action={
                    <ButtonLink to="/examination/firstadd" size="s">
                      <PlusIcon small />
                      新增考试
                    </ButtonLink>
                  }
                />
              }
              columns={[
                {
                  key: 'name',
                  header: '考试',
                  clip: true,
                  cell: (exam) => <Link to={`/examination/preview?id=${exam.id}`}>{exam.name}</Link>,
                },
                {
                  key: 'classes',
                  header: '班级',
                  wideOnly: true,
                  nowrap: true,
                  cell: ({ classNames }) =>
                    classNames.slice(0, 2).join('、') + (classNames.length > 2 ? ` 等 ${classNames.length} 个班` : ''),
                },
                {
                  key: 'time',
                  header: '开始',
                  nowrap: true,
                  cell: (exam) => formatMinute(firstBegin(exam), timeZone),
                },
                {
                  key: 'parts',
                  header: '部分',
                  nowrap: true,
                  cell: (exam) => exam.parts.map((part) => part.label).join('、'),
                },
              ]}
            />
          </Card>
          {children}
        </div>
        <aside>
          <LatestMessages messages={messages} timeZone={timeZone} />
          {latest ? (
            <Card title="最近公布" className="mt-4" actions={<Link to="/census/index">数据统计</Link>}>
              <Link to={`/census/index?examId=${latest.id}`}>{latest.name}</Link>
              <p className="quiet small">
                平均 {formatFigure(latest.mean)} 分，及格率 {formatFigure(latest.passRate)}%
              </p>
            </Card>
          ) : null}
        </aside>
      </div>
    </>
  );
}

function firstBegin(exam: DashboardExam): number {
  return Math.min(...exam.parts.map((part) => part.beginsAt ?? Infinity));
}

/** When something is to be done, in a line of its own; nothing where no day is set. */
function Due({ at, now, timeZone }: { at: number | null; now: number; timeZone: string }) {
  if (at === null) return null;
  return (
    <span className={`block small ${at <= now ? 'font-semibold' : 'quiet'}`}>
      {formatMinute(at, timeZone).slice(5)} {at <= now ? '已过期' : '截止'}
    </span>
  );
}

const HOURS_COUNTED = 12;

/** 还剩 34 分钟（11-23 15:00 截止）; of what runs for days the time alone. */
function untilText(endsAt: number, now: number, timeZone: string): string {
  const end = `${formatMinute(endsAt, timeZone).slice(5)} 截止`;
  const minutes = Math.max(1, Math.ceil((endsAt - now) / 60_000));
  return minutes > HOURS_COUNTED * 60 ? ` ${end}` : `还剩 ${minutes} 分钟（${end}）`;
}

function RunningExam({ exam, now, timeZone }: { exam: DashboardExam; now: number; timeZone: string }) {
  const problems = exam.parts.reduce((sum, part) => sum + part.problems, 0);
  return (
    <section className="card section live" aria-label={`正在进行：${exam.name}`}>
      <div className="live__main">
        <div className="row">
          {exam.parts.map((part) => (
            <Chip key={part.label} tone={PHASE_TONES[part.phase]}>
              {part.label}
              {PHASE_LABELS[part.phase]}
            </Chip>
          ))}
        </div>
        <h2>
          <Link to={`/examination/preview?id=${exam.id}`}>{exam.name}</Link>
        </h2>
        <p className="quiet">
          {exam.classNames.join('、')}，{exam.studentCount} 人
          {exam.parts.map((part) =>
            part.phase === 'running' && part.endsAt !== null ? (
              <span key={part.label} className="nowrap">
                ，{part.label}
                {untilText(part.endsAt, now, timeZone)}
              </span>
            ) : null,
          )}
        </p>
      </div>
      <dl className="live__nums">
        {exam.parts.map((part) => (
          <div key={part.label}>
            <dt>{part.label}已交卷</dt>
            <dd>
              {part.handedIn}
              <small> / {exam.studentCount}</small>
              <Progress value={part.handedIn} max={exam.studentCount} label={`${part.label}交卷进度`} thin />
            </dd>
          </div>
        ))}
        {problems > 0 ? (
          <div className="is-bad">
            <dt>需要留意</dt>
            <dd>
              {problems}
              <small> 人</small>
            </dd>
          </div>
        ) : null}
      </dl>
      <div className="row">
        <ButtonLink variant="primary" to={boardUrl(exam.id)} aria-label={`监考：${exam.name}`}>
          监考
        </ButtonLink>
        <ButtonLink to={`/examination/scoreexamination/scorelist?examId=${exam.id}`}>查看答卷</ButtonLink>
      </div>
    </section>
  );
}
