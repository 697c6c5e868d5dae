import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SETTINGS } from '../../scripts/settings-file.mjs';

/** What a school writes into .env reaches the program in its container. */

/** Said by the image: where it listens, where its data lies, which build it runs. */
const OF_THE_IMAGE = ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR', 'KAOPING_BUILD_DIR'];
/** Said by compose.yaml: Caddy is always in front. */
const FIXED = ['TRUST_PROXY'];

/** NAME → value of the program's service. */
function environmentOfApp(): Map<string, string> {
  const compose = readFileSync('compose.yaml', 'utf8');
  const app = /^ {2}app:\n((?: {4}.*\n|\n)*)/m.exec(compose)?.[1] ?? '';
  const lines = /^ {4}environment:\n((?: {6}.*\n)*)/m.exec(app)?.[1]?.split('\n') ?? [];
  return new Map(
    lines.flatMap((line) =>
      /^ {6}(\w+): (.*)$/.exec(line) ? [line.trim().split(/: (.*)/, 2) as [string, string]] : [],
    ),
  );
}

test('every setting of the program is passed from .env, and nothing is that is none', () => {
  const environment = environmentOfApp();
  const wanted = SETTINGS.filter((name) => !OF_THE_IMAGE.includes(name));
  expect([...environment.keys()].sort()).toEqual([...wanted].sort());
  for (const name of wanted.filter((one) => !FIXED.includes(one)))
    expect([name, environment.get(name)]).toEqual([name, expect.stringMatching(new RegExp(`^\\$\\{${name}:-.*\\}$`))]);
  const image = readFileSync('Dockerfile', 'utf8');
  for (const name of ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR'])
    expect(image).toMatch(new RegExp(`^ENV .*\\b${name}=`, 'm'));
});

test('the upgrade of a large database is not taken for a broken start', () => {
  const minutes = /HEALTHCHECK .*--start-period=(\d+)m\b/.exec(readFileSync('Dockerfile', 'utf8'))?.[1];
  expect(Number(minutes)).toBeGreaterThanOrEqual(30);
});
