import { isListTitle } from './text-answers';
import { isPartTitle } from './text-between';
import { headingOf } from './text-headings';
import { type Segment, segmentsOf } from './text-labels';
import { isRule } from './text-noise';
import { bracketedOf, numberOf } from './text-numbers';
import { ListReader } from './text-reader-lists';
import type { RawQuestion } from './text-raw';
import { isBareSign, isPlaceToWrite, isRoomSign, partPlace } from './text-room';
import { isSharing } from './text-shared';

/** So many drawn lines may stand below 答：. */
const ROOM_LINES = 40;

const LONGEST_ROOM = 500;

/** What a label within a question is: that of an answer or an analysis, room to write, or words of the question. */
export abstract class LabelReader extends ListReader {
  /** The question that has room for its answer below it: it is asked to its end. */
  private roomOf: RawQuestion | null = null;

  protected override isDone(): boolean {
    return super.isDone() || (this.question !== null && this.roomOf === this.question);
  }

  /** 答： above the next question, a heading, the key or the end of the paper is but room to write. */
  protected isRoom({ label, text, sign = '' }: Segment, at: number): boolean {
    const { question } = this;
    if (label !== 'answer' || !question || question.number === null || this.isWhole()) return false;
    if (!isRoomSign(sign, text) || question.answer?.some((line) => line !== '')) return false;
    if (!this.isOverBelow(question, sign, at)) return false;
    this.roomOf = question;
    return true;
  }

  /** Whether a line is nothing but such a label, or more of the room below one. */
  protected isRoomLine(text: string, at: number): boolean {
    if (!this.question || text.length > LONGEST_ROOM) return false;
    const [label, ...more] = segmentsOf(text);
    if (label && more.length === 0 && this.isRoom(label, at)) return true;
    return this.roomOf === this.question && this.field === 'stem' && isPlaceToWrite(text);
  }

  /** Whether what stands below the label begins something else, so that nothing is left to be the answer. */
  private isOverBelow(question: RawQuestion, sign: string, at: number): boolean {
    let index = at + 1;
    const end = Math.min(at + ROOM_LINES, this.lines.length);
    const isPassed = (text: string) => text === '' || isRule(text) || isPlaceToWrite(text);
    while (index < end && isPassed(this.lines[index]?.text ?? '')) index += 1;
    if (index === this.lines.length) return true;
    const { text = '', row, passage } = this.lines[index] ?? {};
    if (row || passage || isListTitle(text) || isSharing(text) || isPartTitle(text)) return true;
    if (segmentsOf(text)[0]?.label === 'answer') return true;
    return this.isHeadingBelow(text, sign) || this.isNumberBelow(question, text, index);
  }

  /** 二、简答题 behind section 一: an answer may begin with 一、 or a word that names a kind, a key with any section. */
  private isHeadingBelow(text: string, sign: string): boolean {
    const heading = headingOf(text);
    if (!heading) return false;
    const { ordinal, kind, isDoubtful } = heading;
    const isLater = ordinal !== null && ordinal > Math.max(1, this.section.heading?.ordinal ?? 1);
    if (!isBareSign(sign)) return isLater && !isDoubtful && kind !== null;
    return isLater || (ordinal === null && !isDoubtful && !this.isBareWord(heading));
  }

  /** 3． behind question 2, or its part （2） behind （1）: a list within an answer begins with 1. */
  private isNumberBelow({ number, stem }: RawQuestion, text: string, at: number): boolean {
    const found = (this.style === 'bracketed' ? bracketedOf(text) : null) ?? numberOf(text);
    const isOfStyle = found?.style === (this.style ?? 'plain');
    if (found && isOfStyle && found.number > (number ?? 0) && found.number <= (number ?? 0) + 5)
      return !found.isDoubtful || this.ahead.isBlockAhead(at);
    const place = partPlace(text);
    if (place === null || place < 2) return false;
    const places = stem.map(partPlace).filter((each) => each !== null);
    return places[places.length - 1] === place - 1;
  }
}
