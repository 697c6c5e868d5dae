// Several processes that share the port (docs/decisions/0026).
import cluster from 'node:cluster';

const STEADY_MS = 60_000;
const MAX_PAUSE_MS = 30_000;

/** Keeps `count` processes running, of which one does the timed work; `onListening` is called when the first does. */
export function lead(count, onListening) {
  process.env.PORT ||= '3000';
  // Each process takes connections from the shared port by itself. Handed out by this one, a connection that was on its
  // way to a process that died is neither answered nor closed: its browser would wait until it gives up.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Said from outside that another server does it: none of these does.
  const doesTimedWork = process.env.KAOPING_TIMED_WORK !== '0';
  let isStopping = false;
  let isFirst = true;
  /** What time it is, as the processes said last: one that takes another's place does not believe a jump at once. */
  let clock = '';
  /** Process → when it began, whether it listens, whether it does the timed work. */
  const workers = new Map();

  const say = (level, event, fields) =>
    console[level](JSON.stringify({ level, event, ...fields, at: new Date().toISOString() }));

  function begin(doesTimedWork, failures = 0) {
    const worker = cluster.fork({ KAOPING_TIMED_WORK: doesTimedWork ? '1' : '0', KAOPING_CLOCK: clock });
    worker.on('message', (message) => {
      if (message?.clock) clock = JSON.stringify(message.clock);
    });
    workers.set(worker.id, { worker, doesTimedWork, failures, startedAt: Date.now(), isListening: false });
  }

  cluster.on('listening', (worker) => {
    const entry = workers.get(worker.id);
    if (!entry || entry.isListening) return;
    entry.isListening = true;
    onListening();
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
