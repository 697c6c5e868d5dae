import { afterAll, beforeAll } from 'vitest';
import { PASSWORD } from '~tests/factories';
import { startBuiltApp, type BuiltApp } from '~tests/support/built-app';
import { Client } from './client';

export type Server = BuiltApp & {
  /** The client of this person, signed in by the API; of nobody without one. */
  as(user?: { account: string; id: number } | null): Promise<Client>;
};

/** The running build for a file of contract tests: started before them, stopped after them. */
export function useServer(): Server {
  let app: BuiltApp | undefined;
  const running = () => {
    if (!app) throw new Error('the server runs only during tests');
    return app;
  };
  const clients = new Map<string, Promise<Client>>();

  beforeAll(async () => {
    app = await startBuiltApp();
  });
  afterAll(() => app?.stop());

  async function signIn({ account, id }: { account: string; id: number }): Promise<Client> {
    const nobody = new Client(running().address);
    const answer = await nobody.post('/user/login', { account, password: PASSWORD });
    const cookie = answer.headers['set-cookie']?.split(';')[0];
    if (!cookie) throw new Error(`${account} cannot sign in: ${answer.body.message}`);
    return new Client(running().address, cookie, id);
  }

  return {
    get build() {
      return running().build;
    },
    get address() {
      return running().address;
    },
    log: () => running().log(),
    send: (target, init) => running().send(target, init),
    signIn: (account, password) => running().signIn(account, password),
    stop: () => running().stop(),
    as(user) {
      if (!user) return Promise.resolve(new Client(running().address));
      const known = clients.get(user.account) ?? signIn(user);
      clients.set(user.account, known);
      return known;
    },
  };
}
