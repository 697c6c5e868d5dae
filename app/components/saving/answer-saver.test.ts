import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { decideSave, isBlankAnswer } from '~/domain/attempt/answer.rules';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import type { ApiAnswer } from '~/lib/api-client';
import { SimulatedClock, settle } from '~tests/support/simulated-clock';
import { AnswerSaver } from './answer-saver';
import type { SaverItem } from './item-ports';
import type { Network, TextStore, Way } from './surroundings';

/**
 * The saver against a school that goes wrong in every way at once. With those of takes and photos `npm test` runs
 * 100,000 schedules of a fixed seed (ten seconds of a processor);
 * `FC_SEED=$RANDOM SCHEDULES=200000 npx vitest run --project unit app/components/saving` looks further.
 */
const SCHEDULES = Number(process.env.SCHEDULES ?? 80_000);
const ITEM = 7;
const MINUTE = 60_000;

type Body = { itemId: number; value: AnswerValue; revision: number; renew?: number };
const text = (value: AnswerValue | null) => value?.text ?? '';

/** The server's side of one answer, by the rule that the real one decides by. */
class School {
  revision = 0;
  /** Every text that was stored, with the window it came from: index + 1 is its revision. */
  history: { value: AnswerValue; from: string }[] = [];
  /** Arrived and kept, but not stored: conflicts, and what came too late. */
  journal: string[] = [];
  isClosed = false;
  isSignedIn = true;
  /** How old the stored text was when it was stored. */
  private writtenAt = 0;
  /** What must never happen, and did. */
  breach = '';

  /** `isBlind`: two windows that cannot know of each other, for the browser keeps nothing. */
  constructor(private readonly isBlind: () => boolean) {}

  value(): AnswerValue {
    return this.history[this.revision - 1]?.value ?? {};
  }

  /** `typedAt`: when its window's student typed or chose the text; the larger is the newer. */
  answer({ value, revision, renew }: Body, from: string, typedAt: number): ApiAnswer<unknown> {
    if (!this.isSignedIn) return refusal(401, '登录已失效', null);
    const stored = this.revision > 0 ? { value: this.value(), revision: this.revision } : null;
    const base = this.history[revision - 1]?.value ?? null;
    const decision = decideSave(stored, { value, revision, renew: renew === 1 && !this.isClosed }, base);
    if (decision === 'keep') return this.ok('unchanged');
    if (this.isClosed || decision === 'conflict') {
      this.journal.push(text(value));
      const outcome = this.isClosed ? 'refused' : 'conflict';
      return refusal(409, '没有保存', { outcome, revision: this.revision, stored: this.value(), yours: value });
    }
    const isSameText = text(value) === text(this.value());
    if (typedAt < this.writtenAt && !isSameText && !this.isBlind())
      this.breach = `an older text (${text(value)}) replaced ${text(this.value())}`;
    this.writtenAt = isSameText ? Math.max(this.writtenAt, typedAt) : typedAt;
    this.history.push({ value, from });
    this.revision += 1;
    return this.ok('saved');
  }

  has(wanted: string): boolean {
    return wanted === '' || this.history.some(({ value }) => text(value) === wanted);
  }

  private ok(outcome: string): ApiAnswer<unknown> {
    const data = { revision: this.revision, savedAt: '2026-11-22 08:00:00', outcome, value: this.value() };
    return { ok: true, data };
  }
}

const refusal = (status: number, message: string, data: unknown): ApiAnswer<unknown> => ({
  ok: false,
  status,
  code: status,
  message,
  data,
  isTransient: status === 0 || status >= 500,
});
const UNREACHABLE = refusal(0, '网络断开', null);

/** What becomes of one request. */
type Luck = 'good' | 'lost' | 'answer lost' | 'slow' | 'late' | 'busy';
const LUCK: Luck[] = ['good', 'good', 'lost', 'answer lost', 'slow', 'late', 'busy'];

