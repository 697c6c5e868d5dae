import { MAX_IMPORT_QUESTIONS, tooManyQuestions } from './format-info.rules';
import { rawOfRow } from './question-row';
import { DETAIL, readListLine } from './text-answers';
import { type Segment, VERBATIM, segmentsOf } from './text-labels';
import type { TableLine } from './text-line';
import { type Numbered, numberOf } from './text-numbers';
import { optionsBehind, optionsOf } from './text-options';
import { takeOwnMarks } from './text-own-marks';
import { passageTitle } from './text-passage-titles';
import { materialOf, setProperty } from './text-raw';
import { EXAMPLE, LabelReader } from './text-reader-labels';
import { next } from './text-reader-numbers';
import { JUDGED_END } from './text-reader-state';
import { isBareSign } from './text-room';
import { isScriptTitle } from './text-scripts';
import { sharedBy } from './text-shared';
import { programIndent } from './text-tidied';

/** An option with the answer's label right behind it, and perhaps its letter. */
const ANSWER_BEHIND = /\s{0,8}(?:正确|参考|标准)答案\s{0,3}[:：]?\s{0,3}([A-Ja-jＡ-Ｊ]{0,6})$/;

/** Points of one answer, as other systems print them below a question: 0.0分 */
const POINTS_ALONE =
  /^(?:\d{1,3}(?:\.\d{1,2})?\s?分|得分\s?[:：]\s?\d{1,3}(?:\.\d{1,2})?\s?分?|[（(]\s?得分\s?[:：]\s?\d{0,3}(?:\.\d{1,2})?\s?分?\s?[)）])$/;

const PLACE_FIRST = /^[（(【[]\s{0,8}[A-JＡ-Ｊ]{1,8}\s{0,8}[)）】\]]\s{0,4}[^\sA-Za-z]/;

const NAMED_LETTERS = /^[AＡ]\s?[、,，]\s?[BＢ](?:\s?[、,，和与及]\s?[C-JＣ-Ｊ]){0,8}\s?[\u3400-\u9fff]/;

/** So many questions back an analysis may be of. */
const DETAILED = 60;

/** What a question is made of: its stem, its options, its labelled parts. */
export abstract class ContentReader extends LabelReader {
  protected beginCase(at: number, text: string): void {
    this.beginText(text);
    this.beginShared();
    // Below a case stand questions of any kind, whatever the heading calls them all.
    const { heading } = this.section;
    if (heading?.kind && this.isEssaySection(['essay']))
      this.section = { ...this.section, heading: { ...heading, kind: null } };
    this.shared = sharedBy(text);
    this.readText(at, text);
  }

  /** 【例1】 and 变式2．: questions of a book, counted by such words. */
  protected isExample(at: number, text: string): boolean {
    const found = EXAMPLE.exec(text);
    if (!found || this.isWhole()) return false;
    const { question } = this;
    // Framed it stands where a question may begin; else only above what makes it one.
    const isFramed = found[1] !== undefined && (question === null || this.isDone() || question.number === null);
    const isJudged = [text, this.ahead.nextText(at)].some((line) => JUDGED_END.test(line.slice(-40)));
    const isAsked = isJudged || this.ahead.isBlockAhead(at);
    return isFramed || (question?.answer !== undefined && isAsked);
  }

  protected beginExample(at: number, text: string): void {
    const lost = this.dropPending();
    this.takeLost(this.open(this.lines[at]?.line ?? 0, null), lost);
    this.readText(at, text);
  }

  protected beginQuestion(found: Numbered, at: number): void {
    const lost = this.dropPending();
    const question = this.open(this.lines[at]?.line ?? 0, found.number);
    this.takeLost(question, lost);
    this.takeAhead();
    this.style ??= found.style;
    this.last = found.number;
    const { text = '' } = this.lines[at] ?? {};
    if (this.lines[at]?.odd && numberOf(text) === null) {
      const sign = text.slice(0, text.length - found.rest.length).trim();
      question.notes.push(`题号写的是“${sign}”，已当作第 ${found.number} 题，请核对。`);
    }
    const letters = /^[（(【[]\s{0,8}[A-JＡ-Ｊ][A-JＡ-Ｊ\s,，、]{0,20}[)）】\]]$/.test(found.before);
    this.readText(at, found.before === '' || letters ? found.rest : `${found.before}${found.rest}`);
    // （ C ）1．: the place for the answer stays before the text; its letter begins no option.
    if (letters) {
      question.stem.splice(0, 1, `${found.before}${question.stem[0] ?? ''}`);
      question.placeAhead = found.before;
    }
    if (question.stem.length === 0 && question.options.length === 0) this.field = 'stem';
  }

