import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { Awaits, type AwaitItem } from '~/components/dashboard/awaits';
import { ExamCalendar } from '~/components/dashboard/exam-calendar';
import { StudentDashboard } from '~/components/dashboard/student-dashboard';
import { FirstSteps } from '~/components/dashboard/first-steps';
import { TeacherDashboard } from '~/components/dashboard/teacher-dashboard';
import type { Todo } from '~/components/dashboard/todo-list';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ButtonLink } from '~/components/ui/button';
import { listAllStudentExams, type StudentExam } from '~/domain/scoring/result/student-exams.queries.server';
import { listCalendarExams } from '~/domain/exam/calendar.queries.server';
import { calendarWeeks, monthBounds, monthOf, type CalendarExam } from '~/domain/exam/calendar.rules';
import { listOwnExams, type ExamRow } from '~/domain/exam/exam-list.queries.server';
import type { Part } from '~/domain/exam/parts.rules';
import { listOwnOpenResits, type OpenResits } from '~/domain/exam/resit.queries.server';
import { countAwaiting, countUnreadThreads } from '~/domain/interaction/thread.queries.server';
import { listMessages } from '~/domain/message/message.queries.server';
import { listWrongEntries } from '~/domain/practice/wrong.queries.server';
import { getRoom } from '~/domain/room/board.queries.server';
import {
  listScoreExams,
  type PartProgress,
  type ScoreExamRow,
} from '~/domain/scoring/marking/score-exams.queries.server';
import { findLatestReleased } from '~/domain/statistics/census.queries.server';
import { listClassNews } from '~/domain/statistics/class-news.queries.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { closeFirstSteps } from '~/domain/user/first-steps.commands.server';
import { findFirstSteps } from '~/domain/user/first-steps.queries.server';
import { countPending } from '~/domain/work/moderation.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher, requireUser } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toDashboard } from '~/lib/addresses/account';
import { toStep } from '~/lib/addresses/exams';
import { toModeration } from '~/lib/addresses/interaction';
import { toWrong } from '~/lib/addresses/own';
import { toNews } from '~/lib/addresses/personal';
import { toExamPreview } from '~/lib/addresses/results';
import { toPapers, toScoring } from '~/lib/addresses/scoring';
import { toSitting, toStudentExams } from '~/lib/addresses/sitting';
import { toThreads } from '~/lib/addresses/works';
import { formatMinute } from '~/lib/time';
import styles from '~/styles/dashboard.css?url';

export const meta: MetaFunction = () => [{ title: '首页 - 考评' }];

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

const PART_LABELS: Record<Part, string> = { oral: '口语', written: '笔试' };

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const now = requestTime(request);
  const [school, messages] = await Promise.all([getSchool(), listMessages(actor, { currentPage: 1, pageSize: 6 })]);
  const { timeZone } = school;
  const asked = new URL(request.url).searchParams.get('month');
  const month = monthOf(asked, now, timeZone);
  const bounds = monthBounds(month, timeZone);
  const calendar = (exams: CalendarExam[]) => ({
    month,
    thisMonth: monthOf(null, now, timeZone),
    weeks: calendarWeeks(month, exams, { now, timeZone }),
    exams: exams
      .filter((exam) => exam.beginsAt < bounds.to && exam.endsAt > bounds.from)
      .sort((a, b) => a.beginsAt - b.beginsAt || a.examId - b.examId),
  });
  const common = { name: actor.name, now, timeZone, messages: messages.rows };
  if (isTeacher(actor)) {
    const [{ awaits, ...teacher }, firstSteps, exams] = await Promise.all([
      teacherView(actor, now),
      findFirstSteps(actor),
      listCalendarExams(actor, bounds),
    ]);
    return { ...common, awaits, firstSteps, calendar: calendar(exams), teacher, student: null };
  }
  const [exams, wrong, replies] = await Promise.all([
    listAllStudentExams(actor, now),
    listWrongEntries(actor, now),
    countUnreadThreads(actor, now),
  ]);
  const windows = exams.flatMap(({ id, name, parts }) =>
    parts.map(({ part, beginsAt, endsAt }) => ({ examId: id, name, part, beginsAt, endsAt })),
  );
  const student = studentView(exams, timeZone);
  return {
    ...common,
    firstSteps: null,
    awaits: studentAwaits(exams, {
      replies,
      wrong: wrong.filter((entry) => entry.leftAt === null && entry.isAvailable).length,
    }),
    calendar: calendar(windows),
    teacher: null,
    student,
  };
}

