import { NewPasswordFields } from '~/components/form/new-password-fields';
import { FieldsForm } from '~/components/form/fields-form';
import { HiddenFields, SubmitButton } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import type { FormProblem } from '~/http/form-problem';

/** How an invited colleague makes an account. */
export function RegisterForm({
  token,
  createdBy,
  until,
  problem,
}: {
  token: string;
  createdBy: string;
  until: string;
  problem: FormProblem | null | undefined;
}) {
  return (
    <>
      <h1>注册教师账号</h1>
      <p className="quiet mb-4">
        {createdBy === '' ? '' : `${createdBy}老师邀请您加入。`}链接只能用一次，{until} 前有效。
      </p>
      <FieldsForm problem={problem} intent="register" reloadDocument>
        <HiddenFields values={{ token }} />
        <TextField
          name="account"
          label="账号"
          hint="登录时用，建议用工号；字母、数字和 - _ . @"
          autoComplete="username"
          spellCheck={false}
          maxLength={64}
          required
          autoFocus
        />
        <TextField name="name" label="姓名" autoComplete="name" maxLength={80} required />
        <NewPasswordFields label="密码" />
        <SubmitButton block size="l" busyText="正在注册…">
          注册并登录
        </SubmitButton>
      </FieldsForm>
    </>
  );
}
