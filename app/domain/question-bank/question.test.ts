import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import {
  actorOf,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { getBankPage } from './bank-page.queries.server';
import { suggestKeyPoints } from './key-point-suggestions.server';
import { addNamedType, deleteNamedTypes } from './named-type.commands.server';
import { listNamedTypes } from './named-type.queries.server';
import { oralQuestionSchema } from './oral-question.schema';
import {
  copyQuestion,
  deleteQuestions,
  renameQuestion,
  saveOralQuestion,
  saveTheoryQuestion,
  saveWrittenQuestion,
} from './question.commands.server';
import { countByKind, listQuestions } from './question-list.queries.server';
import { countExamUses, getQuestion, getQuestions } from './question.queries.server';
import { questionNumber } from './question-name.rules';
import { theoryQuestionSchema } from './theory-question.schema';
import { writtenQuestionSchema } from './written-question.schema';

useDatabase();

const T = 1_800_000_000_000;
let teacher: Actor;
let other: Actor;

beforeEach(async () => {
  teacher = actorOf(await makeTeacher());
  other = actorOf(await makeTeacher());
});

const oral = (changes: z.input<typeof oralQuestionSchema> | Record<string, unknown> = {}) =>
  oralQuestionSchema.parse({ title: '朗读', examContent: '春天来了。', ...changes });
const page = { currentPage: 1, pageSize: 15 };
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as { code: string; message: string; fields?: Record<string, string> },
  );

describe('listening audio', () => {
  test('is kept by an edit that does not name it, copied, and dropped by an empty one', async () => {
    const audio = await makeFile({ owner: teacher, kind: 'audio' });
    const fields = { kind: 'judge', stem: '听录音判断。', answer: 'T' };
    const first = await saveTheoryQuestion(teacher, theoryQuestionSchema.parse({ ...fields, musicUrl: audio.id }), T);
    const again = await saveTheoryQuestion(teacher, theoryQuestionSchema.parse({ ...fields, id: first.id }), T + 1);
    expect(again.body.musicUrl).toBe(audio.id);
    const copy = await getQuestion(teacher, 'theory', await copyQuestion(teacher, 'theory', first.id, T + 2));
    expect(copy.body.musicUrl).toBe(audio.id);
    const empty = { ...fields, id: first.id, musicUrl: '' };
    const dropped = await saveTheoryQuestion(teacher, theoryQuestionSchema.parse(empty), T + 3);
    expect(dropped.body.musicUrl).toBeNull();
    const uses = await db().selectFrom('file_uses').selectAll().where('file_id', '=', audio.id).execute();
    expect(uses.map((use) => use.ref_id)).toEqual([copy.id]);
  });

  test('of somebody else is refused', async () => {
    const audio = await makeFile({ owner: other, kind: 'audio' });
    const input = writtenQuestionSchema.parse({ prompt: '听写。', musicUrl: audio.id });
    expect(await refusal(saveWrittenQuestion(teacher, input, T))).toMatchObject({
      code: 'invalid',
      fields: { musicUrl: expect.stringContaining('找不到这段录音') as unknown },
    });
  });
});

