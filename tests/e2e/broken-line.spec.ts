import { toQuestion } from '~/lib/addresses/banks';
import { toDashboard } from '~/lib/addresses/account';
import { toExamPreview } from '~/lib/addresses/results';
import { toSitting } from '~/lib/addresses/sitting';
import { expect, openGuarded, signIn, test } from './support/app';
import { makeClassroom, makeTeacher } from '../factories';
import { makePhoto } from '../support/media';
import { handIn, itemCard, makeSittingSchool } from './support/sitting-story';
import { teacherSees } from './support/teacher-sees';

const written = (examId: number) => `/examination/evaluation/written?id=${examId}`;

test('a script that cannot save leaves it to the page’s own form', async ({ app: _app, page }) => {
  const school = await makeSittingSchool();
  const { student, exam, written: items } = school;
  const short = itemCard(page, items[4]);
  await signIn(page, student);
  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  await page.route('**/api/exam/attempt/answer', (route) => route.abort());
  await short.getByRole('textbox').fill('脚本保存不了的一句');
  await expect(page.getByText('自动保存没有成功')).toBeVisible();
  await page.getByRole('button', { name: '下一页' }).click();
  await expect(page).toHaveURL(/page=2/);
  await itemCard(page, items[11]).getByRole('textbox').fill('第二页也一样');
  await page.getByRole('button', { name: '保存本页' }).click();
  await expect(page.getByText(/^已保存 \d\d:\d\d:\d\d/).first()).toBeVisible();
  await handIn(page);
  await teacherSees(page, school, 'written', ['脚本保存不了的一句', '第二页也一样']);
});

test('without a line the hand-in says so at the eye, until everything is saved', async ({
  app: _app,
  page,
  context,
}) => {
  const { student, exam, written: items } = await makeSittingSchool();
  await signIn(page, student);
  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  await expect(page).toHaveURL(new RegExp(`written\\?id=${exam.id}$`));
  await openGuarded(page, written(exam.id));
  await context.setOffline(true);
  await itemCard(page, items[4]).getByRole('textbox').fill('断网时写的');
  await page.locator('.pageturn').getByRole('button', { name: '下一页' }).click();
  const said = page.getByText('还有答案没有保存，已留在这台设备上');
  await expect(said).toBeInViewport();
  await expect(page).not.toHaveURL(/page=2/);
  await context.setOffline(false);
  await expect(itemCard(page, items[4]).getByText(/^已保存/)).toBeVisible();
  await expect(said).toHaveCount(0);
});

test('a text that is too long is refused with a sentence and stands whole in its field', async ({
  app: _app,
  page,
}) => {
  const { student, exam, written: items } = await makeSittingSchool();
  const short = itemCard(page, items[4]);
  await signIn(page, student);
  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  await short.getByRole('textbox').fill('字'.repeat(20_001));
  await expect(short.getByText('答案最多 20000 字')).toBeVisible();
  expect((await short.getByRole('textbox').inputValue()).length).toBe(20_001);
  await short.getByRole('textbox').fill('字'.repeat(20_000));
  await expect(short.getByText(/^已保存/)).toBeVisible();
  const cloze = itemCard(page, items[3]);
  const blank = cloze.getByLabel('第 1 空');
  await blank.fill('空'.repeat(501));
  await expect(cloze.getByText('每空最多 500 字')).toBeVisible();
  expect((await blank.inputValue()).length).toBe(501);
  await blank.fill('空'.repeat(500));
  await expect(cloze.getByText(/^已保存/)).toBeVisible();
});

