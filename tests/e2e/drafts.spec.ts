import type { Page } from '@playwright/test';
import { makeTeacher } from '../factories';
import { db } from '~/db/db.server';
import { expect, openGuarded, signIn, test, untilGuarded } from './support/app';
import { makeScoringSchool, openPaper } from './support/scoring-story';

test('a half-typed question is kept when the page is left, and offered when it is opened again', async ({
  app,
  page,
}) => {
  void app;
  await signIn(page, await makeTeacher());
  await openGuarded(page, '/question_bank/pen_test/page');
  const text = page.getByRole('textbox', { name: '题目' }).first();
  await text.fill('说说水的三态，各举一');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await menu.getByRole('link', { name: '我的考试' }).click();
  await expect(page.getByText(/填写的内容还没有保存，已经留着/)).toBeVisible();
  await page.getByRole('button', { name: '回去继续' }).click();
  await expect(page.getByText(/填写、还没有保存的内容/)).toBeVisible();
  await expect(text).toHaveValue('');
  await page.getByRole('button', { name: '恢复' }).click();
  await expect(text).toHaveValue('说说水的三态，各举一');

  await test.step('the bar hides no button: what stands at the end of a page can be scrolled out from under it', async () => {
    await menu.getByRole('link', { name: '资源' }).click();
    await expect(page.getByText(/已经留着/)).toBeVisible();
    await menu.getByRole('link', { name: '理论题库' }).click();
    await openGuarded(page, '/question_bank/pen_test/page');
    await expect(page.getByRole('button', { name: '恢复' })).toBeVisible();
    const save = page.getByRole('button', { name: '保存并再出一题' });
    const bar = page.locator('body > .flash');
    await page.mouse.wheel(0, 20_000);
    await expect
      .poll(async () => (await save.boundingBox())!.y + (await save.boundingBox())!.height)
      .toBeLessThanOrEqual((await bar.boundingBox())!.y);
    await page.getByRole('button', { name: '恢复' }).click();
  });

  await test.step('what is not wanted is gone for good', async () => {
    await menu.getByRole('link', { name: '资源' }).click();
    await page.getByRole('button', { name: '不要了' }).click();
    await openGuarded(page, '/question_bank/pen_test/page');
    await text.click();
    await expect(page.getByRole('button', { name: '恢复' })).toHaveCount(0);
    await expect(text).toHaveValue('');
  });
});

test('another kind of question is the same form: nothing was left behind until its page is', async ({
  app: _app,
  page,
}) => {
  await signIn(page, await makeTeacher());
  await openGuarded(page, '/question_bank/theory/page');
  const stem = page.getByLabel('题干');
  const left = page.getByText(/填写的内容还没有保存，已经留着/);
  await stem.fill('有两个答案的题');
  await page.getByRole('navigation', { name: '题型' }).getByRole('link', { name: '多选' }).click();
  await expect(page.getByRole('heading', { name: '新增多选题' })).toBeVisible();
  await page.getByLabel('选项 A').fill('第一个');
  await expect(stem).toHaveValue('有两个答案的题');
  await page.getByRole('navigation', { name: '题型' }).getByRole('link', { name: '填空' }).click();
  await expect(page.getByRole('heading', { name: '新增填空题' })).toBeVisible();
  await expect(stem).toHaveValue('有两个答案的题');
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '我的考试' }).click();
  await expect(left).toContainText('新增理论题');
  await page.getByRole('button', { name: '回去继续' }).click();
  await page.getByRole('button', { name: '恢复' }).click();
  await expect(stem).toHaveValue('有两个答案的题');
});

test('a question that the server refused is still there after a reload', async ({ app: _app, page }) => {
  await signIn(page, await makeTeacher());
  for (const bank of ['theory', 'oral_test']) {
    await openGuarded(page, `/question_bank/${bank}/page`);
    const text = page.locator('main form textarea').first();
    await text.fill('只写了一半的题');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByText('有问题需要处理')).toBeVisible();
    await expect(text).toHaveValue('只写了一半的题');
    await untilGuarded(page);
    await page.reload();
    await untilGuarded(page);
    await expect(text).toHaveValue('只写了一半的题');
  }
});

