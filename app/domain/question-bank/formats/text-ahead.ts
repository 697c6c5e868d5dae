import { isListText } from './text-answer-entries';
import type { TextLine } from './text-line';
import { headingOf } from './text-headings';
import { MAX_LINE, segmentsOf } from './text-labels';
import { type NumberStyle, bracketedOf, numberOf } from './text-numbers';
import { numberAt } from './text-odd-numbers';
import { optionsOf } from './text-options';
import { passageTitle } from './text-passage-titles';
import { isFirmLead, isLead } from './text-leads';
import { isSharing } from './text-shared';

/** How many of the following lines decide what a doubtful line is. */
const LOOK_AHEAD = 40;

/** So many entries that count on are a list of answers, however long it is. */
const MANY_ENTRIES = 9;

/** A shorter text is a caption rather than a passage to read. */
const PASSAGE_LENGTH = 30;

/** So many labels may stand above 【题干】. */
const LABELS_ABOVE = 4;

const LOOKED_AT = 1;
const FIRM_NUMBER = 2;
const FIRST_OPTION = 4;
const ANSWER = 8;
const HEADING = 16;
const FIRM_HEADING = 32;
const LIST = 64;
/** So far below its first line the first question of a text is looked for. */
const TEXT_LINES = 120;
/** How many lines a text for several questions may have before it says for which. */
const SHARED_LINES = 15;

/** What the next few lines tell of a line that may be one thing or another; `at` is its index. */
export class LinesAhead {
  /** What is known of each line, by its index: it is looked at from as many lines above as LOOK_AHEAD. */
  private readonly facts: Uint8Array;
  private readonly numbers: Int16Array;
  /** Of each line the next that says for which questions a text is; −1 for none. */
  private readonly nextShared: Int32Array;

  /** The titles of texts that count on, once they are asked for. */
  private ordered: Set<number> | undefined;

  /** Between these lines, the last of them included, neither a number nor options nor an answer stands. */
  private quiet = { from: 0, until: 0 };

  constructor(private readonly lines: TextLine[]) {
    this.facts = new Uint8Array(lines.length);
    this.numbers = new Int16Array(lines.length).fill(-1);
    this.nextShared = new Int32Array(lines.length);
    for (let index = lines.length - 1, next = -1; index >= 0; index -= 1) {
      const text = lines[index]?.text ?? '';
      if (isSharing(text) || isLead(text)) next = index;
      this.nextShared[index] = next;
    }
  }

  private factsOf(index: number): number {
    const known = this.facts[index] ?? 0;
    if (known !== 0) return known;
    const text = this.lines[index]?.text ?? '';
    const number = numberAt(this.lines[index]);
    let facts = LOOKED_AT;
    if (number?.style === 'plain') {
      this.numbers[index] = number.number;
      if (!number.isDoubtful) facts |= FIRM_NUMBER;
    }
    if (optionsOf(text, '', true)[0]?.key === 'A') facts |= FIRST_OPTION;
    if (segmentsOf(text)[0]?.label === 'answer') facts |= ANSWER;
    const heading = headingOf(text);
    if (heading) facts |= heading.isDoubtful ? HEADING : HEADING | FIRM_HEADING;
    if (isListText(text)) facts |= LIST;
    this.facts[index] = facts;
    return facts;
  }

  /** Whether the number is met again before a greater one: then this one counts inside an answer. */
  comesAgain(number: number, at: number): boolean {
    for (const index of this.after(at)) {
      if (this.factsOf(index) & FIRM_HEADING) return false;
      const next = this.numbers[index] ?? -1;
      if (next === number) return true;
      if (next > number + 1) return false;
    }
    return false;
  }

  /** Whether the next line that is counted in figures, however tight its sign stands, has this number. */
  isCountedNext(number: number, at: number): boolean {
    for (const index of this.after(at)) {
      const found = numberOf(this.lines[index]?.text ?? '');
      if (found?.style === 'plain' && !found.isSlip) return found.number === number;
    }
    return false;
  }

