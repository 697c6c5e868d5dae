import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeBrowserRecording, makePhoto } from './media';

const run = promisify(execFile);

/** Stands in every tag of the recordings below: nothing that is stored may hold it. */
export const MARKER = 'MaRkEr7q';

/** How long each of the recordings is. */
export const SECONDS = 6;

// prettier-ignore
const TAGS = ['-metadata', `artist=${MARKER}`, '-metadata', `title=${MARKER}`, '-metadata', `comment=${MARKER}`,
  '-metadata', `location=+31.2304+121.4737/${MARKER}`, '-metadata', `encoder=${MARKER}`,
  '-metadata:s:a:0', `title=${MARKER}`, '-metadata:s:a:0', `handler_name=${MARKER}`];

/** AMR as phones record it: frames of the highest rate with made-up speech, then silence. */
function amr({ isWide = false } = {}): Buffer {
  const [mark, first, bytes] = isWide ? ['#!AMR-WB\n', 0x44, 60] : ['#!AMR\n', 0x3c, 31];
  const frames = Array.from({ length: SECONDS * 50 }, (_, index) =>
    Buffer.from([first, ...Array.from({ length: bytes }, (_, at) => (index * 31 + at * 17) & 0xff)]),
  );
  return Buffer.concat([Buffer.from(mark, 'latin1'), ...frames]);
}

/** A chunk of RIFF or IFF with the marker. */
function chunk(name: string, size: 'little' | 'big', length = 64): Buffer {
  const bytes = Buffer.alloc(8 + length);
  bytes.write(name, 0, 'latin1');
  if (size === 'little') bytes.writeUInt32LE(length, 4);
  else bytes.writeUInt32BE(length, 4);
  bytes.write(MARKER, 12, 'latin1');
  return bytes;
}

/** ID3 version 2.3 with the marker as the artist. */
export function id3(): Buffer {
  const text = Buffer.concat([Buffer.from([0]), Buffer.from(MARKER, 'latin1')]);
  const frame = Buffer.concat([Buffer.from('TPE1\0\0\0\0\0\0', 'latin1'), text]);
  frame.writeUInt32BE(text.length, 4);
  const head = Buffer.from('ID3\u0003\0\0\0\0\0\0', 'latin1');
  head[9] = frame.length;
  return Buffer.concat([head, frame]);
}

function id3v1(): Buffer {
  const tag = Buffer.alloc(128);
  tag.write(`TAG${MARKER}`, 0, 'latin1');
  tag.write(MARKER, 33, 'latin1');
  return tag;
}

/** APE's second version: items and a footer, with or without a header. */
function ape({ hasHeader }: { hasHeader: boolean }): Buffer {
  const item = Buffer.concat([Buffer.alloc(8), Buffer.from(`Artist\0${MARKER}`, 'latin1')]);
  item.writeUInt32LE(MARKER.length, 0);
  const border = (flags: number) => {
    const bytes = Buffer.alloc(32);
    bytes.write('APETAGEX', 0, 'latin1');
    bytes.writeUInt32LE(2000, 8);
    bytes.writeUInt32LE(item.length + 32, 12);
    bytes.writeUInt32LE(1, 16);
    bytes.writeUInt32LE(flags, 20);
    return bytes;
  };
  const kept = hasHeader ? 0x80000000 : 0;
  return Buffer.concat([...(hasHeader ? [border(0xa0000000)] : []), item, border(kept)]);
}

const lyrics = () => Buffer.from(`LYRICSBEGININD0000300EAR00008${MARKER}000027LYRICS200`, 'latin1');

/** What a recording is called here, and whether its sound is kept as it came or made anew for browsers. */
export type Kind = { name: string; mime: string; make: (speech: string, folder: string) => Promise<string> };

type Made = (target: string, speech: string, folder: string) => Promise<unknown>;

const kind = (file: string, mime: string, make: Made): Kind => ({
  name: file,
  mime,
  make: async (speech, folder) => {
    const target = path.join(folder, file);
    await make(target, speech, folder);
    return target;
  },
});

const ffmpeg = (...args: string[]) => run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args]);

/** By ffmpeg, with tags wherever the format has some. */
const converted = (file: string, mime: string, ...options: string[]) =>
  kind(file, mime, (target, speech) => ffmpeg('-i', speech, ...options, ...TAGS, target));

/** A file of the kind above, with bytes changed. */
const changed = (file: string, mime: string, options: string[], change: (bytes: Buffer) => Buffer | Promise<Buffer>) =>
  kind(file, mime, async (target, speech) => {
    await ffmpeg('-i', speech, ...options, target);
    await writeFile(target, await change(await readFile(target)));
  });

