import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { useFile } from '~/domain/file/file.commands.server';
import { getReadableFile } from '~/domain/file/file.queries.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { newUuid } from '~/lib/ids.server';
import { openZip } from '~/lib/zip.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import { storage } from '~/storage/storage.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeReleasedOral,
  makeStudent,
  makeTake,
  makeTeacher,
  makeTheoryQuestion,
  makeThread,
  makeWork,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { EXPORT_EVERY_MS, exportOwnData, findNextExportTime } from './own-data.commands.server';
import { listOwnFiles } from './own-data.queries.server';

useDatabase();

const NOW = Date.now();

async function read(actor: ReturnType<typeof actorOf>, now = NOW) {
  const { name, chunks } = await exportOwnData(actor, now);
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const zip = openZip(Buffer.concat(parts), { entries: 100, entryBytes: 1e7, totalBytes: 1e8 });
  const text = async (path: string) => (await zip.read(path))?.toString('utf8') ?? '';
  return { name, names: zip.names, zip, text, json: async (path: string) => JSON.parse(await text(path)) as never };
}

async function storedRecording(owner: { id: number }, name: string, content: string) {
  const id = newUuid();
  const path = temporaryPath();
  await writeFile(path, content);
  await storage().put(id, path);
  await makeFile({ owner, id, kind: 'audio', name, size: content.length });
  return id;
}

async function makeSchool() {
  const teacher = await makeTeacher({ name: '周敏' });
  const classroom = await makeClassroom({ teacher, name: '旅游2601班' });
  const student = await makeStudent({ classroom_id: classroom.id, name: '林可欣', phone: '13800000000' });
  const classmate = await makeStudent({ classroom_id: classroom.id, name: '王浩然', phone: '13999999999' });
  return { teacher, classroom, student, classmate };
}

test('one archive with all that is the student’s, and nothing of others or before its release', async () => {
  const { teacher, student, classmate } = await makeSchool();
  const released = await makeReleasedOral({ teacher, student, title: '故宫讲解', percent: 91 });
  const closed = await makeReleasedOral({ teacher, student, title: '未公布的题', percent: 37, status: 'closed' });
  await makeReleasedOral({ teacher, student: classmate, title: '同学的题' });
  for (const { attempt } of [released, closed]) {
    await db()
      .insertInto('scores')
      .values({
        attempt_id: attempt.id,
        examiner_id: teacher.id,
        state: 'final',
        comment: attempt === released.attempt ? '读得很稳' : '还不能说的评语',
        percent: 91,
        updated_at: NOW,
        finalised_at: NOW,
      })
      .execute();
  }
  const question = await makeTheoryQuestion({ owner: student, title: '自己出的题' });
  const practised = await storedRecording(student, '录音.webm', 'first take');
  await db()
    .insertInto('practices')
    .values({
      student_id: student.id,
      question_id: question.id,
      bank: 'theory',
      answer: toJson({ keys: ['A'] }),
      file_ids: toJson([practised]),
      note: '再练 <b>一次</b>',
      created_at: NOW,
    })
    .execute();
  await useFile(practised, 'practice', 1);
  const asked = await storedRecording(student, '录音.webm', 'second');
  const answered = await storedRecording(teacher, '老师.webm', 'the teacher speaks');
  const posts = [
    { author: student, text: '为什么扣分？', fileIds: [asked] },
    { author: teacher, text: '第二段漏读了。', fileIds: [answered] },
  ];
  await makeThread({ student, title: '关于成绩', posts });
  await makeThread({ student: classmate, title: '同学问的' });
  await makeWork({ student, teacher, title: '我的作品' });
  const other = await makeWork({ student: classmate, teacher, title: '同学的作品' });
  await db()
    .insertInto('comments')
    .values([
      { work_id: other.id, author_id: student.id, text: '讲得真好', state: 'approved', created_at: NOW },
      { work_id: other.id, author_id: classmate.id, text: '谢谢大家', state: 'approved', created_at: NOW },
    ])
    .execute();
  await sendMessages([student.id], { kind: 'score', title: '成绩已公布' }, NOW);
  await sendMessages([classmate.id], { kind: 'score', title: '别人的消息' }, NOW);

  const { name, names, zip, text, json } = await read(actorOf(student));
  expect(name).toMatch(/^我的数据 \d{4}-\d\d-\d\d\.zip$/);
  expect(names).toContain('打开看.html');
  expect(names.filter((path) => path.endsWith('.json'))).toHaveLength(10);

  // Two recordings of one name both stand, whole; one whose bytes are missing is left out.
  const recordings = names.filter((path) => path.startsWith('文件/录音/录音'));
  expect(recordings).toHaveLength(2);
  const contents = await Promise.all(recordings.map(async (path) => (await zip.read(path))?.toString()));
  expect(contents.sort()).toEqual(['first take', 'second']);

  expect(await json('数据/个人信息.json')).toMatchObject({
    name: '林可欣',
    phone: '13800000000',
    className: '旅游2601班',
  });
  const exams: { isReleased: boolean; parts: { percent: number; comments: object[]; items: object[] }[] }[] =
    await json('数据/考试和成绩.json');
  const shown = exams.filter((exam) => exam.isReleased).flatMap((exam) => exam.parts);
  expect(shown).toContainEqual(
    expect.objectContaining({ percent: 91, comments: [{ examiner: '周敏', text: '读得很稳' }] }),
  );
  expect(exams.find((exam) => !exam.isReleased)).toMatchObject({ parts: [], total: null, grade: null });
  expect(await json('数据/练习.json')).toMatchObject([
    { question: '自己出的题', note: '再练 <b>一次</b>', answerText: expect.stringMatching(/^A\. .+/) as string },
  ]);
  expect(await json('数据/我的题目.json')).toMatchObject([{ title: '自己出的题', isDeleted: false }]);
  expect(await json('数据/错题本.json')).toEqual([]);
  expect(await json('数据/我的目录.json')).toEqual([]);
  for (const section of ['错题本', '我的题目', '我的目录']) {
    expect(await text('打开看.html')).toContain(`<h2>${section}</h2>`);
  }
  expect(await text('打开看.html')).toMatch(/<h2>练习<[^]*?我的答案[^]*?<pre>A\. [^]*?<h2>错题本/);
  expect(await json('数据/师生互动.json')).toMatchObject([
    {
      title: '关于成绩',
      posts: [
        { text: '为什么扣分？', files: [asked] },
        { by: '周敏', text: '第二段漏读了。', files: [] },
      ],
    },
  ]);
  expect(await json('数据/评论.json')).toMatchObject([{ text: '讲得真好', state: '已通过' }]);
  expect(await json('数据/作品.json')).toMatchObject([{ title: '我的作品', state: '已通过' }]);
  expect(await json('数据/消息.json')).toMatchObject([{ title: '成绩已公布' }]);

  const index = await text('打开看.html');
  for (const word of ['林可欣', '故宫讲解', '读得很稳', '再练 &#60;b&#62;一次', '第二段漏读了。', '成绩还没有公布']) {
    expect(index).toContain(word);
  }
  const everything = (
    await Promise.all(names.map((path) => (path.startsWith('文件') ? Promise.resolve('') : text(path))))
  ).join('\n');
  for (const word of [
    '未公布的题',
    '还不能说的评语',
    '同学的题',
    '同学问的',
    '谢谢大家',
    '别人的消息',
    '王浩然',
    '13999999999',
    'the teacher',
  ]) {
    expect(everything).not.toContain(word);
  }
  expect(index).not.toContain('<b>一次');
});

