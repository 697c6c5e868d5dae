import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listMistakes, listUnknown, readSettings } from './settings-file.mjs';

const LINES = 'KAOPING_DEMO=0\r\nDATA_DIR="D:\\数据"\r\n';

test('the first line counts, whatever mark the editor put before it', () => {
  const settings = { KAOPING_DEMO: '0', DATA_DIR: 'D:\\数据' };
  expect(readSettings(Buffer.from(LINES))).toEqual(settings);
  expect(readSettings(Buffer.from(`\ufeff${LINES}`))).toEqual(settings);
});

test('another encoding is refused, not read as no settings', () => {
  expect(readSettings(Buffer.from(`\ufeff${LINES}`, 'utf16le'))).toBeNull();
  expect(readSettings(Buffer.from('KAOPING_DEMO=0\n', 'utf16le'))).toBeNull();
  // GBK for D:\数据.
  expect(readSettings(Buffer.from([0x44, 0x3d, 0x44, 0x3a, 0x5c, 0xca, 0xfd, 0xbe, 0xdd]))).toBeNull();
});

test('what is written as it should be, and what other programs read, is no mistake', () => {
  const text = [
    '# 端口＝3000',
    '',
    'PORT=3000\r',
    '  export DATA_DIR = "D:\\数据"  # 数据',
    "KAOPING_ADMIN_PASSWORD='一行",
    "KAOPING_DEM0=还是口令'",
    'SESSION_SECRET="没有右引号',
    'HTTPS_PROXY=http://proxy:8080',
    'TZ=Asia/Shanghai',
    'KAOPING_HOST=kaoping.school.cn',
    'KAOPING_TLS=internal',
    'NODE_OPTIONS=',
  ].join('\n');
  expect(listMistakes(`${text}\n`)).toEqual([]);
  expect(listMistakes(text)).toEqual([]);
});

test.each([
  ['PORT＝4312', '第 1 行（PORT…）看不懂'],
  ['DATA_DIR /data', '第 1 行（DATA_DIR…）看不懂'],
  ['\n# 一\nSESSION_SECRET：abcdef', '第 3 行（SESSION_SECRET…）看不懂'],
  ['A="1\n2"\n\nＰＯＲＴ=1', '第 4 行（ＰＯＲＴ…）看不懂'],
  ['port=3000', '第 1 行的 port 不是考评的设置，是不是 PORT？'],
  ['PROT=3000', '是不是 PORT？'],
  ['DATADIR=/data', '是不是 DATA_DIR？'],
  ['KAOPING_DEM0=0', '是不是 KAOPING_DEMO？'],
  ['KAOPING_COLOUR=red', '第 1 行的 KAOPING_COLOUR 不是考评的设置'],
])('%j is not passed over', (text, sentence) => {
  const mistakes = listMistakes(text);
  expect(mistakes).toHaveLength(1);
  expect(mistakes[0]).toContain(sentence);
  expect(mistakes[0]).not.toContain('abcdef');
});

test.each([
  ['SESSION_SECRET=$(openssl rand -hex 32)', '第 1 行的 SESSION_SECRET 里有 $(…)：.env 不是命令行'],
  [
    'DATA_DIR="$HOME/kaoping"',
    '第 1 行的 DATA_DIR 里有 $HOME：.env 不是命令行，不会替换它。请写完整的路径，或以 ~/ 开头。',
  ],
  ['\nSMTP_URL=smtp://${HOME}', '第 2 行的 SMTP_URL 里有 $HOME'],
])('what only a shell would replace is refused: %j', (text, sentence) => {
  expect(listMistakes(text)).toEqual([expect.stringContaining(sentence)]);
});

test('the same between single quotes, and a dollar elsewhere, is meant as it stands', () => {
  expect(listMistakes("KAOPING_ADMIN_PASSWORD='a$(b)$HOME'\nSMTP_URL=smtp://a:b$c@d # $HOME\n# $(x)\n")).toEqual([]);
});

test('a leading ~/ is the home directory, in .env and in the environment', () => {
  const place = mkdtempSync(path.join(tmpdir(), 'kaoping-settings-'));
  try {
    writeFileSync(path.join(place, '.env'), 'DATA_DIR=~/x\n');
    const script = `import { loadSettings } from ${JSON.stringify(path.resolve('scripts/settings-file.mjs'))};
      loadSettings(); console.log(process.env.DATA_DIR, process.env.DATABASE_URL);`;
    const run = (env: Record<string, string>) =>
      spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        cwd: place,
        env: { ...process.env, DATA_DIR: undefined, DATABASE_URL: 'sqlite:~/y.db', ...env },
        encoding: 'utf8',
      }).stdout;
    expect(run({})).toBe(`${path.join(homedir(), 'x')} sqlite:${path.join(homedir(), 'y.db')}\n`);
    expect(run({ DATA_DIR: '~/z' })).toContain(`${path.join(homedir(), 'z')} `);
  } finally {
    rmSync(place, { recursive: true });
  }
});

test('a name in the environment that is almost one of ours is not passed over either', () => {
  expect(listUnknown({ KAOPING_DEM0: '0', PATH: '/bin', POTR: '1', KAOPING_START_ID: 'x', KAOPING_DEMO: '1' })).toEqual(
    ['KAOPING_DEM0 不是考评的设置，是不是 KAOPING_DEMO？'],
  );
  expect(listUnknown({ DATADIR: '/x', Public_Url: 'http://x', PUBLIC_URL: 'http://x', DATADOG: '1' })).toEqual([
    'DATADIR 不是考评的设置，是不是 DATA_DIR？',
  ]);
  expect(listUnknown({ KAOPING_COLOUR: 'red' })).toEqual([expect.stringContaining('README.md')]);
});

test('a file that an editor named .env.txt is said by its name', () => {
  const place = mkdtempSync(path.join(tmpdir(), 'kaoping-settings-'));
  try {
    writeFileSync(path.join(place, '.env.txt'), 'KAOPING_DEMO=0\n');
    const script = `import { loadSettings } from ${JSON.stringify(path.resolve('scripts/settings-file.mjs'))};
      loadSettings();`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: place,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('这里有 .env.txt，没有 .env')]);
  } finally {
    rmSync(place, { recursive: true });
  }
});
