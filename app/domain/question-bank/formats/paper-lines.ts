import { derivedTitle } from '../question.rules';
import {
  ANSWER_BY_LABELS,
  BANK_LABELS,
  KIND_LABELS,
  LEVEL_LABELS,
  type BankedBody,
  type Level,
} from '../question.schema';
import { pictureMark } from '../rich-text.rules';
import { outgoingFields, parsedKindOf, type OutgoingQuestion, type ParsedKind } from './format.rules';
import { VERBATIM } from './text-lines';
import { chineseNumeral, formatBlanks, formatMarkingPoints } from './words.rules';

/** A paper as lines, drawn by the Word writer and written as they are by the text writer; parseText reads them back. */

export type PaperLine = {
  role: 'title' | 'person' | 'section' | 'question' | 'option' | 'key' | 'space';
  /** What we put before a text: 1.（2 分）, A. , 答案： */
  label: string;
  /** Of the question, with its line breaks. */
  text: string;
  /** Whose pictures the marks in the text mean. */
  question?: OutgoingQuestion;
  /** How many texts, separated by tabs, stand beside each other on the line. */
  columns?: number;
};

const ORDER: ParsedKind[] = ['single', 'multiple', 'judge', 'cloze', 'short', 'written', 'oral'];

const sectionName = (kind: ParsedKind) =>
  kind === 'written' || kind === 'oral'
    ? `${BANK_LABELS[kind]}题`
    : `${KIND_LABELS[kind as keyof typeof KIND_LABELS]}题`;

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
  for (const kind of ORDER) {
    const own = questions.filter((question) => parsedKindOf(question) === kind);
    if (own.length === 0) continue;
    section += 1;
    const total = own.reduce((sum, question) => sum + question.points, 0);
    const head = `${chineseNumeral(section)}、${sectionName(kind)}（共 ${own.length} 题，共 ${total} 分）`;
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
  const lines: PaperLine[] = [
    {
      role: 'question',
      label: `${number}.（${question.points} 分）`,
      text: text + place + unplacedMarks(question),
      question,
    },
  ];
  if (question.bank === 'theory') {
    question.body.options.forEach((option, index) =>
      lines.push({ role: 'option', label: `${String.fromCharCode(65 + index)}. `, text: option.text, question }),
    );
  }
  const key = (label: string, value: string) => {
    if (value !== '') lines.push({ role: 'key', label: `${label}：`, text: value, question });
  };
  // A name draws no pictures.
  const named = (label: string, value: string) => {
    if (value !== '') lines.push({ role: 'key', label: `${label}：`, text: value });
  };
  if (!withAnswers) {
    const needsSpace = question.bank === 'written' || question.kind === 'short';
    return needsSpace ? [...lines, { role: 'space', label: '', text: '', question }] : lines;
  }
  for (const [label, value] of answerLines(question)) key(label, value);
  key('难度', LEVEL_LABELS[question.level as Level] ?? '');
  named('关键词', question.keyPoints.join('，'));
  if (question.title !== derivedTitle(text)) named('标题', question.title);
  named('场景类型', question.sceneTypeName);
  named('考试类型', question.examTypeName);
  return lines;
}

/** Brackets to write a letter, √ or × into, where the stem has none. */
export function placeForLetter(question: BankedBody): string {
  const isAsked = question.kind === 'single' || question.kind === 'multiple' || question.kind === 'judge';
  return isAsked && !/[（(]\s*[)）]/.test(mainText(question)) ? '（　　）' : '';
}

function mainText(question: BankedBody): string {
  switch (question.bank) {
    case 'oral':
      return question.body.examContent;
    case 'written':
      return question.body.prompt;
    case 'theory':
      return question.body.stem;
  }
}

/** Pictures that no text places stand behind the stem. */
function unplacedMarks(question: OutgoingQuestion): string {
  // Names draw none.
  const names = { title: '', keyPoint: '', sceneTypeName: '', examTypeName: '' };
  const texts = JSON.stringify({ ...outgoingFields(question, true), ...names });
  return question.pictures
    .map((_picture, index) => pictureMark(index))
    .filter((mark) => !texts.includes(mark))
    .map((mark) => `\n${mark}`)
    .join('');
}

function answerLines(question: OutgoingQuestion): [string, string][] {
  switch (question.bank) {
    case 'oral': {
      const { prepSeconds, answerSeconds, isPlay } = question.body;
      return [
        ['准备时间', `${prepSeconds} 秒`],
        ['录音时长', `${answerSeconds} 秒`],
        ['自动播放', isPlay ? '是' : '否'],
      ];
    }
    case 'written': {
      const { referenceAnswer, markingPoints, answerBy } = question.body;
      return [
        ['参考答案', referenceAnswer],
        ['评分要点', formatMarkingPoints(markingPoints)],
        ['作答方式', ANSWER_BY_LABELS[answerBy]],
      ];
    }
    case 'theory': {
      const { keys, blanks, reference, options, analysis } = question.body;
      const letters = options.flatMap(({ key }, index) =>
        keys.includes(key) ? [String.fromCharCode(65 + index)] : [],
      );
      const answer = {
        single: letters.join(''),
        multiple: letters.join(''),
        judge: keys[0] === 'T' ? '正确' : '错误',
        cloze: formatBlanks(blanks),
        short: reference,
      }[question.kind];
      return [
        ['答案', answer],
        ['解析', analysis],
      ];
    }
  }
}

/** The lines of one entry as they are read back: its own text is marked so that nothing in it is taken for more. */
export function verbatimLines({ label, text }: PaperLine): string[] {
  if (text === '') return [label];
  return text.split('\n').map((line, index) => `${index === 0 ? label : ''}${VERBATIM}${line}`);
}