/** Every kind of recording that is accepted, with tags. */
export const KINDS: Kind[] = [
  kind('browser.webm', 'audio/webm', (target, speech) => makeBrowserRecording(speech, target)),
  converted('tags.webm', 'audio/webm', '-c:a', 'libopus'),
  converted('vorbis.webm', 'audio/ogg', '-c:a', 'libvorbis'),
  converted('sound.mka', 'audio/mp4', '-c:a', 'aac'),
  converted('voice.m4a', 'audio/mp4', '-movflags', 'use_metadata_tags'),
  converted('phone.mp4', 'audio/mp4', '-c:a', 'aac', '-movflags', '+faststart'),
  converted('safari.mp4', 'audio/mp4', '-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov+default_base_moof'),
  converted('opus.mp4', 'audio/webm', '-c:a', 'libopus', '-strict', '-2'),
  converted('lossless.m4a', 'audio/mp4', '-c:a', 'alac'),
  kind('cover.m4a', 'audio/mp4', async (target, speech, folder) => {
    const cover = path.join(folder, 'cover.jpg');
    await writeFile(cover, Buffer.concat([await makePhoto({ width: 100, height: 100 }), Buffer.from(MARKER)]));
    await ffmpeg(
      '-i',
      speech,
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
      ...TAGS,
      target,
    );
  }),
  converted('constant.mp3', 'audio/mpeg', '-b:a', '64k', '-write_id3v1', '1'),
  converted('variable.mp3', 'audio/mpeg', '-q:a', '5', '-id3v2_version', '4'),
  converted('unmarked.mp3', 'audio/mpeg', '-q:a', '5', '-write_xing', '0'),
  changed('ape.mp3', 'audio/mpeg', ['-b:a', '64k'], (bytes) =>
    Buffer.concat([bytes, ape({ hasHeader: true }), id3v1()]),
  ),
  changed('footer.mp3', 'audio/mpeg', ['-b:a', '64k'], (bytes) => Buffer.concat([bytes, ape({ hasHeader: false })])),
  changed('lyrics.mp3', 'audio/mpeg', ['-b:a', '64k'], (bytes) => Buffer.concat([id3(), bytes, lyrics(), id3v1()])),
  changed('joined.mp3', 'audio/mpeg', ['-b:a', '64k', '-t', String(SECONDS / 2), '-write_xing', '0'], (bytes) =>
    Buffer.concat([bytes, id3v1(), id3(), Buffer.from(MARKER), bytes]),
  ),
  converted('list.wav', 'audio/wav', '-write_bext', '1', '-metadata', `description=${MARKER}`),
  changed('chunks.wav', 'audio/wav', [], (bytes) => {
    const whole = Buffer.concat([
      bytes,
      chunk('bext', 'little', 602),
      chunk('id3 ', 'little'),
      chunk('iXML', 'little'),
    ]);
    whole.writeUInt32LE(whole.length - 8, 4);
    return whole;
  }),
  converted('float.wav', 'audio/wav', '-c:a', 'pcm_f32le'),
  converted('a-law.wav', 'audio/mp4', '-c:a', 'pcm_alaw'),
  converted('adpcm.wav', 'audio/mp4', '-c:a', 'adpcm_ms'),
  converted('opus.ogg', 'audio/ogg', '-c:a', 'libopus'),
  converted('vorbis.ogg', 'audio/ogg', '-c:a', 'libvorbis'),
  converted('flac.ogg', 'audio/ogg', '-c:a', 'flac'),
  converted('speex.ogg', 'audio/mp4', '-c:a', 'libspeex', '-ar', '16000'),
  converted('sound.flac', 'audio/flac'),
  changed('blocks.flac', 'audio/flac', [], (bytes) => {
    // An application's own block behind the first one.
    const block = Buffer.concat([Buffer.from([2, 0, 0, 4 + MARKER.length]), Buffer.from(`ABCD${MARKER}`, 'latin1')]);
    return Buffer.concat([bytes.subarray(0, 42), block, bytes.subarray(42)]);
  }),
  converted('sound.aac', 'audio/mp4'),
  kind('phone.amr', 'audio/mp4', (target) => writeFile(target, amr())),
  kind('wide.amr', 'audio/mp4', (target) => writeFile(target, amr({ isWide: true }))),
  kind('phone.3gp', 'audio/mp4', async (target) => {
    await writeFile(`${target}.amr`, amr());
    await ffmpeg('-i', `${target}.amr`, '-c', 'copy', ...TAGS, target);
  }),
  converted('aac.3gp', 'audio/mp4', '-c:a', 'aac', '-ar', '16000'),
  converted('memo.caf', 'audio/mp4'),
  converted('alac.caf', 'audio/mp4', '-c:a', 'alac'),
  converted('sound.aiff', 'audio/mp4', '-write_id3v2', '1'),
  converted('sound.aifc', 'audio/mp4', '-c:a', 'pcm_alaw', '-f', 'aiff'),
];
