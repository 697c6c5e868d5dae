import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PEOPLE, type Person } from '~tests/routes/access-table';
import { startBuiltApp, type BuiltApp } from '~tests/support/built-app';
import { useDatabase } from '~tests/support/db';
import { CALLS } from './call-table';
import { makeContractWorld, type ContractWorld } from './world';
import { servedCalls, sendCall } from './send-call';

/** Every call of the API over HTTP with good input, as each kind of person. */

useDatabase({ keepRows: true });

let app: BuiltApp;
let world: ContractWorld;

beforeAll(async () => {
  app = await startBuiltApp();
  world = await makeContractWorld(app);
});
afterAll(() => app.stop());

test('every call has good input here', () => {
  expect(Object.keys(CALLS).sort()).toEqual(servedCalls(app.build).map(({ name }) => name).sort());
});

describe('who may, with good input', () => {
  test.each(Object.keys(CALLS))('%s', async (name) => {
    const { who } = CALLS[name]!;
    const found = await Promise.all(PEOPLE.map((person: Person) => sendCall(world, name, person)));
    expect(Object.fromEntries(PEOPLE.map((person, index) => [person, found[index]!.status]))).toEqual(
      Object.fromEntries(PEOPLE.map((person, index) => [person, who[index]])),
    );
  });
});
