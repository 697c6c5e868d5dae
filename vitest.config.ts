import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { threadEntry } from './scripts/thread-entry.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Test files run by vitest; Playwright's are *.spec.ts. */
const testFiles = ['app', 'tests', 'scripts', 'server'].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
);

const filesWith = (pattern: RegExp) => testFiles.filter((file) => pattern.test(readFileSync(`${root}${file}`, 'utf8')));

/** A test that calls useDatabase, or useContract over it, runs on both databases, every other one once. */
const withDatabase = filesWith(/use(Database|Contract)\(/);
/** A test that looks at the build goes with them, so that the others need none. */
const withBuild = filesWith(/tests\/support\/(server|built-app)'/).filter((file) => !withDatabase.includes(file));
const alone = testFiles.filter((file) => !withDatabase.includes(file) && !withBuild.includes(file));

/** Thousands of odd requests, most of them refused before any statement runs, or every page once: one database is enough. */
const onSqliteOnly = [
  ...['calls', 'fields', 'hostile', 'modes'].map((name) => `tests/contract/${name}.test.ts`),
  'tests/routes/closed-walk.test.ts',
];

const project = (name: string, include: string[], globalSetup?: string) => ({
  extends: true as const,
  test: { name, include, globalSetup, environment: 'node' },
});

export default defineConfig({
  plugins: [threadEntry()],
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
    // See tests/support/shared-modules.ts.
    isolate: false,
    setupFiles: ['./tests/support/property-seed.ts', './tests/support/shared-modules.ts'],
    // Half a minute alone; a loaded machine takes several times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      project('unit', alone),
      project('sqlite', [...withDatabase, ...withBuild], './tests/support/setup-sqlite.ts'),
      project(
        'postgres',
        withDatabase.filter((file) => !onSqliteOnly.includes(file)),
        './tests/support/setup-postgres.ts',
      ),
    ],
  },
});
