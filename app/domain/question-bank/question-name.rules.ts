import { PICTURE_MARK, splitRichText } from './rich-text.rules';
import { clip } from '~/lib/text';

/** What lists and messages call a question. Pure. */

const TITLE_LENGTH = 40;

/** A question as lists and messages name it: T-0012. */
export function questionNumber(question: { bank: string; id: number }): string {
  return `${question.bank.charAt(0).toUpperCase()}-${String(question.id).padStart(4, '0')}`;
}

/** The question that a text names by its number, however it is typed: T-0053, t53 or Ｔ－００５３; null for any other text. */
export function numberedQuestion(text: string): { letter: string; id: number } | null {
  const [, letter = '', digits = ''] = /^([otw])[-—－]?(\d{1,9})$/i.exec(text.normalize('NFKC').trim()) ?? [];
  return letter === '' ? null : { letter: letter.toLowerCase(), id: Number(digits) };
}

/** The title of a question that was given none: the beginning of its first line, without pictures and cut formulas. */
export function derivedTitle(text: string): string {
  const [line = ''] = text.replace(PICTURE_MARK, '').trim().split('\n');
  if ([...line].length <= TITLE_LENGTH) return line.trim();
  let title = '';
  for (const part of splitRichText(line, 0)) {
    const whole = part.kind === 'formula' ? `$${part.tex}$` : part.kind === 'text' ? part.text : '';
    const left = TITLE_LENGTH - [...title].length;
    if ([...whole].length < left) title += whole;
    else return `${title}${part.kind === 'text' ? clip(part.text, left) : '…'}`;
  }
  return title;
}
