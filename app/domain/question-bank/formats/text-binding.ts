import { FILE_NOTE } from './format.rules';
import { VERBATIM } from './text-labels';
import type { TextLine } from './text-line';
import { numberOf } from './text-numbers';

/** The line along which a paper is bound, and the places beside it where who writes gives class and name. */

/** Every sign that such lines are made of, but those that are drawn. */
const WORDS =
  /^[学校院系部年级班专业姓名号考场座位准证生所在省市区县第密封装订弥线内外不要得准请勿答题超过出此处]{1,40}$/;
const DRAWN = /[\s_＿\-—–―─━┄┈┅=＝.．…·•:：○〇◯●◎oO×xX|｜/／\\()（）【】[\]*]/g;
const BOUND = /装订线|密封线|弥封线/;
const NAMES = /学校|院系|系别|学院|年级|班级|专业|姓名|学号|考号|考场号?|座位?号|准考证号?|考生号/g;
const OWN_NAMES = /姓名|学号|考号|准考证/;
/** Where somebody writes: ____, 姓名： at the end, or room before the next name. */
const ROOM = /[_＿]{2}|[:：](?:\s|$)|[—─━┄…]{2}|[^\S\n]{3}|[（(]\s{2,}[)）]/;
const LONGEST = 300;

const isBlank = ({ text }: TextLine) => text.replace(DRAWN, '') === '';
const isMade = ({ text, row, passage, entry }: TextLine) =>
  !row &&
  !passage &&
  !entry &&
  text.length < LONGEST &&
  !text.includes(VERBATIM) &&
  WORDS.test(text.replace(DRAWN, ''));

/** Two places or more for names on one line, with room to write: 姓名____ 学号____ */
function isPlaceOfNames({ text }: TextLine): boolean {
  const plain = text.replace(DRAWN, '');
  const names = plain.match(NAMES) ?? [];
  return names.length > 1 && OWN_NAMES.test(plain) && ROOM.test(text) && plain.replace(NAMES, '').length < 6;
}

/** The lines without those; below the first question the file is told of what was left out. */
export function withoutBindings(lines: TextLine[]): TextLine[] {
  const left = new Set<number>();
  for (let at = 0; at < lines.length; at += 1) {
    if (!isMade(lines[at]!)) continue;
    const end = stretchFrom(lines, at);
    const stretch = lines.slice(at, end);
    const whole = stretch.map(({ text }) => text.replace(DRAWN, '')).join('');
    if (BOUND.test(whole)) stretch.forEach((_line, index) => left.add(at + index));
    else stretch.forEach((line, index) => isPlaceOfNames(line) && left.add(at + index));
    at = end - 1;
  }
  return left.size === 0 ? lines : withNote(lines, left);
}

/** Where the lines end that are made of such words, with what is drawn and empty between them. */
function stretchFrom(lines: TextLine[], from: number): number {
  let end = from + 1;
  for (let at = end; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (isMade(line)) end = at + 1;
    else if (line.row || line.passage || line.entry || !isBlank(line)) break;
  }
  return end;
}

function withNote(lines: TextLine[], left: ReadonlySet<number>): TextLine[] {
  const first = lines.findIndex(({ text, row }) => row !== undefined || numberOf(text)?.style === 'plain');
  const places = [...left].filter((at) => first >= 0 && at > first && !isBlank(lines[at]!));
  const texts = [...new Set(places.map((at) => lines[at]!.text))].join(' ');
  const kept = lines.filter((_line, at) => !left.has(at));
  if (places.length === 0) return kept;
  const note = `${FILE_NOTE}装订线和填写姓名的地方没有导入：“${texts.length > 80 ? `${texts.slice(0, 80)}…` : texts}”。`;
  // What is said of the file stands by itself.
  const from = kept.indexOf(lines[first]!);
  const at = kept.findIndex((line, index) => index >= from && line.note === undefined);
  if (at >= 0) kept[at] = { ...kept[at]!, note };
  return kept;
}
