import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { BUILD, startServer } from './server';

export type BuiltApp = {
  /** The routes of the build, to be read; requests go to the server. */
  build: ServerBuild;
  /** Where it listens: http://localhost:<port>. */
  address: string;
  /** Sends one request, as a browser on a page of this site would; redirects are not followed. */
  send(target: string, init?: RequestInit & { cookie?: string }): Promise<Response>;
  /** Signs in by the login form and returns the cookie. */
  signIn(account: string, password: string): Promise<string>;
  /** What the server wrote to its log. */
  log(): string;
  stop(): Promise<void>;
};

/** The build in this process, to be looked at: its own timed work would go on after the database is gone. */
async function readBuild(): Promise<ServerBuild> {
  process.env.KAOPING_TIMED_WORK = '0';
  const file = pathToFileURL(path.resolve(BUILD, 'server', 'index.js')).href;
  const build = (await import(/* @vite-ignore */ file)) as ServerBuild;
  const { kaopingSweepers } = globalThis as { kaopingSweepers?: NodeJS.Timeout[] };
  if (!kaopingSweepers) throw new Error('boot.server.ts names its sweepers otherwise');
  for (const sweeper of kaopingSweepers.splice(0)) clearInterval(sweeper);
  delete process.env.KAOPING_TIMED_WORK;
  return build;
}

/** Starts the build on the database that useDatabase() made: call it in a beforeAll, stop it in an afterAll. */
export async function startBuiltApp(): Promise<BuiltApp> {
  const server = await startServer({ KAOPING_ADMIN_PASSWORD: 'a-password-for-tests' });
  const build = await readBuild();

  const send: BuiltApp['send'] = (target, { cookie, ...init } = {}) => {
    const headers = new Headers(init.headers);
    if (cookie) headers.set('Cookie', cookie);
    if (init.method && init.method !== 'GET' && !headers.has('Origin')) headers.set('Origin', server.address);
    return fetch(new URL(target, server.address), { redirect: 'manual', ...init, headers });
  };
  return {
    build,
    address: server.address,
    log: () => server.log(),
    send,
    async signIn(account, password) {
      const response = await send('/login', { method: 'POST', body: new URLSearchParams({ account, password }) });
      const cookie = response.headers.getSetCookie().find((line) => line.startsWith('kaoping_session='));
      if (response.status !== 303 || !cookie) throw new Error(`${account} cannot sign in: ${response.status}`);
      return cookie.slice(0, cookie.indexOf(';'));
    },
    stop: () => server.stop(),
  };
}
