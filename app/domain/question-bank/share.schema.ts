import { z } from 'zod';
import { checkbox, idField, idList } from '~/lib/zod';
import { AUDIENCES, RIGHTS, type Right, type ShareTarget } from './share.rules';

const ids = idList('请选择题目');
const some = (message: string) => idList(message, { min: 0 });
const audience = z.enum(AUDIENCES, {
  errorMap: () => ({ message: '请选择共享给谁：teachers、teacher、group、students 或 class' }),
});
const right = z.enum(RIGHTS, { errorMap: () => ({ message: '权限应为 view 或 edit' }) }).default('view');

/** Whom a request names, each kind in a field of its own. */
const chosen = { classIds: some('请选择班级'), teacherIds: some('请选择同事'), groupIds: some('请选择教研组') };
type Chosen = { classIds: number[]; teacherIds: number[]; groupIds: number[]; right: Right };

const targetsOf = (audiences: readonly string[], input: Chosen): ShareTarget[] => [
  ...(['teachers', 'students'] as const)
    .filter((one) => audiences.includes(one))
    .map((one) => ({ audience: one, classroomId: null })),
  ...input.groupIds.map((groupId) => ({
    ...{ audience: 'group' as const, classroomId: null, groupId },
    right: input.right,
  })),
  ...input.teacherIds.map((teacherId) => ({
    ...{ audience: 'teacher' as const, classroomId: null, teacherId },
    right: input.right,
  })),
  ...input.classIds.map((classroomId) => ({ audience: 'class' as const, classroomId })),
];

const FIELD_OF = { class: 'classIds', teacher: 'teacherIds', group: 'groupIds' } as const;
const MISSING = { class: '请选择班级', teacher: '请选择同事', group: '请选择教研组' };

/** One audience, as the API takes it; `cancel` takes the share back. Sharing again changes the right. */
export const sharedSchema = z
  .object({ ids, audience, ...chosen, right, cancel: checkbox() })
  .superRefine((input, context) => {
    if (input.audience === 'teachers' || input.audience === 'students') return;
    const field = FIELD_OF[input.audience];
    if (input[field].length > 0) return;
    context.addIssue({ code: z.ZodIssueCode.custom, message: MISSING[input.audience], path: [field] });
  })
  .transform(({ ids: questionIds, cancel, ...input }) => ({
    ids: questionIds,
    cancel,
    targets: targetsOf([input.audience], {
      right: input.right,
      classIds: input.audience === 'class' ? input.classIds : [],
      teacherIds: input.audience === 'teacher' ? input.teacherIds : [],
      groupIds: input.audience === 'group' ? input.groupIds : [],
    }),
  }));

/** Several audiences at once, as the share page sends them. */
export const shareFormSchema = z
  .object({
    ids,
    audience: z.preprocess((value) => [value ?? []].flat(), z.array(z.enum(['teachers', 'students']))),
    ...chosen,
    right,
  })
  .transform((input) => ({ ids: input.ids, targets: targetsOf(input.audience, input) }))
  .refine((input) => input.targets.length > 0, { message: '请勾选共享给谁', path: ['audience'] });

/** A directory is shared with teachers alone: what is put into it later may be meant for an exam. */
const TEACHERS_ONLY = '目录只能共享给老师：teachers、teacher 或 group。要给学生练习，请共享题目';
const directoryId = idField('目录');

/** One audience of a directory, as the API takes it; `cancel` takes the share back. */
export const sharedDirectorySchema = z
  .object({
    ...{ id: directoryId, right, cancel: checkbox() },
    audience: z.enum(['teachers', 'teacher', 'group'], { errorMap: () => ({ message: TEACHERS_ONLY }) }),
    ...{ teacherIds: chosen.teacherIds, groupIds: chosen.groupIds },
  })
  .superRefine((input, context) => {
    if (input.audience === 'teachers') return;
    const field = FIELD_OF[input.audience];
    if (input[field].length > 0) return;
    context.addIssue({ code: z.ZodIssueCode.custom, message: MISSING[input.audience], path: [field] });
  })
  .transform(({ id, cancel, audience: whom, ...input }) => ({
    ...{ id, cancel },
    targets: targetsOf([whom], {
      ...{ right: input.right, classIds: [] },
      teacherIds: whom === 'teacher' ? input.teacherIds : [],
      groupIds: whom === 'group' ? input.groupIds : [],
    }),
  }));

/** Several audiences of a directory at once, as the share page sends them. */
export const shareDirectoryFormSchema = z
  .object({
    dirId: directoryId,
    audience: z.preprocess((value) => [value ?? []].flat(), z.array(z.enum(['teachers']))),
    ...{ teacherIds: chosen.teacherIds, groupIds: chosen.groupIds, right },
  })
  .transform((input) => ({ id: input.dirId, targets: targetsOf(input.audience, { ...input, classIds: [] }) }))
  .refine((input) => input.targets.length > 0, { message: '请勾选共享给谁', path: ['audience'] });

const takenBack = {
  audience: z.enum(['', ...AUDIENCES]).default(''),
  classId: idField('班级').nullable().catch(null),
  teacherId: idField('同事').nullable().catch(null),
  groupId: idField('教研组').nullable().catch(null),
};
type TakenBack = z.output<z.ZodObject<typeof takenBack>>;

/** The one target that is taken back, or null for all. */
const takenTargets = ({ audience: whom, classId, teacherId, groupId }: TakenBack): ShareTarget[] | null =>
  whom === ''
    ? null
    : [
        {
          audience: whom,
          classroomId: whom === 'class' ? classId : null,
          teacherId: whom === 'teacher' ? teacherId : null,
          groupId: whom === 'group' ? groupId : null,
        },
      ];

/** One share of a directory to be taken back; without an audience all of them. */
export const revokeDirectoryFormSchema = z
  .object({ dirId: directoryId, ...takenBack })
  .transform((input) => ({ id: input.dirId, targets: takenTargets(input) }));

/** One share of some questions to be taken back; without an audience all of them. */
export const revokeFormSchema = z
  .object({ ids, ...takenBack })
  .transform((input) => ({ ids: input.ids, targets: takenTargets(input) }));

/** What the share page's URL brings from its search: whom one looks for, and what is ticked meanwhile. */
export const sharePageParams = z.object({
  ids: some('').catch([]),
  /** Instead of questions: a directory of theirs. */
  dirId: idField('目录').nullable().catch(null),
  find: z.string().max(100).catch(''),
  teacherIds: chosen.teacherIds.catch([]),
  groupIds: chosen.groupIds.catch([]),
  classIds: chosen.classIds.catch([]),
  audience: z.preprocess((value) => [value ?? []].flat(), z.array(z.enum(['teachers', 'students']))).catch([]),
  right: right.catch('view'),
});
