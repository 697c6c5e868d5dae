import type { Page } from '@playwright/test';
import { toExamPreview } from '~/lib/addresses/results';
import { toSitting } from '~/lib/addresses/sitting';
import { makeClassroom, makeTeacher } from '../factories';
import { expect, signInByForm, test } from './support/app';
import { itemCard, makeSittingSchool } from './support/sitting-story';

const KEYS = ['cms_data', 'current_user_id', 'getExam', 'penTestData', 'theoryData'];

type Envelope = { type: string; content: unknown; time: string };

/** What both storages hold under the specification's names; they must agree. */
async function stored(page: Page): Promise<Record<string, Envelope>> {
  const [persistent, session] = await page.evaluate(
    (keys) => [localStorage, sessionStorage].map((one) => keys.map((key) => one.getItem(key))),
    KEYS,
  );
  expect(session).toEqual(persistent);
  const found = KEYS.map((key, index) => [key, persistent?.[index] ?? null] as const);
  return Object.fromEntries(found.flatMap(([key, text]) => (text ? [[key, JSON.parse(text) as Envelope]] : [])));
}

async function startWritten(page: Page, examId: number) {
  await page.goto(toExamPreview({ id: examId }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  await expect(page).toHaveURL(/\/examination\/evaluation\/written/);
}

/** 换人登录: while an exam is running /login alone ends no session. */
async function signOutOfExam(page: Page) {
  await page.goto('/login');
  await page.getByRole('button', { name: '换人登录' }).click();
  await expect(page.getByLabel('账号')).toBeVisible();
}

test('two students at one computer: an unsent answer waits for its own writer', async ({ app: _app, page }) => {
  const { student, other, exam, written } = await makeSittingSchool();
  const short = () => itemCard(page, written[4]).getByRole('textbox');
  page.on('dialog', (dialog) => void dialog.accept());

  await test.step('what the server says about the user is kept once', async () => {
    await signInByForm(page, student);
    await expect.poll(async () => Object.keys(await stored(page))).toEqual(['cms_data', 'current_user_id']);
    const { cms_data: info, current_user_id: id } = await stored(page);
    expect(info).toMatchObject({ type: 'object', content: { theme: 'light', permissions: ['student'] } });
    expect(id).toMatchObject({ type: 'number', content: student.id });
    expect(Date.parse(id?.time ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  await test.step('the line drops, the student goes away: the answer stays, everything else goes', async () => {
    await startWritten(page, exam.id);
    await page.route('**/api/exam/attempt/answer', (route) => route.abort());
    await short().fill('只有我看得到的答案');
    await expect(itemCard(page, written[4]).getByText('未保存')).toBeVisible();
    await signOutOfExam(page);
    await expect.poll(async () => Object.keys(await stored(page))).toEqual(['theoryData']);
  });

  await test.step('the next student finds nothing of it', async () => {
    await page.unroute('**/api/exam/attempt/answer');
    await signInByForm(page, other);
    await startWritten(page, exam.id);
    await expect(short()).toHaveValue('');
    await expect.poll(async () => (await stored(page)).current_user_id?.content).toBe(other.id);
    await expect(page.getByText('只有我看得到的答案')).toHaveCount(0);
  });

  await test.step('its writer signs in again: it comes back, is sent and forgotten', async () => {
    await signOutOfExam(page);
    await signInByForm(page, student);
    await page.goto(toSitting('written', { id: exam.id }));
    await expect(short()).toHaveValue('只有我看得到的答案');
    await expect(itemCard(page, written[4]).getByText(/^已保存/)).toBeVisible();
    expect(Object.keys(await stored(page))).not.toContain('theoryData');
  });
});

test('what was typed into the exam wizard is offered again, to its writer only', async ({ app: _app, page }) => {
  const teacher = await makeTeacher();
  const colleague = await makeTeacher();
  for (const owner of [teacher, colleague]) await makeClassroom({ teacher: owner, name: '三班' });
  const name = page.getByLabel('考试名称');
  const offer = page.getByText('还没有保存的内容');
  await signInByForm(page, teacher);
  await page.goto('/examination/firstadd');
  await name.fill('没有存上的月考');
  await page.getByLabel('三班（0 人）').check();
  await expect
    .poll(async () => (await stored(page)).getExam?.content)
    .toMatchObject({ step: 'firstadd', examId: null });

  // A reload puts it back by itself; whoever comes back by another way is offered it.
  await page.reload();
  await expect(name).toHaveValue('没有存上的月考');
  await expect(page.getByLabel('三班（0 人）')).toBeChecked();
  await expect(offer).toHaveCount(0);
  await page.goto('/examination/firstadd');
  await expect(name).toHaveValue('');
  await page.getByRole('button', { name: '恢复', exact: true }).click();
  await expect(name).toHaveValue('没有存上的月考');
  await expect(page.getByLabel('三班（0 人）')).toBeChecked();
  await expect(offer).toHaveCount(0);

  await page.getByRole('button', { name: '保存草稿' }).click();
  await expect(page).toHaveURL(/id=\d+/);
  await expect(name).toHaveValue('没有存上的月考');
  await expect.poll(async () => Object.keys(await stored(page))).not.toContain('getExam');

  await name.fill('又改了名字');
  await expect.poll(async () => Object.keys(await stored(page))).toContain('getExam');
  // The session ended elsewhere and somebody else signs in, without the page of signing out in between.
  await page.context().clearCookies();
  await signInByForm(page, colleague);
  await page.goto('/examination/firstadd');
  await expect(page.getByRole('heading', { name: '新增考试' })).toBeVisible();
  await expect.poll(async () => (await stored(page)).current_user_id?.content).toBe(colleague.id);
  await expect(offer).toHaveCount(0);
  expect(Object.keys(await stored(page))).not.toContain('getExam');
});
