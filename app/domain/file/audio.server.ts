import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { AppError, orDiskFull } from '~/lib/errors';
import { discardTemporary, temporaryPath } from '~/lib/temporary-files.server';
import { findWay, RANKS, runTool, type Finished } from './ffmpeg.server';
import { shortfall } from './file.rules';
import { createVoiceMeter } from './loudness.rules';
import { createFramePicker } from './mp3-frames.rules';
import { sniff } from './sniff';
import { wavPromiseMs } from './wav.rules';

export type CheckedAudio = {
  /** The new file, beside the one that arrived. */
  path: string;
  mime: string;
  durationMs: number;
  /** How long its header says it is, when clearly less can be heard; otherwise null. */
  promisedMs: number | null;
  /** How loud it gets, in dB below full scale. */
  loudness: number;
};

type Demuxer = Extract<NonNullable<ReturnType<typeof sniff>>, { family: 'media' }>['demuxer'];

const PROBE_MS = 20_000;
/** Processor time for all of it: what an answer of minutes needs, also on a slow machine, and what hours of sound do. */
const DECODE_MS = { quick: 1500, short: 4000, whole: 180_000 };
/** What says itself that it is longer is no answer of minutes. */
const LONG_MS = 20 * 60_000;
export type DecodeBudget = keyof typeof DECODE_MS;
const SAMPLES_MS = 60_000;
const PCM_RATE = 16_000;
/** No recorder records fewer samples a second. */
const MIN_RATE = 2000;
const MIN_DURATION_MS = 50;
/** What is only measured: 16 bits, one channel. */
const SAMPLES = ['-map', '0:a:0', '-ac', '1', '-ar', String(PCM_RATE), '-f', 's16le'];
const lengthOf = (bytes: number) => Math.round((bytes / 2 / PCM_RATE) * 1000);

const NO_SOUND = '这个文件里没有可以播放的声音，可能没有录上或没有传完整，请重新录音或换一个文件。';
const UNREADABLE =
  '这个录音文件检查不下去，可能已损坏。请用手机的“录音机”重新录制，或者把它转成 m4a、mp3 格式后再上传。';
const UNKNOWN_CODEC = '这种录音的编码这里读不了，请把它转成 m4a 或 mp3 格式后再上传。';
const BUSY = '服务器现在检查不了录音，录音没有保存。请留在这一页，过几分钟再试。';

/** A recording needs more than its budget, or states a length that does; nothing is wrong with it so far. */
export class NeedsWholeBudget extends Error {
  constructor(readonly isStated = false) {
    super();
  }
}

/** What arrives goes before what is known to be long. */
const rankOf = (budget: DecodeBudget) => (budget === 'whole' ? RANKS.longCheck : RANKS.arriving);

/**
 * Checks a recording by decoding the whole of it, measures its length on the way and writes it anew: with a length
 * and an index where players look for them, without tags, pictures or anything else that is not sound. The sound
 * itself stays as it is where browsers can play it, and becomes AAC where they cannot (amr, caf, A-law …).
 * @throws NeedsWholeBudget of any but the whole budget, AppError unsupported_type, too_large, unavailable
 */
export async function prepareAudio(
  path: string,
  head: Uint8Array,
  budget: DecodeBudget = 'whole',
): Promise<CheckedAudio> {
  const found = sniff(head);
  if (found?.family !== 'media') {
    throw new AppError('unsupported_type', '这不是录音文件，请选择 m4a、mp3、wav、webm、amr 等格式的录音。');
  }
  if (!(await findWay())) {
    throw new AppError('unavailable', '服务器缺少检查录音的程序，暂时不能接收录音，请联系管理员。');
  }
  const { demuxer } = found;
  const probe = await probeSound(path, demuxer, rankOf(budget));
  const isMp3 = demuxer === 'mp3' && probe.codec === 'mp3';
  const frames = isMp3 ? await pickFrames(path) : undefined;
  const source = frames?.path ?? path;
  const promised = frames ? frames.promisedMs : (wavPromiseMs(head) ?? probe.promisedMs);
  if (budget !== 'whole' && (promised ?? 0) > LONG_MS) {
    if (frames) await discardTemporary(frames.path);
    throw new NeedsWholeBudget(true);
  }
  const written: string[] = [];
  const write = async (plan: Plan): Promise<CheckedAudio & { isClean: boolean }> => {
    const target = temporaryPath();
    written.push(target);
    const { isClean, durationMs, loudness } = await decode(source, demuxer, { output: plan.output, target, budget });
    const promisedMs = shortfall(durationMs, promised);
    return { path: target, mime: plan.mime, durationMs, promisedMs, loudness, isClean };
  };
  try {
    // Frames of an MP3 that cannot be told from what is around them are not copied.
    const plan = demuxer === 'mp3' && !frames ? TO_AAC : planFor(demuxer, probe.codec);
    const first = await write(plan);
    const isDamaged = !first.isClean || first.promisedMs !== null;
    const { isClean: _isClean, ...checked } = isDamaged && plan.anew ? await write(plan.anew) : first;
    return checked;
  } catch (error) {
    await discardTemporary(...written);
    throw error;
  } finally {
    if (frames) await discardTemporary(frames.path);
    await discardTemporary(...written.slice(0, -1));
  }
}

