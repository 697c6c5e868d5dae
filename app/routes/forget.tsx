import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { TextField } from '~/components/form/text-fields';
import { PostForm } from '~/components/form/post-form';
import { SubmitButton } from '~/components/form/submit';
import { PublicShell } from '~/components/layout/public-shell';
import { RouteError } from '~/components/layout/route-error';
import { useClearStoredUser } from '~/components/layout/stored-user';
import { Note } from '~/components/ui/feedback';
import { askForPassword } from '~/domain/user/account.commands.server';
import { forgetSchema } from '~/domain/user/account.schema';
import { getSchool } from '~/domain/user/school.queries.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { assertSameOrigin } from '~/http/origin.server';
import { publicPageHeaders } from '~/http/public-page.server';
import { clientAddress, requestTime } from '~/http/request.server';

export const meta: MetaFunction = () => [{ title: '忘记密码 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const [school, headers] = await Promise.all([getSchool(), publicPageHeaders(request)]);
  return data({ schoolName: school.name, isSent: new URL(request.url).searchParams.has('sent') }, { headers });
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request);
  const answer = await answerForm(await request.formData(), forgetSchema, (input) =>
    askForPassword(input, clientAddress(request), requestTime(request)),
  );
  if (!answer.ok) return answer.problem;
  // The same answer for every account, so that nobody learns which exist.
  return redirectWithFlash(request, '/forget?sent=1', '申请已提交');
}

export default function ForgetPage() {
  const { schoolName, isSent } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  useClearStoredUser();
  return (
    <PublicShell schoolName={schoolName}>
      <h2>忘记密码</h2>
      {isSent ? (
        <Note tone="good">
          申请已收到。如果账号和姓名都对得上，您的老师（教师则为管理员）会收到消息。请当面找老师领取一次性密码，登录后再改成自己的密码。
        </Note>
      ) : (
        <PostForm problem={problem} reloadDocument>
          <p className="quiet">填写后系统会通知您的老师为您重置密码。</p>
          <TextField
            name="account"
            label="账号"
            hint="学生填学号，教师填工号"
            autoComplete="username"
            required
            autoFocus
          />
          <TextField name="name" label="姓名" autoComplete="name" required />
          <SubmitButton block size="l" busyText="正在提交…">
            提交申请
          </SubmitButton>
        </PostForm>
      )}
      <p>
        <Link to="/login" reloadDocument>
          返回登录
        </Link>
      </p>
    </PublicShell>
  );
}

export function ErrorBoundary() {
  return <RouteError />;
}
