import { toExamPreview } from '~/lib/addresses/results';
import { expect, test } from './support/app';
import { expectLate, handInFor, openRoom, REASON } from './support/handed-in-story';
import { itemCard, spokenFile } from './support/sitting-story';

test('a paper handed in by its teacher: the next form says so, and what it carried goes to the teacher', async ({
  app,
  page,
  browser,
}) => {
  const { school, teacher } = await openRoom(page, browser, app.address);
  const { exam, written } = school;
  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  await itemCard(page, written[4]).getByRole('textbox').fill('代交时还没有保存的');
  await handInFor(teacher, school, 'written');
  await page.getByRole('button', { name: '保存本页' }).click();
  await expect(page.getByRole('heading', { name: '老师已代你交卷' })).toBeVisible();
  await expect(page.getByText(`原因：${REASON}。收到的都已安全保存在服务器上；没有收下或没有计入的，回执里逐条写明。`)).toBeVisible();
  await expect(page.getByText(/老师已经收卷，这次的内容没有计入，但已留存/)).toBeVisible();
  await expectLate(teacher, school, 'written', '代交时还没有保存的');

  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始口语考试' }).click();
  await handInFor(teacher, school, 'oral');
  await page.getByLabel('录音文件').setInputFiles(spokenFile());
  await page.getByRole('button', { name: '上传', exact: true }).click();
  await expect(page.getByRole('heading', { name: '老师已代你交卷' })).toBeVisible();
  await expectLate(teacher, school, 'oral', null);
});
