import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { removeUnusedFiles } from '~/domain/file/file.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { temporaryDirectory } from '~/lib/temporary-files.server';
import { actorOf, makeStudent, makeTeacher, makeTheoryQuestion } from '~tests/factories';
import { makePhoto } from '~tests/support/media';
import { useDatabase } from '~tests/support/db';
import { ensureDirectoryPath } from './directory.commands.server';
import { listDirectories } from './directory.queries.server';
import { directoryPath } from './directory.rules';
import { emptyParsed, type ParsedQuestion, type ReadQuestions } from './formats/format.rules';
import {
  cancelImport,
  cancelImports,
  chooseItem,
  chooseItems,
  confirmImport,
  removeOldImports,
  resumeImports,
  MAX_OPEN_IMPORTS,
  startImport,
  waitForImport,
} from './import.commands.server';
import { keepImportFile, takeImportFile } from './import-file.server';
import { checkAll } from './import-reading.server';
import { reading } from './import-work.server';
import { getImport, listItems, listRecentImports, storedElsewhere, summarizeItems } from './import.queries.server';
import { listQuestions } from './question-list.queries.server';

/** The way of a file into a bank, whatever its format: here the questions come from the test itself. */

let read: ReadQuestions;
beforeEach(() => {
  vi.spyOn(reading, 'read').mockImplementation(async ({ bank }, file, types, onProgress) =>
    checkAll(await read(file, onProgress), bank, types),
  );
});
afterEach(() => vi.restoreAllMocks());

useDatabase();

const T = 1_800_000_000_000;
const DAY = 24 * 3_600_000;
let teacher: Actor;
let other: Actor;

beforeEach(async () => {
  teacher = actorOf(await makeTeacher());
  other = actorOf(await makeTeacher());
  read = () => Promise.resolve(questions);
  questions = [single('一'), single('二')];
});

let questions: ParsedQuestion[];

function single(stem: string, changes: Partial<ParsedQuestion> = {}): ParsedQuestion {
  return {
    ...emptyParsed(1),
    kind: 'single',
    fields: { stem, options: ['甲', '乙'], answer: 'B' },
    ...changes,
  };
}

/** A reader that cannot read. */
const fails =
  (error: unknown): ReadQuestions =>
  async () => {
    await Promise.resolve();
    throw error;
  };

const FILE = { name: '第一单元.txt', bytes: Buffer.from('1. 题') };
const INPUT = { bank: 'theory', format: 'text', dirId: null, byDirectory: false } as const;

async function begin(changes: Partial<Parameters<typeof startImport>[1]> = {}, actor = teacher) {
  const id = await startImport(actor, { ...INPUT, ...changes }, FILE, T);
  await waitForImport(id, { isPatient: true });
  return id;
}
const items = async (id: string, show: 'all' | 'bad' | 'noted' | 'duplicate' | 'left' = 'all') =>
  (await listItems(id, { show, currentPage: 1, pageSize: 20 })).rows;
const confirm = (id: string, now = T) => confirmImport(teacher, id, now, { isPatient: true });
const theory = async (actor = teacher) =>
  (await listQuestions(actor, { banks: ['theory'], currentPage: 1, pageSize: 100 })).rows;
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as AppError,
  );
