import { execFile, spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';

/** Real media files for tests and stories, made on the spot by the tools that the app itself uses. */

const run = promisify(execFile);

const PINYIN =
  'chun1 tian1 lai2 le5, xiao4 yuan2 li3 de5 hua1 dou1 kai1 le5. tong2 xue2 men5 zai4 cao1 chang3 shang5 pao3 bu4.';

/**
 * A wav file (22,050 Hz, one channel) in which a voice reads pinyin with tone numbers. Without espeak-ng it
 * is a tone of five seconds. Chromium takes it as its microphone (--use-file-for-fake-audio-capture).
 */
export async function makeSpokenWav(
  target: string,
  { pinyin = PINYIN, voice = 'Annie', speed = 150 } = {},
): Promise<string> {
  try {
    await run('espeak-ng', ['-v', `cmn-latn-pinyin+${voice}`, '-s', String(speed), '-w', target, pinyin]);
    return target;
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
    return makeToneWav(target, 5);
  }
}

/** A wav file with a 440 Hz tone of exactly so many seconds. */
export async function makeToneWav(target: string, seconds: number): Promise<string> {
  await ffmpeg(['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`, '-ac', '1', '-ar', '22050', target]);
  return target;
}

/** So many seconds of nothing, in opus: where they are many, twenty minutes of it again and again. */
export async function makeSilence(target: string, seconds: number): Promise<string> {
  const once = `${target}.once.webm`;
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=mono', '-t', String(Math.min(seconds, 1200))];
  await ffmpeg([...silence, '-c:a', 'libopus', '-compression_level', '0', '-frame_duration', '60', once]);
  // A few milliseconds are added by each turn.
  await ffmpeg(['-stream_loop', '-1', '-i', once, '-c', 'copy', '-t', String(seconds), target]);
  await rm(once);
  return target;
}

/** Another format from a sound file, by the target's extension; `options` go to ffmpeg. */
export async function convertSound(source: string, target: string, options: string[] = []): Promise<string> {
  await ffmpeg(['-i', source, ...options, target]);
  return target;
}

/**
 * What a browser's MediaRecorder hands over: opus in a webm that was written as a stream, so that it has
 * neither a duration nor an index.
 */
export async function makeBrowserRecording(source: string, target: string): Promise<string> {
  const child = spawn(
    'ffmpeg',
    ['-v', 'error', '-i', source, '-c:a', 'libopus', '-b:a', '24k', '-f', 'webm', '-live', '1', 'pipe:1'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) chunks.push(chunk);
  await writeFile(target, Buffer.concat(chunks));
  return target;
}

/** A short video with sound, as a phone's camera makes it. */
export async function makeVideo(target: string): Promise<string> {
  await ffmpeg(
    // prettier-ignore
    ['-f', 'lavfi', '-i', 'testsrc=duration=1:size=160x120:rate=10', '-f', 'lavfi', '-i', 'sine=duration=1',
      '-pix_fmt', 'yuv420p', '-shortest', target],
  );
  return target;
}

/** The duration that a player reads from the file's header, in ms; undefined when it says none. */
export async function durationInHeader(file: string): Promise<number | undefined> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]);
  const seconds = Number.parseFloat(stdout);
  return Number.isNaN(seconds) ? undefined : Math.round(seconds * 1000);
}

async function ffmpeg(args: string[]): Promise<void> {
  await run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args]);
}

type PhotoOptions = {
  width?: number;
  height?: number;
  text?: string;
  /** EXIF orientation 1–8: how the camera was held. */
  orientation?: number;
};

/**
 * A JPEG like a phone's photo of an answer sheet: grainy, with camera and place in its EXIF. The sheet's
 * upper half is lighter than its lower half, so that tests can tell which way is up.
 */
export async function makePhoto({
  width = 1200,
  height = 1600,
  text = '答：光合作用把光能变成化学能。',
  orientation = 1,
}: PhotoOptions = {}): Promise<Buffer> {
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="50%" fill="#f4f1e8"/><rect y="50%" width="100%" height="50%" fill="#a9a59a"/>
    <text x="8%" y="20%" font-size="${Math.round(width / 20)}" font-family="Noto Serif CJK SC, serif" fill="#2b3a67">${text}</text></svg>`;
  return sharp(Buffer.from(sheet))
    .jpeg({ quality: 80 })
    .withExif({
      IFD0: { Make: 'KaopingPhone', Model: 'Test 1', ImageDescription: '机密位置' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 14/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '121/1 28/1 0/1' },
    })
    .withMetadata({ orientation })
    .toBuffer();
}

/** Writes bytes beside the others and says where. */
export async function writeMedia(directory: string, name: string, bytes: Uint8Array | string): Promise<string> {
  const target = path.join(directory, name);
  await writeFile(target, bytes);
  return target;
}
