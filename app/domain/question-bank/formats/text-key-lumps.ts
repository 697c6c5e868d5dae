import type { AnswerList } from './text-answer-list';
import { joinLines, type RawQuestion } from './text-raw';

/** 完形填空 whose blanks were not read is refused as a whole: its part of the key goes with it, for whoever mends it. */

const FEWEST = 2;
const MAX_LUMPS = 40;

/** Gives each such text the answers of the numbers that stand in it and that no question has; those numbers. */
export function giveToLumps({ groups }: AnswerList, questions: RawQuestion[], known: Set<number | null>): Set<number> {
  const given = new Set<number>();
  const isLump = ({ answer, section: { heading } }: RawQuestion) =>
    answer === undefined && heading?.kind && 'unsupported' in heading.kind && heading.kind.isWhole;
  const lumps = questions.filter(isLump).slice(0, MAX_LUMPS);
  const entries = lumps.length === 0 ? [] : groups.flatMap((group) => group.entries);
  for (const question of lumps) {
    const text = joinLines(question.stem).slice(0, 20_000);
    const within = new Set([...text.matchAll(/\d{1,3}/g)].map(([number]) => Number(number)));
    const own = entries.filter(
      ({ number, answer }) => within.has(number) && !known.has(number) && !given.has(number) && answer.length > 0,
    );
    if (own.length < FEWEST) continue;
    question.answer = own.map(({ number, answer }) => `${number}. ${answer.join(' ')}`);
    for (const { number } of own) given.add(number);
  }
  return given;
}
