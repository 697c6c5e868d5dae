import { countBlanks, optionKey } from '../question.rules';
import type { Column, QuestionTable } from './question-columns';
import { CIRCLED, answerInOptions, readOptions, withoutOwnLetters } from './question-row-options';
import { VERBATIM } from './text-labels';
import { optionsBehind, optionsOf } from './text-options';
import { newRaw, type RawQuestion, type Section } from './text-raw';
import { KIND_NAME, kindOfWord, parseLetters, simplified } from './words.rules';

/** A row of a table as a question. */

const NO_SECTION: Section = { index: 0, heading: null };

const SHEET_OF_KIND = new RegExp(`^${KIND_NAME}$`);
/** 雨课堂 marks a blank so. */
const MARKED_BLANK = /[[【]填空\s?\d{1,2}[\]】]/g;
const KIND_AT_END = new RegExp(`\\s*[[【]\\s?(${KIND_NAME})\\s?[\\]】]$`);

/** 1. (单选题, 1分) before the stem, as 学习通 has it. */
const HEAD = new RegExp(
  `^(?:\\d{1,4}\\s?[.．、]\\s?)?[(（【[]\\s?(${KIND_NAME})(?:\\s?[,，、]\\s?(\\d{1,3}(?:\\.\\d{1,2})?\\s?分))?\\s?[)）】\\]]\\s{0,4}(?=\\S)`,
);

/** A stem without the head that says its kind and points, where no other cell says the kind. */
function withoutHead(raw: RawQuestion, text: string): string {
  const [head = '', kind = '', points = ''] = raw.kindWord === '' ? (HEAD.exec(text.slice(0, 80)) ?? []) : [];
  // （实验） is of the question, and so is what is in brackets for any other reason.
  if (head === '' || !(points !== '' || kind.endsWith('题'))) return text;
  raw.kindWord = kind;
  if (points !== '') raw.more.points = points;
  return text.slice(head.length);
}

/** The stem of a row as it is meant; the kind that stands before or behind it goes to the column of its own. */
function readStemCell(raw: RawQuestion, text: string): string {
  const behind = KIND_AT_END.exec(text.slice(-40));
  if (behind) raw.kindWord ||= behind[1] ?? '';
  const stem = behind ? text.slice(0, text.length - behind[0].length) : withoutHead(raw, text);
  return stem.replace(MARKED_BLANK, '____');
}

const textsOf = (raw: RawQuestion) => raw.options.map(({ lines }) => lines.join('').split(VERBATIM).join(''));

/** The options so numbered as letters, which is said; undefined for a number that none has. */
function lettersAt(numbers: number[], answer: string, raw: RawQuestion): string | undefined {
  if (numbers.some((number) => number > raw.options.length)) return undefined;
  const letters = numbers.map((number) => raw.options[number - 1]?.key ?? '').join('');
  raw.notes.push(`答案“${answer}”已读作第 ${numbers.join('、')} 个选项：${letters}。`);
  return letters;
}

/** 1,3 as the letters of the options so numbered; as it is where another option's own text is such a number. */
function numbersAsLetters(answer: string, raw: RawQuestion): string {
  if (!/^[1-9](?:\s?[,，、;；|\s]\s?[1-9])*$/.test(answer)) return answer;
  const numbers = (answer.match(/\d/g) ?? []).map(Number);
  const texts = textsOf(raw);
  const isOther = (number: number) => {
    const at = texts.indexOf(String(number));
    return at >= 0 && (numbers.length === 1 || at !== number - 1);
  };
  return numbers.some(isOther) ? answer : (lettersAt(numbers, answer, raw) ?? answer);
}

/** ①③ as the letters of the first and the third option, where these are no combinations of such signs. */
function circlesAsLetters(answer: string, raw: RawQuestion): string {
  if (!/^[①-⑩](?:[,，、;；\s]?[①-⑩])*$/.test(answer) || textsOf(raw).some((text) => /[①-⑩]/.test(text))) return answer;
  const numbers = (answer.match(/[①-⑩]/g) ?? []).map((sign) => CIRCLED.indexOf(sign) + 1);
  return lettersAt(numbers, answer, raw) ?? answer;
}

