import { optionsOf } from './text-options';
import { numberAt } from './text-odd-numbers';
import type { RawQuestion } from './text-raw';
import { joinLines } from './text-raw';
import { PassageReader } from './text-reader-passages';

/** Pictures on lines of their own, which belong to the question whose words point to them. */

/** As the reader of Word files marks a picture, or what stands for one that it cannot take. */
const PICTURE = '(?:\\ue000\\d{1,5}\\ue001|〔图〕)';
const PICTURES = new RegExp(`^(?:${PICTURE}\\s{0,20}){1,40}$`);
const EACH_PICTURE = new RegExp(PICTURE, 'g');

/** Whether a line is nothing but pictures. */
const isPictureLine = (text: string) => PICTURES.test(text);
const hasPicture = (text: string) => text.includes('\ue000') || text.includes('〔图〕');

const POINTS_ABOVE = /上图|上面(?:的|这)?[一幅张个]{0,2}图/;
const POINTS =
  /如图|看图|读图|据图|[下右左附题该此]图|图中|图示|图所示|示意图|图象|图像|[幅张]图|图\s?[0-9０-９一二三四五①②③④甲乙丙丁]|见图|picture|figure/i;

/** 第3题图, 图1, （第 3 题）, 图2 光合作用 */
const CAPTION =
  /^[（(]?(?:第\s?(\d{1,3})\s?题(?:的|附)?图?|图\s?[\d一二三四五六七八九十]{1,3}(?:[.．\-－]\d{1,2})?(?:\s[^，。？?！!]{1,20})?)[)）]?$/;

/** So many lines of the next question may stand above its options. */
const STEM_LINES = 4;

const NOTES = {
  next: '题前的图不知道是哪道题的，放进了这道题的题干，请核对。',
  stem: '选项后面的图不知道是不是这道题的，放进了题干，请核对。',
  analysis: '答案后面的图放进了解析，请核对。',
  text: '这道题后面的图，下面几题的材料也许也要用，两处都放了一张，请核对。',
  both: '这张图前一题和这道题都说到了，两道题都放了一张，请核对。',
};

/** What goes to the question that is opened next: the pictures with their caption, and what is told of them. */
type Waiting = { text: string; note: string | null; after: number };

/** The question that stands behind a picture: its number, and what its stem says. */
type Following = { number: number; stem: string; hasOwn: boolean };

export abstract class PictureReader extends PassageReader {
  private waitingPictures: Waiting[] = [];
  /** Captions that went with their pictures. */
  private readonly passed = new Set<number>();
  private readonly placed = new Map<RawQuestion, string[]>();
  /** Questions with a picture on a line behind one of their options. */
  private readonly behindOptions = new Map<RawQuestion, Set<string>>();

  /** Reads a line that is but pictures, or the caption of one; false for any other, and where it is part of a text. */
  protected readPicture(at: number, text: string): boolean {
    if (this.passed.has(at)) return true;
    if (!isPictureLine(text) || this.list || this.script) return false;
    const { question } = this;
    if (!question) return this.holdsForNext(at, text);
    if (this.sharesOut(question, text)) return true;
    const caption = this.captionBehind(at);
    const following = this.following(caption?.at ?? at);
    const isOptionNext = !following && optionsOf(this.textBehind(at), '', true).length > 0;
    const last = question.options[question.options.length - 1];
    if (this.field === 'option' && last) {
      const isItsOwn = joinLines(last.lines) === '';
      const earlier = question.options.slice(0, -1);
      const hasEach = earlier.length > 0 && earlier.every(({ lines }) => lines.some(hasPicture));
      if (isItsOwn || isOptionNext || hasEach) {
        const keys = this.behindOptions.get(question) ?? new Set();
        this.behindOptions.set(question, isItsOwn ? keys : keys.add(last.key));
        return false;
      }
    }
    const said = [
      joinLines(question.material),
      joinLines(question.stem),
      ...question.options.map(({ lines }) => joinLines(lines)),
    ].join('\n');
    const hasOwn = hasPicture(said) || this.placed.has(question);
    const own =
      this.field === 'stem' || this.field === 'option' ? said : (this.linesOfField(question) ?? []).join('\n');
    const pointsHere =
      (POINTS.test(own) && !(this.field === 'option' && hasOwn)) || caption?.number === question.number;
    const isNamed = following !== null && caption?.number === following.number && caption.number !== question.number;
    const pointsUp = following !== null && POINTS_ABOVE.test(following.stem);
    const pointsNext = following !== null && !following.hasOwn && POINTS.test(following.stem);
    const whole = caption ? `${text}\n${caption.text}` : text;
    if (!following && this.isAboveText(caption?.at ?? at)) {
      this.take(caption);
      if (pointsHere) {
        this.place(question, whole);
        this.noteOf(question, NOTES.text);
      }
      this.beginShared();
      this.material.push(...whole.split('\n'));
      return true;
    }
    if (isNamed || pointsUp || (pointsNext && !pointsHere)) {
      this.take(caption);
      const isBoth = !isNamed && pointsUp && pointsHere && this.field === 'option';
      if (isBoth) this.place(question, whole);
      const note = isBoth ? NOTES.both : isNamed || pointsUp ? null : NOTES.next;
      this.waitingPictures.push({ text: whole, note, after: this.questions.length });
      return true;
    }
    if (this.field === 'option') {
      this.take(caption);
      this.place(question, whole);
      if (!pointsHere) this.noteOf(question, NOTES.stem);
      return true;
    }
    if ((this.field === 'answer' && this.isKeyed()) || this.field === 'none') {
      this.take(caption);
      question.analysis.push(...whole.split('\n'));
      this.noteOf(question, NOTES.analysis);
      return true;
    }
    return false;
  }

