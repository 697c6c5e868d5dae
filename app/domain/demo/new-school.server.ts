import { statSync } from 'node:fs';
import { foreignFilesRefusal } from '~/domain/file/foreign-files.server';
import { firstPasswordRefusal } from '~/domain/user/password.server';
import type { Settings } from '~/lib/env.server';
import { demoRefusal } from './demo-access.rules';

/** Why no school may begin here with these settings; null where one may. Makes nothing. */
export async function newSchoolRefusal(settings: Settings): Promise<string | null> {
  const { isDemo, adminAccount = 'admin', adminPassword, dataDir, databaseUrl } = settings;
  const refusal = isDemo ? demoRefusal(settings) : firstPasswordRefusal(adminAccount, adminPassword);
  if (refusal !== null) return refusal;
  // Why a directory cannot be made says who makes it.
  const isThere = settings.s3 !== undefined || statSync(dataDir, { throwIfNoEntry: false })?.isDirectory();
  return isThere ? foreignFilesRefusal(settings, databaseUrl) : null;
}
