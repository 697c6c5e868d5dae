import { countBlanks } from '../question.rules';
import { HELD_NOTE, type ParsedKind, type ParsedQuestion } from './format.rules';
import { clip } from './text-draft';
import { isVerbatim, joinLines, type RawQuestion } from './text-raw';
import type { Marked } from './text-line';
import { kindOfWord, parseBlanks, parseJudge, parseLetters } from './words.rules';

/** Answers that a Word file only shows, in red or underlined: taken where there is no other, and always told. */

const LETTER_BEFORE = /^[（(【[]?\s?([A-JＡ-Ｊ])\s?(?:[.．、:：)）】\]]\s*|$)/;
const YES_NO = /^\s?(?:正确|对|√)\s?[/／|]?\s?(?:错误|错|×)\s?$/;

/** As far as colours can tell it: a formula's signs and blanks are none of it. */
const bare = (text: string) => text.replace(/[\s$^_{}\\\ue002]/g, '');

/** In fewer questions it may be chance that one option of each stands out. */
const ENOUGH = 3;
const FILLED_PLACE = /[（(【[]\s{0,8}[A-JＡ-Ｊ]{1,8}\s{0,8}[)）】\]]/;

/**
 * Bold or underlined options are the key only where every choice of a section has one so, of several answers some, and
 * none says its answer otherwise: a word in bold alone means little.
 */
export function settleShown(questions: RawQuestion[]): void {
  const groups = new Map<number, RawQuestion[]>();
  for (const question of questions) {
    if (question.options.length < 2 || question.isRow) continue;
    groups.set(question.section.index, [...(groups.get(question.section.index) ?? []), question]);
  }
  for (const group of groups.values()) {
    const isSaid = ({ answer, marked, stem }: RawQuestion) =>
      answer !== undefined || marked.some(({ isFirm }) => isFirm) || FILLED_PLACE.test(joinLines(stem));
    if (group.some(isSaid)) continue;
    for (const [sign, isBold] of [
      ['加粗', true],
      ['有下划线', false],
    ] as const) {
      const letters = group.map((question) => lettersShown(question, isBold));
      if (letters.some((each) => each === '')) continue;
      const isSure = group.length >= ENOUGH;
      group.forEach((question, at) => (question.shown = { letters: letters[at] ?? '', sign, isSure }));
      break;
    }
  }
}

/** The options of a question with this sign, as letters; '' where they cannot be its key. */
function lettersShown(question: RawQuestion, isBold: boolean): string {
  const marked = question.marked.filter((each) => !each.isFirm && (each.isBold ?? false) === isBold);
  const shown = optionsShown(question, marked);
  const word = kindOfWord(question.kindWord) ?? question.section.heading?.kind ?? null;
  const isMultiple = word !== null && 'kind' in word && word.kind === 'multiple';
  const isKey = isMultiple ? shown.length < question.options.length : shown.length === 1;
  return isKey ? shown.join('') : '';
}

function optionsShown({ options }: RawQuestion, marked: Marked[]): string[] {
  const shown = options.filter(({ key, lines }) => {
    const own = bare(joinLines(lines));
    return marked.some(({ text }) => {
      const letter = LETTER_BEFORE.exec(text)?.[0];
      const rest = bare(letter === undefined ? text : text.slice(letter.length));
      const isSameKey = letter === undefined || LETTER_BEFORE.exec(text)?.[1]?.normalize('NFKC') === key;
      return isSameKey && own !== '' && rest === own;
    });
  });
  return shown.map(({ key }) => key);
}

/** Gives a question without any answer the one that stands out, as if it stood behind 答案：. */
export function takeMarked(raw: RawQuestion, parsed: ParsedQuestion, declared: ParsedKind | 'choice' | null): void {
  if (raw.shown && raw.answer === undefined) {
    const { letters, sign, isSure } = raw.shown;
    raw.answer = [letters];
    return tell(parsed, `文件里没有写答案，选项 ${letters} 是${sign}的，已当作答案，请核对。`, isSure);
  }
  raw.marked = raw.marked.filter(({ isBold }) => !isBold);
  if (raw.marked.length === 0 || raw.isRow || isVerbatim(raw.stem)) return;
  if (raw.options.length > 1) takeBehindPlace(raw, parsed);
  const isCloze = declared === 'cloze' || (declared === null && /_{2}[^_\n]{1,60}_{2}/.test(joinLines(raw.stem)));
  if (raw.answer !== undefined) {
    if (isCloze && !isVerbatim(raw.answer)) takeFilled(raw, parsed);
    return;
  }
  if (raw.options.length > 1) return takeOptions(raw, parsed, declared);
  if (declared === 'judge' || declared === null) takeYesNo(raw, parsed);
  if (isCloze) takeBlanks(raw, parsed);
  if (raw.answer === undefined && declared !== 'judge') takeRed(raw, parsed, declared);
}

