import { db } from '~/db/db.server';
import { inviteColleague } from '~/domain/user/invitation.commands.server';
import { beginSession } from '~/domain/user/session.commands.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import {
  actorOf,
  makeFile,
  makeImport,
  makeOralQuestion,
  makeResource,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeThread,
  makeWrittenQuestion,
  PASSWORD,
} from '~tests/factories';
import { next } from '~tests/factories/sequence';
import {
  ALL,
  OWN,
  OWN_SEEN,
  OWN_STUDENT,
  PRIVATE,
  STUDENTS,
  TEACHERS,
  USERS,
  type Entry,
  type Given,
  type Outcomes,
} from './call-entry';
import type { Fields } from './client';
import { EXAM_CALLS } from './call-table-exams';
import { arrivedUpload, emptyClass, nameList, plainExam, type ContractWorld } from './world';

/** A question of `student` to the teachers of the class. */
const THREAD: Outcomes = [401, 200, 404, 200, 404];

const text = (prefix: string) => `${prefix}${next()}`;
const fields = (given: Fields): Given => ({ fields: given });

const MAKERS = { oral: makeOralQuestion, written: makeWrittenQuestion, theory: makeTheoryQuestion };
type BankName = keyof typeof MAKERS;
const BODIES: Record<BankName, Fields> = {
  oral: { title: '春天', examContent: '春天来了。', keyPoint: '春天,花', level: 1 },
  written: { prompt: '水的三态？', markingPoints: [{ text: '三态', points: 10 }], keyPoint: ['水'], level: 2 },
  theory: { stem: '首都是？', kind: 'single', options: ['上海', '北京'], answer: 'B', level: 1 },
};
const BODY_NEEDS: Record<BankName, string[]> = {
  oral: ['examContent', 'title'],
  written: ['prompt'],
  theory: ['answer', 'kind', 'options', 'stem'],
};

/** The calls that the three banks share. */
function bankCalls(bank: BankName): Record<string, Entry> {
  const make = async (world: ContractWorld) => (await MAKERS[bank]({ owner: world.teacher })).id;
  const own = (given: (id: number) => Fields) => async (world: ContractWorld) => fields(given(await make(world)));
  const at = (method: string, call: string) => `${method} exam/${bank}/${call}`;
  return {
    [at('GET', 'list')]: { who: USERS, by: 'teacher', give: () => fields({ keyword: '题', level: 1, scope: 'mine' }) },
    [at('GET', 'get')]: { who: PRIVATE, by: 'teacher', needs: ['id'], give: own((id) => ({ id })) },
    [at('POST', 'add')]: {
      who: USERS,
      by: 'teacher',
      needs: BODY_NEEDS[bank],
      give: () => fields(BODIES[bank]),
    },
    [at('POST', 'rename')]: {
      who: PRIVATE,
      by: 'teacher',
      needs: ['id', 'title'],
      give: own((id) => ({ id, title: '新标题' })),
    },
    [at('POST', 'delete')]: { who: PRIVATE, by: 'teacher', needs: ['ids'], give: own((id) => ({ ids: [id] })) },
    [at('POST', 'move')]: {
      who: PRIVATE,
      by: 'teacher',
      needs: ['ids'],
      give: own((id) => ({ ids: [id], dirId: '' })),
    },
    [at('POST', 'restore')]: {
      who: PRIVATE,
      by: 'teacher',
      needs: ['ids'],
      give: async (world) => {
        const id = await make(world);
        await world.clients.teacher.post(`/exam/${bank}/delete`, { ids: id });
        return fields({ ids: [id] });
      },
    },
    [at('POST', 'copy')]: {
      who: PRIVATE,
      by: 'teacher',
      needs: ['ids'],
      give: own((id) => ({ ids: [id], dirId: '' })),
    },
    [at('POST', 'shared')]: {
      who: OWN,
      by: 'teacher',
      needs: ['audience', 'ids'],
      give: own((id) => ({ ids: [id], audience: 'teachers' })),
    },
  };
}

async function directory(world: ContractWorld): Promise<number> {
  const made = await world.clients.teacher.post<{ id: number }>('/exam/dir/add', {
    bank: 'theory',
    name: text('目录'),
  });
  return made.body.data.id;
}

