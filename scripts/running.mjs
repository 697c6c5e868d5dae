// The servers that run already: on a data directory, on a port; and whether they can serve anybody.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { fail, ok } from './findings.mjs';
import { sayListening } from './listening.mjs';
import { ROOT, addressOf, builtAt } from './project.mjs';
import { isAlive } from './starter.mjs';

const PATIENCE_MS = 5000;
/** Longer than a server goes on whose starter was killed (scripts/starter.mjs looks every second). */
const ENDING_MS = 4000;
const PAUSE_MS = 200;

/** Where the server of a data directory says that it runs, one file for each process (app/lib/running-mark.server.ts). */
const RUNNING = /^running-\d+-\d+\.json$/;

/**
 * The servers that run on a data directory now: [{ host, port, pid, computer }]. Each has written there the word by which it answers
 * (X-Kaoping-Start): a mark that nobody answers to was left by one that was killed, and another school's server, though
 * it listens on the same port, answers by a word of its own.
 */
export async function findRunning(dataDir) {
  let names = [];
  try {
    names = readdirSync(dataDir).filter((name) => RUNNING.test(name));
  } catch {
    // No directory, nobody runs on it.
  }
  const marks = await Promise.all(
    names.map(async (name) => {
      try {
        const mark = JSON.parse(readFileSync(path.join(dataDir, name), 'utf8'));
        if (isOfAnother(mark, dataDir)) return null;
        return (await askStartId(mark)) === mark.startId ? mark : null;
      } catch {
        return null;
      }
    }),
  );
  return marks.filter((mark) => mark !== null);
}

/**
 * Waits for servers of a data directory that are ending: one whose starter was killed learns of it within a second and
 * answers until then. Returns after `patience` where one goes on.
 */
