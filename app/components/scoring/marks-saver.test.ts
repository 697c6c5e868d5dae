import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Shape } from '~/domain/scoring/marking/photo-marks.rules';
import type { ApiAnswer } from '~/lib/api-client';
import { settleAll } from '~tests/support/simulated-clock';
import { MarksSaver, type Marks } from './marks-saver';

const tick = (number: number): Shape => ({ kind: 'tick', at: [number / 1000, 0] });
const numbers = (shapes: Shape[]) => shapes.map((shape) => ('at' in shape ? Math.round(shape.at[0] * 1000) : -1));
const refusal = (status: number, message: string, data: Marks | null): ApiAnswer<Marks> => ({
  ok: false,
  status,
  code: status,
  message,
  data,
  isTransient: status === 0,
});

type Luck = 'good' | 'lost' | 'answer lost';

/** The server's side of one examiner's marks on one photo, by the rule of editPhotoMarks. */
class Desk {
  stored: Marks = { shapes: [], version: 0 };
  history: string[] = ['[]'];
  luck: Luck = 'good';

  send = async ({ shapes, version }: Marks): Promise<ApiAnswer<Marks>> => {
    const { luck } = this;
    await Promise.resolve();
    if (luck === 'lost') return refusal(0, '网络断开', null);
    const answer = this.store(shapes, version);
    return luck === 'answer lost' ? refusal(0, '网络断开', null) : answer;
  };

  private store(shapes: Shape[], version: number): ApiAnswer<Marks> {
    if (JSON.stringify(shapes) === JSON.stringify(this.stored.shapes)) return { ok: true, data: this.stored };
    if (version !== this.stored.version) return refusal(409, '您在另一个窗口改过', this.stored);
    this.stored = { shapes, version: version + 1 };
    this.history.push(JSON.stringify(shapes));
    return { ok: true, data: this.stored };
  }
}

const events = fc.array(
  fc.record({
    what: fc.constantFrom(
      ...([
        'draw',
        'draw',
        'draw',
        'undo',
        'retry',
        'renew',
        'settle',
        'settle',
        'good',
        'lost',
        'answer lost',
      ] as const),
    ),
    window: fc.nat(1),
  }),
  { maxLength: 30 },
);

test('through broken lines and two windows no mark is lost unasked, and 已保存 is true', async () => {
  await fc.assert(
    fc.asyncProperty(events, fc.boolean(), async (schedule, isAlone) => {
      const desk = new Desk();
      const savers = [new MarksSaver(desk.stored, desk.send), new MarksSaver(desk.stored, desk.send)];
      let drawn = 0;
      const check = () => {
        for (const saver of savers) {
          const { shapes, state } = saver.snapshot();
          if (state.kind === 'saved') expect(desk.history).toContain(JSON.stringify(shapes));
          // Whoever is alone at a photo is never asked to choose.
          if (isAlone && state.kind === 'failed') expect(state.theirs).toBeNull();
        }
      };
      for (const { what, window } of schedule) {
        const saver = savers[isAlone ? 0 : window];
        if (what === 'draw') saver?.change((before) => [...before, tick((drawn += 1))]);
        else if (what === 'undo') saver?.change((before) => before.slice(0, -1));
        else if (what === 'retry') saver?.retry();
        else if (what === 'renew') saver?.renew(desk.stored);
        else if (what === 'settle') await settleAll();
        else desk.luck = what;
        check();
      }
      desk.luck = 'good';
      for (const saver of savers) {
        await settleAll();
        const wanted = JSON.stringify(saver.snapshot().shapes);
        for (let round = 0; round < 3 && saver.snapshot().state.kind !== 'saved'; round += 1) {
          saver.retry();
          await settleAll();
        }
        expect(saver.snapshot().state.kind).toBe('saved');
        expect(desk.history).toContain(wanted);
        check();
      }
    }),
    { numRuns: Number(process.env.SCHEDULES ?? 3000) },
  );
});

test('what another window stored is shown, and taken or replaced as the examiner says', async () => {
  const desk = new Desk();
  const [first, second] = [new MarksSaver(desk.stored, desk.send), new MarksSaver(desk.stored, desk.send)];
  first.change(() => [tick(1)]);
  await settleAll();
  second.change(() => [tick(2)]);
  await settleAll();
  expect(second.snapshot().state).toMatchObject({ kind: 'failed', theirs: { version: 1 } });
  expect(numbers(desk.stored.shapes)).toEqual([1]);
  second.retry();
  await settleAll();
  expect(numbers(desk.stored.shapes)).toEqual([2]);
  first.change((before) => [...before, tick(3)]);
  await settleAll();
  first.takeTheirs();
  expect(numbers(first.snapshot().shapes)).toEqual([2]);
  expect(first.snapshot().state).toEqual({ kind: 'saved' });
});

test('marks whose answer was lost are known as one’s own when the next ones are sent', async () => {
  const desk = new Desk();
  const saver = new MarksSaver(desk.stored, desk.send);
  desk.luck = 'answer lost';
  saver.change(() => [tick(1)]);
  await settleAll();
  expect(saver.snapshot().state).toMatchObject({ kind: 'failed', theirs: null });
  desk.luck = 'good';
  saver.change((before) => [...before, tick(2)]);
  await settleAll();
  expect(saver.snapshot().state).toEqual({ kind: 'saved' });
  expect(numbers(desk.stored.shapes)).toEqual([1, 2]);
});
