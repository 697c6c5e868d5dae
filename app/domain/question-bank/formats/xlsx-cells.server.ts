import type { SheetPicture } from '~/lib/sheet-pictures.server';
import type { SheetRun } from '~/lib/sheet-runs.server';
import { asScript } from '~/lib/sheet-xml.server';
import type { SheetRow } from '~/lib/spreadsheet.server';
import { LineBuilder } from './docx-line-builder';
import { DOCX_MARKS, withoutMarks } from './docx-marks';
import { pictureOf, type Picture } from './docx-pictures';
import { HELD_NOTE, type ParsedQuestion } from './format.rules';
import type { Column, QuestionTable } from './question-columns';

/** What a sheet shows beside plain text: pictures over its cells, raised and lowered signs, what is struck out. */

type Shown = {
  cells: string[];
  notes: string[];
  /** The question itself is struck out. */
  isStruck: boolean;
  /** A formula has no value. */
  isUnreckoned: boolean;
  /** Where its texts are underlined. */
  isUnderlined: boolean;
};

const NOTES = {
  chart: '这一行上的图表没有导入，请截成图片，导入后补上。',
  shape: '这一行上画的图形或文本框没有导入，如果题目要用，请导入后补上。',
  lost: '这一行上有一张图片在文件里找不到，没有导入，请导入后补上。',
};
const STRUCK_NOTE = '加了删除线的文字没有导入。如果它是题目的一部分，请先去掉删除线再导入。';
const STRUCK_PROBLEM = '这道题加了删除线，没有导入。如果要导入，请先在表格里去掉删除线。';
const UNRECKONED_PROBLEM =
  '这一行有公式的格子里没有保存算出来的结果，读不到内容。请在 Excel 或 WPS 里打开这份表格，保存一次，或把公式粘贴成数值后再导入。';
const ODD_NOTE = '有数字或日期的显示格式没有照搬，请核对。';
const IN_CELL_NOTE = '单元格里嵌入的图片没有导入（放在单元格上面的浮动图片可以），请导入后补上。';
const UNDERLINED_DOUBT = '题目说到画线的部分，文字下面的线却没有导入，请在题目里写明是哪一部分。';

const DISPIMG = /^=?(?:_xlfn\.)?DISPIMG\("([^"]{1,100})",\s?\d\)$/;
/** Columns whose texts may have pictures. */
const WITH_PICTURES = /^(?:stem|options?\d*|answer|analysis|part)$/;
const UNDERLINED = /[画划]线|下划线|横线上?的(?:词|字|部分)|underlined/i;

/** Reads the rows of one sheet with what lies over them. */
export class ShownRows {
  /** The pictures, by the numbers that stand for them in the cells. */
  readonly pictures: Picture[] = [];
  private readonly ofRow = new Map<number, SheetPicture[]>();
  private readonly ofCells = new Map<string, SheetPicture>();
  private readonly known = new Map<Buffer, string>();

  constructor(found: SheetPicture[]) {
    for (const each of found) {
      if (each.id !== '') this.ofCells.set(each.id, each);
      else this.ofRow.set(each.row + 1, [...(this.ofRow.get(each.row + 1) ?? []), each]);
    }
  }

  /** The question of a row, read by `read` from its cells as they are shown. */
  async read(row: SheetRow, table: QuestionTable, read: (cells: string[]) => ParsedQuestion): Promise<ParsedQuestion> {
    const shown = await this.shown(row, table);
    const question = read(shown.cells);
    question.notes.push(...new Set(shown.notes));
    if (shown.isUnreckoned) question.problems = [UNRECKONED_PROBLEM];
    if (shown.isStruck) question.problems = [STRUCK_PROBLEM];
    if (shown.isUnderlined && UNDERLINED.test(shown.cells[table.columns.indexOf('stem')] ?? '')) {
      question.notes.push(`${UNDERLINED_DOUBT}${HELD_NOTE}`);
      question.isDoubtful = true;
    }
    return question;
  }

  /** What lies over no question, as a sentence; '' for nothing. */
  left(): string {
    const pictures = [...this.ofRow.values()].flat().filter(({ what }) => what === 'picture' || what === 'lost');
    return pictures.length === 0 ? '' : `表格里有 ${pictures.length} 张图片不在任何一题的行上，没有导入。`;
  }

  private async shown(row: SheetRow, { columns }: QuestionTable): Promise<Shown> {
    const isUnreckoned = row.unreckoned?.some((at) => columns[at] !== undefined) ?? false;
    const shown: Shown = { cells: [], notes: [], isStruck: false, isUnreckoned, isUnderlined: false };
    for (const [at, text] of row.cells.entries()) {
      const column = columns[at];
      const runs = row.runs?.get(at);
      shown.cells[at] = runs ? await this.ofRuns(runs, text ?? '', column, shown) : this.ofText(text ?? '', shown);
    }
    if (row.odd?.some((at) => columns[at] !== undefined)) shown.notes.push(ODD_NOTE);
    if (row.pictured) shown.notes.push(IN_CELL_NOTE);
    for (const each of this.ofRow.get(row.number) ?? []) {
      if (each.what === 'chart' || each.what === 'shape') {
        shown.notes.push(NOTES[each.what]);
        continue;
      }
      const at = WITH_PICTURES.test(columns[each.column] ?? '') ? each.column : columns.indexOf('stem');
      while (shown.cells.length <= at) shown.cells.push('');
      shown.cells[at] += this.markOf(each, shown);
    }
    this.ofRow.delete(row.number);
    return shown;
  }

  private ofText(text: string, shown: Shown): string {
    const id = DISPIMG.exec(text)?.[1];
    if (id === undefined) return text.replace(DOCX_MARKS, '');
    return this.markOf(this.ofCells.get(id) ?? { row: -1, column: -1, id, what: 'lost' }, shown);
  }

  private async ofRuns(runs: SheetRun[], text: string, column: Column | undefined, shown: Shown): Promise<string> {
    const kept = runs.filter((run) => !run.isStruck).map((run) => ({ ...run, text: run.text.replace(DOCX_MARKS, '') }));
    if (runs.some((run) => run.isStruck && run.text.trim() !== '')) {
      const isAll = kept.every((run) => run.text.trim() === '');
      if (isAll && column === 'stem') {
        shown.isStruck = true;
        return text.replace(DOCX_MARKS, '');
      }
      shown.notes.push(STRUCK_NOTE);
    }
    shown.isUnderlined ||= kept.some((run) => run.isUnderlined && run.text.trim() !== '');
    // What pupils type has no formulas.
    if (column === 'answer')
      return kept
        .map((run) => asScript(run.text, run.script ?? ''))
        .join('')
        .trim();
    const builder = new LineBuilder(() => Promise.resolve(0));
    await builder.add(
      kept.map((run) => ({
        type: 'run',
        isUnderline: run.isUnderlined,
        verticalAlignment: run.script,
        children: [{ type: 'text', value: run.text.replace(/\r\n?/g, '\n') }],
      })),
    );
    const { text: shownText, note } = withoutMarks(builder.text());
    if (note !== undefined) shown.notes.push(note);
    return shownText.trim();
  }

  private markOf(found: SheetPicture, shown: Shown): string {
    if (found.what !== 'picture') {
      shown.notes.push(NOTES.lost);
      return '〔图〕';
    }
    const mark = this.known.get(found.bytes) ?? `\ue000${this.pictures.push(pictureOf(found.bytes)) - 1}\ue001`;
    this.known.set(found.bytes, mark);
    return mark;
  }
}
