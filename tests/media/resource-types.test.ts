import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync, zipSync, strToU8 } from 'fflate';
import sharp from 'sharp';
import writeXlsxFile from 'write-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareFile } from '~/domain/file/prepare.server';
import { resourceKindOf } from '~/domain/file/resource-types.rules';
import { resetEnv } from '~/lib/env.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import * as media from '~tests/support/media';

const run = promisify(execFile);
let made = '';

beforeAll(async () => {
  made = await mkdtemp(path.join(tmpdir(), 'kaoping-types-'));
  process.env.DATA_DIR = path.join(made, 'data');
  resetEnv();
});
afterAll(() => rm(made, { recursive: true, force: true }));

async function check(content: Uint8Array | string, name = '文件'): Promise<string> {
  return (await prepare(content, name)).mime;
}
async function prepare(content: Uint8Array | string, name = '文件') {
  const arrived = temporaryPath();
  await writeFile(arrived, content);
  return prepareFile('resource', arrived, { name });
}
const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'unsupported_type', message: expect.stringMatching(message) as unknown });
const zip = (names: string[]) => zipSync(Object.fromEntries(names.map((name) => [name, strToU8('x')])));

/** An OLE file of 512-byte sectors: one for the table, then the directory with these names. */
function ole(names: string[]): Buffer {
  const directory = Buffer.alloc(Math.ceil(names.length / 4) * 512);
  for (const [index, name] of names.entries()) {
    directory.write(name, index * 128, 'utf16le');
    directory.writeUInt16LE(name.length * 2 + 2, index * 128 + 64);
  }
  const header = Buffer.alloc(512, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(512, 0xff);
  table.writeUInt32LE(0xfffffffd, 0);
  const sectors = directory.length / 512;
  for (let at = 1; at <= sectors; at += 1) table.writeUInt32LE(at === sectors ? 0xfffffffe : at + 1, at * 4);
  return Buffer.concat([header, table, directory]);
}

test('office documents are known by what is inside, whatever their names say', async () => {
  const sheet = path.join(made, '名单.xlsx');
  await writeXlsxFile([[{ value: '张三', type: String }]]).toFile(sheet);
  expect(await check(await readFile(sheet), '图片.png')).toContain('spreadsheetml');
  expect(await check(zip(['[Content_Types].xml', 'word/document.xml']))).toContain('wordprocessingml');
  expect(await check(zip(['[Content_Types].xml', 'ppt/presentation.xml']))).toContain('presentationml');
  const odt = zipSync({
    mimetype: [strToU8('application/vnd.oasis.opendocument.text'), { level: 0 }],
    'a.xml': strToU8('x'),
  });
  expect(await check(odt)).toBe('application/vnd.oasis.opendocument.text');
  const root = ['Root Entry', '\u0005SummaryInformation', 'x', 'y'];
  expect(await check(ole([...root, 'WordDocument']), '教案.wps')).toBe('application/msword');
  expect(await check(ole([...root, 'Workbook']), '名单.et')).toBe('application/vnd.ms-excel');
  expect(await check(ole([...root, 'PowerPoint Document']), '课件.dps')).toBe('application/vnd.ms-powerpoint');
  expect(await check(ole([...root, 'EncryptedPackage']))).toBe('application/x-ole-storage');
  expect(await check('{\\rtf1\\ansi 你好}')).toBe('application/rtf');
  expect(await check('%PDF-1.7\n')).toBe('application/pdf');
});

test('archives, pictures and texts', async () => {
  expect(await check(zip(['资料/讲义.docx', 'setup.exe']))).toBe('application/zip');
  expect(await check(gzipSync(strToU8('x')), '资料.tar.gz')).toBe('application/gzip');
  expect(await check(Buffer.from('526172211a0701000000', 'hex'))).toBe('application/vnd.rar');
  expect(await check(Buffer.from('377abcaf271c0004', 'hex'))).toBe('application/x-7z-compressed');
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  expect(await check(png, '图.jpg')).toBe('image/png');
  expect(await check('导游词：各位游客，大家好！', '讲稿.md')).toBe('text/plain');
  expect(await check('姓名,学号\n张三,1', '名单.csv')).toBe('text/csv');
  expect(await check(Buffer.from('b5bcd3ced7a8d2b5', 'hex'), '国标码.txt')).toBe('text/plain');
  expect(await check(Buffer.from('\ufeffabc 各位', 'utf16le'), '双字节.txt')).toBe('text/plain');
});

test('sound and film are told apart by their streams', async () => {
  const tone = await media.makeToneWav(path.join(made, 'tone.wav'), 1);
  expect(await check(await readFile(tone))).toBe('audio/wav');
  const film = await readFile(await media.makeVideo(path.join(made, 'film.mp4')));
  expect(await check(film, '录音.m4a')).toBe('video/mp4');
  const m4a = await readFile(await media.convertSound(tone, path.join(made, 'tone.m4a')));
  expect(await check(m4a, '录像.mp4')).toBe('audio/mp4');
  const webm = path.join(made, 'film.webm');
  await run('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc=duration=1:size=64x64:rate=5',
    '-c:v',
    'libvpx',
    webm,
  ]);
  expect(await check(await readFile(webm))).toBe('video/webm');
  const avi = path.join(made, 'film.avi');
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=duration=1:size=64x64:rate=5', avi]);
  expect(await check(await readFile(avi))).toBe('video/x-msvideo');
  await expect(check(film.subarray(0, 64))).rejects.toEqual(refused(/已损坏/));
});

