import { KIND_LABELS } from '../question.schema';
import { bareLetters, isOpenList, isParted, noteAnswer, stemLetters, takeReason } from './text-choice-answer';
import { isListText } from './text-answer-entries';
import { type Draft, doubt } from './text-draft';
import { lettersBehind } from './text-letters-behind';
import { type RawQuestion, isVerbatim, joinLines } from './text-raw';
import { narrow, parseLetters } from './words.rules';

/** The fields of a choice: its options, and the letters of its answer wherever they stand. */

const BRACKET = /[（(【[［](\s{0,8})([A-JＡ-Ｊ][A-JＡ-Ｊ\s,，、]{0,20})[)）】\]］]/g;

/** A place to write the answer into that is still empty. */
const EMPTY_PLACE = /[（(【[［]\s{0,40}[)）】\]］]|[_＿]{2,}/;

/** Behind the place for the answer a sentence has ended. */
const NOTHING_BEHIND = /^[\s。.．？?！!：:]{0,8}(?:\n|$)/;

/** `isTight`: within a sentence; `isBehind`: behind the place for it. */
type AnswerPlace = { letters: string[]; stem: string; isTight: boolean; isBehind?: boolean };

/**
 * The place in a stem where the letters of the answer are written, `（ B ）`, and the stem with it empty. Letters in
 * brackets may as well name a thing (长翅基因（B）): where there is an empty place, none of them are the answer; with an
 * answer stated elsewhere only a bracket that is padded or ends the sentence is such a place.
 */
export function answerPlace({ raw, stem, answer }: Draft): AnswerPlace | null {
  const ahead = placeAhead(raw, stem) ?? filledLine(raw, stem);
  const line = ahead ?? lettersBehind(raw.options, stem);
  if (line) {
    const isSame = answer === '' || answerLetters(answer, raw)?.join() === line.letters.join();
    return isSame ? { ...line, isTight: false, isBehind: ahead === null } : null;
  }
  if (EMPTY_PLACE.test(stem)) return null;
  const keys = new Set(raw.options.map((option) => option.key));
  const stated = answer === '' ? null : (answerLetters(answer, raw) ?? []).join();
  const found = [...stem.matchAll(BRACKET)].flatMap((match) => {
    const [whole, before = '', inner = ''] = match;
    const letters = parseLetters(inner.trim());
    if (!letters?.every((letter) => keys.has(letter))) return [];
    const end = match.index + whole.length;
    // （A） alone above a text names the text.
    if ((match.index === 0 || stem[match.index - 1] === '\n') && /^\s*\n/.test(stem.slice(end))) return [];
    const isPadded = before !== '' || /\s$/.test(inner);
    const isEnd = NOTHING_BEHIND.test(stem.slice(end, end + 20));
    return [{ at: match.index, end, whole, letters, isPadded, isEnd }];
  });
  const places = found.filter(({ isPadded, isEnd }) => isPadded || isEnd);
  // Where nothing else can be the answer, the only bracket with letters is.
  const last = places[places.length - 1] ?? (stated === null && found.length === 1 ? found[0] : undefined);
  if (!last || (stated !== null && last.letters.join() !== stated)) return null;
  // Several alike that end their sentences name things.
  if (stated !== null && !last.isPadded && found.length > 1) return null;
  const empty = `${last.whole.charAt(0)}\u3000\u3000${last.whole.charAt(last.whole.length - 1)}`;
  return {
    letters: last.letters,
    stem: stem.slice(0, last.at) + empty + stem.slice(last.end),
    isTight: !last.isPadded && !last.isEnd,
  };
}

type FilledPlace = { letters: string[]; stem: string; whole: string };

/** （ C ） before the number is the place of the answer, whatever blanks the stem has. */
function placeAhead({ placeAhead: sign, options }: RawQuestion, stem: string): FilledPlace | null {
  const letters = sign !== '' && stem.startsWith(sign) ? parseLetters(sign.slice(1, -1).trim()) : undefined;
  if (!letters?.every((letter) => options.some(({ key }) => key === letter))) return null;
  const empty = `${sign.charAt(0)}\u3000\u3000${sign.charAt(sign.length - 1)}`;
  return { letters, stem: `${empty}${stem.slice(sign.length)}`, whole: sign };
}

/** 开拓者是_____D______. */
const FILLED_LINE = /[_＿]{1,40}\s{0,4}([A-JＡ-Ｊ](?:[\s,，、]{0,3}[A-JＡ-Ｊ]){0,7})\s{0,4}[_＿]{1,40}/g;

/** The one line to write the answer on, with letters of the options on it, and the stem with it empty. */
function filledLine({ options }: RawQuestion, stem: string): FilledPlace | null {
  const [found, ...others] = stem.matchAll(FILLED_LINE);
  const letters = found && parseLetters(found[1] ?? '');
  if (!found || !letters?.every((letter) => options.some(({ key }) => key === letter))) return null;
  const emptied = `${stem.slice(0, found.index)}____${stem.slice(found.index + found[0].length)}`;
  const isOnly = others.length === 0 && /[_＿]{2}/.test(found[0]) && (emptied.match(/[_＿]{2,}/g) ?? []).length === 1;
  return isOnly ? { letters, stem: emptied, whole: found[0] } : null;
}

