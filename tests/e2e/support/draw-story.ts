import type { Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { toDraw, toStep } from '~/lib/addresses/exams';
import { toExamPreview } from '~/lib/addresses/results';
import { makeClassroom, makeExam, makeStudent, makeTeacher, makeTheoryQuestion } from '../../factories';
import { expect, signIn, test } from './app';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** A draft with one fixed question, eight more single choices in the bank, and two students. */
async function makeDraft() {
  const owner = await makeTeacher({ name: '周敏' });
  const classroom = await makeClassroom({ teacher: owner });
  const students = [
    await makeStudent({ classroom_id: classroom.id }),
    await makeStudent({ classroom_id: classroom.id }),
  ];
  const options = ['甲', '乙', '丙', '以上都对'].map((text, index) => ({ key: 'ABCD'.charAt(index), text }));
  const fixed = await makeTheoryQuestion({ owner, title: '必答题', kind: 'judge', points: 10 });
  for (let index = 1; index <= 8; index += 1) {
    await makeTheoryQuestion({ owner, title: `单选${index}`, body: { stem: `第${index}问？`, options, keys: ['B'] } });
  }
  const exam = await makeExam({ owner, classrooms: [classroom], written: [fixed], status: 'draft', name: '随堂考' });
  return { owner, students, exam };
}

/** Drawing questions, the same with script and without. */
export function drawStories(): void {
  test('rules draw a paper for each student, with the options in an order of their own', async ({
    page,
    app,
    browser,
  }) => {
    void app;
    const { owner, students, exam } = await makeDraft();
    await signIn(page, owner);
    await page.goto(toStep('threeadd', { id: exam.id }));
    await page.getByLabel('打乱选项顺序').check();
    await press(page, '随机抽题');
    await expect(page).toHaveURL(/examination\/draw/);

    // What there is to draw from is told before anything is typed, and before points are asked for.
    const supply = page.getByRole('row').filter({ has: page.getByLabel('第 1 行题型') });
    await expect(supply.getByRole('cell').last()).toHaveText('8 题');
    await press(page, '每名学生各抽各的');
    await expect(page.getByRole('link', { name: '至少填写一行要抽的题数' })).toBeVisible();
    const hasScript = test.info().project.use.javaScriptEnabled !== false;
    await page.getByLabel('第 1 行题型').selectOption({ label: '单选题' });
    await page.getByLabel('第 1 行题数').fill('9');
    if (!hasScript) await press(page, '看看够不够');
    await expect(page.getByText('要抽 9 题，只有 8 题可抽')).toBeVisible();
    await expect(page.getByLabel('第 1 行题数')).toHaveValue('9');
    await page.getByLabel('第 1 行每题分值').fill('5');
    await page.getByLabel('第 1 行题数').fill('3');
    await press(page, '看看够不够');
    await expect(page.getByText('题目够抽')).toBeVisible();
    await press(page, '每名学生各抽各的');
    await expect(page.getByRole('rowheader', { name: '单选题：每名学生抽 3 题，每题 5 分' })).toBeVisible();

    await page.getByRole('link', { name: '返回试卷' }).click();
    await expect(page.getByText('共 4 题，25 分')).toBeVisible();
    await expect(page.getByLabel('打乱选项顺序')).toBeChecked();
    await press(page, '预览');
    await expect(page.getByText('题池共 8 题')).toBeVisible();
    await expect(page.getByText('第 2–4 题')).toBeVisible();
    await press(page, '发布');
    await expect(page.getByText('已发布').first()).toBeVisible();

    for (const student of students) {
      const context = await browser.newContext({ javaScriptEnabled: test.info().project.use.javaScriptEnabled });
      const own = await context.newPage();
      await signIn(own, student);
      await own.goto(toExamPreview({ id: exam.id }));
      await expect(own.getByText(/4 题/).first()).toBeVisible();
      await own.getByRole('button', { name: /^开始考试|^开始笔试/ }).click();
      await expect(own).toHaveURL(/evaluation\/written/);
      const stems = own.getByText(/^第\d问？$/);
      await expect(stems).toHaveCount(3);
      const seen = await stems.allTextContents();
      await own.reload();
      await expect(stems).toHaveText(seen);
      for (const group of await own.getByRole('radiogroup', { name: /问？/ }).all()) {
        await expect(group.locator('label:not(.opt__none)').last()).toContainText('以上都对');
      }
      await context.close();
    }
    const drawn = await db().selectFrom('attempt_items').select(['attempt_id', 'item_id']).execute();
    expect(drawn.length).toBeGreaterThanOrEqual(8);
  });

  test('a draw for all goes into the paper, and one into the basket', async ({ page, app }) => {
    void app;
    const { owner, exam } = await makeDraft();
    await signIn(page, owner);
    await page.goto(toDraw({ id: exam.id }));
    await page.getByLabel('第 1 行题数').fill('2');
    await page.getByLabel('第 1 行每题分值').fill('3');
    await press(page, '抽一次，放入试卷');
    await expect(page.getByText(/已抽出 \d+ 题，按题型排进了试卷/)).toBeVisible();
    await expect(page).toHaveURL(/threeadd/);
    await expect(page.getByText('共 3 题，16 分')).toBeVisible();

    await page.goto('/question_bank/basket');
    await page.getByRole('link', { name: '随机抽题' }).click();
    await page.getByLabel('第 2 行题型').selectOption({ label: '单选题' });
    await page.getByLabel('第 2 行题数').fill('4');
    // Whether it is enough is answered without the points: each question may bring its own.
    await press(page, '看看够不够');
    await expect(page.getByText('题目够抽', { exact: true })).toBeVisible();
    await expect(page.getByText(/分值应/)).toHaveCount(0);
    await page.getByLabel('第 2 行每题分值').fill('2');
    await press(page, '抽一次，加入试题篮');
    await expect(page).toHaveURL(/question_bank\/basket$/);
    await expect(page.getByText('4 题，共 8 分')).toBeVisible();
  });
}
