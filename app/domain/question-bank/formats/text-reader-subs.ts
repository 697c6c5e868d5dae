import type { Segment } from './text-labels';
import { type Numbered, numberOf } from './text-numbers';
import type { RawQuestion, SubQuestions } from './text-raw';
import { PictureReader } from './text-reader-pictures';
import { beginsSubs, firstSubs, isAskedBehind, isCountedAnswer } from './text-subs';

/** Small questions （1）（2）（3） with options, below one number: each is a question of its own, with the text above them. */
export abstract class SubReader extends PictureReader {
  /** Reads the line that one of them begins on; false for any other. */
  protected readSub(found: Numbered, at: number): boolean {
    const { question } = this;
    if (!question || found.style !== 'paren' || found.before !== '' || this.isWhole()) return false;
    if (question.subs) {
      if (!this.isNextSub(question, question.subs, found, at)) return false;
      this.beginSub(question, question.subs, at);
    } else {
      if (found.number !== 1 || !this.mayHaveSubs(question) || !beginsSubs(this.lines, at, found.rest)) return false;
      this.beginSubs(question);
    }
    this.readText(at, found.rest);
    return true;
  }

  /** 2．读图回答问题。（1）甲是（  ）: the first of them on the line of the number. */
  protected override beginQuestion(found: Numbered, at: number): void {
    const isPlain = (this.style ?? found.style) === 'plain' && found.before === '' && !this.lines[at]?.odd;
    const text = isPlain && !this.isWhole() ? found.rest : '';
    const begin = firstSubs(text).find((each) => this.isFirstSub(text.slice(each), at));
    if (begin === undefined) return super.beginQuestion(found, at);
    super.beginQuestion({ ...found, rest: text.slice(0, begin).trim() }, at);
    const { question } = this;
    if (!question || !this.mayHaveSubs(question)) return this.readText(at, text.slice(begin));
    this.beginSubs(question);
    this.readText(at, numberOf(text.slice(begin))?.rest ?? '');
  }

  private isFirstSub(text: string, at: number): boolean {
    const first = numberOf(text);
    return first?.style === 'paren' && beginsSubs(this.lines, at, first.rest);
  }

  private mayHaveSubs({ number, options, answer }: RawQuestion): boolean {
    const isOpen = this.style === 'plain' && this.field === 'stem' && options.length === 0 && answer === undefined;
    return number !== null && isOpen && this.mayHaveOptions();
  }

  private isNextSub(question: RawQuestion, { questions }: SubQuestions, found: Numbered, at: number): boolean {
    if (question !== questions[questions.length - 1] || found.number !== questions.length + 1) return false;
    return question.answer === undefined || isAskedBehind(this.lines, at, found.rest);
  }

  /** What was read of the question so far is the text for all of them; it goes on as the first. */
  private beginSubs(question: RawQuestion): void {
    question.material = [...question.material, ...question.stem, ...this.takePlaced(question)];
    question.stem = [];
    const { points } = question;
    question.subs = {
      questions: [question],
      isOwn: false,
      points,
      isEach: points !== null && points === this.section.heading?.each,
      marked: question.marked.splice(0),
      analysis: [],
    };
    question.points = null;
    this.field = 'stem';
    this.hasParts = true;
  }

  private beginSub(before: RawQuestion, subs: SubQuestions, at: number): void {
    const [first = before] = subs.questions;
    const question = this.open(this.lines[at]?.line ?? 0, first.number);
    question.material = first.material;
    question.kindWord = first.kindWord;
    question.points = null;
    question.subs = subs;
    subs.questions.push(question);
    this.hasParts = true;
    // One answer may be for all of them: until they have any the last one waits for it.
    if (before.answer === undefined) this.answered += 1;
    else subs.isOwn = true;
  }

  /** 【答案】（1）A（2）B behind the last of them is of all: it is read at the first. */
  protected override readLabelled(label: NonNullable<Segment['label']>, raw: string, at: number, sign = ''): void {
    if (label !== 'answer' || !this.isForAll(raw, at)) return super.readLabelled(label, raw, at, sign);
    const first = this.question!.subs!.questions[0]!;
    this.question = first;
    this.answered += 1;
    first.answer = [];
    this.beginField('answer', raw);
  }

  private isForAll(text: string, at: number): boolean {
    const { questions = [], isOwn = true } = this.question?.subs ?? {};
    if (isOwn || questions.length < 2 || questions.some(({ answer }) => answer !== undefined)) return false;
    return isCountedAnswer(text === '' ? this.ahead.nextText(at) : text) || !this.beginsListHere(at, text);
  }
}
