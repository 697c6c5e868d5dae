import { AppError } from '~/lib/errors';
import { decodeText, withoutControls } from './decode-text.server';
import { emptyParsed, type ParsedQuestion, type ReadQuestions } from './format.rules';
import { GiftTexts, findMark, unescape } from './gift-texts.server';
import { readTags } from './own-tags.server';
import {
  addNote,
  breathe,
  checkCount,
  joinFeedback,
  numberForms,
  readCategoryPath,
  refuse,
  setChoice,
  setCloze,
  setEssay,
  setJudge,
} from './parsed-fields.server';
import { readSections } from './sections.server';

/**
 * Moodle GIFT. A blank line ends a question; // begins a comment line, in which Moodle also keeps tags.
 * Every scan goes forward only: hostile files of braces or backslashes cost no more than their length.
 */

type Block = { line: number; text: string; tags: string[] };

export const readGift: ReadQuestions = async (file, onProgress) => {
  const { text, note } = withoutControls(decodeText(file.bytes));
  const blocks = splitBlocks(text);
  const questions: ParsedQuestion[] = [];
  let directories: string[] = [];
  for (const [index, block] of blocks.entries()) {
    if (block.text.startsWith('$CATEGORY:')) {
      directories = readCategoryPath(block.text.slice('$CATEGORY:'.length));
    } else {
      questions.push(readQuestion(block, directories));
      checkCount(questions);
    }
    await breathe(index + 1, blocks.length, onProgress);
  }
  note(questions);
  if (questions.length === 0) throw new AppError('invalid', '文件里没有 GIFT 题目。请检查文件是否选对。');
  return questions;
};

function splitBlocks(source: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let tags: string[] = [];
  let first = 0;
  const finish = () => {
    const text = lines.join('\n').trim();
    if (text !== '') blocks.push({ line: first, text, tags });
    lines = [];
    tags = [];
  };
  source.split(/\r\n?|\n/).forEach((line, index) => {
    const typed = line.trim();
    const last = lines[lines.length - 1] ?? '';
    // A name begins a question even where its author forgot the blank line.
    if (typed === '' || (typed.startsWith('::') && last.trimEnd().endsWith('}'))) finish();
    if (typed === '') return;
    if (typed.startsWith('//')) {
      tags.push(...readTagComments(typed));
      return;
    }
    if (lines.length === 0) first = index + 1;
    if (typed.startsWith('$CATEGORY:')) {
      finish();
      blocks.push({ line: index + 1, text: typed, tags: [] });
      return;
    }
    lines.push(line);
  });
  finish();
  return blocks;
}

/** Tags as Moodle keeps them: [tag:…], a bracket in it as \]. */
function readTagComments(comment: string): string[] {
  const tags: string[] = [];
  for (let at = comment.indexOf('[tag:'); at >= 0; at = comment.indexOf('[tag:', at)) {
    let end = comment.indexOf(']', at);
    while (end >= 0 && comment[end - 1] === '\\') end = comment.indexOf(']', end + 1);
    if (end < 0) break;
    tags.push(comment.slice(at + '[tag:'.length, end).replace(/\\\]/g, ']'));
    at = end;
  }
  return tags;
}

function readQuestion(block: Block, directories: string[]): ParsedQuestion {
  const parsed = { ...emptyParsed(block.line), directories };
  const { text, title } = takeTitle(block.text);
  if (title !== '') parsed.fields.title = title;
  const own = readTags(block.tags, parsed);
  const parts = splitAnswers(text);
  if (typeof parts === 'string') {
    parsed.problems.push(parts);
    return parsed;
  }
  const texts = new GiftTexts(parsed);
  if (parts.answers.length === 0) {
    parsed.fields.stem = texts.readStem(text);
    refuse(parsed, '没有答案部分 {…}：这是一段说明（description），不是题目。');
    return parsed;
  }
  if (parts.answers.length > 1) {
    readManyBlanks(parts, texts, parsed);
  } else {
    readAnswer(parts, texts, parsed, own);
  }
  if (/\[图\d{1,2}\]/.test(Object.values(parsed.fields).join())) {
    addNote(parsed, 'GIFT 文件不带图片，题目里的 [图n] 只是文字；请导入后补上图片。');
  }
  if (parsed.kind === null && parsed.fields.stem === undefined)
    parsed.fields.stem = texts.readStem(parts.texts.join('____'));
  return parsed;
}

function takeTitle(text: string): { title: string; text: string } {
  if (!text.startsWith('::')) return { title: '', text };
  for (let at = findMark(text, ':', 2); at >= 0; at = findMark(text, ':', at + 1)) {
    if (text[at + 1] === ':') return { title: unescape(text.slice(2, at)), text: text.slice(at + 2).trim() };
  }
  return { title: '', text };
}

