import { segmentsOf } from './text-labels';
import type { TextLine } from './text-line';

/** 选项： alone, and each option on a line of its own below it, parted by blank lines. */

const TITLE = /^[【[]?(?:备选项|备选答案|选项)[】\]]?\s?[:：]?$/;
const LETTER = /^[（(]?([A-JＡ-Ｊ])(?:[\s\u3000.．、:：)）])/;
/** So many lines below the label are looked at. */
const MOST = 60;

/** The lines without the blank ones between such options: what goes on behind one is the next. */
export function withOptionsTogether(lines: TextLine[]): TextLine[] {
  if (!lines.some(({ text }) => isTitle(text))) return lines;
  const left = new Set<number>();
  lines.forEach(({ text }, at) => {
    if (!isTitle(text)) return;
    let next = 0;
    let blanks: number[] = [];
    for (let index = at + 1; index < lines.length && index <= at + MOST; index += 1) {
      const { text: below = '', row } = lines[index]!;
      if (below === '') blanks.push(index);
      else if (row || segmentsOf(below)[0]?.label) break;
      else if (LETTER.exec(below)?.[1]?.normalize('NFKC') === String.fromCharCode(65 + next)) {
        for (const blank of blanks) left.add(blank);
        blanks = [];
        next += 1;
      } else if (next === 0) break;
    }
  });
  return left.size === 0 ? lines : lines.filter((_line, at) => !left.has(at));
}

const isTitle = (text: string) => text.length < 12 && TITLE.test(text);
