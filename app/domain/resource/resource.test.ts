import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { getReadableFile } from '~/domain/file/file.queries.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import { actorOf, makeClassroom, makeFile, makeResource, makeStudent, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import {
  addResource,
  countDownload,
  deleteResources,
  editResource,
  openResources,
  uploadResources,
} from './resource.commands.server';
import { countResources, getResource, listResources, readTextPreview } from './resource.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 8);
const FILTER = {
  scope: 'all',
  keyword: '',
  kind: '',
  sort: 'time',
  order: '',
  pageSize: 15,
  currentPage: 1,
} as const;
const UPLOAD = { fileIds: [], audience: 'all', classIds: [], isOpen: true, notify: false, requestId: '' } as const;
const input = (changes: object) => ({ ...UPLOAD, fileIds: [], classIds: [], ...changes });

async function makeSchool() {
  const [teacher, colleague] = [await makeTeacher(), await makeTeacher()];
  const classroom = await makeClassroom({ teacher });
  const other = await makeClassroom({ teacher: colleague });
  const student = await makeStudent({ classroom_id: classroom.id });
  const outsider = await makeStudent({ classroom_id: other.id });
  const [t, c, s, o] = [teacher, colleague, student, outsider].map(actorOf);
  if (!t || !c || !s || !o) throw new Error('four people');
  return { teacher: t, colleague: c, student: s, outsider: o, classroom, other };
}

async function arrived(name: string, content: string | Uint8Array) {
  const path = temporaryPath();
  await writeFile(path, content);
  return { name, path, isTooLarge: false };
}

const titles = (page: { rows: { title: string }[] }) => page.rows.map((row) => row.title).sort();
const refused = (code: string) => expect.objectContaining({ code });

test('who sees what: open ones by audience, closed ones their owner alone; files follow', async () => {
  const { teacher, colleague, student, outsider, classroom } = await makeSchool();
  await makeResource({ owner: teacher, title: '全体' });
  const forClass = await makeResource({ owner: teacher, title: '本班', classrooms: [classroom] });
  const closed = await makeResource({ owner: teacher, title: '未开放', is_open: 0 });
  await makeResource({ owner: teacher, title: '已删', deleted_at: NOW });

  expect(titles(await listResources(teacher, FILTER))).toEqual(['全体', '未开放', '本班'].sort());
  expect(titles(await listResources(colleague, FILTER))).toEqual(['全体', '本班'].sort());
  expect(titles(await listResources(student, FILTER))).toEqual(['全体', '本班'].sort());
  expect(titles(await listResources(outsider, FILTER))).toEqual(['全体']);
  expect(titles(await listResources(colleague, { ...FILTER, scope: 'mine' }))).toEqual([]);

  const rights = async (resource: { id: number; file_id: string }) =>
    Promise.all(
      [teacher, colleague, student, outsider].map(async (actor) => {
        const page = await getResource(actor, resource.id).then(
          () => true,
          () => false,
        );
        const bytes = await getReadableFile(actor, resource.file_id, NOW).then(
          () => true,
          () => false,
        );
        expect(bytes).toBe(page);
        return page;
      }),
    );
  expect(await rights(forClass)).toEqual([true, true, true, false]);
  expect(await rights(closed)).toEqual([true, false, false, false]);
});

test('search, kind, order and pages', async () => {
  const { teacher, student } = await makeSchool();
  await makeResource({ owner: teacher, title: '西湖 100% 讲解', created_at: NOW, download_count: 2 });
  await makeResource({ owner: teacher, title: '长城讲解', kind: 'slides', created_at: NOW + 1, download_count: 9 });
  await makeResource({ owner: teacher, title: '故宫', kind: 'audio', created_at: NOW + 2 });
  const list = async (changes: object) =>
    (await listResources(student, { ...FILTER, ...changes })).rows.map((row) => row.title);
  expect(await list({ keyword: '讲解' })).toEqual(['长城讲解', '西湖 100% 讲解']);
  expect(await list({ keyword: '100%' })).toEqual(['西湖 100% 讲解']);
  expect(await list({ keyword: teacher.name, kind: 'audio' })).toEqual(['故宫']);
  expect(await list({ sort: 'downloads' })).toEqual(['长城讲解', '西湖 100% 讲解', '故宫']);
  expect(await list({ sort: 'time', order: 'asc', pageSize: 2 })).toEqual(['西湖 100% 讲解', '长城讲解']);
  expect(await list({ sort: 'time', order: 'asc', pageSize: 2, currentPage: 2 })).toEqual(['故宫']);
});

