import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '~/lib/errors';
import { makeScans } from '~tests/support/odd-pictures';
import { countPdfPages, readPdfPages, readPicture } from './sheet-reading.server';

/** Printed from the app's own sheets: of student 346 and 347 the pages 1 and 2; a phone's photo of the third. */
const SHEETS = path.resolve('tests/fixtures/sheets/sheets.pdf');
const PHOTO = path.resolve('tests/fixtures/sheets/phone.jpg');

let folder = '';
let page = '';
const at = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kaoping-sheets-'));
  page = at('page.jpg');
  await readPdfPages({ path: SHEETS, from: 0, targets: [page], hideHead: false });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: unknown) => (error instanceof AppError ? error.message : String(error)),
  );

/** Where the darkest corner of the code's ring is: how much ink stands in each quarter of the page's head. */
async function inkOfHead(file: string): Promise<{ left: number; right: number; isPortrait: boolean }> {
  const { width, height } = await sharp(file).metadata();
  const ink = async (left: number) => {
    const area = { left: Math.round(left), top: 0, width: Math.round(width * 0.3), height: Math.round(height * 0.16) };
    const { channels } = await sharp(
      await sharp(file).extract(area).greyscale().threshold(110).png().toBuffer(),
    ).stats();
    return 255 - (channels[0]?.mean ?? 255);
  };
  return { left: await ink(0), right: await ink(width * 0.68), isPortrait: height > width };
}

const HARD: [string, (sheet: Sharp) => Sharp | Promise<Sharp>][] = [
  ['a quarter turn', (sheet) => sheet.rotate(90)],
  ['upside down', (sheet) => sheet.rotate(180)],
  ['three quarters', (sheet) => sheet.rotate(270)],
  ['5° askew', (sheet) => sheet.rotate(5, { background: '#777' })],
  ['17° askew', (sheet) => sheet.rotate(-17, { background: '#555' })],
  ['blurred', (sheet) => sheet.resize({ width: 1240 }).blur(3)],
  ['dark', (sheet) => sheet.linear(0.2, 6).blur(0.7)],
  ['pale', (sheet) => sheet.linear(0.25, 185)],
  ['150 dpi', (sheet) => sheet.resize({ width: 1240 })],
  ['black and white', (sheet) => sheet.resize({ width: 1240 }).greyscale().threshold(150)],
  ['as small as a messenger sends it', (sheet) => sheet.resize({ width: 500 })],
];

test('a photo with hundreds of scans is refused before it is decoded', async () => {
  const file = at('scans.jpg');
  writeFileSync(file, makeScans(800));
  expect(await refusal(readPicture({ path: file, target: at('scans-read.jpg'), hideHead: false }))).toMatch(/打不开/);
});

describe('the code of a scanned sheet', () => {
  test.each(HARD)('is read: %s', async (name, distort) => {
    const file = at(`${name}.jpg`);
    await (await distort(sharp(page))).jpeg({ quality: 40 }).toFile(file);
    const target = at('upright.jpg');
    expect(await readPicture({ path: file, target, hideHead: false })).toMatchObject({ code: 'KP1-12-346-1' });
    const ink = await inkOfHead(target);
    expect(ink.isPortrait).toBe(true);
    // What is very dark or pale is all ink, or none.
    if (!/^(dark|pale|17° askew)$/.test(name)) expect(ink.right).toBeGreaterThan(ink.left);
  });

  test('is read on a phone’s photo, aslant on a dark desk, and the photo is stood upright', async () => {
    const target = at('upright.jpg');
    expect(await readPicture({ path: PHOTO, target, hideHead: false })).toMatchObject({ code: 'KP1-12-347-1' });
    // The phone was held upright, the sheet lay on its side: the sheet is what stands upright now.
    expect((await inkOfHead(target)).isPortrait).toBe(false);
  });

  test('is read on every page of a PDF', async () => {
    expect(await countPdfPages({ path: SHEETS })).toBe(4);
    const targets = [1, 2, 3, 4].map((number) => at(`page-${number}.jpg`));
    expect(await readPdfPages({ path: SHEETS, from: 0, targets, hideHead: false })).toMatchObject([
      { code: 'KP1-12-346-1' },
      { code: 'KP1-12-346-2' },
      { code: 'KP1-12-347-1' },
      { code: 'KP1-12-347-2' },
    ]);
  });

  test('what names the student is covered where marking is anonymous', async () => {
    const target = at('covered.jpg');
    await readPdfPages({ path: SHEETS, from: 0, targets: [target], hideHead: true });
    const { left, right } = await inkOfHead(target);
    expect(left + right).toBeLessThan(1);
  });

  test('a page without one is kept as it came', async () => {
    const file = at('blank.png');
    await sharp({ create: { width: 800, height: 1100, channels: 3, background: '#fff' } })
      .png()
      .toFile(file);
    const target = at('kept.jpg');
    expect(await readPicture({ path: file, target, hideHead: true })).toMatchObject({ code: null });
    expect(await sharp(target).metadata()).toMatchObject({ width: 800, height: 1100 });
  });
});

describe('files that are not what they say', () => {
  test('are refused with a sentence', async () => {
    const broken = at('broken.pdf');
    writeFileSync(broken, Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(4000, 7)]));
    expect(await refusal(countPdfPages({ path: broken }))).toContain('这个 PDF 打不开');
    const cut = at('cut.jpg');
    writeFileSync(cut, readFileSync(PHOTO).subarray(0, 9000));
    expect(await refusal(readPicture({ path: cut, target: at('x.jpg'), hideHead: false }))).toContain('打不开');
  });

  test('a page as large as a wall is drawn no larger than another', async () => {
    const wall = at('wall.pdf');
    const objects = [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 14400 14400]>>',
    ];
    const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('');
    writeFileSync(wall, `%PDF-1.4\n${body}trailer<</Root 1 0 R/Size 4>>\n%%EOF`);
    const target = at('wall.jpg');
    expect(await readPdfPages({ path: wall, from: 0, targets: [target], hideHead: false })).toMatchObject([
      { code: null },
    ]);
    expect((await sharp(target).metadata()).width).toBeLessThanOrEqual(2400);
  });
});
