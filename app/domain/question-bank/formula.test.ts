import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { actorOf, makeStudent, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Actor } from '~/domain/user/user.rules';
import { getFormula, getFormulaForStudent } from './formula.server';
import { saveTheoryQuestion } from './question.commands.server';

useDatabase();

const T = 1_800_000_000_000;
let teacher: Actor;
beforeEach(async () => {
  teacher = actorOf(await makeTeacher());
});

const save = (stem: string) =>
  saveTheoryQuestion(
    teacher,
    { kind: 'single', stem, options: [{ text: '$b^2$' }, { text: '乙' }], answer: ['A'] } as never,
    T,
  );

const refused = (tex: string) => expect(getFormula(tex, T)).rejects.toMatchObject({ code: 'not_found' });

describe('the drawing of a formula', () => {
  test('is made for what stands in a stored text, and for nothing else', async () => {
    await refused('\\frac{q}{r}');
    await save('求 $\\frac{q}{r}$ 的值。');
    expect((await getFormula('\\frac{q}{r}', T)).svg).toContain('<path');
    expect((await getFormula('b^2', T)).svg).toContain('<path');
    await refused('\\frac{q}{s}');
    await refused('');
  });

  test('is kept: the second time nothing is drawn', async () => {
    await save('求 $x_{77}$。');
    const { svg } = await getFormula('x_{77}', T);
    expect(await db().selectFrom('formulas').select('svg').where('svg', '=', svg).execute()).toHaveLength(1);
    expect(await getFormula('x_{77}', T)).toEqual({ svg, isFinal: true });
  });

  test('one that would never end is its text, at once', async () => {
    const hostile = `${'\\xrightarrow{'.repeat(35)}x${'}'.repeat(35)}`;
    await save(`求 $${hostile}$。`);
    const begun = performance.now();
    expect((await getFormula(hostile, T)).svg).toContain('>\\xrightarrow{');
    // With room for the thread to begin.
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  test('to a student what stands nowhere is shown as typed, and after some guesses everything, for a day', async () => {
    await save('求 $x_{5}$。');
    const [guesser, other] = [actorOf(await makeStudent()), actorOf(await makeStudent())];
    const ask = (tex: string, student: Actor, now: number) =>
      getFormulaForStudent(tex, student, now, () => Promise.resolve(false));
    const typed = (tex: string) => ({ svg: expect.stringContaining(`>${tex}</text>`) as string, isFinal: false });
    expect((await ask('x_{5}', guesser, T)).svg).toContain('<path');
    for (let guess = 10; guess < 15; guess += 1)
      expect(await ask(`x_{${guess}}`, guesser, T)).toEqual(typed(`x_{${guess}}`));
    for (const tex of ['x_{5}', 'x_{16}']) expect(await ask(tex, guesser, T + 1)).toEqual(typed(tex));
    expect((await ask('x_{5}', other, T + 1)).svg).toContain('<path');
    expect((await ask('x_{5}', guesser, T + 86_400_000)).svg).toContain('<path');
  });

  test('one that was too slow three times is not tried again', async () => {
    await save('求 $k^{41}$。');
    await db().updateTable('formulas').set({ tries: 3, drawn_by: 2 }).execute();
    expect(await getFormula('k^{41}', T)).toEqual({
      svg: expect.stringContaining('>k^{41}</text>') as string,
      isFinal: true,
    });
  });
});
