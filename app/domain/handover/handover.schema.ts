import { z } from 'zod';
import { checkbox, idField, textField } from '~/lib/zod';

export const handOverSchema = z.object({
  fromId: idField('教师编号'),
  toId: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number({ invalid_type_error: '请选择交给谁', required_error: '请选择交给谁' }).pipe(idField('教师')),
  ),
  /** Disables the account in the same step. */
  disables: checkbox(),
  /** What the preview counted: it must still be so. */
  mark: z.string().max(200).default(''),
});

/** The same as the API takes it. */
export const handOverCallSchema = handOverSchema.extend({
  toId: idField('教师编号'),
  mark: textField('mark（应答里的那一个）'),
});

export type HandOverInput = z.output<typeof handOverSchema>;
