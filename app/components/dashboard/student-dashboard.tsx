import { toDeviceCheck } from '~/lib/addresses/entrance';
import { toProgress, toWrong } from '~/lib/addresses/own';
import { toPractice } from '~/lib/addresses/practice';
import { toExamPreview, toResult, toResults } from '~/lib/addresses/results';
import { toOwnCensus } from '~/lib/addresses/statistics';
import type { GradeThresholds } from '~/lib/bands';
import { Link } from '@remix-run/react';
import { Fragment, type ReactNode } from 'react';
import { CountdownText } from '~/components/exam/sitting-time';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { GradeText, ScoreText } from '~/components/ui/score-text';
import { formatMinute } from '~/lib/time';
import type { ShownGrade } from '~/domain/scoring/report/score-list.rules';
import { LatestMessages, type MessageLine } from './latest-messages';

export type OpenExam = {
  id: number;
  name: string;
  /** What is to be done, the most pressing first: 继续考试, 开始考试, 上传照片. */
  steps: {
    label: string;
    text: string;
    /** Of a paper that is begun: when its time is over. */
    endsAt: number | null;
    href: string;
  }[];
};
export type ComingExam = { id: number; name: string; beginsAt: number; parts: string };
export type ReleasedExam = {
  id: number;
  name: string;
  /** Of an exam sat again: which part and which sitting counts; '' else. */
  resat: string;
  totalPercent: number | null;
  /** Said where there is no total. */
  missing: string | null;
  grade: ShownGrade | null;
  thresholds: GradeThresholds;
};

/** A student's home: what can be done now, what comes, what came out. */
export function StudentDashboard({
  open,
  coming,
  released,
  messages,
  now,
  timeZone,
  children,
}: {
  open: OpenExam[];
  coming: ComingExam[];
  released: ReleasedExam[];
  messages: MessageLine[];
  now: number;
  timeZone: string;
  /** Stands below the lists in the wide column, so that a long side column leaves no hole. */
  children: ReactNode;
}) {
  return (
    <div className="grid-aside">
      <div>
        <Card title="现在要做的" padded={false}>
          {open.length === 0 ? (
            <Empty title="现在没有进行中的考试">
              {coming.length > 0 ? '下面是即将开始的考试，可以先做设备检测。' : '老师发布考试后会出现在这里。'}
            </Empty>
          ) : (
            <ul>
              {open.map((exam) => (
                <li className="exrow is-now" key={exam.id}>
                  <h3>{exam.name}</h3>
                  <div>
                    <Chip tone="theme">进行中</Chip>
                  </div>
                  <div className="exrow__time">
                    {exam.steps.map((step) => (
                      <Fragment key={step.text}>
                        {step.endsAt === null ? null : (
                          <strong>
                            <CountdownText prefix="还剩" until={step.endsAt} now={now} />
                          </strong>
                        )}
                        <span>{step.text}</span>
                      </Fragment>
                    ))}
                  </div>
                  <div className="exrow__act">
                    <ButtonLink variant="primary" to={exam.steps[0]?.href ?? toExamPreview({ id: exam.id })}>
                      {exam.steps[0]?.label ?? '进入'}
                    </ButtonLink>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Card title="即将开始" padded={false} className="section" actions={<Link to={toDeviceCheck()}>设备检测</Link>}>
          {coming.length === 0 ? (
            <Empty title="没有即将开始的考试" />
          ) : (
            <ul>
              {coming.map((exam) => (
                <li className="exrow" key={exam.id}>
                  <h3>{exam.name}</h3>
                  <div>
                    <Chip tone="line">{exam.parts}</Chip>
                  </div>
                  <div className="exrow__time">
                    <strong>{formatMinute(exam.beginsAt, timeZone)}</strong>
                    <span className="quiet">开始</span>
                  </div>
                  <div className="exrow__act">
                    <ButtonLink to={toExamPreview({ id: exam.id })}>查看须知</ButtonLink>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Card>
        {children}
      </div>
      <aside>
        <Card title="练习" className="mb-4" actions={<Link to={toProgress()}>练习记录</Link>}>
          <div className="row">
            <ButtonLink variant="primary" to={toPractice()}>
              开始练习
            </ButtonLink>
            <ButtonLink className="ml-3" to={toWrong()}>
              错题本
            </ButtonLink>
          </div>
        </Card>
        <Card
          title="最近成绩"
          actions={<Link to={toResults()}>全部记录</Link>}
          foot={<Link to={toOwnCensus()}>我的成绩曲线</Link>}
          padded={false}
        >
          {released.length === 0 ? (
            <Empty title="还没有公布的成绩" />
          ) : (
            <ul>
              {released.map((exam) => (
                <li className="released" key={exam.id}>
                  <strong>
                    <Link className="tap" to={toResult({ examId: exam.id })}>
                      {exam.name}
                    </Link>
                    {exam.resat === '' ? null : <span className="block quiet small">{exam.resat}</span>}
                  </strong>
                  {exam.grade ? (
                    <GradeText grade={exam.grade} />
                  ) : exam.totalPercent === null ? (
                    <Chip>{exam.missing}</Chip>
                  ) : (
                    <ScoreText value={exam.totalPercent} thresholds={exam.thresholds} word />
                  )}
                </li>
              ))}
            </ul>
          )}
        </Card>
        <div className="mt-4">
          <LatestMessages messages={messages} timeZone={timeZone} />
        </div>
      </aside>
    </div>
  );
}
