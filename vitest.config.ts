import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Test files run by vitest; Playwright's are *.spec.ts. */
const testFiles = ['app', 'tests', 'scripts'].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
);

/** A test that calls useDatabase, or useContract over it, runs on both databases, every other one once. */
const withDatabase = testFiles.filter((file) =>
  /use(Database|Contract)\(/.test(readFileSync(`${root}${file}`, 'utf8')),
);
const withoutDatabase = testFiles.filter((file) => !withDatabase.includes(file));

/** Thousands of odd requests, most of them refused before any statement runs: once is enough. */
const onSqliteOnly = ['calls', 'fields', 'hostile'].map((name) => `tests/contract/${name}.test.ts`);

const project = (name: string, include: string[], globalSetup?: string) => ({
  extends: true as const,
  test: { name, include, globalSetup, environment: 'node' },
});

export default defineConfig({
  resolve: {
    alias: [
      { find: /^~\//, replacement: `${root}app/` },
      { find: /^~tests\//, replacement: `${root}tests/` },
    ],
  },
  esbuild: { jsx: 'automatic' },
  // Tests need no styles, but for the tokens that charts on the server take their colours from.
  css: { postcss: {} },
  test: {
    css: { include: [/tokens\.css\?raw$/] },
    pool: 'forks',
    setupFiles: ['./tests/support/property-seed.ts'],
    testTimeout: 90_000,
    hookTimeout: 300_000,
    projects: [
      project('unit', withoutDatabase),
      project('sqlite', withDatabase, './tests/support/setup-sqlite.ts'),
      project(
        'postgres',
        withDatabase.filter((file) => !onSqliteOnly.includes(file)),
        './tests/support/setup-postgres.ts',
      ),
    ],
  },
});
