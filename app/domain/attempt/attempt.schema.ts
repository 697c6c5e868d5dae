import { z } from 'zod';
import { PARTS } from '~/domain/exam/parts.rules';
import { ROTATIONS, type Rotation } from '~/domain/file/file.rules';
import { listedParts } from '~/lib/listed-parts';
import { checkbox, idField, typedNumber } from '~/lib/zod';
import { answerValueSchema } from '~/domain/question-bank/kinds/answer.schema';

export const partField = z.enum(PARTS, { errorMap: () => ({ message: '请选择口语或笔试' }) });

/** 开始考试. */
export const startSchema = z.object({ examId: idField('考试'), part: partField });
export type StartInput = z.infer<typeof startSchema>;

export const attemptIdSchema = z.object({ attemptId: idField('答卷') });
export type AttemptIdInput = z.infer<typeof attemptIdSchema>;

const revision = typedNumber(
  z.coerce.number({ invalid_type_error: '版本号有误' }).int().min(0).max(1_000_000_000).default(0),
);

/** One answer, written on top of `revision` (0: nothing was saved yet). */
export const answerSchema = z.object({
  attemptId: idField('答卷'),
  itemId: idField('题目'),
  value: answerValueSchema,
  revision,
  /** Another text was sent on top of the same revision, with no answer so far. */
  renew: checkbox().optional(),
});

/** The answers of one page, saved together. */
export const answersSchema = z.object({
  attemptId: idField('答卷'),
  answers: z.array(answerSchema.omit({ attemptId: true })).max(200),
});
export type AnswersInput = z.infer<typeof answersSchema>;

const fileId = z.string({ required_error: '请选择文件' }).uuid('文件有误，请重新上传');

/** A recording that is already stored; `chosen` (default yes) makes it the one that counts. */
export const takeSchema = z.object({
  attemptId: idField('答卷'),
  itemId: idField('题目'),
  fileId,
  chosen: checkbox(true),
});
export type TakeInput = z.input<typeof takeSchema> & { attemptId: number; itemId: number };

export const chooseTakeSchema = z.object({ attemptId: idField('答卷'), takeId: idField('录音') });
export type ChooseTakeInput = z.infer<typeof chooseTakeSchema>;

/** Photos that are already stored; `replaces` puts the first one in the place of an earlier photo. */
export const photosSchema = z.object({
  attemptId: idField('答卷'),
  itemId: idField('题目'),
  fileIds: z.preprocess(
    (value, context) => (typeof value === 'string' ? listedParts(value, context).filter((part) => part !== '') : value),
    z.array(fileId).min(1, '请选择照片').max(9, '每题最多 9 张照片'),
  ),
  replaces: z.preprocess((value) => (value === '' || value === undefined ? null : value), idField('照片').nullable()),
});
export type PhotosInput = { attemptId: number; itemId: number; fileIds: string[]; replaces?: number | null };

/** Turns a photo; the turn wanted, so that sending it twice is harmless. */
export const turnPhotoSchema = z.object({
  attemptId: idField('答卷'),
  photoId: idField('照片'),
  rotation: z.coerce
    .number({ invalid_type_error: '角度有误' })
    .refine((value): value is Rotation => ROTATIONS.some((one) => one === value), '角度只能是 0、90、180 或 270'),
});
export type TurnPhotoInput = z.output<typeof turnPhotoSchema>;

/** Puts a photo in a place among those of its item, from 1. */
export const movePhotoSchema = z.object({
  attemptId: idField('答卷'),
  photoId: idField('照片'),
  place: typedNumber(
    z.coerce.number({ invalid_type_error: '位置有误' }).int('位置有误').min(1, '位置有误').max(99, '位置有误'),
  ),
});
export type MovePhotoInput = z.infer<typeof movePhotoSchema>;

export const photoIdSchema = z.object({ attemptId: idField('答卷'), photoId: idField('照片') });
export type PhotoIdInput = z.infer<typeof photoIdSchema>;
