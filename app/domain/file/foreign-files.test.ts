import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFile, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { noFilesWarning } from './foreign-files.server';

useDatabase();

test('a school whose files are all somewhere else is told of its directory', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-elsewhere-'));
  try {
    expect(await noFilesWarning({ dataDir, s3: undefined })).toBeNull();
    const { id } = await makeFile({ owner: await makeTeacher() });
    expect(await noFilesWarning({ dataDir, s3: undefined })).toMatch(/^数据库里有 1 个文件.*DATA_DIR 多半写错了/);
    const place = path.join(dataDir, 'files', id.slice(0, 2));
    mkdirSync(place, { recursive: true });
    writeFileSync(path.join(place, id), 'a recording');
    expect(await noFilesWarning({ dataDir, s3: undefined })).toBeNull();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
