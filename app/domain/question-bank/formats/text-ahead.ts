import { isListText } from './text-answers';
import { MAX_LINE, headingOf, numberOf, optionsOf, segmentsOf } from './text-lines';

export type TextLine = { text: string; line: number };

/** How many of the following lines decide what a doubtful line is. */
const LOOK_AHEAD = 40;

/** What the next few lines tell of a line that may be one thing or another; `at` is its index. */
export class LinesAhead {
  constructor(private readonly lines: TextLine[]) {}

  /** Whether the number is met again before a greater one: then this one counts inside an answer. */
  comesAgain(number: number, at: number): boolean {
    for (const line of this.after(at)) {
      if (headingOf(line)?.isDoubtful === false) return false;
      const next = numberOf(line);
      if (next?.style === 'plain' && next.number === number) return true;
      if (next?.style === 'plain' && next.number > number + 1) return false;
    }
    return false;
  }

  /** Whether options or an answer follow before the next number. */
  isBlockAhead(at: number): boolean {
    if (segmentsOf(this.lines[at]?.text ?? '').some(({ label }) => label === 'answer')) return true;
    for (const line of this.after(at)) {
      const next = numberOf(line);
      if (next?.style === 'plain' && !next.isDoubtful) return false;
      if (optionsOf(line, '', true)[0]?.key === 'A') return true;
      if (segmentsOf(line)[0]?.label === 'answer') return true;
    }
    return false;
  }

  private *after(at: number): Generator<string> {
    let left = LOOK_AHEAD;
    for (let index = at + 1; index < this.lines.length && left > 0; index += 1) {
      const text = this.lines[index]?.text ?? '';
      left -= 1;
      if (text !== '' && text.length < MAX_LINE) yield text;
    }
  }

  /** The next line that is not blank; '' at the end. */
  nextText(at: number): string {
    for (const text of this.after(at)) return text;
    return '';
  }

  /** Behind the answers another paper may begin: a number with options below it. */
  isQuestionAfterList(at: number, text: string): boolean {
    const heading = headingOf(text);
    if (!numberOf(text) && !heading) return false;
    if (segmentsOf(text).length > 1) return false;
    for (const line of this.after(at)) {
      if (optionsOf(line, '', true)[0]?.key === 'A') return true;
      if (!heading || headingOf(line) || isListText(line)) return false;
    }
    return false;
  }
}
