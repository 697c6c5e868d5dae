// How one process ends: it answers what it has been asked, and nothing cuts that off.

const SAME_SIGNAL_MS = 2000;
/** For what goes on beside the answers. It is picked up again by the next start when it takes longer. */
const LAST_WORK_MS = 500;
/** For a request that comes in slower than this: systemd kills after thirty seconds (docs/operations.md). */
const LAST_ANSWERS_MS = 25_000;

/** The server once it listens, whether anybody has asked it anything, whether it was asked to stop. */
let server;
let wasAsked = false;
let isStopping = false;

/**
 * At the first signal the server no longer listens and answers what it has. Ctrl+C reaches every process of a terminal
 * and is followed by what those that started this one pass on: that must not cut those answers off. Who asks again
 * later means it.
 */
export function stopInPeace() {
  const signals = ['SIGTERM', 'SIGINT'];
  for (const signal of signals) {
    process.once(signal, () => {
      // It does not listen yet: there is nobody to answer.
      if (!server) process.exit(0);
      const begunAt = performance.now();
      isStopping = true;
      server.close();
      for (const other of signals) {
        if (other !== signal) process.removeAllListeners(other);
        process.on(other, () => {
          if (performance.now() - begunAt > SAME_SIGNAL_MS) process.exit(1);
        });
      }
      process.channel?.unref();
      // Whose answer was under way at the signal says nothing more over its connection.
      setInterval(() => server.closeIdleConnections(), LAST_WORK_MS / 5).unref();
      // Nobody has asked it anything: there is no answer to wait for, only connections to the database.
      setTimeout(() => process.exit(), wasAsked ? LAST_ANSWERS_MS : LAST_WORK_MS).unref();
    });
  }
  // The terminal's window was closed.
  process.on('SIGHUP', () => process.emit('SIGTERM', 'SIGTERM'));
}

/** From now on there are answers to wait for. */
export function stopWith(listening) {
  server = listening;
  // Remix keeps a timer of ten seconds for every page it answered, PostgreSQL its connections, and they the process.
  server.once('close', () => setTimeout(() => process.exit(), LAST_WORK_MS).unref());
}

/** For each request: a browser or a proxy goes on asking over the connection it has, and would keep the process for ever. */
export function noteRequest(response) {
  wasAsked = true;
  if (isStopping) response.setHeader('Connection', 'close');
}
