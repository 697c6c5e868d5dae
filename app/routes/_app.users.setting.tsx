import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { CheckboxField, RadioGroup } from '~/components/form/choice-fields';
import { PostForm } from '~/components/form/post-form';
import { FormActions, SubmitButton } from '~/components/form/submit';
import { PasswordField } from '~/components/form/text-fields';
import { PageHeader } from '~/components/layout/page-header';
import { PersonalTabs } from '~/components/layout/personal-tabs';
import { RouteError } from '~/components/layout/route-error';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { changePassword, setPreferences } from '~/domain/user/account.commands.server';
import { passwordSchema, preferencesSchema } from '~/domain/user/account.schema';
import { getProfile } from '~/domain/user/user.queries.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireUser } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { sessionCookie } from '~/http/session.server';

export const meta: MetaFunction = () => [{ title: '账号设置 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const profile = await getProfile(actor.id);
  return { mustChange: profile.mustChangePassword, theme: profile.theme, isLargeType: profile.isLargeType };
}

const intent = z.object({ _intent: z.enum(['password', 'preferences']) });

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireUser(request);
  const now = requestTime(request);
  const form = await request.formData();
  const chosen = intent.safeParse({ _intent: form.get('_intent') });
  if (!chosen.success) return redirect('/users/setting');
  if (chosen.data._intent === 'preferences') {
    const answer = await answerForm(form, preferencesSchema, (input) => setPreferences(actor, input, now));
    return answer.ok ? redirectWithFlash(request, '/users/setting', '显示设置已保存') : answer.problem;
  }
  const answer = await answerForm(form, passwordSchema, (input) => changePassword(actor, input, now));
  if (!answer.ok) return answer.problem;
  // The other sessions of the account end; this browser goes on with the new version.
  const session = { uid: actor.id, role: actor.userType, version: answer.value.sessionVersion, renewedAt: now };
  return redirectWithFlash(request, '/users/setting', '密码已修改，其他设备上的登录已退出', 'success', {
    'Set-Cookie': await sessionCookie(session),
  });
}

export default function SettingPage() {
  const { mustChange, theme, isLargeType } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="账号设置"
        purpose="修改密码，调整页面的外观。"
        crumbs={[{ label: '个人中心', href: '/users/info' }, { label: '账号设置' }]}
      />
      <PersonalTabs current="/users/setting" />
      <Card title="修改密码">
        {mustChange ? <Note tone="warn">这是一次性密码。请先改成只有自己知道的密码，再使用其他功能。</Note> : null}
        <PostForm problem={problem} intent="password">
          <PasswordField name="oldPassword" label="原密码" autoComplete="current-password" width="m" required />
          <PasswordField
            name="password"
            label="新密码"
            hint="8 到 72 个字符，不能与账号相同，也不要用 12345678 这样常见的密码"
            autoComplete="new-password"
            width="m"
            required
          />
          <PasswordField name="confirm" label="确认新密码" autoComplete="new-password" width="m" required />
          <FormActions>
            <SubmitButton>修改密码</SubmitButton>
          </FormActions>
        </PostForm>
      </Card>
      {mustChange ? null : (
        <Card title="显示" className="section">
          <PostForm problem={problem} intent="preferences">
            <RadioGroup
              name="theme"
              label="外观"
              defaultValue={theme}
              options={[
                { value: 'light', label: '浅色' },
                { value: 'dark', label: '深色' },
              ]}
            />
            <CheckboxField name="isLargeType" label="大字" hint="文字放大约五分之一" defaultChecked={isLargeType} />
            <FormActions>
              <SubmitButton>保存显示设置</SubmitButton>
            </FormActions>
          </PostForm>
        </Card>
      )}
    </>
  );
}

export { RouteError as ErrorBoundary };
