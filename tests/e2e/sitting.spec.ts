import type { Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { closeOverdueAttempts } from '~/domain/attempt/attempt.commands.server';
import { toExamPreview } from '~/lib/addresses/results';
import { toReceipt } from '~/lib/addresses/sitting';
import {
  makeClassroom,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeWrittenQuestion,
} from '../factories';
import { makePhoto } from '../support/media';
import { expect, openGuarded, signIn, test, watchErrors } from './support/app';
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

async function startWritten(page: Page, examId: number) {
  await page.goto(toExamPreview({ id: examId }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  await expect(page).toHaveURL(/\/examination\/evaluation\/written/);
}

/** The attempt begins by its call: the waiting page's check of the microphone is another story. */
async function startOral(page: Page, examId: number) {
  const answer = await page.request.post('/api/exam/attempt/start', { data: { examId, part: 'oral' } });
  expect(answer.status()).toBe(200);
  await page.goto(sittingUrl('index', examId));
}

/** Requests to an address wait until they are let go. */
async function holdBack(page: Page, address: string) {
  let letGo = () => undefined as void;
  const free = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(address, async (route) => {
    await free;
    await route.continue();
  });
  return { letGo };
}

const takesOf = (studentId: number) =>
  db()
    .selectFrom('takes')
    .innerJoin('attempts', 'attempts.id', 'takes.attempt_id')
    .select('takes.duration_ms')
    .where('attempts.student_id', '=', studentId)
    .execute();

test('a student checks the microphone, records, chooses a take and hands in', async ({ app: _app, page }) => {
  const problems = watchErrors(page);
  const school = await makeSittingSchool();
  const { student, exam } = school;
  await signIn(page, student);
  await openWaitingPage(page, exam.name);

  await test.step('the check is over when it was listened to', async () => {
    await expect(page.getByText('请独立完成，诚信考试。')).toBeVisible();
    await expect(page.getByText('建议先在上面试音再开始')).toBeVisible();
    await page.getByRole('button', { name: '试录' }).click();
    await page.getByRole('button', { name: '试听' }).click();
    await expect(page.getByText('试音完成，可以开始')).toBeVisible({ timeout: 15_000 });
    await page.getByRole('button', { name: '开始口语考试' }).click();
    await expect(page.getByRole('heading', { name: '故宫中轴线讲解' })).toBeVisible();
  });

  await test.step('recording highlights the text and uploads at once', async () => {
    await page.getByRole('button', { name: '录音', exact: true }).click();
    await expect(page.getByText('录音中')).toBeVisible();
    await expect(page.locator('.chunk.is-current')).toHaveText(/各位游客/);
    await page.waitForTimeout(2500);
    await page.getByRole('button', { name: '停止' }).click();
    await expect(page.getByText('已上传，计分')).toBeVisible();
    await page.getByRole('button', { name: '重录' }).click();
    await page.waitForTimeout(1500);
    await page.getByRole('button', { name: '停止' }).click();
    await expect(page.locator('.take')).toHaveCount(2);
    await expect(page.getByLabel('第 2 条', { exact: true })).toBeChecked();
  });

  await test.step('the chosen take survives a reload', async () => {
    await page.getByLabel('第 1 条', { exact: true }).check();
    await expect(page.locator('.take').first()).toContainText('已上传，计分');
    await page.reload();
    await expect(page.getByLabel('第 1 条', { exact: true })).toBeChecked();
  });

  await handIn(page);
  await expect(page.getByRole('heading', { name: '已交卷' })).toBeVisible();
  await expect(page.getByText(/[2-9A-Z]{4}-[2-9A-Z]{4}/)).toBeVisible();
  const [attempt] = await db().selectFrom('attempts').selectAll().where('student_id', '=', student.id).execute();
  expect(attempt).toMatchObject({ state: 'submitted', part: 'oral', closed_by: 'student' });
  // Back to the paper leads to the receipt.
  await page.goto(sittingUrl('index', exam.id));
  await expect(page).toHaveURL(/receipt/);
  await teacherSees(page, school, 'oral', []);
  expect(problems).toEqual([]);
});

test('a student without a microphone goes on by uploading a file', async ({ app: _app, page }) => {
  const school = await makeSittingSchool();
  const { student, exam } = school;
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined });
  });
  await signIn(page, student);
  await page.goto(toExamPreview({ id: exam.id }));
  await expect(page.getByText('这个浏览器不能在页面里录音')).toBeVisible();
  await page.getByRole('button', { name: '开始口语考试' }).click();
  await page
    .getByLabel('录音文件')
    .setInputFiles({ name: '图.mp3', mimeType: 'audio/mpeg', buffer: await makePhoto({ width: 200, height: 200 }) });
  await page.getByRole('button', { name: '上传', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(/录音|音频/);
  await page.getByLabel('录音文件').setInputFiles(spokenFile());
  await page.getByRole('button', { name: '上传', exact: true }).click();
  await expect(page.getByText('已上传，计分')).toBeVisible();
  await handIn(page);
  await teacherSees(page, school, 'oral', []);
});

test('every answer saves itself, survives a broken network and a reload', async ({ app: _app, page, context }) => {
  const school = await makeSittingSchool();
  const { student, exam, written } = school;
  const [single, multiple, , cloze, short] = written;
  await signIn(page, student);
  await startWritten(page, exam.id);

  await test.step('choices and texts are saved after a pause', async () => {
    await itemCard(page, single).getByText('北京').click();
    await expect(itemCard(page, single).getByText(/^已保存 \d\d:\d\d:\d\d$/)).toBeVisible();
    await itemCard(page, multiple).getByRole('checkbox').first().check();
    await itemCard(page, multiple).getByRole('checkbox').nth(2).check();
    await itemCard(page, cloze).getByLabel('第 1 空').fill('明月');
    await expect(itemCard(page, cloze).getByText('已保存')).toBeVisible();
    await expect(page.getByText('已答 3 / 12').first()).toBeVisible();
  });

  await test.step('without a network the text stays in the browser and says so', async () => {
    await context.setOffline(true);
    await itemCard(page, short).getByRole('textbox').fill('因为大气散射蓝光。');
    await expect(itemCard(page, short).getByText('未保存')).toBeVisible();
    await expect(page.locator('.exambar').getByText(/未保存/)).toBeVisible();
    await context.setOffline(false);
    await expect(itemCard(page, short).getByText(/^已保存/)).toBeVisible({ timeout: 15_000 });
  });

  await test.step('what was typed in the last moment comes back after a reload', async () => {
    await page.route('**/api/exam/attempt/answer', (route) => route.abort());
    await itemCard(page, short).getByRole('textbox').fill('因为大气散射蓝光，波长短。');
    await expect(itemCard(page, short).getByText('未保存')).toBeVisible();
    await page.unroute('**/api/exam/attempt/answer');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto(sittingUrl('written', exam.id));
    await expect(itemCard(page, short).getByRole('textbox')).toHaveValue('因为大气散射蓝光，波长短。');
    await expect(itemCard(page, short).getByText(/^已保存/)).toBeVisible();
    const kept = await page.evaluate(() => localStorage.getItem('theoryData'));
    expect(kept).toBeNull();
  });

  await test.step('turning the page saves first; nothing is lost', async () => {
    await itemCard(page, short).getByRole('textbox').fill('翻页前的最后一句');
    await page.getByRole('button', { name: '下一页' }).click();
    await expect(page).toHaveURL(/page=2/);
    await page.getByRole('button', { name: '上一页' }).click();
    await expect(itemCard(page, short).getByRole('textbox')).toHaveValue('翻页前的最后一句');
  });
  await handIn(page);
  await teacherSees(page, school, 'written', ['明月', '翻页前的最后一句']);
});

test('two windows never overwrite each other silently', async ({ app: _app, page, context }) => {
  const school = await makeSittingSchool();
  const { student, exam, written } = school;
  const short = written[4];
  await signIn(page, student);
  await startWritten(page, exam.id);
  const second = await context.newPage();
  // Both windows must stand before anything is typed: a later one would take over what the first has.
  await openGuarded(second, sittingUrl('written', exam.id));
  await itemCard(page, short).getByRole('textbox').fill('第一个窗口');
  await expect(itemCard(page, short).getByText(/^已保存/)).toBeVisible();
  await itemCard(second, short).getByRole('textbox').fill('第二个窗口');
  await expect(itemCard(second, short).getByRole('alert')).toContainText('第一个窗口');
  // The bar at the top says it too: an older 已保存 there would be believed.
  await expect(second.getByRole('banner')).toContainText('未保存：有两份答案');
  // Waiting does not settle it: whoever goes on is told to choose.
  await second.getByRole('button', { name: '保存本页' }).click();
  await expect(second.getByText('题有两份答案，请先在题目里选好保留哪一份')).toBeInViewport();
  await itemCard(second, short).getByRole('button', { name: '用下面这一份' }).click();
  await expect(itemCard(second, short).getByText(/^已保存/)).toBeVisible();
  await page.reload();
  await expect(itemCard(page, short).getByRole('textbox')).toHaveValue('第二个窗口');
  await second.close();
  await handIn(page);
  await teacherSees(page, school, 'written', ['第一个窗口', '第二个窗口']);
});

test('photos go up with progress, are replaced and removed, also after handing in', async ({ app: _app, page }) => {
  const school = await makeSittingSchool();
  const { student, exam, written } = school;
  const pen = itemCard(page, written[11]);
  await signIn(page, student);
  await startWritten(page, exam.id);
  await page.goto(`${sittingUrl('written', exam.id)}&page=2`);
  const photo = { name: '答卷.jpg', mimeType: 'image/jpeg', buffer: await makePhoto() };

  await pen.getByLabel(/拍照或选图/).setInputFiles([photo, { ...photo, name: '二.jpg' }]);
  await expect(pen.getByRole('img')).toHaveCount(2);
  await pen.getByLabel(/换一张：第 1 张/).setInputFiles(photo);
  await expect(pen.getByText('上传中')).toHaveCount(0);
  await expect(pen.getByRole('img')).toHaveCount(2);
  await pen
    .getByLabel(/拍照或选图/)
    .setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not an image') });
  await expect(pen.getByRole('alert')).toContainText('图片');
  await expect(pen.getByRole('alert')).toContainText('没有收下');
  await pen.getByRole('button', { name: '知道了' }).click();
  const remove = pen.getByRole('button', { name: '删除第 2 张照片' });
  page.once('dialog', (dialog) => void dialog.dismiss());
  await remove.click();
  await expect(pen.getByRole('img')).toHaveCount(2);
  page.once('dialog', (dialog) => void dialog.accept());
  await remove.click();
  await expect(pen.getByRole('img')).toHaveCount(1);

  await handIn(page);
  await page.getByRole('link', { name: '上传照片' }).click();
  await pen.getByLabel(/拍照或选图/).setInputFiles(photo);
  await expect(pen.getByRole('img')).toHaveCount(2);
  await page.getByRole('link', { name: '看回执' }).click();
  await expect(page.getByText(/第 2 版/)).toBeVisible();
  await expect(page.getByText('2 张', { exact: true })).toBeVisible();
  await teacherSees(page, school, 'written', [], 2);
});

test('too early, too late, another class', async ({ app, page }) => {
  const school = await makeSittingSchool({
    begin_time: Date.now() + 5 * MINUTE,
    oral_begin_time: Date.now() + 5 * MINUTE,
  });
  await signIn(page, school.student);
  await page.goto(toExamPreview({ id: school.exam.id }));
  await expect(page.getByText('到时间这里会出现').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /开始.*考试/ })).toHaveCount(0);
  await page.goto(sittingUrl('written', school.exam.id));
  await expect(page).toHaveURL(/\/examination\/preview/);

  app.moveClock(10 * MINUTE);
  await startWritten(page, school.exam.id);
  await itemCard(page, school.written[0]).getByText('北京').click();
  await expect(itemCard(page, school.written[0]).getByText(/^已保存/)).toBeVisible();

  await test.step('in the grace it counts and says so; afterwards the paper is closed', async () => {
    app.moveClock(60 * MINUTE + 5000);
    await itemCard(page, school.written[2]).getByText('正确').click();
    await expect(itemCard(page, school.written[2]).getByText('宽限内')).toBeVisible();
    app.moveClock(61 * MINUTE);
    await itemCard(page, school.written[2]).getByText('错误').click();
    // At the question, or above once the page has gone on to the photos.
    await expect(page.getByText(/^未保存/).first()).toBeVisible();
    await closeOverdueAttempts(Date.now() + 61 * MINUTE);
    await page.goto(toReceipt({ id: school.exam.id, part: 'written' }));
    await expect(page.getByRole('heading', { name: '已收卷' })).toBeVisible();
    await expect(page.getByText('2 / 12 题')).toBeVisible();
  });
  await test.step('the teacher sees what counts, and what came too late', () =>
    teacherSees(page, school, 'written', [/^B$/, /宽限内/, '错误']));

  await page.context().clearCookies();
  await signIn(page, school.stranger);
  for (const url of [
    `/examination/preview?id=${school.exam.id}`,
    sittingUrl('written', school.exam.id),
    sittingUrl('index', school.exam.id),
  ]) {
    expect((await page.goto(url))?.status()).toBe(404);
  }
  await page.goto('/student/examination/index');
  await expect(page.getByText('还没有考试')).toBeVisible();
});

