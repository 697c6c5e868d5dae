import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('what is missing is named in one command line, by somebody who may not install it', () => {
  const ask = `import('./scripts/system-packages.mjs').then((one) => console.log(one.installSystemPackages().join()))`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', ask], {
    env: { ...process.env, PATH: '' },
    encoding: 'utf8',
  });
  if (process.platform !== 'linux') {
    expect([stdout, stderr]).toEqual(['\n', '']);
    return;
  }
  const missing = stdout.trim().split(',');
  expect(missing).toEqual(expect.arrayContaining(['fontconfig', 'fonts-noto-cjk', 'ffmpeg', 'espeak-ng']));
  // What tests do without is not asked for.
  expect(missing).not.toContain('strace');
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(`sudo apt-get install ${missing.join(' ')}`)]);
});
