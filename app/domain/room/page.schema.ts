import { z } from 'zod';
import { attemptIdSchema } from '~/domain/attempt/attempt.schema';

/** What the page of an open paper says of itself when it asks whether the paper still is. */
export const pageReportSchema = attemptIdSchema.extend({
  /** Answers, photos and recordings that the server does not have yet. */
  unsaved: z.coerce.number().int().min(0).max(1000).catch(0),
  /** The newest announcement it shows. */
  shown: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
});