type Stream = {
  codec_type?: string;
  codec_name?: string;
  sample_rate?: string;
  duration?: string;
  nb_frames?: string;
  disposition?: { attached_pic?: number };
};
type Probe = { streams?: Stream[]; format?: { duration?: string } };

async function probe(path: string, demuxer: Demuxer, rank = RANKS.arriving): Promise<Probe> {
  const finished = await runTool({
    tool: 'ffprobe',
    rank,
    input: path,
    // prettier-ignore
    args: (input) => ['-v', 'error', ...from(input, demuxer), '-show_entries',
      'format=duration:stream=codec_type,codec_name,sample_rate,duration,nb_frames:stream_disposition=attached_pic',
      '-of', 'json'],
    limitMs: PROBE_MS,
    stdout: 'keep',
  });
  if (isMachineToBlame(finished)) throw new AppError('unavailable', BUSY);
  if (finished.ending !== 'ended') throw new AppError('unsupported_type', UNREADABLE);
  try {
    return JSON.parse(finished.stdout) as Probe;
  } catch {
    return {};
  }
}

const isFilm = (stream: Stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1;

async function probeSound(
  path: string,
  demuxer: Demuxer,
  rank: number,
): Promise<{ codec: string; promisedMs: number | undefined }> {
  const { streams = [], format } = await probe(path, demuxer, rank);
  if (streams.some(isFilm)) {
    throw new AppError('unsupported_type', '这是视频文件，这里只收录音。请用手机的“录音机”录制后上传。');
  }
  const audio = streams.find((stream) => stream.codec_type === 'audio');
  if (!audio) throw new AppError('unsupported_type', NO_SOUND);
  // Of such a file every second would have to be made up: hours of work for nothing that can be heard.
  const rate = Number(audio.sample_rate);
  if (rate < MIN_RATE) {
    const sentence = `这个文件每秒只有 ${rate} 个采样，听不出声音。请按录音软件平常的设置重新录制。`;
    throw new AppError('unsupported_type', sentence);
  }
  if (!audio.codec_name || audio.codec_name === 'unknown') throw new AppError('unsupported_type', UNKNOWN_CODEC);
  return { codec: audio.codec_name, promisedMs: statedMs(demuxer, audio, format?.duration) };
}

/** How long the file's own header says it is; nothing where the length is only reckoned from the size. */
function statedMs(demuxer: Demuxer, stream: Stream, whole: string | undefined): number | undefined {
  const ms = (seconds: number) => (Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) : undefined);
  switch (demuxer) {
    case 'matroska':
      return ms(Number(whole));
    case 'mov':
    case 'ogg':
    case 'flac':
    case 'aiff':
      return ms(Number(stream.duration));
    case 'caf':
      // Of plain samples it counts each; of packets nothing says how long they are.
      return stream.codec_name?.startsWith('pcm_')
        ? ms(Number(stream.nb_frames) / Number(stream.sample_rate))
        : undefined;
    default:
      return undefined;
  }
}

