import { CountedLines, countSign } from './text-counted';
import { clip } from './text-draft';
import { type Heading, headingOf } from './text-headings';
import { numberOf } from './text-numbers';
import { NumberReader } from './text-reader-numbers';
import { READING } from './text-reader-state';
import { hasBlank, isAsking } from './text-stem-labels';
import { parseNumeral } from './words.rules';

const NOTICE = /^[【[（(]?(?:注意事项|考生须知|答题须知|考生注意|答卷前须知)[】\])）]?[:：]?(?:$|([1１])[.．、])/;

/** 二、文言文: a few words and no sentence. */
const TITLE = /^[一二三四五六七八九十]{1,3}\s?[、.．]\s{0,4}[^\s，。；：！？!?,;:（()）_＿]{2,14}$/;

/** Sections whose questions are about a text below the heading; 默写 has none. */
const OF_TEXT = /文言文|现代文|古诗|诗歌|诗词|名著|选文|短文|散文|小说|病例|病案/;
const OF_NO_TEXT = /默写|积累|填空|常识|写作|改错/;

/** So many questions back the heading of a section is looked for. */
const SECTION_BACK = 60;
/** So many lines may stand between a heading and the first question below it. */
const TEXT_LINES = 120;

/** A stem of more lines has a text of its own; each of them is looked at again with every line. */
const STEM_LINES = 60;

/** What bids to read or to look at something for the questions below: 看图回答问题。, 材料：…, 乙文 */
const BIDS =
  /^(?:[（(【[]?[一二三四五六七八九十甲乙丙丁]{1,2}[)）】\]、.．]\s?)?(?:仔细|认真|请)?(?:阅读|根据|依据|读|看|观察|结合|听|[下右左上]图|[下右左上]表|[下右左]面|如图|图\s?\d).{0,80}(?:回答|完成|解答|填空|判断|选择|答题|问题)/;
const NAMES = /^[（(【[]?(?:[甲乙丙丁]|选?文[一二三四]|文本[一二三四]|语段[一二三四])[)）】\]]?(?:文|篇|段)?$/;

