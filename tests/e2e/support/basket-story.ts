import type { Page } from '@playwright/test';
import { addToBasket } from '~/domain/basket/basket.commands.server';
import { toStep } from '~/lib/addresses/exams';
import { formatMinute } from '~/lib/time';
import {
  actorOf,
  makeClassroom,
  makeOralQuestion,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '../../factories';
import { expect, signIn, test } from './app';

const soon = (minutes: number) => formatMinute(Date.now() + minutes * 60_000);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** A teacher with two single choices, a pen question and an oral one in the basket, in this order. */
async function makeBasket(mark: string) {
  const owner = await makeTeacher({ name: '周敏' });
  const classroom = await makeClassroom({ teacher: owner, name: `旅游${mark}班` });
  const questions = [
    await makeTheoryQuestion({ owner, title: `单选一${mark}`, points: 5 }),
    await makeTheoryQuestion({ owner, title: `单选二${mark}`, points: 5, level: 3 }),
    await makeWrittenQuestion({ owner, title: `简述${mark}`, points: 10 }),
    await makeOralQuestion({ owner, title: `朗读${mark}`, points: 100 }),
  ];
  await addToBasket(actorOf(owner), { questionIds: questions.map(({ id }) => id) }, Date.now());
  return { owner, classroom };
}

/** What a teacher does with the basket, the same with script and without. */
export function basketStories(): void {
  test('a basket is ordered, given points and becomes a published exam', async ({ page, app }) => {
    void app;
    const mark = `篮${Date.now() % 100_000}`;
    const { owner } = await makeBasket(mark);
    await signIn(page, owner);
    await page.goto('/question_bank/basket');
    const titles = page.getByRole('rowheader');
    await expect(titles).toHaveText([`单选一${mark}`, `单选二${mark}`, `简述${mark}`, `朗读${mark}`]);

    await page.getByLabel('第 3 题分值').fill('12.5');
    await page.getByRole('button', { name: `上移 简述${mark}` }).click();
    await expect(titles).toHaveText([`单选一${mark}`, `简述${mark}`, `单选二${mark}`, `朗读${mark}`]);
    await expect(page.getByLabel('第 2 题分值')).toHaveValue('12.5');

    // Enter saves, whatever button stands first on the page.
    await page.getByLabel('新考试的名称').fill('回车以前写的');
    await page.getByLabel('第 2 题分值').fill('13');
    await page.getByLabel('第 2 题分值').press('Enter');
    await expect(page.getByText('已保存')).toBeVisible();
    await expect(page.getByLabel('第 2 题分值')).toHaveValue('13');
    await expect(page.getByLabel('新考试的名称')).toHaveValue('回车以前写的');
    await page.getByLabel('第 2 题分值').fill('12.5');

    await page.getByLabel('单选题每题分值').fill('3');
    await press(page, '统一设置单选题分值');
    await expect(page.getByLabel('第 1 题分值')).toHaveValue('3');
    await expect(page.getByLabel('第 3 题分值')).toHaveValue('3');
    await expect(page.getByText('2 题 · 6 分')).toBeVisible();
    await expect(page.getByText('笔试 3 题 18.5 分')).toBeVisible();

    await page.getByLabel('第 1 题分值').fill('0');
    await press(page, '保存分值');
    await expect(page.getByRole('link', { name: /第 1 题的分值应大于 0/ })).toBeVisible();
    await expect(page.getByLabel('第 1 题分值')).toHaveValue('0');
    await page.getByLabel('第 1 题分值').fill('4');
    await press(page, '保存分值');
    await expect(page.getByText('笔试 3 题 19.5 分')).toBeVisible();

    await page.getByLabel('新考试的名称').fill(`单元测验${mark}`);
    await page.getByLabel('组卷后清空试题篮').check();
    // Points that were changed and not saved by themselves go into the paper; a question moved meanwhile keeps the name.
    await page.getByLabel('第 2 题分值').fill('11');
    await page.getByRole('button', { name: `下移 单选二${mark}` }).click();
    await page.getByRole('button', { name: `上移 单选二${mark}` }).click();
    await expect(page.getByLabel('新考试的名称')).toHaveValue(`单元测验${mark}`);
    await expect(page.getByLabel('组卷后清空试题篮')).toBeChecked();
    await page.getByLabel('第 2 题分值').fill('12.5');
    await press(page, '组成试卷');
    await expect(page).toHaveURL(/threeadd\?id=\d+/);
    await expect(page.getByRole('status').filter({ hasText: '放入 3 道笔试题' })).toBeVisible();
    await expect(titles).toContainText([`单选一${mark}`, `简述${mark}`, `单选二${mark}`]);
    await expect(page.getByLabel('第 2 题分值')).toHaveValue('12.5');

    const id = new URL(page.url()).searchParams.get('id') ?? '';
    await page.goto(toStep('firstadd', { id: Number(id) }));
    await expect(page.getByLabel('考试名称')).toHaveValue(`单元测验${mark}`);
    await expect(page.getByLabel('口语', { exact: true })).toBeChecked();
    await page.getByLabel(`旅游${mark}班（0 人）`).check();
    const times = { 口语开始: 60, 口语结束: 120, 笔试开始: 180, 笔试结束: 240, 上传截止: 255 };
    for (const [label, minutes] of Object.entries(times)) {
      await page.getByLabel(label, { exact: true }).fill(soon(minutes));
    }
    await press(page, '下一步');
    await expect(page).toHaveURL(/secondadd/);
    await expect(page.getByText(`朗读${mark}`)).toBeVisible();
    await press(page, '下一步');
    await press(page, '预览');
    await press(page, '发布');
    await expect(page.getByText('已发布').first()).toBeVisible();

    await page.goto('/question_bank/basket');
    await expect(page.getByText('试题篮是空的')).toBeVisible();
  });

  test('a question is taken out, the paper printed, the basket cleared', async ({ page, app }) => {
    void app;
    const mark = `印${Date.now() % 100_000}`;
    const { owner } = await makeBasket(mark);
    await signIn(page, owner);
    await page.goto('/question_bank/basket');
    await page.getByRole('button', { name: `移出 朗读${mark}` }).click();
    await expect(page.getByRole('rowheader')).toHaveCount(3);

    await page.getByLabel('第 3 题分值').fill('12');
    await page.getByRole('button', { name: '打印试卷' }).click();
    await page.getByLabel('试卷标题').fill('期中测验');
    await press(page, '更新标题');
    const paper = page.getByRole('article', { name: '期中测验' });
    await expect(paper.getByRole('heading', { level: 2 })).toHaveText([
      '一、单项选择题（2 题，每题 5 分，共 10 分）',
      '二、笔试题（1 题，共 12 分）',
    ]);
    await expect(paper.getByText('姓名')).toBeVisible();
    await expect(paper.getByText('正确答案')).toHaveCount(0);
    await page.getByRole('link', { name: '换成带答案' }).click();
    await expect(page.getByText('正确答案').first()).toBeVisible();
    await expect(page.getByRole('article', { name: '期中测验（答案）' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
    await expect(page.getByRole('navigation').first()).toBeHidden();
    await page.emulateMedia({ media: 'screen' });

    await page.goto('/question_bank/basket');
    await page.getByRole('link', { name: '清空' }).click();
    await expect(page.getByRole('heading', { name: '温馨提示' })).toBeVisible();
    await press(page, '确定');
    await expect(page.getByText('试题篮是空的')).toBeVisible();
  });
}
