import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SimulatedClock, settleAll } from '~tests/support/simulated-clock';
import { SimulatedLocks, SimulatedServer, SimulatedStore, type Weather } from '~tests/support/simulated-uploads';
import { TakeQueue, type KeptSlice, type KeptTake, type LiveTake } from './take-queue';

const OWNER = { userId: 5, attemptId: 9 };
/** A recording that begins so is none. */
const BROKEN = 255;
const MOST = 6;
const HOUR = 3_600_000;

type Page = { queue: TakeQueue; live: { rec: number; take: LiveTake } | null; close: () => void };

/** One browser at one server; each recording says its own number in every byte. */
class World {
  readonly clock = new SimulatedClock();
  readonly server = new SimulatedServer(MOST, BROKEN);
  readonly takes = new SimulatedStore<KeptTake>();
  readonly slices = new SimulatedStore<KeptSlice>();
  readonly locks = new SimulatedLocks();
  pages: Page[] = [];
  recordings = 0;
  private ids = 0;
  /** How much of each recording had been handed to the queue for good. */
  readonly said = new Map<number, number>();

  open(): Page {
    let isAlive = true;
    const alive = () => isAlive;
    const me = {};
    const { network, line } = this.server.wayFor(alive);
    const ports = {
      ...{ clock: this.clock, network, line, today: () => 0, newId: () => `r${(this.ids += 1)}` },
      takes: this.takes.for(alive),
      slices: this.slices.for(alive),
      locks: this.locks.for(me, alive),
    };
    const attach = (itemId: number, fileId: string) => network.post('exam/attempt/take', { itemId, fileIds: [fileId] });
    const queue = new TakeQueue(ports, OWNER, attach, () => undefined);
    const close = () => {
      isAlive = false;
      this.locks.release(me);
      this.pages = this.pages.filter((page) => page.close !== close);
    };
    const page: Page = { queue, live: null, close };
    this.pages.push(page);
    void queue.resume();
    return page;
  }

  async pass(milliseconds: number): Promise<void> {
    await this.rest();
    await this.clock.pass(milliseconds);
    await this.rest();
  }
  rest(): Promise<void> {
    return settleAll();
  }

  /** Every recording is at most once on the server, and a page says nothing is under way only when it is. */
  check(): void {
    const numbers = this.server.takes.map((take) => take.bytes[0]);
    expect(new Set(numbers).size).toBe(numbers.length);
  }
}

type Event =
  | {
      what: 'record' | 'slice' | 'stop' | 'drop' | 'reload' | 'second tab' | 'close' | 'sweep' | 'wake' | 'busy disk';
      tab: number;
    }
  | { what: 'pass'; ms: number }
  | { what: 'weather'; weather: Weather };

const tab = fc.nat(1);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constantFrom('record' as const, 'slice' as const), tab }) },
  { weight: 5, arbitrary: fc.record({ what: fc.constantFrom('slice' as const, 'stop' as const), tab }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc
        .constantFrom('drop', 'reload', 'second tab', 'close', 'sweep', 'wake', 'busy disk')
        .map((what) => what as 'wake'),
      tab,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constant('pass' as const), ms: fc.constantFrom(200, 1000, 2500, 40_000) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('weather' as const),
      weather: fc.constantFrom<Weather>('fine', 'down', 'answers lost', 'busy', 'signed out', 'fine'),
    }),
  },
);

async function play(events: Event[]): Promise<World> {
  const world = new World();
  world.open();
  for (const one of events) {
    if (one.what === 'pass') {
      for (let left = one.ms; left > 0; left -= 1000) {
        for (const { live } of world.pages) if (live) speak(world, live);
        await world.pass(Math.min(left, 1000));
      }
    } else if (one.what === 'weather') {
      world.server.weather = one.weather;
    } else if (one.what === 'sweep') {
      world.server.sweep();
    } else {
      await act(world, one.what, world.pages[one.tab % Math.max(1, world.pages.length)]);
    }
    world.check();
  }
  return world;
}

/** A slice is said for good when a page has had a moment to keep it. */
function speak(world: World, { rec, take }: NonNullable<Page['live']>): void {
  take.slice(Uint8Array.of(rec, rec, rec));
  world.said.set(rec, (world.said.get(rec) ?? 0) + 3);
}

