import { decodeHtmlEntities } from '~/lib/entities';
import { formatBlankLine } from '../kinds/cloze/blank-line.rules';
import { countBlanks } from '../question.rules';
import { solutionSet } from './alternative-or.rules';
import { alternatives } from './alternatives.rules';
import { splitNumbered } from './blank-labels.rules';
import { type Draft, clip, doubt } from './text-draft';
import { filledBlanks, toBlanks } from './text-drawn-blanks';
import { isVerbatim, joinLines } from './text-raw';
import { isBalanced, parseBlanks } from './words.rules';

/** The key of a text with blanks before it is parted: how it was typed, and signs that part it where no other does. */

const ENTITY = /&(lt|gt|amp|quot|apos|nbsp);/gi;
const TEX = /\\\(([^$\n]{1,200}?)\\\)/g;

/** 41. was 42. in 43. at the end of a line, whose word is on the next. */
const BROKEN = /(?:^|\s)\d{1,3}\s?[.．、)）]\s{0,4}\S.*\s\d{1,3}\s?[.．、)）]$/;

/** Joins the lines of a key where a number stands apart from its answer. */
export function takeBroken(draft: Draft): void {
  const { raw } = draft;
  const lines = raw.answer ?? [];
  if (raw.isRow || !lines.some((line) => line.length < 2000 && BROKEN.test(line))) return;
  raw.answer = lines.reduce<string[]>((made, line) => {
    const last = made[made.length - 1];
    if (last === undefined || line === '' || last.length > 2000 || !BROKEN.test(last)) return [...made, line];
    return [...made.slice(0, -1), `${last} ${line}`];
  }, []);
  draft.answer = joinLines(raw.answer);
}

/** $6.9 ; 96.8$ has the answers of two blanks, and nothing that is drawn. */
const PARTED_TEX = /^\$([^$\\{}^_]{1,100}[;；][^$\\{}^_]{1,100})\$[.。]?$/;

const signOf = (entity: string) => decodeHtmlEntities(entity.toLowerCase()).replace('\u00a0', ' ');

/** &lt; as a page was copied is <, once; \(x\) is $x$. */
export function takeTyped(draft: Draft): void {
  const { raw, parsed, answer } = draft;
  if (raw.isRow) return;
  const decoded = answer.replace(ENTITY, signOf);
  if (decoded !== answer) {
    // A question of web pages may ask for the sign's own name.
    const isAlone = /^&[a-z]{2,4};$/i.test(answer.trim());
    draft.answer = isAlone ? `${decoded.trim()}|${answer.trim()}` : decoded;
    parsed.notes.push(
      isAlone
        ? `答案“${clip(answer)}”是“${decoded}”的网页写法，两种写法都算对，请核对。`
        : `答案“${clip(answer)}”里有“${clip(decoded)}”的网页写法，两种写法都算对，请核对。`,
    );
  }
  draft.answer = draft.answer.replace(TEX, (_whole, tex: string) => `$${tex.trim()}$`).replace(PARTED_TEX, '$1');
}

/** The answers of each blank with what stands in the file as well, where that is a sign's name: &lt; beside <. */
export function withNamedSigns({ raw }: Draft, blanks: string[][]): string[][] {
  const given = joinLines(raw.answer ?? []);
  const names = [...new Set(given.match(ENTITY) ?? [])];
  if (raw.isRow || names.length === 0) return blanks;
  const named = (text: string) => names.reduce((made, name) => made.split(signOf(name)).join(name), text);
  return blanks.map((each) => [...new Set([...each, ...each.map(named).filter((text) => given.includes(text))])]);
}

/** Frames that stand around each answer: 【甲】【乙】, “甲”“乙”, 《甲》《乙》. */
const FRAMES: { each: RegExp; isKept?: boolean }[] = [
  { each: /【([^【】]{1,100})】/g },
  // [1,2] is an interval.
  { each: /\[([^[\],，\d]{1,100})\]/g },
  { each: /“([^“”]{1,100})”/g },
  { each: /"([^"]{1,100})"/g },
  { each: /「([^「」]{1,100})」/g },
  { each: /（[^（）]{1,100}）/g, isKept: true },
  { each: /\([^()]{1,100}\)/g, isKept: true },
  { each: /《[^《》]{1,100}》/g, isKept: true },
];

