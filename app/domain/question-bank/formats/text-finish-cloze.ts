import { countBlanks } from '../question.rules';
import { parseBlankLine } from '../kinds/cloze/blank-line.rules';
import { solutionSet } from './alternative-or.rules';
import { hasOr, isSlashed } from './alternatives.rules';
import { formsInBlanks } from './text-blank-forms';
import {
  isOnlyRemark,
  noteDropped,
  takeBracketed,
  takeBroken,
  takeLoose,
  takeSentences,
  takeTyped,
  takeWritten,
  withNamedSigns,
} from './text-cloze-answer';
import { oneLineEach, typedBlanks, withBracketsDrawn, withoutLinesBehind } from './text-blanks';
import { type Draft, LEFT_OUT, MAY_BE_OPEN, clip, doubt } from './text-draft';
import { filledBlanks, toBlanks } from './text-drawn-blanks';
import type { ParsedQuestion } from './format.rules';
import { perBlankOf } from './text-points';
import { isVerbatim, joinLines } from './text-raw';
import { narrow, parseBlanks, parseLetters } from './words.rules';

/** The fields of a text with blanks: where they are, and what each accepts. */

/** A、B两地 names two things. */
const ENUMERATED = /[A-DＡ-Ｄ](?:、[A-DＡ-Ｄ])+(?![.．、)）])/g;
/** The letter of an option somewhere in a text. */
const LIKE_OPTION = /(?:^|[^A-Za-z])[（(]?[A-DＡ-Ｄ]\s?[.．、)）]/;

/** 国旗是（1），国歌是（2）。 without any blank: as many numbers as answers, in their order, are the blanks. */
function takeNumberedBlanks(draft: Draft): void {
  const { stem, answer, parsed } = draft;
  if (countBlanks(toBlanks(stem, null)) > 0) return;
  const numbers = [...stem.matchAll(/\s?[（(]\s?(\d{1,2})\s?[)）]\s?/g)];
  const isCounting = numbers.every(([, number], index) => Number(number) === index + 1);
  if (numbers.length === 0 || !isCounting || numbers[0]?.index === 0) return;
  if (parseBlanks(answer, numbers.length).length !== numbers.length) return;
  draft.stem = numbers.reduce((text, [whole]) => text.replace(whole, '____'), stem);
  parsed.notes.push(`题干里的（1）${numbers.length > 1 ? '、（2）等' : ''}当作空，已改成 ____，请核对。`);
}

/** The answer ±5 is stated below, and stands between wide blanks in the text: it was typed where the blank is. */
function takePadded(draft: Draft): void {
  const { stem, answer, parsed } = draft;
  if (answer === '' || answer.length > 60 || countBlanks(toBlanks(stem, null)) > 0) return;
  const [before = '', after, ...more] = stem.split(`\u3000${answer}\u3000`);
  if (after === undefined || more.length > 0) return;
  draft.stem = `${before.replace(/\u3000+$/, '')}____${after.replace(/^\u3000+/, '')}`;
  parsed.notes.push(`题干里已经写着答案“${clip(answer)}”，已改成空。`);
}

/** 出题人：… below an answer is none of it. */
function takeLinesBehind(draft: Draft): void {
  const { raw, parsed, stem } = draft;
  if (raw.isRow) return;
  const { answer, behind } = withoutLinesBehind(raw.answer ?? [], countBlanks(toBlanks(stem, null)));
  if (behind.length === 0) return;
  draft.answer = answer;
  doubt(parsed, `答案后面的文字没有导入：“${clip(behind.join('\n'))}”。`);
}

function takeBrackets(draft: Draft): void {
  const drawn = withBracketsDrawn(toBlanks(draft.stem, null), draft.answer);
  if (!drawn) return;
  draft.stem = drawn.stem;
  const sentence = '题干里的空括号也当作要填的空，已改成 ____，请核对。';
  if (drawn.isSure) draft.parsed.notes.push(sentence);
  else doubt(draft.parsed, sentence);
}

