import { splitCounted, splitNumbered } from './blank-labels.rules';
import { clip } from './text-draft';
import { splitAnswers } from './text-key-signs';
import type { RawQuestion, SubQuestions } from './text-raw';
import { takeStemMarks } from './text-own-marks';
import { parsePoints } from './words.rules';

/** What the small questions （1）（2）（3） of one number have in common: their key, their analysis, their points. */

/** Of each number with small questions the first of these. */
const firsts = (questions: RawQuestion[]) =>
  questions.flatMap((question) => {
    const { subs } = question;
    return subs && subs.questions.length > 1 && subs.questions[0] === question ? [{ first: question, subs }] : [];
  });

/** The place of a question among the small ones of its number: 2 for （2）; null where it is none. */
export function placeOfSub(question: RawQuestion): number | null {
  const { questions = [] } = question.subs ?? {};
  return questions.length > 1 ? questions.indexOf(question) + 1 : null;
}

/** Whether a question is of the number of the one before it, （2） below （1）. */
export const isLaterSub = (question: RawQuestion) => question.subs !== null && question.subs.questions[0] !== question;

/** Gives each small question its part of the key and the points; what is said of all of them is told. */
export function settleSubs(questions: RawQuestion[]): void {
  for (const { first, subs } of firsts(questions)) {
    const count = subs.questions.length;
    subs.questions.forEach((question, index) => {
      question.notes.push(`第 ${first.number} 题有 ${count} 个小题，已分成 ${count} 道题，这是第（${index + 1}）题。`);
      question.materialMarked = [
        ...question.materialMarked,
        ...subs.marked.filter(({ text }) => question.material.some((line) => line.includes(text.trim()))),
      ];
      for (const key of ['kindWord', 'level', 'keyPoint'] as const) question[key] ||= first[key];
    });
    takeCommon(first, subs);
    partKey(first, subs);
    sharePoints(first, subs, questions);
  }
}

/** The analysis of all stands at the first; it is given back by `shareAnalyses`, once each has been compared with its own. */
function takeCommon(first: RawQuestion, subs: SubQuestions): void {
  if (subs.isOwn) return;
  subs.analysis = [...first.analysis, ...first.solution];
  first.analysis = [];
  first.solution = [];
}

/** （1）A（2）B, ①A ②B and 1. A 2. B, where there are as many as there are small questions; [] else. */
export function partsOfKey(text: string, count: number): string[] {
  if (text.length > 20_000) return [];
  const numbered = splitNumbered(text);
  const parts = numbered.length > 1 ? numbered : splitCounted(text.replace(/\n/g, ' '), count);
  return parts.length === count && parts.every((part) => part !== '') ? parts : [];
}

/** A、B and AB for two. */
function signsOfKey(text: string, count: number): string[] {
  const signs = text.normalize('NFKC').replace(/[。.]$/, '');
  if (!/^[A-J√×✓✗✔✘对错\s,、;]{1,200}$/.test(signs)) return [];
  const answers = splitAnswers(signs, count) ?? [];
  return answers.length === count ? answers : [];
}

function partKey({ answer }: RawQuestion, { questions, isOwn }: SubQuestions): void {
  if (isOwn || answer === undefined) return;
  const text = answer.filter((line) => line !== '').join('\n');
  const counted = partsOfKey(text, questions.length);
  const parts = counted.length > 0 ? counted : signsOfKey(text, questions.length);
  // AB may as well be the answer of one of them.
  const isTight = counted.length === 0 && /[A-J√×✓✗✔✘对错]{2}/.test(text.normalize('NFKC'));
  questions.forEach((question, index) => {
    if (parts.length > 0) {
      question.answer = (parts[index] ?? '').split('\n');
      question.restated = [];
      const note = `答案“${clip(text)}”已按次序分给 ${questions.length} 个小题，请核对。`;
      (isTight ? question.doubts : question.notes).push(note);
    } else if (text !== '')
      question.problems.push(
        `答案“${clip(text)}”没有写题号，与这 ${questions.length} 个小题对不上；请在每个小题后写明“答案：”。`,
      );
  });
}

/** Points of the number are for all of its small questions, unless these say their own. */
function sharePoints(first: RawQuestion, subs: SubQuestions, all: RawQuestion[]): void {
  const { questions, isEach } = subs;
  const said = subs.isOwn ? undefined : parsePoints(first.more.points ?? '');
  if (said !== undefined) delete first.more.points;
  const points = said ?? subs.points;
  if (points === null) return;
  const own = questions.flatMap(({ points: said, stem }) => said ?? takeStemMarks(stem).points ?? []);
  const sum = own.reduce((total, each) => total + each, 0);
  const count = questions.length;
  const name = `第 ${first.number} 题共 ${points} 分`;
  const noteAll = (note: string) => questions.forEach((question) => question.notes.push(note));
  if (own.length === count) {
    if (sum !== points && !isEach) noteAll(`${name}，各小题的分值合计 ${sum} 分，请核对分值。`);
  } else if (said === undefined && isEach && isCountedSingly(first, all)) {
    for (const question of questions) question.points ??= points;
  } else if (own.length === 0 && Number.isInteger((points / count) * 2)) {
    for (const question of questions) question.points = points / count;
    noteAll(`${name}，已平均分给 ${count} 个小题，请核对分值。`);
  } else noteAll(`${name}，不知道 ${count} 个小题各几分，没有写分值的按默认分值导入，请核对分值。`);
}

/** 共5小题，每小题2分 above one number with five small questions counts these. */
function isCountedSingly({ section }: RawQuestion, all: RawQuestion[]): boolean {
  const { count = null, total = null, each = null } = section.heading ?? {};
  const own = all.filter((question) => question.section.index === section.index).length;
  return count === own || (total !== null && each !== null && total === each * own);
}

/** Gives the analysis of all to each: its part where it is counted （1）（2）, else the whole. */
export function shareAnalyses(questions: RawQuestion[]): void {
  for (const { subs } of firsts(questions)) {
    const text = subs.analysis.join('\n').trim();
    if (text === '') continue;
    const parts = text.length > 20_000 ? [] : splitNumbered(text);
    const isParted = parts.length === subs.questions.length && parts.every((part) => part !== '');
    subs.questions.forEach((question, index) => {
      question.analysis.push(...(isParted ? (parts[index] ?? '') : text).split('\n'));
      question.notes.push(
        isParted ? '解析已按小题分给各题，请核对。' : '解析是几个小题共用的，每道题都放了一份，请核对。',
      );
    });
  }
}
