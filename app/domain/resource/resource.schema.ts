import { z } from 'zod';
import { isFileId } from '~/domain/file/file.rules';
import { RESOURCE_KINDS } from '~/domain/file/resource-types.rules';
import { listedParts } from '~/lib/listed-parts';
import { checkbox, idField, idList, optionalText, yesOrNo } from '~/lib/zod';
import { MAX_UPLOAD_FILES, RESOURCE_AUDIENCES, RESOURCE_SORTS } from './resource.rules';

/** A title without characters that cannot be seen: they would turn the reading direction or break a line. */
const title = (max: number) =>
  optionalText('名称', max).transform((text) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim());

const audience = z.enum(RESOURCE_AUDIENCES, { errorMap: () => ({ message: '请选择给谁看：全体学生或指定班级' }) });
const classIds = idList('请选择班级', { min: 0, max: 200 });

/** A class audience names its classes; any other has none. */
function withClasses<T extends { audience: 'all' | 'class'; classIds: number[] }>(
  input: T,
  context: z.RefinementCtx,
): T {
  if (input.audience === 'class' && input.classIds.length === 0) {
    context.addIssue({ code: z.ZodIssueCode.custom, message: '请勾选班级', path: ['classIds'] });
  }
  return { ...input, classIds: input.audience === 'class' ? input.classIds : [] };
}

/** Files that are stored already, as the page's script uploads them one by one. */
const fileIds = z.preprocess(
  (value, context) => listedParts(value ?? [], context),
  z
    .array(z.string().refine(isFileId, '找不到这个文件，请重新上传。'))
    .max(MAX_UPLOAD_FILES, `一次最多上传 ${MAX_UPLOAD_FILES} 个文件。`),
);

const requestId = z.string().max(100).catch('').default('');

/** What an upload says about all of its files. */
export const uploadResourcesSchema = z
  .object({ fileIds, audience, classIds, isOpen: checkbox(), notify: checkbox(), requestId })
  .transform(withClasses);
export type UploadResourcesInput = z.output<typeof uploadResourcesSchema>;

/** One stored file made a resource, as the API takes it; open unless said otherwise. */
export const addResourceSchema = z
  .object({
    fileId: z.string({ required_error: '请先上传文件' }).refine(isFileId, '找不到这个文件，请重新上传。'),
    title: title(100),
    audience: audience.default('all'),
    classIds,
    open: checkbox(true),
    requestId,
  })
  .transform(withClasses);

/** A resource's own form. */
export const editResourceSchema = z
  .object({
    id: idField(),
    title: title(100).refine((text) => text !== '', '请填写名称'),
    audience,
    classIds,
    isOpen: checkbox(),
  })
  .transform(withClasses);
export type EditResourceInput = z.output<typeof editResourceSchema>;

/** The API's edit of a resource: what is left out stays. */
export const changeResourceSchema = z.object({
  id: idField(),
  title: title(100)
    .refine((text) => text !== '', '请填写名称')
    .optional(),
  audience: audience.optional(),
  classIds: classIds.optional(),
  open: checkbox().optional(),
});
export type ChangeResourceInput = z.output<typeof changeResourceSchema>;

export const resourceIdSchema = z.object({ id: idField() });
export const resourceIdsSchema = z.object({ ids: idList('请选择资源') });
export const openResourcesSchema = resourceIdsSchema.extend({
  open: yesOrNo(),
});

/** Filters of the list, each with what a URL without it means. */
export const resourceFilterFields = {
  kind: z.enum(['', ...RESOURCE_KINDS]).catch(''),
  sort: z.enum(RESOURCE_SORTS).catch('time'),
  order: z.enum(['', 'asc', 'desc']).catch(''),
};

/** The same as the API takes them: a wrong value is refused. */
export const resourceApiFields = {
  keyword: z.string().trim().max(100, 'keyword 最多 100 个字').default(''),
  kind: z
    .enum(['', ...RESOURCE_KINDS], { errorMap: () => ({ message: `kind 应为 ${RESOURCE_KINDS.join('、')}` }) })
    .default(''),
  sort: z.enum(RESOURCE_SORTS, { errorMap: () => ({ message: 'sort 应为 time、name 或 downloads' }) }).default('time'),
  order: z.enum(['', 'asc', 'desc'], { errorMap: () => ({ message: 'order 应为 asc 或 desc' }) }).default(''),
};
