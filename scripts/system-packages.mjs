// The programs the tests need beside Node.js: a browser, fonts, a sound converter and a voice.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const onPath = (name) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, name)));

/** Where a Chromium may stand, Debian's first, the one without windows before all; undefined leaves the choice to Playwright. */
export function findChromium() {
  const known = [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
  ];
  return process.env.CHROMIUM_PATH ?? known.find((file) => existsSync(file));
}

const hasChineseFont = () => {
  const found = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' });
  return found.status === 0 && found.stdout.trim() !== '';
};

const NEEDED = [
  // A fifth less work for the processor than the whole browser; not every release of Debian has it.
  { packages: ['chromium-headless-shell'], otherwise: ['chromium'], isThere: () => findChromium() !== undefined },
  { packages: ['fontconfig', 'fonts-noto-cjk'], isThere: hasChineseFont },
  { packages: ['ffmpeg'], isThere: () => onPath('ffmpeg') && onPath('ffprobe') },
  { packages: ['espeak-ng'], isThere: () => onPath('espeak-ng') },
  // Shows that what is acknowledged is on the disk (tests/crash/synced.mjs).
  { packages: ['strace'], isThere: () => onPath('strace') },
  // A server and its pg_dump; the PostgreSQL from npm, which most tests use, comes without.
  { packages: ['postgresql'], isThere: () => existsSync('/usr/lib/postgresql') || onPath('pg_dump') },
  // better-sqlite3 is compiled where its prebuilt binary cannot be downloaded.
  {
    packages: ['python3', 'make', 'g++'],
    isThere: () => existsSync('node_modules') || (onPath('python3') && onPath('make') && onPath('g++')),
  },
];

/** Installs what is missing as root on Debian and its kin; elsewhere says what to install. */
export function installSystemPackages() {
  if (process.platform !== 'linux') return;
  const needs = NEEDED.filter((need) => !need.isThere());
  const missing = needs.flatMap((need) => need.otherwise ?? need.packages);
  if (missing.length === 0) return;
  const mayInstall = process.getuid?.() === 0 && onPath('apt-get');
  if (!mayInstall) {
    console.warn(
      `Missing for the tests: ${missing.join(', ')}. On Debian or Ubuntu: sudo apt-get install ${missing.join(' ')}`,
    );
    return;
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  spawnSync('apt-get', ['update', '-qq'], options);
  const isKnown = (name) => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0;
  const chosen = needs.flatMap(({ packages, otherwise }) =>
    otherwise && !packages.every(isKnown) ? otherwise : packages,
  );
  console.log(`apt-get install ${chosen.join(' ')}`);
  const result = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...chosen], options);
  if (result.status !== 0) console.warn(`apt-get could not install ${chosen.join(' ')}`);
}
