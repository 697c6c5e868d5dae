import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { db } from '~/db/db.server';
import { shiftMonth } from '~/domain/exam/calendar.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toNews } from '~/lib/addresses/personal';
import { formatDate, formatMinute } from '~/lib/time';
import { makeClassroom, makeExam, makeStudent, makeTeacher } from '../../factories';
import { makePhoto } from '../../support/media';
import { expect, signIn, signInByForm, signInHome } from './app';

/** A teacher with a class of one student. */
export async function smallClass() {
  const teacher = await makeTeacher({ name: '陈静' });
  const classroom = await makeClassroom({ teacher });
  const student = await makeStudent({ name: '迪丽努尔·阿卜杜热合曼', classroom_id: classroom.id });
  return { teacher, classroom, student };
}

/** A student forgot the password; the teacher reads of it where it can be reset. */
export async function forgottenPassword(page: Page) {
  const { teacher, student } = await smallClass();
  await page.goto('/login');
  await page.getByRole('link', { name: '忘记密码' }).click();
  await page.getByRole('button', { name: '提交申请' }).click();
  await expect(page.getByText('请填写账号').first()).toBeVisible();
  await page.getByLabel('账号').fill(student.account);
  await page.getByLabel('姓名').fill(student.name);
  await page.getByRole('button', { name: '提交申请' }).click();
  await expect(page.getByText('申请已收到')).toBeVisible();

  // An account that does not exist gets the very same page.
  const answered = await page.getByRole('main').innerText();
  await page.goto('/forget');
  await page.getByLabel('账号').fill('nobody-at-all');
  await page.getByLabel('姓名').fill('无此人');
  await page.getByRole('button', { name: '提交申请' }).click();
  await expect(page.getByText('申请已收到')).toBeVisible();
  expect(await page.getByRole('main').innerText()).toBe(answered);

  await signInHome(page, teacher);
  await page.getByRole('link', { name: `学生${student.name}（${student.account}）忘记了密码` }).click();
  await page.getByRole('link', { name: '去处理' }).click();
  // One click: the message leads to the question, its yes to the one-time code.
  await expect(page.getByText(/生成新的一次性密码/)).toBeVisible();
  await page.getByRole('button', { name: '确定' }).click();
  const code = await page
    .locator('.slips')
    .getByRole('row')
    .filter({ hasText: student.name })
    .locator('code')
    .innerText();
  await signInByForm(page, student, code);
  await expect(page.getByLabel('一次性密码')).toBeVisible();
}

/** A one-time password must be changed before anything else; the change ends the other sessions and leads on. */
export async function forcedChange(page: Page, other: Page) {
  const student = await makeStudent({ must_change_password: 1, password: 'one-time-code-7' });
  await signInByForm(page, student, 'one-time-code-7');
  await expect(page.getByRole('heading', { level: 1, name: '设置自己的密码' })).toBeVisible();
  await page.goto('/student/examination/index');
  await expect(page).toHaveURL(/\/users\/password\?redirectTo=/);
  await signInByForm(other, student, 'one-time-code-7');

  const change = async (password: string, confirm: string) => {
    await page.getByLabel('一次性密码').fill('one-time-code-7');
    await page.getByLabel('新密码', { exact: true }).fill(password);
    await page.getByLabel('确认新密码').fill(confirm);
    await page.getByRole('button', { name: '保存并继续' }).click();
  };
  await change('12345678', '12345678');
  await expect(page.getByText(/太常见/).first()).toBeVisible();
  await change('spring-rain-88', 'spring-rain-89');
  await expect(page.getByText('两次填写的新密码不一致').first()).toBeVisible();
  await change('spring-rain-88', 'spring-rain-88');
  await expect(page).toHaveURL(/\/student\/examination\/index$/);
  await expect(page.getByText('密码已修改')).toBeVisible();
  await other.goto('/users/info');
  await expect(other).toHaveURL(/\/login/);
}

