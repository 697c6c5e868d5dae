import { z } from 'zod';
import { ROTATIONS, type Rotation } from '~/domain/file/file.rules';
import { idField } from '~/lib/zod';
import { MAX_ALL_POINTS, MAX_MARK_TEXT, MAX_POINTS, MAX_SHAPES } from './photo-marks.rules';

const share = z.number().min(0).max(1);
const point = z.tuple([share, share]);
const markText = z
  .string()
  .trim()
  .min(1, '请先写要标注的字')
  .refine((text) => [...text].length <= MAX_MARK_TEXT, `标注的字最多 ${MAX_MARK_TEXT} 个`);

export const shapeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tick'), at: point }),
  z.object({ kind: z.literal('cross'), at: point }),
  z.object({ kind: z.literal('circle'), from: point, to: point }),
  z.object({ kind: z.literal('line'), from: point, to: point }),
  z.object({ kind: z.literal('pen'), points: z.array(point).min(2).max(MAX_POINTS, '这一笔太长了，请分几笔画') }),
  z.object({ kind: z.literal('text'), at: point, text: markText }),
]);

const version = z.coerce.number({ invalid_type_error: '版本号有误' }).int().min(0).max(1_000_000_000);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** How many points the strokes have, before any of them is judged. */
function pointsIn(shapes: unknown): number {
  if (!Array.isArray(shapes)) return 0;
  return shapes.reduce<number>((sum, shape: { points?: unknown } | null) => {
    const points = shape?.points;
    return sum + (Array.isArray(points) ? points.length : 0);
  }, 0);
}

/** All of one's marks on a photo, on top of `version` (0: there were none). */
export const photoMarksSchema = z.object({
  photoId: idField('照片'),
  version,
  shapes: z.preprocess(
    (value, context) => {
      const shapes = typeof value === 'string' ? parsed(value) : value;
      if (pointsIn(shapes) <= MAX_ALL_POINTS) return shapes;
      context.addIssue({ code: 'custom', message: '这张照片上画的太多了，请擦去一些再画', fatal: true });
      return z.NEVER;
    },
    z
      .array(shapeSchema, { invalid_type_error: '批注有误', required_error: '批注有误' })
      .max(MAX_SHAPES, `一张照片最多 ${MAX_SHAPES} 处批注`),
  ),
});

const photoId = idField('照片');
const pixels = z.coerce.number().int().min(0).max(20_000);
const side = z.coerce.number().int().min(1).max(20_000);
const optionalPlace = z.preprocess((value) => (value === '' ? undefined : value), pixels.max(8).optional());

/** The forms of the page of one photo. */
export const photoFormSchema = z.discriminatedUnion('_intent', [
  // A click on the picture (an image button sends where), or one of nine places chosen without pointing.
  z.object({
    _intent: z.literal('mark'),
    photoId,
    version,
    tool: z.enum(['tick', 'cross', 'circle', 'line', 'text']),
    'at.x': pixels.optional(),
    'at.y': pixels.optional(),
    width: side.optional(),
    height: side.optional(),
    place: optionalPlace,
    /** The first of two points: `0.1,0.2`. */
    from: z
      .string()
      .regex(/^[01](\.\d{1,4})?,[01](\.\d{1,4})?$/)
      .optional(),
    text: z.string().optional(),
  }),
  z.object({
    _intent: z.literal('remove'),
    photoId,
    version,
    index: z.preprocess((value) => (value === '' || value === undefined ? null : value), pixels.nullable()),
  }),
  z.object({
    _intent: z.literal('turn'),
    photoId,
    rotation: z.coerce.number().refine((value): value is Rotation => ROTATIONS.some((one) => one === value)),
  }),
  z.object({ _intent: z.literal('move'), photoId, place: z.coerce.number().int().min(1).max(99) }),
]);
export type PhotoFormInput = z.output<typeof photoFormSchema>;

/** How an examiner arranges a photo: turned by so much, or in a place (from 1) among those of its item. */
export const arrangePhotoSchema = z.object({
  photoId,
  rotation: z.coerce
    .number({ invalid_type_error: '角度有误' })
    .refine((value): value is Rotation => ROTATIONS.some((one) => one === value), '角度只能是 0、90、180 或 270')
    .optional(),
  place: z.coerce.number({ invalid_type_error: '位置有误' }).int().min(1, '位置有误').max(99, '位置有误').optional(),
});
export type ArrangePhotoInput = z.output<typeof arrangePhotoSchema>;