test('no line and a busy server leave the page as it is; what was typed outlives 重试, Back and reload', async ({
  app: _app,
  page,
}) => {
  const teacher = await makeTeacher();
  await makeClassroom({ teacher, name: '旅游一班' });
  await signIn(page, teacher);
  await openGuarded(page, '/member/class/edit');
  const name = page.getByLabel('班级名称');
  await name.fill('断网时写的班');
  const bar = page.getByRole('alert');

  await test.step('a page asked for without a line', async () => {
    await page.route('**/*.{data,js,svg}*', (route) => route.abort());
    await page.getByRole('link', { name: '我的考试' }).click();
    await expect(bar).toContainText('网络断开');
    await page.getByRole('button', { name: '重试' }).click();
    await expect(bar).toContainText('网络断开');
    await expect(name).toHaveValue('断网时写的班');
    // Nobody presses anything: the server is there again, and the page that was asked for comes.
    await page.unroute('**/*.{data,js,svg}*');
    await expect(page).toHaveURL(/\/examination\/index/);
    await expect(bar).toHaveCount(0);
  });

  await test.step('Back', async () => {
    await page.goBack();
    await expect(name).toHaveValue('断网时写的班');
  });

  await test.step('a reload', async () => {
    await page.reload();
    await expect(name).toHaveValue('断网时写的班');
  });

  await test.step('a form while the server is busy', async () => {
    await page.route('**/*.data*', (route) => route.fulfill({ status: 503, body: '' }));
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(bar).toContainText('服务器正忙');
    await expect(name).toHaveValue('断网时写的班');
    await page.unroute('**/*.data*');
    await page.getByRole('button', { name: '重试' }).click();
    await expect(page.getByText('断网时写的班').first()).toBeVisible();
    await expect(page).toHaveURL(/\/member\/class\/index/);
  });

  await test.step('what was taken is not put back', async () => {
    await page.goto('/member/class/edit');
    await expect(name).toHaveValue('');
  });
});

test('who types on after a click without a line is not carried away when it is back', async ({
  app: _app,
  page,
  context,
}) => {
  await signIn(page, await makeTeacher());
  await openGuarded(page, '/member/class/edit');
  const name = page.getByLabel('班级名称');
  const bar = page.getByRole('alert');
  await name.fill('断网前');
  await context.setOffline(true);
  await page.getByRole('link', { name: '我的考试' }).click();
  await expect(bar).toContainText('网络断开');
  await name.press('End');
  await name.pressSequentially('断网后');
  await context.setOffline(false);
  await expect(bar).toContainText('已经连上了');
  await expect(page).toHaveURL(/\/member\/class\/edit/);
  await expect(name).toHaveValue('断网前断网后');

  await test.step('going elsewhere ends what waited', async () => {
    await page.getByRole('link', { name: '学生管理' }).click();
    await expect(page).toHaveURL(/\/member\/student\/index/);
    await expect(bar).toHaveCount(0);
  });

  await test.step('who types nothing gets the page by itself', async () => {
    await context.setOffline(true);
    await page.getByRole('link', { name: '资源' }).click();
    await expect(bar).toContainText('网络断开');
    await context.setOffline(false);
    await expect(page).toHaveURL(/\/resource/);
    await expect(bar).toHaveCount(0);
  });
});

test('a page asked for without a line, and without what guards it, blames no server', async ({
  app: _app,
  page,
  context,
}) => {
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    const answer = await route.fetch();
    if ((await answer.text()).includes('已经连上了')) await route.abort();
    else await route.fulfill({ response: answer });
  });
  await signIn(page, await makeTeacher());
  await page.goto('/member/class/edit');
  await page.waitForFunction(() => window.kaopingWaking?.isAwake === true);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('link', { name: '我的考试' }).click();
  await expect(page.getByRole('heading', { name: '系统暂时不可用' })).toBeVisible();
  await expect(page.getByText('请看看网络')).toBeVisible();
});

test('what is typed on while a page is awaited is kept as well', async ({ app: _app, page }) => {
  await signIn(page, await makeTeacher());
  await openGuarded(page, '/member/class/edit');
  const name = page.getByLabel('班级名称');
  await name.fill('断网前写的');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.data*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: '我的考试' }).click();
  await name.press('End');
  await name.pressSequentially('，断网时又写的');
  release();
  await expect(page).toHaveURL(/\/examination\/index/);
  await page.goBack();
  await expect(name).toHaveValue('断网前写的，断网时又写的');
});

