// npm start: installs and builds what is missing, then runs the server (README.md explains the settings).
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { ROOT, TOOLS, checkNode, installPackages, isStale, untilHealthy } from './project.mjs';

checkNode();
process.chdir(ROOT);
if (existsSync('.env')) process.loadEnvFile('.env');
installPackages();
build();

const isDemo = ['1', 'true'].includes((process.env.KAOPING_DEMO ??= '1'));
process.env.NODE_ENV ??= 'production';
process.env.PORT ||= '3000';
// Everybody can read the demo accounts' password, so they are not offered to the network by default.
if (isDemo) process.env.HOST ||= '127.0.0.1';
const { HOST: host, PORT: port } = process.env;

if (await isTaken()) {
  console.error(`端口 ${port} 已被占用。考评可能已经在运行；要换一个端口请用：PORT=3001 npm start`);
  process.exit(1);
}

const server = spawn(process.execPath, [TOOLS.serve, path.join('build', 'server', 'index.js')], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)));

if (await untilHealthy(`http://${localAddress()}:${port}`, server)) announce();

function build() {
  if (!isStale('build')) return;
  console.log('正在构建（约半分钟）… building');
  const result = spawnSync(process.execPath, [TOOLS.remix, 'vite:build'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (result.status !== 0) {
    console.error(`${result.stdout}\n${result.stderr}`);
    console.error('构建没有成功，请把上面的内容发给维护者。');
    process.exit(1);
  }
}

/** Where this machine reaches the server. */
function localAddress() {
  return !host || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
}

function isTaken() {
  return new Promise((resolve) => {
    const socket = connect(Number(port), localAddress());
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.unref();
    setTimeout(() => resolve(false), 1000).unref();
  });
}

function announce() {
  const shown = localAddress() === '127.0.0.1' ? 'localhost' : localAddress();
  const lines = ['', `考评已启动：http://${shown}:${port}`];
  if (!host || host === '0.0.0.0') {
    const others = Object.values(networkInterfaces()).flat();
    for (const { family, internal, address } of others) {
      if (family === 'IPv4' && !internal) lines.push(`同一网络的电脑：http://${address}:${port}`);
    }
  }
  if (isDemo) {
    lines.push('演示账号：教师 t001、学生 s001，密码都是 kaoping-demo（空数据库首次启动时建立）');
    if (host === '127.0.0.1') lines.push('带演示账号时只有本机能访问；正式使用请看 README.md 的“正式使用”。');
  }
  lines.push(`数据目录：${path.resolve(process.env.DATA_DIR || 'data')}`, '按 Ctrl+C 停止。', '');
  console.log(lines.join('\n'));
}
