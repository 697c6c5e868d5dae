import { z } from 'zod';
import { isLoopback } from '~/lib/loopback.mjs';
import { codePointLength } from '~/lib/text';
import { isTimeZone } from '~/lib/time';
import { nameField, checkbox, optionalText, textField, asTyped, typedNumber } from '~/lib/zod';

export const MAX_WORDS = 2000;
export const MAX_WORD_LENGTH = 30;

const percent = (label: string) =>
  z.preprocess(
    (value) => (value === '' || value === undefined ? undefined : asTyped(value)),
    z.coerce
      .number({ invalid_type_error: `${label}应为 0 到 100 的数` })
      .min(0, `${label}应为 0 到 100 的数`)
      .max(100, `${label}应为 0 到 100 的数`),
  );

export const schoolSchema = z.object({
  name: nameField('学校名称', { max: 40 }),
  timeZone: textField('时区', { max: 60 }).refine((text) => text === '' || isTimeZone(text), {
    message: '没有这个时区，请写成 Asia/Shanghai 的样子',
  }),
  siteUrl: optionalText('网址', 200)
    .refine((text) => text === '' || isSiteUrl(text), {
      message: '网址应以 http:// 或 https:// 开头，只到端口为止，例如 http://kaoping.school.lan',
    })
    // It goes on slips and into mails, to be opened elsewhere.
    .refine((text) => !isSiteUrl(text) || !isLoopback(new URL(text).hostname), {
      message: '这个网址只有服务器自己打得开，请填师生在别的电脑上输入的地址',
    })
    .transform((text) => (text === '' ? '' : new URL(text).origin)),
  removeLogo: checkbox(),
});

function isSiteUrl(text: string): boolean {
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.username === '';
  } catch {
    return false;
  }
}

/** The API's edit: what is left out stays; `logo` is a stored picture, '' for none. */
export const changeSchoolSchema = schoolSchema
  .omit({ removeLogo: true })
  .partial()
  .extend({ logo: z.string().uuid('校徽应为已上传图片的编号').or(z.literal('')).optional() });

const examFields = z.object({
  excellentFrom: percent('优秀线'),
  goodFrom: percent('良好线'),
  passFrom: percent('及格线'),
  lowFrom: percent('低分线'),
  retentionDays: typedNumber(
    z.coerce
      .number({ invalid_type_error: '保留天数应为 30 到 3650 的整数' })
      .int('保留天数应为 30 到 3650 的整数')
      .min(30, '保留天数应为 30 到 3650 的整数')
      .max(3650, '保留天数应为 30 到 3650 的整数'),
  ),
});

/** The API's edit: what is left out stays. */
export const changeSchoolExamSchema = examFields.partial();

export const schoolExamSchema = examFields.superRefine((value, context) => {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: z.ZodIssueCode.custom, path: [path], message });
  if (value.goodFrom > value.excellentFrom) refuse('goodFrom', '良好线不能高于优秀线');
  if (value.passFrom > value.goodFrom) refuse('passFrom', '及格线不能高于良好线');
  if (value.lowFrom > value.passFrom) refuse('lowFrom', '低分线不能高于及格线');
});

/** The word list as typed, one a line: trimmed, without blanks and without those that are the same when compared. */
export const schoolWordsSchema = z.object({
  words: z.preprocess(
    (value) => (typeof value === 'string' ? distinctWords(value.split(/\r\n?|\n/)) : []),
    z
      .array(z.string().refine((word) => codePointLength(word) <= MAX_WORD_LENGTH, `每行最多 ${MAX_WORD_LENGTH} 个字`))
      .max(MAX_WORDS, `最多 ${MAX_WORDS} 个词`),
  ),
});

/** The API's list: one text with a word a line, or a list of words. */
export const schoolWordsCallSchema = z.object({
  words: z.preprocess(
    (value) => (Array.isArray(value) ? value.join('\n') : value),
    z
      .string({
        required_error: '请给出敏感词表，空为清空',
        invalid_type_error: '敏感词表应为每行一个词的文字，或列表',
      })
      .transform((text) => text.split(/\r\n?|\n/))
      .transform(distinctWords)
      .pipe(schoolWordsSchema.shape.words.innerType()),
  ),
});

function distinctWords(lines: string[]): string[] {
  const words = new Map<string, string>();
  for (const line of lines) {
    const word = line.trim();
    const key = word.normalize('NFKC').toLowerCase().replace(/\s+/gu, '');
    if (key !== '' && !words.has(key)) words.set(key, word);
  }
  return [...words.values()];
}
