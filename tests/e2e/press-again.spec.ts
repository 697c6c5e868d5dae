import type { Page, Route } from '@playwright/test';
import { db } from '~/db/db.server';
import { extendExam } from '~/domain/room/extend.commands.server';
import { askPath } from '~/domain/interaction/thread.rules';
import { toExamPreview } from '~/lib/addresses/results';
import { actorOf, makeClassroom, makeStudent, makeTeacher } from '../factories';
import { expect, openGuarded, signIn, test, untilGuarded } from './support/app';
import { itemCard, makeSittingSchool } from './support/sitting-story';

/** What was pressed while the line was gone, and what 重试 makes of it. */

async function openAsk(page: Page) {
  const teacher = await makeTeacher({ name: '周敏' });
  const classroom = await makeClassroom({ teacher });
  const student = await makeStudent({ classroom_id: classroom.id });
  await signIn(page, student);
  await openGuarded(page, askPath({ subject: 'other', id: 0 }));
  await page.getByLabel('标题').fill('口语的完整度');
  await page.getByLabel('内容').fill('原来的内容');
  const asked = async () => {
    const posts = await db().selectFrom('posts').select('text').where('author_id', '=', student.id).execute();
    return posts.map(({ text }) => text);
  };
  return { asked, bar: page.getByRole('alert'), send: page.getByRole('button', { name: '提交', exact: true }) };
}

/** What was pressed arrives, and its answer does not. */
async function lose(route: Route) {
  if (route.request().method() !== 'POST') return route.fallback();
  await route.fetch({ maxRedirects: 0 });
  await route.abort();
}

test('重试 sends the form as it stands; its button is free as soon as the line is known to be gone', async ({
  app: _app,
  page,
  context,
}) => {
  const { asked, bar, send } = await openAsk(page);
  await context.setOffline(true);
  await send.click();
  await expect(bar).toContainText('网络断开，这一页没有变');
  await expect(send).toBeEnabled();
  await context.setOffline(false);
  await expect(bar).toContainText('刚才要做的还没有做');
  await page.getByLabel('内容').fill('原来的内容，又补了一大段');
  await bar.getByRole('button', { name: '重试' }).click();
  await expect(page.getByText('已发给老师')).toBeVisible();
  expect(await asked()).toEqual(['原来的内容，又补了一大段']);
});

test('a press whose answer was lost may be done already, and the page says so', async ({ app: _app, page }) => {
  const { asked, bar, send } = await openAsk(page);
  await page.route('**/*.data*', lose);
  await send.click();
  await expect(bar).toContainText('可能已经做了，请先刷新看看');
  await expect(bar).not.toContainText('还没有做，');
  expect(await asked()).toEqual(['原来的内容']);
  await page.unroute('**/*.data*', lose);
  await bar.getByRole('button', { name: '重试' }).click();
  await expect(page.getByText('已发给老师')).toBeVisible();
  expect(await asked()).toEqual(['原来的内容']);
});

test('交卷 pressed without a line does not come by itself, whatever the page learns meanwhile', async ({
  app: _app,
  page,
  context,
}) => {
  const { owner, student, exam, written } = await makeSittingSchool();
  await signIn(page, student);
  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  await untilGuarded(page);
  const short = itemCard(page, written[4]).getByRole('textbox');
  const bar = page.getByRole('alert').filter({ hasText: '重试' });
  await context.setOffline(true);
  await page.locator('.exam__side').getByRole('button', { name: '交卷' }).click();
  await expect(bar).toContainText('网络断开');
  await context.setOffline(false);
  await expect(bar).toContainText('刚才要做的还没有做');
  await short.fill('接着写');
  const timer = page.locator('.exambar');
  const before = await timer.getByText(/截止/).textContent();
  const given = {
    id: exam.id,
    scope: 'written' as const,
    minutes: 10,
    studentIds: [student.id],
    all: false,
    reason: '',
  };
  await extendExam(actorOf(owner), given, Date.now());
  await expect(timer.getByText(/截止/)).not.toHaveText(before ?? '');
  await expect(page.getByRole('status').getByText(/^时间延长了，还剩 \d+ 分钟$/)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: '温馨提示' })).toHaveCount(0);
  await expect(page).not.toHaveURL(/confirm/);
  await expect(short).toHaveValue('接着写');
  await bar.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('heading', { name: '温馨提示' })).toBeVisible();
});

test('what was typed on after an answer was lost is not taken for what is done: it stays, and goes when it is sent again', async ({
  app: _app,
  page,
}) => {
  const { asked, bar, send } = await openAsk(page);
  await page.route('**/*.data*', lose);
  await send.click();
  await expect(bar).toContainText('可能已经做了，请先刷新看看');
  await page.unroute('**/*.data*', lose);
  await page.getByLabel('内容').fill('原来的内容，又补了一大段');
  await bar.getByRole('button', { name: '重试' }).click();
  await expect(page.getByText(/现在写的和那时不同，没有再做/).first()).toBeVisible();
  await expect(page.getByLabel('内容')).toHaveValue('原来的内容，又补了一大段');
  expect(await asked()).toEqual(['原来的内容']);
  await send.click();
  await expect.poll(asked).toEqual(['原来的内容', '原来的内容，又补了一大段']);
});
