import SqliteDatabase from 'better-sqlite3';
import { sayCommand, sayMend } from '~/lib/own-command.server';
import { StartRefusal } from '~/lib/start-refusal';

/** SQLite's binary is built for this Node-API: under an older one it ends the process at the first database. */
const MIN_NODE_API = 10;
/** What its binary for Linux asks of the system. */
const MIN_GLIBC = '2.34';

/** Opens a SQLite file; every other module comes through here. @throws StartRefusal */
export function openSqliteFile(file: string, options: SqliteDatabase.Options = {}): SqliteDatabase.Database {
  refuseOldNode(process.versions);
  try {
    return new SqliteDatabase(file, options);
  } catch (error) {
    throw sqliteRefusal(error) ?? error;
  }
}

/** @throws StartRefusal where opening would end the process without a word. */
export function refuseOldNode({ node, napi }: { node: string; napi?: string }): void {
  if (Number(napi) >= MIN_NODE_API) return;
  throw new StartRefusal(
    `Node.js ${node} 太旧，打不开数据库（需要 22.14 或更新）。请用 ${sayCommand('start')} 启动：它会换用项目自带的 Node.js。`,
  );
}

/** What a binary that cannot be loaded means; null for every other error. */
export function sqliteRefusal(error: unknown): StartRefusal | null {
  const { code, message = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (/GLIBC(XX)?_[\d.]+' not found/.test(message)) {
    return new StartRefusal(
      `这台电脑的 Linux 太旧，打不开数据库：需要 glibc ${MIN_GLIBC} 或更新（Debian 12、Ubuntu 22.04、RHEL 9 起）。请升级系统，或用 Docker 运行。`,
    );
  }
  if (code === 'ERR_DLOPEN_FAILED' || code === 'MODULE_NOT_FOUND') {
    return new StartRefusal(
      `数据库程序 better-sqlite3 与这台电脑（${process.platform}-${process.arch}）不合，或没有装完整。${sayMend()}`,
    );
  }
  return null;
}
