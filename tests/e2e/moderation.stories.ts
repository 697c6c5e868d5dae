import type { Page } from '@playwright/test';
import { putSensitiveWords } from '~/domain/school/store.commands.server';
import { releaseExams } from '~/domain/scoring/release/release.commands.server';
import { toPapers } from '~/lib/addresses/scoring';
import { toWork } from '~/lib/addresses/works';
import {
  actorOf,
  makeClassroom,
  makeComment,
  makeReleasedOral,
  makeStudent,
  makeTeacher,
  makeWork,
  PASSWORD,
} from '../factories';
import { expect, signIn, test } from './support/app';
import { spokenFile } from './support/sitting-story';

/** Comments on works, their moderation and the audit page, the same with script and without. */

async function makeSchool() {
  const teacher = await makeTeacher({ name: '周敏' });
  const classroom = await makeClassroom({ teacher, name: '旅游2601班' });
  const author = await makeStudent({ classroom_id: classroom.id, name: '林可欣', has_consent: 1 });
  const mate = await makeStudent({ classroom_id: classroom.id, name: '王浩然' });
  const work = await makeWork({ student: author, teacher, title: '跟我走中轴线' });
  return { teacher, author, mate, work };
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

export function moderationStories() {
  test('a comment is rejected with a reason and its author learns it; the next one is approved', async ({
    app: _app,
    page,
  }) => {
    const { teacher, author, mate, work } = await makeSchool();
    await signIn(page, mate);
    await page.goto(toWork(work.id));
    await page.getByRole('button', { name: '发表评论' }).click();
    await expect(page.getByRole('link', { name: '请写下评论，或附上一段录音。' })).toBeVisible();
    await page.getByLabel('评论', { exact: true }).fill('来加我好友');
    await page.getByRole('button', { name: '发表', exact: true }).click();
    await expect(page.getByText('评论已提交，老师审核后同学们就能看到')).toBeVisible();
    await page.getByLabel('写评论').fill('讲得真好');
    await page.getByText('附一段录音').click();
    await page.getByLabel(/评论录音/).setInputFiles(spokenFile());
    await page.getByRole('button', { name: '发表评论' }).click();
    await expect(page.locator('.comment').filter({ hasText: '讲得真好' })).toContainText('待审核');
    await expect(page.getByLabel('写评论')).toHaveValue('');

    await signIn(page, teacher);
    await page.goto('/dynamic/examine/index');
    await rowOf(page, '来加我好友').getByRole('link', { name: /^驳回/ }).click();
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByRole('link', { name: '请选择或写明原因，作者会看到。' })).toBeVisible();
    await page.getByRole('checkbox', { name: '与作品无关' }).check();
    await page.getByLabel(/补充说明/).fill('请说说作品');
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('已驳回 1 项，作者会收到消息')).toBeVisible();
    await expect(rowOf(page, '讲得真好').locator('audio')).toHaveCount(1);
    await rowOf(page, '讲得真好').getByRole('button', { name: /^通过/ }).click();
    await expect(page.getByText('没有待审核的内容')).toBeVisible();
    await page.getByRole('link', { name: '历史' }).click();
    await expect(rowOf(page, '来加我好友')).toContainText('与作品无关；请说说作品');

    await signIn(page, mate);
    await page.goto('/users/news');
    await page.getByRole('link', { name: '你对《跟我走中轴线》的评论没有通过审核', exact: true }).click();
    await expect(page.getByText('原因：与作品无关；请说说作品')).toBeVisible();
    await signIn(page, author);
    await page.goto(toWork(work.id));
    await expect(page.locator('.comment').filter({ hasText: '讲得真好' })).toContainText('王浩然');
    await expect(page.getByText('来加我好友')).toHaveCount(0);
  });

  test('a comment outlives the cookies', async ({ app: _app, page }) => {
    const { mate, work } = await makeSchool();
    await signIn(page, mate);
    await page.goto(toWork(work.id));
    await page.getByLabel('写评论').fill('讲得真好');
    await page.context().clearCookies();
    await page.getByRole('button', { name: '发表评论' }).click();
    await expect(page).toHaveURL(/\/login/);
    await page.getByLabel('账号').fill(mate.account);
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page.getByText('登录过期时没有发出的内容已经放回下面，请核对后发表。')).toBeVisible();
    await expect(page.getByLabel('评论', { exact: true })).toHaveValue('讲得真好');
    await page.getByRole('button', { name: '发表', exact: true }).click();
    await expect(page.getByText('评论已提交，老师审核后同学们就能看到')).toBeVisible();
  });

  test('many at once: marked words are said, a colleague’s decision in between is met; a teacher answers and deletes', async ({
    app: _app,
    page,
  }) => {
    const { teacher, mate, work } = await makeSchool();
    await putSensitiveWords(['笨蛋']);
    for (const text of ['很流利', '停顿很好', '你是笨 蛋吗']) await makeComment({ work, author: mate, text });
    await signIn(page, teacher);
    await page.goto('/dynamic/examine/index');
    await expect(rowOf(page, '你是笨 蛋')).toContainText('含敏感词：笨蛋');
    for (const text of ['很流利', '停顿很好']) await rowOf(page, text).getByRole('checkbox').check();
    await page.getByLabel('批量操作').getByRole('button', { name: '通过' }).click();
    await expect(page.getByText('将通过 2 条评论，作者都会收到消息。')).toBeVisible();
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('已通过 2 项，作者会收到消息')).toBeVisible();
    await page.getByLabel('敏感词').selectOption('1');
    await page.getByRole('button', { name: '查询' }).click();
    await expect(page.getByText('共 1 条')).toBeVisible();

    await page.goto(toWork(work.id));
    await page.locator('.comment').filter({ hasText: '很流利' }).getByRole('link', { name: /^回复/ }).click();
    await page.getByLabel('回复', { exact: true }).fill('是的，再慢一点更好');
    await page.getByRole('button', { name: '发表', exact: true }).click();
    await expect(page.locator('.comment').filter({ hasText: '再慢一点更好' })).toContainText('教师');
    await page.locator('.comment').filter({ hasText: '停顿很好' }).getByRole('link', { name: /^删除/ }).click();
    await page.getByLabel('删除的原因').fill('重复了');
    await page.getByRole('button', { name: '删除', exact: true }).click();
    await expect(page.getByText('评论已删除')).toBeVisible();
    await expect(page.getByText('停顿很好')).toHaveCount(0);
  });

  test('the audit page tells what happened to an exam, by its link and by its filters', async ({ app: _app, page }) => {
    const { teacher, author } = await makeSchool();
    const { exam } = await makeReleasedOral({ teacher, student: author, status: 'closed' });
    await releaseExams(actorOf(teacher), { ids: [exam.id], confirm: true }, Date.now());
    await signIn(page, teacher);
    await page.goto(toPapers({ examId: exam.id }));
    await page.getByRole('link', { name: '操作记录' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '操作记录' })).toBeVisible();
    await expect(rowOf(page, '公布了成绩')).toContainText('周敏');
    await page.getByLabel('类别').selectOption({ label: '账号' });
    await page.getByLabel('考试', { exact: true }).selectOption('');
    await page.getByRole('button', { name: '查询' }).click();
    await expect(rowOf(page, '登录').first()).toContainText(teacher.account);
    await expect(page.getByText('公布了成绩')).toHaveCount(0);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: '导出' }).click();
    expect((await download).suggestedFilename()).toBe('操作记录.xlsx');
  });
}
