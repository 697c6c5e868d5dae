import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ORAL_QUESTIONS, WRITTEN_QUESTIONS } from './school-data';

type Asset = { file: string; kind: string; question?: string; text: string };

const directory = path.resolve('app/db/demo/assets');
const assets = JSON.parse(await readFile(path.join(directory, 'assets.json'), 'utf8')) as Asset[];
const of = (kind: string, question: string) =>
  assets.filter((asset) => asset.kind === kind && asset.question === question);

test.each(ORAL_QUESTIONS)('recordings of $title say its text', ({ title, examContent }) => {
  const recordings = of('audio', title);
  expect(recordings.length).toBeGreaterThan(1);
  expect(recordings[0]?.text).toBe(examContent);
});

test.each(WRITTEN_QUESTIONS.filter(({ answerBy }) => answerBy === 'photo'))('$title has answer sheets', ({ title }) => {
  expect(of('sheet', title).length).toBeGreaterThan(1);
});

test.each([...ORAL_QUESTIONS, ...WRITTEN_QUESTIONS].filter(({ picture }) => picture))(
  '$title has its picture',
  ({ title }) => {
    expect(of('picture', title)).toHaveLength(1);
  },
);

test('every asset is there and belongs to a question of the demo school', async () => {
  const titles = [...ORAL_QUESTIONS, ...WRITTEN_QUESTIONS].map(({ title }) => title);
  for (const { file, kind, question } of assets) {
    expect((await stat(path.join(directory, file))).size).toBeGreaterThan(0);
    if (kind !== 'avatar') expect(titles).toContain(question);
  }
});
