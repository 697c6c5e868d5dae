import { strToU8, zipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { actorOf, makeImport, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { importInOneCall } from './import-api.commands.server';
import { cancelImports, chooseItems, MAX_OPEN_IMPORTS } from './import.commands.server';
import { listItems, listRecentImports } from './import.queries.server';
import { importApiSchema } from './import.schema';
import { refusedFile } from './refused-file.queries.server';

/** A file of questions in one call of the API, and what becomes of what was only looked at. */

useDatabase();

const T = 1_800_000_000_000;
let teacher: Actor;

beforeEach(async () => {
  teacher = actorOf(await makeTeacher());
});

const call = (text: string, fields: Record<string, unknown> = {}) => {
  const file = { name: '试卷.txt', bytes: Buffer.from(text) };
  return importInOneCall(teacher, importApiSchema.parse({ bank: 'theory', ...fields }), file, T);
};
const stored = async () => (await db().selectFrom('questions').select('id').execute()).length;

const CAPITAL = '1．中国的首都在哪里呢（ ）\nA．上海 B．北京 C．广州 D．天津\n【答案】B\n';
const DOUBTFUL = `${CAPITAL}【详解】首都是上海，故选A。\n`;

test('what was not read of a file is said with its check, and with its storing as well', async () => {
  const row = (cells: string[], number: number, more = '') =>
    `<row r="${number}"${more}>${cells.map((text, at) => `<c r="${'ABCDE'.charAt(at)}${number}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
  const bytes = Buffer.from(
    zipSync({
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="一" r:id="r1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="r1" Type="worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet1.xml': strToU8(
        `<worksheet><sheetData>${row(['题干', '选项A', '选项B', '答案'], 1)}${row(['首都是', '北京', '上海', 'A'], 2)}${row(['藏', '甲', '乙', 'A'], 3, ' hidden="1"')}</sheetData></worksheet>`,
      ),
    }),
  );
  for (const confirm of ['', '1']) {
    const fields = importApiSchema.parse({ bank: 'theory', ...(confirm === '' ? {} : { confirm }) });
    const report = await importInOneCall(teacher, fields, { name: '题.xlsx', bytes }, T);
    expect(report.questions[0]?.notes.join()).toContain('整个文件：第 3 行是隐藏的');
  }
});

describe('what may have been read wrong', () => {
  test('is stored only where that is asked for by its own name', async () => {
    const one = await call(DOUBTFUL, { confirm: '1', skipInvalid: '1' });
    expect(one).toMatchObject({ all: 1, valid: 1, held: 1, chosen: 0, stored: 0, questions: [{ held: true }] });
    const other = await call(DOUBTFUL, { confirm: '1', keepHeld: '1' });
    expect(other).toMatchObject({ held: 0, chosen: 1, stored: 1, questions: [{ held: false, chosen: true }] });
    expect(await stored()).toBe(1);
  });

  test('is not let through because it repeats another', async () => {
    expect(await call(CAPITAL, { confirm: '1' })).toMatchObject({ stored: 1 });
    const all = { confirm: '1', skipInvalid: '1', keepDuplicates: '1' };
    const repeated = await call(DOUBTFUL, all);
    expect(repeated).toMatchObject({ duplicate: 1, held: 1, stored: 0 });
    expect(repeated.questions[0]?.notes.join()).toContain('默认不导入');
    // Nor by its own name alone where it repeats another.
    expect(await call(DOUBTFUL, { confirm: '1', keepHeld: '1' })).toMatchObject({ stored: 0 });
    expect(await call(DOUBTFUL, { ...all, keepHeld: '1' })).toMatchObject({ stored: 1 });
    expect(await stored()).toBe(2);
  });

  test('stays out on the page as well, when the repeated ones are taken in together', async () => {
    await call(CAPITAL, { confirm: '1' });
    const { id } = await call(`${DOUBTFUL}\n${CAPITAL.replace('1．', '2．').replace('哪里呢', '哪里')}`);
    await chooseItems(teacher, id, { show: 'duplicate', isChosen: true }, T);
    const { rows } = await listItems(id, { show: 'all', currentPage: 1, pageSize: 10 });
    expect(rows.map(({ isHeld, isChosen }) => [isHeld, isChosen])).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});

describe('all that a filter shows', () => {
  test.each(['all', 'look', 'noted', 'left'] as const)(
    'is taken without what may have been read wrong: %s',
    async (show) => {
      const { id } = await call(`${DOUBTFUL}\n${CAPITAL.replace('1．', '2．').replace('哪里呢', '哪里')}`);
      await chooseItems(teacher, id, { show: 'all', isChosen: false }, T);
      const chosen = async () =>
        (await listItems(id, { show: 'all', currentPage: 1, pageSize: 10 })).rows.map(({ isChosen }) => isChosen);
      await chooseItems(teacher, id, { show, isChosen: true }, T);
      const isSecond = show === 'all' || show === 'left';
      expect(await chosen()).toEqual([false, isSecond]);
      await chooseItems(teacher, id, { show, isChosen: true, keepHeld: true }, T);
      expect(await chosen()).toEqual([true, isSecond]);
      // What a teacher has taken by itself stays.
      await chooseItems(teacher, id, { show, isChosen: true }, T);
      expect(await chosen()).toEqual([true, isSecond]);
    },
  );
});

test('a confirmation that is refused holds no place among those that wait', async () => {
  const bad = `${CAPITAL}\n2．没有答案（ ）\nA．甲 B．乙\n`;
  for (let n = 0; n <= MAX_OPEN_IMPORTS; n += 1) {
    await expect(call(bad, { confirm: '1' })).rejects.toMatchObject({
      code: 'conflict',
      data: { extra: { all: 2, bad: 1 } },
    });
  }
  expect((await listRecentImports(teacher, T)).totalCount).toBe(0);
  expect(await call(bad, { confirm: '1', skipInvalid: '1' })).toMatchObject({ stored: 1 });
});

test('a partial confirmation reports what was stored, held back and refused, asked again too', async () => {
  const text = `${CAPITAL}\n2．没有答案（ ）\nA．甲 B．乙\n\n${DOUBTFUL.replace('1．中国', '3．我国')}`;
  const fields = { confirm: '1', skipInvalid: '1', requestId: 'k' };
  const report = await call(text, fields);
  expect(report).toMatchObject({ all: 3, valid: 2, bad: 1, held: 1, chosen: 1, stored: 1 });
  expect(report.questions.map(({ title, chosen, held, errors }) => [title, chosen, held, errors.length])).toEqual([
    ['中国的首都在哪里呢（ ）', true, false, 0],
    ['没有答案（ ）', false, false, 1],
    ['我国的首都在哪里呢（ ）', false, true, 0],
  ]);
  expect(await call(text, fields)).toEqual(report);
  // What was refused can still be taken away and mended.
  expect((await refusedFile(teacher, report.id, T)).bytes.toString()).toContain('没有答案');
});

test('what was only looked at can be given up, so that more may come', async () => {
  const ids = [];
  for (let n = 0; n < MAX_OPEN_IMPORTS; n += 1) ids.push((await call(CAPITAL)).id);
  await expect(call(CAPITAL)).rejects.toMatchObject({ code: 'too_many' });
  expect(await cancelImports(teacher, ids.slice(0, 1), T)).toBe(1);
  expect(await call(CAPITAL)).toMatchObject({ all: 1, stored: 0 });
});

test('what was stored within the day is found behind any number that wait', async () => {
  const { id } = await call(CAPITAL, { confirm: '1' });
  for (let n = 0; n < MAX_OPEN_IMPORTS; n += 1) await makeImport({ owner: teacher, created_at: T + n });
  expect((await listRecentImports(teacher, T)).rows.map(({ state }) => state)).not.toContain('stored');
  const second = await listRecentImports(teacher, T, 2);
  expect(second).toMatchObject({ totalCount: 11, currentPage: 2, rows: [{ id, state: 'stored', canUndo: true }] });
  // A page that is no more is the last one.
  expect(await listRecentImports(teacher, T, 9)).toEqual(second);
});
