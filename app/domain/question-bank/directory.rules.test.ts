import { describe, expect, test } from 'vitest';
import { directoryOptions, directoryPath, flatten, freeName, heightOf, toTree } from './directory.rules';

const rows = [
  { id: 1, name: '导游基础', parentId: null },
  { id: 2, name: '古建筑', parentId: 1 },
  { id: 3, name: '故宫', parentId: 2 },
  { id: 4, name: '法规', parentId: null },
];
const tree = toTree(
  rows,
  new Map([
    [1, 2],
    [3, 5],
    [null, 7],
  ]),
);

describe('a tree of directories', () => {
  test('counts what is under each', () => {
    expect(flatten(tree.directories).map(({ id, depth, count }) => [id, depth, count])).toEqual([
      [1, 1, 7],
      [2, 2, 5],
      [3, 3, 5],
      [4, 1, 0],
    ]);
    expect(tree).toMatchObject({ unfiledCount: 7, totalCount: 14 });
  });

  test('options are indented and can leave out a branch and deep levels', () => {
    expect(directoryOptions(tree).map(({ label }) => label)).toEqual(['导游基础', '　古建筑', '　　故宫', '法规']);
    expect(directoryOptions(tree, { without: 2 }).map(({ value }) => value)).toEqual([1, 4]);
    expect(directoryOptions(tree, { maxDepth: 2 }).map(({ value }) => value)).toEqual([1, 2, 4]);
  });

  test('paths, heights and free names', () => {
    expect(directoryPath(tree, 3)).toEqual(['导游基础', '古建筑', '故宫']);
    expect(directoryPath(tree, 9)).toEqual([]);
    expect(tree.directories.map(heightOf)).toEqual([3, 1]);
    expect(freeName('故宫', ['故宫', '故宫（2）'])).toBe('故宫（3）');
  });
});
