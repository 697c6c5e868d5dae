import type { ParsedQuestion } from './format.rules';
import { isListText } from './text-answer-entries';
import { isListTitle } from './text-answers';
import { type Draft, clip, doubt, lineWithin } from './text-draft';
import { isBetweenQuestions } from './text-headings';
import { answerStatedIn } from './text-labels';
import { isLooseTitle } from './text-list-titles';
import { letterWithin } from './text-options';
import { numberAlone } from './text-page-numbers';
import { type RawQuestion, isVerbatim, joinLines } from './text-raw';
import { noteUnderlined } from './text-underlined';

/** What of a question may have been read wrong: it is told, and the question is not chosen by itself. */

/** What reads as if it were something else is not chosen by itself. */
export function noteDoubts({ raw, parsed, answer }: Draft): void {
  if (!isVerbatim(raw.stem) && !raw.isRow) {
    const stated = [joinLines(raw.stem), ...raw.options.map(({ lines }) => joinLines(lines))]
      .map(answerStatedIn)
      .find((line) => line !== '');
    if (stated !== undefined) {
      doubt(parsed, `题目里有一行像是答案：“${clip(stated)}”。答案请另起一行写“答案：”。`);
    }
  }
  const last = raw.options[raw.options.length - 1];
  if (last && !raw.isRow && !isVerbatim(last.lines)) {
    const key = String.fromCharCode(last.key.charCodeAt(0) + 1);
    const isGlued = new RegExp(`(?:[^\\sA-Za-z0-9、,，]|[^\\s.．]\\s)[${key}][、.．:：)）](?!$)`).test(
      joinLines(last.lines),
    );
    if (isGlued) doubt(parsed, `选项 ${last.key} 里像是还有选项 ${key}。请在 ${key} 前面换行。`);
  }
  noteQuestionWithin(raw, parsed);
  noteKeyAlone(raw, parsed, answer);
  noteEntries(raw, parsed, answer);
  noteSecondLine(raw, parsed);
  const material = isVerbatim(last?.lines ?? []) || raw.isRow ? undefined : last?.lines.slice(1).find(isMaterialLine);
  if (material !== undefined)
    doubt(parsed, `选项 ${last?.key} 里有一行像是后面几题的材料：“${clip(material)}”。请把它移到要用它的题里。`);
  const alone =
    isVerbatim(raw.stem) || raw.isRow ? undefined : numberAlone([raw.stem, ...raw.options.map(({ lines }) => lines)]);
  if (alone !== undefined && !parsed.notes.some((note) => note.includes(`“${alone}”`)))
    parsed.notes.push(`题目里有一行只写着“${alone}”，也许是页码，请核对。`);
  const between = isVerbatim(raw.stem) ? undefined : lineWithin(raw).find(isBetweenQuestions);
  if (between !== undefined) doubt(parsed, `题目里有一行像是下一部分的标题：“${clip(between)}”。`);
  noteLetters(raw, parsed);
  noteUnderlined(raw, parsed);
  if (SHOWN.test(joinLines(raw.stem)) && !isVerbatim(raw.stem)) {
    parsed.notes.push('题目说到加粗、斜体或有颜色的字，文字的样子没有导入，请在题目里写明是哪几个字。');
  }
  const judged =
    parsed.kind === 'short' && answer === '' && !isVerbatim(raw.stem) && JUDGED.exec(joinLines(raw.stem))?.[0];
  if (judged) doubt(parsed, `题目里的“${judged}”像是答案，这道题没有读到别的答案。`);
  for (const sentence of raw.doubts) doubt(parsed, sentence);
  const title = isVerbatim(raw.stem)
    ? undefined
    : lineWithin(raw).find((line) => isListTitle(line) || isLooseTitle(line));
  if (title !== undefined) doubt(parsed, `题目里有一行像是答案部分的标题：“${clip(title)}”。`);
  const key = !raw.isRow && !isVerbatim(raw.answer ?? []) && raw.options.length === 0 ? answer.split('\n') : [];
  const table =
    parsed.kind === 'cloze' || raw.doubts.some((sentence) => sentence.includes('整张答案表'))
      ? undefined
      : key.find((line) => KEY_LINE.test(line) && isListText(bareKey(line)));
  if (table !== undefined) doubt(parsed, `答案里有一行像是整张答案表：“${clip(table)}”。`);
  const other = raw.isRow || isVerbatim(raw.answer ?? []) ? undefined : answer.split('\n').slice(1).find(isVersion);
  if (other !== undefined && parsed.kind !== 'cloze')
    doubt(parsed, `答案里的“${clip(other)}”像是另一道题（作文）的答案。`);
  const isText = parsed.kind !== null && ['cloze', 'short', 'essay', 'written'].includes(parsed.kind);
  if (
    isText &&
    (!raw.isRow || raw.kindWord === '') &&
    !isVerbatim(raw.answer ?? []) &&
    raw.options.length === 0 &&
    raw.bank.length === 0 &&
    OPTION_LETTERS.test(answer.split('\n')[0] ?? '')
  ) {
    const way = raw.isRow ? '选项请填在“选项A”“选项B”……各列' : '选项请每个一行，写成“A. 内容”';
    doubt(parsed, `答案“${answer.slice(0, 20)}”像选项字母，题里没有读出选项。${way}。`);
  }
}

