import { GCProfiler } from 'node:v8';
import { describe, expect, test } from 'vitest';
import { HOSTILE_FILES } from '~tests/load/hostile-inputs.mjs';
import { detect, readChecked } from './import-reading.server';
import type { FormatName } from './formats/format.rules';

type Hostile = { name: string; format: FormatName | ''; extension: string; make: (size: number) => Buffer };

const LARGE = 4 * 1024 * 1024;
const SMALL = LARGE / 4;
/** What the machine's own moods may take. */
const NOISE_MS = 150;
/** Four times the size takes four times as long; sixteen times as long would be a square. */
const GROWTH = 10;

/**
 * Processor time in milliseconds, whatever became of the file. The pauses in which garbage is collected are taken
 * off: they come in jumps, so that linear work showed ten times the cost at four times the size.
 */
async function cost({ format, extension, make }: Hostile, size: number): Promise<number> {
  const file = { name: `试题.${extension}`, bytes: make(size) };
  const collector = new GCProfiler();
  collector.start();
  const begun = process.cpuUsage();
  try {
    const input = {
      file,
      format: format || (await detect(file)),
      bank: 'theory' as const,
      types: { scene: [], exam: [] },
    };
    await readChecked(input, () => undefined);
  } catch (error) {
    // A refusal is an answer; anything else is a fault.
    expect(error).toHaveProperty('statusText');
  }
  const { user, system } = process.cpuUsage(begun);
  const paused = collector.stop().statistics.reduce((sum, { cost: pause }) => sum + pause, 0);
  return (user + system - paused) / 1000;
}

/** What is too much once is measured again: collecting garbage is charged to whoever comes last. */
async function leastCost(file: Hostile, size: number, most: number): Promise<number> {
  let least = Infinity;
  for (let turn = 0; turn < 3 && least >= most; turn += 1) least = Math.min(least, await cost(file, size));
  return least;
}

describe('a file that was made to take long', () => {
  test.each((HOSTILE_FILES as Hostile[]).map((file) => [file.name, file] as const))(
    '%s: four times the size takes no more than linear time',
    async (_name, file) => {
      const large = await cost(file, LARGE);
      // What is quick at its largest was quick before: nothing can have grown out of the noise.
      if (large < GROWTH * NOISE_MS) return;
      const most = GROWTH * Math.max(await cost(file, SMALL), NOISE_MS);
      expect(large < most ? large : await leastCost(file, LARGE, most)).toBeLessThan(most);
    },
  );
});
