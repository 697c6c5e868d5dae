// What npm start does: installs and builds what is missing, then runs the server (README.md explains the settings).
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { buildWhereStale } from './build.mjs';
import { sayCommand } from './commands.mjs';
import { sayPublicDemo } from './listening.mjs';
import { lookAtMachine, lookAtPackages, settingsOf } from './machine.mjs';
import { useOwnNode } from './own-node.mjs';
import { ROOT, TOOLS, addressOf, installPackages, untilHealthy } from './project.mjs';
import { untilEnded } from './running.mjs';
import { loadSettings, refuseWrongSettings } from './settings-file.mjs';
import { letGo, spawnBound, whenStarterGone } from './starter.mjs';

process.chdir(ROOT);
loadSettings();
refuseWrongSettings();
installPackages();
await useOwnNode();
// Not read yet by a Node.js that is too old for it.
loadSettings();
refuseWrongSettings();

const isDemo = ['1', 'true', 'public'].includes((process.env.KAOPING_DEMO ??= '1'));
process.env.NODE_ENV ??= 'production';
process.env.PORT ||= '3000';
// Everybody can read the demo accounts' password, so they are not offered to the network by default.
if (isDemo && process.env.KAOPING_DEMO !== 'public') process.env.HOST ||= '127.0.0.1';
const { HOST: host, PORT: port } = process.env;

/** Where the build is, as for every other script and remix.config.js. */
const BUILD = process.env.KAOPING_BUILD_DIR ?? 'build';

await look();
build();

const server = spawnBound(process.execPath, [TOOLS.serve, path.join(BUILD, 'server', 'index.js')]);
whenStarterGone(() => letGo(server));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => {
  const isAsked = signal === null || ['SIGINT', 'SIGTERM', 'SIGHUP'].includes(signal);
  if (!isAsked)
    console.error(
      `考评被强行结束了（${signal}）；内存不够时，系统会这样做。已经保存的都在，请重新启动：${sayCommand('start')}`,
    );
  if (isAsked && (code ?? 0) === 0) console.log('考评已停止。');
  process.exit(code ?? (isAsked ? 0 : 1));
});

/** Whether the school is open now; false where the server ended before. */
export const isServing = await untilHealthy(addressOf({ host, port }), server);
if (isServing) announce();

/** Ends the process where something stands in the way; what is only worth knowing is said. */
async function look() {
  let packages = lookAtPackages();
  if (packages.canBeMended) {
    console.log('自带二进制的包与这台电脑不合，或没有装完整，现在重新安装。');
    installPackages({ anew: true });
    await useOwnNode();
    packages = lookAtPackages();
  }
  const settings = settingsOf();
  if (!settings.isSecond) await untilEnded(settings.dataDir);
  const findings = (await lookAtMachine(settings, packages)).filter(({ level }) => level !== 'ok');
  for (const { text } of findings) console.error(text);
  if (findings.some(({ level }) => level === 'fail')) process.exit(1);
}

function build() {
  const problem = buildWhereStale(BUILD);
  if (problem === '') return;
  console.error(problem);
  console.error('构建没有成功，请把上面的内容发给维护者。');
  process.exit(1);
}

function announce() {
  const here = addressOf({ host, port }).replace('//127.0.0.1:', '//localhost:');
  const { PUBLIC_URL } = process.env;
  // With an address for the world, no other host name is answered.
  const lines = PUBLIC_URL ? ['', `考评已启动：${PUBLIC_URL}`, `反向代理转发到：${here}`] : ['', `考评已启动：${here}`];
  if (!PUBLIC_URL && (!host || host === '0.0.0.0')) {
    const others = Object.values(networkInterfaces()).flat();
    for (const { family, internal, address } of others) {
      if (family === 'IPv4' && !internal) lines.push(`同一网络的电脑：http://${address}:${port}`);
    }
  }
  if (isDemo) {
    lines.push('演示账号：教师 t001、学生 s001，密码都是 kaoping-demo（空数据库首次启动时建立）');
    if (process.env.KAOPING_DEMO === 'public') lines.push(sayPublicDemo(process.env));
    else lines.push('带演示账号时只有本机能访问；正式使用请看 README.md 的“正式使用”。');
  }
  lines.push(`数据目录：${settingsOf().dataDir}`, '按 Ctrl+C 停止。', '');
  console.log(lines.join('\n'));
}
