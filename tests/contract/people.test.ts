import { describe, expect, test } from 'vitest';
import { PEOPLE } from '~tests/routes/access-table';
import { CALLS } from './call-table';
import { useContract } from './contract';
import { changesDuring } from './digest';
import { sendGiven, senderOf } from './send-call';
import { noteOutcomes, tally } from './summary';

/** Every call of the API over HTTP with good input, as each kind of person. */

const contract = useContract('people');

const NAMES = Object.keys(CALLS);

test('every call has good input here, and every good input a call', () => {
  expect([...NAMES].sort()).toEqual([...contract.served.keys()].sort());
});

describe('who may, with good input; who may not changes nothing', () => {
  test.each(NAMES)('%s', async (name) => {
    const expected = CALLS[name]!.who;
    const found: number[] = [];
    for (const [index, person] of PEOPLE.entries()) {
      const given = (await CALLS[name]!.give?.(contract.world)) ?? {};
      const client = await senderOf(contract.world, name, person);
      const send = async () => (found[index] = (await sendGiven(client, name, given)).status);
      if (expected[index] === 200) await send();
      else expect([person, await changesDuring(send, CALLS[name]!.leaves)]).toEqual([person, []]);
    }
    expect(Object.fromEntries(PEOPLE.map((person, index) => [person, found[index]]))).toEqual(
      Object.fromEntries(PEOPLE.map((person, index) => [person, expected[index]])),
    );
    noteOutcomes(name, found);
    tally(name, 'people', PEOPLE.length);
  });
});
