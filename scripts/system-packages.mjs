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

/** The system's Firefox; undefined when there is none. */
export function findFirefox() {
  const known = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
  return process.env.FIREFOX_PATH ?? known.find((file) => existsSync(file));
}

const hasChineseFont = () => {
  const found = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' });
  return found.status === 0 && found.stdout.trim() !== '';
};

/** What the tests call by name. `better`: they go on without it, only slower or with less looked at. */
const NEEDED = [
  { packages: ['chromium'], isThere: () => findChromium() !== undefined },
  // Two thirds of the work of the whole browser for the processor; not every release of Debian has it.
  { packages: ['chromium-headless-shell'], better: true, isThere: () => onPath('chromium-headless-shell') },
  // Ubuntu's is a snap, which does not run everywhere.
  { packages: ['firefox-esr'], better: true, isThere: () => findFirefox() !== undefined },
  { packages: ['fontconfig', 'fonts-noto-cjk'], isThere: hasChineseFont },
  { packages: ['ffmpeg'], isThere: () => onPath('ffmpeg') && onPath('ffprobe') },
  { packages: ['espeak-ng'], isThere: () => onPath('espeak-ng') },
  // Shows that what is acknowledged is on the disk (tests/crash/synced.mjs).
  { packages: ['strace'], better: true, isThere: () => onPath('strace') },
  // A server and its pg_dump; the PostgreSQL from npm, which most tests use, comes without.
  { packages: ['postgresql'], isThere: () => existsSync('/usr/lib/postgresql') || onPath('pg_dump') },
];

/**
 * Installs what is missing as root on Debian and its kin; elsewhere says in one line what to install. Answers the
 * packages without which tests cannot pass and that are still missing.
 */
export function installSystemPackages() {
  if (process.platform !== 'linux') return [];
  if (process.getuid?.() === 0 && onPath('apt-get')) installByApt(NEEDED.filter((need) => !need.isThere()));
  const missing = NEEDED.filter(({ better, isThere }) => !better && !isThere()).flatMap(({ packages }) => packages);
  if (missing.length > 0) {
    console.error(
      `Missing for the tests: ${missing.join(', ')}. On Debian or Ubuntu: sudo apt-get install ${missing.join(' ')}`,
    );
  }
  return missing;
}

function installByApt(needs) {
  if (needs.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  // Without a network it is said at once.
  const patience = ['-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=0'];
  spawnSync('apt-get', [...patience, 'update', '-qq'], options);
  const isKnown = (name) => {
    const { stdout, status } = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8' });
    return status === 0 && /Candidate: [^(]/.test(stdout);
  };
  const install = (packages) => {
    if (packages.length === 0) return;
    console.log(`apt-get install ${packages.join(' ')}`);
    const { status } = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
    if (status !== 0) console.warn(`apt-get could not install ${packages.join(' ')}`);
  };
  const namesOf = (chosen) => chosen.flatMap(({ packages }) => packages);
  // The headless browser first: where it can be had the other is not needed.
  install(namesOf(needs.filter(({ better }) => better)).filter(isKnown));
  install(namesOf(needs.filter(({ better, isThere }) => !better && !isThere())));
}
