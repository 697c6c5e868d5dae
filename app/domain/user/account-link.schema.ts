import { z } from 'zod';
import { nameField, idField, optionalText, requestIdField, textField } from '~/lib/zod';
import { newPassword } from './account.schema';

const token = z.string({ required_error: '链接不完整' }).trim().min(1, '链接不完整').max(200, '链接不完整');

/** Letters, digits and a few marks: what can be typed at sign-in on every keyboard. */
/** What the account of a teacher may be. */
export const teacherAccount = textField('账号', { max: 32 })
  .transform((text) => text.normalize('NFKC'))
  .refine((text) => /^[A-Za-z0-9][A-Za-z0-9_.@-]*$/.test(text), {
    message: '账号只能用字母、数字和 - _ . @，并以字母或数字开头',
  });

export const inviteSchema = z.object({
  note: optionalText('邀请谁', 40),
  requestId: requestIdField,
});

export const linkIdSchema = z.object({ id: idField('邀请编号') });

export const resetLinkSchema = z.object({ userId: idField('账号编号'), requestId: requestIdField });

/** What POST /user/register takes; the form adds the password's repetition. */
export const registerSchema = z.object({
  token,
  account: teacherAccount,
  name: nameField('姓名', { max: 40 }),
  password: newPassword('密码'),
  requestId: requestIdField,
});

const confirm = z.string({ required_error: '请再填写一次密码' }).min(1, '请再填写一次密码');
const isRepeated = (value: { password: string; confirm: string }) => value.password === value.confirm;
const NOT_REPEATED = { path: ['confirm'], message: '两次填写的密码不一致' };

export const registerFormSchema = registerSchema.extend({ confirm }).refine(isRepeated, NOT_REPEATED);

export const setPasswordSchema = z
  .object({ token, password: newPassword('新密码'), confirm })
  .refine(isRepeated, NOT_REPEATED);
