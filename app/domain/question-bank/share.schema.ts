import { z } from 'zod';
import { checkbox, idField, idList } from '~/lib/zod';
import { AUDIENCES, type ShareTarget } from './share.rules';

const ids = idList('请选择题目');
const classIds = idList('请选择班级', { min: 0 });
const audience = z.enum(AUDIENCES, { errorMap: () => ({ message: '请选择共享给谁：teachers、students 或 class' }) });

const targetsOf = (chosen: readonly string[], classrooms: readonly number[]): ShareTarget[] => [
  ...(['teachers', 'students'] as const)
    .filter((one) => chosen.includes(one))
    .map((one) => ({ audience: one, classroomId: null })),
  ...classrooms.map((classroomId) => ({ audience: 'class' as const, classroomId })),
];

/** One audience, as the API takes it; `cancel` takes the share back. */
export const sharedSchema = z
  .object({ ids, audience, classIds, cancel: checkbox() })
  .refine((input) => input.audience !== 'class' || input.classIds.length > 0, {
    message: '请选择班级',
    path: ['classIds'],
  })
  .transform(({ ids: questionIds, cancel, ...input }) => ({
    ids: questionIds,
    cancel,
    targets: targetsOf([input.audience], input.audience === 'class' ? input.classIds : []),
  }));

/** Several audiences at once, as the share page sends them. */
export const shareFormSchema = z
  .object({
    ids,
    audience: z.preprocess((value) => [value ?? []].flat(), z.array(z.enum(['teachers', 'students']))),
    classIds,
  })
  .transform((input) => ({ ids: input.ids, targets: targetsOf(input.audience, input.classIds) }))
  .refine((input) => input.targets.length > 0, { message: '请勾选共享给谁', path: ['audience'] });

/** One share of some questions to be taken back; without an audience all of them. */
export const revokeFormSchema = z
  .object({ ids, audience: z.enum(['', ...AUDIENCES]).default(''), classId: idField('班级').nullable().catch(null) })
  .transform(({ ids: questionIds, audience: whom, classId }) => ({
    ids: questionIds,
    targets: whom === '' ? null : [{ audience: whom, classroomId: whom === 'class' ? classId : null }],
  }));
