import type { Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toThread } from '~/lib/addresses/interaction';
import { toResult } from '~/lib/addresses/results';
import {
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeThread,
  PASSWORD,
} from '../factories';
import { expect, signIn, test, signInHome } from './support/app';
import { picture } from './support/pictures';

/** What students and teachers do with questions and messages, the same with script and without. */

const MINUTE = 60_000;

async function makeSchool() {
  const teacher = await makeTeacher({ name: '周敏' });
  const classroom = await makeClassroom({ teacher });
  const student = await makeStudent({ classroom_id: classroom.id, name: '林可欣' });
  return { teacher, classroom, student };
}

const newsLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^消息/ });

/** `attach` gives the answer its recording: made in the page, or as a file of any recorder. */
export function interactStories(attach: (page: Page) => Promise<void>) {
  test('a question about a score with a photo, answered with a recording, read and closed', async ({
    app: _app,
    page,
  }) => {
    const { teacher, classroom, student } = await makeSchool();
    const oral = await makeOralQuestion({ owner: teacher });
    const exam = await makeExam({
      owner: teacher,
      classrooms: [classroom],
      oral,
      status: 'released',
      name: '期中考试',
    });
    await makeAttempt({ exam, student, part: 'oral', state: 'scored' });

    await signIn(page, student);
    await page.goto(toResult({ examId: exam.id }));
    await page.getByRole('link', { name: '向老师提问' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '向老师提问' })).toBeVisible();
    await expect(page.getByText('提问会发给周敏老师')).toBeVisible();
    await page.getByLabel('内容').fill('完整度扣在哪里？');
    await page.getByLabel(/^照片/).setInputFiles(await picture('草稿.png'));
    await page.getByRole('button', { name: '提交' }).click();
    await expect(page.getByRole('link', { name: '请填写标题' })).toBeVisible();
    await expect(page.getByLabel('内容')).toHaveValue('完整度扣在哪里？');
    await expect(page.getByRole('list', { name: '已上传的照片' }).getByRole('img')).toHaveCount(1);
    await page.getByLabel('标题').fill('口语的完整度');
    await page.getByRole('button', { name: '提交' }).click();
    await expect(page.getByText('已发给老师，有回复会发消息通知你')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: '完整度扣在哪里？' }).getByRole('img')).toHaveCount(1);

    await signInHome(page, teacher);
    await expect(newsLink(page)).toContainText('1');
    await page.goto('/dynamic/interact/index');
    await expect(page.getByRole('link', { name: '高分作品' }).first()).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('navigation', { name: '互动' })).toContainText('师生互动1');
    const row = page.getByRole('row').filter({ hasText: '口语的完整度' });
    await expect(row).toContainText('林可欣');
    await expect(row).toContainText('待回复');
    await row.getByRole('link', { name: /^口语的完整度/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: '口语的完整度' })).toBeVisible();
    await expect(newsLink(page)).not.toContainText('未读');
    await expect(page.getByRole('link', { name: '口语答卷' })).toBeVisible();
    await attach(page);
    await page.getByLabel('回复内容').fill('漏了两个要点，听我示范。');
    await page.getByRole('button', { name: '回复' }).click();
    await expect(page.getByText('已发送')).toBeVisible();
    await expect(page.locator('.post--own audio')).toHaveCount(1);

    await signIn(page, student);
    await page.goto('/users/news');
    await page.getByRole('link', { name: '周敏老师回复了你的提问：口语的完整度', exact: true }).click();
    await page.getByRole('link', { name: '去处理' }).click();
    const answer = page.getByRole('listitem').filter({ hasText: '漏了两个要点，听我示范。' });
    await expect(answer.locator('audio')).toHaveCount(1);
    await expect(answer).toContainText('周敏老师');
    await page.getByRole('button', { name: '结束提问' }).click();
    await expect(page.getByText('提问已结束')).toBeVisible();
    await expect(page.getByText('这个提问已经结束。还有问题时，可以在上面重新打开。')).toBeVisible();
  });

  test('an answer outlives its session; an unanswered post is taken back', async ({ app: _app, page }) => {
    const { teacher, student } = await makeSchool();
    const thread = await makeThread({ student, title: '耳麦有杂音' });
    await signIn(page, teacher);
    await page.goto(toThread(thread.id));
    await page.getByLabel('回复内容').fill('换到备用机。');
    await db().updateTable('users').set({ session_version: 9 }).where('id', '=', teacher.id).execute();
    await page.getByRole('button', { name: '回复' }).click();
    await expect(page).toHaveURL(/\/login/);
    await page.getByLabel('账号').fill(teacher.account);
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page.getByText('登录过期时没有发出的内容已经放回下面')).toBeVisible();
    await expect(page.getByLabel('回复内容')).toHaveValue('换到备用机。');
    await page.getByRole('button', { name: '回复' }).click();
    await expect(page.getByText('已发送')).toBeVisible();
    await expect(page.getByLabel('回复内容')).toHaveValue('');
    await page.getByRole('link', { name: /^删除/ }).click();
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('已删除', { exact: true })).toBeVisible();
    await expect(page.locator('.post')).toHaveCount(1);
    await expect(page.locator('.pagehead')).toContainText('待回复');
  });

  test('long names and long words stay inside of the window', async ({ app: _app, page }) => {
    const teacher = await makeTeacher();
    const classroom = await makeClassroom({ teacher, name: '旅游服务与管理（中高职贯通培养）2026级01班' });
    const name = '阿卜杜热合曼·买买提依明江·阿不都热依木';
    const student = await makeStudent({ classroom_id: classroom.id, name });
    const thread = await makeThread({ student, title: `https://school.example/${'0123456789'.repeat(10)}` });
    const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    await signIn(page, teacher);
    for (const address of ['/dynamic/interact/index', toThread(thread.id)]) {
      await page.goto(address);
      await expect(page.getByText(thread.title).first()).toBeVisible();
      expect(await isWide(), address).toBe(false);
    }
    await page.goto('/dynamic/interact/index');
    expect((await page.getByRole('rowheader').boundingBox())?.width).toBeGreaterThan(180);
  });

  test('an answer outlives the cookies; it is not another teacher’s', async ({ app: _app, page }) => {
    const { teacher, student } = await makeSchool();
    const other = await makeTeacher();
    const thread = await makeThread({ student, title: '耳麦有杂音' });
    await signIn(page, teacher);
    await page.goto(toThread(thread.id));
    await page.getByLabel('回复内容').fill('换到备用机。');
    await page.context().clearCookies();
    await page.getByRole('button', { name: '回复' }).click();
    await expect(page).toHaveURL(/\/login/);
    const back = page.url();
    await signIn(page, other);
    await page.goto(toThread(thread.id));
    await expect(page.getByText('换到备用机。')).toHaveCount(0);
    await page.context().clearCookies();
    await page.goto(back);
    await page.getByLabel('账号').fill(teacher.account);
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page.getByText('登录过期时没有发出的内容已经放回下面')).toBeVisible();
    await expect(page.getByLabel('回复内容')).toHaveValue('换到备用机。');
  });

  test('messages: by kind, one after the other, all read, many deleted', async ({ app: _app, page }) => {
    const { student } = await makeSchool();
    const now = Date.now();
    for (const [index, title] of ['新考试：甲', '新考试：乙', '新考试：丙'].entries()) {
      await sendMessages([student.id], { kind: 'exam', title }, now + index);
    }
    await sendMessages([student.id], { kind: 'score', title: '成绩公布：丁' }, now + 10);
    await signInHome(page, student);
    await expect(newsLink(page)).toContainText('4');
    await newsLink(page).click();
    await expect(page.getByRole('heading', { level: 1, name: '消息' })).toBeVisible();
    await page.getByRole('navigation', { name: '消息类型' }).getByRole('link', { name: /^考试/ }).click();
    await expect(page.getByText('共 3 条')).toBeVisible();
    await page.getByRole('link', { name: '新考试：乙', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: '新考试：乙' })).toBeVisible();
    await expect(newsLink(page)).toContainText('3');
    await page.getByRole('link', { name: '上一条：新考试：丙' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '新考试：丙' })).toBeVisible();
    await page.goto('/users/news');
    await page.getByRole('button', { name: '全部已读' }).click();
    await expect(page.getByText('已读 2 条消息')).toBeVisible();
    await expect(newsLink(page)).not.toContainText('未读');
    for (const title of ['新考试：甲', '成绩公布：丁']) {
      await page.getByRole('checkbox', { name: `选择消息：${title}` }).check();
    }
    await page.getByRole('button', { name: '删除', exact: true }).click();
    await expect(page.getByText('确定删除选中的 2 条消息吗？')).toBeVisible();
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('已删除 2 条消息')).toBeVisible();
    await expect(page.getByText('共 2 条')).toBeVisible();
  });

  test('an exam that comes near is reminded of', async ({ app, page }) => {
    const { teacher, classroom, student } = await makeSchool();
    const now = Date.now();
    const oral = await makeOralQuestion({ owner: teacher });
    for (const [name, minutes] of [
      ['明天的考试', 24 * 60 + 20],
      ['马上的考试', 50],
    ] as const) {
      const begin = now + minutes * MINUTE;
      const times = { oral_begin_time: begin, oral_end_time: begin + 60 * MINUTE };
      await makeExam({ owner: teacher, classrooms: [classroom], oral, name, ...times });
    }
    await signInHome(page, student);
    await expect(newsLink(page)).not.toContainText('未读');
    app.moveClock(30 * MINUTE);
    await expect(async () => {
      await page.goto('/users/news');
      await expect(page.getByText('共 2 条')).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(page.getByRole('link', { name: /^考试提醒：明天的考试，\d\d-\d\d \d\d:\d\d 开始/ })).toBeVisible();
    await page.getByRole('link', { name: /^前往 ?：即将开考：马上的考试/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: '马上的考试' })).toBeVisible();
    await page.goto('/users/news');
    await expect(newsLink(page)).toContainText('1');
  });
}
