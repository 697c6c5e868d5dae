/** How a person here runs what this program can do, for the sentences that say so: as scripts/commands.mjs says it. */

/** A word that the shell of this system takes for one. */
export function quoted(word: string): string {
  if (!/[\s'"&;()$`<>|*?]/.test(word)) return word;
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The line to type: with what belongs behind the command, and a setting (NAME=value) before it. */
export function sayCommand(
  name: 'start' | 'backup' | 'verify' | 'restore' | 'reset-password',
  rest = '',
  setting = '',
): string {
  return settingFirst(setting) + withoutSetting(name, rest);
}

function withoutSetting(name: string, rest: string): string {
  const starter = process.env.KAOPING_COMMAND;
  if (starter) return [quoted(starter), ...(name === 'start' ? [] : [name]), ...(rest ? [rest] : [])].join(' ');
  if (name === 'reset-password') return `node scripts/reset-password.mjs ${rest}`;
  return name === 'start' ? 'npm start' : `npm run ${name}${rest ? ` -- ${rest}` : ''}`;
}

function settingFirst(setting: string): string {
  if (setting === '') return '';
  if (process.platform === 'win32') return `set "${setting}" && `;
  const [name, ...value] = setting.split('=');
  return `${name}=${quoted(value.join('='))} `;
}

/** What to do where parts of the program are missing or do not fit. */
export function sayMend(): string {
  return process.env.KAOPING_COMMAND
    ? '请把压缩包重新解压到同一个地方（同名文件全部替换），再启动。'
    : '请在程序目录里运行 npm ci，然后重新启动。';
}
