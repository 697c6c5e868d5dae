import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cleanFileName, decodeFileName, readMultipart, type UploadLimits, type Uploads } from '~/http/uploads.server';
import { type AppError } from '~/lib/errors';
import { resetEnv } from '~/lib/env.server';
import { temporaryDirectory } from '~/lib/temporary-files.server';

const LIMITS: UploadLimits = { maxFileBytes: 1024 * 1024, maxFiles: 2 };
let dataDir = '';

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'kaoping-uploads-'));
  process.env.DATA_DIR = dataDir;
  resetEnv();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const post = (body: FormData | URLSearchParams | string, headers: Record<string, string> = {}) =>
  new Request('http://localhost/upload', { method: 'POST', body, headers });
const formOf = (entries: [string, string | File][]) => {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
};
const leftovers = () => readdir(temporaryDirectory());
const refused = (code: string, message: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) as unknown });

test('fields and files of one form; the names keep their Chinese', async () => {
  const uploads = await readMultipart(
    post(
      formOf([
        ['title', '第一题\r\n第二行'],
        ['ids', '3'],
        ['photo', new File(['一张照片'], '我的答卷（第1页）.jpg')],
        ['ids', '4'],
      ]),
    ),
    LIMITS,
  );
  expect(uploads.form.get('title')).toBe('第一题\n第二行');
  expect(uploads.form.getAll('ids')).toEqual(['3', '4']);
  expect(uploads.form.has('photo')).toBe(false);
  const [file] = uploads.files;
  expect(file).toMatchObject({ field: 'photo', name: '我的答卷（第1页）.jpg', size: 12 });
  expect(await readFile(file?.path ?? '', 'utf8')).toBe('一张照片');
  await uploads.discard();
  expect(await leftovers()).toEqual([]);
});

test('all files together are counted while they come, whatever length was announced', async () => {
  const limits: UploadLimits = { maxFileBytes: 600, maxFiles: 5, maxTotalBytes: 1000, isEachForItself: true };
  const file = (bytes: number) => new File(['x'.repeat(bytes)], '一页.jpg');
  // A request made of a stream has no Content-Length: it comes in chunks.
  const chunked = (...sizes: number[]) => {
    const { body, headers } = post(formOf(sizes.map((size, at) => [`file${at}`, file(size)])));
    const init = { method: 'POST', body, headers, duplex: 'half' };
    return new Request('http://localhost/upload', init as RequestInit);
  };
  const fits = await readMultipart(chunked(500, 500), limits);
  expect(fits.files).toHaveLength(2);
  await fits.discard();
  const tooMuch = readMultipart(chunked(500, 500, 500), limits);
  await expect(tooMuch).rejects.toEqual(refused('too_large', /合起来最大/));
  expect(await leftovers()).toEqual([]);
});

test('file inputs left empty are no files; an empty file with a name is one', async () => {
  const uploads = await readMultipart(
    post(
      formOf([
        ['photo', new File([], '')],
        ['photo', new File([], '')],
        ['photo', new File([], '')],
        ['photo', new File([], '空.jpg')],
      ]),
    ),
    LIMITS,
  );
  expect(uploads.files).toMatchObject([{ name: '空.jpg', size: 0 }]);
  expect(await leftovers()).toHaveLength(1);
  await uploads.discard();
  expect(await leftovers()).toEqual([]);
});

test('a form without files gives its fields', async () => {
  const uploads = await readMultipart(post(new URLSearchParams({ _intent: 'save', text: '中文&=' })), LIMITS);
  expect([...uploads.form.entries()]).toEqual([
    ['_intent', 'save'],
    ['text', '中文&='],
  ]);
  expect(uploads.files).toEqual([]);
});

test('lines end as in the field, however the form travelled', async () => {
  const typed = '\n\n空两行开头\n第二行';
  const sent = typed.replace(/\n/g, '\r\n');
  for (const body of [new URLSearchParams({ text: sent }), formOf([['text', sent]])]) {
    const uploads = await readMultipart(post(body), LIMITS);
    expect(uploads.form.get('text')).toBe(typed);
  }
});

