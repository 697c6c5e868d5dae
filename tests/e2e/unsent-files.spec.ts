import { toSitting } from '~/lib/addresses/sitting';
import { makePhoto } from '../support/media';
import { expect, openGuarded, signIn, test } from './support/app';
import { teacherSees } from './support/teacher-sees';
import { handIn, itemCard, makeSittingSchool, spokenFile } from './support/sitting-story';

const HEIC = 'tests/fixtures/photos/phone.heic';
const wrong = { name: 'a.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('这不是录音') };

test('a recording file that was only chosen goes with 确定交卷; a refused one is named and holds nothing up', async ({
  app: _app,
  page,
}) => {
  const school = await makeSittingSchool();
  const { student, exam } = school;
  await signIn(page, student);
  await page.request.post('/api/exam/attempt/start', { data: { examId: exam.id, part: 'oral' } });
  await page.goto(toSitting('oral', { id: exam.id }));
  await page.getByText('不能录音？上传录音文件').click();
  await page.getByLabel('录音文件').setInputFiles(wrong);
  await page.locator('.exam__side').getByRole('button', { name: '交卷' }).click();
  await expect(page.getByText('第 1 题选好的录音文件还没有上传，交卷会先上传，计分的是它，再交卷')).toBeVisible();
  await page.getByRole('button', { name: '确定交卷' }).click();
  await expect(page.getByText(/第 1 题的一条录音：/)).toBeVisible();
  await expect(page.getByLabel('录音文件')).toHaveValue('');
  await test.step('what was refused is named after a reload, here and where the recordings stand', async () => {
    await page.reload();
    await expect(page.getByText(/第 1 题的一条录音：/)).toBeVisible();
    await expect(page.getByText(/没有上传：这不是录音文件/)).toBeVisible();
    await page.getByText('不能录音？上传录音文件').click();
  });
  await page.getByLabel('录音文件').setInputFiles(spokenFile());
  await page.getByRole('button', { name: '确定交卷' }).click();
  await expect(page.getByRole('heading', { name: '已交卷' })).toBeVisible();
  await expect(page.getByText('1 / 1 题')).toBeVisible();
  await expect(page.getByText('没有收下或没有计入的，回执里逐条写明')).toBeVisible();
  await expect(page.getByText(/第 1 题录音：第 1 条计分，不受影响；另一条没有收下：这不是录音文件/)).toBeVisible();
  await teacherSees(page, school, 'oral', []);
});

test('a recording made without a line says where it is kept, and goes up by itself', async ({
  app: _app,
  page,
  context,
}) => {
  const school = await makeSittingSchool();
  const { student, exam } = school;
  await signIn(page, student);
  await page.request.post('/api/exam/attempt/start', { data: { examId: exam.id, part: 'oral' } });
  await page.setViewportSize({ width: 390, height: 844 });
  await openGuarded(page, toSitting('oral', { id: exam.id }));
  const upload = await page.getByText('不能录音？上传录音文件').boundingBox();
  expect(upload?.height).toBeGreaterThanOrEqual(44);
  const note = page.getByText(/录音照常进行，先留在这台设备上/);
  await context.setOffline(true);
  await page.getByRole('button', { name: '录音', exact: true }).click();
  await expect(note).toBeVisible();
  await context.setOffline(false);
  await expect(note).toHaveCount(0);
  await page.getByRole('button', { name: '停止' }).click();
  await expect(page.getByText('已上传，计分')).toBeVisible();
  await handIn(page);
  await teacherSees(page, school, 'oral', []);
});

test('a second press of 确定交卷 leaves nothing behind that is still going up', async ({ app: _app, page }) => {
  const school = await makeSittingSchool();
  const { student, exam } = school;
  await signIn(page, student);
  await page.request.post('/api/exam/attempt/start', { data: { examId: exam.id, part: 'oral' } });
  await page.goto(toSitting('oral', { id: exam.id }));
  await page.getByText('不能录音？上传录音文件').click();
  await page.getByLabel('录音文件').setInputFiles(spokenFile());
  await page.locator('.exam__side').getByRole('button', { name: '交卷' }).click();
  await expect(page.getByText('第 1 题选好的录音文件还没有上传')).toBeVisible();
  await page.getByRole('button', { name: '确定交卷' }).dblclick();
  await expect(page.getByRole('heading', { name: '已交卷' })).toBeVisible();
  await expect(page.getByText('1 / 1 题')).toBeVisible();
  await teacherSees(page, school, 'oral', []);
});

test('a HEIC photo that the server cannot open says what to do, stays named after a reload, and stalls nothing', async ({
  app: _app,
  page,
}) => {
  const { student, exam, written } = await makeSittingSchool();
  const pen = itemCard(page, written[11]);
  await signIn(page, student);
  await page.request.post('/api/exam/attempt/start', { data: { examId: exam.id, part: 'written' } });
  await page.goto(toSitting('written', { id: exam.id, page: 2 }));
  await pen.getByLabel(/拍照或选图/).setInputFiles(HEIC);
  await pen
    .getByLabel(/拍照或选图/)
    .setInputFiles({ name: '二.jpg', mimeType: 'image/jpeg', buffer: await makePhoto() });
  await expect(pen.getByRole('img')).toHaveCount(1);
  const notice = pen.getByText(/没有收下：.*HEIC.*安卓手机.*苹果手机/);
  await expect(notice).toBeVisible();
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(pen.getByRole('img')).toHaveCount(1);
  await pen.getByRole('button', { name: '知道了' }).click();
  await page.reload();
  await expect(pen.getByRole('img')).toHaveCount(1);
  await expect(notice).toHaveCount(0);
  await handIn(page);
  await expect(page.getByText(/照片：收下的 1 张都算数；“phone.heic”没有收下/)).toBeVisible();
});
