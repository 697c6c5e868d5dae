import { describe, expect, it } from 'vitest';
import { createVoiceMeter, isSilentAt } from './loudness.rules';

const RATE = 16_000;

/** Samples: [seconds, amplitude 0–1] one after the other. */
function loudnessOf(parts: [seconds: number, amplitude: number][], chunk = 4096): number {
  const values = parts.flatMap(([seconds, amplitude]) =>
    Array.from({ length: Math.round(seconds * RATE) }, (_, index) =>
      Math.round(32_767 * amplitude * Math.sin((2 * Math.PI * 440 * index) / RATE)),
    ),
  );
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => buffer.writeInt16LE(value, index * 2));
  const meter = createVoiceMeter(RATE);
  for (let at = 0; at < buffer.length; at += chunk) meter.add(buffer.subarray(at, at + chunk));
  return meter.finish();
}

describe('how loud a recording gets', () => {
  it('is that of its loudest moments, however long the silence around them', () => {
    expect(loudnessOf([[3, 0.5]])).toBe(-9);
    expect(
      loudnessOf([
        [20, 0],
        [1, 0.5],
        [20, 0],
      ]),
    ).toBe(-9);
    expect(loudnessOf([[3, 0.5]], 777)).toBe(-9);
  });

  it('counts no knock and no click as a voice', () => {
    const knock = loudnessOf([
      [5, 0],
      [0.15, 0.9],
      [5, 0],
    ]);
    expect(isSilentAt(knock)).toBe(true);
    expect(isSilentAt(loudnessOf([[10, 0]]))).toBe(true);
    // The hiss of a microphone that is switched off.
    expect(isSilentAt(loudnessOf([[10, 0.0003]]))).toBe(true);
  });

  it('leaves a faint voice, one short word and what was never measured alone', () => {
    expect(isSilentAt(loudnessOf([[10, 0.003]]))).toBe(false);
    expect(
      isSilentAt(
        loudnessOf([
          [0.4, 0],
          [0.3, 0.01],
          [0.3, 0],
        ]),
      ),
    ).toBe(false);
    expect(isSilentAt(null)).toBe(false);
  });
});
