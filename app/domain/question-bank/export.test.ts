import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { addToBasket } from '~/domain/basket/basket.commands.server';
import { storeFile } from '~/domain/file/file.commands.server';
import { openFile } from '~/domain/file/file.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import type { AppError } from '~/lib/errors';
import { temporaryPath } from '~/lib/temporary-files.server';
import {
  actorOf,
  makeOralQuestion,
  makeShare,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { makePhoto } from '~tests/support/media';
import { useDatabase } from '~tests/support/db';
import { writeFile } from 'node:fs/promises';
import { ensureDirectoryPath } from './directory.commands.server';
import { listDirectories } from './directory.queries.server';
import { directoryPath } from './directory.rules';
import { describeExport } from './export.queries.server';
import { exportQuestions } from './export.commands.server';
import { exportSchema, exportSelection } from './export.schema';
import { FORMAT_INFO } from './formats/format-info.rules';
import { readableFormats, writableFormats } from './formats/formats.server';
import { confirmImport, startImport, waitForImport } from './import.commands.server';
import { getImport, listItems } from './import.queries.server';
import { listQuestions } from './question-list.queries.server';
import { BANKS, type Question } from './question.schema';

useDatabase();

const T = Date.UTC(2026, 10, 21, 4);
let teacher: Actor;
let other: Actor;

beforeEach(async () => {
  teacher = actorOf(await makeTeacher());
  other = actorOf(await makeTeacher());
});

const select = (changes: Record<string, unknown> = {}) =>
  exportSelection.parse({ bank: 'theory', ids: [], ...changes });
const out = (changes: Record<string, unknown> = {}, actor = teacher) =>
  exportQuestions(actor, exportSchema.parse({ bank: 'theory', ids: [], format: 'json', ...changes }), T);
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as AppError,
  );
const own = async (actor: Actor, banks = BANKS as readonly Question['bank'][]) =>
  (await listQuestions(actor, { banks, scope: 'mine', currentPage: 1, pageSize: 100 })).rows;

async function storedPicture(owner: Actor): Promise<string> {
  const path = temporaryPath();
  await writeFile(path, await makePhoto({ width: 120, height: 80 }));
  return (await storeFile(owner, { kind: 'image', path, name: '宫殿.jpg' }, T)).id;
}

