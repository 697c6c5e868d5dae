import { countOf, countSign, lastFilled } from './text-counted';
import { type Heading, headingOf, isBareWord, isSilent } from './text-headings';
import { isBelow, isLowerThan, isNamedAbove, takePointsAbove } from './text-lesser-parts';
import { segmentsOf } from './text-labels';
import { CASE_NAMED, COUNTED_CASE, OF_CASES, OF_READING, SECTION_NAME } from './text-section-names';
import { type Numbered, bracketedOf, numberOf } from './text-numbers';
import { optionsOf } from './text-options';
import { JUDGED_END } from './text-reader-state';
import { TextsReader } from './text-reader-texts';
import { type PassageTitle, passageTitle } from './text-passage-titles';
import { isCaption, isHint, isLikeTitle, isOfSums, isSentence, isTitleBetween } from './text-between';
import { clip } from './text-draft';
import { isPointsLine } from './text-points-said';
import { textPlace } from './text-key-texts';
import { isSharing, sharedBy } from './text-shared';

const ROMAN = /^(?:[Ⅰ-Ⅻ]|[IVX]{1,4}\s?[、.．])/;

/** Below a heading without any question even a short text may be one. */
const SHORTEST = 4;

/** So many lines above an option the one before it may stand. */
const OPTION_LINES = 12;

/** Sections of a paper, and the texts that several of its questions share. */
export abstract class SectionReader extends TextsReader {
  /** The section is of texts with questions about them. */
  private isOfReading = false;

  /** （一）简述甲。 and （二）简述乙。 below 一、简答题 are its questions. */
  protected bracketedAt(at: number, text: string): Numbered | null {
    const found = bracketedOf(text);
    if (!found || this.isWhole() || this.isMaterial || !this.section.heading?.kind) return null;
    const isNext = this.style === 'bracketed' && found.number === this.last + 1;
    const isFirst = found.number === 1 && this.style === null && this.question === null;
    if (!isNext && !(isFirst && this.ahead.isBracketedAhead(2, at))) return null;
    return this.ahead.isAskedAlone(at) ? found : null;
  }

  protected headingAt(at: number, text: string): Heading | null {
    // I. behind H. is an option, else a Roman number.
    if (text.startsWith('I') && this.question?.options[7]) return null;
    const heading = headingOf(text);
    if (heading && (this.isOfAnswer(heading) || this.isOfContents(text, at))) return null;
    if (heading && (this.isWrapped(heading, at) || this.isNumberedTask(heading, at) || this.isNextTask(heading)))
      return null;
    if (!heading?.isDoubtful || SECTION_NAME.test(text.slice(0, 40)) || this.isTextHeading(heading, at)) return heading;
    // 一、 numbers a section when 1. or another heading follows, a question otherwise.
    const next = this.ahead.nextText(at);
    const number = numberOf(next);
    if (number === null && isOfSums(text, next)) return heading;
    const isSection =
      (number !== null && number.style !== 'chinese') || headingOf(next)?.isDoubtful === false || isSharing(next);
    return isSection && this.style !== 'chinese' ? heading : null;
  }

