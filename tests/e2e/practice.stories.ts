import type { Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { toSharedBank } from '~/lib/addresses/banks';
import { toOwnBank } from '~/lib/addresses/own';
import { toPractised } from '~/lib/addresses/practice';
import {
  makeClassroom,
  makeOralQuestion,
  makeShare,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '../factories';
import { expect, signIn, test } from './support/app';
import { picture } from './support/pictures';

/** What a student does to practise, the same with script and without. */

async function makeSchool() {
  const teacher = await makeTeacher({ name: '周敏' });
  const classroom = await makeClassroom({ teacher });
  const student = await makeStudent({ classroom_id: classroom.id, name: '林可欣' });
  return { teacher, classroom, student };
}

const submit = (page: Page) => page.getByRole('button', { name: '提交', exact: true }).click();
const theoryUrl = (id: number) => `/question_bank/mine/theory/preview?id=${id}`;

export function practiceStories() {
  test('a shared theory question: judged at once, the analysis only after answering', async ({ app: _app, page }) => {
    const { teacher, classroom, student } = await makeSchool();
    const single = await makeTheoryQuestion({ owner: teacher, title: '首都在哪里' });
    const cloze = await makeTheoryQuestion({ owner: teacher, kind: 'cloze', title: '静夜思' });
    await makeShare({ question: single, classroom });
    await makeShare({ question: cloze, classroom });
    await signIn(page, student);
    await page.goto(theoryUrl(single.id));
    await expect(page.getByText('单选，初级，周敏 共享')).toBeVisible();
    expect(await page.content()).not.toContain('见课本第一章');

    await submit(page);
    await expect(page.getByText('还没有作答，请作答后再提交。')).toBeVisible();
    await page.getByText('上海').click();
    await submit(page);
    await expect(page.getByRole('status').filter({ hasText: '错误' })).toBeVisible();
    await expect(page.getByText('正确答案')).toBeVisible();
    await expect(page.getByText('见课本第一章。')).toBeVisible();

    await page.getByRole('link', { name: '再练一次' }).click();
    await expect(page.getByText('见课本第一章。')).toHaveCount(0);
    await page.getByText('北京').click();
    await submit(page);
    await expect(page.getByRole('status').filter({ hasText: '正确' })).toBeVisible();
    await expect(page.getByRole('heading', { name: '练过的' })).toBeVisible();

    await page.goto(theoryUrl(cloze.id));
    await page.getByRole('textbox', { name: '第 1 空' }).fill('明月');
    await page.getByRole('textbox', { name: '第 2 空' }).fill('天上');
    await page.getByRole('textbox', { name: '第 2 空' }).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: '部分正确' })).toBeVisible();
    await expect(page.locator('.key--given li').first()).toContainText('明月 正确');
    await expect(page.locator('.key--given li').last()).toContainText('天上 错误');
  });

  test('an own question: a directory, written, practised, deleted and restored', async ({ app: _app, page }) => {
    const { student } = await makeSchool();
    await signIn(page, student);
    await page.goto(toOwnBank({ bank: 'theory' }));
    await expect(page.getByText('还没有理论题')).toBeVisible();
    await page.getByRole('link', { name: '新增目录' }).click();
    await page.getByLabel('名称').fill('考前要背的');
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('已新增目录“考前要背的”')).toBeVisible();
    await page.getByRole('link', { name: '新增', exact: true }).first().click();
    await expect(page.getByLabel('题干')).toBeVisible();
    // A link with script, a button that keeps what was typed without.
    await page
      .getByRole('navigation', { name: '题型' })
      .locator('a, button')
      .filter({ hasText: '判断', visible: true })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: '新增判断题' })).toBeVisible();
    await page.getByLabel('题干').fill('水往低处流。');
    await page.getByRole('radio', { name: '正确' }).check();
    await page.getByLabel('目录').selectOption({ label: '考前要背的' });
    await page.getByRole('button', { name: '保存', exact: true }).last().click();
    await expect(page.getByText('已保存“水往低处流。”')).toBeVisible();
    await expect(page).toHaveURL(/bank=theory&dirId=\d+/);

    const row = page.getByRole('row').filter({ hasText: '水往低处流。' });
    await expect(row).toContainText('未练');
    await row.getByRole('link', { name: /^练习/ }).click();
    await page.getByText('错误', { exact: true }).click();
    await submit(page);
    await expect(page.getByRole('status').filter({ hasText: '错误' })).toBeVisible();
    await page.goto(toOwnBank({ bank: 'theory' }));
    await expect(row).toContainText('已练 1 次');

    await row.getByText('更多').click();
    await row.getByRole('link', { name: /^删除/ }).click();
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText(/已删除 1 道题/)).toBeVisible();
    await page.getByRole('link', { name: '回收站' }).click();
    await expect(page).toHaveURL(/bank=theory/);
    await page.getByRole('button', { name: /^恢复/ }).click();
    await expect(page.getByText('已恢复 1 道题')).toBeVisible();
  });

  test('a short answer: the reference, then the own rating decides', async ({ app: _app, page }) => {
    const { student } = await makeSchool();
    const question = await makeTheoryQuestion({ owner: student, kind: 'short', title: '天空为什么蓝' });
    await signIn(page, student);
    await page.goto(theoryUrl(question.id));
    await page.getByRole('textbox').fill('因为散射');
    await submit(page);
    await expect(page.getByText('大气对短波的蓝光散射更强。')).toBeVisible();
    await page.getByRole('button', { name: '保存自评' }).click();
    await expect(page.getByRole('link', { name: '请选择 1 到 5' })).toBeVisible();
    await page.getByRole('radio', { name: /^2 答对一点/ }).check();
    await page.getByRole('button', { name: '保存自评' }).click();
    await expect(page.getByText('自评：答对一点')).toBeVisible();
    await page.goto('/evaluation/wrong');
    await expect(page.getByRole('row').filter({ hasText: '天空为什么蓝' })).toBeVisible();
  });

  test('a pen question: text and photos, then the marking points', async ({ app: _app, page }) => {
    const { teacher, student } = await makeSchool();
    const question = await makeWrittenQuestion({ owner: teacher, title: '三态', keyPoints: ['升华'] });
    await makeShare({ question });
    await signIn(page, student);
    await page.goto(toPractised('written', { id: question.id }));
    await expect(page.getByText('说出三态')).toHaveCount(0);
    await page.getByRole('textbox').first().fill('冰、水、水蒸气');
    await page
      .getByLabel(/^作答照片/)
      .setInputFiles({ name: '假.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('x') });
    await page.getByRole('button', { name: '提交，对照要点' }).click();
    await expect(page.getByRole('link', { name: /“假.jpg”没有上传/ })).toBeVisible();
    await expect(page.getByRole('textbox').first()).toHaveValue('冰、水、水蒸气');

    await page.getByLabel(/^作答照片/).setInputFiles(await picture());
    await page.getByRole('button', { name: '先上传，再加照片' }).click();
    await expect(page.getByRole('img', { name: /图片 1/ })).toBeVisible();
    await expect(page.getByRole('textbox').first()).toHaveValue('冰、水、水蒸气');
    await page
      .getByLabel(/作答照片/)
      .last()
      .setInputFiles(await picture());
    await page.getByRole('button', { name: '提交，对照要点' }).click();

    await expect(page.getByRole('img', { name: /作答照片 2/ })).toBeVisible();
    await expect(page.getByText('升华')).toBeVisible();
    await page.getByRole('checkbox', { name: /说出三态/ }).check();
    await page.getByRole('button', { name: '保存得分' }).click();
    await expect(page.getByText('已保存，按要点得 60%')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /说出三态/ })).toBeChecked();
  });

  test('the wrong-question book: in with a wrong answer, out after two right ones in a row', async ({
    app: _app,
    page,
  }) => {
    const { student } = await makeSchool();
    const question = await makeTheoryQuestion({ owner: student, title: '首都在哪里' });
    await makeTheoryQuestion({ owner: student, title: '没练过的题' });
    await signIn(page, student);
    await page.goto('/evaluation/wrong');
    await expect(page.getByText('错题本是空的')).toBeVisible();
    await page.goto(theoryUrl(question.id));
    await page.getByText('上海').click();
    await submit(page);
    await expect(page.getByRole('status').filter({ hasText: '错误' })).toBeVisible();

    for (const streak of ['0 / 2', '1 / 2']) {
      await page.goto('/evaluation/wrong');
      await expect(page.getByRole('row').filter({ hasText: '首都在哪里' })).toContainText(streak);
      await page.getByRole('button', { name: '练习错题' }).click();
      await expect(page.getByText('第 1 / 1 题').first()).toBeVisible();
      await page.getByText('北京').click();
      await submit(page);
      await expect(page.getByRole('status').filter({ hasText: '正确' })).toBeVisible();
    }
    await page.goto('/evaluation/wrong');
    await expect(page.getByText('错题本是空的')).toBeVisible();
    await page.getByRole('link', { name: /^已离开/ }).click();
    await page.getByRole('link', { name: /^放回/ }).click();
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('已放回 1 道题')).toBeVisible();
    await page.getByRole('link', { name: /^在错题本里/ }).click();
    await expect(page.getByRole('row').filter({ hasText: '首都在哪里' })).toContainText('0 / 2');
  });

  test('a run: chosen, gone on with later, summed up, the wrong ones again', async ({ app: _app, page }) => {
    const { student } = await makeSchool();
    for (const title of ['甲题', '乙题', '丙题']) await makeTheoryQuestion({ owner: student, title });
    await signIn(page, student);
    await page.goto('/evaluation/index');
    await expect(page.getByText('符合条件的有 3 题')).toBeVisible();
    await page.getByLabel('顺序', { exact: true }).selectOption('sequence');
    await page.getByRole('button', { name: '开始练习' }).click();
    await expect(page.getByText('第 1 / 3 题').first()).toBeVisible();
    await page.getByText('上海').click();
    await submit(page);
    await page.getByRole('link', { name: '下一题' }).click();
    await expect(page.getByText('第 2 / 3 题').first()).toBeVisible();

    await page.goto('/evaluation/index');
    await page.getByRole('link', { name: /^继续/ }).click();
    await page.getByRole('link', { name: '继续练习' }).click();
    await expect(page.getByText('第 2 / 3 题').first()).toBeVisible();
    await page.getByText('北京').click();
    await submit(page);
    await page.getByRole('link', { name: '下一题' }).click();
    await page.getByRole('link', { name: '看小结' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: '甲题' })).toContainText('错');
    await expect(page.getByRole('listitem').filter({ hasText: '乙题' })).toContainText('对');
    await expect(page.getByRole('listitem').filter({ hasText: '丙题' })).toContainText('没练');
    await page.getByRole('button', { name: '结束练习' }).click();
    await expect(page.getByText('已结束这次练习')).toBeVisible();
    await page.getByRole('button', { name: '再练错的' }).click();
    await expect(page.getByText('第 1 / 1 题').first()).toBeVisible();
  });

  test('a revoked share ends practising; the history keeps the title', async ({ app: _app, page }) => {
    const { teacher, student } = await makeSchool();
    const question = await makeTheoryQuestion({ owner: teacher, title: '会被收回的题' });
    const share = await makeShare({ question });
    await signIn(page, student);
    await page.goto(toSharedBank({ bank: 'theory' }));
    await page.getByRole('link', { name: /^练习 ?：会被收回的题/ }).click();
    await page.getByText('上海').click();
    await submit(page);
    await expect(page.getByText('正确答案').first()).toBeVisible();
    await page.goto(toSharedBank({ bank: 'theory' }));
    await expect(page.getByRole('row').filter({ hasText: '会被收回的题' })).toContainText('已练 1 次');

    await db().deleteFrom('shares').where('id', '=', share.id).execute();
    expect((await page.goto(theoryUrl(question.id)))?.status()).toBe(404);
    await page.goto(toSharedBank({ bank: 'theory' }));
    await expect(page.getByText('还没有共享给你的理论题')).toBeVisible();
    await page.goto('/evaluation/progress');
    await expect(page.getByRole('row').filter({ hasText: '会被收回的题' })).toContainText('已不再共享');
    await page.goto('/evaluation/wrong');
    await expect(page.getByRole('row').filter({ hasText: '会被收回的题' })).toContainText('已不再共享');
    expect(await page.content()).not.toContain('见课本');
  });
}

/** An own oral question and its student. */
export async function makeOralSchool() {
  const { student } = await makeSchool();
  const question = await makeOralQuestion({
    owner: student,
    title: '春天',
    keyPoints: ['花'],
    body: { examContent: '春天来了。花都开了！', prepSeconds: 0, answerSeconds: 20 },
  });
  return { student, url: `/question_bank/mine/evaluation/index?id=${question.id}` };
}
