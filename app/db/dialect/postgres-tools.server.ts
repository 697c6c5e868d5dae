import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** PostgreSQL's own programs, which back a database up and bring it back. */

const DEBIAN = '/usr/lib/postgresql';

/** Why a program of PostgreSQL's did not do its work; the message is a sentence for the person who asked. */
export class PostgresToolError extends Error {}

const programName = (name: string) => (process.platform === 'win32' ? `${name}.exe` : name);

/**
 * Where pg_dump or pg_restore stands: the server's own version first, else a newer one.
 * @throws PostgresToolError that says what to install
 */
export function findPostgresTool(name: 'pg_dump' | 'pg_restore', serverMajor: number): string {
  const own = process.env.KAOPING_PG_BIN;
  if (own && !existsSync(path.join(own, programName(name)))) {
    throw new PostgresToolError(
      `KAOPING_PG_BIN=${own} 里没有 ${name}。请改成它所在的目录（如 /usr/lib/postgresql/${serverMajor}/bin），或去掉这个设置。`,
    );
  }
  const folders = [
    ...(own ? [own] : []),
    ...(existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => path.join(DEBIAN, version, 'bin')) : []),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ];
  const found = folders.flatMap((folder) => {
    const file = path.join(folder, programName(name));
    const major = existsSync(file) ? majorOf(file) : 0;
    return major > 0 ? [{ file, major }] : [];
  });
  const suited = found.filter(({ major }) => major >= serverMajor).sort((a, b) => a.major - b.major);
  if (suited[0]) return suited[0].file;
  const others = [...new Set(found.map(({ major }) => major))].join('、');
  throw new PostgresToolError(
    `备份 PostgreSQL ${serverMajor} 需要它的 ${name}，这台机器上${others ? `只有 ${others} 版的` : '没有'}。` +
      `请安装 postgresql-client-${serverMajor}（或更新的版本），也可以用 KAOPING_PG_BIN 指出它所在的目录。`,
  );
}

/** The version of such a program; 0 when it does not run. */
export function majorOf(file: string): number {
  const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  return status === 0 ? Number(/(\d+)/.exec(stdout)?.[1] ?? 0) : 0;
}

/**
 * Runs such a program and answers what it printed. The password goes by the environment: others on the machine can
 * read a program's arguments. `connectsAs` is the name under which the database knows its connection.
 */
export function runPostgresTool(
  file: string,
  databaseUrl: string | null,
  args: string[],
  { connectsAs }: { connectsAs?: string } = {},
): Promise<string> {
  const env = { ...process.env };
  const target: string[] = [];
  if (databaseUrl !== null) {
    const url = new URL(databaseUrl);
    if (url.password !== '') env.PGPASSWORD = decodeURIComponent(url.password);
    url.password = '';
    if (connectsAs !== undefined) url.searchParams.set('application_name', connectsAs);
    target.push(`--dbname=${url.href}`);
  }
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...args, ...target], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    let problems = '';
    child.stdout.on('data', (chunk: Buffer) => void output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => (problems += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(Buffer.concat(output).toString('utf8'));
      else reject(new PostgresToolError(`${path.basename(file)} 没有成功：${problems.trim().slice(-2000)}`));
    });
  });
}
