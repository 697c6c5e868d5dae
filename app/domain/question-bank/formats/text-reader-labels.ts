import { isListTitle } from './text-answers';
import { isPartTitle } from './text-between';
import { clip } from './text-draft';
import { headingOf, isBareWord } from './text-headings';
import { type Segment, segmentsOf } from './text-labels';
import { isRule } from './text-noise';
import { bracketedOf, numberOf } from './text-numbers';
import { optionsOf } from './text-options';
import { ListReader } from './text-reader-lists';
import { type RawQuestion, joinLines } from './text-raw';
import { isBareSign, isPlaceToWrite, isRoomSign, partPlace } from './text-room';
import { isSharing } from './text-shared';
import { type Below, hasBlank, isAsking, isOfQuestion, isSpoken, stemLabel } from './text-stem-labels';

/** So many drawn lines may stand below 答：. */
const ROOM_LINES = 40;

const LONGEST_ROOM = 500;

/** So many lines below a label are looked at, for so many labels of a question. */
const BELOW_LINES = 40;
const MOST_LABELS = 20;

/** 例1 and 练习2． count the questions of a book. */
export const EXAMPLE =
  /^(?:([【[［])\s?)?(?:典例|典型例题|例题?|变式(?:训练|练习|题)?|(?:对点|跟踪|巩固|针对|即时|课堂|随堂|当堂)?(?:训练|练习)|即学即练)\s?\d{1,2}(?:\s?[-—–－.]\s?\d{1,2})?\s?(?:[】\]］]|[.．、:：]|\s)/;

