import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { MIN_PASSPHRASE } from '~/domain/backup/encryption.server';

/** The passphrase of a backup, from whoever runs a command. */

/** What is asked for with hidden typing where nobody set KAOPING_BACKUP_PASSPHRASE; undefined without a terminal. */
export async function askPassphrase(question: string): Promise<string | undefined> {
  const given = process.env.KAOPING_BACKUP_PASSPHRASE;
  if (given) return given;
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stdout.write('\n');
  }
}

/** The passphrase of a new backup; null when there is none that will do. */
export async function newPassphrase(): Promise<string | null> {
  const passphrase = await askPassphrase('给备份设一个口令（不会显示）：');
  if (passphrase === undefined) {
    console.info('要加密，请设环境变量 KAOPING_BACKUP_PASSPHRASE（口令），或者在终端里运行。');
    return null;
  }
  if ([...passphrase].length < MIN_PASSPHRASE) {
    console.info(`口令至少 ${MIN_PASSPHRASE} 个字符。丢了口令，备份就再也打不开，请另外记好。`);
    return null;
  }
  if (process.env.KAOPING_BACKUP_PASSPHRASE) return passphrase;
  if ((await askPassphrase('再输入一次：')) === passphrase) return passphrase;
  console.info('两次输入的不一样，没有备份。');
  return null;
}