test('pressing 确定交卷 twice is one hand-in', async ({ app: _app, page }) => {
  const { student, exam } = await makeSittingSchool();
  await signIn(page, student);
  await startWritten(page, exam.id);
  await page.goto(`${sittingUrl('written', exam.id)}&confirm=submit`);
  await expect(page.getByText('还有 12 题没有作答')).toBeVisible();
  await page.getByRole('button', { name: '确定交卷' }).dblclick();
  await expect(page).toHaveURL(/receipt/);
  const receipts = await db()
    .selectFrom('audit_entries')
    .selectAll()
    .where('action', '=', 'attempt.submit')
    .where('actor_id', '=', student.id)
    .execute();
  expect(receipts).toHaveLength(1);
});

test('what is still being saved when 确定交卷 is pressed goes first, and counts', async ({ app: _app, page }) => {
  const school = await makeSittingSchool();
  const { student, exam, written } = school;
  await signIn(page, student);
  await startWritten(page, exam.id);
  const short = itemCard(page, written[4]).getByRole('textbox');
  await short.fill('先写的');
  await expect(itemCard(page, written[4]).getByText(/^已保存/)).toBeVisible();
  await page.locator('.exam__side').getByRole('button', { name: '交卷' }).click();
  await expect(page.getByRole('heading', { name: '温馨提示' })).toBeVisible();
  const errand = await holdBack(page, '**/api/exam/attempt/answer');
  await short.fill('最后一刻写的');
  await page.getByRole('button', { name: '确定交卷' }).click();
  await expect(page.getByText('还有 1 题的答案正在保存，交卷会先等它们保存好。')).toBeVisible();
  errand.letGo();
  await expect(page).toHaveURL(/\/examination\/evaluation\/receipt/);
  await expect(page.getByText('1 / 12 题')).toBeVisible();
  await expect(page.getByText(/没有计入|已补交/)).toHaveCount(0);
  const rows = await db()
    .selectFrom('answers')
    .select('value')
    .where('item_id', '=', written[4] ?? 0)
    .execute();
  expect(rows).toEqual([{ value: '{"text":"最后一刻写的"}' }]);
  await teacherSees(page, school, 'written', ['最后一刻写的']);
});