/** 丁2. 哪一项正确？A. 甲 B. 乙 C. 丙: an option that has options of its own. */
const OPTIONS_WITHIN =
  /(?:^|[^A-Za-z0-9])[AＡ]\s?[.．、][^\n]{0,300}?[^A-Za-z0-9][BＢ]\s?[.．、][^\n]{0,300}?[^A-Za-z0-9][CＣ]\s?[.．、]/;

/** 3．C below the key of a text whose questions were not told apart. */
function noteKeyAlone({ stem, options, isRow, number }: RawQuestion, parsed: ParsedQuestion, answer: string): void {
  const text = joinLines(stem);
  const isKey = /^(?:[A-JＡ-Ｊ]{1,4}|[√×✓✗])[。.]?$/.test(text) && !isVerbatim(stem);
  if (!isKey || isRow || number === null || answer !== '' || options.length > 0) return;
  doubt(parsed, `第 ${number} 题只有“${text}”，像是另一道题的答案。`);
}

function noteQuestionWithin({ options, isRow }: RawQuestion, parsed: ParsedQuestion): void {
  const within = isRow
    ? undefined
    : options.find(({ lines }) => !isVerbatim(lines) && OPTIONS_WITHIN.test(joinLines(lines).slice(0, 4000)));
  if (within) doubt(parsed, `选项 ${within.key} 里像是还有一道题和它的选项，请把它们分开写。`);
}

/** 1．甲 3．丙 at question 3: the key of others as well, of which some were not found. */
function noteEntries({ number, isRow, answer: lines }: RawQuestion, parsed: ParsedQuestion, answer: string): void {
  if (number === null || isRow || isVerbatim(lines ?? []) || answer.length > 2000) return;
  const first = /^(\d{1,3})\s?[.．、:：](?!\d)/.exec(answer)?.[1];
  const isOther = first !== undefined && Number(first) < number;
  if (isOther && new RegExp(`[\\s;；,，。]${number}\\s?[.．、:：](?!\\d)`).test(answer))
    doubt(parsed, `答案“${clip(answer)}”里像是有几道题的答案，与题号对不上，请在每题后写“答案：”。`);
}

/** 附：公式表 and 祝考试顺利！ below the options are of none of them, however long they are. */
const APPENDED =
  /^[（(【[]?\s?(?:附\s?[:：录表件]|(?:参考|提示)(?:词汇|公式|数据|资料)|(?:本[卷题]?)?可能用到|相对原子质量|以下|备注|[预谨]?祝)/;

/** Of options on a line each the last has another one, though its first was not full: it may be of something else. */
function noteSecondLine({ options, isRow }: RawQuestion, parsed: ParsedQuestion): void {
  const last = options[options.length - 1];
  const lines = (last?.lines ?? []).filter((line) => line !== '');
  if (!last || isRow || isVerbatim(last.lines) || lines.length < 2 || options.length < 2) return;
  const isOnly = options.slice(0, -1).every((each) => each.lines.filter((line) => line !== '').length === 1);
  const isFull = (lines[0] ?? '').length >= 24 && !lines.slice(1).some((line) => APPENDED.test(line));
  if (isOnly && !isFull && !/^\[图\d/.test(lines[1] ?? ''))
    parsed.notes.push(
      `选项 ${last.key} 有 ${lines.length} 行，后面的“${clip(lines.slice(1).join('\n'))}”也许不是它的，请核对。`,
    );
}

/** B. 见B. C. 两项  C. 以上都对: where the options begin cannot be told. */
function noteLetters(raw: RawQuestion, parsed: ParsedQuestion): void {
  if (raw.isRow || raw.options.some(({ lines }) => isVerbatim(lines))) return;
  const keys = raw.options.map(({ key }) => key);
  for (const { key, lines } of raw.options) {
    const letter = letterWithin(joinLines(lines), keys);
    if (letter === '') continue;
    return doubt(parsed, `选项 ${key} 里还有一个“${letter}.”，不知道选项从哪里开始，请每个选项一行。`);
  }
}

/** 标红的词, 加粗部分, the word in bold */
const SHOWN =
  /(?:标红|红色|红字|彩色|蓝色|加粗|加黑|黑体|斜体|阴影)(?:的|标注的|标出的)?(?:词|字|部分|句|单词|短语)|(?:词|字|部分|句)(?:标红|加粗|加黑)|in (?:bold|italics?|red)|(?:bold(?:ed)?|italic) (?:word|part)/i;

/** 材料三：… */
const isMaterialLine = (line: string) =>
  /^[【[]?(?:材料|资料)\s?[一二三四五六七八九十\d]{1,2}\s?[】\]]?\s?[:：]?/.test(line);

/** One possible version: below an answer begins that of a composition. */
const isVersion = (line: string) => /^[（(【[]?(?:One possible version|参考范文|作文范文)/i.test(line);

const JUDGED = /[（(]\s{0,8}[√×✓✗✔✘]\s{0,8}[)）]/;

const KEY_LINE = /[A-J√×对错]/;

const bareKey = (line: string) => line.replace(/^[\u3400-\u9fff]{2,8}\s?[:：]\s?/, '');

const OPTION_LETTERS = /^(?:[A-HＡ-Ｈ][A-HＡ-Ｈ\s,，、;；]{0,20}|[b-h])[。.]?$/;
