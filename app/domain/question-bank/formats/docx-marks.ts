import type { TextLine } from './text-line';

/** The signs that the reader of Word files writes into a text for itself, and what is told where they stood. */

/** Our own marks of pictures, formulas, what could not be read, footnotes, comments and hidden text: never part of a text. */
export const DOCX_MARKS = /[\ue000-\ue013]/g;

/** In front of a picture of ours that no text places. */
export const UNPLACED = '\ue006';

/** Where a text stood that Word hides: no reader of the paper sees it. */
export const HIDDEN = '\ue005';

/** Where a text stood that is struck out. */
export const STRUCK = '\ue008';

/** In front of a text with dots below it. */
export const DOTTED = '\ue009';

/** Where something is drawn that is no picture. */
export const DRAWN = '\ue00a';

/** Behind a picture that has texts of its own beside it. */
export const LABELLED = '\ue00b';

/** Behind what stands for a chart, or for a picture that is not there. */
export const CHART = '\ue00c';

/** In front of a white text. */
export const WHITE = '\ue00e';

/** In front of a text with a border around it. */
export const BOXED = '\ue00f';

/** Behind a sign with its reading. */
export const READING = '\ue00d';

/** Behind a raised or lowered text that no formula is made of. */
export const RAISED = '\ue012';

/** Around the text of a comment, where it is referred to. */
export const COMMENT_BEGINS = '\ue010';
export const COMMENT_ENDS = '\ue011';

const COMMENT = /\ue010([^\ue010\ue011]*)\ue011/g;

/** A paragraph without its comments, and what is to be told of them: they stand beside the paper and in none of its questions. */
export function withoutComments(text: string): { text: string; told: string[] } {
  const comments = [...text.matchAll(COMMENT)].map(([, comment = '']) => comment);
  if (comments.length === 0) return { text, told: [] };
  const rest = text.replace(COMMENT, '');
  const beside = withoutTold(rest).trim().slice(0, 20);
  return {
    text: rest,
    told: comments.map((comment) => `Word 批注没有导入：“${comment.slice(0, 60)}”（写在“${beside}”旁边）。`),
  };
}

const NOTES: [string, string][] = [
  [HIDDEN, 'Word 里隐藏的文字没有导入。如果它是题目的一部分，请先在 Word 里取消“隐藏”再导入。'],
  [STRUCK, 'Word 里加了删除线的文字没有导入。如果它是题目的一部分，请先在 Word 里去掉删除线再导入。'],
  [WHITE, 'Word 里有白色的字（纸上看不见），也导入了，学生会看见，请核对。'],
  [DRAWN, 'Word 里画出来的图形（线条、箭头、形状等）没有导入，如果题目要用，请截成图片，导入后补上。'],
  [LABELLED, '图上标注的文字写到了图的后面，请核对，或截成一张图片，导入后补上。'],
  [CHART, '有一处图表（或手写、SmartArt、找不到的图片）没有导入，已标为“〔图〕”，请截成图片，导入后补上。'],
  [RAISED, '有上标或下标的文字只导入了文字，没有导入它的高低，请核对。'],
  [READING, '拼音指南的注音写到了字后面的括号里，请核对。'],
];
const BOXED_NOTE = '文字外面的方框没有导入，请在题目里写明是哪几个字。';
const DOTTED_DOUBT = '加点字（着重号）没有导入，请在题目里写明是哪个字。';

const TOLD = /[\ue005\ue008-\ue00f\ue012]/g;

/** A text without the marks of what is not shown. */
export const withoutTold = (text: string) => text.replace(TOLD, '');

/** The line without the marks of what is not shown, and what is to be told of it. */
export function withoutMarks(text: string): Pick<TextLine, 'text' | 'note' | 'doubt'> {
  const told = NOTES.flatMap(([mark, note]) => (text.includes(mark) ? [note] : [])).join('');
  const read: Pick<TextLine, 'text' | 'note' | 'doubt'> = { text: withoutTold(text) };
  if (told !== '') read.note = told;
  if (text.includes(DOTTED)) read.doubt = DOTTED_DOUBT;
  else if (text.includes(BOXED)) read.note = [read.note ?? '', BOXED_NOTE].join('');
  return read;
}
