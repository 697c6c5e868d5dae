import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { asBuffer } from '~/lib/buffers.server';
import type { AppError } from '~/lib/errors';
import { writeSheet } from '~/lib/spreadsheet.server';
import { actorOf, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { makeJudge, mendItem } from './import-mend.commands.server';
import { getImportPage } from './import-page.queries.server';
import { undoImport } from './import-undo.commands.server';
import { chooseItem, confirmImport, rereadImport, startImport, waitForImport } from './import.commands.server';
import { getImport, listItems, listRecentImports } from './import.queries.server';
import { deleteQuestions } from './question.commands.server';
import { listQuestions } from './question-list.queries.server';
import { refusedFile } from './refused-file.queries.server';

/** What a teacher does with a file between uploading it and saying yes, and after it. */

useDatabase();

const T = 1_800_000_000_000;
const INPUT = { bank: 'theory', format: '', dirId: null, byDirectory: false } as const;
let teacher: Actor;
let other: Actor;

beforeEach(async () => {
  teacher = actorOf(await makeTeacher());
  other = actorOf(await makeTeacher());
});

async function begin(text: string | Uint8Array, name = '试卷.txt') {
  const bytes = typeof text === 'string' ? Buffer.from(text) : asBuffer(text);
  const id = await startImport(teacher, INPUT, { name, bytes }, T);
  await waitForImport(id, { isPatient: true });
  return id;
}
const items = async (id: string) => (await listItems(id, { show: 'all', currentPage: 1, pageSize: 50 })).rows;
const pageOf = (id: string, show: '' | 'all' | 'noted' | 'look' = '') =>
  getImportPage(teacher, id, { show, currentPage: 1, pageSize: 20 }, T);
const confirm = (id: string) => confirmImport(teacher, id, T, { isPatient: true });
const mine = async () => (await listQuestions(teacher, { banks: ['theory'], currentPage: 1, pageSize: 100 })).rows;
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as AppError,
  );

const choice = (number: number, answer = 'A') => `${number}. 第${number}题\nA. 甲\nB. 乙\n答案：${answer}`;

test('what of the file was not read is said beside the questions, not only at the first', async () => {
  const columns = ['题型', '题干', '选项A', '选项B', '答案'].map((header) => ({ header, width: 9 }));
  const rows = [
    ['单选题', '一', '甲', '乙', 'A'],
    ['合计', '1 题', '', '', ''],
  ];
  const plan = { name: '备课', columns: [{ header: '周次', width: 9 }], rows: [['一']] };
  const id = await begin(await writeSheet([{ name: '题目', columns, rows }, plan]), '题库.xlsx');
  const { ready } = await pageOf(id);
  expect(ready?.fileNotes).toEqual([
    '工作表“备课”没有读取：没有找到“题干”这一列。',
    '第 3 行是合计，不是题目，没有读取。',
  ]);
  // None of it is about the question, so nobody need look at that.
  expect((await pageOf(id, 'all')).ready?.page.rows.map(({ notes }) => notes)).toEqual([[]]);
  expect((await getImport(teacher, id, T)).counts).toMatchObject({ noted: 0, look: 0 });
  const mend = {
    position: 1,
    kind: 'single' as const,
    stem: '一',
    optionText: ['甲', '乙'],
    answer: 'B',
    analysis: '',
  };
  await mendItem(teacher, id, mend, T);
  expect((await pageOf(id)).ready?.fileNotes).toHaveLength(2);
  // Its form is open while all is stored: said as it is it stays left out, changed it goes along.
  await chooseItem(teacher, id, { position: 1, isChosen: false }, T);
  await mendItem(teacher, id, { ...mend, optionText: ['甲', '乙 ', ''], then: 'confirm' }, T);
  expect((await getImport(teacher, id, T)).counts).toMatchObject({ chosen: 0 });
  await mendItem(teacher, id, { ...mend, stem: '二', then: 'confirm' }, T);
  expect((await getImport(teacher, id, T)).counts).toMatchObject({ chosen: 1 });
  const plain = await begin(choice(1));
  expect((await pageOf(plain)).ready?.fileNotes).toEqual([]);
});

