import { z } from 'zod';
import { findDirectory, type DirectoryTree } from '~/domain/question-bank/directory.rules';
import type { DrawBank, DrawRule } from '~/domain/question-bank/draw.rules';
import { LEVELS, THEORY_KINDS, type TheoryKind } from '~/domain/question-bank/question.schema';
import { checkbox, idField, optionalId, optionalText } from '~/lib/zod';
import { DRAW_ROWS, drawRowField, type DrawColumn } from './draw-form.rules';
import { drawRules } from './exam-call.schema';
import { parsePoints, POINTS_RULE, type FormValues } from './exam.schema';

/** The form of 随机组卷: rows of what is drawn. */

/**
 * The rules of the form, each with its row; what is wrong as a sentence per field.
 * @param trees the actor's directories: others' are as good as missing
 * @param purpose ask: only what there is to draw from is asked, neither how many nor their points need stand there; once:
 *   a row without points (0) draws questions with the points each has of its own; each: every student has as many points
 *   as every other, so each row says them. `unpriced` are the numbers of the rows that say how many and not for how many
 *   points
 */
export function readDrawRows(
  values: FormValues,
  trees: Record<DrawBank, Pick<DirectoryTree, 'directories'>>,
  purpose: 'ask' | 'once' | 'each' = 'each',
): { rows: { row: number; rule: DrawRule }[]; problems: Record<string, string>; unpriced: number[] } {
  const problems: Record<string, string> = {};
  const rows: { row: number; rule: DrawRule }[] = [];
  const unpriced: number[] = [];
  const isAsking = purpose === 'ask';
  for (let row = 0; row < DRAW_ROWS; row += 1) {
    const read = (column: DrawColumn) =>
      String(values[drawRowField(column, row)] ?? '')
        .normalize('NFKC')
        .trim();
    if (read('count') === '' && !isAsking) continue;
    const refuse = (column: DrawColumn, text: string) => {
      problems[drawRowField(column, row)] = `第 ${row + 1} 行${text}`;
    };
    const count = Number(read('count'));
    const isBlank = isAsking && read('count') === '';
    if (!isBlank && (!Number.isInteger(count) || count < 1 || count > 100))
      refuse('count', '的题数应为 1 到 100 的整数');
    const points = parsePoints(read('points'));
    if (!isBlank && points === undefined) unpriced.push(row + 1);
    const isOwn = purpose === 'once' && read('points') === '';
    if (points === undefined && !isAsking && !isOwn) refuse('points', `的${POINTS_RULE}`);
    const chosen = read('kind');
    const kind: '' | TheoryKind = THEORY_KINDS.find((one) => one === chosen) ?? '';
    const bank: DrawBank = chosen === 'written' ? 'written' : 'theory';
    const directoryId = read('directory') === '' ? null : Number(read('directory'));
    if (directoryId !== null && !findDirectory(trees[bank], directoryId)) {
      refuse('directory', '选的目录不在这种题的题库里，请重选');
    }
    const rule: DrawRule = {
      bank,
      kind,
      level: LEVELS.find((level) => String(level) === read('level')) ?? null,
      directoryId,
      scope: read('scope') === 'all' ? 'all' : 'mine',
      count,
      points: points ?? 0,
    };
    rows.push({ row, rule });
  }
  if (rows.length === 0) problems[drawRowField('count', 0)] = '至少填写一行要抽的题数';
  return { rows, problems, unpriced };
}

/** POST /api/exam/draw: once into the paper of a draft, or only what there is to draw from. */
export const drawCallSchema = z.object({
  id: idField('考试'),
  draws: drawRules.pipe(z.array(z.custom<DrawRule>()).min(1, '至少要有一条抽题规则')),
  check: checkbox().optional(),
  requestId: optionalText('请求编号', 100),
});

/** What the page's forms ask for: draw the rows (where to), or drop a rule. */
export const drawIntentSchema = z.discriminatedUnion('_intent', [
  z.object({
    _intent: z.literal('draw'),
    id: optionalId('考试'),
    requestId: z.string().max(100).default(''),
    /** check: only say what there is to draw from; student: keep the rows as rules. */
    to: z.enum(['check', 'paper', 'student', 'basket']).catch('check'),
  }),
  z.object({
    _intent: z.literal('remove'),
    id: idField('考试'),
    requestId: z.string().max(100).default(''),
    drawId: idField('规则'),
  }),
]);
