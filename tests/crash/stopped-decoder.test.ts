import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { PASSWORD, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { readIfThere } from '~tests/support/processes';
import { post } from '~tests/support/saving.mjs';
import { startServer } from '~tests/support/server';
import { signIn } from '../../scripts/walk.mjs';

useDatabase({ keepRows: true });

/** An hour of sound in 2 MB: a minute of work. */
function longRecording(): FormData {
  const form = new FormData();
  const bytes = Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(2_000_000, 4)]);
  form.append('file', new File([bytes], '回答.amr', { type: 'audio/amr' }));
  form.append('kind', 'audio');
  return form;
}

/** The processes that read files for the one of this number. */
function decodersOf(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => id > 0 && readIfThere(`/proc/${id}/status`).includes(`\nPPid:\t${pid}\n`))
    .filter((id) => readIfThere(`/proc/${id}/cmdline`).includes('ffmpeg'));
}

test.runIf(process.platform === 'linux')('a server that is told twice to end leaves no decoder at work', async () => {
  const teacher = await makeTeacher();
  const server = await startServer({});
  onTestFinished(() => server.stop());
  const send = await signIn(server.address, teacher.account, PASSWORD);
  const sent = post(send, server.address, '/api/common/upload', longRecording()).catch(() => null);
  let decoders: number[] = [];
  await expect.poll(() => (decoders = decodersOf(server.pid)).length, { timeout: 60_000 }).toBe(1);
  const stopped = server.stop('SIGTERM');
  // What comes within two seconds is taken for the same wish.
  const again = setInterval(() => void server.stop('SIGTERM'), 500);
  onTestFinished(() => clearInterval(again));
  await stopped;
  expect(await sent).toBe(null);
  const goOn = () => decoders.filter((id) => readIfThere(`/proc/${id}/cmdline`).includes('ffmpeg'));
  await expect.poll(goOn, { timeout: 5000 }).toEqual([]);
});
