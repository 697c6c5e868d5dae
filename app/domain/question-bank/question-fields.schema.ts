import { z } from 'zod';
import { fileReference } from '~/domain/file/file-reference.schema';
import { listedParts } from '~/lib/listed-parts';
import { codePointLength } from '~/lib/text';
import {
  idField,
  idList,
  optionalId,
  optionalText,
  requestIdField,
  textField,
  textList,
  asTyped,
  typedNumber,
} from '~/lib/zod';
import { BANKS, THEORY_KINDS } from './question.schema';

/** Fields that the inputs of all three banks share. Names are the API's. */

export const MAX_POINTS = 200;
export const MAX_IMAGES = 9;
const TITLE_LENGTH = 100;

/** Stored pictures as a comma string or an array of ids or addresses, in order. */
export function imageList() {
  return z.preprocess(
    (value, context) => {
      return [...new Set(listedParts(value ?? '', context))].filter((part) => part !== '');
    },
    z.array(fileReference('图片')).max(MAX_IMAGES, `图片最多 ${MAX_IMAGES} 张`),
  );
}

/** A stored audio file, '' or null for none; left out keeps what is there. */
export function audioReference() {
  return z.preprocess((value) => (value === '' ? null : value), fileReference('音频').nullable().optional());
}

/** Points in halves. */
export function pointsField(label = '分值') {
  return typedNumber(
    z.coerce
      .number({ invalid_type_error: `${label}应为数字`, required_error: `请填写${label}` })
      .min(0.5, `${label}至少 0.5 分`)
      .max(MAX_POINTS, `${label}最多 ${MAX_POINTS} 分`)
      .refine((value) => Number.isInteger(value * 2), `${label}只能是整数或 .5`),
  );
}

/** The same, where empty means that something else decides. */
export function optionalPoints(label = '分值') {
  return z.preprocess((value) => (value === '' || value === null ? undefined : value), pointsField(label).optional());
}

/** Seconds; empty means derived from the text. */
export function optionalSeconds(label: string, min: number) {
  return z.preprocess(
    (value) => (value === '' || value === null ? undefined : asTyped(value)),
    z.coerce
      .number({ invalid_type_error: `${label}应为秒数` })
      .int(`${label}应为整秒`)
      .min(min, `${label}至少 ${min} 秒`)
      .max(3600, `${label}最多 3600 秒`)
      .optional(),
  );
}

const levelField = typedNumber(
  z.coerce.number({ invalid_type_error: '请选择难度' }).int('请选择难度').min(1, '请选择难度').max(3, '请选择难度'),
);

/** A title that is taken from the question's text when left out. */
export const optionalTitle = optionalText('标题', TITLE_LENGTH);
export const requiredTitle = textField('标题', { max: TITLE_LENGTH });

// The length is refused for the list as a whole: a form has one field for all of them.
const keyPoints = textList('关键词', { maxItems: 50, maxLength: 10_000 }).refine(
  (words) => words.every((word) => codePointLength(word) <= 30),
  '关键词每个最多 30 个字，请用逗号或换行分开',
);

/** What every question has beside its body; `id` means edit, and an edit leaves as it is what is left out. */
export const questionFields = {
  id: optionalId('题目').optional(),
  /** The same key again returns what the first call made. */
  requestId: requestIdField,
  keyPoint: keyPoints.optional(),
  imageUrl: imageList().optional(),
  level: levelField.optional(),
  sceneTypeId: optionalId('场景类型').optional(),
  examTypeId: optionalId('考试类型').optional(),
  dirId: optionalId('目录').optional(),
  /** The version an edit began from; a newer one is not written over. */
  version: optionalId('版本').optional().describe('读到的版本，和现在的不同时拒绝（409）；修改同事共享的题目必须给'),
};

export const questionIdSchema = z.object({ id: idField('题目') });
export const deleteQuestionsSchema = z.object({ ids: idList('请选择要删除的题目') });
export const restoreQuestionsSchema = z.object({ ids: idList('请选择要恢复的题目') });
/** Without a directory: into none. */
export const moveQuestionsSchema = z.object({ ids: idList('请选择要移动的题目'), dirId: optionalId('目录') });
/** Without a directory a copy of an own question stays beside it. */
export const copyQuestionsSchema = z.object({
  ids: idList('请选择要复制的题目'),
  dirId: optionalId('目录').optional(),
});

/** An own question and its new title. */
export const renameQuestionSchema = z.object({ id: idField('题目'), title: requiredTitle });

const emptyIsAll = <S extends z.ZodTypeAny>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** What a list of questions can be narrowed by; empty means all. */
export const questionFilterFields = {
  level: emptyIsAll(levelField),
  sceneTypeId: emptyIsAll(idField('场景类型')),
  examTypeId: emptyIsAll(idField('考试类型')),
  kind: emptyIsAll(z.enum(THEORY_KINDS, { errorMap: () => ({ message: '题型有误' }) })),
};

/** The same, where a list is also narrowed to a directory (0: in none) or to whose questions it shows. */
export const scopedFilterFields = {
  ...questionFilterFields,
  keyword: optionalText('关键词', 100),
  dirId: emptyIsAll(
    typedNumber(
      z.coerce
        .number({ invalid_type_error: '目录有误' })
        .int('目录有误')
        .min(0, '目录有误')
        .max(2_147_483_647, '目录有误'),
    ),
  ),
  scope: emptyIsAll(
    z.enum(['mine', 'shared', 'myShared'], {
      errorMap: () => ({ message: 'scope 应为 mine、shared 或 myShared' }),
    }),
  ),
};

/** The same for a page's URL: what makes no sense is left out, never an error. */
export const questionPageFilters = {
  level: questionFilterFields.level.catch(undefined),
  sceneTypeId: questionFilterFields.sceneTypeId.catch(undefined),
  examTypeId: questionFilterFields.examTypeId.catch(undefined),
  kind: questionFilterFields.kind.catch(undefined),
  dirId: scopedFilterFields.dirId.catch(undefined),
};

/** What the URL of a picker of questions says: own and shared ones unless narrowed. */
export const pickerParams = {
  ...questionPageFilters,
  /** `import`: of the newest import; `import:<id>`: of that one. */
  scope: z
    .string()
    .regex(/^(mine|shared|basket|import(:[0-9a-f-]{36})?)?$/)
    .catch(''),
};

/** What the URL of a bank's list says beside its filters. */
export const bankPageParams = {
  ...questionPageFilters,
  tab: z.enum(['', 'mine', 'shared', 'deleted']).catch(''),
  /** The dialog that is open. */
  confirm: z.string().catch(''),
  /** The directory that a new one is to stand in. */
  parentId: optionalId().catch(null),
  manage: z.string().catch(''),
};

/** Which bank a URL is about. */
export const bankParams = z.object({ bank: z.enum(BANKS).catch('theory') });

/** What the URL of a list of shared questions says beside its key word. */
export const sharedPageParams = {
  ...bankParams.shape,
  level: questionPageFilters.level,
  kind: questionPageFilters.kind,
  ownerId: emptyIsAll(idField('教师')).catch(undefined),
  /** A directory that a colleague shares. */
  dirId: emptyIsAll(idField('目录')).catch(undefined),
  confirm: z.string().catch(''),
};

/** What the URL of a preview says; `print` shows the question alone, or with its answer. */
export const previewParams = z.object({
  id: idField('题目').catch(0),
  print: z.enum(['', '1', 'answers']).catch(''),
});

/** A repeated form field, which may have come once or not at all. */
export function asList(value: unknown): unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? (value as unknown[]) : [value];
}