test('the answer sheet and the question whether to hand in lead to the item, and the keyboard goes on there', async ({
  app: _app,
  page,
}) => {
  const { student, exam, written } = await makeSittingSchool();
  await page.setViewportSize({ width: 1024, height: 700 });
  await signIn(page, student);
  await startWritten(page, exam.id);
  const card = itemCard(page, written[8]);
  await expect(card).not.toBeInViewport();
  await page.getByRole('button', { name: '第 9 题，未答' }).click();
  await expect(card).toBeInViewport();
  await expect(card).toBeFocused();
  await page.getByRole('button', { name: '交卷', exact: true }).first().click();
  await page.getByRole('button', { name: '第 8 题', exact: true }).click();
  await expect(itemCard(page, written[7])).toBeInViewport();
  await expect(itemCard(page, written[7])).toBeFocused();
  await expect(page.getByText('确定交卷吗')).toBeHidden();

  await test.step('a phone held sideways keeps the time and what is saved in sight', async () => {
    await page.setViewportSize({ width: 844, height: 390 });
    await itemCard(page, written[4]).getByRole('textbox').fill('横着写的');
    await expect(page.getByRole('timer')).toBeInViewport();
    await expect(page.locator('.exambar').getByText(/^已保存/)).toBeInViewport();
    expect((await page.locator('.exambar').boundingBox())?.height).toBeLessThan(48);
  });
});