  /** Whether a text for several questions begins behind the picture: 读图，完成下面两题。 */
  private isAboveText(at: number): boolean {
    const behind = this.indexBehind(at);
    const { text = '', passage } = this.lines[behind] ?? {};
    return text !== '' && !passage && this.beginsShared(behind, text);
  }

  /** Gives what waits to the question that has been opened since; at the end of the paper to its last one. */
  protected givePictures(isEnd = false): void {
    this.waitingPictures = this.waitingPictures.filter(({ text, note, after }) => {
      const question = this.questions[after] ?? (isEnd ? this.questions[this.questions.length - 1] : undefined);
      if (!question) return true;
      this.place(question, text);
      if (note !== null) this.noteOf(question, note);
      return false;
    });
  }

  /** Puts the pictures at the end of the stems that they belong to, and tells of options that have some and some not. */
  protected settlePictures(): void {
    this.givePictures(true);
    for (const [question, texts] of this.placed) {
      while (question.stem[question.stem.length - 1] === '') question.stem.pop();
      question.stem.push(...texts.flatMap((text) => text.split('\n')));
    }
    for (const [question, keys] of this.behindOptions) {
      if (keys.size === 0 || question.options.every(({ lines }) => lines.some(hasPicture))) continue;
      this.noteOf(question, `选项 ${[...keys].join('、')} 后面的图放进了这个选项，请核对。`);
    }
  }

  private place(question: RawQuestion, text: string): void {
    this.placed.set(question, [...(this.placed.get(question) ?? []), text]);
  }

  /** The pictures that would go to the end of a question, for the text above its small ones. */
  protected takePlaced(question: RawQuestion): string[] {
    const texts = this.placed.get(question) ?? [];
    this.placed.delete(question);
    return texts.flatMap((text) => text.split('\n'));
  }

  private noteOf(question: RawQuestion, note: string): void {
    if (!question.notes.includes(note)) question.notes.push(note);
  }

  private take(caption: { at: number } | null): void {
    if (caption) this.passed.add(caption.at);
  }

  /** No question is open: a text for several keeps its pictures; else they are of the next question. */
  private holdsForNext(at: number, text: string): boolean {
    if (this.isMaterial || this.isShared) return false;
    const caption = this.captionBehind(at);
    const following = this.following(caption?.at ?? at);
    // What stands above the title of a paper is of no question.
    if (this.questions.length === 0 && this.section.heading === null && !following) return false;
    this.take(caption);
    const isSure = following !== null && (POINTS.test(following.stem) || POINTS_ABOVE.test(following.stem));
    const whole = caption ? `${text}\n${caption.text}` : text;
    const note = isSure ? null : NOTES.next;
    this.waitingPictures.push({ text: whole, note, after: this.questions.length });
    return true;
  }

  /** As many pictures below as there are options without a text: one is for each. */
  private sharesOut({ options }: RawQuestion, text: string): boolean {
    const pictures = text.match(EACH_PICTURE) ?? [];
    const isEach = options.length > 1 && pictures.length === options.length;
    if (this.field !== 'option' || !isEach || options.some(({ lines }) => joinLines(lines) !== '')) return false;
    options.forEach((option, index) => (option.lines = [pictures[index] ?? '']));
    return true;
  }

  private captionBehind(at: number): { at: number; text: string; number: number | null } | null {
    const next = this.indexBehind(at);
    const text = this.lines[next]?.text ?? '';
    const found = CAPTION.exec(text.length > 60 ? '' : text);
    return found ? { at: next, text, number: found[1] === undefined ? null : Number(found[1]) } : null;
  }

  /** The next line with a text. */
  private indexBehind(at: number): number {
    let next = at + 1;
    while (next < this.lines.length && (this.lines[next]?.text === '' || isPictureLine(this.lines[next]!.text)))
      next += 1;
    return next;
  }

  private textBehind(at: number): string {
    return this.lines[this.indexBehind(at)]?.text ?? '';
  }

  private following(at: number): Following | null {
    const index = this.indexBehind(at);
    const found = numberAt(this.lines[index]);
    if (!found || found.isDoubtful || (found.number !== this.last + 1 && found.number !== 1)) return null;
    const stem: string[] = [found.rest];
    let hasOwn = hasPicture(found.rest);
    for (const { text } of this.lines.slice(index + 1, index + 1 + STEM_LINES)) {
      if (hasPicture(text)) hasOwn = true;
      if (hasOwn || text === '' || optionsOf(text, '', true).length > 0 || numberAt({ text, line: 0 })) break;
      stem.push(text);
    }
    return { number: found.number, stem: stem.join('\n'), hasOwn };
  }
}
