// What it means, for the person who starts the program, that a port cannot be listened on.
import { isLoopback } from '../app/lib/loopback.mjs';
import { sayCommand } from './commands.mjs';

/** What shows the process that listens on a port. */
const WHO = {
  linux: (port) => `ss -ltnp 'sport = :${port}'`,
  darwin: (port) => `lsof -nP -iTCP:${port} -sTCP:LISTEN`,
  win32: (port) => `netstat -ano | findstr :${port}`,
};

/** Why nothing can listen there, and what to do: one sentence. */
export function sayListening(error, { host, port }) {
  if (error.code === 'EADDRINUSE') {
    const next = `PORT=${port === 3001 ? 3002 : 3001}`;
    const change = process.platform === 'win32' ? `在 .env 里写 ${next}` : sayCommand('start', '', next);
    return `端口 ${port} 已被占用，可能是另一个考评（看是谁：${WHO[process.platform]?.(port) ?? WHO.linux(port)}）。要换一个端口请用：${change}`;
  }
  if (error.code === 'EACCES') {
    return `没有权限使用端口 ${port}（1024 以下的端口只有管理员能用）。请换一个端口，如 ${sayCommand('start', '', 'PORT=3000')}；要用 80 或 443，请在前面放反向代理（docs/operations.md）。`;
  }
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.code)) {
    return `HOST=${host} 不是这台电脑的地址。请去掉 HOST，或改成这台电脑的地址。`;
  }
  return `端口 ${port} 用不了（${error.code ?? error.message}）。请换一个端口：${sayCommand('start', '', 'PORT=3001')}`;
}

/** True for the error of a server that could not begin to listen. */
export function couldNotListen(error) {
  return error instanceof Error && ['listen', 'bind'].includes(error.syscall);
}

/**
 * Who can come in with a demo account although KAOPING_DEMO=public lets everybody: nobody from elsewhere where the
 * server listens to this computer alone, unless a proxy passes on what comes to it.
 * @param {Record<string, string | undefined>} settings
 */
export function sayPublicDemo({ HOST = '', PUBLIC_URL, TRUST_PROXY }) {
  const hasProxy =
    (PUBLIC_URL && !isLoopback(new URL(PUBLIC_URL).hostname)) || ['1', 'true'].includes(TRUST_PROXY ?? '');
  if (!isLoopback(HOST) || hasProxy) return 'KAOPING_DEMO=public：别的电脑也能用演示账号登录。';
  return `KAOPING_DEMO=public，但 HOST=${HOST} 只让本机打开：别的电脑进不来。要让它们也能用演示账号登录，请去掉 HOST。`;
}
