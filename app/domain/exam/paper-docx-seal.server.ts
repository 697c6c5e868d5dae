import {
  AlignmentType,
  BorderStyle,
  Header,
  HeightRule,
  Paragraph,
  Table,
  TableAnchorType,
  TableCell,
  TableLayoutType,
  TableRow,
  TextDirection,
  TextRun,
  VerticalAlignTable,
  WidthType,
} from 'docx';

/** 密封线: whose paper it is, folded away while it is marked. */

const NONE = { style: BorderStyle.NONE, size: 0, color: 'auto' };
const WHO = ['班级', '姓名', '学号'].map((word) => `${word}________________`).join('　　');
const LINE = [...'密封线内不要答题'].join('　　　');
const LEFT = 454;
const WIDTHS = [520, 560] as const;
const EDGE = 850;

/** The sealing line at the left of every sheet, to be read with the sheet on its side; it stands in the head of the page. */
export function sealingLine(sheetHeight: number): Header {
  const cell = (words: string, index: 0 | 1) =>
    new TableCell({
      width: { size: WIDTHS[index], type: WidthType.DXA },
      textDirection: TextDirection.BOTTOM_TO_TOP_LEFT_TO_RIGHT,
      verticalAlign: VerticalAlignTable.CENTER,
      borders: {
        ...{ top: NONE, bottom: NONE, left: NONE },
        right: index === 1 ? { style: BorderStyle.DASHED, size: 8, color: '555555' } : NONE,
      },
      children: [new Paragraph({ alignment: AlignmentType.CENTER, children: [new TextRun(words)] })],
    });
  const table = new Table({
    columnWidths: [...WIDTHS],
    layout: TableLayoutType.FIXED,
    float: {
      horizontalAnchor: TableAnchorType.PAGE,
      verticalAnchor: TableAnchorType.PAGE,
      absoluteHorizontalPosition: LEFT,
      absoluteVerticalPosition: EDGE,
    },
    rows: [
      new TableRow({
        height: { value: sheetHeight - 2 * EDGE, rule: HeightRule.EXACT },
        children: [cell(WHO, 0), cell(LINE, 1)],
      }),
    ],
  });
  return new Header({ children: [table, new Paragraph({})] });
}
