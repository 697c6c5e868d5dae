import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { addToBasket } from '~/domain/basket/basket.commands.server';
import { getReadableFile } from '~/domain/file/file.queries.server';
import { handOver } from '~/domain/handover/handover.commands.server';
import { previewHandOver } from '~/domain/handover/handover.queries.server';
import { addGroup, deleteGroup, editGroup, leaveGroup } from '~/domain/teaching-group/group.commands.server';
import { getGroup } from '~/domain/teaching-group/group.queries.server';
import { disableColleague } from '~/domain/user/colleague.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import type { AppError } from '~/lib/errors';
import { actorOf, makeClassroom, makeFile, makeStudent, makeTeacher, makeTheoryQuestion } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { getEditableQuestion, getReadableQuestion } from './question-access.server';
import { saveTheoryByCall } from './question-call.commands.server';
import { listQuestionEdits } from './question-edits.server';
import type { QuestionConflict } from './question-edits.server';
import {
  copyQuestion,
  deleteQuestions,
  moveQuestions,
  renameQuestion,
  saveTheoryQuestion,
} from './question.commands.server';
import { getMyShared, getSharedWithMe, getSharePage } from './share-page.queries.server';
import { shareQuestions, unshareQuestions } from './share.commands.server';
import type { Right, ShareTarget } from './share.rules';
import { theoryQuestionSchema } from './theory-question.schema';

useDatabase();

const T = 1_800_000_000_000;
const page = { currentPage: 1, pageSize: 15 };
const list = { ...page, bank: 'theory' as const, confirm: '', ids: [] };
const people = {} as Record<
  'owner' | 'reader' | 'editor' | 'member' | 'former' | 'outsider' | 'student' | 'admin',
  Actor
>;
let id: number;
let groupId: number;

const withTeacher = (teacherId: number, right: Right): ShareTarget => ({
  ...{ audience: 'teacher', classroomId: null, teacherId, right },
});
const withGroup = (right: Right): ShareTarget => ({ audience: 'group', classroomId: null, groupId, right });
const share = (...targets: ShareTarget[]) => shareQuestions(people.owner, 'theory', { ids: [id], targets }, T);
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error as AppError).code,
  );
const input = (more: Record<string, unknown>) =>
  theoryQuestionSchema.parse({
    ...{ id, stem: '云南的省会是？', kind: 'single', options: ['大理', '昆明'], answer: 'B', level: 1 },
    ...more,
  });
