import { MAX_IMPORT_QUESTIONS, tooManyQuestions } from './format-info.rules';
import type { ParsedQuestion } from './format.rules';
import { applyAnswers, hasEntries } from './text-answers-give';
import {
  isListLine,
  isListSection,
  isListText,
  isListTitle,
  newAnswerList,
  rangeOf,
  readListLine,
  type AnswerList,
} from './text-answers';
import { finishQuestion } from './text-finish';
import { keyAbove, ofPart, partOf } from './text-parts';
import { givePoints, noteSections } from './text-points';
import { isPointsLine, pointsIn } from './text-points-said';
import { settleKeyLines } from './text-key-line';
import {
  REMARK,
  VERBATIM,
  headingOf,
  isFooter,
  isPageLine,
  isSharing,
  isRule,
  isScoreBox,
  isWatermark,
  isScriptTitle,
  numberOf,
  optionsBehind,
  optionsOf,
  scriptEntryOf,
  segmentsOf,
  sharedBy,
  sharedOptions,
  takeOwnMarks,
  trimmed,
  type Heading,
  type Numbered,
  type NumberStyle,
  type Segment,
  withCapitals,
  withOptionDots,
} from './text-lines';
import { withOptionCommas, withoutGaps } from './text-scanned';
import { withoutSystemMarks } from './text-exports';
import { withPassages } from './text-passages';
import { LinesAhead } from './text-ahead';
import { rawOfRow } from './question-row';
import type { Passage, TableLine, TextLine } from './text-line';
import { addLine, newRaw, setProperty, type Field, type RawQuestion, type Section } from './text-raw';
import { takeSolution, withoutRepeated } from './text-solutions';
import { settleShown } from './text-marked';
import { withoutMarkdown } from './text-markdown';
import { kindOfWord, parseJudge } from './words.rules';

/**
 * Questions as Chinese teachers type them: `一、单选题` and `1.` before, `A.` `答案：` `解析：` behind. What a line is
 * follows from its beginning and from what stands before it; only where a number may as well belong to a list inside
 * an answer are the next few lines looked at.
 */

/** The lines of a text, numbered from 1. */
export function toLines(text: string): TextLine[] {
  return text.split('\n').map((line, index) => ({ text: line, line: index + 1 }));
}

/**
 * Reads every question of a paper. Texts outside of questions (titles, instructions) are left out.
 * @throws AppError too_large beyond MAX_IMPORT_QUESTIONS
 */
export function parseText(lines: TextLine[]): ParsedQuestion[] {
  const { questions: raws, paper } = new TextReader(lines).read();
  const questions = raws.map(finishQuestion);
  noteSections(raws, questions, paper);
  return questions;
}

const MAX_LISTS = 50;
const MAX_TOLD = 20;
/** 第一节 stands below 第一部分. */
const LESSER_PART = /^第\s{0,3}[一二三四五六七八九十\d]{1,3}\s{0,3}节/;

