import type { Browser, Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { toQuestionView } from '~/lib/addresses/banks';
import { makeFile, makeStudent, makeTeacher, makeTheoryQuestion } from '../factories';
import { expect, signIn, test } from './support/app';

/** Directories, and a question's way from one teacher to another, the same with script and without. */

const LIST = '/question_bank/theory/index';
const tree = (page: Page) => page.getByRole('region', { name: '目录' });
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const done = (page: Page, text: string) => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
const confirm = (page: Page) => page.getByRole('button', { name: '确定', exact: true }).click();

/** A second person in a browser of their own. */
async function second(browser: Browser, page: Page, javaScriptEnabled: boolean) {
  const context = await browser.newContext({ javaScriptEnabled, baseURL: new URL(page.url()).origin });
  return context.newPage();
}

export function bankStories({ javaScriptEnabled }: { javaScriptEnabled: boolean }) {
  test('ticks live over all pages until they are used', async ({ app, page }) => {
    void app;
    const teacher = await makeTeacher({ name: '周敏' });
    for (let number = 1; number <= 17; number += 1) {
      await makeTheoryQuestion({ owner: teacher, title: `第${number}道` });
    }
    const turn = (number: number) => page.getByRole('button', { name: `第 ${number} 页` }).click();
    const box = (title: string) => page.getByRole('checkbox', { name: new RegExp(` ${title}$`) });
    await signIn(page, teacher);
    await page.goto(LIST);
    await box('第17道').check();
    await turn(2);
    await expect(page.getByText('已选 1 题')).toBeVisible();
    // The page one is on is marked where pages are buttons as well.
    await expect(page.getByRole('button', { name: '第 2 页' })).not.toHaveCSS('box-shadow', 'none');
    await expect(page.getByRole('button', { name: '第 1 页' })).toHaveCSS('box-shadow', 'none');
    await box('第1道').check();
    await turn(1);
    await expect(page.getByText('已选 2 题')).toBeVisible();
    await expect(box('第17道')).toBeChecked();
    await expect(box('第16道')).not.toBeChecked();

    // A row's own dialog, given up, costs no tick; nor does a search.
    await row(page, '第16道').getByText('更多').click();
    await row(page, '第16道').getByRole('link', { name: '移动' }).click();
    await page.getByRole('link', { name: '取消' }).click();
    await expect(page.getByRole('link', { name: '取消' })).toHaveCount(0);
    await page.getByLabel('关键词').fill('第2道');
    await page.getByRole('button', { name: '查询' }).click();
    await expect(row(page, '第17道')).toHaveCount(0);
    await expect(page.getByText('已选 2 题')).toBeVisible();

    await page.getByRole('button', { name: /^加入试题篮/ }).click();
    await done(page, '已加入试题篮 2 题');
    await expect(page.getByText('勾选后操作')).toBeVisible();
    await page.goto('/question_bank/basket');
    await expect(page.getByText('第17道')).toBeVisible();
    await expect(page.getByText('第1道')).toBeVisible();
  });

  test('directories: made, filled, moved, renamed, deleted with what was in them', async ({ app, page }) => {
    void app;
    const teacher = await makeTeacher({ name: '周敏' });
    for (const title of ['太和殿', '拙政园', '旅游法']) await makeTheoryQuestion({ owner: teacher, title });
    await signIn(page, teacher);
    await page.goto(LIST);
    await tree(page).getByRole('link', { name: '新增目录' }).click();
    await page.getByLabel('目录名称').fill('');
    await confirm(page);
    await expect(page.getByRole('link', { name: '请填写目录名称' })).toBeVisible();
    await page.getByLabel('目录名称').fill('导游基础');
    await confirm(page);
    await done(page, '已新增目录“导游基础”');
    await tree(page).getByRole('link', { name: '新增下级' }).click();
    await page.getByLabel('目录名称').fill('古建筑');
    await confirm(page);
    await done(page, '已新增目录“古建筑”');

    await tree(page)
      .getByRole('link', { name: /^未归类\s*3/ })
      .click();
    await row(page, '太和殿').getByRole('checkbox').check();
    await row(page, '拙政园').getByRole('checkbox').check();
    await page.getByRole('button', { name: '移动', exact: true }).click();
    await page.getByLabel('移到目录').selectOption({ label: '　古建筑' });
    await confirm(page);
    await done(page, '已移动 2 道题');
    await expect(row(page, '旅游法')).toBeVisible();
    await expect(row(page, '太和殿')).toHaveCount(0);
    await tree(page)
      .getByRole('link', { name: /^导游基础\s*2/ })
      .click();
    await expect(row(page, '太和殿')).toBeVisible();

    const inner = tree(page).getByRole('link', { name: /^古建筑/ });
    await inner.click();
    // 新增 leads into the directory that is open: not before it is.
    await expect(inner).toHaveAttribute('aria-current', 'true');
    await page.getByRole('link', { name: '新增', exact: true }).click();
    await expect(page.getByRole('combobox', { name: /^目录/ })).toHaveValue(/\d+/);
    await page.getByLabel('题干').fill('苏州园林始于');
    await page.getByLabel('选项 A').fill('春秋');
    await page.getByLabel('选项 B').fill('清');
    await page.getByLabel('A 是正确答案').check();
    await page.getByRole('button', { name: '保存', exact: true }).last().click();
    await expect(tree(page).getByRole('link', { name: /^古建筑\s*3/ })).toHaveAttribute('aria-current', 'true');
    await expect(row(page, '苏州园林始于')).toBeVisible();

    await tree(page).getByRole('link', { name: '重命名' }).click();
    await page.getByLabel('目录名称').fill('中国古代建筑');
    await confirm(page);
    await done(page, '目录已重命名为“中国古代建筑”');
    await tree(page).getByRole('link', { name: '移动' }).click();
    await page.getByLabel('上级目录').selectOption({ label: '最上级' });
    await confirm(page);
    await done(page, '目录已移动');
    await expect(tree(page).getByRole('link', { name: /^导游基础\s*0/ })).toBeVisible();
    await tree(page).getByRole('link', { name: '删除' }).click();
    await expect(page.getByText(/将删除目录“中国古代建筑”。里面的 3 道题不会删除，会移到最上级/)).toBeVisible();
    await confirm(page);
    await done(page, '已删除目录“中国古代建筑”');
    await expect(tree(page).getByRole('link', { name: /^未归类\s*4/ })).toBeVisible();
  });

  test('a deleted question comes back from the bin', async ({ app, page }) => {
    void app;
    const teacher = await makeTeacher();
    await makeTheoryQuestion({ owner: teacher, title: '误删的题' });
    await signIn(page, teacher);
    await page.goto(LIST);
    await row(page, '误删的题').locator('summary').click();
    await row(page, '误删的题').getByRole('link', { name: /^删除/ }).click();
    await confirm(page);
    await done(page, '已删除 1 道题');
    await tree(page).getByRole('link', { name: '回收站' }).click();
    await row(page, '误删的题').getByRole('button', { name: /^恢复/ }).click();
    await done(page, '已恢复 1 道题');
    await tree(page)
      .getByRole('link', { name: /^全部目录\s*1/ })
      .click();
    await expect(row(page, '误删的题')).toBeVisible();
  });

  test('share, see, copy, revoke: two teachers', async ({ app, page, browser }) => {
    void app;
    const owner = await makeTeacher({ name: '周敏' });
    const colleague = await makeTeacher({ name: '陆远' });
    const image = await makeFile({ owner });
    const title = `午门的题${owner.id}`;
    const question = await makeTheoryQuestion({ owner, title, imageIds: [image.id] });
    await db().insertInto('file_uses').values({ file_id: image.id, use: 'question', ref_id: question.id }).execute();
    await signIn(page, owner);
    await page.goto(LIST);
    await row(page, title).getByRole('checkbox').check();
    await page.getByRole('button', { name: '共享', exact: true }).click();
    await expect(page.getByRole('heading', { name: '共享', exact: true })).toBeVisible();
    await page.getByRole('button', { name: '共享', exact: true }).click();
    await expect(page.getByRole('link', { name: '请勾选共享给谁' })).toBeVisible();
    await page.getByRole('checkbox', { name: /全体教师/ }).check();
    await page.getByRole('button', { name: '共享', exact: true }).click();
    await done(page, '已共享 1 道题');
    await expect(page.getByRole('button', { name: '取消共享：全体教师' })).toBeVisible();
    await page.goto(`${LIST}?tab=shared`);
    await expect(row(page, title)).toContainText('全体教师');

    const other = await second(browser, page, javaScriptEnabled);
    await signIn(other, colleague);
    await other.goto('/question_bank/shared/index');
    await other.getByLabel('关键词').fill(title);
    await other.getByRole('button', { name: '查询' }).click();
    await row(other, title).getByRole('link', { name: /^预览/ }).click();
    await expect(other.getByText('周敏的共享')).toBeVisible();
    await expect(other.getByRole('link', { name: '编辑' })).toHaveCount(0);
    await other.getByRole('link', { name: '复制到我的题库' }).click();
    await confirm(other);
    await done(other, '已复制');
    await other.goto(`${LIST}?tab=mine`);
    await expect(row(other, title)).toBeVisible();

    await page.goto('/question_bank/my_shared/index');
    await expect(row(page, title)).toContainText('1 次');
    await row(page, title)
      .getByRole('link', { name: /^取消共享/ })
      .click();
    await confirm(page);
    await done(page, '已取消共享 1 道题');
    await expect(page.getByText('理论题库里还没有共享出去的题')).toBeVisible();

    await other.goto('/question_bank/shared/index');
    await expect(row(other, title)).toHaveCount(0);
    await other.goto(`${LIST}?tab=mine`);
    await row(other, title).getByRole('link', { name: /^编辑/ }).click();
    await expect(other.getByLabel('题干')).toBeVisible();
    await expect(other.getByRole('img', { name: /图片 1/ })).toHaveCount(1);
    await other.context().close();
  });

  test('a preview prints the question alone, or with its answer', async ({ app, page }) => {
    void app;
    const teacher = await makeTeacher();
    const question = await makeTheoryQuestion({ owner: teacher, body: { analysis: '因为是首都。' } });
    await signIn(page, teacher);
    await page.goto(toQuestionView('theory', { id: question.id }));
    await page.getByRole('link', { name: '打印题目', exact: true }).click();
    await expect(page.getByText('下列哪一个是中国的首都？')).toBeVisible();
    await expect(page.getByText('因为是首都。')).toHaveCount(0);
    await page.getByRole('link', { name: '返回预览' }).click();
    await page.getByRole('link', { name: '打印题目和答案' }).click();
    await expect(page.getByText('因为是首都。')).toBeVisible();
    await signIn(page, await makeStudent());
    const response = await page.goto(toQuestionView('theory', { id: question.id }));
    expect(response?.status()).toBe(403);
  });
}