describe('the format', () => {
  const paper = '1. 质量 {=2 ~3} 是多少\n答案：2\n\n2. 甲\n答案：乙\n\n3. 丙\n答案：丁';

  test('that was taken is said, and the others are offered with their counts', async () => {
    const id = await begin(paper);
    const { job, formatLabel, ready } = await pageOf(id);
    expect([job.format, formatLabel, job.counts.all]).toEqual(['text', '纯文本', 3]);
    expect(ready?.others).toEqual([{ format: 'gift', label: 'Moodle GIFT', total: 3, right: 1 }]);
  });

  test('another one is one click away, and back again', async () => {
    const id = await begin(paper);
    await rereadImport(teacher, id, 'gift', T);
    await waitForImport(id, { isPatient: true });
    const read = await getImport(teacher, id, T);
    expect(read).toMatchObject({ state: 'ready', format: 'gift', counts: { all: 3, valid: 1 } });
    expect(read.others).toEqual([{ format: 'text', total: 3, right: 3 }]);
    await rereadImport(teacher, id, 'text', T);
    await waitForImport(id, { isPatient: true });
    expect(await getImport(teacher, id, T)).toMatchObject({ format: 'text', counts: { all: 3 } });
    expect((await refusal(rereadImport(teacher, id, 'moodle', T)))?.code).toBe('conflict');
    expect((await refusal(rereadImport(other, id, 'gift', T)))?.code).toBe('not_found');
    await confirm(id);
    expect((await refusal(rereadImport(teacher, id, 'gift', T)))?.code).toBe('conflict');
  });

  test('of a paper without any sign of another is not asked', async () => {
    expect((await pageOf(await begin(choice(1)))).ready?.others).toEqual([]);
  });
});

