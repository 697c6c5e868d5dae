import type { Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { toMyShared, toShare, toSharedBank } from '~/lib/addresses/banks';
import { makeTeacher, makeTheoryQuestion } from '../factories';
import { expect, signIn, test } from './support/app';

/** A shares with a group, B edits, A sees who changed what; who is in no group is refused. */

const preview = (id: number) => `/question_bank/theory/preview?id=${id}`;
const form = (id: number) => `/question_bank/theory/page?id=${id}`;
const said = (page: Page, text: string) => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();

async function save(page: Page, title: string): Promise<void> {
  await page.getByLabel('标题').fill(title);
  await page.getByRole('button', { name: '保存', exact: true }).first().click();
}

export function sharedEditingStories() {
  test('a group edits a question together, and its owner sees who changed what', async ({ app: _app, page }) => {
    const owner = await makeTeacher({ name: '林一帆' });
    const colleague = await makeTeacher({ name: '王晓梅' });
    const outsider = await makeTeacher({ name: '赵远' });
    const { id } = await makeTheoryQuestion({ owner, title: '云南的省会' });

    await signIn(page, owner);
    await page.goto('/users/groups');
    await page.getByRole('link', { name: '新建教研组' }).first().click();
    await page.getByLabel('教研组名称').fill('地理教研组');
    // Looking somebody up loses nothing of the form.
    await page.getByLabel('查找同事').fill('王晓梅');
    await page.getByRole('button', { name: '查找' }).click();
    await expect(page.getByLabel('教研组名称')).toHaveValue('地理教研组');
    await expect(page.getByRole('checkbox', { name: '赵远' })).toHaveCount(0);
    await page.getByRole('checkbox', { name: '王晓梅' }).check();
    await page.getByRole('button', { name: '保存' }).click();
    await said(page, '已保存教研组“地理教研组”，共 2 人');

    await page.goto(toShare({ bank: 'theory', ids: id }));
    await page.getByRole('checkbox', { name: '地理教研组' }).check();
    await page.getByRole('radio', { name: '可编辑' }).check();
    await page.getByRole('button', { name: '共享', exact: true }).click();
    await said(page, '已共享 1 道题');
    const shared = page.getByRole('table', { name: '现在共享给' });
    await expect(shared.getByRole('row', { name: /地理教研组/ })).toContainText('可编辑');

    await signIn(page, colleague);
    await page.goto('/users/news');
    await expect(page.getByText('林一帆共享给您 1 道理论题（可编辑）').first()).toBeVisible();
    await page.goto(toSharedBank({ bank: 'theory' }));
    const row = page.getByRole('row', { name: /云南的省会/ });
    await expect(row).toContainText('林一帆');
    await expect(row).toContainText('可编辑');
    await row.getByRole('link', { name: /编辑/ }).click();
    await expect(page.getByText('这是林一帆的题')).toBeVisible();
    await save(page, '云南省的省会');
    await said(page, '已保存“云南省的省会”');
    await expect(page).toHaveURL(/question_bank\/shared/);

    // The owner has had the form open all the while.
    await signIn(page, owner);
    await page.goto(form(id));
    await db().updateTable('questions').set({ version: 3, title: '昆明' }).where('id', '=', id).execute();
    await save(page, '省会');
    await expect(page.getByText('您的修改还没有保存').first()).toBeVisible();
    await expect(page.getByText('昆明', { exact: true })).toBeVisible();
    await expect(page.getByLabel('标题')).toHaveValue('省会');
    await save(page, '云南的首府');
    await said(page, '已保存“云南的首府”');

    await page.goto(preview(id));
    const edits = page.locator('#edits');
    await expect(edits).toContainText('王晓梅');
    await expect(edits).toContainText('云南省的省会');
    await expect(edits).toContainText('林一帆');

    await signIn(page, outsider);
    for (const address of [preview(id), form(id), `/question_bank/history?bank=theory&id=${id}`]) {
      expect((await page.goto(address))?.status()).toBe(404);
    }

    await signIn(page, owner);
    await page.goto(toMyShared({ bank: 'theory' }));
    await expect(page.getByRole('row', { name: /云南的首府/ })).toContainText('地理教研组');
    await page.goto('/users/groups');
    await page.getByRole('link', { name: /删除/ }).click();
    await page.getByRole('button', { name: '确定' }).click();
    await said(page, '已删除教研组“地理教研组”');
    await signIn(page, colleague);
    expect((await page.goto(preview(id)))?.status()).toBe(404);
  });

  test('a directory is shared with what is put into it later, and taken back at once', async ({ app: _app, page }) => {
    const owner = await makeTeacher({ name: '林一帆' });
    const colleague = await makeTeacher({ name: '孙若溪' });
    await makeTheoryQuestion({ owner, title: '不共享的题' });

    await signIn(page, owner);
    await page.goto('/question_bank/theory/index');
    await page.getByRole('link', { name: '新增目录' }).click();
    await page.getByLabel('目录名称').fill('古建筑');
    await page.getByRole('button', { name: '确定' }).click();
    await page
      .getByRole('link', { name: /古建筑/ })
      .first()
      .click();
    const tools = page.getByRole('region', { name: '目录' });
    await tools.getByRole('link', { name: '共享', exact: true }).click();
    await expect(page.getByText('现在还没有题，以后放进来的都会共享。')).toBeVisible();
    // Looking somebody up stays with the directory.
    await page.getByLabel('查找同事').fill('孙若溪');
    await page.getByRole('button', { name: '查找' }).click();
    await page.getByRole('checkbox', { name: '孙若溪' }).check();
    await page.getByRole('radio', { name: '可编辑' }).check();
    await page.getByRole('button', { name: '共享', exact: true }).click();
    await said(page, '已共享目录“古建筑”，以后放进去的题也会共享');
    await expect(page.getByRole('table', { name: '现在共享给' })).toContainText('可编辑');

    // The form says that what is put there is shared.
    const { id } = await makeTheoryQuestion({ owner, title: '太和殿的屋顶' });
    await page.goto(form(id));
    await page.getByLabel('目录').selectOption({ label: '古建筑（共享中）' });
    await save(page, '太和殿的屋顶');
    await said(page, '已保存“太和殿的屋顶”');

    await signIn(page, colleague);
    await page.goto('/users/news');
    await page
      .getByRole('link', { name: /林一帆共享给您理论题目录“古建筑”/ })
      .first()
      .click();
    await page.goto('/question_bank/shared/index?bank=theory');
    await expect(page.getByRole('row', { name: /不共享的题/ })).toHaveCount(0);
    await page
      .getByRole('navigation', { name: '共享的目录' })
      .getByRole('link', { name: /古建筑/ })
      .click();
    await expect(page).toHaveURL(/dirId=/);
    const row = page.getByRole('row', { name: /太和殿的屋顶/ });
    await expect(row).toContainText('可编辑');
    await row.getByRole('link', { name: /编辑/ }).click();
    await save(page, '太和殿用什么屋顶');
    await said(page, '已保存“太和殿用什么屋顶”');

    await signIn(page, owner);
    await page.goto(preview(id));
    await expect(page.locator('#edits')).toContainText('孙若溪');
    await page.goto('/question_bank/my_shared/index?bank=theory');
    const shared = page.getByRole('table', { name: '我共享的目录' }).getByRole('row', { name: /古建筑/ });
    await expect(shared).toContainText('孙若溪（可编辑）');
    await shared.getByRole('button', { name: /取消共享/ }).click();
    await said(page, '已取消共享目录“古建筑”，别人已复制的副本不变');

    await signIn(page, colleague);
    expect((await page.goto(preview(id)))?.status()).toBe(404);
    await page.goto('/question_bank/shared/index?bank=theory');
    await expect(page.getByRole('row', { name: /太和殿/ })).toHaveCount(0);
  });
}