/** Whether a container holds sound and moving pictures; undefined when nothing can look into it. */
export async function probeStreams(
  path: string,
  demuxer: Demuxer,
): Promise<{ hasSound: boolean; hasPictures: boolean } | undefined> {
  if (!(await findWay())) return undefined;
  const { streams = [] } = await probe(path, demuxer);
  return { hasSound: streams.some((stream) => stream.codec_type === 'audio'), hasPictures: streams.some(isFilm) };
}

/**
 * How long the sound of a file can be heard that is kept as it came: as it says itself, else counted while it is decoded.
 * Undefined where neither can be had soon; no file is refused for that.
 */
export async function findSoundMs(path: string, demuxer: Demuxer): Promise<number | undefined> {
  try {
    if (!(await findWay())) return undefined;
    const { streams = [], format } = await probe(path, demuxer);
    const sound = streams.find((stream) => stream.codec_type === 'audio');
    if (!sound) return undefined;
    const isCounted = demuxer === 'mp3' || demuxer === 'wav';
    const stated = isCounted ? Math.round(Number(format?.duration) * 1000) : statedMs(demuxer, sound, format?.duration);
    if (stated) return stated;
    const { ending, stdoutBytes } = await runTool({
      tool: 'ffmpeg',
      input: path,
      args: (input) => ['-v', 'error', '-threads', '1', ...from(input, demuxer), ...SAMPLES, 'pipe:1'],
      limitMs: DECODE_MS.short,
      patience: 2,
      stdout: 'count',
    });
    return ending === 'ended' && stdoutBytes > 0 ? lengthOf(stdoutBytes) : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Copies an MP3's frames to a new file; undefined when there are none. */
async function pickFrames(path: string): Promise<{ path: string; promisedMs: number | undefined } | undefined> {
  const target = temporaryPath();
  const picker = createFramePicker();
  const handle = await open(target, 'wx');
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
      await handle.write(picker.pick(chunk));
    }
    await handle.write(picker.pick(Buffer.alloc(0), true));
  } catch (error) {
    await handle.close();
    await discardTemporary(target);
    throw orDiskFull(error);
  }
  await handle.close();
  const { frames, promisedMs } = picker.count();
  if (frames > 0) return { path: target, promisedMs };
  await discardTemporary(target);
  return undefined;
}

/**
 * `anew` is how a damaged file is written: what cannot be decoded ends the playing in a browser, and FLAC states its
 * length in what a copy repeats. Plain samples are whole wherever they are cut.
 */
type Plan = { mime: string; output: string[]; anew?: Plan };

// No tags (a phone's recording may carry its place), no chapters, no name of the program.
// prettier-ignore
const BARE = ['-map', '0:a:0', '-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'];
const COPY = [...BARE, '-c', 'copy', '-avoid_negative_ts', 'make_zero'];
const M4A = ['-movflags', '+faststart', '-f', 'ipod'];
const TO_AAC: Plan = { mime: 'audio/mp4', output: [...BARE, '-c:a', 'aac', '-b:a', '64k', '-ac', '1', ...M4A] };
const TO_FLAC: Plan = { mime: 'audio/flac', output: [...BARE, '-c:a', 'flac', '-f', 'flac'] };
const TO_WEBM: Plan = { mime: 'audio/webm', output: [...COPY, '-f', 'webm'], anew: TO_AAC };
// Also for Vorbis that came in webm, which would take its comments along.
const TO_OGG: Plan = { mime: 'audio/ogg', output: [...COPY, '-f', 'ogg'], anew: TO_AAC };

function planFor(demuxer: Demuxer, codec: string): Plan {
  switch (demuxer) {
    case 'matroska':
      if (codec === 'opus') return TO_WEBM;
      if (codec === 'vorbis') return TO_OGG;
      break;
    case 'mov':
    case 'aac':
      if (codec === 'aac') return { mime: 'audio/mp4', output: [...COPY, ...M4A], anew: TO_AAC };
      if (codec === 'opus') return TO_WEBM;
      break;
    case 'mp3':
      if (codec === 'mp3') {
        return {
          mime: 'audio/mpeg',
          output: [...COPY, '-id3v2_version', '0', '-write_id3v1', '0', '-f', 'mp3'],
          anew: TO_AAC,
        };
      }
      break;
    case 'wav':
      if (/^pcm_(u8|s16le|s24le|s32le|f32le)$/.test(codec)) {
        return { mime: 'audio/wav', output: [...COPY, '-f', 'wav'] };
      }
      break;
    case 'ogg':
      if (codec === 'flac') return { ...TO_OGG, anew: TO_FLAC };
      if (codec === 'opus' || codec === 'vorbis') return TO_OGG;
      break;
    case 'flac':
      if (codec === 'flac') return { mime: 'audio/flac', output: [...COPY, '-f', 'flac'], anew: TO_FLAC };
      break;
  }
  return TO_AAC;
}