/** Two devices: one sees the other, signs it out, then all others at once. */
export async function devices(page: Page, other: Page) {
  const teacher = await makeTeacher({ name: '陈静' });
  await signIn(other, teacher);
  await signIn(page, teacher);
  await page.goto('/users/setting');
  const rows = page.getByRole('table', { name: '登录设备' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('本机');
  await rows.nth(2).getByRole('link', { name: /^退出/ }).click();
  await expect(page.getByText(/确定退出“Chrome/)).toBeVisible();
  await page.getByRole('button', { name: '退出该设备' }).click();
  await expect(page.getByText('已退出该设备上的登录')).toBeVisible();
  await expect(rows).toHaveCount(2);
  await other.goto('/users/info');
  await expect(other).toHaveURL(/\/login\?redirectTo=/);

  await signIn(other, teacher);
  await page.goto('/users/setting');
  await page.getByRole('link', { name: '退出其他所有设备' }).click();
  await page.getByRole('button', { name: '全部退出' }).click();
  await expect(page.getByText('其他设备上的登录都已退出')).toBeVisible();
  await expect(rows).toHaveCount(2);
  await other.goto('/users/info');
  await expect(other).toHaveURL(/\/login\?redirectTo=/);
}

/** Messages are listed, opened, marked, deleted after asking, and counted in the header. */
export async function messages(page: Page) {
  const teacher = await makeTeacher();
  for (const title of ['第一条通知', '第二条通知', '第三条通知']) {
    await sendMessages([teacher.id], { kind: 'system', title, body: '正文<b>不是标签</b>' }, Date.now());
  }
  await signInHome(page, teacher);
  const inHeader = page.getByRole('banner').getByRole('link', { name: /消息/ });
  await expect(inHeader).toContainText('3');
  await inHeader.click();
  await page.getByRole('link', { name: '第一条通知', exact: true }).click();
  await expect(page.getByText('正文<b>不是标签</b>')).toBeVisible();
  await expect(inHeader).toContainText('2');

  await page.goto(toNews({ isRead: 0 }));
  await expect(page.getByRole('row', { name: /第一条通知/ })).toHaveCount(0);
  await page.getByRole('checkbox', { name: '选择消息：第二条通知' }).check();
  await page.getByRole('button', { name: '删除', exact: true }).click();
  await expect(page.getByText('确定删除选中的 1 条消息吗？')).toBeVisible();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已删除 1 条消息')).toBeVisible();
  await page.getByRole('button', { name: '全部已读' }).click();
  await expect(page.getByText('已读 1 条消息')).toBeVisible();
  await expect(inHeader).not.toContainText(/\d/);
  await page.goto('/users/news');
  await expect(page.getByRole('row', { name: /第[一三]条通知/ })).toHaveCount(2);
}

/** The profile is saved with a region of the division; a wrong number is refused with what was typed kept. */
export async function profile(page: Page, { hasScript }: { hasScript: boolean }) {
  const { student } = await smallClass();
  await signIn(page, student);
  await page.goto('/users/info');
  const city = page.getByLabel('市', { exact: true });
  const district = page.getByLabel('区县');
  // Without script the form is shown again with the lists below what was chosen.
  const nextList = async (list: Locator, name: string) => {
    if (!hasScript) await page.getByRole('button', { name: '显示市和区县' }).click();
    await expect(list.locator('option', { hasText: name })).toHaveCount(1);
  };
  await page.getByLabel('电话').fill('not a number');
  await page.getByLabel('省', { exact: true }).selectOption('云南省');
  await nextList(city, '昆明市');
  await expect(page.getByLabel('电话')).toHaveValue('not a number');
  await city.selectOption('昆明市');
  await nextList(district, '五华区');
  await district.selectOption('五华区');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('电话只能包含数字').first()).toBeVisible();
  await expect(district).toHaveValue('五华区');

  await page.getByLabel('电话').fill('0871-1234567');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('个人信息已保存')).toBeVisible();
  await expect(page.getByLabel('电话')).toHaveValue('0871-1234567');
  await expect(city).toHaveValue('昆明市');
  const row = await db().selectFrom('users').selectAll().where('id', '=', student.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ province: '云南省', city: '昆明市', district: '五华区', user_type: 2 });
}