const versionNow = async () =>
  (await db().selectFrom('questions').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version;

beforeEach(async () => {
  for (const name of ['owner', 'reader', 'editor', 'member', 'former', 'outsider'] as const) {
    people[name] = actorOf(await makeTeacher({ name }));
  }
  people.admin = actorOf(await makeTeacher({ is_admin: 1 }));
  const classroom = await makeClassroom({ teacher: people.owner });
  people.student = actorOf(await makeStudent({ classroom_id: classroom.id }));
  id = (await makeTheoryQuestion({ owner: people.owner })).id;
  const teacherIds = [people.member.id, people.former.id];
  groupId = (await addGroup(people.owner, { name: '地理组', teacherIds }, T)).id;
});

describe('rights by person', () => {
  beforeEach(async () => {
    await share(withTeacher(people.reader.id, 'view'), withTeacher(people.editor.id, 'edit'), withGroup('edit'));
    await leaveGroup(people.former, { id: groupId }, T);
  });

  test.each([
    // read, copy, use on a paper, edit, then what is its owner's alone: delete, share on, move
    ['owner', 'ok', 'ok', 'ok', 'ok', 'ok'],
    ['reader', 'ok', 'ok', 'ok', 'forbidden', 'forbidden'],
    ['editor', 'ok', 'ok', 'ok', 'ok', 'forbidden'],
    ['member', 'ok', 'ok', 'ok', 'ok', 'forbidden'],
    ['former', 'not_found', 'not_found', 'not_found', 'not_found', 'not_found'],
    ['outsider', 'not_found', 'not_found', 'not_found', 'not_found', 'not_found'],
    ['admin', 'not_found', 'not_found', 'not_found', 'not_found', 'not_found'],
    ['student', 'not_found', 'not_found', 'not_found', 'not_found', 'not_found'],
  ] as const)('%s', async (name, read, copy, use, edit, own) => {
    const actor = people[name];
    expect(await codeOf(getReadableQuestion(actor, 'theory', id))).toBe(read);
    expect(await codeOf(copyQuestion(actor, 'theory', id, T))).toBe(copy);
    expect(await codeOf(addToBasket(actor, { questionIds: [id] }, T))).toBe(use);
    expect(await codeOf(saveTheoryQuestion(actor, input({ version: await versionNow() }), T))).toBe(edit);
    expect(await codeOf(listQuestionEdits(actor, { bank: 'theory', id, ...page }))).toBe(edit);
    expect(await codeOf(moveQuestions(actor, 'theory', { ids: [id], dirId: null }, T))).toBe(own);
    expect(await codeOf(renameQuestion(actor, 'theory', { id, title: '省会' }, T))).toBe(own);
    const targets = [withTeacher(people.outsider.id, 'edit')];
    expect(await codeOf(shareQuestions(actor, 'theory', { ids: [id], targets }, T))).toBe(own);
    expect(await codeOf(unshareQuestions(actor, 'theory', { ids: [id], targets: null }, T))).toBe(own);
    expect(await codeOf(deleteQuestions(actor, 'theory', [id], T))).toBe(own);
  });

  test('pictures are read by whom the question is shared with, and by nobody else', async () => {
    const file = await makeFile({ owner: people.owner });
    await db().insertInto('file_uses').values({ file_id: file.id, use: 'question', ref_id: id }).execute();
    const read = async (name: keyof typeof people) => codeOf(getReadableFile(people[name], file.id, T));
    expect([await read('reader'), await read('editor'), await read('member')]).toEqual(['ok', 'ok', 'ok']);
    expect([await read('former'), await read('outsider'), await read('student')]).toEqual(Array(3).fill('not_found'));
  });

  test('a share ends with the group, with the account, and when it is taken back', async () => {
    const may = async (name: keyof typeof people) => codeOf(getReadableQuestion(people[name], 'theory', id));
    await deleteGroup(people.owner, { id: groupId }, T);
    expect(await may('member')).toBe('not_found');
    await disableColleague(people.admin, { userId: people.editor.id }, T);
    expect(await may('editor')).toBe('not_found');
    expect(await may('reader')).toBe('ok');
    await unshareQuestions(
      people.owner,
      'theory',
      { ids: [id], targets: [{ audience: 'teacher', classroomId: null, teacherId: people.reader.id }] },
      T,
    );
    expect(await may('reader')).toBe('not_found');
    expect((await getMyShared(people.owner, list, T)).page.rows).toEqual([]);
  });

  test('receivers see from whom and with which right; the owner sees with whom', async () => {
    const row = async (name: keyof typeof people) => (await getSharedWithMe(people[name], list, T)).page.rows[0];
    expect(await row('reader')).toMatchObject({ ownerName: 'owner', canEdit: false });
    expect(await row('member')).toMatchObject({ ownerName: 'owner', canEdit: true });
    expect(await row('outsider')).toBeUndefined();
    const { targets } = await getSharePage(people.owner, 'theory', [id]);
    expect(targets.map(({ label, right }) => `${label} ${right}`)).toEqual([
      '地理组 可编辑',
      'editor 可编辑',
      'reader 可查看',
    ]);
  });

  test('sharing again changes the right, and each is told once of each', async () => {
    await share(withTeacher(people.reader.id, 'edit'), withTeacher(people.editor.id, 'edit'));
    expect(await codeOf(getEditableQuestion(people.reader, 'theory', id))).toBe('ok');
    const told = await db().selectFrom('messages').select(['user_id', 'title']).orderBy('id').execute();
    const of = (name: keyof typeof people) =>
      told.filter((row) => row.user_id === people[name].id && row.title.includes('共享给您')).map((row) => row.title);
    expect(of('reader')).toEqual(['owner共享给您 1 道理论题（可查看）', 'owner共享给您 1 道理论题（可编辑）']);
    expect(of('editor')).toEqual(['owner共享给您 1 道理论题（可编辑）']);
    expect(of('member')).toHaveLength(1);
    expect(of('owner')).toEqual([]);
  });

  test('shared, taken back and shared again, put into a group and out: unread words stand once', async () => {
    const target = withTeacher(people.reader.id, 'view');
    for (let at = 1; at <= 5; at += 1) {
      await unshareQuestions(people.owner, 'theory', { ids: [id], targets: [target] }, T + at);
      await shareQuestions(people.owner, 'theory', { ids: [id], targets: [target] }, T + at);
      const { members } = await getGroup(people.owner, groupId);
      const rest = members.map((member) => member.id).filter((one) => one !== people.member.id);
      await editGroup(people.owner, { id: groupId, teacherIds: rest }, T + at);
      await editGroup(people.owner, { id: groupId, teacherIds: [...rest, people.member.id] }, T + at);
    }
    const told = async (user: Actor, words: string) =>
      (await db().selectFrom('messages').select(['title', 'created_at']).where('user_id', '=', user.id).execute())
        .filter((row) => row.title.includes(words))
        .map((row) => row.created_at);
    expect(await told(people.reader, '共享给您')).toEqual([T + 5]);
    expect(await told(people.member, '加入了教研组')).toEqual([T + 5]);
  });
});

describe('editing together', () => {
  beforeEach(() => share(withTeacher(people.editor.id, 'edit')));

  test('keeps the owner and the directory, and tells who changed what', async () => {
    const before = await getEditableQuestion(people.editor, 'theory', id);
    await saveTheoryQuestion(people.editor, input({ version: before.version, title: '省会', dirId: 999 }), T + 1);
    const after = await getEditableQuestion(people.owner, 'theory', id);
    expect(after).toMatchObject({ ownerId: people.owner.id, directoryId: before.directoryId, title: '省会' });
    const { rows } = (await listQuestionEdits(people.owner, { bank: 'theory', id, ...page })).page;
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ editor: 'editor', at: T + 1, version: 2 });
    expect(rows[0]?.changes).toContainEqual({ field: 'title', label: '标题', before: before.title, after: '省会' });
    await renameQuestion(people.owner, 'theory', { id, title: '首府' }, T + 2);
    const again = (await listQuestionEdits(people.editor, { bank: 'theory', id, ...page })).page.rows;
    expect(again.map(({ editor, changes }) => `${editor} ${changes.map((one) => one.label).join()}`)[0]).toBe(
      'owner 标题',
    );
  });

  test('an edit from an older version is refused with both texts; the same form twice is not', async () => {
    const { version } = await getEditableQuestion(people.editor, 'theory', id);
    await saveTheoryQuestion(people.editor, input({ version, title: '省会' }), T + 1);
    await saveTheoryQuestion(people.editor, input({ version, title: '省会' }), T + 2);
    expect(await versionNow()).toBe(version + 1);
    const refused: AppError = await saveTheoryQuestion(people.owner, input({ version, title: '首府' }), T + 3).then(
      () => Promise.reject(new Error('saved')),
      (error: unknown) => error as AppError,
    );
    expect(refused.code).toBe('conflict');
    const conflict = refused.data.extra as QuestionConflict;
    expect(conflict).toMatchObject({ version: version + 1, by: 'editor' });
    expect(conflict.changes).toEqual([{ field: 'title', label: '标题', before: '省会', after: '首府' }]);
    await saveTheoryQuestion(people.owner, input({ version: conflict.version, title: '首府' }), T + 4);
    expect((await getEditableQuestion(people.owner, 'theory', id)).title).toBe('首府');
  });

  test('a program says which version of a colleague’s question it has read', async () => {
    const edit = (fields: Record<string, unknown>) => saveTheoryByCall(people.editor, { id, fields }, T);
    expect(await codeOf(edit({ title: '省会' }))).toBe('invalid');
    expect(await codeOf(edit({ title: '省会', version: 1 }))).toBe('ok');
    expect(await codeOf(edit({ title: '首府', version: 1 }))).toBe('conflict');
  });
});

