/** Ticks and crosses of fonts of signs: a letter that shows as a sign in Wingdings or Symbol, or a private code of theirs. */

/** By the code of the sign within its font. */
const FONTS: [RegExp, Record<number, string>][] = [
  [/^wingdings$/i, { 0xfc: '✓', 0xfb: '✗', 0xfe: '☑', 0xfd: '☒' }],
  [/^wingdings 2$/i, { 0x50: '✓', 0x4f: '✗', 0x52: '☑', 0x51: '☒', 0x53: '☒', 0x54: '☒', 0x55: '✗' }],
  [/^symbol$/i, { 0xd6: '√', 0xb4: '×', 0xb1: '±', 0xb8: '÷' }],
];

/** A text as it shows in that font, as far as its ticks and crosses go; every other sign of it as it is. */
export function shownIn(font: string, text: string): string {
  const signs = FONTS.find(([name]) => name.test(font))?.[1];
  if (!signs) return text;
  return [...text].map((sign) => signs[codeOf(sign)] ?? sign).join('');
}

/** U+F0FC is the sign 0xFC of whatever font it stood in. */
const codeOf = (sign: string) => {
  const code = sign.codePointAt(0) ?? 0;
  return code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
};

/** A private code that lost its font: no other of these fonts has a sign there that a paper needs. */
const LOST: Record<string, string> = {
  '\uf0fc': '✓',
  '\uf0fb': '✗',
  '\uf0fe': '☑',
  '\uf0fd': '☒',
  '\uf0d6': '√',
  '\uf0b4': '×',
};

/** A text whose ticks and crosses are signs that everybody sees. */
export const withPlainSigns = (text: string) =>
  text.replace(/[\uf0b4\uf0d6\uf0fb-\uf0fe]/g, (sign) => LOST[sign] ?? sign);