/** Letters in brackets that are the answer's, but stay: the stem may tell what is right. */
function noteBracketKept({ raw, parsed, stem }: Draft, letters: string[]): void {
  const kept = [...stem.matchAll(BRACKET)].find(
    ([, , inner = '']) => parseLetters(inner.trim())?.join() === letters.join(),
  );
  const other = kept ? null : otherPlace({ raw, stem }, letters);
  if (other) doubt(parsed, `题干里写着“${other}”，答案却是 ${letters.join('')}，请核对哪个对。`);
  if (kept) parsed.notes.push(`题干里的“${kept[0]}”与答案相同，已按原文保留；如果它是写答案的地方，请改成空括号。`);
}

/** A place for the answer, padded or at the end of the stem, that holds other letters than the stated ones; null for none. */
function otherPlace({ raw, stem }: Pick<Draft, 'raw' | 'stem'>, stated: string[]): string | null {
  const keys = new Set(raw.options.map(({ key }) => key));
  const line = placeAhead(raw, stem) ?? filledLine(raw, stem) ?? lettersBehind(raw.options, stem);
  if (line && line.letters.join() !== stated.join()) return line.whole;
  if (EMPTY_PLACE.test(stem)) return null;
  for (const match of stem.matchAll(BRACKET)) {
    const [whole, before = '', inner = ''] = match;
    const letters = parseLetters(inner.trim());
    const isEnd = /^[\s。.．？?！!：:]{0,8}$/.test(
      stem.slice(match.index + whole.length, match.index + whole.length + 20),
    );
    const isPlace = isEnd || before !== '' || /\s$/.test(inner);
    const isKnown = letters?.every((letter) => keys.has(letter)) ?? false;
    if (isKnown && isPlace && letters?.join() !== stated.join()) return whole;
  }
  return null;
}

const BEHIND = '题干最后的字母当作答案，没有导入到题干里。';

export function finishChoice(draft: Draft): void {
  const { raw, parsed } = draft;
  const { problems } = parsed;
  const name = KIND_LABELS[parsed.kind as 'single' | 'multiple'];
  const keys = raw.options.map((option) => option.key);
  takeReason(draft);
  const place = isVerbatim(raw.stem) ? null : answerPlace(draft);
  const stated = draft.answer === '' ? undefined : answerLetters(draft.answer, raw);
  const letters = stated ?? place?.letters ?? [];
  if (place) {
    if (place.isTight) parsed.notes.push(`题干里的“（${letters.join('')}）”当作答案的位置，已改成空括号，请核对。`);
    if (place.isBehind && stated === undefined) parsed.notes.push(BEHIND);
    draft.stem = place.stem;
  } else if (!isVerbatim(raw.stem) && letters.length > 0) noteBracketKept(draft, letters);
  if (keys.length < 2) {
    problems.push(
      raw.isRow
        ? `${name}题至少要有 2 个选项，请填在“选项A”“选项B”……各列。`
        : `${name}题至少要有 2 个选项，请每个选项一行，写成“A. 内容”。`,
    );
  }
  refuseEmptyOption(draft);
  const missing = letters.filter((letter) => !keys.includes(letter));
  if (problems.some((text) => text.includes('没有写题号'))) {
    // Its letters are those of several questions.
  } else if (stated && isRepeated(draft.answer)) {
    problems.push(`答案“${draft.answer.slice(0, 20)}”里同一个字母写了两次，像是几道题的答案，请在每题后写“答案：”。`);
  } else if (draft.answer !== '' && stated === undefined) {
    problems.push(notLetters(draft.answer.slice(0, 20), parsed.kind === 'single'));
  } else if (letters.length === 0 && keyBelow(raw) !== undefined) {
    problems.push(
      `选项下面的“${keyBelow(raw)?.slice(0, 40)}”是几道题的答案，这里只读到一道题；几个空共用一组选项的（如七选五），请每个空写成一道题。`,
    );
  } else if (letters.length === 0) {
    problems.push(
      raw.isRow
        ? '“答案”这一列是空的，请填选项的字母，如 A 或 ACD。'
        : '没有答案，请在选项下面写“答案：”和选项的字母。',
    );
  } else if (missing.length > 0 && keys.length > 0) {
    problems.push(`答案 ${missing.join('、')} 不在选项里，请改正答案或补上选项。`);
  }
  if (parsed.kind === 'single' && letters.length > 1 && isParted(draft.answer)) {
    problems.push(notLetters(draft.answer.slice(0, 20), true));
  } else if (parsed.kind === 'single' && letters.length > 1) {
    problems.push(`这是单选题，却有 ${letters.length} 个答案，请改成多选题或只留一个答案。`);
  }
  if (problems.length === 0 && stated) noteAnswer(draft);
  parsed.fields.stem = draft.stem;
  parsed.fields.options = atTheirLetters(raw);
  parsed.fields.answer = letters;
}