describe('looking before the yes', () => {
  test('opens on what needs a look, and on all where nothing does', async () => {
    const id = await begin(`${choice(1)}\n${choice(2, 'C')}\n${choice(3)}\n难度：天书`);
    const opened = (await pageOf(id)).ready;
    expect(opened?.show).toBe('look');
    expect(opened?.page.rows.map((item) => item.title)).toEqual(['第2题', '第3题']);
    expect((await pageOf(id, 'all')).ready?.page.totalCount).toBe(3);
    expect((await getImport(teacher, id, T)).counts).toMatchObject({ all: 3, valid: 2, changed: 1, bad: 1 });
    expect((await pageOf(await begin(choice(9)))).ready?.show).toBe('all');
  });

  test('a text that several questions share is no change: one line says how many have it', async () => {
    const text = '阅读下面的材料，完成1～2题。\n春天来了，小河里的水涨了起来。';
    const id = await begin(`一、选择题\n${text}\n${choice(1)}\n${choice(2)}\n难度：天书`);
    const { ready, job } = await pageOf(id, 'all');
    expect(job.counts).toMatchObject({ all: 2, valid: 2, noted: 1, changed: 1, look: 1 });
    expect(ready?.passages).toBe(2);
    expect(ready?.page.rows.map(({ notes, hasPassage }) => [notes.length, hasPassage])).toEqual([
      [0, true],
      [1, true],
    ]);
    expect((await pageOf(id, 'noted')).ready?.page.rows.map(({ position }) => position)).toEqual([2]);
    expect((await pageOf(id, 'look')).ready?.page.totalCount).toBe(1);
  });

  test('answers with remarks, and an analysis that says otherwise, are told in the preview', async () => {
    const id = await begin(
      '一、填空题\n1. 甲是____。\n答案：2（答案不唯一）\n二、选择题\n2. 乙\nA. 一\nB. 二\n答案：B\n解析：故选A。',
    );
    const [remark, analysis] = (await items(id)).map((item) => item.notes.join());
    expect(remark).toContain('答案“2（答案不唯一）”');
    expect(analysis).toMatch(/解析.*请核对/);
  });

  test('what looks misread is not imported by itself, and is when a teacher says so', async () => {
    const id = await begin(`${choice(1)}\n2. 三天以内由（ ）批准\n不用批准\nB 班长\n正确答案 C`);
    const [, doubtful] = await items(id);
    expect(doubtful).toMatchObject({ problems: [], isChosen: false });
    expect(doubtful?.notes.join()).toContain('默认不导入');
    expect((await getImport(teacher, id, T)).counts).toMatchObject({ valid: 2, chosen: 1, look: 1 });
    await confirm(id);
    expect((await mine()).map((question) => question.title)).toEqual(['第1题']);
    const again = await begin('1. 三天以内由（ ）批准\n不用批准\nB 班长\n正确答案 C');
    await chooseItem(teacher, again, { position: 1, isChosen: true }, T);
    expect((await items(again))[0]?.notes).toEqual(doubtful?.notes.map((note) => note.replace(/默认不导入.*/, '')));
    await confirm(again);
    expect(await mine()).toHaveLength(2);
  });

  test('a refused question is mended and imported', async () => {
    const id = await begin(`${choice(1)}\n2. 少一个选项\nA. 甲\n答案：B\n解析：看书`);
    const [, bad] = await items(id);
    expect(bad).toMatchObject({ question: null, draft: { kind: 'single', options: ['甲'], analysis: '看书' } });
    const mended = { position: 2, kind: 'single' as const, stem: '少一个选项', analysis: '看书' };
    const still = await refusal(mendItem(teacher, id, { ...mended, optionText: ['甲'], answer: 'B' }, T));
    expect(still?.fields).toBeTruthy();
    await mendItem(teacher, id, { ...mended, optionText: ['甲', '乙', ''], answer: 'b' }, T);
    const [, good] = await items(id);
    expect(good).toMatchObject({ problems: [], isChosen: true, question: { body: { keys: ['B'], analysis: '看书' } } });
    await confirm(id);
    expect((await mine()).map((question) => question.title)).toEqual(['少一个选项', '第1题']);
  });

  test('kind, key and blanks of one that was read are changed', async () => {
    const id = await begin(`${choice(1)}\n分值：4\n2. 甲____\n答案：乙`);
    const change = { stem: '水是____和____', optionText: [], answer: '甲\n乙|丙', analysis: '' };
    await mendItem(teacher, id, { position: 1, kind: 'cloze', ...change }, T);
    expect((await items(id))[0]).toMatchObject({
      kind: 'cloze',
      title: '水是____和____',
      points: 4,
      question: { body: { blanks: [['甲'], ['乙', '丙']], options: [] } },
    });
    await mendItem(teacher, id, { position: 2, kind: 'written', ...change, stem: '写' }, T);
    expect((await items(id))[1]).toMatchObject({ bank: 'written', question: { body: { prompt: '写' } } });
    expect((await refusal(mendItem(other, id, { position: 1, kind: 'short', ...change }, T)))?.code).toBe('not_found');
  });

  test('its points are changed, and stay where nothing is said of them', async () => {
    const id = await begin(`${choice(1)}\n分值：4`);
    const mended = {
      position: 1,
      kind: 'single' as const,
      stem: '第1题',
      optionText: ['甲', '乙'],
      answer: 'B',
      analysis: '',
    };
    await mendItem(teacher, id, mended, T);
    expect((await items(id))[0]).toMatchObject({ points: 4 });
    await mendItem(teacher, id, { ...mended, points: 3 }, T);
    expect((await items(id))[0]).toMatchObject({ points: 3, question: { body: { keys: ['B'] } } });
    await mendItem(teacher, id, { ...mended, points: null }, T);
    expect((await items(id))[0]).toMatchObject({ points: 2 });
  });

  test('a blank between options moves no letter of the key; what is wrong stands at its option', async () => {
    const id = await begin(choice(1));
    const mended = { position: 1, kind: 'single' as const, stem: '第1题', analysis: '' };
    const options = ['甲', '', '丙', '丁', ''];
    await mendItem(teacher, id, { ...mended, optionText: options, answer: 'C' }, T);
    expect((await items(id))[0]?.question?.body).toMatchObject({
      options: [{ text: '甲' }, { text: '丙' }, { text: '丁' }],
      keys: ['B'],
    });
    const twice = mendItem(teacher, id, { ...mended, optionText: ['甲', '甲', '乙'], answer: 'C' }, T);
    expect((await refusal(twice))?.fields).toEqual({ 'optionText.1': '选项 B 与前面的选项相同' });
    const blank = mendItem(teacher, id, { ...mended, optionText: options, answer: 'B' }, T);
    expect((await refusal(blank))?.fields).toMatchObject({ 'optionText.1': '选项 B 是正确答案，请填写内容' });
  });

  test('a choice between right and wrong is offered as a judgement, not made one', async () => {
    const id = await begin('1. 地球是圆的\nA. 正确\nB. 错误\n答案：A\n2. 选\nA. 甲\nB. 乙\n答案：A');
    expect((await items(id)).map((item) => item.kind)).toEqual(['single', 'single']);
    await makeJudge(teacher, id, 1, T);
    expect((await items(id))[0]).toMatchObject({ kind: 'judge', question: { body: { keys: ['T'] } } });
    expect((await refusal(makeJudge(teacher, id, 2, T)))?.code).toBe('invalid');
    expect((await refusal(makeJudge(other, id, 1, T)))?.code).toBe('not_found');
  });

  test('2,000 questions are imported by one yes', async () => {
    const id = await begin(Array.from({ length: 2000 }, (_, index) => choice(index + 1)).join('\n'));
    expect((await getImport(teacher, id, T)).counts).toMatchObject({ all: 2000, chosen: 2000, bad: 0 });
    expect(await confirm(id)).toMatchObject({ state: 'stored', done: 2000 });
  });
});

