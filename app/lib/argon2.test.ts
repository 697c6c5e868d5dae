import { hash, verify } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { nodesArgon2 } from './argon2.server';

const COST = { memoryCost: 7168, timeCost: 5, parallelism: 1 };
const PLAIN = '正确的 密码 9';

test('what the library hashed Node’s own argon2 verifies, and the other way round', async () => {
  const byLibrary = await hash(PLAIN, COST);
  const byNode = await nodesArgon2.hash(PLAIN, COST);
  expect(byNode).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
  expect(byNode.length).toBe(byLibrary.length);
  expect(await nodesArgon2.verify(byLibrary, PLAIN)).toBe(true);
  expect(await verify(byNode, PLAIN)).toBe(true);
  expect(await nodesArgon2.verify(byLibrary, `${PLAIN} `)).toBe(false);
  expect(await verify(byNode, `${PLAIN} `)).toBe(false);
});

test('what is no hash is never right', async () => {
  for (const damaged of ['', 'x', '$argon2id$v=19$m=7168,t=5,p=1$$', '$argon2i$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAA'])
    expect(await nodesArgon2.verify(damaged, PLAIN)).toBe(false);
});