describe('limits', () => {
  test.each([
    ['a field above the limit', formOf([['text', 'x'.repeat(1024 * 1024 + 1)]]), /text.*太长/],
    ['too many fields', formOf(Array.from({ length: 5001 }, () => ['n', '1'])), /太多/],
  ])('%s', async (_name, form, message) => {
    await expect(readMultipart(post(form), LIMITS)).rejects.toEqual(refused('too_large', message));
    expect(await leftovers()).toEqual([]);
  });

  test.each([
    ['a file above the limit', [new File([new Uint8Array(1024 * 1024 + 1)], 'a.bin')], /每个文件最大 1 MB/],
    ['too many files', ['1', '2', '3'].map((name) => new File(['x'], `${name}.jpg`)), /最多上传 2 个/],
    ['too many files without names', ['1', '2', '3'].map((text) => new File([text], '')), /最多上传 2 个/],
  ])(
    '%s is refused at its field when the files are asked for; what was typed is kept',
    async (_name, files, message) => {
      const form = formOf([['before', '甲'], ...files.map((file): [string, File] => ['photo', file]), ['after', '乙']]);
      const uploads = await readMultipart(post(form), LIMITS);
      expect(() => uploads.files).toThrow();
      try {
        expect(uploads.files).toBeUndefined();
      } catch (error) {
        expect(error).toMatchObject({
          code: 'too_large',
          fields: { photo: expect.stringMatching(message) as unknown },
        });
      }
      expect([...uploads.form.entries()]).toEqual([
        ['before', '甲'],
        ['after', '乙'],
      ]);
      expect(await leftovers()).toEqual([]);
      await uploads.discard();
    },
  );

  test('a file of exactly the limit passes', async () => {
    const uploads = await readMultipart(
      post(formOf([['f', new File([new Uint8Array(1024 * 1024)], 'a.bin')]])),
      LIMITS,
    );
    expect(uploads.files[0]?.size).toBe(1024 * 1024);
    await uploads.discard();
  });

  test('fields without a file input have limits too', async () => {
    const long = post(new URLSearchParams({ text: 'x'.repeat(200 * 1024) }));
    await expect(readMultipart(long, LIMITS)).rejects.toEqual(refused('too_large', /text.*太长/));
    const many = post(new URLSearchParams(Array.from({ length: 5001 }, () => ['n', '1'])));
    await expect(readMultipart(many, LIMITS)).rejects.toEqual(refused('too_large', /太多/));
  });
});

test.each([
  ['no boundary', 'x', 'multipart/form-data'],
  [
    'a body that ends early',
    '--b\r\nContent-Disposition: form-data; name="f"; filename="a.jpg"\r\n\r\nhalf',
    'multipart/form-data; boundary=b',
  ],
  ['no part at all', '', 'multipart/form-data; boundary=b'],
])('%s is refused and leaves nothing', async (_name, body, type) => {
  await expect(readMultipart(post(body, { 'Content-Type': type }), LIMITS)).rejects.toEqual(refused('invalid', /./));
  expect(await leftovers()).toEqual([]);
});

