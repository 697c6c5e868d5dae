import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { FORMAT_INFO, readLabelOf } from '~/domain/question-bank/formats/format-info.rules';
import { readableFormats, writableFormats, writerOf } from '~/domain/question-bank/formats/formats.server';
import type { OutgoingQuestion } from '~/domain/question-bank/formats/format.rules';
import type { TheoryBody } from '~/domain/question-bank/question.schema';
import { toQuestionImport } from '~/lib/addresses/banks';
import { makeTeacher, makeTheoryQuestion, PASSWORD } from '../factories';
import { makePhoto } from '../support/media';
import { expect, signIn, test } from './support/app';

/** Questions from a file and into a file, the same with script and without. */

const PASTED = `一、单选题
1. 我国的首都是（  ）
A. 上海  B. 北京
C. 广州  D. 深圳
答案：B
解析：见课本第 3 页。

2. 没有写答案的题
A. 甲
B. 乙

二、判断题
3. 水往低处流。（√）
`;

async function asTeacher(page: Page) {
  const teacher = await makeTeacher({ name: '周敏' });
  await signIn(page, teacher);
  return teacher;
}

const read = (page: Page) => page.getByRole('button', { name: '读取并预览' }).click();
const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

/** A question of our own on its way out, for the files that stories bring. */
function outgoing(changes: Partial<OutgoingQuestion>, body: Partial<TheoryBody>): OutgoingQuestion {
  return {
    id: 1,
    ownerId: 1,
    directoryId: null,
    title: '宫殿',
    sceneTypeId: null,
    examTypeId: null,
    level: 2,
    keyPoints: [],
    imageIds: [],
    points: 3,
    createdAt: 0,
    updatedAt: 0,
    bank: 'theory',
    kind: 'single',
    body: { stem: '', options: [], keys: [], blanks: [], reference: '', analysis: '', ...body },
    pictures: [],
    audio: null,
    directories: ['高一', '第一单元'],
    sceneTypeName: '',
    examTypeName: '',
    ...changes,
  } as OutgoingQuestion;
}

