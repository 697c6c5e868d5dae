import { type AnswerList, type Entry, type Group, type PartSign, newEntry } from './text-answer-list';
import type { RawQuestion } from './text-raw';
import { narrow } from './words.rules';

/** Entries of a key whose number stands alone on its line, 3． or 3．解： above （1） and （2）. */

export const PART_FIRST = /^[（(]\s{0,2}\d{1,2}\s{0,2}[)）]/;

/** How a line is counted: （1）, 1） or 1. */
export function signStyle(text: string): PartSign {
  if (PART_FIRST.test(text)) return 'framed';
  return /^\d{1,3}\s?[)）]/.test(narrow(text.slice(0, 8))) ? 'closed' : 'plain';
}

/** Behind a number: nothing, or 解：, 【答案】, 要点：, （10分） alone. */
const HEAD = /^(?:|[（(]\s?\d{1,3}\s?分\s?[)）]|[^\s。；;，,：:]{0,12}[:：】]|解)$/;

/** What an entry whose answer begins below its number says beside it, the same for all of a key; undefined for others. */
export function headOf(text: string, sign: string): string | undefined {
  const head = text.trim();
  return head.length < 20 && HEAD.test(head) ? `${signStyle(sign)} ${head.replace(/\d+/g, '')}` : undefined;
}

/** Whether nothing of an answer stands below the number yet. */
export const isUnbegun = ({ head, headLines, answer, analysis, marking, nested }: Entry) =>
  head !== undefined && answer.length === headLines && analysis.length + marking.length + nested === 0;

/** 4．解： behind 3．解： and its parts, whatever these count to. */
export const isNextHead = (last: Entry, number: number, rest: string, text: string) =>
  last.nested > 0 && number === last.number + 1 && last.head !== undefined && headOf(rest, text) === last.head;

/** 3. ______ is where an answer is to be written. */
export const isPlace = ({ answer }: Entry) => answer.length > 0 && answer.every((line) => /^[_＿\s]{2,}$/.test(line));

/** 二、 above （1） and （2）: they are parts of the one question of that section, which is counted otherwise. */
export function joinPartsOfSections(list: AnswerList, sectionOf: (group: Group) => RawQuestion[]): void {
  for (const group of list.style === 'paren' ? [] : list.groups) {
    const { entries, heading } = group;
    const isCounted = entries.every(({ number, isBracketed }, index) => isBracketed === true && number === index + 1);
    if (!heading || !isCounted || entries.length < 2 || group.whole || sectionOf(group).length !== 1) continue;
    const whole = newEntry(0);
    for (const { number, answer, analysis, marking, markingSign, properties = [] } of entries) {
      const [first = '', ...more] = answer;
      whole.answer.push(`（${number}）${first}`, ...more);
      whole.analysis.push(...analysis);
      whole.marking.push(...marking);
      whole.markingSign ??= markingSign;
      (whole.properties ??= []).push(...properties);
    }
    group.whole = whole;
    group.entries = [];
  }
}

const WORKED = /^(?:证明|计算|解答|应用|综合|实验|操作|连线|改错|翻译)\s{0,3}[:：]\s{0,4}/;

/** 证明：∵甲=丙 within an answer is a line of it: no section of the key is called so unless its answers follow. */
export function isWorkedLine({ style }: AnswerList, entry: Entry, line: string, isSection: boolean): boolean {
  const sign = line.length < 20_000 ? WORKED.exec(line)?.[0] : undefined;
  if (sign === undefined) return false;
  const rest = line.slice(sign.length);
  if (PART_FIRST.test(rest) && style !== 'paren') return true;
  // Alone it is of the answer that is still to come, or of its parts.
  return !isSection && (rest === '' ? isUnbegun(entry) || entry.nested > 0 : true);
}

/** 填空：7液体 as the answer of question 7: its number may be no word of the answer. */
export function doubtGluedNumber({ number, answer = [], doubts }: RawQuestion): void {
  const [first = ''] = answer;
  if (number !== null && new RegExp(`^${number}[\\u3400-\\u9fff√×]`).test(first))
    doubts.push(`答案“${first.slice(0, 40)}”前面的 ${number} 也许是题号，请核对；题号后面请写“．”。`);
}
