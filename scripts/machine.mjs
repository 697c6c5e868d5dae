// A look at the machine before the program starts (`npm start` says what is wrong, `npm run doctor` all of it).
// Each finding is one sentence and what to do: { level: 'ok' | 'warn' | 'fail', text }.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isPacked, sayMend } from './commands.mjs';
import { lookAtDataDirectory, lookAtSecret, lookAtSpace } from './data-directory.mjs';
import { expandAddress, expandHome } from '../app/lib/data-place.mjs';
import { fail, ok, warn } from './findings.mjs';
import { lookAtOwner } from './owner.mjs';
import { findOwnNode } from './own-node.mjs';
import { NODE, ROOT, arePackagesInstalled } from './project.mjs';
import { lookAtServers } from './running.mjs';
import { isHeld } from './school-hold.mjs';
import { saySystemError } from './system-errors.mjs';

const DAY_MS = 24 * 3_600_000;
const PATIENCE_MS = 5000;
const AGREE_MS = 10_000;
/** What carries binaries without which nothing goes (argon2 and jieba have substitutes: decision 0036). */
const NATIVE = ['better-sqlite3', 'sharp'];

/**
 * The settings as the server will read them.
 * @param {Record<string, string | undefined>} env
 */
export function settingsOf(env = process.env) {
  const dataDir = path.resolve(expandHome(env.DATA_DIR || 'data'));
  const databaseUrl = expandAddress(env.DATABASE_URL || `sqlite:${path.join(dataDir, 'kaoping.db')}`);
  return {
    dataDir,
    databaseUrl,
    host: env.HOST || undefined,
    port: env.PORT || '3000',
    secret: env.SESSION_SECRET,
    smtpUrl: env.SMTP_URL || undefined,
    publicUrl: env.PUBLIC_URL || undefined,
    // Started beside another one on purpose: that one does the timed work.
    isSecond: env.KAOPING_TIMED_WORK === '0',
  };
}

/** All of it, in the order in which one thing needs another. `packages` is what is known of them already. */
export async function lookAtMachine(settings = settingsOf(), packages = lookAtPackages()) {
  const running = await lookAtServers(settings);
  const place = lookAtDataDirectory(settings, running.isServed);
  const owner = lookAtOwner(settings);
  const tools = lookAtPostgresTools();
  const findings = [
    lookAtNode(),
    packages,
    lookAtClock(newestSource()),
    running,
    place,
    ...(owner ? [owner] : []),
    ...(tools ? [tools] : []),
  ];
  if (place.level !== 'fail') findings.push(lookAtSpace(settings.dataDir), lookAtSecret(settings));
  // Opening SQLite where its binary does not fit would end this process.
  if (packages.level === 'ok' && place.level !== 'fail') {
    findings.push(await lookAtDatabase(settings, running.isServed));
    const starting = running.isRunning || running.level === 'fail' ? null : await sayStarting(settings);
    if (starting !== null) findings.push({ ...warn(starting), isStarting: true });
    const stored = await readStored(settings.databaseUrl);
    if (starting === null && !running.isServed && stored.isSeeding)
      findings.push(warn('上一次建立演示学校没有完成：下一次启动会把它清空重来。'));
    const mail = sayMail(settings, stored);
    if (mail !== null) findings.push(mail);
  }
  return findings;
}

/** Whether a folder that was named for PostgreSQL's programs holds them; null where none was named. */
export function lookAtPostgresTools(folder = process.env.KAOPING_PG_BIN) {
  if (!folder) return null;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const missing = ['pg_dump', 'pg_restore'].filter((name) => !existsSync(path.join(folder, name + suffix)));
  if (missing.length === 0) return ok(`KAOPING_PG_BIN：${folder}。`);
  return warn(
    `KAOPING_PG_BIN=${folder} 里没有 ${missing.join('、')}，PostgreSQL 的备份和恢复做不了。请改成它们所在的目录，或去掉这个设置。`,
  );
}

function lookAtNode() {
  const own = findOwnNode();
  const { node } = process.versions;
  return own?.version === node
    ? ok(`Node.js ${node}（项目自带）。`)
    : ok(`Node.js ${node}（电脑上的；项目自带的没有装，或在这里运行不了）。`);
}

