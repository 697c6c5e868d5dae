import { z } from 'zod';
import { CHECK_STATES } from './device-check.rules';

const state = z.enum(CHECK_STATES).catch('unknown');

/** What the page's form says; anything it does not say was not looked at. */
export const deviceCheckSchema = z.object({
  states: z.object({
    script: state,
    clock: state,
    microphone: state,
    speaker: state,
    camera: state,
    upload: state,
    storage: state,
  }),
  uploadKbps: z.preprocess(
    (value) => (value === '' || value === undefined ? null : value),
    z.coerce.number().min(0).max(10_000_000).nullable().catch(null),
  ),
});
export type DeviceCheckInput = z.output<typeof deviceCheckSchema>;