/** One maker has so many groups: those of the calls before become somebody else's. */
async function leaveGroups({ teacher, otherTeacher }: ContractWorld): Promise<void> {
  const { id } = await makeTeacher();
  await db()
    .updateTable('teaching_groups')
    .set({ created_by: id })
    .where('created_by', 'in', [teacher.id, otherTeacher.id])
    .execute();
}

async function teachingGroup(world: ContractWorld, teacherIds: number[] = []): Promise<number> {
  await leaveGroups(world);
  const { clients } = world;
  const made = await clients.teacher.post<{ id: number }>('/teachingGroup/add', { name: text('教研组'), teacherIds });
  return made.body.data.id;
}

async function basketItem(world: ContractWorld): Promise<number> {
  const { id: questionId } = await makeTheoryQuestion({ owner: world.teacher });
  return (await world.clients.teacher.post<{ id: number }>('/cart/add', { questionId })).body.data.id;
}

async function message(world: ContractWorld): Promise<number> {
  await sendMessages([world.student.id], { kind: 'exam', title: text('通知') }, Date.now());
  const query = db().selectFrom('messages').select('id').where('user_id', '=', world.student.id);
  return (await query.orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
}

/** The key of a question that the student has just got wrong. */
async function wrongKey({ clients, sharedTheory }: ContractWorld): Promise<string> {
  await clients.student.post('/practice/add', { questionId: sharedTheory.id, answer: 'A' });
  return `q${sharedTheory.id}`;
}

/** Nobody has so many invitations open that there can be no other. */
async function withoutInvitations(): Promise<void> {
  await db().updateTable('account_links').set({ revoked_at: 0 }).where('kind', '=', 'invite').execute();
}

async function invitation({ teacher }: ContractWorld): Promise<number> {
  await withoutInvitations();
  await inviteColleague(actorOf(teacher), { note: '', requestId: '' }, Date.now());
  const query = db().selectFrom('account_links').select('id').where('created_by', '=', teacher.id);
  return (await query.orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
}

async function namedType(world: ContractWorld, kind: 'sceneType' | 'examType'): Promise<number> {
  return (await world.clients.teacher.post<{ id: number }>(`/${kind}/add`, { name: text('类') })).body.data.id;
}

const newStudent = (world: ContractWorld) => makeStudent({ classroom_id: world.classroom.id });
const student = (world: ContractWorld) => ({
  account: text('9'),
  name: '新同学',
  classId: world.classroom.id,
  gender: '女',
  phone: '13800000000',
  consent: 1,
});

const cartAdd: Entry = {
  who: OWN,
  by: 'teacher',
  needs: ['questionId'],
  give: async ({ teacher }) =>
    fields({ questionId: (await makeTheoryQuestion({ owner: teacher })).id, quantity: 2, size: '1,2', length: [3] }),
};
const cartUpdate: Entry = {
  who: OWN,
  by: 'teacher',
  needs: ['id'],
  give: async (world) => fields({ id: await basketItem(world), quantity: 3, size: [1, 2], length: '4' }),
};
const cartDelete: Entry = {
  who: OWN,
  by: 'teacher',
  needs: ['ids'],
  give: async (world) => fields({ ids: [await basketItem(world)] }),
};
const profile: Entry = {
  who: USERS,
  by: 'student',
  // Without a name: a student's is changed by the teachers of the class alone.
  give: () =>
    fields({ gender: '女', phone: '13800000000', email: 'a@b.cn', currentPassword: PASSWORD, province: '云南省' }),
};

const OTHER_CALLS: Record<string, Entry> = {
  'GET openapi.json': { who: ALL, by: 'nobody' },
  'GET cart/list': { who: TEACHERS, by: 'teacher' },
  'POST cart/add': cartAdd,
  'PUT cart/add': cartAdd,
  'POST cart/update': cartUpdate,
  'PUT cart/update': cartUpdate,
  'POST cart/delete': cartDelete,
  'DELETE cart/delete': cartDelete,

  'POST class/add': {
    who: TEACHERS,
    by: 'teacher',
    needs: ['name', 'year'],
    give: ({ teacher }) => fields({ name: text('班'), grade: '高一', year: 2026, teacherIds: [teacher.id] }),
  },
  'POST class/edit': {
    who: OWN_SEEN,
    by: 'teacher',
    needs: ['id'],
    give: async (world) =>
      fields({
        id: (await emptyClass(world)).id,
        name: text('班'),
        grade: '高二',
        year: 2025,
        teacherIds: [world.teacher.id],
      }),
  },
  'POST class/graduate': {
    who: OWN_SEEN,
    by: 'teacher',
    needs: ['accounts', 'ids'],
    give: async (world) => fields({ ids: [(await emptyClass(world)).id], accounts: 'keep' }),
  },
  'POST class/restore': {
    who: OWN_SEEN,
    by: 'teacher',
    needs: ['ids'],
    give: async (world) => {
      const { id } = await emptyClass(world);
      await world.clients.teacher.post('/class/graduate', { ids: id, accounts: 'keep' });
      return fields({ ids: [id] });
    },
  },
  'POST class/delete': {
    who: OWN_SEEN,
    by: 'teacher',
    needs: ['ids'],
    give: async (world) => fields({ ids: [(await emptyClass(world)).id], moveTo: '' }),
  },
  'GET class/list': { who: TEACHERS, by: 'teacher', give: () => fields({ keyword: '高', grade: '高一' }) },
  'GET class/listNoPage': { who: TEACHERS, by: 'teacher' },
  'GET cms/info': { who: USERS, by: 'student' },
  'POST common/upload': {
    who: USERS,
    by: 'student',
    needs: ['file'],
    give: ({ files }) => ({ fields: { type: 'image' }, file: files.png }),
  },
  'POST common/uploadDone': {
    who: [401, 200, 404, 404, 404],
    by: 'student',
    needs: ['id'],
    give: async (world) => ({ fields: { id: await arrivedUpload(world) } }),
  },
  'GET file/:id': {
    who: [401, 200, 404, 200, 200],
    by: 'teacher',
    give: async ({ teacher, classroom }) => {
      const resource = await makeResource({ owner: teacher, classrooms: [classroom] });
      return { path: `/file/${resource.file_id}` };
    },
  },

  'GET msg/list': { who: USERS, by: 'student', give: () => fields({ type: 'exam', isRead: '0' }) },
  'GET msg/getNewsCount': { who: USERS, by: 'student' },
  'POST msg/read': {
    who: [401, 200, 404, 404, 404],
    by: 'student',
    needs: ['ids'],
    give: async (world) => fields({ ids: [await message(world)] }),
  },
  'POST msg/delMsgs': {
    who: [401, 200, 404, 404, 404],
    by: 'student',
    needs: ['ids'],
    give: async (world) => fields({ ids: [await message(world)] }),
  },
  'POST msg/allRead': { who: USERS, by: 'student' },

  'GET stu/list': {
    who: TEACHERS,
    by: 'teacher',
    give: ({ classroom }) => fields({ classId: classroom.id, keyword: '' }),
  },
  'POST stu/add': {
    who: OWN_SEEN,
    by: 'teacher',
    needs: ['account', 'classId', 'name'],
    give: (world) => fields(student(world)),
  },
  'POST stu/edit': {
    who: OWN_SEEN,
    by: 'teacher',
    needs: ['id'],
    give: async (world) => fields({ ...student(world), id: (await newStudent(world)).id }),
  },
  'POST stu/delete': {
    who: OWN_SEEN,
    by: 'teacher',
    needs: ['ids'],
    give: async (world) => fields({ ids: [(await newStudent(world)).id] }),
  },
  'POST stu/move': {
    who: OWN_SEEN,
    by: 'teacher',
    needs: ['classId', 'ids'],
    give: async (world) => fields({ ids: [(await newStudent(world)).id], classId: (await emptyClass(world)).id }),
  },
  'POST stu/resetPassword': {
    who: OWN_SEEN,
    by: 'teacher',
    needs: ['ids'],
    give: async (world) => fields({ ids: [(await newStudent(world)).id] }),
  },
  'POST stu/export': {
    who: OWN_SEEN,
    by: 'teacher',
    give: ({ student: { id } }) => fields({ ids: [id] }),
  },
  'GET stu/template': { who: TEACHERS, by: 'teacher' },
  'POST stu/import': {
    // A class of another cannot be imported into: the report says so of its rows.
    who: [401, 403, 403, 200, 409],
    by: 'teacher',
    needs: ['classId', 'file'],
    // What was brought is stored as by an upload, whatever stands in it; unused it is swept away.
    leaves: ['audit_entries', 'files'],
    give: async ({ classroom }) => ({
      fields: { classId: classroom.id, confirm: 1 },
      file: await nameList(text('88')),
    }),
  },
  'GET teacher/examinerList': { who: TEACHERS, by: 'teacher', give: () => fields({ keyword: '老师' }) },

  'POST sceneType/add': { who: TEACHERS, by: 'teacher', needs: ['name'], give: () => fields({ name: text('场景') }) },
  'POST sceneType/delete': {
    who: TEACHERS,
    by: 'teacher',
    needs: ['ids'],
    give: async (world) => fields({ ids: [await namedType(world, 'sceneType')] }),
  },
  'GET sceneType/list': { who: USERS, by: 'student' },
  'POST examType/add': { who: TEACHERS, by: 'teacher', needs: ['name'], give: () => fields({ name: text('考试') }) },
  'POST examType/delete': {
    who: TEACHERS,
    by: 'teacher',
    needs: ['ids'],
    give: async (world) => fields({ ids: [await namedType(world, 'examType')] }),
  },
  'GET examType/list': { who: USERS, by: 'student' },
  'POST examType/list': { who: USERS, by: 'student' },

  ...bankCalls('oral'),
  ...bankCalls('written'),
  ...bankCalls('theory'),
  'POST exam/oral/analyzer': {
    who: USERS,
    by: 'student',
    needs: ['text'],
    give: () => fields({ text: '春天来了，校园里的花都开了。' }),
  },
  'GET exam/oral/examImportList': { who: TEACHERS, by: 'teacher', give: () => fields({ scope: 'shared' }) },
  'GET exam/written/examImportList': { who: TEACHERS, by: 'teacher', give: () => fields({ bank: 'theory' }) },
  'GET exam/theory/dirList': { who: USERS, by: 'teacher' },
  'GET exam/dirList': { who: USERS, by: 'teacher', give: () => fields({ bank: 'theory' }) },
  'POST exam/dir/add': {
    who: USERS,
    by: 'teacher',
    needs: ['name'],
    give: () => fields({ bank: 'theory', name: text('目录'), parentId: '' }),
  },
  'POST exam/dir/rename': {
    who: PRIVATE,
    by: 'teacher',
    needs: ['id', 'name'],
    give: async (world) => fields({ id: await directory(world), name: text('目录') }),
  },
  'POST exam/dir/move': {
    who: PRIVATE,
    by: 'teacher',
    needs: ['id'],
    give: async (world) => fields({ id: await directory(world), parentId: await directory(world) }),
  },
  'POST exam/dir/delete': {
    who: PRIVATE,
    by: 'teacher',
    needs: ['id'],
    give: async (world) => fields({ id: await directory(world) }),
  },
  'POST exam/dir/shared': {
    who: OWN,
    by: 'teacher',
    needs: ['id', 'audience'],
    give: async (world) => fields({ id: await directory(world), audience: 'teachers' }),
  },
  'POST exam/question/import': {
    who: TEACHERS,
    by: 'teacher',
    needs: ['bank', 'file'],
    give: ({ files }) => ({ fields: { bank: 'theory', format: 'gift', confirm: 1 }, file: files.gift }),
  },
  'POST exam/question/cancelImport': {
    who: TEACHERS,
    by: 'teacher',
    needs: ['id'],
    give: async ({ teacher }) => fields({ id: (await makeImport({ owner: teacher })).id }),
  },
  'POST exam/question/undoImport': {
    who: OWN,
    by: 'teacher',
    needs: ['id'],
    give: async ({ teacher }) => fields({ id: (await makeImport({ owner: teacher, state: 'stored' })).id }),
  },
  'GET exam/question/template': { who: TEACHERS, by: 'teacher' },
  'GET exam/question/export': {
    who: OWN,
    by: 'teacher',
    needs: ['bank', 'format'],
    give: ({ theory }) => fields({ bank: 'theory', ids: [theory.id], format: 'json' }),
  },

  'GET exam/question/rights': {
    who: OWN,
    by: 'teacher',
    needs: ['ids'],
    give: ({ theory }) => fields({ ids: [theory.id] }),
  },
  'GET exam/question/history': {
    who: OWN,
    by: 'teacher',
    needs: ['bank', 'id'],
    give: async ({ theory, clients }) => {
      await clients.teacher.post('/exam/theory/rename', { id: theory.id, title: text('改名') });
      return fields({ bank: 'theory', id: theory.id });
    },
  },

  'GET exam/resource/list': { who: TEACHERS, by: 'teacher', give: () => fields({ keyword: '讲义', kind: 'document' }) },
  'GET exam/resource/stu/list': { who: STUDENTS, by: 'student', give: () => fields({ keyword: '讲义' }) },
  'POST exam/resource/add': {
    who: [401, 403, 403, 200, 400],
    by: 'teacher',
    needs: ['classIds', 'fileId'],
    give: async ({ teacher, classroom }) => {
      const { id } = await makeFile({ owner: teacher, kind: 'resource', name: '讲义.txt', mime: 'text/plain' });
      return fields({ fileId: id, title: '讲义', audience: 'class', classIds: [classroom.id] });
    },
  },
  'POST exam/resource/edit': {
    who: OWN_SEEN,
    by: 'teacher',
    // An audience of classes names them.
    needs: ['classIds', 'id'],
    give: async ({ teacher, classroom }) => {
      const { id } = await makeResource({ owner: teacher });
      return fields({ id, title: '第二课', audience: 'class', classIds: [classroom.id], open: 1 });
    },
  },
  'POST exam/resource/delete': {
    who: OWN_SEEN,
    by: 'teacher',
    needs: ['ids'],
    give: async ({ teacher }) => fields({ ids: [(await makeResource({ owner: teacher })).id] }),
  },
  'POST exam/resource/open': {
    who: OWN_SEEN,
    by: 'teacher',
    needs: ['ids', 'open'],
    give: async ({ teacher }) => fields({ ids: [(await makeResource({ owner: teacher })).id], open: 0 }),
  },
  'POST exam/resource/download': {
    who: [401, 200, 404, 200, 200],
    by: 'student',
    needs: ['id'],
    give: ({ resource }) => fields({ id: resource.id }),
  },

  'POST practice/delete': {
    who: OWN_STUDENT,
    by: 'student',
    needs: ['id'],
    give: async ({ clients, ownPen }) => {
      const made = await clients.student.post<{ id: number }>('/practice/add', {
        questionId: ownPen.id,
        answer: '气态',
      });
      return fields({ id: made.body.data.id });
    },
  },
  'GET practice/list': { who: STUDENTS, by: 'student', give: () => fields({ bank: 'theory' }) },
  'GET practice/progress': { who: STUDENTS, by: 'student', give: () => fields({ unit: 'day' }) },
  'GET practice/wrongList': { who: STUDENTS, by: 'student', give: () => fields({ tab: 'left' }) },
  'POST practice/wrongRemove': {
    who: OWN_STUDENT,
    by: 'student',
    needs: ['keys'],
    give: async (world) => fields({ keys: [await wrongKey(world)] }),
  },
  'POST practice/wrongPutBack': {
    who: OWN_STUDENT,
    by: 'student',
    needs: ['keys'],
    give: async (world) => {
      const key = await wrongKey(world);
      await world.clients.student.post('/practice/wrongRemove', { keys: key });
      return fields({ keys: [key] });
    },
  },

  'GET interact/thread/list': { who: USERS, by: 'student', give: () => fields({ state: 'waiting', subject: 'other' }) },
  'GET interact/thread/get': {
    who: THREAD,
    by: 'student',
    needs: ['id'],
    give: async ({ student }) => fields({ id: (await makeThread({ student })).id }),
  },
  'POST interact/thread/read': {
    who: THREAD,
    by: 'student',
    needs: ['id'],
    give: async ({ student }) => fields({ id: (await makeThread({ student })).id }),
  },
  'POST interact/thread/add': {
    who: STUDENTS,
    by: 'student',
    needs: ['about', 'text', 'title'],
    give: async () => {
      // Whoever has asked much lately is told to wait.
      await db().updateTable('threads').set({ created_at: 0, closed_at: 0 }).execute();
      return fields({ about: 'other', title: '请问老师', text: '这个字怎么读？' });
    },
  },
  'POST interact/thread/reply': {
    who: THREAD,
    by: 'student',
    needs: ['text', 'threadId'],
    give: async ({ student }) => fields({ threadId: (await makeThread({ student })).id, text: '谢谢' }),
  },
  'POST interact/thread/close': {
    who: OWN_STUDENT,
    by: 'student',
    needs: ['id'],
    give: async ({ student }) => fields({ id: (await makeThread({ student })).id, cancel: 0 }),
  },
  'POST interact/thread/deletePost': {
    // Only what one wrote oneself.
    who: [401, 200, 404, 404, 404],
    by: 'student',
    needs: ['postId', 'threadId'],
    give: async ({ student }) => {
      const { id, posts } = await makeThread({ student });
      return fields({ threadId: id, postId: posts[0]?.id });
    },
  },

  'GET teachingGroup/list': { who: TEACHERS, by: 'teacher' },
  'GET teachingGroup/get': {
    who: OWN,
    by: 'teacher',
    needs: ['id'],
    give: async (world) => fields({ id: await teachingGroup(world) }),
  },
  'POST teachingGroup/add': {
    who: TEACHERS,
    by: 'teacher',
    needs: ['name'],
    give: async (world) => {
      await leaveGroups(world);
      return fields({ name: text('教研组'), teacherIds: [world.otherTeacher.id] });
    },
  },
  'POST teachingGroup/edit': {
    who: OWN,
    by: 'teacher',
    needs: ['id'],
    give: async (world) => fields({ id: await teachingGroup(world), name: text('教研组'), teacherIds: [] }),
  },
  // Its maker deletes it instead.
  'POST teachingGroup/leave': {
    who: [401, 403, 403, 409, 200],
    by: 'otherTeacher',
    needs: ['id'],
    give: async (world) => fields({ id: await teachingGroup(world, [world.otherTeacher.id]) }),
  },
  'POST teachingGroup/delete': {
    who: OWN,
    by: 'teacher',
    needs: ['id'],
    give: async (world) => fields({ id: await teachingGroup(world) }),
  },
  'GET teacher/list': { who: TEACHERS, by: 'teacher', give: () => fields({ keyword: '老师', state: 'disabled' }) },
  'GET teacher/invitations': { who: TEACHERS, by: 'teacher' },
  'POST teacher/invite': {
    who: TEACHERS,
    by: 'teacher',
    give: async () => {
      await withoutInvitations();
      return fields({ note: '新来的王老师' });
    },
  },
  'POST teacher/revoke': {
    who: OWN,
    by: 'teacher',
    needs: ['id'],
    give: async (world) => fields({ id: await invitation(world) }),
  },
  'POST teacher/resetLink': {
    who: TEACHERS,
    by: 'teacher',
    needs: ['userId'],
    give: async () => fields({ userId: (await makeTeacher()).id }),
  },
  ...Object.fromEntries(
    ['disable', 'enable', 'admin'].map((name): [string, Entry] => [
      `POST teacher/${name}`,
      {
        who: OWN_SEEN,
        by: 'teacher',
        needs: ['userId'],
        give: async () => fields({ userId: (await makeTeacher({ is_disabled: name === 'enable' ? 1 : 0 })).id }),
      },
    ]),
  ),

  // `teacher` is the school's administrator.
  'GET teacher/handOver': {
    who: OWN_SEEN,
    by: 'teacher',
    needs: ['fromId'],
    give: async () => fields({ fromId: (await makeTeacher()).id }),
  },
  'POST teacher/handOver': {
    who: OWN_SEEN,
    by: 'teacher',
    needs: ['fromId', 'mark', 'toId'],
    give: async ({ clients }) => {
      const from = await makeTeacher();
      await makeOralQuestion({ owner: from });
      const seen = await clients.teacher.get<{ mark: string }>('/teacher/handOver', { fromId: from.id });
      return fields({ fromId: from.id, toId: (await makeTeacher()).id, mark: seen.body.data.mark, disables: 1 });
    },
  },
  'GET stu/deleted': { who: OWN_SEEN, by: 'teacher' },
  'POST stu/erase': {
    who: OWN_SEEN,
    by: 'teacher',
    needs: ['id', 'note', 'reason'],
    give: async ({ classroom }) => {
      const { id } = await makeStudent({ classroom_id: classroom.id, deleted_at: Date.now() });
      return fields({ id, reason: 'guardian', note: '母亲当面提出' });
    },
  },
  'GET school/info': { who: OWN_SEEN, by: 'teacher' },
  'POST school/save': { who: OWN_SEEN, by: 'teacher', give: () => fields({ name: '第一中学' }) },
  'POST school/exams': { who: OWN_SEEN, by: 'teacher', give: () => fields({ passFrom: 60, retentionDays: 400 }) },
  'POST school/words': { who: OWN_SEEN, by: 'teacher', needs: ['words'], give: () => fields({ words: '坏话' }) },
  'GET retention/list': { who: OWN_SEEN, by: 'teacher' },
  'POST retention/hold': {
    who: OWN,
    by: 'teacher',
    needs: ['examId', 'reason'],
    give: async (world) => fields({ examId: (await plainExam(world, 'closed')).id, reason: '有争议' }),
  },
  'POST retention/unhold': {
    who: OWN,
    by: 'teacher',
    needs: ['examId'],
    give: async (world) => fields({ examId: (await plainExam(world, 'closed')).id, reason: '已解决' }),
  },
  'POST retention/delete': {
    who: OWN_SEEN,
    by: 'teacher',
    needs: ['before', 'expected'],
    give: () => fields({ before: 0, expected: 0 }),
  },
  'POST retention/automatic': { who: OWN_SEEN, by: 'teacher', give: () => fields({ isOn: 0 }) },
  'GET audit/list': { who: TEACHERS, by: 'teacher', give: () => fields({ kind: 'exam', from: '2026-01-01' }) },
  'POST audit/export': { who: TEACHERS, by: 'teacher', give: () => fields({ kind: 'exam', to: '2026-12-31' }) },

  'POST practice/add': {
    who: OWN_STUDENT,
    by: 'student',
    needs: ['answer', 'questionId'],
    give: ({ sharedTheory }) => fields({ questionId: sharedTheory.id, answer: 'B' }),
  },

  'POST user/login': {
    who: ALL,
    by: 'nobody',
    needs: ['account', 'password'],
    endsSession: true,
    give: async (world) => fields({ account: (await newStudent(world)).account, password: PASSWORD }),
  },
  'POST user/register': {
    who: ALL,
    by: 'nobody',
    needs: ['account', 'name', 'password', 'token'],
    give: async ({ teacher }) => {
      const token = await inviteColleague(actorOf(teacher), { note: '', requestId: '' }, Date.now());
      const account = text('w');
      return fields({ token, account, name: `王芳（${account}）`, password: 'spring rain 26' });
    },
  },
  'POST user/logout': { who: USERS, by: 'student', endsSession: true },
  'POST user/userInfo': { who: USERS, by: 'student' },
  'POST user/password': {
    who: USERS,
    by: 'student',
    needs: ['confirm', 'oldPassword', 'password'],
    endsSession: true,
    give: () => fields({ oldPassword: PASSWORD, password: 'spring rain 26', confirm: 'spring rain 26' }),
  },
  'GET user/profile': { who: USERS, by: 'student' },
  'POST user/profile': profile,
  'PUT user/profile': profile,
  'POST user/preferences': { who: USERS, by: 'student', give: () => fields({ theme: 'light', isLargeType: 0 }) },
  'GET user/devices': { who: USERS, by: 'student' },
  'POST user/endDevice': {
    // Another's is not to be found.
    who: [401, 200, 404, 404, 404],
    by: 'student',
    needs: ['id'],
    give: async ({ student }) =>
      fields({ id: await beginSession(student.id, { address: '127.0.0.1', userAgent: '' }, Date.now()) }),
  },
  'POST user/endOthers': { who: USERS, by: 'student', endsSession: true },
  'GET user/waitingLink': { who: TEACHERS, by: 'teacher' },
  'POST user/stopLinks': { who: TEACHERS, by: 'teacher' },
  'POST user/export': {
    who: STUDENTS,
    by: 'student',
    give: async () => {
      // Nobody has to wait after an export.
      await db().deleteFrom('audit_entries').where('action', '=', 'user.export').execute();
      return {};
    },
  },
  'GET user/menu': { who: USERS, by: 'student' },
};

/** Every call of the API with good input. */
export const CALLS: Record<string, Entry> = { ...OTHER_CALLS, ...EXAM_CALLS };