/** Decodes everything to PCM, which is only measured, and writes the new file in the same run. */
async function decode(
  path: string,
  demuxer: Demuxer,
  { output: plan, target, budget }: { output: string[]; target: string; budget: DecodeBudget },
): Promise<{ durationMs: number; loudness: number; isClean: boolean }> {
  const meter = createVoiceMeter(PCM_RATE);
  const finished = await runTool({
    tool: 'ffmpeg',
    rank: rankOf(budget),
    input: path,
    output: target,
    // prettier-ignore
    args: (input, output) => ['-v', 'error', '-threads', '1', ...from(input, demuxer),
      ...SAMPLES, 'pipe:1', ...plan, `file:${output}`],
    limitMs: DECODE_MS[budget],
    ...(budget === 'whole' ? {} : { patience: 2 }),
    stdout: meter.add,
  });
  const durationMs = lengthOf(finished.stdoutBytes);
  // On a busy machine its time runs out before the processor's does.
  if (budget !== 'whole' && ['over_time', 'starved'].includes(finished.ending)) throw new NeedsWholeBudget();
  refuse(finished);
  if (durationMs < MIN_DURATION_MS) throw new AppError('unsupported_type', NO_SOUND);
  return { durationMs, loudness: meter.finish(), isClean: finished.stderr.trim() === '' };
}

const isMachineToBlame = ({ ending }: Finished) => ending === 'not_started' || ending === 'starved';

function refuse(finished: Finished): void {
  const { code, stderr, ending } = finished;
  if (isMachineToBlame(finished)) throw new AppError('unavailable', BUSY);
  if (ending === 'over_time') throw new AppError('too_large', '这段录音太长，服务器来不及检查，请分成几段再上传。');
  // ffmpeg ends well even when there was no space for the last of what it wrote: only its words tell.
  const full = orDiskFull({ message: stderr });
  if (full instanceof AppError) throw full;
  if (ending === 'crashed') throw new AppError('unsupported_type', UNREADABLE);
  if (code === 0) return;
  const isUnknown = /no decoder found|decoder \(codec .*\) not found|unknown decoder/i.test(stderr);
  throw new AppError('unsupported_type', isUnknown ? UNKNOWN_CODEC : NO_SOUND);
}

/**
 * Decodes a stored recording to samples (16 bit, one channel, `rate` a second), handed over as they come. False when
 * it cannot be read as what its first bytes say, takes too long, or nothing is there to read it.
 */
export async function decodeSamples(
  path: string,
  head: Uint8Array,
  { rate, isLong }: { rate: number; isLong: boolean },
  onChunk: (chunk: Buffer) => void,
): Promise<boolean> {
  const found = sniff(head);
  if (found?.family !== 'media' || !(await findWay())) return false;
  const { code, ending } = await runTool({
    tool: 'ffmpeg',
    rank: isLong ? RANKS.longDrawing : RANKS.drawing,
    input: path,
    // prettier-ignore
    args: (input) => ['-v', 'error', '-threads', '1', ...from(input, found.demuxer),
      '-map', '0:a:0', '-ac', '1', '-ar', String(rate), '-f', 's16le', 'pipe:1'],
    limitMs: SAMPLES_MS,
    stdout: onChunk,
  });
  return code === 0 && ending === 'ended';
}

/** Input options: only this file, read as what its first bytes say, never as a list of other files. */
function from(path: string, demuxer: Demuxer): string[] {
  const names = { matroska: 'matroska,webm', mov: 'mov,mp4,m4a,3gp,3g2,mj2' } as Partial<Record<Demuxer, string>>;
  // prettier-ignore
  return ['-protocol_whitelist', 'file', '-format_whitelist', names[demuxer] ?? demuxer, '-f', demuxer, '-i', `file:${path}`];
}