/** The texts of the options, each at the place of its letter: where one is missing its place stays empty. */
export function atTheirLetters({ options }: RawQuestion): string[] {
  const texts: string[] = [];
  for (const { key, lines } of options) {
    const place = key.charCodeAt(0) - 65;
    while (texts.length < place) texts.push('');
    texts.push(joinLines(lines));
  }
  return texts;
}

/** A letter without its option, or without a text, would move those behind it to other letters than the file has. */
function refuseEmptyOption({ raw, parsed }: Draft): void {
  const texts = atTheirLetters(raw);
  const empty = texts.indexOf('');
  if (empty < 0 || texts.slice(empty).every((text) => text === '')) return;
  const letter = String.fromCharCode(65 + empty);
  const isSaid = raw.options.some(({ key }) => key === letter);
  parsed.problems.push(isSaid ? `选项 ${letter} 没有内容，请补上后再导入。` : `缺少选项 ${letter}，请补上后再导入。`);
}

/** 36-40 ACDBF below options that several blanks share. */
const keyBelow = ({ options, isRow }: RawQuestion) =>
  isRow ? undefined : options[options.length - 1]?.lines.slice(1).find((line) => isListText(line));

const ANY_OF = /^[A-JＡ-Ｊ].{0,12}(?:或|均可|都可|都对|皆可|也可|任选|任一)/;

/** B或C, AB均可 and 送分 say how a paper was marked: no choice has a key like that. */
function notLetters(answer: string, isSingle: boolean): string {
  if (ANY_OF.test(answer) || isParted(answer)) {
    return `答案“${answer}”是说选哪一个都算对，${isSingle ? '单选题只能有一个正确答案' : '选择题的答案只能是固定的几个'}；请只留一个，或改题目后再导入。`;
  }
  if (/^[（(]?(?:送分|免答|此题无效|本题作废|无答案|(?:无|略|待定|没有|空|缺)[)）]?[。.]?$)/.test(answer))
    return `答案写的是“${answer}”，没有正确答案；请补上答案，或不导入这道题。`;
  return `答案“${answer}”不是选项的字母，请写成“答案：A”。`;
}

/** ABCDD: letters alone, one of them twice. */
function isRepeated(answer: string): boolean {
  const letters = narrow(answer)
    .replace(/[\s,、;.。和及与/|()]/g, '')
    .toUpperCase();
  return /^[A-Z]{2,}$/.test(letters) && new Set(letters).size < letters.length;
}

const ANOTHER_OPTION = /[;；\n]\s{0,3}([A-JＡ-Ｊ])\s{0,3}[.．、:：)）]/g;

/** $\\mathrm{ABE}$ and $A B$ around letters alone. */
function withoutFormula(answer: string): string {
  if (!answer.includes('$')) return answer;
  const plain = answer.replace(/\\(?:mathrm|mathbf|text|rm|bf)(?![A-Za-z])|[${}]/g, '');
  return /^[A-J\s,，、.]{1,60}$/.test(plain) ? plain : answer;
}

/** `B`, `ABD`, `B. 北京`, `选B` or an option's own text. */
export function answerLetters(answer: string, raw: RawQuestion): string[] | undefined {
  const bare = withoutFormula(answer.slice(0, 100)).replace(/^(?:故?选|应选)[:：]?/, '');
  const letters = parseLetters(/^[（(【[](.{1,30})[)）】\]]$/.exec(bare)?.[1] ?? bare);
  if (letters) return letters;
  const own = bareLetters(answer, raw) ?? stemLetters(answer, raw);
  if (own !== undefined) return parseLetters(own);
  const named = namedOptions(answer, raw);
  if (named.length > 1) return named;
  // Several are named, but not as they stand among the options: one of them alone would be a wrong key.
  const others = [...answer.slice(0, 20_000).matchAll(ANOTHER_OPTION)].map(([, letter = '']) => narrow(letter));
  if (others.some((letter) => raw.options.some(({ key }) => key === letter))) return undefined;
  const first = /^[（(【[]?\s{0,3}([A-JＡ-Ｊ])\s{0,3}[.．、:：)）】\]]/.exec(answer)?.[1];
  if (first) return isOpenList(answer, raw) ? undefined : parseLetters(first);
  const option = raw.options.find(({ lines }) => joinLines(lines) === answer);
  return option ? [option.key] : undefined;
}

/** `A:Windows; B:Linux;` as 学习通 writes it: every part is an option's letter with that option's own text. */
function namedOptions(answer: string, raw: RawQuestion): string[] {
  const parts = answer
    .slice(0, 20_000)
    .split(/[;；\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const found = parts.map((part) => {
    const letter = narrow(part.charAt(0)).toUpperCase();
    const text = part.slice(1).replace(/^\s{0,3}[.．、:：)）]\s{0,3}/, '');
    return raw.options.find(({ key, lines }) => key === letter && joinLines(lines).trim() === text)?.key;
  });
  return found.every((key) => key !== undefined) ? [...new Set(found)].sort() : [];
}
