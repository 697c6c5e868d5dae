import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { CheckedForm } from '~/components/form/checked-form';
import { FormActions, HiddenFields, SubmitButton } from '~/components/form/submit';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { PasswordSlips } from '~/components/member/password-slips';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Empty, Note } from '~/components/ui/feedback';
import { getClassroom } from '~/domain/classroom/classroom.queries.server';
import { issuedSheet } from '~/domain/user/student-export.server';
import { resetStudentPasswords } from '~/domain/room/reset-password.commands.server';
import { countSitting, listAllStudents } from '~/domain/user/student.queries.server';
import { classSlipsSchema } from '~/domain/user/student.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toClasses, toStudentImport } from '~/lib/addresses/members';
import { AppError } from '~/lib/errors';
import { newUuid } from '~/lib/ids.server';
import { idField } from '~/lib/zod';
import styles from '~/styles/members.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `账号条 ${data?.className ?? ''} - 考评` }];

async function readClass(actor: Actor, id: number) {
  const classroom = await getClassroom(actor, id);
  if (!classroom.canChange) {
    throw new AppError('forbidden', `您不是「${classroom.name}」的创建者或任课教师，不能打印它的账号条。`);
  }
  return { classroom, students: await listAllStudents(actor, { keyword: '', classId: id, scope: 'all' }) };
}

/** `?id=` is the class: a slip for each student, passwords only where they are still the one-time ones. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const id = idField()
    .catch(0)
    .parse(new URL(request.url).searchParams.get('id') ?? 0);
  const { classroom, students } = await readClass(actor, id);
  const waiting = students.filter((student) => student.mustChangePassword);
  return {
    id,
    className: classroom.name,
    slips: students.map((student) => ({
      ...nameOf(student),
      password: '',
      isWaiting: student.mustChangePassword,
    })),
    waitingCount: waiting.length,
    waitingIds: waiting.map((student) => student.id),
    sittingCount: await countSitting(waiting.map((student) => student.id)),
    requestId: newUuid(),
  };
}

const nameOf = ({
  id,
  account,
  name,
  className,
}: {
  id: number;
  account: string;
  name: string;
  className: string;
}) => ({
  id,
  account,
  name,
  className,
});

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const answer = await answerForm(await readTexts(request), classSlipsSchema, async ({ id, requestId, ids }) => {
    const { students } = await readClass(actor, id);
    const own = new Set(students.map((student) => student.id));
    // Who is named was waiting when the page was made: a repeated form gives the same passwords again.
    const chosen = ids.filter((one) => own.has(one));
    const issued = await resetStudentPasswords(actor, { ids: chosen, requestId }, requestTime(request));
    const slips = new Map(issued.map((slip) => [slip.id, slip]));
    return students.map(
      (student) => slips.get(student.id) ?? { ...nameOf(student), password: '', isWaiting: student.mustChangePassword },
    );
  });
  if (!answer.ok) return answer.problem;
  // Passwords are in this answer only: after a redirect they would have to be kept somewhere.
  return { slips: answer.value, sheet: await issuedSheet(answer.value) };
}

export default function SlipsPage() {
  const { className, slips, waitingCount } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const issued = answer && 'slips' in answer ? answer : null;
  return (
    <>
      <PageHeader
        title={`账号条：${className}`}
        purpose="A4 纸每行两张，沿虚线剪开发给学生：姓名、账号、一次性密码和网址。"
        crumbs={[{ label: '成员管理' }, { label: '班级管理', href: toClasses() }, { label: '账号条' }]}
      />
      {issued ? (
        <PasswordSlips title="账号条" slips={issued.slips} sheet={issued.sheet} doneHref={toClasses()} />
      ) : slips.length === 0 ? (
        <Card>
          <Empty title="班级里还没有学生" action={<ButtonLink to={toStudentImport()}>导入学生</ButtonLink>} />
        </Card>
      ) : (
        <>
          {waitingCount > 0 ? <Issue /> : null}
          <PasswordSlips title="不含密码的账号条" slips={slips} sheet="" doneHref={toClasses()} />
        </>
      )}
    </>
  );
}

function Issue() {
  const { id, waitingCount, sittingCount, waitingIds, requestId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Card title="连同一次性密码" className="section noprint">
      <p>
        有 {waitingCount}{' '}
        名学生还没有改过密码。一次性密码不保存，要印在账号条上须重新生成；已经改过密码的学生不受影响，他们的账号条上不印密码。
      </p>
      {sittingCount > 0 ? (
        <Note tone="warn">其中 {sittingCount} 人正在考试：重新生成会让他们退出，需要用新密码登录后继续。</Note>
      ) : null}
      <CheckedForm schema={classSlipsSchema} problem={answer && 'fieldErrors' in answer ? answer : null}>
        <HiddenFields values={{ id, requestId, ids: waitingIds }} />
        <FormActions>
          <SubmitButton busyText="正在生成…">重新生成 {waitingCount} 个密码</SubmitButton>
        </FormActions>
      </CheckedForm>
    </Card>
  );
}

export { RouteError as ErrorBoundary };
