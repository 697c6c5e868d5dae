import { readdir } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { presetDisk } from '~/domain/file/quota.server';
import { sessionCookie } from '~/http/session.server';
import { readMultipart } from '~/http/uploads.server';
import { temporaryDirectory } from '~/lib/temporary-files.server';
import { makeStudent } from '~tests/factories';
import { useDatabase } from '~tests/support/db';

useDatabase();

const MB = 1024 * 1024;
const HEAD = [
  '--x\r\nContent-Disposition: form-data; name="note"\r\n\r\n写好的\r\n',
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF',
].join('');

/** A form whose file goes on coming until it is ended. */
function begin(cookie: string, stated: number | null) {
  let end = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from(HEAD));
      end = () => {
        controller.enqueue(Buffer.from('\r\n--x--\r\n'));
        controller.close();
      };
    },
  });
  const headers = new Headers({ 'Content-Type': 'multipart/form-data; boundary=x', Cookie: cookie });
  if (stated !== null) headers.set('Content-Length', String(stated));
  const request = new Request('http://kaoping.test/', { method: 'POST', headers, body, duplex: 'half' });
  return { end, read: readMultipart(request, { maxFileBytes: 50 * MB, maxFiles: 1 }) };
}

async function cookieOf(student: Awaited<ReturnType<typeof makeStudent>>): Promise<string> {
  const { id, user_type: role, session_version: version } = student;
  return (await sessionCookie({ uid: id, role, version, renewedAt: Date.now() })).split(';')[0] ?? '';
}

const onDisk = async () => (await readdir(temporaryDirectory())).length;

test.each([50 * MB, null])('of a pupil’s forty unfinished bodies of %s bytes ten reach the disk', async (stated) => {
  presetDisk(0.5);
  const [cookie, classmates] = [await cookieOf(await makeStudent()), await cookieOf(await makeStudent())];
  const before = await onDisk();
  const sent = Array.from({ length: 40 }, () => begin(cookie, stated));
  await vi.waitFor(async () => expect(await onDisk()).toBe(before + 10));
  const one = begin(classmates, stated);
  await vi.waitFor(async () => expect(await onDisk()).toBe(before + 11));
  for (const { end } of [one, ...sent]) end();
  expect((await one.read).files).toHaveLength(1);
  const all = await Promise.all(sent.map(({ read }) => read));
  const refused = all.filter(({ refusal }) => refusal?.code === 'too_many');
  expect(refused).toHaveLength(30);
  // What was typed beside it is there all the same.
  expect(all.every(({ form }) => form.get('note') === '写好的')).toBe(true);
  for (const uploads of [await one.read, ...all]) await uploads.discard();
  expect(await onDisk()).toBe(before);
  const later = begin(cookie, stated);
  later.end();
  const uploads = await later.read;
  expect(uploads.files).toHaveLength(1);
  await uploads.discard();
});
