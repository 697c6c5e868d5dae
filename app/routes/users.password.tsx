import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { FieldsForm } from '~/components/form/fields-form';
import { SubmitButton } from '~/components/form/submit';
import { PublicShell } from '~/components/layout/public-shell';
import { RouteError } from '~/components/layout/route-error';
import { PasswordFields } from '~/components/personal/password-fields';
import { Note } from '~/components/ui/feedback';
import { saveHeldAnswers } from '~/domain/attempt/saving-held.commands.server';
import { changePassword } from '~/domain/user/account.commands.server';
import { mayPostponePasswordChange } from '~/domain/user/account.queries.server';
import { passwordSchema } from '~/domain/user/account.schema';
import { listAdministratorIds } from '~/domain/actor/administrator.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { getProfile } from '~/domain/user/user.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireUser } from '~/http/guards.server';
import { keptWords } from '~/http/held-forms.server';
import { localPath } from '~/http/local-path';
import { requestTime } from '~/http/request.server';
import { startSession } from '~/http/session.server';
import { SMALL_FORM, readTexts } from '~/http/uploads.server';
import { toDashboard } from '~/lib/addresses/account';
import { toLogout, toSettings } from '~/lib/addresses/personal';
import { env } from '~/lib/env.server';
import { quoted, sayCommand } from '~/lib/own-command.server';

export const meta: MetaFunction = () => [{ title: '设置自己的密码 - 考评' }];

function whereTo(request: Request): string {
  return localPath(new URL(request.url).searchParams.get('redirectTo'), toDashboard());
}

/** A one-time password is changed here before anything else; then one goes on to where one was going. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const [profile, school, mayWait] = await Promise.all([
    getProfile(actor.id),
    getSchool(),
    mayPostponePasswordChange(actor, requestTime(request)),
  ]);
  if (!profile.mustChangePassword) return redirect(toSettings());
  const { name, account } = profile;
  const whenForgotten = await sayWhenForgotten(actor, account);
  return {
    name,
    account,
    schoolName: school.name,
    mayWait,
    next: whereTo(request),
    ofForm: keptWords(request),
    whenForgotten,
  };
}

/** Who gives this person a new password; nobody in the school can do it for its only administrator. */
async function sayWhenForgotten(actor: Actor, account: string): Promise<string> {
  const ask = '忘记了也不要紧：在登录页点“忘记密码”，';
  if (!isTeacher(actor)) return `${ask}由老师重置。`;
  const others = (await listAdministratorIds()).filter((id) => id !== actor.id);
  if (others.length > 0) return `${ask}由管理员重置。`;
  // Without it the command would look into the usual place.
  const setting = process.env.DATA_DIR ? `DATA_DIR=${env().dataDir}` : '';
  const command = sayCommand('reset-password', quoted(account), setting);
  return `请记好它：您是唯一的管理员，忘记时要请照看服务器的人在那台电脑的程序目录里运行 ${command}。`;
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireUser(request);
  const answer = await answerForm(await readTexts(request, SMALL_FORM), passwordSchema, (input) =>
    changePassword(actor, input, requestTime(request)),
  );
  if (!answer.ok) return answer.problem;
  const cookie = await startSession(request, { ...actor, sessionVersion: answer.value.sessionVersion });
  const saved = await saveHeldAnswers(actor, requestTime(request));
  const said = ['密码已修改，下次请用新密码登录', ...(saved ? [saved] : [])].join('。');
  return redirectWithFlash(request, whereTo(request), said, 'success', {
    'Set-Cookie': cookie,
  });
}

export default function FirstPasswordPage() {
  const { name, account, schoolName, mayWait, next, ofForm, whenForgotten } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return (
    <PublicShell schoolName={schoolName}>
      <h1>设置自己的密码</h1>
      <p className="mb-5">
        {name}（{account}），现在用的是一次性密码，别人也可能知道。改成只有自己知道的密码后，就能使用其他功能。
      </p>
      {ofForm ? <Note tone="warn">{ofForm}。</Note> : null}
      {mayWait ? (
        <Note>
          有考试正在进行、马上开始或刚刚收卷，可以过后再改。<Link to={next}>先去考试</Link>
        </Note>
      ) : null}
      <FieldsForm problem={problem} reloadDocument>
        <PasswordFields oldLabel="一次性密码" />
        <SubmitButton block size="l">
          保存并继续
        </SubmitButton>
      </FieldsForm>
      <ul className="small quiet login__hints">
        <li>可以用字母、数字、符号和汉字，几个不相干的词连起来最好记。</li>
        <li>{whenForgotten}</li>
      </ul>
      <Form method="post" action={toLogout()} reloadDocument className="mt-4">
        <button type="submit" className="linkbtn">
          退出登录
        </button>
      </Form>
    </PublicShell>
  );
}

export { RouteError as ErrorBoundary };
