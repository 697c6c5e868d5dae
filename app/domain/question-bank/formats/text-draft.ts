import { HELD_NOTE, type ParsedQuestion } from './format.rules';
import { SPOKEN } from './text-labels';
import type { RawQuestion } from './text-raw';

/** A question while its fields are made of its lines. */

export type Draft = {
  raw: RawQuestion;
  parsed: ParsedQuestion;
  stem: string;
  answer: string;
  points: number | undefined;
};

/** Tells what may have been read wrong: the question is not chosen by itself. */
export function doubt(parsed: ParsedQuestion, sentence: string): void {
  parsed.notes.push(`${sentence}${HELD_NOTE}`);
  parsed.isDoubtful = true;
}

/** The lines that go on with a stem or an option. */
export const lineWithin = (raw: RawQuestion) =>
  raw.isRow ? [] : [...raw.stem.slice(1), ...raw.options.flatMap(({ lines }) => lines.slice(1))];

export const clip = (text: string) =>
  (text.length > 60 ? `${text.slice(0, 60)}…` : text).replace(/\n/g, ' ').split(SPOKEN).join('');

/** 略 says that the answer is left out; 开放 does so alone, and is a word of a key as well. */
export const LEFT_OUT =
  /^[（(]?\s?(?:答案)?(?:从?略|略。|[详请]?见(?:试题|习题)?(?:解[析答]|详解)(?:内容|部分|过程)?|见教材|开放题?)\s?[)）]?[。.]?$/;

/** 开放 and 不唯一 alone: that no answer is fixed, or the word that is asked for. */
export const MAY_BE_OPEN = /^[（(]?\s?(?:开放|不[唯惟]一)\s?[)）]?[。.]?$/;
