import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sayPublicDemo } from './listening.mjs';
import { lookAtMachine, lookAtPostgresTools, lookAtSettings, sayAhead } from './machine.mjs';
import { ROOT, builtAt, freePort } from './project.mjs';
import { findRunning, lookAtServers, untilEnded } from './running.mjs';

let place = '';
let server: Server | undefined;
beforeEach(() => void (place = mkdtempSync(path.join(tmpdir(), 'kaoping-odd-'))));
afterEach(() => {
  server?.close();
  rmSync(place, { recursive: true, force: true });
});

/** A server that answers as that of this data directory, and says of itself that this keeps it from serving. */
async function serve(dataDir: string, trouble = '') {
  const opened = createServer(({ url }, response) => {
    response.setHeader('X-Kaoping-Start', 'word');
    if (url === '/readyz' && trouble !== '') response.writeHead(503).end(JSON.stringify({ message: trouble }));
    else response.end('ok');
  });
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  const { port } = opened.address() as AddressInfo;
  const mark = { host: '127.0.0.1', port, startId: 'word', pid: process.pid, computer: hostname(), dataDir };
  return { opened, port, mark };
}

test('a start waits for a server whose starter was killed, and not long for one that goes on', async () => {
  const { opened, port, mark } = await serve(place);
  writeFileSync(path.join(place, `running-${port}-1.json`), JSON.stringify(mark));
  await untilEnded(place, 300);
  expect(await findRunning(place)).toHaveLength(1);
  setTimeout(() => opened.close().closeAllConnections(), 500);
  await untilEnded(place);
  expect(await findRunning(place)).toEqual([]);
});

test('the mark of a server that came with a copy of its directory says nothing of the copy', async () => {
  const [own, copy] = ['own', 'copy'].map((name) => path.join(place, name)) as [string, string];
  const { port, mark } = await serve(own);
  for (const folder of [own, copy]) {
    mkdirSync(folder);
    writeFileSync(path.join(folder, `running-${port}-1.json`), JSON.stringify(mark));
  }
  expect(await findRunning(own)).toHaveLength(1);
  expect(await findRunning(copy)).toEqual([]);
  // Of another computer, or of a container, the path says nothing.
  writeFileSync(path.join(copy, `running-${port}-1.json`), JSON.stringify({ ...mark, computer: 'another' }));
  expect(await findRunning(copy)).toHaveLength(1);
});

test('a folder that was named for PostgreSQL’s programs and holds none is said', () => {
  expect(lookAtPostgresTools('')).toBeNull();
  expect(lookAtPostgresTools(place)).toMatchObject({ level: 'warn', text: expect.stringContaining('没有 pg_dump') });
});

test('what is not looked at before there is a build is said', () => {
  expect(lookAtSettings(place)).toMatchObject({ level: 'warn', text: expect.stringContaining('程序还没有构建') });
});

const LOST = '数据库文件被移走、删掉或换掉了，先不要停止考评';
const settingsOf = (dataDir: string, port: number | string) => ({
  dataDir,
  databaseUrl: `sqlite:${path.join(dataDir, 'kaoping.db')}`,
  host: '127.0.0.1',
  port: String(port),
  isSecond: false,
});
const failuresOf = async (dataDir: string, port: number | string) => {
  const findings = await lookAtMachine(settingsOf(dataDir, port) as never, { level: 'ok', text: '' });
  return findings.filter(({ level }) => level === 'fail').map(({ text }) => text);
};

test('a running server that cannot serve is a fault, and nobody is told to stop it', async () => {
  const { port, mark } = await serve(place, LOST);
  writeFileSync(path.join(place, `running-${port}-1.json`), JSON.stringify(mark));
  const here = await failuresOf(place, port);
  expect(here[0]).toMatch(/^考评正在端口 \d+ 上运行.*，但它现在不能服务：数据库文件被移走.*先不要停止考评。$/);
  expect(here[1]).toMatch(/kaoping\.db 不在了，考评却正在用它：先不要停止考评。$/);
  const elsewhere = await failuresOf(place, await freePort());
  expect(elsewhere[0]).toMatch(/^数据目录 \S+ 已经有一个考评在用：http.+，但它现在不能服务：数据库文件被移走/);
  expect([...here, ...elsewhere].join()).not.toMatch(/请先停止|或先停止|请停止|kill/);
});