test('what was chosen is named by its text and its letter on the own paper; marks stand as the pages show them', async () => {
  const { teacher, classroom, student } = await makeSchool();
  const options = ['甲', '$\\frac{1}{2}$', '丙'].map((text, index) => ({ key: 'ABC'.charAt(index), text }));
  const body = { options, keys: ['B'] };
  const question = await makeTheoryQuestion({ owner: teacher, title: '求 $x^2$', body });
  const judged = await makeTheoryQuestion({ owner: teacher, kind: 'judge', title: '对吗' });
  const written = [question, judged];
  const exam = await makeExam({ owner: teacher, classrooms: [classroom], written, status: 'released' });
  const given = { exam, student, part: 'written' as const, answers: [{ keys: ['A'] }, { keys: ['T'] }] };
  const attempt = await makeAttempt({ ...given, state: 'scored', percent: 46.23 });
  const [first, second] = exam.items.map((item) => item.id);
  const place = { attempt_id: attempt.id };
  await db()
    .insertInto('attempt_items')
    .values([
      { ...place, item_id: first!, position: 1, option_order: toJson(['C', 'B', 'A']) },
      { ...place, item_id: second!, position: 2, option_order: null },
    ])
    .execute();
  const score = { ...place, examiner_id: teacher.id, state: 'final', comment: '记住 $x^2$', percent: 46.23 };
  const { id } = await db()
    .insertInto('scores')
    .values({ ...score, updated_at: NOW, finalised_at: NOW })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db().insertInto('score_marks').values({ score_id: id, item_id: first!, points: 1.333333 }).execute();
  await db()
    .insertInto('results')
    .values({ exam_id: exam.id, student_id: student.id, total_percent: 46.23, written_percent: 46.23, updated_at: NOW })
    .execute();

  const { text, json } = await read(actorOf(student));
  const full = exam.items[0]!.points;
  expect(await json('数据/考试和成绩.json')).toMatchObject([
    {
      total: 46,
      shown: '46 分，待提高',
      parts: [
        {
          percent: 46,
          comments: [{ text: '记住 x²' }],
          items: [
            { title: '求 x²', answer: 'C. 甲', earned: 1.33, points: full, shown: `1.33 / ${full} 分` },
            { title: '对吗', answer: '正确', shown: '待评分' },
          ],
        },
      ],
    },
  ]);
  const index = await text('打开看.html');
  for (const words of ['总分：46 分，待提高', 'C. 甲', `1.33 / ${full} 分`, '求 x²']) expect(index).toContain(words);
  expect(index).not.toContain('46.23');
});

