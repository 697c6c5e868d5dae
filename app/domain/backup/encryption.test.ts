import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Encrypter } from 'age-encryption';
import { afterAll, expect, test } from 'vitest';
import { openArchive } from './encryption.server';

const PASSPHRASE = '一句很长的、没有人猜得到的话';
/** What is taken out of a backup first, and copied: its database. */
const DATABASE = 1_900_000;
const directory = mkdtempSync(path.join(tmpdir(), 'kaoping-encryption-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Reads as a check does: copies the first part while more comes in, and looks at the rest at once. */
async function readAll(file: string): Promise<number> {
  const copy = await open(path.join(directory, 'copy'), 'w');
  let length = 0;
  try {
    for await (const chunk of await openArchive(file, PASSPHRASE)) {
      length += chunk.length;
      if (length < DATABASE) await copy.write(chunk);
    }
  } finally {
    await copy.close();
  }
  return length;
}

test('a damaged byte anywhere under a passphrase is one sentence', async () => {
  const encrypter = new Encrypter();
  // The cheapest: every reading has to find the key again.
  encrypter.setScryptWorkFactor(1);
  encrypter.setPassphrase(PASSPHRASE);
  const plain = Buffer.alloc(7_000_000, 'a recording');
  const whole = Buffer.from(await encrypter.encrypt(plain));
  const file = path.join(directory, 'backup.tar.age');
  writeFileSync(file, whole);
  expect(await readAll(file)).toBe(plain.length);
  const offsets = [30, 150, 400, 70_000, whole.length - 1];
  for (let at = DATABASE; at < whole.length; at += 44_983) offsets.push(at);
  for (const at of offsets) {
    const broken = Buffer.from(whole);
    broken[at] = (broken[at] ?? 0) ^ 0x01;
    writeFileSync(file, broken);
    await expect(readAll(file), `byte ${at}`).rejects.toThrow(/损坏|口令不对/);
    // What was still read ahead is here by now.
    await stat(file);
  }
}, 240_000);
