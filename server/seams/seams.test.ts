import { readFileSync, readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerBuild } from '@remix-run/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBuiltApp, type BuiltApp } from '~tests/support/built-app';
import { useDatabase } from '~tests/support/db';
import { makeApp } from '../app.mjs';
import { branchFinder } from './route-branches.mjs';

/** All that this program knows of the inside of Remix and of what belongs to it: what breaks here breaks at an upgrade. */

useDatabase({ keepRows: true });

let app: BuiltApp;
beforeAll(async () => {
  app = await startBuiltApp();
});
afterAll(() => app.stop());

describe('a build', () => {
  test('has what the server takes from it', () => {
    const { build } = app;
    expect(build).toMatchObject({ publicPath: '/', assetsBuildDirectory: expect.stringMatching(/client$/) as string });
    expect(build.entry.module).toMatchObject({
      default: expect.any(Function) as () => void,
      receive: expect.any(Function) as () => void,
      tools: { backup: expect.any(Function) as () => void, 'reset-password': expect.any(Function) as () => void },
    });
    expect(Object.keys(build.assets.routes).sort()).toEqual(Object.keys(build.routes).sort());
    for (const { id, parentId } of Object.values(build.routes)) expect(parentId ?? 'root', id).toMatch(/./);
  });
});

type Receive = (request: IncomingMessage, response: ServerResponse) => boolean;
type Share = (build: ServerBuild, handlerOf: (part: ServerBuild) => unknown) => unknown;
const make = makeApp as (build: ServerBuild, client: string, share?: Share) => RequestListener;

describe('a branch of the routes', () => {
  const servers: Server[] = [];
  let addresses: string[];

  beforeAll(async () => {
    const { receive } = app.build.entry.module as unknown as { receive: Receive };
    const serve = async (answers: RequestListener) => {
      const server = createServer((request, response) => {
        if (receive(request, response)) answers(request, response);
      });
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    };
    const { build } = app;
    const client = build.assetsBuildDirectory;
    addresses = [
      await serve(make(build, client, (whole, handlerOf) => handlerOf(whole))),
      await serve(make(build, client)),
    ];
  });
  afterAll(() => servers.forEach((server) => server.close()));

  /** What the answer says, without what is another one each time. */
  async function ask(address: string, target: string, init?: RequestInit): Promise<unknown> {
    const answer = await fetch(`${address}${target}`, { redirect: 'manual', ...init });
    const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name));
    const text = await answer.text();
    // The page names the scripts of the routes that its handler knows.
    const body = /^<!DOCTYPE/i.test(text) ? /<main[^]*<\/main>/.exec(text)?.[0] : text;
    const same = (part = '') =>
      part
        .replaceAll(address, '')
        .replace(/nonce-[\w+/=]+/g, '')
        .replace(/[0-9a-f-]{36}|\b1\d{12}\b/g, '');
    return [answer.status, headers.map(([name, value]) => `${name}: ${same(value)}`), same(body)];
  }

  test.each([
    ['a page', '/login', {}],
    ['the data of a page', '/login.data', {}],
    ['those of the first page', '/_root.data', {}],
    ['a page behind the sign-in', '/dashboard', {}],
    ['no page', '/no/such/page', {}],
    ['a call', '/api/user/menu', {}],
    ['no call', '/api/no/such/call', {}],
    ['a form', '/login', { method: 'POST', body: new URLSearchParams({ account: '', password: '' }) }],
    ['a method that a page does not have', '/login', { method: 'OPTIONS' }],
    ['the manifest of other addresses', '/__manifest?p=%2Flogin&version=x', {}],
    ['a file that lives', '/healthz', {}],
  ])('answers as the whole does: %s', async (_what, target, init) => {
    const [whole = '', branch = ''] = addresses;
    expect(await ask(branch, target, init)).toEqual(await ask(whole, target, init));
  });

  test('is the one that Remix finds, for every address there is', () => {
    const branchOf = branchFinder(app.build.routes) as (path: string) => string[];
    const { root, ...others } = app.build.routes;
    expect(root).toBeDefined();
    const pathOf = (id?: string): string => {
      const route = id === undefined ? undefined : app.build.routes[id];
      if (!route) return '';
      const own = (route.path ?? '').replace(/:\w+\??/g, 'x').replace('*', 'x/y');
      return `${pathOf(route.parentId)}${own === '' ? '' : `/${own}`}`;
    };
    const flat = Object.values(others).filter(({ path, index }) => path !== undefined || index);
    for (const { id } of flat) {
      const path = pathOf(id) || '/';
      const branch = branchOf(path);
      expect(branch[0], path).toBe('root');
      const one = Object.fromEntries(branch.map((of) => [of, app.build.routes[of]]));
      expect(branchFinder(one)(path), path).toEqual(branch);
    }
  });
});

describe('names that are not ours', () => {
  /** Package file → what it calls things, and the one file of ours that knows it. */
  const NAMES: [file: string, names: string[], knownBy: string][] = [
    [
      '@remix-run/react/dist/browser.js',
      ['__remixRouter', '__remixManifest', '__remixRouteModules'],
      'app/components/layout/line-guard.ts',
    ],
    [
      'remix-validated-form/dist/index.cjs.js',
      ['__rvfInternalFormId', 'repopulateFields'],
      'app/http/refusal.server.ts',
    ],
  ];

  test.each(NAMES)('%s says them still', (file, names) => {
    const source = readFileSync(`node_modules/${file}`, 'utf8');
    for (const name of names) expect(source).toContain(name);
  });

  test('one file of the app knows each', () => {
    const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
      .map((file) => `app/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
    const found = files.filter((file) =>
      /__(remix|rvf)\w|repopulateFields|\bsubaction\b/.test(readFileSync(file, 'utf8')),
    );
    expect(found.sort()).toEqual(NAMES.map(([, , knownBy]) => knownBy).sort());
  });

  test('RemixBrowser still throws the promise of its data before its first hook (app/entry.client.tsx)', () => {
    const source = readFileSync('node_modules/@remix-run/react/dist/esm/browser.js', 'utf8');
    const body = /function RemixBrowser[^]*/.exec(source)?.[0] ?? '';
    const thrown = body.indexOf('throw stateDecodingPromise;');
    expect(thrown).toBeGreaterThan(0);
    expect(body.slice(0, thrown)).not.toMatch(/\buse[A-Z]\w*\(/);
  });

  test('the data of a page still stand behind its end, where this program takes them from', async () => {
    const body = await (await app.send('/login')).text();
    expect(body).toMatch(/<\/body><\/html>$/);
    expect(body).toContain('window.__remixContext.streamController');
  });
});