/** Of 或 in a key it is always told whether it parts answers or joins one. */
function noteOr(parsed: ParsedQuestion, answer: string, blanks: string[][]): void {
  if (!hasOr(answer)) return;
  const found = blanks.map(([first = '']) => ({ first, set: solutionSet(first) }));
  const whole = found.find(({ set }) => set !== null);
  const sentence = `答案“${clip(whole?.first ?? '')}”当作一个答案，要写全才算对，用“或”“、”或逗号连起来都行；如果只写一个也算对，请用 | 分开。`;
  if (whole && found.every(({ set }) => set?.isSure !== false)) parsed.notes.push(sentence);
  else if (whole) doubt(parsed, sentence);
  const parted = blanks.find((each, at) => each.length > 1 && !found[at]?.set && !each.some(hasOr));
  if (parted)
    parsed.notes.push(
      `答案“${clip(answer)}”里的“或”当作几种答案，写“${parted.map(clip).join('”或“')}”都算对；如果它是一个答案，请改正。`,
    );
}

/** Answers as a student can type them, each on one line. */
function tidyBlanks({ raw, parsed, stem, answer: draftAnswer }: Draft, blanks: string[][]): string[][] {
  if (isSlashed(draftAnswer)) {
    const sentence = `答案“${clip(draftAnswer)}”里的“/”当作几种答案，写哪一种都算对；如果它是一个答案，请改正。`;
    // 500g/0.5kg may be one amount twice, or a quotient.
    if (/^[\d.]{1,12}\s?[A-Za-z]/.test(draftAnswer)) doubt(parsed, sentence);
    else parsed.notes.push(sentence);
  }
  noteOr(parsed, draftAnswer, blanks);
  // A cell holds what somebody put there, line by line and sign by sign.
  if (raw.isRow) {
    const { formula } = typedBlanks(blanks);
    if (formula !== '') parsed.notes.push(`答案里有公式“${clip(formula)}”，学生打不出来，请改成能打字的答案。`);
    return blanks;
  }
  const lines = oneLineEach(blanks);
  if (lines.behind.length > 0) doubt(parsed, `答案后面的文字没有导入：“${clip(lines.behind.join('\n'))}”。`);
  const forms = formsInBlanks(stem, lines.blanks);
  if (forms.changed !== '') {
    parsed.notes.push(
      `答案“${clip(forms.changed)}”已去掉分值、句号、括号里的说明或题干里已有的字，或两种写法都算对，请核对。`,
    );
  }
  const typed = typedBlanks(forms.blanks);
  if (typed.changed !== '') {
    parsed.notes.push('答案里的上下标已改成能打字的写法（如 H2O、10^23），请核对。');
  }
  if (typed.formula !== '') {
    doubt(parsed, `答案里有公式“${clip(typed.formula)}”，学生打不出来，请改成能打字的答案。`);
  }
  return typed.blanks;
}

/** Letters of the words that stand above the questions: each blank accepts the letter and its word. */
function takeBank({ raw: { bank }, parsed }: Draft, blanks: string[][]): void {
  const found = blanks.map((each) => bank.find(({ key }) => each.length === 1 && key === narrow(each[0] ?? '')));
  if (found.length === 0 || found.includes(undefined)) return;
  found.forEach((word, at) => word && word.text !== '' && blanks[at]?.push(word.text));
  const said = found.map((word) => `${word?.key}. ${word?.text}`).join('；');
  parsed.notes.push(`答案是备选词的字母（${clip(said)}），填字母或填词都算对，请核对。`);
}

/** 3.14（±0.01）, 9.8±0.1, 2~3都可 */
const TOLERANCE = /\d[^\s\d]{0,4}\s?[（(]\s?±|\d\s?±\s?0?\.\d|误差|(?:范围|之间)(?:内)?(?:均|都|皆)/;

const ANY_ORDER =
  /\s{0,3}[（(]\s?[^（()）]{0,6}(?:顺序|次序|位置)[^（()）]{0,3}(?:可换|可以?互?换|不限|可调|可颠倒|可交换|不分先后)[^（()）]{0,4}[)）][。.]?$/;

/** 一 二（顺序可换）: each of the blanks accepts any of the answers. */
function takeAnyOrder(draft: Draft): boolean {
  const sign = ANY_ORDER.exec(draft.answer)?.[0];
  if (sign === undefined) return false;
  draft.answer = draft.answer.slice(0, draft.answer.length - sign.length);
  doubt(draft.parsed, `答案写着“${sign.trim()}”，已让每个空都收这几个答案，写了两个相同的也会算对，请核对。`);
  return true;
}

const COUNTED = /^(\d{1,3})\s?[.．、)）](?:\s{1,4}(?=\S)|(?=[A-Za-z\u3400-\u9fff]))/;
const FEWEST_COUNTED = 3;

