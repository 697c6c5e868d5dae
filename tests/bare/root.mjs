// A minimal Debian to be entered by chroot: what a Debian is bound to have (essential packages and apt with what they
// depend on), Node.js and npm, and nothing else. It is copied from this machine's own packages: neither a mirror nor
// debootstrap is needed, and where name spaces of an ordinary user are allowed, nor is root.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

const output = (file, args, options) =>
  execFileSync(file, args, { encoding: 'utf8', maxBuffer: 1 << 27, stdio: ['pipe', 'pipe', 'ignore'], ...options });

/** How this process gets name spaces of its own in which it may mount; undefined where it may not. */
export function unshareCommand() {
  if (process.platform !== 'linux') return undefined;
  const options = process.getuid() === 0 ? ['-m'] : ['-U', '-r', '-m'];
  const trial = spawnSync('unshare', [...options, 'sh', '-c', 'mount --rbind /proc /mnt && chroot / true']);
  return trial.status === 0 ? ['unshare', ...options] : undefined;
}

/** The names of the packages a minimal Debian consists of, with what they depend on. */
export function minimalPackages(status) {
  const installed = new Map();
  const providers = new Map();
  for (const line of status.trim().split('\n')) {
    const [name, version, essential, depends, provides] = line.split('\t');
    installed.set(name, { version, isEssential: essential === 'yes', depends });
    for (const one of names(provides)) providers.set(one, name);
  }
  const found = new Set();
  const add = (name) => {
    const real = installed.has(name) ? name : providers.get(name);
    if (!real || found.has(real)) return;
    found.add(real);
    for (const choice of installed.get(real).depends.split(',')) {
      const one = choice
        .split('|')
        .map((each) => names(each)[0])
        .find((each) => installed.has(each) || providers.has(each));
      if (one) add(one);
    }
  };
  for (const [name, { isEssential }] of installed) if (isEssential) add(name);
  add('apt');
  return [...found].sort().map((name) => ({ name, version: installed.get(name).version }));
}

const names = (text) =>
  (text ?? '')
    .split(',')
    .map((one) => one.trim().split(/[\s:(]/)[0])
    .filter((one) => one !== '');

/**
 * Makes the root, or keeps the one that is there when it is the same; without `machine` there is no Node.js in it.
 * Throws where it cannot.
 */
export function makeRoot(root, machine) {
  const fields = ['Package', 'Version', 'Essential', 'Pre-Depends', 'Provides'];
  const format = `\${${fields[0]}}\t\${${fields[1]}}\t\${${fields[2]}}\t\${Pre-Depends}, \${Depends}\t\${Provides}\n`;
  const packages = minimalPackages(output('dpkg-query', ['-W', '-f', format]));
  const stamp = createHash('sha256')
    .update(JSON.stringify([packages, machine, machine && output(machine.node, ['--version'])]))
    .digest('hex');
  const stampFile = path.join(root, 'kaoping-stamp');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  rmSync(root, { recursive: true, force: true });
  for (const folder of ['dev', 'proc', 'root', 'srv', 'tmp', 'etc'])
    mkdirSync(path.join(root, folder), { recursive: true });

  chmodSync(path.join(root, 'tmp'), 0o1777);
  for (const name of ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32']) {
    if (!lstatSync(`/${name}`, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    const target = readlinkSync(`/${name}`).replace(/^\//, '');
    mkdirSync(path.join(root, target), { recursive: true });
    symlinkSync(target, path.join(root, name));
  }

  const files = output('dpkg-query', ['-L', ...packages.map(({ name }) => name)])
    .split('\n')
    .filter(
      (file) => file.startsWith('/') && file !== '/.' && !/^\/usr\/share\/(doc|man|locale|info|lintian)\//.test(file),
    )
    .map((file) => `.${file}`);
  const list = [...new Set(files)].filter((file) => !isSymbolicFolder(file)).join('\n');
  const archive = ['--ignore-failed-read', '--no-recursion', '-C', '/', '-T', '-', '-cf', '-'];
  const packed = spawnSync('tar', archive, { input: list, maxBuffer: 1 << 30, stdio: ['pipe', 'pipe', 'ignore'] });
  const unpacked = spawnSync('tar', ['--keep-directory-symlink', '-C', root, '-xf', '-'], { input: packed.stdout });
  if (unpacked.status !== 0) throw new Error(`the minimal root could not be copied: ${unpacked.stderr}`);
  // What packages make when they are installed.
  cpSync('/etc/passwd', path.join(root, 'etc/passwd'));
  cpSync('/etc/group', path.join(root, 'etc/group'));
  if (!existsSync(path.join(root, 'usr/bin/awk')) && existsSync(path.join(root, 'usr/bin/mawk'))) {
    symlinkSync('mawk', path.join(root, 'usr/bin/awk'));
  }
  writeFileSync(path.join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
  // No name is looked up: who wants something from outside asks the proxy, which knows the registry alone.
  writeFileSync(path.join(root, 'etc/resolv.conf'), '');

  if (machine) addNode(root, machine);
  writeFileSync(stampFile, stamp);
}

function addNode(root, { node, npm }) {
  const bin = path.join(root, 'usr/local/bin');
  mkdirSync(bin, { recursive: true });
  cpSync(realpathSync(node), path.join(bin, 'node'));
  const modules = path.join(root, 'usr/local/lib/node_modules/npm');
  cpSync(npm, modules, { recursive: true, dereference: true });
  for (const name of ['npm', 'npx']) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(bin, name));
  for (const [, file] of output('ldd', [realpathSync(node)]).matchAll(/=> (\/\S+)/g)) {
    const target = path.join(root, file);
    if (existsSync(target)) continue;
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(realpathSync(file), target);
  }
}

/** A link of the root itself, such as /lib, is there already. */
const isSymbolicFolder = (file) => /^\.\/[^/]+$/.test(file);

/** The Node.js and npm that the machine has, not the project's own. */
export function findMachineNode(own) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !folder.startsWith(own));
  const find = (name) => folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
  const [node, npm] = [find('node'), find('npm')];
  return node && npm ? { node, npm: path.dirname(path.dirname(realpathSync(npm))) } : undefined;
}

/** Node.js of that version from the registry, brought into a folder of its own; answers the program. */
export function fetchNode(version, npm, folder) {
  const name = `node-linux-${process.arch}`;
  const node = path.join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(node)) return node;
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${version}`];
  output(process.execPath, [path.join(npm, 'bin/npm-cli.js'), ...args], { cwd: folder });
  return node;
}