  /** Whether the next line that counts anything begins with this number. */
  isNumberNext(number: number, at: number): boolean {
    for (const index of this.after(at)) {
      const facts = this.factsOf(index);
      if (facts & FIRM_NUMBER) return this.numbers[index] === number;
      if (facts & (FIRST_OPTION | ANSWER | FIRM_HEADING | LIST) || numberOf(this.lines[index]?.text ?? ''))
        return false;
    }
    return false;
  }

  /** The number of the next question that is counted in such a way, below a text of whatever length; null for none. */
  numberBelow(at: number, style: NumberStyle | null): number | null {
    for (const index of this.after(at)) {
      const facts = this.factsOf(index);
      if (facts & (FIRST_OPTION | ANSWER | FIRM_HEADING | LIST)) return null;
      const found = numberOf(this.lines[index]?.text ?? '');
      if (found?.style === style && !found?.isDoubtful) return found?.number ?? null;
    }
    return null;
  }

  /** The number of the first question below a long text, without options or an answer before it; null for none. */
  firstBelow(at: number): number | null {
    for (const index of this.after(at, TEXT_LINES)) {
      const facts = this.factsOf(index);
      if (facts & FIRM_NUMBER) return this.numbers[index] ?? null;
      if (facts & (FIRST_OPTION | ANSWER | FIRM_HEADING | LIST)) return null;
    }
    return null;
  }

  /** Whether options or an answer follow before the next number. */
  isBlockAhead(at: number): boolean {
    if (segmentsOf(this.lines[at]?.text ?? '').some(({ label }) => label === 'answer')) return true;
    const end = Math.min(at + LOOK_AHEAD, this.lines.length - 1);
    const isKnown = at >= this.quiet.from && at < this.quiet.until;
    if (!isKnown) this.quiet = { from: at, until: at };
    for (let index = this.quiet.until + 1; index <= end; index += 1) {
      const { length } = this.lines[index]?.text ?? '';
      const facts = length > 0 && length < MAX_LINE ? this.factsOf(index) : 0;
      if (facts & FIRM_NUMBER) return false;
      if (facts & (FIRST_OPTION | ANSWER)) return true;
      this.quiet.until = index;
    }
    return false;
  }

  /** Whether the lines below, none of them a question's, count on from a number as far as another or as is looked. */
  countsOn(at: number, from: number, to: number): boolean {
    let number = from;
    for (const index of this.after(at)) {
      if (this.factsOf(index) & (FIRST_OPTION | ANSWER)) return false;
      if (this.numbers[index] === number + 1) number += 1;
      if (number >= to) return true;
    }
    return number > from + MANY_ENTRIES;
  }

  /** Whether 【题干】 stands below this line, with nothing between but other labels of one line. */
  isStemAhead(at: number): boolean {
    let left = LABELS_ABOVE;
    for (const index of this.after(at)) {
      const [first] = segmentsOf(this.lines[index]?.text ?? '');
      if (first?.label === 'stem') return true;
      if ((left -= 1) < 0 || !first?.label || !['kind', 'level', 'points', 'keyPoint', 'title'].includes(first.label))
        return false;
    }
    return false;
  }

  /** Whether a text or （1） follows, and then the next number as the next question: above it stands a question, no section. */
  isNextBehindText(at: number, number: number): boolean {
    if (numberOf(this.nextText(at))?.style === 'plain') return false;
    for (const index of this.after(at)) {
      if (!(this.factsOf(index) & FIRM_NUMBER)) continue;
      return this.numbers[index] === number + 1 && !(this.lines[index]?.text ?? '').slice(0, 20).includes('题');
    }
    return false;
  }

  /**
   * Where 1. 2. 3. without options or answers end, and a line below says that questions follow, or these count otherwise;
   * null where the numbers are of questions.
   */
  stepsEnd(at: number): number | null {
    let number = 1;
    for (const index of this.after(at)) {
      const facts = this.factsOf(index);
      if (facts & (FIRST_OPTION | ANSWER | FIRM_HEADING | LIST)) return null;
      const found = this.numbers[index] ?? -1;
      if (found === number + 1) number = found;
      else if (found >= 0) return number > 1 && this.isBlockAhead(index) ? index : null;
      else if (number > 1 && /回答|完成|问题|小题|各题/.test(this.lines[index]?.text.slice(0, 400) ?? '')) return index;
    }
    return null;
  }

