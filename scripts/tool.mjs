// The commands that work on the data beside the running server: backup, verify, restore, reset-password
// (docs/operations.md).
//   node scripts/tool.mjs backup [place] [--keep=7]
// The same settings as the server's: DATA_DIR, DATABASE_URL, SESSION_SECRET, from the environment or .env.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isPacked, sayMend } from './commands.mjs';
import { lookAtDatabase, settingsOf } from './machine.mjs';
import { useOwnNode } from './own-node.mjs';
import { handOver } from './owner.mjs';
import { arePackagesInstalled } from './project.mjs';
import { sayNoRights, setCommand, whyNoRights } from './rights.mjs';
import { loadSettings } from './settings-file.mjs';
import { saySystemError } from './system-errors.mjs';

await useOwnNode();
if (!arePackagesInstalled()) {
  console.error('依赖还没有装好。请先在程序目录里运行 npm ci（或启动一次：npm start）。');
  process.exit(2);
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const [command, ...args] = process.argv.slice(2);

if (command !== undefined && command !== 'settings') setCommand(command, args);
// Paths that a person gives are as seen from where they stand.
loadSettings();
// Not reached, not there, or another user's: the doctor's sentence instead of the database program's.
if (command === 'reset-password' || command === 'backup' || (command === 'restore' && args.length > 0)) {
  const settings = settingsOf();
  const isPostgres = settings.databaseUrl.startsWith('postgres');
  const noRights = command === 'restore' ? sayNoRights(settings.dataDir, settings.dataDir) : whyNoRights(settings);
  const found = noRights === null && isPostgres ? await lookAtDatabase(settings) : { level: 'ok' };
  const refusal = found.level === 'fail' ? found.text : noRights;
  if (refusal !== null) {
    console.error(refusal);
    process.exit(1);
  }
}
const build = path.resolve(ROOT, process.env.KAOPING_BUILD_DIR ?? 'build', 'server', 'index.js');
if (!existsSync(build)) {
  const mend = isPacked()
    ? `程序不全。${sayMend()}`
    : '程序还没有构建。请先运行 npm run build（或启动一次：npm start）。';
  console.error(mend);
  process.exit(2);
}
process.env.KAOPING_TOOL = '1';
process.env.NODE_ENV ??= 'production';
const { tools } = (await import(pathToFileURL(build).href)).entry.module;
if (!Object.hasOwn(tools, command ?? '')) {
  console.error(`没有这个命令：${command ?? ''}。可以用的：${Object.keys(tools).join('、')}`);
  process.exit(2);
}
try {
  process.exitCode = await tools[command](args);
} catch (error) {
  // What pages say of a database that cannot do its work is for students: here it is the system's own code.
  const own = error?.reason ? Object.assign(new Error(error.message), { code: error.reason }) : error;
  console.error(saySystemError(own, place(own)) ?? (error instanceof Error ? error.message : error));
  console.error('没有完成。');
  process.exitCode = 1;
} finally {
  handOver(settingsOf().dataDir);
}

/** Where a command writes, for what fails without saying where. */
function place(error) {
  const { dataDir, databaseUrl } = settingsOf();
  // What SQLite says is of the database that is read: a backup's own copy says which it is.
  const isOfDatabase = command === 'reset-password' || (command === 'backup' && /^SQLITE_/.test(codeOf(error)));
  if (isOfDatabase) return databaseUrl.replace(/^sqlite:/, '');
  if (command !== 'backup') return dataDir;
  return args.find((arg) => !arg.startsWith('--')) ?? path.join(dataDir, 'backups');
}

function codeOf(error) {
  return String(error?.code ?? '');
}
