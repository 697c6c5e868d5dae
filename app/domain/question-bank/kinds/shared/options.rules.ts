import { invalid } from '~/lib/errors';
import { formatKeys, formatRightKeys, optionKey } from '../../question.rules';
import type { ChoiceOption, TheoryBody } from '../../question.schema';
import type { AnswerValue } from '../answer.schema';
import type { AutoMark, FrequentAnswers, Given, KeyCorrection, KeyInput, KeyRead, CorrectedKey } from '../kind.schema';
import { analysisRow, BLANK, mostFrequent } from './texts.rules';

/** What single, multiple and true/false questions have in common: options of which some are chosen. Pure. */

/** Where the options of a question stand: its own, or those that its kind always has. */
export type OptionsOf = (body: TheoryBody) => ChoiceOption[];

/**
 * Only the question's own options, in their order.
 * @throws AppError invalid for an option the item does not have, or several where one is asked for
 */
export function cleanKeys(options: ChoiceOption[], value: AnswerValue, isOneOnly: boolean): AnswerValue {
  const known = options.map((option) => option.key);
  const given = value.keys ?? [];
  if (given.some((key) => !known.includes(key))) throw invalid({ value: '选项不在这道题中，请刷新页面后重选。' });
  const keys = known.filter((key) => given.includes(key));
  if (isOneOnly && keys.length > 1) throw invalid({ value: '这道题只能选一项。' });
  return { keys };
}

/** Right or wrong as a whole: exactly one of the sets that count. */
export function markKeys(
  body: Pick<TheoryBody, 'keys' | 'alsoRight'>,
  value: AnswerValue | null,
  points: number,
): AutoMark {
  const given = new Set(value?.keys ?? []);
  const isRight = [body.keys, ...(body.alsoRight ?? [])].some((keys) => {
    const key = new Set(keys);
    return key.size > 0 && given.size === key.size && [...key].every((one) => given.has(one));
  });
  return { points: isRight ? points : 0, isRight, blanks: [] };
}

/** Rows and cells of words, for a kind by its name. */
export function keyWords(kind: string) {
  return {
    keyRows: (body: TheoryBody) => [
      { term: '正确答案', texts: [formatRightKeys(kind, body)] },
      analysisRow(body.analysis),
    ],
    answerColumns: () => ['作答'],
    // By their letters in the order of the exam's own item, however they were shuffled in the paper.
    answerCells: (body: TheoryBody, { value }: Given) => [
      value?.keys?.length ? formatKeys(kind, value.keys, body.options) : BLANK,
    ],
    keyCell: ({ body }: { body: TheoryBody }) => formatKeys(kind, body.keys, body.options),
    apiKey: (body: TheoryBody) => body.keys.join(','),
  };
}

/** The letters of the right options by their place. */
export function rightLetters({ options, keys }: Pick<TheoryBody, 'options' | 'keys'>): string[] {
  return options.flatMap(({ key }, index) => (keys.includes(key) ? [optionKey(index)] : []));
}

/** How the key is put right where options are chosen. */
export function optionCorrection(optionsOf: OptionsOf, isOneOnly: boolean, hasLetters: boolean): KeyCorrection {
  const labelOf = (text: string, index: number) => (hasLetters ? `${optionKey(index)}. ${text}` : text);
  return {
    fields: (body) => ({
      type: 'options',
      options: optionsOf(body).map(({ key, text }, index) => ({ value: key, label: labelOf(text, index) })),
      isOneOnly,
    }),
    read: (body, now, input) => readOptions(optionsOf(body), isOneOnly, now, input),
    frequent: frequentSets,
  };
}

function readOptions(options: ChoiceOption[], isOneOnly: boolean, now: CorrectedKey, input: KeyInput): KeyRead {
  const known = options.map((option) => option.key);
  const given = [...input.sets.map((set) => set.split(',')), ...(input.keys.length > 0 ? [input.keys] : [])];
  if (given.flat().some((key) => !known.includes(key))) return { problems: { keys: '选项不在这道题里，请重新选择' } };
  const sets = given.map((keys) => known.filter((key) => keys.includes(key))).filter((keys) => keys.length > 0);
  const [first] = sets;
  if (!first) return { problems: { keys: input.kind === 'key' ? '请选出正确答案' : '请选出也算对的答案' } };
  if (isOneOnly && sets.some((keys) => keys.length > 1)) {
    return { problems: { keys: '这道题只能选一项；几个选项都算对时，请用“增加可接受的答案”' } };
  }
  if (input.kind === 'key') return { key: { keys: first, alsoRight: [], blanks: [] } };
  const counting = [now.keys, ...now.alsoRight].map(String);
  const added = sets.filter((keys, index) => {
    const isNew = !counting.includes(String(keys));
    return isNew && sets.findIndex((other) => String(other) === String(keys)) === index;
  });
  return { key: { keys: now.keys, alsoRight: [...now.alsoRight, ...added], blanks: [] } };
}

function frequentSets(body: TheoryBody, values: AnswerValue[]): FrequentAnswers {
  const right = [body.keys, ...(body.alsoRight ?? [])].map((keys) => String([...keys].sort()));
  const sets = mostFrequent(
    values.flatMap((value) => {
      const keys = [...(value.keys ?? [])].sort();
      return keys.length === 0 || right.includes(String(keys)) ? [] : [{ form: String(keys), given: keys }];
    }),
  );
  return { sets: sets.map(({ given, count }) => ({ keys: given, count })), blanks: [] };
}

/** How many options stand beside each other on paper: 4 to a line where they are short, 2 where they are longer. */
export function optionColumns(texts: string[]): 4 | 2 | 1 {
  const longest = Math.max(0, ...texts.map((text) => (/\n|\[图/.test(text) ? 99 : [...text].length)));
  return longest <= 7 ? 4 : longest <= 17 ? 2 : 1;
}
