import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Of a paper 已评分, of a teacher 已提交, of an exam 待公布 (docs/glossary.md): alone 已评 leaves open whose it is. */
const UNCLEAR = /已评(?!分)|我已评|(?<!自)待评(?!分)|未评(?!分)/;

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? files(join(folder, entry.name))
      : /(?<!\.test)\.tsx?$/.test(entry.name)
        ? [join(folder, entry.name)]
        : [],
  );

it('nowhere is it left open whether a paper has its result or a teacher has marked it', () => {
  const found = files('app').filter((file) => UNCLEAR.test(readFileSync(file, 'utf8')));
  expect(found).toEqual([]);
});

it('who made the exam and what came late have one word each', () => {
  const found = files('app').filter((file) => /出卷老师|迟交/.test(readFileSync(file, 'utf8')));
  expect(found).toEqual([]);
});
