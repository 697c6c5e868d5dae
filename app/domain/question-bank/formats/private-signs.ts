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

/** Where Symbol has the signs of formulas. */
const SYMBOL_CODES = [
  0xb0, 0xb1, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb9, 0xba, 0xbb, 0xa2, 0xa3, 0xa5, 0xc6, 0xc7, 0xc8, 0xc9, 0xcb, 0xcc,
  0xcd, 0xce, 0xcf, 0xd0, 0xd7, 0xd6, 0xde, 0x61, 0x62, 0x67, 0x64, 0x65, 0x71, 0x6d, 0x70, 0x72, 0x73, 0x66, 0x77,
  0x44, 0x57, 0x5c, 0x5e, 0xae, 0xad, 0xaf, 0xac,
];

/** Fonts of signs whose letters mammoth knows by their codes. */
const OF_SIGNS = /^(?:symbol|wingdings(?: [23])?|webdings)$/i;

/** The code of a sign within its font of signs, as w:sym has it; null for what shows as it is. */
export function symbolCode(font: string, sign: string): string | null {
  const code = codeOf(sign);
  // These were ticks and crosses, or are typed in another font.
  if (/[×÷±]/.test(sign)) return null;
  return OF_SIGNS.test(font) && code > 0x20 && code <= 0xff ? code.toString(16).toUpperCase().padStart(2, '0') : null;
}

/** A private code that lost its font: no other of these fonts has a sign there that a paper needs. */
const LOST: Record<string, string> = {
  ...Object.fromEntries(
    [...'°±″≥×∝∂≠≡≈′≤∞∅∩∪⊃⊄⊂⊆∈∉∠⋅√⇒αβγδεθμπρσφωΔΩ∴⊥→↑↓←'].map((sign, at) => [
      String.fromCharCode(0xf000 + (SYMBOL_CODES[at] ?? 0)),
      sign,
    ]),
  ),
  '\uf0fc': '✓',
  '\uf0fb': '✗',
  '\uf0fe': '☑',
  '\uf0fd': '☒',
  '\uf0d6': '√',
  '\uf0b4': '×',
};

/** A text whose ticks, crosses and signs of formulas are signs that everybody sees. */
export const withPlainSigns = (text: string) => text.replace(/[\uf000-\uf0ff]/g, (sign) => LOST[sign] ?? sign);

/** Whether a text has a sign left that nobody sees. */
export const hasLostSigns = (text: string) => /[\uf000-\uf0ff]/.test(text);