async function act(world: World, what: string, page: Page | undefined): Promise<void> {
  if (!page || what === 'second tab') {
    if (world.pages.length < 2) world.open();
  } else if (what === 'record' && !page.live) {
    world.recordings += 1;
    const rec = world.recordings % 9 === 0 ? BROKEN : world.recordings;
    page.live = { rec, take: page.queue.begin(1, 'audio/webm') };
  } else if (what === 'slice' && page.live) {
    speak(world, page.live);
    await world.rest();
  } else if (what === 'stop' && page.live) {
    page.live.take.end(3000);
    page.live = null;
    await world.rest();
  } else if (what === 'drop' && page.live) {
    page.live.take.drop();
    world.said.delete(page.live.rec);
    page.live = null;
    await world.rest();
  } else if (what === 'reload' || what === 'close') {
    page.close();
    if (what === 'reload') world.open();
  } else if (what === 'busy disk') {
    world.takes.silence = 2;
    world.slices.silence = 1;
  } else if (what === 'wake') {
    page.queue.wake();
  }
}

test('through broken lines, reloads, two windows and sweeps no second that was said is missing, and nothing stays under way', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 40 }), async (events) => {
      const world = await play(events);
      // The line is back, the recorder stopped, and the page is opened once more.
      world.server.weather = 'fine';
      for (const page of world.pages) page.live?.take.end(3000);
      await world.rest();
      for (const page of world.pages) page.queue.wake();
      await world.pass(200_000);
      world.pages.forEach((page) => page.close());
      const last = world.open();
      // What a busy disk says late sets out only then.
      for (let round = 0; round < 3; round += 1) await world.pass(10_000);
      await world.pass(HOUR);
      world.check();
      expect(last.queue.underWay).toBe(0);
      // Of what was refused the word is kept, and nothing else of anything.
      expect([...world.takes.rows.values()].filter(({ refused }) => refused === undefined)).toEqual([]);
      expect([...world.slices.rows.values()]).toEqual([]);
      const heard = new Map(world.server.takes.map((take) => [take.bytes[0] ?? 0, take.bytes.length]));
      for (const [rec, length] of world.said) {
        // Beyond what an item may have, and what is no recording, is refused.
        if (rec === BROKEN || heard.size >= MOST) continue;
        expect([rec, heard.get(rec)]).toEqual([rec, length]);
      }
    }),
    { numRuns: Number(process.env.SCHEDULES ?? 10_000) },
  );
});

test('what was refused is not under way, says why, and holds nothing up', async () => {
  const world = new World();
  const { queue } = world.open();
  queue.add(1, 'audio/webm', Uint8Array.of(BROKEN, 1), 3000);
  for (let rec = 1; rec <= MOST + 1; rec += 1) queue.add(1, 'audio/webm', Uint8Array.of(rec), 3000);
  await world.pass(10_000);
  expect(world.server.takes).toHaveLength(MOST);
  expect(queue.underWay).toBe(0);
  expect(queue.pending.map(({ phase, error }) => [phase, error])).toEqual([
    ['refused', '不是录音'],
    ['refused', '次数已经用完'],
  ]);
  for (const { key } of queue.pending) queue.dismiss(key);
  expect(queue.pending).toEqual([]);
});

test('a server that does not answer is spoken of after ten seconds; what it was sent still counts', async () => {
  const world = new World();
  const { queue } = world.open();
  let answer: () => void = () => undefined;
  world.server.silence = new Promise((resolve) => (answer = resolve));
  queue.add(1, 'audio/webm', Uint8Array.of(4, 4), 3000);
  await world.pass(9000);
  expect(queue.pending).toMatchObject([{ phase: 'sending', error: '' }]);
  await world.pass(1500);
  expect(queue.pending).toMatchObject([{ phase: 'waiting', error: '网络太慢，或服务器没有回应' }]);
  expect(queue.underWay).toBe(1);
  world.server.silence = null;
  answer();
  await world.pass(5000);
  expect(queue.pending).toEqual([]);
  expect(world.server.takes).toMatchObject([{ bytes: [4, 4] }]);
  // Silence of the one who speaks is none of the server's.
  const live = queue.begin(1, 'audio/webm');
  live.slice(Uint8Array.of(5));
  await world.pass(30_000);
  expect(queue.pending).toMatchObject([{ phase: 'recording', error: '' }]);
});

