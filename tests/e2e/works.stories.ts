import { db } from '~/db/db.server';
import { toWorks } from '~/lib/addresses/interaction';
import { toResult } from '~/lib/addresses/results';
import { toPublishing, toWork } from '~/lib/addresses/works';
import { makeClassroom, makeReleasedOral, makeStudent, makeTake, makeTeacher, makeWork } from '../factories';
import { expect, signIn, test } from './support/app';

/** Works from the result to the gallery, the same with script and without. */

async function makeSchool() {
  const teacher = await makeTeacher({ name: '周敏' });
  const classroom = await makeClassroom({ teacher });
  const author = await makeStudent({ classroom_id: classroom.id, name: '林可欣', has_consent: 1 });
  const reader = await makeStudent({ classroom_id: classroom.id, name: '赵一诺' });
  return { teacher, classroom, author, reader };
}

/** What moderation does with an approval. */
const approve = (id: number, teacher: { id: number }) =>
  db()
    .updateTable('works')
    .set({ state: 'approved', decided_by: teacher.id, decided_at: Date.now() })
    .where('id', '=', id)
    .execute();

export function worksStories() {
  test('a result becomes a work: chosen, previewed, handed in, approved, seen without the name', async ({
    app: _app,
    page,
  }) => {
    const { teacher, author, reader } = await makeSchool();
    const { exam, attempt } = await makeReleasedOral({ teacher, student: author, title: '春天' });
    await makeTake({ attempt, itemId: exam.items[0]?.id ?? 0, owner: author, number: 2 });
    await signIn(page, author);
    await page.goto(toResult({ examId: exam.id }));
    await page.getByRole('link', { name: '发布口语作品' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '发布作品' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: '第 2 条录音（计分）' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: '第 1 条录音' })).not.toBeChecked();

    const preview = page.getByRole('complementary', { name: '别人看到的样子' });
    await page.getByLabel('标题').fill('我读春天');
    await page.getByRole('checkbox', { name: '第 2 条录音（计分）' }).uncheck();
    await page.getByRole('button', { name: '预览效果' }).click();
    await expect(preview).toContainText('还没有选要展示的内容。');
    await expect(preview).toContainText('匿名同学');
    await page.getByRole('button', { name: '提交审核' }).click();
    await expect(page.getByRole('link', { name: '请至少选一项要展示的内容。' })).toBeVisible();
    await page.getByRole('checkbox', { name: '第 2 条录音（计分）' }).check();
    await page.getByRole('button', { name: '提交审核' }).click();
    await expect(page.getByText('已提交，老师通过后会展示在高分作品里')).toBeVisible();
    await expect(page.getByText('待审核')).toBeVisible();
    const id = Number(new URL(page.url()).pathname.split('/').pop());

    // The class's teacher is told and sees it with the name; a classmate not yet.
    await signIn(page, teacher);
    await page.goto('/users/news');
    await expect(page.getByRole('link', { name: '林可欣提交了作品，等您审核', exact: true })).toBeVisible();
    await page.goto(toWork(id));
    await expect(page.getByText('匿名同学（林可欣）')).toBeVisible();
    await signIn(page, reader);
    expect((await page.goto(toWork(id)))?.status()).toBe(404);

    await approve(id, teacher);
    await page.goto(toWorks({ keyword: '我读春天' }));
    const card = page.getByRole('article', { name: '我读春天' });
    await expect(card).toContainText('92分');
    await expect(card).toContainText('匿名同学');
    expect(await page.content()).not.toContain('林可欣');
    await card.getByRole('link', { name: '我读春天', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: '我读春天' })).toBeVisible();
    await page.getByRole('button', { name: /^点赞/ }).click();
    await expect(page.getByRole('button', { name: /^取消点赞/ })).toContainText('1');
    await page.getByRole('button', { name: /^取消点赞/ }).click();
    await expect(page.getByRole('button', { name: /^点赞/ })).toContainText('0');
  });

  test('without the consent the page says who records it and offers nothing', async ({ app: _app, page }) => {
    const { teacher, reader } = await makeSchool();
    const { attempt } = await makeReleasedOral({ teacher, student: reader });
    await signIn(page, reader);
    await page.goto(toPublishing({ attemptId: attempt.id }));
    await expect(page.getByText(/监护人同意.*班级老师（周敏）/)).toBeVisible();
    await expect(page.getByRole('button', { name: '提交审核' })).toHaveCount(0);
  });

  test('the gallery: filtered, sorted, liked; a teacher pins and withdraws; the author sees why', async ({
    app: _app,
    page,
  }) => {
    const { teacher, classroom, author, reader } = await makeSchool();
    const other = await makeClassroom({ teacher });
    const elsewhere = await makeStudent({ classroom_id: other.id, has_consent: 1 });
    await makeWork({ student: author, teacher, title: '甲作品', percent: 90, decided_at: Date.now() - 60_000 });
    await makeWork({ student: author, teacher, title: '乙作品', percent: 99, decided_at: Date.now() - 120_000 });
    await makeWork({ student: elsewhere, teacher, title: '丙作品' });
    await signIn(page, reader);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: '高分作品' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: '高分作品' })).toBeVisible();
    await page.getByLabel('班级').selectOption({ label: classroom.name });
    await page.getByLabel('排序').selectOption('score');
    await page.getByRole('button', { name: '查询' }).click();
    const titles = page.getByRole('article').getByRole('heading');
    await expect(titles).toHaveText(['乙作品', '甲作品']);
    await page.getByRole('button', { name: '点赞“甲作品”' }).click();
    await expect(page.getByRole('button', { name: '取消点赞“甲作品”' })).toContainText('1');
    await expect(titles).toHaveText(['乙作品', '甲作品']);

    await signIn(page, teacher);
    await page.goto(toWorks({ classId: classroom.id, sort: 'score' }));
    await page.getByRole('link', { name: '甲作品', exact: true }).click();
    await page.getByRole('button', { name: '置顶' }).click();
    await expect(page.getByText('已置顶，排在高分作品最前面')).toBeVisible();
    await page.goto(toWorks({ classId: classroom.id, sort: 'score' }));
    await expect(titles).toHaveText(['甲作品', '乙作品']);
    await page.getByRole('link', { name: '甲作品', exact: true }).click();
    await page.getByRole('link', { name: '撤回' }).click();
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByRole('link', { name: '请填写撤回的理由，作者会看到。' })).toBeVisible();
    await page.getByLabel('撤回的理由').fill('背景里叫了同学的名字');
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('已撤回，作品不再展示')).toBeVisible();

    await signIn(page, author);
    await page.goto('/dynamic/works/index');
    await expect(titles.filter({ hasText: '甲作品' })).toHaveCount(0);
    await page.getByRole('link', { name: '我的作品' }).click();
    await expect(page.getByText('老师撤回的理由：背景里叫了同学的名字')).toBeVisible();
    await page.getByRole('link', { name: /^撤回 ?：乙作品/ }).click();
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('已撤回，作品不再展示')).toBeVisible();
    await page.getByRole('link', { name: /^再次发布 ?：乙作品/ }).click();
    await page.getByRole('button', { name: '提交审核' }).click();
    await expect(page.getByText('待审核')).toBeVisible();
  });
}
