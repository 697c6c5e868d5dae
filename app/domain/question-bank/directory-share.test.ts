import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { addToBasket } from '~/domain/basket/basket.commands.server';
import { getReadableFile } from '~/domain/file/file.queries.server';
import { handOver } from '~/domain/handover/handover.commands.server';
import { previewHandOver } from '~/domain/handover/handover.queries.server';
import { addGroup, deleteGroup, leaveGroup } from '~/domain/teaching-group/group.commands.server';
import { disableColleague } from '~/domain/user/colleague.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import type { AppError } from '~/lib/errors';
import { actorOf, makeFile, makeStudent, makeTeacher, makeTheoryQuestion } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { shareDirectory, unshareDirectory } from './directory-share.commands.server';
import { addDirectory, deleteDirectory, moveDirectory } from './directory.commands.server';
import { findPools } from './draw.queries.server';
import { listQuestionEdits } from './question-edits.server';
import { getEditableQuestion, getReadableQuestion } from './question-access.server';
import { listQuestionRows } from './question-list.queries.server';
import { deleteQuestions, moveQuestions, saveTheoryQuestion } from './question.commands.server';
import { getDirectorySharePage, getMyShared, getSharedWithMe, getSharePage } from './share-page.queries.server';
import { unshareQuestions } from './share.commands.server';
import { sharedDirectorySchema } from './share.schema';
import { listQuestionRights } from './share.queries.server';
import type { Right, ShareTarget } from './share.rules';
import { theoryQuestionSchema } from './theory-question.schema';

useDatabase();

const T = 1_800_000_000_000;
const page = { currentPage: 1, pageSize: 15 };
const list = { ...page, bank: 'theory' as const, confirm: '', ids: [] };
const NAMES = ['owner', 'reader', 'editor', 'member', 'outsider'] as const;
const people = {} as Record<(typeof NAMES)[number] | 'student' | 'admin', Actor>;
let groupId: number;
/** 古建筑, within it 故宫, and 法规 beside it. */
const dirs = {} as Record<'buildings' | 'palace' | 'law', number>;
let inPalace: number;
let inLaw: number;

const withTeacher = (name: keyof typeof people, right: Right): ShareTarget => ({
  ...{ audience: 'teacher', classroomId: null, teacherId: people[name].id, right },
});
const withGroup = (right: Right): ShareTarget => ({ audience: 'group', classroomId: null, groupId, right });
const share = (id: number, ...targets: ShareTarget[]) => shareDirectory(people.owner, { id, targets }, T);
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error as AppError).code,
  );
const reads = (name: keyof typeof people, id = inPalace) => codeOf(getReadableQuestion(people[name], 'theory', id));
const edits = (name: keyof typeof people, id = inPalace) => codeOf(getEditableQuestion(people[name], 'theory', id));
const addDir = async (name: string, parentId: number | null) =>
  (await addDirectory(people.owner, { bank: 'theory', parentId, name }, T)).id;
const questionIn = async (directory_id: number | null, title = '题') =>
  (await makeTheoryQuestion({ owner: people.owner, directory_id, title })).id;
const seenBy = async (name: keyof typeof people, dirId?: number) =>
  (await listQuestionRows(people[name], { ...page, banks: ['theory'], scope: 'shared', dirId })).rows.map(
    (row) => row.id,
  );

beforeEach(async () => {
  for (const name of NAMES) people[name] = actorOf(await makeTeacher({ name }));
  people.admin = actorOf(await makeTeacher({ is_admin: 1 }));
  people.student = actorOf(await makeStudent());
  groupId = (await addGroup(people.owner, { name: '地理组', teacherIds: [people.member.id] }, T)).id;
  dirs.buildings = await addDir('古建筑', null);
  dirs.palace = await addDir('故宫', dirs.buildings);
  dirs.law = await addDir('法规', null);
  inPalace = await questionIn(dirs.palace);
  inLaw = await questionIn(dirs.law);
});

