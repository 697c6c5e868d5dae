import { Link } from '@remix-run/react';
import { Fragment, type ReactNode } from 'react';
import { Card } from '~/components/ui/card';
import { ButtonLink } from '~/components/ui/button';
import { Chip, type ChipTone } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { PlusIcon } from '~/components/ui/icons';
import { DataTable } from '~/components/list/data-table';
import { Progress } from '~/components/ui/facts';
import type { Part } from '~/domain/exam/parts.rules';
import { PHASE_LABELS, type Phase } from '~/domain/exam/times.rules';
import { formatFigure } from '~/domain/statistics/format.rules';
import { toBoard, toStep } from '~/lib/addresses/exams';
import { toExamPreview } from '~/lib/addresses/results';
import { toPapers } from '~/lib/addresses/scoring';
import { toCensus } from '~/lib/addresses/statistics';
import { formatMinute } from '~/lib/time';
import type { ClassNews } from '~/domain/statistics/class-news.rules';
import styles from '~/styles/teacher-home.css?url';
import { ClassNewsCard } from './class-news';
import { LatestMessages, type MessageLine } from './latest-messages';
import { TodoList, type Todo } from './todo-list';

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
    /** How many need looking after now, as its board counts them: who sits two parts may be in both. */
    problems: number;
  }[];
};
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
  todos,
  latest,
  news,
  messages,
  now,
  timeZone,
  children,
}: {
  running: DashboardExam[];
  coming: DashboardExam[];
  todos: Todo[];
  latest: DashboardResult | null;
  news: { classes: ClassNews[]; more: number };
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
            <TodoList todos={todos} now={now} timeZone={timeZone} />
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
                    <ButtonLink to={toStep('firstadd')} size="s">
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
                  cell: (exam) => <Link to={toExamPreview({ id: exam.id })}>{exam.name}</Link>,
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
          <ClassNewsCard {...news} />
          <LatestMessages messages={messages} timeZone={timeZone} />
          {latest ? (
            <Card title="最近公布" className="mt-4" actions={<Link to={toCensus()}>数据统计</Link>}>
              <Link className="tap" to={toCensus({ examId: latest.id })}>
                {latest.name}
              </Link>
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

const HOURS_COUNTED = 12;

/** 还剩 34 分钟（11-23 15:00 截止）; of what runs for days the time alone. */
function untilText(endsAt: number, now: number, timeZone: string): string {
  const end = `${formatMinute(endsAt, timeZone).slice(5)} 截止`;
  const minutes = Math.max(1, Math.ceil((endsAt - now) / 60_000));
  return minutes > HOURS_COUNTED * 60 ? ` ${end}` : `还剩 ${minutes} 分钟（${end}）`;
}

function RunningExam({ exam, now, timeZone }: { exam: DashboardExam; now: number; timeZone: string }) {
  const troubled = exam.parts.filter((part) => part.problems > 0);
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
          <Link to={toExamPreview({ id: exam.id })}>{exam.name}</Link>
        </h2>
        <p className="quiet">
          {exam.classNames.join('、')}，<span className="nowrap">{exam.studentCount} 人</span>
          {exam.parts.map((part) =>
            part.phase === 'running' && part.endsAt !== null ? (
              <Fragment key={part.label}>
                ，
                <span className="nowrap">
                  {part.label}
                  {untilText(part.endsAt, now, timeZone)}
                </span>
              </Fragment>
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
        {troubled.map((part) => (
          <div key={part.label} className="is-bad">
            <dt>{exam.parts.length > 1 ? part.label : ''}需要留意</dt>
            <dd>
              {part.problems}
              <small> 人</small>
            </dd>
          </div>
        ))}
      </dl>
      <div className="row">
        <ButtonLink variant="primary" to={toBoard({ examId: exam.id })} aria-label={`监考：${exam.name}`}>
          监考
        </ButtonLink>
        <ButtonLink to={toPapers({ examId: exam.id })}>查看答卷</ButtonLink>
      </div>
    </section>
  );
}