test('on a phone the first word about saving moves nothing, and a sentence about it stays inside the page', async ({
  app: _app,
  page,
}) => {
  const { student, exam, written } = await makeSittingSchool();
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, student);
  await startWritten(page, exam.id);
  const card = itemCard(page, written[0]);
  const top = async () => (await card.boundingBox())?.y;
  const before = await top();
  await page.route('**/api/exam/attempt/answer', (route) => route.abort());
  await card.getByText('北京').click();
  const late = card.getByText(/^未保存/);
  await expect(late).toBeVisible();
  await late.evaluate((chip) => chip.append('：老师已经收卷，这次的内容没有计入，但已留存，老师可以看到。'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.unroute('**/api/exam/attempt/answer');
  await expect(card.getByText(/^已保存/)).toBeVisible();
  expect(await top()).toBe(before);
});

test('handing in while recording stops, uploads and hands in', async ({ app: _app, page }) => {
  const school = await makeSittingSchool({ settings: { maxTakes: 1 } });
  const { student, exam } = school;
  await signIn(page, student);
  await startOral(page, exam.id);
  await page.getByRole('button', { name: '录音', exact: true }).click();
  await expect(page.locator('.recorder__state .num')).toContainText('0:03');
  await page.locator('.exam__side').getByRole('button', { name: '交卷' }).click();
  await expect(page.getByText('交卷会先停止录音，把录到的上传完，再交卷')).toBeVisible();
  await page.getByRole('button', { name: '确定交卷' }).click();
  await expect(page).toHaveURL(/\/examination\/evaluation\/receipt/);
  const [take, ...others] = await takesOf(student.id);
  expect(others).toEqual([]);
  expect(take?.duration_ms).toBeGreaterThan(2500);
  await expect(page.getByText('1 / 1 题')).toBeVisible();
  await teacherSees(page, school, 'oral', []);
});

test('what is refused holds nothing up and stands on the receipt; a take above its limit is said at once', async ({
  app: _app,
  page,
}) => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const oral = await makeOralQuestion({ owner, body: { answerSeconds: 2 } });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral,
    written: [await makeWrittenQuestion({ owner })],
  });
  await signIn(page, student);
  await page.goto(toExamPreview({ id: exam.id }));
  await startWritten(page, exam.id);
  const pen = page.locator('.item').first();
  const wrong = { name: 'x.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not an image') };
  await pen.getByLabel(/拍照或选图/).setInputFiles([wrong, { ...wrong, name: 'y.jpg' }]);
  await expect(pen.getByText('没有收下')).toHaveCount(2);
  await page.locator('.exam__side').getByRole('button', { name: '交卷' }).click();
  await expect(page.getByText('没有收下、交卷后也不会计入的')).toBeVisible();
  await page.getByRole('button', { name: '确定交卷' }).click();
  await expect(page).toHaveURL(/receipt/);
  await expect(page.getByText(/第 1 题照片：“[xy].jpg”没有收下/)).toHaveCount(2);

  await startOral(page, exam.id);
  await page.getByText('不能录音？上传录音文件').click();
  await page.getByLabel('录音文件').setInputFiles(spokenFile());
  await page.getByRole('button', { name: '上传', exact: true }).click();
  await expect(page.locator('.takes__choose')).toContainText(/超时 \d+ 秒/);
  await handIn(page);
  await expect(page.getByText(/第 1 条计分，超时 \d+ 秒/)).toBeVisible();
  await teacherSees(page, { owner, student }, 'oral', [/超时 \d+ 秒/]);
});

