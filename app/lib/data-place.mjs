// Where the data may lie: said by `npm start` before any package is installed, by the doctor, and by the program.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/**
 * `~/x` as a shell would have read it: .env, systemd and Docker leave it as it stands.
 * @param {string} value
 * @returns {string}
 */
export function expandHome(value) {
  return value === '~' || /^~[/\\]/.test(value) ? path.join(homedir(), value.slice(1)) : value;
}

/**
 * The same of an address of a SQLite file.
 * @param {string} address
 * @returns {string}
 */
export function expandAddress(address) {
  return address.startsWith('sqlite:') ? `sqlite:${expandHome(address.slice('sqlite:'.length))}` : address;
}

/**
 * Why a directory is no place for data: it is somebody's home, or the program's own. A sentence, or null. A school that
 * lies there already goes on.
 * @param {string} dataDir
 * @returns {string | null}
 */
export function sayOddPlace(dataDir) {
  const place = path.resolve(dataDir);
  if (existsSync(path.join(place, 'kaoping.db')) || existsSync(path.join(place, 'session-secret'))) return null;
  const change = '请把 DATA_DIR 设成一个只放数据的目录，如 DATA_DIR=';
  if (place === homeOfRunner())
    return `数据目录 ${place} 是家目录，不能用。${change}${path.join(place, 'kaoping-data')}`;
  if (place === path.parse(place).root) return `数据目录 ${place} 是整个磁盘的根目录，不能用。${change}/srv/kaoping`;
  if (isProgram(place)) return `数据目录 ${place} 是考评程序自己的目录，不能用。${change}${path.join(place, 'data')}`;
  const program = programAround(place);
  if (program) {
    return `数据目录 ${place} 在考评程序自己的目录里，构建或升级会删掉它，不能用。${change}${path.join(program, 'data')}`;
  }
  return null;
}

/** What a build, an installation or an upgrade replaces: nothing of anybody's may lie in it. */
const REPLACED = /^(app|build.*|docs|licences|node_modules|program-.*|public|scripts|server|tests|\..*)$/;
const VERSION = /^program-[0-9a-f]{10}$/;

/** The program in whose own folders a place lies, or the archive whose; null for one that is nobody's. */
function programAround(place) {
  for (let inner = place, outer = path.dirname(place); outer !== inner; inner = outer, outer = path.dirname(outer)) {
    if (VERSION.test(path.basename(outer)) && isProgram(outer)) return path.dirname(outer);
    if (REPLACED.test(path.basename(inner)) && isProgram(outer)) return outer;
  }
  return null;
}

/** Null for a user whom the system does not know, as in a container that runs under a number of its own. */
function homeOfRunner() {
  try {
    return path.resolve(homedir());
  } catch {
    return null;
  }
}

/** The program as it was cloned, or unpacked from its archive (scripts/pack.mjs). */
function isProgram(place) {
  try {
    if (readdirSync(place).some((name) => VERSION.test(name))) return true;
    return JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8')).name === 'kaoping';
  } catch {
    return false;
  }
}

/** The database of a school that lies in a folder that is about to go, or null: then it must stay. */
export function schoolWithin(folder, depth = 4) {
  for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
    const place = path.join(folder, entry.name);
    if (entry.name === 'kaoping.db') return place;
    if (!entry.isDirectory() || depth === 0 || entry.name === 'node_modules') continue;
    const within = schoolWithin(place, depth - 1);
    if (within) return within;
  }
  return null;
}
