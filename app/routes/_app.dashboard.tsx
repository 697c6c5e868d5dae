import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { StudentDashboard } from '~/components/dashboard/student-dashboard';
import { TeacherDashboard } from '~/components/dashboard/teacher-dashboard';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ButtonLink } from '~/components/ui/button';
import { listAllStudentExams, type StudentExam } from '~/domain/attempt/student-exams.queries.server';
import { listOwnExams, type ExamRow } from '~/domain/exam/exam-list.queries.server';
import type { Part } from '~/domain/exam/exam.rules';
import { listMessages } from '~/domain/message/message.queries.server';
import { listScoreExams } from '~/domain/scoring/score-exams.queries.server';
import { findLatestReleased } from '~/domain/statistics/census.queries.server';
import { getSchool } from '~/domain/user/school.queries.server';
import { isTeacher, type Actor } from '~/domain/user/user.rules';
import { requireUser } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { formatMinute } from '~/lib/time';

export const meta: MetaFunction = () => [{ title: '首页 - 考评' }];

const PART_LABELS: Record<Part, string> = { oral: '口语', written: '笔试' };

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const now = requestTime(request);
  const [school, messages] = await Promise.all([getSchool(), listMessages(actor, { currentPage: 1, pageSize: 6 })]);
  const common = { name: actor.name, now, timeZone: school.timeZone, messages: messages.rows };
  return isTeacher(actor)
    ? { ...common, teacher: await teacherView(actor, now), student: null }
    : { ...common, teacher: null, student: studentView(await listAllStudentExams(actor, now), school.timeZone) };
}

async function teacherView(actor: Actor, now: number) {
  const page = { currentPage: 1, pageSize: 50, keyword: '' };
  const [published, drafts, scoring, latest] = await Promise.all([
    listOwnExams(actor, { ...page, status: 'published' }, now),
    listOwnExams(actor, { ...page, pageSize: 5, status: 'draft' }, now),
    listScoreExams(actor, { ...page, pageSize: 8, status: 'todo' }, now),
    findLatestReleased(actor),
  ]);
  const exams = published.rows.map(toDashboardExam);
  const isRunning = (exam: (typeof exams)[number]) =>
    exam.parts.some((part) => part.phase === 'running' || part.phase === 'uploading');
  return {
    running: exams.filter(isRunning),
    coming: exams.filter((exam) => !isRunning(exam) && exam.parts.some((part) => part.phase === 'not_started')),
    drafts: drafts.rows.map(toDashboardExam),
    scoring: scoring.rows
      .filter((exam) => exam.awaitsMe > 0)
      .map(({ parts, ...exam }) => ({ ...exam, part: parts.find((one) => one.awaitsMe > 0)?.part ?? 'oral' })),
    latest,
  };
}

function toDashboardExam(exam: ExamRow) {
  return {
    id: exam.id,
    name: exam.name,
    isDraft: exam.status === 'draft',
    classNames: exam.classNames,
    studentCount: exam.studentCount,
    parts: exam.parts.map(({ part, ...progress }) => ({ label: PART_LABELS[part], ...progress })),
  };
}

const STEP_LABELS: Partial<Record<StudentExam['parts'][number]['step'], string>> = {
  start: '开始考试',
  continue: '继续考试',
  upload: '上传照片',
};

function studentView(exams: StudentExam[], timeZone: string) {
  return {
    open: exams
      .filter((exam) => exam.group === 'running' || exam.group === 'uploading')
      .map((exam) => ({
        id: exam.id,
        name: exam.name,
        steps: exam.parts.flatMap(({ part, step, until }) => {
          const label = STEP_LABELS[step];
          if (!label) return [];
          const deadline = until === null ? '' : `，${formatMinute(until, timeZone)} 截止`;
          return [{ label, text: `${PART_LABELS[part]}${deadline}` }];
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
      .map(({ id, name, totalPercent, grade }) => ({ id, name, totalPercent, grade })),
  };
}

function greeting(now: number, timeZone: string): string {
  const hour = Number(formatMinute(now, timeZone).slice(11, 13));
  return hour < 5 ? '夜深了' : hour < 12 ? '上午好' : hour < 18 ? '下午好' : '晚上好';
}

export default function DashboardPage() {
  const { name, now, timeZone, messages, teacher, student } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={`${name}${teacher ? '老师' : '同学'}，${greeting(now, timeZone)}`}
        purpose={teacher ? '进行中的考试、待评的答卷和接下来的安排。' : '进行中和即将开始的考试，以及公布的成绩。'}
        actions={
          teacher ? (
            <ButtonLink variant="primary" to="/examination/add">
              新增考试
            </ButtonLink>
          ) : null
        }
      />
      {teacher ? <TeacherDashboard {...teacher} messages={messages} timeZone={timeZone} /> : null}
      {student ? <StudentDashboard {...student} messages={messages} timeZone={timeZone} /> : null}
    </>
  );
}

export { RouteError as ErrorBoundary };
