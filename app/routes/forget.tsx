import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { RunningExam } from '~/components/exam/running-exam';
import { NewPasswordFields } from '~/components/form/new-password-fields';
import { FieldsForm } from '~/components/form/fields-form';
import { HiddenFields, SubmitButton } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import { PublicShell } from '~/components/layout/public-shell';
import { RouteError } from '~/components/layout/route-error';
import { useClearStoredUser } from '~/components/layout/stored-user';
import { Note } from '~/components/ui/feedback';
import { findRunningAttempt } from '~/domain/attempt/running.queries.server';
import { findOpenLink } from '~/domain/user/account-link.queries.server';
import { setPasswordSchema } from '~/domain/user/account-link.schema';
import { forgetSchema } from '~/domain/user/account.schema';
import { askForPassword } from '~/domain/user/forget.commands.server';
import { setPasswordByLink } from '~/domain/user/reset-link.commands.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { afterAnswer } from '~/http/after-answer.server';
import { answerForm } from '~/http/forms.server';
import { assertSameOrigin } from '~/http/origin.server';
import { publicPageSession } from '~/http/public-page.server';
import { clientAddress, requestTime } from '~/http/request.server';
import { SMALL_FORM, readTexts } from '~/http/uploads.server';
import { toLogin } from '~/lib/addresses/account';
import { toForget } from '~/lib/addresses/entrance';
import { formatMinute } from '~/lib/time';

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: `${page?.token ? '设置新密码' : '忘记密码'} - 考评` },
];

/** `?token=` is a one-time link that sets a new password. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get('token');
  const [school, { headers, kept }, link] = await Promise.all([
    getSchool(),
    publicPageSession(request, findRunningAttempt),
    token ? findOpenLink('reset', token, requestTime(request)) : null,
  ]);
  return data(
    {
      school: { name: school.name, logoUrl: school.logoUrl },
      running: kept && { name: kept.name, account: kept.account, attempt: kept.need },
      isSent: searchParams.has('sent'),
      token,
      link: link && {
        account: link.account,
        name: link.name,
        until: formatMinute(link.expiresAt, school.timeZone),
        waitsUntil: link.usableAt > requestTime(request) ? formatMinute(link.usableAt, school.timeZone) : null,
      },
    },
    { headers },
  );
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request);
  const form = await readTexts(request, SMALL_FORM);
  const [address, now] = [clientAddress(request), requestTime(request)];
  if (form.get('_intent') === 'set') {
    const set = await answerForm(form, setPasswordSchema, (input) => setPasswordByLink(input, address, now));
    if (!set.ok) return set.problem;
    return redirect(toLogin({ reset: 1 }), 303);
  }
  const answer = await answerForm(form, forgetSchema, (input) => askForPassword(input, address, now));
  if (!answer.ok) return answer.problem;
  const { deal } = answer.value;
  afterAnswer(request, deal);
  // The same answer for every account, so that nobody learns which exist.
  return redirect(toForget({ sent: 1 }), 303);
}

export default function ForgetPage() {
  const { school, running, isSent, token } = useLoaderData<typeof loader>();
  useClearStoredUser(running !== null);
  return (
    <PublicShell schoolName={school.name} logoUrl={school.logoUrl}>
      {running ? <RunningExam {...running} /> : null}
      {token !== null ? <NewPassword token={token} /> : isSent ? <Sent /> : <Ask />}
      <p>
        <Link to={toLogin()} reloadDocument>
          返回登录
        </Link>
      </p>
    </PublicShell>
  );
}

function Ask() {
  const problem = useActionData<typeof action>();
  return (
    <>
      <h1>忘记密码</h1>
      <FieldsForm problem={problem} reloadDocument>
        <p className="quiet mb-4">
          学生由老师重置密码；教师在个人信息里填过邮箱的，会收到重置邮件，没有的由管理员处理。
        </p>
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
      </FieldsForm>
    </>
  );
}

function Sent() {
  return (
    <>
      <h1>忘记密码</h1>
      <Note tone="good">
        申请已收到。如果账号和姓名都对得上：学生的老师会收到消息，请当面找老师领取一次性密码；教师会在邮箱里收到重置链接，没有邮箱的请联系管理员。半小时内重复申请不会再次通知。
      </Note>
    </>
  );
}

function NewPassword({ token }: { token: string }) {
  const { link } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  if (!link) {
    return (
      <>
        <h1>设置新密码</h1>
        <Note tone="warn">这个链接已经用过或过期了。请重新申请，或请同事再生成一个。</Note>
        <p>
          <a href={toForget()}>重新申请</a>
        </p>
      </>
    );
  }
  if (link.waitsUntil !== null) {
    return (
      <>
        <h1>设置新密码</h1>
        <Note>
          这个链接到 {link.waitsUntil}{' '}
          才能用（是同事生成的，或者邮箱刚改过）：在那以前账号的主人可以停止它。急用时请找管理员重新生成。
        </Note>
      </>
    );
  }
  return (
    <>
      <h1>设置新密码</h1>
      <p className="quiet mb-4">
        {link.name}（{link.account}）。链接只能用一次，{link.until} 前有效；设置后，所有设备上的登录都会退出。
      </p>
      <FieldsForm problem={problem} intent="set" reloadDocument>
        <HiddenFields values={{ token }} />
        {/* Password managers keep the new password with the account it belongs to. */}
        <input type="text" name="username" value={link.account} autoComplete="username" readOnly hidden />
        <NewPasswordFields label="新密码" />
        <SubmitButton block size="l" busyText="正在设置…">
          设置新密码
        </SubmitButton>
      </FieldsForm>
    </>
  );
}

export { RouteError as ErrorBoundary };
