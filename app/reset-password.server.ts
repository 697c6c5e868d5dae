import { existsSync } from 'node:fs';
import { closeDatabase } from '~/db/db.server';
import { dialectName } from '~/db/dialect/dialect.server';
import { sqliteFile } from '~/db/dialect/snapshot.server';
import { unfinishedInDatabase, unfinishedRestore } from '~/domain/backup/unfinished-restore.server';
import { giveOneTimePassword } from '~/domain/user/account.commands.server';
import { accountKey } from '~/domain/user/account-key.rules';
import { listAdministratorAccounts } from '~/domain/user/colleague.queries.server';
import { serverNow } from '~/lib/clock.server';
import { locate } from '~/lib/env.server';
import { newSecret } from '~/lib/ids.server';
import { sayCommand } from '~/lib/own-command.server';

const USAGE = 2;

/**
 * `node scripts/reset-password.mjs account`: the way in when nobody can sign in any more. It needs to know where the
 * data are and nothing else, and the server may go on running.
 */
export async function resetPassword([typed = '']: string[]): Promise<number> {
  const account = accountKey(typed);
  if (account === '') return refuse(`用法：${sayCommand('reset-password', '账号')}`, USAGE);
  const { databaseUrl, dataDir } = locate(process.env);
  const unfinished = unfinishedRestore(dataDir);
  if (unfinished !== null) return refuse(unfinished);
  if (dialectName(databaseUrl) === 'sqlite' && !existsSync(sqliteFile(databaseUrl)))
    return refuse(`找不到数据库 ${sqliteFile(databaseUrl)}。请用和服务器相同的 DATA_DIR、DATABASE_URL。`);
  // Nobody's session is signed here: the school's secret is neither asked for nor made.
  process.env.SESSION_SECRET ||= newSecret();
  try {
    const broken = await unfinishedInDatabase(databaseUrl);
    if (broken !== null) return refuse(broken);
    const password = await giveOneTimePassword(account, 'scripts/reset-password', serverNow());
    if (password === null)
      return refuse(`没有账号 ${account}。${sayAdministrators(await listAdministratorAccounts())}`);
    console.info(`账号 ${account} 的一次性密码：${password}（首次登录须修改；该账号的其他登录已失效）`);
    return 0;
  } finally {
    await closeDatabase();
  }
}

function sayAdministrators(accounts: string[]): string {
  if (accounts.length === 0) return '这里没有管理员的账号：请用和服务器相同的 DATA_DIR、DATABASE_URL。';
  return `管理员的账号：${accounts.join('、')}。其他老师和学生的账号，管理员登录后可以查到。`;
}

function refuse(why: string, code = 1): number {
  console.error(why);
  return code;
}
