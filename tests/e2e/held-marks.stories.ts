import { db } from '~/db/db.server';
import { toPaper } from '~/lib/addresses/scoring';
import { expect, signIn, test } from './support/app';
import { fillMeasures, makeScoringSchool, openPaper } from './support/scoring-story';
import { makeTeacher } from '../factories';

const HOUR = 3_600_000;

/** Marks typed when the session had ended come back to their teacher, and every version of an answer can be read. */
export function heldMarksStories() {
  test('a session that ends while marking costs nothing', async ({ app, page }) => {
    const school = await makeScoringSchool();
    const colleague = await makeTeacher();
    await signIn(page, school.owner);
    await openPaper(page, school, 'oral', '林可欣');
    await fillMeasures(page, [
      ['准确度', '88'],
      ['流利度', '82'],
    ]);
    await page.getByLabel(/^评语/).fill('停顿再少一些');
    app.moveClock(13 * HOUR);
    await page.getByRole('button', { name: '保存草稿' }).click();
    await expect(page).toHaveURL(/\/login\?redirectTo=/);
    const back = page.url();
    await signIn(page, colleague);
    await page.goto(toPaper({ attemptId: school.oral.id }));
    await expect(page.getByText('停顿再少一些')).toHaveCount(0);
    await page.context().clearCookies();

    await page.goto(back);
    await page.getByLabel('账号').fill(school.owner.account);
    await page.getByLabel('密码', { exact: true }).fill('factory-pass-1');
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page.getByText('登录过期前没有保存的评分已恢复，请核对后保存。')).toBeVisible();
    await expect(page.getByRole('textbox', { name: '准确度' })).toHaveValue('88');
    await expect(page.getByRole('textbox', { name: '流利度' })).toHaveValue('82');
    await expect(page.getByLabel(/^评语/)).toHaveValue('停顿再少一些');
    await page.getByRole('button', { name: '保存草稿' }).click();
    await expect(page.getByText('草稿已保存')).toBeVisible();
    await expect(page.getByText('没有保存的评分已恢复')).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: '准确度' })).toHaveValue('88');
  });

  test('the teacher reads every version of an answer', async ({ app: _app, page }) => {
    const school = await makeScoringSchool();
    const item = school.exam.items.find((one) => one.part === 'written');
    const at = Date.now() - 4 * HOUR;
    const versions = [
      ['{"keys":["A"]}', 1, 'saved'],
      ['{"keys":["B"]}', 1, 'conflict'],
      ['{"keys":["C"]}', 1, 'refused'],
    ] as const;
    for (const [value, revision, outcome] of versions) {
      await db()
        .insertInto('answer_journal')
        .values({ attempt_id: school.written.id, item_id: item?.id ?? 0, revision, value, received_at: at, outcome })
        .execute();
    }
    await signIn(page, school.owner);
    await openPaper(page, school, 'written', '林可欣');
    await page.getByRole('link', { name: '作答记录' }).click();
    await expect(page.getByRole('heading', { name: '作答记录' })).toBeVisible();
    await expect(page.getByText('另一处先改过，由学生选择')).toBeVisible();
    await expect(page.getByText('截止或交卷后收到，未计入').first()).toBeVisible();
  });
}
