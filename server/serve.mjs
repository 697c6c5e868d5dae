// Runs the built server: node server/serve.mjs build/server/index.js
// One process by default; WEB_CONCURRENCY=4 lets four share the port (docs/decisions/0026).
import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { sayWrongSettings } from '../app/lib/settings.mjs';
import { couldNotListen, sayListening } from '../scripts/listening.mjs';
import { useOwnNode } from '../scripts/own-node.mjs';
import { whenStarterGone } from '../scripts/starter.mjs';
import { saySystemError } from '../scripts/system-errors.mjs';

await useOwnNode();

const wrong = sayWrongSettings(process.env);
if (wrong !== null) {
  console.error(wrong);
  process.exit(1);
}
const count = Number(process.env.WEB_CONCURRENCY || 1);

const [file] = process.argv.slice(2);
if (!file) {
  console.error('用法：node server/serve.mjs build/server/index.js');
  process.exit(2);
}

let hasListened = false;

process.on('uncaughtException', (error) => {
  console.error(sayWhy(error) ?? error);
  process.exit(1);
});

/** What a start that failed says; null for what nobody can mend who reads it, and for a fault while it served. */
function sayWhy(error) {
  // The port may have been taken while the demo school was made.
  const { HOST: host, PORT: port = '3000' } = process.env;
  if (couldNotListen(error)) return sayListening(error, { host, port: Number(port) });
  return hasListened ? null : saySystemError(error);
}

// The word by which this server is recognised, the same in all its processes (app/routes/healthz.ts).
process.env.KAOPING_START_ID ||= randomUUID();

if (cluster.isPrimary) {
  whenStarterGone(() => {
    console.error('启动考评的程序不在了，考评做完手头的请求就停止。');
    process.emit('SIGTERM', 'SIGTERM');
  });
}
if (cluster.isPrimary) await holdOrRefuse();
if (cluster.isPrimary && count > 1) {
  const { lead } = await import('./several.mjs');
  lead(count, () => (hasListened = true));
} else {
  const { serve } = await import('./one.mjs');
  await serve(file, () => (hasListened = true));
}

/** Before anything is made or changed; where the directory is wrong, the start itself says how. */
async function holdOrRefuse() {
  const { KAOPING_START_ID } = process.env;
  const { settingsOf } = await import('../scripts/machine.mjs');
  const { lookAtDataDirectory } = await import('../scripts/data-directory.mjs');
  const { whyNoFolder, whyNoRights } = await import('../scripts/rights.mjs');
  const { holdSchool, leaveNoTrace } = await import('../scripts/school-lock.mjs');
  // Programs that start servers (scripts/project.mjs) have a word for those; this one keeps its own.
  process.env.KAOPING_START_ID = KAOPING_START_ID;
  const settings = settingsOf();
  const { isServed } = await import('../scripts/running.mjs');
  const noPlace =
    whyNoFolder(settings.dataDir) ?? (whyNoRights(settings) && whyNoRights(settings, await isServed(settings)));
  if (noPlace === null && lookAtDataDirectory(settings).level === 'fail') return;
  const refusal = noPlace ?? (await holdSchool(settings));
  if (refusal === null) {
    process.once('exit', () => {
      if (!hasListened) leaveNoTrace();
    });
    return;
  }
  console.error(refusal);
  process.exit(1);
}