const closing = z.object({ _intent: z.literal('closeFirstSteps') });

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const answer = await answerForm(await readTexts(request), closing, () =>
    closeFirstSteps(actor, requestTime(request)),
  );
  if (!answer.ok) return answer.problem;
  return redirectWithFlash(request, toDashboard(), '“开始使用”已收起，在“账号设置”里可以再打开');
}

function studentAwaits(exams: StudentExam[], counts: { replies: number; wrong: number }): AwaitItem[] {
  const stepsOf = (...steps: string[]) =>
    exams.filter((exam) => exam.parts.some((part) => steps.includes(part.step))).length;
  const exam = toStudentExams();
  return [
    { label: '现在可以考的', count: stepsOf('start', 'continue'), unit: '场', href: exam },
    { label: '要上传照片的', count: stepsOf('upload'), unit: '场', href: exam },
    { label: '老师的新回复', count: counts.replies, unit: '条', href: toThreads() },
    { label: '错题本里的题', count: counts.wrong, unit: '道', href: toWrong() },
  ];
}

async function teacherView(actor: Actor, now: number) {
  const page = { currentPage: 1, pageSize: 50, keyword: '' };
  const [published, drafts, scoring, marked, latest, requests, works, questions, resits, news] = await Promise.all([
    listOwnExams(actor, { ...page, status: 'published' }, now),
    listOwnExams(actor, { ...page, pageSize: 5, status: 'draft' }, now),
    listScoreExams(actor, { ...page, status: 'todo' }, now),
    listScoreExams(actor, { ...page, status: 'done' }, now),
    findLatestReleased(actor),
    listMessages(actor, { currentPage: 1, pageSize: 1, type: 'password', isRead: '0' }),
    countPending(actor),
    countAwaiting(actor, now),
    listOwnOpenResits(actor, now),
    listClassNews(actor, now),
  ]);
  const exams = published.rows.map(toDashboardExam);
  const isRunning = (exam: (typeof exams)[number]) =>
    exam.parts.some((part) => part.phase === 'running' || part.phase === 'uploading');
  const parts = scoring.rows.flatMap((exam) => exam.parts.map((part) => ({ ...part, examId: exam.id })));
  const toArbitrate = sum(parts.map((part) => part.toArbitrate));
  const toDecide = sum(parts.map((part) => part.toDecide));
  const unshared = sum(parts.map((part) => part.unshared));
  const overdue = scoring.rows.filter(
    (exam) =>
      exam.status !== 'released' &&
      exam.markingDueAt !== null &&
      exam.markingDueAt <= now &&
      (exam.awaitsMe > 0 || (exam.isOwner && exam.done < exam.total)),
  );
  return {
    awaits: [
      { label: '待我评分', count: sum(parts.map(toScoreOf)), unit: '份', href: whereWaits(parts, toScoreOf) },
      { label: '待我仲裁', count: toArbitrate, unit: '份', href: whereWaits(parts, (part) => part.toArbitrate) },
      { label: '等我仲裁或裁定', count: toDecide, unit: '份', href: whereWaits(parts, (part) => part.toDecide) },
      { label: '没有老师评、等我分卷', count: unshared, unit: '份', href: toScoring() },
      {
        label: '公布了还没评完的',
        count: sum(scoring.rows.flatMap((exam) => exam.parts.map((part) => part.left))),
        unit: '份',
        href: toScoring(),
      },
      {
        label: '评完待公布',
        count: marked.rows.filter((exam) => exam.isOwner && exam.total > 0).length,
        unit: '场',
        href: toScoring({ status: 'done' }),
      },
      { label: '阅卷已过期限', count: overdue.length, unit: '场', href: toScoring() },
      { label: '待审作品和评论', count: works, unit: '条', href: toModeration() },
      { label: '待回复提问', count: questions, unit: '条', href: toThreads({ state: 'waiting' }) },
      { label: '密码申请', count: requests.totalCount, unit: '条', href: toNews({ type: 'password', isRead: 0 }) },
    ],
    running: await withProblems(actor, exams.filter(isRunning), now),
    coming: exams.filter((exam) => !isRunning(exam) && exam.parts.some((part) => part.phase === 'not_started')),
    todos: todosOf(scoring.rows, resits, drafts.rows),
    // What the news of the classes tell already.
    latest: news.classes.some(({ last }) => last?.examId === latest?.id) ? null : latest,
    news,
  };
}

