import type { Locator, Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { expect, signIn, test } from './support/app';
import { itemCard, makeSittingSchool } from './support/sitting-story';
import { teacherSees } from './support/teacher-sees';

/** On the slow floor every press is made ten times, at another moment of the page's waking each time. */
const MOMENTS_MS = process.env.FLOOR_SLOWDOWN ? [0, 200, 400, 700, 1000, 1400, 1900, 2500, 3200, 4000] : [0];

const waiting = (examId: number) => `/examination/preview?id=${examId}`;
const oral = (examId: number) => `/examination/evaluation/index?id=${examId}`;
const written = (examId: number) => `/examination/evaluation/written?id=${examId}`;

/**
 * Opens an address and presses a button as soon as it is painted: by the mouse at the place where it then stands, as
 * a hand does. Without a slow machine the page's script is held back until the press is over.
 */
async function pressAtFirstPaint(page: Page, address: string, button: Locator, afterMs = 0) {
  const isHeld = !process.env.FLOOR_SLOWDOWN;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  if (isHeld) {
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
  }
  await page.goto(address, { waitUntil: 'commit' });
  await painted(page);
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error('the button is not drawn');
  // The moment of the press is what is varied.
  if (afterMs > 0) await page.waitForTimeout(afterMs);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  release();
}

/** Its text and styles are there. */
async function painted(page: Page) {
  await page.waitForFunction(
    () =>
      document.readyState !== 'loading' &&
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every((link) => link.sheet !== null),
  );
}

/** Where what can be pressed stands, by its name. */
const places = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'main a, main button, main input, .exambar a, .exambar button, .exambar-b button',
      ),
    ]
      .filter((element) => element.offsetParent !== null && element.getClientRects().length > 0)
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
        return `${element.tagName} ${name.trim().slice(0, 20)} ${[x, y, width, height].map(Math.round).join(' ')}`;
      }),
  );

const awake = (page: Page) => page.waitForFunction(() => window.kaopingWaking?.isAwake === true);

test('what the server paints stays where it is when the script wakes', async ({ app: _app, page }) => {
  const { student, exam } = await makeSittingSchool();
  await signIn(page, student);
  const stays = async (address: string) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(address, { waitUntil: 'commit' });
    await painted(page);
    // Somebody reads on meanwhile.
    await page.evaluate(() => window.scrollTo(0, 200));
    const before = await places(page);
    release();
    await awake(page);
    await page.unroute('**/assets/*.js');
    expect(before.length).toBeGreaterThan(0);
    expect(await places(page)).toEqual(before);
  };
  await test.step('list', () => stays('/student/examination/index'));
  await test.step('waiting page', () => stays(waiting(exam.id)));
  await page.getByRole('button', { name: '开始口语考试' }).click();
  await expect(page).toHaveURL(/evaluation\/index/);
  await test.step('oral', () => stays(oral(exam.id)));
  await page.goto(waiting(exam.id));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  await expect(page).toHaveURL(/evaluation\/written/);
  await test.step('written', () => stays(written(exam.id)));
  await test.step('written, page with photos', () => stays(`${written(exam.id)}&page=2`));
  await test.step('hand-in', () => stays(`${written(exam.id)}&confirm=submit`));
});

