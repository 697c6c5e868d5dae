// The file .env, as editors on every system write it.
import { existsSync, readFileSync } from 'node:fs';
import util, { TextDecoder } from 'node:util';

const NEEDS_UTF8 = '.env 不是 UTF-8 编码，里面的设置读不出来。请用记事本打开，“另存为”时编码选 UTF-8，再启动。';

/**
 * The settings of a file's bytes. Notepad's mark before the first line is none of its name.
 * @returns null where it is no UTF-8: read as that, settings would be missing or mean something else
 */
export function readSettings(bytes) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : util.parseEnv(text);
  } catch {
    return null;
  }
}

let isSaid = false;

/**
 * Sets what .env says here and the environment does not; once a certain file was named, that one alone. Ends the process
 * with a sentence where it cannot be read.
 */
export function loadSettings(named) {
  if (isSaid && named === undefined) return;
  isSaid = named !== undefined;
  const file = named ?? '.env';
  // A Node.js too old for this starts the project's own, which reads it.
  if (!existsSync(file) || !util.parseEnv) return;
  const settings = readSettings(readFileSync(file));
  if (settings === null) {
    console.error(NEEDS_UTF8);
    process.exit(1);
  }
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value;
}
