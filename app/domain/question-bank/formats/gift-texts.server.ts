import type { ParsedQuestion } from './format.rules';
import { htmlToPlain, htmlToText, looksLikeHtml, mathTextToText } from './html-text.server';
import { addNote } from './parsed-fields.server';
import { shortAddress } from './text-builder.server';

/** The texts of GIFT files. */

/** The place of the first of `marks` at or after `from` that no backslash escapes; −1 when there is none. */
export function findMark(text: string, marks: string, from = 0): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (marks.includes(character)) return at;
  }
  return -1;
}

/** A text without the backslashes before the signs that mean something. */
export function unescape(text: string): string {
  return text.replace(/\\([\\~=#{}:n])/g, (_, character: string) => (character === 'n' ? '\n' : character)).trim();
}

type TextFormat = 'html' | 'plain' | 'markdown' | 'moodle';

/** The texts of one question, each in the format that it states or the question has. */
export class GiftTexts {
  format: TextFormat = 'moodle';

  constructor(private readonly parsed: ParsedQuestion) {}

  /** A text with its own format, or the question's. */
  read(raw: string): string {
    const { format, text } = this.split(raw);
    switch (format) {
      case 'plain':
        return text;
      case 'html':
        return this.html(text);
      case 'markdown':
        return mathTextToText(text);
      case 'moodle':
        return looksLikeHtml(text) ? this.html(text.replace(/\n/g, '<br>')) : mathTextToText(text);
    }
  }

  /** An answer that is compared letter by letter. */
  readPlain(raw: string): string {
    const { format, text } = this.split(raw);
    return format !== 'plain' && looksLikeHtml(text) ? htmlToPlain(text) : text;
  }

  /** The stem, whose format is everyone's. */
  readStem(raw: string): string {
    this.format = this.split(raw).format;
    return this.read(raw);
  }

  private split(raw: string): { format: TextFormat; text: string } {
    const match = /^\s*\[(html|plain|markdown|moodle)\]/.exec(raw);
    if (!match) return { format: this.format, text: unescape(raw) };
    return { format: match[1] as TextFormat, text: unescape(raw.slice(match[0].length)) };
  }

  private html(text: string): string {
    return htmlToText(text, {
      picture: (source) => {
        addNote(this.parsed, `GIFT 文件里没有图片的内容，图片没有导入：${shortAddress(source)}。`);
        return null;
      },
      audio: (source) => addNote(this.parsed, `GIFT 文件里没有声音的内容，音频没有导入：${shortAddress(source)}。`),
      note: (sentence) => addNote(this.parsed, sentence),
    });
  }
}
