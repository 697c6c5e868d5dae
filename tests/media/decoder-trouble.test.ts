import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NeedsWholeBudget } from '~/domain/file/audio.server';
import { RANKS, resetWay, runTool, type Job, type Way } from '~/domain/file/ffmpeg.server';
import { prepareFile } from '~/domain/file/prepare.server';
import { resetEnv } from '~/lib/env.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import * as media from '~tests/support/media';
import { readIfThere } from '~tests/support/processes';

let made = '';
let tone = '';
let hours = '';

beforeAll(async () => {
  made = await mkdtemp(path.join(tmpdir(), 'kaoping-trouble-'));
  process.env.DATA_DIR = path.join(made, 'data');
  tone = await media.makeToneWav(path.join(made, 'tone.wav'), 2);
  hours = await media.makeSilence(path.join(made, 'hours.webm'), 7200);
});
afterAll(async () => {
  delete process.env.KAOPING_FFMPEG;
  resetEnv();
  resetWay();
  await rm(made, { recursive: true, force: true });
});

/** A WAV of so many bytes whose header says that each second has one sample. */
async function makeSlowWav(file: string, bytes: number): Promise<string> {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8);
  [16, 0x0001_0001, 1, 2, 0x0010_0002].forEach((value, index) => head.writeUInt32LE(value, 16 + 4 * index));
  head.write('data', 36);
  head.writeUInt32LE(bytes, 40);
  await writeFile(file, Buffer.concat([head, Buffer.alloc(bytes, 1)]));
  return file;
}

test('hours of sound need more than an answer of minutes may take at first, and are said to', async () => {
  // AMR is small for how long it takes: 51 minutes in 2 MB.
  const file = path.join(made, 'hours.amr');
  await writeFile(file, Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(2_000_000, 4)]));
  await expect(prepareFile('audio', file, { budget: 'short' })).rejects.toBeInstanceOf(NeedsWholeBudget);
});

test('what says itself that it is hours long is not tried as an answer of minutes', async () => {
  const trial = prepareFile('audio', hours, { budget: 'quick' });
  await expect(trial).rejects.toMatchObject({ constructor: NeedsWholeBudget, isStated: true });
});

test('a long check and drawings together leave a place to what arrives', async () => {
  const slow = (rank: number) => runTool({ ...decode(hours, 'matroska', 20_000), rank });
  let isOver = false;
  const behind = Promise.all([slow(RANKS.longCheck), slow(RANKS.longDrawing)]).then(() => (isOver = true));
  expect((await runTool(decode(tone, 'wav'))).ending).toBe('ended');
  expect(isOver).toBe(false);
  await behind;
});

test('a recording of one sample a second is refused before anybody reckons it out', async () => {
  const slow = await makeSlowWav(path.join(made, 'slow.wav'), 4_000_000);
  await expect(prepareFile('audio', slow)).rejects.toThrow('每秒只有 1 个采样');
});

/** Decodes a file whole, as a recording that arrives is. */
const decode = (input: string, demuxer: string, limitMs = 60_000): Job => ({
  tool: 'ffmpeg',
  input,
  args: (file) => ['-v', 'error', '-f', demuxer, '-i', `file:${file}`, '-f', 's16le', '-ar', '48000', 'pipe:1'],
  limitMs,
  stdout: 'count',
});

/** The processes that this one has begun, by what they were called with: asking is cheap, to see them at work. */
function children(): { pid: number; command: string; peakKb: number }[] {
  const found = [];
  for (const pid of childIds()) {
    // One after the other: until it is the program it was begun for, a process counts its parent's memory as its own.
    const command = readIfThere(`/proc/${pid}/cmdline`);
    if (!/ffmpeg/.test(command)) continue;
    const status = readIfThere(`/proc/${pid}/status`);
    if (new RegExp(`^PPid:\\t${process.pid}$`, 'm').test(status))
      found.push({ pid, command, peakKb: Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) });
  }
  return found;
}

/** Its threads know their children where the kernel keeps count of them; else any process of the machine may be one. */
function childIds(): number[] {
  if (!existsSync(`/proc/self/task/${process.pid}/children`)) return readdirSync('/proc').map(Number).filter(Boolean);
  const lists = readdirSync('/proc/self/task').map((thread) => readIfThere(`/proc/self/task/${thread}/children`));
  return lists.flatMap((list) => list.split(' ').map(Number).filter(Boolean));
}

