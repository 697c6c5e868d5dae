import { mkdir, writeFile } from 'node:fs/promises';
import { db } from '~/db/db.server';
import { toExamPreview } from '~/lib/addresses/results';
import { makePhoto } from '../support/media';
import { expect, signIn, test } from './support/app';
import { paperAddress } from './support/marking-story';
import { teacherSees } from './support/teacher-sees';
import {
  MINUTE,
  backInResitStory,
  handIn,
  itemCard,
  makeSittingSchool,
  openWaitingPage,
  spokenFile,
} from './support/sitting-story';

const sittingUrl = (part: 'index' | 'written', examId: number) => `/examination/evaluation/${part}?id=${examId}`;

test('oral: a file made with any recorder is uploaded, one take is chosen, the paper handed in', async ({
  app: _app,
  page,
}) => {
  const { student, exam } = await makeSittingSchool();
  await signIn(page, student);
  await openWaitingPage(page, exam.name);
  await expect(page.getByText('页面没有运行脚本，不能试音')).toBeVisible();
  await expect(page.getByText(/考试中离开页面.*会被记录/)).toBeHidden();
  await page.getByRole('button', { name: '开始口语考试' }).click();
  await expect(page.getByText('页面没有运行脚本，不能在这里录音')).toBeVisible();

  await page.getByRole('button', { name: '上传', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('请先选择录音文件');
  await page
    .getByLabel('录音文件')
    .setInputFiles({ name: 'a.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('这不是录音') });
  await page.getByRole('button', { name: '上传', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(/录音|音频/);
  for (let take = 1; take <= 2; take += 1) {
    await page.getByLabel('录音文件').setInputFiles(spokenFile());
    await page.getByRole('button', { name: '上传', exact: true }).click();
    await expect(page.getByText('录音已上传，请在“已有录音”中试听')).toBeVisible();
  }
  await expect(page.getByLabel('第 2 条', { exact: true })).toBeChecked();
  await page.getByLabel('第 1 条', { exact: true }).check();
  await page.getByRole('button', { name: '保存选定的录音' }).click();
  await expect(page.getByText('已选定计分的录音')).toBeVisible();
  await expect(page.getByLabel('第 1 条', { exact: true })).toBeChecked();

  // What is marked goes along with 交卷 and 确定交卷.
  await page.getByLabel('第 2 条', { exact: true }).check();
  await page.getByRole('button', { name: '交卷', exact: true }).first().click();
  await expect(page.getByLabel('第 2 条', { exact: true })).toBeChecked();
  await page.getByRole('button', { name: '取消，继续作答' }).click();
  await expect(page.getByLabel('第 2 条', { exact: true })).toBeChecked();
  await handIn(page);
  await expect(page.getByRole('heading', { name: '已交卷' })).toBeVisible();
  await page.goto(sittingUrl('index', exam.id));
  await expect(page).toHaveURL(/receipt/);
});

test('written: saved by real buttons page by page, with photos, conflicts shown', async ({
  app: _app,
  page,
  context,
}) => {
  const { student, exam, written } = await makeSittingSchool();
  const [single, multiple, , cloze, short] = written;
  const pen = itemCard(page, written[11]);
  await signIn(page, student);
  await openWaitingPage(page, exam.name);
  await page.getByRole('button', { name: '开始笔试考试' }).click();

  await test.step('a blank that is too long is said at its item and stands whole in its field', async () => {
    await itemCard(page, cloze).getByLabel('第 2 空').fill('霜'.repeat(501));
    await page.getByRole('button', { name: '保存本页' }).click();
    await expect(itemCard(page, cloze).getByRole('alert')).toContainText('每空最多 500 字');
    await expect(itemCard(page, cloze).getByLabel('第 2 空')).toHaveValue('霜'.repeat(501));
  });

  await itemCard(page, single).getByText('北京').click();
  await itemCard(page, multiple).getByRole('checkbox').first().check();
  await itemCard(page, cloze).getByLabel('第 2 空').fill('霜');
  await page.getByRole('button', { name: '保存本页' }).click();
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /已保存 \d\d:\d\d:\d\d/ })
      .first(),
  ).toBeVisible();
  await expect(itemCard(page, cloze).getByLabel('第 2 空')).toHaveValue('霜');
  await expect(page.getByText('已答 3 / 12').first()).toBeVisible();

  await test.step('the answer sheet and the page buttons save too', async () => {
    await itemCard(page, short).getByRole('textbox').fill('去第二页前写的');
    await page.locator('#nav').getByRole('button', { name: /12/ }).click();
    await expect(page).toHaveURL(/page=2/);
    await pen.getByRole('textbox').fill('一段文字');
    await pen.getByLabel(/拍照或选图/).setInputFiles([
      { name: '一.jpg', mimeType: 'image/jpeg', buffer: await makePhoto() },
      { name: '二.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('不是图片') },
    ]);
    await page.getByRole('button', { name: '保存本页' }).click();
    await expect(page.getByText('其他内容已保存')).toBeVisible();
    await expect(pen.getByRole('alert')).toContainText('图片');
    await expect(pen.getByRole('textbox')).toHaveValue('一段文字');
    await expect(pen.getByRole('img')).toHaveCount(1);
    await page.getByRole('button', { name: '上一页' }).click();
    await expect(itemCard(page, short).getByRole('textbox')).toHaveValue('去第二页前写的');
  });

  await test.step('a file of any size is refused at its question, what was written beside it is saved', async () => {
    await page.getByRole('button', { name: '下一页' }).click();
    await pen.getByRole('textbox').fill('和大文件一起交的');
    await mkdir(test.info().outputDir, { recursive: true });
    const huge = test.info().outputPath('录像.jpg');
    await writeFile(huge, Buffer.alloc(61 * 1024 * 1024));
    await pen.getByLabel(/拍照或选图/).setInputFiles(huge);
    await page.getByRole('button', { name: '保存本页' }).click();
    await expect(pen.getByRole('alert')).toContainText(/“录像.jpg”没有收下：.*太大/);
    await page.reload();
    await expect(pen.getByRole('textbox')).toHaveValue('和大文件一起交的');
    await page.goto(sittingUrl('written', exam.id));
  });

  await test.step('another window: both versions stand there, the student chooses', async () => {
    const second = await context.newPage();
    await second.goto(sittingUrl('written', exam.id));
    await itemCard(page, short).getByRole('textbox').fill('第一个窗口');
    await page.getByRole('button', { name: '保存本页' }).click();
    await itemCard(second, short).getByRole('textbox').fill('第二个窗口');
    await second.getByRole('button', { name: '保存本页' }).click();
    await expect(second.getByText('有题目在别的页面或设备上改过')).toBeVisible();
    await expect(itemCard(second, short)).toContainText('第一个窗口');
    await expect(itemCard(second, short).getByRole('textbox')).toHaveValue('第二个窗口');
    await second.getByLabel('用下面这一份').check();
    await second.getByRole('button', { name: '保存本页' }).click();
    await expect(itemCard(second, short).getByRole('textbox')).toHaveValue('第二个窗口');
    await second.close();
    await page.reload();
    await expect(itemCard(page, short).getByRole('textbox')).toHaveValue('第二个窗口');
  });

  await test.step('what is written beside the question whether to hand in goes along with every way back', async () => {
    await page.getByRole('button', { name: '交卷', exact: true }).first().click();
    await itemCard(page, short).getByRole('textbox').fill('问交卷时写的');
    await page.getByRole('button', { name: '取消，继续作答' }).click();
    await expect(page.getByText('确定交卷吗')).toBeHidden();
    await expect(itemCard(page, short).getByRole('textbox')).toHaveValue('问交卷时写的');
    await page.getByRole('button', { name: '交卷', exact: true }).first().click();
    await itemCard(page, short).getByRole('textbox').fill('第二个窗口');
    await page.locator('.missing').getByRole('button').last().click();
    await expect(page).toHaveURL(/page=\d+.*#/);
    await page.goto(sittingUrl('written', exam.id));
    await expect(itemCard(page, short).getByRole('textbox')).toHaveValue('第二个窗口');
  });

  await handIn(page);
  await expect(page.getByText('5 / 12 题')).toBeVisible();
  await page.getByRole('link', { name: '上传照片' }).click();
  await pen
    .getByLabel(/拍照或选图/)
    .setInputFiles({ name: '二.jpg', mimeType: 'image/jpeg', buffer: await makePhoto() });
  await page.getByRole('button', { name: '保存', exact: true }).last().click();
  await expect(pen.getByRole('img')).toHaveCount(2);
  await pen.getByRole('button', { name: '删除第 1 张照片' }).click();
  await expect(pen.getByRole('img')).toHaveCount(1);
});

test('确定交卷 carries what stands on the page below it', async ({ app: _app, page }) => {
  const school = await makeSittingSchool();
  const { student, exam, written } = school;
  await signIn(page, student);
  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  await page.locator('.exam__side').getByRole('button', { name: '交卷' }).click();
  await expect(page.getByText('这个页面上填写和选好的会一起保存，再交卷')).toBeVisible();
  await itemCard(page, written[4]).getByRole('textbox').fill('确认时才写的');
  await page.getByRole('button', { name: '确定交卷' }).click();
  await expect(page.getByRole('heading', { name: '已交卷' })).toBeVisible();
  await expect(page.getByText('1 / 12 题')).toBeVisible();

  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始口语考试' }).click();
  await page.locator('.exam__side').getByRole('button', { name: '交卷' }).click();
  await expect(page.getByLabel('录音文件')).not.toHaveAttribute('capture');
  await page
    .getByLabel('录音文件')
    .setInputFiles({ name: 'a.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('这不是录音') });
  await page.getByRole('button', { name: '确定交卷' }).click();
  await expect(page.getByText('还没有交卷：选好的录音文件没有收下')).toBeVisible();
  await page.getByLabel('录音文件').setInputFiles(spokenFile());
  await page.getByRole('button', { name: '确定交卷' }).click();
  await expect(page.getByRole('heading', { name: '已交卷' })).toBeVisible();
  await expect(page.getByText('1 / 1 题')).toBeVisible();
  await teacherSees(page, school, 'written', ['确认时才写的']);
  await page.context().clearCookies();
  await teacherSees(page, school, 'oral', []);
});

test('a recording that is chosen and not sent goes along with 交卷', async ({ app: _app, page }) => {
  const school = await makeSittingSchool();
  const { student, exam } = school;
  await signIn(page, student);
  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始口语考试' }).click();
  const handIn = page.locator('.exam__side').getByRole('button', { name: '交卷' });
  await page
    .getByLabel('录音文件')
    .setInputFiles({ name: 'a.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('这不是录音') });
  await handIn.click();
  await expect(page.getByText('这不是录音文件')).toBeVisible();
  await page.getByLabel('录音文件').setInputFiles(spokenFile());
  await handIn.click();
  await expect(page.getByText('录音已上传')).not.toHaveCount(0);
  await expect(page.getByText('共 1 题，已答 1 题')).toBeVisible();
  await page.getByRole('button', { name: '确定交卷' }).click();
  await expect(page.getByRole('heading', { name: '已交卷' })).toBeVisible();
  await teacherSees(page, school, 'oral', []);
});

test('a form that came in time without a session is before the teacher, and on the receipt', async ({ app, page }) => {
  const school = await makeSittingSchool({ upload_end_time: Date.now() + 60 * MINUTE });
  const { student, exam, written } = school;
  await signIn(page, student);
  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  await itemCard(page, written[4]).getByRole('textbox').fill('登录失效时送到的');
  await page.context().clearCookies();
  await page.getByRole('button', { name: '保存本页' }).click();
  await expect(page).toHaveURL(/\/login\?redirectTo=/);
  app.moveClock(61 * MINUTE);
  await page.getByLabel('账号').fill(student.account);
  await page.getByLabel('密码', { exact: true }).fill('factory-pass-1');
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByText(/第 5 题答案：.* 送到时登录已失效，没有计入；已留存，老师可以看到/)).toBeVisible();
  await teacherSees(page, school, 'written', ['登录失效时送到的']);
  const attempt = await db()
    .selectFrom('attempts')
    .select('id')
    .where('student_id', '=', student.id)
    .executeTakeFirstOrThrow();
  await page.goto(paperAddress(attempt.id));
  await page.getByText('登录失效时收到 1 项，未计入').click();
  await expect(page.getByText(/:\d\d 收到（登录已失效）/)).toBeVisible();
});

test('a session that ends while answering costs nothing', async ({ app, page }) => {
  const { student, other, exam, written } = await makeSittingSchool({ end_time: Date.now() + 26 * 60 * MINUTE });
  const short = itemCard(page, written[4]);
  await signIn(page, student);
  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  await short.getByRole('textbox').fill('登录过期前写的');
  app.moveClock(13 * 60 * MINUTE);
  await page.getByRole('button', { name: '保存本页' }).click();
  await expect(page).toHaveURL(/\/login\?redirectTo=/);
  const back = page.url();

  await page.getByLabel('账号').fill(other.account);
  await page.getByLabel('密码', { exact: true }).fill('factory-pass-1');
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByText('登录过期前写的')).toHaveCount(0);
  await page.goto(back);
  await page.getByLabel('账号').fill(student.account);
  await page.getByLabel('密码', { exact: true }).fill('factory-pass-1');
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByText('第 5 题的答案是登录过期时写的，已保存，请看看。')).toBeVisible();
  await expect(short.getByRole('textbox')).toHaveValue('登录过期前写的');
  await expect(short).toContainText('已保存');
});

test('too late: refused, kept for the teacher, told', async ({ app, page }) => {
  const { student, exam, written } = await makeSittingSchool({ upload_end_time: Date.now() + 60 * MINUTE });
  await signIn(page, student);
  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  await itemCard(page, written[4]).getByRole('textbox').fill('晚了的答案');
  app.moveClock(61 * MINUTE);
  await page.getByRole('button', { name: '保存本页' }).click();
  await expect(page.getByText('这次的内容没有计入，但已留存，老师可以看到')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '第 5 题答案' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '已收卷' })).toBeVisible();
  const [row] = await db()
    .selectFrom('answer_journal')
    .innerJoin('attempts', 'attempts.id', 'answer_journal.attempt_id')
    .select(['outcome', 'value'])
    .where('student_id', '=', student.id)
    .execute();
  expect(row).toEqual({ outcome: 'refused', value: '{"text":"晚了的答案"}' });
});

backInResitStory();
