/** What Word raises or lowers, as the inside of a formula. */

const MAX_LENGTH = 40;

/** Signs as input methods write them; full-width letters, figures and signs are narrowed apart. */
const SIGN_OF: Record<string, string> = {
  ...Object.fromEntries([...'–—−﹣‐‑⁃'].map((sign) => [sign, '-'])),
  '﹢': '+',
  '∗': '*',
  '′': '\\prime ',
  "'": '\\prime ',
  '’': '\\prime ',
  '″': '\\prime\\prime ',
  '°': '\\circ ',
  '%': '\\%',
  '‰': '\\text{‰}',
  '×': '\\times ',
  '·': '\\cdot ',
  '•': '\\cdot ',
  '⋅': '\\cdot ',
  '∞': '\\infty ',
  '→': '\\to ',
  '≠': '\\ne ',
  '≤': '\\le ',
  '≥': '\\ge ',
  '±': '\\pm ',
};
const RAISED_SIGNS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻';
const LOWERED_SIGNS = '₀₁₂₃₄₅₆₇₈₉₊₋';
const FIGURES = '0123456789+-';

/** What may stand in a formula as it is. */
const PLAIN = /^[A-Za-z0-9Α-Ωα-ωϕ+\-=()*/.,|<>!:;[\] ]$/;

/** Signs that stand high by themselves. */
const HIGH = /^[°′″℃®™]+$/;

/** A mark of a note: ①, [1], 注. */
const NOTE_MARK = /^(?:[①-⓿❶-➓㉑-㊿]+|[[［【〔(（]\s?[\d一-十]{1,3}\s?[\]］】〕)）]|注\s?\d{0,2})$/;

/** A ring for a degree, as input methods have some: 25 with a raised 。 */
export const isDegree = (value: string) => /^[。．○〇◦∘º˚]$/.test(value.trim());

/** Narrow, as the inside of a formula is written. */
export const narrowed = (text: string) => text.replace(/[！-～]/g, (sign) => sign.normalize('NFKC'));

/** Whether a raised text says as much where it stands on the line: a note that is written out does, too. */
export const isSameOnLine = (value: string) =>
  HIGH.test(value.trim()) || NOTE_MARK.test(value.trim()) || /[\ue004\ue010\ue011]/.test(value);

/** The TeX of a raised or lowered text; null for one that no formula is made of. `mayName`: words may stand in it. */
export function scriptTex(value: string, mayName: boolean): string | null {
  const text = narrowed(value).trim();
  if (text === '' || text.length > MAX_LENGTH) return null;
  const parts = mayName ? text.split(/([\u3400-\u9fff]{1,6})/) : [text];
  let tex = '';
  for (const [at, part] of parts.entries()) {
    if (at % 2 === 1) tex += `\\text{${part}}`;
    else
      for (const sign of part) {
        const one = texOfSign(sign);
        if (one === null) return null;
        tex += one;
      }
  }
  return tex.trim();
}

function texOfSign(sign: string): string | null {
  if (SIGN_OF[sign] !== undefined) return SIGN_OF[sign];
  const up = RAISED_SIGNS.indexOf(sign);
  if (up >= 0) return `^{${FIGURES[up] ?? ''}}`;
  const down = LOWERED_SIGNS.indexOf(sign);
  if (down >= 0) return `_{${FIGURES[down] ?? ''}}`;
  return PLAIN.test(sign) ? sign : null;
}

/** One sign of a text and where it stands in it: formulas part what was one text. */
type Placed = { sign: string; start: number; end: number };

const FORMULA = /\$[^$\n]{1,400}\$/g;

/** Each text as it stands in `line`, where parts of it became formulas; itself where it does not stand there. */
export function withScripts(texts: string[], line: string): string[] {
  if (!line.includes('$')) return texts;
  let signs: Placed[] | undefined;
  let plain = '';
  return texts.map((text) => {
    const wanted = [...narrowed(text)].filter((sign) => !/\s/.test(sign)).map(sameSign);
    if (wanted.length === 0 || line.includes(text.trim())) return text;
    if (!signs) {
      signs = placedSigns(line);
      plain = signs.map(({ sign }) => sign).join('');
    }
    const at = plain.indexOf(wanted.join(''));
    const first = signs[at];
    const last = signs[at + wanted.length - 1];
    return at < 0 || !first || !last ? text : line.slice(first.start, last.end);
  });
}

const sameSign = (sign: string) => (SIGN_OF[sign] === '-' ? '-' : sign);

/** Every sign that is seen, each of a formula with the whole of it. */
function placedSigns(line: string): Placed[] {
  const signs: Placed[] = [];
  const add = (text: string, start: number, end?: number) => {
    let at = start;
    for (const unit of narrowed(text).split('')) {
      if (!/\s/.test(unit))
        signs.push({ sign: sameSign(unit), start: end === undefined ? at : start, end: end ?? at + 1 });
      at += 1;
    }
  };
  let from = 0;
  for (const match of line.matchAll(FORMULA)) {
    const end = match.index + match[0].length;
    add(line.slice(from, match.index), from);
    add(match[0].replace(/\\text|[\\$^_{}]/g, ''), match.index, end);
    from = end;
  }
  add(line.slice(from), from);
  return signs;
}
