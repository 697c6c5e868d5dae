import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SimulatedClock, settleAll } from '~tests/support/simulated-clock';
import { SimulatedLocks, SimulatedServer, SimulatedStore, type Weather } from '~tests/support/simulated-uploads';
import { PhotoQueue, type KeptPhoto } from './photo-queue';

const OWNER = { userId: 5, attemptId: 9 };
/** A file that begins so is no picture. */
const BROKEN = 255;
const MOST = 9;

type Page = { queue: PhotoQueue<unknown>; close: () => void };

/** One browser at one server; each photo says its own number in every byte. */
class World {
  readonly clock = new SimulatedClock();
  readonly server = new SimulatedServer(MOST, BROKEN);
  readonly photos = new SimulatedStore<KeptPhoto>();
  readonly locks = new SimulatedLocks();
  pages: Page[] = [];
  private ids = 0;

  open(owner = OWNER, old?: 'leave' | 'forget'): Page {
    let isAlive = true;
    const alive = () => isAlive;
    const me = {};
    const ports = {
      ...{ clock: this.clock, ...this.server.wayFor(alive) },
      ...{ today: () => 0, newId: () => `r${(this.ids += 1)}` },
      photos: this.photos.for(alive),
      locks: this.locks.for(me, alive),
    };
    const queue = new PhotoQueue<unknown>(ports, owner, () => undefined, old);
    const close = () => {
      isAlive = false;
      this.locks.release(me);
      this.pages = this.pages.filter((page) => page.close !== close);
    };
    const page = { queue, close };
    this.pages.push(page);
    void queue.resume();
    return page;
  }

  async pass(milliseconds: number): Promise<void> {
    await settleAll();
    await this.clock.pass(milliseconds);
    await settleAll();
  }
}

const chosen = (number: number) => ({ name: '答卷.jpg', size: 3, bytes: Uint8Array.of(number, number, number) });

type Event =
  | { what: 'choose' | 'reload' | 'close' | 'second tab' | 'wake' | 'busy disk'; tab: number }
  | { what: 'pass'; ms: number }
  | { what: 'weather'; weather: Weather };
const tab = fc.nat(1);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('choose' as const), tab }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constantFrom('reload', 'close', 'second tab', 'wake', 'busy disk').map((one) => one as 'wake'),
      tab,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('pass' as const), ms: fc.constantFrom(0, 200, 2500, 40_000) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('weather' as const),
      weather: fc.constantFrom<Weather>('fine', 'down', 'answers lost', 'busy', 'signed out'),
    }),
  },
);

test('through broken lines, reloads and two windows every photo that was chosen arrives once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 30 }), async (events) => {
      const world = new World();
      world.open();
      let count = 0;
      for (const one of events) {
        if (one.what === 'weather') world.server.weather = one.weather;
        else if (one.what === 'pass') await world.pass(one.ms);
        else {
          const page = world.pages[one.tab % Math.max(1, world.pages.length)];
          if (!page || (one.what === 'second tab' && world.pages.length < 2)) world.open();
          else if (one.what === 'busy disk') world.photos.silence = 2;
          else if (one.what === 'wake') page.queue.wake();
          else if (one.what === 'choose' && count < MOST) {
            count += 1;
            void page.queue.add(1, null, chosen(count));
            await world.pass(0);
          } else if (one.what === 'reload' || one.what === 'close') {
            page.close();
            if (one.what === 'reload') world.open();
          }
        }
      }
      world.server.weather = 'fine';
      world.pages.forEach((page) => page.queue.wake());
      await world.pass(200_000);
      world.pages.forEach((page) => page.close());
      const last = world.open();
      // What a busy disk says late sets out only then.
      for (let round = 0; round < 3; round += 1) await world.pass(10_000);
      await world.pass(200_000);
      expect(last.queue.underWay).toBe(0);
      expect(world.photos.rows.size).toBe(0);
      const there = world.server.takes.map(({ bytes }) => bytes[0] ?? 0).sort((a, b) => a - b);
      expect(there).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    }),
    { numRuns: Number(process.env.SCHEDULES ?? 10_000) },
  );
});

test('a refused photo holds up neither the others nor the hand-in; one that is not wanted is not sent', async () => {
  const world = new World();
  const { queue } = world.open();
  void queue.add(1, null, chosen(BROKEN));
  void queue.add(1, null, chosen(1));
  await world.pass(1000);
  expect(queue.underWay).toBe(0);
  expect(queue.pending).toMatchObject([{ phase: 'refused', error: '不是录音' }]);
  world.server.weather = 'down';
  void queue.add(1, null, chosen(2));
  await world.pass(1000);
  expect(queue.pending[1]).toMatchObject({ phase: 'waiting', error: '网络断开' });
  queue.drop(queue.pending[1]?.key ?? 0);
  world.server.weather = 'fine';
  await world.pass(100_000);
  expect(world.server.takes.map(({ bytes }) => bytes[0])).toEqual([1]);
});

test('a refused photo is named after a reload, without its bytes, until it is dismissed', async () => {
  const world = new World();
  const first = world.open();
  void first.queue.add(1, null, chosen(BROKEN));
  void first.queue.add(2, null, chosen(BROKEN));
  await world.pass(1000);
  expect(first.queue.pending).toMatchObject([{ phase: 'refused' }, { phase: 'refused' }]);
  expect([...world.photos.rows.values()].map(({ bytes }) => bytes.length)).toEqual([0, 0]);
  first.close();
  const { queue, close } = world.open();
  await world.pass(1000);
  expect(queue.pending).toMatchObject([
    { itemId: 1, phase: 'refused', error: '不是录音', isOld: true },
    { itemId: 2, phase: 'refused', isOld: true },
  ]);
  expect(queue.underWay).toBe(0);
  queue.pending.forEach(({ key }) => queue.drop(key));
  await world.pass(1000);
  expect(world.photos.rows.size).toBe(0);
  close();
  const last = world.open();
  await world.pass(1000);
  expect(last.queue.pending).toEqual([]);
});

test('a refused photo is another student’s business neither, and the receipt forgets it', async () => {
  const world = new World();
  const first = world.open();
  void first.queue.add(1, null, chosen(BROKEN));
  await world.pass(1000);
  first.close();
  const stranger = world.open({ ...OWNER, userId: 6 });
  const other = world.open({ ...OWNER, attemptId: 10 });
  await world.pass(1000);
  expect([stranger.queue.pending, other.queue.pending]).toEqual([[], []]);
  const beside = world.open(OWNER, 'leave');
  await world.pass(1000);
  expect(beside.queue.pending).toEqual([]);
  expect(world.photos.rows.size).toBe(1);
  const receipt = world.open(OWNER, 'forget');
  await world.pass(1000);
  expect(receipt.queue.pending).toEqual([]);
  expect(world.photos.rows.size).toBe(0);
});