test('a photo that had no line goes by itself when the line is back, also after a reload', async ({
  app: _app,
  page,
  context,
}) => {
  const school = await makeSittingSchool();
  const { student, exam, written } = school;
  const pen = itemCard(page, written[11]);
  page.on('dialog', (dialog) => void dialog.accept());
  await signIn(page, student);
  await startWritten(page, exam.id);
  await page.goto(`${sittingUrl('written', exam.id)}&page=2`);
  await context.route('**/api/common/**', (route) => route.abort());
  await pen.getByLabel(/拍照或选图/).setInputFiles({
    ...{ name: '答卷.jpg', mimeType: 'image/jpeg' },
    buffer: await makePhoto(),
  });
  await expect(pen.getByText('照片已留在这里，会自动重传')).toBeVisible();
  await page.reload();
  await expect(pen.getByText('照片已留在这里，会自动重传')).toBeVisible();
  await context.unroute('**/api/common/**');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(pen.getByRole('img')).toHaveCount(1);
  await handIn(page);
  await teacherSees(page, school, 'written', [], 1);
});

test('a recording under half a second is said to be a slip, sends nothing and uses up nothing', async ({
  app: _app,
  page,
}) => {
  const school = await makeSittingSchool({ settings: { maxTakes: 1 } });
  const { student, exam } = school;
  await signIn(page, student);
  await page.addInitScript(() => {
    // A double click: 停止 is pressed as soon as it is there.
    new MutationObserver(() => {
      if ((window as { isSlip?: boolean }).isSlip) document.querySelector<HTMLElement>('.btn--stop')?.click();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始口语考试' }).click();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/common\/(tus|upload)/.test(request.url())) sent.push(`${request.method()} ${request.url()}`);
  });
  await page.evaluate(() => Object.assign(window, { isSlip: true }));
  await page.getByRole('button', { name: '录音', exact: true }).click();
  await expect(page.getByText('不到半秒，像是误触，没有保存')).toBeVisible();
  expect(sent).toEqual([]);
  await page.evaluate(() => Object.assign(window, { isSlip: false }));
  await page.getByRole('button', { name: '录音', exact: true }).click();
  // A busy computer's microphone begins late.
  await expect(page.getByRole('progressbar', { name: '录音时长' })).toHaveText(/0:0[2-9]/);
  await page.getByRole('button', { name: '停止' }).click();
  await expect(page.locator('.take')).toContainText('已上传，计分');
  await handIn(page);
  await expect(page.getByText('没有收下')).toHaveCount(0);
  await teacherSees(page, school, 'oral', []);
});

test('a picture of an oral item has its room before it has come', async ({ app: _app, page }) => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const { id } = await makeFile({ owner, width: 400, height: 200 });
  const oral = await makeOralQuestion({ owner, imageIds: [id] });
  const exam = await makeExam({ owner, classrooms: [classroom], oral });
  await signIn(page, student);
  await page.route(`**/api/file/${id}*`, () => undefined);
  await startOral(page, exam.id);
  const room = await page.locator('.pictures img').boundingBox();
  expect([room?.width, room?.height]).toEqual([400, 200]);
});

test('a microphone that is denied, absent, taken or silent is told apart', async ({ app: _app, page }) => {
  const { student, exam } = await makeSittingSchool();
  await page.addInitScript(() => {
    const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = (wanted) => {
      const name = sessionStorage.getItem('microphone');
      if (name === 'silent') {
        const context = new AudioContext();
        const off = context.createGain();
        off.gain.value = 0;
        const sound = context.createOscillator();
        const target = context.createMediaStreamDestination();
        sound.connect(off).connect(target);
        sound.start();
        return Promise.resolve(target.stream);
      }
      return name ? Promise.reject(new DOMException('', name)) : real(wanted);
    };
  });
  await signIn(page, student);
  await openWaitingPage(page, exam.name);
  await page.evaluate(() => sessionStorage.setItem('microphone', 'silent'));
  await page.getByRole('button', { name: '试录' }).click();
  await expect(page.getByText('请对着麦克风说话')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: '没有听到声音' })).toBeVisible();
  await page.getByRole('button', { name: '试听' }).click();
  await expect(page.getByRole('button', { name: '正在播放' })).toBeVisible();
  await expect(page.getByRole('button', { name: '试听' })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('试音完成', { exact: true })).toBeHidden();
  expect(
    await db().selectFrom('exam_mic_checks').select(['reason']).where('student_id', '=', student.id).execute(),
  ).toEqual([{ reason: expect.stringContaining('没有听到声音') }]);
  await page.evaluate(() => sessionStorage.removeItem('microphone'));
  await startOral(page, exam.id);
  const say = async (name: string) => {
    await page.evaluate((kind) => sessionStorage.setItem('microphone', kind), name);
    await page.getByRole('button', { name: '录音', exact: true }).click();
  };
  for (const [name, text] of [
    ['NotAllowedError', '没有得到麦克风权限'],
    ['NotFoundError', '没有找到麦克风'],
    ['NotReadableError', '麦克风被别的程序占用'],
    ['silent', '没有听到声音'],
  ] as const) {
    await say(name);
    await expect(page.locator('.recorder__error')).toContainText(text);
  }
});

backInResitStory();
