import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { PasswordField, TextField } from '~/components/form/text-fields';
import { PostForm } from '~/components/form/post-form';
import { SubmitButton } from '~/components/form/submit';
import { PublicShell } from '~/components/layout/public-shell';
import { RouteError } from '~/components/layout/route-error';
import { useClearStoredUser } from '~/components/layout/stored-user';
import { Note } from '~/components/ui/feedback';
import { getSchool } from '~/domain/user/school.queries.server';
import { hasDemoAccounts } from '~/domain/user/user.queries.server';
import { authenticator } from '~/http/auth.server';
import { answerForm } from '~/http/forms.server';
import { localPath } from '~/http/local-path';
import { assertSameOrigin } from '~/http/origin.server';
import { publicPageHeaders } from '~/http/public-page.server';
import { startSession } from '~/http/session.server';

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: `登录 - ${page?.schoolName ?? '考评'}` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const redirectTo = new URL(request.url).searchParams.get('redirectTo');
  const [school, isDemo, headers] = await Promise.all([getSchool(), hasDemoAccounts(), publicPageHeaders(request)]);
  return data({ schoolName: school.name, isDemo, comesBack: localPath(redirectTo, '') !== '' }, { headers });
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request);
  const form = await request.clone().formData();
  const answer = await answerForm(form, z.object({}), () => authenticator.authenticate('form', request));
  if (!answer.ok) return answer.problem;
  const user = answer.value;
  const cookie = await startSession(request, {
    id: user.id,
    userType: user.user_type,
    sessionVersion: user.session_version,
  });
  const redirectTo = localPath(new URL(request.url).searchParams.get('redirectTo'), '/dashboard');
  return redirect(redirectTo, { status: 303, headers: { 'Set-Cookie': cookie } });
}

export default function LoginPage() {
  const { schoolName, isDemo, comesBack } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  useClearStoredUser();
  return (
    <PublicShell schoolName={schoolName}>
      <h2>登录</h2>
      {comesBack ? <Note>请先登录，之后会回到刚才的页面。</Note> : null}
      {/* A whole page load: theme, session and stored values all begin anew. */}
      <PostForm problem={problem} reloadDocument>
        <TextField
          name="account"
          label="账号"
          hint="教师用工号，学生用学号"
          autoComplete="username"
          required
          autoFocus
        />
        <PasswordField name="password" label="密码" autoComplete="current-password" required />
        <SubmitButton block size="l" busyText="正在登录…">
          登录
        </SubmitButton>
      </PostForm>
      <p className="row">
        <Link to="/forget" reloadDocument>
          忘记密码
        </Link>
        <Link to="/test" reloadDocument className="push">
          设备检测
        </Link>
      </p>
      {isDemo ? (
        <p className="login__foot small quiet">演示学校：教师 t001–t003，学生 s001–s060，密码都是 kaoping-demo</p>
      ) : null}
    </PublicShell>
  );
}

export function ErrorBoundary() {
  return <RouteError />;
}
