import { isListText, rangeOf } from './text-answer-entries';
import { isSheetTitle } from './text-answer-sheet';
import { type AnswerList, newAnswerList } from './text-answer-list';
import { isListLine, isListSection, isListTitle, ordinalAnswered, readListLine } from './text-answers';
import { hasEntries } from './text-answers-give';
import { clip } from './text-draft';
import { type Heading, headingOf } from './text-headings';
import { segmentsOf } from './text-labels';
import { bracketedOf, numberOf } from './text-numbers';
import { firstSection, hasEntryEach, sectionsOnLine } from './text-key-one-line';
import { keyAbove, partOf } from './text-parts';
import type { RawQuestion } from './text-raw';
import { SectionReader } from './text-reader-sections';
import { isLooseTitle } from './text-list-titles';
import { isUntitledKey, mayBeKey, rowOfKey, waitingChoices } from './text-key-untitled';
import { scriptEntryOf } from './text-scripts';

const MAX_LISTS = 50;

/** XX中学2023学年第一学期期末考试, 七年级（上）期中数学试卷 */
const PAPER_TITLE =
  /^[^。？?！!；;：:，,]{4,60}(?:试卷|试题|考试|测试|测验|检测|练习|卷)(?:[（(][^（()）]{1,12}[)）])?$/;

/** 听第6段材料，回答第3至5题。 */
const OF_TEXT = /^听第\s?(\d{1,2})\s?段/;

