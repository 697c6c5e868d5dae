import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { Awaits } from '~/components/dashboard/awaits';
import { ExamCalendar } from '~/components/dashboard/exam-calendar';
import { StudentDashboard } from '~/components/dashboard/student-dashboard';
import { FirstSteps } from '~/components/dashboard/first-steps';
import { TeacherDashboard } from '~/components/dashboard/teacher-dashboard';
import { ownPapers, studentAwaits, studentLists } from '~/components/dashboard/student-lists';
import { teacherAwaits, toDashboardExam, todosOf } from '~/components/dashboard/teacher-lists';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ButtonLink } from '~/components/ui/button';
import { UnsentHere } from '~/components/saving/unsent-here';
import { listAllStudentExams } from '~/domain/scoring/result/student-exams.queries.server';
import { listCalendarExams } from '~/domain/exam/calendar.queries.server';
import { calendarWeeks, monthBounds, monthOf, type CalendarExam } from '~/domain/exam/calendar.rules';
import { listOwnExams } from '~/domain/exam/exam-list.queries.server';
import { listOwnOpenResits } from '~/domain/exam/resit.queries.server';
import { countAwaiting, countUnreadThreads } from '~/domain/interaction/thread.queries.server';
import { listMessages } from '~/domain/message/message.queries.server';
import { listWrongEntries } from '~/domain/practice/wrong.queries.server';
import { countProblems } from '~/domain/room/board.queries.server';
import { listWaitingScoreExams } from '~/domain/scoring/marking/score-exams.queries.server';
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
import { formatMinute } from '~/lib/time';
import styles from '~/styles/dashboard.css?url';

export const meta: MetaFunction = () => [{ title: '首页 - 考评' }];

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

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
  const student = { ...studentLists(exams, timeZone), unsent: { userId: actor.id, papers: ownPapers(exams, now) } };
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

async function teacherView(actor: Actor, now: number) {
  const page = { currentPage: 1, pageSize: 50, keyword: '' };
  const [published, drafts, scoring, latest, requests, works, questions, resits, news] = await Promise.all([
    listOwnExams(actor, { ...page, status: 'published' }, now),
    listOwnExams(actor, { ...page, pageSize: 5, status: 'draft' }, now),
    listWaitingScoreExams(actor, page.pageSize, now),
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
  return {
    awaits: teacherAwaits(
      { scoring: scoring.todo, marked: scoring.done, works, questions, requests: requests.totalCount },
      now,
    ),
    running: await withProblems(actor, exams.filter(isRunning), now),
    coming: exams.filter((exam) => !isRunning(exam) && exam.parts.some((part) => part.phase === 'not_started')),
    todos: todosOf({ scoring: scoring.todo, marked: scoring.done, resits, drafts: drafts.rows }, now),
    // What the news of the classes tell already.
    latest: news.classes.some(({ last }) => last?.examId === latest?.id) ? null : latest,
    news,
  };
}

/** The rooms of so many exams are looked into: each is read as its board reads it. */
const MOST_ROOMS = 2;

/** Who needs looking after in the parts that run now. */
async function withProblems(actor: Actor, exams: ReturnType<typeof toDashboardExam>[], now: number) {
  const looked = [];
  for (const [index, exam] of exams.entries()) {
    const parts = [];
    for (const one of exam.parts) {
      const isLooked = index < MOST_ROOMS && one.phase === 'running';
      const problems = isLooked ? await countProblems(actor, { examId: exam.id, part: one.part }, now) : 0;
      parts.push({ ...one, problems });
    }
    looked.push({ ...exam, parts });
  }
  return looked;
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
      {student ? <UnsentHere {...student.unsent} /> : null}
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