test('rows that were added to a form are there again after a reload and Back, with what was typed', async ({
  app: _app,
  page,
}) => {
  const teacher = await makeTeacher();
  await signIn(page, teacher);
  await openGuarded(page, toQuestion('theory', { kind: 'multiple' }));
  const options = page.locator('#optionRows li');
  const first = await options.count();
  for (const added of [1, 2]) {
    await page.getByRole('button', { name: '加一个选项' }).click();
    await expect(options).toHaveCount(first + added);
  }
  await page.getByLabel('选项 A', { exact: true }).fill('第一项');
  await options.last().getByRole('textbox').fill('最后一项');
  await options.last().getByRole('checkbox').check();
  const areThere = async () => {
    await expect(options).toHaveCount(first + 2);
    await expect(page.getByLabel('选项 A', { exact: true })).toHaveValue('第一项');
    await expect(options.last().getByRole('textbox')).toHaveValue('最后一项');
    await expect(options.last().getByRole('checkbox')).toBeChecked();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  };
  await page.reload();
  await areThere();
  await page.getByRole('link', { name: '我的考试' }).click();
  await expect(page).toHaveURL(/\/examination\/index/);
  await page.goBack();
  await areThere();
});

test('a navigation that hangs says so after ten seconds and gives up after fifty', async ({ app: _app, page }) => {
  const teacher = await makeTeacher();
  await signIn(page, teacher);
  await openGuarded(page, '/examination/index');
  await page.clock.install();
  await page.route('**/*.data*', () => undefined);
  // The seconds that pass before the page has been asked for are not waited for it.
  const asked = page.waitForRequest(/\.data/);
  await page.getByRole('link', { name: '班级管理' }).click();
  await asked;
  await page.clock.runFor(11_000);
  await expect(page.getByRole('alert')).toContainText('已经等了 10 秒');
  await page.clock.runFor(40_000);
  await expect(page.getByRole('alert')).toContainText('服务器没有回应');
  await expect(page).toHaveURL(/\/examination\/index/);
});

test('the home page says which paper this computer still keeps something of, until the paper has sent it', async ({
  app: _app,
  page,
  context,
}) => {
  const school = await makeSittingSchool();
  const { student, exam, written: items } = school;
  await signIn(page, student);
  await page.request.post('/api/exam/attempt/start', { data: { examId: exam.id, part: 'written' } });
  const kept = (on: typeof page) => on.getByText(`《${exam.name}》笔试有写好的内容还在这台设备上，没有送到服务器`);
  await test.step('a text, of a tab that was closed without a line', async () => {
    const tab = await context.newPage();
    await openGuarded(tab, written(exam.id));
    await context.setOffline(true);
    await itemCard(tab, items[4]).getByRole('textbox').fill('断网时写完就关了');
    await expect(tab.getByText(/都在这台设备上/).first()).toBeVisible();
    await tab.close();
    await context.setOffline(false);
    await page.goto(toDashboard());
    await expect(kept(page)).toBeVisible();
    await expect(kept(page)).toContainText('先不要开精简模式');
    await page.getByRole('link', { name: '打开答卷' }).click();
    await expect(itemCard(page, items[4]).getByText(/^已保存/)).toBeVisible();
  });
  await test.step('a photo', async () => {
    const tab = await context.newPage();
    await openGuarded(tab, toSitting('written', { id: exam.id, page: 2 }));
    await context.setOffline(true);
    await itemCard(tab, items[11])
      .getByLabel(/拍照或选图/)
      .setInputFiles({ name: '一.jpg', mimeType: 'image/jpeg', buffer: await makePhoto() });
    await expect(itemCard(tab, items[11]).getByText(/会自动重传/)).toBeVisible();
    await tab.close();
    await context.setOffline(false);
    await page.goto(toDashboard());
    await expect(kept(page)).toBeVisible();
    await page.getByRole('link', { name: '打开答卷' }).click();
    await page.goto(toSitting('written', { id: exam.id, page: 2 }));
    await expect(itemCard(page, items[11]).getByRole('img')).toHaveCount(1);
  });
  await page.goto(toDashboard());
  await expect(page.getByRole('heading', { name: '现在要做的' })).toBeVisible();
  await expect(kept(page)).toHaveCount(0);
  await page.goto(written(exam.id));
  await handIn(page);
  await teacherSees(page, school, 'written', ['断网时写完就关了']);
});