  /** 一、风险识别（5分） or （一）直线制 right below 参考答案：, and 二、 behind it, are of the answer. */
  private isOfAnswer({ ordinal, kind, text }: Heading): boolean {
    const { question } = this;
    const isText = this.field === 'answer' || this.field === 'marking';
    if (!question || !isText || question.options.length > 0 || kind !== null || !ordinal) return false;
    const isFramed = /^[（(]/.test(text);
    if (ordinal > 99 || countOf(text) !== countSign(ordinal, isFramed) || this.style === 'chinese') return false;
    const lines = this.linesOfField(question) ?? [];
    if (ordinal === 1) return /^$|[:：]$/.test(lastFilled(lines));
    const isNext = this.counted.has(lines, countSign(ordinal - 1, isFramed));
    const isSection = !isFramed && this.section.heading?.ordinal === ordinal - 1;
    if (isNext && isSection) this.tell(`“${clip(text)}”当作标题；如果它是上一题答案的一部分，请写在“答案：”那一行。`);
    return isNext && !isSection;
  }

  /** What stands between two questions and is of neither ends the one before, and is told. */
  protected isBetween(at: number, text: string): boolean {
    const { question } = this;
    if (!question || this.isWhole() || text.length > 300 || this.isOfContents(text, at)) return false;
    if (this.field === 'option' && isCaption(text)) {
      question.notes.push(`选项下面的图注没有导入：“${text}”。`);
      return true;
    }
    if (this.field === 'option' && isHint(text)) {
      question.stem.push(text);
      question.notes.push(`选项下面的“${clip(text)}”放进了题干，请核对。`);
      this.field = 'stem';
      return true;
    }
    const isOfPoints = isPointsLine(text) && /^[（(]?(?:本[卷大部]|共|每)/.test(text);
    const following = this.ahead.nextText(at);
    const isTitle = isTitleBetween(text, question.options.length > 0, this.last, following);
    if (!isOfPoints && !isTitle && !(this.field === 'stem' && isLikeTitle(text))) return false;
    const isAsked = question.stem.some((line) => line !== '') && (question.options.length !== 1 || !isTitle);
    const number = numberOf(following)?.number;
    const isNext = number === 1 || number === this.last + 1 || headingOf(following)?.isDoubtful === false;
    if (!isAsked || !isNext || (this.isOfKind('choice') && question.options.length === 0)) return false;
    if (!isOfPoints && !isTitle) {
      const last = question.stem[question.stem.length - 1] ?? '';
      // Behind a comma the sentence goes on.
      if (this.wasBlank || /[。.？?！!）)_＿]$/.test(last))
        question.notes.push(`题目最后一行“${text}”也许是标题，不是这道题的，请核对。`);
      return false;
    }
    this.question = null;
    this.field = 'none';
    this.pending = [];
    if (isOfPoints) this.takePointsLine(text);
    else this.tell(`“${text}”当作标题，没有导入。`);
    return true;
  }

  /** 15、计算： behind question 14, below 五、 or without any section, is the next question, and no section. */
  protected isNumberedTask({ ordinal, each, text }: Heading, at: number): boolean {
    if (ordinal === null && this.isDictation(text, at)) return true;
    const found = ordinal === null && each === null ? numberOf(text) : null;
    if (found?.style !== 'plain') return false;
    // 41．案例分析题（10分） over a text; 2．填空题 over numbers is a section.
    if (found.rest.includes('题') && numberOf(this.ahead.nextText(at))?.style === 'plain') return false;
    const { heading } = this.section;
    if (heading !== null && heading.ordinal === null) return false;
    const last = this.questions[this.questions.length - 1];
    if (last) return found.number > 1 && found.number === (last.number ?? 0) + 1;
    return heading === null && this.ahead.isNextBehindText(at, found.number);
  }

  /** 1. 默写（4分） above （1） … below 一、 */
  private isDictation(text: string, at: number): boolean {
    const found = numberOf(text);
    const isFirst = found?.style === 'plain' && found.number === 1 && /^默写/.test(found.rest);
    return (
      isFirst &&
      numberOf(this.ahead.nextText(at))?.style === 'paren' &&
      typeof this.section.heading?.ordinal === 'number'
    );
  }

  /** 三、解方程x=1。 behind question 二 of a paper without sections. */
  private isNextTask({ ordinal, kind, text }: Heading): boolean {
    const isNext = this.style === 'chinese' && ordinal === this.last + 1 && numberOf(text)?.style === 'chinese';
    return isNext && kind === null && !text.includes('题');
  }

  /** 证明。 alone on its line is the end of a sentence where a text goes on: a heading stands between questions. */
  protected isWrapped(heading: Heading, at: number): boolean {
    if (heading.isPart && heading.ordinal === null && heading.text.length < 20) return false;
    if (this.isBehindPassage(heading) || this.isNamedText(heading, at)) return false;
    if (!this.question || this.wasBlank) return isBareWord(heading) && this.question !== null && !this.isNumberNext(at);
    const isOpen = this.field === 'stem' || this.field === 'option';
    if (isBareWord(heading)) return isOpen || !this.isNumberNext(at);
    const isCounted = heading.ordinal !== null || ROMAN.test(heading.text);
    const isNamed = (heading.kind ?? heading.each ?? heading.perBlank ?? heading.total) !== null;
    const isFirm = isCounted && (isNamed || SECTION_NAME.test(heading.text.slice(0, 40)));
    if (!isOpen || isFirm) return false;
    if (this.isNextText(heading, at)) return false;
    const next = this.ahead.nextText(at);
    // 三、课内阅读。 behind section 二, above 1.
    const first = numberOf(next);
    const isCountedOn = heading.ordinal !== null && this.section.heading?.ordinal === heading.ordinal - 1;
    const isFirst = first?.style === 'plain' && (first.number === 1 || first.number === this.last + 1);
    if (isCountedOn && isFirst && heading.text.length < 30) return false;
    const isTitle = heading.kind !== null || isSharing(next) || numberOf(next) !== null || headingOf(next) !== null;
    return !isTitle || /[。；;，,]$/.test(heading.text) || optionsOf(next, '', true).length > 0;
  }

  /** 书面表达 or 短文改错 alone behind a text with numbered blanks: no word of the text. */
  private isBehindPassage({ kind }: Heading): boolean {
    const { answer, blankNumbers = [] } = this.question ?? {};
    const isOfPassage = blankNumbers.length > 1 && answer === undefined && this.field === 'stem';
    if (!isOfPassage || kind === null) return false;
    return 'kind' in kind ? ['written', 'essay', 'oral'].includes(kind.kind) : !kind.isWhole;
  }

  /** （二）秋叶 below the questions of （一）, above a text and questions that begin with 1 again or count on. */
  private isNextText({ text }: Heading, at: number): boolean {
    const place = textPlace(text);
    // The first text right below 二、阅读 has no （一）.
    const isBelowFirst = this.isOfReading && (this.question?.material.length ?? 0) > 0;
    const before = this.textAbove?.place ?? (isBelowFirst ? 1 : null);
    if (place === null || before === null || place !== before + 1) return false;
    const isAsked = this.question?.number === this.last && this.question.stem.some((line) => line !== '');
    const number = isAsked ? this.ahead.numberBelow(at, this.style) : null;
    return number === 1 || (number === this.last + 1 && this.style === 'plain' && !isSharing(text));
  }

  protected isNumberNext(at: number): boolean {
    return numberOf(this.ahead.nextText(at)) !== null;
  }

  protected beginSection(heading: Heading, at: number): void {
    this.closeSection(heading);
    if (heading.isDoubtful && JUDGED_END.test(heading.text.slice(-40)))
      this.tell(`“${heading.text.slice(0, 40)}”当作标题，没有导入；如果它是一道题，题号请写成“2.”这样的数字。`);
    if (isNamedAbove(heading, this.above, this.section.heading, this.paper)) this.above = this.section.heading;
    const isLower = this.above !== null && isLowerThan(heading, this.above);
    if (!isLower) this.above = heading.isPart ? heading : null;
    else if (this.above) {
      takePointsAbove(heading, this.above);
      if (heading.isPart) heading.kind ??= this.above.kind;
    }
    this.beginText(heading.text);
    if (textPlace(heading.text) === null) {
      this.textAbove = null;
      this.isOfReading = OF_READING.test(heading.text) || this.isOfText(heading.text);
    }
    const next = this.isOfReading ? this.nextNumber() : 1;
    this.headings.add(heading.text);
    const above = isLower ? this.above?.text : undefined;
    this.section = { index: this.section.index + 1, heading, above, part: this.part };
    this.takeSentences(at);
    this.style = null;
    this.last = 0;
    this.isShared = false;
    this.shared = null;
    const isOfTexts =
      /阅读|材料|案例|资料/.test(heading.text) || (heading.kind === null && this.isOfText(heading.text));
    this.isMaterial = isOfTexts && !(heading.kind && 'unsupported' in heading.kind);
    this.material = [];
    // （一）静夜思 above a poem: the name of the text is part of it.
    if (!this.isMaterial && this.isTextBelow(heading, at, next)) {
      this.isMaterial = true;
      this.material.push(heading.text);
    }
    if (heading.rest !== '') this.pending.push({ text: heading.rest, line: this.lines[at]?.line ?? 0 });
  }

  /** Whether lines stand between （一）静夜思 and question 1 below it, or the next one. */
  private isTextBelow({ kind, each, total, rest, text }: Heading, at: number, next: number): boolean {
    if (textPlace(text) === null || kind !== null || (each ?? total) !== null || rest !== '') return false;
    const following = this.ahead.nextText(at);
    if (numberOf(following) !== null || headingOf(following) !== null || isPointsLine(following)) return false;
    const number = this.ahead.numberBelow(at, 'plain');
    return number === 1 || number === next || this.ahead.numberBelow(at, 'paren') === 1;
  }

  /** （二） above a text: the questions below are of it. */
  protected beginText(text: string): void {
    const place = textPlace(text);
    const { heading } = this.section;
    const isBelowText = heading !== null && textPlace(heading.text) !== null;
    const above = (isBelowText ? this.textAbove?.above : heading?.ordinal) ?? null;
    if (place !== null) this.textAbove = { place, above };
  }

  /** 根据首字母填空 above 1. He ____ (go) home.: sentences with a blank each, and no text that is one question. */
  private takeSentences(at: number): void {
    const { heading } = this.section;
    const kind = heading?.kind;
    const following = this.ahead.nextLine(at);
    // 24÷3=  300+500= below 直接写出得数, without numbers, is one question.
    const isSums = heading && !kind && !following?.row && isOfSums(heading.text, following?.text ?? '');
    if (isSums && numberOf(following?.text ?? '') === null)
      this.section = { ...this.section, heading: { ...heading, kind: { kind: 'essay' } } };
    if (!kind || !('unsupported' in kind) || !/语法|短文|首字母/.test(kind.unsupported) || following?.passage) return;
    const text = following?.text ?? '';
    if (numberOf(text)?.style === 'plain' && /[_＿]{2}/.test(text.slice(0, 2000)) && heading)
      this.section = { ...this.section, heading: { ...heading, kind: { kind: 'cloze' } } };
  }

  /** What stands unnumbered in a section of essays is its one question. */
  protected closeSection(following?: Heading): void {
    const { heading } = this.section;
    const kind = heading?.kind ?? null;
    const isEmpty = this.questions[this.questions.length - 1]?.section !== this.section;
    const isOneText = kind && ('unsupported' in kind || ['written', 'essay', 'oral', 'short'].includes(kind.kind));
    const texts = this.isMaterial ? this.material.filter((text) => text !== '') : this.pending.map(({ text }) => text);
    if (isEmpty && isOneText && texts.length > 0) {
      this.material = [];
      const question = this.open(this.pending[0]?.line ?? 0, null);
      question.stem.push(...texts);
      this.pending = [];
    } else if (
      isEmpty &&
      heading?.count &&
      heading !== this.paper &&
      !heading.isPart &&
      !(following && isBelow(following))
    )
      this.tell(`“${heading.text.slice(0, 40)}”写着 ${heading.count} 题，一题也没有读到，请核对。`);
    // Of a section without any question no line is to be lost.
    if (isEmpty && heading) {
      const lost = this.dropPending(SHORTEST).split('\n');
      this.skipped.push(...lost.filter((text) => text !== ''));
    }
    this.question = null;
    this.field = 'none';
    this.skipPending();
    this.nested = null;
  }

  /** A text for several questions stands between two of them. */
  protected beginsShared(at: number, text: string): boolean {
    if (this.isShared || this.isMaterial || this.isWhole()) return false;
    if (this.isNextCase(at, text) || this.beginsNextText(at, text)) return true;
    // 完成2—3题 behind the first question says so itself, whatever that one still misses.
    const isSaid = this.last > 0 && (sharedBy(text)?.from === this.last + 1 || this.isNextShared(at, text));
    if (!isSaid && this.question && !this.isDone() && this.question.stem.length > 0) return false;
    const isExplained = /^(?:analysis|marking)$/.test(this.field) || (this.field === 'answer' && !this.isKeyed());
    if (!isSaid && !this.ahead.isSharedAhead(at, this.last, isExplained)) return false;
    return !segmentsOf(text)[0]?.label && optionsOf(text, '', true).length === 0;
  }

  /** 1．阅读下面的文字，完成1～3题。 above a text and question 1: it numbers the text, which is for all of them. */
  protected isNumberedText({ number, style, rest }: Numbered, at: number): boolean {
    // 一、根据以下资料，回答111～115题。 says it of them all, where no question is counted so.
    const isCounted = style === 'chinese' && this.style !== 'chinese' && sharedBy(rest) !== null;
    if ((style !== 'plain' && !isCounted) || this.isWhole() || !isSharing(rest)) return false;
    const isOpen = this.question === null || this.field === 'stem' || this.isDone();
    return isOpen && this.ahead.firstBelow(at) === (sharedBy(rest)?.from ?? number);
  }

  /** （二）阅读下文，完成小题。 above the next number, behind a question that waits for its answer in the key. */
  private isNextShared(at: number, text: string): boolean {
    const { question } = this;
    if (!isSharing(text) || !/^(?:[（(【[]?[一二三四五六七八九十甲乙丙丁]{1,3}[)）】\]、]|阅读)/.test(text))
      return false;
    const isAsked = question?.number === this.last && question.stem.some((line) => line !== '');
    return isAsked && this.ahead.isNumberNext(this.last + 1, at);
  }

  /** B alone above a text, behind a question with its options: passage B, for the questions below it. */
  protected beginsPassage(at: number, text: string): boolean {
    const title = passageTitle(text);
    if (!title || this.isWhole()) return false;
    const { question } = this;
    // Right below 答案： alone a letter is the answer.
    if (this.field === 'answer' && !title.isNamed && question?.answer?.every((line) => line === '')) return false;
    const isOrdered = title.isNamed || this.ahead.isTitleInOrder(at);
    const isNext = title.isNamed || (isOrdered && this.isBehindTitle(title, at));
    if (question && (isNext ? !this.isAsked() : !this.isDone())) return false;
    // Within a choice a letter that may be its next one is an option.
    const last = question?.options[question.options.length - 1]?.key ?? '';
    if (question && !isNext && question.answer === undefined && title.letter > last) return false;
    if (!question && this.isMaterial && this.material.every((line) => line === '')) return false;
    // B below options that wait for their answer may be that.
    const isReading = question?.answer !== undefined && /阅读|Reading/i.test(this.section.heading?.text ?? '');
    return this.ahead.isPassageAhead(at, this.last, isOrdered || isReading);
  }

  /** Whether the text before was titled A where this one is B, and no option of a line of its own was. */
  private isBehindTitle({ place }: PassageTitle, at: number): boolean {
    const isBefore = (text: string) => {
      const found = passageTitle(text);
      return found?.isNamed === false && found.place === place - 1;
    };
    for (let index = at - 1; index >= 0 && index > at - OPTION_LINES; index -= 1) {
      const text = this.lines[index]?.text ?? '';
      if (isBefore(text)) return false;
      if (numberOf(text)?.style === 'plain') break;
    }
    return this.material.some(isBefore);
  }

  /** Whether the question has begun, and no option of it stands alone. */
  private isAsked(): boolean {
    return (this.question?.stem.some((line) => line !== '') ?? false) && this.question?.options.length !== 1;
  }

  /** （一）某企业…请回答1～3题：, 【资料1】…, or （一） alone above a text: it is for the questions below, no heading. */
  protected isCase(at: number, text: string): boolean {
    if (this.isWhole() || text.length > 4000) return false;
    const { question } = this;
    if (this.isCountedCase(at, text)) return true;
    if (question && !(question.options.length > 1 && this.isDone())) return false;
    if (CASE_NAMED.test(text)) return this.section.heading !== null || question !== null;
    if (!/^[（(][一二三四五六七八九十]{1,3}[)）]/.test(text)) return false;
    const heading = headingOf(text);
    if (sharedBy(text)) return true;
    const isAlone = /^[（(][一二三四五六七八九十]{1,3}[)）]$/.test(text);
    const following = this.ahead.nextText(at);
    return isAlone && heading !== null && numberOf(following) === null && headingOf(following) === null;
  }

  /** （二）乙公司破产，资产 1000 万元。 in a section of cases, above the question that comes next. */
  private isCountedCase(at: number, text: string): boolean {
    if (!COUNTED_CASE.test(text)) return false;
    if (!OF_CASES.test(this.section.heading?.text ?? '')) return this.isCountedText(at, text);
    if ((headingOf(text)?.kind ?? null) !== null) return false;
    const next = numberOf(this.ahead.nextText(at));
    return next?.style === 'plain' && (next.number === 1 || next.number === this.last + 1);
  }

  /** （二）秋天来了，叶子黄了。 below 二、阅读, with the next question below it, however long the text goes on. */
  private isCountedText(at: number, text: string): boolean {
    if (!this.isOfReading || !isSentence(text)) return false;
    const heading = headingOf(text);
    if (heading ? !isSilent(heading) || this.isOfAnswer(heading) : this.field === 'answer') return false;
    const number = this.ahead.firstBelow(at);
    return number !== null && (number === 1 || number === this.nextNumber());
  }

  private nextNumber = () => (this.questions[this.questions.length - 1]?.number ?? 0) + 1;

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