class Window {
  field: AnswerValue = { text: '' };
  saver: AnswerSaver;
  isComposing = false;
  isAlive = true;
  /** When each text was typed or chosen here, or in a window that this one may have taken over. */
  readonly typedAt: Map<string, number>;

  constructor(
    readonly world: World,
    readonly name: string,
    mayBeOld: AnswerValue | null,
  ) {
    const { clock, texts, school } = world;
    this.typedAt = new Map(world.typedAt);
    this.field = { text: text(mayBeOld ?? school.value()) };
    this.saver = new AnswerSaver({
      clock: {
        elapsed: () => clock.elapsed(),
        after: (milliseconds, run) => clock.after(milliseconds, () => this.isAlive && run()),
      },
      texts,
      network: this.network(),
      fields: {
        read: (itemId) => (itemId === ITEM ? { ...this.field } : null),
        write: (_itemId, value) => {
          this.field = { text: text(value) };
        },
      },
      userId: 1,
      attemptId: 2,
      windowId: name,
      serverNow: () => clock.elapsed(),
      deadlineAt: () => 90 * MINUTE,
    });
    this.saver.takeOver([this.item()], { mayBeOld: mayBeOld !== null });
  }

  item(): SaverItem {
    const { school } = this.world;
    return {
      id: ITEM,
      unsentKey: 'theoryData',
      value: { text: text(school.value()) },
      revision: school.revision,
      storedElsewhere: null,
    };
  }

  state() {
    return this.saver.snapshot().states[ITEM];
  }

  private network(): Network {
    const { clock, school } = this.world;
    return {
      post: <T>(_path: string, body: Record<string, unknown>, _way?: Way) =>
        new Promise<ApiAnswer<T>>((resolve) => {
          const sent = JSON.parse(JSON.stringify(body)) as Body;
          // The same text may be typed anew, here or elsewhere, while this one is on its way.
          const typedAt = this.typedAt.get(text(sent.value)) ?? this.world.typedAt.get(text(sent.value)) ?? 0;
          const arrive = () => school.answer(sent, this.name, typedAt);
          const say = (answer: ApiAnswer<unknown>) => this.isAlive && resolve(answer as ApiAnswer<T>);
          const luck = this.world.luck();
          if (luck === 'good') say(arrive());
          else if (luck === 'busy') say(refusal(503, '服务器正忙', null));
          else if (luck === 'lost') clock.after(300, () => say(UNREACHABLE));
          else if (luck === 'answer lost') {
            arrive();
            clock.after(300, () => say(UNREACHABLE));
          } else if (luck === 'slow') clock.after(2500, () => say(arrive()));
          else {
            // Given up by the browser, and there all the same, long afterwards.
            clock.after(50_000, () => say(UNREACHABLE));
            clock.after(70_000, () => arrive());
          }
        }),
    };
  }
}

class World {
  readonly clock = new SimulatedClock();
  readonly school = new School(() => this.isStorageFull && this.windows.every((window) => window !== null));
  private readonly kept = new Map<string, string>();
  isStorageFull = false;
  readonly texts: TextStore = {
    get: <T>(key: string) => {
      const found = this.kept.get(key);
      return found === undefined ? undefined : (JSON.parse(found) as T);
    },
    put: (key, value) => {
      if (this.isStorageFull) return false;
      this.kept.set(key, JSON.stringify(value));
      return true;
    },
  };
  windows: (Window | null)[] = [null, null];
  private opened = 0;
  private typed = 0;
  /** When each text was last typed or chosen in any window. */
  readonly typedAt = new Map<string, number>([['', 0]]);
  /** What a window's student last typed there and has not given up. */
  readonly lastTyped = new Map<string, string>();
  line = true;
  fate: number[] = [];
  private turn = 0;

  luck(): Luck {
    if (!this.line) return 'lost';
    if (this.fate.length === 0) return 'good';
    this.turn += 1;
    return LUCK[(this.fate[this.turn % this.fate.length] ?? 0) % LUCK.length] ?? 'good';
  }

