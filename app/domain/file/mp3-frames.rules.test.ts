import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFramePicker } from './mp3-frames.rules';

/** A frame of 64 kbit/s at 48 kHz: 192 bytes of which the first four say so. */
function frame(fill: number): Buffer {
  const bytes = Buffer.alloc(192, fill);
  bytes.set([0xff, 0xfb, 0x54, 0xc4]);
  return bytes;
}

function pick(bytes: Buffer, pieces: number[] = []): { bytes: Buffer; frames: number; promisedMs: number | undefined } {
  const picker = createFramePicker();
  const picked = [];
  let at = 0;
  for (const length of pieces) picked.push(picker.pick(bytes.subarray(at, (at += length))));
  picked.push(picker.pick(bytes.subarray(at)), picker.pick(Buffer.alloc(0), true));
  return { bytes: Buffer.concat(picked), ...picker.count() };
}

const sound = Buffer.concat([frame(1), frame(2), frame(3), frame(4)]);
const text = (content: string) => Buffer.from(content, 'latin1');

describe('the frames of an MP3', () => {
  test('are kept as they are', () => {
    expect(pick(sound)).toEqual({ bytes: sound, frames: 4, promisedMs: undefined });
  });

  test.each([
    ['a tag before them', Buffer.concat([text('ID3\u0003\0\0\0\0\u0001\u0002'), Buffer.alloc(130, 0xff), sound])],
    ['a tag behind them', Buffer.concat([sound, text(`TAG${'x'.repeat(125)}`)])],
    ['lyrics and APE behind them', Buffer.concat([sound, text('LYRICSBEGIN…LYRICS200'), text('APETAGEX')])],
    [
      'anything between them',
      Buffer.concat([sound.subarray(0, 384), text('\u00ff\u00fb here ID3'), sound.subarray(384)]),
    ],
    ['half a frame at the end', Buffer.concat([sound, frame(9).subarray(0, 100)])],
  ])('are all that is kept of a file with %s', (_name, bytes) => {
    expect(pick(bytes).bytes.equals(sound)).toBe(true);
  });

  test('a false beginning inside a tag is none', () => {
    expect(pick(Buffer.concat([text('xx'), frame(7).subarray(0, 40), text('yy'), sound])).bytes.equals(sound)).toBe(
      true,
    );
  });

  test('bytes that are no MP3 have none', () => {
    const noise = Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * index * 31) & 0xff));
    expect(pick(noise).frames).toBe(0);
    expect(pick(Buffer.alloc(0)).frames).toBe(0);
  });

  test('the first one may say how many there are', () => {
    const first = frame(0);
    first.write('Info', 36, 'latin1');
    first.writeUInt32BE(1, 40);
    first.writeUInt32BE(1000, 44);
    expect(pick(Buffer.concat([first, sound]))).toMatchObject({ frames: 5, promisedMs: 24_000 });
  });

  test('in whatever pieces they come', () => {
    const bytes = Buffer.concat([
      text('ID3\u0003\0\0\0\0\u0001\u0002'),
      Buffer.alloc(130, 0xff),
      sound,
      text('TAG'),
      sound,
    ]);
    const whole = pick(bytes);
    expect(whole.frames).toBe(8);
    fc.assert(
      fc.property(fc.array(fc.nat(400), { maxLength: 12 }), (pieces) => {
        expect(pick(bytes, pieces)).toEqual(whole);
      }),
    );
  });
});
