import { z } from 'zod';
import { idField, idList, nameField, requestKey } from '~/lib/zod';

/** More than any school's staff room; a group's page shows all of its members. */
const MAX_MEMBERS = 300;

const teacherIds = idList('请选择成员', { min: 0, max: MAX_MEMBERS });

export const addGroupSchema = z.object({
  name: nameField('教研组名称'),
  teacherIds,
  requestId: requestKey(),
});

/** A group's name and all of its members; what is left out stays. */
export const editGroupSchema = z.object({
  id: idField('教研组'),
  name: nameField('教研组名称').optional(),
  teacherIds: teacherIds.optional(),
});

/** The same from the page, where nobody ticked means nobody. */
export const editGroupFormSchema = addGroupSchema.omit({ requestId: true }).extend({ id: idField('教研组') });

export const groupIdSchema = z.object({ id: idField('教研组') });

export type GroupInput = z.output<typeof addGroupSchema>;
export type GroupEdit = z.output<typeof editGroupSchema>;
