/** What a spreadsheet shows for a number by the code of its format: 1,234.50 for #,##0.00, 1/2 for # ?/?. */

/** What a file may use without saying what it is (ECMA-376, 18.8.30). */
const BUILT_IN: Record<string, string> = {
  '0': 'General',
  '1': '0',
  '2': '0.00',
  '3': '#,##0',
  '4': '#,##0.00',
  '9': '0%',
  '10': '0.00%',
  '11': '0.00E+00',
  '12': '# ?/?',
  '13': '# ??/??',
  '37': '#,##0',
  '38': '#,##0',
  '39': '#,##0.00',
  '40': '#,##0.00',
  '48': '##0.0E+0',
  '49': '@',
};

/** Whether a format is none: a number is as it is. */
export const isGeneral = (id: string, code = BUILT_IN[id]) =>
  code !== undefined && /^(?:general|@)?$/i.test(unquoted(code.split(';', 1)[0] ?? ''));

/** The text of a number; null where the format is one that we do not draw. */
export function formatted(value: number, id: string, code = BUILT_IN[id]): string | null {
  if (code === undefined || !Number.isFinite(value)) return null;
  const [positive = '', negative] = code.split(';');
  // A sign of its own for what is below nought, and colours or conditions: told rather than guessed.
  if (value < 0 && negative !== undefined && !/^-/.test(unquoted(negative))) return null;
  const plain = unquoted(positive);
  if (/^(?:general|@)?$/i.test(plain)) return general(value);
  const fraction = /^(#|0)?\s*(\?{1,3})\/(\?{1,3}|\d{1,3})$/.exec(plain);
  if (fraction) return asFraction(value, fraction[1] !== undefined, fraction[3] ?? '?');
  const [, before = '', digits = '', after = ''] =
    /^([^#0?.,]*)([#0?,]*(?:\.[#0?]*)?(?:E\+0+)?)([^#0?.,]*)$/.exec(plain) ?? [];
  if (!/[#0?]/.test(digits) || /,(?:\.|$)|[E*@/[\]]/i.test(before + after) || /,(?:\.|$)/.test(digits)) return null;
  const share = (before + after).split('%').length - 1;
  if (share > 1) return null;
  const amount = Number((Math.abs(value) * (share === 1 ? 100 : 1)).toPrecision(15));
  const shown = /E/.test(digits) ? asPower(amount, digits) : asDigits(amount, digits);
  const isNegative = value < 0 && /[1-9]/.test(shown);
  return `${isNegative ? '-' : ''}${before}${shown}${after}`.trim();
}

/** The code without quotes, escapes, paddings and the names of colours; a currency is its own sign. */
function unquoted(code: string): string {
  return code
    .slice(0, 200)
    .replace(/\[\$([^\]-]{0,10})(?:-[^\]]{0,20})?\]/g, '$1')
    .replace(/\[(?:black|blue|cyan|green|magenta|red|white|yellow|color\d+)\]/gi, '')
    .replace(/_.|\*./g, '')
    .replace(/"([^"]*)"|\\(.)/g, '$1$2')
    .trim();
}

/** A number without a format: as many digits as a cell shows, nothing that comes of reckoning in twos. */
function general(value: number): string | null {
  const size = Math.abs(value);
  if (Number.isInteger(value) || size < 1e-9 || size >= 1e15) return null;
  return String(Number(value.toPrecision(15)));
}

function asDigits(amount: number, digits: string): string {
  const [whole = '', decimals = ''] = digits.split('.');
  const least = decimals.replace(/[#?]+$/, '').length;
  const rounded = amount >= 1e21 ? String(amount) : roundedText(amount, Math.min(decimals.length, 20));
  const [front = '', back = ''] = rounded.split('.');
  const kept = back.slice(0, least) + back.slice(least).replace(/0+$/, '');
  const zeros = (whole.match(/0/g) ?? []).length;
  const padded = zeros === 0 && front === '0' ? '' : front.padStart(zeros, '0');
  const grouped = whole.includes(',') ? padded.replace(/\B(?=(?:\d{3})+$)/g, ',') : padded;
  return kept === '' ? grouped || '0' : `${grouped}.${kept}`;
}

/** Halves away from nought, as they look in tens. */
function roundedText(amount: number, decimals: number): string {
  const [front = '', power = '0'] = String(amount).split('e');
  const moved = Math.round(Number(`${front}e${Number(power) + decimals}`));
  return Number.isSafeInteger(moved) ? Number(`${moved}e-${decimals}`).toFixed(decimals) : amount.toFixed(decimals);
}

function asPower(amount: number, digits: string): string {
  const decimals = /\.([0#?]*)/.exec(digits)?.[1]?.length ?? 0;
  const [front = '', power = ''] = amount.toExponential(Math.min(decimals, 20)).split('e');
  const least = /E\+(0+)/.exec(digits)?.[1]?.length ?? 1;
  return `${front}E${power.startsWith('-') ? '-' : '+'}${power.replace(/^[+-]/, '').padStart(least, '0')}`;
}

/** 1 1/2 with its whole part, or 3/2 without; `below` is the denominator, or how many digits it may have. */
function asFraction(value: number, hasWhole: boolean, below: string): string | null {
  const size = Math.abs(value);
  if (size >= 1e9) return null;
  const whole = hasWhole ? Math.floor(size) : 0;
  const rest = size - whole;
  const fixed = /^\d+$/.test(below) ? Number(below) : 0;
  const most = fixed || 10 ** below.length - 1;
  let [top, bottom] = [Math.round(rest * most), most];
  for (let each = fixed || 1; each <= most; each += 1) {
    const near = Math.round(rest * each);
    if (Math.abs(near / each - rest) + 1e-12 < Math.abs(top / bottom - rest) || each === 1)
      [top, bottom] = [near, each];
  }
  const all = top === bottom && hasWhole ? whole + 1 : whole;
  const part = top === 0 || (top === bottom && hasWhole) ? '' : `${top}/${bottom}`;
  const text = [all === 0 && part !== '' ? '' : String(all), part].filter((each) => each !== '').join(' ');
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text;
}
