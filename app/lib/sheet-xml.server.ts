import { decodeXmlEntities } from './entities';

/** What the XML of a workbook says: its tags, and the texts that its cells point to. */

const PLAIN = '0123456789+-=()n';
const SCRIPTS: Record<string, string> = { superscript: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ', subscript: '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ' };

/** Signs as input methods write them: －, ２ and the dashes that stand for minus. */
const plainSign = (sign: string) =>
  /[！-～]/.test(sign) ? sign.normalize('NFKC') : /[–—−﹣]/.test(sign) ? '-' : sign === '﹢' ? '+' : sign;

/** H₂O, 10³, 10⁻²: raised and lowered signs as such; what has none stands as it is, behind ^ where it is raised. */
export function asScript(text: string, script: string): string {
  const signs = SCRIPTS[script];
  if (signs === undefined || text.trim() === '') return text;
  const plain = [...text.trim()].map(plainSign).join('');
  const isKnown = [...plain].every((sign) => PLAIN.includes(sign));
  if (isKnown) return [...plain].map((sign) => signs.charAt(PLAIN.indexOf(sign))).join('');
  if (script !== 'superscript') return text;
  return /^[\p{L}\p{N}]+$/u.test(plain) ? `^${text}` : `^(${text.trim()})`;
}

/** A tag, and the text right behind it. */
export type SheetTag = {
  name: string;
  isEnd: boolean;
  isEmpty: boolean;
  text: string;
  attribute(name: string): string | undefined;
};

// So many attributes and no more: each is a place to go back to, and room for those is limited.
const TAG = /<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*')){0,200})\s*(\/?)>([^<]*)/g;
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Walks over the tags of a document, each with the text behind it; name prefixes (x:row) are dropped. */
export function* tags(xml: string): Generator<SheetTag> {
  for (const match of xml.matchAll(TAG)) {
    const [, end, name = '', attributes = '', empty, text = ''] = match;
    yield {
      name: name.slice(name.indexOf(':') + 1),
      isEnd: end === '/',
      isEmpty: empty === '/',
      text,
      attribute(wanted) {
        for (const [, key, double, single] of attributes.matchAll(ATTRIBUTE)) {
          if (key === wanted) return decode(double ?? single ?? '');
        }
        return undefined;
      },
    };
  }
}

/** A text with its entities resolved, and Excel's own signs for what XML cannot hold. */
export function decode(text: string): string {
  return decodeXmlEntities(text).replace(/_x([0-9A-F]{4})_/gi, (_whole, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
}

/** The texts that cells point to. Runs of one text are joined; readings above characters (rPh) are left out. */
export function sharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let text = '';
  let isReading = false;
  let script = '';
  for (const tag of tags(xml)) {
    if (tag.name === 'si' && !tag.isEnd) [text, script] = ['', ''];
    if (tag.name === 'rPh') isReading = !tag.isEnd && !tag.isEmpty;
    if (tag.name === 'r' && !tag.isEnd) script = '';
    if (tag.name === 'vertAlign') script = tag.attribute('val') ?? '';
    if (tag.name === 't' && !tag.isEnd && !isReading) text += asScript(decode(tag.text), script);
    if (tag.name === 'si' && (tag.isEnd || tag.isEmpty)) strings.push(text);
  }
  return strings;
}
