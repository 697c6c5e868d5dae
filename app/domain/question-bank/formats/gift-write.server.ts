import { splitRichText, textsOf } from '../rich-text.rules';
import { tagsOf } from './own-tags.server';
import { parsedKindOf, type OutgoingQuestion, type WriteQuestions } from './format.rules';
import { textToHtml } from './html-text.server';
import { writeCategoryPath } from './parsed-fields.server';
import { writeSections } from './sections.server';
import { formatBlankLine, toSnapshot } from '../question.rules';

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
  const stem = `::${escape(question.title)}::${format}${escape(write(stemOf(question)))}`;
  return `// ${comment}\n${stem} {${answersOf(question, write, format)}}`;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}

const isOneBlank = (question: OutgoingQuestion) => question.kind === 'cloze' && question.body.blanks.length === 1;

/** A formula or an escaped dollar is told from typed text only by markup. */
function needsHtml(text: string): boolean {
  return text.includes('\\$') || splitRichText(text, 0).some((part) => part.kind === 'formula');
}

function stemOf(question: OutgoingQuestion): string {
  switch (question.bank) {
    case 'oral':
      return question.body.examContent;
    case 'written':
      return question.body.prompt;
    case 'theory':
      return question.body.stem;
  }
}

type Write = (text: string) => string;

function answersOf(question: OutgoingQuestion, write: Write, format: string): string {
  const lines = (rows: string[], feedback: string) => {
    const all = feedback === '' ? rows : [...rows, `####${giftText(write(feedback), format)}`];
    return all.length === 0 ? '' : `\n${all.map((row) => `\t${row}\n`).join('')}`;
  };
  if (question.bank === 'oral') return '';
  if (question.bank === 'written') {
    const { referenceAnswer, markingPoints } = question.body;
    return lines([], writeSections({ reference: referenceAnswer, markingPoints, analysis: '' }));
  }
  const { options, keys, blanks, reference, analysis } = question.body;
  switch (parsedKindOf(question)) {
    case 'single':
      return lines(
        options.map(
          (option) => `${keys.includes(option.key) ? '=' : wrong(option.text)}${giftText(write(option.text), format)}`,
        ),
        analysis,
      );
    case 'multiple': {
      const weight = Number((100 / keys.length).toFixed(5));
      const row = ({ key, text }: (typeof options)[number]) =>
        `~%${keys.includes(key) ? weight : -100}%${giftText(write(text), format)}`;
      return lines(options.map(row), analysis);
    }
    case 'judge':
      return lines([keys[0] === 'T' ? 'TRUE' : 'FALSE'], analysis);
    case 'cloze': {
      const [first = []] = blanks;
      if (isOneBlank(question)) {
        // Answers are typed by students: never markup.
        const row = (text: string) => `=${/^%/.test(text) ? '%100%' : ''}[plain]${escape(text)}`;
        return lines(first.map(row), analysis);
      }
      const numbered = blanks.map((each, index) => `${index + 1}. ${formatBlankLine(each)}`).join('\n');
      return lines([], writeSections({ reference: numbered, markingPoints: [], analysis }));
    }
    default:
      return lines([], writeSections({ reference, markingPoints: [], analysis }));
  }
}

/** A text that looks as if it began with a weight needs one of its own before it. */
const wrong = (text: string) => (text.startsWith('%') ? '~%0%' : '~');

/** A text inside the answers; one that begins like a format says its own. */
function giftText(text: string, format: string): string {
  return (/^\s*\[/.test(text) ? format : '') + escape(text);
}

function escape(text: string): string {
  return text.replace(/[\\~=#{}:]/g, '\\$&').replace(/\n/g, '\\n');
}
