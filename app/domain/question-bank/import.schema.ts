import { z } from 'zod';
import { checkbox, idField, optionalId, optionalText, requestIdField } from '~/lib/zod';
import { FORMATS } from './formats/format.rules';
import { pointsField } from './question-fields.schema';
import { BANKS, QUESTION_KINDS } from './question.schema';

/** A bank in a URL or a form. */
export const bankField = z.enum(BANKS, { errorMap: () => ({ message: '请选择题库' }) });

/** '' lets the file's content decide. */
const formatField = z.preprocess(
  (value) => (value === undefined || value === 'auto' ? '' : value),
  z.enum(['', ...FORMATS], { errorMap: () => ({ message: '请选择格式' }) }),
);

/** What goes along with a file of questions. */
export const beginImportSchema = z.object({
  bank: bankField,
  format: formatField,
  dirId: optionalId('目录'),
  byDirectory: checkbox(),
});

/** The page's form: a file beside it, or the questions pasted as text. */
export const uploadImportSchema = beginImportSchema.extend({
  text: optionalText('粘贴的试题', 2_000_000),
});

export const IMPORT_FILTERS = ['look', 'all', 'bad', 'noted', 'duplicate', 'left'] as const;
export type ImportFilter = (typeof IMPORT_FILTERS)[number];

/** What a question can be made in the preview. */
export const MENDED_KINDS = QUESTION_KINDS;

/** Which of an import's questions are shown. */
export const importFilter = z.enum(IMPORT_FILTERS).catch('all');

/** The same in an address: '' opens what needs a look, or all where nothing does. */
export const shownFilter = z.enum(['', ...IMPORT_FILTERS]).catch('');

const importId = z.string().trim().toLowerCase().uuid('导入编号有误').catch('');

/** The import of the same file that the page told of beside the button. */
const knownAgain = importId.default('');

/** Left out, they stay; empty, the kind decides. */
const mendedPoints = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
  pointsField().nullable().optional(),
);

export const importIntentSchema = z.discriminatedUnion('_intent', [
  z.object({ _intent: z.literal('confirm'), id: importId, again: knownAgain }),
  z.object({ _intent: z.literal('cancel'), id: importId }),
  z.object({
    _intent: z.literal('choose'),
    id: importId,
    position: idField('题目'),
    isChosen: checkbox(),
  }),
  z.object({
    _intent: z.literal('mend'),
    id: importId,
    position: idField('题目'),
    kind: z.enum(MENDED_KINDS, { errorMap: () => ({ message: '请选择题型' }) }),
    stem: z.string().trim().min(1, '请填写题干').max(20_000, '题干太长'),
    optionText: z.preprocess(
      (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
      z.array(z.string().trim().max(5000)).max(20, '选项太多'),
    ),
    answer: z.string().trim().max(20_000, '答案太长').default(''),
    analysis: z.string().trim().max(20_000, '解析太长').default(''),
    points: mendedPoints,
    /** The button that stores the import was pressed while a question was being mended: it goes along. */
    then: z.enum(['', 'confirm']).optional(),
    again: knownAgain,
  }),
  z.object({ _intent: z.literal('toJudge'), id: importId, position: idField('题目') }),
  z.object({ _intent: z.literal('reread'), id: importId, format: z.enum(FORMATS) }),
  z.object({ _intent: z.literal('undo'), id: importId }),
  z.object({
    _intent: z.literal('chooseMany'),
    id: importId,
    show: importFilter,
    isChosen: checkbox(),
    keepHeld: checkbox(),
  }),
]);

/** The API's call: the file, what becomes of it, and whether it is stored at once. */
export const importApiSchema = beginImportSchema.extend({
  confirm: checkbox(),
  skipInvalid: checkbox(),
  keepDuplicates: checkbox(),
  keepHeld: checkbox(),
  requestId: requestIdField,
});

/** The API's calls that take an import back. */
export const importIdSchema = z.object({
  id: z.string({ required_error: '导入编号有误' }).trim().toLowerCase().uuid('导入编号有误'),
});

/** The page of imports: all that wait for a yes, as they were listed when it was asked. */
export const cancelImportsSchema = z.object({
  bank: bankField,
  ids: z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(importId).max(100, '导入太多')),
});