export function questionFileStories() {
  test('pasted questions are shown before they are stored, what is wrong stands at its line', async ({ app, page }) => {
    void app;
    const teacher = await asTeacher(page);
    await page.goto('/question_bank/theory/index');
    await page.getByRole('link', { name: '导入', exact: true }).click();
    await page.getByLabel('或者粘贴试题').fill(PASTED);
    await read(page);
    await expect(page.getByRole('heading', { name: '核对试题' })).toBeVisible();
    await expect(page.getByText('文件里有 3 题：2 题与文件一致，0 题有改动，1 题不能导入。')).toBeVisible();
    const wrong = page.getByRole('listitem').filter({ hasText: '没有写答案的题' });
    await expect(wrong).toContainText('第 8 行');
    await expect(wrong).toContainText('不能导入');
    await expect(wrong).toContainText(/没有答案|请选出正确答案/);
    // What needs a look comes first.
    await expect(page.getByRole('listitem').filter({ hasText: '我国的首都是' })).toHaveCount(0);
    await page.getByRole('link', { name: /^全部/ }).click();
    await expect(page.getByRole('listitem').filter({ hasText: '我国的首都是' })).toContainText('见课本第 3 页');
    expect(await db().selectFrom('questions').select('id').where('owner_id', '=', teacher.id).execute()).toEqual([]);

    await page.getByRole('button', { name: '不导入：第 3 题' }).click();
    await page.getByRole('link', { name: /^不导入/ }).click();
    await expect(page.getByRole('listitem').filter({ hasText: '水往低处流' })).toBeVisible();
    await page.getByRole('button', { name: '导入 1 题' }).click();
    await expect(status(page, '已导入 1 道题')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: '我国的首都是' })).toBeVisible();

    await page.goto(toQuestionImport({ bank: 'theory' }));
    await page.getByLabel('或者粘贴试题').fill(PASTED);
    await read(page);
    const repeated = page.getByRole('listitem').filter({ hasText: '我国的首都是' });
    await expect(repeated).toContainText(/与题库里的 T-\d+ 相同/);
    await page.getByRole('button', { name: '仍然导入：第 1 题' }).click();
    await page.getByRole('link', { name: '修改：第 2 题' }).click();
    await page.getByLabel('题型').selectOption('填空');
    await page.getByLabel('题干').fill('水的化学式是____');
    await page.getByRole('button', { name: '改好，列入导入' }).click();
    await expect(page.getByRole('link', { name: /答案有 0 行/ })).toBeVisible();
    await page.getByLabel('答案').fill('H2O');
    await page.getByRole('button', { name: '改好，列入导入' }).click();
    await expect(page.getByText('已在核对时修改。')).toBeVisible();
    await expect(page.getByRole('button', { name: '导入 3 题' })).toBeVisible();
    await page.getByRole('button', { name: '取消导入' }).click();
    await expect(status(page, '没有存下任何题目')).toBeVisible();
    expect(await db().selectFrom('question_imports').select('id').where('state', '=', 'ready').execute()).toEqual([]);
  });

  test('what is mended, and the yes, outlive the cookies: the text comes back, and it is said that nothing is stored', async ({
    app,
    page,
  }) => {
    void app;
    const teacher = await asTeacher(page);
    const signInAgain = async (heading = '核对试题') => {
      await expect(page).toHaveURL(/\/login/);
      await page.getByLabel('账号').fill(teacher.account);
      await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: '登录' }).click();
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    };
    const restored = page.getByText('登录过期前没有保存的内容已恢复，请核对后保存。');
    const notStored = page.getByText('登录过期时按了“导入”，还没有导入任何题目。请核对后再按一次。');
    await page.goto(toQuestionImport({ bank: 'theory' }));
    await page.getByLabel('或者粘贴试题').fill('1. 水是液体。\n答案：正确');
    await page.context().clearCookies();
    await read(page);
    await signInAgain('导入试题');
    await expect(page.getByText('登录过期前粘贴的试题已放回下面')).toBeVisible();
    await expect(page.getByLabel('或者粘贴试题')).toHaveValue('1. 水是液体。\n答案：正确');
    await read(page);
    await page.getByRole('button', { name: '导入 1 题' }).waitFor();

    await page.context().clearCookies();
    await page.getByRole('button', { name: '导入 1 题' }).click();
    await signInAgain();
    await expect(notStored).toBeVisible();

    await page.getByRole('link', { name: '修改：第 1 题' }).click();
    await page.getByLabel('题干').fill('水在常温下是液体。');
    await page.context().clearCookies();
    await page.getByRole('button', { name: '改好，列入导入' }).click();
    await expect(page.getByText('登录已过期：写的内容已留存，之后就能看到。')).toBeVisible();
    await signInAgain();
    await expect(restored).toBeVisible();
    await expect(page.getByLabel('题干')).toHaveValue('水在常温下是液体。');
    await page.getByRole('button', { name: '改好，列入导入' }).click();
    await expect(page.getByText('已在核对时修改。')).toBeVisible();
    await expect(notStored).toHaveCount(0);

    await page.getByRole('link', { name: '修改：第 1 题' }).click();
    await expect(restored).toHaveCount(0);
    await page.getByLabel('解析').fill('冰是固体。');
    await page.context().clearCookies();
    await page.getByRole('button', { name: '导入 1 题' }).click();
    await signInAgain();
    await expect(notStored).toBeVisible();
    await expect(page.getByLabel('解析')).toHaveValue('冰是固体。');
    await page.getByRole('button', { name: '导入 1 题' }).click();
    await expect(status(page, '已导入 1 道题')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: '水在常温下是液体。' })).toBeVisible();
  });

  test('a form that is still wrong keeps what was typed into it, option by option', async ({ app, page }) => {
    void app;
    await asTeacher(page);
    await page.goto(toQuestionImport({ bank: 'theory' }));
    await page.getByLabel('或者粘贴试题').fill('1. 选一个\nA. 一\nB. 二\nC. 三\nD. 四');
    await read(page);
    await page.getByRole('link', { name: '修改：第 1 题' }).click();
    const options = page.locator('[name=optionText]');
    await options.nth(3).fill('一');
    await page.getByLabel('答案').fill('Z');
    await page.getByLabel('分值').fill('4');
    await page.getByRole('button', { name: '改好，列入导入' }).click();
    await expect(page.getByRole('link', { name: /正确答案 Z 不在选项里/ })).toBeVisible();
    for (const [index, text] of ['一', '二', '三', '一'].entries()) await expect(options.nth(index)).toHaveValue(text);
    await expect(page.getByText('选项 D 与前面的选项相同')).toHaveCount(2);
    await options.nth(3).fill('四');
    await page.getByLabel('答案').fill('C');
    await page.getByRole('button', { name: '改好，列入导入' }).click();
    await expect(page.getByText('已在核对时修改。')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: '选一个' })).toContainText('单选，4 分');
    // What is typed and not yet said to be mended goes along when all is stored.
    await page.getByRole('link', { name: '修改：第 1 题' }).click();
    await page.getByLabel('题干').fill('选对一个');
    await page.getByRole('button', { name: '导入 1 题' }).click();
    await expect(status(page, '已导入 1 道题')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: '选对一个' })).toBeVisible();
  });

  test('all that wait for a yes are dropped together, after a question', async ({ app, page }) => {
    void app;
    await asTeacher(page);
    for (const stem of ['甲', '乙']) {
      await page.goto(toQuestionImport({ bank: 'theory' }));
      await page.getByLabel('或者粘贴试题').fill(`1. ${stem}是水。\n答案：正确`);
      await read(page);
      await expect(page.getByRole('heading', { name: '核对试题' })).toBeVisible();
    }
    await page.goto(toQuestionImport({ bank: 'theory' }));
    await page.getByRole('link', { name: '全部取消（2 份没有确认）' }).click();
    await expect(page.getByText('取消 2 份没有确认的导入？')).toBeVisible();
    await page.getByRole('button', { name: '确定' }).click();
    await expect(status(page, '已取消 2 份没有确认的导入')).toBeVisible();
    await expect(page.getByRole('link', { name: /^全部取消/ })).toHaveCount(0);
    expect(await db().selectFrom('question_imports').select('id').where('state', '=', 'ready').execute()).toEqual([]);
  });

  test('a file that cannot be read is refused at its field; one left on its way is found again', async ({
    app,
    page,
  }) => {
    void app;
    await asTeacher(page);
    await page.goto(toQuestionImport({ bank: 'theory' }));
    await read(page);
    await expect(page.getByRole('link', { name: '请选择文件，或把试题粘贴到下面' })).toBeVisible();
    await page.getByLabel('试题文件').setInputFiles({
      name: '试卷.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7 …'),
    });
    await read(page);
    await expect(page.getByRole('link', { name: /这是 PDF 文件，不能导入/ })).toBeVisible();

    await page.getByLabel('或者粘贴试题').fill(PASTED);
    await read(page);
    await expect(page.getByRole('heading', { name: '核对试题' })).toBeVisible();
    await page.goto(toQuestionImport({ bank: 'theory' }));
    const row = page.getByRole('row').filter({ hasText: '粘贴的试题.txt' });
    await expect(row).toContainText('待确认');
    await row.getByRole('link', { name: '粘贴的试题.txt', exact: true }).click();
    await page.getByRole('button', { name: '导入 2 题' }).click();
    await expect(status(page, '已导入 2 道题')).toBeVisible();
    await page.goto(toQuestionImport({ bank: 'theory' }));
    await row.getByRole('link', { name: '粘贴的试题.txt', exact: true }).click();
    await page.getByRole('button', { name: '撤销这次导入' }).click();
    await expect(page.getByText('已撤销这次导入，2 道题移到了回收站')).toBeVisible();
  });

  test('a file that may be two things is read as the other by one button', async ({ app, page }) => {
    void app;
    await asTeacher(page);
    await page.goto(toQuestionImport({ bank: 'theory' }));
    await page.getByLabel('或者粘贴试题').fill('1. 质量是 {=2 ~3}\n答案：2\n\n2. 甲\n答案：乙');
    await read(page);
    await expect(page.getByText('这个文件按“纯文本”读取，读到 2 题')).toBeVisible();
    await page.getByRole('button', { name: '按“Moodle GIFT”读（2 题，可导入 1 题）' }).click();
    await expect(page.getByText('这个文件按“Moodle GIFT”读取，读到 2 题')).toBeVisible();
  });

  const both = writableFormats().filter((name) => readableFormats().includes(name));
  for (const format of both) {
    test(`${FORMAT_INFO[format].label}: a file with questions, picture and directories becomes a part of the bank`, async ({
      app,
      page,
    }) => {
      void app;
      const { hasMedia } = FORMAT_INFO[format];
      const picture = { name: '宫殿.jpg', bytes: await makePhoto({ width: 160, height: 120 }) };
      const options = ['乾清宫', '太和殿'].map((text, index) => ({ key: 'AB'[index] ?? '', text }));
      const stem = hasMedia ? '图里是哪座宫殿？[图1]' : '金銮殿是哪座宫殿？';
      const media = hasMedia ? { imageIds: ['x'], pictures: [picture] } : {};
      const file = await writerOf(format)(
        [
          outgoing(media, { stem, options, keys: ['B'] }),
          outgoing({ title: '流水', kind: 'judge' } as never, { stem: '水往低处流。', keys: ['T'] }),
        ],
        { title: '第一单元', withAnswers: true },
      );
      const teacher = await asTeacher(page);
      await page.goto(toQuestionImport({ bank: 'theory' }));
      await page.getByLabel('试题文件').setInputFiles({
        name: `第一单元.${file.extension}`,
        mimeType: file.mime,
        buffer: file.bytes,
      });
      await page.getByLabel('按文件里的目录归类').check();
      await read(page);
      await expect(page.getByText(`第一单元.${file.extension}（${readLabelOf(format)}）`)).toBeVisible({
        timeout: 60_000,
      });
      await expect(page.getByRole('listitem').filter({ hasText: stem.slice(0, 7) })).toContainText('太和殿');
      if (hasMedia) await expect(page.getByRole('img', { name: /图 1/ })).toHaveJSProperty('complete', true);
      await page.getByRole('button', { name: '导入 2 题' }).click();
      await expect(status(page, '已导入 2 道题')).toBeVisible();
      const rows = await db()
        .selectFrom('questions')
        .select(['kind', 'body', 'image_ids'])
        .where('owner_id', '=', teacher.id)
        .orderBy('id')
        .execute();
      expect(rows.map((row) => row.kind)).toEqual(['single', 'judge']);
      expect(JSON.parse(rows[0]?.body ?? '')).toMatchObject({ stem, keys: ['B'] });
      expect(JSON.parse(rows[0]?.image_ids ?? '')).toHaveLength(hasMedia ? 1 : 0);
    });
  }

  test('a teacher’s paper as it is typed, in Chinese encoding, and a course’s Moodle export', async ({ app, page }) => {
    void app;
    await asTeacher(page);
    for (const [name, text] of [
      ['试卷-历史单元测验.txt', '我国境内目前已确认的最早的古人类'],
      ['moodle-sample.xml', ''],
      ['moodle-sample.gift', ''],
    ]) {
      await page.goto(toQuestionImport({ bank: 'theory' }));
      await page.getByLabel('试题文件').setInputFiles(path.resolve('tests/fixtures/questions', name ?? ''));
      await read(page);
      await expect(page.getByRole('heading', { name: '核对试题' })).toBeVisible();
      if (text) {
        await page.getByRole('link', { name: /^全部/ }).click();
        await expect(page.getByText(text)).toBeVisible();
      }
      await expect(page.getByRole('button', { name: /^(全部)?导入 \d+ 题$/ })).toBeVisible();
    }
  });

  test('what is exported can be imported again', async ({ app, page }) => {
    void app;
    const teacher = await asTeacher(page);
    await makeTheoryQuestion({ owner: teacher, title: '首都' });
    await page.goto('/question_bank/theory/index');
    await page.getByRole('link', { name: '导出', exact: true }).click();
    await expect(page.getByText('1 道题，选择一种格式下载。')).toBeVisible();
    await page.getByRole('radio', { name: /^本系统 JSON/ }).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^题库-理论-\d{8}\.json$/);
    const bytes = await readFile(await download.path());
    await signIn(page, await makeTeacher());
    await page.goto(toQuestionImport({ bank: 'theory' }));
    await page
      .getByLabel('试题文件')
      .setInputFiles({ name: download.suggestedFilename(), mimeType: 'application/json', buffer: bytes });
    await read(page);
    await page.getByRole('button', { name: '导入 1 题' }).click();
    await expect(page.getByRole('row').filter({ hasText: '首都' })).toBeVisible();
  });
}
