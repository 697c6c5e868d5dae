// root works on a school that is another user's: what it makes there the school's own user could not open any more.
import { lchownSync, lstatSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fail } from './findings.mjs';
import { quoted, sayAs } from './rights.mjs';

const ROOT_ID = 0;
/** What the program puts into a data directory (app/lib/private-files.server.ts). */
const OURS =
  /^(kaoping\..*|session-secret(\..*)?|restore-unfinished\.json|running-\d+-\d+\.json(\.new)?|files|uploads|tmp|backups)$/;

/** Whose a data directory is when root runs on another's; null for everybody else, and where there is none yet. */
function otherOwner(dataDir, runner) {
  if (runner !== ROOT_ID) return null;
  const found = statSync(dataDir, { throwIfNoEntry: false });
  return found === undefined || found.uid === ROOT_ID ? null : { uid: found.uid, gid: found.gid };
}

/** The name of a user of this computer; null of one whom it does not know, as of a container's own number. */
function nameOf(uid) {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
    return lines.map((line) => line.split(':')).find(([, , number]) => number === String(uid))?.[0] ?? null;
  } catch {
    return null;
  }
}

/**
 * Whether that user has run a school there. Where root has always done so, or nobody yet, nothing changes: an upgrade
 * must not stop a school that works.
 */
function isRunBy(uid, dataDir) {
  try {
    const ours = readdirSync(dataDir).filter((name) => OURS.test(name));
    return ours.some((name) => lstatSync(path.join(dataDir, name)).uid === uid);
  } catch {
    return false;
  }
}

/**
 * Why root does not start on this data directory: it is another user's. A sentence with what to type, or null. A
 * container in which there is no such user has nobody else to start it.
 * @param {string} dataDir
 * @param {number | undefined} [runner]
 * @returns {string | null}
 */
export function sayOtherOwner(dataDir, runner = process.getuid?.()) {
  const owner = otherOwner(dataDir, runner);
  const name = owner && nameOf(owner.uid);
  if (!name || !isRunBy(owner.uid, dataDir)) return null;
  return (
    `数据目录 ${dataDir} 属于用户 ${name}，现在运行的是 root：由 root 启动，会在里面留下用户 ${name} 打不开的文件，以后用户 ${name} 就启动不了。` +
    `请用用户 ${name} 启动：${sayAs(owner.uid)}；以后都要由 root 运行，就先把它交给 root：chown -R root ${quoted(dataDir)}。`
  );
}

/** The same as a finding of the look at the machine; null where there is nothing to say. */
export function lookAtOwner({ dataDir }) {
  const said = sayOtherOwner(dataDir);
  return said === null ? null : fail(said);
}

/**
 * Gives what root made beside another's school to that one. What the program did not make stays as it is.
 * @param {string} dataDir
 * @param {number | undefined} [runner]
 */
export function handOver(dataDir, runner = process.getuid?.()) {
  const owner = otherOwner(dataDir, runner);
  if (owner === null || !isRunBy(owner.uid, dataDir)) return;
  try {
    for (const name of readdirSync(dataDir)) if (OURS.test(name)) handOverAll(path.join(dataDir, name), owner);
  } catch {
    // A disk that takes no writing, or knows no owners: the next start says what its user may not open.
  }
}

function handOverAll(place, { uid, gid }) {
  const found = lstatSync(place, { throwIfNoEntry: false });
  // What the server beside it has moved away meanwhile needs nothing.
  if (found === undefined) return;
  if (found.uid === ROOT_ID) lchownSync(place, uid, gid);
  if (!found.isDirectory()) return;
  for (const name of readdirSync(place)) handOverAll(path.join(place, name), { uid, gid });
}
