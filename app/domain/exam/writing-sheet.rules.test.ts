import { describe, expect, test } from 'vitest';
import { paperSections } from './paper-parts.rules';
import { readSheetCode, sheetCode, sheetPages, type SheetQuestion } from './writing-sheet.rules';

const question = (
  kind: 'single' | 'judge' | 'cloze' | 'short' | 'written',
  points = 2,
  blankCount = 0,
): SheetQuestion =>
  kind === 'written' ? { bank: 'written', kind: '', points, blankCount } : { bank: 'theory', kind, points, blankCount };
const many = (count: number, ...of: Parameters<typeof question>) =>
  Array.from({ length: count }, () => question(...of));

describe('the pages of a writing sheet', () => {
  test('have a box for each letter, places for blanks and lines for what is written, with the paper’s numbers', () => {
    const sections = paperSections([...many(2, 'single'), question('cloze', 4, 2), question('written', 12)]);
    expect(sheetPages(sections)).toEqual([
      [
        { type: 'heading', text: '一、单项选择题（2 题，每题 2 分，共 4 分）' },
        { type: 'letters', numbers: [1, 2] },
        { type: 'heading', text: '二、填空题（1 题，共 4 分）' },
        { type: 'blanks', number: 3, count: 2 },
        { type: 'heading', text: '三、笔试题（1 题，共 12 分）' },
        { type: 'lines', number: 4, points: 12, lines: 12 },
      ],
    ]);
  });

  test('an answer that does not fit stands whole on the next page, its heading with it', () => {
    const pages = sheetPages(paperSections([...many(12, 'single'), question('written', 60)]));
    expect(pages.map((page) => page.map(({ type }) => type))).toEqual([
      ['heading', 'letters', 'letters'],
      ['heading', 'lines'],
    ]);
  });

  test('the longest paper loses no question', () => {
    const pages = sheetPages(
      paperSections([...many(120, 'single'), ...many(40, 'cloze', 2, 4), ...many(40, 'short', 30)]),
    );
    const numbers = pages.flat().flatMap((block) => {
      if (block.type === 'heading') return [];
      return block.type === 'letters' ? block.numbers : [block.number];
    });
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  });

  test('what is drawn has a place for each, whose number the student writes', () => {
    const pool = {
      id: 5,
      text: '笔试题',
      bank: 'written',
      kind: '',
      count: 2,
      points: 6,
      items: many(4, 'written', 6),
    } as const;
    const pages = sheetPages(paperSections([question('single')], [pool]), new Map([['draw-5', 2]]));
    expect(pages.flat().slice(3)).toEqual([
      { type: 'lines', number: null, points: 6, lines: 6 },
      { type: 'lines', number: null, points: 6, lines: 6 },
    ]);
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