const countRows = async (table: 'questions' | 'question_imports' | 'question_import_items' | 'files') =>
  (
    await db()
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;
const temporaryFiles = () => readdirSync(temporaryDirectory());

describe('reading', () => {
  test('every question is put through the rules of its bank, and none is stored', async () => {
    questions = [
      single('一', { line: 3, fields: { stem: '一', options: ['甲', '乙'], answer: 'B', level: 2, analysis: '见书' } }),
      single('没有答案', { line: 9, fields: { stem: '没有答案', options: ['甲'] } }),
      { ...emptyParsed(14), fields: { stem: '连线' }, problems: ['连线题暂不支持'] },
      single('改过', { line: 20, notes: ['选项里的表格已去掉'] }),
    ];
    const id = await begin();
    expect(await getImport(teacher, id, T)).toMatchObject({
      state: 'ready',
      fileName: '第一单元.txt',
      counts: { all: 4, valid: 2, bad: 2, noted: 1, duplicate: 0, chosen: 2 },
    });
    const [first, second, third] = await items(id);
    expect(first).toMatchObject({
      position: 1,
      line: 3,
      kindLabel: '单选',
      isChosen: true,
      question: { bank: 'theory', kind: 'single', level: 2, body: { stem: '一', keys: ['B'], analysis: '见书' } },
    });
    expect(second).toMatchObject({
      line: 9,
      problems: ['请至少填写 2 个选项', '请选出正确答案'],
      question: null,
      texts: ['没有答案', 'A. 甲'],
    });
    expect(third).toMatchObject({ kindLabel: '', problems: ['连线题暂不支持'] });
    expect((await items(id, 'bad')).map((item) => item.line)).toEqual([9, 14]);
    expect((await items(id, 'noted')).map((item) => item.notes)).toEqual([['选项里的表格已去掉']]);
    expect(await summarizeItems(id)).toEqual({
      kinds: [{ bank: 'theory', label: '单选', count: 2 }],
      passages: 0,
      unsupported: [{ sentence: '连线题暂不支持', lines: [14] }],
    });
    expect(await countRows('questions')).toBe(0);
  });

  test('an essay becomes a short answer, or a written question where the import began there', async () => {
    const essay = {
      ...emptyParsed(1),
      kind: 'essay' as const,
      fields: { prompt: '谈谈', referenceAnswer: '要点', analysis: '宽' },
    };
    questions = [essay];
    const [short] = await items(await begin());
    expect(short?.question).toMatchObject({ kind: 'short', body: { stem: '谈谈', reference: '要点', analysis: '宽' } });
    const [written] = await items(await begin({ bank: 'written' }));
    expect(written?.question).toMatchObject({
      bank: 'written',
      body: { prompt: '谈谈', referenceAnswer: '要点\n宽' },
    });
  });

  test('what goes to another bank than the chosen one says so', async () => {
    questions = [single('一'), { ...emptyParsed(2), kind: 'oral' as const, fields: { examContent: '朗读' } }];
    const read = await items(await begin({ bank: 'oral' }));
    expect(read.map(({ notes }) => notes.join())).toEqual([
      expect.stringContaining('会存到理论题库，不在所选的口语题库'),
      '',
    ]);
    questions = [single('二')];
    expect((await items(await begin()))[0]?.notes).toEqual([]);
  });

  test('repeats, in the file and of the own bank, are marked and left out unless wanted', async () => {
    const mine = await makeTheoryQuestion({ owner: teacher });
    await makeTheoryQuestion({ owner: other, body: { stem: '别人的' } });
    const same = { stem: '下列哪一个 是中国的首都？', options: ['上海', '北京', '广州'], answer: 'B' };
    questions = [
      single('', { line: 2, fields: same }),
      single('一', { line: 5 }),
      single('一', { line: 8 }),
      single('一', { line: 9, fields: { stem: '一', options: ['丙', '丁'], answer: 'A' } }),
      single('别人的', { line: 11 }),
      single('', { line: 12, fields: { ...same, answer: 'A' } }),
    ];
    const id = await begin();
    expect((await items(id)).map((item) => item.duplicate)).toEqual([
      `与题库里的 T-${String(mine.id).padStart(4, '0')} 相同`,
      '',
      '与第 5 行的题相同',
      '',
      '',
      `题干和选项与题库里的 T-${String(mine.id).padStart(4, '0')} 相同，答案或解析不同；勾选会另存一道`,
    ]);
    await chooseItem(teacher, id, { position: 3, isChosen: true }, T);
    expect(await confirm(id)).toMatchObject({ state: 'stored', done: 4 });
    expect(await theory()).toHaveLength(5);
  });

  test('a file that cannot be read leaves nothing', async () => {
    read = fails(new AppError('invalid', '这个文件打不开。'));
    expect(await refusal(begin())).toMatchObject({ code: 'invalid', message: '这个文件打不开。' });
    questions = [];
    read = () => Promise.resolve(questions);
    expect((await refusal(begin()))?.message).toMatch(/没有找到题目/);
    read = fails(new Error('a bug'));
    const error = vi.spyOn(console, 'error').mockReturnValue();
    expect((await refusal(begin()))?.message).toMatch(/出了意外/);
    expect(error).toHaveBeenCalled();
    error.mockRestore();
    expect(await countRows('question_imports')).toBe(0);
    expect(await countRows('files')).toBe(0);
    expect(temporaryFiles()).toEqual([]);
  });

  test('no more wait for a yes than a person can look at: each holds all its questions', async () => {
    const ids = [];
    for (let n = 0; n < MAX_OPEN_IMPORTS; n += 1) {
      const id = await startImport(teacher, INPUT, FILE, T + n);
      await waitForImport(id, { isPatient: true });
      ids.push(id);
    }
    const more = () => startImport(teacher, INPUT, FILE, T + 100);
    await expect(more()).rejects.toMatchObject({
      code: 'too_many',
      fields: { file: expect.stringContaining('先确认或取消') as string },
    });
    // Others go on, and with one confirmed and one dropped two more may come.
    await startImport(other, INPUT, FILE, T);
    await confirmImport(teacher, ids[0] ?? '', T + 200, { isPatient: true });
    await cancelImport(teacher, ids[1] ?? '', T + 200);
    for (let n = 0; n < 2; n += 1) await waitForImport(await more(), { isPatient: true });
    await expect(more()).rejects.toMatchObject({ code: 'too_many' });
    const { rows: recent } = await listRecentImports(teacher, T + 300);
    expect(recent.map(({ state }) => state)).toEqual(Array.from({ length: MAX_OPEN_IMPORTS }, () => 'ready'));
  });

  test('what fails after the form was answered stands in the import', async () => {
    let fail = () => undefined as void;
    const gate = new Promise<void>((resolve) => (fail = resolve));
    read = async () => {
      await gate;
      throw new AppError('too_large', '太大了。');
    };
    const id = await startImport(teacher, INPUT, FILE, T);
    expect(await getImport(teacher, id, T)).toMatchObject({ state: 'reading' });
    fail();
    await vi.waitFor(async () =>
      expect(await getImport(teacher, id, T)).toMatchObject({ state: 'failed', problem: '太大了。' }),
    );
    expect((await refusal(confirm(id)))?.code).toBe('conflict');
  });

  test('an empty or too large file, a foreign directory and a student are refused at once', async () => {
    const start = (file: { name: string; bytes: Buffer }, input: Partial<Parameters<typeof startImport>[1]> = {}) =>
      refusal(startImport(teacher, { ...INPUT, ...input }, file, T));
    expect((await start({ name: 'a.txt', bytes: Buffer.alloc(0) }))?.fields).toHaveProperty('file');
    expect((await start({ name: 'a.txt', bytes: Buffer.alloc(6 * 1024 * 1024, 'a') }))?.fields?.file).toMatch(/5 MB/);
    expect((await start({ name: 'a.bin', bytes: Buffer.from([1, 0, 0, 0, 0, 2]) }, { format: '' }))?.code).toBe(
      'unsupported_type',
    );
    const dirId = await ensureDirectoryPath(other, 'theory', ['别人的'], T);
    expect((await start(FILE, { dirId }))?.code).toBe('not_found');
    const student = actorOf(await makeStudent());
    expect((await refusal(startImport(student, INPUT, FILE, T)))?.code).toBe('forbidden');
    expect(await countRows('question_imports')).toBe(0);
  });

  test('a fourth file at once has to wait', async () => {
    let go = () => undefined as void;
    const gate = new Promise<void>((resolve) => (go = resolve));
    read = async () => {
      await gate;
      return questions;
    };
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push(await startImport(teacher, INPUT, FILE, T));
    expect((await refusal(startImport(teacher, INPUT, FILE, T)))?.code).toBe('too_many');
    expect(await countRows('question_imports')).toBe(3);
    go();
    for (const id of ids) await waitForImport(id, { isPatient: true });
    expect((await listRecentImports(teacher, T)).rows.map((job) => job.state)).toEqual(['ready', 'ready', 'ready']);
  });
});

describe('pictures', () => {
  const picture = (bytes: Uint8Array, name = '图.jpg') => ({ name, bytes });

  test('are shown before, used once confirmed, and kept once', async () => {
    const photo = picture(await makePhoto({ width: 200, height: 100 }));
    questions = [single('看[图1]', { pictures: [photo] }), single('再看', { pictures: [photo] })];
    const id = await begin();
    const shown = await items(id);
    const [imageId = ''] = shown[0]?.question?.imageIds ?? [];
    expect(shown[1]?.question?.imageIds).toEqual([imageId]);
    expect(await countRows('files')).toBe(1);
    await confirm(id);
    await removeUnusedFiles(T + 2 * DAY);
    expect(await countRows('files')).toBe(1);
    expect((await theory()).map((question) => question.imageIds)).toEqual([[imageId], [imageId]]);
    expect(temporaryFiles()).toEqual([]);
  });

  test('one that cannot be opened is a problem of its question, too many are one too', async () => {
    const photo = picture(await makePhoto({ width: 50, height: 50 }));
    questions = [
      single('坏', { pictures: [picture(Buffer.from('no picture'), '坏.png')] }),
      single('多', { pictures: Array.from({ length: 10 }, () => photo) }),
      single('好'),
    ];
    const id = await begin();
    expect((await items(id)).map((item) => item.problems)).toEqual([
      [expect.stringMatching(/^图 1（坏.png）：这不是可以使用的图片/)],
      ['图片最多 9 张，这道题有 10 张'],
      [],
    ]);
    expect(await countRows('files')).toBe(0);
    expect(temporaryFiles()).toEqual([]);
  });

  test('of an import that is not confirmed nothing is left after a day', async () => {
    questions = [single('看', { pictures: [picture(await makePhoto({ width: 50, height: 50 }))] })];
    const id = await begin();
    await removeOldImports(T + DAY / 2);
    await removeUnusedFiles(T + DAY / 2);
    expect(await getImport(teacher, id, T)).toMatchObject({ state: 'ready' });
    const later = T + DAY + 60_000;
    expect(await removeOldImports(later)).toBe(1);
    await removeUnusedFiles(later);
    for (const table of ['question_imports', 'question_import_items', 'files'] as const) {
      expect(await countRows(table)).toBe(0);
    }
    expect((await refusal(confirm(id, later)))?.code).toBe('not_found');
  });
});

describe('confirming', () => {
  test('stores the chosen ones in order, with one audit entry, and keeps none of them twice', async () => {
    questions = ['一', '二', '三', '四'].map((stem) => single(stem));
    const id = await begin();
    await chooseItem(teacher, id, { position: 2, isChosen: false }, T);
    expect((await items(id, 'left')).map((item) => item.title)).toEqual(['二']);
    const stored = await confirm(id);
    expect(stored).toMatchObject({ state: 'stored', done: 3 });
    expect((await theory()).map((question) => question.title)).toEqual(['四', '三', '一']);
    // Of what is stored nothing stands there a second time.
    const left = await db().selectFrom('question_import_items').select('content').where('is_chosen', '=', 1).execute();
    expect(new Set(left.map(({ content }) => content))).toEqual(new Set([toJson({ texts: [] })]));
    const entries = await db().selectFrom('audit_entries').select(['action', 'detail']).execute();
    expect(entries.map((entry) => entry.action)).toEqual(['question.import']);
    expect(JSON.parse(entries[0]?.detail ?? '')).toMatchObject({ count: 3, format: 'text' });
  });

  test('twice, one after the other and at once, stores once', async () => {
    const id = await begin();
    await Promise.all([confirm(id), confirm(id)]);
    expect(await confirm(id)).toMatchObject({ state: 'stored', done: 2 });
    expect(await theory()).toHaveLength(2);
  });

  test('two windows with the same file: the second one says what is there already when it is uploaded', async () => {
    const [one, two] = [await begin(), await begin()];
    await confirm(one);
    // Read before the first was stored: the teacher has seen both and confirms both.
    expect(await confirm(two)).toMatchObject({ done: 2 });
    expect((await items(await begin())).map((item) => item.isChosen)).toEqual([false, false]);
  });

  test('a choice in another window after that is refused', async () => {
    const id = await begin();
    await confirm(id);
    expect((await refusal(chooseItem(teacher, id, { position: 1, isChosen: false }, T)))?.code).toBe('conflict');
  });

  test('nothing chosen is nothing to import; a filter’s questions are chosen together', async () => {
    questions = [single('一'), single('一'), single('坏', { fields: {} })];
    const id = await begin();
    await chooseItems(teacher, id, { show: 'all', isChosen: false }, T);
    expect((await refusal(confirm(id)))?.message).toMatch(/至少留下一道/);
    await chooseItems(teacher, id, { show: 'duplicate', isChosen: true }, T);
    expect(await confirm(id)).toMatchObject({ done: 1 });
  });

  test('goes into the chosen directory and those the file names, made where missing', async () => {
    const dirId = await ensureDirectoryPath(teacher, 'theory', ['高一'], T);
    questions = [
      single('一', { directories: ['地理', '气候'] }),
      single('二'),
      { ...emptyParsed(3), kind: 'written', fields: { prompt: '写' }, directories: ['地理'] },
    ];
    const id = await begin({ dirId, byDirectory: true });
    await confirm(id);
    const tree = await listDirectories(teacher, 'theory');
    const places = (await theory()).map(({ title, directoryId }) => [title, directoryPath(tree, directoryId ?? 0)]);
    expect(places).toEqual([
      ['二', ['高一']],
      ['一', ['高一', '地理', '气候']],
    ]);
    expect((await listDirectories(teacher, 'written')).directories.map((one) => one.name)).toEqual(['地理']);
    expect(await storedElsewhere(await getImport(teacher, id, T))).toBe('，其中 1 道在笔试题库');

    questions = [single('三', { directories: ['不要'] })];
    // Storing takes its time from a clock that goes on: a minute later is later however slow the machine is.
    await confirm(await begin({ dirId }), T + 60_000);
    expect((await theory())[0]).toMatchObject({ title: '三', directoryId: dirId });
  });

  test('is all or nothing: when it fails halfway it can be confirmed again', async () => {
    questions = Array.from({ length: 250 }, (_, index) => single(`题 ${index}`));
    const id = await begin();
    const broken = db()
      .updateTable('question_import_items')
      .set((eb) => ({ content: eb.fn('replace', ['content', eb.val('"points":2'), eb.val('"points":null')]) }))
      .where('position', '=', 240);
    await broken.execute();
    const error = vi.spyOn(console, 'error').mockReturnValue();
    expect((await refusal(confirm(id)))?.message).toMatch(/没有导入任何题目/);
    error.mockRestore();
    expect(await countRows('questions')).toBe(0);
    expect(await getImport(teacher, id, T)).toMatchObject({ state: 'ready' });
    await chooseItem(teacher, id, { position: 240, isChosen: false }, T);
    expect(await confirm(id)).toMatchObject({ state: 'stored', done: 249 });
    // Whoever has left the page is told; few are there at once and need no message.
    const told = await db().selectFrom('messages').select(['user_id', 'title', 'link']).execute();
    expect(told).toEqual([
      { user_id: teacher.id, title: '已导入 249 道题', link: `/question_bank/import/preview?id=${id}` },
    ]);
  });

  test('a process that died is found out: reading has failed, storing is confirmed again', async () => {
    const id = await begin();
    const die = (state: string) => db().updateTable('question_imports').set({ state, updated_at: T }).execute();
    await die('reading');
    expect(await getImport(teacher, id, T + 5_000)).toMatchObject({ state: 'reading', isInterrupted: false });
    expect(await getImport(teacher, id, T + 7_000)).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(/请重新上传/) as string,
    });
    await die('storing');
    expect(await getImport(teacher, id, T + 5_000)).toMatchObject({ state: 'storing' });
    expect(await confirm(id, T + 10_000)).toMatchObject({ state: 'stored', done: 2 });
  });

  test('what a process was at when it died goes on in another one, reading once', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const id = await begin();
    const die = (state: string, at: number) =>
      db().updateTable('question_imports').set({ state, updated_at: at }).execute();
    await db().deleteFrom('question_import_items').execute();
    await die('reading', T);
    await keepImportFile(id, Buffer.from('the file'));
    expect(await resumeImports(T + 5_000)).toBe(0);
    expect(await getImport(teacher, id, T + 7_000)).toMatchObject({ state: 'reading', isInterrupted: true });
    expect(await resumeImports(T + 10_000)).toBe(1);
    expect(await resumeImports(T + 10_000)).toBe(0);
    await waitForImport(id, { isPatient: true });
    expect(await getImport(teacher, id, T + 10_000)).toMatchObject({ state: 'ready', counts: { all: 2 } });

    await die('storing', T + 10_000);
    expect(await resumeImports(T + 20_000)).toBe(1);
    await waitForImport(id, { isPatient: true });
    expect(await getImport(teacher, id, T + 20_000)).toMatchObject({ state: 'stored', done: 2 });

    // A file that kills each process that reads it is given up.
    const deadly = await begin();
    await db()
      .updateTable('question_imports')
      .set({ state: 'reading', updated_at: T })
      .where('id', '=', deadly)
      .execute();
    await keepImportFile(deadly, Buffer.from('the file'));
    expect(await takeImportFile(deadly)).not.toBeNull();
    expect(await resumeImports(T + 10_000)).toBe(0);
    expect(await getImport(teacher, deadly, T + 10_000)).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(/请重新上传/) as string,
    });
  });

  test('cancelling drops it; twice, and after storing, is harmless', async () => {
    const id = await begin();
    expect(await cancelImport(teacher, id, T)).toEqual({ isStored: false });
    expect(await cancelImport(teacher, id, T)).toEqual({ isStored: false });
    expect(await countRows('question_import_items')).toBe(0);
    expect((await refusal(getImport(teacher, id, T)))?.code).toBe('not_found');
    const stored = await begin();
    await confirm(stored);
    expect(await cancelImport(teacher, stored, T)).toEqual({ isStored: true });
    expect(await theory()).toHaveLength(2);
    // It can still be undone.
    expect((await listRecentImports(teacher, T)).rows).toMatchObject([{ id: stored, canUndo: true }]);
  });

  test('all that wait for a yes are dropped together, what is stored stays', async () => {
    const [first, stored, last] = [await begin(), await begin(), await begin()];
    await confirm(stored);
    expect(await cancelImports(other, [first, last], T)).toBe(0);
    expect(await cancelImports(teacher, [first, stored, last, first], T)).toBe(2);
    expect((await listRecentImports(teacher, T)).rows.map(({ id, state }) => [id, state])).toEqual([
      [stored, 'stored'],
    ]);
    expect(await theory()).toHaveLength(2);
  });

  test('others’ imports are as good as missing', async () => {
    const id = await begin();
    const tries = [
      getImport(other, id, T),
      confirmImport(other, id, T),
      chooseItem(other, id, { position: 1, isChosen: false }, T),
    ];
    for (const error of await Promise.all(tries.map(refusal))) expect(error?.code).toBe('not_found');
    await cancelImport(other, id, T);
    expect((await listRecentImports(other, T)).rows).toEqual([]);
    expect(await getImport(teacher, id, T)).toMatchObject({ state: 'ready', counts: { chosen: 2 } });
  });
});
