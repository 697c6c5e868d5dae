import { beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '~/db/db.server';
import { actorOf, makeStudent, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import * as threads from '~/lib/threads.server';
import { formulasOf } from './formula.rules';
import { getFormula } from './formula.server';
import { saveTheoryQuestion } from './question.commands.server';
import {
  findShownFormula,
  forgetRemembered,
  formulaHash,
  noteFormulasOfPaper,
  noteShownFormulas,
  removeOldShownFormulas,
} from './shown-formulas.commands.server';

useDatabase();

const T = 1_800_000_000_000;
const DAY = 86_400_000;
let [reader, other]: number[] = [];
beforeEach(async () => {
  forgetRemembered();
  [reader, other] = [(await makeStudent()).id, (await makeStudent()).id];
});

const sendAt = (now: number, user: number | undefined, ...formulas: string[]) =>
  noteShownFormulas({ text: formulas.map((tex) => `$${tex}$`) }, () => Promise.resolve(user ?? 0), now);
const sendTo = (user: number | undefined, ...formulas: string[]) => sendAt(T, user, ...formulas);
const drawn = (tex: string, user = reader, now = T) => getFormula(tex, user ?? 0, now);
const typed = (tex: string) => ({ svg: expect.stringContaining(`>${tex}</text>`) as string, isFinal: false });
const rows = () => db().selectFrom('shown_formulas').selectAll().execute();

describe('the drawing of a formula', () => {
  test('is made for whom it was sent to, and as typed for anybody else', async () => {
    await sendTo(reader, '\\frac{q}{r}', 'b^2');
    for (const tex of ['\\frac{q}{r}', 'b^2']) {
      expect((await drawn(tex)).svg).toContain('<path');
      expect(await drawn(tex, other)).toEqual(typed(tex));
    }
    expect(await drawn('')).toEqual(typed(''));
  });

  test('says nothing of what stands in a text that was not sent: a stored one and none are the same', async () => {
    const teacher = actorOf(await makeTeacher());
    const options = [{ text: '$h_{71}$' }, { text: '乙' }];
    await saveTheoryQuestion(teacher, { kind: 'single', stem: '求 $h_{72}$。', options, answer: ['A'] } as never, T);
    for (const user of [reader, teacher.id]) {
      for (const tex of ['h_{71}', 'h_{72}', 'h_{73}']) expect(await drawn(tex, user)).toEqual(typed(tex));
    }
  });

  test('what somebody reads by themselves is drawn for them alone: no time tells that others have seen it', async () => {
    await sendTo(reader, 'x_{77}');
    await sendTo(other, 'x_{77}');
    const { svg } = await drawn('x_{77}');
    expect(svg).toContain('<path');
    expect(await db().selectFrom('formulas').select('hash').execute()).toEqual([]);
    // Nor does what was drawn for a paper answer for it.
    const hash = formulaHash('x_{77}');
    await db().insertInto('formulas').values({ hash, svg: '<svg>of a paper</svg>', drawn_by: 2 }).execute();
    expect((await drawn('x_{77}', other)).svg).toBe(svg);
  });

  test('that of a paper is drawn once for all who get it', async () => {
    for (const user of [reader, other]) await noteFormulasOfPaper(user ?? 0, { stem: '求 $y_{78}$ 的值。' }, T);
    const { svg } = await drawn('y_{78}');
    expect(await db().selectFrom('formulas').select('svg').execute()).toEqual([{ svg }]);
    expect(await drawn('y_{78}', other)).toEqual({ svg, isFinal: true });
  });

  test('one that would never end is its text, at once', async () => {
    const hostile = `${'\\xrightarrow{'.repeat(35)}x${'}'.repeat(35)}`;
    await sendTo(reader, hostile);
    const begun = performance.now();
    expect((await drawn(hostile)).svg).toContain('>\\xrightarrow{');
    // It would take for ever; a loaded machine takes long to begin the thread.
    expect(performance.now() - begun).toBeLessThan(60_000);
  });

  test('one that was too slow three times is not tried again', async () => {
    await sendTo(reader, 'k^{41}');
    const thread = vi.spyOn(threads, 'inThread');
    for (const minute of [0, 2, 4]) {
      thread.mockResolvedValueOnce({ svg: '', isTyped: 'over_time' });
      const isFinal = minute === 4;
      expect(await drawn('k^{41}', reader, T + minute * 60_000)).toEqual({ ...typed('k^{41}'), isFinal });
      expect(await drawn('k^{41}', reader, T + minute * 60_000 + 1)).toEqual({ ...typed('k^{41}'), isFinal });
    }
    expect(thread).toHaveBeenCalledTimes(3);
    thread.mockRestore();
  });

  test('who asks for many that are slow keeps nobody waiting for more than one', async () => {
    const many = Array.from({ length: 20 }, (_, index) => `s_{${index}}`);
    await sendTo(reader, ...many);
    await sendTo(other, 'f_1');
    const order: string[] = [];
    const ask = (tex: string, user = reader) => drawn(tex, user).then(() => order.push(tex));
    await Promise.all([...many.map((tex) => ask(tex)), ask('f_1', other)]);
    expect(order.indexOf('f_1')).toBeLessThan(3);
  });
});

describe('what was sent to somebody', () => {
  test('is known to another process and after a restart, and written once', async () => {
    await sendTo(reader, 'a_1', 'a_2');
    await sendTo(reader, 'a_2', 'a_3');
    await sendTo(reader, 'a_1', 'a_2', 'a_3');
    expect(await rows()).toHaveLength(3);
    forgetRemembered();
    expect(await findShownFormula(reader ?? 0, formulaHash('a_3'))).toEqual({ at: T, isPaper: false });
    const writes = vi.spyOn(db(), 'transaction');
    forgetRemembered();
    await sendTo(reader, 'a_1', 'a_2', 'a_3');
    await sendTo(reader, 'a_1', 'a_2', 'a_3');
    expect(writes).not.toHaveBeenCalled();
    writes.mockRestore();
    expect(await findShownFormula(other ?? 0, formulaHash('a_3'))).toBeUndefined();
  });

  test('of both kinds at once, by many at once, is one row for each', async () => {
    const many = Array.from({ length: 700 }, (_, index) => `m_{${index}}`);
    const paper = many.map((tex) => `$${tex}$`);
    await Promise.all([sendTo(reader, ...many), noteFormulasOfPaper(reader ?? 0, paper, T), sendTo(other, ...many)]);
    forgetRemembered();
    await sendTo(reader, ...many);
    expect(await rows()).toHaveLength(1400);
    expect(await findShownFormula(reader ?? 0, formulaHash('m_{699}'))).toEqual({ at: T, isPaper: true });
    expect(await findShownFormula(other ?? 0, formulaHash('m_{699}'))).toEqual({ at: T, isPaper: false });
  });

  test('is kept while it is sent now and then, and forgotten two weeks after the last time', async () => {
    await sendTo(reader, 'k_1', 'k_2');
    await sendAt(T + 10 * DAY, reader, 'k_2');
    await removeOldShownFormulas(T + 15 * DAY);
    expect(await rows()).toEqual([{ user_id: reader, hash: formulaHash('k_2'), is_paper: 0, shown_at: T + 10 * DAY }]);
  });

  test('is drawn by this process also when the database does not take it, and written the next time', async () => {
    const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await sendAt(T, 2 ** 30, 'n_1');
    expect(said.mock.calls.flat().join('\n')).toContain('formulas_not_noted');
    said.mockRestore();
    expect((await drawn('n_1', 2 ** 30)).svg).toContain('<path');
    expect(await rows()).toEqual([]);
  });

  test('is at most so much in a day that nobody fills the disk with it', async () => {
    const many = (page: number) => Array.from({ length: 3000 }, (_, index) => `d_{${page},${index}}`);
    for (let page = 0; page < 9; page += 1) await sendTo(reader, ...many(page), 'beyond');
    expect(await rows()).toHaveLength(18_000);
    await sendAt(T + DAY, reader, 'next day');
    expect(await rows()).toHaveLength(18_001);
  });
});

test('formulas are found in every text of a value, as they are drawn', () => {
  const value = { a: ['$x$ 和 $y$', 7, null], b: new Map([['c', new Set(['$z$'])]]), d: { e: '$x$，$5 到 $8' } };
  expect(formulasOf(value)).toEqual(['x', 'y', 'z']);
  // The pieces between blanks are drawn by themselves.
  expect(formulasOf('价格$a ____ 元，$b$')).toContain('b');
});