describe('what cannot be imported', () => {
  test('is saved with reason and way, mended there, and imported', async () => {
    const id = await begin(`${choice(1)}\n${choice(2, 'C')}\n三、连线题\n3. 把左右连起来，甲和乙是一对\n答案：甲—乙`);
    const file = await refusedFile(teacher, id, T);
    expect(file.name).toBe('试卷-不能导入的题.txt');
    const text = file.bytes.toString('utf8');
    expect(text).toContain('原因：答案 C 不在选项里');
    expect(text).toContain('建议改成：补上缺少的选项');
    expect(text).toContain('建议改成：几道单选题');
    expect((await refusal(refusedFile(other, id, T)))?.code).toBe('not_found');

    const half = text.replace('答案：C', '答案：B');
    const mended = half.replace('题型：连线题', '题型：简答题');
    expect(
      (await items(await begin(mended, '改好.txt'))).map(({ title, problems, kind }) => [title, problems, kind]),
    ).toEqual([
      ['第2题', [], 'single'],
      ['把左右连起来，甲和乙是一对', [], 'short'],
    ]);
    // What nobody mended is refused again.
    const again = (await items(await begin(half, '没有改完.txt'))).map(({ problems }) => problems.join());
    expect(again).toEqual(['', expect.stringContaining('没有“连线题”这种题型')]);
  });
});

test('what is refused is saved with all that the file says of it', async () => {
  const text = [
    '一、单选题（每小题3分）',
    '1．没有答案（ ）\nA．甲 B．乙\n难度：高级\n知识点：函数，极限',
    '二、连线题（每小题4分）\n2．He ____ (go) home.\n答案：went',
    '三、单选题\n3．两可（ ）\nA．甲 B．乙\n答案：A或B',
  ].join('\n');
  const id = await begin(text);
  const read = await items(id);
  expect(read.map(({ problems }) => problems.length)).toEqual([1, 1, 1]);
  expect(read.map(({ draft }) => draft?.answer)).toEqual(['', 'went', 'A或B']);
  const saved = (await refusedFile(teacher, id, T)).bytes.toString().replace(/\r/g, '');
  expect(saved).toContain('1. 没有答案（ ）\nA. 甲\nB. 乙\n答案：\n分值：3\n难度：高级\n关键词：函数，极限');
  expect(saved).toContain('\n题型：连线题\n答案：went\n分值：4');
  expect(saved).toContain('\n3. 两可（ ）\nA. 甲\nB. 乙\n答案：A或B');
  const mended = saved
    .replace('答案：\n', '答案：A\n')
    .replace('答案：A或B', '答案：B')
    .replace('题型：连线题', '题型：填空题');
  expect((await items(await begin(mended))).map(({ kind, points, level }) => [kind, points, level])).toEqual([
    ['single', 3, 3],
    ['cloze', 4, 1],
    ['single', 2, 1],
  ]);
});

