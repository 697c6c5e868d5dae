import type { Locator, Page } from '@playwright/test';
import { toBank, toQuestion } from '~/lib/addresses/banks';
import { toStep } from '~/lib/addresses/exams';
import { toNews } from '~/lib/addresses/personal';
import { toPapers } from '~/lib/addresses/scoring';
import { db } from '~/db/db.server';
import { makeExam, makeOralQuestion, makeTeacher, makeTheoryQuestion } from '../factories';
import { expect, signIn, test } from './support/app';

/** What a layout has, the pages inside show: kept while one reads on, never older than what one has done oneself. */

const tree = (page: Page) => page.getByRole('region', { name: '目录' });
const tabs = (page: Page, name: string) => page.getByRole('navigation', { name });
const current = (links: Locator) => links.locator('[aria-current]');

export function layoutStories({ javaScriptEnabled }: { javaScriptEnabled: boolean }) {
  /** Opens a page, awake where there is script. */
  async function open(page: Page, address: string): Promise<void> {
    await page.goto(address);
    if (javaScriptEnabled) await page.waitForFunction(() => window.kaopingWaking?.isAwake === true);
  }

  /** Does what leads to another page, and says whether the browser asked for the layout's data again. */
  async function asksAgain(page: Page, layout: string, go: () => Promise<void>): Promise<boolean> {
    if (!javaScriptEnabled) {
      await go();
      return false;
    }
    const asked = page.waitForRequest((request) => request.method() === 'GET' && /\.data(\?|$)/.test(request.url()));
    await go();
    const routes = new URL((await asked).url()).searchParams.get('_routes');
    return routes === null || routes.split(',').includes(layout);
  }

  test('a bank: its directories stay while one looks round, and count what was deleted', async ({ app, page }) => {
    void app;
    const layout = 'routes/_app._bank';
    const teacher = await makeTeacher();
    for (const title of ['太和殿', '拙政园']) await makeTheoryQuestion({ owner: teacher, title });
    await signIn(page, teacher);
    await open(page, toBank('theory'));
    await expect(tree(page).getByRole('link', { name: /^全部目录\s*2$/ })).toBeVisible();
    const mine = tabs(page, '范围').getByRole('link', { name: /^我的/ });
    expect(await asksAgain(page, layout, () => mine.click())).toBe(false);
    await expect(current(tabs(page, '范围'))).toHaveText(/^我的/);
    await expect(tree(page).getByRole('link', { name: /^全部目录\s*2$/ })).toBeVisible();

    // What is decided is decided on what there is.
    const makes = tree(page).getByRole('link', { name: '新增目录' });
    expect(await asksAgain(page, layout, () => makes.click())).toBe(javaScriptEnabled);
    await page.getByLabel('目录名称').fill('古建筑');
    const made = page.getByRole('button', { name: '确定', exact: true });
    expect(await asksAgain(page, layout, () => made.click())).toBe(javaScriptEnabled);
    await expect(tree(page).getByRole('link', { name: /^古建筑/ })).toBeVisible();

    await tree(page)
      .getByRole('link', { name: /^未归类\s*2$/ })
      .click();
    await page.getByRole('row').filter({ hasText: '拙政园' }).getByRole('checkbox').check();
    await page.getByRole('button', { name: '删除', exact: true }).click();
    await page.getByRole('button', { name: '确定', exact: true }).click();
    await expect(tree(page).getByRole('link', { name: /^全部目录\s*1$/ })).toBeVisible();
    const again = tabs(page, '范围').getByRole('link', { name: /^全部/ });
    expect(await asksAgain(page, layout, () => again.click())).toBe(false);
    await expect(current(tabs(page, '范围'))).toHaveText(/^全部/);
    await expect(tree(page).getByRole('link', { name: /^全部目录\s*1$/ })).toBeVisible();

    // The form files under the same directories; another bank has its own.
    await open(page, toQuestion('theory'));
    await expect(page.getByLabel('目录').locator('option')).toContainText(['未归类', '古建筑']);
    await page.goto(toBank('oral'));
    await expect(tree(page).getByRole('link', { name: /^全部目录\s*0$/ })).toBeVisible();
  });

  test('the scoring of an exam: its tabs stay from page to page, and another exam has its own', async ({
    app,
    page,
  }) => {
    void app;
    const layout = 'routes/_app._scoring';
    const teacher = await makeTeacher();
    const owner = await makeTeacher();
    const written = [await makeTheoryQuestion({ owner: teacher })];
    const own = await makeExam({ owner: teacher, written });
    const other = await makeExam({ owner, written, examiners: [{ teacher, part: 'written' }] });
    await signIn(page, teacher);
    await open(page, toPapers({ examId: own.id }));
    const links = tabs(page, '考试评分');
    await expect(links.getByRole('link')).toHaveCount(9);
    await expect(current(links)).toHaveText('答卷');
    for (const name of ['分卷', '复核改分', '评语', '成绩单', '答卷']) {
      const link = links.getByRole('link', { name, exact: true });
      expect([name, await asksAgain(page, layout, () => link.click())]).toEqual([name, false]);
      await expect(current(links)).toHaveText(name);
    }
    await page.goto(toPapers({ examId: other.id }));
    await expect(links.getByRole('link')).toHaveText(['答卷', '评语', '设置']);
  });

  test('the wizard: its steps stay from step to step, and follow what was saved', async ({ app, page }) => {
    void app;
    const layout = 'routes/_app._wizard';
    const teacher = await makeTeacher();
    const exam = await makeExam({
      owner: teacher,
      status: 'draft',
      oral: await makeOralQuestion({ owner: teacher }),
      written: [await makeTheoryQuestion({ owner: teacher })],
    });
    await signIn(page, teacher);
    await open(page, toStep('threeadd', { id: exam.id }));
    const steps = tabs(page, '考试向导');
    await expect(current(steps)).toContainText('第 3 步');
    const first = steps.getByRole('link', { name: /^第 1 步/ });
    expect(await asksAgain(page, layout, () => first.click())).toBe(false);
    await expect(current(steps)).toContainText('第 1 步');
    await expect(steps.getByRole('link', { name: /（不用）/ })).toHaveCount(0);
    await page.getByRole('checkbox', { name: /^笔试/ }).uncheck();
    const saves = page.getByRole('button', { name: '保存草稿' });
    expect(await asksAgain(page, layout, () => saves.click())).toBe(javaScriptEnabled);
    await expect(steps.getByRole('link', { name: /^第 3 步.*（不用）/ })).toBeVisible();
  });

  test('the personal centre: the tabs stand on each page, the counts are those of now', async ({ app, page }) => {
    void app;
    const teacher = await makeTeacher();
    await db()
      .insertInto('messages')
      .values({ user_id: teacher.id, kind: 'system', title: '通知一', body: '', created_at: Date.now() })
      .execute();
    await signIn(page, teacher);
    await open(page, toNews());
    const links = tabs(page, '个人中心');
    await expect(current(links)).toHaveText('消息');
    await expect(tabs(page, '消息状态').getByRole('link', { name: /^未读/ })).toHaveText(/1$/);
    await page.getByRole('button', { name: '标为已读：通知一' }).click();
    await expect(tabs(page, '消息状态').getByRole('link', { name: /^未读/ })).toHaveText('未读');
    await links.getByRole('link', { name: '教研组' }).click();
    await expect(current(links)).toHaveText('教研组');
    await page
      .getByRole('link', { name: /新建|新增/ })
      .first()
      .click();
    await expect(current(links)).toHaveText('教研组');
  });
}
