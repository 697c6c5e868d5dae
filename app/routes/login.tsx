import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { RunningExam } from '~/components/exam/running-exam';
import { PasswordField, TextField } from '~/components/form/text-fields';
import { FieldsForm } from '~/components/form/fields-form';
import { SubmitButton } from '~/components/form/submit';
import { PublicShell } from '~/components/layout/public-shell';
import { RegisterForm } from '~/components/layout/register-form';
import { RouteError } from '~/components/layout/route-error';
import { useClearStoredUser } from '~/components/layout/stored-user';
import { Note } from '~/components/ui/feedback';
import { findRunningAttempt } from '~/domain/attempt/running.queries.server';
import { saveHeldAnswers } from '~/domain/attempt/saving-held.commands.server';
import { findOpenLink } from '~/domain/user/account-link.queries.server';
import { registerFormSchema } from '~/domain/user/account-link.schema';
import { registerByInvitation } from '~/domain/user/invitation.commands.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { hasDemoAccounts } from '~/domain/user/user.queries.server';
import { signInByForm } from '~/http/auth.server';
import { answerForm } from '~/http/forms.server';
import { redirectWithFlash } from '~/http/flash.server';
import { actorOf } from '~/http/guards.server';
import { rememberAccount } from '~/http/known-browser.server';
import { keptWords } from '~/http/held-forms.server';
import { localPath } from '~/http/local-path';
import { assertSameOrigin } from '~/http/origin.server';
import { publicPageSession } from '~/http/public-page.server';
import { clientAddress, requestTime } from '~/http/request.server';
import { closeSession, startSession } from '~/http/session.server';
import { SMALL_FORM, readTexts } from '~/http/uploads.server';
import { toDashboard, toLogin } from '~/lib/addresses/account';
import { toDeviceCheck, toForget } from '~/lib/addresses/entrance';
import { formatMinute } from '~/lib/time';

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: `${page?.invitation ? '注册' : '登录'} - ${page?.school.name ?? '考评'}` },
];

/** `?invite=` is a colleague's one-time invitation: the page is then the registration form. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const redirectTo = searchParams.get('redirectTo');
  const token = searchParams.get('invite');
  const [school, isDemo, { headers, kept }, link] = await Promise.all([
    getSchool(),
    hasDemoAccounts(),
    publicPageSession(request, findRunningAttempt),
    token ? findOpenLink('invite', token, requestTime(request)) : null,
  ]);
  return data(
    {
      school: { name: school.name, logoUrl: school.logoUrl },
      isDemo,
      running: kept && { name: kept.name, account: kept.account, attempt: kept.need },
      comesBack: localPath(redirectTo, '') !== '',
      isReset: searchParams.has('reset'),
      ofForm: keptWords(request),
      hasDeadInvitation: token !== null && link === null,
      invitation:
        token && link
          ? { token, createdBy: link.createdBy, until: formatMinute(link.expiresAt, school.timeZone) }
          : null,
    },
    { headers },
  );
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request);
  const form = await readTexts(request, SMALL_FORM);
  if (form.get('_intent') === 'switch') {
    return redirect(toLogin(), { status: 303, headers: { 'Set-Cookie': await closeSession(request) } });
  }
  const answer =
    form.get('_intent') === 'register'
      ? await answerForm(form, registerFormSchema, (input) =>
          registerByInvitation(input, clientAddress(request), requestTime(request)),
        )
      : await answerForm(form, z.object({}), () => signInByForm(request, form));
  if (!answer.ok) return answer.problem;
  const user = answer.value;
  const cookie = await startSession(request, {
    id: user.id,
    userType: user.user_type,
    sessionVersion: user.session_version,
  });
  const redirectTo = localPath(new URL(request.url).searchParams.get('redirectTo'), toDashboard());
  const headers = new Headers({ 'Set-Cookie': cookie });
  headers.append('Set-Cookie', await rememberAccount(request, user.id));
  // Others may know a one-time password: then it waits for the own one.
  const saved = user.must_change_password ? '' : await saveHeldAnswers(actorOf(user, request), requestTime(request));
  if (saved) return redirectWithFlash(request, redirectTo, saved, 'success', headers);
  return redirect(redirectTo, { status: 303, headers });
}

export default function LoginPage() {
  const { school, isDemo, running, comesBack, isReset, ofForm, hasDeadInvitation, invitation } =
    useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  useClearStoredUser(running !== null);
  if (running) {
    return (
      <PublicShell schoolName={school.name} logoUrl={school.logoUrl}>
        <h1 className="vh">登录</h1>
        <RunningExam {...running} />
      </PublicShell>
    );
  }
  if (invitation) {
    return (
      <PublicShell schoolName={school.name} logoUrl={school.logoUrl}>
        <RegisterForm {...invitation} problem={problem} />
        <p>
          已有账号？<Link to={toLogin()}>返回登录</Link>
        </p>
      </PublicShell>
    );
  }
  return (
    <PublicShell schoolName={school.name} logoUrl={school.logoUrl}>
      <h1>登录</h1>
      {isReset ? (
        <div className="mb-4">
          <Note tone="good">新密码已设置，请用它登录。</Note>
        </div>
      ) : null}
      {hasDeadInvitation ? (
        <div className="mb-4">
          <Note tone="warn">
            这个邀请链接已经用过、已被撤销或过期。已经注册的请直接登录，没有的请联系邀请您的同事。
          </Note>
        </div>
      ) : null}
      {comesBack ? (
        <div className="mb-4">
          <Note>请先登录，之后会回到刚才的页面。</Note>
          {ofForm ? <Note tone="warn">登录已过期：{ofForm}。</Note> : null}
        </div>
      ) : null}
      {/* A whole page load: theme, session and stored values all begin anew. */}
      <FieldsForm problem={problem} reloadDocument>
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
      </FieldsForm>
      <p className="row">
        <Link to={toForget()} reloadDocument>
          忘记密码
        </Link>
        <Link to={toDeviceCheck()} reloadDocument className="push">
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
