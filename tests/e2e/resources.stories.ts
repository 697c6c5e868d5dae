import type { Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { toResources } from '~/lib/addresses/resources';
import { makeClassroom, makeResource, makeStudent, makeTeacher } from '../factories';
import { expect, signIn, test, signInHome } from './support/app';
import { picture } from './support/pictures';

/** What teachers and students do with resources, the same with script and without. */

async function makeSchool() {
  const teacher = await makeTeacher({ name: '周敏' });
  const classroom = await makeClassroom({ teacher, name: '旅游2601班' });
  const student = await makeStudent({ classroom_id: classroom.id, name: '林可欣' });
  const outsider = await makeStudent({ classroom_id: (await makeClassroom({ teacher })).id });
  return { teacher, classroom, student, outsider };
}

const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

export function resourceStories() {
  test('several files at once: what is wrong with one costs the others nothing; the class finds and opens them', async ({
    app: _app,
    page,
  }) => {
    const { teacher, student, outsider } = await makeSchool();
    await signInHome(page, teacher);
    await page.getByRole('navigation').getByRole('link', { name: '资源', exact: true }).click();
    await expect(page.getByText('还没有资源')).toBeVisible();
    await page.getByRole('link', { name: '上传', exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: '上传资源' })).toBeVisible();
    await page.getByRole('button', { name: '上传', exact: true }).click();
    await expect(page.getByRole('link', { name: '请选择要上传的文件' })).toBeVisible();

    await page
      .getByLabel('文件')
      .setInputFiles([
        text('导游词（上）.txt', '各位游客，<b>大家好</b>！'),
        { ...(await picture()), name: '景点 “示意” 图.jpg' },
        text('题目.pdf', 'MZ\u0090\u0000'),
      ]);
    await page.getByRole('radio', { name: '指定班级' }).check();
    await page.getByRole('checkbox', { name: /旅游2601班/ }).check();
    await page.getByRole('checkbox', { name: '通知学生' }).check();
    await page.getByRole('button', { name: '上传', exact: true }).click();
    await expect(page.getByText('2 个已上传，1 个没有上传')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: '题目.pdf' })).toContainText('不能上传程序文件');
    await page.getByRole('link', { name: '看我的资源' }).click();
    await expect(page.getByText(/您的 2 个资源共占用/)).toBeVisible();
    await expect(row(page, '导游词（上）')).toContainText('旅游2601班');
    await page.goto('/logout');

    await signIn(page, student);
    await page.goto('/users/news');
    await page.getByRole('link', { name: '新资源：导游词（上） 等 2 个', exact: true }).click();
    await page.getByRole('link', { name: '去处理' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '资源' })).toBeVisible();
    await page.getByLabel('名称或上传者').fill('导游词');
    await page.getByRole('button', { name: '查询' }).click();
    await expect(row(page, '景点 “示意” 图')).toHaveCount(0);
    await page.getByRole('link', { name: '导游词（上）', exact: true }).click();
    await expect(page.getByText('各位游客，<b>大家好</b>！')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: '下载', exact: true }).click();
    expect((await download).suggestedFilename()).toBe('导游词（上）.txt');
    await page.goto(toResources({ kind: 'image' }));
    await expect(row(page, '景点')).toBeVisible();
    await page.getByRole('link', { name: /^景点/ }).click();
    const shown = page.getByRole('img', { name: /^景点/ });
    await expect(shown).toHaveJSProperty('complete', true);
    await page.goto('/resource/index');
    await expect(row(page, '导游词（上）').getByRole('cell').nth(3)).toHaveText('1');
    await page.goto('/logout');

    await signIn(page, outsider);
    await page.goto('/resource/index');
    await expect(page.getByText('老师开放给你的课件和讲义会出现在这里。')).toBeVisible();
  });

  test('renamed, given to another class, closed, opened and deleted', async ({ app: _app, page }) => {
    const { teacher, classroom } = await makeSchool();
    await makeResource({ owner: teacher, title: '旧名字', classrooms: [classroom] });
    await makeResource({ owner: teacher, title: '第二份' });
    await makeResource({ owner: await makeTeacher({ name: '陆远航' }), title: '同事的课件' });
    await signIn(page, teacher);
    await page.goto('/resource/index');
    await expect(row(page, '同事的课件').getByRole('link', { name: /^编辑/ })).toHaveCount(0);
    await row(page, '旧名字').getByRole('link', { name: /^编辑/ }).click();
    // The list has fields of like names.
    await expect(page).toHaveURL(/\/resource\/edit/);
    await page.getByLabel('名称').fill('');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByRole('link', { name: '请填写名称' })).toBeVisible();
    await page.getByLabel('名称').fill('新名字 <i>');
    await page.getByRole('radio', { name: '全体学生' }).check();
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByText('已保存“新名字 <i>”')).toBeVisible();
    await expect(row(page, '新名字')).toContainText('全体学生');

    await row(page, '新名字').getByText('更多').click();
    await row(page, '新名字').getByRole('button', { name: /^关闭/ }).click();
    await expect(page.getByText('已关闭 1 个资源')).toBeVisible();
    await expect(row(page, '新名字')).toContainText('未开放');
    for (const name of ['新名字', '第二份']) await row(page, name).getByRole('checkbox').check();
    await page.getByRole('button', { name: '开放', exact: true }).first().click();
    await expect(page.getByText('已开放 1 个资源')).toBeVisible();
    for (const name of ['新名字', '第二份']) await row(page, name).getByRole('checkbox').check();
    await page.getByRole('button', { name: '删除', exact: true }).click();
    await expect(page.getByText(/将删除 .*“新名字 <i>”/)).toBeVisible();
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('已删除 2 个资源')).toBeVisible();
    await expect(page.getByText('您还没有上传资源')).toBeVisible();
    const left = await db().selectFrom('resources').select('title').where('deleted_at', 'is', null).execute();
    expect(left.filter((one) => one.title !== '同事的课件' && one.title === '第二份')).toEqual([]);
  });
}