  open(index: number, mayBeOld: AnswerValue | null = null): Window {
    this.opened += 1;
    const opened = new Window(this, `w${this.opened}`, mayBeOld);
    this.windows[index] = opened;
    return opened;
  }

  type(window: Window, given?: string): void {
    // What stands there already is not typed.
    if (given === text(window.field)) return;
    this.typed += 1;
    const value = given ?? `t${this.typed}`;
    this.giveUp(window);
    this.date(window, value);
    window.field = { text: value };
    this.lastTyped.set(window.name, value);
    window.saver.note(ITEM, 1200);
  }

  choose(window: Window, choice: 'yours' | 'stored'): void {
    const state = window.state();
    if (state?.kind !== 'conflict') return;
    this.typed += 1;
    this.date(window, choice === 'yours' ? text(window.field) : text(state.stored));
    if (choice === 'stored') this.giveUp(window);
    window.saver.settle(ITEM, choice);
  }

  private date(window: Window, value: string): void {
    window.typedAt.set(value, this.typed);
    this.typedAt.set(value, this.typed);
  }

  /** What stands in the window's field is replaced by its student, whichever window it was first typed in. */
  private giveUp(window: Window): void {
    for (const [name, value] of this.lastTyped) {
      if (name === window.name || value === text(window.field)) this.lastTyped.delete(name);
    }
  }

  keptTexts(): string {
    return [...this.kept.values()].join();
  }

  check(): void {
    if (this.school.breach !== '') throw new Error(this.school.breach);
    for (const window of this.windows) {
      if (window?.state()?.kind !== 'saved' || window.isComposing) continue;
      const shown = text(window.field);
      const { school } = this;
      const last = school.history[school.revision - 1];
      const isThere = last ? text(last.value) === shown || last.from !== window.name : shown === '';
      if (!school.has(shown) || !isThere)
        throw new Error(`${window.name} shows 已保存 for ${shown}, the server has ${text(school.value())}`);
    }
    // What was typed and not given up is with the server, in the browser, or still in its window.
    if (this.isStorageFull) return;
    for (const [name, value] of this.lastTyped) {
      if (this.windows.some((window) => window?.name === name)) continue;
      if (this.school.has(value) || this.school.journal.includes(value)) continue;
      if (!this.keptTexts().includes(JSON.stringify(value))) throw new Error(`${value} of ${name} is lost`);
    }
  }
}

/** One event of a schedule: what happens, to which window, with what. */
type Step = [what: number, index: number, detail: number];
/** A schedule in short: `0.1.0 4.0.2` are two steps. */
function schedule(fate: number[], steps: string): [{ fate: number[]; steps: Step[] }] {
  return [{ fate, steps: steps.split(' ').map((step) => step.split('.').map(Number) as Step) }];
}
/** Found by large runs; each comes first now. */
const FOUND = [
  // Two windows sent the same text; the second settled it while the first had no answer, and the first has gone on.
  schedule([5], '0.1.0 4.0.2 3.1.0 11.1.3 0.1.0 8.0.0 3.0.0 8.0.0'),
  // What a window had left was on its way to the journal when it typed anew, and was closed.
  schedule([0, 4], '0.0.0 0.1.0 8.1.0 0.0.0 9.0.7 3.0.0 3.0.0 0.1.0'),
];
const PAUSES = [100, 700, 1300, 4000, 20_000, 60_000];

