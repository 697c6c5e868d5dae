// How a person here runs what this program can do: by npm, or by the archive's own starter (scripts/pack.mjs).

/** What somebody typed who used the archive: ./start.sh, 启动考评.bat, or where these are; undefined elsewhere. */
const starter = () => process.env.KAOPING_COMMAND || undefined;

/** Whether this is the archive: what it is made of came with it, and nothing can be installed. */
export const isPacked = () => starter() !== undefined;

/**
 * The line to type: with what belongs behind the command, and a setting (NAME=value) before it.
 * @param {'start' | 'doctor' | 'backup' | 'verify' | 'restore' | 'reset-password'} name
 */
export function sayCommand(name, rest = '', setting = '') {
  return settingFirst(setting) + withoutSetting(name, rest);
}

function withoutSetting(name, rest) {
  const own = starter();
  if (own !== undefined) return [quoted(own), ...(name === 'start' ? [] : [name]), ...(rest ? [rest] : [])].join(' ');
  if (name === 'start') return 'npm start';
  if (name === 'reset-password') return `node scripts/reset-password.mjs ${rest}`;
  return `npm run ${name}${rest ? ` -- ${rest}` : ''}`;
}

/** NAME=value as the shell of this system takes it for the command that follows. */
function settingFirst(setting) {
  if (setting === '') return '';
  if (process.platform === 'win32') return `set "${setting}" && `;
  const [name, ...value] = setting.split('=');
  return `${name}=${quoted(value.join('='))} `;
}

/** A word that the shell of this system takes for one. */
export function quoted(word) {
  if (!/[\s'"&;()$`<>|*?]/.test(word)) return word;
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** What to do where parts of the program are missing or do not fit. */
export function sayMend() {
  return isPacked()
    ? '请把压缩包重新解压到同一个地方（同名文件全部替换），再启动。'
    : '请在程序目录里运行 npm ci，然后重新启动。';
}
