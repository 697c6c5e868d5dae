import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { FieldsForm } from '~/components/form/fields-form';
import { FormActions, IntentButton, SubmitButton } from '~/components/form/submit';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { DeviceConfirm } from '~/components/personal/device-confirm';
import { DeviceList } from '~/components/personal/device-list';
import { DisplayForm } from '~/components/personal/display-form';
import { EmailForm } from '~/components/personal/email-form';
import { LiteCard } from '~/components/personal/lite-card';
import { PasswordFields } from '~/components/personal/password-fields';
import { WaitingLink } from '~/components/personal/waiting-link';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { changePassword, setPreferences, updateProfile } from '~/domain/user/account.commands.server';
import { emailSchema, passwordSchema, preferencesSchema } from '~/domain/user/account.schema';
import { openFirstSteps } from '~/domain/user/first-steps.commands.server';
import { hasFirstSteps } from '~/domain/user/first-steps.queries.server';
import { findWaitingLink } from '~/domain/user/account-link.queries.server';
import { stopResetLinks } from '~/domain/user/reset-link.commands.server';
import { endDevice, endOtherDevices } from '~/domain/user/session.commands.server';
import { listDevices } from '~/domain/user/session.queries.server';
import { isTeacher } from '~/domain/actor/actor.rules';
import { profileOf, schoolOf } from '~/http/asked-once.server';
import { afterAnswer } from '~/http/after-answer.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireUser } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { goOnAs, sessionIdOf, startSession } from '~/http/session.server';
import { readTexts } from '~/http/uploads.server';
import { toDashboard } from '~/lib/addresses/account';
import { toInfo, toOwnData, toSettings } from '~/lib/addresses/personal';
import { nameDevice } from '~/lib/browser';
import { formatMinute } from '~/lib/time';
import type { RootData } from '~/root';
import passwordStyles from '~/styles/passwords.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: passwordStyles }];

export const meta: MetaFunction = () => [{ title: '账号设置 - 考评' }];

const HERE = toSettings();

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const now = requestTime(request);
  const { searchParams } = new URL(request.url);
  const currentId = await sessionIdOf(request);
  const [profile, school, found, waiting, isLed] = await Promise.all([
    profileOf(request, actor),
    schoolOf(request),
    listDevices(actor, currentId, now),
    isTeacher(actor) ? findWaitingLink(actor, now) : null,
    isTeacher(actor) ? hasFirstSteps(actor) : true,
  ]);
  const devices = found.map(({ userAgent, ...device }) => ({ ...device, name: nameDevice(userAgent) }));
  const confirm = searchParams.get('confirm');
  const chosen = devices.find((device) => device.id === searchParams.get('device') && !device.isCurrent);
  return {
    email: profile.email,
    display: { theme: profile.theme, language: profile.language, isLargeType: profile.isLargeType },
    isTeacher: isTeacher(actor),
    /** The home page leads through the first steps. */
    isLed,
    timeZone: school.timeZone,
    devices,
    leaving: confirm === 'device' ? (chosen ?? null) : null,
    isLeavingOthers: confirm === 'others',
    waiting: waiting && { createdBy: waiting.createdBy, from: formatMinute(waiting.usableAt || now, school.timeZone) },
  };
}

const intents = z.object({
  _intent: z.enum(['password', 'email', 'preferences', 'endDevice', 'endOthers', 'stopLinks', 'openFirstSteps']),
});
const deviceSchema = z.object({ device: z.string().min(1) });

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireUser(request);
  const now = requestTime(request);
  const form = await readTexts(request);
  const chosen = await answerForm(form, intents, (input) => input._intent);
  if (!chosen.ok) return chosen.problem;
  switch (chosen.value) {
    case 'preferences': {
      const answer = await answerForm(form, preferencesSchema, (input) => setPreferences(actor, input, now));
      return answer.ok ? redirectWithFlash(request, HERE, '显示设置已保存') : answer.problem;
    }
    case 'email': {
      const answer = await answerForm(form, emailSchema, (input) => updateProfile(actor, input, now));
      if (!answer.ok) return answer.problem;
      afterAnswer(request, answer.value.warn);
      return redirectWithFlash(request, HERE, '邮箱已保存');
    }
    case 'endDevice': {
      const answer = await answerForm(form, deviceSchema, ({ device }) => endDevice(actor, device, now));
      return answer.ok ? redirectWithFlash(request, HERE, '已退出该设备上的登录') : answer.problem;
    }
    case 'openFirstSteps': {
      await openFirstSteps(actor, now);
      return redirectWithFlash(request, toDashboard(), '“开始使用”又在首页上了');
    }
    case 'stopLinks': {
      const stopped = await stopResetLinks(actor, now);
      return redirectWithFlash(request, HERE, stopped > 0 ? '重置链接已停止，不能再用' : '没有要停止的重置链接');
    }
    case 'endOthers': {
      const { sessionVersion } = await endOtherDevices(actor, await sessionIdOf(request), now);
      const cookie = await goOnAs(request, sessionVersion);
      return redirectWithFlash(request, HERE, '其他设备上的登录都已退出', 'success', cookie);
    }
    case 'password': {
      const answer = await answerForm(form, passwordSchema, (input) => changePassword(actor, input, now));
      if (!answer.ok) return answer.problem;
      // The other sessions of the account end; this browser goes on with one of the new version.
      const cookie = await startSession(request, { ...actor, sessionVersion: answer.value.sessionVersion });
      return redirectWithFlash(request, HERE, '密码已修改，其他设备上的登录已退出', 'success', {
        'Set-Cookie': cookie,
      });
    }
  }
}

export default function SettingPage() {
  const page = useLoaderData<typeof loader>();
  const isLite = useRouteLoaderData<RootData>('root')?.isLite ?? false;
  const problem = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="账号设置"
        purpose="密码、邮箱、页面的外观，以及在哪些设备上登录着。"
        crumbs={[{ label: '个人中心', href: toInfo() }, { label: '账号设置' }]}
      />
      <DeviceConfirm leaving={page.leaving} isLeavingOthers={page.isLeavingOthers} />
      {page.waiting ? <WaitingLink {...page.waiting} problem={problem} /> : null}
      <div className="grid-2">
        <div>
          <Card title="修改密码">
            <FieldsForm problem={problem} intent="password">
              <PasswordFields width="m" />
              <FormActions>
                <SubmitButton>修改密码</SubmitButton>
              </FormActions>
            </FieldsForm>
          </Card>
          <LiteCard isOn={isLite} />
        </div>
        <div>
          <DisplayForm {...page.display} problem={problem} />
          <EmailForm email={page.email} isTeacher={page.isTeacher} problem={problem} />
        </div>
      </div>
      <DeviceList devices={page.devices} timeZone={page.timeZone} />
      {page.isLed ? null : (
        <Card title="开始使用" hint="班级、学生、题目、考试、公布五步" className="section">
          <div className="row">
            <p>首页再带您走一遍办一场考试的五步，做过的打着勾。</p>
            <div className="push">
              <IntentButton intent="openFirstSteps">在首页打开</IntentButton>
            </div>
          </div>
        </Card>
      )}
      {page.isTeacher ? null : (
        <Card title="我的数据" hint="个人信息、成绩、练习、错题本、题目、作品、消息和录音" className="section">
          <div className="row">
            <p>把自己的数据装进一个压缩包，保存下来。</p>
            <ButtonLink to={toOwnData()} className="push">
              导出我的数据
            </ButtonLink>
          </div>
        </Card>
      )}
    </>
  );
}

export { RouteError as ErrorBoundary };
