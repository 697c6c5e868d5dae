// What a new installation is used for on its first day; the stage `image` and the harness with buildah do the same.
import { spawn } from 'node:child_process';
import { START_ID, untilHealthy } from '../../scripts/project.mjs';
import { createClient, makeRecording } from '../crash/support.mjs';

const ADMIN = { account: 'admin', password: 'image-test-password' };

/** What the image's command is told, beside what the image itself says. */
export const settingsOn = (port) => ({
  HOST: '127.0.0.1',
  PORT: String(port),
  KAOPING_START_ID: START_ID,
  KAOPING_ADMIN_ACCOUNT: ADMIN.account,
  KAOPING_ADMIN_PASSWORD: ADMIN.password,
});

/**
 * Starts the image's command and waits for it, or ends the run with what it said. Answers where it is, how long it took
 * and `stop(tell)`: tells it to end and looks whether it does so in peace.
 */
export async function startImage(checks, [file, ...args], port, options = {}) {
  const begun = performance.now();
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  process.once('exit', () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  const origin = `http://127.0.0.1:${port}`;
  if (!checks.ok(await untilHealthy(origin, child), '/healthz answers')) {
    console.error(log);
    checks.finish();
  }
  return {
    origin,
    seconds: ((performance.now() - begun) / 1000).toFixed(1),
    async stop(tell) {
      const told = tell(child);
      const late = new Promise((resolve) => setTimeout(resolve, STOP_MS, 'still running').unref());
      const code = await Promise.race([ended, late]);
      checks.ok(code === 0, `it ends in peace when told to: ${code} ${told}\n${log.slice(-2000)}`);
    },
  };
}

const STOP_MS = 60_000;

/**
 * Signs in, chooses a password, opens the first page, stores a recording, backs up and verifies.
 * `inside(command)` runs a command beside the server: { status, output }.
 */
export async function firstDay(checks, origin, inside) {
  checks.ok((await fetch(`${origin}/readyz`)).ok, '/readyz answers');
  const client = createClient(origin);
  await client.signIn(ADMIN.account, ADMIN.password);
  const own = 'a-password-of-ones-own';
  await client.get('user/password', { oldPassword: ADMIN.password, password: own, confirm: own });
  await client.signIn(ADMIN.account, own);
  const page = await client.send('/dashboard');
  checks.ok(page.status === 200, `the first page answers (${page.status})`);
  const [style] = /\/assets\/[^"]+\.css/.exec(await page.text()) ?? [];
  checks.ok(style && (await client.send(style)).ok, 'its styles are there');
  const upload = await client.upload('audio', makeRecording(1, 900), 'first.wav');
  checks.ok(upload.status === 200, `a recording is taken: ${JSON.stringify(upload.body)}`);

  const backup = await inside(['node', 'scripts/tool.mjs', 'backup']);
  checks.ok(backup.status === 0, `backup: ${backup.output}`);
  const [archive] = /\/\S+\.tar/.exec(backup.output) ?? [''];
  const verify = await inside(['node', 'scripts/tool.mjs', 'verify', archive]);
  checks.ok(verify.status === 0, `verify ${archive}: ${verify.output}`);
  const reset = await inside(['node', 'scripts/reset-password.mjs', ADMIN.account]);
  checks.ok(reset.status === 0, `reset-password: ${reset.output}`);
}