/** （一） stands below 一、. */
const isBelow = (heading: Heading | undefined) => heading !== undefined && /^[（(]/.test(heading.text);

/** Whether a heading says nothing of points. */
const isSilent = ({ each, perBlank, total, ranges }: Heading) => (each ?? perBlank ?? total) === null && !ranges;

class TextReader {
  private readonly lines: TextLine[];
  private readonly ahead: LinesAhead;
  private readonly questions: RawQuestion[] = [];
  private section: Section = { index: 0, heading: null };
  /** What stands above the first question of how many there are, and with how many points. */
  private paper: Heading | null = null;
  /** The heading that the sections stand below: 第Ⅰ卷 */
  private above: Heading | null = null;
  /** What is to be told with the next question. */
  private told: string[] = [];
  private question: RawQuestion | null = null;
  private field: Field = 'none';
  /** Lines that belong to no question yet. */
  private pending: TextLine[] = [];
  /** Long texts among those that were left out. */
  private skipped: string[] = [];
  private material: string[] = [];
  private isMaterial = false;
  /** A text for the questions of `shared` is being read. */
  private isShared = false;
  /** The last text with numbered blanks. */
  private passage: Passage | null = null;
  private shared: { from: number; to: number } | null = null;
  private style: NumberStyle | null = null;
  private last = 0;
  /** The number up to which a list inside a text has counted. */
  private nested: number | null = null;
  private hasParts = false;
  private wasBlank = false;
  /** Notes of lines before the first question. */
  private waiting: string[] = [];
  /** How many of the questions have their answer. */
  private answered = 0;
  private list: AnswerList | null = null;
  /** While the notice before the first question is read, its last number. */
  private notice: number | null = null;
  private readonly lists: AnswerList[] = [];
  /** The paper that is read, of several in one file, and how many there are. */
  private part: string | undefined;
  private parts: number | undefined;
  /** What is read out, question by question, behind a title of its own; the question it is at. */
  private script: { number: number; lines: string[] } | null = null;
  private readonly scripts: { number: number; lines: string[] }[] = [];

  constructor(lines: TextLine[]) {
    const tidied = withoutMarkdown(lines.map((line) => ({ ...line, text: tidy(line.text) })));
    this.lines = withPassages(withCapitals(withOptionDots(withOptionCommas(withoutPages(withoutSystemMarks(tidied))))));
    this.ahead = new LinesAhead(this.lines);
  }

  read(): { questions: RawQuestion[]; paper: Heading | null } {
    for (let at = 0; at < this.lines.length; at += 1) {
      const { text, note, doubt, marked, row, passage, line } = this.lines[at]!;
      if (text.startsWith(REMARK)) continue;
      if (row) this.readRow(row, line);
      else if (passage) this.readPassage(passage, at);
      else if (text === '' || isRule(text)) this.readBlank(text !== '');
      else {
        this.readLine(at, text);
        this.wasBlank = false;
      }
      if (note !== undefined) this.noteLine(note);
      if (doubt !== undefined) this.doubtLine(doubt);
      if (marked) this.question?.marked.push(...marked);
    }
    this.noteLine();
    this.closeSection();
    const left = this.skipped.join(' ');
    if (left !== '') this.told.push(`后面的文字不属于任何一题，没有导入：“${left.slice(0, 60)}”。`);
    this.questions[this.questions.length - 1]?.notes.push(...this.told);
    for (const list of this.lists) applyAnswers(list, ofPart(list.part, this.questions));
    for (const question of this.questions) takeSolution(question);
    settleKeyLines(this.questions);
    const kept = withoutRepeated(this.questions);
    givePoints(kept);
    this.applyScripts();
    settleShown(kept);
    return { questions: kept, paper: this.paper };
  }

  /** A note of a line is for the question that is read, else for the one before; until there is one it waits. */
  private noteLine(note?: string): void {
    if (note !== undefined) this.waiting.push(note);
    const question = this.question ?? this.questions[this.questions.length - 1];
    if (!question) return;
    for (const each of this.waiting) if (!question.notes.includes(each)) question.notes.push(each);
    this.waiting = [];
  }

  /** A note for the next question, at the end of the paper for the last one. */
  private tell(note: string): void {
    if (this.told.length < MAX_TOLD) this.told.push(note);
  }

  private doubtLine(doubt: string): void {
    const question = this.question ?? this.questions[this.questions.length - 1];
    if (question && !question.doubts.includes(doubt)) question.doubts.push(doubt);
  }

  /** A drawn line parts as a blank one does; behind a letter or a sign of an answer it ends the question. */
  private readBlank(isDrawn: boolean): void {
    this.wasBlank = true;
    if (isDrawn && this.isKeyed()) {
      this.question = null;
      this.field = 'none';
      this.pending = [];
    }
    if (this.question) this.lineOfField('');
    if (this.isMaterial) this.material.push('');
  }

  private readLine(at: number, text: string): void {
    if (text.startsWith(VERBATIM)) return this.readText(at, text);
    if (isScriptTitle(text) && this.beginsScripts(at)) return this.beginScripts();
    if (this.script && this.readScript(at, text)) return;
    if (this.beginsPart(at, text)) return;
    if (this.list) {
      const isOver =
        this.ahead.isQuestionAfterList(at, text) ||
        this.isNewSection(at, text) ||
        this.endsKeyAbove(at, text) ||
        (this.questions.length > 0 && isSharing(text));
      if (!isOver) return readListLine(this.list, text);
      this.list = null;
    }
    if (this.readKeyAbove(at, text)) return;
    if ((isListSection(text) || this.isBareList(text)) && this.hasManyUnanswered()) {
      this.beginList();
      return readListLine(this.list!, text);
    }
    if (isListTitle(text) && this.beginsList(at)) {
      this.beginList();
      return readListLine(this.list!, text);
    }
    if (this.isNotice(at, text)) return;
    if (this.isCase(at, text)) return this.beginCase(at, text);
    const heading = this.headingAt(at, text);
    if (heading) return this.beginSection(heading, at);
    const numbered = this.isWhole() || this.isNextOption(at, text) ? null : numberOf(text);
    if (numbered && this.isQuestion(numbered, at)) return this.beginQuestion(numbered, at);
    if (!numbered && (this.beginsShared(at, text) || this.beginsPassage(at, text))) this.beginShared();
    if (this.isShared) this.shared = sharedBy(text) ?? this.shared;
    this.readText(at, text);
  }

  /** 注意事项 before the first question, numbered as they often are, are none: until a heading, an answer or options. */
  private isNotice(at: number, text: string): boolean {
    if (this.questions.length > 0) return false;
    const notice = NOTICE.exec(text.slice(0, 40).replace(/\s/g, ''));
    if (notice) {
      this.notice = notice[1] === undefined ? 0 : 1;
      return true;
    }
    if (this.notice === null) return false;
    const number = numberOf(text)?.number;
    const isOver =
      headingOf(text)?.isDoubtful === false ||
      (number !== undefined && (number <= this.notice || this.ahead.isBlockAhead(at)));
    if (isOver) this.notice = null;
    else this.notice = Math.max(this.notice, number ?? 0);
    return !isOver;
  }

  // ---------------------------------------------------------------- sections

  private headingAt(at: number, text: string): Heading | null {
    // I. behind H. is an option, else a Roman number.
    if (text.startsWith('I') && this.question?.options[7]) return null;
    const heading = headingOf(text);
    if (heading && (this.isWrapped(heading, at) || this.isNumberedTask(heading))) return null;
    if (!heading?.isDoubtful) return heading;
    // 一、 numbers a section when 1. or another heading follows, a question otherwise.
    const next = this.ahead.nextText(at);
    const number = numberOf(next);
    const isSection = (number !== null && number.style !== 'chinese') || headingOf(next)?.isDoubtful === false;
    return isSection && this.style !== 'chinese' ? heading : null;
  }

  /** 15、计算： behind question 14, below 五、, is the next question and names no section. */
  private isNumberedTask({ ordinal, each, total, text }: Heading): boolean {
    const found = ordinal === null && each === null && total === null ? numberOf(text) : null;
    const isCounted =
      found?.style === 'plain' &&
      found.number > 1 &&
      found.number === (this.questions[this.questions.length - 1]?.number ?? 0) + 1;
    return isCounted && typeof this.section.heading?.ordinal === 'number' && !found.rest.includes('题');
  }

  /** 证明。 alone on its line is the end of a sentence where a text goes on: a heading stands between questions. */
  private isWrapped(heading: Heading, at: number): boolean {
    if (heading.isPart && heading.ordinal === null && heading.text.length < 20) return false;
    if (!this.question || this.wasBlank)
      return this.isBareWord(heading) && this.question !== null && !this.isNumberNext(at);
    const isOpen = this.field === 'stem' || this.field === 'option';
    if (this.isBareWord(heading)) return isOpen || !this.isNumberNext(at);
    const isFirm = heading.ordinal !== null && (heading.kind ?? heading.each ?? heading.total) !== null;
    if (!isOpen || isFirm) return false;
    const next = this.ahead.nextText(at);
    const isTitle = heading.kind !== null || numberOf(next) !== null || headingOf(next) !== null;
    return !isTitle || /[。；;，,]$/.test(heading.text) || optionsOf(next, '', true).length > 0;
  }

  private isBareWord({ ordinal, each, perBlank, total, text }: Heading): boolean {
    return (
      ordinal === null && each === null && perBlank === null && total === null && /^[^题()（）【】[\]]{2,8}$/.test(text)
    );
  }

  private isNumberNext(at: number): boolean {
    return numberOf(this.ahead.nextText(at)) !== null;
  }

  private beginSection(heading: Heading, at: number): void {
    this.closeSection(heading);
    const isLower = this.above !== null && (!heading.isPart || LESSER_PART.test(heading.text));
    if (!isLower) this.above = heading.isPart ? heading : null;
    else if (this.above) {
      if (isSilent(heading)) heading.each = this.above.each;
      if (heading.isPart) heading.kind ??= this.above.kind;
    }
    this.section = { index: this.section.index + 1, heading, part: this.part };
    this.style = null;
    this.last = 0;
    this.isShared = false;
    this.shared = null;
    this.isMaterial = /阅读|材料|案例|资料/.test(heading.text) && !(heading.kind && 'unsupported' in heading.kind);
    this.material = [];
    if (heading.rest !== '') this.pending.push({ text: heading.rest, line: this.lines[at]?.line ?? 0 });
  }

  /** What stands unnumbered in a section of essays is its one question. */
  private closeSection(following?: Heading): void {
    const { heading } = this.section;
    const kind = heading?.kind ?? null;
    const isEmpty = this.questions[this.questions.length - 1]?.section !== this.section;
    const isOneText = kind && ('unsupported' in kind || ['written', 'essay', 'oral', 'short'].includes(kind.kind));
    const texts = this.isMaterial ? this.material.filter((text) => text !== '') : this.pending.map(({ text }) => text);
    if (isEmpty && isOneText && texts.length > 0) {
      const question = this.open(this.pending[0]?.line ?? 0, null);
      question.stem.push(...texts);
      this.pending = [];
    } else if (isEmpty && heading?.count && heading !== this.paper && !heading.isPart && !isBelow(following))
      this.tell(`“${heading.text.slice(0, 40)}”写着 ${heading.count} 题，一题也没有读到，请核对。`);
    // Of a section without any question no line is to be lost.
    if (isEmpty && heading)
      this.skipped.push(
        ...this.dropPending()
          .split('\n')
          .filter((text) => text !== ''),
      );
    this.question = null;
    this.field = 'none';
    this.skipPending();
    this.nested = null;
  }

  private isWhole(): boolean {
    const kind = this.section.heading?.kind;
    return kind !== null && kind !== undefined && 'unsupported' in kind && kind.isWhole;
  }

  /** (C) 3.5 behind (B) is an option, though （C）3. may be a question with its answer before it. */
  private isNextOption(at: number, text: string): boolean {
    const key = BRACKET_OPTION.exec(text)?.[1]?.normalize('NFKC');
    if (!key || !this.question || !['stem', 'option'].includes(this.field)) return false;
    if (this.isKeyedNumber(text, this.ahead.nextText(at))) return false;
    const last = this.question.options[this.question.options.length - 1]?.key;
    if (last !== undefined) return this.field === 'option' && key === next(last, 1);
    const following = optionsOf(this.ahead.nextText(at), '', true)[0]?.key;
    const isFirst = following === 'B' || optionsOf(text, '', false).length > 1;
    return key === 'A' && isFirst && this.question.stem.some((line) => line !== '');
  }

  /** （C）2. 雪的颜色是 above options of its own is the next question, with its answer before its number. */
  private isKeyedNumber(text: string, following: string): boolean {
    const found = numberOf(text);
    if (!found || found.before === '' || found.isDoubtful || found.number !== this.last + 1) return false;
    return optionsOf(following, '', true)[0]?.key === 'A' || optionsBehind(text) !== null;
  }

  /** A text for several questions stands between two of them. */
  private beginsShared(at: number, text: string): boolean {
    if (this.isShared || this.isMaterial || this.isWhole()) return false;
    // 完成2—3题 behind the first question says so itself, whatever that one still misses.
    const isSaid = this.last > 0 && sharedBy(text)?.from === this.last + 1;
    if (!isSaid && this.question && !this.isDone() && this.question.stem.length > 0) return false;
    if (!isSaid && !this.ahead.isSharedAhead(at)) return false;
    return !segmentsOf(text)[0]?.label && optionsOf(text, '', true).length === 0;
  }

  /** B alone above a text, behind a question with its options: passage B, for the questions below it. */
  private beginsPassage(at: number, text: string): boolean {
    const letter = PASSAGE.exec(text)
      ?.slice(1)
      .find((each) => each !== undefined);
    if (letter === undefined || this.isWhole()) return false;
    const { question } = this;
    // Within a choice a letter that may be its next one is an option.
    const last = question?.options[question.options.length - 1]?.key ?? '';
    if (question && (!this.isDone() || (question.answer === undefined && letter.normalize('NFKC') > last)))
      return false;
    if (!question && this.isMaterial && this.material.every((line) => line === '')) return false;
    return this.ahead.isPassageAhead(at, this.last);
  }

  /** （一）某企业…请回答1～3题：, 【资料1】…, or （一） alone above a text: it is for the questions below, no heading. */
  private isCase(at: number, text: string): boolean {
    if (this.isWhole() || text.length > 4000) return false;
    const { question } = this;
    if (question && !(question.options.length > 1 && this.isDone())) return false;
    if (CASE_NAMED.test(text)) return this.section.heading !== null || question !== null;
    if (!/^[（(][一二三四五六七八九十]{1,3}[)）]/.test(text)) return false;
    const heading = headingOf(text);
    if (sharedBy(text)) return true;
    const isAlone = /^[（(][一二三四五六七八九十]{1,3}[)）]$/.test(text);
    const following = this.ahead.nextText(at);
    return isAlone && heading !== null && numberOf(following) === null && headingOf(following) === null;
  }

  private beginCase(at: number, text: string): void {
    this.beginShared();
    // Below a case stand questions of any kind, whatever the heading calls them all.
    const { heading } = this.section;
    if (heading?.kind && this.isEssaySection(['essay']))
      this.section = { ...this.section, heading: { ...heading, kind: null } };
    this.shared = sharedBy(text);
    this.readText(at, text);
  }

  private beginShared(): void {
    this.question = null;
    this.field = 'none';
    this.pending = [];
    this.material = [];
    this.isMaterial = true;
    this.isShared = true;
    this.shared = null;
  }

  // ---------------------------------------------------------------- numbers

  private isQuestion(found: Numbered, at: number): boolean {
    const { number, style } = found;
    // 2，三个要点 within a text is none.
    if (found.isSlip && !this.ahead.isBlockAhead(at)) return false;
    if (style === 'paren' && this.style !== 'paren' && (this.question || this.style)) {
      // （1） within a question numbers its parts; in the order of the questions it is a slip of the style.
      if (number === 1) this.hasParts = true;
      return number === this.last + 1 && !this.hasParts && this.isDone() && this.ahead.isBlockAhead(at);
    }
    if (style === 'chinese' && this.style !== 'chinese' && (this.question || this.style || number !== 1)) return false;
    if (this.isListOfOwn(number) && !this.ahead.isBlockAhead(at)) {
      this.nested = number;
      return false;
    }
    if (!this.question && this.last === 0) return !found.isDoubtful || this.ahead.isBlockAhead(at);
    if (style === 'plain' && this.style && this.style !== 'plain')
      return this.isInnerList(number) ? false : this.ahead.isBlockAhead(at);
    if (this.isInnerList(number) && !(number === this.last + 1 && !this.ahead.comesAgain(number, at))) {
      this.nested = number;
      return false;
    }
    const isNext = number === this.last + 1;
    if (isNext && !found.isDoubtful) return true;
    if (isNext) return (this.isDone() && !found.isSlip) || this.ahead.isBlockAhead(at);
    if (found.isDoubtful) return false;
    if (number > this.last && number <= this.last + 5 && (this.isDone() || this.isLeftOut(number))) {
      if (this.last > 0) this.tell(`题号从 ${this.last} 跳到 ${number}，请核对有没有漏题。`);
      return true;
    }
    if (number <= this.last || number > this.last + 5) {
      if (this.ahead.isBlockAhead(at) && (this.isDone() || this.wasBlank)) return true;
    }
    // Behind a list of answers, or a text for several, nothing is open that a number could belong to.
    if (!this.question && this.ahead.isBlockAhead(at)) return true;
    if (number === 1) this.nested = 1;
    return false;
  }

  /** 1. … 3. …: one of them was taken out, whatever the question before still misses; a list within it begins with 1. */
  private isLeftOut(number: number): boolean {
    return this.field === 'stem' && this.nested === null && this.question?.number === this.last && number > this.last;
  }

  /** Behind 评分标准 of a text without a number every number counts the list. */
  private isListOfOwn(number: number): boolean {
    const isInside = ['answer', 'analysis', 'marking'].includes(this.field) && this.question?.number === null;
    return isInside && number === (this.nested ?? 0) + 1;
  }

  /** A list inside an answer or a stem counts on: 1. 2. 3. */
  private isInnerList(number: number): boolean {
    return this.nested !== null && number === this.nested + 1;
  }

  /** Whether the question before has all that it may need, so that another can begin. */
  private isDone(): boolean {
    const { question } = this;
    if (question === null) return false;
    const isJudged =
      this.isOfKind('judge') && JUDGED_END.test((question.stem[question.stem.length - 1] ?? '').slice(-40));
    return question.answer !== undefined || question.options.length > 1 || isJudged;
  }

  private isOfKind(wanted: string): boolean {
    const kind = this.section.heading?.kind;
    return Boolean(kind && 'kind' in kind && kind.kind === wanted);
  }

  /** Whether the question has an answer that is but its first line: letters of options, right or wrong. */
  private isKeyed(): boolean {
    const first = this.question?.answer?.find((line) => line !== '');
    if (first === undefined || this.isWhole()) return false;
    return (this.question?.options.length ?? 0) > 1 || parseJudge(first) !== undefined;
  }

  private beginQuestion(found: Numbered, at: number): void {
    const lost = this.dropPending();
    const question = this.open(this.lines[at]?.line ?? 0, found.number);
    question.lost = lost;
    this.style ??= found.style;
    this.last = found.number;
    this.readText(at, found.before === '' ? found.rest : `${found.before}${found.rest}`);
    if (question.stem.length === 0 && question.options.length === 0) this.field = 'stem';
  }

  /** A row of a table with a heading row is a question, whatever stands around the table. */
  private readRow({ cells, table }: TableLine, line: number): void {
    this.list = null;
    const lost = this.dropPending();
    const raw = rawOfRow({ number: line, cells }, table, { section: this.section });
    raw.lost = lost;
    raw.material = this.material.filter((text, index) => text !== '' || index > 0);
    if (this.questions.length >= MAX_IMPORT_QUESTIONS) throw tooManyQuestions();
    this.questions.push(raw);
    if (raw.answer !== undefined) this.answered += 1;
    if (raw.number !== null) this.last = raw.number;
    this.question = null;
    this.field = 'none';
    this.isMaterial = false;
    this.isShared = false;
  }

  /** A text with numbered blanks: one question by itself, or the text of the choices below it. */
  private readPassage(passage: Passage, at: number): void {
    const { text, line } = this.lines[at]!;
    const { numbers, isCloze } = passage;
    const [from = 0] = numbers;
    const to = numbers[numbers.length - 1] ?? 0;
    const isFirst = this.passage !== passage;
    if (isFirst) {
      this.beginShared();
      this.list = null;
      this.passage = passage;
      if (!isCloze) this.shared = { from, to };
      const { heading } = this.section;
      const kind = { kind: isCloze ? ('cloze' as const) : ('choice' as const) };
      if (heading && this.isWhole()) this.section = { ...this.section, heading: { ...heading, kind } };
    }
    if (!isCloze) this.material.push(text);
    else if (isFirst) this.openPassage(passage, at, numberOf(text), line);
    else this.lineOfField(text);
    this.last = isCloze ? to : from - 1;
    this.style = 'plain';
  }

  private openPassage({ numbers, answers }: Passage, at: number, counted: Numbered | null, line: number): void {
    const question = this.open(line, counted?.number ?? null);
    question.kindWord = '填空题';
    question.blankNumbers = numbers;
    if (question.points !== null) question.points *= numbers.length;
    question.notes.push(`短文里第 ${numbers[0]}—${numbers[numbers.length - 1]} 空已改成 ____，答案按次序对应。`);
    if (answers.size > 0) {
      question.answer = numbers.map((number) => answers.get(number) ?? '');
      this.answered += 1;
    }
    this.readFirstLine(at, counted?.rest ?? this.lines[at]!.text);
  }

  private open(line: number, number: number | null): RawQuestion {
    const question = newRaw(line, number, this.section);
    const { heading } = this.section;
    const isOneText = number === null && this.isEssaySection();
    question.points = heading?.each ?? (isOneText ? (heading?.total ?? null) : null);
    // What is for questions 4 to 6 is for no other.
    if (this.shared && number !== null && (number < this.shared.from || number > this.shared.to)) {
      this.material = [];
      this.shared = null;
    }
    this.isShared = false;
    const answer = this.passage?.isCloze === false ? this.passage.answers.get(number ?? 0) : undefined;
    if (answer !== undefined) {
      question.answer = [answer];
      this.answered += 1;
    }
    const options = sharedOptions(this.material);
    if (options) question.options = options.map(({ key, text }) => ({ key, lines: [text] }));
    else question.material = this.material.filter((text, index) => text !== '' || index > 0);
    if (this.questions.length >= MAX_IMPORT_QUESTIONS) throw tooManyQuestions();
    this.questions.push(question);
    question.notes.push(...this.told);
    this.told = [];
    this.question = question;
    this.field = 'stem';
    this.nested = null;
    this.hasParts = false;
    this.isMaterial = false;
    question.lost = this.skipped.join('\n');
    this.skipped = [];
    return question;
  }

  /** Behind the answers of all questions a heading and the next number begin the next part of the paper. */
  private isNewSection(at: number, text: string): boolean {
    if (!this.list || headingOf(text)?.isDoubtful !== false) return false;
    const numbers = this.questions.map(({ number }) => number ?? 0);
    const last = Math.max(...numbers);
    return numberOf(this.ahead.nextText(at))?.number === last + 1 && hasEntries(this.list, numbers);
  }

  // ---------------------------------------------------------------- what a question is made of

  private readText(at: number, text: string): void {
    const isBare = this.question !== null && isScriptTitle(text);
    const segments: Segment[] = text.startsWith(VERBATIM)
      ? [{ label: null, text }]
      : isBare
        ? [{ label: 'script', text: '' }]
        : segmentsOf(text);
    for (const segment of segments) {
      if (segment.label === 'given') this.readGiven(segment);
      else if (segment.label === null) this.readPlain(at, segment.text, segments.length === 1);
      else if (this.isWithinAnalysis(segment)) this.lineOfField(`${segment.sign ?? ''}${segment.text}`);
      else this.readLabelled(segment.label, segment.text, at);
    }
  }

  /** What somebody once answered is no key; 你的答案：____ is a place of the paper to write into. */
  private readGiven({ text, sign = '' }: Segment): void {
    if (/^[_＿\s]{2,}$/.test(text)) this.lineOfField(`${sign}${text}`);
    else this.field = 'none';
  }

  /** A worked solution goes on with 解： or 答： of its own; the answer stands already. */
  private isWithinAnalysis({ label, sign = '' }: Segment): boolean {
    const hasAnswer = this.question?.answer?.some((line) => line !== '') ?? false;
    return (
      label === 'answer' &&
      this.field === 'analysis' &&
      hasAnswer &&
      /^[（(【［[〔]?\s?[解答]\s?[:：)）】\]］〕]/.test(sign)
    );
  }

  private readPlain(at: number, text: string, isWholeLine: boolean): void {
    if (text === '') return;
    if (this.question?.answer !== undefined && (this.field === 'none' || /得分/.test(text)) && POINTS_ALONE.test(text))
      return;
    const behind = this.question && this.field !== 'answer' ? ANSWER_BEHIND.exec(text) : null;
    if (behind && this.endsOption(behind, at, text)) {
      this.readPlain(at, text.slice(0, behind.index).trim(), false);
      return this.readLabelled('answer', behind[1] ?? '', at);
    }
    if (this.readOptions(at, text, isWholeLine)) return;
    if (this.question && this.beginsUnnumbered(text)) {
      this.question = null;
      this.pending = [];
    }
    if (!this.question) return this.readOutside(at, text);
    if (this.field === 'stem' && this.question.stem.every((line) => line === '')) this.readFirstLine(at, text);
    else if (this.field === 'stem') this.readStemLine(at, text);
    else this.lineOfField(text);
  }

  /** 正确答案 B behind an option ends it; without a letter only where nothing else can be meant (以上都不是正确答案). */
  private endsOption(behind: RegExpExecArray, at: number, text: string): boolean {
    if (this.field !== 'option' && optionsOf(text, '', true).length === 0) return false;
    if (behind[1] !== '' || /[:：]/.test(behind[0])) return true;
    const isLast = (this.lines[at + 1]?.text ?? '') === '';
    return this.question?.number === null && isLast && !/[是的为个无有非]$/.test(text.slice(0, behind.index));
  }

  private readFirstLine(at: number, text: string): void {
    const question = this.question!;
    const marks = takeOwnMarks(text);
    question.kindWord ||= marks.kindWord;
    question.level ||= marks.levelWord;
    question.points = marks.points ?? question.points;
    if (marks.rest !== '') this.readStemLine(at, marks.rest);
  }

  /** A line of a stem, whose options may begin on it. */
  private readStemLine(at: number, text: string): void {
    const question = this.question!;
    const behind =
      question.options.length === 0 && !this.isWhole() && this.mayHaveOptions()
        ? optionsBehind(text, this.ahead.nextText(at))
        : null;
    if (!behind) return this.lineOfField(text);
    this.lineOfField(behind.stem);
    question.options = behind.options.map(({ key, text: option }) => ({ key, lines: [option] }));
    this.isOneOptionPerLine = behind.options.length === 1;
    this.field = 'option';
  }

  /** After the answer of a question without a number a new text is another question. */
  private beginsUnnumbered(text: string): boolean {
    const question = this.question!;
    if (text.startsWith(VERBATIM) || question.number !== null || question.answer === undefined || this.isWhole())
      return false;
    if (this.field === 'none' || this.wasBlank) return true;
    return this.field === 'answer' && question.options.length > 0 && question.answer.length > 0;
  }

  private readOutside(at: number, text: string): void {
    this.takePointsLine(text);
    if (this.isMaterial) {
      this.material.push(text);
      this.pending.push({ text, line: this.lines[at]?.line ?? 0 });
      return;
    }
    if (this.wasBlank && !this.isEssaySection()) this.skipPending();
    this.pending.push({ text, line: this.lines[at]?.line ?? 0 });
    // 判断题 are often but a list of sentences with their signs.
    const kind = this.section.heading?.kind;
    if (
      kind &&
      'kind' in kind &&
      kind.kind === 'judge' &&
      /[（(]\s{0,4}[√×✓✗✔✘对错TF]\s{0,4}[)）]/.test(text.slice(0, 2000))
    ) {
      this.openPending(at);
    } else if (this.isWhole() || takeOwnMarks(text).kindWord !== '') this.openPending(at);
  }

  /** 本部分共15题，每题3分 below a heading says what the heading does not; above all questions it is for the paper. */
  private takePointsLine(text: string): void {
    if (!isPointsLine(text)) return;
    const isFirst = this.questions[this.questions.length - 1]?.section !== this.section;
    if (this.section.heading === null && isFirst) {
      this.paper = { ...pointsIn(text), ordinal: null, kind: null, rest: '', text, isDoubtful: false };
      this.section = { ...this.section, heading: kindOfWord(text) === null ? this.paper : null };
      return;
    }
    const { heading } = this.section;
    if (!heading || !isFirst) return this.tell(`“${text.slice(0, 40)}”写了分值，不知道是哪几题的，没有用上，请核对。`);
    const said = pointsIn(text);
    heading.each ??= said.each;
    heading.perBlank ??= said.perBlank;
    heading.count ??= said.count ?? null;
    heading.ranges ??= said.ranges;
    heading.factors ??= said.factors;
    if (said.count && said.total) heading.total ??= said.total;
  }

  private isEssaySection(kinds = ['written', 'essay', 'oral', 'short']): boolean {
    const kind = this.section.heading?.kind;
    return Boolean(kind && ('unsupported' in kind || kinds.includes(kind.kind)));
  }

  private openPending(at: number): void {
    const pending = this.pending;
    this.pending = [];
    this.open(pending[0]?.line ?? this.lines[at]?.line ?? 0, null);
    pending.forEach(({ text }, index) => (index === 0 ? this.readFirstLine(at, text) : this.lineOfField(text)));
  }

  /** What stands between questions and belongs to none is left out; the text of it that a reader would miss. */
  private dropPending(): string {
    const texts = this.pending.map(({ text }) => text);
    const skipped = this.skipped;
    this.skipped = [];
    const isReading = texts.some((text) => READING.test(text));
    if (isReading && !this.isMaterial) this.material = texts;
    this.pending = [];
    if (isReading || this.isMaterial) return skipped.join('\n');
    // Above the first question stand the titles of the paper.
    const isTop = (this.section.heading ?? this.paper) === this.paper && this.questions.length === 0;
    return [...skipped, ...texts]
      .filter((text) => text.length > (isTop ? 60 : 12) && !INSTRUCTION.test(text) && !isPointsLine(text))
      .join('\n');
  }

  /** Behind a blank line what stood before is nobody's: long texts of it are told with the next question. */
  private skipPending(): void {
    this.skipped.push(...this.pending.map(({ text }) => text).filter((text) => text.length > 60));
    this.pending = [];
  }

  private mayHaveOptions(): boolean {
    const kind = kindOfWord(this.question?.kindWord ?? '') ?? this.section.heading?.kind ?? null;
    return kind === null || 'unsupported' in kind || ['choice', 'single', 'multiple', 'judge'].includes(kind.kind);
  }

  private readOptions(at: number, text: string, isWholeLine: boolean): boolean {
    // Options above the questions that share them are text until the first of these.
    if (
      text.startsWith(VERBATIM) ||
      this.isWhole() ||
      (this.isShared && this.shared !== null && !this.question) ||
      !(this.question ? this.mayHaveOptions() : this.pending.length > 0)
    )
      return false;
    if (this.question && !['stem', 'option', 'none'].includes(this.field)) return false;
    const known = this.question?.options ?? [];
    const isOnePerLine = known.length > 1 && this.isOneOptionPerLine;
    const following = isWholeLine ? this.ahead.nextText(at) : '';
    const isOther = PASSAGE.test(following) || this.isKeyedNumber(following, this.ahead.nextText(at + 1));
    const options = optionsOf(text, isOther ? '' : following, isOnePerLine);
    const first = options[0];
    const previous = known[known.length - 1]?.key;
    if (!first || (previous ? first.key <= previous || first.key > next(previous, 2) : first.key !== 'A')) return false;
    if (!this.question) this.openPending(at);
    this.isOneOptionPerLine = options.length === 1 && (known.length === 0 || this.isOneOptionPerLine);
    for (const option of options) this.question?.options.push({ key: option.key, lines: [option.text] });
    this.field = 'option';
    return true;
  }

  private isOneOptionPerLine = true;

  private readLabelled(label: NonNullable<Segment['label']>, raw: string, at: number): void {
    const isText = ['answer', 'analysis', 'marking', 'solution', 'script'].includes(label);
    const text = isText ? raw : raw.split(VERBATIM).join('');
    if (label === 'answer' && this.beginsListHere(at, text)) {
      this.beginList();
      if (text !== '' && this.list) readListLine(this.list, text);
      return;
    }
    if (label === 'stem') return this.readStemLabel(text, at);
    const isOpening = isText || label === 'kind' || label === 'options';
    if (!this.question && this.pending.length > 0 && isOpening) this.openPending(at);
    const { question } = this;
    if (!question) return;
    switch (label) {
      case 'answer':
        if (question.answer === undefined) this.answered += 1;
        if (question.answer === undefined || question.answer.length === 0) question.answer = [];
        this.beginField('answer', text);
        break;
      case 'analysis':
      case 'marking':
      case 'solution':
      case 'script':
        this.beginField(label, text);
        break;
      case 'options':
        this.field = 'option';
        if (text !== '') this.readOptions(at, text, false);
        break;
      default:
        setProperty(question, label, text);
        this.field = 'none';
    }
  }

  private readStemLabel(text: string, at: number): void {
    const { question } = this;
    const isOpen = question !== null && question.stem.length === 0 && question.answer === undefined;
    if (!isOpen) {
      this.pending = [];
      this.open(this.lines[at]?.line ?? 0, null);
    }
    this.field = 'stem';
    if (text !== '') this.readFirstLine(at, text);
  }

  private beginField(field: 'answer' | 'analysis' | 'marking' | 'solution' | 'script', text: string): void {
    this.field = field;
    this.nested = /^1\s{0,2}[.．、)）]/.test(text) ? 1 : null;
    if (text !== '') this.lineOfField(text);
  }

  private lineOfField(text: string): void {
    if (this.question) addLine(this.question, this.field, text);
  }

  // ---------------------------------------------------------------- what is read out

  /** A title with entries for questions that stand before it; else it is a label of the question it stands at. */
  private beginsScripts(at: number): boolean {
    const entry = scriptEntryOf(this.ahead.nextText(at));
    return entry !== null && this.questions.length > 0 && entry.number <= Math.max(this.last, this.questions.length);
  }

  private beginScripts(): void {
    this.closeSection();
    this.list = null;
    this.script = { number: 0, lines: [] };
  }

  /** One more line of what is read out; false when something else begins. */
  private readScript(at: number, text: string): boolean {
    const entry = scriptEntryOf(text);
    const heading = entry ? null : headingOf(text);
    const isOver =
      heading?.isDoubtful === false ||
      (isListTitle(text) && this.beginsList(at)) ||
      (entry === null && isListText(text));
    if (isOver || (entry && this.ahead.isQuestionAfterList(at, text))) {
      this.script = null;
      return false;
    }
    if (entry && entry.number > (this.script?.number ?? 0)) {
      this.script = { number: entry.number, lines: [entry.rest] };
      this.scripts.push(this.script);
    } else this.script?.lines.push(text);
    return true;
  }

  private applyScripts(): void {
    if (this.scripts.length === 0) return;
    const byNumber = new Map<number, RawQuestion>();
    for (const question of this.questions)
      if (question.number !== null && !byNumber.has(question.number)) byNumber.set(question.number, question);
    const lost: string[] = [];
    for (const { number, lines } of this.scripts) (byNumber.get(number)?.script ?? lost).push(...lines);
    const first = this.questions[0];
    if (first && lost.length > 0) first.lost = [first.lost, ...lost].filter((text) => text !== '').join('\n');
  }

  // ---------------------------------------------------------------- the list of answers

  private beginList(): void {
    this.dropTitleAbove();
    this.closeSection();
    // A text for an unknown number of questions ends where their answers stand.
    if (!this.shared) this.material = [];
    const last = this.lists[this.lists.length - 1];
    // No paper has so many: what follows belongs to the last one.
    if (last && this.lists.length >= MAX_LISTS) {
      this.list = last;
      return;
    }
    this.list = newAnswerList(
      new Set(
        this.questions.flatMap(({ answer, number }) => (answer === undefined && number !== null ? [number] : [])),
      ),
    );
    this.lists.push(this.list);
  }

  /** 1-5：DACBB without any title, below questions that have those numbers. */
  private isBareList(text: string): boolean {
    const range = rangeOf(text);
    if (!range || !this.question || this.unanswered() < 3) return false;
    const asked = new Set(this.questions.filter(({ answer }) => answer === undefined).map(({ number }) => number));
    return asked.has(range.from) && asked.has(range.to) && this.last >= range.to;
  }

  /** The name of the paper above 参考答案 is part of no question. */
  private dropTitleAbove(): void {
    const lines = this.question && this.linesOfField(this.question);
    if (!lines || lines.length < 2) return;
    const at = lines.reduce((last, line, index) => (line === '' ? last : index), -1);
    if (at > 0 && PAPER_TITLE.test((lines[at] ?? '').slice(0, 80))) lines.splice(at);
  }

  private linesOfField({ options, ...fields }: RawQuestion): string[] | null {
    const option = options[options.length - 1]?.lines;
    return { ...fields, option, none: fields.analysis }[this.field] ?? null;
  }

  /** 答案速查：1-3 CAB above the first question: it is for those that follow. */
  private readKeyAbove(at: number, text: string): boolean {
    if (this.questions.length > 0) return false;
    const rest = keyAbove(text);
    if (rest === null || !isListText(rest === '' ? this.ahead.nextText(at) : rest)) return false;
    this.beginList();
    if (rest !== '' && this.list) readListLine(this.list, rest);
    return true;
  }

  /** Such a key ends where the paper begins: at its first heading, or a number that begins no answers. */
  private endsKeyAbove(at: number, text: string): boolean {
    if (this.questions.length > 0 || isListText(text)) return false;
    const heading = headingOf(text);
    const isListNext = isListText(this.ahead.nextText(at));
    return heading ? !isListNext : numberOf(text) !== null;
  }

  /** A卷 or 试卷（B卷）: several papers in one file, or their keys; each has its own numbers. */
  private beginsPart(at: number, text: string): boolean {
    const part = partOf(text);
    if (part === null || !this.isOfParts()) return false;
    const isKey = this.list !== null && isListLine(this.ahead.nextText(at)) && !this.ahead.isPaperAhead(at);
    if (isKey || (isListTitle(text) && this.beginsList(at))) {
      this.beginList();
      this.list!.part = part;
      return true;
    }
    if (isListTitle(text)) return false;
    this.list = null;
    this.closeSection();
    this.section = { index: this.section.index + 1, heading: null, part };
    this.part = part;
    this.style = null;
    this.last = 0;
    this.material = [];
    this.isMaterial = false;
    this.isShared = false;
    this.shared = null;
    return true;
  }

  /** Whether more than one paper is named in the file. */
  private isOfParts(): boolean {
    this.parts ??= new Set(this.lines.map(({ text }) => partOf(text)).filter((part) => part !== null)).size;
    return this.parts > 1;
  }

  private beginsListHere(at: number, text: string): boolean {
    if (text !== '')
      return this.unanswered() > 1 && (isListText(text) || isListSection(text) || this.beginsEntries(at, text));
    return this.beginsList(at);
  }

  /** 答案：1．A with 2．B … on lines of their own: as far as the question it stands at, which is not the first. */
  private beginsEntries(at: number, text: string): boolean {
    const found = numberOf(text);
    const first = found?.style === 'plain' ? found.number : null;
    const last = this.question?.number ?? null;
    if (first === null || last === null || first >= last || !this.hasManyUnanswered()) return false;
    const asked = this.questions.find(({ number, answer }) => number === first && answer === undefined);
    return asked !== undefined && this.ahead.countsOn(at, first, last);
  }

  /** A list follows when several questions wait for their answers and an entry or a heading comes next. */
  private beginsList(at: number): boolean {
    const following = this.ahead.nextText(at);
    const isPart = partOf(following) !== null && this.isOfParts();
    return (isListLine(following) || isPart) && this.hasManyUnanswered();
  }

  private hasManyUnanswered(): boolean {
    return this.unanswered() > 1 && this.unanswered() * 2 >= this.questions.length;
  }

  private unanswered(): number {
    return this.questions.length - this.answered;
  }
}

