import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/system-packages.mjs';

/** Made by the global setup; Chromium plays it as the microphone. */
const VOICE = path.resolve('.cache/voice.wav');

/** No page of a story runs for so long that making its script faster pays: it was a fifth of the pages' work. */
const QUICK = ['--js-flags=--no-opt,--no-maglev'];

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/global-setup.ts',
  outputDir: 'test-results',
  metadata: { voice: VOICE },
  // Stories share a server per worker and make people of their own, so files may run side by side.
  fullyParallel: false,
  workers: 1,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    // What cannot be pressed for so long will not be: waiting the story's whole time for it helps nobody.
    actionTimeout: 60_000,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1280, height: 800 },
    // Recording every story costs a third of the run's time; a failed one is recorded when it is tried again.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    permissions: ['microphone'],
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // What an old browser needs besides; see tests/floor/floor.mjs.
        ...(process.env.CHROMIUM_ARGS?.split(' ') ?? QUICK),
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-audio-capture=${VOICE}`,
      ],
    },
  },
  projects: [
    { name: 'script', testMatch: '**/*.spec.ts', testIgnore: ['**/*.nojs.spec.ts', '**/accessibility.spec.ts'] },
    // Every page of the demo school: the longest file, which needs nothing of the other stories.
    { name: 'pages', testMatch: '**/accessibility.spec.ts' },
    { name: 'noscript', testMatch: '**/*.nojs.spec.ts', use: { javaScriptEnabled: false } },
  ],
});