describe('a shared directory', () => {
  test('gives what is under it with the right of each, and nothing beside it', async () => {
    await share(dirs.buildings, withTeacher('reader', 'view'), withTeacher('editor', 'edit'), withGroup('edit'));
    for (const name of ['reader', 'editor', 'member'] as const) {
      expect([name, await reads(name), await reads(name, inLaw)]).toEqual([name, 'ok', 'not_found']);
      expect(await codeOf(addToBasket(people[name], { questionIds: [inPalace] }, T))).toBe('ok');
      expect(await seenBy(name)).toEqual([inPalace]);
    }
    expect([await edits('reader'), await edits('editor'), await edits('member')]).toEqual(['forbidden', 'ok', 'ok']);
    for (const name of ['outsider', 'admin', 'student'] as const) {
      expect([name, await reads(name), await seenBy(name)]).toEqual([name, 'not_found', []]);
      expect(await codeOf(addToBasket(people[name], { questionIds: [inPalace] }, T))).not.toBe('ok');
    }
    // What is its owner's alone stays so.
    expect(await codeOf(deleteQuestions(people.editor, 'theory', [inPalace], T))).toBe('forbidden');
    expect(await codeOf(shareDirectory(people.editor, { id: dirs.palace, targets: [withGroup('view')] }, T))).toBe(
      'not_found',
    );
    expect(await codeOf(unshareDirectory(people.editor, { id: dirs.buildings, targets: null }, T))).toBe('not_found');
    expect(await codeOf(getDirectorySharePage(people.editor, dirs.buildings))).toBe('not_found');
  });

  test('with all teachers: every teacher reads, no student', async () => {
    await share(dirs.buildings, { audience: 'teachers', classroomId: null });
    expect([await reads('outsider'), await edits('outsider'), await reads('student')]).toEqual([
      'ok',
      'forbidden',
      'not_found',
    ]);
  });

  test('new questions are shared as well; what is moved or deleted out of it is not', async () => {
    await share(dirs.buildings, withTeacher('reader', 'view'));
    const later = await questionIn(dirs.buildings);
    expect(await reads('reader', later)).toBe('ok');
    await moveQuestions(people.owner, 'theory', { ids: [later], dirId: dirs.law }, T);
    expect(await reads('reader', later)).toBe('not_found');
    await moveQuestions(people.owner, 'theory', { ids: [later], dirId: dirs.palace }, T);
    expect(await reads('reader', later)).toBe('ok');
    await moveDirectory(people.owner, { id: dirs.palace, parentId: dirs.law }, T);
    expect([await reads('reader', later), await reads('reader')]).toEqual(['not_found', 'not_found']);
    await moveDirectory(people.owner, { id: dirs.palace, parentId: dirs.buildings }, T);
    await deleteQuestions(people.owner, 'theory', [later], T);
    expect([await reads('reader', later), await reads('reader')]).toEqual(['not_found', 'ok']);
  });

  test('deleting it ends its share, and what was in it is unfiled', async () => {
    await share(dirs.palace, withTeacher('reader', 'view'));
    expect(await reads('reader')).toBe('ok');
    await deleteDirectory(people.owner, dirs.palace, T);
    expect(await reads('reader')).toBe('not_found');
    expect(await db().selectFrom('directory_shares').select('id').execute()).toEqual([]);
  });

  test('ends at once: taken back, group left or deleted, account disabled', async () => {
    await share(dirs.buildings, withTeacher('reader', 'view'), withTeacher('editor', 'edit'), withGroup('view'));
    await unshareDirectory(people.owner, { id: dirs.buildings, targets: [withTeacher('reader', 'view')] }, T);
    expect([await reads('reader'), await reads('editor'), await reads('member')]).toEqual(['not_found', 'ok', 'ok']);
    await leaveGroup(people.member, { id: groupId }, T);
    expect(await reads('member')).toBe('not_found');
    await disableColleague(people.admin, { userId: people.editor.id }, T);
    expect(await reads('editor')).toBe('not_found');
    expect(await codeOf(deleteGroup(people.owner, { id: groupId }, T))).toBe('ok');
    expect(await db().selectFrom('directory_shares').select('id').execute()).toEqual([]);
  });

  test('sharing again changes the right; each is told once, with the way there', async () => {
    await share(dirs.buildings, withTeacher('reader', 'view'), withGroup('view'));
    await share(dirs.buildings, withTeacher('reader', 'view'));
    await share(dirs.buildings, withTeacher('reader', 'edit'));
    expect(await edits('reader')).toBe('ok');
    const told = await db().selectFrom('messages').select(['user_id', 'title', 'link']).orderBy('id').execute();
    const of = (name: keyof typeof people) =>
      told.filter((row) => row.user_id === people[name].id && row.title.includes('目录')).map((row) => row.title);
    expect(of('reader')).toEqual([
      'owner共享给您理论题目录“古建筑”（可查看）',
      'owner共享给您理论题目录“古建筑”（可编辑）',
    ]);
    expect(of('member')).toHaveLength(1);
    expect(of('owner')).toEqual([]);
    expect(told.at(-1)?.link).toBe(`/question_bank/shared/index?bank=theory&dirId=${dirs.buildings}`);
  });

  test('pictures go with it, and who changed what stays visible', async () => {
    const file = await makeFile({ owner: people.owner });
    await db().insertInto('file_uses').values({ file_id: file.id, use: 'question', ref_id: inPalace }).execute();
    const picture = (name: keyof typeof people) => codeOf(getReadableFile(people[name], file.id, T));
    expect(await picture('editor')).toBe('not_found');
    await share(dirs.buildings, withTeacher('editor', 'edit'));
    expect([await picture('editor'), await picture('student')]).toEqual(['ok', 'not_found']);
    const { version } = await getEditableQuestion(people.editor, 'theory', inPalace);
    const input = theoryQuestionSchema.parse({
      ...{ id: inPalace, stem: '故宫在哪里？', kind: 'single', options: ['上海', '北京'], answer: 'B', level: 1 },
      version,
    });
    await saveTheoryQuestion(people.editor, input, T);
    const kept = await getEditableQuestion(people.owner, 'theory', inPalace);
    expect(kept).toMatchObject({ directoryId: dirs.palace, ownerId: people.owner.id });
    await unshareDirectory(people.owner, { id: dirs.buildings, targets: null }, T);
    const { rows } = (await listQuestionEdits(people.owner, { bank: 'theory', id: inPalace, ...page })).page;
    expect(rows.map((row) => row.editor)).toEqual(['editor']);
    expect(await picture('editor')).toBe('not_found');
  });

  test('an exam draws from it as from shared questions', async () => {
    const rule = {
      ...{ bank: 'theory' as const, kind: 'single' as const, scope: 'all' as const },
      ...{ level: null, directoryId: null, count: 1, points: 1 },
    };
    const pool = async () => (await findPools(people.reader, [rule], new Set(), [1, 2, 3, 4]))[0]?.questionIds;
    expect(await pool()).toEqual([]);
    await share(dirs.buildings, withTeacher('reader', 'view'));
    expect(await pool()).toEqual([inPalace]);
  });

  test('handed over it stays shared, but not with its new owner', async () => {
    await share(dirs.buildings, withTeacher('reader', 'view'), withTeacher('editor', 'edit'));
    const { mark } = await previewHandOver(people.owner.id);
    await handOver(people.admin, { fromId: people.owner.id, toId: people.reader.id, mark, disables: false }, T);
    expect([await reads('reader'), await edits('editor'), await reads('owner')]).toEqual(['ok', 'ok', 'not_found']);
    const { targets } = await getDirectorySharePage(people.reader, dirs.buildings);
    expect(targets.map((target) => target.label)).toEqual(['editor']);
  });
});

