import type { TextLine } from './text-line';
import { headingOf } from './text-headings';
import { segmentsOf } from './text-labels';
import { optionsOf } from './text-options';

/** A form of 问卷星 whose options have no letters, one on each line below 1. … [单选题] *, and whose blanks have their answers behind them. */

const ASKED = /[【[](?:单选|多选|单项选择|多项选择|不定项选择?)题[】\]]\s{0,3}[*＊]?$/;
const RIGHT = /[（(【[]\s?正确答案\s?[)）】\]]\s{0,4}$/;
const NUMBER = /^[*＊]?\s?[0-9０-９]{1,4}\s?[.．、)）]/;
/** ______(答案：北京) */
const BLANK_KEY = /^([_＿]{2,200})\s{0,4}[（(【[]\s?(?:正确)?答案\s?[:：]\s?([^\n]{1,200})[)）】\]]$/;
const MOST = 26;
const LONGEST = 300;

/** The lines with a letter before each of those options, where one of them is marked as right. */
export function withFormOptions(lines: TextLine[]): TextLine[] {
  const made = [...lines];
  lines.forEach(({ text }, at) => {
    if (!ASKED.test(text.slice(-40))) return;
    const end = endOf(lines, at + 1);
    const run = lines.slice(at + 1, end);
    if (run.length < 2 || !run.some((line) => RIGHT.test(line.text.slice(-40)))) return;
    run.forEach((line, index) => {
      made[at + 1 + index] = { ...line, text: `${String.fromCharCode(65 + index)}. ${line.text}` };
    });
  });
  return made.flatMap(withKeyBelow);
}

function endOf(lines: TextLine[], from: number): number {
  let end = from;
  while (end < lines.length && end < from + MOST && isOption(lines[end]!)) end += 1;
  return end;
}

const isOption = ({ text, row }: TextLine) =>
  row === undefined &&
  text !== '' &&
  text.length < LONGEST &&
  !NUMBER.test(text) &&
  !ASKED.test(text) &&
  optionsOf(text, '', true).length === 0 &&
  segmentsOf(text)[0]?.label === null &&
  headingOf(text)?.isDoubtful !== false;

function withKeyBelow(line: TextLine): TextLine[] {
  const [, blank, key = ''] = line.text.length < LONGEST * 2 ? (BLANK_KEY.exec(line.text) ?? []) : [];
  return blank === undefined
    ? [line]
    : [
        { ...line, text: blank },
        { text: `答案：${key}`, line: line.line },
      ];
}