test('the doctor who was told no port finds the school well on the port where it runs', async () => {
  const { port, mark } = await serve(place);
  writeFileSync(path.join(place, `running-${port}-1.json`), JSON.stringify(mark));
  const told = await doctor({ PORT: String(await freePort()) });
  expect(told).toMatch(/^× 数据目录 \S+ 已经有一个考评在用/m);
  const said = await doctor({});
  expect(said).toContain(`✓ 考评正在端口 ${port} 上运行`);
  expect(said).not.toMatch(/可以启动|已经有一个考评/);
});

async function doctor(settings: { PORT?: string }): Promise<string> {
  const env = { NODE_ENV: 'test', PATH: process.env.PATH, DATA_DIR: place, ...settings } as NodeJS.ProcessEnv;
  // The server that it asks answers in this process.
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/doctor.mjs'], { env }, (_error, stdout) => resolve(stdout));
  });
}

test('a server whose whole directory was moved away is not another school’s that may be stopped', async () => {
  const { port } = await serve(place, '数据目录被移走、删掉或换掉了，先不要停止考评');
  const [said] = await failuresOf(path.join(place, 'gone'), port);
  expect(said).toMatch(/上已经有一个考评在运行，但它现在不能服务：数据目录被移走.*先不要停止考评。$/);
});

test('a database that is not there is a fault where files are stored, and none where no school is yet', async () => {
  const port = await freePort();
  expect(await failuresOf(place, port)).toEqual([]);
  mkdirSync(path.join(place, 'files', 'ab'), { recursive: true });
  expect(await failuresOf(place, port)).toEqual([]);
  writeFileSync(path.join(place, 'files', 'ab', 'abcdef01-2345-4678-9abc-def012345678'), 'a recording');
  expect(await failuresOf(place, port)).toEqual([expect.stringMatching(/^数据库 \S+ 不在了，.*移走的，请放回去/)]);
});

test('who may come in with a demo account is said as it is', () => {
  const open = 'KAOPING_DEMO=public：别的电脑也能用演示账号登录。';
  for (const settings of [{}, { HOST: '0.0.0.0' }, { HOST: '127.0.0.1', PUBLIC_URL: 'https://school.test' }])
    expect(sayPublicDemo(settings)).toBe(open);
  expect(sayPublicDemo({ HOST: '::1', TRUST_PROXY: '1' })).toBe(open);
  expect(sayPublicDemo({ HOST: '127.0.0.1' })).toContain('HOST=127.0.0.1 只让本机打开：别的电脑进不来');
});

test('a clock that differs from PostgreSQL’s is told, by how much and in which direction; some seconds are not', () => {
  expect(sayAhead(4000)).toBeNull();
  expect(sayAhead(3_600_000)).toMatchObject({ level: 'warn', text: expect.stringMatching(/比它所在的电脑快 3600 秒/) });
  expect(sayAhead(-61_000)).toMatchObject({ level: 'warn', text: expect.stringMatching(/比它所在的电脑慢 61 秒/) });
});

test('a server that goes on with an earlier program is not the one that lies here', async () => {
  const { port, mark } = await serve(place);
  const look = async (more: object) => {
    writeFileSync(path.join(place, `running-${port}-1.json`), JSON.stringify({ ...mark, ...more }));
    return lookAtServers(settingsOf(place, port));
  };
  const own = { program: ROOT, builtAt: builtAt('build') };
  expect((await look(own)).text).toMatch(/不用再启动/);
  for (const earlier of [{}, { ...own, program: place }, { ...own, builtAt: own.builtAt - 1 }]) {
    expect(await look(earlier)).toMatchObject({
      ...{ isEarlier: true, level: 'fail' },
      text: expect.stringMatching(/运行的是以前的那一版，不会自己换成这里的.*请先停止它（.*），再启动。$/),
    });
  }
  const said = await doctor({ PORT: String(port) });
  expect(said).toContain('! 考评正在端口');
  expect(said).not.toMatch(/一切正常|不用再启动/);
});
