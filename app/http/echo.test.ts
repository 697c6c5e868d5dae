import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { NOT_WHOLE } from './echo.server';
import { answerForm, type FormProblem } from './forms.server';

const schema = z.object({ text: z.string().max(10, '太长'), other: z.string().optional() });

async function refusedPage(fields: Record<string, string>): Promise<{ problem: FormProblem; bytes: number }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const answer = await answerForm(form, schema, () => null);
  if (answer.ok) throw new Error('not refused');
  const problem = answer.problem.data;
  return { problem, bytes: Buffer.byteLength(JSON.stringify(problem).replaceAll('<', '\\u003c')) };
}

describe('a refused form', () => {
  it('gives back ten answers of 20,000 Chinese characters whole', async () => {
    const text = '答'.repeat(20_000);
    const fields = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`a${at}`, text]));
    const { problem } = await refusedPage({ text: '十一个字十一个字十一个字', ...fields });
    expect(problem.values).toMatchObject(fields);
    expect(problem.fieldErrors).toEqual({ text: '太长' });
  });

  it('gives back no more than a page has room for, and says so at what is cut', async () => {
    const { problem, bytes } = await refusedPage({ text: '短'.repeat(20), other: '<'.repeat(990_000) });
    expect(bytes).toBeLessThan(100_000);
    expect(problem.fieldErrors).toEqual({ text: '太长', other: NOT_WHOLE });
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`a${at}`, '<'.repeat(100_000)]));
    expect((await refusedPage({ text: '短'.repeat(20), ...many })).bytes).toBeLessThan(2_600_000);
  });
});
