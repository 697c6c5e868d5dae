// Runs the built server: node scripts/serve.mjs build/server/index.js
// One process by default; WEB_CONCURRENCY=4 lets four share the port (docs/decisions/0026).
import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';
import { Server } from 'node:http';
import { serveByBranch } from './route-branches.mjs';
import { lookOnlyForPublicFiles } from './public-files.mjs';
import { couldNotListen, sayListening } from './listening.mjs';
import { useOwnNode } from './own-node.mjs';
import { whenStarterGone } from './starter.mjs';
import { saySystemError } from './system-errors.mjs';

await useOwnNode();

const REMIX_SERVE = new URL('../node_modules/@remix-run/serve/dist/cli.js', import.meta.url).href;
const STEADY_MS = 60_000;
const MAX_PAUSE_MS = 30_000;
const SAME_SIGNAL_MS = 2000;
/** For what goes on beside the answers. It is picked up again by the next start when it takes longer. */
const LAST_WORK_MS = 500;
/** For a request that comes in slower than this: systemd kills after thirty seconds (docs/operations.md). */
const LAST_ANSWERS_MS = 25_000;
/** Proxies use a connection again for up to two minutes (Caddy): closed before that, it would take a request with it. */
const KEEP_ALIVE_MS = 125_000;

// A number that makes no sense starts one process, whose check of the settings says what is wrong.
const wanted = Number(process.env.WEB_CONCURRENCY || 1);
const count = Number.isInteger(wanted) && wanted >= 1 && wanted <= 64 ? wanted : 1;

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
if (cluster.isPrimary && count > 1) lead();
else await serve();

/** Before anything is made or changed; where the settings or the directory are wrong, the start itself says how. */
async function holdOrRefuse() {
  const { KAOPING_START_ID } = process.env;
  const { settingsOf } = await import('./machine.mjs');
  const { lookAtDataDirectory } = await import('./data-directory.mjs');
  const { whyNoFolder, whyNoRights } = await import('./rights.mjs');
  const { holdSchool } = await import('./school-lock.mjs');
  // Programs that start servers (scripts/project.mjs) have a word for those; this one keeps its own.
  process.env.KAOPING_START_ID = KAOPING_START_ID;
  const settings = settingsOf();
  const noPlace = whyNoFolder(settings.dataDir) ?? whyNoRights(settings);
  if (noPlace === null && lookAtDataDirectory(settings).level === 'fail') return;
  const refusal = noPlace ?? (await holdSchool(settings));
  if (refusal === null) return;
  console.error(refusal);
  process.exit(1);
}

/**
 * remix-serve stops listening at the first signal and answers what it has. Ctrl+C reaches every process of a terminal
 * and is followed by what those that started this one pass on: that must not cut those answers off. Who asks again
 * later means it.
 */
function stopInPeace() {
  const servers = new Set();
  let isStopping = false;
  subscribe('http.server.request.start', ({ server, response }) => {
    // A browser or a proxy goes on asking over the connection it has, and would keep the process for ever.
    if (isStopping) response.setHeader('Connection', 'close');
    if (servers.has(server)) return;
    servers.add(server);
    // Remix keeps a timer of ten seconds for every page it answered, PostgreSQL its connections, and they the process.
    server.once('close', () => setTimeout(() => process.exit(), LAST_WORK_MS).unref());
  });
  const signals = ['SIGTERM', 'SIGINT'];
  for (const signal of signals) {
    process.once(signal, () => {
      // It does not listen yet: there is nobody to answer.
      if (process.listenerCount(signal) === 0) process.exit(0);
      const begunAt = performance.now();
      isStopping = true;
      for (const other of signals) {
        if (other !== signal) process.removeAllListeners(other);
        process.on(other, () => {
          if (performance.now() - begunAt > SAME_SIGNAL_MS) process.exit(1);
        });
      }
      process.channel?.unref();
      // Whose answer was under way at the signal says nothing more over its connection.
      setInterval(() => servers.forEach((server) => server.closeIdleConnections()), LAST_WORK_MS / 5).unref();
      // Nobody has asked it anything: there is no answer to wait for, only connections to the database.
      setTimeout(() => process.exit(), servers.size === 0 ? LAST_WORK_MS : LAST_ANSWERS_MS).unref();
    });
  }
  // The terminal's window was closed.
  process.on('SIGHUP', () => process.emit('SIGTERM', 'SIGTERM'));
}

/** The log names addresses without what follows the question mark: one-time tokens, names and searches stand there. */
function logPathsOnly() {
  const morgan = createRequire(REMIX_SERVE)('morgan');
  morgan.token('url', ({ originalUrl, url }) => (originalUrl ?? url).split('?', 1)[0]);
}

/** The server that remix-serve makes, before it takes its first connection. */
function keepConnections() {
  const { listen } = Server.prototype;
  Server.prototype.listen = function (...args) {
    this.keepAliveTimeout = KEEP_ALIVE_MS;
    this.once('listening', () => (hasListened = true));
    return listen.apply(this, args);
  };
}

/** One process of one or several: remix-serve but for its log and for how long it keeps a connection. */
function serve() {
  stopInPeace();
  keepConnections();
  logPathsOnly();
  serveByBranch();
  lookOnlyForPublicFiles();
  return import(REMIX_SERVE);
}

/** Keeps `count` processes running, of which one does the timed work. */
function lead() {
  process.env.PORT ||= '3000';
  // Each process takes connections from the shared port by itself. Handed out by this one, a connection that was on its
  // way to a process that died is neither answered nor closed: its browser would wait until it gives up.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Said from outside that another server does it: none of these does.
  const doesTimedWork = process.env.KAOPING_TIMED_WORK !== '0';
  let isStopping = false;
  let isFirst = true;
  /** Process → when it began, whether it listens, whether it does the timed work. */
  const workers = new Map();

  const say = (level, event, fields) => console[level](JSON.stringify({ level, event, ...fields }));

  function begin(doesTimedWork, failures = 0) {
    const worker = cluster.fork({ KAOPING_TIMED_WORK: doesTimedWork ? '1' : '0' });
    workers.set(worker.id, { worker, doesTimedWork, failures, startedAt: Date.now(), isListening: false });
  }

  cluster.on('listening', (worker) => {
    const entry = workers.get(worker.id);
    if (!entry || entry.isListening) return;
    entry.isListening = true;
    say('info', 'process_started', { pid: worker.process.pid, timedWork: entry.doesTimedWork });
    // The first has brought the database up to date: now the others.
    if (isFirst && !isStopping) for (let index = 1; index < count; index += 1) begin(false);
    isFirst = false;
  });

  cluster.on('exit', (worker, code, signal) => {
    const { doesTimedWork, failures, startedAt, isListening } = workers.get(worker.id);
    workers.delete(worker.id);
    if (isStopping) {
      if (workers.size === 0) process.exit(0);
      return;
    }
    // Nothing has ever run: settings or database are wrong, and the first process has said how.
    if (isFirst) process.exit(code || 1);
    const next = isListening && Date.now() - startedAt > STEADY_MS ? 0 : failures + 1;
    const pause = next === 0 ? 0 : Math.min(100 * 2 ** next, MAX_PAUSE_MS);
    say('error', 'process_ended', { pid: worker.process.pid, code, signal, timedWork: doesTimedWork });
    setTimeout(() => {
      if (!isStopping) begin(doesTimedWork, next);
    }, pause);
  });

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      if (workers.size === 0) process.exit(0);
      for (const { worker } of workers.values()) worker.process.kill('SIGTERM');
    });
  }

  begin(doesTimedWork);
}
