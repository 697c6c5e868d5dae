import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { keepImportFile } from '~/domain/question-bank/import-file.server';
import { LOOK_MS, SILENCE_MS } from '~/domain/question-bank/import.rules';
import { makeTeacher } from '~tests/factories';
import { makeImport } from '~tests/factories/imports';
import { useDatabase } from '~tests/support/db';
import { startServer, type RunningServer } from '~tests/support/server';

/** What a server leaves behind that was killed during an import; another one runs already. */

useDatabase({ keepRows: true });

/** What is promised of a machine with time to spare, and what a test waits on one that has none. */
const PROMISED_MS = 10_000;
const PATIENCE_MS = 120_000;
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({});
});
afterAll(() => server?.stop());

test('a dead server is noticed in less than ten seconds', () => {
  expect(SILENCE_MS + LOOK_MS).toBeLessThan(PROMISED_MS);
});

test('an import whose server died goes on, whatever it was at', async () => {
  const owner = await makeTeacher();
  const diedAt = Date.now();
  const leave = (state: string) => makeImport({ owner, state, created_at: diedAt, updated_at: diedAt });
  const [reading, storing] = await Promise.all([leave('reading'), leave('storing')]);
  await db().deleteFrom('question_import_items').where('import_id', '=', reading.id).execute();
  await keepImportFile(reading.id, Buffer.from('::Q1:: 长城在北京。{T}\n\n::Q2:: 故宫在上海。{F}\n'));

  const states = async () => {
    const rows = await db().selectFrom('question_imports').select(['id', 'state']).execute();
    return [reading, storing].map(({ id }) => rows.find((row) => row.id === id)?.state);
  };
  await expect.poll(states, { timeout: PATIENCE_MS, interval: 100 }).toEqual(['ready', 'stored']);
  const titles = async (table: 'question_import_items' | 'questions') =>
    (await db().selectFrom(table).select('title').orderBy('title').execute()).map(({ title }) => title);
  // What was read waits beside the one that is stored, and is in no bank yet.
  expect(await titles('question_import_items')).toEqual(['Q1', 'Q2', '水往低处流。']);
  expect(await titles('questions')).toEqual(['水往低处流。']);
});
