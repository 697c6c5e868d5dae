import { optionKey } from '../question.rules';
import type { MarkingPoint } from '../question.schema';
import { MAX_IMPORT_QUESTIONS, tooManyQuestions } from './format-info.rules';
import type { ParsedKind, ParsedQuestion } from './format.rules';

/** Fills the fields of a parsed question the same way for every format. */

export type ParsedOption = { text: string; isRight: boolean };

export function setChoice(parsed: ParsedQuestion, kind: 'single' | 'multiple', stem: string, options: ParsedOption[]) {
  parsed.kind = kind;
  Object.assign(parsed.fields, {
    stem,
    options: options.map((option) => option.text),
    answer: options.flatMap((option, index) => (option.isRight ? [optionKey(index)] : [])),
  });
}

export function setJudge(parsed: ParsedQuestion, stem: string, isRight: boolean): void {
  parsed.kind = 'judge';
  Object.assign(parsed.fields, { stem, answer: isRight ? 'T' : 'F' });
}

/** The ways a number that was compared by value may be typed: 1234.0 is 1234 as well. */
export function numberForms(text: string): string[] {
  const number = text.trim();
  if (!/^[-+]?\d{1,15}(?:\.\d{1,15})?$/.test(number)) return [number];
  const plain = number
    .replace(/^\+/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  return [...new Set([number, plain])];
}

/** `blanks`: the alternatives of each blank. A stem without any blank gets one at its end. */
export function setCloze(parsed: ParsedQuestion, stem: string, blanks: string[][]): void {
  parsed.kind = 'cloze';
  const needsBlank = blanks.length === 1 && !/[_＿]{2,}/.test(stem);
  Object.assign(parsed.fields, { stem: needsBlank ? `${stem}____` : stem, answer: blanks });
}

export type EssayParts = { text: string; reference: string; markingPoints: MarkingPoint[]; analysis: string };

/** A question that a person marks, under the names of its bank's schema; an essay has those of a written one. */
export function setEssay(parsed: ParsedQuestion, kind: ParsedKind, parts: EssayParts): void {
  const { text, reference, markingPoints, analysis } = parts;
  parsed.kind = kind;
  if (kind === 'oral') parsed.fields.examContent = text;
  else if (kind === 'short') Object.assign(parsed.fields, { stem: text, answer: reference, analysis });
  else Object.assign(parsed.fields, { prompt: text, referenceAnswer: reference, markingPoints, analysis });
}

/** The same sentence once. */
export function addNote(parsed: ParsedQuestion, sentence: string): void {
  if (!parsed.notes.includes(sentence)) parsed.notes.push(sentence);
}

/** Refuses a question whose kind no bank has. */
export function refuse(parsed: ParsedQuestion, sentence: string): void {
  parsed.kind = null;
  parsed.problems.push(sentence);
}

/** Joins what belongs to single options to the analysis, and says so. */
export function joinFeedback(parsed: ParsedQuestion, analysis: string, feedback: string[]): string {
  const lines = feedback.filter((line) => line !== '');
  if (lines.length > 0) addNote(parsed, '各选项的反馈已并入解析。');
  return [analysis, ...lines].filter((line) => line !== '').join('\n');
}

/** Points of another system, in halves between 0.5 and 200. */
export function setPoints(parsed: ParsedQuestion, value: number): void {
  if (!Number.isFinite(value) || value <= 0) return;
  const points = Math.min(200, Math.max(0.5, Math.round(value * 2) / 2));
  if (Math.abs(points - value) > 0.001) addNote(parsed, `分值 ${value} 已改为 ${points} 分（分值只能是整数或 .5）。`);
  parsed.fields.points = points;
}

/** A path of categories as Moodle writes it: / between, // for a slash in a name, the course's own top left out. */
export function readCategoryPath(path: string): string[] {
  const names = path
    .trim()
    .replace(/\/\//g, '\u0000')
    .split('/')
    .map((name) => name.replace(/\u0000/g, '/').trim());
  if (/^\$\w+\$$/.test(names[0] ?? '')) names.splice(0, names[1] === 'top' ? 2 : 1);
  else if (names[0] === 'top' && names.length > 1) names.shift();
  return names.filter((name) => name !== '');
}

/** The inverse; the path of no directory is the course's top. */
export function writeCategoryPath(directories: string[]): string {
  return ['$course$', 'top', ...directories.map((name) => name.replace(/\//g, '//'))].join('/');
}

/** @throws AppError too_large when a file holds more questions than one import takes; asked while they are read. */
export function checkCount(questions: ParsedQuestion[]): void {
  if (questions.length > MAX_IMPORT_QUESTIONS) throw tooManyQuestions();
}

/** Lets other requests be answered while a large file is read: call it once per question. */
export async function breathe(done: number, total: number, onProgress?: (done: number, total: number) => void) {
  if (done % 50 !== 0 && done !== total) return;
  onProgress?.(done, total);
  await new Promise<void>((resolve) => setImmediate(resolve));
}
