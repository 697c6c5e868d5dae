import { Fragment } from 'react';
import { Link } from '@remix-run/react';
import { ButtonLink } from '~/components/ui/button';
import { Chip } from '~/components/ui/chip';
import {
  ClockIcon,
  DoneIcon,
  HalfIcon,
  LockIcon,
  MicIcon,
  PaperIcon,
  UploadIcon,
  type IconComponent,
} from '~/components/ui/icons';
import { GradeText, ScoreText } from '~/components/ui/score-text';
import type { StudentExam, StudentExamPart } from '~/domain/scoring/result/student-exams.queries.server';
import { STUDENT_GROUP_LABELS, type StudentGroup } from '~/domain/attempt/student-exams.rules';
import { PART_LABELS, partsOf, type Part } from '~/domain/exam/parts.rules';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import { toExamPreview, toResult } from '~/lib/addresses/results';
import { toReceipt, toSitting } from '~/lib/addresses/sitting';
import { formatMinute } from '~/lib/time';
import { CountdownText, shortTime } from './sitting-time';

type Clock = { now: number; timeZone: string };

const GROUP_ICONS: Record<StudentGroup, IconComponent> = {
  running: HalfIcon,
  uploading: UploadIcon,
  upcoming: ClockIcon,
  ended: LockIcon,
  released: DoneIcon,
};

const GROUP_HINTS: Partial<Record<StudentGroup, string>> = {
  uploading: '答案已经交了，现在只能补传或更换照片',
  ended: '老师公布成绩后会有消息通知',
};

/** The heading of a group with its count. */
export function GroupHeading({ group, count }: { group: StudentGroup; count: number }) {
  const Icon = GROUP_ICONS[group];
  const hint = GROUP_HINTS[group];
  return (
    <h2 className="group">
      <Icon />
      {STUDENT_GROUP_LABELS[group]}
      <span className="num">{count}</span>
      {hint ? <small>{hint}</small> : null}
    </h2>
  );
}

/** 口语 or 笔试 with its icon. */
export function PartChip({ part }: { part: Part }) {
  return <Chip icon={part === 'oral' ? MicIcon : PaperIcon}>{PART_LABELS[part]}</Chip>;
}