test('marks and comments are kept while marking: leaving by the menu loses nothing', async ({ app, page }) => {
  void app;
  const school = await makeScoringSchool();
  await signIn(page, school.owner);
  const list = `/examination/scoreexamination/scorelist?examId=${school.exam.id}&part=written`;
  const open = async () => {
    await page.goto(list);
    await page
      .getByRole('row', { name: /林可欣/ })
      .getByRole('link', { name: /评分/ })
      .click();
    await untilGuarded(page);
  };
  await page.setViewportSize({ width: 1280, height: 800 });
  await open();
  await expect(page.getByRole('button', { name: '保存并下一份' })).toBeInViewport();
  await page.getByLabel('第 4 题得分').fill('8');
  await page.getByLabel('第 5 题评语').fill('再举一个气态的例子。');
  await expect(page.getByText(/草稿已自动保存/)).toBeVisible();
  // Left before the pause is over: it goes out with the page.
  await page.getByLabel('第 5 题评语').fill('再举一个气态的例子，最好是生活里的。');
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '资源' }).click();
  await expect(page).toHaveURL(/resource/);
  await expect(async () => {
    await open();
    await expect(page.getByLabel('第 5 题评语')).toHaveValue('再举一个气态的例子，最好是生活里的。', { timeout: 1000 });
  }).toPass();
  await expect(page.getByLabel('第 4 题得分')).toHaveValue('8');
  await expect(page.getByText('草稿', { exact: true })).toBeVisible();
  // Loaded again at once, the page may be older than the draft that was sent in leaving it, and comes after it.
  await page.getByLabel('第 5 题评语').fill('很好。');
  await page.reload();
  await untilGuarded(page);
  await expect(page.getByLabel('第 5 题评语')).toHaveValue('很好。');
  await page.getByRole('button', { name: '保存草稿' }).click();
  await expect(page.getByText('草稿已保存')).toBeVisible();
});