/** B#D, and B.黄 where that is how option B begins, as letters. */
function lettersOf(answer: string, raw: RawQuestion): string {
  if (/^[A-J](?:\s?#\s?[A-J])+$/i.test(answer)) return answer.replace(/[#\s]/g, '');
  const [, letter, text] = /^([A-J])[.．、]\s{0,3}(\S[^]*)$/.exec(answer) ?? [];
  const own = raw.options
    .find(({ key }) => key === letter)
    ?.lines.join('\n')
    .split(VERBATIM)
    .join('');
  return letter !== undefined && own === text ? letter : answer;
}

/** Rows that share a text: it stands in a row of its own or in the first of theirs, and goes to each. */
export function withGroups<T extends { cells: string[] }>(rows: T[], { columns }: QuestionTable): T[] {
  const [stem, part] = [columns.indexOf('stem'), columns.indexOf('part')];
  if (part < 0) return rows;
  const has = ({ cells }: T, at: number) => (cells[at] ?? '') !== '';
  let shared: T | undefined;
  return rows.flatMap((row, index) => {
    if (has(row, stem)) shared = row;
    const next = rows[index + 1];
    const isShared = has(row, stem) && !has(row, part) && next !== undefined && has(next, part) && !has(next, stem);
    if (isShared && !has(row, columns.indexOf('answer'))) return [];
    if (has(row, stem) || !has(row, part) || !shared) return [row];
    const cells = [...row.cells];
    cells[stem] = shared.cells[stem] ?? '';
    return [{ ...row, cells }];
  });
}

/** 答案1, 答案2 …: a line for each blank. */
const numberedAnswers = (cells: Map<Column, string>) =>
  [...cells]
    .filter(([column]) => /^answer\d/.test(column))
    .sort(([a], [b]) => Number(a.slice(6)) - Number(b.slice(6)))
    .map(([, text]) => text.replace(/\n/g, ' '))
    .join('\n');

const ENGLISH_KINDS: [RegExp, string][] = [
  [/^(?:single|singlechoice|singleselect|radio|mcq?|onechoice)$/, '单选题'],
  [
    /^(?:(?:text|image)?choice|multiple|multi|multichoice|multiplechoices?|multiselect|multipleselect|multipleanswers?|checkbox(?:es)?|ma)$/,
    '选择题',
  ],
  [/^(?:truefalse|trueorfalse|tf|boolean|judge|judg(?:e?ment)|yesno)$/, '判断题'],
  [/^(?:fill|fillin|fillintheblanks?|fillblanks?|blanks?|cloze|completion)$/, '填空题'],
  [/^(?:short|shortanswer|open|openended|text|subjective|qa)$/, '简答题'],
];

/** The kind that true_false, fill and their like are; as it is for any other word. */
function inChinese(word: string): string {
  const plain = word.toLowerCase().replace(/[^a-z]/g, '');
  if (plain === '' || /[^\u0000-\u007f]/.test(word)) return word;
  return ENGLISH_KINDS.find(([pattern]) => pattern.test(plain))?.[1] ?? word;
}

const LETTER_ALONE = /^[A-JＡ-Ｊ][.．、)）]?$/;

/** Rows with an option each, below the one with the question: its options are those of all of them. */
export function withOptionRows<T extends { cells: string[]; runs?: ReadonlyMap<number, unknown> }>(
  rows: T[],
  { columns }: QuestionTable,
): T[] {
  const places = columns.flatMap((column, at) => (column === 'options' ? [at] : []));
  const [first = -1, second = -1] = places;
  const stem = columns.indexOf('stem');
  // What is more than text is read where it stands.
  const isPlain = ({ runs }: T) => !places.some((at) => runs?.has(at));
  const goesOn = ({ cells }: T) =>
    cells.some((cell, at) => places.includes(at) && (cell ?? '') !== '') &&
    cells.every((cell, at) => places.includes(at) || (cell ?? '') === '');
  if (first < 0 || stem < 0 || !rows.some(goesOn)) return rows;
  const optionOf = ({ cells }: T) => {
    const [letter, text] = [cells[first] ?? '', second < 0 ? '' : (cells[second] ?? '')];
    return text === '' ? letter : `${letter.replace(/[.．、)）\s]+$/, '')}. ${text}`.replace(/^\. /, '');
  };
  const made: T[] = [];
  for (const row of rows) {
    const last = made[made.length - 1];
    if (last && goesOn(row) && isPlain(row) && isPlain(last)) {
      const cells = [...last.cells];
      cells[first] = [cells[first] ?? '', optionOf(row)].filter((text) => text !== '').join('\n');
      made[made.length - 1] = { ...last, cells };
      continue;
    }
    const cells = [...row.cells];
    if (isPlain(row) && second >= 0 && LETTER_ALONE.test(cells[first] ?? '')) {
      cells[first] = optionOf(row);
      cells[second] = '';
    }
    made.push({ ...row, cells });
  }
  return made;
}

/** The kind that a row or its section says; null where neither does. */
function kindOf({ kindWord, section }: RawQuestion) {
  const word = kindOfWord(kindWord) ?? section.heading?.kind ?? null;
  return word && 'kind' in word ? word.kind : null;
}

/** One row of a table as a question; `sheet` is what the table is called, `section` where it stands. */
export function rawOfRow(
  row: { number: number; cells: string[] },
  { columns, isNumbered, numberAt }: QuestionTable,
  { sheet = '', section = NO_SECTION }: { sheet?: string; section?: Section } = {},
): RawQuestion {
  const cells = new Map<Column, string>();
  columns.forEach((column, index) => {
    const text = row.cells[index] ?? '';
    if (column && text !== '' && !cells.has(column)) cells.set(column, text);
  });
  const cell = (column: Column) => cells.get(column) ?? '';
  const inAnswer = cell('answer') || numberedAnswers(cells);
  const counted = /^\d{1,4}$/.exec((row.cells[numberAt] ?? '').trim())?.[0];
  const raw = newRaw(row.number, counted === undefined ? null : Number(counted), section);
  raw.isRow = true;
  raw.kindWord = inChinese(simplified(cell('partKind') || cell('kind')));
  readOptions(raw, cells);
  if (cells.has('option0')) withoutOwnLetters(raw, inAnswer);
  const whole = readStemCell(raw, [cell('stem'), cell('part')].filter((text) => text !== '').join('\n'));
  // A sheet that is named for a kind holds that kind.
  if (SHEET_OF_KIND.test(sheet.trim())) raw.kindWord ||= sheet.trim();
  const given = answerInOptions(raw, kindOf(raw), inAnswer, whole);
  const kind = kindOf(raw);
  const isCloze = kind === 'cloze';
  const within = raw.options.length === 0 ? optionsInStem(whole, kind, given) : null;
  if (within) {
    raw.options = within.options;
    raw.notes.push('选项写在题干的格子里，已分开，请核对。');
  }
  const stem = within?.stem ?? whole;
  // A stem may hold its answer in brackets, （B）, or blanks as brackets, unless cells of their own have said it.
  const mayHold = kind === null || ['choice', 'single', 'multiple', 'judge', 'cloze'].includes(kind);
  const isSaid = given !== '' && !(isCloze && countBlanks(stem) === 0);
  raw.stem = mayHold && !isSaid ? stem.split('\n') : verbatim(stem);
  const key = circlesAsLetters(given, raw);
  const answer = isNumbered ? numbersAsLetters(key, raw) : lettersOf(key, raw);
  const isPlain = (isCloze && !isMeant(answer, countBlanks(stem))) || kind === null;
  if (answer !== '') raw.answer = isPlain ? answer.split('\n') : verbatim(answer);
  raw.analysis = verbatim(cell('analysis'));
  raw.marking = cell('marking') === '' ? [] : cell('marking').split('\n');
  raw.level = cell('level');
  raw.keyPoint = cell('keyPoint');
  for (const name of MORE) if (cells.has(name)) raw.more[name] = cell(name);
  raw.points = section.heading?.each ?? null;
  raw.directories = splitPath(cell('directories'));
  return raw;
}

/** 略| on a line for each blank: so we write answers that are nothing but what stands there. */
function isMeant(answer: string, blanks: number): boolean {
  const lines = answer.split('\n');
  return lines.length === blanks && lines.every((line) => line.endsWith('|') && !line.endsWith('\\|'));
}

const CHOICES = ['choice', 'single', 'multiple'];

/** A cell with the question and its options below or behind it, where nothing but a choice can be meant. */
function optionsInStem(
  text: string,
  kind: string | null,
  answer: string,
): { stem: string; options: RawQuestion['options'] } | null {
  const lines = text.split('\n');
  const at = lines.findIndex((line, index) => index > 0 && optionsOf(line.trim(), '', false)[0]?.key === 'A');
  const behind = at < 0 ? optionsBehind(lines[lines.length - 1] ?? '') : null;
  const options: RawQuestion['options'] = (behind?.options ?? []).map((each) => ({
    key: each.key,
    lines: [each.text],
  }));
  for (const [index, line] of at < 0 ? [] : lines.entries()) {
    const found = index < at ? [] : optionsOf(line.trim(), lines[index + 1]?.trim() ?? '', false);
    options.push(...found.map((each) => ({ key: each.key, lines: [each.text] })));
    if (index > at && found.length === 0) options[options.length - 1]?.lines.push(line);
  }
  const isCounting = options.every(({ key }, index) => key === optionKey(index));
  const letters = parseLetters(answer);
  const isMeant =
    kind === null
      ? answer === '' || (letters?.every((letter) => options.some(({ key }) => key === letter)) ?? false)
      : CHOICES.includes(kind);
  if (options.length < 2 || !isCounting || !isMeant) return null;
  const stem = behind ? [...lines.slice(0, -1), behind.stem] : lines.slice(0, at);
  return { stem: stem.join('\n').trim(), options };
}

const MORE = [
  'title',
  'points',
  'sceneTypeName',
  'examTypeName',
  'answerBy',
  'prepSeconds',
  'answerSeconds',
  'isPlay',
] as const;

const verbatim = (text: string) => (text === '' ? [] : text.split('\n').map((line) => VERBATIM + line));

/** `一年级/语文`; a / or \ inside of a name is written \/ or \\. */
function splitPath(text: string): string[] {
  const names = [''];
  for (const [part, escaped] of text.matchAll(/\\([\\/])|\/|\\|[^\\/]{1,200}/g)) {
    if (part === '/') names.push('');
    else names[names.length - 1] += escaped ?? part;
  }
  return names.map((name) => name.trim()).filter((name) => name !== '');
}