/** 41. was built and 42. in, where all but one or two are counted so: the numbers are of the blanks. */
function withoutCounts({ raw, parsed }: Draft, blanks: string[][]): string[][] {
  const numbers = blanks.map(([first = '']) => COUNTED.exec(first)?.[1]);
  const firsts = numbers.flatMap((number, at) => (number === undefined ? [] : [Number(number) - at]));
  const isCounting = firsts.length >= FEWEST_COUNTED && firsts.every((first) => first === firsts[0]);
  if (raw.isRow || !isCounting || firsts.length * 2 < blanks.length) return blanks;
  parsed.notes.push(`答案前面的题号（${firsts[0]}—${(firsts[0] ?? 0) + blanks.length - 1}）不是答案，已去掉，请核对。`);
  return blanks.map((each, at) =>
    numbers[at] === undefined ? each : [...new Set(each.map((one) => one.replace(COUNTED, '')))],
  );
}

/** 判断：（1）…（ ）（2）…（ ） with √ and × is one question with a blank for each sign. */
function noteJudgedBlanks({ raw, stem, parsed }: Draft, blanks: string[][]): void {
  const isSign = ([only = '', ...more]: string[]) => more.length === 0 && /^[√✓✔×✗✘✕]$/.test(only);
  const isJudged =
    blanks.length > 0 && blanks.every(isSign) && /判断|对的|正确/.test(`${raw.kindWord}${stem.slice(0, 400)}`);
  if (isJudged)
    parsed.notes.push('这道判断题有几个小题，当作一道填空题，每空填“√”或“×”；要分别判断，请把每个小题写成一道题。');
}

/** 对外____ has the key 开放. */
const isLeftOut = (answer: string) => LEFT_OUT.test(answer) && !MAY_BE_OPEN.test(answer);