async function bytesOf(id: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of openFile({ id })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** What a question says, without what belongs to its row. */
function content({ bank, kind, title, level, points, keyPoints, body }: Question) {
  return { bank, kind, title, level, points, keyPoints, body: { ...body, musicUrl: null } };
}

describe('what goes out comes back the same', () => {
  const formats = writableFormats().filter((name) => readableFormats().includes(name));

  test.each(formats)('%s', async (format) => {
    const { banks, hasMedia } = FORMAT_INFO[format];
    const imageId = await storedPicture(teacher);
    const directory_id = await ensureDirectoryPath(teacher, 'theory', ['高一', '第一单元'], T);
    const kinds = ['single', 'multiple', 'judge', 'cloze', 'short'] as const;
    for (const kind of kinds) await makeTheoryQuestion({ owner: teacher, kind, directory_id, title: `理论 ${kind}` });
    await makeTheoryQuestion({
      owner: teacher,
      title: '看图',
      imageIds: hasMedia ? [imageId] : [],
      body: { stem: hasMedia ? '图里是哪座宫殿？[图1]' : '$x^2=1$ 的解是？' },
    });
    if (banks.includes('written')) await makeWrittenQuestion({ owner: teacher, title: '作文' });
    if (banks.includes('oral')) await makeOralQuestion({ owner: teacher, title: '朗读', keyPoints: ['春天'] });

    for (const bank of banks) {
      const file = await out({ bank, format });
      const id = await startImport(
        other,
        { bank, format: '', dirId: null, byDirectory: true },
        { name: file.name, bytes: file.bytes },
        T,
      );
      await waitForImport(id, { isPatient: true });
      const job = await getImport(other, id, T);
      expect(job).toMatchObject({ format, counts: { bad: 0, duplicate: 0 } });
      await confirmImport(other, id, T, { isPatient: true });
    }
    const [sent, came] = [await own(teacher), await own(other)];
    const byTitle = (rows: Question[]) => rows.map(content).sort((a, b) => a.title.localeCompare(b.title));
    // A paper to print carries what is printed: titles, levels and key words are not on it.
    if (format === 'docx' || format === 'text') {
      const stems = (rows: Question[]) =>
        rows
          .flatMap((row) => (row.bank === 'theory' ? [[row.kind, row.body.stem, row.body.keys, row.body.blanks]] : []))
          .sort();
      expect(stems(came)).toEqual(stems(sent));
      return;
    }
    expect(byTitle(came)).toEqual(byTitle(sent));
    const tree = await listDirectories(other, 'theory');
    const placed = came.find((row) => row.title === '理论 judge');
    if (format !== 'qti') expect(directoryPath(tree, placed?.directoryId ?? 0)).toEqual(['高一', '第一单元']);
    if (hasMedia) {
      const [pictureId = ''] = came.find((row) => row.title === '看图')?.imageIds ?? [];
      expect((await bytesOf(pictureId)).length).toBeGreaterThan(500);
    }
  });

  test('to the same teacher everything is a repeat, and nothing is taken twice by itself', async () => {
    await makeTheoryQuestion({ owner: teacher });
    const file = await out();
    const input = { bank: 'theory', format: '', dirId: null, byDirectory: false } as const;
    const id = await startImport(teacher, input, { name: file.name, bytes: file.bytes }, T);
    await waitForImport(id, { isPatient: true });
    const [item] = (await listItems(id, { show: 'duplicate', currentPage: 1, pageSize: 5 })).rows;
    expect(item).toMatchObject({ isChosen: false, duplicate: expect.stringMatching(/相同/) as string });
  });
});

describe('what is chosen', () => {
  test('named questions, in the order asked for; others’ are as good as missing', async () => {
    const [a, b] = [await makeTheoryQuestion({ owner: teacher }), await makeTheoryQuestion({ owner: teacher })];
    const file = await out({ ids: [b.id, a.id] });
    expect(file).toMatchObject({ name: '题库-理论-20261121.json' });
    expect(file.bytes.toString().indexOf(b.title)).toBeLessThan(file.bytes.toString().indexOf(a.title));
    expect((await refusal(out({ ids: [a.id] }, other)))?.code).toBe('not_found');
    await makeShare({ question: a, audience: 'teachers' });
    expect((await refusal(out({ ids: [a.id] }, other)))?.code).toBe('not_found');
    expect((await refusal(out({ ids: [a.id], bank: 'oral' })))?.code).toBe('not_found');
  });

  test('what a list’s filters show of the own ones', async () => {
    const dirId = (await ensureDirectoryPath(teacher, 'theory', ['高一'], T)) ?? 0;
    await makeTheoryQuestion({ owner: teacher, title: '在目录里', directory_id: dirId, level: 2 });
    await makeTheoryQuestion({ owner: teacher, title: '不在', kind: 'judge' });
    const shared = await makeTheoryQuestion({ owner: other, title: '别人的' });
    await makeShare({ question: shared, audience: 'teachers' });
    const count = async (changes: Record<string, unknown>) => (await describeExport(teacher, select(changes))).count;
    expect(await count({})).toBe(2);
    expect(await count({ dirId })).toBe(1);
    expect(await count({ kind: 'judge' })).toBe(1);
    expect(await count({ level: 2 })).toBe(1);
    expect((await refusal(count({ level: 3 })))?.message).toMatch(/没有要导出的题目/);
  });

  test('the basket with its points, readable ones of others too', async () => {
    const shared = await makeTheoryQuestion({ owner: other, title: '别人的' });
    await makeShare({ question: shared, audience: 'teachers' });
    const mine = await makeOralQuestion({ owner: teacher, title: '我的' });
    await addToBasket(teacher, { questionIds: [shared.id] }, T);
    const file = await out({ source: 'basket' });
    expect(file.name).toBe('题库-试题篮-20261121.json');
    expect(file.bytes.toString()).toContain('别人的');
    expect(file.bytes.toString()).not.toContain(mine.title);
  });

  test('what a format cannot carry is said before', async () => {
    await makeOralQuestion({ owner: teacher });
    const { formats } = await describeExport(teacher, select({ bank: 'oral' }));
    const docx = formats.find((format) => format.name === 'docx');
    expect(docx).toMatchObject({ isEmpty: true, leftOut: '不会导出：1 道口语题' });
    expect((await refusal(out({ bank: 'oral', format: 'docx' })))?.fields).toHaveProperty('format');
    await makeTheoryQuestion({ owner: teacher, imageIds: [await storedPicture(teacher)] });
    const theory = await describeExport(teacher, select());
    expect(theory.formats.find((format) => format.name === 'gift')?.leftOut).toBe('不会导出：1 道题的图片和音频');
  });

  test('a student exports nothing; every export is recorded', async () => {
    expect((await refusal(out({}, actorOf(await makeStudent()))))?.code).toBe('forbidden');
    await makeTheoryQuestion({ owner: teacher });
    await out();
    const entries = await db().selectFrom('audit_entries').select('action').execute();
    expect(entries).toEqual([{ action: 'question.export' }]);
  });
});
