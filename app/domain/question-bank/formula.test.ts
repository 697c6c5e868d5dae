import { beforeEach, describe, expect, test, vi } from 'vitest';
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

  test('to a student what stands nowhere is shown as typed, and who asks for much of it is named in the log', async () => {
    await save('求 $x_{5}$。');
    const student = actorOf(await makeStudent());
    const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    for (let guess = 10; guess < 30; guess += 1) {
      expect(said).not.toHaveBeenCalled();
      const typed = { svg: expect.stringContaining(`>x_{${guess}}</text>`) as string, isFinal: false };
      expect(await getFormulaForStudent(`x_{${guess}}`, student, T)).toEqual(typed);
      expect(await getFormulaForStudent(`x_{${guess}}`, student, T)).toEqual(typed);
    }
    expect(said).toHaveBeenCalledTimes(1);
    said.mockRestore();
    expect((await getFormulaForStudent('x_{5}', student, T)).svg).toContain('<path');
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
