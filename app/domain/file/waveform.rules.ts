import { createSampleReader } from './loudness.rules';

/** The shape of a recording's loudness: what is drawn of it and where it is silent. Pure. */

export const PEAK_COUNT = 400;
/** Silence within speech that is worth a mark. */
export const MIN_PAUSE_MS = 1500;

export type Pause = [fromMs: number, toMs: number];
export type Waveform = {
  /** 0–100 for equal stretches of its length. */
  peaks: number[];
  pauses: Pause[];
};

export const SAMPLE_RATE = 8000;
const FRAME_MS = 10;
const FRAME_SAMPLES = (SAMPLE_RATE * FRAME_MS) / 1000;
/** A click in the silence is no speech. */
const MIN_SOUND_FRAMES = 8;
/** Of full scale: below it is silence in any room. */
const SILENCE = 0.003;

/** Takes 16-bit samples as they come, in chunks of any length, and keeps how loud every hundredth of a second was. */
export function createLoudnessMeter() {
  const loudness: number[] = [];
  const highest: number[] = [];
  let squares = 0;
  let peak = 0;
  let count = 0;
  const take = (sample: number) => {
    const value = Math.abs(sample) / 32_768;
    squares += value * value;
    if (value > peak) peak = value;
    count += 1;
    if (count === FRAME_SAMPLES) close();
  };
  const close = () => {
    if (count === 0) return;
    loudness.push(Math.sqrt(squares / count));
    highest.push(peak);
    squares = peak = count = 0;
  };
  return {
    add: createSampleReader(take),
    finish(): Waveform {
      close();
      return { peaks: peaksOf(highest), pauses: pausesOf(loudness) };
    },
  };
}

/** The highest value of each of PEAK_COUNT stretches; a quiet recording is raised, at most four times. */
function peaksOf(frames: number[]): number[] {
  if (frames.length === 0) return [];
  const full = Math.max(
    0.25,
    frames.reduce((most, frame) => Math.max(most, frame), 0),
  );
  return Array.from({ length: PEAK_COUNT }, (_, index) => {
    const from = Math.floor((index * frames.length) / PEAK_COUNT);
    const to = Math.max(from + 1, Math.floor(((index + 1) * frames.length) / PEAK_COUNT));
    return Math.round((100 * Math.max(...frames.slice(from, to))) / full);
  });
}

/** Stretches of at least MIN_PAUSE_MS between two sounds; silence before the first and after the last is none. */
export function pausesOf(frames: number[]): Pause[] {
  const sorted = [...frames].sort((a, b) => a - b);
  const share = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
  const loud = share(0.95);
  // Twice the room's own noise, but never so high that soft speech is taken for silence.
  const threshold = Math.max(SILENCE, Math.min(loud * 0.25, Math.max(share(0.1) * 2, loud * 0.08)));
  const pauses: Pause[] = [];
  let soundEnd = -1;
  let start = 0;
  while (start < frames.length) {
    if ((frames[start] ?? 0) < threshold) {
      start += 1;
      continue;
    }
    let end = start;
    while (end < frames.length && (frames[end] ?? 0) >= threshold) end += 1;
    if (end - start >= MIN_SOUND_FRAMES) {
      if (soundEnd >= 0 && (start - soundEnd) * FRAME_MS >= MIN_PAUSE_MS) {
        pauses.push([soundEnd * FRAME_MS, start * FRAME_MS]);
      }
      soundEnd = end;
    }
    start = end;
  }
  return pauses;
}

/** `3.2 秒` for a pause's length. */
export function pauseSeconds([fromMs, toMs]: Pause): string {
  return `${(Math.round((toMs - fromMs) / 100) / 10).toFixed(1)} 秒`;
}

const WIDTH = 800;
const HEIGHT = 56;

/** The drawing: a bar for each peak, the pauses on a tinted ground; without a waveform a flat line. */
export function drawWaveform(waveform: Waveform | null, durationMs: number): string {
  const peaks = waveform && waveform.peaks.length > 0 ? waveform.peaks : Array.from({ length: PEAK_COUNT }, () => 0);
  const step = WIDTH / peaks.length;
  const middle = HEIGHT / 2;
  const bars = peaks
    .map((peak, index) => {
      const reach = Math.max(1, Math.round((peak * (middle - 2)) / 100));
      return `M${fixed((index + 0.5) * step)} ${middle - reach}v${2 * reach}`;
    })
    .join('');
  const pauses = (waveform?.pauses ?? [])
    .map(([from, to]) => {
      const x = (from / Math.max(1, durationMs)) * WIDTH;
      const width = ((to - from) / Math.max(1, durationMs)) * WIDTH;
      return `<rect x="${fixed(x)}" y="0" width="${fixed(width)}" height="${HEIGHT}" fill="#c07c08" fill-opacity="0.16" stroke="#c07c08" stroke-width="1"/>`;
    })
    .join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">` +
    `${pauses}<path d="${bars}" fill="none" stroke="#7f93b8" stroke-width="${fixed(step * 0.6)}"/></svg>`
  );
}

function fixed(value: number): string {
  return String(Math.round(value * 100) / 100);
}
