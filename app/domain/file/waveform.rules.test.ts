import { describe, expect, it } from 'vitest';
import { createLoudnessMeter, drawWaveform, PEAK_COUNT, SAMPLE_RATE, pauseSeconds, pausesOf } from './waveform.rules';

/** Samples: [seconds, amplitude 0–1] one after the other. */
function samples(...parts: [seconds: number, amplitude: number][]): Buffer {
  const values = parts.flatMap(([seconds, amplitude]) =>
    Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, (_, index) =>
      Math.round(32_767 * amplitude * Math.sin((2 * Math.PI * 440 * index) / SAMPLE_RATE)),
    ),
  );
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => buffer.writeInt16LE(value, index * 2));
  return buffer;
}

function measure(buffer: Buffer, chunk = buffer.length) {
  const meter = createLoudnessMeter();
  for (let at = 0; at < buffer.length; at += chunk) meter.add(buffer.subarray(at, at + chunk));
  return meter.finish();
}

describe('the loudness of a recording', () => {
  it('is drawn as peaks from 0 to 100 over its whole length', () => {
    const { peaks } = measure(samples([1, 0], [1, 0.8], [2, 0.2]));
    expect(peaks).toHaveLength(PEAK_COUNT);
    expect(Math.max(...peaks)).toBe(100);
    expect(peaks.slice(0, 99).every((peak) => peak === 0)).toBe(true);
    expect(peaks[300]).toBe(25);
  });

  it('is the same however the samples are cut into chunks', () => {
    const sound = samples([0.5, 0.5], [2, 0], [0.5, 0.3]);
    expect(measure(sound, 777)).toEqual(measure(sound));
  });

  it('of a quiet recording is raised, but silence stays a line', () => {
    expect(Math.max(...measure(samples([1, 0.1])).peaks)).toBe(40);
    expect(Math.max(...measure(samples([1, 0])).peaks)).toBe(0);
  });

  it('of a recording shorter than the drawing still fills it', () => {
    expect(measure(samples([0.2, 0.5])).peaks).toHaveLength(PEAK_COUNT);
  });

  it('of nothing is nothing', () => {
    expect(measure(Buffer.alloc(0))).toEqual({ peaks: [], pauses: [] });
  });
});

describe('pauses', () => {
  it('are silences of 1.5 seconds and more between two sounds', () => {
    expect(measure(samples([3, 0], [2, 0.5], [1.4, 0], [1, 0.5], [3.2, 0], [1, 0.5], [4, 0])).pauses).toEqual([
      [7400, 10_600],
    ]);
  });

  it('a click or the noise of the room does not end them', () => {
    expect(measure(samples([2, 0.5], [1, 0.01], [0.03, 0.4], [1, 0.01], [2, 0.5])).pauses).toEqual([[2000, 4030]]);
  });

  it('of soft speech after loud speech are none', () => {
    expect(measure(samples([2, 0.5], [3, 0.15], [2, 0.5])).pauses).toEqual([]);
  });

  it('of silence alone are none', () => {
    expect(pausesOf(Array.from({ length: 1000 }, () => 0))).toEqual([]);
    expect(pausesOf([])).toEqual([]);
  });

  it('are said in seconds with one decimal', () => {
    expect([pauseSeconds([33_000, 36_240]), pauseSeconds([0, 1500])]).toEqual(['3.2 秒', '1.5 秒']);
  });
});

describe('the drawing', () => {
  it('has a bar for each peak and a mark for each pause, and nothing that runs', () => {
    const svg = drawWaveform({ peaks: [0, 100], pauses: [[2000, 4000]] }, 8000);
    expect(svg.match(/<rect/g)).toHaveLength(1);
    expect(svg).toContain('x="200" y="0" width="200"');
    expect(svg).toContain('M200 27v2M600 2v52');
    expect(svg).not.toMatch(/style|script/);
  });

  it('without a waveform is a flat line', () => {
    expect(drawWaveform(null, 0)).toContain('v2M');
    expect(drawWaveform(null, 0)).not.toContain('<rect');
  });
});
