import type { Page } from '@playwright/test';
import { saveMailServer } from '~/domain/mail/mail.commands.server';
import { putSchool } from '~/domain/school/store.commands.server';
import { toClasses } from '~/lib/addresses/members';
import { toColleagues } from '~/lib/addresses/personal';
import { actorOf, makeClassroom, makeStudent, makeTeacher, makeTheoryQuestion, PASSWORD } from '../factories';
import { startMailServer } from '../support/smtp';
import { expect, signIn, test, signInHome } from './support/app';
import { picture } from './support/pictures';

/** Teachers' accounts: invited, forgotten, reset by a colleague, kept by the administrator; with script and without. */

const NEW = 'autumn leaf 26';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

async function choosePassword(page: Page, label: string, password: string) {
  await page.getByLabel(label, { exact: true }).fill(password);
  await page.getByLabel(`确认${label}`).fill(password);
}

export function accountStories() {
  test('a colleague is invited, registers once, and an invitation is taken back', async ({ app: _app, page }) => {
    const teacher = await makeTeacher({ name: '周敏' });
    const tag = teacher.account.replace(/\D/g, '');
    await signIn(page, teacher);
    await page.goto('/users/colleagues');
    const invite = async (note: string) => {
      await page.getByRole('link', { name: '邀请同事' }).click();
      await page.getByLabel('邀请谁').fill(note);
      await press(page, '生成链接');
      const url = await page.getByRole('textbox', { name: `邀请链接：${note}` }).inputValue();
      await page.getByRole('link', { name: '完成' }).click();
      await expect(row(page, note)).toContainText('周敏');
      return url;
    };
    const url = await invite(`王芳${tag}`);
    const other = await invite(`李雷${tag}`);
    await row(page, `李雷${tag}`).getByRole('link', { name: '撤销' }).click();
    await press(page, '确定');
    // The question that was answered has no row of it either.
    await expect(page.getByText('邀请已撤销，链接不能再用')).toBeVisible();
    await expect(row(page, `李雷${tag}`)).toHaveCount(0);

    await page.goto(other);
    await expect(page.getByText('这个邀请链接已经用过、已被撤销或过期')).toBeVisible();
    await page.goto(url);
    await expect(page.getByText('周敏老师邀请您加入。')).toBeVisible();
    await page.getByLabel('账号', { exact: true }).fill(teacher.account);
    await page.getByLabel('姓名').fill(`王芳${tag}`);
    await choosePassword(page, '密码', NEW);
    await press(page, '注册并登录');
    await expect(page.getByRole('link', { name: /已有人使用/ })).toBeVisible();
    await expect(page.getByLabel('姓名')).toHaveValue(`王芳${tag}`);
    await page.getByLabel('账号', { exact: true }).fill(`wf${tag}`);
    await choosePassword(page, '密码', NEW);
    await press(page, '注册并登录');
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(page.getByRole('link', { name: '学生管理' })).toBeVisible();
    await page.goto(url);
    await expect(page.getByText('这个邀请链接已经用过、已被撤销或过期')).toBeVisible();
    await signInHome(page, `wf${tag}`, NEW);
    await expect(page).toHaveURL(/\/dashboard/);
  });

  test('a teacher forgot the password: a mail with a link sets a new one, once', async ({ app, page }) => {
    const smtp = await startMailServer();
    const admin = actorOf(await makeTeacher({ is_admin: 1 }));
    const teacher = await makeTeacher({ name: '陆文', email: 'luwen@school.cn' });
    const user = 'kaoping@school.cn';
    const server = { host: '127.0.0.1', port: smtp.port, security: 'none' as const, sender: user, user };
    await putSchool({ siteUrl: app.address });
    await saveMailServer(admin, { ...server, password: 'mail-secret-1' }, Date.now());
    await page.goto('/forget');
    await page.getByLabel('账号').fill(teacher.account);
    await page.getByLabel('姓名').fill('陆文');
    await press(page, '提交申请');
    await expect(page.getByText('申请已收到')).toBeVisible();
    await expect.poll(() => smtp.mails.length).toBe(1);
    const [url = ''] = /http:\S+/.exec(smtp.mails[0]?.text ?? '') ?? [];

    await page.goto(url);
    await expect(page.getByText(`陆文（${teacher.account}）`)).toBeVisible();
    await choosePassword(page, '新密码', '12345678');
    await press(page, '设置新密码');
    await expect(page.getByRole('link', { name: /太常见/ })).toBeVisible();
    await choosePassword(page, '新密码', NEW);
    await press(page, '设置新密码');
    await expect(page.getByText('新密码已设置，请用它登录')).toBeVisible();
    await page.goto(url);
    await expect(page.getByText('这个链接已经用过或过期了')).toBeVisible();
    await signInHome(page, teacher, NEW);
    await expect(page).toHaveURL(/\/dashboard/);
    await smtp.stop();
  });

  test('an administrator makes a reset link: the owner is signed out, told, and sets a new password', async ({
    app: _app,
    page,
    browser,
    baseURL,
  }) => {
    const colleague = await makeTeacher({ name: '欧阳静', is_admin: 1 });
    const owner = await makeTeacher({ name: '陆文' });
    const theirs = await (await browser.newContext({ baseURL })).newPage();
    await signIn(theirs, owner);
    await signIn(page, colleague);
    await page.goto(toColleagues({ keyword: owner.account }));
    await row(page, owner.account).getByRole('link', { name: '重置链接' }).click();
    await press(page, '生成链接');
    const url = await page.getByRole('textbox', { name: /的重置链接/ }).inputValue();
    await theirs.goto('/users/news');
    await expect(theirs).toHaveURL(/\/login/);
    await theirs.goto(url);
    await choosePassword(theirs, '新密码', NEW);
    await press(theirs, '设置新密码');
    await expect(theirs.getByText('新密码已设置')).toBeVisible();
    await signIn(theirs, owner, NEW);
    await theirs.goto('/users/news');
    await expect(theirs.getByRole('link', { name: /^欧阳静.*为您的账号生成了重置密码的链接/ })).toBeVisible();
    await theirs.context().close();
  });

  test('a colleague’s reset link waits a day, and its owner stops it', async ({
    app: _app,
    page,
    browser,
    baseURL,
  }) => {
    const colleague = await makeTeacher({ name: '常乐' });
    const owner = await makeTeacher({ name: '安宁' });
    await signIn(page, colleague);
    await page.goto(toColleagues({ keyword: owner.account }));
    await row(page, owner.account).getByRole('link', { name: '重置链接' }).click();
    await press(page, '生成链接');
    const url = await page.getByRole('textbox', { name: /的重置链接/ }).inputValue();
    const theirs = await (await browser.newContext({ baseURL })).newPage();
    await theirs.goto(url);
    await expect(theirs.getByText('账号的主人可以停止它')).toBeVisible();
    await signIn(theirs, owner);
    await theirs.goto('/users/setting');
    await expect(theirs.getByText(/常乐.*为您的账号生成了重置密码的链接/)).toBeVisible();
    await press(theirs, '停止这个链接');
    await expect(theirs.getByText('重置链接已停止，不能再用')).toBeVisible();
    await theirs.goto(url);
    await expect(theirs.getByText('这个链接已经用过或过期了')).toBeVisible();
    await theirs.context().close();
  });

  test('the administrator sets the school up; a disabled colleague is out', async ({ app, page }) => {
    // As an earlier version stored it by itself.
    await putSchool({ siteUrl: app.address });
    const admin = await makeTeacher({ name: '校长', is_admin: 1 });
    const leaver = await makeTeacher({ name: '何远' });
    const tag = admin.account.replace(/\D/g, '');
    await signIn(page, admin);
    await page.goto('/users/info');
    await page.getByRole('link', { name: '学校设置' }).click();
    await page.getByLabel('学校名称').fill(`江州${tag}学校`);
    await page.getByLabel('时区').fill('Asia/Nowhere');
    await press(page, '保存学校信息');
    await expect(page.getByRole('link', { name: /没有这个时区/ })).toBeVisible();
    await page.getByLabel('时区').fill('Asia/Shanghai');
    await page.getByLabel('校徽').setInputFiles(await picture());
    await press(page, '保存学校信息');
    await expect(page.locator('.topbar__school')).toContainText(`江州${tag}学校`);
    await expect(page.locator('.topbar__school img')).toHaveJSProperty('complete', true);
    await page.getByLabel('及格线').fill('95');
    await press(page, '保存考试默认值');
    await expect(page.getByRole('link', { name: /及格线不能高于良好线/ })).toBeVisible();
    await page.getByLabel('及格线').fill('65');
    await press(page, '保存考试默认值');
    await expect(page.getByText('考试默认值已保存')).toBeVisible();
    await page.getByLabel('敏感词表').fill('笨蛋\n笨 蛋\n考试答案');
    await press(page, '保存敏感词');
    await expect(page.getByText('敏感词表已保存，共 2 个词')).toBeVisible();

    await page.goto(toColleagues({ keyword: leaver.account }));
    await row(page, leaver.account).getByRole('link', { name: '停用' }).click();
    await press(page, '确定');
    await expect(page.getByText('已停用何远的账号')).toBeVisible();
    await page.goto('/login');
    await expect(page.getByText(`江州${tag}学校`)).toBeVisible();
    await page.getByLabel('账号').fill(leaver.account);
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await press(page, '登录');
    await expect(page.getByText('账号或密码不正确')).toBeVisible();
  });

  test('a leaver’s exams and classes go to a colleague in one step', async ({ app: _app, page }) => {
    const admin = await makeTeacher({ is_admin: 1 });
    const leaver = await makeTeacher({ name: '何远' });
    const heir = await makeTeacher({ name: '陆文' });
    const tag = admin.account.replace(/\D/g, '');
    await makeClassroom({ teacher: leaver, name: `导游${tag}班` });
    await makeTheoryQuestion({ owner: leaver, title: `移交题${tag}` });
    await signIn(page, admin);
    await page.goto(toColleagues({ keyword: leaver.account }));
    await row(page, leaver.account).getByRole('link', { name: '移交' }).click();
    await expect(row(page, '题目')).toContainText('1 题');
    await expect(row(page, '1 个').filter({ hasText: `导游${tag}班` })).toBeVisible();
    await press(page, '确认移交');
    await expect(page.getByRole('link', { name: '请选择交给谁' })).toBeVisible();
    await page.getByLabel('接手的教师').selectOption({ label: `陆文（${heir.account}）` });
    await press(page, '确认移交');
    await expect(page.getByText('已把何远的1 道题、1 个班级移交给陆文')).toBeVisible();
    await page.goto(toColleagues({ tab: 'disabled', keyword: leaver.account }));
    await expect(row(page, leaver.account)).toContainText('已停用');
    await signIn(page, heir);
    await page.goto('/question_bank/theory/index');
    await expect(page.getByRole('link', { name: `移交题${tag}`, exact: true })).toBeVisible();
  });

  test('a school year: classes move up, a student changes class, the oldest graduate and come back', async ({
    app: _app,
    page,
  }) => {
    const teacher = await makeTeacher();
    const tag = teacher.account.replace(/\D/g, '');
    const year = (name: string, grade: string, entry: number) =>
      makeClassroom({ teacher, name: `${name}（${tag}）班`, grade, year: entry });
    const [young, old] = [await year('高一', '高一', 2026), await year('高三', '高三', 2024)];
    const student = await makeStudent({ name: '林可欣', classroom_id: old.id, must_change_password: 1 });
    await makeStudent({ name: '苏明远', classroom_id: old.id });
    await signIn(page, teacher);

    await page.goto('/member/class/index');
    for (const one of [young, old]) await page.getByLabel(`选择 ${one.name}`).check();
    await press(page, '升级');
    await expect(page.getByText(/已经是最高年级，没有勾选/)).toBeVisible();
    await expect(page.getByLabel(`升级 ${old.name}`)).not.toBeChecked();
    await expect(page.getByLabel(`${young.name} 新的名称`)).toHaveValue(`高二（${tag}）班`);
    await page.getByLabel(`${young.name} 新的名称`).fill('');
    await press(page, '确认升级');
    await expect(page.getByRole('link', { name: '请填写班级名称' })).toBeVisible();
    await page.getByLabel(`${young.name} 新的名称`).fill(`高二（${tag}）班`);
    await press(page, '确认升级');
    await expect(page.getByText('已升级 1 个班级')).toBeVisible();
    await expect(row(page, `高二（${tag}）班`)).toContainText('高二');

    await row(page, old.name).getByRole('link', { name: '账号条' }).click();
    await press(page, '重新生成 1 个密码');
    await expect(row(page, '林可欣').locator('code')).toBeVisible();
    await expect(row(page, '苏明远')).toContainText('学生自己设置的密码');

    await page.goto('/member/student/index');
    await page.getByLabel('选择 林可欣').check();
    await press(page, '转班');
    await page.getByLabel('转到').selectOption({ label: `高二（${tag}）班（2026）` });
    await press(page, '确认转班');
    await expect(page.getByText(`已把 1 名学生转到「高二（${tag}）班」`)).toBeVisible();
    await expect(row(page, student.account)).toContainText(`高二（${tag}）班`);

    await page.goto('/member/class/index');
    await page.getByLabel(`选择 ${old.name}`).check();
    await press(page, '毕业');
    await page.getByRole('radio', { name: /停用/ }).check();
    await press(page, '确定');
    await expect(page.getByText('1 个班级已毕业')).toBeVisible();
    await expect(row(page, old.name)).toHaveCount(0);
    await page.goto('/member/student/edit');
    await expect(page.getByLabel('班级').locator('option')).toHaveCount(2);
    await page.goto(toClasses({ tab: 'archived' }));
    await row(page, old.name).getByRole('link', { name: '恢复' }).click();
    await press(page, '确定');
    await expect(page.getByText('已恢复 1 个班级')).toBeVisible();
    await page.goto('/member/class/index');
    await expect(row(page, old.name)).toContainText('1 人');
  });
}
