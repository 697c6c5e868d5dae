import { PasswordField } from './text-fields';

/** A password that is being chosen, twice. */
export function NewPasswordFields({ label }: { label: string }) {
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        hint="8 到 72 个字符，不能与账号相同，也不要用 12345678 这样常见的密码"
        autoComplete="new-password"
        required
      />
      <PasswordField name="confirm" label={`确认${label}`} autoComplete="new-password" required />
    </>
  );
}
