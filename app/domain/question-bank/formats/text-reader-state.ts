import { MAX_IMPORT_QUESTIONS, tooManyQuestions } from './format-info.rules';
import { LinesAhead } from './text-ahead';
import { withAnalysesApart, withDetailsApart } from './text-analyses-apart';
import { withBareBlanks } from './text-bare-blanks';
import { withBareLabels } from './text-bare-labels';
import { withBareOptions } from './text-bare-options';
import type { AnswerList } from './text-answer-list';
import { withDialogues } from './text-dialogues';
import { withoutSystemMarks } from './text-exports';
import type { Heading } from './text-headings';
import { type Label, segmentsOf } from './text-labels';
import type { Passage, TextLine } from './text-line';
import { withoutMarkdown } from './text-markdown';
import { type NumberStyle, numberOf } from './text-numbers';
import { withKeyForms } from './text-key-forms';
import { withKeyNames } from './text-key-names';
import { withKeyRows } from './text-key-rows';
import { withKeySections } from './text-key-sections';
import { withOddNumbers } from './text-odd-numbers';
import { withOptionColumns } from './text-option-columns';
import { withOptionMarks } from './text-option-marks';
import { withOptionPools } from './text-option-pool';
import { optionsOf, withOptionDots } from './text-options';
import { withPassages } from './text-passages';
import { isPointsLine, pointsIn } from './text-points-said';
import type { Field, RawQuestion, Section, TextAbove } from './text-raw';
import { addLine, materialOf, newRaw, setProperty } from './text-raw';
import { withOptionCommas } from './text-scanned';
import { withCapitals } from './text-small-letters';
import { sharedOptions, wordBank } from './text-shared';
import { withSharedPools } from './text-shared-pools';
import { withPlainKeys } from './text-plain-keys';
import { withQuestionsApart } from './text-side-by-side';
import { withIndentsApart, withoutPages } from './text-tidied';
import { kindOfWord, parseJudge, simplified } from './words.rules';
import { clip } from './text-draft';

const MAX_TOLD = 20;

/** The labels of one line that may stand above 【题干】. */
const AHEAD = new Set<Label>(['kind', 'level', 'points', 'keyPoint', 'title', 'answer']);

/** A text of this length above a question may be for the next so many as well. */
const LEAD_LENGTH = 20;
const LED = 4;

/** （√） at the end of a line of a stem, or alone on it. */
export const JUDGED_END =
  /[（(【[〔〈]\s{0,8}(?:[√×✓✗✔✘✕╳☑☒✅❌χ]|不?对|错|叉|不?正确|错误|真|假|True|False|Yes|No)\s{0,8}[)）】\]〕〉]\s{0,4}[。.]?$|(?:^|[。.！!？?\s])[（(【]\s{0,8}[TFYNXxＸ]\s{0,8}[)）】]\s{0,4}$|[。！!？?]\s{1,4}[TF√×]$/;

/** A line that bids to read. */
export const READING =
  /^(?:阅读|根据|依据|读).{0,80}(?:回答|完成|解答)|^[【[]?(?:材料|资料)[一二三四五六\d]?[】\]]?\s?[:：]|^(?:材料|资料)[一二三四五六\d]\s{0,3}(?:\||\s\S)|^Read .{0,80}(?:passage|text|article|story|dialogue|following)/i;

