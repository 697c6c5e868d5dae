import { z } from 'zod';
import { isFileId } from '~/domain/file/file.rules';
import { listedParts } from '~/lib/listed-parts';
import { idField, idList, optionalId, optionalText } from '~/lib/zod';
import { DECISIONS, MAX_COMMENT, type Target } from './comment.rules';

const noFile = z.preprocess(
  (value) => value ?? '',
  z.string().refine((id) => id === '' || isFileId(id), '录音有误，请重新上传'),
);

/** A comment as it is written: on a work, or in answer to another comment. */
export const commentSchema = z.object({
  workId: idField('作品'),
  parentId: optionalId('评论').default(null),
  text: optionalText('评论', MAX_COMMENT),
  fileId: noFile.default(''),
  requestId: z.string().max(100).default(''),
});
export type CommentInput = z.output<typeof commentSchema>;

/** One's own comment needs no reason to go; somebody else's does. */
export const deleteCommentSchema = z.object({ id: idField('评论'), reason: optionalText('原因', 200) });

/** The URL of the page where a comment is written or deleted. */
export const commentPlaceSchema = z.object({
  workId: z.coerce.number().int().positive().max(2_147_483_647).catch(0),
  parentId: optionalId('评论').catch(null).default(null),
  deleteId: optionalId('评论').catch(null).default(null),
});

/** Which page of a work's comments is asked for. */
export function readCommentPage(asked: string | null): number {
  return z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .catch(1)
    .parse(asked ?? 1);
}

/** Ticked reasons and own words as one sentence. */
const reasonFields = {
  reasons: z.preprocess(
    (value) => (value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value]),
    z.array(z.string().max(50)).max(10),
  ),
  reason: optionalText('原因', 200),
};

type Decided = { decision: (typeof DECISIONS)[number]; reasons: string[]; reason: string };

function withReason<T extends Decided>({ reasons, reason, ...rest }: T) {
  return { ...rest, reason: [...reasons, reason].filter((part) => part !== '').join('；') };
}

function needsReason({ decision, reasons, reason }: Decided, context: z.RefinementCtx) {
  if (decision === 'approve' || reason !== '' || reasons.length > 0) return;
  context.addIssue({ code: z.ZodIssueCode.custom, path: ['reason'], message: '请选择或写明原因，作者会看到。' });
}

const decision = z.enum(DECISIONS, { errorMap: () => ({ message: 'decision 应为 approve、reject 或 withdraw' }) });

/** A decision on works, or on comments: the API's form. */
export const decideSchema = z
  .object({ ids: idList('请至少选择一项', { max: 200 }), decision, ...reasonFields })
  .superRefine(needsReason)
  .transform(withReason);

const TARGET = /^(work|comment)-([1-9]\d{0,8})$/;

function readTarget(text: string): Target[] {
  const match = TARGET.exec(text);
  return match ? [{ kind: match[1] as Target['kind'], id: Number(match[2]) }] : [];
}

/** What a URL or a form names as `ids=work-3&ids=comment-12`; what is not well written is left out. */
export function readTargets(values: readonly string[]): Target[] {
  return [...new Set(values.flatMap((value) => value.split(',')))].slice(0, 200).flatMap(readTarget);
}

const targets = z.preprocess(
  (value, context) => listedParts(value, context).filter((part) => typeof part === 'string'),
  z
    .array(z.string().regex(TARGET, '请先勾选要审核的内容'))
    .min(1, '请先勾选要审核的内容')
    .max(200, '一次最多 200 项')
    .transform(readTargets),
);

/** A decision on works and comments together: the page's form. `from` is the tab it was taken in. */
export const decideManySchema = z
  .object({
    _intent: decision,
    ids: targets,
    from: z.string().max(20).default(''),
    ...reasonFields,
  })
  .transform(({ _intent, ids, from, ...rest }) => ({
    decision: _intent,
    targets: ids,
    isReversal: from === 'rejected',
    ...rest,
  }))
  .superRefine(needsReason)
  .transform(withReason);

/** The filters of the queue. */
export const queueParams = {
  tab: z.enum(['', 'approved', 'rejected', 'history']).catch(''),
  kind: z.enum(['', 'work', 'comment']).catch(''),
  classId: optionalId('班级').catch(null).default(null),
  flagged: z.enum(['', '1']).catch(''),
};