describe('over a real connection', () => {
  let server: http.Server;
  let outcome: Promise<Uploads | AppError>;
  let settle: (value: Uploads | AppError) => void;
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => unhandled.push(reason);

  beforeAll(async () => {
    process.on('unhandledRejection', onUnhandled);
    server = http.createServer((req, res) => {
      // As Remix's adapter makes a Request of Node's.
      const request = new Request(`http://localhost${req.url ?? ''}`, {
        method: 'POST',
        headers: req.headers as Record<string, string>,
        body: createReadableStreamFromReadable(req),
        duplex: 'half',
      });
      readMultipart(request, { maxFileBytes: 20 * 1024 * 1024, maxFiles: 1 })
        .then((uploads) => {
          res.end(String(uploads.files.length));
          settle(uploads);
        })
        .catch((error: AppError) => {
          res.statusCode = error.status;
          res.end(error.message);
          settle(error);
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    outcome = new Promise((resolve) => (settle = resolve));
  });
  afterAll(async () => {
    process.off('unhandledRejection', onUnhandled);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  function send(type: string, length: number): http.ClientRequest {
    const { port } = server.address() as AddressInfo;
    return http.request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      headers: { 'Content-Type': type, 'Content-Length': length },
    });
  }
  const partHead = '--b\r\nContent-Disposition: form-data; name="f"; filename="a.webm"\r\n\r\n';

  test.each([10, 300_000])('a client that goes away after %d bytes leaves nothing behind', async (bytes) => {
    const request = send('multipart/form-data; boundary=b', 10_000_000);
    request.on('error', () => undefined);
    request.write(partHead);
    request.write(Buffer.alloc(bytes, 'x'));
    await expect.poll(async () => (await leftovers()).length).toBe(1);
    request.destroy();
    expect(await outcome).toEqual(refused('invalid', /上传中断/));
    expect(await leftovers()).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(unhandled).toEqual([]);
  });

  test('a name with a sign that no name has is said, not taken for a lost connection', async () => {
    const body = Buffer.from(`${partHead.replace('a.webm', 'a\0b.webm')}x\r\n--b--\r\n`, 'latin1');
    const request = send('multipart/form-data; boundary=b', body.length);
    request.on('error', () => undefined);
    request.end(body);
    expect(await outcome).toEqual(refused('invalid', /文件名里有不能用的字符/));
    expect(await leftovers()).toEqual([]);
  });

  test('fields cut off by a lost connection are not taken for the whole form', async () => {
    const request = send('application/x-www-form-urlencoded', 1000);
    request.on('error', () => undefined);
    request.write('text=half+an+answ');
    await new Promise((resolve) => setTimeout(resolve, 100));
    request.destroy();
    expect(await outcome).toEqual(refused('invalid', /上传中断/));
  });

  test('a file far above the limit is answered with the sentence, not with a broken connection', async () => {
    const body = Buffer.concat([Buffer.from(partHead), Buffer.alloc(40 * 1024 * 1024), Buffer.from('\r\n--b--\r\n')]);
    const request = send('multipart/form-data; boundary=b', body.length);
    const answer = new Promise<[number | undefined, string]>((resolve, reject) => {
      request.on('error', reject);
      request.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve([response.statusCode, text]));
      });
    });
    request.end(body);
    expect(await answer).toEqual([413, '文件太大了，每个文件最大 20 MB。']);
    expect(await leftovers()).toEqual([]);
  });
});

test.each([
  ['照片.jpg', '照片.jpg'],
  ['C:\\我的文档\\答卷.png', '答卷.png'],
  ['../../etc/passwd', 'passwd'],
  ['a\u0000b\n.jpg', 'ab.jpg'],
  ['照片\u202Egpj.exe', '照片gpj.exe'],
  ['a<b>:"c|d?*.jpg', 'a_b___c_d__.jpg'],
  ['..', ''],
  ['   ', ''],
  [`${'长'.repeat(150)}.webm`, `${'长'.repeat(99)}….webm`],
])('cleanFileName(%j)', (name, clean) => {
  expect(cleanFileName(name)).toBe(clean);
});

describe('names in the bytes they came in', () => {
  const latin1 = (hex: string) => Buffer.from(hex, 'hex').toString('latin1');
  test.each([
    ['UTF-8', latin1('e8af bee4bbb6 2e706466'.replace(/ /g, '')), '课件.pdf'],
    ['GB 18030', latin1('bfcebcfe2e706466'), '课件.pdf'],
    ['percent codes', '%E8%AF%BE%E4%BB%B6.pdf', '课件.pdf'],
    ['emoji', latin1('f09f98802e706466'), '😀.pdf'],
    ['a quote as browsers write it', 'a%22b.pdf', 'a"b.pdf'],
    ['a per cent sign that means itself', '通过率100%.pdf', '通过率100%.pdf'],
    ['filename*= is decoded already', '讲义.pdf', '讲义.pdf'],
  ])('%s', (_name, raw, expected) => {
    expect(decodeFileName(raw)).toBe(expected);
  });

  test('in a whole request, with Chinese texts beside them', async () => {
    const part = (name: string, content: string, file?: Buffer) =>
      Buffer.concat([
        Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"`),
        file ? Buffer.concat([Buffer.from('; filename="'), file, Buffer.from('"')]) : Buffer.from(''),
        Buffer.from(`\r\n\r\n${content}\r\n`),
      ]);
    const body = Buffer.concat([
      part('title', '第一课'),
      part('file', 'x', Buffer.from('bfcebcfe2e706466', 'hex')),
      part('file', 'x', Buffer.from('导游‮词/上.pdf')),
      Buffer.from('--x--\r\n'),
    ]);
    const request = new Request('http://localhost/upload', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    });
    const uploads = await readMultipart(request, LIMITS);
    expect(uploads.form.get('title')).toBe('第一课');
    expect(uploads.files.map((file) => file.name)).toEqual(['课件.pdf', '上.pdf']);
    await uploads.discard();
  });
});

test('each for itself: a file that is too large costs the others nothing', async () => {
  const uploads = await readMultipart(
    post(
      formOf([
        ['files', new File(['甲'], '甲.txt')],
        ['files', new File([new Uint8Array(LIMITS.maxFileBytes + 1)], '大.bin')],
      ]),
    ),
    { ...LIMITS, isEachForItself: true },
  );
  expect(uploads.files.map(({ name, isTooLarge }) => [name, isTooLarge])).toEqual([
    ['甲.txt', false],
    ['大.bin', true],
  ]);
  await uploads.discard();
  expect(await leftovers()).toEqual([]);
});
