/**
 * A process of its own that reads files from outside: it runs FFmpeg, compiled to WebAssembly, on one file after the
 * other. ffmpeg.server.ts starts it, hands it jobs and ends it. Each job gets an instance of its own, whose world is
 * the two files of the job: no other file, no network, no environment.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

const MAX_TEXT_BYTES = 256 * 1024;
const MAX_STDERR = 4096;
// Error numbers of WebAssembly's system interface.
const WASI = { EBADF: 8, EIO: 29, ENOSPC: 51, EDQUOT: 19 };

const [script, binary] = process.argv.slice(-2);
// The package is made for browsers' workers and looks for one.
globalThis.self = { location: { href: '' } };
const createCore = createRequire(script)(script);
const compiled = new globalThis.WebAssembly.Module(fs.readFileSync(binary));

/** When the job under way must have ended, in ms: of processor time, and of time; 0 between jobs. */
const due = new Int32Array(new SharedArrayBuffer(8));
// The main thread hears nothing while FFmpeg runs, and the server that would end this process may be gone.
new Worker(
  `const { workerData } = require('node:worker_threads');
   setInterval(() => {
     const [used, now] = [process.cpuUsage(), process.uptime() * 1000];
     const [usedDue, timeDue] = [Atomics.load(workerData, 0), Atomics.load(workerData, 1)];
     const isUsedUp = (used.user + used.system) / 1e3 >= usedDue;
     if (timeDue === 0 || (now < timeDue && !isUsedUp)) return;
     process.kill(process.pid, isUsedUp && process.platform !== 'win32' ? 'SIGXCPU' : 'SIGKILL');
   }, 200);`,
  { eval: true, workerData: due, stdin: false },
).unref();

process.on('message', (job) => {
  const { user, system } = process.cpuUsage();
  Atomics.store(due, 0, (user + system) / 1e3 + job.limitMs);
  Atomics.store(due, 1, process.uptime() * 1000 + job.waitMs + 1000);
  run(job).then((finished) => {
    Atomics.store(due, 1, 0);
    process.send(finished);
  });
});
process.on('disconnect', () => process.exit());

async function run({ tool, args, input, output, stdout }) {
  const opened = [];
  const kept = [];
  const result = { code: -1, stdout: '', stdoutBytes: 0, stderr: '', hasCrashed: false };
  const say = (text) => (result.stderr = (result.stderr + text).slice(-MAX_STDERR));
  try {
    const core = await createCore({
      instantiateWasm(imports, done) {
        const instance = new globalThis.WebAssembly.Instance(compiled, imports);
        done(instance, compiled);
        return instance.exports;
      },
    });
    const { FS } = core;
    const fail = (error) => {
      throw new FS.ErrnoError(WASI[error.code] ?? WASI.EIO);
    };

    /** Shows a file of this machine under a name; nothing of it is held in memory. */
    const show = (name, file, isWritten) => {
      const fd = fs.openSync(file, isWritten ? 'w+' : 'r');
      opened.push(fd);
      const node = FS.createFile('/', name, {}, true, isWritten);
      node.usedBytes = isWritten ? 0 : fs.fstatSync(fd).size;
      node.node_ops = {
        ...node.node_ops,
        setattr(_node, { size }) {
          if (size === undefined) return;
          if (!isWritten) fail({ code: 'EBADF' });
          fs.ftruncateSync(fd, size);
          node.usedBytes = size;
        },
      };
      node.stream_ops = {
        ...node.stream_ops,
        read(_stream, memory, offset, length, position) {
          try {
            return fs.readSync(fd, memory, offset, length, position);
          } catch (error) {
            return fail(error);
          }
        },
        write(_stream, memory, offset, length, position) {
          if (!isWritten) fail({ code: 'EBADF' });
          try {
            const written = fs.writeSync(fd, memory, offset, length, position);
            node.usedBytes = Math.max(node.usedBytes, position + written);
            return written;
          } catch (error) {
            return fail(error);
          }
        },
      };
    };
    show('in', input, false);
    if (output) show('out', output, true);

    const onWrite = (descriptor, take) => {
      const stream = FS.streams[descriptor];
      stream.stream_ops = {
        ...stream.stream_ops,
        write(_stream, memory, offset, length) {
          take(memory.subarray(offset, offset + length));
          return length;
        },
      };
    };
    onWrite(1, (bytes) => {
      result.stdoutBytes += bytes.length;
      if (stdout === 'pass') writeAll(1, bytes);
      else if (stdout === 'keep' && result.stdoutBytes <= MAX_TEXT_BYTES) kept.push(Buffer.from(bytes));
    });
    onWrite(2, (bytes) => say(Buffer.from(bytes).toString('utf8')));

    // Only ffmpeg itself says how it ended; what ffprobe could not read it leaves out of its answer.
    if (tool === 'ffmpeg') result.code = core.exec(...args);
    else {
      core.ffprobe(...args);
      result.code = 0;
    }
    // Left as it was: it never came to an end.
    if (result.code === -1) result.hasCrashed = true;
  } catch (error) {
    result.hasCrashed = true;
    say(`\n${String(error)}`);
  } finally {
    for (const fd of opened) fs.closeSync(fd);
  }
  result.stdout = Buffer.concat(kept).toString('utf8');
  return result;
}

function writeAll(fd, bytes) {
  for (let at = 0; at < bytes.length;) {
    try {
      at += fs.writeSync(fd, bytes, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