type Parts = { texts: string[]; answers: string[] };

/** The texts around the answer blocks and what stands in them, or what is wrong with the braces. */
function splitAnswers(text: string): Parts | string {
  const parts: Parts = { texts: [], answers: [] };
  let begin = 0;
  for (;;) {
    const open = findMark(text, '{}', begin);
    if (open < 0) break;
    if (text[open] === '}') return '多了一个 }。题目文字里的花括号请写成 \\}。';
    const close = findMark(text, '{}', open + 1);
    if (close < 0) return '答案部分缺少 }。请检查花括号；一道题的中间不能有空行。';
    if (text[close] === '{') return '答案部分里又出现了 {。请检查前面的花括号；文字里的花括号请写成 \\{。';
    parts.texts.push(text.slice(begin, open));
    parts.answers.push(text.slice(open + 1, close).trim());
    begin = close + 1;
  }
  parts.texts.push(text.slice(begin));
  return parts;
}

/** Several blocks of right answers in one sentence: a cloze, though Moodle itself takes but one. */
function readManyBlanks(parts: Parts, texts: GiftTexts, parsed: ParsedQuestion): void {
  const isShort = parts.answers.every((answer) => answer.startsWith('=') && findMark(answer, '~') < 0);
  if (!isShort) {
    refuse(parsed, '一道题里有几个答案部分 {…}。请每道题只留一个，或检查是否漏了题目之间的空行。');
    return;
  }
  const stem = texts.readStem(parts.texts.join('____'));
  setCloze(
    parsed,
    stem,
    parts.answers.map((answer) => readShortAnswers(answer, texts, parsed).alternatives),
  );
}

function readAnswer(parts: Parts, texts: GiftTexts, parsed: ParsedQuestion, own: ReturnType<typeof readTags>): void {
  const [before = '', after = ''] = parts.texts;
  const [whole = ''] = parts.answers;
  const { answer, feedback } = takeGeneralFeedback(whole);
  const isInside = after.trim() !== '';
  const stemWith = (blank: string) => texts.readStem(before + (isInside ? blank : '') + after);
  if (answer === '') {
    readEssay(stemWith(''), texts.read(feedback), parsed, own);
  } else if (answer.startsWith('#')) {
    const stem = stemWith('____');
    readNumerical(answer.slice(1), stem, texts, parsed);
    parsed.fields.analysis = texts.read(feedback);
  } else if (findMark(answer, '~') >= 0) {
    readChoice(answer, stemWith('____'), feedback, texts, parsed);
  } else if (own.kind !== 'cloze' && answer.includes('=') && findArrow(answer)) {
    Object.assign(parsed.fields, { stem: stemWith(''), answer: texts.readPlain(answer).trim() });
    refuse(parsed, '匹配题（matching）：题库里没有这种题型，请改成选择题或填空题。');
  } else if (readJudge(answer, () => stemWith(''), feedback, texts, parsed)) {
    return;
  } else {
    const stem = stemWith('____');
    const { alternatives, feedback: comments } = readShortAnswers(answer, texts, parsed);
    setCloze(parsed, stem, [alternatives]);
    parsed.fields.analysis = joinFeedback(parsed, texts.read(feedback), comments);
  }
}

function findArrow(answer: string): boolean {
  for (let at = findMark(answer, '-'); at >= 0; at = findMark(answer, '-', at + 1)) {
    if (answer[at + 1] === '>') return true;
  }
  return false;
}

function takeGeneralFeedback(answer: string): { answer: string; feedback: string } {
  let found = -1;
  for (let at = findMark(answer, '#'); at >= 0; at = findMark(answer, '#', at + 1)) {
    if (answer.startsWith('####', at)) {
      found = at;
      at += 3;
    }
  }
  if (found < 0) return { answer, feedback: '' };
  return { answer: answer.slice(0, found).trim(), feedback: answer.slice(found + 4) };
}

function readEssay(stem: string, feedback: string, parsed: ParsedQuestion, own: ReturnType<typeof readTags>): void {
  const sections = readSections(feedback);
  if (own.blanks) {
    setCloze(parsed, stem, own.blanks);
    parsed.fields.analysis = sections.analysis;
    return;
  }
  setEssay(parsed, own.kind ?? 'essay', { text: stem, ...sections });
}

type GiftOption = { text: string; weight: number; isMarkedRight: boolean; feedback: string };

