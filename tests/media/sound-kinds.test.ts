import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findWay, resetWay, type Way } from '~/domain/file/ffmpeg.server';
import { prepareFile, type Prepared } from '~/domain/file/prepare.server';
import { resetEnv } from '~/lib/env.server';
import { temporaryDirectory, temporaryPath } from '~/lib/temporary-files.server';
import * as media from '~tests/support/media';
import { KINDS, MARKER, SECONDS, type Kind } from '~tests/support/recordings';
import { findChromium } from '../../scripts/system-packages.mjs';

let made = '';
let speech = '';
let browser: Browser;
let page: Page;
let server: Server;
const served = new Map<string, { bytes: Buffer; mime: string }>();
const path0 = process.env.PATH;

beforeAll(async () => {
  made = await mkdtemp(path.join(tmpdir(), 'kaoping-kinds-'));
  process.env.DATA_DIR = path.join(made, 'data');
  const spoken = await media.makeSpokenWav(path.join(made, 'spoken.wav'));
  speech = path.join(made, 'speech.wav');
  await media.convertSound(spoken, speech, ['-af', 'apad', '-t', String(SECONDS), '-ar', '48000', '-ac', '1']);
  // The system's ffmpeg makes the files, all of them before any way is tried.
  for (const kind of KINDS) await source(kind);
  await media.makeVideo(path.join(made, 'video.mp4'));
  await media.makeVideo(path.join(made, 'video.ogv'));
  await media.convertSound(path.join(made, 'video.mp4'), path.join(made, 'video.webm'), ['-c:v', 'libvpx']);
  await media.convertSound(path.join(made, 'video.mp4'), path.join(made, 'silent.mp4'), ['-an', '-c', 'copy']);
  await media.makeSilence(path.join(made, 'hours.webm'), 7200);
  server = createServer((request, response) => {
    const found = served.get(request.url ?? '');
    if (!found) return response.setHeader('Content-Type', 'text/html').end('<!doctype html>');
    const { bytes, mime } = found;
    // As the app answers: in ranges, without which no player finds an end that it is not told.
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? 'bytes=0-') ?? [];
    const end = to === '' ? bytes.length - 1 : Number(to);
    response.writeHead(206, {
      'Content-Type': mime,
      'Content-Range': `bytes ${from}-${end}/${bytes.length}`,
      'Content-Length': end - Number(from) + 1,
      'Cache-Control': 'no-store',
    });
    response.end(bytes.subarray(Number(from), end + 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--autoplay-policy=no-user-gesture-required', '--mute-audio'],
  });
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterAll(async () => {
  await browser.close();
  server.close();
  process.env.PATH = path0;
  delete process.env.KAOPING_FFMPEG;
  resetEnv();
  resetWay();
  await rm(made, { recursive: true, force: true });
});

/** What Chromium makes of it: its length by the header, and that it plays to its end. */
async function play(file: Prepared): Promise<{ duration: number; readyState: number; end: number }> {
  const url = `/${path.basename(file.path)}`;
  served.set(url, { bytes: await readFile(file.path), mime: file.mime });
  return page.evaluate(async (src) => {
    const audio = document.createElement('audio');
    const happens = (name: string) =>
      new Promise<void>((resolve, reject) => {
        audio.addEventListener(name, () => resolve(), { once: true });
        audio.addEventListener('error', () => reject(new Error(audio.error?.message ?? 'error')), { once: true });
      });
    const ready = happens('canplaythrough');
    audio.preload = 'auto';
    audio.src = src;
    await ready;
    const { duration, readyState } = audio;
    const ended = happens('ended');
    audio.currentTime = Math.max(0, duration - 0.3);
    await audio.play();
    await ended;
    return { duration, readyState, end: audio.currentTime };
  }, url);
}

const sources = new Map<string, Promise<string>>();
function source(kind: Kind): Promise<string> {
  const known = sources.get(kind.name) ?? kind.make(speech, made);
  sources.set(kind.name, known);
  return known;
}

async function check(content: string | Uint8Array): Promise<Prepared> {
  const arrived = temporaryPath();
  await writeFile(arrived, typeof content === 'string' ? await readFile(content) : content);
  return prepareFile('audio', arrived);
}

/** Both ways to the same FFmpeg. The one that comes with the app has to do without any program of the system. */
const WAYS: [Way, string | undefined][] = [
  ['contained', ''],
  ['system', path0],
];

describe.each(WAYS)('%s', (way, PATH) => {
  beforeAll(() => {
    process.env.PATH = PATH;
    process.env.KAOPING_FFMPEG = way;
    resetEnv();
    resetWay();
  });
  beforeEach(async () => {
    expect(await findWay()).toBe(way);
  });
  afterAll(() => {
    process.env.PATH = path0;
  });

  test.concurrent.each(KINDS.map((kind) => [kind.name, kind] as const))('%s', async (_name, kind) => {
    const bytes = await readFile(await source(kind));
    const file = await check(bytes);
    expect(file.mime).toBe(kind.mime);
    expect(Math.abs((file.durationMs ?? 0) - SECONDS * 1000)).toBeLessThan(150);
    expect(file.promisedMs).toBeNull();
    const stored = await readFile(file.path);
    expect(stored.includes(MARKER)).toBe(false);
    expect(stored.includes(Buffer.from(MARKER, 'utf16le'))).toBe(false);
    const played = await play(file);
    expect(played.readyState).toBe(4);
    expect(Math.abs(played.duration - SECONDS)).toBeLessThan(0.2);
    expect(played.end).toBeGreaterThan(SECONDS - 0.3);
  });

  const refused = (message: RegExp) =>
    expect.objectContaining({ code: 'unsupported_type', message: expect.stringMatching(message) as unknown });
  const noise = Buffer.from(Array.from({ length: 40_000 }, (_, index) => (index * index * 31 + index * 7) & 0xff));
  const NO_SOUND = /没有可以播放的声音/;
  const NO_RECORDING = /不是录音文件/;
  const after = (head: string | Buffer) => () => Buffer.concat([Buffer.from(head as string, 'latin1'), noise]);
  const start = (name: string, bytes: number) => async () => {
    const kind = KINDS.find((one) => one.name === name);
    return kind ? (await readFile(await source(kind))).subarray(0, bytes) : Buffer.alloc(0);
  };

  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['a video (mp4)', () => readFile(path.join(made, 'video.mp4')), /视频/],
    ['a video (webm)', () => readFile(path.join(made, 'video.webm')), /视频/],
    ['a video without sound', () => readFile(path.join(made, 'silent.mp4')), /视频/],
    ['a video in ogg', () => readFile(path.join(made, 'video.ogv')), /视频/],
    ['garbage after a webm header', after('\u001aE\u00df\u00a3'), NO_SOUND],
    ['garbage after an mp4 header', after('\0\0\0\u0018ftypM4A \0\0\0\0M4A mp42'), NO_SOUND],
    ['garbage after an Ogg header', after('OggS\0\u0002'), NO_SOUND],
    ['garbage after a FLAC header', after('fLaC'), NO_SOUND],
    ['garbage after a wav header', after('RIFF\0\0\0\0WAVE'), NO_SOUND],
    ['garbage after an ID3 header', after('ID3\u0003\0\0\0\0\0\0'), NO_SOUND],
    ['garbage after a caf header', after('caff\0\u0001\0\0'), NO_SOUND],
    ['garbage after an aiff header', after('FORM\0\0\0\0AIFF'), NO_SOUND],
    ['a webm cut before its sound', start('browser.webm', 120), NO_SOUND],
    ['an m4a without its index', start('voice.m4a', 9000), NO_SOUND],
    ['raw data', () => noise, NO_RECORDING],
    ['zero bytes', () => Buffer.alloc(5000), NO_RECORDING],
    ['a playlist', () => Buffer.from('#EXTM3U\nfile:///etc/passwd'), NO_RECORDING],
    ['a list of files', () => Buffer.from('ffconcat version 1.0\nfile /etc/passwd'), NO_RECORDING],
    ['a picture', () => media.makePhoto({ width: 50, height: 50 }), NO_RECORDING],
  ])('%s is refused', async (_name, content, sentence) => {
    const before = await readdir(temporaryDirectory());
    await expect(check(await content())).rejects.toEqual(refused(sentence));
    // Only what arrived is left: it is the caller's.
    expect(await readdir(temporaryDirectory())).toHaveLength(before.length + 1);
  });

  test('a playlist inside a container opens no other file', async () => {
    const lure = Buffer.concat([
      Buffer.from('ID3\u0003\0\0\0\0\0\0', 'latin1'),
      Buffer.from(`#EXTM3U\n#EXTINF:5\nfile://${speech}\n`),
    ]);
    await expect(check(lure)).rejects.toEqual(refused(NO_SOUND));
  });

  test.each([
    ['phone.mp4', true],
    ['constant.mp3', true],
    ['list.wav', true],
    ['sound.flac', true],
    ['sound.aiff', true],
    ['memo.caf', true],
    ['tags.webm', true],
    // These say nowhere how long they are.
    ['browser.webm', false],
    ['sound.aac', false],
    ['phone.amr', false],
    ['opus.ogg', false],
  ])('half of %s is kept, and how much of it can be heard', async (name, isPromised) => {
    const kind = KINDS.find((one) => one.name === name);
    const bytes = await readFile(await source(kind as Kind));
    const file = await check(bytes.subarray(0, Math.floor(bytes.length * 0.55)));
    expect(file.durationMs).toBeGreaterThan(SECONDS * 300);
    expect(file.durationMs).toBeLessThan(SECONDS * 800);
    if (isPromised) expect(Math.abs((file.promisedMs ?? 0) - SECONDS * 1000)).toBeLessThan(150);
    else expect(file.promisedMs).toBeNull();
    // The player shows what there is, not what was promised.
    const played = await play(file);
    expect(Math.abs(played.duration * 1000 - (file.durationMs ?? 0))).toBeLessThan(200);
  });

  test.each(['phone.mp4', 'constant.mp3', 'sound.flac', 'opus.ogg'])('%s with a hole is kept', async (name) => {
    const kind = KINDS.find((one) => one.name === name);
    const bytes = Buffer.from(await readFile(await source(kind as Kind)));
    bytes.fill(0, Math.floor(bytes.length * 0.4), Math.floor(bytes.length * 0.7));
    const file = await check(bytes);
    expect(file.durationMs).toBeGreaterThan(SECONDS * 400);
    // Whoever fills the hole with silence (AAC) hears all of it; whoever leaves it out says so.
    if ((file.durationMs ?? 0) < SECONDS * 950) expect(file.promisedMs).toBeGreaterThan(SECONDS * 950);
    expect((await play(file)).readyState).toBe(4);
  });

  test('two hours of silence', async () => {
    const file = await check(path.join(made, 'hours.webm'));
    expect(Math.abs((file.durationMs ?? 0) - 7_200_000)).toBeLessThan(100);
    expect(Math.abs((await play(file)).duration - 7200)).toBeLessThan(0.2);
  }, 600_000);
});

test('the recordings above have tags to lose', async () => {
  const without = [];
  for (const kind of KINDS) if (!(await readFile(await source(kind))).includes(MARKER)) without.push(kind.name);
  // What a browser or a phone's plain recorder hands over has no place for any.
  expect(without).toEqual(['browser.webm', 'sound.aac', 'phone.amr', 'wide.amr']);
});