/** Time for the processes: who looks without pause takes the processor from what is looked at. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Sends a signal to a process that may have ended by itself in the meantime. */
function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

describe.each<Way>(['contained', 'system'])('%s', (way) => {
  beforeAll(() => {
    process.env.KAOPING_FFMPEG = way;
    resetEnv();
    resetWay();
  });

  test('a file that takes too long is given up; the one beside it goes on', async () => {
    const [long, beside] = await Promise.all([runTool(decode(hours, 'matroska', 300)), runTool(decode(tone, 'wav'))]);
    expect(long.ending).toBe('over_time');
    expect(beside).toMatchObject({ ending: 'ended', code: 0 });
    expect((await runTool(decode(tone, 'wav'))).ending).toBe('ended');
  });

  test('a file that wants more memory than there is for it is given up', async () => {
    // Sound without end, held whole to be played backwards.
    const endless = 'anullsrc=r=192000:cl=7.1,aformat=sample_fmts=dbl,areverse';
    const job: Job = {
      ...decode(tone, 'wav', 6000),
      args: () => ['-v', 'error', '-f', 'lavfi', '-i', endless, '-f', 'null', '-'],
    };
    let peakKb = 0;
    let isDone = false;
    const work = runTool(job).finally(() => (isDone = true));
    while (!isDone) {
      peakKb = Math.max(peakKb, ...children().map(({ peakKb: kb }) => kb));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const greedy = await work;
    expect(greedy.ending === 'ended' && greedy.code === 0).toBe(false);
    expect(peakKb).toBeLessThan(way === 'contained' ? 600_000 : 1_500_000);
    expect(await runTool(decode(tone, 'wav'))).toMatchObject({ ending: 'ended', code: 0, stdoutBytes: 2 * 48_000 * 2 });
  });

  test.runIf(process.platform === 'linux')('a decoder that falls over costs its one file', async () => {
    const arrived = temporaryPath();
    await writeFile(arrived, await readFile(hours));
    const upload = prepareFile('audio', arrived).then(
      () => 'kept',
      (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
    );
    let isOver = false;
    void upload.then(() => (isOver = true));
    // Whatever process works on it falls, also the one that takes over.
    while (!isOver) {
      for (const { pid } of children()) signalTo(pid, 'SIGSEGV');
      await aMoment();
    }
    expect(await upload).toMatch(/^unsupported_type: 这个录音文件检查不下去.*转成 m4a、mp3/);
    expect(await runTool(decode(tone, 'wav'))).toMatchObject({ ending: 'ended', code: 0 });
  });

  test('at most two files are read at once', async () => {
    let isDone = false;
    const all = Promise.all(Array.from({ length: 5 }, () => runTool(decode(tone, 'wav')))).finally(
      () => (isDone = true),
    );
    let most = 0;
    while (!isDone) {
      most = Math.max(most, children().length);
      await aMoment();
    }
    await all;
    expect(most).toBeLessThanOrEqual(2);
  });
});

test('a process that waited and was ended from outside costs nothing', async () => {
  process.env.KAOPING_FFMPEG = 'contained';
  resetEnv();
  resetWay();
  await runTool(decode(tone, 'wav'));
  for (const { pid } of children()) signalTo(pid, 'SIGKILL');
  expect(await runTool(decode(tone, 'wav'))).toMatchObject({ ending: 'ended', code: 0 });
});

test.runIf(process.platform === 'linux')(
  'a machine that gives the decoder no turn is not the fault of the file',
  async () => {
    process.env.KAOPING_FFMPEG = 'contained';
    resetEnv();
    resetWay();
    const signalAll = (signal: NodeJS.Signals) => {
      for (const { pid } of children()) signalTo(pid, signal);
    };
    const stopped = runTool(decode(hours, 'matroska', 500));
    let isOver = false;
    void stopped.then(() => (isOver = true));
    while (!isOver) {
      signalAll('SIGSTOP');
      await aMoment();
    }
    expect((await stopped).ending).toBe('starved');

    // What the kernel does when there is no memory left, twice.
    const arrived = temporaryPath();
    await writeFile(arrived, await readFile(hours));
    const upload = prepareFile('audio', arrived).catch((error: { code: string; message: string }) => error);
    let isDone = false;
    void upload.then(() => (isDone = true));
    while (!isDone) {
      signalAll('SIGKILL');
      await aMoment();
    }
    expect(await upload).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/检查不了录音.*再试/) });
  },
);