describe('making and changing', () => {
  test('an oral question gets its times from its text and keeps what it was given', async () => {
    const image = await makeFile({ owner: teacher });
    const question = await saveOralQuestion(teacher, oral({ keyPoint: '春天', imageUrl: image.id, level: 2 }), T);
    expect(question).toMatchObject({
      bank: 'oral',
      ownerId: teacher.id,
      level: 2,
      points: 100,
      keyPoints: ['春天'],
      imageIds: [image.id],
      createdAt: T,
      body: { examContent: '春天来了。', musicUrl: null, isPlay: false, prepSeconds: 30, answerSeconds: 13 },
    });
    const uses = await db().selectFrom('file_uses').selectAll().execute();
    expect(uses).toEqual([{ file_id: image.id, use: 'question', ref_id: question.id }]);
  });

  test('an edit leaves as it is what it leaves out, and releases dropped pictures', async () => {
    const image = await makeFile({ owner: teacher });
    const { id } = await saveOralQuestion(
      teacher,
      oral({ keyPoint: '甲', imageUrl: image.id, level: 3, points: 20 }),
      T,
    );
    const kept = await saveOralQuestion(teacher, oral({ id, title: '新题' }), T + 1);
    expect(kept).toMatchObject({ id, title: '新题', keyPoints: ['甲'], imageIds: [image.id], level: 3, points: 20 });
    const emptied = await saveOralQuestion(teacher, oral({ id, imageUrl: '', keyPoint: '' }), T + 2);
    expect(emptied).toMatchObject({ imageIds: [], keyPoints: [], createdAt: T, updatedAt: T + 2 });
    expect(await db().selectFrom('file_uses').selectAll().execute()).toEqual([]);
  });

  test('a written question without points has what its marking points come to', async () => {
    const input = writtenQuestionSchema.parse({
      prompt: '写一段话\n第二行',
      markingPoints: [
        { text: '甲', points: 6 },
        { text: '乙', points: 4.5 },
      ],
    });
    const question = await saveWrittenQuestion(teacher, input, T);
    expect(question).toMatchObject({
      title: '写一段话',
      points: 10.5,
      body: { prompt: '写一段话\n第二行', answerBy: 'both' },
    });
  });

  test.each([
    ['single', { options: ['甲', '乙'], answer: 'B' }, 2],
    ['multiple', { options: ['甲', '乙'], answer: 'A,B' }, 3],
    ['judge', { answer: 'F' }, 1],
    ['cloze', { stem: '一__', answer: '二|2' }, 2],
    ['short', { answer: '略' }, 5],
  ])('a %s question comes back as it was saved', async (kind, fields, points) => {
    const input = theoryQuestionSchema.parse({ stem: '题干', analysis: '因为', kind, ...fields });
    const { id } = await saveTheoryQuestion(teacher, input, T);
    const { options, keys, blanks, reference, stem } = input;
    expect(await getQuestion(teacher, 'theory', id)).toMatchObject({
      kind,
      points,
      body: { stem, options, keys, blanks, reference, analysis: '因为' },
    });
  });

  test('the same request twice makes one question', async () => {
    const [first, second] = await Promise.all([
      saveOralQuestion(teacher, oral({ requestId: 'r' }), T),
      saveOralQuestion(teacher, oral({ requestId: 'r' }), T),
    ]);
    expect(second.id).toBe(first.id);
    const others = await saveOralQuestion(other, oral({ requestId: 'r' }), T);
    expect(others.id).not.toBe(first.id);
  });

  test('pictures of others, and files that are no pictures, are refused at their field', async () => {
    const foreign = await makeFile({ owner: other });
    const audio = await makeFile({ owner: teacher, kind: 'audio' });
    for (const file of [foreign, audio]) {
      const error = await refusal(saveOralQuestion(teacher, oral({ imageUrl: file.id }), T));
      expect(error?.code).toBe('invalid');
      expect(error?.fields).toHaveProperty('imageUrl');
    }
    expect((await listQuestions(teacher, { ...page, banks: ['oral'] })).totalCount).toBe(0);
  });

  test('a type that was deleted meanwhile is refused at its field', async () => {
    const error = await refusal(saveOralQuestion(teacher, oral({ sceneTypeId: 99_999 }), T));
    expect(error).toMatchObject({ code: 'invalid', fields: { sceneTypeId: '这个场景类型已被删除，请另选一个' } });
  });

  test('a copy is a question of its own with the same content', async () => {
    const image = await makeFile({ owner: teacher });
    const { id } = await saveOralQuestion(teacher, oral({ imageUrl: image.id, keyPoint: '甲' }), T);
    const copyId = await copyQuestion(teacher, 'oral', id, T + 1);
    const [original, copy] = await getQuestions(teacher, ['oral'], [id, copyId]);
    expect(copy).toMatchObject({
      title: '朗读（副本）',
      body: original?.body,
      imageIds: [image.id],
      keyPoints: ['甲'],
    });
    expect(await db().selectFrom('file_uses').selectAll().execute()).toHaveLength(2);
  });

  test('renaming changes the title and where it is found, nothing else', async () => {
    const before = await saveOralQuestion(teacher, oral(), T);
    await renameQuestion(teacher, 'oral', { id: before.id, title: '秋游' }, T + 1);
    const after = await getQuestion(teacher, 'oral', before.id);
    expect(after).toEqual({ ...before, title: '秋游', updatedAt: T + 1, version: 2 });
    expect((await listQuestions(teacher, { ...page, banks: ['oral'], keyword: '秋游' })).totalCount).toBe(1);
  });

  test('every change leaves an audit entry', async () => {
    const { id } = await saveOralQuestion(teacher, oral(), T);
    await saveOralQuestion(teacher, oral({ id }), T);
    await renameQuestion(teacher, 'oral', { id, title: '新名' }, T);
    await deleteQuestions(teacher, 'oral', [id], T);
    const entries = await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('entity', '=', 'question')
      .orderBy('id')
      .execute();
    expect(entries.map((entry) => entry.action)).toEqual([
      'question.add',
      'question.edit',
      'question.rename',
      'question.delete',
    ]);
  });
});