/** A picture becomes the avatar: placed in the page with script, its middle without; and is taken away again. */
export async function avatar(page: Page, { hasScript }: { hasScript: boolean }) {
  const { student } = await smallClass();
  await signIn(page, student);
  await page.goto('/users/info');
  const choose = (buffer: Buffer) =>
    page.getByLabel('选择图片').setInputFiles({ name: '头像.jpg', mimeType: 'image/jpeg', buffer });
  const change = () => page.getByRole('button', { name: '更换头像' }).click();
  await change();
  await expect(page.getByRole('link', { name: '请先选择一张图片' })).toBeVisible();
  await choose(Buffer.from('no picture'));
  await change();
  await expect(page.getByRole('heading', { name: '有问题需要处理' })).toBeVisible();

  // The upper half is lighter: the bottom is chosen with script, the middle is taken without.
  await choose(await makePhoto({ width: 600, height: 900 }));
  if (hasScript) {
    const zoom = page.getByRole('slider', { name: '缩放' });
    await zoom.fill('1.5');
    const down = page.getByRole('slider', { name: '上下' });
    await down.press('End');
    await expect(down).toHaveValue('1');
    const stage = await page.locator('.crop__stage').boundingBox();
    if (!stage) throw new Error('the round window is not there');
    await page.mouse.move(stage.x + 120, stage.y + 120);
    await page.mouse.down();
    await page.mouse.move(stage.x + 120, stage.y + 60, { steps: 3 });
    await page.mouse.up();
  }
  await change();
  await expect(page.getByText('头像已更换')).toBeVisible();
  const picture = page.getByRole('img', { name: '现在的头像' });
  await expect(picture).toBeVisible();
  expect(await picture.boundingBox()).toMatchObject({ width: 120, height: 120 });
  const source = await picture.getAttribute('src');
  const stored = await page.request.get(source ?? '');
  const { channels } = await sharp(await stored.body()).stats();
  const light = channels[0]?.mean ?? 0;
  if (hasScript) expect(light).toBeLessThan(180);
  else expect(light).toBeGreaterThan(180);
  expect(await sharp(await stored.body()).metadata()).toMatchObject({ width: 240, height: 240 });

  await page.getByRole('button', { name: '删除头像' }).click();
  await expect(page.getByText('头像已删除')).toBeVisible();
  await expect(page.getByRole('img', { name: '还没有头像' })).toBeVisible();
}

/** The home page's calendar shows the exams of a month on their days, and leads to other months. */
export async function calendar(page: Page) {
  const { teacher, classroom, student } = await smallClass();
  const now = Date.now();
  // In the morning: an exam over midnight stands on two days.
  const begin = Date.parse(`${formatDate(now + 35 * 24 * 3600_000)}T10:00:00+08:00`);
  const times = { oral_begin_time: begin, oral_end_time: begin + 3600_000 };
  await makeExam({ owner: teacher, classrooms: [classroom], name: '日历上的考试', ...times });
  const month = formatDate(begin).slice(0, 7);
  const away = Number(month.slice(5)) - Number(formatDate(now).slice(5, 7));
  for (const person of [teacher, student]) {
    await signInHome(page, person);
    await expect(page.locator('.cal [aria-current=date]')).toHaveText(/今天/);
    await expect(page.locator('.cal').getByRole('link', { name: /日历上的考试/ })).toHaveCount(0);
    for (let step = 1; step <= (away + 12) % 12; step += 1) {
      await page.getByRole('link', { name: /^下个月/ }).click();
      await expect(page).toHaveURL(new RegExp(`month=${shiftMonth(formatDate(now).slice(0, 7), step)}`));
    }
    const day = page.locator('.cal td').filter({ hasText: '日历上的考试' });
    await expect(day).toHaveCount(1);
    await expect(day).toContainText(`口语 ${formatMinute(begin).slice(11)}`);
    await day.getByRole('link').click();
    await expect(page).toHaveURL(/\/examination\/preview(\/paper)?\?id=/);
  }
}

/** 精简模式 sends no script; appearance is the account's; the other role's pages answer 403. */
export async function settings(page: Page) {
  const teacher = await makeTeacher();
  await signInHome(page, teacher);
  await page.getByRole('banner').getByRole('button', { name: '精简模式' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.locator('script')).toHaveCount(0);
  await page.goto('/users/setting');
  await page.getByLabel('深色').check();
  await page.getByLabel('大字').check();
  await page.getByRole('button', { name: '保存显示设置' }).click();
  await expect(page.getByText('显示设置已保存')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('data-type', 'large');
  await page.getByRole('banner').getByRole('button', { name: '精简模式' }).click();
  await expect(page.locator('script')).not.toHaveCount(0);

  expect((await page.goto('/student/examination/index'))?.status()).toBe(403);
  await expect(page.getByText('这个页面只对学生开放。')).toBeVisible();
  expect((await page.goto('/no/such/page'))?.status()).toBe(404);
  await page.goto('/dashboard');
  await page.locator('summary').filter({ hasText: teacher.name }).click();
  await page.getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login\?redirectTo=/);
}
