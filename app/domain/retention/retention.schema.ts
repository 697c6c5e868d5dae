import { z } from 'zod';
import { checkbox, idField, optionalText, textField } from '~/lib/zod';

const MAX_REASON = 200;

/** Keeping an exam's recordings needs a reason; letting them go may have one. */
export const holdSchema = z.object({ examId: idField('考试'), reason: textField('理由', { max: MAX_REASON }) });
export const unholdSchema = z.object({ examId: idField('考试'), reason: optionalText('理由', MAX_REASON) });

/** What the dry run showed: which recordings, and how many of them would go. */
export const removeSchema = z.object({
  before: z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER),
  expected: z.coerce.number().int().nonnegative().max(2_147_483_647),
});

export const automaticSchema = z.object({ isOn: checkbox() });
