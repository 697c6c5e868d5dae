import { rulesOf } from '../kinds/kinds.rules';
import { KIND_FACTS } from '../kinds/kind-facts.rules';
import { mainText, optionKey, optionsOf } from '../question.rules';
import { placeForLetter } from '../place-for-letter.rules';
import { derivedTitle } from '../question-name.rules';
import { KIND_LABELS, kindOf, LEVEL_LABELS, QUESTION_KINDS, type Level } from '../question.schema';
import { pictureMark } from '../rich-text.rules';
import { outgoingFields, type OutgoingQuestion } from './format.rules';
import { VERBATIM } from './text-labels';
import { chineseNumeral } from './words.rules';

/** A paper as lines, drawn by the Word writer and written as they are by the text writer; parseText reads them back. */

export type PaperLine = {
  role: 'title' | 'person' | 'section' | 'question' | 'option' | 'key' | 'space';
  /** What we put before a text: 1.（2 分）, A. , 答案： */
  label: string;
  /** Of the question, with its line breaks. */
  text: string;
  /** Whose pictures the marks in the text mean. */
  question?: OutgoingQuestion;
  /** The last so many lines of the text are pictures that it does not place. */
  unplaced?: number;
  /** How many texts, separated by tabs, stand beside each other on the line. */
  columns?: number;
};

/** The sections of a paper in their usual order, each with its questions numbered on. */
export function paperLines(
  questions: OutgoingQuestion[],
  { title, withAnswers }: { title: string; withAnswers: boolean },
): PaperLine[] {
  const lines: PaperLine[] = [
    { role: 'title', label: '', text: title },
    { role: 'person', label: '班级：____________　姓名：____________　学号：____________', text: '' },
  ];
  let section = 0;
  let number = 0;
  for (const kind of QUESTION_KINDS) {
    const own = questions.filter((question) => kindOf(question) === kind);
    if (own.length === 0) continue;
    section += 1;
    const total = own.reduce((sum, question) => sum + question.points, 0);
    const head = `${chineseNumeral(section)}、${KIND_LABELS[kind]}题（共 ${own.length} 题，共 ${total} 分）`;
    lines.push({ role: 'section', label: head, text: '' });
    for (const question of own) {
      number += 1;
      lines.push(...questionLines(question, number, withAnswers));
    }
  }
  return lines;
}

function questionLines(question: OutgoingQuestion, number: number, withAnswers: boolean): PaperLine[] {
  const text = mainText(question);
  const place = withAnswers ? '' : placeForLetter(question);
  const unplaced = unplacedMarks(question);
  const lines: PaperLine[] = [
    {
      role: 'question',
      label: `${number}.（${question.points} 分）`,
      text: [text + place, ...unplaced].join('\n'),
      question,
      unplaced: unplaced.length,
    },
  ];
  optionsOf(question).forEach((option, index) =>
    lines.push({ role: 'option', label: `${optionKey(index)}. `, text: option.text, question }),
  );
  const key = (label: string, value: string) => {
    if (value !== '') lines.push({ role: 'key', label: `${label}：`, text: value, question });
  };
  // A name draws no pictures.
  const named = (label: string, value: string) => {
    if (value !== '') lines.push({ role: 'key', label: `${label}：`, text: value });
  };
  if (!withAnswers) {
    const needsSpace = KIND_FACTS[kindOf(question)].answerPlace === 'lines';
    return needsSpace ? [...lines, { role: 'space', label: '', text: '', question }] : lines;
  }
  for (const [label, value] of rulesOf(question).paperRows(question.body)) key(label, value);
  key('难度', LEVEL_LABELS[question.level as Level] ?? '');
  named('关键词', question.keyPoints.join('，'));
  if (question.title !== derivedTitle(text)) named('标题', question.title);
  named('场景类型', question.sceneTypeName);
  named('考试类型', question.examTypeName);
  return lines;
}

/** Pictures that no text places stand behind the stem. */
function unplacedMarks(question: OutgoingQuestion): string[] {
  // Names draw none.
  const names = { title: '', keyPoint: '', sceneTypeName: '', examTypeName: '' };
  const texts = JSON.stringify({ ...outgoingFields(question, true), ...names });
  return question.pictures.map((_picture, index) => pictureMark(index)).filter((mark) => !texts.includes(mark));
}

/** The lines of one entry as they are read back: its own text is marked so that nothing in it is taken for more. */
export function verbatimLines({ label, text }: PaperLine): string[] {
  if (text === '') return [label];
  return text.split('\n').map((line, index) => `${index === 0 ? label : ''}${VERBATIM}${line}`);
}
