import { type Numbered, numberOf } from './text-numbers';
import { optionsBehind, optionsOf } from './text-options';
import { JUDGED_END, READING, ReaderState } from './text-reader-state';

const BRACKET_OPTION = /^[（(【[]\s?([A-JＡ-Ｊ])\s?[)）】\]]/;

/** 步骤如下： */
const STEPS =
  /(?:步骤|过程|操作|方法|流程|规则|资料|材料|业务|事项|情况|内容|记录|信息|活动|规定|要点|观点|数据|如下|以下)[^。；;]{0,12}[:：]$/;

/** 要求： alone, and 写作要点： at the end of a line */
const TASK_LIST = /(?:要求|注意|提示|要点|内容)(?:如下)?\s?[:：]$|^注意事项$/;

/** 请给Jim写信，内容包括： as the first line of a task */
const TASK_OPEN = /(?:内容|要点|要求|注意|提示|包括|包含|方面|信息|情况|如下)[^。；;题问]{0,6}[:：]$/;

/** 注意：1. 词数100左右； has the first of its list on its own line. */
const TASK_INLINE = /(?:要求|注意|提示|要点|内容|包括|包含|如下)(?:事项)?\s?[:：]\s{0,4}[（(]?[1１]\s?[.．、)）]/;

/** （1）字数80～120字； right below a task, without 要求： above it: nothing that could be written by itself. */
const REQUIREMENT =
  /^(?:字数|词数|篇幅|格式|书写|卷面|字迹|文体|不少于|不得|(?:题目|标题)自拟|语言(?:通顺|流畅|得体|规范)|条理|中心|立意)/;

/** So many lines of a task may stand behind the first of its list. */
const LONGEST_TASK = 60;

/** A place to answer in, or a sentence that is judged: no list within an answer has it. */
const ASKS = new RegExp(`[（(]\\s{0,20}[)）]|[_＿]{2}|[？?]$|${JUDGED_END.source}`);

/** A place to answer in. */
const PLACE = /[（(]\s{0,40}[)）]|[_＿]{2}/;

/** 1．0 with the sign of a number that no decimal has; 2.1吨 with a word right behind the digits. */
const WIDE_SIGN = /^[0-9０-９]{1,3}\s{0,3}．/;
const WORD_BEHIND = /^[0-9]{1,3}\.[0-9]{1,4}[\u3400-\u9fff]/;

export const next = (key: string, step: number) => String.fromCharCode(key.charCodeAt(0) + step);

/** So many lines of a stem are looked at for its parts, each so far. */
const PART_LINES = 100;
const PART_LENGTH = 400;

/** Whether a stem has （2） already, at the beginning of a line or behind the end of a sentence. */
function isAskedIn(stem: string[], number: number): boolean {
  const sign = new RegExp(`(?:^|[。．.；;？?：:）)\\s])[（(]\\s?${number}\\s?[)）]`);
  return stem.slice(0, PART_LINES).some((line) => sign.test(line.slice(0, PART_LENGTH)));
}

