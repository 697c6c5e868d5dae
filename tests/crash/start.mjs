/**
 * What a start says and does on machines that are not as they should be: rights, secret, demo accounts in public,
 * ports, a data directory that is none. Every refusal is a sentence without a stack and ends with 1.
 *   node tests/crash/start.mjs
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { createServer as createHttpServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { NODE, ROOT, TOOLS, freePort, untilHealthy } from '../../scripts/project.mjs';
import { createChecks, createServer, temporaryDirectory } from './support.mjs';

const BUILD = path.resolve(process.env.KAOPING_BUILD_DIR ?? 'build', 'server/index.js');
const START = path.join(ROOT, 'scripts', 'start.mjs');
const PATIENCE_MS = 90_000;
const JSON_TYPE = { 'Content-Type': 'application/json' };

const checks = createChecks('starts on odd machines');
const directory = temporaryDirectory();
// Spaces and Chinese characters, as in a teacher's home directory.
const dataDir = path.join(directory, '学 校', '数据 一');

/** Runs a script to its end, `before` it what runs it; answers its code and what it said. */
function run(args, env, before = []) {
  const [file, ...rest] = [...before, NODE, ...args];
  const settings = { HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: '', SESSION_SECRET: '', ...env };
  const child = spawn(file, rest, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', KAOPING_BUILD_DIR: path.dirname(path.dirname(BUILD)), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  return new Promise((resolve) => {
    const limit = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    child.once('close', (code) => {
      clearTimeout(limit);
      resolve({ code, said });
    });
  });
}