test('once in ten minutes, recorded; two at the same moment are one; teachers have none', async () => {
  const { teacher, student } = await makeSchool();
  const actor = actorOf(student);
  const both = await Promise.allSettled([exportOwnData(actor, NOW), exportOwnData(actor, NOW)]);
  expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await findNextExportTime(actor, NOW + 1000)).toBe(NOW + EXPORT_EVERY_MS);
  await expect(exportOwnData(actor, NOW + EXPORT_EVERY_MS - 1)).rejects.toMatchObject({ code: 'too_many' });
  expect((await read(actor, NOW + EXPORT_EVERY_MS)).names).toContain('打开看.html');
  await expect(exportOwnData(actorOf(teacher), NOW)).rejects.toMatchObject({ code: 'forbidden' });
  const entries = await db()
    .selectFrom('audit_entries')
    .select('actor_id')
    .where('action', '=', 'user.export')
    .execute();
  expect(entries).toEqual([{ actor_id: student.id }, { actor_id: student.id }]);
});

test('what does not fit stays out, the oldest first, and is counted', async () => {
  const { student } = await makeSchool();
  const sizes = [400, 400, 400];
  for (const [index, size] of sizes.entries()) {
    const file = await makeFile({ owner: student, kind: 'audio', size, created_at: NOW + index });
    await useFile(file.id, 'practice', index + 1);
  }
  await makeFile({ owner: student, kind: 'audio' });
  const { files, leftOut } = await listOwnFiles(actorOf(student), NOW, 900);
  expect([files.map((file) => file.createdAt), leftOut]).toEqual([[NOW + 2, NOW + 1], 1]);
});

test('what belongs to the questions of a running exam waits until it has ended, and the page says so', async () => {
  const { teacher, classroom, student } = await makeSchool();
  const [question, other] = [await makeOralQuestion({ owner: teacher }), await makeOralQuestion({ owner: teacher })];
  const actor = actorOf(student);
  const practise = async (of: { id: number }, name: string, kind: 'audio' | 'image' = 'audio') => {
    const file = await makeFile({ owner: student, kind, name });
    const columns = { student_id: student.id, bank: 'oral', answer: '{}', note: '', created_at: NOW - 9 };
    const { id } = await db()
      .insertInto('practices')
      .values({ ...columns, question_id: of.id, file_ids: toJson([file.id]) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await useFile(file.id, 'practice', id);
    return { id, file };
  };
  const tried = await practise(question, '考着的题.mp3');
  const pictured = await practise(question, '考着的题.jpg', 'image');
  const free = await practise(other, '别的题.mp3');
  const asked = await makeFile({ owner: student, kind: 'audio', name: '问考着的题.mp3' });
  const posts = [{ author: student, text: '这样读对吗？', fileIds: [asked.id] }];
  await makeThread({ student, subject: 'practice', practice_id: tried.id, title: '问', posts });
  const earlier = await makeExam({ owner: teacher, classrooms: [classroom], oral: question, status: 'released' });
  const attempt = await makeAttempt({ exam: earlier, student, part: 'oral', state: 'submitted' });
  const [item] = earlier.items;
  await makeTake({ attempt, itemId: item!.id, owner: student });

  const all = (await listOwnFiles(actor, NOW)).files.length;
  expect(all).toBe(5);
  const running = await makeExam({ owner: teacher, classrooms: [classroom], oral: question, now: NOW });
  expect((await listOwnFiles(actor, NOW)).files.map((file) => file.id)).toEqual([free.file.id]);
  const forbidden = { code: 'forbidden', message: expect.stringContaining('正在考试中使用') as string };
  for (const { file } of [tried, pictured]) {
    await expect(getReadableFile(actor, file.id, NOW)).rejects.toMatchObject(forbidden);
  }
  const { text } = await read(actor);
  expect(await text('打开看.html')).toContain('考试中的题目没有装进来');
  await db().updateTable('exams').set({ status: 'closed' }).where('id', '=', running.id).execute();
  expect((await listOwnFiles(actor, NOW)).files).toHaveLength(all);
});
