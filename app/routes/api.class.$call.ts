import { z } from 'zod';
import { addClassroom, deleteClassrooms, editClassroom } from '~/domain/classroom/classroom.commands.server';
import { listClassroomOptions, listClassrooms } from '~/domain/classroom/classroom.queries.server';
import { addClassroomSchema, deleteClassroomsSchema, editClassroomSchema } from '~/domain/classroom/classroom.schema';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { apiList } from '~/http/api-list';
import { optionalText } from '~/lib/zod';

const listInput = apiList({ keyword: optionalText('关键词', 100), grade: optionalText('年级', 20) });

const { loader, action } = defineApi('class', {
  list: call('GET', 'teacher', listInput, pageOf(z.unknown()), async ({ actor, input }) =>
    paged(await listClassrooms(actor, input)),
  ),
  // The specification's one call that answers code "0".
  listNoPage: call(
    'GET',
    'teacher',
    z.object({}),
    z.unknown(),
    async ({ actor }) => (await listClassroomOptions(actor)).map(({ id, name }) => ({ id, name })),
    '0',
  ),
  add: call('POST', 'teacher', addClassroomSchema, z.unknown(), ({ actor, input, now, request }) =>
    addClassroom(
      actor,
      { ...input, requestId: input.requestId || (request.headers.get('Idempotency-Key') ?? '') },
      now,
    ),
  ),
  edit: call('POST', 'teacher', editClassroomSchema, z.unknown(), ({ actor, input, now }) =>
    editClassroom(actor, input, now),
  ),
  delete: call('POST', 'teacher', deleteClassroomsSchema, z.unknown(), ({ actor, input, now }) =>
    deleteClassrooms(actor, input, now),
  ),
});

export { loader, action };