  /** A row of a table with a heading row is a question, whatever stands around the table. */
  protected readRow({ cells, table }: TableLine, line: number): void {
    this.list = null;
    const lost = this.dropPending();
    const raw = rawOfRow({ number: line, cells }, table, { section: this.section });
    raw.lost = lost;
    raw.material = materialOf(this.material);
    if (this.questions.length >= MAX_IMPORT_QUESTIONS) throw tooManyQuestions();
    this.questions.push(raw);
    if (raw.answer !== undefined) this.answered += 1;
    if (raw.number !== null) this.last = raw.number;
    this.question = null;
    this.field = 'none';
    this.isMaterial = false;
    this.isShared = false;
  }

  /** 【36题详解】 below a group of questions with their answers: the analysis of that one. */
  private readDetail(text: string): boolean {
    const [sign = '', number] = DETAIL.exec(text) ?? [];
    if (number === undefined || this.isWhole()) return false;
    for (let at = this.questions.length - 1; at >= 0 && at > this.questions.length - DETAILED; at -= 1) {
      const question = this.questions[at];
      if (question?.number !== Number(number)) continue;
      this.question = question;
      this.beginField('analysis', text.slice(sign.length).trim());
      return true;
    }
    return false;
  }

  protected readText(at: number, text: string): void {
    if (this.readDetail(text)) return;
    const isBare = this.question !== null && isScriptTitle(text);
    const segments: Segment[] = text.startsWith(VERBATIM)
      ? [{ label: null, text }]
      : isBare
        ? [{ label: 'script', text: '' }]
        : segmentsOf(text);
    for (const segment of segments) {
      const [hint] = this.hintBehind(segment);
      if (hint) this.readLabelled('analysis', segment.text.slice(hint.length).trim(), at, hint);
      else if (this.isRoom(segment, at)) continue;
      else if (segment.label === 'given') this.readGiven(segment);
      else if (this.isProof(segment, at)) this.readProof(segment.text, at);
      else if (segment.label === null) this.readPlain(at, segment.text, segments.length === 1);
      else if (this.isTask(segment) || this.isWordOfStem(segments, segment, at))
        this.readPlain(at, segments.length === 1 ? text : `${segment.sign}${segment.text}`, segments.length === 1);
      else if (this.isWithinAnalysis(segment)) this.lineOfField(`${segment.sign ?? ''}${segment.text}`);
      else this.readLabelled(segment.label, segment.text, at, segment.sign);
    }
  }

  /** 【点睛】 right behind the answer is its analysis; behind an analysis it goes on with it. */
  private hintBehind({ label, text }: Segment): string[] {
    const isBehind = label === null && this.field === 'answer' && this.question?.analysis.length === 0;
    return (isBehind && /^[【[［〔]\s?(?:名师|方法|思路)?点[睛晴]\s?[】\]］〕]\s?[:：]?/.exec(text)) || [];
  }

  /** What somebody once answered is no key; 你的答案：____ is a place of the paper to write into. */
  protected readGiven({ text, sign = '' }: Segment): void {
    if (/^[_＿\s]{2,}$/.test(text)) this.lineOfField(`${sign}${text}`);
    else this.field = 'none';
  }

  protected readPlain(at: number, text: string, isWholeLine: boolean): void {
    if (text === '') return;
    if (this.question?.answer !== undefined && (this.field === 'none' || /得分/.test(text)) && POINTS_ALONE.test(text))
      return this.noteLine(`得分没有导入：“${text}”。`);
    const behind = this.question && this.field !== 'answer' ? ANSWER_BEHIND.exec(text) : null;
    if (behind && this.endsOption(behind, at, text)) {
      this.readPlain(at, text.slice(0, behind.index).trim(), false);
      return this.readLabelled('answer', behind[1] ?? '', at);
    }
    if (this.readOptions(at, text, isWholeLine)) return;
    if (this.question && this.beginsUnnumbered(text)) {
      this.question = null;
      this.pending = [];
    }
    if (!this.question) return this.readOutside(at, text);
    if (this.field === 'stem' && this.question.stem.every((line) => line === '')) this.readFirstLine(at, text);
    else if (this.field === 'stem') this.readStemLine(at, text);
    else this.lineOfField(`${this.programIndentAt(at, text)}${text}`);
  }

  /** 正确答案 B behind an option ends it; without a letter only where nothing else can be meant (以上都不是正确答案). */
  protected endsOption(behind: RegExpExecArray, at: number, text: string): boolean {
    if (this.field !== 'option' && optionsOf(text, '', true).length === 0) return false;
    if (behind[1] !== '' || /[:：]/.test(behind[0])) return true;
    const isLast = (this.lines[at + 1]?.text ?? '') === '';
    return this.question?.number === null && isLast && !/[是的为个无有非]$/.test(text.slice(0, behind.index));
  }

