import type { Browser, Download, Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import writeExcelFile from 'write-excel-file/node';
import { toStudents } from '~/lib/addresses/members';
import { makeClassroom, makeStudent, makeTeacher } from '../../factories';
import { expect, signIn, test, watchErrors } from './app';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const LONG_NAME = '阿卜杜热合曼·买买提艾力·古丽米热阿依努尔克孜';

type Cell = string | number | null;

async function chooseSheet(page: Page, rows: Cell[][]): Promise<void> {
  const buffer = await writeExcelFile(rows).toBuffer();
  await page.getByLabel('学生名单').setInputFiles({ name: '名单.xlsx', mimeType: XLSX, buffer });
  await page.getByRole('button', { name: '上传并核对' }).click();
}

async function download(page: Page, click: () => Promise<void>): Promise<Download> {
  const waiting = page.waitForEvent('download');
  await click();
  return waiting;
}

async function readDownload(file: Download): Promise<unknown[][]> {
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  return readSheet(Buffer.concat(chunks));
}

/** The password in the slip of a student. */
function slip(page: Page, name: string) {
  return page.locator('.slips').getByRole('row').filter({ hasText: name }).locator('code');
}

/** Whether an account and password let somebody in; a forced change is part of it. */
async function canSignIn(browser: Browser, address: string, account: string, password: string): Promise<boolean> {
  const context = await browser.newContext({ baseURL: address });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('账号').fill(account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录' }).click();
  await page.waitForURL((url) => url.pathname !== '/login', { timeout: 5000 }).catch(() => undefined);
  const path = new URL(page.url()).pathname;
  await context.close();
  return path === '/users/password';
}

/** A teacher makes a class, fills it, keeps it up and takes it down; told once with script and once without. */
export function membersStory(): void {
  test('a teacher makes a class, adds and imports students, exports, resets, moves and deletes', async ({
    app,
    page,
    browser,
  }) => {
    test.setTimeout(180_000);
    const problems = watchErrors(page);
    const teacher = await makeTeacher({ name: '周敏' });
    const tag = teacher.account.replace(/\D/g, '');
    const [first, second] = [`旅游${tag}班`, `酒店${tag}班`];
    await signIn(page, teacher);

    await test.step('an empty list says how to begin; a class is made', async () => {
      await page.goto('/member/class/index');
      await expect(page.getByText('您还没有班级')).toBeVisible();
      for (const name of [first, second]) {
        await page.goto('/member/class/edit');
        await page.getByLabel('班级名称').fill(name);
        await page.getByLabel('年级').fill('高一');
        await page.getByLabel('入学年份').fill('2026');
        await page.getByRole('button', { name: '保存' }).click();
        await expect(page.getByRole('status').filter({ hasText: `已新增「${name}」` })).toBeVisible();
      }
      await expect(page.getByRole('row').filter({ hasText: first })).toContainText('0 人');
    });

    await test.step('what is wrong stands at its field, and what was typed stays', async () => {
      await page.goto('/member/class/edit');
      await page.getByLabel('班级名称').fill(first);
      await page.getByLabel('入学年份').fill('2026');
      await page.getByRole('button', { name: '保存' }).click();
      await expect(page.getByRole('alert')).toContainText(`已有「${first}」`);
      await expect(page.getByLabel('班级名称')).toHaveValue(first);
    });

    await test.step('one student is added; the password is shown once and lets the student in', async () => {
      await page.goto('/member/student/edit');
      await page.getByLabel('学号').fill(`00${tag}01`);
      await page.getByLabel('姓名').fill(LONG_NAME);
      await page.getByLabel('班级').selectOption({ label: `${first}（2026）` });
      await page.getByLabel('手机号').fill('13800000001');
      await page.getByLabel('监护人同意').check();
      await page.getByRole('button', { name: '保存' }).click();
      const password = await slip(page, LONG_NAME).innerText();
      expect(await canSignIn(browser, app.address, `00${tag}01`, password)).toBe(true);
      await page.getByRole('link', { name: '完成' }).click();
      await expect(page.getByRole('row').filter({ hasText: `00${tag}01` })).toContainText('已同意');
    });

    await test.step('the template downloads', async () => {
      await page.goto('/member/student/import');
      const file = await download(page, () => page.getByRole('link', { name: '下载模板' }).click());
      expect(file.suggestedFilename()).toBe('学生导入模板.xlsx');
      expect((await readDownload(file))[0]).toContain('学号');
    });

    await test.step('one bad row: a sentence with row and column, and nobody is imported', async () => {
      await chooseSheet(page, [
        ['学号', '姓名', '班级'],
        [`00${tag}02`, '李娜', first],
        [`00${tag}01`, '张三', first],
        [`00${tag}03`, '王五', '没有这个班'],
      ]);
      await expect(page.getByRole('row').filter({ hasText: '第 3 行' })).toContainText(`学号 00${tag}01 已存在`);
      await expect(page.getByRole('row').filter({ hasText: '第 4 行' })).toContainText('C 列');
      await expect(page.getByRole('button', { name: /确认导入/ })).toHaveCount(0);
      await page.goto('/member/student/index');
      await expect(page.getByText('共 1 人')).toBeVisible();
    });

    await test.step('not a spreadsheet: said at the field', async () => {
      await page.goto('/member/student/import');
      await page
        .getByLabel('学生名单')
        .setInputFiles({ name: '名单.xlsx', mimeType: XLSX, buffer: Buffer.from('学号,姓名\n1,甲') });
      await page.getByRole('button', { name: '上传并核对' }).click();
      await expect(page.getByRole('alert')).toContainText('xlsx');
    });

    await test.step('a good list is checked, then imported; zeros stay and a formula is a name', async () => {
      await page.goto('/member/student/import');
      await page.getByLabel('班级').selectOption({ label: `${first}（2026）` });
      await chooseSheet(page, [
        ['学号', '姓名', '班级', '手机号', '初始密码'],
        [`00${tag}02`, '李娜', null, 13800000002, null],
        [`00${tag}03`, '=1+1', second, null, 'given-pass-1'],
      ]);
      await expect(page.getByRole('cell', { name: `00${tag}02` })).toBeVisible();
      await page.getByRole('button', { name: '确认导入 2 名学生' }).click();
      await expect(page.getByRole('heading', { name: /已导入 2 名学生/ })).toBeVisible();
      expect(await canSignIn(browser, app.address, `00${tag}02`, await slip(page, '李娜').innerText())).toBe(true);
      expect(await canSignIn(browser, app.address, `00${tag}03`, 'given-pass-1')).toBe(true);
      const file = await download(page, () => page.getByRole('link', { name: '下载表格' }).click());
      expect(file.suggestedFilename()).toBe('初始密码.xlsx');
      // The address of the preview again: nothing is left to import, and nothing is wrong.
      await page.goto(page.url());
      await expect(page.getByText('名单里的 2 名学生已经导入')).toBeVisible();
      await expect(page.getByText('已存在')).toHaveCount(0);
    });

    await test.step('the list is filtered and exported as it stands', async () => {
      await page.goto('/member/student/index');
      await page.getByLabel('班级').selectOption({ label: `${first}（2026）` });
      await page.getByRole('button', { name: '查询' }).click();
      await expect(page.getByText('共 2 人')).toBeVisible();
      const file = await download(page, () => page.getByRole('link', { name: '导出' }).click());
      expect(file.suggestedFilename()).toBe('文件.xlsx');
      const rows = await readDownload(file);
      expect(rows.slice(1).map((row) => [row[0], row[1], row[4]])).toEqual([
        [`00${tag}01`, LONG_NAME, '13800000001'],
        [`00${tag}02`, '李娜', '13800000002'],
      ]);
    });

    await test.step('the chosen are exported', async () => {
      await page.getByLabel('选择 李娜').check();
      const file = await download(page, () => page.getByRole('button', { name: '导出' }).click());
      expect((await readDownload(file)).slice(1).map((row) => row[1])).toEqual(['李娜']);
    });

    await test.step('a reset asks, shows a new password once, and the old one no longer works', async () => {
      await page.goto('/member/student/index');
      await page.getByRole('row').filter({ hasText: '=1+1' }).getByRole('link', { name: '重置密码' }).click();
      await expect(page.getByRole('heading', { name: '温馨提示' })).toBeVisible();
      await page.getByRole('button', { name: '确定' }).click();
      const password = await slip(page, '=1+1').innerText();
      expect(await canSignIn(browser, app.address, `00${tag}03`, 'given-pass-1')).toBe(false);
      expect(await canSignIn(browser, app.address, `00${tag}03`, password)).toBe(true);
      await page.getByRole('link', { name: '完成' }).click();
      await expect(page.locator('.slips')).toHaveCount(0);
    });

    await test.step('a student changes class', async () => {
      await page.getByRole('row').filter({ hasText: '=1+1' }).getByRole('link', { name: '编辑' }).click();
      // The list has a field of that name too, its filter.
      await expect(page).toHaveURL(/\/member\/student\/edit/);
      await page.getByLabel('班级').selectOption({ label: `${first}（2026）` });
      await page.getByRole('button', { name: '保存' }).click();
      await expect(page.getByRole('row').filter({ hasText: '=1+1' })).toContainText(first);
    });

    await test.step('a class with students stays until they are moved', async () => {
      await page.goto('/member/class/index');
      const row = page.getByRole('row').filter({ hasText: first });
      await row.getByRole('link', { name: '删除' }).click();
      await expect(page.getByText(/其中还有 3 名学生/)).toBeVisible();
      await page.getByRole('button', { name: '确定' }).click();
      await expect(page.getByRole('alert')).toContainText('请先选择把他们转到哪个班级');
      await page.getByLabel('学生转到').selectOption({ label: `${second}（2026）` });
      await page.getByRole('button', { name: '确定' }).click();
      await expect(page.getByRole('status').filter({ hasText: '已删除 1 个班级' })).toBeVisible();
      await expect(page.getByRole('row').filter({ hasText: second })).toContainText('3 人');
    });

    await test.step('students are deleted by selection', async () => {
      await page.goto('/member/student/index');
      await page.getByLabel('选择 李娜').check();
      await page.getByLabel('选择 =1+1').check();
      await page.getByRole('button', { name: '删除' }).click();
      await expect(page.getByText(/将删除 /)).toBeVisible();
      await page.getByRole('button', { name: '确定' }).click();
      await expect(page.getByRole('status').filter({ hasText: '已删除 2 名学生' })).toBeVisible();
      await expect(page.getByText('共 1 人')).toBeVisible();
    });

    // The refused forms answer 409, 415 and 422, which Chromium reports in its console.
    expect(problems.filter((problem) => !/status of 4(09|15|22)/.test(problem))).toEqual([]);
  });

  test('another teacher sees the names and no more', async ({ app, page }) => {
    void app;
    const [owner, other] = [await makeTeacher(), await makeTeacher()];
    const classroom = await makeClassroom({ teacher: owner });
    const student = await makeStudent({ classroom_id: classroom.id, phone: '13812345678', name: '欧阳晓雨' });
    await signIn(page, other);
    await page.goto(toStudents({ tab: 'all', classId: classroom.id }));
    const row = page.getByRole('row').filter({ hasText: '欧阳晓雨' });
    await expect(row).toContainText('只读');
    await expect(page.getByText('13812345678')).toHaveCount(0);
    for (const path of [
      `/member/student/edit?id=${student.id}`,
      `/member/class/edit?id=${classroom.id}`,
      `/member/student/export?classId=${classroom.id}`,
      `/member/student/export?ids=${student.id}`,
    ]) {
      expect((await page.goto(path))?.status(), path).toBe(403);
    }
  });

  test('students and strangers do not get in', async ({ app, page }) => {
    void app;
    const paths = [
      '/member/class/index',
      '/member/class/edit',
      '/member/student/index',
      '/member/student/edit',
      '/member/student/import',
      '/member/student/export',
      '/member/student/import/template',
    ];
    for (const path of paths) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/login/);
    }
    await signIn(page, await makeStudent());
    for (const path of paths) expect((await page.goto(path))?.status(), path).toBe(403);
  });
}
