import pg from 'pg';
import { StartRefusal } from '~/lib/start-refusal';
import { dialectName } from './dialect.server';
import { passingReason } from './unavailable.server';

/** As long as PostgreSQL takes that was started at the same moment, as Docker starts both. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 1000;
const CONNECT_MS = 5000;

/** Codes with which it says no for good, and what to do. */
const REFUSALS: Record<string, string> = {
  '28P01': 'PostgreSQL 不接受 DATABASE_URL 里的用户名或密码。请改正 DATABASE_URL，再启动。',
  '28000': 'PostgreSQL 不接受 DATABASE_URL 里的用户名或密码。请改正 DATABASE_URL，再启动。',
  '3D000': 'PostgreSQL 里没有 DATABASE_URL 写的那个库。请先建立它（createdb 库名），或改正 DATABASE_URL，再启动。',
};

/**
 * Waits until PostgreSQL lets the program in; with SQLite there is nothing to wait for.
 * @throws StartRefusal when it says no, or is not there after so long
 */
export async function awaitPostgres(
  databaseUrl: string,
  { patience = PATIENCE_MS, pause = PAUSE_MS } = {},
): Promise<void> {
  if (dialectName(databaseUrl) !== 'postgres') return;
  const begun = performance.now();
  for (let hasSaid = false; ; hasSaid = true) {
    const trouble = await troubleOf(databaseUrl);
    if (trouble === null) return;
    if (performance.now() - begun > patience) {
      const seconds = Math.round(patience / 1000);
      throw new StartRefusal(
        `PostgreSQL 连不上（${trouble}），等了 ${seconds} 秒。请先启动它，并检查 DATABASE_URL 里的主机和端口，再启动考评。`,
      );
    }
    if (!hasSaid)
      console.warn(`PostgreSQL 还连不上（${trouble}）。考评等它启动，最多 ${Math.round(patience / 1000)} 秒……`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Why it is not there yet; null where it is. */
async function troubleOf(connectionString: string): Promise<string | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    const refusal = REFUSALS[String((error as { code?: unknown }).code)];
    if (refusal !== undefined) throw new StartRefusal(refusal);
    const passing = passingReason(error);
    if (passing !== undefined) return passing;
    const what = error instanceof Error ? error.message : String(error);
    throw new StartRefusal(`PostgreSQL 连不上（${what}）。请检查 DATABASE_URL，再启动。`);
  } finally {
    await client.end().catch(() => undefined);
  }
}
