import { access, constants } from 'node:fs/promises';
import { db } from '~/db/db.server';
import { env } from '~/lib/env.server';

export type Readiness = { ready: boolean; database: string; files: string };

/** Whether the process can serve people: the database answers and the data directory takes files. */
export async function checkReadiness(): Promise<Readiness> {
  const say = (check: Promise<unknown>) =>
    check.then(
      () => 'ok',
      (error: unknown) => (error as { code?: string }).code ?? 'failed',
    );
  const [database, files] = await Promise.all([
    say(db().selectFrom('settings').select('key').limit(1).execute()),
    say(access(env().dataDir, constants.W_OK)),
  ]);
  return { ready: database === 'ok' && files === 'ok', database, files };
}