test('a press at first paint arrives', async ({ app: _app, page }) => {
  if (MOMENTS_MS.length > 1) test.setTimeout(900_000);
  for (const afterMs of MOMENTS_MS) {
    const school = await makeSittingSchool();
    const { student, exam, written: items } = school;
    await page.context().clearCookies();
    await signIn(page, student);
    const press = async (address: string, button: Locator) => {
      await pressAtFirstPaint(page, address, button, afterMs);
    };

    await test.step(`list, ${afterMs} ms`, async () => {
      await press('/student/examination/index', page.getByRole('link', { name: `开始考试：${exam.name}` }).first());
      await expect(page).toHaveURL(/\/examination\/preview/);
    });
    await test.step(`试录, ${afterMs} ms`, async () => {
      await press(waiting(exam.id), page.getByRole('button', { name: '试录' }));
      await expect(page.getByRole('button', { name: '再录一次' })).toBeVisible();
    });
    await test.step(`start oral, ${afterMs} ms`, async () => {
      await press(waiting(exam.id), page.getByRole('button', { name: '开始口语考试' }));
      await expect(page).toHaveURL(/\/examination\/evaluation\/index/);
    });
    await test.step(`record, ${afterMs} ms`, async () => {
      await press(oral(exam.id), page.getByRole('button', { name: '录音', exact: true }));
      await expect(page.getByRole('progressbar', { name: '录音时长' })).toHaveText(/0:0[1-9]/);
      await page.getByRole('button', { name: '停止' }).click();
      await expect(page.locator('.take')).toContainText('已上传，计分');
    });
    await test.step(`start written, ${afterMs} ms`, async () => {
      await press(waiting(exam.id), page.getByRole('button', { name: '开始笔试考试' }));
      await expect(page).toHaveURL(/\/examination\/evaluation\/written/);
    });
    await test.step(`an answer and 保存本页, ${afterMs} ms`, async () => {
      await press(written(exam.id), itemCard(page, items[0]).getByText('北京'));
      await page.getByRole('button', { name: '保存本页' }).click();
      await expect(itemCard(page, items[0]).getByText(/^已保存/)).toBeVisible();
      const saved = await db()
        .selectFrom('answers')
        .innerJoin('attempts', 'attempts.id', 'answers.attempt_id')
        .select('answers.value')
        .where('attempts.student_id', '=', student.id)
        .where('answers.item_id', '=', items[0] ?? 0)
        .execute();
      expect(saved).toHaveLength(1);
    });
    await test.step(`下一页, ${afterMs} ms`, async () => {
      await press(written(exam.id), page.getByRole('button', { name: '下一页' }));
      await expect(page).toHaveURL(/page=2/);
    });
    await test.step(`交卷 and 确定交卷, ${afterMs} ms`, async () => {
      await press(`${written(exam.id)}&page=2`, page.locator('.exam__side').getByRole('button', { name: '交卷' }));
      await expect(page).toHaveURL(/confirm=submit/);
      await press(`${written(exam.id)}&confirm=submit`, page.getByRole('button', { name: '确定交卷' }));
      await expect(page).toHaveURL(/\/examination\/evaluation\/receipt/);
    });
    await test.step(`the teacher, ${afterMs} ms`, async () => {
      await page.goto(`${oral(exam.id)}&confirm=submit`);
      await page.getByRole('button', { name: '确定交卷' }).click();
      await expect(page).toHaveURL(/\/examination\/evaluation\/receipt/);
      await teacherSees(page, school, 'oral', []);
      await teacherSees(page, school, 'written', [/^B$/]);
    });
  }
});

test('a press that woke late is made once', async ({ app: _app, page }) => {
  const { student, exam } = await makeSittingSchool();
  await signIn(page, student);
  await pressAtFirstPaint(page, waiting(exam.id), page.getByRole('button', { name: '试录' }));
  await awake(page);
  // Once: a second press would find the button waiting for the recording that is under way.
  await expect(page.getByRole('button', { name: '再录一次' })).toBeEnabled();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
});

test('where the page’s script does not come, the way without it appears', async ({ app: _app, page }) => {
  const { student, exam } = await makeSittingSchool();
  await signIn(page, student);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(waiting(exam.id));
  await expect(page.getByText('页面没有运行脚本，不能试音')).toBeVisible();
  await page.getByRole('button', { name: '开始口语考试' }).click();
  await expect(page.getByText('页面没有运行脚本，不能在这里录音')).toBeVisible();
});

test('the browser’s Back before the page has woken leads to the page before, not to an error', async ({
  app,
  page,
}) => {
  void app;
  const school = await makeSittingSchool();
  await signIn(page, school.student);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: '考试', exact: true }).click();
  await expect(page).toHaveURL(/\/student\/examination\/index$/);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await painted(page);
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/dashboard$/);
  release();
  await expect(page.getByRole('heading', { name: '同学，' })).toBeVisible();
  await expect(page.getByText('服务器出错了')).toHaveCount(0);
});

/** A key is pressed in the very moment in which React begins to listen, before it has drawn anything. */
const pressWhileWaking = (page: Page) =>
  page.addInitScript(() => {
    const listen = document.addEventListener.bind(document);
    let isDone = false;
    document.addEventListener = (...given: Parameters<typeof listen>) => {
      listen(...given);
      if (isDone || given[0] !== 'keydown') return;
      isDone = true;
      const press = () => new KeyboardEvent('keydown', { key: 'a', bubbles: true });
      queueMicrotask(() => document.querySelector('textarea')?.dispatchEvent(press()));
    };
  });

test('a key that is pressed while the page wakes leaves it alive', async ({ app: _app, page }) => {
  const { student, exam, written: items } = await makeSittingSchool();
  await signIn(page, student);
  await page.goto(waiting(exam.id));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  await expect(page).toHaveURL(/evaluation\/written/);
  const broken: string[] = [];
  page.on('pageerror', ({ message }) => broken.push(message));
  await pressWhileWaking(page);
  await page.goto(written(exam.id));
  await awake(page);
  expect(broken).toEqual([]);
  await itemCard(page, items[4]).getByRole('textbox').fill('醒来以后写的');
  await expect(itemCard(page, items[4]).getByText(/^已保存 \d\d:\d\d:\d\d$/)).toBeVisible();
});
