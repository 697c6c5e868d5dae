import { z } from 'zod';
import { optionalText, textField, typedNumber } from '~/lib/zod';
import { MAIL_SECURITIES, type MailSecurity } from './mail.rules';

const ADDRESS = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

/** A single mail address. */
export const mailAddress = (label: string) =>
  textField(label, { max: 120 }).refine((text) => ADDRESS.test(text), { message: `${label}应如 name@example.com` });

/** The school's mail server as its administrator types it; an empty password keeps the stored one. */
export const mailSchema = z.object({
  host: textField('服务器', { max: 200 }).refine((text) => /^[A-Za-z0-9.:-]+$/.test(text), {
    message: '服务器只写名字或 IP，例如 smtp.school.cn',
  }),
  port: typedNumber(
    z.coerce
      .number({ invalid_type_error: '端口应为 1 到 65535 的数字' })
      .int('端口应为 1 到 65535 的数字')
      .min(1, '端口应为 1 到 65535 的数字')
      .max(65535, '端口应为 1 到 65535 的数字'),
  ),
  security: z.enum(Object.keys(MAIL_SECURITIES) as [MailSecurity, ...MailSecurity[]], {
    errorMap: () => ({ message: '请选择连接加密的方式' }),
  }),
  user: optionalText('用户名', 200),
  password: z.preprocess((value) => value ?? '', z.string().max(500, '密码太长')),
  sender: mailAddress('发件人'),
});

export const testMailSchema = z.object({ to: mailAddress('收件人') });

export type MailInput = z.output<typeof mailSchema>;