  /** Where （1）（2）（3） without options or answers end at the first of the questions; null where they do not. */
  listEnd(at: number, first: number): number | null {
    let number = 1;
    for (const index of this.after(at)) {
      const facts = this.factsOf(index);
      if (facts & (FIRST_OPTION | ANSWER | FIRM_HEADING | LIST)) return null;
      if (facts & FIRM_NUMBER) return number > 1 && this.numbers[index] === first ? index : null;
      const found = numberOf(this.lines[index]?.text ?? '');
      if (found?.style === 'paren' && found.number === number + 1) number += 1;
    }
    return null;
  }

  /** Whether （一） is asked by itself: neither numbers nor options before its answer, the next （二）, or the end. */
  isAskedAlone(at: number): boolean {
    for (const index of this.after(at)) {
      const facts = this.factsOf(index);
      if (facts & (FIRM_NUMBER | FIRST_OPTION)) return false;
      if (facts & (ANSWER | FIRM_HEADING) || bracketedOf(this.lines[index]?.text ?? '')) return true;
    }
    return true;
  }

  /** Whether （二） follows （一） before the next heading of another kind. */
  isBracketedAhead(number: number, at: number): boolean {
    for (const index of this.after(at)) {
      const text = this.lines[index]?.text ?? '';
      const found = bracketedOf(text);
      if (found) return found.number === number && this.isAskedAlone(index);
      if (this.factsOf(index) & FIRM_HEADING) return false;
    }
    return false;
  }

  /**
   * Whether a text follows, without options or an answer, and behind it the question after `last`. Below a title that is
   * one for sure (`isSure`) the text may be short, and its questions may count from 1.
   */
  isPassageAhead(at: number, last: number, isSure: boolean): boolean {
    const below = this.belowTitle(at);
    if (below === null) return false;
    // The numbers go on from part to part, of which the first is not known.
    const isNext = last === 0 || below.number === last + 1 || (isSure && below.number === 1);
    return isNext && below.length >= (isSure ? 1 : PASSAGE_LENGTH);
  }

  /** Whether B stands above a text as A before it does, or C behind it: letters that count texts, and none by chance. */
  isTitleInOrder(at: number): boolean {
    this.ordered ??= this.titlesInOrder();
    return this.ordered.has(at);
  }

  private titlesInOrder(): Set<number> {
    const found = this.lines.flatMap(({ text }, at) => {
      const title = passageTitle(text);
      const below = title && this.belowTitle(at);
      return title && below && below.length > 0 && !below.isParted ? [{ ...title, at }] : [];
    });
    // Letters count from A; without it they may be answers by themselves.
    const ordered = new Set<number>();
    let run: typeof found = [];
    for (const each of found) {
      const last = run[run.length - 1];
      const isNext = last !== undefined && last.isNamed === each.isNamed && last.place + 1 === each.place;
      run = isNext ? [...run, each] : each.place === 1 ? [each] : [];
      if (run.length > 1) for (const { at } of run.slice(-2)) ordered.add(at);
    }
    return ordered;
  }

  /** The text below a title as far as the next question: how long it is, and whether another title parts it. */
  private belowTitle(at: number): { number: number; length: number; isParted: boolean } | null {
    let length = 0;
    let isParted = false;
    for (const index of this.after(at)) {
      const facts = this.factsOf(index);
      if (facts & FIRM_NUMBER) return { number: this.numbers[index] ?? -1, length, isParted };
      if (facts & (FIRST_OPTION | ANSWER | FIRM_HEADING | LIST)) return null;
      const text = this.lines[index]?.text ?? '';
      isParted ||= passageTitle(text) !== null;
      length += text.length;
    }
    return null;
  }

