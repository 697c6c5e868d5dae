import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { AppError, orDiskFull } from '~/lib/errors';
import { createLimit } from '~/lib/limit';
import { discardTemporary, temporaryPath } from '~/lib/temporary-files.server';
import { sniff } from './sniff';

export type CheckedAudio = {
  /** The file to store: the one that arrived, or a new one beside it. */
  path: string;
  mime: string;
  durationMs: number;
};

const PROBE_MS = 20_000;
const DECODE_MS = 180_000;
const SAMPLES_MS = 60_000;
const MAX_TEXT_BYTES = 256 * 1024;
const MAX_STDERR = 4096;
const PCM_RATE = 16_000;
const MIN_DURATION_MS = 50;

const atMostTwo = createLimit(2);

const NO_SOUND = '这个文件里没有可以播放的声音，可能没有录上或没有传完整，请重新录音或换一个文件。';

/**
 * Checks a recording by decoding the whole of it and measures its length on the way. Containers that
 * browsers leave without length or index (webm, mp4) are written anew without touching the sound itself;
 * sound that browsers cannot play (amr and the like) becomes AAC.
 */
export async function prepareAudio(path: string, head: Uint8Array): Promise<CheckedAudio> {
  const found = sniff(head);
  if (found?.family !== 'media') {
    throw new AppError('unsupported_type', '这不是录音文件，请选择 m4a、mp3、wav、webm、amr 等格式的录音。');
  }
  if (!(await hasAudioTools())) {
    throw new AppError('unavailable', '服务器还没有安装检查录音的程序（ffmpeg），暂时不能接收录音，请联系管理员。');
  }
  return atMostTwo(async () => {
    const codec = await findCodec(path, found.demuxer);
    const plan = planFor(found.demuxer, codec);
    const target = plan.output ? temporaryPath() : undefined;
    const durationMs = await decode(path, found.demuxer, plan.output && target ? [...plan.output, target] : []).catch(
      async (error: unknown) => {
        if (target) await discardTemporary(target);
        throw error;
      },
    );
    return { path: target ?? path, mime: plan.mime, durationMs };
  });
}

type Probe = { streams?: { codec_type?: string; codec_name?: string; disposition?: { attached_pic?: number } }[] };

/** The streams of a file; none when it cannot be read. */
async function listStreams(path: string, demuxer: string): Promise<NonNullable<Probe['streams']>> {
  const { code, stdout } = await run(
    'ffprobe',
    // prettier-ignore
    ['-v', 'error', ...input(path, demuxer),
      '-show_entries', 'stream=codec_type,codec_name:stream_disposition=attached_pic', '-of', 'json'],
    PROBE_MS,
  );
  return code === 0 ? ((JSON.parse(stdout) as Probe).streams ?? []) : [];
}