/** Splits at ~ and =; in a choice only ~ may carry a weight, in a short answer = may. */
function splitOptions(answer: string, weighted: '~' | '='): GiftOption[] {
  const options: GiftOption[] = [];
  let at = findMark(answer, '~=');
  if (at < 0) at = -1;
  do {
    const mark = at < 0 ? '=' : answer.charAt(at);
    const next = findMark(answer, '~=', at + 1);
    const raw = answer.slice(at + 1, next < 0 ? undefined : next).trim();
    const weight = mark === weighted ? /^%(-?\d{1,3}(?:\.\d*)?)%/.exec(raw) : null;
    const body = weight ? raw.slice(weight[0].length) : raw;
    const hash = findMark(body, '#');
    options.push({
      text: hash < 0 ? body : body.slice(0, hash),
      weight: weight ? Number(weight[1]) : mark === '=' ? 100 : 0,
      isMarkedRight: mark === '=',
      feedback: hash < 0 ? '' : body.slice(hash + 1),
    });
    at = next;
  } while (at >= 0);
  return options;
}

function readChoice(answer: string, stem: string, feedback: string, texts: GiftTexts, parsed: ParsedQuestion): void {
  const options = splitOptions(answer, '~');
  const marked = options.filter((option) => option.isMarkedRight).length;
  const isSingle = marked === 1;
  if (marked > 1) addNote(parsed, `原题有 ${marked} 个答案任选其一都算对，已改为多选题，请核对答案。`);
  if (isSingle && options.some((option) => !option.isMarkedRight && option.weight > 0)) {
    addNote(parsed, '原题有选项可得部分分，现在只有正确答案得分。');
  }
  setChoice(
    parsed,
    isSingle ? 'single' : 'multiple',
    stem,
    options.map((option) => ({
      text: texts.read(option.text),
      isRight: marked > 0 ? option.isMarkedRight : option.weight > 0,
    })),
  );
  parsed.fields.analysis = joinFeedback(
    parsed,
    texts.read(feedback),
    options.map((option) => {
      const comment = texts.read(option.feedback);
      return comment === '' ? '' : `${texts.read(option.text)}：${comment}`;
    }),
  );
}

function readShortAnswers(answer: string, texts: GiftTexts, parsed: ParsedQuestion) {
  const options = splitOptions(answer, '=');
  const alternatives: string[] = [];
  const feedback: string[] = [];
  for (const option of options) {
    const text = texts.readPlain(option.text);
    const comment = texts.read(option.feedback);
    if (comment !== '') feedback.push(`${text}：${comment}`);
    if (text === '' || option.weight <= 0) continue;
    if (option.weight < 100) addNote(parsed, `答案“${text}”原可得部分分，没有列为正确答案。`);
    else alternatives.push(text);
  }
  return { alternatives: [...new Set(alternatives)], feedback };
}

/** Exact numbers become a blank; a range or a tolerance is something that no kind of ours has. */
function readNumerical(answer: string, stem: string, texts: GiftTexts, parsed: ParsedQuestion): void {
  const alternatives: string[] = [];
  // The first answer of {#3:2~#…} has no sign of its own.
  for (const option of splitOptions(/^\s*[=~]/.test(answer) ? answer : `=${answer}`, '=')) {
    if (option.weight < 100) {
      if (option.weight > 0)
        addNote(parsed, `答案“${texts.readPlain(option.text.replace(/:[^]*/, ''))}”原可得部分分，没有列为正确答案。`);
      continue;
    }
    const exact = /^\s*(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\s*(?::\s*0*(?:\.0*)?\s*)?$/.exec(option.text);
    if (exact?.[1] === undefined) {
      Object.assign(parsed.fields, { stem, answer: texts.readPlain(answer).trim() });
      refuse(parsed, '数值题（numerical）的答案是一个范围，题库里没有这种题型；请改成填空题或选择题。');
      return;
    }
    alternatives.push(...numberForms(exact[1]));
  }
  setCloze(parsed, stem, [alternatives]);
  addNote(parsed, '数值题已改为填空题，学生填的数要与答案写法相同。');
}

const TRUE_FALSE: Record<string, boolean> = { T: true, TRUE: true, F: false, FALSE: false };

function readJudge(
  answer: string,
  stem: () => string,
  feedback: string,
  texts: GiftTexts,
  parsed: ParsedQuestion,
): boolean {
  const bits: string[] = [];
  let begin = 0;
  for (let at = findMark(answer, '#'); at >= 0 && bits.length < 2; at = findMark(answer, '#', at + 1)) {
    bits.push(answer.slice(begin, at));
    begin = at + 1;
  }
  const [word = '', ...comments] = [...bits, answer.slice(begin)];
  const isRight = TRUE_FALSE[word.trim().toUpperCase()];
  if (isRight === undefined) return false;
  setJudge(parsed, stem(), isRight);
  const labels = ['答错：', '答对：'];
  const said = comments.map((comment, index) => {
    const text = texts.read(comment);
    return text === '' ? '' : `${labels[index] ?? ''}${text}`;
  });
  parsed.fields.analysis = joinFeedback(parsed, texts.read(feedback), said);
  return true;
}
