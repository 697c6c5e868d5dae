import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { env } from '~/lib/env.server';
import { createRankedLimit } from '~/lib/limit';
import { logEvent } from '~/lib/log.server';
import { sayMend } from '~/lib/own-command.server';

/**
 * FFmpeg, always in another process with a limit on time and memory: whatever a file from outside does to it costs
 * that one file. Two ways (decision 0034): the package of WebAssembly that is installed with the app, or the programs
 * of the system where KAOPING_FFMPEG=system asks for them and they are there.
 */

/** What goes before what: one of the two places is always for what arrives. */
export const RANKS = { arriving: 0, drawing: 1, longCheck: 2, longDrawing: 3 };

export type Job = {
  tool: 'ffmpeg' | 'ffprobe';
  /** One of RANKS; without it as what arrives. */
  rank?: number;
  /** The file to read and, where one is made, the file to write. */
  input: string;
  output?: string | undefined;
  /** The arguments, given what the tool has to call the two files. */
  args: (input: string, output: string) => string[];
  /** Processor time that the file may take; a busy machine gives it in several times as long. */
  limitMs: number;
  /** In how many times as long at most, where others wait behind it. */
  patience?: number;
  /** What becomes of the tool's standard output: kept as text, only counted, or handed over as it comes. */
  stdout: 'keep' | 'count' | ((chunk: Buffer) => void);
};

export type Finished = {
  /** 0 is well; of ffprobe only its text says what it could read. */
  code: number;
  stdout: string;
  stdoutBytes: number;
  stderr: string;
  /**
   * `crashed` also when it wanted more memory than it may have. `not_started` and `starved` are the machine's fault, not
   * the file's: no process could be had, or it was ended from outside or hardly ever got its turn.
   */
  ending: 'ended' | 'over_time' | 'crashed' | 'not_started' | 'starved';
};

const PROBE_MS = 20_000;
/** How much longer than its processor time a file may take. Windows tells only how long it took. */
const PATIENCE = process.platform === 'win32' ? 1 : 4;
/** And how long a process may take to be ready for its first file. */
const READY_MS = 5000;
const waitMsOf = ({ limitMs, patience = PATIENCE }: Job) => limitMs * Math.min(patience, PATIENCE) + READY_MS;
const MAX_TEXT_BYTES = 256 * 1024;
const MAX_STDERR = 4096;
/** What one file may make the tool ask for, in pages of 64 KB: 256 MB. */
const MAX_PAGES = 4096;
/** The same for the system's programs, whose libraries count too; in KB. */
const MAX_ADDRESSES_KB = 1_500_000;
/** How ffmpeg itself ends when a signal asks it to, the one for used-up processor time too. */
const ENDED_BY_SIGNAL = 255;
/** How long a process waits for the next file, and how many it reads before a new one takes its place. */
const IDLE_MS = 30_000;
const JOBS_PER_PROCESS = 200;

const atMostTwo = createRankedLimit(2);

/** Runs a tool on one file; at most two run at once and one of them for what arrives, the others wait by their rank. */
export function runTool(job: Job): Promise<Finished> {
  return atMostTwo(job.rank ?? RANKS.arriving, async () =>
    (await findWay()) === 'system' ? runSystem(job) : runContained(job),
  );
}

export type Way = 'contained' | 'system';

let way: Promise<Way | undefined> | undefined;

/** Which FFmpeg reads files; looked up once, and said in the log when there is none. */
export function findWay(): Promise<Way | undefined> {
  way ??= chooseWay();
  return way;
}

/** Looks for it again; for tests. */
export function resetWay(): void {
  way = undefined;
}

async function chooseWay(): Promise<Way | undefined> {
  const warn = (event: string, message: string) => logEvent('warn', event, { message });
  const isContainedThere = findPackage() !== undefined;
  if (env().ffmpeg === 'system' || !isContainedThere) {
    if (await isSystemThere()) return 'system';
    if (isContainedThere) warn('no_system_ffmpeg', '系统里没有能用的 ffmpeg 和 ffprobe，改用随程序安装的。');
  }
  if (isContainedThere) return 'contained';
  warn('no_ffmpeg', `缺少检查录音的程序：上传录音会被拒绝。${sayMend()}`);
  return undefined;
}

function findPackage(): { script: string; binary: string } | undefined {
  try {
    const { resolve } = createRequire(import.meta.url);
    const found = { script: resolve('@ffmpeg/core'), binary: resolve('@ffmpeg/core/wasm') };
    return existsSync(found.script) && existsSync(found.binary) ? found : undefined;
  } catch {
    return undefined;
  }
}

