import { parseNumeral } from './words.rules';

/** Titles of the texts of a reading, alone on their lines: A, （B）, C篇, Passage 2, 短文一. */

export type PassageTitle = {
  /** Passage 2 can be nothing else; a letter may be an option's. */
  isNamed: boolean;
  /** 1 for A and for Passage 1. */
  place: number;
  /** The letter, where it is one. */
  letter: string;
};

const LETTERED = /^([（(【[])?([A-HＡ-Ｈ])([)）】\]]|\s?篇)?$/i;
const NAMED =
  /^[（(【[]?(Passage|Text|Article|短文|语篇|篇章)\s{0,3}([A-HＡ-Ｈ]|\d{1,2}|[一二三四五六]|One|Two|Three|Four|Five|Six)[)）】\]]?\s?[:：.]?$/i;
const WORDS = ['one', 'two', 'three', 'four', 'five', 'six'];

/** The title that a line is; null for any other line. */
export function passageTitle(text: string): PassageTitle | null {
  if (text.length > 24) return null;
  const [whole, open = '', own, close = ''] = LETTERED.exec(text) ?? [];
  if (whole !== undefined && own !== undefined) {
    const letter = own.normalize('NFKC');
    if ((open === '') !== (close === '' || close.endsWith('篇'))) return null;
    return { isNamed: false, place: placeOf(letter), letter };
  }
  const [, word, said] = NAMED.exec(text) ?? [];
  if (word === undefined || said === undefined) return null;
  return { isNamed: true, place: placeOf(said.normalize('NFKC')), letter: '' };
}

function placeOf(said: string): number {
  const word = WORDS.indexOf(said.toLowerCase());
  if (word >= 0) return word + 1;
  return /^[A-H]$/i.test(said) ? said.toUpperCase().charCodeAt(0) - 64 : (parseNumeral(said) ?? 0);
}