test('a choice of several is saved as one, and mended with one letter it stays so', async () => {
  const id = await begin('一、多选题\n1. 选几个\nA. 甲\nB. 乙\nC. 丙');
  const saved = (await refusedFile(teacher, id, T)).bytes.toString().replace(/\r/g, '');
  expect((await items(await begin(saved.replace('答案：\n', '答案：A\n'))))[0]).toMatchObject({
    kind: 'multiple',
    problems: [],
  });
});

test('an option that is missing leaves its letter free, in the form and in the file', async () => {
  const id = await begin('1. 选一个\nA. 甲\nB. 乙\nD. 丁\n答案：D');
  expect((await items(id))[0]?.draft).toMatchObject({ options: ['甲', '乙', '', '丁'], answer: 'D' });
  const saved = (await refusedFile(teacher, id, T)).bytes.toString().replace(/\r/g, '');
  expect(saved).toContain('A. 甲\nB. 乙\nD. 丁\n答案：D');
  const again = await begin(saved.replace('D. 丁', 'C. 丙\nD. 丁'));
  expect((await items(again))[0]?.question).toMatchObject({
    body: { options: [{ text: '甲' }, { text: '乙' }, { text: '丙' }, { text: '丁' }], keys: ['D'] },
  });
});

test('an option without a text is told where the letters behind it move up', async () => {
  const question = { kind: 'single', stem: '选一个', options: ['甲', '', '丙'], answer: ['C'] };
  const id = await begin(JSON.stringify({ format: 'kaoping-questions', version: 1, questions: [question] }), '题.json');
  const [item] = await items(id);
  expect(item?.question).toMatchObject({ body: { options: [{ text: '甲' }, { text: '丙' }], keys: ['B'] } });
  expect(item?.notes.join()).toContain('选项 B 没有内容，没有导入；后面的选项和答案的字母依次前移');
});

test('the sign of a picture that the file does not have is told', async () => {
  const [pictured, plain] = await items(await begin('1. 看[图1]，这是什么？\n答案：甲\n2. 这是什么？\n答案：乙'));
  expect(pictured?.notes.join()).toContain('题目里写着“[图1]”，文件里没有这张图片');
  expect(plain?.notes).toEqual([]);
});

test('a judgement without its answer comes back as one, and says how to give it', async () => {
  const id = await begin('一、判断题\n1. 地是圆的。');
  const text = (await refusedFile(teacher, id, T)).bytes.toString();
  expect(text).toContain('建议改成：在题目下面写“答案：正确”或“答案：错误”。');
  const again = await begin(text.replace(/^答案：\r?$/m, '答案：√'));
  expect((await pageOf(again, 'all')).ready?.page.rows).toMatchObject([{ kind: 'judge', isRight: true }]);
  expect((await pageOf(await begin(text), 'all')).ready?.page.rows).toMatchObject([{ kind: 'judge', isRight: false }]);
});