/** Papers that wait for the reader's own mark; the others wait to be arbitrated or decided. */
const toScoreOf = (part: PartProgress) => Math.max(0, part.awaitsMe - part.toArbitrate - part.toDecide);

/** Where the papers wait: of a single part its list, else the list of exams. */
function whereWaits(parts: (PartProgress & { examId: number })[], count: (part: PartProgress) => number): string {
  const waiting = parts.filter((part) => count(part) > 0);
  const [only] = waiting;
  return only && waiting.length === 1 ? toPapers({ examId: only.examId, part: only.part, state: 'mine' }) : toScoring();
}

/** 待办: the first to be done first, those without a day behind them, of these what waits longest first. */
function todosOf(scoring: ScoreExamRow[], resits: OpenResits[], drafts: ExamRow[]): Todo[] {
  const marking = scoring.flatMap((exam): Todo[] =>
    exam.parts
      .filter((part) => part.awaitsMe > 0)
      .map((part) => ({
        kind: 'scoring',
        due: exam.markingDueAt,
        examId: exam.id,
        name: exam.name,
        part: part.part,
        isOwner: exam.isOwner,
        toScore: toScoreOf(part),
        toArbitrate: part.toArbitrate,
        toDecide: part.toDecide,
        done: part.done,
        total: part.total,
        heldAt: exam.endsAt,
      })),
  );
  const begins = (exam: ExamRow) => exam.parts.flatMap((part) => part.beginsAt ?? []);
  return [
    ...marking.sort((a, b) => heldOf(a) - heldOf(b)),
    ...resits.map(({ endsAt, ...resit }): Todo => ({ kind: 'resit', due: endsAt, ...resit })),
    ...drafts.map((exam): Todo => {
      const due = begins(exam).length > 0 ? Math.min(...begins(exam)) : null;
      return { kind: 'draft', due, examId: exam.id, name: exam.name };
    }),
  ].sort((a, b) => (a.due ?? Infinity) - (b.due ?? Infinity) || 0);
}

const heldOf = (todo: Todo) => (todo.kind === 'scoring' ? (todo.heldAt ?? Infinity) : Infinity);

/** The rooms of so many exams are looked into: each is read as its board reads it. */
const MOST_ROOMS = 2;