describe('groups', () => {
  test('only its maker and an administrator change one; its members leave it', async () => {
    const edit = (name: keyof typeof people) => codeOf(editGroup(people[name], { id: groupId, name: `组${name}` }, T));
    expect([await edit('member'), await edit('outsider')]).toEqual(['forbidden', 'not_found']);
    expect([await edit('owner'), await edit('admin')]).toEqual(['ok', 'ok']);
    expect(await codeOf(leaveGroup(people.owner, { id: groupId }, T))).toBe('conflict');
    expect(await codeOf(deleteGroup(people.member, { id: groupId }, T))).toBe('forbidden');
    expect(await codeOf(addGroup(people.student, { name: '学生组', teacherIds: [] }, T))).toBe('forbidden');
    const students = { name: '混合组', teacherIds: [people.student.id] };
    expect(await codeOf(addGroup(people.owner, students, T))).toBe('invalid');
    expect(await codeOf(addGroup(people.reader, { name: '组admin', teacherIds: [] }, T))).toBe('invalid');
  });

  test('a leaver’s group goes to who takes over, who owns what had been shared with them', async () => {
    await share(withTeacher(people.reader.id, 'view'), withGroup('edit'));
    const { mark } = await previewHandOver(people.owner.id);
    const input = { fromId: people.owner.id, toId: people.reader.id, mark, disables: true };
    await handOver(people.admin, input, T);
    const group = await getGroup(people.reader, groupId);
    expect(group).toMatchObject({ canManage: true, isMember: true });
    expect(group.members.map((member) => member.name)).toEqual(['former', 'member', 'reader']);
    expect((await getSharePage(people.reader, 'theory', [id])).targets.map((target) => target.label)).toEqual([
      '地理组',
    ]);
    expect(await codeOf(getEditableQuestion(people.member, 'theory', id))).toBe('ok');
  });

  test('one shares with groups one is in and with colleagues who are there, not with oneself', async () => {
    const other = await addGroup(people.outsider, { name: '历史组', teacherIds: [] }, T);
    const to = (target: ShareTarget) => codeOf(share(target));
    expect(await to({ audience: 'group', classroomId: null, groupId: other.id, right: 'view' })).toBe('invalid');
    expect(await to(withTeacher(people.owner.id, 'view'))).toBe('invalid');
    expect(await to(withTeacher(people.student.id, 'view'))).toBe('invalid');
  });

  test('a group takes no name that looks like another one’s; its own it keeps', async () => {
    const add = (name: string) => addGroup(people.former, { name, teacherIds: [] }, T);
    const { id } = await add('英语(一)组');
    for (const name of ['英语（一）组', '英语（１）组'.replace('１', '一'), '英语 (一) 组', '英语\u200b(一)组']) {
      expect(await codeOf(add(name)), name).toBe('invalid');
    }
    expect(await editGroup(people.former, { id, name: '英语（一）组' }, T)).toMatchObject({ name: '英语（一）组' });
  });

  test('of two groups that take one name at once, one is told that it is taken', async () => {
    const groups = [
      await addGroup(people.owner, { name: '物理组', teacherIds: [] }, T),
      await addGroup(people.owner, { name: '化学组', teacherIds: [] }, T),
    ];
    const codes = await Promise.all(groups.map(({ id }) => codeOf(editGroup(people.owner, { id, name: '理科组' }, T))));
    expect(codes.sort()).toEqual(['invalid', 'ok']);
  });
});

test('a teacher makes twenty groups at most: each tells its members', async () => {
  const make = (at: number) =>
    addGroup(people.member, { name: `备课组 ${at}`, teacherIds: [people.reader.id], requestId: '' }, T);
  for (let at = 1; at <= 20; at += 1) await make(at);
  await expect(make(21)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/最多建 20 个教研组/) as string,
  });
  // Deleting them makes no room for telling more on the same day.
  const clear = async () => {
    const made = await db()
      .selectFrom('teaching_groups')
      .select('id')
      .where('created_by', '=', people.member.id)
      .execute();
    for (const { id: madeId } of made) await deleteGroup(people.member, { id: madeId }, T);
  };
  for (let at = 21; at <= 60; at += 1) {
    if (at % 20 === 1) await clear();
    await make(at);
  }
  await clear();
  await expect(make(61)).rejects.toMatchObject({ code: 'too_many' });
});