async function play(world: World, [what, index, detail]: Step): Promise<void> {
  const window = world.windows[index] ?? null;
  switch (what) {
    case 0:
    case 1:
    case 2:
      if (!window?.isComposing) world.type(window ?? world.open(index));
      break;
    case 3: {
      // Taken back: what stood there before is typed again.
      const before = world.school.history[detail % Math.max(1, world.school.revision)];
      if (window && !window.isComposing) world.type(window, text(before?.value ?? null));
      break;
    }
    case 4:
    case 5:
      await world.clock.pass(PAUSES[detail % PAUSES.length] ?? 100);
      break;
    case 6:
      world.line = detail % 2 === 0;
      break;
    case 7:
      world.school.isSignedIn = detail % 3 !== 0;
      break;
    case 8: {
      // Reloaded, or killed and opened again; the browser may put back what the fields once said.
      if (detail % 2 === 0) window?.saver.leave();
      if (window) window.isAlive = false;
      const old = detail % 5 === 0 ? (world.school.history[0]?.value ?? null) : null;
      world.open(index, old);
      break;
    }
    case 9:
      if (detail % 2 === 0) window?.saver.leave();
      if (window) window.isAlive = false;
      world.windows[index] = null;
      break;
    case 10:
      if (window) world.choose(window, detail % 2 === 0 ? 'yours' : 'stored');
      break;
    case 11:
      if (detail % 2 === 0) window?.saver.sendAll();
      else window?.saver.leave();
      break;
    case 12:
      // The page asked the server anew; fields that were typed in stay as they are.
      window?.saver.takeOver([window.item()]);
      break;
    case 13:
      if (!window) break;
      window.isComposing = !window.isComposing;
      if (window.isComposing) window.saver.compose(ITEM);
      else {
        window.saver.endComposing(ITEM, 1200);
      }
      break;
    case 14:
      void window?.saver.flush();
      break;
    case 15:
      if (detail % 8 === 0) world.school.isClosed = true;
      break;
    default:
      if (detail % 6 === 0) world.isStorageFull = true;
  }
  await settle();
  world.check();
}

/** Everything is well again, and the student settles what is asked. */
async function heal(world: World): Promise<void> {
  world.line = true;
  world.fate = [];
  world.school.isSignedIn = true;
  await world.clock.pass(3 * MINUTE);
  for (const index of [0, 1]) {
    const window = world.windows[index] ?? world.open(index);
    if (window.isComposing) {
      window.isComposing = false;
      window.saver.endComposing(ITEM, 0);
    }
    for (let round = 0; round < 4; round += 1) {
      await settle();
      window.saver.sendAll();
      await world.clock.pass(MINUTE);
      world.check();
      world.choose(window, 'yours');
      await world.clock.pass(MINUTE);
      world.check();
    }
  }
}

describe('whatever happens to lines, sessions and windows', () => {
  const date = vi.spyOn(Date, 'now');
  beforeAll(() => {
    // The computer's clock may say anything: nobody here may ask it.
    date.mockImplementation(() => Number.NaN);
  });
  afterAll(() => date.mockRestore());

  test('nothing typed is lost, no older text replaces a newer one, 已保存 is true', async () => {
    const step = fc.tuple(fc.nat(16), fc.nat(1), fc.nat(29));
    const schedules = fc.record({
      fate: fc.array(fc.nat(LUCK.length - 1), { maxLength: 6 }),
      steps: fc.array(step, { minLength: 4, maxLength: 22 }),
    });
    await fc.assert(
      fc.asyncProperty(schedules, async ({ fate, steps }) => {
        const world = new World();
        world.fate = fate;
        world.open(0);
        for (const one of steps) await play(world, one);
        await heal(world);
        for (const window of world.windows) {
          const typed = window && world.lastTyped.get(window.name);
          if (!typed) continue;
          const isKept = world.school.has(typed) || world.school.journal.includes(typed);
          if (!isKept) throw new Error(`${typed} never reached the server`);
        }
      }),
      { numRuns: SCHEDULES, examples: FOUND },
    );
  });
});

