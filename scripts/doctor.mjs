// npm run doctor: everything that the start looks at, said in full. Ends with 1 when something stands in the way.
import { existsSync } from 'node:fs';
import { lookAtMachine, settingsOf } from './machine.mjs';
import { findOwnNode, isAble, useOwnNode } from './own-node.mjs';
import { ROOT, addressOf } from './project.mjs';

const MARKS = { ok: '✓', warn: '!', fail: '×' };

process.chdir(ROOT);
if (findOwnNode() || isAble()) await useOwnNode();
if (existsSync('.env')) process.loadEnvFile?.('.env');

const settings = settingsOf();
const findings = await lookAtMachine(settings);
let isRunning = false;
for (const finding of findings) {
  if (finding.isTaken && (await isKaoping())) {
    isRunning = true;
    Object.assign(finding, { level: 'ok', text: `考评正在端口 ${settings.port} 上运行。` });
  }
}
for (const { level, text } of findings) console.log(`${MARKS[level]} ${text}`);
const verdict = isRunning ? '考评正在运行' : '可以启动';
const failed = findings.filter(({ level }) => level === 'fail').length;
const warned = findings.filter(({ level }) => level === 'warn').length;
console.log(
  failed > 0
    ? `${failed} 项不行，请先解决。`
    : warned > 0
      ? `${verdict}；${warned} 项请留意。`
      : `一切正常，${verdict}。`,
);
process.exitCode = failed > 0 ? 1 : 0;

async function isKaoping() {
  try {
    return (await (await fetch(`${addressOf(settings)}/healthz`)).text()) === 'ok';
  } catch {
    return false;
  }
}