/** Opens them in a process of their own: one that does not fit this Node.js ends its process. */
export function lookAtPackages(node = NODE, root = ROOT) {
  if (!arePackagesInstalled())
    return warn('依赖还没有安装，或不是这一版的：npm start 会自动安装（通常一两分钟，网络或电脑慢的可能要十几分钟）。');
  const script = `
    const { createRequire } = require('node:module');
    const from = createRequire(${JSON.stringify(path.join(root, 'package.json'))});
    for (const name of ${JSON.stringify(NATIVE)}) {
      console.log(name);
      const loaded = from(name);
      if (name === 'better-sqlite3') new loaded(':memory:').close();
    }
    console.log('all');`;
  const { stdout, stderr } = spawnSync(node, ['-e', script], { encoding: 'utf8', cwd: root });
  const last = stdout.trim().split('\n').pop();
  if (last === 'all') return ok('自带二进制的包都与这台电脑相合。');
  if (/GLIBC(XX)?_[\d.]+' not found/.test(stderr)) {
    return fail(
      '这台电脑的 Linux 太旧：需要 glibc 2.34 或更新（Debian 12、Ubuntu 22.04、RHEL 9 起）。请升级系统，或用 Docker 运行。',
    );
  }
  const text = `${last || '依赖'} 与这台电脑不合，或没有装完整。${sayMend()}`;
  return { ...fail(text), canBeMended: !isPacked() };
}

/** A clock that is behind the program itself would begin and end every exam at the wrong time. */
export function lookAtClock(builtAt, now = Date.now()) {
  const at = (zone) => new Date(now).toLocaleString('zh-CN', { hour12: false, timeZone: zone });
  // Servers are often in UTC; whoever compares this with a watch would find it eight hours wrong.
  const here = at() === at('Asia/Shanghai') ? '' : `，即北京时间 ${at('Asia/Shanghai')}`;
  const shown = `${at()}（时区 ${zoneAt(now)}）${here}`;
  if (now < builtAt - DAY_MS) {
    return warn(`电脑的时钟是 ${shown}，比程序本身还早，一定不准。考试以它为准，请先对时（打开系统的自动对时）。`);
  }
  return ok(`时钟：${shown}，考试以它为准，请打开系统的自动对时。`);
}

/** The machine's zone: 'Asia/Shanghai，UTC+08:00'. */
function zoneAt(now) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const minutes = -new Date(now).getTimezoneOffset();
  const two = (number) => String(Math.floor(Math.abs(number))).padStart(2, '0');
  return `${timeZone}，UTC${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

function newestSource() {
  // An archive (scripts/pack.mjs) has no list of what is wanted.
  const file = ['package-lock.json', 'package.json'].map((name) => path.join(ROOT, name)).find(existsSync);
  return file ? statSync(file).mtimeMs : 0;
}

/** Asks the built program, which alone knows what each setting may be. */
export function lookAtSettings(
  build = path.resolve(ROOT, process.env.KAOPING_BUILD_DIR ?? 'build'),
  { isServed = false } = {},
) {
  if (!existsSync(path.join(build, 'server', 'index.js')))
    return warn('程序还没有构建，所以设置的内容、数据库是不是考评的都还没有看。请先构建（npm run build），再看一次。');
  const tool = path.join(ROOT, 'scripts', 'tool.mjs');
  const { status, stdout } = spawnSync(NODE, [tool, 'settings', ...(isServed ? ['--served'] : [])], {
    encoding: 'utf8',
  });
  // Where it could not look, something else stands in the way, and is said there.
  const said = stdout.trim();
  if (said === '' || (status !== 0 && status !== 1))
    return ok(isServed ? '录音、照片和资源的文件找得到。' : '设置都看得懂。');
  return fail(said);
}

/** Whether the database answers. */
export function lookAtDatabase({ databaseUrl, dataDir }, isServed = false) {
  return databaseUrl.startsWith('postgres')
    ? lookAtPostgres(databaseUrl)
    : lookAtSqlite(databaseUrl.replace(/^sqlite:/, ''), dataDir, isServed);
}

/** What is said of the mail, null without any: its links never come from a request, so the address has to be set. */
export function sayMail({ smtpUrl, publicUrl }, stored) {
  if (!smtpUrl && !stored.mail) return null;
  if (publicUrl || stored.siteUrl) return ok(`邮件：里面的链接以 ${publicUrl || stored.siteUrl} 开头。`);
  return warn(
    `${smtpUrl ? '设置了 SMTP_URL' : '“学校设置”里设置了邮件'}，但没有设置 PUBLIC_URL，“学校设置”里也没有网址：邮件里的链接不知道指向哪里，忘记密码的邮件不会寄出。请设置 PUBLIC_URL=https://学校的网址，或请管理员在“学校设置”里填写网址。`,
  );
}

const STORED = "select key, value from settings where key in ('mail', 'school', 'demo_seeding')";

