import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import writeXlsxFile from 'write-excel-file/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storedName, type FileKind } from '~/domain/file/file.rules';
import { prepareFile } from '~/domain/file/prepare.server';
import { readZipEntries } from '~/domain/file/zip-entries.server';
import { resetEnv } from '~/lib/env.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import * as media from '~tests/support/media';

let made = '';
let speech = '';

beforeAll(async () => {
  made = await mkdtemp(path.join(tmpdir(), 'kaoping-media-'));
  process.env.DATA_DIR = path.join(made, 'data');
  resetEnv();
  speech = await media.makeSpokenWav(path.join(made, 'speech.wav'));
});
afterAll(() => rm(made, { recursive: true, force: true }));

/** PNG's checksum of a chunk. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Checks a copy of the bytes (or of the file), as an upload would be. */
async function check(kind: FileKind, content: Uint8Array | string) {
  const arrived = temporaryPath();
  await writeFile(arrived, typeof content === 'string' && content.startsWith(made) ? await readFile(content) : content);
  return prepareFile(kind, arrived);
}

const refused = (code: string, message: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) as unknown });

describe('images', () => {
  test('a photo held sideways comes out upright and without camera or place', async () => {
    // Orientation 6: the sensor's image must be turned by 90° clockwise to be upright.
    const upright = await media.makePhoto({ width: 600, height: 800 });
    const turned = await sharp(upright)
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Make: 'KaopingPhone' } })
      .toBuffer();
    expect(turned.includes('KaopingPhone')).toBe(true);

    const file = await check('image', turned);
    expect(file).toMatchObject({ mime: 'image/jpeg', width: 600, height: 800 });
    const bytes = await readFile(file.path);
    const kept = await sharp(bytes).metadata();
    expect([kept.exif, kept.xmp, kept.iptc, kept.orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(bytes.includes('KaopingPhone')).toBe(false);
    const brightness = async (top: number) => {
      const patch = await sharp(bytes).extract({ left: 500, top, width: 40, height: 40 }).toBuffer();
      return (await sharp(patch).stats()).channels[0]?.mean ?? 0;
    };
    expect(await brightness(50)).toBeGreaterThan((await brightness(700)) + 40);
  });

  test('GPS of a phone photo is gone', async () => {
    const photo = await media.makePhoto();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const file = await check('image', photo);
    expect((await sharp(await readFile(file.path)).metadata()).exif).toBeUndefined();
  });

  test.each<[string, (image: Sharp) => Promise<Buffer>]>([
    ['JPEG', (image) => image.jpeg().toBuffer()],
    ['WebP', (image) => image.webp().toBuffer()],
    ['transparent WebP', (image) => image.ensureAlpha(0.5).webp().toBuffer()],
    ['transparent PNG', (image) => image.ensureAlpha(0.5).png().toBuffer()],
  ])('place, camera and texts of a %s are gone', async (_format, write) => {
    const marker = 'MaRkEr7q';
    const image = sharp({ create: { width: 40, height: 40, channels: 3, background: '#369' } })
      .withExif({ IFD0: { Make: marker, Artist: marker }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 14/1 0/1' } })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${marker}</a></x:xmpmeta>`);
    let bytes = await write(image);
    expect(bytes.includes(marker)).toBe(true);
    // PNG keeps texts in chunks of their own, here right before its pixels.
    const pixels = bytes.indexOf('IDAT') - 4;
    if (bytes.subarray(1, 4).toString() === 'PNG') {
      const text = Buffer.from(`tEXtAuthor\0${marker}`, 'latin1');
      const chunk = Buffer.alloc(text.length + 8);
      chunk.writeUInt32BE(text.length - 4, 0);
      text.copy(chunk, 4);
      chunk.writeUInt32BE(crc32(text), text.length + 4);
      bytes = Buffer.concat([bytes.subarray(0, pixels), chunk, bytes.subarray(pixels)]);
    }
    const stored = await readFile((await check('image', bytes)).path);
    expect(stored.includes(marker)).toBe(false);
    const { exif, xmp, iptc, comments } = await sharp(stored).metadata();
    expect([exif, xmp, iptc, comments]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('a large photo is brought to 2560 pixels', async () => {
    const file = await check('image', await media.makePhoto({ width: 3000, height: 4000 }));
    expect([file.width, file.height]).toEqual([1920, 2560]);
  });

  test('a transparent PNG stays a PNG, an opaque one becomes a JPEG', async () => {
    const transparent = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#f008' } })
      .png()
      .toBuffer();
    const opaque = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#f00' } })
      .png()
      .toBuffer();
    expect((await check('image', transparent)).mime).toBe('image/png');
    expect((await check('image', opaque)).mime).toBe('image/jpeg');
  });

  test('more pixels than could be decoded safely are refused', async () => {
    const huge = await sharp({ create: { width: 16_000, height: 8_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    await expect(check('image', huge)).rejects.toEqual(refused('too_large', /像素太多/));
  });

  test.each([
    ['a text as .jpg', Buffer.from('这不是图片'), /不是可以使用的图片/],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      /不是可以使用的图片/,
    ],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1'), /不是可以使用的图片/],
    ['a HEIC that cannot be decoded', Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'), /HEIC/],
  ])('%s is refused', async (_name, bytes, message) => {
    await expect(check('image', bytes)).rejects.toEqual(refused('unsupported_type', message));
  });

  test('half a photo is refused', async () => {
    const photo = await media.makePhoto();
    await expect(check('image', photo.subarray(0, photo.length / 2))).rejects.toEqual(
      refused('unsupported_type', /没有传完整/),
    );
  });
});

describe('recordings', () => {
  const lengthOf = async () => (await media.durationInHeader(speech)) ?? 0;

  test('a browser recording without a duration gets one, and its length is measured', async () => {
    const recording = await media.makeBrowserRecording(speech, path.join(made, 'take.webm'));
    expect(await media.durationInHeader(recording)).toBeUndefined();

    const file = await check('audio', recording);
    expect(file.mime).toBe('audio/webm');
    expect(Math.abs((file.durationMs ?? 0) - (await lengthOf()))).toBeLessThan(60);
    const kept = await media.writeMedia(made, 'kept.webm', await readFile(file.path));
    expect(Math.abs(((await media.durationInHeader(kept)) ?? 0) - (await lengthOf()))).toBeLessThan(60);
  });

  test.each([
    ['m4a', [], 'audio/mp4', 'm4a'],
    ['mp3', [], 'audio/mpeg', 'mp3'],
    ['wav', [], 'audio/wav', 'wav'],
    ['ogg', ['-c:a', 'libopus'], 'audio/ogg', 'ogg'],
    ['flac', [], 'audio/flac', 'flac'],
    ['aac', [], 'audio/mp4', 'm4a'],
    // Fragmented as Safari's MediaRecorder writes it: no index, no duration.
    ['mp4', ['-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov'], 'audio/mp4', 'm4a'],
    // A codec that browsers do not play becomes one that they do.
    ['wav', ['-c:a', 'adpcm_ms'], 'audio/mp4', 'm4a'],
  ])('%s %j is kept as %s', async (extension, options, mime, keptExtension) => {
    const source = await media.convertSound(speech, path.join(made, `in-${options.length}.${extension}`), options);
    const file = await check('audio', source);
    expect(file.mime).toBe(mime);
    const name = { id: 'x', kind: 'audio' as const, mime: file.mime, originalName: `朗读.${extension}` };
    expect(storedName(name, { userType: 1 })).toBe(`朗读.${keptExtension}`);
    expect(Math.abs((file.durationMs ?? 0) - (await lengthOf()))).toBeLessThan(150);
    const kept = await media.writeMedia(made, `kept.${keptExtension}`, await readFile(file.path));
    expect(Math.abs(((await media.durationInHeader(kept)) ?? 0) - (await lengthOf()))).toBeLessThan(150);
  });

  test('a recording cut off in the middle keeps what is there', async () => {
    const recording = await readFile(await media.makeBrowserRecording(speech, path.join(made, 'whole.webm')));
    const file = await check('audio', recording.subarray(0, Math.floor(recording.length / 2)));
    expect(file.durationMs).toBeGreaterThan(500);
    expect(file.durationMs).toBeLessThan((await lengthOf()) * 0.8);
  });

  test('a recording cut off before its sound is refused', async () => {
    const recording = await readFile(await media.makeBrowserRecording(speech, path.join(made, 'header.webm')));
    await expect(check('audio', recording.subarray(0, 120))).rejects.toEqual(
      refused('unsupported_type', /没有可以播放的声音/),
    );
  });

  test('a picture pretending to be an mp3, a playlist and a video are refused', async () => {
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    await expect(check('audio', png)).rejects.toEqual(refused('unsupported_type', /不是录音文件/));
    await expect(check('audio', Buffer.from('#EXTM3U\nfile:///etc/passwd'))).rejects.toEqual(
      refused('unsupported_type', /不是录音文件/),
    );
    const video = await media.makeVideo(path.join(made, 'video.mp4'));
    await expect(check('audio', video)).rejects.toEqual(refused('unsupported_type', /视频/));
  });

  test('bytes that only begin like an mp3 are refused', async () => {
    const noise = Buffer.concat([Buffer.from('ID3\u0003\0\0\0\0\0\0', 'latin1'), Buffer.alloc(5000, 'x')]);
    await expect(check('audio', noise)).rejects.toEqual(refused('unsupported_type', /没有可以播放的声音/));
  });

  test('an mp3 with a cover picture is a recording', async () => {
    const cover = await media.writeMedia(made, 'cover.jpg', await media.makePhoto({ width: 100, height: 100 }));
    const song = path.join(made, 'cover.mp3');
    await media.convertSound(speech, song, [
      '-i',
      cover,
      '-map',
      '0:a',
      '-map',
      '1:v',
      '-c:v',
      'copy',
      '-disposition:v',
      'attached_pic',
    ]);
    expect((await check('audio', song)).mime).toBe('audio/mpeg');
  });
});

describe('sheets', () => {
  test('an xlsx is known by what is inside', async () => {
    const sheet = path.join(made, '名单.xlsx');
    await writeXlsxFile([[{ value: '张三', type: String }]]).toFile(sheet);
    expect((await readZipEntries(sheet))?.some((entry) => entry.name === 'xl/workbook.xml')).toBe(true);
    const file = await check('xlsx', await readFile(sheet));
    expect(file.mime).toContain('spreadsheetml');
    await expect(check('image', await readFile(sheet))).rejects.toEqual(refused('unsupported_type', /图片/));
  });

  test('what is no xlsx is refused', async () => {
    await expect(check('xlsx', '姓名,学号')).rejects.toEqual(refused('unsupported_type', /不是 xlsx/));
    await expect(check('xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex'))).rejects.toEqual(
      refused('unsupported_type', /旧的 xls/),
    );
  });
});
