import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { actorOf, makeStudent, makeTeacher, makeTheoryQuestion } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import {
  addDirectory,
  deleteDirectory,
  ensureDirectoryPath,
  moveDirectory,
  renameDirectory,
} from './directory.commands.server';
import { listDirectories, listDirectoryIds, requireOwnDirectory } from './directory.queries.server';
import { flatten } from './directory.rules';

useDatabase();

const T = 1_800_000_000_000;
let teacher: Actor;
let other: Actor;

beforeEach(async () => {
  teacher = actorOf(await makeTeacher());
  other = actorOf(await makeTeacher());
});

const add = (name: string, parentId: number | null = null, actor = teacher) =>
  addDirectory(actor, { bank: 'theory', parentId, name }, T).then(({ id }) => id);
const shape = async (actor = teacher) =>
  flatten((await listDirectories(actor, 'theory')).directories).map(({ name, depth, count }) => [name, depth, count]);
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as { code: string; message: string; fields?: Record<string, string> },
  );

describe('adding and renaming', () => {
  test('a name stands once among those beside it, per bank and owner', async () => {
    const top = await add('古建筑');
    await add('古建筑', top);
    await add('古建筑', null, other);
    await addDirectory(teacher, { bank: 'oral', parentId: null, name: '古建筑' }, T);
    expect(await refusal(add('古建筑'))).toMatchObject({ fields: { name: '这里已有目录“古建筑”' } });
    const second = await add('园林');
    expect(await refusal(renameDirectory(teacher, { id: second, name: '古建筑' }, T))).toMatchObject({
      code: 'invalid',
    });
    await renameDirectory(teacher, { id: second, name: '园林' }, T);
    await renameDirectory(teacher, { id: second, name: '皇家园林' }, T);
    expect(await shape()).toEqual([
      ['古建筑', 1, 0],
      ['古建筑', 2, 0],
      ['皇家园林', 1, 0],
    ]);
  });

  test('four levels, not five', async () => {
    const last = await ensureDirectoryPath(teacher, 'theory', ['一', '二', '三', '四'], T);
    expect(await refusal(add('五', last))).toMatchObject({ fields: { parentId: expect.stringContaining('4 级') } });
  });

  test("others' directories are as good as missing, another bank's too", async () => {
    const foreign = await add('别人的', null, other);
    for (const attempt of [
      () => add('下级', foreign),
      () => renameDirectory(teacher, { id: foreign, name: '新名' }, T),
      () => moveDirectory(teacher, { id: foreign, parentId: null }, T),
      () => deleteDirectory(teacher, foreign, T),
      () => requireOwnDirectory(teacher, 'theory', foreign),
      () => addDirectory(other, { bank: 'oral', parentId: foreign, name: '跨库' }, T),
    ]) {
      expect(await refusal(attempt())).toMatchObject({ code: 'not_found' });
    }
  });

  test('students keep directories of their own questions, not of exams', async () => {
    const student = actorOf(await makeStudent());
    await add('错题', null, student);
    expect(await shape(student)).toEqual([['错题', 1, 0]]);
    expect(await refusal(addDirectory(student, { bank: 'exam', parentId: null, name: '期末' }, T))).toMatchObject({
      code: 'forbidden',
    });
  });

  test('of two windows adding the same name one is told', async () => {
    const results = await Promise.all([refusal(add('同名')), refusal(add('同名'))]);
    expect(results.filter((result) => result === null)).toHaveLength(1);
    expect(await shape()).toHaveLength(1);
  });
});

describe('moving', () => {
  test('neither into itself nor below itself, nor too deep, nor onto a name', async () => {
    const a = await add('甲');
    const b = await add('乙', a);
    const c = await add('丙', b);
    const deep = await ensureDirectoryPath(teacher, 'theory', ['一', '二'], T);
    expect(await refusal(moveDirectory(teacher, { id: a, parentId: a }, T))).toMatchObject({ code: 'invalid' });
    expect(await refusal(moveDirectory(teacher, { id: a, parentId: c }, T))).toMatchObject({
      fields: { parentId: '目录不能移到它自己或它的下级目录里' },
    });
    expect(await refusal(moveDirectory(teacher, { id: a, parentId: deep }, T))).toMatchObject({
      fields: { parentId: expect.stringContaining('超过 4 级') },
    });
    await add('丙');
    expect(await refusal(moveDirectory(teacher, { id: c, parentId: null }, T))).toMatchObject({
      fields: { parentId: '这里已有目录“丙”' },
    });
    await moveDirectory(teacher, { id: b, parentId: deep }, T);
    expect(await shape()).toEqual([
      ['甲', 1, 0],
      ['一', 1, 0],
      ['二', 2, 0],
      ['乙', 3, 0],
      ['丙', 4, 0],
      ['丙', 1, 0],
    ]);
  });

  test('two windows moving two directories into each other leave no circle', async () => {
    const [a, b] = [await add('甲'), await add('乙')];
    const results = await Promise.all([
      refusal(moveDirectory(teacher, { id: a, parentId: b }, T)),
      refusal(moveDirectory(teacher, { id: b, parentId: a }, T)),
    ]);
    expect(results.filter((result) => result === null)).toHaveLength(1);
    expect(await shape()).toHaveLength(2);
  });
});

describe('deleting', () => {
  test('what was in it goes to where it stood, also what waits to be restored', async () => {
    const top = await add('导游基础');
    const middle = await add('古建筑', top);
    await add('故宫', middle);
    await add('故宫', top);
    const kept = await makeTheoryQuestion({ owner: teacher, directory_id: middle });
    const deleted = await makeTheoryQuestion({ owner: teacher, directory_id: middle, deleted_at: T });
    await deleteDirectory(teacher, middle, T);
    expect(await shape()).toEqual([
      ['导游基础', 1, 1],
      ['故宫（2）', 2, 0],
      ['故宫', 2, 0],
    ]);
    const rows = await db().selectFrom('questions').select(['id', 'directory_id']).orderBy('id').execute();
    expect(rows).toEqual([
      { id: kept.id, directory_id: top },
      { id: deleted.id, directory_id: top },
    ]);
    expect(await refusal(deleteDirectory(teacher, middle, T))).toMatchObject({ code: 'not_found' });
  });

  test('a sub-directory may take the name of the one deleted', async () => {
    const outer = await add('故宫');
    await add('故宫', outer);
    await deleteDirectory(teacher, outer, T);
    expect(await shape()).toEqual([['故宫', 1, 0]]);
  });
});

describe('paths', () => {
  test('missing levels are made once; blanks and levels too many are left out', async () => {
    const first = await ensureDirectoryPath(teacher, 'theory', ['导游基础', ' ', '古建筑'], T);
    expect(await ensureDirectoryPath(teacher, 'theory', ['导游基础', '古建筑'], T)).toBe(first);
    await ensureDirectoryPath(teacher, 'theory', ['导游基础', '古建筑', '三', '四', '五'], T);
    expect(await ensureDirectoryPath(teacher, 'theory', [], T)).toBeNull();
    expect((await shape()).map(([name]) => name)).toEqual(['导游基础', '古建筑', '三', '四']);
    expect(await listDirectoryIds(teacher, first ?? 0)).toHaveLength(3);
  });
});
