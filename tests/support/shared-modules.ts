import { afterAll, vi } from 'vitest';
import { resetEnv } from '~/lib/env.server';

/**
 * Files of tests run one after the other in the same process and share what is loaded: loading it anew for each was
 * most of their time. So each leaves the environment, globals and replaced functions as it found them.
 */
const before = { ...process.env };

afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  resetEnv();
});
