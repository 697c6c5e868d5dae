import { expect, test } from 'vitest';
import { isLoopback } from '~/lib/loopback.mjs';
import { demoRefusal } from './demo-access.rules';

const HERE = { demoAccess: 'here', host: undefined, publicUrl: undefined, trustProxy: false, dataDir: '/d' } as const;

test('a demo school on this computer alone starts', () => {
  expect(demoRefusal(HERE)).toBeNull();
  for (const host of ['127.0.0.1', 'localhost', '::1', '127.0.1.1', 'LOCALHOST']) {
    expect(demoRefusal({ ...HERE, host })).toBeNull();
  }
  expect(demoRefusal({ ...HERE, publicUrl: 'http://localhost:3000' })).toBeNull();
  expect(demoRefusal({ ...HERE, publicUrl: 'http://[::1]:3000' })).toBeNull();
});

test.each([
  ['HOST=0.0.0.0', { host: '0.0.0.0' }],
  ['HOST=::', { host: '::' }],
  ['HOST=192.168.1.5', { host: '192.168.1.5' }],
  ['PUBLIC_URL=https://kaoping.school.cn', { publicUrl: 'https://kaoping.school.cn' }],
  ['TRUST_PROXY=1', { trustProxy: true }],
])('%s is refused with what to do, unless KAOPING_DEMO=public', (name, settings) => {
  const refusal = demoRefusal({ ...HERE, ...settings });
  expect(refusal).toContain(name);
  expect(refusal).toContain('KAOPING_DEMO=public');
  expect(refusal).toContain('DATA_DIR=');
  expect(demoRefusal({ ...HERE, ...settings, demoAccess: 'public' })).toBeNull();
});

test('KAOPING_DEMO=0 over a demo school says what was found and how to begin a real one', () => {
  const refusal = demoRefusal({ ...HERE, demoAccess: 'refused' });
  expect(refusal).toMatch(/数据目录 \/d）正是一所演示学校.*KAOPING_DEMO=0 和 DATA_DIR=新目录/);
});

test('a name that only looks like this computer is not it', () => {
  for (const host of ['127.0.0.1.example.com', 'localhost.example.com', '0.0.0.0', '10.0.0.1', '']) {
    expect(isLoopback(host)).toBe(false);
  }
});