async function findCodec(path: string, demuxer: string): Promise<string> {
  const streams = await listStreams(path, demuxer);
  if (streams.some((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1)) {
    throw new AppError('unsupported_type', '这是视频文件，这里只收录音。请用手机的“录音机”录制后上传。');
  }
  const audio = streams.find((stream) => stream.codec_type === 'audio');
  if (!audio?.codec_name) throw new AppError('unsupported_type', NO_SOUND);
  return audio.codec_name;
}

/** Whether a container holds sound and moving pictures; undefined without ffprobe. */
export async function probeStreams(
  path: string,
  demuxer: string,
): Promise<{ hasSound: boolean; hasPictures: boolean } | undefined> {
  if (!(await hasAudioTools())) return undefined;
  const streams = await atMostTwo(() => listStreams(path, demuxer));
  return {
    hasSound: streams.some((stream) => stream.codec_type === 'audio'),
    hasPictures: streams.some((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1),
  };
}

type Plan = { mime: string; output?: string[] };

// Written anew: no tags (a phone's recording may carry its place), no pictures, index where players look for it.
const COPY = [
  '-map',
  '0:a:0',
  '-c',
  'copy',
  '-map_metadata',
  '-1',
  '-map_chapters',
  '-1',
  '-avoid_negative_ts',
  'make_zero',
];
const M4A = ['-movflags', '+faststart', '-f', 'ipod'];

function planFor(demuxer: string, codec: string): Plan {
  const plays = (codecs: RegExp) => codecs.test(codec);
  switch (demuxer) {
    case 'matroska':
      if (plays(/^(opus|vorbis)$/)) return { mime: 'audio/webm', output: [...COPY, '-f', 'webm'] };
      break;
    case 'mov':
    case 'aac':
      if (plays(/^aac$/)) return { mime: 'audio/mp4', output: [...COPY, ...M4A] };
      if (plays(/^opus$/)) return { mime: 'audio/webm', output: [...COPY, '-f', 'webm'] };
      break;
    case 'mp3':
      if (plays(/^mp3$/)) return { mime: 'audio/mpeg' };
      break;
    case 'wav':
      if (plays(/^pcm_(u8|s16le|s24le|s32le|f32le)$/)) return { mime: 'audio/wav' };
      break;
    case 'ogg':
      if (plays(/^(opus|vorbis|flac)$/)) return { mime: 'audio/ogg' };
      break;
    case 'flac':
      if (plays(/^flac$/)) return { mime: 'audio/flac' };
      break;
  }
  const encode = [
    '-map',
    '0:a:0',
    '-c:a',
    'aac',
    '-b:a',
    '64k',
    '-ac',
    '1',
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
  ];
  return { mime: 'audio/mp4', output: [...encode, ...M4A] };
}

/** Decodes everything to PCM, which is only counted, and writes `output` in the same run. */
async function decode(path: string, demuxer: string, output: string[]): Promise<number> {
  const { code, stdoutBytes, stderr, isOverTime } = await run(
    'ffmpeg',
    // prettier-ignore
    ['-nostdin', '-v', 'error', '-y', '-threads', '1', ...input(path, demuxer),
      '-map', '0:a:0', '-ac', '1', '-ar', String(PCM_RATE), '-f', 's16le', 'pipe:1', ...output],
    DECODE_MS,
    'count',
  );
  if (isOverTime) throw new AppError('too_large', '这段录音太长，服务器来不及检查，请分成几段再上传。');
  // ffmpeg ends well even when there was no space for the last of what it wrote: only its words tell.
  const full = orDiskFull({ message: stderr });
  if (full instanceof AppError) throw full;
  const durationMs = Math.round((stdoutBytes / 2 / PCM_RATE) * 1000);
  if (code !== 0 || durationMs < MIN_DURATION_MS) throw new AppError('unsupported_type', NO_SOUND);
  return durationMs;
}

/**
 * Decodes a stored recording to samples (16 bit, one channel, `rate` a second), handed over as they come. False when
 * it cannot be read as what its first bytes say, takes too long, or there is no ffmpeg.
 */
export async function decodeSamples(
  path: string,
  head: Uint8Array,
  rate: number,
  onChunk: (chunk: Buffer) => void,
): Promise<boolean> {
  const found = sniff(head);
  if (found?.family !== 'media' || !(await hasAudioTools())) return false;
  const { code, isOverTime } = await run(
    'ffmpeg',
    // prettier-ignore
    ['-nostdin', '-v', 'error', '-threads', '1', ...input(path, found.demuxer),
      '-map', '0:a:0', '-ac', '1', '-ar', String(rate), '-f', 's16le', 'pipe:1'],
    SAMPLES_MS,
    onChunk,
  );
  return code === 0 && !isOverTime;
}

/** Input options: only this file, read as what its first bytes say, never as a list of other files. */
function input(path: string, demuxer: string): string[] {
  return [
    '-protocol_whitelist',
    'file',
    '-format_whitelist',
    formatNames(demuxer),
    '-f',
    demuxer,
    '-i',
    `file:${path}`,
  ];
}

function formatNames(demuxer: string): string {
  return { matroska: 'matroska,webm', mov: 'mov,mp4,m4a,3gp,3g2,mj2' }[demuxer] ?? demuxer;
}

type Finished = { code: number; stdout: string; stdoutBytes: number; stderr: string; isOverTime: boolean };

/** Runs a tool without a shell, at low priority, with a time limit; its output is bounded or only counted. */
function run(
  tool: 'ffmpeg' | 'ffprobe',
  args: string[],
  limitMs: number,
  stdout: 'keep' | 'count' | ((chunk: Buffer) => void) = 'keep',
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    // Nothing of this process's environment (secrets) goes along.
    const { PATH, NODE_ENV } = process.env;
    const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH, NODE_ENV, LANG: 'C.UTF-8' } });
    let isOverTime = false;
    const timer = setTimeout(() => {
      isOverTime = true;
      child.kill('SIGKILL');
    }, limitMs);
    const kept: Buffer[] = [];
    let stdoutBytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      stdoutBytes += chunk.length;
      if (stdout === 'count') return;
      if (typeof stdout === 'function') stdout(chunk);
      else if (stdoutBytes > MAX_TEXT_BYTES) child.kill('SIGKILL');
      else kept.push(chunk);
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-MAX_STDERR)));
    child.once('spawn', () => {
      try {
        if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
      } catch {
        // It has ended already.
      }
    });
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? -1, stdout: Buffer.concat(kept).toString('utf8'), stdoutBytes, stderr, isOverTime });
    });
  });
}

let tools: Promise<boolean> | undefined;

/** Whether ffmpeg and ffprobe can be run; looked up once, and said once in the log when they cannot. */
export function hasAudioTools(): Promise<boolean> {
  tools ??= Promise.all([run('ffmpeg', ['-version'], PROBE_MS), run('ffprobe', ['-version'], PROBE_MS)]).then(
    (finished) => finished.every((one) => one.code === 0),
    () => {
      console.warn(
        JSON.stringify({
          level: 'warn',
          event: 'no_ffmpeg',
          message: '找不到 ffmpeg/ffprobe：录音无法检查，上传录音会被拒绝。请安装 ffmpeg 后重新启动。',
        }),
      );
      return false;
    },
  );
  return tools;
}

/** Looks for the tools again; for tests. */
export function resetAudioTools(): void {
  tools = undefined;
}