/** Waits until it is so, as long as anybody would. */
async function until(isSo) {
  for (const end = Date.now() + PATIENCE_MS; !(await isSo()) && Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const serve = async (env) => run([TOOLS.serve, BUILD], { PORT: String(await freePort()), ...env });

async function refused(what, result, ...patterns) {
  const { code, said } = await result;
  checks.ok(code === 1, `${what}: ended with ${code}: ${said}`);
  checks.ok(!/^\s+at |node:internal|npm (warn|notice|error)/m.test(said), `${what}: no stack: ${said}`);
  for (const pattern of patterns) checks.ok(pattern.test(said), `${what}: says ${pattern}: ${said}`);
}

/** Whether everything in the data directory is its owner's alone. */
function checkRights(what) {
  const wrong = [];
  let seen = 0;
  const look = (place) => {
    const found = lstatSync(place);
    const mode = (found.mode & 0o777).toString(8);
    seen += 1;
    if (mode !== (found.isDirectory() ? '700' : '600')) wrong.push(`${path.relative(dataDir, place)} ${mode}`);
    if (found.isDirectory()) for (const name of readdirSync(place)) look(path.join(place, name));
  };
  look(dataDir);
  checks.ok(wrong.length === 0 && seen > 4, `${what}: ${wrong.join(', ')} (${seen} seen)`);
}

/** How to run something as one who may not use port 80: an ordinary user in a network of its own where this is root's. */
function findOrdinary() {
  if (process.platform !== 'linux') return undefined;
  const uid = process.getuid() === 0 ? 65_534 : undefined;
  const before =
    uid === undefined ? [] : ['unshare', '-n', 'setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  const script = 'require("net").createServer().once("error", ({ code }) => console.log(code)).listen(80).unref()';
  const [file, ...rest] = [...before, NODE, '-e', script];
  const { stdout } = spawnSync(file, rest, { cwd: ROOT, encoding: 'utf8' });
  return stdout?.trim() === 'EACCES' ? { uid, before } : undefined;
}

function openUp(place = dataDir) {
  const isDirectory = lstatSync(place).isDirectory();
  chmodSync(place, isDirectory ? 0o755 : 0o644);
  if (isDirectory) for (const name of readdirSync(place)) openUp(path.join(place, name));
}

const isPosix = process.platform !== 'win32';
const server = await createServer({
  dataDir,
  env: { SESSION_SECRET: '' },
  command: (line) => (isPosix ? ['sh', '-c', 'umask 000; exec "$@"', 'sh', ...line] : line),
});

// Rights and the secret.
await server.start();
if (isPosix) checkRights('a first start with umask 000');
const secret = path.join(dataDir, 'session-secret');
const made = readFileSync(secret, 'utf8');
checks.ok(/^[0-9a-f]{64}$/.test(made), 'the first start makes a secret');
checks.ok(!readdirSync(dataDir).some((name) => name.startsWith('session-secret.')), 'nothing is left of making it');
await server.kill();
mkdirSync(path.join(dataDir, 'backups'));
writeFileSync(path.join(dataDir, 'backups', 'old.tar'), 'x');
mkdirSync(path.join(dataDir, 'uploads'), { recursive: true });
writeFileSync(path.join(dataDir, 'uploads', 'half'), 'x');
if (isPosix) {
  openUp();
  await server.start();
  checkRights('a start over what an older version left open');
  await server.kill();
}
for (const [content, reason] of [
  ['', /会话密钥 .*session-secret 是空的/],
  ['short', /只有 5 个字符/],
]) {
  writeFileSync(secret, content);
  await refused(`a secret of ${content.length} characters`, serve({}), reason, /冒充管理员/, /备份/);
  await refused(`npm start with it`, run([START], { PORT: String(await freePort()) }), /会话密钥/, /5 个|0 个/);
}
writeFileSync(secret, made);

// A school with demo accounts.
const database = new Database(path.join(dataDir, 'kaoping.db'));
database.prepare('update users set is_demo = 1').run();
database.close();
await refused('demo accounts on HOST=0.0.0.0', serve({ HOST: '0.0.0.0' }), /HOST=0\.0\.0\.0/, /KAOPING_DEMO=public/);
await refused('demo accounts behind TRUST_PROXY', serve({ TRUST_PROXY: '1' }), /TRUST_PROXY=1/);
await refused('demo accounts at PUBLIC_URL', serve({ PUBLIC_URL: 'https://k.school.cn' }), /PUBLIC_URL=https/);
await refused('KAOPING_DEMO=0 over them', serve({ KAOPING_DEMO: '0' }), /正是一所演示学校/, /DATA_DIR=新目录/);
const empty = path.join(directory, 'empty');
const toMake = { KAOPING_DEMO: '1', TRUST_PROXY: '1', DATA_DIR: empty };
await refused('an empty school that is to become one', serve(toMake), /TRUST_PROXY=1/);
checks.ok(!existsSync(path.join(empty, 'kaoping.db')), 'a start that is refused leaves no database behind');
const open = await createServer({
  dataDir,
  env: { SESSION_SECRET: '', KAOPING_DEMO: 'public', HOST: '0.0.0.0', TRUST_PROXY: '1' },
});
await open.start();
checks.ok(true, 'KAOPING_DEMO=public starts');

// A first password that anybody would try.
const guessed = { DATA_DIR: path.join(directory, 'guessed'), KAOPING_DEMO: '0', KAOPING_ADMIN_PASSWORD: '1' };
await refused('KAOPING_ADMIN_PASSWORD=1', serve(guessed), /^KAOPING_ADMIN_PASSWORD 不能用：密码至少 8 个字符。/);

// Ports.
const taken = new URL(open.origin).port;
await refused(
  'a port taken while it starts',
  serve({ PORT: taken, KAOPING_DEMO: '', DATA_DIR: path.join(directory, 'late') }),
  new RegExp(`端口 ${taken} 已被占用`),
);
const inUse = /^数据目录 .* 已经有一个考评在用：http.*\n$/;
await refused('the server beside itself', serve({ KAOPING_DEMO: '' }), inUse);
const runsAlready = new RegExp(
  `^考评正在端口 ${taken} 上运行（进程号 ${open.pid}），用的就是数据目录 .*运行 kill ${open.pid}）。\n$`,
);
await refused('npm start of what runs already', run([START], { PORT: taken }), runsAlready);
const besides = run([START], { PORT: String(await freePort()) });
await refused(
  'npm start beside it',
  besides,
  new RegExp(
    `^数据目录 .* 已经有一个考评在用：http://127.0.0.1:${taken}（进程号 ${open.pid}）。.*kill ${open.pid}.*\n$`,
  ),
);
const others = run([START], { PORT: taken, DATA_DIR: path.join(directory, 'other school') });
await refused(
  'npm start on the port of another school',
  others,
  /^端口 \d+ 上运行的考评用的不是数据目录 .*other school.*\n$/,
);
const plain = createHttpServer((_request, response) => response.end('something else')).listen(0, '127.0.0.1');
await new Promise((resolve) => plain.once('listening', resolve));
const busyWith = String(plain.address().port);
await refused(
  'npm start on a taken port',
  run([START], { PORT: busyWith, DATA_DIR: empty }),
  new RegExp(`^端口 ${busyWith} 已被占用.*\n$`),
);
plain.close();
await refused('npm start with PORT=abc', run([START], { PORT: 'abc' }), /PORT=abc：端口须是 1 到 65535 的整数/);
const noPort = { PORT: 'abc', DATA_DIR: path.join(directory, 'no port') };
await refused('the server with PORT=abc', serve(noPort), /PORT=abc：端口须是 1 到 65535 的整数/);
const ordinary = findOrdinary();
if (ordinary) {
  const place = mkdtempSync(path.join(tmpdir(), 'kaoping-ordinary-'));
  process.once('exit', () => rmSync(place, { recursive: true, force: true, maxRetries: 3 }));
  const own = { PORT: '80', DATA_DIR: path.join(place, 'data') };
  if (ordinary.uid !== undefined) chownSync(place, ordinary.uid, ordinary.uid);
  const sentence = /^没有权限使用端口 80（1024 以下的端口只有管理员能用）。.*PORT=3000.*\n$/;
  await refused('npm start with PORT=80', run([START], own, ordinary.before), sentence);
  await refused('the server with PORT=80', run([TOOLS.serve, BUILD], own, ordinary.before), /没有权限使用端口 80/);
} else checks.skip('PORT=80 is anybody’s here (net.ipv4.ip_unprivileged_port_start), and no other user can be had');
await refused('npm start on a foreign address', run([START], { HOST: '203.0.113.9', PORT: '3999' }), /^HOST=203.*\n$/);

// The doctor.
const doctor = (env) => run([START, 'doctor'], env);
const well = await doctor({ PORT: String(await freePort()), DATA_DIR: empty });
checks.ok(well.code === 0, `the doctor finds nothing: ${well.said}`);
for (const word of ['Node.js', '自带二进制', '时钟', '端口', '数据目录', '磁盘', '会话密钥', '数据库']) {
  checks.ok(well.said.includes(word), `the doctor says ${word}: ${well.said}`);
}
const wrong = await doctor({ PORT: String(await freePort()), DATA_DIR: empty, KAOPING_DEMO: 'yes', SMTP_URL: 'mail' });
checks.ok(
  wrong.code === 1 && wrong.said.includes('KAOPING_DEMO=yes') && wrong.said.includes('SMTP_URL='),
  `the doctor knows what a start is refused for: ${wrong.said}`,
);
const busy = await doctor({ PORT: taken });
checks.ok(busy.code === 0 && busy.said.includes('考评正在端口'), `the doctor knows a running server: ${busy.said}`);
// Its files were moved away under it.
const lost = new Database(path.join(dataDir, 'kaoping.db'));
const columns = 'id, owner_id, kind, mime, name, size, sha256, created_at';
lost
  .prepare(`insert into files (${columns}) select 'lost', id, 'audio', 'audio/webm', '', 4, 'x', 0 from users limit 1`)
  .run();
const without = await doctor({ PORT: taken });
checks.ok(
  without.code === 1 && /数据库里有 \d+ 个文件.*一个也没有/.test(without.said),
  `the doctor of a running server looks for its files: ${without.said}`,
);
lost.prepare("delete from files where id = 'lost'").run();
lost.close();
const astray = await doctor({ PORT: taken, DATA_DIR: empty });
checks.ok(astray.code === 1 && /用的不是数据目录/.test(astray.said), `nor takes another for this one: ${astray.said}`);
checks.ok(/时区 \S+，UTC[+-]\d\d:\d\d/.test(astray.said), `the clock names its zone: ${astray.said}`);
await open.kill();
const killed = await doctor({ PORT: taken });
checks.ok(
  killed.code === 0 && !killed.said.includes('运行'),
  `the mark of a killed server misleads nobody: ${killed.said}`,
);

// Data directories that are none.
const file = path.join(directory, 'a file');
writeFileSync(file, 'x');
const port = String(await freePort());
for (const place of [file, path.join(file, 'below')]) {
  await refused(`npm start in ${place}`, run([START], { DATA_DIR: place, PORT: port }), /是一个文件.*DATA_DIR/);
  await refused(`the server in ${place}`, serve({ DATA_DIR: place }), /数据目录 .*DATA_DIR/);
}
const broken = path.join(directory, 'broken');
mkdirSync(broken);
writeFileSync(path.join(broken, 'kaoping.db.partial'), 'x');
const brokenOff = /没有完成的恢复.*DATA_DIR=\S+ npm run restore/;
await refused('npm start over a broken-off restore', run([START], { DATA_DIR: broken, PORT: port }), brokenOff);
for (const command of [
  ['tool.mjs', 'backup'],
  ['reset-password.mjs', 'admin'],
]) {
  const [script, ...args] = command;
  const tool = run([path.join(ROOT, 'scripts', script), ...args], { DATA_DIR: broken });
  await refused(`${command.join(' ')} over it`, tool, brokenOff);
}
// Files of a school whose database is not there: a new school would sweep them away.
const bereaved = path.join(directory, 'bereaved');
const stored = path.join(bereaved, 'files', 'ab', 'abcdef01-2345-4678-9abc-def012345678');
mkdirSync(path.dirname(stored), { recursive: true });
writeFileSync(stored, 'a recording');
const whose = /有 1 个存着的文件.*数据库却是空的.*kaoping\.db 放回去.*DATA_DIR/;
await refused('a new school over the files of another', serve({ DATA_DIR: bereaved }), whose);
checks.ok(!existsSync(path.join(bereaved, 'kaoping.db')), 'and makes no database beside them');
writeFileSync(path.join(bereaved, 'kaoping.db'), '');
await refused('the same over an empty database', serve({ DATA_DIR: bereaved }), whose);
const missed = await doctor({ DATA_DIR: bereaved, PORT: port });
checks.ok(missed.code === 1 && whose.test(missed.said), `the doctor says so too: ${missed.said}`);
checks.ok(existsSync(stored), 'the files stay');
const ruined = path.join(directory, 'ruined');
mkdirSync(ruined);
writeFileSync(path.join(ruined, 'kaoping.db'), Buffer.alloc(8192, 'ruined '));
await refused(
  'npm start over a ruined database',
  run([START], { DATA_DIR: ruined, PORT: port }),
  /已经损坏，或不是数据库/,
);
const away = {
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  SESSION_SECRET: 'a secret for the crash harnesses, never used elsewhere',
  PORT: port,
};
await refused('npm start without PostgreSQL', run([START], away), /^PostgreSQL 连不上（ECONNREFUSED）。.*\n$/);

// Two that start at the same moment on one new directory: one serves, the other ends, and says where the first is.
for (const concurrency of ['', '2']) {
  const shared = { dataDir: path.join(directory, `shared ${concurrency}`), env: { WEB_CONCURRENCY: concurrency } };
  const both = await Promise.all([createServer(shared), createServer(shared)]);
  const starts = await Promise.allSettled(both.map((one) => one.start()));
  const failures = starts.filter(({ status }) => status === 'rejected').map(({ reason }) => String(reason));
  checks.ok(
    failures.length === 1 && /已经有一个考评在用：http/.test(failures[0]),
    `of two at once one serves: ${failures.join(' ')}`,
  );
  const first = both[starts.findIndex(({ status }) => status === 'fulfilled')];
  await first.kill();
  const next = await createServer(shared);
  const begun = performance.now();
  await next.start();
  checks.ok(performance.now() - begun < 20_000, 'what a killed one held keeps nobody waiting');
  const beside = await createServer({ ...shared, env: { KAOPING_TIMED_WORK: '0' } });
  await beside.start();
  checks.ok(true, 'one that is meant to run beside it starts');
  for (const one of [beside, next]) await one.kill('SIGTERM');
}

// Ctrl+C reaches it more than once: while it starts it ends, while it serves it ends in peace.
for (const isServing of [false, true]) {
  const inPeace = await createServer({ dataDir: path.join(directory, `in peace ${isServing}`) });
  const starting = inPeace.start();
  const failed = starting.then(
    () => false,
    () => true,
  );
  if (isServing) {
    await starting;
    await (await fetch(`${inPeace.origin}/login`)).text();
  } else await new Promise((resolve) => setImmediate(resolve));
  const asked = performance.now();
  process.kill(inPeace.pid, 'SIGINT');
  const ended = inPeace.kill('SIGTERM');
  process.kill(inPeace.pid, 'SIGINT');
  await ended;
  const seconds = (performance.now() - asked) / 1000;
  checks.ok(seconds < 5, `a page that was answered keeps nobody waiting: ended after ${seconds.toFixed(1)} s`);
  checks.ok((await failed) === !isServing, `it ends when asked ${isServing ? 'while it serves' : 'while it starts'}`);
}

// The window of its terminal is closed.
const windowed = await createServer({ dataDir: path.join(directory, 'windowed') });
await windowed.start();
await windowed.kill('SIGHUP');
const leftBehind = readdirSync(windowed.dataDir).filter((name) => /^running-|-wal$/.test(name));
checks.ok(leftBehind.length === 0, `it ends in peace with its window: ${leftBehind.join(' ')}`);

// A starter that is killed outright takes the server with it, once the requests it has are answered: npm too, also where
// the shell by which it runs its script stays between the two.
const { npm_execpath: npmFile } = process.env;
const npm = npmFile ? [NODE, npmFile, 'start'] : ['npm', 'start'];
for (const [name, line] of [['the starter', [NODE, START]], ...(isPosix ? [['npm', npm]] : [])]) {
  const bereft = { port: await freePort(), dataDir: path.join(directory, `bereft of ${name}`) };
  const own = { PORT: String(bereft.port), DATA_DIR: bereft.dataDir, DATABASE_URL: '', SESSION_SECRET: '' };
  const build = path.dirname(path.dirname(BUILD));
  const env = { ...process.env, ...own, HOST: '127.0.0.1', KAOPING_DEMO: '0', KAOPING_BUILD_DIR: build };
  const starter = spawn(line[0], line.slice(1), { cwd: ROOT, env, stdio: 'ignore' });
  const healthOf = () =>
    fetch(`http://127.0.0.1:${bereft.port}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
  await until(healthOf);
  const ask = { host: '127.0.0.1', port: bereft.port, method: 'POST', path: '/api/user/login', agent: false };
  const asking = request({ ...ask, headers: JSON_TYPE });
  const answered = once(asking, 'response');
  asking.write('{"account":"nobody",');
  await until(async () => (await healthOf()) && asking.socket?.bytesWritten > 0);
  const killedAt = performance.now();
  starter.kill('SIGKILL');
  await until(async () => !(await healthOf()));
  asking.end('"password":"x"}');
  const [response] = await answered;
  response.resume();
  checks.ok(response.statusCode < 500, `${name}: a request that was under way is answered: ${response.statusCode}`);
  const isMarked = () => readdirSync(bereft.dataDir).some((file) => /^running-|-wal$/.test(file));
  await until(async () => !isMarked());
  checks.ok(!isMarked(), `${name}: its database is whole by itself: ${readdirSync(bereft.dataDir).join(' ')}`);
  const afterwards = (performance.now() - killedAt) / 1000;
  checks.ok(afterwards < 10, `${name}: it ended ${afterwards.toFixed(1)} s after it was killed`);
}

// Only the process that was started is believed.
const foreign = createHttpServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
await new Promise((resolve) => foreign.once('listening', resolve));
const idle = spawn(NODE, ['-e', 'setTimeout(() => {}, 60_000)']);
const answer = await untilHealthy(`http://127.0.0.1:${foreign.address().port}`, idle, 1000);
checks.ok(answer === false, 'a stranger that answers /healthz is not the server that was started');
idle.kill();
foreign.close();

// Said from outside, it counts for every process.
const several = await createServer({
  dataDir: path.join(directory, 'several'),
  env: { WEB_CONCURRENCY: '2', KAOPING_TIMED_WORK: '0' },
});
await several.start();
const started = () => several.log().match(/"process_started"[^\n]*"timedWork":\w+/g) ?? [];
for (const end = Date.now() + PATIENCE_MS; started().length < 2 && Date.now() < end;) {
  await new Promise((resolve) => setTimeout(resolve, 50));
}
checks.ok(started().length === 2 && started().every((line) => line.endsWith('false')), 'KAOPING_TIMED_WORK=0 for both');
await several.kill('SIGTERM');

checks.finish();
