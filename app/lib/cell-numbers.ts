/** What the number in a cell of a spreadsheet means by its format. */

/** How the number in a cell is shown: with leading zeros, as a share of a hundred, as a day. */
export type Look = { minDigits: number; isPercent: boolean; day: 'none' | 'date' | 'time'; is1904: boolean };

/** What a file may use without saying what it is (ECMA-376, 18.8.30). */
const BUILT_IN_DATES = /^(?:14|15|16|17|22|2[7-9]|3[01456]|5[0-8])$/;
const BUILT_IN_TIMES = /^(?:1[89]|2[01]|3[23]|4[567])$/;
const BUILT_IN_PERCENTS = /^(?:9|10)$/;

/** The look that a number format gives: one of the built-in ones by its id, or one by its code. */
export function lookOf(id: string, code: string | undefined, is1904: boolean): Look {
  // Quoted words, colours and languages in brackets are no letters of a date.
  const letters = (code ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '').split(';', 1)[0] ?? '';
  const isDate = code === undefined ? BUILT_IN_DATES.test(id) : /[yd]/i.test(letters) && !/general/i.test(letters);
  const isTime = code === undefined ? BUILT_IN_TIMES.test(id) : /[hs]/i.test(letters) && !/general/i.test(letters);
  return {
    minDigits: /^(0+)(?:_.|;.*)?$/.exec(code ?? '')?.[1]?.length ?? 0,
    isPercent: code === undefined ? BUILT_IN_PERCENTS.test(id) : letters.includes('%'),
    day: isDate ? 'date' : isTime ? 'time' : 'none',
    is1904,
  };
}

const DAY_MS = 86_400_000;
const LAST_DAY = 2_958_465;

/** A number cell as it is meant: 2024-01-02 rather than 45293, 25% rather than 0.25. */
export function shownNumber(raw: string, look: Look | undefined): string {
  const value = Number(raw);
  if (!look || raw.trim() === '' || !Number.isFinite(value)) return numberText(raw);
  if (look.isPercent) return `${numberText(String(Number((value * 100).toPrecision(12))))}%`;
  // The first two months of 1900 are counted wrong in every such file: those stay numbers.
  const isDay = look.day !== 'none' && value >= (look.day === 'time' ? 0 : 61) && value <= LAST_DAY;
  if (!isDay) return numberText(raw, look.minDigits);
  const start = Date.UTC(1899, 11, 30) + (look.is1904 ? 1462 * DAY_MS : 0);
  const iso = new Date(start + Math.round(value * 86_400) * 1000).toISOString();
  const time = iso.slice(11, iso.endsWith(':00.000Z') ? 16 : 19);
  if (value < 1) return time;
  return Number.isInteger(value) ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`;
}

/** The digits of a number cell: no exponent, no rounding beyond what the file itself holds. */
export function numberText(raw: string, minDigits = 0): string {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  if (Number.isInteger(value) && Math.abs(value) < 1e21) {
    const digits = BigInt(value).toString();
    return value < 0 ? digits : digits.padStart(minDigits, '0');
  }
  return String(value);
}