test('what a busy server says is the beginning of the page’s sentence: its last stop is left out', async () => {
  const world = new World();
  const { queue } = world.open();
  world.server.weather = 'busy';
  queue.add(1, 'audio/webm', Uint8Array.of(4, 4), 3000);
  await world.pass(3000);
  expect(queue.pending).toMatchObject([{ phase: 'waiting', error: '正忙。请过一会儿再试' }]);
});

test('what was refused is named on the next page too, until it is dismissed; its sound is not kept', async () => {
  const world = new World();
  const first = world.open();
  first.queue.add(1, 'audio/webm', Uint8Array.of(BROKEN, 1), 3000);
  await world.pass(10_000);
  first.close();
  const second = world.open();
  await world.pass(5000);
  expect(second.queue.pending).toMatchObject([{ itemId: 1, phase: 'refused', error: '不是录音', durationMs: 3000 }]);
  expect(second.queue.underWay).toBe(0);
  expect(world.slices.rows.size).toBe(0);
  for (const { key } of second.queue.pending) second.queue.dismiss(key);
  await world.pass(1000);
  second.close();
  const third = world.open();
  await world.pass(5000);
  expect(third.queue.pending).toEqual([]);
  expect(world.takes.rows.size).toBe(0);
});

test('a line that broke for a minute: when it is back the whole is there within seconds, though the server had closed its beginning', async () => {
  const world = new World();
  const { queue } = world.open();
  const live = queue.begin(1, 'audio/webm');
  live.slice(Uint8Array.of(3, 3));
  await world.pass(5000);
  world.server.weather = 'down';
  for (let second = 0; second < 60; second += 1) {
    live.slice(Uint8Array.of(3));
    await world.pass(1000);
  }
  world.server.sweep();
  const [beginning] = world.server.takes;
  expect(beginning?.bytes).toHaveLength(2);
  // It is known as the beginning of what is still under way.
  expect(queue.pending).toMatchObject([{ uploads: [beginning?.id], error: '网络断开' }]);
  live.end(65_000);
  const told: string[] = [];
  queue.subscribe(() => told.push(...queue.pending.map(({ error }) => error)));
  world.server.weather = 'fine';
  await world.pass(8500);
  expect(world.server.takes.map(({ bytes }) => bytes.length)).toEqual([62]);
  expect(queue.pending).toEqual([]);
  expect(told.filter((error) => error !== '' && error !== '网络断开')).toEqual([]);
});

test('the line is back and the browser says so: what the server had closed goes up anew at once', async () => {
  const world = new World();
  const { queue } = world.open();
  const live = queue.begin(1, 'audio/webm');
  live.slice(Uint8Array.of(3, 3));
  await world.pass(5000);
  world.server.weather = 'down';
  live.slice(Uint8Array.of(3));
  live.end(9000);
  await world.pass(60_000);
  world.server.sweep();
  world.server.weather = 'fine';
  queue.wake();
  await world.pass(100);
  expect(world.server.takes.map(({ bytes }) => bytes.length)).toEqual([3]);
});

test('a page that is killed while it records loses what it had not been handed; the next one sends the rest by itself', async () => {
  const world = new World();
  const first = world.open();
  const take = first.queue.begin(1, 'audio/webm');
  for (let second = 0; second < 5; second += 1) {
    take.slice(Uint8Array.of(7, second));
    await world.pass(1000);
  }
  // Already there without an end: the server alone has most of it.
  expect([...world.server.uploads.values()][0]?.bytes.length).toBeGreaterThanOrEqual(6);
  first.close();
  const second = world.open();
  await world.pass(5000);
  expect(second.queue.pending).toEqual([]);
  expect(world.server.takes).toMatchObject([{ bytes: [7, 0, 7, 1, 7, 2, 7, 3, 7, 4] }]);
});
