import { isListTitle } from './text-answers';
import type { TextLine } from './text-line';

/** A key as two lines of blanks, 题号 1 2 3 above 答案 A B D: each number belongs to the answer below it. */

const NUMBERS = /^题\s?号\s?[:：]?((?:\s{1,8}\d{1,3}){2,60})$/;
const ANSWERS = /^(?:参考)?答\s?案\s?[:：]?((?:\s{1,8}(?:[A-JＡ-Ｊ]{1,8}|[√×✓✗✔✘对错])){2,60})$/;

/** The lines with such a pair as one line of entries. */
export function withKeyRows(all: TextLine[]): TextLine[] {
  const lines = withKeyTables(all);
  const made: TextLine[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as TextLine;
    const numbers = line.text.length < 600 ? wordsOf(NUMBERS, line.text) : [];
    let below = at + 1;
    if (numbers.length > 0 && lines[below]?.text === '') below += 1;
    const answers = numbers.length > 0 ? wordsOf(ANSWERS, (lines[below]?.text ?? '').slice(0, 1200)) : [];
    if (numbers.length === 0 || answers.length !== numbers.length) {
      made.push(line);
      continue;
    }
    made.push({ ...line, text: `答案：${numbers.map((number, index) => `${number}.${answers[index]}`).join(' ')}` });
    at = below;
  }
  return made;
}

const wordsOf = (pattern: RegExp, text: string) => (pattern.exec(text)?.[1] ?? '').split(/\s+/).filter(Boolean);

const RULE = /^\|[\s:|-]{2,400}$/;
const TITLED = /^(?:参考)?答\s?案$/;

/** | 题号 | 1 | 2 | above | 答案 | A | B |, and | 题号 | 答案 | above | 1 | A |, below the title of the key. */
function withKeyTables(lines: TextLine[]): TextLine[] {
  const made: TextLine[] = [];
  let isKey = false;
  let isUpright = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as TextLine;
    const cells = cellsOf(line.text);
    if (cells.length === 0) {
      if (line.text !== '') isKey = isListTitle(line.text);
      isUpright = isUpright && line.text === '';
      made.push(line);
      continue;
    }
    const below = RULE.test(lines[at + 1]?.text ?? '') ? at + 2 : at + 1;
    const answers = cellsOf(lines[below]?.text ?? '');
    const isHead = isKey && /^题\s?号$|^序\s?号$/.test(cells[0] ?? '');
    if (isHead && areNumbers(cells.slice(1)) && TITLED.test(answers[0] ?? '') && answers.length === cells.length) {
      cells.slice(1).forEach((cell, index) => made.push({ ...line, text: `${cell}．${answers[index + 1]}` }));
      at = below;
    } else if (isHead && cells.length === 2 && TITLED.test(cells[1] ?? '') && areNumbers(answers.slice(0, 1))) {
      isUpright = true;
      at = below - 1;
    } else if (isUpright && cells.length === 2 && areNumbers(cells.slice(0, 1)))
      made.push({ ...line, text: `${cells[0]}．${cells[1]}` });
    else made.push(line);
  }
  return made;
}

const areNumbers = (cells: string[]) => cells.length > 0 && cells.every((cell) => /^\d{1,3}$/.test(cell));

/** The cells of a line of a table in Markdown; none of another line. */
function cellsOf(text: string): string[] {
  if (text.length > 2000 || !/^\|.*\|$/.test(text) || RULE.test(text)) return [];
  return text
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}
