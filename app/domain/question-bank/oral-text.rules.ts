import { codePointLength } from '~/lib/text';

/** Reading speed that drives the sentence highlighting, in ms per code point. */
export const MS_PER_CHARACTER = 250;
/** A chunk longer than this is cut into slices. */
const MAX_CHUNK_LENGTH = 40;
const SLICE_LENGTH = 35;
/** The recording limit: the national reading test's pace (400 syllables in 4 minutes) and some room. */
const RECORDING_MS_PER_CHARACTER = 600;
const RECORDING_EXTRA_SECONDS = 10;

/** A piece of an oral text; `time` is the running total in ms at its end. */
export type TimedChunk = { text: string; time: number };

/**
 * Splits an oral text for sentence highlighting: after each of . 。 ! ！ ；, which stays with its chunk
 * and counts; pieces above 40 characters are cut into 35s; blank pieces are dropped.
 */
export function splitOralText(text: string): TimedChunk[] {
  const sentences = text.match(/[^.。!！；]*[.。!！；]|[^.。!！；]+/g) ?? [];
  let time = 0;
  return sentences
    .flatMap(cutLongChunk)
    .filter((chunk) => chunk.trim() !== '')
    .map((chunk) => {
      time += codePointLength(chunk) * MS_PER_CHARACTER;
      return { text: chunk, time };
    });
}

function cutLongChunk(chunk: string): string[] {
  const points = [...chunk];
  if (points.length <= MAX_CHUNK_LENGTH) return [chunk];
  const slices: string[] = [];
  for (let start = 0; start < points.length; start += SLICE_LENGTH) {
    slices.push(points.slice(start, start + SLICE_LENGTH).join(''));
  }
  return slices;
}

/** The recording limit a text gets unless its teacher sets one, in seconds: 600 ms a character + 10 s. */
export function defaultAnswerSeconds(text: string): number {
  return Math.ceil((codePointLength(text.trim()) * RECORDING_MS_PER_CHARACTER) / 1000) + RECORDING_EXTRA_SECONDS;
}

/** The preparation a text gets unless its teacher sets one: reading it once, in whole tens from 30 s to 10 min. */
export function defaultPrepSeconds(text: string): number {
  const reading = (codePointLength(text.trim()) * MS_PER_CHARACTER) / 1000;
  return Math.min(600, Math.max(30, Math.ceil(reading / 10) * 10));
}