/** 材料：, 材料一：… and 资料：: a text with its name before it, and no line that bids to read it. */
const NAMED_TEXT = /^[【[]?(?:材料|资料)/;
/** 根据材料，分析… and 请分析下面案例。: what a question of a text of its own says. */
const OF_OWN_TEXT =
  /(?:根据|依据|结合|阅读|分析|针对|运用|联系|读|看|按照?|[据由])[^。？?！!；;]{0,12}(?:材料|资料)|下面|下列|以下|如下/;

/** 案例一 and 情境二： above a case; the word and its place. */
const CASE_TITLE =
  /^[（(【[]?(案例|案情|情境|情景|案件|事例|背景资料|资料|材料)\s?([一二三四五六七八九十]{1,3}|\d{1,2})\s?(?:[】\]]|[)）]?\s{0,4}(?:$|[:：]|(?=[（(])))/;

function caseTitle(text: string): { word: string; place: number } | null {
  const [, word = '', said = ''] = CASE_TITLE.exec(text.slice(0, 40)) ?? [];
  const place = parseNumeral(said) ?? Number(said);
  return word !== '' && place > 0 ? { word, place } : null;
}

/** 第一节 革命的前提: of a paper a heading, of a table of contents within a question a line. */
const CHAPTER = /^第\s?([一二三四五六七八九十]{1,3}|\d{1,2})\s?([章节讲课篇])(?:[\s\u3000]|[^\s，。；？！]{1,30}$)/;

/** A question that has said all it asks. */
const IS_OVER = /[。.？?！!)）_＿…]["”」]?$/;
/** 材料分析题 and 综合探究（10分） name a question, whose text may stand below it. */
const NAMES_TASK = /^[^？?。，,_＿]{0,30}(?:题|[（(]\s?\d{1,3}\s?分\s?[)）])[。.：:]?$/;

/** Texts that stand between two questions, or below the heading of a section, and are for what follows. */
export abstract class TextsReader extends NumberReader {
  protected readonly counted = new CountedLines();

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

  /** 二、文言文 behind section 一, or as the first of a paper, above a text and the next question. */
  protected isTextHeading({ ordinal, text, isDoubtful, kind }: Heading, at: number): boolean {
    if (ordinal === null || !isDoubtful || kind !== null || !TITLE.test(text) || this.style === 'chinese') return false;
    const before = this.ordinalBefore();
    const isFirst = this.questions.length === 0 && this.question === null;
    if (before === null ? !isFirst : ordinal !== before + 1) return false;
    const lines = (this.question && this.linesOfField(this.question)) ?? [];
    // 二、 behind 一、 of an answer goes on with it.
    if (ordinal > 1 && this.counted.has(lines, countSign(ordinal - 1, false))) return false;
    const number = this.ahead.firstBelow(at);
    return number !== null && (number === 1 || number === this.last + 1) && !this.isCountedBelow(at);
  }

  /** 三、病例分析 right behind the last question of section 二, above a text and the next question: no line of it. */
  protected isNamedText(heading: Heading, at: number): boolean {
    return /阅读|材料|案例|资料|[病案]例/.test(heading.text) && this.isTextHeading(heading, at);
  }

  /** Whether a text is to stand below such a heading. */
  protected isOfText = (text: string) => OF_TEXT.test(text) && !OF_NO_TEXT.test(text);

  /** The ordinal of the section before, 一、 of a paper and no part of one; null for none. */
  private ordinalBefore(): number | null {
    const { questions } = this;
    for (let at = questions.length - 1; at >= 0 && at > questions.length - SECTION_BACK; at -= 1) {
      const heading = questions[at]?.section.heading;
      if (heading && !heading.isPart && !/^[（(]/.test(heading.text)) return heading.ordinal;
    }
    return null;
  }

  /** Whether 二、 stands between the line and the first question below it: then it counts questions itself. */
  private isCountedBelow(at: number): boolean {
    for (let index = at + 1; index < this.lines.length && index < at + TEXT_LINES; index += 1) {
      const found = numberOf(this.lines[index]?.text.slice(0, 200) ?? '');
      if (found?.style === 'plain' && !found.isDoubtful) return false;
      if (found?.style === 'chinese') return true;
    }
    return false;
  }

  /** 阅读短文，回答问题。 or 乙文 behind a question that waits for its answer in the key, above a text and the next question. */
  protected beginsNextText(at: number, text: string): boolean {
    const { question } = this;
    if (!question || this.field !== 'stem' || this.isWhole() || text.length > 2000) return false;
    if (question.number === null || question.number !== this.last || question.answer !== undefined) return false;
    if (question.stem.length > STEM_LINES) return false;
    const isBid = BIDS.test(text) || READING.test(text) || NAMES.test(text);
    const stem = question.stem.filter((line) => line !== '');
    const [first = ''] = stem;
    const last = stem[stem.length - 1] ?? '';
    if (!isBid || !IS_OVER.test(last.slice(-4))) return false;
    if (!this.ahead.isNumberNext(this.last + 1, at)) return false;
    const isNamed = NAMED_TEXT.test(text);
    // 根据材料，… without any text above it: the text below is its own.
    const isWithout = question.material.length === 0 && OF_OWN_TEXT.test(first.slice(0, 400));
    if (isNamed && isWithout) return false;
    if (!NAMES_TASK.test(first.slice(0, 80)) && !this.isAskedBelow(at)) {
      if (isNamed) question.notes.push(`后面的“${clip(text)}”当作下面几题的材料，没有放进这道题，请核对。`);
      return true;
    }
    question.notes.push(`“${clip(text)}”起的文字也许是下面几题的材料，请核对。`);
    this.tell(`前一题里“${clip(text)}”起的文字，也许是这道题的材料，请核对。`);
    return false;
  }

  /** 第一节 … above 第二节 … without any question between: two chapters to compare, within what is asked. */
  protected isOfContents(text: string, at: number): boolean {
    const { question } = this;
    if (!CHAPTER.test(text.slice(0, 60)) || !question || this.field !== 'stem' || this.isWhole()) return false;
    const heading = headingOf(text);
    if (!heading || heading.kind !== null || (heading.each ?? heading.total) !== null) return false;
    if (question.answer !== undefined || question.stem.every((line) => line === '')) return false;
    if (question.stem.slice(-STEM_LINES).some((line) => CHAPTER.test(line.slice(0, 60)))) return true;
    const last = new Map<string, number>();
    for (let index = at; index < this.lines.length && index < at + STEM_LINES; index += 1) {
      const line = this.lines[index]?.text ?? '';
      const [, said = '', unit] = CHAPTER.exec(line.slice(0, 60)) ?? [];
      if (unit === undefined && line !== '') return false;
      const place = parseNumeral(said);
      if (unit === undefined || place === undefined) continue;
      if (last.get(unit) === place - 1) return true;
      last.set(unit, place);
    }
    return false;
  }

  /** 案例二 behind the questions of 案例一, above those of its own. */
  protected isNextCase(at: number, text: string): boolean {
    const title = caseTitle(text);
    if (!title || title.place < 2 || !this.question || this.isWhole()) return false;
    const isBefore = (line: string) => {
      const before = caseTitle(line);
      return before?.word === title.word && before.place === title.place - 1;
    };
    if (!this.material.slice(0, STEM_LINES).some(isBefore)) return false;
    const first = this.ahead.firstBelow(at);
    if (first === 1) this.question.doubts.push(`“${clip(text)}”起的文字也许是另外几题的材料，题号又从 1 数起。`);
    return first === this.last + 1;
  }

  /** Whether something is asked between the line and the next question: then the text may be of the question before. */
  private isAskedBelow(at: number): boolean {
    for (let index = at + 1; index < this.lines.length && index < at + TEXT_LINES; index += 1) {
      const { text = '' } = this.lines[index] ?? {};
      if (numberOf(text)?.number === this.last + 1) return false;
      if (text !== '' && (isAsking(text) || hasBlank(text))) return true;
    }
    return false;
  }
}