// Nothing of this process's environment (secrets) goes along; Windows starts no program without its folder's name.
function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, NODE_ENV, SystemRoot } = process.env;
  return { PATH, NODE_ENV, SystemRoot, LANG: 'C.UTF-8' };
}

/** Those at work and those that wait: none outlives this process, however much of its file is still to be read. */
const children = new Set<ChildProcess>();
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));

function endWithThis(child: ChildProcess): void {
  children.add(child);
  const forget = () => children.delete(child);
  child.once('exit', forget).once('error', forget);
}

function lowerPriority(child: ChildProcess): void {
  child.once('spawn', () => {
    try {
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // It has ended already.
    }
  });
}

// —— The package ——

/** What contained-ffmpeg.mjs answers. */
type Answer = { code: number; stdout: string; stdoutBytes: number; stderr: string; hasCrashed: boolean };

type Bench = { child: ChildProcess; jobs: number; idle?: NodeJS.Timeout; leave?: () => void };

/** Processes that wait for the next file: compiling the tool takes longer than reading most recordings. */
const waiting: Bench[] = [];

function startBench(): Bench {
  const found = findPackage();
  if (!found) throw new Error('@ffmpeg/core is not installed');
  const child = spawn(
    process.execPath,
    [
      `--wasm-max-mem-pages=${MAX_PAGES}`,
      '--max-old-space-size=128',
      path.resolve('scripts/contained-ffmpeg.mjs'),
      found.script,
      found.binary,
    ],
    { stdio: ['ignore', 'pipe', 'ignore', 'ipc'], env: bareEnvironment(), windowsHide: true },
  );
  lowerPriority(child);
  endWithThis(child);
  // Whoever waits for the job hears of it by the process's end.
  child.on('error', () => undefined);
  return { child, jobs: 0 };
}

/** Whether the process keeps this one from ending: only while it has a job. */
function setHeld({ child }: Bench, isHeld: boolean): void {
  const held = [child, child.channel, child.stdout as unknown as { ref(): void; unref(): void } | null];
  for (const one of held) {
    if (isHeld) one?.ref();
    else one?.unref();
  }
}

function takeBench(): Bench {
  const bench = waiting.pop() ?? startBench();
  bench.leave?.();
  setHeld(bench, true);
  bench.jobs += 1;
  return bench;
}

function returnBench(bench: Bench): void {
  if (bench.jobs >= JOBS_PER_PROCESS || bench.child.exitCode !== null || !bench.child.connected) {
    bench.child.kill('SIGKILL');
    return;
  }
  setHeld(bench, false);
  const leave = () => {
    const at = waiting.indexOf(bench);
    if (at >= 0) waiting.splice(at, 1);
    clearTimeout(bench.idle);
    bench.child.off('exit', leave);
  };
  bench.leave = leave;
  bench.child.once('exit', leave);
  bench.idle = setTimeout(() => {
    leave();
    bench.child.kill('SIGKILL');
  }, IDLE_MS);
  bench.idle.unref();
  waiting.push(bench);
}

async function runContained(job: Job): Promise<Finished> {
  const bench = takeBench();
  const isUsed = bench.jobs > 1;
  const begun = performance.now();
  const finished = await runOn(bench, job);
  // A process that waited may have been ended in the meantime, and a machine short of memory ends what it likes.
  const isEnded = finished.ending === 'starved' && performance.now() - begun < waitMsOf(job);
  const isGone = isEnded || (isUsed && finished.ending === 'crashed' && finished.stderr === '');
  return isGone && finished.stdoutBytes === 0 ? runOn(takeBench(), job) : finished;
}