const GIVEN = /^(?:我|你|您|学生|考生)的?答案\s?[:：][^:：]{0,200}?(?=(?:正确|参考|标准)答案\s?[:：])/;
const DRAWN = /\s?(?:\^\*\^|[\^|~#]{2,5})\s?(?=(?:正确|参考|标准)?答案)/g;
/** An option with the answer's label right behind it, and perhaps its letter. */
const ANSWER_BEHIND = /\s{0,8}(?:正确|参考|标准)答案\s{0,3}[:：]?\s{0,3}([A-Ja-jＡ-Ｊ]{0,6})$/;
/** Points of one answer, as other systems print them below a question: 0.0分 */
const POINTS_ALONE = /^(?:\d{1,3}(?:\.\d{1,2})?\s?分|[（(]\s?得分\s?[:：]\s?\d{0,3}(?:\.\d{1,2})?\s?分?\s?[)）])$/;

/** 【资料1】, 案例二： */
const CASE_NAMED =
  /^(?:[【[［]\s?(?:背景)?(?:资料|材料|案例|案情|情境|情景)\s?[一二三四五六七八九十\d]{0,2}\s?[】\]］]|(?:背景)?(?:资料|案例|案情)\s?[一二三四五六七八九十\d]{1,2}\s?[:：])/;

/** The small Roman ten is how some write that a sentence is wrong. */
const ROMAN_CROSS = /([（(【[]\s{0,8})[ⅹⅩ╳](?=\s{0,8}[)）】\]])/g;

/** （√） at the end of a line of a stem, or alone on it. */
const JUDGED_END = /[（(【]\s{0,8}(?:[√×✓✗✔✘✕]|对|错|正确|错误)\s{0,8}[)）】]\s{0,4}[。.]?$/;

/** XX中学2023学年第一学期期末考试, 七年级（上）期中数学试卷 */
const PAPER_TITLE =
  /^[^。？?！!；;：:，,]{4,60}(?:试卷|试题|考试|测试|测验|检测|练习|卷)(?:[（(][^（()）]{1,12}[)）])?$/;

const NOTICE = /^[【[（(]?(?:注意事项|考生须知|答题须知|考生注意|答卷前须知)[】\])）]?[:：]?(?:$|([1１])[.．、])/;

/** A, B … alone above the text of a reading, （A）, Passage 2 */
const PASSAGE =
  /^(?:([A-HＡ-Ｈ])|[（(【[]([A-HＡ-Ｈ])[)）】\]]|(?:Passage|Text)\s{0,3}([A-H\d]|One|Two|Three|Four|Five))$/i;

const READING =
  /^(?:阅读|根据|依据|读).{0,80}(?:回答|完成|解答)|^Read .{0,80}(?:passage|text|article|story|dialogue|following)/i;

const BRACKET_OPTION = /^[（(【[]\s?([A-JＡ-Ｊ])\s?[)）】\]]/;

/** What a paper says of its sections, not of a question. */
const INSTRUCTION =
  /小题|选项|本大?题|题目要求|答题[卡纸]|注意|考试|时间|满分|姓名|班级|学号|答案|^请|^第.{1,6}[卷章节]|^[（(]?共/;

const next = (key: string, step: number) => String.fromCharCode(key.charCodeAt(0) + step);

/** Without the numbers of pages, which the line before them notes; those above the first line nobody misses. */
function withoutPages(lines: TextLine[]): TextLine[] {
  const kept: TextLine[] = [];
  let pages: string[] = [];
  for (const line of lines) {
    const last = kept[kept.length - 1];
    if (isScoreBox(line.text)) continue;
    if (!isPageLine(line.text) && !isFooter(line.text) && !isWatermark(line.text)) {
      kept.push(line);
      pages = [];
    } else if (last) {
      pages.push(line.text);
      kept[kept.length - 1] = { ...last, note: `页眉或页码没有导入：“${pages.join(' ')}”。` };
    }
  }
  return kept;
}

/** Without blanks around it and signs that nobody sees; a line that is meant as it is keeps its blanks. */
function tidy(text: string): string {
  const line = withoutGaps(text.replace(/[\u200b\u200e\u200f\u202a-\u202e\ufeff]/g, '')).replace(ROMAN_CROSS, '$1×');
  if (!line.includes('答案') || line.includes(VERBATIM)) return trimmed(line);
  // 我的答案:B正确答案:A runs two labels together; ^*^ only draws a label's beginning.
  return trimmed(line.replace(GIVEN, '').replace(DRAWN, ' '));
}
