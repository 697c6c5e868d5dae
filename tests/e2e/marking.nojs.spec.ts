import { db } from '~/db/db.server';
import { releaseExams } from '~/domain/scoring/release/release.commands.server';
import { toPapers } from '~/lib/addresses/scoring';
import { actorOf } from '../factories';
import { expect, signIn, test } from './support/app';
import { makeMarkingSchool, paperAddress, storedScores } from './support/marking-story';

test('recordings are marked, noted and read without script', async ({ app, page, browser }) => {
  const { owner, exam, papers, lastStudent } = await makeMarkingSchool(3);
  await signIn(page, owner);
  await page.goto(paperAddress(papers[0]?.attemptId ?? 0));
  for (const paper of papers) {
    await expect(page.getByRole('heading', { level: 1, name: paper.name })).toBeVisible();
    // The drawing and the pauses stand without script; a pause opens the file at its second.
    // The pauses come with the drawing, which a busy server finishes after the page.
    await expect(async () => {
      await page.reload();
      await expect(page.getByAltText(/^录音波形，全长 4 秒，停顿 1 处$/)).toBeVisible({ timeout: 5000 });
    }).toPass();
    await expect(page.getByRole('link', { name: /^0:0[01]，2\.\d 秒$/ })).toHaveAttribute('href', /#t=[01]$/);
    for (const [label, value] of [
      ['准确度', '88'],
      ['流利度', '82'],
      ['完整度', '92'],
      ['关键词', '86'],
    ] as const) {
      await page.getByRole('textbox', { name: label }).fill(value);
    }
    await page.getByText('批注录音中的某一秒').click();
    await expect(page.getByLabel(/批注 3 的时间/)).toBeVisible();
    await page.getByLabel(/批注 1 的时间/).fill('0:09');
    await page.getByLabel(/批注 1 的内容/).fill('停顿偏长');
    await page.getByRole('button', { name: '保存并下一份' }).click();
    await expect(page.getByRole('alert')).toContainText('批注的时间 0:09 超过了录音的长度 0:04');
    await page.getByLabel(/批注 1 的时间/).fill('０：０２');
    await expect(page.getByLabel(/批注 1 的内容/)).toHaveValue('停顿偏长');
    await page.getByRole('button', { name: '保存并下一份' }).click();
  }
  await expect(page.getByText('这一部分您都评完了')).toBeVisible();
  const notes = await db()
    .selectFrom('score_notes')
    .select(['take_id', 'at_ms', 'text'])
    .where(
      'take_id',
      'in',
      papers.map((paper) => paper.takeId),
    )
    .orderBy('take_id')
    .execute();
  expect(notes).toEqual(papers.map(({ takeId }) => ({ take_id: takeId, at_ms: 2000, text: '停顿偏长' })));

  // After the release the student reads the note at its second.
  await releaseExams(actorOf(owner), { ids: [exam.id], confirm: true }, Date.now());
  const studentPage = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  if (!lastStudent) throw new Error('the school has no students');
  await signIn(studentPage, lastStudent);
  await studentPage.goto(`${app.address}/examination/record_page/index?examId=${exam.id}`);
  const list = studentPage.getByRole('list', { name: '第 1 条录音的批注' });
  await expect(list).toContainText('0:02 停顿偏长');
  await expect(list.getByRole('link', { name: '0:02' })).toHaveAttribute('href', /#t=2$/);
});

test('one question is marked across a class without script', async ({ app, page }) => {
  void app;
  const { owner, exam, papers } = await makeMarkingSchool(6);
  await signIn(page, owner);
  await page.goto(toPapers({ examId: exam.id, part: 'written' }));
  await page.getByRole('link', { name: '按题评分' }).click();
  await page.getByRole('link', { name: /^第 1 题/ }).click();
  for (const { name } of papers.slice(0, 5)) {
    const paper = page.getByRole('region', { name });
    await expect(paper).toContainText(`${name}的回答`);
    await paper.getByLabel('第 1 题得分').fill('8');
  }
  await page
    .getByRole('region', { name: papers[2]?.name ?? '' })
    .getByLabel('第 1 题得分')
    .fill('11');
  await page.getByRole('button', { name: '保存并下一页' }).click();
  await expect(page.getByRole('alert')).toContainText(`${papers[2]?.name ?? ''}：得分应为 0 到 10 分`);
  await expect(page.getByRole('region', { name: papers[0]?.name ?? '' }).getByLabel('第 1 题得分')).toHaveValue('8');
  await page
    .getByRole('region', { name: papers[2]?.name ?? '' })
    .getByLabel('第 1 题得分')
    .fill('9.5');
  await page.getByRole('button', { name: '保存并下一页' }).click();
  await expect(page.getByText('已保存 5 份')).toBeVisible();
  await page.getByLabel('第 1 题得分').fill('7');
  await page.getByRole('button', { name: '保存并回到题目列表' }).click();
  await page.getByRole('link', { name: '提交已经评完的 6 份' }).click();
  await page.getByRole('button', { name: '提交评分' }).click();
  await expect(page.getByText('已提交 6 份')).toBeVisible();
  const stored = await storedScores(papers.map((paper) => paper.writtenId));
  expect([...stored.values()].map((score) => [score.state, score.points])).toEqual(
    [8, 8, 9.5, 8, 8, 7].map((points) => ['final', points]),
  );
});
