import fc from 'fast-check';
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
    ['/.//evil.example', '/dashboard'],
    ['/x/..//evil.example/a', '/dashboard'],
    ['/%2e//evil.example', '/dashboard'],
    ['/\t/evil.example', '/dashboard'],
    ['/./dashboard/../users/info?tab=1#x', '/users/info?tab=1'],
    ['/;//姓名/token=T', '/dashboard'],
    ['', '/dashboard'],
    [null, '/dashboard'],
  ])('%s → %s', (value, expected) => {
    expect(localPath(value, '/dashboard')).toBe(expected);
  });

  it('never another site, whatever is sent: a browser’s own parser stays here with the answer', () => {
    const part = fc.constantFrom(
      ...[
        '/',
        '//',
        '\\',
        '.',
        '..',
        '/.',
        '/..',
        '%2e',
        '%2E%2e',
        '%2f',
        '%5c',
        '\t',
        '\n',
        '\r',
        ' ',
        '\0',
        '@',
        ':',
        '?',
        '#',
      ],
      ...[
        'evil.example',
        'http:',
        'https://',
        'javascript:',
        'login',
        'api',
        'users',
        '用户',
        ';',
        '&',
        '=',
        '%',
        '[',
        ']',
        '\u3002',
      ],
    );
    const odd = fc.oneof(
      { weight: 4, arbitrary: fc.array(part, { maxLength: 9 }).map((parts) => `/${parts.join('')}`) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `/${text}`) },
      { weight: 1, arbitrary: fc.webUrl() },
    );
    fc.assert(
      fc.property(odd, (value) => {
        const answer = localPath(value, '/dashboard');
        for (const base of ['https://school.example/login?redirectTo=x', 'http://10.0.0.5:3000/']) {
          const url = new URL(answer, base);
          expect(url.origin).toBe(new URL(base).origin);
          expect(url.pathname).not.toMatch(/^\/(login|logout|forget|api)(\/|$)/);
        }
        // As a header it is one line.
        expect(answer).toMatch(/^\/[\x21-\x7e]*$/);
      }),
      { numRuns: 100_000 },
    );
  });
});