describe('deleting', () => {
  test('takes all or none, and only own ones', async () => {
    const own = await makeOralQuestion({ owner: teacher });
    const foreign = await makeOralQuestion({ owner: other });
    expect(await refusal(deleteQuestions(teacher, 'oral', [own.id, foreign.id], T))).toMatchObject({
      code: 'not_found',
    });
    expect(await deleteQuestions(teacher, 'oral', [own.id], T)).toBe(1);
    expect(await refusal(getQuestion(teacher, 'oral', own.id))).toMatchObject({ code: 'not_found' });
    expect(await refusal(deleteQuestions(teacher, 'oral', [own.id], T))).toMatchObject({ code: 'not_found' });
    expect(await getQuestion(other, 'oral', foreign.id)).toMatchObject({ id: foreign.id });
  });

  test('says which exams hold a question, and leaves them what they hold', async () => {
    const used = await makeTheoryQuestion({ owner: teacher, title: '在用' });
    const unused = await makeTheoryQuestion({ owner: teacher });
    const exam = await makeExam({ owner: teacher, written: [used] });
    await makeExam({ owner: teacher, written: [used] });
    await makeExam({ owner: teacher, written: [used], deleted_at: T });
    expect(await countExamUses([used.id, unused.id])).toEqual(new Map([[used.id, 2]]));
    const { dialog } = await getBankPage(
      teacher,
      'theory',
      {
        ...{ ...page, tab: '', confirm: 'delete', ids: [used.id, unused.id], parentId: null, manage: '' },
      },
      T,
    );
    expect(dialog).toEqual({
      kind: 'delete',
      ids: [used.id, unused.id],
      shared: [],
      inBaskets: 0,
      inExams: [{ number: questionNumber(used), exams: 2 }],
    });
    await deleteQuestions(teacher, 'theory', [used.id], T);
    const items = await db().selectFrom('exam_items').selectAll().where('exam_id', '=', exam.id).execute();
    expect(items).toHaveLength(1);
  });
});

describe('rights', () => {
  test('others’ questions are as good as missing, for teachers and students', async () => {
    const question = await makeWrittenQuestion({ owner: teacher });
    const student = actorOf(await makeStudent());
    for (const actor of [other, student]) {
      expect(await refusal(getQuestion(actor, 'written', question.id))).toMatchObject({ code: 'not_found' });
      expect(await refusal(getQuestions(actor, ['written'], [question.id]))).toMatchObject({ code: 'not_found' });
      expect(await refusal(copyQuestion(actor, 'written', question.id, T))).toMatchObject({ code: 'not_found' });
      expect(await refusal(renameQuestion(actor, 'written', { id: question.id, title: 'x' }, T))).toMatchObject({
        code: 'not_found',
      });
      const input = writtenQuestionSchema.parse({ id: question.id, prompt: 'x' });
      expect(await refusal(saveWrittenQuestion(actor, input, T))).toMatchObject({ code: 'not_found' });
      expect((await listQuestions(actor, { ...page, banks: ['written'] })).rows).toEqual([]);
    }
  });

  test('a question is found in its own bank only', async () => {
    const question = await makeWrittenQuestion({ owner: teacher });
    expect(await refusal(getQuestion(teacher, 'oral', question.id))).toMatchObject({ code: 'not_found' });
    expect(await refusal(getQuestions(teacher, ['oral', 'theory'], [question.id]))).toMatchObject({
      code: 'not_found',
    });
  });
});

