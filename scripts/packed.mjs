// Where the archive of `npm run pack` begins: start.sh and 启动考评.bat run it with the Node.js that came along.
//   ./start.sh                     the server
//   ./start.sh service             the same, where nobody looks at the window (启动考评.bat does not wait there)
//   ./start.sh doctor | backup | verify … | restore … | reset-password …
// The program lies in a folder of its own that the next archive brings anew; data and .env lie beside it.
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { schoolWithin } from '../app/lib/data-place.mjs';
import { loadSettings } from './settings-file.mjs';

const program = path.resolve(fileURLToPath(new URL('..', import.meta.url)));
const home = path.dirname(program);

// What somebody sets or names in a command is as seen from where they stand, what .env says from where it lies.
const given = { ...process.env };
loadSettings(path.join(home, '.env'));
const placeOf = (name) => (given[name] ? process.cwd() : home);
process.env.DATA_DIR = path.resolve(placeOf('DATA_DIR'), process.env.DATA_DIR || 'data');
const [, file] = /^sqlite:(.+)/.exec(process.env.DATABASE_URL ?? '') ?? [];
if (file) process.env.DATABASE_URL = `sqlite:${path.resolve(placeOf('DATABASE_URL'), file)}`;
process.env.KAOPING_COMMAND ||= process.platform === 'win32' ? '启动考评.bat' : './start.sh';

const COMMANDS = ['service', 'doctor', 'backup', 'verify', 'restore', 'reset-password'];

const [command] = process.argv.slice(2);
if (command === undefined || command === 'service') {
  const { isServing } = await import('./start-server.mjs');
  if (isServing) removeOlder();
} else if (!COMMANDS.includes(command)) {
  console.error(`没有这个命令：${command}。可以用的：${COMMANDS.join('、')}；什么都不写就是启动。`);
  process.exitCode = 2;
} else if (command === 'doctor') {
  await import('./doctor.mjs');
} else {
  await import('./tool.mjs');
}

/** Earlier programs of this archive go once a newer one serves: one that cannot start takes nothing away. */
function removeOlder() {
  const kind = path.basename(program).replace(/-[0-9a-f]+$/, '');
  for (const name of readdirSync(home)) {
    const folder = path.join(home, name);
    if (folder === program || !new RegExp(`^${kind}-[0-9a-f]{10}$`).test(name)) continue;
    try {
      if (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).name !== 'kaoping') continue;
      const school = schoolWithin(folder);
      if (school) console.warn(`旧版程序 ${name} 里有学校的数据（${school}），没有删。请把数据移到程序外面。`);
      else rmSync(folder, { recursive: true, force: true });
    } catch {
      // Not readable, or in use: it disturbs nobody.
    }
  }
}