/** No script of a page comes until what this answers is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let wake: () => void = () => undefined;
  const asleep = new Promise<void>((resolve) => (wake = resolve));
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await asleep;
    await route.continue();
  });
  return wake;
}

test('what is typed before the page is awake is kept as a draft', async ({ app: _app, page }) => {
  const school = await makeScoringSchool();
  await signIn(page, school.owner);
  const wake = await holdScripts(page);
  await page.goto(`/examination/scoreexamination/score?attemptId=${school.oral.id}`, { waitUntil: 'commit' });
  await page.getByLabel(/^评语/).fill('声音洪亮');
  wake();
  await expect(page.getByText(/^草稿已自动保存/)).toBeVisible();
  await expect(page.getByLabel(/^评语/)).toHaveValue('声音洪亮');
  const scores = db().selectFrom('scores').select(['comment', 'state']).where('attempt_id', '=', school.oral.id);
  expect(await scores.executeTakeFirst()).toEqual({ comment: '声音洪亮', state: 'draft' });
});

test('a form begun before the page is awake is offered to whoever leaves it', async ({ app: _app, page }) => {
  await signIn(page, await makeTeacher());
  const wake = await holdScripts(page);
  await page.goto('/question_bank/pen_test/page', { waitUntil: 'commit' });
  const fields = page.locator('main form textarea');
  await fields.first().fill('说说水的三态，各举一');
  wake();
  await untilGuarded(page);
  // The next field is touched only now.
  await fields.nth(1).click();
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '资源' }).click();
  await page.getByRole('button', { name: '回去继续' }).click();
  await page.getByRole('button', { name: '恢复' }).click();
  await expect(fields.first()).toHaveValue('说说水的三态，各举一');
});

test('a comment typed without a line is kept by itself when it is back, and is offered after a reload without it', async ({
  app: _app,
  page,
  context,
}) => {
  const school = await makeScoringSchool();
  const comment = page.getByLabel(/^评语/);
  const storedComment = async () =>
    (await db().selectFrom('scores').select('comment').where('attempt_id', '=', school.oral.id).executeTakeFirst())
      ?.comment;
  await page.addInitScript(() => {
    const send = window.fetch;
    window.fetch = (...call) =>
      'hasNoLine' in window ? Promise.reject(new TypeError('no line')) : send.apply(window, call);
  });
  page.on('dialog', (dialog) => void dialog.accept());
  await signIn(page, school.owner);
  await openPaper(page, school, 'oral', '林可欣');
  await untilGuarded(page);
  await comment.fill('先');
  await expect(page.getByText(/^草稿已自动保存/)).toBeVisible();

  await test.step('the line is back while the page stands', async () => {
    await context.setOffline(true);
    await comment.fill('先断网，');
    await expect(page.getByText('草稿还没有保存')).toBeVisible();
    await comment.pressSequentially('再写');
    await context.setOffline(false);
    await expect.poll(storedComment).toBe('先断网，再写');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByText(/^草稿已自动保存/)).toBeVisible();
  });

  await test.step('a reload without a line', async () => {
    const here = page.url();
    const marks = /scoreexamination\/score/;
    await context.route(marks, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await comment.fill('没有网的时候写的');
    await expect(page.getByText('草稿还没有保存')).toBeVisible();
    // The emulated line lets through what is sent while a page goes away; a real one does not.
    await page.evaluate(() => Object.assign(window, { hasNoLine: true }));
    await page.goto('about:blank');
    await context.unroute(marks);
    expect(await storedComment()).toBe('先断网，再写');
    await openGuarded(page, here);
    await expect(comment).toHaveValue('先断网，再写');
    await page.getByRole('button', { name: '恢复' }).click();
    await expect(comment).toHaveValue('没有网的时候写的');
    await expect.poll(storedComment).toBe('没有网的时候写的');
  });

  await test.step('what the server has is not offered again', async () => {
    await expect(page.getByText(/^草稿已自动保存/)).toBeVisible();
    await page.goto('/dashboard');
    await page.goBack();
    await expect(comment).toHaveValue('没有网的时候写的');
    await expect(page.getByRole('button', { name: '恢复' })).toHaveCount(0);
  });
});

test('a step of the exam wizard that nobody sent is offered after signing in again', async ({ app: _app, page }) => {
  const teacher = await makeTeacher();
  await signIn(page, teacher);
  await openGuarded(page, '/examination/firstadd');
  const name = page.getByLabel('考试名称');
  await name.fill('没有存上的月考');
  await expect
    .poll(() => page.evaluate((id) => window.sessionStorage.getItem(`drafts ${id} /examination/firstadd`), teacher.id))
    .toContain('没有存上的月考');
  await page.context().clearCookies();
  await page.getByRole('link', { name: '返回列表' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('账号').fill(teacher.account);
  await page.getByLabel('密码', { exact: true }).fill('factory-pass-1');
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByRole('heading', { name: '我的考试' })).toBeVisible();
  await page.goto('/examination/firstadd');
  await page.getByRole('button', { name: '恢复', exact: true }).click();
  await expect(name).toHaveValue('没有存上的月考');
  await expect(page.getByRole('button', { name: '恢复', exact: true })).toHaveCount(0);
});

test('of two people at one computer each finds what they typed themselves, and nobody the other’s', async ({
  app: _app,
  page,
}) => {
  const [one, other] = [await makeTeacher(), await makeTeacher()];
  const where = '/question_bank/pen_test/page';
  const text = page.getByRole('textbox', { name: '题目' }).first();
  const offer = page.getByRole('button', { name: '恢复', exact: true });
  const keptOf = (id: number) =>
    page.evaluate((name) => window.sessionStorage.getItem(name) ?? '', `drafts ${id} ${where}`);
  await signIn(page, one);
  await openGuarded(page, where);
  await text.fill('第一位老师写了一半');
  await expect.poll(() => keptOf(one.id)).toContain('第一位');

  await test.step('a colleague signs in in the same window: nothing is offered, and typing takes nothing away', async () => {
    await signIn(page, other);
    await openGuarded(page, where);
    await text.click();
    await expect(offer).toHaveCount(0);
    await text.fill('第二位老师写的');
    await expect.poll(() => keptOf(other.id)).toContain('第二位');
    expect(await keptOf(one.id)).toContain('第一位');
  });
  await test.step('what this window kept before names stood beside it is its writer’s alone', async () => {
    await page.goto('/dashboard');
    const move = ([from = '', to = '']: string[]) => {
      window.sessionStorage.setItem(to, window.sessionStorage.getItem(from) ?? '');
      window.sessionStorage.removeItem(from);
    };
    await page.evaluate(move, [`drafts ${one.id} ${where}`, `drafts ${where}`]);
    await page.evaluate((name) => window.sessionStorage.removeItem(name), `drafts ${other.id} ${where}`);
    await openGuarded(page, where);
    await text.click();
    await expect(offer).toHaveCount(0);
    expect(await page.evaluate((name) => window.sessionStorage.getItem(name), `drafts ${where}`)).toContain('第一位');
  });
  await test.step('back at the computer the first finds their own', async () => {
    await signIn(page, one);
    await openGuarded(page, where);
    await offer.click();
    await expect(text).toHaveValue('第一位老师写了一半');
  });
  await test.step('the window keeps a bounded number, the newest', async () => {
    await page.evaluate(() => {
      for (let at = 0; at < 80; at += 1) {
        const old = { user: 1, forms: {}, at: at + 2, title: '' };
        window.sessionStorage.setItem(`drafts 1 /${at}`, JSON.stringify(old));
      }
    });
    await text.fill('第一位老师写完了');
    await expect.poll(() => keptOf(one.id)).toContain('写完了');
    const names = await page.evaluate(() =>
      Object.keys(window.sessionStorage).filter((name) => name.startsWith('drafts')),
    );
    expect(names).toHaveLength(50);
    expect(names).toContain('drafts 1 /79');
    expect(names).not.toContain('drafts 1 /0');
  });
});
