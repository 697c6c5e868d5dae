import { z } from 'zod';
import { CENTRE, MAX_ZOOM } from '~/domain/file/crop.rules';
import { nameField, checkbox, optionalText, textField } from '~/lib/zod';

export const signInSchema = z.object({
  account: textField('账号', { max: 64 }),
  password: z.string({ required_error: '请填写密码' }).min(1, '请填写密码').max(1000, '密码太长'),
});

export const forgetSchema = z.object({
  account: textField('账号', { max: 64 }),
  name: nameField('姓名', { max: 64 }),
});

/** A password that is being chosen; whether it is good enough is password.server's to say. */
export function newPassword(label: string) {
  return z
    .string({ required_error: `请填写${label}` })
    .min(1, `请填写${label}`)
    .max(1000, '密码最多 72 个字符');
}

export const passwordSchema = z
  .object({
    oldPassword: z.string({ required_error: '请填写原密码' }).min(1, '请填写原密码').max(1000),
    password: newPassword('新密码'),
    confirm: z.string({ required_error: '请再填写一次新密码' }).min(1, '请再填写一次新密码'),
  })
  .refine((value) => value.password === value.confirm, { path: ['confirm'], message: '两次填写的新密码不一致' });

/** A plain check: what is before and after the @, and a dot; nobody is kept out by a rare but valid address. */
const email = optionalText('邮箱', 120).refine((text) => text === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text), {
  message: '邮箱格式应如 name@example.com',
});

/** Needed only where the address for mail changes, see checkEmailChange. */
const currentPassword = z.string({ invalid_type_error: '当前密码应为文字' }).max(1000, '密码太长').optional();

export const emailSchema = z.object({ email, currentPassword });

export const GENDERS = ['', '男', '女'] as const;
export type Gender = (typeof GENDERS)[number];

/** A gender as it is stored. */
export const genderOf = (text: string): Gender => GENDERS.find((one) => one === text) ?? '';

export const profileSchema = z.object({
  name: nameField('姓名', { max: 40 }),
  gender: z.preprocess((value) => value ?? '', z.enum(GENDERS, { errorMap: () => ({ message: '请选择性别' }) })),
  phone: optionalText('电话', 20)
    // As it comes out of a Chinese input method.
    .transform((text) => text.normalize('NFKC'))
    .refine((text) => text === '' || /^[+\d][\d\s-]{4,19}$/.test(text), {
      message: '电话只能包含数字、空格和 -，例如 13800000000',
    }),
  email,
  province: optionalText('省', 40),
  city: optionalText('市', 40),
  district: optionalText('区县', 40),
});

/** What the profile page saves; the address for mail is among the settings. */
export const profileFormSchema = profileSchema.omit({ email: true });

/** What a program may send of the own profile. */
export const ownProfileSchema = profileSchema.extend({ currentPassword });

/** The languages of the pages; one so far. */
export const LANGUAGES = [{ value: 'zh-CN', label: '简体中文' }] as const;

export const preferencesSchema = z.object({
  language: z.enum(['zh-CN']).catch('zh-CN'),
  theme: z.enum(['light', 'dark'], { errorMap: () => ({ message: '请选择外观' }) }),
  isLargeType: checkbox(),
});

/** Which part of an uploaded picture becomes the avatar; without script nothing comes and it is the middle. */
export const avatarSchema = z.object({
  x: z.coerce.number().min(0).max(1).catch(CENTRE.x),
  y: z.coerce.number().min(0).max(1).catch(CENTRE.y),
  zoom: z.coerce.number().min(1).max(MAX_ZOOM).catch(CENTRE.zoom),
});
