import type { Passage } from './text-line';
import { type Numbered, numberOf } from './text-numbers';
import { isPointsLine } from './text-points-said';
import { type RawQuestion, joinLines } from './text-raw';
import { ContentReader } from './text-reader-content';

const LONGEST_BID = 160;
const BID = /空白处|填入|填空|括号[里内](?:所给)?的?(?:单词|词语?)|适当的?(?:形式|内容)|首字母/;

/** Texts with numbered blanks: each is one question, or the text of the choices below it. */
export abstract class PassageReader extends ContentReader {
  /** A text with numbered blanks: one question by itself, or the text of the choices below it. */
  protected readPassage(passage: Passage, at: number): void {
    const { text, line } = this.lines[at]!;
    const { numbers, isCloze } = passage;
    const [from = 0] = numbers;
    const to = numbers[numbers.length - 1] ?? 0;
    const isFirst = this.passage !== passage;
    const bid = isFirst && isCloze ? this.takeBid() : null;
    if (isFirst) {
      const above = bid?.stem ?? this.takeAbovePassage();
      this.beginShared();
      this.material.push(...above);
      this.list = null;
      this.passage = passage;
      if (!isCloze) this.shared = { from, to };
      const { heading } = this.section;
      const kind = { kind: isCloze ? ('cloze' as const) : ('choice' as const) };
      if (heading && this.isWhole()) this.section = { ...this.section, heading: { ...heading, kind } };
    }
    if (!isCloze) this.material.push(text);
    else if (isFirst) {
      const above = this.material.splice(0);
      this.openPassage(passage, at, numberOf(text), line);
      this.question?.stem.unshift(...above);
      if (bid && this.question) this.question.number ??= bid.number;
    } else this.lineOfField(text);
    // Blanks that are counted from 1 behind the number of their question are no numbers of the paper.
    const own = this.question?.blankNumbers.length === 0 ? this.question.number : null;
    this.last = isCloze ? (bid?.number ?? own ?? to) : from - 1;
    this.style = 'plain';
  }

  protected openPassage({ numbers, answers }: Passage, at: number, counted: Numbered | null, line: number): void {
    const question = this.open(line, counted?.number ?? null);
    question.kindWord = '填空题';
    if (!counted || numbers[0] !== 1) question.blankNumbers = numbers;
    if (question.points !== null) question.points *= numbers.length;
    question.notes.push(`短文里第 ${numbers[0]}—${numbers[numbers.length - 1]} 空已改成 ____，答案按次序对应。`);
    if (answers.size > 0) {
      question.answer = numbers.map((number) => answers.get(number) ?? '');
      this.answered += 1;
    }
    this.readFirstLine(at, counted?.rest ?? this.lines[at]!.text);
  }

  /** 4．在空白处填入适当的内容。 alone above the text is its question, and nothing that is answered by itself. */
  private takeBid(): RawQuestion | null {
    const { question } = this;
    const isLast = question !== null && question === this.questions[this.questions.length - 1];
    if (!isLast || question.section !== this.section || question.number === null || question.isRow) return null;
    const text = joinLines(question.stem);
    const isBare = question.answer === undefined && question.options.length === 0 && question.material.length === 0;
    if (!isBare || text.length > LONGEST_BID || !BID.test(text) || /[_＿]{2}|[?？]/.test(text)) return null;
    this.questions.pop();
    this.told.unshift(...question.notes);
    if (question.lost !== '') this.skipped.unshift(question.lost);
    return { ...question, stem: question.stem.filter((line) => line !== '') };
  }

  /** 每空一词，首字母已给。 between the heading and a text with numbered blanks is of that text. */
  private takeAbovePassage(): string[] {
    const { question, section } = this;
    // Below 语法填空 it was taken for the text itself.
    const isTaken =
      this.isWhole() &&
      question !== null &&
      question === this.questions[this.questions.length - 1] &&
      question.section === section &&
      question.number === null &&
      question.answer === undefined;
    if (isTaken) {
      this.questions.pop();
      this.told.unshift(...question.notes);
      if (question.lost !== '') this.skipped.unshift(question.lost);
    }
    const texts = isTaken ? question.stem.filter((line) => line !== '') : this.pending.map(({ text }) => text);
    const own = section.heading === null ? [] : texts.filter((text) => !isPointsLine(text) && !/[_＿]{2}/.test(text));
    if (own.length < texts.length && !isTaken) {
      this.pending = this.pending.filter(({ text }) => !own.includes(text));
      const lost = this.dropPending();
      if (lost !== '') this.skipped.push(lost);
    }
    return own;
  }
}
