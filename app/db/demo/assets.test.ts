import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { RESOURCES } from '~/domain/demo/demo-resources.server';
import { prepareFile } from '~/domain/file/prepare.server';
import { resetEnv } from '~/lib/env.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import { ORAL_QUESTIONS, WRITTEN_QUESTIONS } from './school-data';
import { EXAM_ORAL_QUESTION } from './exam-data';

type Asset = {
  file: string;
  kind: string;
  question?: string;
  text: string;
  mime?: string;
  sha256?: string;
  durationMs?: number;
};

const directory = path.resolve('app/db/demo/assets');
const assets = JSON.parse(await readFile(path.join(directory, 'assets.json'), 'utf8')) as Asset[];
const of = (kind: string, question: string) =>
  assets.filter((asset) => asset.kind === kind && asset.question === question);

test.each([...ORAL_QUESTIONS, EXAM_ORAL_QUESTION])('recordings of $title say its text', ({ title, examContent }) => {
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
  const titles = [...ORAL_QUESTIONS, EXAM_ORAL_QUESTION, ...WRITTEN_QUESTIONS].map(({ title }) => title);
  for (const { file, kind, question } of assets) {
    expect((await stat(path.join(directory, file))).size).toBeGreaterThan(0);
    if (kind !== 'avatar') expect(titles).toContain(question);
  }
});

test('the script that made them makes them again', async () => {
  const target = await mkdtemp(path.join(tmpdir(), 'kaoping-assets-'));
  const names = ['recording-town-1', 'sheet-daytrip-2', 'avatar-boy'];
  execFileSync(process.execPath, ['scripts/make-demo-assets.mjs', target, ...names], { stdio: 'ignore' });
  const made = JSON.parse(await readFile(path.join(target, 'assets.json'), 'utf8')) as Asset[];
  for (const { durationMs = 0, sha256, ...asset } of made) {
    const {
      durationMs: known = 0,
      sha256: digest,
      ...before
    } = assets.find(({ file }) => file === asset.file) as Asset;
    expect(asset).toEqual(before);
    // Other bytes by another voice, but bytes that are known.
    expect(typeof sha256).toBe(typeof digest);
    // Another espeak-ng speaks a little faster or slower.
    expect(Math.abs(durationMs - known)).toBeLessThan(2000);
    expect((await stat(path.join(target, asset.file))).size).toBeGreaterThan(1000);
  }
  expect(made.map(({ file }) => path.parse(file).name)).toEqual(names);
  await rm(target, { recursive: true });
});

test.each(assets.filter(({ kind }) => kind === 'audio'))(
  '$file is what the manifest says, as a decoder hears it too',
  async ({ file, sha256, mime, durationMs }) => {
    const bytes = await readFile(path.join(directory, file));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    process.env.DATA_DIR = mkdtempSync(path.join(tmpdir(), 'kaoping-assets-'));
    try {
      const copy = temporaryPath();
      await copyFile(path.join(directory, file), copy);
      const heard = await prepareFile('audio', copy);
      expect(heard.mime).toBe(mime);
      expect(Math.abs((heard.durationMs ?? 0) - (durationMs ?? 0))).toBeLessThanOrEqual(20);
    } finally {
      rmSync(process.env.DATA_DIR, { recursive: true, force: true });
      resetEnv();
    }
  },
);

test.each(RESOURCES.filter(({ mime }) => mime))(
  '$name is what the list of resources says',
  async ({ file, name, mime, durationMs = 0 }) => {
    const resource = path.resolve('app/db/demo/resources', file);
    const found = await prepareFile('resource', resource, { name });
    expect(found.mime).toBe(mime);
    expect(Math.abs((found.durationMs ?? 0) - durationMs)).toBeLessThanOrEqual(60);
  },
);
