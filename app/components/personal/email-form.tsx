import { FieldsForm } from '~/components/form/fields-form';
import { FormActions, SubmitButton } from '~/components/form/submit';
import { PasswordField, TextField } from '~/components/form/text-fields';
import { Card } from '~/components/ui/card';
import type { FormProblem } from '~/http/form-problem';

/** The address of the account, changed only by who knows its password. */
export function EmailForm({
  email,
  isTeacher,
  problem,
}: {
  email: string;
  isTeacher: boolean;
  problem: FormProblem | undefined;
}) {
  return (
    <Card title="邮箱" className="section">
      <FieldsForm problem={problem} intent="email">
        <TextField
          name="email"
          label="邮箱"
          hint={isTeacher ? '学校设置了发信时，忘记密码可以收到重置链接' : '只有本班老师能看到，可以不填'}
          defaultValue={email}
          autoComplete="email"
          inputMode="email"
          width="m"
          optional
        />
        <PasswordField
          name="currentPassword"
          label="当前密码"
          hint="确认是本人；改好后给原来的邮箱也写一封信"
          autoComplete="current-password"
          width="m"
          required
        />
        <FormActions>
          <SubmitButton>保存邮箱</SubmitButton>
        </FormActions>
      </FieldsForm>
    </Card>
  );
}