test('sound says how long it is, whatever its header says; a film and a broken file are kept without', async () => {
  const tone = await media.makeToneWav(path.join(made, 'long.wav'), 5);
  const seconds = async (content: Uint8Array) => {
    const { durationMs } = await prepare(content);
    return durationMs === undefined ? undefined : Math.round(durationMs / 1000);
  };
  for (const name of ['a.mp3', 'a.m4a', 'a.ogg', 'a.flac', 'a.aac', 'a.caf']) {
    expect(await seconds(await readFile(await media.convertSound(tone, path.join(made, name)))), name).toBe(5);
  }
  expect(await seconds(await readFile(tone))).toBe(5);
  // As a browser records: nothing in it says how long it is.
  const recorded = await media.makeBrowserRecording(tone, path.join(made, 'recorded.webm'));
  expect(await seconds(await readFile(recorded))).toBe(5);
  expect(await seconds(await readFile(await media.makeVideo(path.join(made, 'again.mp4'))))).toBeUndefined();
  expect(await prepare((await readFile(tone)).subarray(0, 44))).toMatchObject({ mime: 'audio/wav' });
});

test.each([
  ['a program', 'MZ\u0090\u0000', '课件.pptx', /程序/],
  ['a Linux program', '\u007fELF', 'a.pdf', /程序/],
  ['a shell script', '#!/bin/sh\nrm -rf /', 'a.txt', /程序/],
  ['a batch file', '@echo off\r\ndel *', 'a.txt', /脚本/],
  ['a script by name', 'WScript.Echo 1', 'a.vbs', /脚本/],
  ['a page', '<!DOCTYPE html><p>x', 'a.txt', /网页/],
  ['a page after a mark and a comment', '\ufeff  <!-- x --><HTML>', 'a.md', /网页/],
  ['a page in UTF-16', Buffer.from('\ufeff<html>', 'utf16le'), 'a.txt', /网页/],
  ['a drawing', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.png', /网页/],
  ['script inside a text', '你好 <script>alert(1)</script>', 'a.txt', /网页/],
  ['a text with zero bytes', 'abc\u0000def', 'a.txt', /看不出/],
  ['anything', Buffer.from('00ff17a1b2c3d4e5f60102', 'hex'), 'a.pdf', /看不出/],
  ['a damaged archive', Buffer.from('504b030414000000', 'hex'), 'a.zip', /已损坏/],
] as [string, string | Buffer, string, RegExp][])('%s is refused', async (_what, content, name, message) => {
  await expect(check(content, name)).rejects.toEqual(refused(message));
});

test('what would run inside a document is refused', async () => {
  await expect(check(zip(['word/document.xml', 'word/vbaProject.bin']))).rejects.toEqual(refused(/宏/));
  await expect(check(ole(['Root Entry', 'Workbook', '_VBA_PROJECT']))).rejects.toEqual(refused(/宏/));
  await expect(check(zip(['META-INF/MANIFEST.MF', 'A.class']))).rejects.toEqual(refused(/程序/));
  await expect(check(ole(['Root Entry', 'Property']), '安装.msi')).rejects.toEqual(refused(/看不出/));
});

test('every type that is told has its kind', () => {
  expect(['application/pdf', 'video/x-msvideo', 'application/gzip'].map(resourceKindOf)).toEqual([
    'document',
    'video',
    'archive',
  ]);
});
