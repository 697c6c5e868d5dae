import { expect, test } from 'vitest';
import type { Actor } from '~/domain/actor/actor.rules';
import { NeedsWholeBudget, type DecodeBudget } from './audio.server';
import type { FileKind } from './file.rules';
import { drawInTurn, prepareInTurn } from './turns.server';

const NOW = 1_790_000_000_000;
const person = (id: number) => ({ id }) as Actor;
const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Sends files that are prepared until they are let go, and tells which began in which order. */
function world() {
  const begun: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<never>((resolve, reject) =>
      ends.push((error) => (error ? reject(error) : resolve(undefined as never))),
    );
  };
  const send = (id: number, kind: FileKind, name: string) => {
    const prepare = (budget: DecodeBudget) => work(kind === 'audio' ? `${name} ${budget}` : name)();
    return prepareInTurn(person(id), kind, prepare, NOW);
  };
  const endNext = async (error?: Error) => {
    ends.shift()?.(error);
    await tick();
  };
  return { begun, work, send, endNext, ends };
}

test('a classmate’s picture waits for one picture of who sends many, and a reader’s drawing for none of them', async () => {
  const { begun, work, send, endNext, ends } = world();
  const all: Promise<unknown>[] = ['a1', 'a2', 'a3', 'a4'].map((name) => send(1, 'image', name));
  all.push(send(2, 'image', 'b1'), send(3, 'image', 'c1'), drawInTurn(person(9), work('drawn')));
  await tick();
  expect(begun).toEqual(['a1', 'b1', 'drawn']);
  while (ends.length > 0) await endNext();
  await Promise.all(all);
  expect(begun.indexOf('c1')).toBeLessThan(begun.indexOf('a3'));
});

test('of readers who have drawings made nobody waits for more than one of each', async () => {
  const { begun, work, endNext, ends } = world();
  const all = ['p1', 'p2', 'p3'].map((name) => drawInTurn(person(21), work(name)));
  all.push(drawInTurn(person(22), work('teacher')));
  await tick();
  while (ends.length > 0) await endNext();
  await Promise.all(all);
  expect(begun).toEqual(['p1', 'p2', 'teacher', 'p3']);
});

test('a recording that needs more is tried a second, then some seconds, then behind the others; the next one there', async () => {
  const { begun, send, endNext } = world();
  const sent = send(31, 'audio', 'long');
  await tick();
  for (const error of [new NeedsWholeBudget(), new NeedsWholeBudget(), undefined]) await endNext(error);
  await sent;
  expect(begun).toEqual(['long quick', 'long short', 'long whole']);
  const again = send(31, 'audio', 'again');
  await tick();
  expect(begun).toContain('again whole');
  await endNext();
  await again;
});

test('one that says itself that it is long goes behind at once', async () => {
  const { begun, send, endNext } = world();
  const sent = send(32, 'audio', 'hours');
  await tick();
  await endNext(new NeedsWholeBudget(true));
  await endNext();
  await sent;
  expect(begun).toEqual(['hours quick', 'hours whole']);
});