/** Signs that join answers in a sentence; `isOpen`: they may as well be of one answer. */
const JOINTS: { sign: RegExp; isOpen?: boolean }[] = [
  { sign: /\s?[（(【[]\s?\d{1,2}(?:\.[05]0?)?\s?分\s?[)）】\]]\s?[，,、]?\s?/ },
  { sign: /\s?#{2,4}\s?/ },
  { sign: /\s?(?:以及|[和与及])\s?/ },
  { sign: /\s?(?:以及|[、，,和与及])\s?/ },
  { sign: /。/ },
  { sign: /\s?丨\s?/ },
  { sign: /\s?[/／]{1,2}\s?/, isOpen: true },
];

/** 共和国, 与其 and 普及 are words. */
const WORDS =
  /[共温平总饱柔祥附暖缓调中亲不]和|和[平谐谈解睦蔼约服声弦气]|[参给赋]与|与[其否会众日世国人]|[普涉不危来提顾波]及|以及(?=其)|及[格时其早物]/g;
const JOINING = '和与及';
const masked = (text: string) =>
  text.replace(WORDS, (word) =>
    word.replace(/[和与及]/g, (sign) => '\u0001\u0002\u0003'.charAt(JOINING.indexOf(sign))),
  );
const unmasked = (text: string) => text.replace(/[\u0001-\u0003]/g, (sign) => JOINING.charAt(sign.charCodeAt(0) - 1));

/** As many answers as there are blanks, where no usual sign parts them. */
export function splitLoosely(answer: string, count: number): { parts: string[]; isOpen: boolean } | null {
  const text = answer
    .trim()
    .replace(/^[“"](?=[“"])/, '')
    .replace(/([”"])[”"]$/, '$1');
  if (count < 2 || text.length > 2000 || /[;；|｜\n]/.test(text)) return null;
  for (const { each, isKept } of FRAMES) {
    const found = [...text.matchAll(each)];
    const isWhole = text.replace(each, '').replace(/[\s、，,和与及]/g, '') === '';
    if (found.length === count && isWhole)
      return { parts: found.map(([whole, inner = '']) => (isKept ? whole : inner.trim())), isOpen: false };
  }
  for (const { sign, isOpen = false } of JOINTS) {
    const parts = masked(text)
      .split(sign)
      .map((part) => unmasked(part).trim());
    if (parts[parts.length - 1] === '') parts.pop();
    if (parts.length === count && parts.every((part) => part !== '' && isBalanced(part))) return { parts, isOpen };
  }
  return null;
}

/** Between the parts of a sentence that was learnt by heart. */
const PAUSE = /[，,、。；;！!？?\s]{1,4}/;

/** （1）“____，____” with （1）床前明月光，疑是地上霜: a line of the key for each line of the stem that has blanks. */
export function takeSentences(draft: Draft): void {
  const { raw, parsed, answer } = draft;
  const counts = toBlanks(draft.stem, null)
    .split('\n')
    .map(countBlanks)
    .filter((count) => count > 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (raw.isRow || counts.length < 2 || total === counts.length || parseBlanks(answer, total).length === total) return;
  const numbered = splitNumbered(answer);
  const sentences = numbered.length > 0 ? numbered : answer.split('\n').filter((line) => line.trim() !== '');
  if (sentences.length !== counts.length) return;
  const parts = sentences.map((sentence, at) => {
    const given = parseBlanks(sentence, counts[at] ?? 0).map(asLine);
    return given.length === counts[at] ? given : sentence.split(PAUSE).filter((part) => part !== '');
  });
  if (parts.some((each, at) => each.length !== counts[at] || !each.every(isBalanced))) return;
  draft.answer = parts.flat().join('\n');
  const several = parts.flat().map(alternatives).find(isSeveral);
  const or = several ? `一个空写“${several.map(clip).join('”或“')}”都算对，` : '';
  parsed.notes.push(
    `答案“${clip(answer)}”已按小题分成 ${total} 个空：“${clip(parts.flat().join('”“'))}”，${or}请核对。`,
  );
}

/** Whether a blank accepts several answers, and not the forms of one that is to be whole. */
const isSeveral = (each: string[]) => each.length > 1 && !solutionSet(each[0] ?? '');

/** What a blank accepts, as one line that is read as the same again. */
function asLine(accepted: string[]): string {
  const [first = ''] = accepted;
  const isSame = alternatives(first).join('\n') === accepted.join('\n');
  return isSame ? first : formatBlankLine(accepted);
}

/** 甲和乙 for two blanks: an answer each. */
export function takeLoose(draft: Draft): void {
  const { parsed, answer } = draft;
  const count = countBlanks(toBlanks(draft.stem, null));
  if (answer === '' || count < 2 || parseBlanks(answer, count).length === count) return;
  const loose = splitLoosely(answer, count);
  if (!loose) return;
  draft.answer = loose.parts.join('；');
  const sentence = `答案“${clip(answer)}”已分成 ${count} 个空：“${clip(loose.parts.join('”“'))}”，请核对。`;
  if (loose.isOpen) doubt(parsed, sentence);
  else parsed.notes.push(sentence);
}

/** 首都是__北京__。 with 答案：北京 below it: the blank is emptied, or the answer is seen. */
export function takeWritten(draft: Draft): void {
  const filled = draft.answer === '' ? null : filledBlanks(draft.stem);
  if (!filled) return;
  const texts = filled.blanks.map(([first = '']) => first);
  const given = parseBlanks(draft.answer, texts.length);
  if (given.length !== texts.length || !texts.every((text, at) => given[at]?.includes(text))) return;
  draft.stem = filled.stem;
  draft.parsed.notes.push(`题干的空里写着“${clip(texts.join('”“'))}”，与答案相同，已改成空。`);
}

const BRACKETED = /[（(【[［〔](\s{0,8})([^（()）【】[\]［］〔〕\n]{1,60}?)(\s{0,8})[)）】\]］〕]/g;
/** （1）, （2分）, （2023·北京） and （ ）: never an answer. */
const NO_ANSWER = /^(?:\d{1,2}|[①-⑳]|[一二三四五六七八九十]|.{0,8}\d\s?分|.*\d{4}.*|.*[·•].*)$/;

/** 首都是（北京）。 below 填空题, without any blank: what stands in brackets is the answer, or the same as the stated one. */
export function takeBracketed(draft: Draft): void {
  const { raw, parsed, stem, answer } = draft;
  if (raw.isRow || isVerbatim(raw.stem) || countBlanks(toBlanks(stem, null)) > 0 || filledBlanks(stem)) return;
  const all = [...stem.matchAll(BRACKETED)].filter(
    ({ index, 2: inner = '' }) =>
      !NO_ANSWER.test(inner) || (/^\d{1,2}$/.test(inner) && /[=＝是为有约]$/.test(stem.slice(0, index))),
  );
  const stated = answer === '' ? null : parseBlanks(answer, all.length).flat();
  // 【340】(15℃): beside such a frame a bracket without room is of the text.
  const hasFrame = all.some(([whole]) => whole.startsWith('【'));
  const framed = all.filter(([whole, before = '', , behind = '']) => whole.startsWith('【') || before + behind !== '');
  const found = !stated && hasFrame ? framed : stated ? all.filter(([, , inner = '']) => stated.includes(inner)) : all;
  if (found.length === 0 || (stated && found.length !== stated.length)) return;
  const texts = found.map(([, , inner = '']) => inner);
  draft.stem = [...found]
    .reverse()
    .reduce((text, { index, 0: whole }) => `${text.slice(0, index)}____${text.slice(index + whole.length)}`, stem);
  draft.answer = texts.join('\n');
  const sentence = `题干括号里的“${clip(texts.join('”“'))}”当作答案，已改成空，请核对。`;
  const isSure = stated !== null || found.every(([, before, , behind]) => before !== '' && behind !== '');
  if (isSure) parsed.notes.push(sentence);
  else doubt(parsed, sentence);
}

/** Words that part answers, or count them, and are none of them. */
const BETWEEN =
  /或者?|以及|[和与及]|第?\s?[一二三四五六七八九十\d]{0,2}\s?空[一二三四五六七八九十\d]{0,2}|[^\u3400-\u9fffA-Za-z]/g;

/** Tells what of a key is in no answer, where nothing has been said of it. */
export function noteDropped({ raw, parsed }: Draft, answer: string, blanks: string[][]): void {
  if (answer === '' || answer.length > 1000 || raw.isRow || isVerbatim(raw.answer ?? [])) return;
  if (parsed.notes.some((note) => note.includes('答案'))) return;
  const accepted = blanks.flat().sort((a, b) => b.length - a.length);
  if (accepted.length === 0 || accepted.length > 40) return;
  const left = accepted.reduce((text, each) => text.split(each).join('\u0001'), answer).replace(BETWEEN, '');
  if (left !== '')
    parsed.notes.push(`答案“${clip(answer)}”读作“${clip(accepted.join('”“'))}”，其余的字没有导入，请核对。`);
}

const ONLY_REMARK =
  /^从?略[\s，,。；;]{0,2}[（(]?[^（()）]{0,20}(?:即可|不[唯惟]一|给分)[)）]?[。.]?$|^[（(]?(?:(?:本题)?答案(?:不[唯惟]一|开放)|言之[成有]理即可|合理即可|(?:符合题意|意思(?:对|相近))即可|酌情给分)(?:[，,。；;]\s?(?:合理|言之有理|符合题意)(?:即可|均可)?)?[)）]?[。.]?$/;
/** 答案不唯一 and nothing else: no answer is written. */
export const isOnlyRemark = (answer: string) => answer.length < 60 && ONLY_REMARK.test(answer.trim());
