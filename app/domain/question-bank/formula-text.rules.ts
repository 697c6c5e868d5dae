import { splitRichText } from './rich-text.rules';

/** Formulas as people write them in a line of text, for where nothing can be drawn: sheets, messages, titles. */

const SIGNS: Record<string, string> = {
  times: '×',
  div: '÷',
  cdot: '·',
  pm: '±',
  mp: '∓',
  leq: '≤',
  le: '≤',
  geq: '≥',
  ge: '≥',
  neq: '≠',
  ne: '≠',
  approx: '≈',
  equiv: '≡',
  infty: '∞',
  in: '∈',
  notin: '∉',
  subset: '⊂',
  subseteq: '⊆',
  supset: '⊃',
  supseteq: '⊇',
  ni: '∋',
  setminus: '∖',
  forall: '∀',
  exists: '∃',
  mid: '|',
  lt: '<',
  gt: '>',
  prime: '′',
  odot: '⊙',
  therefore: '∴',
  because: '∵',
  sim: '∼',
  cong: '≅',
  cup: '∪',
  cap: '∩',
  emptyset: '∅',
  to: '→',
  rightarrow: '→',
  Rightarrow: '⇒',
  leftrightarrow: '↔',
  angle: '∠',
  triangle: '△',
  perp: '⊥',
  parallel: '∥',
  circ: '°',
  degree: '°',
  sum: '∑',
  prod: '∏',
  int: '∫',
  ldots: '…',
  cdots: '…',
  dots: '…',
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  Delta: 'Δ',
  epsilon: 'ε',
  theta: 'θ',
  lambda: 'λ',
  mu: 'μ',
  pi: 'π',
  rho: 'ρ',
  sigma: 'σ',
  phi: 'φ',
  omega: 'ω',
  Omega: 'Ω',
};

const UP: Record<string, string> = Object.fromEntries(
  [...'0123456789+-n'].map((sign, at) => [sign, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ'[at] ?? sign]),
);
const DOWN: Record<string, string> = Object.fromEntries(
  [...'0123456789+-'].map((sign, at) => [sign, '₀₁₂₃₄₅₆₇₈₉₊₋'[at] ?? sign]),
);

/** Letters as they stand on a board for sets of numbers. */
const BOARD: Record<string, string> = { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' };

/** Deeper than anybody nests: a text can never keep the server busy. */
const MAX_DEPTH = 12;

/** a+b becomes (a+b) where it would read otherwise. */
const whole = (text: string) => (/^[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`);

function raised(text: string, signs: Record<string, string>, mark: string): string {
  const letters = [...text];
  return letters.every((letter) => letter in signs)
    ? letters.map((letter) => signs[letter]).join('')
    : text === '°'
      ? text
      : `${mark}${whole(text)}`;
}

/** \frac{1}{2} becomes 1/2, x^2 becomes x², \sqrt{2} becomes √2; what is unknown stays without its backslash. */
export function formulaText(tex: string): string {
  let text = tex.replace(/\\(left|right|displaystyle|quad|qquad|,|;|!|:)(?![a-zA-Z])/g, (_, name: string) =>
    /^q?quad$|^[,;:]$/.test(name) ? ' ' : '',
  );
  text = text.replace(/\\(?:text|mathrm|mathbf|mathit|mathcal|boldsymbol|overline|operatorname)\{([^{}]*)\}/g, '$1');
  text = text.replace(/\\mathbb ?(?:\{([A-Z])\}|([A-Z]))/g, (_, one?: string, other?: string) => {
    const letter = one ?? other ?? '';
    return BOARD[letter] ?? letter;
  });
  // One sign or figure needs no braces.
  text = text.replace(/\\(sqrt|d?t?frac)((?: ?\d| [A-Za-z])+)/g, (found, name: string, after: string) => {
    const [first = '', second] = after.replace(/ /g, '');
    const rest = after.replace(/ /g, '');
    if (name === 'sqrt') return `\\sqrt{${first}}${rest.slice(1)}`;
    return second === undefined ? found : `\\frac{${first}}{${second}}${rest.slice(2)}`;
  });
  text = text.replace(/\\([a-zA-Z]+) ?/g, (found, name: string) => SIGNS[name] ?? found);
  // From the innermost braces outwards.
  for (let depth = 0, before = ''; before !== text && depth < MAX_DEPTH; depth += 1) {
    before = text;
    text = text
      .replace(
        /\\d?t?frac ?\{([^{}]*)\} ?\{([^{}]*)\}/g,
        (_, top: string, under: string) => `${whole(top)}/${whole(under)}`,
      )
      .replace(
        /\\sqrt ?\[([^\]{}]*)\] ?\{([^{}]*)\}/g,
        (_, root: string, of: string) => `${raised(root, UP, '')}√${whole(of)}`,
      )
      .replace(/\\sqrt ?\{([^{}]*)\}/g, (_, of: string) => `√${whole(of)}`)
      .replace(/\^ ?(?:\{([^{}]*)\}|([\p{L}\p{N}°+-]))/gu, (_, many?: string, one?: string) =>
        raised(many ?? one ?? '', UP, '^'),
      )
      .replace(/_ ?(?:\{([^{}]*)\}|([\p{L}\p{N}°+-]))/gu, (_, many?: string, one?: string) =>
        raised(many ?? one ?? '', DOWN, '_'),
      )
      .replace(/(^|[^\\a-zA-Z\]}])\{([^{}]*)\}/g, '$1$2');
  }
  return text
    .replace(/\\([{}$%&#_])/g, '$1')
    .replace(/[\\{}]/g, '')
    .replace(/ +/g, ' ')
    .trim();
}

/** A text with its `$…$` formulas as they can be read in a line. */
export function plainFormulas(text: string): string {
  return splitRichText(text, 0)
    .map((part) => (part.kind === 'formula' ? formulaText(part.tex) : part.kind === 'text' ? part.text : ''))
    .join('');
}
