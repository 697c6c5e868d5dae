import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { FullConfig } from '@playwright/test';
import { makeSpokenWav } from '../../support/media';

/** Speaks the file that Chromium plays as its microphone. */
export default async function globalSetup(config: FullConfig): Promise<void> {
  const { voice } = config.metadata as { voice: string };
  mkdirSync(path.dirname(voice), { recursive: true });
  await makeSpokenWav(voice);
}