  protected readFirstLine(at: number, text: string): void {
    const question = this.question!;
    const marks = takeOwnMarks(text);
    // 计算：3+2=____ below 填空题 is of the section's kind.
    if (!marks.isTask || !this.section.heading?.kind) question.kindWord ||= marks.kindWord;
    question.level ||= marks.levelWord;
    question.points = marks.points ?? question.points;
    if (marks.rest !== '') this.readStemLine(at, marks.rest);
  }

  /** A line of a stem, whose options may begin on it. */
  protected readStemLine(at: number, text: string): void {
    const question = this.question!;
    const behind =
      question.options.length === 0 && !this.isWhole() && this.mayHaveOptions()
        ? optionsBehind(text, this.followingOption(at))
        : null;
    if (!behind) return this.lineOfField(`${this.indentAt(at, text)}${text}`);
    this.lineOfField(behind.stem);
    question.options = behind.options.map(({ key, text: option }) => ({ key, lines: [option] }));
    this.isOneOptionPerLine = behind.options.length === 1;
    this.field = 'option';
  }

  /** Within a stem a program and a sum in columns keep the blanks before their lines. */
  private indentAt(at: number, text: string): string {
    const { text: own, indent = '' } = this.lines[at] ?? {};
    return own === text && this.question?.stem.some((line) => line !== '') ? indent : '';
  }

  /** The same within an answer or an analysis, counted from the first line of the program there. */
  private programIndentAt(at: number, text: string): string {
    const line = this.lines[at];
    if (line?.text !== text || this.field === 'option') return '';
    const indent = programIndent(line);
    const isFirst = this.linesOfField(this.question!)?.every((line) => line === '') ?? true;
    if (isFirst) this.indent = indent;
    return isFirst || !indent.startsWith(this.indent) ? '' : indent.slice(this.indent.length);
  }

  /** The next line, unless it is a question with its answer before its number: （A）2．… */
  private followingOption(at: number): string {
    const text = this.ahead.nextText(at);
    return (numberOf(text)?.before ?? '') === '' ? text : '';
  }

  /** After the answer of a question without a number a new text is another question. */
  protected beginsUnnumbered(text: string): boolean {
    const question = this.question!;
    if (text.startsWith(VERBATIM) || question.number !== null || question.answer === undefined || this.isWhole())
      return false;
    if (this.field === 'none' || this.wasBlank) return true;
    return this.field === 'answer' && question.options.length > 0 && question.answer.length > 0;
  }

  protected readOutside(at: number, text: string): void {
    this.takePointsLine(text);
    if (this.isMaterial) {
      this.material.push(text);
      this.pending.push({ text, line: this.lines[at]?.line ?? 0 });
      return;
    }
    if (this.wasBlank && !this.isEssaySection()) this.skipPending();
    this.pending.push({ text, line: this.lines[at]?.line ?? 0 });
    // 判断题 are often but a list of sentences with their signs.
    const kind = this.section.heading?.kind;
    if (
      kind &&
      'kind' in kind &&
      kind.kind === 'judge' &&
      /[（(]\s{0,4}[√×✓✗✔✘对错TF]\s{0,4}[)）]/.test(text.slice(0, 2000))
    ) {
      this.openPending(at);
    } else if (this.isWhole() || takeOwnMarks(text).kindWord !== '') this.openPending(at);
  }

  protected openPending(at: number): void {
    const pending = this.pending;
    this.pending = [];
    this.open(pending[0]?.line ?? this.lines[at]?.line ?? 0, null);
    pending.forEach(({ text }, index) => (index === 0 ? this.readFirstLine(at, text) : this.lineOfField(text)));
  }

