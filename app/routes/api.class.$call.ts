import { z } from 'zod';
import { addClassroom, deleteClassrooms, editClassroom } from '~/domain/classroom/classroom.commands.server';
import { graduateClassrooms, restoreClassrooms } from '~/domain/classroom/school-year.commands.server';
import { classroomIdsSchema, graduateSchema } from '~/domain/classroom/school-year.schema';
import { listClassroomOptions, listClassrooms, type Classroom } from '~/domain/classroom/classroom.queries.server';
import { addClassroomSchema, changeClassroomSchema, deleteClassroomsSchema } from '~/domain/classroom/classroom.schema';
import { count, idName } from '~/http/answers/common';
import { classroom } from '~/http/answers/people';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { apiList } from '~/http/api-list';
import { secondOrNull } from '~/lib/time';
import { optionalText } from '~/lib/zod';

const listInput = apiList({ keyword: optionalText('关键词', 100), grade: optionalText('年级', 20) });

const { loader, action } = defineApi('class', {
  list: call('GET', 'teacher', listInput, pageOf(classroom), async ({ actor, input }) => {
    const page = await listClassrooms(actor, input);
    return paged({ ...page, rows: page.rows.map(toApiClassroom) });
  }),
  // The specification's one call that answers code "0".
  listNoPage: call(
    'GET',
    'teacher',
    z.object({}),
    z.array(idName),
    async ({ actor }) => (await listClassroomOptions(actor)).map(({ id, name }) => ({ id, name })),
    '0',
  ),
  add: call('POST', 'teacher', addClassroomSchema, classroom, async ({ actor, input, now }) =>
    toApiClassroom(await addClassroom(actor, input, now)),
  ),
  edit: call('POST', 'teacher', changeClassroomSchema, classroom, async ({ actor, input, now }) =>
    toApiClassroom(await editClassroom(actor, input, now)),
  ),
  graduate: call('POST', 'teacher', graduateSchema, count, ({ actor, input, now }) =>
    graduateClassrooms(actor, input, now),
  ),
  restore: call('POST', 'teacher', classroomIdsSchema, count, ({ actor, input, now }) =>
    restoreClassrooms(actor, input, now),
  ),
  delete: call('POST', 'teacher', deleteClassroomsSchema, count, ({ actor, input, now }) =>
    deleteClassrooms(actor, input, now),
  ),
});

export { loader, action };

function toApiClassroom({ archivedAt, ...found }: Classroom) {
  return { ...found, archivedAt: secondOrNull(archivedAt) };
}