/** Which numbers begin a question, and which count something within one. */
export abstract class NumberReader extends ReaderState {
  /** (C) 3.5 behind (B) is an option, though （C）3. may be a question with its answer before it. */
  protected isNextOption(at: number, text: string): boolean {
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
  protected isKeyedNumber(text: string, following: string): boolean {
    const found = numberOf(text);
    if (!found || found.before === '' || found.isDoubtful || found.number !== this.last + 1) return false;
    return optionsOf(following, '', true)[0]?.key === 'A' || optionsBehind(text) !== null;
  }

  protected isQuestion(found: Numbered, at: number): boolean {
    const { number, style } = found;
    if (this.isOfMaterial(found, at) || this.isOfTask(found)) return false;
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
    // 6.1KB below a heading behind question 5 begins question 6.
    if (!this.question && this.last === 0)
      return (
        !found.isDoubtful ||
        number === this.lastNumber() + 1 ||
        this.isFirstOfSection(found, at) ||
        this.isFirstOfAll(found, at) ||
        this.ahead.isBlockAhead(at)
      );
    if (style === 'plain' && this.style && this.style !== 'plain') return this.isBelowParts(found, at);
    if (this.isInnerList(number) && !(number === this.last + 1 && this.isBehindList(number, at))) {
      this.nested = number;
      return false;
    }
    const isNext = number === this.last + 1;
    if (isNext && !found.isDoubtful) return true;
    if (isNext && (this.isJudgedNext(found, at) || this.isAskedNext(found, at))) return true;
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

  /** 1．1945年日本投降。 above 2．, where nothing has been asked before: no text of a paper begins with such a decimal. */
  private isFirstOfAll({ number, isSlip }: Numbered, at: number): boolean {
    if (number !== 1 || isSlip || this.questions.length > 0 || !this.isSentence(at)) return false;
    return this.ahead.isCountedNext(2, at) && !this.pending.some(({ text: above }) => STEPS.test(above.slice(-60)));
  }

  private isSentence(at: number): boolean {
    const text = this.lines[at]?.text ?? '';
    return text.length < 2000 && (PLACE.test(text) || /[。？?]$/.test(text));
  }

  /** 1．0除以任何数都得0。 right below 三、判断题: no text between them begins with a decimal of such a form. */
  private isFirstOfSection({ number, isSlip }: Numbered, at: number): boolean {
    const text = (this.lines[at]?.text ?? '').slice(0, 400);
    if (
      number !== 1 ||
      isSlip ||
      !this.section.heading ||
      this.pending.some(({ text: above }) => STEPS.test(above.slice(-60)))
    )
      return false;
    return WIDE_SIGN.test(text) || (WORD_BEHIND.test(text) && PLACE.test(text));
  }

  /** 2．1吨=（ ）千克 behind a question that has a place as well, where 2.5（ ）2.05 is a line of it. */
  private isAskedNext({ isSlip }: Numbered, at: number): boolean {
    const text = (this.lines[at]?.text ?? '').slice(0, 400);
    if (isSlip || this.field !== 'stem' || !PLACE.test(text)) return false;
    const isSign = WIDE_SIGN.test(text) || WORD_BEHIND.test(text);
    return isSign && (this.question?.stem.some((line) => PLACE.test(line.slice(0, 2000))) ?? false);
  }

  /** 3．1-1=0 behind 2．雪是白的。 below 判断题: a sentence that is judged has ended, and no other line is number 3. */
  private isJudgedNext({ number, isSlip }: Numbered, at: number): boolean {
    const stem = this.question?.stem ?? [];
    const isOver = /[。.？?！!)）]\s{0,4}$/.test((stem[stem.length - 1] ?? '').slice(-20));
    return this.isOfKind('judge') && !isSlip && this.field === 'stem' && isOver && !this.ahead.comesAgain(number, at);
  }

  /** 3. behind the questions （1） and （2） is one as well where no list goes on: that would begin with 1. */
  private isBelowParts({ number, isDoubtful }: Numbered, at: number): boolean {
    if (this.isInnerList(number)) {
      this.nested = number;
      return false;
    }
    if (this.ahead.isBlockAhead(at)) return true;
    if (number === 1) this.nested = 1;
    const isNext = this.style === 'paren' && this.field === 'stem' && this.nested === null && !isDoubtful;
    if (!isNext || number > this.last + 5) return false;
    this.tell(`题号从（${this.last}）变成 ${number}.，请核对有没有漏题或拆开的题。`);
    return true;
  }

  /** 1. 词数80左右； below 要求： of the one task of a section of essays, which has no number itself. */
  private isOfTask({ style, number, rest }: Numbered): boolean {
    const isList = style === 'plain' || (style === 'paren' && this.isOfKind('written'));
    if (this.question || this.last > 0 || !isList || !this.isEssaySection(['written', 'essay'])) return false;
    const at = this.pending.findIndex(({ text }) => TASK_LIST.test(text.slice(-40)));
    if (at > 0 || number === this.nextOfTask()) return true;
    const [first] = this.pending;
    const isListed = number === 1 ? REQUIREMENT.test(rest) : this.isCountedAbove(style, number - 1);
    if (this.isOfKind('written') && first !== undefined && isListed) return true;
    return this.isOfKind('written') && first !== undefined && TASK_OPEN.test(first.text.slice(-40));
  }

  private isCountedAbove(style: Numbered['style'], number: number): boolean {
    const found = this.pending.slice(-LONGEST_TASK).map(({ text }) => numberOf(text));
    return found.some((each) => each?.style === style && each.number === number);
  }

  /** 2 behind 注意：1. 词数100左右； and 3 behind that; null where no list of the task has begun on such a line. */
  private nextOfTask(): number | null {
    for (let at = this.pending.length - 1; at >= Math.max(0, this.pending.length - LONGEST_TASK); at -= 1) {
      const { text = '' } = this.pending[at] ?? {};
      if (TASK_INLINE.test(text.slice(0, 2000))) return this.countedFrom(at);
      if (numberOf(text)?.number === 1) return null;
    }
    return null;
  }

  /** The number behind those of the lines below the first of a list. */
  private countedFrom(at: number): number {
    return this.pending
      .slice(at + 1)
      .reduce((next, { text }) => (numberOf(text)?.number === next ? next + 1 : next), 2);
  }

  /** （1）购入材料… of a text for several questions, and the numbered steps of one: the questions stand below. */
  private isOfMaterial({ number, style }: Numbered, at: number): boolean {
    if (this.question || this.last > 0) return false;
    if (at < this.stepsEnd) return true;
    const last =
      (this.isMaterial ? this.material[this.material.length - 1] : this.pending[this.pending.length - 1]?.text) ?? '';
    if (style === 'paren') {
      if (this.isMaterial) return last !== '' && !this.ahead.isBlockAhead(at);
      const isText = STEPS.test(last.slice(-60)) || this.pending.some(({ text }) => READING.test(text));
      this.stepsEnd = isText && number === 1 ? (this.ahead.listEnd(at, this.last + 1) ?? 0) : 0;
      return at < this.stepsEnd && this.takesSteps();
    }
    if (style !== 'plain' || number !== 1 || !STEPS.test(last.slice(-60))) return false;
    this.stepsEnd = this.ahead.stepsEnd(at) ?? 0;
    return at < this.stepsEnd && this.takesSteps();
  }

  /** The lines above and the steps are a text for several. */
  private takesSteps(): boolean {
    // Below them stand questions of any kind, whatever the heading calls them all.
    const { heading } = this.section;
    if (heading?.kind && this.isEssaySection(['essay']))
      this.section = { ...this.section, heading: { ...heading, kind: null } };
    if (!this.isMaterial) {
      this.material = this.pending.map(({ text: above }) => above);
      this.isMaterial = true;
    }
    return true;
  }

  /** （2） with an answer of its own, behind the answer of （1）, is asked by the same question. */
  protected goesOnAsking(at: number, text: string): boolean {
    const { question } = this;
    const found = /^[（(]\s?(\d{1,2})\s?[)）]/.exec(text);
    const isBehind = this.field === 'answer' || this.field === 'analysis';
    if (!question || !found || !isBehind || question.options.length > 0) return false;
    const before = new RegExp(`^[（(]\\s?${Number(found[1]) - 1}\\s?[)）]`);
    const isCounted = question.stem.some((line) => before.test(line));
    if (!isCounted || question.answer?.some((line) => before.test(line)) || !this.ahead.isBlockAhead(at)) return false;
    // 【分析】（1）… （2）… below a stem that asks both already: the analysis goes on.
    if (isAskedIn(question.stem, Number(found[1]))) return false;
    this.field = 'stem';
    const note = '几个小问的答案已按次序放在一起，请核对。';
    if (!question.notes.includes(note)) question.notes.push(note);
    return true;
  }

  /** The number of the question before, of whatever section. */
  protected lastNumber(): number {
    return this.questions[this.questions.length - 1]?.number ?? NaN;
  }

  /** 1. … 3. …: one of them was taken out, whatever the question before still misses; a list within it begins with 1. */
  protected isLeftOut(number: number): boolean {
    return this.field === 'stem' && this.nested === null && this.question?.number === this.last && number > this.last;
  }

  /** Behind 评分标准 of a text without a number every number counts the list. */
  protected isListOfOwn(number: number): boolean {
    const isInside = ['answer', 'analysis', 'marking'].includes(this.field) && this.question?.number === null;
    return isInside && number === (this.nested ?? 0) + 1;
  }

  /** Whether 2. behind the 1. of a list is the next question: it does not come again, and asks or has an answer. */
  private isBehindList(number: number, at: number): boolean {
    const text = (this.lines[at]?.text ?? '').slice(0, 2000);
    return !this.ahead.comesAgain(number, at) && (this.ahead.isBlockAhead(at) || ASKS.test(text));
  }

  /** A list inside an answer or a stem counts on: 1. 2. 3. */
  protected isInnerList(number: number): boolean {
    return this.nested !== null && number === this.nested + 1;
  }
}