const PROOF = /^(?:【\s?证明?\s?】|证明?\s?[:：])\s{0,4}/;
const TO_PROVE = /求证|证明|试证|试说明/;
/** A proof to complete or to correct stands within the question. */
const GIVEN_PROOF = /补全|补充|完成|填空|填写|过程如下|[如以]下|下[面列]|改正|错误|阅读/;

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
    if (row || passage || isListTitle(text) || isSharing(text)) return true;
    // 参考答案 above 第一单元 is the title of its key.
    if (isPartTitle(text)) return /[:：]$/.test(sign.trim()) || !isListTitle(sign.trim());
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
    return isLater || (ordinal === null && !isDoubtful && !isBareWord(heading));
  }

  /** 3． behind question 2, or its part （2） behind （1）: a list within an answer begins with 1. */
  private isNumberBelow({ number, stem }: RawQuestion, text: string, at: number): boolean {
    const found = (this.style === 'bracketed' ? bracketedOf(text) : null) ?? numberOf(text);
    const isOfStyle = found?.style === (this.style ?? 'plain');
    if (found && isOfStyle && found.number > (number ?? 0) && found.number <= (number ?? 0) + 5)
      return !found.isDoubtful || this.ahead.isBlockAhead(at);
    const place = partPlace(text);
    if (place === null || place < 2) return false;
    const places = stem
      .slice(-BELOW_LINES)
      .map(partPlace)
      .filter((each) => each !== null);
    return places[places.length - 1] === place - 1;
  }

  /** 3．分析：下列说法正确的是: right behind the number it is what a student is to do. */
  protected isTask({ label, text, sign = '' }: Segment): boolean {
    const { question } = this;
    const isOpen = question?.number !== null && question?.answer === undefined && this.field === 'stem';
    return (
      isOpen &&
      question !== null &&
      label === 'analysis' &&
      text !== '' &&
      /^[^【[［〔（(]/.test(sign) &&
      question.options.length === 0 &&
      question.stem.every((line) => line === '')
    );
  }

  /** A worked solution goes on with 解： or 答： of its own; the answer stands already. */
  protected isWithinAnalysis({ label, sign = '' }: Segment): boolean {
    if (label === 'answer' && this.isOfSolution(sign)) return true;
    const hasAnswer = this.question?.answer?.some((line) => line !== '') ?? false;
    return (
      label === 'answer' &&
      (this.field === 'analysis' || this.field === 'answer') &&
      hasAnswer &&
      /^[（(【［[〔]?\s?[解答]\s?[:：)）】\]］〕]/.test(sign)
    );
  }

  /** 【解答】解：… and 答：… below it: its last words, where the whole of it answers the question. */
  private isOfSolution(sign: string): boolean {
    const { question, field } = this;
    if (!question || field !== 'solution' || !/^答\s?[:：]/.test(sign)) return false;
    const isWritten = !this.section.heading?.kind || this.isEssaySection(['essay', 'short', 'written']);
    const isAnswered = question.answer !== undefined || question.options.length > 0;
    return isWritten && !isAnswered && !question.stem.slice(0, MOST_LABELS).some(hasBlank);
  }

  /** 解： of a solution with an error, 答： of an interview, 标题：____: words of the question, which is told where it is not plain. */
  protected isWordOfStem(segments: Segment[], segment: Segment, at: number): boolean {
    const { question } = this;
    if (!question || question.number === null || segment !== segments[0] || this.isWhole()) return false;
    if (this.field !== 'stem' || question.answer !== undefined || question.analysis.length > 0) return false;
    const kind = stemLabel(segment);
    if (kind === null || !this.isLookedAt(question)) return false;
    const stem = question.stem.filter((line) => line !== '');
    const hasOptions = question.options.length > 0;
    const isOwn = isOfQuestion(segment, { stem, hasOptions }, () => this.below(question, segments, at));
    if (isOwn) this.tellWords(question, kind, segment);
    else if (kind === 'answer' && stem.length > 0 && this.below(question, segments, at).isKeyed)
      question.doubts.push(`“${wordsOf(segment)}”和它下面的答案合在了一起，如果它是题目的一部分，请放回题干。`);
    return isOwn;
  }

  private tellWords(question: RawQuestion, kind: 'answer' | 'analysis' | 'property', segment: Segment): void {
    if (kind === 'property' && hasBlank(`${segment.sign}${segment.text}`)) return;
    const other = { answer: '答案', analysis: '解析', property: '题目的说明' }[kind];
    question.notes.push(`“${wordsOf(segment)}”留在了题干里，没有当作${other}，请核对。`);
  }

  /** How many labels of one question were looked at: it has few. */
  private looked: { question: RawQuestion | null; count: number } = { question: null, count: 0 };

  private isLookedAt(question: RawQuestion): boolean {
    const count = this.looked.question === question ? this.looked.count + 1 : 1;
    this.looked = { question, count };
    return count <= MOST_LABELS;
  }

  /** 证明：∵… or 【证明】 below what is to be proved, with nothing left open and no answer behind it. */
  protected isProof({ label, text }: Segment, at: number): boolean {
    const { question } = this;
    if (label !== null || !question || this.field !== 'stem' || question.answer !== undefined) return false;
    const [sign] = PROOF.exec(text.slice(0, 20)) ?? [];
    if (sign === undefined || question.options.length > 0 || this.isWhole()) return false;
    const stem = joinLines(question.stem.slice(0, MOST_LABELS)).slice(0, 2000);
    if (!TO_PROVE.test(stem) || GIVEN_PROOF.test(stem) || !this.isLookedAt(question)) return false;
    const found = this.below(question, [{ label: null, text }], at);
    const isOpen = found.isKeyed || found.hasOptions || found.hasBlank || hasBlank(text);
    return !isOpen && (text.length > sign.length || found.goesOn);
  }

  /** What stands below a label as far as the next question, the answer or the key. */
  private below({ number }: RawQuestion, [, ...more]: Segment[], at: number): Below {
    const isAnswer = (each: Segment) => each.label === 'answer' && stemLabel(each) === null;
    const found: Below = {
      isKeyed: more.some(isAnswer),
      hasOptions: false,
      hasBlank: false,
      asks: false,
      asksOn: false,
      goesOn: false,
      isOver: more.some(isAnswer),
    };
    let isNear = !found.isKeyed;
    const end = found.isKeyed ? at : Math.min(at + BELOW_LINES, this.lines.length - 1);
    for (let index = at + 1; index <= end; index += 1) {
      const { text: whole = '', row } = this.lines[index] ?? {};
      const text = whole.slice(0, 2000);
      if (text === '') {
        isNear = false;
        continue;
      }
      const next = numberOf(text);
      const isNext = next?.style === (this.style ?? 'plain') && !next.isDoubtful && next.number > (number ?? 0);
      if (row || isNext || isListTitle(text) || headingOf(text)?.isDoubtful === false || EXAMPLE.test(text)) break;
      const [first] = segmentsOf(text);
      if (first && (isAnswer(first) || first.label === 'solution')) {
        found.isKeyed = isAnswer(first);
        found.isOver ||= isNear;
        break;
      }
      const isOption = optionsOf(text, '', true)[0]?.key === 'A';
      found.hasOptions ||= isOption && this.mayHaveOptions();
      found.hasBlank ||= hasBlank(text);
      found.asks ||= isAsking(text);
      found.asksOn ||= isAsking(text) && isSpoken(text);
      found.isOver ||= isNear && isOption;
      found.goesOn ||= isNear && !isOption && first?.label === null;
      if (first?.label === null || isOption) isNear = false;
    }
    return found;
  }

  protected readProof(text: string, at: number): void {
    const [sign = ''] = PROOF.exec(text.slice(0, 20)) ?? [];
    this.readLabelled('answer', text.slice(sign.length).trim(), at, '答：');
  }

  protected abstract readLabelled(label: NonNullable<Segment['label']>, raw: string, at: number, sign?: string): void;

  /** What stands behind 选项： and is none is of the question. */
  protected keepInStem(text: string): void {
    const { question } = this;
    if (!question) return;
    if (question.options.length === 0) this.field = 'stem';
    this.lineOfField(text);
    if (question.notes.length < MOST_LABELS)
      question.notes.push(`“${clip(text)}”里没有读出选项，留在了题干里，请核对。`);
  }
}

const wordsOf = ({ sign = '', text }: Segment) => clip(`${sign}${text}`);