test('who types without a pause is saved all the same, every few seconds', async () => {
  const clock = new SimulatedClock();
  const sent: string[] = [];
  let typed = '';
  const post = <T>(_path: string, { value, revision }: Record<string, unknown>) => {
    sent.push(text(value as AnswerValue));
    const data = { revision: Number(revision) + 1, savedAt: '2026-11-22 08:00:00', outcome: 'saved', value };
    return Promise.resolve({ ok: true, data } as ApiAnswer<T>);
  };
  const saver = new AnswerSaver({
    ...{ clock, userId: 1, attemptId: 2, windowId: 'w', serverNow: () => 0, deadlineAt: () => 60 * MINUTE },
    network: { post },
    texts: { get: () => undefined, put: () => false },
    fields: { read: () => ({ text: typed }), write: () => undefined },
  });
  saver.takeOver([{ id: ITEM, unsentKey: 'penTestData', revision: 0, value: {}, storedElsewhere: null }]);
  for (let key = 1; key <= 100; key += 1) {
    typed += '字';
    saver.note(ITEM, 1200);
    await clock.pass(250);
  }
  expect(sent.length).toBeGreaterThanOrEqual(4);
  expect(sent.length).toBeLessThan(8);
  expect(sent[0]?.length).toBeLessThanOrEqual(22);
  await clock.pass(1200);
  expect(sent[sent.length - 1]).toHaveLength(100);
});

test('an input method that composes over the deadline holds back nothing that was typed before, and what it ends with is sent late', async () => {
  const clock = new SimulatedClock();
  const sent: [at: number, text: string][] = [];
  let typed = '';
  const post = <T>(_path: string, { value, revision }: Record<string, unknown>) => {
    const at = clock.elapsed();
    sent.push([at, text(value as AnswerValue)]);
    if (at > 40_000) return Promise.resolve(refusal(409, '截止时间已过', { outcome: 'refused' }) as ApiAnswer<T>);
    const data = { revision: Number(revision) + 1, savedAt: '2026-11-22 08:00:00', outcome: 'saved', value };
    return Promise.resolve({ ok: true, data } as ApiAnswer<T>);
  };
  const saver = new AnswerSaver({
    ...{ clock, userId: 1, attemptId: 2, windowId: 'w', serverNow: () => clock.elapsed(), deadlineAt: () => 10_000 },
    network: { post },
    texts: { get: () => undefined, put: () => false },
    fields: { read: () => ({ text: typed }), write: () => undefined },
  });
  saver.takeOver([{ id: ITEM, unsentKey: 'penTestData', revision: 0, value: {}, storedElsewhere: null }]);
  await clock.pass(8500);
  typed = '到时前写的';
  saver.note(ITEM, 1200);
  await clock.pass(200);
  saver.compose(ITEM);
  typed = '到时前写的，yi';
  await clock.pass(3000);
  expect(sent).toEqual([[9500, '到时前写的']]);
  await clock.pass(35_000);
  typed = '到时前写的，以后';
  saver.endComposing(ITEM, 1200);
  await clock.pass(2000);
  expect(sent.slice(1).map(([, late]) => late)).toEqual(['到时前写的，以后']);
  expect(saver.snapshot().states[ITEM]).toMatchObject({ kind: 'failed', reason: '截止时间已过', isRetrying: false });
});

test('a save that hangs is said to be unsaved after ten seconds, whatever is typed on, until its answer comes', async () => {
  const clock = new SimulatedClock();
  let arrive: (answer: ApiAnswer<unknown>) => void = () => undefined;
  let typed = '';
  const saver = new AnswerSaver({
    ...{ clock, userId: 1, attemptId: 2, windowId: 'w', serverNow: () => 0, deadlineAt: () => 60 * MINUTE },
    network: { post: <T>() => new Promise<ApiAnswer<T>>((resolve) => (arrive = resolve as typeof arrive)) },
    texts: { get: () => undefined, put: () => false },
    fields: { read: () => ({ text: typed }), write: () => undefined },
  });
  saver.takeOver([{ id: ITEM, unsentKey: 'penTestData', revision: 0, value: {}, storedElsewhere: null }]);
  typed = '春眠';
  saver.note(ITEM, 0);
  await clock.pass(9900);
  expect(saver.snapshot().states[ITEM]).toEqual({ kind: 'waiting' });
  await clock.pass(200);
  const hanging = { kind: 'failed', reason: '服务器还没有回应', isRetrying: true };
  expect(saver.snapshot().states[ITEM]).toMatchObject(hanging);
  typed = '春眠不觉晓';
  saver.note(ITEM, 1200);
  await clock.pass(2000);
  expect(saver.snapshot().states[ITEM]).toMatchObject(hanging);
  arrive({
    ok: true,
    data: { revision: 1, savedAt: '2026-11-22 08:00:00', outcome: 'saved', value: { text: '春眠' } },
  });
  await settle();
  expect(saver.snapshot().states[ITEM]).toEqual({ kind: 'waiting' });
  arrive({ ok: true, data: { revision: 2, savedAt: '2026-11-22 08:00:09', outcome: 'saved', value: { text: typed } } });
  await settle();
  expect(saver.snapshot().states[ITEM]).toMatchObject({ kind: 'saved', at: '08:00:09' });
});

