// What a new installation is used for on its first day; the stage `image` and the harness with buildah do the same.
import { createClient, makeRecording } from '../crash/support.mjs';

export const ADMIN = { account: 'admin', password: 'image-test-password' };

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