/** 案例一 or 情境1： above a text and the first question of several. */
const FIRST_CASE = /^[（(【[]?(?:案例|案情|情境|情景|案件|事例)\s?[一1１]\s?[)）】\]]?\s{0,4}(?:$|[:：（(])/;

const lengthOf = (texts: string[]) => texts.reduce((sum, { length }) => sum + length, 0);

/** What a paper says of its sections, not of a question. */
const INSTRUCTION =
  /小题|选项|本大?题|题目要求|答题[卡纸]|注意|考试|时间|满分|姓名|班级|学号|答案|^请|^第.{1,6}[卷章节]|^[（(]?共/;

/** 【def】 alone on its line: somebody means something by it. */
const FRAMED = /^[【[［〔][^【】[\]［］〔〕]{1,30}[】\]］〕]$/;

/** Above the questions it is no title: some of them cannot be answered without it. */
const NEEDED = /^.{0,8}(?:可能用到的?|参考(?:公式|数据)|相对原子质量|本[卷试]中?.{0,6}取)/;

/** What names the paper, its school, its year or who sits it. */
const OF_PAPER =
  /[试答]卷|试题|考试|考查|测试|测验|检测|检查|练习|训练|作业|题[库集组]|学[年期校科院]|[年班]级|单元|[中小大]学|[A-C]卷|^[^\u3400-\u9fffA-Za-z]*$|[_＿]{2}/;

/** 把正确的序号填在括号里: what to do with the questions below, and nothing that one of them needs. */
const isBidding = (lost: string) =>
  lost.length < 80 &&
  !/[:：\n①-⑩]/.test(lost) &&
  /括号[里内]|序号|横线上|简便|步骤|[打画]\s?[“"]?[√✓对]|符合题意|补充完整|正确答案/.test(simplified(lost));

const isTitleLeft = (text: string) =>
  !OF_PAPER.test(simplified(text)) && !INSTRUCTION.test(simplified(text).replace(/^请/, ''));

/** What is known while a paper is read from its first line to its last. */
export abstract class ReaderState {
  protected readonly lines: TextLine[];
  protected readonly ahead: LinesAhead;
  protected readonly questions: RawQuestion[] = [];
  protected section: Section = { index: 0, heading: null };
  /** What stands above the first question of how many there are, and with how many points. */
  protected paper: Heading | null = null;
  /** The headings of all sections so far. */
  protected readonly headings = new Set<string>();
  /** The heading that the sections stand below: 第Ⅰ卷 */
  protected above: Heading | null = null;
  /** What is to be told with the next question. */
  protected told: string[] = [];
  protected question: RawQuestion | null = null;
  protected field: Field = 'none';
  /** Lines that belong to no question yet. */
  protected pending: TextLine[] = [];
  /** Long texts among those that were left out. */
  protected skipped: string[] = [];
  /** The last text that was left out above a question, and how many of those behind it are told of it as well. */
  protected lead: { text: string; section: Section; left: number } | null = null;
  /** The text （一） that the next questions stand below. */
  protected textAbove: TextAbove | null = null;
  protected material: string[] = [];
  protected isMaterial = false;
  /** A text for the questions of `shared` is being read. */
  protected isShared = false;
  /** The last text with numbered blanks. */
  protected passage: Passage | null = null;
  protected shared: { from: number; to: number } | null = null;
  protected style: NumberStyle | null = null;
  protected last = 0;
  /** The number up to which a list inside a text has counted. */
  protected nested: number | null = null;
  protected hasParts = false;
  /** Before this line the numbers count the steps of a text. */
  protected stepsEnd = 0;
  protected wasBlank = false;
  /** The blanks before the first line of a program in the answer that is read. */
  protected indent = '';
  /** What stands above 【题干】 and is of that question. */
  protected isHeadedAbove = false;
  protected readonly keptAhead: { label: Label; text: string }[] = [];
  /** Each question begins with 【题型】 above its text, as the first one did. */
  protected isBelowKinds = false;
  /** Notes of lines before the first question. */
  protected waiting: string[] = [];
  /** How many of the questions have their answer. */
  protected answered = 0;
  protected list: AnswerList | null = null;
  /** The lines of a sheet for the answers, while it is read. */
  protected sheet: string[] | null = null;
  /** While the notice before the first question is read, its last number. */
  protected notice: number | null = null;
  protected readonly lists: AnswerList[] = [];
  /** The paper that is read, of several in one file, and how many there are. */
  protected part: string | undefined;
  protected parts: number | undefined;
  /** What is read out, question by question, behind a title of its own; the question it is at. */
  protected script: { number: number; lines: string[] } | null = null;
  protected readonly scripts: { number: number; lines: string[] }[] = [];
  constructor(lines: TextLine[]) {
    const tidied = withDialogues(
      withKeyNames(withPlainKeys(withAnalysesApart(withDetailsApart(withoutMarkdown(withIndentsApart(lines)))))),
    );
    const bare = withBareLabels(withKeyRows(withoutPages(withoutSystemMarks(withOptionMarks(withKeyForms(tidied))))));
    const plain = withSharedPools(withBareOptions(withOptionDots(withOptionCommas(withQuestionsApart(bare)))));
    const passages = withPassages(withBareBlanks(withOptionPools(withCapitals(withOptionColumns(plain)))));
    this.lines = withKeySections(withOddNumbers(passages));
    this.ahead = new LinesAhead(this.lines);
  }

  /** A note of a line is for the question that is read, else for the one before; until there is one it waits. */
  protected noteLine(note?: string): void {
    if (note !== undefined) this.waiting.push(note);
    const question = this.question ?? this.questions[this.questions.length - 1];
    if (!question) return;
    for (const each of this.waiting) if (!question.notes.includes(each)) question.notes.push(each);
    this.waiting = [];
  }

  /** A note for the next question, at the end of the paper for the last one. */
  protected tell(note: string): void {
    if (this.told.length < MAX_TOLD) this.told.push(note);
  }

  protected doubtLine(doubt: string): void {
    const question = this.question ?? this.questions[this.questions.length - 1];
    if (question && !question.doubts.includes(doubt)) question.doubts.push(doubt);
  }

  protected isWhole(): boolean {
    const kind = this.section.heading?.kind;
    return kind !== null && kind !== undefined && 'unsupported' in kind && kind.isWhole;
  }

  /** Whether the question before has all that it may need, so that another can begin. */
  protected isDone(): boolean {
    const { question } = this;
    if (question === null) return false;
    const isJudged =
      this.isOfKind('judge') && JUDGED_END.test((question.stem[question.stem.length - 1] ?? '').slice(-40));
    return question.answer !== undefined || question.options.length > 1 || isJudged;
  }

  protected isOfKind(wanted: string): boolean {
    const kind = this.section.heading?.kind;
    return Boolean(kind && 'kind' in kind && kind.kind === wanted);
  }

  /** Whether the question has an answer that is but its first line: letters of options, right or wrong. */
  protected isKeyed(): boolean {
    const first = this.question?.answer?.find((line) => line !== '');
    if (first === undefined || this.isWhole()) return false;
    return (this.question?.options.length ?? 0) > 1 || parseJudge(first) !== undefined;
  }

  protected open(line: number, number: number | null): RawQuestion {
    const question = newRaw(line, number, this.section);
    question.text = this.textAbove;
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
    const material = materialOf(this.material);
    question.bank = this.isOfKind('cloze') ? wordBank(material) : [];
    const options = sharedOptions(material);
    if (options) question.options = options.map(({ key, text }) => ({ key, lines: [text] }));
    else question.material = material;
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

  /** 题型：判断题 or 【答案】B above 【题干】: of the question that begins there, if it is so from the first one on. */
  protected isForNext(label: Label, at: number): boolean {
    const { question, keptAhead } = this;
    if (question !== null && !this.isHeadedAbove) return false;
    const isOver = question === null || question.answer !== undefined;
    const begins = label === 'kind' || (label === 'answer' && isOver);
    if (!AHEAD.has(label) || !(begins || keptAhead.length > 0) || !this.ahead.isStemAhead(at)) return false;
    this.isHeadedAbove = true;
    return true;
  }

  /** 【题型】单选题 above the text of a question, and of each from the first one on: it begins that question. */
  protected isKindAbove(at: number, word: string): boolean {
    if (kindOfWord(word) === null || this.isWhole()) return false;
    if (this.questions.length > 0) return this.isBelowKinds;
    this.isBelowKinds = this.question === null && this.hasTextBelow(at);
    return this.isBelowKinds;
  }

  /** Whether a text follows, below 难度： and the like, and neither its answer nor its options. */
  private hasTextBelow(at: number): boolean {
    for (const { text } of this.lines.slice(at + 1, at + 8)) {
      const label = segmentsOf(text)[0]?.label ?? null;
      if (label !== null && (label === 'answer' || !AHEAD.has(label))) return false;
      if (text !== '' && label === null) return optionsOf(text, '', true).length === 0;
    }
    return false;
  }

  protected beginBelowKind(at: number, word: string): void {
    this.question = null;
    this.field = 'none';
    if (numberOf(this.ahead.nextText(at))) return void this.keptAhead.push({ label: 'kind', text: word });
    const lost = this.dropPending();
    const question = this.open(this.lines[at]?.line ?? 0, null);
    this.takeLost(question, lost);
    question.kindWord = word;
  }

  /** What stood above the 【题干】 of the question that is open now. */
  protected takeAhead(): void {
    for (const { label, text } of this.keptAhead.splice(0)) {
      if (label !== 'answer') setProperty(this.question!, label, text);
      else if (this.question!.answer === undefined) {
        this.question!.answer = [text];
        this.answered += 1;
      }
    }
  }

  /** 本部分共15题，每题3分 below a heading says what the heading does not; above all questions it is for the paper. */
  protected takePointsLine(text: string): void {
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

  protected isEssaySection(kinds = ['written', 'essay', 'oral', 'short']): boolean {
    const kind = this.section.heading?.kind;
    return Boolean(kind && ('unsupported' in kind || kinds.includes(kind.kind)));
  }

  /** What stands between questions and belongs to none is left out; the text of it that a reader would miss. */
  protected dropPending(shortest = 12): string {
    const texts = this.pending.map(({ text }) => text);
    const skipped = this.skipped;
    this.skipped = [];
    const isReading = texts.some((text) => READING.test(text) || (FIRST_CASE.test(text) && lengthOf(texts) > 8));
    const isBank = this.isOfKind('cloze') && !this.isMaterial && this.isBank(texts);
    if ((isReading && !this.isMaterial) || isBank) this.material = texts.filter((text) => !isPointsLine(text));
    this.pending = [];
    if (isReading || isBank || this.isMaterial) return skipped.join('\n');
    // Above the first question stand the titles of the paper.
    const isTop = (this.section.heading ?? this.paper) === this.paper && this.questions.length === 0;
    const isLost = (text: string) =>
      text.length > (FRAMED.test(text) ? 0 : isTop && !NEEDED.test(text) ? 60 : shortest) &&
      !INSTRUCTION.test(simplified(text)) &&
      !isPointsLine(text);
    const lost = texts.filter(isLost);
    this.tellTitles(texts.filter((text) => !isLost(text)));
    return [...skipped, ...lost].join('\n');
  }

  /** 爱护眼睛 above question 1, and what stands behind 四、词汇。: neither the name of the paper nor what it says of itself. */
  private tellTitles(texts: string[]): void {
    // The first line names the paper, whatever it is called.
    const name = this.lines.find(({ text }) => text !== '')?.text;
    for (const text of texts)
      if (text !== name && isTitleLeft(text) && !isPointsLine(text)) this.tell(`“${clip(text)}”当作标题，没有导入。`);
  }

  /** A. apple B. banana, or below 选词填空 the words alone: the questions below cannot be answered without them. */
  private isBank(texts: string[]): boolean {
    if (wordBank(texts).length > 0) return true;
    const words = texts.filter((text) => !isPointsLine(text) && !INSTRUCTION.test(simplified(text)));
    const isAsked = /选词|选择.{0,8}(?:词|短语).{0,8}填|所给.{0,8}(?:词|短语)|方框/.test(
      this.section.heading?.text ?? '',
    );
    return isAsked && words.length > 0 && words.every((text) => text.length < 300 && !/[。？?！!]$/.test(text));
  }

  /** A text above the first of several questions may be for all of them: the next few are told that it is left out. */
  protected takeLost(question: RawQuestion, lost: string): void {
    question.lost = lost;
    const { lead } = this;
    if (lost !== '')
      this.lead =
        lost.length < LEAD_LENGTH || isBidding(lost) ? null : { text: lost, section: this.section, left: LED };
    else if (lead && lead.section === this.section && lead.left > 0 && question.material.length === 0) {
      lead.left -= 1;
      question.notes.push(`前面有一段文字没有导入，这道题也许要用到它：“${clip(lead.text)}”。`);
    }
  }

  /** Behind a blank line what stood before is nobody's: long texts of it are told with the next question. */
  protected skipPending(): void {
    const texts = this.pending.map(({ text }) => text);
    const isKept = (text: string) =>
      text.length > 60 || NEEDED.test(text) || (FRAMED.test(text) && !INSTRUCTION.test(text));
    this.skipped.push(...texts.filter(isKept));
    this.tellTitles(texts.filter((text) => !isKept(text)));
    this.pending = [];
  }

  protected mayHaveOptions(): boolean {
    const kind = kindOfWord(this.question?.kindWord ?? '') ?? this.section.heading?.kind ?? null;
    return kind === null || 'unsupported' in kind || ['choice', 'single', 'multiple', 'judge'].includes(kind.kind);
  }

  protected isOneOptionPerLine = true;
  protected lineOfField(text: string): void {
    if (this.question) addLine(this.question, this.field, text);
  }

  protected linesOfField({ options, ...fields }: RawQuestion): string[] | null {
    const option = options[options.length - 1]?.lines;
    return { ...fields, option, none: fields.analysis }[this.field] ?? null;
  }

  protected hasManyUnanswered(): boolean {
    // The one text of a section of essays becomes a question where the section ends.
    const isText = this.question === null && this.isEssaySection() && this.pending.length > 0;
    const isOwn = isText && this.questions[this.questions.length - 1]?.section !== this.section;
    const count = this.unanswered() + (isOwn ? 1 : 0);
    return count > 1 && count * 2 >= this.questions.length;
  }

  protected unanswered(): number {
    return this.questions.length - this.answered;
  }
}