test('a blank answer is an answer', () => {
  expect(isBlankAnswer({ text: '' })).toBe(true);
});

test('a page names the items whose unsent answers it found and sends', async () => {
  const world = new World();
  const before = world.open(0);
  world.line = false;
  world.type(before, '没有来得及的');
  await world.clock.pass(MINUTE);
  before.isAlive = false;
  world.line = true;
  const after = world.open(0);
  expect(after.saver.snapshot().restored).toEqual([ITEM]);
  await world.clock.pass(MINUTE);
  expect(text(world.school.value())).toBe('没有来得及的');
  after.isAlive = false;
  expect(world.open(0).saver.snapshot().restored).toEqual([]);
});

describe('what is typed while nobody is signed in, or somebody else', () => {
  const told = async () => {
    const world = new World();
    const window = world.open(0);
    world.type(window, '存好的');
    await world.clock.pass(MINUTE);
    world.school.isSignedIn = false;
    world.type(window, '自己没有存上的');
    await world.clock.pass(MINUTE);
    world.type(window, '别人写的');
    await world.clock.pass(MINUTE);
    world.school.isSignedIn = true;
    return { world, window };
  };
  const expectChoice = ({ school }: World, window: Window) => {
    expect(window.state()).toEqual({ kind: 'conflict', stored: { text: '存好的' } });
    expect([text(window.field), text(school.value())]).toEqual(['别人写的', '存好的']);
  };

  test.each([true, false])('waits for its owner’s choice; the page is opened anew: %s', async (isAnew) => {
    const { world, window } = await told();
    window.isAlive = !isAnew;
    const after = isAnew ? world.open(0) : window;
    after.saver.sendAll();
    await world.clock.pass(MINUTE);
    expectChoice(world, after);
    world.choose(after, 'stored');
    await world.clock.pass(MINUTE);
    // The teacher finds there what its owner had written last.
    expect(world.school.journal).toEqual(expect.arrayContaining(['别人写的', '自己没有存上的']));
    after.isAlive = false;
    const last = world.open(0);
    await world.clock.pass(MINUTE);
    expect([text(last.field), last.state()?.kind]).toEqual(['存好的', 'untouched']);
    expect(world.school.history.map(({ value }) => text(value))).toEqual(['存好的']);
  });

  test('is saved, once chosen', async () => {
    const { world, window } = await told();
    window.saver.sendAll();
    await world.clock.pass(MINUTE);
    world.choose(window, 'yours');
    await world.clock.pass(MINUTE);
    expect(text(world.school.value())).toBe('别人写的');
    world.type(window, '接着写的');
    await world.clock.pass(MINUTE);
    expect(text(world.school.value())).toBe('接着写的');
  });

  test('is no answer of its own where nothing was saved before', async () => {
    const world = new World();
    const window = world.open(0);
    world.school.isSignedIn = false;
    world.type(window, '别人写的');
    await world.clock.pass(MINUTE);
    world.school.isSignedIn = true;
    window.saver.sendAll();
    await world.clock.pass(MINUTE);
    expect(window.state()).toEqual({ kind: 'conflict', stored: {} });
    expect(world.school.revision).toBe(0);
  });
});