describe('upload', () => {
  test('each file answers for itself; the same form twice adds nothing', async () => {
    const { teacher } = await makeSchool();
    const files = async () => [
      await arrived('导游词.txt', '各位游客，大家好！'),
      await arrived('工具.pdf', 'MZ\u0090\u0000'),
      { ...(await arrived('长视频.mp4', 'x')), isTooLarge: true },
      await arrived('空.txt', ''),
    ];
    const outcomes = await uploadResources(teacher, input({ requestId: 'r1' }), await files(), NOW);
    expect(outcomes.map(({ name, resourceId, problem }) => [name, resourceId !== null, problem])).toEqual([
      ['导游词.txt', true, ''],
      ['工具.pdf', false, '不能上传程序文件。需要分发软件时，请先压缩成 zip。'],
      ['长视频.mp4', false, '资源太大了，每个资源文件最大 200 MB。'],
      ['空.txt', false, '文件是空的，请重新选择。'],
    ]);
    await uploadResources(teacher, input({ requestId: 'r1' }), await files(), NOW);
    const page = await listResources(teacher, FILTER);
    expect(page.rows).toMatchObject([{ title: '导游词', kind: 'document', fileName: '导游词.txt', isOpen: true }]);
    expect(await countResources(teacher)).toEqual({ all: 1, mine: 1, ownBytes: 27 });
    expect((await readTextPreview(page.rows[0] as never)).text).toBe('各位游客，大家好！');
  });

  test('students are told once, of all of it, only when asked and only those it is for', async () => {
    const { teacher, student, classroom } = await makeSchool();
    const two = async () => [await arrived('甲.txt', '一'), await arrived('乙.txt', '二')];
    const forClass = { audience: 'class', classIds: [classroom.id] };
    await uploadResources(teacher, input(forClass), await two(), NOW);
    await uploadResources(teacher, input({ ...forClass, notify: true, isOpen: false }), await two(), NOW);
    expect(await db().selectFrom('messages').selectAll().execute()).toEqual([]);
    await uploadResources(teacher, input({ ...forClass, notify: true }), await two(), NOW);
    expect(await db().selectFrom('messages').selectAll().execute()).toMatchObject([
      { user_id: student.id, kind: 'resource', title: '新资源：甲 等 2 个', link: '/resource/index' },
    ]);
  });

  test('classes of others, files of others and students are refused', async () => {
    const { teacher, colleague, student, other } = await makeSchool();
    const upload = async (actor: typeof teacher, changes: object) =>
      uploadResources(actor, input(changes), [await arrived('a.txt', 'a')], NOW);
    await expect(upload(teacher, { audience: 'class', classIds: [other.id] })).rejects.toMatchObject({
      fields: { classIds: expect.stringMatching(/您创建或任教/) as unknown },
    });
    await expect(upload(student, {})).rejects.toEqual(refused('forbidden'));
    await expect(uploadResources(teacher, input({}), [], NOW)).rejects.toMatchObject({ fields: { files: /./ } });
    const file = await makeFile({ owner: colleague, kind: 'resource', mime: 'application/pdf', name: '甲.pdf' });
    const one = { fileId: file.id, title: '', audience: 'all', classIds: [], open: true, requestId: '' } as const;
    await expect(addResource(teacher, { ...one, classIds: [] }, NOW)).rejects.toEqual(refused('invalid'));
    expect(await addResource(colleague, { ...one, classIds: [] }, NOW)).toMatchObject({
      title: '甲',
      kind: 'document',
    });
  });
});

test('changed, opened and closed, deleted by the owner alone; all or nothing; twice is harmless', async () => {
  const { teacher, colleague, student, classroom, other } = await makeSchool();
  const one = await makeResource({ owner: teacher });
  const two = await makeResource({ owner: teacher, classrooms: [other] });
  const foreign = await makeResource({ owner: colleague });
  const hidden = await makeResource({ owner: colleague, is_open: 0 });

  const changes = { id: one.id, title: '新名', audience: 'class', classIds: [classroom.id], isOpen: true } as const;
  expect(await editResource(teacher, { ...changes, classIds: [classroom.id] }, NOW)).toMatchObject({
    title: '新名',
    classroomIds: [classroom.id],
  });
  // A class it was given to may stay, also when it is nobody's of the teacher's.
  await editResource(teacher, { ...changes, id: two.id, classIds: [other.id] }, NOW);
  await expect(editResource(teacher, { ...changes, classIds: [other.id] }, NOW)).rejects.toEqual(refused('invalid'));

  expect(await openResources(teacher, { ids: [one.id, two.id], open: false }, NOW)).toBe(2);
  expect(await openResources(teacher, { ids: [one.id, two.id], open: false }, NOW)).toBe(0);
  await expect(getResource(student, one.id)).rejects.toEqual(refused('not_found'));

  for (const ids of [[one.id, foreign.id], [one.id, hidden.id], [999_999]]) {
    const code = ids.includes(foreign.id) ? 'forbidden' : 'not_found';
    await expect(openResources(teacher, { ids, open: true }, NOW)).rejects.toEqual(refused(code));
    await expect(deleteResources(teacher, ids, NOW)).rejects.toEqual(refused(code));
  }
  expect((await getResource(teacher, one.id)).isOpen).toBe(false);

  expect(await deleteResources(teacher, [one.id, two.id], NOW)).toBe(2);
  expect(await deleteResources(teacher, [one.id, two.id], NOW)).toBe(0);
  const uses = await db().selectFrom('file_uses').select('file_id').where('use', '=', 'resource').execute();
  expect(uses).toHaveLength(2);
  const actions = await db().selectFrom('audit_entries').select('action').where('actor_id', '=', teacher.id).execute();
  expect(actions.map((row) => row.action).sort()).toEqual([
    'resource.close',
    'resource.close',
    'resource.delete',
    'resource.delete',
    'resource.edit',
    'resource.edit',
  ]);
});

test('a download counts once per person and minute, at the same moment too, the owner’s never', async () => {
  const { teacher, colleague, student } = await makeSchool();
  const { id } = await makeResource({ owner: teacher });
  const resource = await getResource(teacher, id);
  await Promise.all([1, 2, 3].map(() => countDownload(student, resource, NOW)));
  await countDownload(student, resource, NOW + 59_000);
  await countDownload(colleague, resource, NOW);
  await countDownload(teacher, resource, NOW);
  expect((await getResource(teacher, id)).downloadCount).toBe(2);
  await countDownload(student, resource, NOW + 61_000);
  expect((await getResource(teacher, id)).downloadCount).toBe(3);
});
