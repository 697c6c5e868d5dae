import { describe, expect, test } from 'vitest';
import { paperSections } from './paper-parts.rules';
import { readSheetCode, sheetCode, sheetPages, type SheetQuestion } from './writing-sheet.rules';

const question = (kind: 'single' | 'judge' | 'cloze' | 'short' | 'written', points = 2): SheetQuestion =>
  kind === 'written' ? { bank: 'written', kind: '', points } : { bank: 'theory', kind, points };
const many = (count: number, ...of: Parameters<typeof question>) =>
  Array.from({ length: count }, () => question(...of));

describe('the pages of a writing sheet', () => {
  test('have lines for what a teacher marks, with the paper’s numbers, and no place for what a key marks', () => {
    const mixed = [...many(2, 'single'), question('cloze', 4), question('short', 5), question('written', 12)];
    expect(sheetPages(paperSections(mixed))).toEqual([
      [
        { type: 'heading', text: '三、简答题（1 题，共 5 分）' },
        { type: 'lines', number: 4, points: 5, lines: 4 },
        { type: 'heading', text: '四、笔试题（1 题，共 12 分）' },
        { type: 'lines', number: 5, points: 12, lines: 12 },
      ],
    ]);
    expect(sheetPages(paperSections([...many(40, 'single'), question('cloze')]))).toEqual([]);
  });

  test('a part of both kinds keeps its heading and the places that a teacher marks', () => {
    const own = (each: SheetQuestion) => ({ ...each, section: 7 });
    const sections = paperSections(
      [own(question('judge', 1)), own(question('written', 3))],
      [],
      [{ key: 7, title: '综合', instructions: '' }],
    );
    expect(sheetPages(sections)).toEqual([
      [
        { type: 'heading', text: '一、综合（2 题，共 4 分）' },
        { type: 'lines', number: 2, points: 3, lines: 3 },
      ],
    ]);
  });

  test('with fewer lines come on fewer pages, each answer with three at least', () => {
    const sections = paperSections([question('short', 10), ...many(1, 'written', 20), question('written', 10)]);
    const linesOf = (...choice: [] | ['half' | 'third']) =>
      sheetPages(sections, new Map(), ...choice).map((page) =>
        page.flatMap((block) => (block.type === 'lines' ? [block.lines] : [])),
      );
    expect(linesOf()).toEqual([[8], [20], [10]]);
    expect(linesOf('third')).toEqual([[3, 7, 4]]);
    expect(linesOf('half')).toEqual([[4, 10, 5]]);
  });

  test('an answer that does not fit stands whole on the next page, its heading with it', () => {
    const pages = sheetPages(paperSections([...many(2, 'short', 10), question('written', 60)]));
    expect(pages.map((page) => page.map(({ type }) => type))).toEqual([
      ['heading', 'lines', 'lines'],
      ['heading', 'lines'],
    ]);
  });

  test('the longest paper loses no question that a teacher marks', () => {
    const pages = sheetPages(paperSections([...many(120, 'single'), ...many(40, 'short', 30), ...many(40, 'written')]));
    const numbers = pages.flat().flatMap((block) => (block.type === 'heading' ? [] : [block.number]));
    expect(numbers).toEqual(Array.from({ length: 80 }, (_, index) => index + 121));
  });

  test('what is drawn has a place for each, with its number where a teacher marks all that may be drawn', () => {
    const rule = {
      id: 5,
      text: '笔试题',
      bank: 'written',
      kind: '',
      count: 2,
      points: 6,
    } as const;
    const linesOf = (items: SheetQuestion[]) =>
      sheetPages(paperSections([question('single')], [{ ...rule, items }]), new Map([['draw-5', 2]]))
        .flat()
        .slice(1);
    expect(linesOf(many(4, 'written', 6))).toEqual([
      { type: 'lines', number: 2, points: 6, lines: 6 },
      { type: 'lines', number: 3, points: 6, lines: 6 },
    ]);
    // Which of the two is the one to write down differs: the student writes the number.
    expect(linesOf([...many(4, 'written', 6), question('single')])).toMatchObject([{ number: null }, { number: null }]);
  });
});

test('the code of a page names exam, student, page and layout and is signed; nothing else is read', () => {
  const sheet = { examId: 12, studentId: 345, page: 2, layout: '0A1B2C' };
  const signature = '0123456789';
  const code = 'KP3-12-345-2-0A1B2C-0123456789';
  expect(sheetCode(sheet, signature)).toBe(code);
  expect(readSheetCode(code)).toEqual({ sheet, signature });
  const others = ['KP1-12-345-2', 'KP2-12-345-2-0A1B2C', 'KP3-12-345-2-0A1B2C', 'KP3-0-345-2-0A1B2C-0123456789'];
  for (const other of [...others, code.toLowerCase(), `${code}0`, ` ${code}`]) expect(readSheetCode(other)).toBeNull();
});