  /** Whether this line or one of the next few, before another question, says for which questions the text is. */
  isSharedAhead(at: number, last: number, isExplained: boolean): boolean {
    const shared = this.nextShared[at] ?? -1;
    if (shared < 0 || shared > at + LOOK_AHEAD) return false;
    const lead = this.lines[shared]?.text ?? '';
    if (!isSharing(lead)) {
      // An explanation may end so itself, and has lines of its own above it.
      if (isExplained && (shared > at || !isFirmLead(lead))) return false;
      if (![1, last + 1].includes(this.firstBelow(shared) ?? 0)) return false;
    }
    if (shared === at) return true;
    let left = SHARED_LINES;
    for (const index of this.after(at)) {
      const facts = this.factsOf(index);
      if ((left -= 1) < 0 || facts & (FIRM_NUMBER | FIRST_OPTION | ANSWER | FIRM_HEADING)) return false;
      if (index === shared) return true;
    }
    return false;
  }

  /** Whether the next two lines are entries of a key without a sign, 1 A above 2 B. */
  isSpacedAhead(at: number): boolean {
    const numbers: number[] = [];
    for (const index of this.after(at)) {
      const match = /^([0-9]{1,3})\s{1,4}(?:[A-J]{1,8}|[√×✓✗✔✘对错]|正确|错误)$/.exec(
        this.lines[index]?.text.normalize('NFKC') ?? '',
      );
      if (!match) return false;
      numbers.push(Number(match[1]));
      if (numbers.length > 1) return numbers[1] === (numbers[0] ?? 0) + 1;
    }
    return false;
  }

  /** Whether 二、 stands at the beginning of one of the next lines, and no question with options before it. */
  isOrdinalAhead(number: number, at: number): boolean {
    for (const index of this.after(at)) {
      if (this.factsOf(index) & FIRST_OPTION) return false;
      const found = numberOf(this.lines[index]?.text ?? '');
      if (found?.style === 'chinese') return found.number === number;
    }
    return false;
  }

  /** Whether options follow before any list of answers: then a paper begins and no key. */
  isPaperAhead(at: number): boolean {
    for (const index of this.after(at)) {
      const facts = this.factsOf(index);
      if (facts & FIRST_OPTION) return true;
      if (facts & LIST) return false;
    }
    return false;
  }

  private *after(at: number, reach = LOOK_AHEAD): Generator<number> {
    let left = reach;
    for (let index = at + 1; index < this.lines.length && left > 0; index += 1) {
      const text = this.lines[index]?.text ?? '';
      left -= 1;
      if (text !== '' && text.length < MAX_LINE) yield index;
    }
  }

  /** Where the next line that is not blank stands; the end of the lines where none does. */
  nextAt(at: number): number {
    for (const index of this.after(at)) return index;
    return this.lines.length;
  }

  /** The next line that is not blank; '' at the end. */
  nextText(at: number): string {
    return this.nextLine(at)?.text ?? '';
  }

  /** The next line that names no section; without the ordinal before its answers, 一、1-5 ABCDA. */
  textBehindHeading(at: number): string {
    for (const index of this.after(at)) {
      const text = this.lines[index]?.text ?? '';
      if (!(this.factsOf(index) & HEADING)) return text;
      const own = text.replace(/^[一二三四五六七八九十]{1,3}\s?[、.．]\s{0,4}/, '');
      if (isListText(own)) return own;
    }
    return '';
  }

  /** The same line with what is known of it. */
  nextLine(at: number): TextLine | undefined {
    for (const index of this.after(at)) return this.lines[index];
    return undefined;
  }

  /** Whether a key below begins with the answer of this number: 【答案】3. …, whatever questions stand before it. */
  isKeyAhead(number: number, at: number): boolean {
    for (const index of this.after(at)) {
      const facts = this.factsOf(index);
      if (facts & FIRM_HEADING) return false;
      if (!(facts & ANSWER)) continue;
      const [first] = segmentsOf(this.lines[index]?.text ?? '');
      const entry = first?.text === '' ? this.nextText(index) : (first?.text ?? '');
      return numberOf(entry)?.number === number;
    }
    return false;
  }

  /** Behind the answers another paper may begin: a number with options below it. */
  isQuestionAfterList(at: number, text: string): boolean {
    const heading = headingOf(text);
    if (!numberOf(text) && !heading) return false;
    if (segmentsOf(text).length > 1) return false;
    for (const index of this.after(at)) {
      const facts = this.factsOf(index);
      if (facts & FIRST_OPTION) return true;
      if (!heading || facts & (HEADING | LIST)) return false;
    }
    return false;
  }
}
