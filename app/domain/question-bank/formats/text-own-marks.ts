import { splitNumbered } from './blank-labels.rules';
import { KIND_NAME, narrow } from './words.rules';

/** What a question says of itself in brackets: its kind, its points, how hard it is. */

/** （单选题）, [多选], 【判断题，2分】 at a question itself. */
const OWN_KIND = new RegExp(
  `^[【\\[［（(]\\s{0,3}(${KIND_NAME})\\s{0,3}(?:[,，、:：]?\\s{0,3}(\\d{1,3}(?:\\.[05]0?)?)\\s{0,2}分)?\\s{0,3}[】\\]］）)]\\s{0,4}[:：]?\\s{0,4}`,
);

/** 连线题：… */
const OWN_KIND_OPEN = new RegExp(`^(${KIND_NAME})(?:题|题目)?[:：]\\s{0,4}`);

/** 1.单选题 5分 alone on its line, as pages of other systems have it. */
const OWN_KIND_ALONE = new RegExp(`^(?=\\S{1,8}题)(${KIND_NAME})\\s{1,4}(\\d{1,3}(?:\\.[05]0?)?)\\s{0,2}分$`);

/** 计算：, 作文： … tell the student what to do: they are words of the question, where 计算题： and 单选： only name its kind. */
const OWN_TASK = new RegExp(`^(${KIND_NAME})[:：]`);
const ONLY_KIND = /^(?:(?:不定项|多项|单项)选择|[单多]选|是非|简答|问答|论述|口语|口试|笔试)$|(?:题|题目)$/;
const isOwnTask = (text: string) => {
  const word = OWN_TASK.exec(text)?.[1];
  return word !== undefined && !ONLY_KIND.test(word);
};

const OWN_KIND_END = new RegExp(
  `\\s{0,4}[【\\[［（(]\\s{0,3}(?:多项|单项)?(${KIND_NAME})\\s{0,3}[】\\]］）)]\\s{0,4}[*＊]?$`,
);

