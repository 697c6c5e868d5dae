import type { Locator, Page } from '@playwright/test';
import { toPractised } from '~/lib/addresses/practice';
import { toExamPreview } from '~/lib/addresses/results';
import { toPapers } from '~/lib/addresses/scoring';
import { toExams } from '~/lib/addresses/sitting';
import {
  PASSWORD,
  makeClassroom,
  makeOralQuestion,
  makeShare,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
} from '../factories';
import { db } from '~/db/db.server';
import { formatMinute } from '~/lib/time';
import { expect, signIn, test, signInHome } from './support/app';
import { makeScoringSchool } from './support/scoring-story';
import { MINUTE, itemCard, makeSittingSchool } from './support/sitting-story';

/** The main job by the keyboard alone: no story of this file touches a mouse, and the focus can always be seen. */

/** What has the focus shows it by an outline or a shadow of its own, or its label does. */
async function expectVisibleFocus(target: Locator) {
  const isShown = await target.evaluate((element) => {
    const shows = (one: Element | null) => {
      if (!one) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    };
    return shows(element) || shows(element.closest('label'));
  });
  expect(isShown, 'the focus can be seen').toBe(true);
}

/** Presses Tab until the focus stands on the element; fails where no number of Tabs leads there. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  const stands = () => target.evaluate((element) => element === document.activeElement);
  // Every teacher of the server's other stories is a box in step 2.
  for (let steps = 0; steps < 800; steps += 1) {
    if (await stands()) return expectVisibleFocus(target);
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches ${String(target)}`);
}

async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, target: Locator, text: string) {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });

test('on a phone the way past the head is as tall as a finger', async ({ app: _app, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, await makeTeacher());
  await page.goto('/dashboard');
  const past = link(page, '跳到主要内容');
  await past.focus();
  expect((await past.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});

test('a student signs in, records, answers a paper and hands both in', async ({ app, page }) => {
  void app;
  const { student, exam, written } = await makeSittingSchool();
  await page.goto('/login');
  await type(page, page.getByLabel('账号'), student.account);
  await type(page, page.getByLabel('密码', { exact: true }), PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /林可欣/ })).toBeVisible();
  await press(page, link(page, '跳到主要内容'));
  await press(page, link(page, /^开始考试/).first());
  await expect(page.getByRole('heading', { level: 1, name: exam.name })).toBeVisible();

  await press(page, button(page, '试录'));
  // The focus stays on the button while it works.
  await expect(button(page, /^录音中/)).toBeFocused();
  await expect(button(page, '试听')).toBeEnabled();
  await expect(button(page, '再录一次')).toBeFocused();
  await press(page, button(page, '试听'));
  await expect(button(page, '正在播放')).toBeFocused();
  await expect(page.getByText('试音完成', { exact: true })).toBeVisible();
  await expect(button(page, '试听')).toBeFocused();
  await press(page, button(page, '开始口语考试'), 'Space');
  await expect(page.getByRole('heading', { name: '故宫中轴线讲解' })).toBeVisible();
  await press(page, button(page, '录音'));
  // Anything shorter than half a second is refused as an accident.
  await expect(page.getByRole('progressbar', { name: '录音时长' })).toHaveText(/0:0[1-9]/);
  // The key that began it ends it.
  await expect(button(page, '停止')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('已上传，计分')).toBeVisible();
  await expect(button(page, '重录')).toBeFocused();
  await handInByKeys(page);

  await page.goto(toExamPreview({ id: exam.id }));
  await press(page, button(page, '开始笔试考试'));
  await expect(page).toHaveURL(/\/examination\/evaluation\/written/);
  const [single, multiple, , cloze, short] = written;
  // Of a group of radio buttons the first takes the focus, the arrows choose.
  await tabTo(page, itemCard(page, single).getByRole('radio').first());
  await page.keyboard.press('ArrowDown');
  await expect(itemCard(page, single).getByRole('radio').nth(1)).toBeChecked();
  await press(page, itemCard(page, multiple).getByRole('checkbox').first(), 'Space');
  await press(page, itemCard(page, multiple).getByRole('checkbox').nth(2), 'Space');
  await type(page, itemCard(page, cloze).getByRole('textbox').first(), '明月');
  await type(page, itemCard(page, short).getByRole('textbox'), '大气对蓝光的散射更强');
  await expect(itemCard(page, short).getByText(/已保存/)).toBeVisible();
  await handInByKeys(page);
  const attempts = await db()
    .selectFrom('attempts')
    .innerJoin('answers', 'answers.attempt_id', 'attempts.id')
    .select(['answers.item_id', 'answers.value'])
    .where('attempts.student_id', '=', student.id)
    .where('attempts.state', '=', 'submitted')
    .orderBy('answers.item_id')
    .execute();
  expect(attempts.map((one) => [one.item_id, JSON.parse(one.value) as unknown])).toEqual([
    [single, { keys: ['B'] }],
    [multiple, { keys: ['A', 'C'] }],
    [cloze, { blanks: ['明月', ''] }],
    [short, { text: '大气对蓝光的散射更强' }],
  ]);
});

test('a student practises a question by the keyboard and is told what became of the answer', async ({ app, page }) => {
  void app;
  const teacher = await makeTeacher({ name: '周敏' });
  const classroom = await makeClassroom({ teacher });
  const student = await makeStudent({ classroom_id: classroom.id });
  const single = await makeTheoryQuestion({ owner: teacher, title: '首都在哪里' });
  await makeShare({ question: single, classroom });
  await signIn(page, student);
  await page.goto(toPractised('theory', { id: single.id }));
  await tabTo(page, page.getByRole('radio').first());
  await page.keyboard.press('ArrowDown');
  await press(page, button(page, '提交'));
  const verdict = page.getByRole('status').filter({ hasText: '正确' });
  await expect(verdict).toBeFocused();
  await expectVisibleFocus(verdict);
  await press(page, link(page, '再练一次'));
  await expect(button(page, '提交')).toBeVisible();
});

async function handInByKeys(page: Page) {
  const side = page.locator('.exam__side');
  const handIn = side.getByRole('button', { name: '交卷' }).or(side.getByRole('link', { name: '交卷' }));
  const panel = page.getByRole('region', { name: '温馨提示' });
  await press(page, handIn);
  // It opens above: the focus goes there, and comes back from it.
  await expect(panel).toBeFocused();
  await press(page, button(page, '取消，继续作答'));
  await expect(panel).toHaveCount(0);
  await expect(handIn).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel).toBeFocused();
  await press(page, button(page, '确定交卷'));
  await expect(page).toHaveURL(/\/examination\/evaluation\/receipt/);
}

test('a teacher makes an exam, publishes it and withdraws it', async ({ app, page }) => {
  void app;
  const teacher = await makeTeacher({ name: '周敏' });
  const classroom = await makeClassroom({ teacher, name: '旅游2602班' });
  await makeStudent({ classroom_id: classroom.id });
  await makeOralQuestion({ owner: teacher, title: '拙政园讲解' });
  await makeTheoryQuestion({ owner: teacher, title: '园林常识' });
  const soon = (minutes: number) => formatMinute(Date.now() + minutes * MINUTE);
  await signInHome(page, teacher);
  await press(page, page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '我的考试' }));
  await press(page, link(page, '新增').first());
  await expect(page).toHaveURL(/firstadd/);
  await type(page, page.getByLabel('考试名称'), '键盘期末考试');
  await press(page, page.getByLabel('旅游2602班（1 人）'), 'Space');
  await press(page, page.getByLabel('口语', { exact: true }), 'Space');
  await press(page, page.getByLabel('笔试（含理论题）'), 'Space');
  for (const [label, minutes] of [
    ['口语开始', 60],
    ['口语结束', 120],
    ['笔试开始', 180],
    ['笔试结束', 240],
    ['上传截止', 255],
  ] as const) {
    await type(page, page.getByLabel(label, { exact: true }), soon(minutes));
  }
  await press(page, button(page, '下一步'));
  await expect(page).toHaveURL(/secondadd/);
  await press(page, button(page, '从口语题库选题'));
  await press(page, button(page, '选用 拙政园讲解'));
  await expect(page.getByText('已选用')).toBeVisible();
  await press(page, button(page, '下一步'));
  await expect(page).toHaveURL(/threeadd/);
  await press(page, button(page, '从题库选题'));
  await press(page, button(page, '加入 园林常识'));
  await expect(page.getByText('已加入 1 题')).toBeVisible();
  await press(page, button(page, '返回试卷'));
  await press(page, button(page, '预览'));
  await expect(page).toHaveURL(/preview/);
  await press(page, button(page, '发布'));
  await expect(page.getByText('已发布，学生已收到通知')).toBeVisible();

  await page.goto(toExams({ tab: 'published' }));
  // Its actions stand in a menu that Enter opens.
  const row = page.getByRole('row').filter({ hasText: '键盘期末考试' });
  const withdraw = row.getByRole('link', { name: /^撤回/ });
  if (!(await withdraw.isVisible())) await press(page, row.locator('summary'));
  await press(page, withdraw);
  await expect(page.getByText('温馨提示')).toBeVisible();
  await press(page, button(page, '确定'));
  await expect(page.getByText('已撤回为草稿')).toBeVisible();
});

test('a teacher marks a written paper, comments and releases', async ({ app, page }) => {
  void app;
  const school = await makeScoringSchool();
  await signIn(page, school.owner);
  await page.goto(toPapers({ examId: school.exam.id, part: 'written' }));
  await press(page, page.getByRole('row', { name: /林可欣/ }).getByRole('link', { name: /评分/ }));
  await type(page, page.getByLabel('第 4 题得分'), '8');
  await type(page, page.getByLabel('第 5 题，说出三态，得分'), '10');
  await type(page, page.getByLabel('第 5 题，各举一例，得分'), '4.5');
  await type(page, page.getByLabel('第 5 题评语'), '再举一个气态的例子。');
  await press(page, button(page, '提交评分'));
  await expect(page.getByText('已提交评分：79分')).toBeVisible();
  await press(page, link(page, school.exam.name).first());
  await press(page, link(page, '公布成绩'));
  // What is not marked yet is said first.
  await press(page, button(page, '仍要公布'));
  await expect(page.getByText('成绩已公布，并已通知学生')).toBeVisible();
});
