/** What a spreadsheet shows for a day or a time by the code of its format: 2024年1月2日, 8:30. */

/** What a file may use without saying what it is, as programs in Chinese show it (ECMA-376, 18.8.30). */
const BUILT_IN: Record<string, string> = {
  '14': 'yyyy/m/d',
  '20': 'h:mm',
  '21': 'h:mm:ss',
  '22': 'yyyy/m/d h:mm',
  '27': 'yyyy年m月',
  '28': 'm月d日',
  '29': 'm月d日',
  '31': 'yyyy年m月d日',
  '32': 'h时mm分',
  '33': 'h时mm分ss秒',
  '36': 'yyyy年m月',
  '50': 'yyyy年m月',
  '51': 'm月d日',
  '52': 'yyyy年m月',
  '53': 'm月d日',
  '54': 'm月d日',
  '57': 'yyyy年m月',
  '58': 'm月d日',
};

const DAY_MS = 86_400_000;
const LAST_DAY = 2_958_465;
const PART = /"([^"]*)"|\\(.)|(yyyy|yy|m{1,2}|d{1,2}|h{1,2}|s{1,2})(?![ymdhs])|([-/.:：,， 年月日号时點点分秒])/giy;

type Part = { text: string } | { unit: string; digits: number };

/** The text of a day or a time; null where the format is one that we do not draw, or the number is none. */
export function shownDay(value: number, id: string, code = BUILT_IN[id], is1904 = false): string | null {
  // The first two months of 1900 are counted wrong in every such file.
  if (code === undefined || !(value >= 0 && value <= LAST_DAY)) return null;
  const parts = partsOf((code.split(';', 1)[0] ?? '').replace(/^\[\$-[^\]]{0,20}\]/, ''));
  if (parts === null) return null;
  if (value < 61 && !is1904 && parts.some((part) => 'unit' in part && 'ymd'.includes(part.unit))) return null;
  const start = Date.UTC(1899, 11, 30) + (is1904 ? 1462 * DAY_MS : 0);
  const at = new Date(start + Math.round(value * 86_400) * 1000);
  const amounts: Record<string, number> = {
    y: at.getUTCFullYear(),
    m: at.getUTCMonth() + 1,
    d: at.getUTCDate(),
    h: at.getUTCHours(),
    M: at.getUTCMinutes(),
    s: at.getUTCSeconds(),
  };
  return parts
    .map((part) => {
      if ('text' in part) return part.text;
      const digits = String(amounts[part.unit] ?? '');
      return part.unit === 'y' && part.digits === 2 ? digits.slice(-2) : digits.padStart(part.digits, '0');
    })
    .join('')
    .trim();
}

/** The parts of a code; null where one is not known. `m` beside hours or seconds is the minutes, `M`. */
function partsOf(code: string): Part[] | null {
  const parts: Part[] = [];
  const find = new RegExp(PART);
  while (find.lastIndex < code.length) {
    const match = find.exec(code);
    if (!match) return null;
    const [, quoted, escaped, unit, sign] = match;
    if (unit !== undefined) parts.push({ unit: unit.charAt(0).toLowerCase(), digits: unit.length });
    else parts.push({ text: quoted ?? escaped ?? sign ?? '' });
  }
  const units = parts.filter((part): part is { unit: string; digits: number } => 'unit' in part);
  units.forEach((part, at) => {
    if (part.unit === 'm' && (units[at - 1]?.unit === 'h' || units[at + 1]?.unit === 's')) part.unit = 'M';
  });
  return units.length === 0 ? null : parts;
}
