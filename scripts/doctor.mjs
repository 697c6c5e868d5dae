// npm run doctor: everything that the start looks at, said in full. Ends with 1 when something stands in the way.
import { sayWrongSettings } from '../app/lib/settings.mjs';
import { fail } from './findings.mjs';
import { lookAtMachine, lookAtSettings, settingsOf } from './machine.mjs';
import { findOwnNode, isAble, useOwnNode } from './own-node.mjs';
import { ROOT } from './project.mjs';
import { loadSettings } from './settings-file.mjs';

const MARKS = { ok: '✓', warn: '!', fail: '×' };

process.chdir(ROOT);
if (findOwnNode() || isAble()) await useOwnNode();
loadSettings();

const settings = settingsOf();
const wrong = sayWrongSettings(process.env);
const machine = [...(wrong === null ? [] : [fail(wrong)]), ...(await lookAtMachine(settings))];
// A server that serves well stands in the way of another one only; its own settings may be others than these.
const isServing = (finding) => finding.isRunning || (finding.elsewhere && !process.env.PORT);
const isServed = machine.some(isServing);
const isBlocked = machine.some((finding) => finding.level === 'fail' && !isServing(finding));
const findings = isBlocked ? machine : [...machine, lookAtSettings(undefined, { isServed })];
const running = findings.find(({ isRunning }) => isRunning) ?? findElsewhere(findings);
if (running)
  Object.assign(running, {
    level: running.isEarlier ? 'warn' : 'ok',
    text: running.elsewhere ?? running.text.replace(/不用再启动.*/, ''),
  });
for (const { level, text } of findings) console.log(`${MARKS[level]} ${text}`);
const isStarting = findings.some((finding) => finding.isStarting);
const verdict = running ? '考评正在运行' : isStarting ? '考评正在启动或停止' : '可以启动';
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

/** The school's server on another port than the one that would be started: well, unless that port was asked for. */
function findElsewhere(findings) {
  return process.env.PORT ? undefined : findings.find(({ elsewhere }) => elsewhere);
}