/** The parts of exams that can be done or are to come: one row a part. */
export function OpenExams({ entries, ...clock }: Clock & { entries: { exam: StudentExam; part: StudentExamPart }[] }) {
  return (
    <ul className="card exlist">
      {entries.map(({ exam, part }) => (
        <li key={`${exam.id}-${part.part}`} className={`exrow${part.group === 'running' ? ' is-now' : ''}`}>
          <div>
            <h3>{exam.name}</h3>
            <p className="quiet small">{partFacts(exam, part)}</p>
          </div>
          <div className="exrow__parts">
            <PartChip part={part.part} />
            {part.isResit ? <Chip tone="warn">补考</Chip> : null}
          </div>
          <PartTimes part={part} {...clock} />
          <div className="exrow__act">
            <PartAction exam={exam} part={part} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function partFacts(exam: StudentExam, part: StudentExamPart): string {
  const limit = part.minutes === null ? '' : `，限时 ${part.minutes} 分钟`;
  return `${exam.ownerName}老师，${part.itemCount} 题${limit}`;
}

function PartTimes({ part, now, timeZone }: Clock & { part: StudentExamPart }) {
  const { step, until } = part;
  if (until === null) return <div className="exrow__time" />;
  const at = shortTime(until, now, timeZone);
  if (step === 'wait') {
    return (
      <div className="exrow__time">
        <strong>{at} 开始</strong>
        <span className="quiet small">
          <CountdownText prefix="还有" until={until} now={now} />
        </span>
      </div>
    );
  }
  const detail =
    step === 'continue'
      ? `${at} 截止，已答 ${part.answeredCount} / ${part.itemCount}`
      : step === 'upload'
        ? `${at} 截止上传`
        : `现在开始的话，${at} 截止`;
  return (
    <div className="exrow__time">
      <strong>
        <CountdownText prefix={step === 'start' ? '可作答' : '还剩'} until={until} now={now} />
      </strong>
      <span className="quiet small">{detail}</span>
    </div>
  );
}

function PartAction({ exam, part }: { exam: StudentExam; part: StudentExamPart }) {
  const waiting = toExamPreview({ id: exam.id });
  const label = (words: string) => `${words}：${exam.name}，${PART_LABELS[part.part]}`;
  switch (part.step) {
    case 'start':
      return (
        <ButtonLink variant="primary" to={waiting} aria-label={label('开始考试')}>
          开始考试
        </ButtonLink>
      );
    case 'continue':
      return (
        <ButtonLink variant="primary" to={toSitting(part.part, { id: exam.id })} aria-label={label('继续考试')}>
          继续考试
        </ButtonLink>
      );
    case 'upload':
      return (
        <ButtonLink to={toSitting(part.part, { id: exam.id })} aria-label={label('上传照片')}>
          上传照片
        </ButtonLink>
      );
    default:
      return (
        <ButtonLink to={waiting} aria-label={label('考前说明')}>
          考前说明
        </ButtonLink>
      );
  }
}

/** Exams that are over: hand-in, receipt, result. */
export function PastExams({ exams, caption, timeZone }: { exams: StudentExam[]; caption: string; timeZone: string }) {
  return (
    <div className="card">
      <table className="table cards">
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">考试</th>
            <th scope="col">部分</th>
            <th scope="col">交卷时间</th>
            <th scope="col">回执</th>
            <th scope="col">成绩</th>
            <th scope="col" className="end">
              操作
            </th>
          </tr>
        </thead>
        <tbody>
          {exams.map((exam) => (
            <PastExam key={exam.id} exam={exam} timeZone={timeZone} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PastExam({ exam, timeZone }: { exam: StudentExam; timeZone: string }) {
  const over = exam.parts.filter((part) => part.group === 'ended' || part.group === 'released');
  const lines = (cell: (paper: StudentExamPart['papers'][number] | null) => string) =>
    over
      .flatMap((part) => (part.papers.length > 0 ? part.papers : [null]).map((paper) => ({ part, paper })))
      .map(({ part, paper }, index) => (
        <Fragment key={`${part.part}-${paper?.number ?? 0}`}>
          {index > 0 ? <br /> : null}
          {paper ? sittingWord(part, paper) : null}
          {cell(paper)}
        </Fragment>
      ));
  return (
    <tr>
      <th scope="row">
        {exam.name}
        <span className="block quiet small">
          {exam.ownerName}老师{exam.resat === '' ? '' : `，${exam.resat}`}
        </span>
      </th>
      <td data-label="部分">
        {over.map((part) => (
          <Fragment key={part.part}>
            <PartChip part={part.part} />{' '}
          </Fragment>
        ))}
      </td>
      <td className="num" data-label="交卷时间">
        {lines((paper) =>
          paper ? (paper.submittedAt === null ? '—' : formatMinute(paper.submittedAt, timeZone)) : '缺考',
        )}
      </td>
      <td className="num" data-label="回执">
        {lines((paper) => paper?.receiptCode ?? '—')}
      </td>
      <td data-label="成绩">
        <PastScore exam={exam} over={over} />
      </td>
      <td className="actions end">
        {exam.status === 'released' && over.some((part) => part.attempt) ? (
          <Link to={toResult({ examId: exam.id })}>查看成绩</Link>
        ) : (
          over.flatMap((part) =>
            part.papers.map((paper) => (
              <Link
                key={`${part.part}-${paper.number}`}
                to={toReceipt({ id: exam.id, part: part.part, number: paper.number })}
              >
                {receiptWord(part, paper, over.length > 1)}
              </Link>
            )),
          )
        )}
      </td>
    </tr>
  );
}

/** Which of two sittings a paper is, of a part that was sat again; '' of any other. */
function sittingWord(part: StudentExamPart, { number }: { number: number }): string {
  if (part.papers.every((paper) => paper.number < RESIT_NUMBER)) return '';
  return number >= RESIT_NUMBER ? '补考 ' : '第 1 次 ';
}

function receiptWord(part: StudentExamPart, paper: { number: number }, hasParts: boolean): string {
  const words = `${hasParts ? PART_LABELS[part.part] : ''}${sittingWord(part, paper).trim()}`;
  return words === '' ? '看回执' : `${words}回执`;
}

const RESIT_WORDS = { due: '待补考', marking: '补考待评分' };

function PastScore({ exam, over }: { exam: StudentExam; over: StudentExamPart[] }) {
  if (exam.resit !== null) {
    // Of two parts the one is named that is sat again: the other may stand in this row.
    const isPart = exam.resitParts.length < partsOf(exam.testType).length;
    const names = isPart ? exam.resitParts.map((part) => PART_LABELS[part]) : [];
    return (
      <Chip icon={ClockIcon}>
        {names}
        {RESIT_WORDS[exam.resit]}
      </Chip>
    );
  }
  if (over.every((part) => part.attempt === null)) return <Chip tone="warn">缺考</Chip>;
  if (exam.status !== 'released') return <Chip icon={LockIcon}>未公布</Chip>;
  if (exam.grade) return <GradeText grade={exam.grade} />;
  if (exam.missing !== null) return <Chip icon={ClockIcon}>{exam.missing}</Chip>;
  return <ScoreText value={exam.totalPercent} thresholds={exam.thresholds} word />;
}
