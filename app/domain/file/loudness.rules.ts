/** How loud a recording gets, so that one without a voice is told while there is time to record again. Pure. */

const FRAME_MS = 100;
/** A knock on the table is over by then, a word is not; of a short recording fewer tell, see `finish`. */
const MOST_FRAMES = 5;
/** What digital silence counts as. */
const FAINTEST_DB = -100;
/**
 * In dB below full scale. The recordings of the demo school come to −13 to −15; made 40 dB quieter, which is a voice
 * hardly to be heard, to −55; the hiss of a microphone that is switched off to −75, of one that is not there to −100.
 */
export const SILENT_BELOW_DB = -60;

/** Whether nobody can be heard all through; of recordings from before it was measured (null) nothing is said. */
export function isSilentAt(loudness: number | null): boolean {
  return loudness !== null && loudness < SILENT_BELOW_DB;
}

/** Hands over 16-bit samples one by one, from chunks of any length: one may end in the middle of a sample. */
export function createSampleReader(take: (sample: number) => void): (chunk: Buffer) => void {
  let half: number | null = null;
  return (chunk) => {
    let start = 0;
    if (half !== null && chunk.length > 0) {
      take(Buffer.from([half, chunk[0] ?? 0]).readInt16LE(0));
      half = null;
      start = 1;
    }
    const end = start + 2 * Math.floor((chunk.length - start) / 2);
    for (let at = start; at < end; at += 2) take(chunk.readInt16LE(at));
    if (end < chunk.length) half = chunk[end] ?? 0;
  };
}

/** Takes the samples of a recording, `rate` a second, and says in dB how loud it gets, not counting a knock or a click. */
export function createVoiceMeter(rate: number) {
  const size = (rate * FRAME_MS) / 1000;
  /** Mean squares of the loudest frames, the loudest first. */
  let loudest: number[] = [];
  let frames = 0;
  let squares = 0;
  let count = 0;
  const close = () => {
    const mean = squares / count;
    frames += 1;
    squares = count = 0;
    if (loudest.length === MOST_FRAMES && mean <= (loudest[MOST_FRAMES - 1] ?? 0)) return;
    loudest = [...loudest, mean].sort((a, b) => b - a).slice(0, MOST_FRAMES);
  };
  const add = createSampleReader((sample) => {
    const value = sample / 32_768;
    squares += value * value;
    count += 1;
    if (count === size) close();
  });
  return {
    add,
    finish(): number {
      if (count > 0) close();
      const mean = loudest[Math.min(loudest.length - 1, Math.ceil(frames / 10))] ?? 0;
      return Math.max(FAINTEST_DB, Math.round(10 * Math.log10(Math.max(mean, Number.EPSILON))));
    },
  };
}
