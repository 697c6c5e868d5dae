import { describe, expect, test } from 'vitest';
import { HOSTILE_FILES } from '~tests/load/hostile-inputs.mjs';
import { detect, readChecked } from './import-reading.server';
import type { FormatName } from './formats/format.rules';

type Hostile = { name: string; format: FormatName | ''; extension: string; make: (size: number) => Buffer };

const SIZES = [0.5, 1, 2, 4].map((mb) => mb * 1024 * 1024);
/** What the machine's own moods may take. */
const NOISE_MS = 100;
/** How many times as long twice the size may take, at most. */
const STEP = 3.4;
const QUICK_MS = STEP * NOISE_MS;

/** Processor time in milliseconds, whatever became of the file. */
async function cost({ format, extension, make }: Hostile, size: number): Promise<number> {
  const file = { name: `试题.${extension}`, bytes: make(size) };
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
  return (user + system) / 1000;
}

/** What is too much once is measured again: collecting garbage is charged to whoever comes last. */
async function leastCost(file: Hostile, size: number, most: number): Promise<number> {
  let least = Infinity;
  for (let turn = 0; turn < 3 && least >= most; turn += 1) least = Math.min(least, await cost(file, size));
  return least;
}

describe('a file that was made to take long', () => {
  test.each((HOSTILE_FILES as Hostile[]).map((file) => [file.name, file] as const))(
    '%s: eight times the size takes no more than linear time',
    async (_name, file) => {
      const [largest = 0] = SIZES.slice(-1);
      // What is quick at its largest was quick before: nothing can have grown out of the noise.
      if ((await cost(file, largest)) < QUICK_MS) return;
      const took: number[] = [];
      for (const size of SIZES) {
        const [first = 0] = took;
        const before = took[took.length - 1];
        // Twice as much takes twice as long; four times as long would be a square.
        const most =
          before === undefined ? Infinity : Math.min(STEP * Math.max(before, NOISE_MS), 14 * Math.max(first, NOISE_MS));
        took.push(await leastCost(file, size, most));
        expect(took[took.length - 1], took.join()).toBeLessThan(most);
      }
    },
  );
});
