import { countBlanks } from '../question.rules';
import { narrow, parseBlanks } from './words.rules';

/** What a key for blanks must not hold: what no student can type, and lines that are none of it. */

const LOWERED = '₀₁₂₃₄₅₆₇₈₉';
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** $SO_{4}^{2-}$: letters, digits and brackets with lowered and raised signs, and nothing else. */
const SCRIPTED =
  /\$((?:[A-Za-zΑ-Ωα-ω0-9()[\]·]{1,20}|[_^]\{[A-Za-z0-9+\-=()*]{1,12}\}|_\{\\text\{[\u3400-\u9fff]{1,4}\}\}|[_^][A-Za-z0-9])+)\$/g;
const SCRIPT = /([_^])(?:\{\\text\{([\u3400-\u9fff]{1,4})\}\}|\{([^{}]{1,12})\}|([A-Za-z0-9]))/g;
const isCharge = (script: string) => /^\d{0,2}[+-]$/.test(script);

/** One answer as students may type it: H2O for $H_{2}$O, 10^23 and 10²³ for $10^{23}$. */
export function typedForms(answer: string): string[] {
  if (!answer.includes('$')) return [answer];
  const draw = (write: (sign: string, script: string) => string) =>
    answer.replace(SCRIPTED, (_whole, formula: string) =>
      formula.replace(SCRIPT, (_part, sign: string, name?: string, long?: string, short?: string) =>
        write(sign, name ?? long ?? short ?? ''),
      ),
    );
  const digits = (script: string, signs: string) => script.replace(/\d/g, (digit) => signs.charAt(Number(digit)));
  const bare = draw((sign, script) => (sign === '_' || isCharge(script) ? script : `^${script}`));
  const caret = draw((sign, script) => (sign === '_' ? script : `^${script}`));
  const drawn = draw((sign, script) => {
    if (sign === '_') return /^\d+$/.test(script) ? digits(script, LOWERED) : script;
    return /^-?\d*[+-]?$/.test(script) ? digits(script, RAISED).replace('+', '⁺').replace('-', '⁻') : `^${script}`;
  });
  return [...new Set([bare, caret, drawn])];
}

/** The blanks with every answer as it may be typed; `changed`: the first that was written otherwise. */
export function typedBlanks(blanks: string[][]): { blanks: string[][]; changed: string; formula: string } {
  const typed = blanks.map((each) => [...new Set(each.flatMap(typedForms))]);
  const all = blanks.flat();
  return {
    blanks: typed,
    changed: all.find((answer) => typedForms(answer).join() !== answer) ?? '',
    formula: typed.flat().find((answer) => /\$[^$]+\$/.test(answer)) ?? '',
  };
}

/** The answer alone where other lines stand behind it: in one line, or a line for each blank. */
export function withoutLinesBehind(lines: string[], count: number): { answer: string; behind: string[] } {
  const all = lines.filter((line) => line !== '');
  const [first = '', ...rest] = all;
  const whole = { answer: all.join('\n'), behind: [] };
  if (rest.length === 0 || count === 0) return whole;
  if (count === 1) return { answer: first, behind: rest };
  if (all.length !== count && parseBlanks(first, count).length === count) return { answer: first, behind: rest };
  // One answer a line, and then more lines.
  const head = all.slice(0, count);
  const isCounted = head.every((line, index) => ITEM.exec(line)?.[1] === String(index + 1));
  return all.length > count && isCounted ? { answer: head.join('\n'), behind: all.slice(count) } : whole;
}

const ITEM = /^[（(]?(\d{1,2})[)）.．、]/;

/** The first line of each answer; `behind` is what stood below. */
export function oneLineEach(blanks: string[][]): { blanks: string[][]; behind: string[] } {
  const behind: string[] = [];
  const lines = blanks.map((each) =>
    each.map((answer) => {
      const [first = '', ...rest] = answer.split('\n');
      behind.push(...rest.filter((line) => line.trim() !== ''));
      return first.trim();
    }),
  );
  return { blanks: lines, behind };
}

const BRACKETS = /[（(【[［〔]\s{0,40}[)）】\]］〕]/g;

/** ___省，（  ）市 with one answer for each: the stem with both drawn alike; null where the answers are not so many. */
export function withBracketsDrawn(stem: string, answer: string): { stem: string; isSure: boolean } | null {
  const drawn = stem.replace(BRACKETS, '____');
  const own = countBlanks(stem);
  const count = countBlanks(drawn);
  if (own === 0 || count === own || parseBlanks(answer, count).length !== count) return null;
  if (own > 1 && parseBlanks(answer, own).length === own) return null;
  return { stem: drawn, isSure: /[;；|｜\n]/.test(narrow(answer)) };
}
