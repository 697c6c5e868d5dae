import { answerTable, type Row } from './docx-tables';
import { headingOf } from './text-headings';

/** Tables that a printed paper has beside its questions: boxes for the marker, and answers under their headings. */

const SCORE = /^(?:得分栏?|评分|实得分?)$/;
const MARKER = /^(?:[评阅改核复统登合批初总][卷分阅核评查改]{0,3}(?:人|教师|老师|者|员)(?:签[名字])?|签[名字])$/;
const POINTS = /^(?:满分|分值|题分|配分|应得分?)$/;
const PLACE =
  /^(?:题[号次序型]|大题|总[分计]|合计|等级|第?[一二三四五六七八九十]{1,3}(?:大?题|部分)?|[IVXⅠ-Ⅻ]{1,4}|\d{1,2})$/;
const NUMBER = /^\d{1,3}(?:\.[05]0?)?分?$/;

/** 得分 | 评卷人, 题号 | 一 | 二 | 总分: boxes that a marker fills in, with nothing in them. */
export function isScoreTable(rows: Row[]): boolean {
  const filled = rows.map(({ cells }) =>
    cells.filter((cell) => cell !== '').map((cell) => cell.replace(/[\s:：]/g, '')),
  );
  const isNamed = filled.flat().some((cell) => SCORE.test(cell) || MARKER.test(cell));
  return (
    isNamed &&
    filled.every((cells) => {
      const isPoints = POINTS.test(cells[0] ?? '');
      // 题号 | 1 | 2 over 得分 | 9 | 8 is somebody's result, and perhaps a question's.
      const isScore = SCORE.test(cells[0] ?? '');
      return cells.every(
        (cell) =>
          SCORE.test(cell) ||
          MARKER.test(cell) ||
          POINTS.test(cell) ||
          (isPoints ? NUMBER.test(cell) : PLACE.test(cell) && !(isScore && /^\d/.test(cell))),
      );
    })
  );
}

/** 题号 | 1 | 2 over 答案 | A | B, several of them under rows with a heading each; null for any other table. */
export function answersUnderHeadings(rows: Row[]): string[] | null {
  const made: string[] = [];
  let block: string[][] = [];
  let hasHeading = false;
  const close = (): boolean => {
    if (block.length === 0) return true;
    const answers = answerTable(block);
    block = [];
    if (answers === null || answers === '') return false;
    made.push(answers.replace(/^答案：/, ''));
    return true;
  };
  for (const { placed, cells } of rows) {
    const filled = placed.map(({ text }) => text).filter((text) => text !== '');
    const [alone = ''] = filled;
    if (filled.length === 1 && headingOf(alone) !== null) {
      if (!close()) return null;
      hasHeading = true;
      made.push(alone);
    } else if (filled.length > 0) block.push(cells);
  }
  return close() && hasHeading && made.length > 1 ? made : null;
}
