import { type Heading, headingOf } from './text-headings';
import { segmentsOf } from './text-labels';
import { numberOf } from './text-numbers';
import { optionsOf } from './text-options';
import { NumberReader } from './text-reader-numbers';
import { JUDGED_END } from './text-reader-state';
import { isSharing, sharedBy } from './text-shared';

/** 第一节 stands below 第一部分. */
const LESSER_PART = /^第\s{0,3}[一二三四五六七八九十\d]{1,3}\s{0,3}节/;

/** （一） stands below 一、. */
const isBelow = (heading: Heading | undefined) => heading !== undefined && /^[（(]/.test(heading.text);

/** Whether a heading says nothing of points. */
const isSilent = ({ each, perBlank, total, ranges }: Heading) => (each ?? perBlank ?? total) === null && !ranges;

/** 【资料1】, 案例二： */
const CASE_NAMED =
  /^(?:[【[［]\s?(?:背景)?(?:资料|材料|案例|案情|情境|情景)\s?[一二三四五六七八九十\d]{0,2}\s?[】\]］]|(?:背景)?(?:资料|案例|案情)\s?[一二三四五六七八九十\d]{1,2}\s?[:：])/;

const NOTICE = /^[【[（(]?(?:注意事项|考生须知|答题须知|考生注意|答卷前须知)[】\])）]?[:：]?(?:$|([1１])[.．、])/;

/** A, B … alone above the text of a reading, （A）, Passage 2 */
export const PASSAGE =
  /^(?:([A-HＡ-Ｈ])|[（(【[]([A-HＡ-Ｈ])[)）】\]]|(?:Passage|Text)\s{0,3}([A-H\d]|One|Two|Three|Four|Five))$/i;

/** Sections of a paper, and the texts that several of its questions share. */
export abstract class SectionReader extends NumberReader {
  /** 注意事项 before the first question, numbered as they often are, are none: until a heading, an answer or options. */
  protected isNotice(at: number, text: string): boolean {
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

  protected headingAt(at: number, text: string): Heading | null {
    // I. behind H. is an option, else a Roman number.
    if (text.startsWith('I') && this.question?.options[7]) return null;
    const heading = headingOf(text);
    if (heading && (this.isWrapped(heading, at) || this.isNumberedTask(heading))) return null;
    if (!heading?.isDoubtful) return heading;
    // 一、 numbers a section when 1. or another heading follows, a question otherwise.
    const next = this.ahead.nextText(at);
    const number = numberOf(next);
    const isSection =
      (number !== null && number.style !== 'chinese') || headingOf(next)?.isDoubtful === false || isSharing(next);
    return isSection && this.style !== 'chinese' ? heading : null;
  }

  /** 15、计算： behind question 14, below 五、, is the next question and names no section. */
  protected isNumberedTask({ ordinal, each, total, text }: Heading): boolean {
    const found = ordinal === null && each === null && total === null ? numberOf(text) : null;
    const isCounted =
      found?.style === 'plain' &&
      found.number > 1 &&
      found.number === (this.questions[this.questions.length - 1]?.number ?? 0) + 1;
    return isCounted && typeof this.section.heading?.ordinal === 'number' && !found.rest.includes('题');
  }

  /** 证明。 alone on its line is the end of a sentence where a text goes on: a heading stands between questions. */
  protected isWrapped(heading: Heading, at: number): boolean {
    if (heading.isPart && heading.ordinal === null && heading.text.length < 20) return false;
    if (!this.question || this.wasBlank)
      return this.isBareWord(heading) && this.question !== null && !this.isNumberNext(at);
    const isOpen = this.field === 'stem' || this.field === 'option';
    if (this.isBareWord(heading)) return isOpen || !this.isNumberNext(at);
    const isFirm = heading.ordinal !== null && (heading.kind ?? heading.each ?? heading.total) !== null;
    if (!isOpen || isFirm) return false;
    const next = this.ahead.nextText(at);
    const isTitle = heading.kind !== null || isSharing(next) || numberOf(next) !== null || headingOf(next) !== null;
    return !isTitle || /[。；;，,]$/.test(heading.text) || optionsOf(next, '', true).length > 0;
  }

  protected isBareWord({ ordinal, each, perBlank, total, text }: Heading): boolean {
    return (
      ordinal === null && each === null && perBlank === null && total === null && /^[^题()（）【】[\]]{2,8}$/.test(text)
    );
  }

  protected isNumberNext(at: number): boolean {
    return numberOf(this.ahead.nextText(at)) !== null;
  }

  protected beginSection(heading: Heading, at: number): void {
    this.closeSection(heading);
    if (heading.isDoubtful && JUDGED_END.test(heading.text.slice(-40)))
      this.tell(`“${heading.text.slice(0, 40)}”当作标题，没有导入；如果它是一道题，题号请写成“2.”这样的数字。`);
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
  protected closeSection(following?: Heading): void {
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

  /** A text for several questions stands between two of them. */
  protected beginsShared(at: number, text: string): boolean {
    if (this.isShared || this.isMaterial || this.isWhole()) return false;
    // 完成2—3题 behind the first question says so itself, whatever that one still misses.
    const isSaid = this.last > 0 && sharedBy(text)?.from === this.last + 1;
    if (!isSaid && this.question && !this.isDone() && this.question.stem.length > 0) return false;
    if (!isSaid && !this.ahead.isSharedAhead(at)) return false;
    return !segmentsOf(text)[0]?.label && optionsOf(text, '', true).length === 0;
  }

  /** B alone above a text, behind a question with its options: passage B, for the questions below it. */
  protected beginsPassage(at: number, text: string): boolean {
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
  protected isCase(at: number, text: string): boolean {
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

  protected beginShared(): void {
    this.question = null;
    this.field = 'none';
    this.pending = [];
    this.material = [];
    this.isMaterial = true;
    this.isShared = true;
    this.shared = null;
  }
}