describe('taking an import back', () => {
  test('is offered where it stands in the list, as long as it has stored something', async () => {
    const id = await begin(choice(1));
    const offered = async () => (await listRecentImports(teacher, T)).rows.map(({ canUndo }) => canUndo);
    expect(await offered()).toEqual([false]);
    await confirm(id);
    expect(await offered()).toEqual([true]);
    await undoImport(teacher, id, T + 60_000);
    expect(await offered()).toEqual([false]);
  });

  test('removes what nobody used or changed, and says why the rest stays', async () => {
    const id = await begin([1, 2, 3, 4, 5].map((number) => choice(number)).join('\n'));
    expect((await refusal(undoImport(teacher, id, T)))?.code).toBe('conflict');
    await confirm(id);
    const { storedIds } = await getImport(teacher, id, T);
    const [first = 0, second = 0, third = 0] = storedIds;
    const row = { owner_id: teacher.id, question_id: first, position: 1, points: 1, created_at: T };
    await db().insertInto('basket_items').values(row).execute();
    await db()
      .updateTable('questions')
      .set({ updated_at: T + 90_000 })
      .where('id', '=', second)
      .execute();
    await deleteQuestions(teacher, 'theory', [third], T);
    expect((await refusal(undoImport(other, id, T)))?.code).toBe('not_found');
    const undone = await undoImport(teacher, id, T + 60_000);
    expect(undone.removed).toBe(2);
    expect(undone.kept.map(({ reason }) => reason)).toEqual(['在试题篮里', '导入后修改过']);
    expect((await mine()).map((question) => question.id).sort((a, b) => a - b)).toEqual([first, second]);
    const job = await getImport(teacher, id, T + 60_000);
    expect(job).toMatchObject({ state: 'undone', done: 2 });
    // The list says how many of them went.
    const { rows } = await listRecentImports(teacher, T + 60_000);
    expect(rows[0]).toMatchObject({ state: 'undone', done: 2, total: 5 });
    expect(job.problem).toContain('导入后修改过');
    expect(await undoImport(teacher, id, T + 60_000)).toEqual({ removed: 0, kept: [] });
    const actions = await db().selectFrom('audit_entries').select('action').execute();
    expect(actions.map(({ action }) => action)).toContain('question.importUndo');
  });
});

describe('a file of endless texts', () => {
  /** As a page carries it beside what it draws. */
  const bytesOf = (page: unknown) => Buffer.byteLength(JSON.stringify(page).replaceAll('<', '\\u003c'));
  const moodle = (...stems: string[]) =>
    `<quiz>${stems
      .map(
        (stem) =>
          `<question type="truefalse"><name><text>a</text></name><questiontext format="html"><text><![CDATA[${stem}]]></text></questiontext><answer fraction="100"><text>true</text></answer></question>`,
      )
      .join('')}</quiz>`;

  test('is shown by its beginnings, with how much is left out', async () => {
    const page = await pageOf(await begin(moodle('<'.repeat(3_900_000)), '题.xml'), 'all');
    expect(page.ready?.page.rows).toHaveLength(1);
    expect(bytesOf(page)).toBeLessThan(100_000);
    expect(page.ready?.page.rows[0]).toMatchObject({ isRight: false, canMend: false, draft: null });
  });

  test('that are all right fits into a page as well, and can be left out one by one', async () => {
    const stems = Array.from({ length: 20 }, (_, at) => `第${at}题 ${'<'.repeat(4900)}`);
    const page = await pageOf(
      await begin(
        stems
          .map((stem) => `${stem}\n答案：甲`)
          .map((text, at) => `${at + 1}. ${text}`)
          .join('\n\n'),
      ),
      'all',
    );
    const rows = page.ready?.page.rows ?? [];
    expect(rows.map(({ isRight }) => isRight)).toEqual(stems.map(() => true));
    expect(bytesOf(page)).toBeLessThan(400_000);
    expect(JSON.stringify(rows[0]?.question)).toMatch(/<…（还有 \d+ 字没有显示）/);
    expect(rows.at(-1)).toMatchObject({ question: null, texts: [expect.stringContaining('没有显示') as unknown] });
  });

  test('is cut in its middle: behind a reading passage stands what is asked', async () => {
    const id = await begin(`1. ${'长😀'.repeat(1000)}文中的“他”是谁？\n答案：甲`);
    const stem = (await pageOf(id, 'all')).ready?.page.rows[0]?.question;
    expect(JSON.stringify(stem)).toMatch(/"长😀.*…（还有 \d+ 字没有显示）….*文中的“他”是谁？"/);
    expect(JSON.stringify(stem)).not.toMatch(/\\ud/i);
  });

  test('keeps a question whole in the form that mends it', async () => {
    const stem = `题${'长'.repeat(3000)}`;
    const id = await begin(`1. ${stem}\nA. 甲\nB. 乙\n答案：A`);
    const input = { show: 'all', currentPage: 1, pageSize: 20 } as const;
    const { ready } = await getImportPage(teacher, id, { ...input, mending: 1 }, T);
    expect(ready?.page.rows[0]?.draft?.stem).toBe(stem);
    expect((await getImportPage(teacher, id, input, T)).ready?.page.rows[0]?.draft).toBeNull();
  });
});
