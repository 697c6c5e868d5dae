import type { Env } from '~/lib/env.server';
import { isLoopback } from '~/lib/loopback.mjs';

type Settings = Pick<Env, 'demoAccess' | 'host' | 'publicUrl' | 'trustProxy' | 'dataDir'>;

const FRESH =
  '正式使用请换一个新的数据目录：在 .env 里写 KAOPING_DEMO=0 和 DATA_DIR=新目录（用 PostgreSQL 时换一个空的数据库），再启动。';

/**
 * Why the demo school is not started: everybody knows its passwords, so it stays on this computer (docs/decisions/0011)
 * unless KAOPING_DEMO=public says otherwise; null when nothing speaks against it.
 */
export function demoRefusal(settings: Settings): string | null {
  const { demoAccess, host, publicUrl, trustProxy, dataDir } = settings;
  if (demoAccess === 'public') return null;
  if (demoAccess === 'refused') {
    return `KAOPING_DEMO=0 表示不要演示学校，但这里（数据目录 ${dataDir}）正是一所演示学校：里面有密码人人都知道的演示账号，所以没有启动。${FRESH}要接着看演示，请去掉 KAOPING_DEMO=0。`;
  }
  const open = openness({ host, publicUrl, trustProxy });
  if (open.length === 0) return null;
  return `学校里有密码人人都知道的演示账号（t001、s001……），而 ${open.join('、')} 会让别的电脑打开它，所以没有启动。${FRESH}只在本机看演示，请去掉这些设置；确实要公开演示，请设 KAOPING_DEMO=public。`;
}

/** The settings that let other computers in. */
function openness({ host, publicUrl, trustProxy }: Pick<Settings, 'host' | 'publicUrl' | 'trustProxy'>): string[] {
  return [
    host !== undefined && !isLoopback(host) ? `HOST=${host}` : '',
    publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname) ? `PUBLIC_URL=${publicUrl}` : '',
    trustProxy ? 'TRUST_PROXY=1' : '',
  ].filter(Boolean);
}
