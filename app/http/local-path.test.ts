import { describe, expect, it } from 'vitest';
import { localPath } from './local-path';

describe('where /login may lead', () => {
  it.each([
    ['/examination/index?tab=draft', '/examination/index?tab=draft'],
    ['//evil.example', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
    ['https://evil.example/', '/dashboard'],
    ['/login?redirectTo=/login', '/dashboard'],
    ['/logout', '/dashboard'],
    ['javascript:alert(1)', '/dashboard'],
    ['', '/dashboard'],
    [null, '/dashboard'],
  ])('%s → %s', (value, expected) => {
    expect(localPath(value, '/dashboard')).toBe(expected);
  });
});