  protected readOptions(at: number, text: string, isWholeLine: boolean): boolean {
    // Options above the questions that share them are text until the first of these.
    if (
      text.startsWith(VERBATIM) ||
      this.isWhole() ||
      (this.isShared && this.shared !== null && !this.question) ||
      !(this.question ? this.mayHaveOptions() : this.pending.length > 0)
    )
      return false;
    if (this.question && !['stem', 'option', 'none'].includes(this.field) && !this.isKeyedAbove()) return false;
    // A、B、C三种物质 right behind the number names them.
    const isFirst = this.field === 'stem' && this.question?.stem.every((line) => line === '') === true;
    if (isFirst && (NAMED_LETTERS.test(text) || this.isPlaceFirst(at, text))) return false;
    const known = this.question?.options ?? [];
    const isOnePerLine = known.length > 1 && this.isOneOptionPerLine;
    const following = isWholeLine ? this.ahead.nextText(at) : '';
    const isOther = passageTitle(following) !== null || this.isKeyedNumber(following, this.ahead.nextText(at + 1));
    const options = optionsOf(text, isOther ? '' : following, isOnePerLine);
    const first = options[0];
    const previous = known[known.length - 1]?.key;
    // A：____  B：____ are places to write into.
    if (options.every((option) => /^[_＿\s]{2,}$/.test(option.text))) return false;
    if (!first || (previous ? first.key <= previous || first.key > next(previous, 2) : first.key !== 'A')) return false;
    if (!this.question) this.openPending(at);
    this.isOneOptionPerLine = options.length === 1 && (known.length === 0 || this.isOneOptionPerLine);
    for (const option of options) this.question?.options.push({ key: option.key, lines: [option.text] });
    this.field = 'option';
    return true;
  }

  /** （ A ）是最大的城市。 above A. 上海 is the place of the answer. */
  private isPlaceFirst(at: number, text: string): boolean {
    const behind = PLACE_FIRST.exec(text)?.[0];
    return behind !== undefined && optionsOf(this.ahead.nextText(at), '', true)[0]?.key === 'A';
  }

  /** 正确答案：B right behind the question, above its options. */
  private isKeyedAbove(): boolean {
    const { options = [], answer = [] } = this.question ?? {};
    // Of many lines none is looked at again with each line that follows.
    const isShort = this.field === 'answer' && options.length === 0 && answer.length < 20;
    return isShort && /^[A-JＡ-Ｊ]{1,8}$/.test(answer.join('').trim());
  }

  protected readLabelled(label: NonNullable<Segment['label']>, raw: string, at: number, sign = ''): void {
    const isText = ['answer', 'analysis', 'marking', 'solution', 'script'].includes(label);
    const text = isText ? raw : raw.split(VERBATIM).join('');
    if (label === 'kind' && this.isKindAbove(at, text)) return this.beginBelowKind(at, text);
    if (this.isForNext(label, at)) return void this.keptAhead.push({ label, text });
    if (label === 'answer' && !isBareSign(sign) && this.beginsListHere(at, text)) {
      this.beginList();
      if (text !== '' && this.list) readListLine(this.list, text);
      return;
    }
    // 10.题目：那一次 below 写作 names what is to be written.
    if (label === 'stem' && this.isTopic(sign)) return this.readFirstLine(at, `${sign}${text}`);
    if (label === 'stem') return this.readStemLabel(text, at);
    const isOpening = isText || label === 'kind' || label === 'options';
    if (!this.question && this.pending.length > 0 && isOpening) this.openPending(at);
    const { question } = this;
    if (!question) return;
    switch (label) {
      case 'answer':
        if (question.answer === undefined) this.answered += 1;
        if (question.answer === undefined || question.answer.length === 0) question.answer = [];
        else if (text !== '' && question.answer.some((line) => line !== ''))
          question.restated.push(question.answer.length);
        this.beginField('answer', text);
        break;
      case 'marking':
        question.markingSign ||= text === '' ? `${sign}\n` : sign;
        this.beginField(label, text);
        break;
      case 'analysis':
      case 'solution':
      case 'script':
        this.beginField(label, text);
        break;
      case 'options':
        this.field = 'option';
        if (text !== '' && !this.readOptions(at, text, false)) this.keepInStem(`${sign}${text}`);
        break;
      default:
        setProperty(question, label, text);
        this.field = this.isBelowKinds && question.stem.length === 0 ? 'stem' : 'none';
    }
  }

  private isTopic(sign: string): boolean {
    const isOpen = this.question !== null && this.question.number !== null && this.question.stem.length === 0;
    return isOpen && this.isEssaySection(['written']) && /^(?:题目|题干|试题)/.test(sign);
  }

  protected readStemLabel(text: string, at: number): void {
    const { question } = this;
    const isOpen = question !== null && question.stem.length === 0 && question.answer === undefined;
    if (!isOpen) {
      this.pending = [];
      this.open(this.lines[at]?.line ?? 0, null);
    }
    this.takeAhead();
    this.field = 'stem';
    if (text !== '') this.readFirstLine(at, text);
  }

  protected beginField(field: 'answer' | 'analysis' | 'marking' | 'solution' | 'script', text: string): void {
    this.field = field;
    this.indent = '';
    this.nested = /^1\s{0,2}[.．、)）]/.test(text) ? 1 : null;
    if (text !== '') this.lineOfField(text);
  }
}
