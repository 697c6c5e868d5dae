import type { FieldProps } from '~/components/form/field';
import { PasswordField } from '~/components/form/text-fields';

/** The old password and the new one twice. */
export function PasswordFields({ oldLabel = '原密码', width }: { oldLabel?: string; width?: FieldProps['width'] }) {
  return (
    <>
      <PasswordField name="oldPassword" label={oldLabel} autoComplete="current-password" width={width} required />
      <PasswordField
        name="password"
        label="新密码"
        hint="8 到 72 个字符，不能与账号相同，也不要用 12345678 这样常见的密码"
        autoComplete="new-password"
        width={width}
        required
      />
      <PasswordField name="confirm" label="确认新密码" autoComplete="new-password" width={width} required />
    </>
  );
}