describe('lists', () => {
  const titles = async (filters: Partial<Parameters<typeof listQuestions>[1]>) =>
    (await listQuestions(teacher, { ...page, banks: ['theory'], ...filters })).rows.map((row) => row.title);

  test('the newest change comes first; pages follow on', async () => {
    for (const [index, title] of ['甲', '乙', '丙'].entries()) {
      await makeTheoryQuestion({ owner: teacher, title, updated_at: T + index });
    }
    expect(await titles({})).toEqual(['丙', '乙', '甲']);
    expect(await titles({ pageSize: 2, currentPage: 2 })).toEqual(['甲']);
    expect(await listQuestions(teacher, { banks: ['theory'], pageSize: 2, currentPage: 9 })).toMatchObject({
      rows: [],
      totalCount: 3,
    });
  });

  test('filters narrow, together', async () => {
    const scene = await addNamedType(teacher, 'scene', { name: '讲解' }, T);
    const exam = await addNamedType(teacher, 'exam', { name: '期末' }, T);
    await makeTheoryQuestion({ owner: teacher, title: '甲', level: 1, scene_type_id: scene.id, updated_at: T });
    await makeTheoryQuestion({
      owner: teacher,
      title: '乙',
      level: 2,
      exam_type_id: exam.id,
      kind: 'judge',
      updated_at: T + 1,
    });
    await makeWrittenQuestion({ owner: teacher, title: '丙', level: 2, updated_at: T + 2 });
    expect(await titles({ level: 2 })).toEqual(['乙']);
    expect(await titles({ level: 2, banks: ['theory', 'written'] })).toEqual(['丙', '乙']);
    expect(await titles({ sceneTypeId: scene.id })).toEqual(['甲']);
    expect(await titles({ examTypeId: exam.id })).toEqual(['乙']);
    expect(await titles({ kind: 'judge' })).toEqual(['乙']);
    expect(await titles({ kind: 'judge', level: 1 })).toEqual([]);
    const [row] = (await listQuestions(teacher, { ...page, banks: ['theory'], kind: 'judge' })).rows;
    expect(row).toMatchObject({ examTypeName: '期末', sceneTypeName: '' });
    expect(await countByKind(teacher, { kind: 'single' })).toEqual({
      '': 2,
      single: 1,
      multiple: 0,
      judge: 1,
      cloze: 0,
      short: 0,
    });
  });

  test('its number finds a question, however it is typed, in its own bank only', async () => {
    const one = await makeTheoryQuestion({ owner: teacher, title: '甲' });
    await makeTheoryQuestion({ owner: teacher, title: '乙' });
    const number = questionNumber({ bank: 'theory', id: one.id });
    for (const keyword of [number, number.toLowerCase(), ` T${one.id} `, `Ｔ－${one.id}`]) {
      expect(await titles({ keyword })).toEqual(['甲']);
    }
    expect(await titles({ keyword: questionNumber({ bank: 'oral', id: one.id }) })).toEqual([]);
  });

  test.each([
    ['%', ['100%']],
    ['_', ['a_b']],
    ['\\', ['c\\d']],
    ['ＡＢＣ', ['Abc']],
    ['abc', ['Abc']],
    ['x%', []],
    ['首都', ['100%', 'Abc', 'a_b', 'c\\d']],
    [' 首都 ', ['100%', 'Abc', 'a_b', 'c\\d']],
    ["'", []],
  ])('the key word %j is looked for as it is', async (keyword, expected) => {
    for (const title of ['100%', 'a_b', 'c\\d', 'Abc']) await makeTheoryQuestion({ owner: teacher, title });
    expect((await titles({ keyword })).sort()).toEqual(expected);
  });
});

describe('scene and exam types', () => {
  test('a name stands once in its list', async () => {
    await addNamedType(teacher, 'scene', { name: '讲解' }, T);
    expect(await refusal(addNamedType(other, 'scene', { name: '讲解' }, T))).toMatchObject({
      fields: { name: '已有“讲解”' },
    });
    await addNamedType(teacher, 'exam', { name: '讲解' }, T);
    expect((await listNamedTypes('scene')).map((type) => type.name)).toEqual(['讲解']);
  });

  test('one in use is not deleted; one that only deleted questions had is', async () => {
    const type = await addNamedType(teacher, 'scene', { name: '讲解' }, T);
    const question = await makeOralQuestion({ owner: other, scene_type_id: type.id });
    expect(await refusal(deleteNamedTypes(teacher, 'scene', [type.id], T))).toMatchObject({
      code: 'conflict',
      message: '“讲解”还有 1 道题在用，请先把这些题改成别的场景类型。',
    });
    await deleteQuestions(other, 'oral', [question.id], T);
    expect(await deleteNamedTypes(teacher, 'scene', [type.id], T)).toBe(1);
    expect(await refusal(deleteNamedTypes(teacher, 'scene', [type.id], T))).toMatchObject({ code: 'not_found' });
  });
});

describe('key word suggestions', () => {
  test('names come first, courtesies and numbers not at all, at most 20', async () => {
    const words = await suggestKeyPoints(
      '各位游客，大家好！欢迎来到北京故宫博物院。故宫旧称紫禁城，始建于明成祖永乐四年，2026 年还在。太和殿是外朝三大殿之首，紫禁城的正殿。',
    );
    expect(words).toContain('紫禁城');
    expect(words).toContain('太和殿');
    expect(words.indexOf('紫禁城')).toBeLessThan(5);
    for (const word of ['大家', '各位', '欢迎', '2026']) expect(words).not.toContain(word);
    expect(words.length).toBeLessThanOrEqual(20);
    expect(new Set(words).size).toBe(words.length);
  });

  test('nothing gives nothing', async () => {
    expect(await suggestKeyPoints('')).toEqual([]);
    expect(await suggestKeyPoints('……！！ 1 2 3')).toEqual([]);
  });
});
