import { splitRichText, textsOf } from '../rich-text.rules';
import { tagsOf } from './own-tags.server';
import type { OutgoingQuestion, WriteQuestions } from './format.rules';
import { textToHtml } from './html-text.server';
import { writeCategoryPath } from './parsed-fields.server';
import { formatsOf } from '../kinds/kinds.formats.server';
import { mainText, toSnapshot } from '../question.rules';

/** Moodle GIFT. Pictures and sounds have no place in it; what Moodle has tags for goes into them. */
export const writeGift: WriteQuestions = async (questions) => {
  let path = writeCategoryPath([]);
  const blocks: string[] = [];
  for (const question of questions) {
    const next = writeCategoryPath(question.directories);
    if (next !== path) blocks.push(`$CATEGORY: ${oneLine(next)}`);
    path = next;
    blocks.push(writeQuestion(question));
  }
  const bytes = Buffer.from(`${blocks.join('\n\n')}\n`, 'utf8');
  return { bytes, extension: 'gift', mime: 'text/plain; charset=utf-8' };
};

function writeQuestion(question: OutgoingQuestion): string {
  const tags = tagsOf(question, { hasPoints: false, hasBlanks: isOneBlank(question) });
  // A backslash at the end would escape the bracket.
  const comment = tags.map((tag) => `[tag:${oneLine(tag).replace(/\]/g, '\\]').replace(/\\$/, '\\ ')}]`).join(' ');
  const isHtml = textsOf(toSnapshot(question)).some((text) => needsHtml(text));
  const write = (text: string) => (isHtml ? textToHtml(text, { pictures: [], hasStyles: true }) : text);
  const format = isHtml ? '[html]' : '[plain]';
  const stem = `::${escape(question.title)}::${format}${escape(write(mainText(question)))}`;
  return `// ${comment}\n${stem} {${answersOf(question, write, format)}}`;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}

const isOneBlank = (question: OutgoingQuestion) => question.bank === 'theory' && question.body.blanks.length === 1;

/** A formula or an escaped dollar is told from typed text only by markup. */
function needsHtml(text: string): boolean {
  return text.includes('\\$') || splitRichText(text, 0).some((part) => part.kind === 'formula');
}

function answersOf(question: OutgoingQuestion, write: (text: string) => string, format: string): string {
  const text = (each: string) => giftText(write(each), format);
  return formatsOf(question).gift(question, {
    text,
    typed: (each) => `[plain]${escape(each)}`,
    rows: (rows, feedback) => {
      const all = feedback === '' ? rows : [...rows, `####${text(feedback)}`];
      return all.length === 0 ? '' : `\n${all.map((row) => `\t${row}\n`).join('')}`;
    },
  });
}

/** A text inside the answers; one that begins like a format says its own. */
function giftText(text: string, format: string): string {
  return (/^\s*\[/.test(text) ? format : '') + escape(text);
}

function escape(text: string): string {
  return text.replace(/[\\~=#{}:]/g, '\\$&').replace(/\n/g, '\\n');
}