const OWN_POINTS =
  /^[【[［（(]\s{0,3}(?:本(?:小|大)?题)?(?:满分|共)?为?\s{0,2}(\d{1,3}(?:\.[05]0?)?|[０-９]{1,3})\s{0,2}(?:[分′’']|(?:points?|pts?|marks?)\.?)\s{0,3}[】\]］）)]\s{0,4}/i;

/** （2022·北京·4分） names the paper it is of, and its points. */
const OWN_SOURCE = /^([（(【[][^（()）【】[\]]{2,30}?)\s?[·,，]\s?(\d{1,2}(?:\.[05]0?)?)\s?分\s?([)）】\]])/;

/** 正确的是（  ） 4分 */
const OWN_POINTS_BEHIND = /([（(]\s{0,20}[)）])\s{0,4}(\d{1,2}(?:\.[05]0?)?)\s?分$/;

const OWN_POINTS_END =
  /\s{0,4}[【[［（(]\s{0,3}(?:(?:本(?:小|大)?题)?(?:每(?:小题|题))?(?:满分|共)?为?\s{0,2}(\d{1,3}(?:\.[05]0?)?|[０-９]{1,3})\s{0,2}(?:分|(?:points?|pts?|marks?)\.?)|分值\s?[:：]\s?(\d{1,3}(?:\.[05]0?)?)\s?分?)\s{0,3}[】\]］）)]\s{0,4}$/i;

/** 求最值。(10') behind a sentence; behind a word 10' may be of an angle. */
const OWN_PRIMES_END = /(^|[。.？?！!；;])\s{0,4}[（(]\s?(\d{1,2})\s?['′’]\s?[)）]$/;

/** 正确的一项是（4分）（  ）: the points stand before the place for the answer. */
const OWN_POINTS_PLACED =
  /\s{0,4}[【[［（(]\s{0,3}(\d{1,3}(?:\.[05]0?)?)\s{0,2}分\s{0,3}[】\]］）)]\s{0,4}([（(]\s{0,20}[)）]\s{0,2}[。.]?)$/;

const OWN_LEVEL = /^[【[［（(]\s{0,3}(易|中|难|较易|中等|较难|简单|困难|初级|中级|高级)\s{0,3}[】\]］）)]\s{0,4}/;

/** `isTask`: its kind is what it tells the student to do, see isOwnTask. */
export type OwnMarks = {
  rest: string;
  kindWord: string;
  isTask?: boolean;
  points: number | null;
  levelWord: string;
};

/** Takes what a question says of itself off its beginning: kind, points and difficulty in brackets. */
export function takeOwnMarks(text: string): OwnMarks {
  const marks: OwnMarks = { rest: text, kindWord: '', points: null, levelWord: '' };
  for (let round = 0; round < 3; round += 1) {
    const kind = OWN_KIND.exec(marks.rest) ?? OWN_KIND_OPEN.exec(marks.rest) ?? OWN_KIND_ALONE.exec(marks.rest);
    const points = kind ? null : OWN_POINTS.exec(marks.rest);
    const level = kind || points ? null : OWN_LEVEL.exec(marks.rest);
    const match = kind ?? points ?? level;
    if (!match) {
      const source = marks.points === null ? OWN_SOURCE.exec(marks.rest) : null;
      if (!source) break;
      marks.points = Number(source[2]);
      marks.rest = `${source[1]}${source[3]}${marks.rest.slice(source[0].length)}`;
      break;
    }
    if (kind) marks.kindWord = kind[1] ?? '';
    if (isOwnTask(marks.rest)) {
      marks.isTask = true;
      break;
    }
    if (level) marks.levelWord = level[1] ?? '';
    const stated = points?.[1] ?? kind?.[2];
    if (stated !== undefined) marks.points = Number(narrow(stated));
    marks.rest = marks.rest.slice(match[0].length);
  }
  return marks;
}

/** The same off the end of the question's first paragraph. */
export function takeEndMarks(text: string): OwnMarks {
  const marks: OwnMarks = { rest: text, kindWord: '', points: null, levelWord: '' };
  for (let round = 0; round < 2; round += 1) {
    const tail = marks.rest.slice(-60);
    const kind = OWN_KIND_END.exec(tail);
    const placed = OWN_POINTS_PLACED.exec(tail);
    const points = OWN_POINTS_END.exec(tail) ?? placed;
    const match = kind ?? points;
    const behind = match ? null : (OWN_POINTS_BEHIND.exec(tail) ?? OWN_PRIMES_END.exec(tail));
    if (behind) {
      marks.points = Number(behind[2]);
      marks.rest = marks.rest.slice(0, marks.rest.length - behind[0].length) + (behind[1] ?? '');
    }
    if (!match) break;
    if (kind) marks.kindWord = kind[1] ?? '';
    if (points) marks.points = Number(narrow(points[1] ?? points[2] ?? ''));
    marks.rest = marks.rest.slice(0, marks.rest.length - match[0].length) + (match === placed ? (placed[2] ?? '') : '');
    if (match === placed) break;
  }
  return marks;
}

/** Points in brackets wherever they stand in a text, of whatever part. */
const SAID_POINTS =
  /[（(【[［]\s?[^（()）【】[\]\d]{0,12}(\d{1,3}(?:\.\d{1,2})?)\s?(?:分|(?:points?|pts?|marks?)\.?)\s?[)）】\]］]/gi;

const FIRST_PART = /[（(]\s?1\s?[)）]/;

/** The points of parts that are counted （1）（2）, each of which says its own; null where not every one does. */
function pointsOfParts(text: string): number | null {
  const parts = splitNumbered(text.slice(Math.max(0, text.search(FIRST_PART))));
  if (parts.length < 2) return null;
  const said = parts.map((part) => [...part.matchAll(SAID_POINTS)].map(([, value]) => Number(value)));
  return said.every(({ length }) => length === 1) ? said.flat().reduce((all, one) => all + one, 0) : null;
}

/**
 * The same off a whole stem: at the end of its first line, or of its last one where nothing else says points. Points of
 * its parts stay where they are read, and are added up.
 */
export function takeStemMarks(lines: string[]): OwnMarks & { lines: string[]; isOfParts?: boolean } {
  const first = lines.findIndex((line) => line !== '');
  const marks = takeEndMarks(lines[first] ?? '');
  const text = lines.join('\n').slice(0, 20_000);
  const points = pointsOfParts(text);
  if (points !== null && (marks.points === null || FIRST_PART.test(lines[first] ?? '')))
    return { ...takeEndMarks(''), points, lines, isOfParts: true };
  const made = lines.map((line, index) => (index === first ? marks.rest : line));
  const last = made.reduce((found, line, index) => (line === '' ? found : index), first);
  const end = marks.points === null && last > first ? takeEndMarks(made[last] ?? '') : marks;
  const isWhole =
    end.points !== null &&
    end.kindWord === '' &&
    /(?:^|[。.？?！!；;：:_＿）)])\s*$/.test(end.rest) &&
    !FIRST_PART.test(text) &&
    [...text.matchAll(SAID_POINTS)].length < 2;
  if (marks.points !== null || !isWhole) return { ...marks, lines: made };
  made[last] = end.rest;
  return { ...marks, points: end.points, lines: made };
}

/** Points that a stem says and that are not those of the question: （4分）; '' for none. */
export const pointsLeftIn = (stem: string) => new RegExp(SAID_POINTS).exec(stem.slice(0, 20_000))?.[0] ?? '';
