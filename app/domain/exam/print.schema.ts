import { z } from 'zod';
import { idField } from '~/lib/zod';
import { LINE_CHOICES, SHEET_LINE_CHOICES, type LineChoice, type SheetLineChoice } from './paper-parts.rules';
import { PARTS } from './parts.rules';

/** What of an exam comes on paper. */
export const PRINTS = ['paper', 'key', 'sheet', 'attendance', 'door'] as const;
export type PrintKind = (typeof PRINTS)[number];

export const PRINT_LABELS: Record<PrintKind, string> = {
  paper: '试卷',
  key: '答案',
  sheet: '答题纸',
  attendance: '考场签到表',
  door: '门贴',
};

export const SHEET_SIZES = ['a4', 'a3'] as const;
export type SheetSize = (typeof SHEET_SIZES)[number];

export const LINE_LABELS: Record<LineChoice, string> = { '': '按分值', half: '减半', none: '不印（写在答题纸上）' };

const id = z.coerce.number().int().min(0).max(2_147_483_647).catch(0);

/** One thing to print of one exam; `classId` 0 is every class, of writing sheets the first; `part`: of papers that part alone. */
export const printSchema = z.object({
  id,
  what: z.enum(PRINTS).catch('paper'),
  classId: id,
  size: z.enum(SHEET_SIZES).catch('a4'),
  part: z.enum(['', ...PARTS]).catch(''),
  lines: z.enum(LINE_CHOICES).catch(''),
});

export const SHEET_LINE_LABELS: Record<SheetLineChoice, string> = { '': '按分值', half: '减半', third: '三分之一' };

/** How many lines an exam's writing sheets have. */
export const sheetLinesSchema = z.object({
  id: idField('考试'),
  lines: z
    .enum(SHEET_LINE_CHOICES, { errorMap: () => ({ message: '行数应为按分值、减半（half）或三分之一（third）' }) })
    .describe("'' 按分值，half 减半，third 三分之一"),
});
export type SheetLinesInput = z.infer<typeof sheetLinesSchema>;

/** A paper or its key as a Word file. */
export const wordSchema = printSchema.omit({ classId: true }).extend({ what: z.enum(['paper', 'key']).catch('paper') });
export type WordInput = z.infer<typeof wordSchema>;