export function finishCloze(draft: Draft): void {
  const { raw, parsed } = draft;
  const perBlank = perBlankOf(raw);
  if (isVerbatim(raw.answer ?? [])) {
    parsed.fields.answer = joinLines(raw.answer ?? [])
      .split('\n')
      .map(parseBlankLine);
  } else {
    // 水是…………: an ordinary …… has two signs.
    const dotted = draft.stem.replace(/…{4,}|\.{8,}|·{8,}/g, '____');
    const wanted = countBlanks(toBlanks(dotted, null));
    const isAsked =
      countBlanks(toBlanks(draft.stem, null)) === 0 || parseBlanks(draft.answer, wanted).length === wanted;
    if (isAsked) draft.stem = dotted;
    takeBroken(draft);
    takeWritten(draft);
    takeLinesBehind(draft);
    takeTyped(draft);
    takeSentences(draft);
    takePadded(draft);
    takeBracketed(draft);
    const isAnyOrder = takeAnyOrder(draft);
    takeBrackets(draft);
    const { answer } = draft;
    takeLoose(draft);
    const filled = draft.answer === '' ? filledBlanks(draft.stem) : null;
    if (filled && !filled.isSure)
      doubt(
        parsed,
        `横线之间的“${clip(filled.blanks.map(([first = '']) => first).join('”“'))}”当作写在空里的答案，请核对。`,
      );
    // As many answers as the stem has blanks as it stands: then none of them has its number on it.
    const asDrawn = countBlanks(draft.stem);
    const isAsDrawn = asDrawn > 1 && parseBlanks(draft.answer, asDrawn).length === asDrawn;
    if (asDrawn === 0 && draft.answer !== '') takeNumberedBlanks(draft);
    const guess = isAsDrawn ? asDrawn : parseBlanks(draft.answer, countBlanks(toBlanks(draft.stem, null))).length;
    draft.stem = filled?.stem ?? toBlanks(draft.stem, guess);
    const parted = tidyBlanks(draft, filled?.blanks ?? parseBlanks(draft.answer, countBlanks(draft.stem)));
    const blanks = withoutCounts(draft, withNamedSigns(draft, parted));
    noteDropped(draft, answer, blanks);
    takeBank(draft, blanks);
    noteJudgedBlanks(draft, blanks);
    parsed.fields.answer = isAnyOrder && blanks.length > 1 ? blanks.map(() => [...new Set(blanks.flat())]) : blanks;
  }
  parsed.fields.stem = draft.stem;
  const count = countBlanks(draft.stem);
  const given = (parsed.fields.answer as string[][]).filter((each) => each.length > 0).length;
  const joined = (parsed.fields.answer as string[][]).findIndex((each) =>
    each.some((one) => /\S\s?[;；]\s{0,3}\S/.test(one.replace(/&[a-z]{2,4};/gi, ''))),
  );
  if (given === count && joined >= 0 && !isVerbatim(raw.answer ?? [])) {
    const text = clip((parsed.fields.answer as string[][])[joined]?.join('|') ?? '');
    doubt(parsed, `第 ${joined + 1} 空的答案“${text}”里有分号，当作一个答案；是几种答案的话，请用 | 分开。`);
  }
  if (/^[（(]?\s?无\s?[)）]?[。.]?$/.test(draft.answer) && !isVerbatim(raw.answer ?? []))
    doubt(parsed, `答案写的是“${draft.answer}”，当作要填“无”这个字；如果是说没有答案，请补上答案。`);
  if (MAY_BE_OPEN.test(draft.answer) && given === count && !isVerbatim(raw.answer ?? []))
    doubt(parsed, `答案写的是“${draft.answer}”，当作要填这几个字；如果是说答案不固定，请改成学生会填的答案。`);
  const range = (parsed.fields.answer as string[][]).flat().find((each) => TOLERANCE.test(each));
  if (range !== undefined && !isVerbatim(raw.answer ?? []))
    doubt(parsed, `答案“${clip(range)}”像是一个范围，只有照着填才算对；请改成学生会填的数，几种写法用 | 分开。`);
  const leftOut = (parsed.fields.answer as string[][]).findIndex((each) => each.some(isLeftOut));
  if (count > 1 && given === count && leftOut >= 0 && !isVerbatim(raw.answer ?? [])) {
    const said = `第 ${leftOut + 1} 空的答案写的是“${clip((parsed.fields.answer as string[][])[leftOut]?.join('|') ?? '')}”`;
    if (raw.isRow) doubt(parsed, `${said}，不知道是不是真的答案。`);
    else parsed.problems.push(`${said}，没有写出来；请补上后再导入。`);
  }
  const letters = raw.answer === undefined ? undefined : parseLetters(draft.answer);
  if (raw.answer !== undefined && !isVerbatim(raw.answer) && (isLeftOut(draft.answer) || isOnlyRemark(draft.answer))) {
    // A cell of answers may say 略 and mean it.
    if (raw.isRow && given === count) doubt(parsed, `答案写的是“${draft.answer}”，不知道是不是真的答案。`);
    else parsed.problems.push(`答案写的是“${draft.answer}”，没有写出来；填空题要有答案，请补上后再导入。`);
  } else if (
    letters &&
    raw.options.length + raw.bank.length === 0 &&
    !isVerbatim(raw.stem) &&
    LIKE_OPTION.test(draft.stem.replace(ENUMERATED, ''))
  ) {
    parsed.problems.push(
      `答案“${draft.answer.slice(0, 20)}”像是选项的字母，题干里的选项却没有读出来。请把每个选项写在单独一行，如“A. 内容”。`,
    );
  } else if (count === 0) parsed.problems.push('题干里没有空，请用 ____（两个以上下划线）标出要填的地方。');
  else if (given === 0) {
    parsed.problems.push(
      raw.isRow
        ? '“答案”这一列是空的，请填每个空的答案，每空一行。'
        : '没有答案，请在题目下面写“答案：”，几个空的答案用“；”分开。',
    );
  } else if (given !== count) {
    parsed.problems.push(`题干有 ${count} 个空，答案有 ${given} 个，请让两者一致，几个空的答案用“；”分开。`);
  }
  if (perBlank && draft.points === undefined && parsed.fields.points === undefined && count > 0) {
    parsed.fields.points = perBlank * count;
  }
}