export async function untilEnded(dataDir, patience = ENDING_MS) {
  const begun = performance.now();
  while ((await findRunning(dataDir)).length > 0 && performance.now() - begun < patience) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Whether a mark came here with a copy: on this computer its server's own directory is another one. */
function isOfAnother({ computer, dataDir }, here) {
  if (computer !== hostname() || typeof dataDir !== 'string') return false;
  const [there, place] = [dataDir, here].map((name) => statSync(name, { throwIfNoEntry: false }));
  return there !== undefined && place !== undefined && (there.ino !== place.ino || there.dev !== place.dev);
}

/**
 * Whether a server goes on with an earlier program than the one that lies here: that of another folder, as after an
 * archive was unpacked over it, or of this one before it was built anew. An earlier version says nothing of it.
 */
function isEarlier({ computer, program, builtAt: then }) {
  if (computer !== hostname()) return false;
  if (typeof program !== 'string') return true;
  const [there, here] = [program, ROOT].map((name) => statSync(name, { throwIfNoEntry: false }));
  return there?.ino !== here?.ino || there?.dev !== here?.dev || then !== builtAt('build');
}

/** The word of the 考评 that listens there, '' for one that has none, undefined where there is no 考评. */
async function askStartId(place) {
  try {
    const answer = await fetch(`${addressOf(place)}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return (await answer.text()) === 'ok' ? (answer.headers.get('X-Kaoping-Start') ?? '') : undefined;
  } catch {
    return undefined;
  }
}

/** What keeps a server from serving, in its own words and with what to do; '' where nothing does. */
async function askTrouble(place) {
  try {
    const answer = await fetch(`${addressOf(place)}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const { message } = answer.status === 503 ? await answer.json() : {};
    return typeof message === 'string' ? message : '';
  } catch {
    return '';
  }
}

/** Whether a server runs on this data directory, or may: of one on the port this user may not see whose it is. */
export async function isServed(settings) {
  if ((await findRunning(settings.dataDir)).length > 0) return true;
  return isHidden(settings.dataDir) && (await askStartId(settings)) !== undefined;
}

/** Whether this user may not see which servers run on a data directory. */
function isHidden(dataDir) {
  try {
    for (const name of readdirSync(dataDir)) if (RUNNING.test(name)) readFileSync(path.join(dataDir, name));
    return false;
  } catch (error) {
    return error.code === 'EACCES' || error.code === 'EPERM';
  }
}

/** The port, and whether this school is served already: on it, or well on another one (`elsewhere`: a sentence). */
export async function lookAtServers(settings) {
  const port = await lookAtPort(settings);
  const running = await findRunning(settings.dataDir);
  const here = running.find((one) => String(one.port) === settings.port);
  if (here && port.isTaken) {
    const found = `考评正在端口 ${settings.port} 上运行${sayPid(here)}，用的就是数据目录 ${settings.dataDir}`;
    const trouble = await askTrouble(here);
    // What would be lost by a stop is for whoever reads this to keep.
    if (trouble !== '') return { ...fail(`${found}，但它现在不能服务：${trouble}。`), isServed: true };
    if (isEarlier(here)) {
      const text = `${found}。运行的是以前的那一版，不会自己换成这里的（${ROOT}）：请先停止它${sayHowToStop(here)}，再启动。`;
      return { ...fail(text), isRunning: true, isEarlier: true, isServed: true };
    }
    const text = `${found}。不用再启动；要重新启动，请先停止它${sayHowToStop(here)}。`;
    return { ...fail(text), isRunning: true, isServed: true };
  }
  const [other] = running;
  const trouble = other ? await askTrouble(other) : '';
  const elsewhere = other && !here && trouble === '' ? sayElsewhere(other) : null;
  if (port.isTaken && (await askStartId(settings)) !== undefined) {
    return { ...fail(await sayStranger(settings)), isServed: isHidden(settings.dataDir), elsewhere };
  }
  if (other && port.level === 'ok' && !settings.isSecond) {
    return { ...fail(sayTaken(settings.dataDir, other, trouble)), isServed: true, elsewhere };
  }
  return { ...port, isServed: running.length > 0, elsewhere };
}

/** What is said of a server on another port that serves well. */
const sayElsewhere = (other) => `考评正在端口 ${other.port} 上运行${sayPid(other)}：${addressOf(other)}。`;

/** What is said of a 考评 on the port that does not say it is this school's. */
async function sayStranger(settings) {
  const { dataDir, port } = settings;
  if (isHidden(dataDir)) {
    return `端口 ${port} 上已经有一个考评在运行；它用的是不是数据目录 ${dataDir}，现在的用户没有权限看。先不要停止它：请用这个目录的所有者再看一次。`;
  }
  const trouble = await askTrouble(settings);
  if (trouble !== '') return `端口 ${port} 上已经有一个考评在运行，但它现在不能服务：${trouble}。`;
  return `端口 ${port} 上运行的考评用的不是数据目录 ${dataDir}：是另一所学校的，或还没有换成这一版。请停止它，或设别的端口，如 PORT=${Number(port) + 1}。`;
}

/** What is said to whoever starts a second server on a data directory. */
export const sayInUse = async (dataDir, other) => sayTaken(dataDir, other, await askTrouble(other));

function sayTaken(dataDir, other, trouble) {
  const found = `数据目录 ${dataDir} 已经有一个考评在用：${addressOf(other)}${sayPid(other)}`;
  if (trouble !== '') return `${found}，但它现在不能服务：${trouble}。`;
  return `${found}。请就用那一个，或先停止它${sayHowToStop(other)}；要为另一所学校启动，请另设 DATA_DIR。`;
}

/** The number by which a server can be ended from here; undefined where it runs elsewhere, as in a container. */
const pidOf = ({ pid, computer }) => (pid > 1 && computer === hostname() && isAlive(pid) ? pid : undefined);

const sayPid = (server) => (pidOf(server) === undefined ? '' : `（进程号 ${pidOf(server)}）`);

/** How to end a server whose window is lost. */
function sayHowToStop(server) {
  const pid = pidOf(server);
  if (pid === undefined) return '';
  const command = process.platform === 'win32' ? `taskkill /PID ${pid} /T /F` : `kill ${pid}`;
  return `（在它的窗口按 Ctrl+C；找不到窗口时运行 ${command}）`;
}

/** Tries the port by listening on it. */
async function lookAtPort({ host, port }) {
  const number = Number(port);
  if (!/^\d+$/.test(port) || number < 1 || number > 65_535) {
    return fail(`PORT=${port} 不是端口号。请设成 1 到 65535 的整数，如 PORT=3000。`);
  }
  const trouble = await new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(error));
    server.listen({ port: number, host }, () => server.close(() => resolve(null)));
  });
  if (!trouble) return ok(`端口 ${number} 可以用。`);
  return { ...fail(sayListening(trouble, { host, port: number })), isTaken: trouble.code === 'EADDRINUSE' };
}
