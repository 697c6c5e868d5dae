// Adds the platform packages that package-lock.json lacks. A registry mirror may hold only the binaries of
// its own platform; npm then drops the others from the lock file and `npm ci` refuses it on every machine.
// Run it after npm install: node scripts/complete-lockfile.mjs [another lock file]
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = process.argv[2] ?? new URL('../package-lock.json', import.meta.url);
const OS = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  win32: 'win32',
  win: 'win32',
};
const CPU = {
  arm: 'arm',
  arm64: 'arm64',
  ia32: 'ia32',
  loong64: 'loong64',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  x64: 'x64',
};

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const { packages } = lock;

/** Looks up the tree as Node would. */
function isLocked(from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

const added = [];
for (const [folder, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(folder, name)) continue;
    const words = name.split('/').pop().split('-');
    const os = words.map((word) => OS[word]).find(Boolean);
    const cpu = words.map((word) => CPU[word]).find(Boolean);
    if (!os || !cpu || !/^\d/.test(version)) throw new Error(`${name}@${version}: not a platform package, install it`);
    const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') && os === 'linux' ? ['glibc'] : undefined;
    packages[`node_modules/${name}`] = {
      version,
      cpu: [cpu],
      ...(entry.dev ? { dev: true } : {}),
      ...(libc ? { libc } : {}),
      license: 'MIT',
      optional: true,
      os: [os],
    };
    added.push(`${name}@${version}`);
  }
}
for (const [folder, entry] of Object.entries(packages)) {
  // The Linux builds of Node.js want glibc, which their packages do not say: on another Linux they are left out.
  if (/^node_modules\/node-linux-/.test(folder)) entry.libc = ['glibc'];
  // npm leaves out, without a word, an optional package that wants a newer Node.js than the one npm runs on. These
  // binaries are run by the project's own.
  if (entry.optional) delete entry.engines;
  // Its binaries lie in the package. npm up to 10 reads only here that nothing is to be compiled.
  if (folder === 'node_modules/better-sqlite3') entry.gypfile = false;
}

lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added.length} platform packages added to package-lock.json`);