function runOn(bench: Bench, job: Job): Promise<Finished> {
  const { tool, input, output, args, limitMs, stdout } = job;
  const { child } = bench;
  return new Promise((resolve) => {
    let received = 0;
    let answer: Answer | undefined;
    let isOverTime = false;
    const timer = setTimeout(() => {
      isOverTime = true;
      child.kill('SIGKILL');
    }, waitMsOf(job));
    const finish = (finished: Finished) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      child.stdout?.off('data', onData);
      resolve(finished);
    };
    const end = (ending: Finished['ending']) =>
      finish({ code: -1, stdout: '', stdoutBytes: received, stderr: '', ending });
    const onExit = (_code: number | null, signal: NodeJS.Signals | null) => {
      // Windows tells only how long it took.
      if (signal === 'SIGXCPU' || (isOverTime && process.platform === 'win32')) end('over_time');
      else end(isOverTime || signal === 'SIGKILL' ? 'starved' : 'crashed');
    };
    const onError = () => {
      if (child.pid === undefined) end('not_started');
    };
    const onData = (chunk: Buffer) => {
      received += chunk.length;
      if (typeof stdout === 'function') stdout(chunk);
      finishWhenWhole();
    };
    const onMessage = (message: unknown) => {
      answer = message as Answer;
      finishWhenWhole();
    };
    // The answer and what was passed on come by different ways.
    const finishWhenWhole = () => {
      if (!answer || (typeof stdout === 'function' && received < answer.stdoutBytes)) return;
      const { hasCrashed, ...said } = answer;
      finish({ ...said, ending: hasCrashed ? 'crashed' : 'ended' });
      if (hasCrashed) child.kill('SIGKILL');
      else returnBench(bench);
    };
    child.on('message', onMessage).once('exit', onExit).on('error', onError);
    child.stdout?.on('data', onData);
    child.send(
      {
        tool,
        args: args('/in', '/out'),
        input,
        output: output ?? null,
        limitMs,
        waitMs: waitMsOf(job),
        stdout: typeof stdout === 'function' ? 'pass' : stdout,
      },
      () => undefined,
    );
  });
}

// —— The system's programs ——

// What the verdicts about recordings rest on; a program without one of these is passed over.
const NEEDED = {
  '-demuxers': ['matroska,webm', 'mov,mp4,m4a,3gp,3g2,mj2', 'mp3', 'wav', 'ogg', 'flac', 'amr', 'aac', 'caf', 'aiff'],
  '-decoders': ['opus', 'vorbis', 'aac', 'mp3', 'flac', 'alac', 'amrnb', 'amrwb', 'pcm_alaw'],
  '-encoders': ['aac', 'flac'],
  '-muxers': ['webm', 'ipod', 'mp3', 'wav', 'ogg', 'flac'],
};

async function isSystemThere(): Promise<boolean> {
  const ask = (tool: 'ffmpeg' | 'ffprobe', list: string) =>
    runSystem({ tool, input: '', args: () => ['-hide_banner', list], limitMs: PROBE_MS, stdout: 'keep' });
  if ((await ask('ffprobe', '-version')).code !== 0) return false;
  for (const [list, names] of Object.entries(NEEDED)) {
    const { code, stdout } = await ask('ffmpeg', list);
    const listed = new Set(stdout.split('\n').map((line) => line.trim().split(/\s+/)[1]));
    if (code !== 0 || names.some((name) => !listed.has(name))) return false;
  }
  return true;
}

function runSystem(job: Job): Promise<Finished> {
  const { tool, input, output, args, limitMs, stdout } = job;
  const all = [...(tool === 'ffmpeg' ? ['-nostdin', '-y'] : []), ...args(input, output ?? '')];
  const isLimited = process.platform === 'linux';
  // The shell sets the limits on memory and processor time and becomes the program; no argument is read by it.
  const limits = `ulimit -v ${MAX_ADDRESSES_KB}; ulimit -St ${Math.ceil(limitMs / 1000)}; exec "$0" "$@"`;
  const [program, argv] = isLimited ? (['/bin/sh', ['-c', limits, tool, ...all]] as const) : ([tool, all] as const);
  return new Promise((resolve) => {
    const child = spawn(program, argv, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: bareEnvironment(),
      windowsHide: true,
    });
    lowerPriority(child);
    endWithThis(child);
    let isOverTime = false;
    const timer = setTimeout(() => {
      isOverTime = true;
      child.kill('SIGKILL');
    }, waitMsOf(job));
    const kept: Buffer[] = [];
    let stdoutBytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      stdoutBytes += chunk.length;
      if (typeof stdout === 'function') stdout(chunk);
      else if (stdout === 'keep' && stdoutBytes <= MAX_TEXT_BYTES) kept.push(chunk);
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-MAX_STDERR)));
    const finish = (code: number, ending: Finished['ending']) => {
      clearTimeout(timer);
      const text = Buffer.concat(kept).toString('utf8');
      resolve({ code, stdout: text, stdoutBytes, stderr, ending: isOverTime ? 'over_time' : ending });
    };
    child.once('error', () => finish(-1, 'not_started'));
    child.once('close', (code, signal) => {
      if (signal === 'SIGXCPU' || (isLimited && code === ENDED_BY_SIGNAL)) finish(code ?? -1, 'over_time');
      else finish(code ?? -1, signal === null ? 'ended' : 'crashed');
    });
  });
}