/** 第1题 答案：A */
const NAMED_ENTRY = /^第\s?(\d{1,3})\s?题\s{0,3}[、:：.．]?\s{0,3}[【[]?(?:参考|正确)?答案/;

/** The list of answers of a paper, what is read out, and papers that stand in one file. */
export abstract class ListReader extends SectionReader {
  /** Behind the answers of all questions a heading and the next number begin the next part of the paper. */
  protected isNewSection(at: number, text: string): boolean {
    const heading = this.list ? headingOf(text) : null;
    if (!this.list || !heading) return false;
    const numbers = this.questions.map(({ number }) => number ?? 0);
    if (heading.isDoubtful) return this.isTextHeading(heading, at) && hasEntries(this.list, numbers);
    if (this.isNextSection(this.list, heading, at)) return true;
    const last = Math.max(...numbers);
    return numberOf(this.ahead.nextText(at))?.number === last + 1 && hasEntries(this.list, numbers);
  }

  /** 二、填空题 behind the answers of section 一, which name no section: no question of 二 was read yet. */
  private isNextSection({ groups }: AnswerList, { ordinal, kind, text }: Heading, at: number): boolean {
    const own = this.section.heading;
    const isOfOne = groups.some(({ entries }) => entries.length > 0) && groups.every(({ heading }) => heading === null);
    if (!own || !isOfOne || this.questions[this.questions.length - 1]?.section !== this.section) return false;
    if (kind === null && numberOf(this.ahead.nextText(at))?.number !== 1) return false;
    if (/^[（(]/.test(text) !== /^[（(]/.test(own.text)) return false;
    const sections = this.questions.flatMap(({ section }) => section.heading ?? []);
    if (ordinal !== null) return own.ordinal === ordinal - 1 && sections.every((each) => each.ordinal !== ordinal);
    const isKnown = sections.some((each) => JSON.stringify(each.kind) === JSON.stringify(kind));
    return own.ordinal === null && own.kind !== null && kind !== null && !isKnown;
  }

  /** 3. 秋天有什么特点？ behind 【答案】1. … 2. … of a group, where the key of 3 stands below it. */
  protected isBehindKey(at: number, text: string): boolean {
    const found = numberOf(text);
    if (!this.list || found?.style !== 'plain' || found.isDoubtful || found.number !== this.last + 1) return false;
    if (segmentsOf(text).length > 1 || !this.ahead.isKeyAhead(found.number, at)) return false;
    return hasEntries(
      this.list,
      this.questions.map(({ number }) => number ?? 0),
    );
  }

  /**
   * A title with entries for questions that stand before it, or one within the key or behind all questions and answers;
   * else it is a label of the question it stands at.
   */
  protected beginsScripts(at: number): boolean {
    const entry = scriptEntryOf(this.ahead.nextText(at));
    if (entry === null) return this.isBehindAll(at);
    return this.questions.length > 0 && entry.number <= Math.max(this.last, this.questions.length);
  }

  /** 答题卡 behind questions, and the lines of it: they are left out, and told. */
  protected readSheet(at: number, text: string): boolean {
    if (this.sheet === null) {
      if (this.questions.length === 0 || this.list || !isSheetTitle(text)) return false;
      this.closeSection();
      this.sheet = [text];
      return true;
    }
    const found = numberOf(text);
    const isNext = found?.style === 'plain' && found.number === this.last + 1 && !/^[\s_＿[(（]/.test(found.rest);
    const isKey = this.endsSheet(at, text) || isListSection(text) || isListText(text) || this.isKeyLine(text);
    if (!isNext && !isKey && !this.ahead.isQuestionAfterList(at, text)) {
      this.sheet.push(text);
      return true;
    }
    this.endSheet();
    return false;
  }

  /** The title of a key; 答案 alone may be a row of the sheet to write into. */
  private endsSheet(at: number, text: string): boolean {
    const following = this.ahead.nextText(at);
    const isEntry = isListText(following) || /[^\s_＿]/.test(numberOf(following)?.rest ?? '');
    return isListTitle(text) && (!/^答\s?案[:：]?$/.test(text) || isEntry);
  }

  protected endSheet(): void {
    const [title, ...lines] = this.sheet ?? [];
    const last = this.questions[this.questions.length - 1];
    if (title !== undefined)
      last?.notes.push(`后面的“${title}”没有导入${lines.length > 0 ? `：“${clip(lines.join(' '))}”` : ''}。`);
    this.sheet = null;
  }

  /** Whether neither another question nor another answer stands below, behind the key or behind questions that have theirs. */
  private isBehindAll(at: number): boolean {
    const isKeyed = this.list !== null || (this.question === null && this.unanswered() === 0);
    const isOver = isKeyed && this.questions.length > 0 && !this.ahead.isPaperAhead(at);
    return isOver && this.ahead.numberBelow(at, 'plain') === null;
  }

  protected beginScripts(title: string): void {
    this.closeSection();
    this.list = null;
    this.script = { number: 0, lines: [] };
    if (this.uncounted.length < MAX_LISTS) this.uncounted.push({ title, lines: this.script.lines });
  }

  /** What is read out for no question that is named, behind each title. */
  private readonly uncounted: { title: string; lines: string[] }[] = [];

  private tellUncounted(): void {
    for (const { title, lines } of this.uncounted)
      if (lines.length > 0)
        this.questions[this.questions.length - 1]?.notes.push(
          `后面的“${clip(title)}”没有写是哪几题的，没有导入：“${clip(lines.join(' '))}”。`,
        );
  }

  /** One more line of what is read out; false when something else begins. */
  protected readScript(at: number, text: string): boolean {
    const entry = scriptEntryOf(text);
    const heading = entry ? null : headingOf(text);
    const isOver =
      heading?.isDoubtful === false ||
      this.lines[at]?.sections !== undefined ||
      (isListTitle(text) && this.beginsList(at)) ||
      (entry === null && (isListText(text) || this.isKeyLine(text)));
    if (isOver || (entry && this.ahead.isQuestionAfterList(at, text))) {
      this.script = null;
      // The key goes on behind what is read out.
      if (this.lines[at]?.sections) this.beginList();
      return false;
    }
    if (entry && entry.number > (this.script?.number ?? 0)) {
      this.script = { number: entry.number, lines: [entry.rest] };
      this.scripts.push(this.script);
    } else this.script?.lines.push(text);
    return true;
  }

  /** 答案：1-3 BAC below what is read out. */
  private isKeyLine(text: string): boolean {
    const [first] = segmentsOf(text.slice(0, 2000));
    return first?.label === 'answer' && isListText(first.text) && this.hasManyUnanswered();
  }

  protected applyScripts(): void {
    this.tellUncounted();
    if (this.scripts.length === 0) return;
    const byNumber = new Map<number, RawQuestion>();
    for (const question of this.questions)
      if (question.number !== null && !byNumber.has(question.number)) byNumber.set(question.number, question);
    const lost: string[] = [];
    // Text 6 is of the questions below 听第6段材料.
    const byText = new Map<number, RawQuestion>();
    for (const question of this.questions) {
      const text = question.material.map((line) => OF_TEXT.exec(line)?.[1]).find((digits) => digits !== undefined);
      if (text !== undefined && !byText.has(Number(text))) byText.set(Number(text), question);
    }
    for (const { number, lines } of this.scripts)
      ((byText.get(number) ?? byNumber.get(number))?.script ?? lost).push(...lines);
    const first = this.questions[0];
    if (first && lost.length > 0) first.lost = [first.lost, ...lost].filter((text) => text !== '').join('\n');
  }

  protected beginList(): void {
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
    const waiting = this.questions.filter(({ answer }) => answer === undefined);
    this.list = newAnswerList(
      new Set(waiting.flatMap(({ number, blankNumbers }) => [...(number === null ? [] : [number]), ...blankNumbers])),
    );
    this.list.style = this.style;
    const first = this.questions.filter(({ answer, number, text }) => answer === undefined && number === 1 && text);
    this.list.isRepeated = first.length > 1;
    this.list.section = this.questions[this.questions.length - 1]?.section.index;
    this.lists.push(this.list);
  }

  /** The choices that wait for their answers, as many questions as there were and as many as were answered. */
  private unkeyed: { of: number; answered: number; choices: RawQuestion[] } = { of: 0, answered: 0, choices: [] };

  /** The line as a key begins with it that has no title, where all choices wait for their answers; null for any other. */
  protected untitledKey(at: number, text: string): string | null {
    if (!this.question || !this.hasManyUnanswered() || !mayBeKey(this.lines, at)) return null;
    const { questions, answered } = this;
    if (this.unkeyed.of !== questions.length || this.unkeyed.answered !== answered)
      this.unkeyed = { of: questions.length, answered, choices: waitingChoices(questions) };
    const waiting = this.unkeyed.choices;
    if (isUntitledKey(this.lines, at, waiting)) return text;
    return this.field === 'option' && this.ahead.nextText(at) === '' ? rowOfKey(text, waiting) : null;
  }

  /** 1-5：DACBB without any title, below questions that have those numbers. */
  protected isBareList(text: string): boolean {
    const range = rangeOf(text);
    if (range && range.from === 1 && range.to > 2 && this.field !== 'option' && this.isKeyAgain(text)) return true;
    if (!range || !this.question || !this.hasManyUnanswered()) return false;
    const waiting = this.questions.filter(({ answer }) => answer === undefined);
    // 1-2 AB may be of two blanks of a text, unless two choices wait for it.
    if (waiting.length < 3 && !waiting.every(({ options }) => options.length > 1)) return false;
    const asked = new Set(waiting.map(({ number }) => number));
    return asked.has(range.from) && asked.has(range.to) && this.last >= range.to;
  }

  /** The name of the paper above 参考答案 is part of no question. */
  protected dropTitleAbove(): void {
    const lines = this.question && this.linesOfField(this.question);
    if (!lines || lines.length < 2) return;
    const at = lines.reduce((last, line, index) => (line === '' ? last : index), -1);
    if (at > 0 && PAPER_TITLE.test((lines[at] ?? '').slice(0, 80))) lines.splice(at);
  }

  /** 答案速查：1-3 CAB above the first question: it is for those that follow. */
  protected readKeyAbove(at: number, text: string): boolean {
    if (this.questions.length > 0) return false;
    const rest = keyAbove(text);
    if (rest === null || !isListText(rest === '' ? this.ahead.nextText(at) : rest)) return false;
    this.beginList();
    if (rest !== '' && this.list) readListLine(this.list, rest);
    return true;
  }

  /** Such a key ends where the paper begins: at its first heading, or a number that begins no answers. */
  protected endsKeyAbove(at: number, text: string): boolean {
    if (this.questions.length > 0 || isListText(text)) return false;
    if (this.wasBlank && PAPER_TITLE.test(text.slice(0, 80))) return true;
    const heading = headingOf(text);
    const isListNext = isListText(this.ahead.nextText(at));
    return heading ? !isListNext : numberOf(text) !== null;
  }

  /** A卷 or 试卷（B卷）: several papers in one file, or their keys; each has its own numbers. */
  protected beginsPart(at: number, text: string): boolean {
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
    this.textAbove = null;
    this.style = null;
    this.last = 0;
    this.material = [];
    this.isMaterial = false;
    this.isShared = false;
    this.shared = null;
    return true;
  }

  /** Whether more than one paper is named in the file. */
  protected isOfParts(): boolean {
    this.parts ??= new Set(this.lines.map(({ text }) => partOf(text)).filter((part) => part !== null)).size;
    return this.parts > 1;
  }

  protected beginsListHere(at: number, text: string): boolean {
    if (text === '' ? this.isKeyAgain(this.ahead.textBehindHeading(at)) : this.isKeyAgain(text, false)) return true;
    if (text !== '' && this.isOfSections(at, text)) return true;
    if (text !== '')
      return this.unanswered() > 1 && (isListText(text) || isListSection(text) || this.beginsEntries(at, text));
    return this.beginsList(at);
  }

  /** 答案：一、1．B 二、1．水, or 二、 on the next line: of sections that wait for their answers. */
  private isOfSections(at: number, text: string): boolean {
    const ordinal = firstSection(text);
    if (ordinal === null || this.unanswered() < 2) return false;
    const next = sectionsOnLine(text)?.[1]?.ordinal ?? numberOf(this.ahead.nextText(at).slice(0, 200))?.number;
    const waits = (of: number) =>
      this.questions.some(({ section, answer }) => section.heading?.ordinal === of && answer === undefined);
    return next === ordinal + 1 && waits(ordinal) && waits(next);
  }

  /** 答案：1．A with 2．B … on lines of their own: as far as the question it stands at, which is not the first. */
  protected beginsEntries(at: number, text: string): boolean {
    const found = numberOf(text);
    const first = found?.style === 'plain' ? found.number : null;
    const last = this.question?.number ?? null;
    if (first === null || last === null || first >= last || !this.hasManyUnanswered()) return false;
    const asked = this.questions.find(({ number, answer }) => number === first && answer === undefined);
    const own = this.questions.filter(({ section }) => section === this.section);
    const isEach = () => [this.questions, own].some((questions) => this.isEntryEach(questions, text, first));
    return asked !== undefined && (this.ahead.countsOn(at, first, last) || isEach());
  }

  /** 答案：1．A 2．甲 on one line: an entry for each that waits in the paper or in the section, and for no other. */
  private isEntryEach(questions: RawQuestion[], text: string, first: number): boolean {
    const waiting = questions.flatMap(({ number, answer }) =>
      answer === undefined && number !== null && number >= first ? [number] : [],
    );
    // The small questions of a number have one entry.
    const asked = [...new Set(waiting)];
    return text.length < 4000 && asked.length > 0 && hasEntryEach(text, asked);
  }

  /** 答案解析 above 第1题 答案：A, a question that stands before it. */
  protected isKeyTitle(at: number, text: string): boolean {
    if (isListTitle(text) || this.isTitleOfAll(at, text)) return true;
    const named = /^答案(?:与|及)?(?:解析|详解)[:：]?$/.test(text) ? NAMED_ENTRY.exec(this.ahead.nextText(at)) : null;
    return named !== null && Number(named[1]) < this.last;
  }

  /** 试题解析 above 1. … as far as the last question, or above the heading of a section that waits for its answers. */
  private isTitleOfAll(at: number, text: string): boolean {
    if (!isLooseTitle(text) || !this.hasManyUnanswered()) return false;
    const next = this.ahead.nextText(at);
    return this.headings.has(next) || this.beginsEntries(this.ahead.nextAt(at), next);
  }

  /** A list follows when several questions wait for their answers and an entry or a heading comes next. */
  protected beginsList(at: number): boolean {
    const following = this.ahead.nextText(at);
    const isPart = partOf(following) !== null && this.isOfParts();
    const again = this.ahead.textBehindHeading(at);
    if (this.isKeyAgain(again) || this.isFirstAgain(again)) return true;
    if (!this.hasManyUnanswered()) return false;
    const { entry, sections } = this.ahead.nextLine(at) ?? {};
    if ((entry?.run.count ?? 0) >= this.unanswered() || sections) return true;
    const isCounted = this.isCountedAnswer(following) || this.isSectionsKey(at, following);
    return isListLine(following) || isPart || isCounted || this.ahead.isSpacedAhead(at);
  }

  /** 1-3 ABC below questions that have their answers: they are compared with it. */
  private isKeyAgain(text: string, isTitled = true): boolean {
    const { question, last } = this;
    if (last < 2 || question?.number === null || !isListText(text)) return false;
    const range = rangeOf(text);
    const from = range?.from ?? numberOf(text)?.number ?? last;
    // 答案：1.B 2.C may be of the parts of a question that has no other answer.
    const isOpen = question !== null && question.answer === undefined;
    const isNamed = range ? range.to === last : new RegExp(`(?:^|\\D)${last}\\s?[.．、:：]`).test(text.slice(0, 2000));
    return from < last && (range?.to ?? last) <= last && (!isOpen || (isNamed && (isTitled || range !== null)));
  }

  /** 1. 水 below 参考答案, where the last question has its own answer. */
  private isFirstAgain(text: string): boolean {
    const isKeyed = this.question?.answer?.some((line) => line !== '') ?? false;
    const found = numberOf(text);
    return isKeyed && this.last > 1 && found?.style === 'plain' && found.number === 1;
  }

  /** 三、水: of a section, or of a question that is counted so. */
  private isCountedAnswer(text: string): boolean {
    const found = this.style === 'bracketed' ? bracketedOf(text) : this.style === 'chinese' ? numberOf(text) : null;
    const isAsked = this.questions.some(({ number, answer }) => number === found?.number && answer === undefined);
    return (found !== null && found.style === this.style && isAsked) || this.isSectionAnswer(text);
  }

  /** 一、春天 above 二、…, as a paper counts its sections, though no question of section 一 was read. */
  private isSectionsKey(at: number, text: string): boolean {
    const isOfSections = this.questions.some(({ section }) => (section.heading?.ordinal ?? 0) > 1);
    const found = numberOf(text);
    const isFirst = found?.style === 'chinese' && found.number === 1;
    return isOfSections && isFirst && this.ahead.isOrdinalAhead(2, at + 1);
  }

  /** 三、水: a section of that number waits for its answers, each of those below is no question of its own. */
  protected isSectionAnswer(text: string): boolean {
    const ordinal = ordinalAnswered(text);
    if (ordinal === undefined) return false;
    const own = this.questions.filter(({ section }) => section.heading?.ordinal === ordinal);
    return own.length > 0 && own.every(({ answer }) => answer === undefined);
  }
}