/** Of these nobody expects an answer in the file: what is red there is but important. */
const WITHOUT_ANSWER = new Set<ParsedKind | 'choice' | null>(['written', 'oral', 'essay']);

/** Red or highlighted words of a teacher's copy, where nothing says what the question asks for: never left without a word. */
function takeRed(raw: RawQuestion, parsed: ParsedQuestion, declared: ParsedKind | 'choice' | null): void {
  const stem = joinLines(raw.stem);
  const firm = raw.marked.filter(({ isFirm, text }) => {
    const word = text.trim();
    return isFirm && parseJudge(word) === undefined && stem.split(`__${word}__`).join('').includes(word);
  });
  if (firm.length === 0) return;
  const shown = clip(firm.map(({ text }) => text.trim()).join('”“'));
  const below = redBelow(raw.stem, firm);
  if (below > 0 && !WITHOUT_ANSWER.has(declared) && declared !== 'cloze') {
    raw.answer = raw.stem.splice(below);
    return tell(parsed, `文件里没有写答案，题目下面红色或加亮的“${shown}”已当作答案，请核对。`, false);
  }
  if (declared === null && firm.every(({ text }) => isFilledIn(stem, text.trim())))
    takeBlanks({ ...raw, marked: firm }, parsed, raw);
  if (raw.answer !== undefined) return;
  const told = `题干里红色或加亮的“${shown}”没有当作答案，学生会看见，请核对。`;
  if (WITHOUT_ANSWER.has(declared)) parsed.notes.push(told);
  else tell(parsed, told, false);
}

/** The first of the red lines that end a stem, behind a line that asks; 0 for none. */
function redBelow(stem: string[], firm: Marked[]): number {
  const red = new Set(firm.map(({ text }) => bare(text)));
  let begin = stem.length;
  while (begin > 0 && (stem[begin - 1] === '' || red.has(bare(stem[begin - 1] ?? '')))) begin -= 1;
  return stem.slice(0, begin).some((line) => line !== '') && begin < stem.length ? begin : 0;
}

/** Whether a word stands in brackets of its own, where a student is to write it. */
const isFilledIn = (stem: string, word: string) => [`（${word}）`, `(${word})`].some((filled) => stem.includes(filled));

/** The place for the letter at the end of a stem, empty or with the answer in it. */
const PLACE_END = /[（(【[]\s{0,40}[A-JＡ-Ｊ]{0,8}\s{0,40}[)）】\]]\s{0,8}$/;
/** What a teacher reckons or explains, and no part of a question. */
const WORKING = /[=＝≈→∴∵]|\d\s?[/÷×*+\-−]\s?\d|^(?:因为|由于|所以|解|因)|[见第].{0,12}[页章节]|[Pp]\.?\s?\d/;

/** （ C ）100/0.4 with 100/0.4 in red: how the answer is found is for the analysis, and not to be seen. */
function takeBehindPlace(raw: RawQuestion, parsed: ParsedQuestion): void {
  const at = raw.stem.reduce((last, line, index) => (line === '' ? last : index), -1);
  const line = raw.stem[at] ?? '';
  const [word = ''] = raw.marked
    .filter(({ isFirm }) => isFirm)
    .map(({ text }) => text.trim())
    .filter(
      (text) => text.length > 1 && line.endsWith(text) && PLACE_END.test(line.slice(0, -text.length).slice(-100)),
    );
  if (!/[\p{L}\p{Nd}]/u.test(word) || /^[（(].{0,8}分[)）]$/.test(word)) return;
  if (!WORKING.test(word)) return void parsed.notes.push(`题干里红色或加亮的“${clip(word)}”学生会看见，请核对。`);
  raw.stem[at] = line.slice(0, -word.length).trimEnd();
  raw.analysis.unshift(word);
  parsed.notes.push(`题干末尾红色或加亮的“${clip(word)}”像是解题的过程，已移到解析，请核对。`);
}

