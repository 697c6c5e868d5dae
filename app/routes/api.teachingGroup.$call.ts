import { z } from 'zod';
import { addGroup, deleteGroup, editGroup, leaveGroup } from '~/domain/teaching-group/group.commands.server';
import { getGroup, listGroups } from '~/domain/teaching-group/group.queries.server';
import { addGroupSchema, editGroupSchema, groupIdSchema } from '~/domain/teaching-group/group.schema';
import { teachingGroup } from '~/http/answers/sharing';
import { call, defineApi } from '~/http/api.server';

/** 教研组: teachers with whom questions are shared as one. */
const { loader, action } = defineApi('teachingGroup', {
  list: call('GET', 'teacher', z.object({}), z.array(teachingGroup), ({ actor }) => listGroups(actor)),
  get: call('GET', 'teacher', groupIdSchema, teachingGroup, ({ actor, input }) => getGroup(actor, input.id)),
  add: call('POST', 'teacher', addGroupSchema, teachingGroup, ({ actor, input, now }) => addGroup(actor, input, now)),
  edit: call('POST', 'teacher', editGroupSchema, teachingGroup, ({ actor, input, now }) =>
    editGroup(actor, input, now),
  ),
  leave: call('POST', 'teacher', groupIdSchema, z.null(), async ({ actor, input, now }) => {
    await leaveGroup(actor, input, now);
    return null;
  }),
  delete: call('POST', 'teacher', groupIdSchema, z.null(), async ({ actor, input, now }) => {
    await deleteGroup(actor, input, now);
    return null;
  }),
});

export { loader, action };
