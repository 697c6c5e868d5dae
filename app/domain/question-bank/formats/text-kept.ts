import type { ParsedQuestion } from './format.rules';
import { clip } from './text-draft';
import { headingOf } from './text-headings';
import { REMARK, segmentsOf } from './text-labels';
import type { TextLine } from './text-line';
import { isPageLine } from './text-noise';

/**
 * Whether what a paper says has come into its questions: whatever the reader took a line for, its words must stand in a
 * question or in a note. A look from outside, which knows nothing of how lines are read.
 */

/** So many signs in a row are looked for together; a shorter word may stand anywhere. */
const GRAM = 4;
/** A part of a line with fewer signs that stand nowhere is but a label or a number that was read. */
const LEAST = 6;
/** Above the first question stand titles, and what the whole paper says of itself. */
const LEAST_AHEAD = 24;
const MAX_LOST_LINES = 200;
/** So many lines are told at one question. */
const MAX_QUOTED = 3;

/** The words of headings, labels and remarks that say how to read a paper, and are no part of it. */
const STRUCTURE =
  /答案|解析|详解|解答|分析|点评|点睛|精析|要点|评分|参考|正确|错误|试[卷题]|真题|单[元选]|多选|选择题|填空题|判断题|简答题|问答题|计算题|名词解释|论述题|共用|听力|原文|材料|阅读|作文|注意事项|姓名|班级|学校|学号|考号|得分|阅卷|命题|满分|每题|本题|共\d|审[题核]|第?[0-9一二三四五六七八九十]{1,3}[小大]?题|true|false|answers?|section|part|questions?/i;

const SIGNS = /[^\p{L}\p{Nd}]+/gu;

/** \qquad of a formula, which may be drawn as something else. */
const COMMAND = /\\[A-Za-z]{1,40}/g;

/** Letters and digits alone, in one form. */
const bare = (text: string) => text.normalize('NFKC').replace(SIGNS, '').toLowerCase();

/** Which runs of GRAM signs stand in a text: a table of their hashes. */
class Grams {
  private readonly table = new Uint8Array(1 << 21);

  add(text: string): void {
    for (let at = 0; at + GRAM <= text.length; at += 1) {
      const hash = hashAt(text, at);
      this.table[hash >>> 3]! |= 1 << (hash & 7);
    }
  }

  /** The longest stretch of a text that stands in no run of the table. */
  longestGap(text: string): number {
    const known = new Uint8Array(text.length);
    for (let at = 0; at + GRAM <= text.length; at += 1) {
      const hash = hashAt(text, at);
      if ((this.table[hash >>> 3]! >>> (hash & 7)) & 1) known.fill(1, at, at + GRAM);
    }
    let [longest, gap] = [0, 0];
    for (const sign of known) {
      gap = sign === 1 ? 0 : gap + 1;
      longest = Math.max(longest, gap);
    }
    return longest;
  }
}

function hashAt(text: string, at: number): number {
  let hash = 2166136261;
  for (let index = at; index < at + GRAM; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
  return (hash ^ (hash >>> 15)) & ((1 << 24) - 1);
}

/** Tells the question before each line that no question has kept. */
export function noteLeftOut(lines: TextLine[], questions: ParsedQuestion[]): void {
  const [first] = questions;
  if (!first) return;
  const grams = new Grams();
  for (const { fields, notes, problems, directories } of questions) {
    for (const text of [...textsIn(fields), ...notes, ...problems, ...directories]) grams.add(bare(text));
  }
  const keys = keysOf(questions);
  const lost = lines
    .filter(
      ({ text, line, row }) =>
        !row && isText(text) && lostSigns(text, grams, keys) >= (line < first.line ? LEAST_AHEAD : LEAST),
    )
    .slice(0, MAX_LOST_LINES);
  const ofQuestion = new Map<ParsedQuestion, string[]>();
  for (const { text, line } of lost) {
    const question = questions.filter((each) => each.line <= line).pop() ?? first;
    ofQuestion.set(question, [...(ofQuestion.get(question) ?? []), text]);
  }
  for (const [question, texts] of ofQuestion) {
    const quoted = texts.slice(0, MAX_QUOTED).map((text) => `“${clip(text)}”`);
    const more = texts.length > MAX_QUOTED ? ` 等 ${texts.length} 行` : '';
    question.notes.push(`这里有文字没有读进任何一道题：${quoted.join('、')}${more}，请对照原文件。`);
  }
}

/** Every text within a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

/** ABBBAA and 对错对错 of a key in one line, and 5CCADB6 of 1-5CCADB6-10ABACD. */
const KEY = /^[\da-j对错正确误tf]+$/;

/** The keys that were read, one after another: letters, and t and f of judgements apart from them. */
function keysOf(questions: ParsedQuestion[]): string {
  return questions
    .map(({ kind, fields: { answer } }) => {
      if (kind === 'judge') return answer === 'T' ? '+' : answer === 'F' ? '-' : ' ';
      const isChoice = kind === 'single' || kind === 'multiple';
      return isChoice && Array.isArray(answer) ? answer.join('').toLowerCase() : ' ';
    })
    .join('');
}

function isKeyRead(word: string, keys: string): boolean {
  if (!KEY.test(word)) return false;
  const signs = word
    .replace(/\d/g, '')
    .replace(/正确|对/g, '+')
    .replace(/错误?/g, '-');
  return keys.includes(signs) || keys.includes(signs.replace(/t/g, '+').replace(/f/g, '-'));
}

/** Neither a heading nor a remark of ours nor the foot of a page. */
function isText(text: string): boolean {
  if (text.startsWith(REMARK) || isPageLine(text)) return false;
  const heading = headingOf(text);
  return !heading || (heading.kind === null && !heading.isPart);
}

/** How many signs of a line's parts stand nowhere. */
function lostSigns(text: string, grams: Grams, keys: string): number {
  const plain = text.replace(COMMAND, ' ');
  const words = segmentsOf(plain).flatMap((segment) => segment.text.split(/[^\p{L}\p{Nd}]{1,200}/u).map(bare));
  return words
    .filter((word) => word.length >= LEAST && !STRUCTURE.test(word) && !isKeyRead(word, keys))
    .map((word) => grams.longestGap(word))
    .reduce((sum, gap) => (gap >= LEAST ? sum + gap : sum), 0);
}