describe('what is shown', () => {
  test('colleagues find it where shared questions stand, and one directory narrows the list', async () => {
    await share(dirs.palace, withTeacher('reader', 'view'));
    await share(dirs.law, withTeacher('reader', 'edit'));
    const all = await getSharedWithMe(people.reader, list, T);
    expect(all.directories).toEqual(
      [
        { id: dirs.palace, name: '故宫', ownerName: 'owner', canEdit: false, count: 1 },
        { id: dirs.law, name: '法规', ownerName: 'owner', canEdit: true, count: 1 },
      ].sort((a, b) => (a.name < b.name ? -1 : 1)),
    );
    expect(all.page.rows.map((row) => row.id).sort()).toEqual([inPalace, inLaw].sort());
    expect(all.page.rows.find((row) => row.id === inLaw)).toMatchObject({ ownerName: 'owner', canEdit: true });
    const one = await getSharedWithMe(people.reader, { ...list, dirId: dirs.palace }, T);
    expect(one.page.rows.map((row) => row.id)).toEqual([inPalace]);
    // Neither one that is not shared nor one with nothing given in it narrows anything.
    const none = await getSharedWithMe(people.reader, { ...list, dirId: dirs.buildings }, T);
    expect([none.filter.dirId, none.page.rows.length]).toEqual([undefined, 2]);
    expect((await getSharedWithMe(people.outsider, { ...list, dirId: dirs.palace }, T)).page.rows).toEqual([]);
    expect(await seenBy('outsider', dirs.palace)).toEqual([]);
  });

  test('the owner sees with whom, from above too, and what a directory brings is taken back there', async () => {
    await share(dirs.buildings, withGroup('view'));
    await share(dirs.palace, withTeacher('reader', 'edit'));
    const { targets, directory } = await getDirectorySharePage(people.owner, dirs.palace);
    expect(directory).toMatchObject({ path: '古建筑 / 故宫', count: 1 });
    expect(targets.map((one) => [one.label, one.right, one.directory?.name])).toEqual([
      ['reader', '可编辑', undefined],
      ['地理组', '可查看', '古建筑'],
    ]);
    const ofQuestion = await getSharePage(people.owner, 'theory', [inPalace]);
    expect(ofQuestion.targets.map((one) => [one.label, one.directory?.name]).sort()).toEqual([
      ['reader', '故宫'],
      ['地理组', '古建筑'],
    ]);
    const mine = await getMyShared(people.owner, { ...list, confirm: 'unshare', ids: [inPalace] }, T);
    expect(mine.directories.map((one) => one.name).sort()).toEqual(['古建筑', '故宫'].sort());
    expect(mine.page.rows.map((row) => row.id)).toEqual([inPalace]);
    expect(mine.revoking).toEqual({ ids: [inPalace], byDirectory: 1 });
    await unshareQuestions(people.owner, 'theory', { ids: [inPalace], targets: null }, T);
    expect(await reads('reader')).toBe('ok');
    const [right] = await listQuestionRights(people.owner, [inPalace]);
    expect(right?.shares.map((one) => one.directory?.id).sort()).toEqual([dirs.buildings, dirs.palace].sort());
  });

  test('only with teachers, only directories of questions, only what is one’s own', async () => {
    const exam = (await addDirectory(people.owner, { bank: 'exam', parentId: null, name: '期末' }, T)).id;
    expect(await codeOf(share(exam, withTeacher('reader', 'view')))).toBe('invalid');
    expect(await codeOf(share(dirs.law, withTeacher('student', 'view')))).toBe('invalid');
    expect(await codeOf(share(dirs.law, withTeacher('owner', 'view')))).toBe('invalid');
    const own = (await addDirectory(people.student, { bank: 'theory', parentId: null, name: '我的' }, T)).id;
    const targets = [withTeacher('reader', 'view')];
    expect(await codeOf(shareDirectory(people.student, { id: own, targets }, T))).toBe('not_found');
    expect(sharedDirectorySchema.safeParse({ id: 1, audience: 'students' }).success).toBe(false);
    expect(sharedDirectorySchema.safeParse({ id: 1, audience: 'group' }).success).toBe(false);
  });
});