function takeOptions(raw: RawQuestion, parsed: ParsedQuestion, declared: ParsedKind | 'choice' | null): void {
  const shown = optionsShown(raw, raw.marked);
  if (shown.length === 0 || shown.length === raw.options.length) return;
  const letters = shown.join('');
  raw.answer = [letters];
  const [place = ''] = FILLED_PLACE.exec(joinLines(raw.stem)) ?? [];
  if (parseLetters(place.slice(1, -1))?.join('') === letters) return;
  const isFirm = raw.marked.every((each) => each.isFirm) && (shown.length === 1 || declared === 'multiple');
  tell(parsed, `文件里没有写答案，选项 ${letters} 是红色、加亮或有下划线的，已当作答案，请核对。`, isFirm);
}

function takeYesNo(raw: RawQuestion, parsed: ParsedQuestion): void {
  const at = raw.stem.reduce((last, line, index) => (line === '' ? last : index), -1);
  if (!YES_NO.test(raw.stem[at] ?? '')) return;
  const words = raw.marked.filter(({ text }) => parseJudge(text) !== undefined);
  const [word] = words;
  if (word === undefined || words.length > 1) return;
  raw.stem = raw.stem.slice(0, at);
  raw.kindWord ||= '判断题';
  raw.answer = [word.text.trim()];
  tell(parsed, `文件里没有写答案，“${word.text.trim()}”是红色、加亮或有下划线的，已当作答案，请核对。`, word.isFirm);
}

type Emptied = { stem: string; words: { text: string; place: number; isDrawn: boolean }[]; blanks: number };

/** Brackets that stand out with the word in them are its place and no part of it. */
const IN_BRACKETS = /^[（(]\s{0,9}([^（()）]*[^（()）\s])\s{0,9}[)）]$/;

/** The stem with each word that stands out as a blank, 北京 and __长江__ alike; null where one of them is not in it. */
function emptied({ stem, marked }: RawQuestion): Emptied | null {
  const words: Emptied['words'] = [];
  let rest = joinLines(stem);
  let made = '';
  for (const { text } of marked) {
    const word = text.trim();
    if (word === '' || word.length > 60) continue;
    const at = rest.indexOf(word);
    if (at < 0) return null;
    const end = at + word.length;
    // What Word draws around a word with blanks beside it is one blank with it.
    const isDrawn = /_{2}$/.test(rest.slice(0, at)) && /^_{2}/.test(rest.slice(end));
    made += `${rest.slice(0, isDrawn ? at - 2 : at)}____`;
    rest = rest.slice(isDrawn ? end + 2 : end);
    words.push({ text: IN_BRACKETS.exec(word)?.[1] ?? word, place: countBlanks(made) - 1, isDrawn });
  }
  const whole = made + rest;
  return words.length === 0 || whole === '____' ? null : { stem: whole, words, blanks: countBlanks(whole) };
}

/** 首都是北京 with 北京 underlined: a blank, whose answer it is. */
function takeBlanks(raw: RawQuestion, parsed: ParsedQuestion, into = raw): void {
  const found = emptied(raw);
  // With an empty one beside them nobody knows all of the answers.
  if (!found || found.blanks !== found.words.length || /[（(【[]\s*[)）】\]]/.test(found.stem)) return;
  // Where all are drawn so nothing is to be told of them.
  if (found.words.every(({ isDrawn }) => isDrawn)) return;
  const texts = found.words.map(({ text }) => text);
  into.stem = found.stem.split('\n');
  into.answer = [texts.join('\n')];
  tell(parsed, `题干里红色、加亮或有下划线的“${texts.join('”“')}”已改成空，并当作答案。`, false);
}

/** 首都是北京 with 北京 underlined, and 答案：北京 below it: what is written in the blank is the answer, and not to be seen. */
function takeFilled(raw: RawQuestion, parsed: ParsedQuestion): void {
  const found = emptied(raw);
  const answers = found ? parseBlanks(joinLines(raw.answer ?? []), found.blanks) : [];
  if (!found || answers.length !== found.blanks) return;
  if (!found.words.every(({ text, place }) => answers[place]?.includes(text))) return;
  raw.stem = found.stem.split('\n');
  raw.marked = [];
  parsed.notes.push(`题干里有下划线的“${found.words.map(({ text }) => text).join('”“')}”就是答案，已改成空。`);
}

function tell(parsed: ParsedQuestion, sentence: string, isFirm: boolean): void {
  parsed.notes.push(isFirm ? sentence : `${sentence}${HELD_NOTE}`);
  if (!isFirm) parsed.isDoubtful = true;
}
