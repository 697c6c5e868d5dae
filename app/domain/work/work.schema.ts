import { z } from 'zod';
import { PARTS } from '~/domain/exam/parts.rules';
import { checkbox, idField, idList, optionalId, optionalText, requestKey, textField } from '~/lib/zod';
import { MAX_WORK_DESCRIPTION, MAX_WORK_TITLE, WORK_PERIODS, WORK_RATINGS, WORK_SORTS } from './work.rules';

/** The filters of the gallery in a page's URL; a bad value is no filter. */
export const galleryParams = {
  classId: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
  part: z.enum(['', ...PARTS]).catch(''),
  period: z.enum(['', ...WORK_PERIODS]).catch(''),
  rating: z.enum(['', ...WORK_RATINGS]).catch(''),
  from: z.string().trim().max(20).catch(''),
  to: z.string().trim().max(20).catch(''),
  sort: z.enum(WORK_SORTS).catch('time'),
};

export type GalleryFilter = {
  classId: number;
  part: '' | (typeof PARTS)[number];
  period: '' | (typeof WORK_PERIODS)[number];
  rating: '' | (typeof WORK_RATINGS)[number];
  from: string;
  to: string;
  sort: (typeof WORK_SORTS)[number];
  keyword: string;
};

const day = (label: string) =>
  z
    .string()
    .trim()
    .regex(/^(\d{4}-\d{2}-\d{2})?$/, `${label}应写成 2026-11-26 的样子`)
    .default('');

/** The same filters as the API takes them. */
export const galleryApiFields = {
  classId: z.coerce
    .number({ invalid_type_error: 'classId 应为整数' })
    .int('classId 应为整数')
    .min(0)
    .max(2_147_483_647)
    .default(0),
  part: z.enum(['', ...PARTS], { message: 'part 应为 oral 或 written' }).default(''),
  period: z.enum(['', ...WORK_PERIODS], { message: 'period 应为 week、month 或 term' }).default(''),
  rating: z.enum(['', ...WORK_RATINGS], { message: 'rating 应为 teacher 或 self' }).default(''),
  from: day('from'),
  to: day('to'),
  sort: z.enum(WORK_SORTS, { message: 'sort 应为 time、score 或 likes' }).default('time'),
  keyword: z
    .string()
    .transform((text) => text.trim().slice(0, 100))
    .default(''),
};

/** What a work is published of; exactly one. */
export const workSourceSchema = z.object({ attemptId: optionalId(), practiceId: optionalId() });

const piece = z.string().regex(/^(text-\d{1,3}|[0-9a-f-]{36})$/, '请重新选择要展示的内容');

/** Publishing, from the form or the API. `pieces` left out shows what is chosen by default. */
export const publishSchema = workSourceSchema.extend({
  title: textField('标题', { max: MAX_WORK_TITLE }),
  description: optionalText('说明', MAX_WORK_DESCRIPTION),
  anonymous: checkbox(true),
  pieces: z.preprocess(
    (value) => (value === undefined ? null : Array.isArray(value) ? value : [value]),
    z.array(piece).max(200, '一次最多展示 200 项').nullable(),
  ),
  requestId: requestKey(),
});
export type PublishInput = z.output<typeof publishSchema>;

export const withdrawSchema = z.object({
  ids: idList('请选择作品', { max: 100 }),
  reason: optionalText('理由', 200),
});

/** A like given or taken back; `on` as the API says it, 0 or 1. */
export const likeSchema = z.object({ id: idField('作品'), on: checkbox() });

export const pinSchema = z.object({ id: idField('作品'), on: checkbox() });