/** What “学校设置” says of mail and address; nothing where the database cannot say it (lookAtDatabase tells why). */
async function readStored(databaseUrl) {
  try {
    const rows = databaseUrl.startsWith('postgres')
      ? await askPostgres(databaseUrl)
      : await askSqlite(databaseUrl.replace(/^sqlite:/, ''));
    const values = new Map(rows.map(({ key, value }) => [key, typeof value === 'string' ? JSON.parse(value) : value]));
    return {
      mail: values.has('mail'),
      siteUrl: values.get('school')?.siteUrl,
      // The mark of app/db/seeding.server.ts.
      isSeeding: values.has('demo_seeding'),
    };
  } catch {
    return {};
  }
}

/** A school that another process holds although it does not answer yet; null where nobody does. */
async function sayStarting(settings) {
  if (settings.isSecond || !(await isHeld(settings))) return null;
  const what = (await readStored(settings.databaseUrl)).isSeeding ? '正在建立演示学校' : '正在启动或停止';
  return `数据目录 ${settings.dataDir} 正被另一个考评使用：它${what}，还不能打开。请等它做完，不用再启动；要为另一所学校启动，请另设 DATA_DIR。`;
}

async function askSqlite(file) {
  if (!existsSync(file)) return [];
  const { default: Sqlite } = await import('better-sqlite3');
  const database = new Sqlite(file, { fileMustExist: true, readonly: true, timeout: PATIENCE_MS });
  try {
    return database.prepare(STORED).all();
  } finally {
    database.close();
  }
}

async function askPostgres(connectionString) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE_MS });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(STORED)).rows;
  } finally {
    await client.end();
  }
}

async function lookAtSqlite(file, dataDir, isServed) {
  if (!existsSync(file)) return sayNoDatabase(file, dataDir, isServed);
  try {
    const { default: Sqlite } = await import('better-sqlite3');
    const database = new Sqlite(file, { fileMustExist: true, timeout: PATIENCE_MS });
    try {
      database.prepare('select count(*) from sqlite_master').get();
    } finally {
      database.close();
    }
    return ok(`数据库 ${file} 打得开。`);
  } catch (error) {
    if (error.code === 'SQLITE_BUSY') return ok(`数据库 ${file} 正被使用。`);
    const said = saySystemError(error, file);
    return fail(
      said ??
        `数据库 ${file} 打不开（${error.code ?? error.message}）。请不要再启动，先把整个数据目录复制一份，再从备份恢复（docs/operations.md）。`,
    );
  }
}

/** No database is as it should be where there is no school yet: no server runs on it, and it has stored nothing. */
function sayNoDatabase(file, dataDir, isServed) {
  if (isServed) return fail(`数据库 ${file} 不在了，考评却正在用它：先不要停止考评。`);
  const shards = namesIn(path.join(dataDir, 'files'));
  if (!shards.some((shard) => namesIn(path.join(dataDir, 'files', shard)).length > 0))
    return ok('数据库：第一次启动时建立。');
  return fail(
    `数据库 ${file} 不在了，数据目录里却有存着的文件（录音、照片、资源）。移走的，请放回去；删掉的，请从备份恢复到新的目录（docs/operations.md）；要开始一所新学校，请另设一个空的 DATA_DIR。`,
  );
}

function namesIn(directory) {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

async function lookAtPostgres(connectionString) {
  try {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE_MS });
    client.on('error', () => {});
    await client.connect();
    const asked = performance.now();
    const { rows } = await client.query('select extract(epoch from clock_timestamp()) * 1000 as at');
    const ahead = Date.now() - (performance.now() - asked) / 2 - Number(rows[0].at);
    await client.end();
    return sayAhead(ahead) ?? ok('PostgreSQL 连得上，时钟也对得上。');
  } catch (error) {
    return fail(sayPostgres(error));
  }
}

/** What is said where this computer's clock and the database's do not agree (app/lib/clock.server.ts), else null. */
export function sayAhead(ms) {
  if (Math.abs(ms) < AGREE_MS) return null;
  return warn(
    `PostgreSQL 连得上，但这台电脑的时钟比它所在的电脑${ms > 0 ? '快' : '慢'} ${Math.round(Math.abs(ms) / 1000)} 秒。考评按数据库的时间走；请看看两台电脑的日期、时间和自动对时。`,
  );
}

/** Why PostgreSQL does not let the program in, and what to do. */
export function sayPostgres(error) {
  if (error.code === '28P01' || error.code === '28000') {
    return 'PostgreSQL 不接受 DATABASE_URL 里的用户名或密码。请改正 DATABASE_URL。';
  }
  if (error.code === '3D000')
    return 'PostgreSQL 里没有 DATABASE_URL 写的那个库。请先建立它（createdb 库名），或改正 DATABASE_URL。';
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') {
    return '找不到 DATABASE_URL 里的主机。请检查主机名和网络。';
  }
  return `PostgreSQL 连不上（${error.code ?? error.message}）。请先启动它，并检查 DATABASE_URL 里的主机和端口。`;
}
