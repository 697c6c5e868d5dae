import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '~/domain/actor/actor.rules';
import type { AppError } from '~/lib/errors';
import { actorOf, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { assertKnownAgain, findSameImport } from './import-again.queries.server';
import { getImportPage } from './import-page.queries.server';
import { undoImport } from './import-undo.commands.server';
import { confirmImport, startImport, waitForImport } from './import.commands.server';

/** The same file from two tabs, or chosen twice. */

useDatabase();

const T = 1_800_000_000_000;
const INPUT = { bank: 'theory', format: '', dirId: null, byDirectory: false } as const;
let teacher: Actor;
let other: Actor;

beforeEach(async () => {
  teacher = actorOf(await makeTeacher());
  other = actorOf(await makeTeacher());
});

const choice = (number: number) => `${number}. 第${number}题\nA. 甲\nB. 乙\n答案：A`;
const fileOf = (text: string) => ({ name: '试卷.txt', bytes: Buffer.from(text) });

async function begin(text: string, actor = teacher, input: Parameters<typeof startImport>[1] = INPUT) {
  const id = await startImport(actor, input, fileOf(text), T);
  await waitForImport(id, { isPatient: true });
  return id;
}
const confirm = (id: string) => confirmImport(teacher, id, T, { isPatient: true });
const pageOf = async (id: string) =>
  (await getImportPage(teacher, id, { show: '', currentPage: 1, pageSize: 20 }, T)).ready?.same;
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as AppError,
  );

describe('the same file once more', () => {
  const again = (id: string, known = '', now = T) => refusal(assertKnownAgain(teacher, id, known, now));
  const sameOf = async (id: string, now = T) => (await findSameImport(teacher, id, now))?.id ?? null;

  test('is told in the preview and at the yes, in another tab as well, and is stored for who knows it', async () => {
    const [first, second] = [await begin(choice(1)), await begin(choice(1))];
    expect(await pageOf(second)).toBeNull();
    expect(await again(second)).toBeNull();
    await confirm(first);
    expect(await pageOf(second)).toMatchObject({ id: first, count: 1 });
    expect(await again(second)).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('再按一次') as string,
    });
    expect(await again(second, first)).toBeNull();
    expect(await sameOf(await begin(choice(1)))).toBe(first);
  });

  test('is none of another file, bank or teacher, of the day before, or that was taken back', async () => {
    const first = await begin(choice(1));
    await confirm(first);
    expect(await sameOf(await begin(choice(2)))).toBeNull();
    expect(await sameOf(await begin(choice(1), teacher, { ...INPUT, bank: 'written' }))).toBeNull();
    const foreign = await begin(choice(1), other);
    expect(await findSameImport(other, foreign, T)).toBeNull();
    const second = await begin(choice(1));
    expect(await sameOf(second)).toBe(first);
    expect(await sameOf(second, T + 25 * 3_600_000)).toBeNull();
    await undoImport(teacher, first, T);
    expect(await sameOf(second)).toBeNull();
  });
});
