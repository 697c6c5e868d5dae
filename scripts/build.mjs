// Builds the program beside the build that stands there, which a school may run from, and puts it in its place.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { schoolWithin } from '../app/lib/data-place.mjs';
import { ROOT, TOOLS, installPackages, isStale, refuseForeignFolder } from './project.mjs';
import { isAlive } from './starter.mjs';

/** Folders of a build whose files carry their content in their name, and which of them this build made itself. */
const NAMED_BY_CONTENT = ['client/assets', 'server/assets'];
const OWN_FILES = 'own-files.json';

/**
 * Builds into `directory` where what is there is older than its sources. A server that runs from the old build goes on
 * serving it: its files stay until the build after this one. Returns what stood in the way, '' where nothing did.
 */
export function buildWhereStale(directory) {
  if (!isStale(directory)) return '';
  refuseForeignFolder('构建');
  // Only what runs the program was installed.
  if (!existsSync(TOOLS.remix)) installPackages({ anew: true });
  const place = path.resolve(ROOT, directory);
  const school = schoolWithin(place);
  if (school) {
    return `${place} 里有学校的数据（${school}），重新构建会删掉它。请把它所在的目录移到程序外面，再把 DATA_DIR 设成新的位置。`;
  }
  console.log('正在构建（通常不到一分钟，慢的电脑可能要几分钟）…');
  clearBrokenOff(place);
  const next = `${place}-next-${process.pid}`;
  try {
    const result = spawnSync(process.execPath, [TOOLS.remix, 'vite:build'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production', KAOPING_BUILD_DIR: path.relative(ROOT, next) },
    });
    if (result.status !== 0) return result.error ? result.error.message : `${result.stdout}\n${result.stderr}`;
    putInPlace(next, place);
    return '';
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** Builds that were killed leave their folders behind. */
export function clearBrokenOff(place) {
  const own = new RegExp(`^${path.basename(place)}-(next|before)-(\\d+)$`);
  for (const name of readdirSync(path.dirname(place))) {
    const pid = Number(own.exec(name)?.[2] ?? 0);
    if (pid > 0 && !isAlive(pid)) rmSync(path.join(path.dirname(place), name), { recursive: true, force: true });
  }
}

/** Makes a finished build the one at `place`; what the old one there made itself goes along, once. */
export function putInPlace(next, place) {
  writeFileSync(path.join(next, OWN_FILES), JSON.stringify(ownFiles(next)));
  const before = `${place}-before-${process.pid}`;
  if (existsSync(place)) {
    keepFiles(place, next);
    renameSync(place, before);
  }
  renameSync(next, place);
  rmSync(before, { recursive: true, force: true });
}

function ownFiles(build) {
  return NAMED_BY_CONTENT.flatMap((folder) =>
    existsSync(path.join(build, folder))
      ? readdirSync(path.join(build, folder)).map((name) => `${folder}/${name}`)
      : [],
  );
}

/** For pages that are open and servers that run. */
function keepFiles(old, build) {
  const list = path.join(old, OWN_FILES);
  const files = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : ownFiles(old);
  for (const file of files) {
    const from = path.join(old, file);
    if (existsSync(from)) cpSync(from, path.join(build, file), { recursive: true, force: false, errorOnExist: false });
  }
}
