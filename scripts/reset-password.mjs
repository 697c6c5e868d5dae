// Gives an account a new one-time password, for when nobody can sign in any more:
//   node scripts/reset-password.mjs <account>
// Uses the same DATA_DIR and DATABASE_URL as the server, which may go on running.
import crypto, { randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { sayCommand } from './commands.mjs';
import { sayUnfinishedRestore } from './data-directory.mjs';
import { lookAtDatabase, settingsOf } from './machine.mjs';
import { useOwnNode } from './own-node.mjs';
import { whyNoRights } from './rights.mjs';
import { loadSettings } from './settings-file.mjs';
import { saySystemError } from './system-errors.mjs';

await useOwnNode();

const account = process.argv[2]?.normalize('NFKC').trim().toLowerCase();
if (!account) {
  console.error(`用法：${sayCommand('reset-password', '账号')}`);
  process.exit(2);
}
loadSettings();
const refusal = whyNoRights(settingsOf()) ?? sayUnfinishedRestore(settingsOf().dataDir);
if (refusal !== null) {
  console.error(refusal);
  process.exit(1);
}
// A full disk, a database that another program holds.
process.on('uncaughtException', (error) => {
  console.error(saySystemError(error, settingsOf().databaseUrl.replace(/^sqlite:/, '')) ?? error);
  process.exit(1);
});
if (settingsOf().databaseUrl.startsWith('postgres')) {
  const { level, text } = await lookAtDatabase(settingsOf());
  if (level === 'fail') {
    console.error(text);
    process.exit(1);
  }
}

const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const password = Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
// The same cost as app/domain/user/password.server.ts.
const passwordHash = await hashOf(password, { memoryCost: 7168, timeCost: 5, parallelism: 1 });
const now = Date.now();

const UPDATE = `update users set password_hash = ?, must_change_password = 1, is_disabled = 0,
  session_version = session_version + 1, updated_at = ? where account_key = ? and deleted_at is null returning id`;
const END = 'update user_sessions set ended_at = ? where user_id = ? and ended_at is null';
const AUDIT = `insert into audit_entries (actor_id, action, entity, entity_id, detail, address, at)
  values (null, 'user.reset_password', 'users', ?, '{"by":"scripts/reset-password"}', '', ?)`;

const found = process.env.DATABASE_URL?.startsWith('postgres') ? await onPostgres() : await onSqlite();
if (!found) {
  console.error(`没有账号 ${account}`);
  process.exit(1);
}
console.log(`账号 ${account} 的一次性密码：${password}（首次登录须修改；该账号的其他登录已失效）`);

async function onSqlite() {
  const { default: Sqlite } = await import('better-sqlite3');
  const file =
    process.env.DATABASE_URL?.replace(/^sqlite:/, '') || path.join(process.env.DATA_DIR || 'data', 'kaoping.db');
  if (!existsSync(file)) {
    console.error(`找不到数据库 ${file}。请用和服务器相同的 DATA_DIR、DATABASE_URL。`);
    process.exit(1);
  }
  const database = new Sqlite(file, { fileMustExist: true });
  database.pragma('busy_timeout = 5000');
  try {
    return database.transaction(() => {
      const row = database.prepare(UPDATE).get(passwordHash, now, account);
      if (!row) return false;
      database.prepare(END).run(now, row.id);
      database.prepare(AUDIT).run(String(row.id), now);
      return true;
    })();
  } finally {
    database.close();
  }
}

async function onPostgres() {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  const numbered = (sql) => {
    let index = 0;
    return sql.replace(/\?/g, () => `$${(index += 1)}`);
  };
  await client.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query(numbered(UPDATE), [passwordHash, now, account]);
    if (rows[0]) {
      await client.query(numbered(END), [now, rows[0].id]);
      await client.query(numbered(AUDIT), [String(rows[0].id), now]);
    }
    await client.query('commit');
    return rows.length > 0;
  } finally {
    await client.end();
  }
}

/** Node's own argon2 (from 24.7 on) is everywhere; one hash may take a little longer. */
async function hashOf(plain, cost) {
  if (!crypto.argon2) return (await import('@node-rs/argon2')).hash(plain, cost);
  const { memoryCost: memory, timeCost: passes, parallelism } = cost;
  const nonce = randomBytes(16);
  const parameters = { message: plain, nonce, parallelism, tagLength: 32, memory, passes };
  const tag = await promisify(crypto.argon2)('argon2id', parameters);
  const [salt, made] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt}$${made}`;
}