/** Who needs looking after in the parts that run now. */
async function withProblems(actor: Actor, exams: ReturnType<typeof toDashboardExam>[], now: number) {
  const looked = [];
  for (const [index, exam] of exams.entries()) {
    const parts = [];
    for (const one of exam.parts) {
      const isLooked = index < MOST_ROOMS && one.phase === 'running';
      const room = isLooked
        ? await getRoom(actor, { examId: exam.id, part: one.part, view: '', state: '', classId: 0 }, now)
        : null;
      parts.push({ ...one, problems: room?.counts.problem ?? 0 });
    }
    looked.push({ ...exam, parts });
  }
  return looked;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function toDashboardExam(exam: ExamRow) {
  return {
    id: exam.id,
    name: exam.name,
    isDraft: exam.status === 'draft',
    classNames: exam.classNames,
    studentCount: exam.studentCount,
    parts: exam.parts.map(({ part, ...progress }) => ({ part, label: PART_LABELS[part], problems: 0, ...progress })),
  };
}

const STEP_LABELS: Partial<Record<StudentExam['parts'][number]['step'], string>> = {
  start: '开始考试',
  continue: '继续考试',
  upload: '上传照片',
};

/** The part whose clock runs before those that wait to be begun; of two, the one that is over first. */
function underWayFirst(a: StudentExam['parts'][number], b: StudentExam['parts'][number]): number {
  const rank = (part: StudentExam['parts'][number]) => (part.step === 'continue' ? (part.until ?? 0) : Infinity);
  return Math.sign(rank(a) - rank(b)) || 0;
}

function studentView(exams: StudentExam[], timeZone: string) {
  return {
    open: exams
      .filter((exam) => exam.group === 'running' || exam.group === 'uploading')
      .map((exam) => ({
        id: exam.id,
        name: exam.name,
        steps: [...exam.parts].sort(underWayFirst).flatMap(({ part, step, until, isResit }) => {
          const label = STEP_LABELS[step];
          if (!label) return [];
          const deadline =
            until === null
              ? ''
              : `，${step === 'start' ? '现在开始，' : ''}${formatMinute(until, timeZone).slice(5)} 截止`;
          const isUnderWay = step === 'continue';
          return [
            {
              label,
              text: `${PART_LABELS[part]}${isResit ? '补考' : ''}${isUnderWay ? '正在进行' : ''}${deadline}`,
              endsAt: isUnderWay ? until : null,
              href: isUnderWay ? toSitting(part, { id: exam.id }) : toExamPreview({ id: exam.id }),
            },
          ];
        }),
      })),
    coming: exams
      .filter((exam) => exam.group === 'upcoming')
      .map((exam) => ({
        id: exam.id,
        name: exam.name,
        beginsAt: Math.min(...exam.parts.map((part) => part.beginsAt)),
        parts: exam.parts.map(({ part }) => PART_LABELS[part]).join('、'),
      })),
    released: exams
      .filter((exam) => exam.group === 'released')
      .slice(0, 5)
      .map(({ id, name, resat, totalPercent, missing, grade, thresholds }) => ({
        id,
        name,
        resat,
        totalPercent,
        missing,
        grade,
        thresholds,
      })),
  };
}

function greeting(now: number, timeZone: string): string {
  const hour = Number(formatMinute(now, timeZone).slice(11, 13));
  return hour < 5 ? '夜深了' : hour < 12 ? '上午好' : hour < 18 ? '下午好' : '晚上好';
}

export default function DashboardPage() {
  const { name, now, timeZone, messages, awaits, firstSteps, calendar, teacher, student } =
    useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={`${name}${teacher ? '老师' : '同学'}，${greeting(now, timeZone)}`}
        purpose={teacher ? '进行中的考试、待评分的答卷和接下来的安排。' : '进行中和即将开始的考试，以及公布的成绩。'}
        actions={
          teacher ? (
            <ButtonLink variant="primary" to={toStep('firstadd')}>
              新增考试
            </ButtonLink>
          ) : null
        }
      />
      {firstSteps ? <FirstSteps counts={firstSteps} /> : null}
      <Awaits items={awaits} />
      {teacher ? (
        <TeacherDashboard {...teacher} now={now} messages={messages} timeZone={timeZone}>
          <ExamCalendar calendar={calendar} timeZone={timeZone} />
        </TeacherDashboard>
      ) : null}
      {student ? (
        <StudentDashboard {...student} messages={messages} now={now} timeZone={timeZone}>
          <ExamCalendar calendar={calendar} timeZone={timeZone} />
        </StudentDashboard>
      ) : null}
    </>
  );
}

export { RouteError as ErrorBoundary };
