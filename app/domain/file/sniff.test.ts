import { expect, test } from 'vitest';
import { sniff } from './sniff';

const bytes = (...parts: (number | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from([part]))));

test.each([
  ['JPEG', bytes(0xff, 0xd8, 0xff, 0xe0), { family: 'image', format: 'jpeg' }],
  ['PNG', bytes(0x89, 'PNG\r\n', 0x1a, '\n'), { family: 'image', format: 'png' }],
  ['WebP', bytes('RIFF....WEBPVP8 '), { family: 'image', format: 'webp' }],
  ['GIF', bytes('GIF89a'), { family: 'image', format: 'gif' }],
  ['HEIC', bytes(0, 0, 0, 0x18, 'ftypheic'), { family: 'image', format: 'heif' }],
  ['m4a', bytes(0, 0, 0, 0x18, 'ftypM4A '), { family: 'media', demuxer: 'mov' }],
  ['3gp', bytes(0, 0, 0, 0x18, 'ftyp3gp4'), { family: 'media', demuxer: 'mov' }],
  ['webm', bytes(0x1a, 0x45, 0xdf, 0xa3), { family: 'media', demuxer: 'matroska' }],
  ['wav', bytes('RIFF....WAVEfmt '), { family: 'media', demuxer: 'wav' }],
  ['ogg', bytes('OggS'), { family: 'media', demuxer: 'ogg' }],
  ['flac', bytes('fLaC'), { family: 'media', demuxer: 'flac' }],
  ['amr', bytes('#!AMR\n'), { family: 'media', demuxer: 'amr' }],
  ['AMR of wide band', bytes('#!AMR-WB\n'), { family: 'media', demuxer: 'amr' }],
  ['caf', bytes('caff', 0, 1, 0, 0), { family: 'media', demuxer: 'caf' }],
  ['aiff', bytes('FORM....AIFFCOMM'), { family: 'media', demuxer: 'aiff' }],
  ['aifc', bytes('FORM....AIFCFVER'), { family: 'media', demuxer: 'aiff' }],
  ['another FORM', bytes('FORM....ILBM'), undefined],
  ['mp3 with tags', bytes('ID3', 3, 0), { family: 'media', demuxer: 'mp3' }],
  ['mp3 frame', bytes(0xff, 0xfb, 0x90, 0x64), { family: 'media', demuxer: 'mp3' }],
  ['ADTS', bytes(0xff, 0xf1, 0x50, 0x80), { family: 'media', demuxer: 'aac' }],
  ['PDF', bytes('%PDF-1.7'), { family: 'document', mime: 'application/pdf' }],
  ['zip', bytes('PK', 3, 4), { family: 'document', mime: 'application/zip' }],
  [
    'old Office',
    bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
    { family: 'document', mime: 'application/x-cfb' },
  ],
  ['Windows program', bytes('MZ', 0x90), { family: 'program' }],
  ['Linux program', bytes(0x7f, 'ELF'), { family: 'program' }],
  ['script', bytes('#!/bin/sh'), { family: 'program' }],
  ['text', bytes('hello'), undefined],
  ['UTF-16 text', bytes(0xff, 0xfe, 0x2d, 0x4e), undefined],
  ['playlist', bytes('#EXTM3U\nfile:///etc/passwd'), undefined],
  ['file list', bytes('ffconcat version 1.0\nfile /etc/passwd'), undefined],
  ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
  ['nothing', bytes(), undefined],
])('%s', (_name, head, expected) => {
  expect(sniff(head)).toEqual(expected);
});
