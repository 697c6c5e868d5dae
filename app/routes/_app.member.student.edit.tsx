import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { DeviceCard } from '~/components/member/device-card';
import { PasswordSlips } from '~/components/member/password-slips';
import { StudentForm } from '~/components/member/student-form';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Empty } from '~/components/ui/feedback';
import { listClassroomOptions } from '~/domain/classroom/classroom.queries.server';
import { issuedSheet } from '~/domain/user/student-export.server';
import { findDeviceChecks } from '~/domain/user/device-check.commands.server';
import { deviceSummary } from '~/domain/user/device-check.rules';
import { getSchool } from '~/domain/school/school.queries.server';
import { changeStudent } from '~/domain/room/reset-password.commands.server';
import { addStudent } from '~/domain/user/student.commands.server';
import { getStudent } from '~/domain/user/student.queries.server';
import { studentFormSchema } from '~/domain/user/student.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toClass, toStudent, toStudents } from '~/lib/addresses/members';
import { AppError } from '~/lib/errors';
import { newUuid } from '~/lib/ids.server';
import { formatMinute } from '~/lib/time';
import { idField } from '~/lib/zod';
import styles from '~/styles/members.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.student ? '编辑学生' : '新增学生'} - 考评` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('id');
  const student = id ? await getStudent(actor, idField().catch(0).parse(id)) : null;
  if (student && !student.canChange) {
    throw new AppError('forbidden', `您不是${student.name}（${student.className}）的任课教师，不能更改。`);
  }
  return {
    student,
    device: student ? await findDevice(student.id) : null,
    classrooms: await listClassroomOptions(actor, 'mine'),
    classId: student ? student.classId : searchParams.get('classId'),
    requestId: newUuid(),
  };
}

/** What the student's last device check came to. */
async function findDevice(studentId: number) {
  const last = (await findDeviceChecks([studentId])).get(studentId);
  if (!last) return null;
  const { timeZone } = await getSchool();
  return {
    ...deviceSummary(last.result),
    browser: last.result.browser.name,
    at: formatMinute(last.checkedAt, timeZone),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const answer = await answerForm(await readTexts(request), studentFormSchema, async (input) => {
    if (input._intent === 'add') return addStudent(actor, input, now);
    return { student: await changeStudent(actor, input, now), issued: null };
  });
  if (!answer.ok) return answer.problem;
  const { student, issued } = answer.value;
  // The password is in this answer only: after a redirect it would have to be kept somewhere.
  if (issued) return { issued: [issued], sheet: await issuedSheet([issued]), classId: student.classId };
  return redirectWithFlash(request, toStudents(), `已保存${student.name}（${student.account}）`);
}

export default function StudentPage() {
  const { student, device, classrooms, classId, requestId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const title = student ? '编辑学生' : '新增学生';
  const added = answer && 'issued' in answer ? answer : null;
  return (
    <>
      <PageHeader
        title={title}
        purpose={
          student ? `${student.name}，${student.className}` : '学号就是登录账号；初始密码由系统生成，首次登录须修改。'
        }
        crumbs={[{ label: '成员管理' }, { label: '学生管理', href: toStudents() }, { label: title }]}
      />
      {added ? (
        <>
          <PasswordSlips title="已新增，初始密码" slips={added.issued} sheet={added.sheet} doneHref={toStudents()} />
          <div className="formactions">
            <ButtonLink to={toStudent({ classId: added.classId ?? '' })}>继续新增</ButtonLink>
          </div>
        </>
      ) : classrooms.length === 0 ? (
        <Card>
          <Empty title="您还没有班级" action={<ButtonLink to={toClass()}>新增班级</ButtonLink>}>
            学生要属于一个班级，请先新增班级。
          </Empty>
        </Card>
      ) : (
        <>
          <StudentForm
            student={student}
            classrooms={classrooms}
            classId={classId}
            requestId={requestId}
            problem={answer && 'fieldErrors' in answer ? answer : null}
          />
          {student ? <DeviceCard device={device} /> : null}
        </>
      )}
    </>
  );
}

export { RouteError as ErrorBoundary };
