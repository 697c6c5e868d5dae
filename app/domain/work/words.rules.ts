/** A stretch of a text; `word` is the school's word it contains, or null. */
export type TextPart = { text: string; word: string | null };

type Folded = { chars: string[]; from: number[]; points: string[] };

const LETTER = /[a-z]/;
const DIGIT = /[0-9]/;

/**
 * A text as words are compared: width, case and accents folded; spaces, punctuation, symbols and invisible
 * characters left out. `from` names for each character the code point of the text it stems from.
 */
function fold(text: string): Folded {
  const points = [...text];
  const chars: string[] = [];
  const from: number[] = [];
  points.forEach((point, at) => {
    for (const char of point.normalize('NFKD').toLowerCase()) {
      if (!/[\p{L}\p{N}]/u.test(char)) continue;
      chars.push(char);
      from.push(at);
    }
  });
  return { chars, from, points };
}

/** Latin letters run on into letters and digits into digits: “usb” does not contain “sb”. */
function runsOn(edge: string, neighbour: string | undefined): boolean {
  if (neighbour === undefined) return false;
  const beside = neighbour.normalize('NFKD').toLowerCase();
  return (LETTER.test(edge) && LETTER.test(beside)) || (DIGIT.test(edge) && DIGIT.test(beside));
}

/** Where the word stands in the text, as [first, last] code points. */
function places(text: Folded, word: string[]): [number, number][] {
  const found: [number, number][] = [];
  if (word.length === 0) return found;
  for (let start = 0; start + word.length <= text.chars.length; start += 1) {
    if (!word.every((char, offset) => text.chars[start + offset] === char)) continue;
    const first = text.from[start] ?? 0;
    const last = text.from[start + word.length - 1] ?? 0;
    if (runsOn(word[0] ?? '', text.points[first - 1])) continue;
    if (runsOn(word[word.length - 1] ?? '', text.points[last + 1])) continue;
    found.push([first, last]);
  }
  return found;
}

/** Which words of the school's list a text contains, each once, in the list's order. */
export function flaggedWords(text: string, words: readonly string[]): string[] {
  const folded = fold(text);
  return words.filter((word, at) => words.indexOf(word) === at && places(folded, fold(word).chars).length > 0);
}

/** The text in parts, those that contain a word of the list marked with it; joined they are the text. */
export function markedParts(text: string, words: readonly string[]): TextPart[] {
  const folded = fold(text);
  const wordAt: (string | null)[] = folded.points.map(() => null);
  for (const word of words) {
    for (const [first, last] of places(folded, fold(word).chars)) {
      for (let at = first; at <= last; at += 1) wordAt[at] ??= word;
    }
  }
  const parts: TextPart[] = [];
  folded.points.forEach((point, at) => {
    const word = wordAt[at] ?? null;
    const last = parts[parts.length - 1];
    if (last && last.word === word) last.text += point;
    else parts.push({ text: point, word });
  });
  return parts;
}
