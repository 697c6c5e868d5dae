import { MAX_OPTIONS } from '../kinds/shared/choice.rules';
import { countBlanks, optionKey } from '../question.rules';
import type { Column } from './question-columns';
import { toBlanks } from './text-drawn-blanks';
import { VERBATIM } from './text-labels';
import { optionsOf } from './text-options';
import type { RawQuestion } from './text-raw';
import { narrow } from './words.rules';

/** The options of a row of a table: in columns of their own, or in one cell. */

type Options = RawQuestion['options'];

/** The signs that number what stands in one line. */
export const CIRCLED = '①②③④⑤⑥⑦⑧⑨⑩';

/** One column each, or all of them in one cell: a line each, lettered or not, or separated by signs. */
export function readOptions(raw: RawQuestion, cells: Map<Column, string>): void {
  for (let index = 0; index < MAX_OPTIONS; index += 1) {
    const text = cells.get(`option${index}`);
    if (text !== undefined)
      raw.options.push({ key: optionKey(index), lines: text.split('\n').map((line) => VERBATIM + line) });
  }
  const all = cells.get('options');
  if (raw.options.length === 0 && all !== undefined) raw.options = optionsInCell(raw, all);
}

function optionsInCell(raw: RawQuestion, all: string): Options {
  const dollars = dollarParts(all);
  if (dollars) return atPlaces(dollars);
  const between = all.split(/[|｜]/);
  const isBetween = between.length > 1 && between.every((text) => optionsOf(text.trim(), '', false).length === 1);
  const lines = (isBetween ? between : all.split('\n')).map((line) => line.trim()).filter((line) => line !== '');
  const lettered = letteredOptions(raw, lines);
  if (lettered) return lettered;
  const circled = circledOptions(lines.join(' '));
  if (circled) return circled;
  const signs = [/[|｜]/, /#/, /[;；]/];
  const sign = signs.find((each) => all.split(each).filter((text) => text.trim() !== '').length > 1);
  const parts = lines.length > 1 || !sign ? lines : all.split(sign);
  return parts.map((text, index) => ({ key: optionKey(index), lines: [text.trim()] }));
}

/** $;$ as some platforms part options by it. */
const DOLLARS = /\$\s?[;；]\s?\$/;

/** The parts of 北京$;$上海, without empty ones at the end; null for any other text, as for formulas ($x$;$y$). */
function dollarParts(text: string): string[] | null {
  // Half of a sign may be left at the end.
  const whole = text.split('$').length % 2 === 0 ? text.replace(/\$\s{0,5}$/, '') : text;
  const parts = whole.split(DOLLARS).map((part) => part.trim());
  const isFormula = parts.some((part) => part.split('$').length % 2 === 0);
  if (parts.length < 2 || isFormula) return null;
  while (parts.length > 1 && parts[parts.length - 1] === '') parts.pop();
  return parts;
}

/** Parts as options in their order; the letters that they may begin with are those of their places. */
function atPlaces(parts: string[]): Options {
  const own = parts.map((part, at) => optionsOf(part, '', false).find(({ key }) => key === optionKey(at))?.text);
  const isOwn = own.every((text) => text !== undefined);
  return parts.map((part, at) => ({ key: optionKey(at), lines: ((isOwn ? own[at] : undefined) ?? part).split('\n') }));
}

/** C丙 and C 丙: a letter without its dot. */
const DOTLESS = /^([A-J])(?=[\s\u3400-\u9fff])\s{0,3}/;

/** What is no part of the option above it. */
const LABEL = /^[【[（(]?(?:正确|参考|标准)?(?:答案|解析|分析)[】\])）]?\s?[:：]|^【(?:答案|解析|分析)】/;

type Lettered = { key: string; lines: string[]; isDotless: boolean };

/** Lines that begin with letters; a line without one goes on with the option above it. Null where they are not lettered. */
function letteredOptions(raw: RawQuestion, lines: string[]): Options | null {
  const options = inOrder(lines, true);
  const dotless = options.filter(({ isDotless }) => isDotless);
  const dotted = inOrder(lines, false);
  const isMeant = dotless.length > 0 && areLetters(options);
  const found = isMeant ? options : dotted;
  if (found.length < 2) return null;
  if (isMeant && !(dotless.length === options.length && isSure(options, lines)))
    raw.notes.push(
      `选项开头的字母 ${dotless.map(({ key }) => key).join('、')} 后面没有点，已当作选项的字母去掉，请核对。`,
    );
  const lost = lines.find((line) => LABEL.test(line));
  if (lost !== undefined) raw.notes.push(`选项的格子里的“${lost.slice(0, 20)}”不是选项，没有导入。`);
  // A.北京;B.上海: what stands between two options is part of none.
  const isParted = found.slice(0, -1).every(({ lines }) => /[;；]\s{0,5}$/.test(lines[lines.length - 1] ?? ''));
  return found.map(({ key, lines }) => ({
    key,
    lines: isParted ? lines.map((line) => line.replace(/\s{0,5}[;；]\s{0,5}$/, '')) : lines,
  }));
}

function inOrder(lines: string[], isAlsoDotless: boolean): Lettered[] {
  const options: Lettered[] = [];
  for (const line of lines) {
    const found = optionsOf(line, '', false);
    const [sign = '', letter] = isAlsoDotless ? (DOTLESS.exec(line) ?? []) : [];
    if (found.length > 0) options.push(...found.map(({ key, text }) => ({ key, lines: [text], isDotless: false })));
    else if (letter === optionKey(options.length))
      options.push({ key: letter, lines: [line.slice(sign.length)], isDotless: true });
    else if (!LABEL.test(line)) options[options.length - 1]?.lines.push(line);
  }
  return options;
}

/** Letters in their order before texts that differ: of A 组 and B 组 they are what is chosen. */
function areLetters(options: Lettered[]): boolean {
  const texts = options.map(({ lines }) => lines.join('\n'));
  return (
    options.length > 1 &&
    options.every(({ key, isDotless }, at) => key === optionKey(at) && (!isDotless || texts[at] !== '')) &&
    new Set(texts).size === texts.length &&
    (options.length > 2 || options.every(({ isDotless, lines }) => !isDotless || lines.length === 1))
  );
}

/** A 甲, B 乙 and C 丙, a line each: nothing else is meant. A甲 and B乙 may be names. */
const isSure = (options: Lettered[], lines: string[]) =>
  options.length > 2 && lines.every((line) => /^[A-J]\s/.test(line));

/** ①泰山②黄山 */
function circledOptions(text: string): Options | null {
  const [before = '', ...texts] = text.split(/[①-⑩]/);
  const signs = text.match(/[①-⑩]/g) ?? [];
  if (before.trim() !== '' || texts.length < 2 || signs.join('') !== CIRCLED.slice(0, signs.length)) return null;
  return texts.map((each, index) => ({
    key: optionKey(index),
    lines: [each.replace(/[;；,，、\s]{1,10}$/, '').trim()],
  }));
}

const LETTERS = /^[A-J](?:[\s,，、;；]?[A-J]){0,9}$/;

/**
 * What 填空题 and 简答题 have for an answer where it says A and 选项A says what that is: the texts, which are options no
 * more. A blank with other options besides is a choice, and a person says whether it is meant to be one.
 */
export function answerInOptions(raw: RawQuestion, kind: string | null, given: string, stem: string): string {
  const isCloze = kind === 'cloze';
  const isText = isCloze || kind === 'short' || kind === 'essay' || kind === 'written';
  const said = narrow(given).trim();
  const letters = isText && LETTERS.test(said) ? (said.match(/[A-J]/g) ?? []) : [];
  // In the order of the answer: BA puts the second word into the first blank.
  const found = letters.flatMap((letter) => raw.options.filter(({ key }) => key === letter));
  if (found.length === 0 || found.length < letters.length || new Set(letters).size < letters.length) return given;
  if (found.length === raw.options.length) {
    raw.options = [];
    const texts = found.map((option) => plainText(option).trim());
    raw.notes.push('答案写的是选项的字母，已换成选项的文字，请核对。');
    return isCloze ? texts.map((text) => text.replace(/\s*\n\s*/g, ' ')).join('\n') : texts.join('\n');
  }
  if (isCloze && (letters.length === 1 || countBlanks(toBlanks(stem, null)) < 2)) {
    raw.kindWord = '选择题';
    raw.doubts.push('题型写的是“填空题”，这道题有选项，答案是其中的字母，已按选择题读取，请核对。');
  }
  return given;
}

const OWN_LETTER = /^([A-J])\s?[.．、:：]\s{0,3}(?=\S)/;

const plainText = ({ lines }: Options[number]) => lines.join('\n').split(VERBATIM).join('');

/** A.红 under 选项A, in every option: the letter is its place. What nothing but its letter stands in is none, unless it is the key. */
export function withoutOwnLetters(raw: RawQuestion, answer: string): void {
  const isLettered = (option: Options[number], sign = OWN_LETTER) => sign.exec(plainText(option))?.[1] === option.key;
  const own = raw.options.filter((option) => isLettered(option));
  let { options } = raw;
  let last = options[options.length - 1];
  while (last && own.length > 1 && own.length < options.length && plainText(last) === last.key) {
    if (answer.toUpperCase().includes(last.key)) break;
    options = options.slice(0, -1);
    raw.notes.push(`选项 ${last.key} 的格子里只有“${last.key}”，没有当作选项。`);
    last = options[options.length - 1];
  }
  const dotless = options.filter((option) => !isLettered(option));
  const isEach = own.length > dotless.length && dotless.every((option) => isLettered(option, DOTLESS));
  if (options.length < 2 || !(dotless.length === 0 || (own.length > 1 && isEach))) return;
  for (const { key } of dotless) raw.notes.push(`选项 ${key} 开头的“${key}”后面没有点，已当作选项的字母去掉，请核对。`);
  raw.options = options.map((option) => {
    const { key, lines } = option;
    const [first = '', ...more] = lines;
    const text = first.replace(VERBATIM, '').replace(dotless.includes(option) ? DOTLESS : OWN_LETTER, '');
    return { key, lines: [VERBATIM + text, ...more] };
  });
}
