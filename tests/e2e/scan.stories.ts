import { chromium } from '@playwright/test';
import { toPrint, toScan } from '~/lib/addresses/exams';
import { toResult } from '~/lib/addresses/results';
import { toPapers } from '~/lib/addresses/scoring';
import { toReceipt } from '~/lib/addresses/sitting';
import {
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '../factories';
import { findChromium } from '../../scripts/system-packages.mjs';
import { expect, signIn, test } from './support/app';
import { signedIn } from './support/share-out-story';

/** What becomes of sheets that were written on by hand, the same with script and without. */
export function scanStories(): void {
  test('printed sheets come back as a PDF, are placed by the teacher, marked, and seen by the student', async ({
    page,
    browser,
    app,
  }) => {
    const owner = await makeTeacher({ name: '周敏' });
    const classroom = await makeClassroom({ teacher: owner, name: '旅游2601班' });
    const student = await makeStudent({ classroom_id: classroom.id, name: '林可欣' });
    await makeStudent({ classroom_id: classroom.id, name: '王浩然' });
    const exam = await makeExam({
      owner,
      classrooms: [classroom],
      name: '纸上月考',
      written: [
        await makeTheoryQuestion({ owner, points: 10 }),
        await makeWrittenQuestion({ owner, points: 20, body: { markingPoints: [] } }),
      ],
      status: 'closed',
      now: Date.now() - 200 * 60_000,
    });
    const pen = exam.items[1];
    await signIn(page, owner);

    // The sheets as the printer gets them: a browser of its own, for this one may be drawing something else.
    await page.goto(toPrint({ id: exam.id, what: 'sheet' }));
    const printer = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
    const context = await printer.newContext({ storageState: await page.context().storageState() });
    const sheets = await context.newPage();
    await sheets.goto(`${app.address}/examination/print?id=${exam.id}&what=sheet`);
    await expect(sheets.getByText('第 1 题在电脑上作答，写在纸上不计分').first()).toBeVisible();
    // The one page of the first student.
    const pdf = await sheets.pdf({ preferCSSPageSize: true, pageRanges: '1' });
    await printer.close();

    await page.getByRole('link', { name: '扫描答题纸' }).click();
    await page.getByLabel('照片或 PDF').setInputFiles([
      { name: '一叠.pdf', mimeType: 'application/pdf', buffer: pdf },
      { name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
    ]);
    await page.getByRole('button', { name: '上传并辨认' }).click();
    await expect(async () => {
      await page.goto(toScan({ id: exam.id }));
      await expect(page.getByText('说明.txt：不是照片，也不是 PDF')).toBeVisible({ timeout: 1000 });
      await expect(page.getByText('共 1 页，1 名学生')).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 60_000 });
    await expect(page.getByText('一页也没有的 1 名学生')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /林可欣/ })).toBeChecked();
    await page.getByRole('link', { name: '第 1 页' }).click();
    await expect(page.getByRole('img', { name: '林可欣，第 1 页' })).toBeVisible();
    await page.getByRole('link', { name: '返回全部' }).click();
    await page.getByRole('link', { name: '全不选' }).click();
    await expect(page.getByRole('checkbox', { name: /林可欣/ })).not.toBeChecked();
    await page.getByRole('link', { name: '全选（1 名）' }).click();
    await expect(page.getByRole('checkbox', { name: /林可欣/ })).toBeChecked();
    await expect(page.getByText(/第 1 题由答案自动判分，不从照片里读/)).toBeVisible();
    await page.getByRole('button', { name: '放入答卷' }).click();
    await expect(page.getByText('已放入 1 名学生的答卷，他们会收到消息')).toBeVisible();
    await page.getByRole('button', { name: '撤销放入林可欣的答卷' }).click();
    await expect(page.getByText('已取回 1 页')).toBeVisible();
    await page.getByRole('button', { name: '放入答卷' }).click();
    await expect(page.getByText('找到的都已放入答卷。')).toBeVisible();

    await page.goto(toPapers({ examId: exam.id, part: 'written' }));
    await page.getByRole('link', { name: '林可欣', exact: true }).click();
    await expect(page.getByRole('img', { name: /答卷照片/ })).toHaveCount(1);
    await page.getByRole('textbox', { name: '第 2 题得分' }).fill('16');
    await page.getByRole('button', { name: '提交评分' }).click();
    await expect(page.getByText(/已提交评分/)).toBeVisible();
    await page.getByRole('link', { name: exam.name }).click();
    await page.getByRole('link', { name: '公布成绩' }).click();
    await page
      .getByRole('button', { name: /确定|公布/ })
      .last()
      .click();
    await expect(page.getByText('成绩已公布，并已通知学生')).toBeVisible();

    const own = await signedIn(browser, student);
    await own.goto(toReceipt({ id: exam.id, part: 'written' }));
    await expect(own.getByText('原因：纸笔作答，老师把答题纸的扫描件放入答卷。已保存的都算数。')).toBeVisible();
    await own.goto(toResult({ examId: exam.id }));
    const picture = own.locator(`#item-${pen?.id}`).getByRole('img', { name: /我的答卷照片/ });
    await expect(picture).toHaveCount(1);
    await expect
      .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
      .toBeGreaterThan(0);
  });
}
