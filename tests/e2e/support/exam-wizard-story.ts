import type { Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { toExamPreview } from '~/lib/addresses/results';
import { toExams } from '~/lib/addresses/sitting';
import { newUuid } from '~/lib/ids.server';
import { formatMinute } from '~/lib/time';
import {
  makeClassroom,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '../../factories';
import { expect, signIn, test } from './app';

const MINUTE = 60_000;

/** A teacher with a class of two and one question of each kind; all names are this story's own. */
async function makeSchool(mark: string) {
  const teacher = await makeTeacher();
  const colleague = await makeTeacher({ name: `阅卷${mark}` });
  const classroom = await makeClassroom({ teacher, name: `旅游${mark}班` });
  const second = await makeClassroom({ teacher, name: `导游${mark}班` });
  await makeClassroom({ teacher: colleague, name: `别人的${mark}班` });
  const students = [
    await makeStudent({ classroom_id: classroom.id }),
    await makeStudent({ classroom_id: classroom.id }),
    await makeStudent({ classroom_id: second.id }),
  ];
  await makeOralQuestion({ owner: teacher, title: `园林导游词${mark}`, keyPoints: ['园林'] });
  await makeWrittenQuestion({ owner: teacher, title: `简述${mark}` });
  await makeTheoryQuestion({ owner: teacher, title: `单选${mark}` });
  await makeTheoryQuestion({ owner: colleague, title: `别人的题${mark}` });
  return { teacher, colleague, classroom, students };
}

const soon = (minutes: number) => formatMinute(Date.now() + minutes * MINUTE);

const error = (page: Page, text: string | RegExp) =>
  page.getByRole('alert', { name: '有问题需要处理' }).getByText(text);
const next = (page: Page, name = '下一步') => page.getByRole('button', { name, exact: true }).click();

/** What a row of the list offers for this story's exam. */
const rowLink = (page: Page, label: string, mark: string) =>
  page.getByRole('link', { name: new RegExp(`^${label}\\s*：期末考试${mark}$`) });

/** Opens a row's 更多 where the action stands in it. */
async function pressInRow(page: Page, label: string, mark: string): Promise<void> {
  const menu = page
    .getByRole('row')
    .filter({ hasText: `期末考试${mark}` })
    .locator('summary');
  await menu.click();
  await rowLink(page, label, mark).click();
}

async function fillTimes(page: Page, times: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(times)) await page.getByLabel(label, { exact: true }).fill(value);
}

const GOOD_TIMES = () => ({
  口语开始: soon(60),
  口语结束: soon(120),
  笔试开始: soon(180),
  笔试结束: soon(240),
  上传截止: soon(255),
});

async function fillBasics(page: Page, mark: string): Promise<void> {
  await page.getByLabel('考试名称').fill(`期末考试${mark}`);
  await page.getByLabel(`旅游${mark}班（2 人）`).check();
  await page.getByLabel('口语', { exact: true }).check();
  await page.getByLabel('笔试（含理论题）').check();
  await fillTimes(page, GOOD_TIMES());
}

/** From the entrance to the preview, all three steps filled in. */
async function makeExamByWizard(page: Page, mark: string): Promise<void> {
  await page.goto('/examination/firstadd');
  await fillBasics(page, mark);
  await next(page);
  await expect(page).toHaveURL(/secondadd/);
  await page.getByRole('button', { name: '从口语题库选题' }).click();
  await page.getByRole('button', { name: `选用 园林导游词${mark}` }).click();
  await expect(page.getByText('已选用')).toBeVisible();
  await next(page);
  await expect(page).toHaveURL(/threeadd/);
  await page.getByRole('button', { name: '从题库选题' }).click();
  await page.getByRole('checkbox', { name: new RegExp(`选择 .*简述${mark}`) }).check();
  await page.getByRole('checkbox', { name: new RegExp(`选择 .*单选${mark}`) }).check();
  await page.getByRole('button', { name: '加入勾选的题' }).click();
  await expect(page.getByText('已加入 2 题')).toBeVisible();
  await page.getByRole('button', { name: '返回试卷' }).click();
  await next(page, '预览');
  await expect(page).toHaveURL(/preview/);
}

/** A teacher makes an exam and publishes it; every rule on the way, and everything that may follow. */
export function examWizardStory(): void {
  test('a teacher fills in the wizard, previews the paper, publishes it and withdraws it', async ({ page, app }) => {
    void app;
    const mark = `甲${Date.now() % 100_000}`;
    const { teacher, colleague, students } = await makeSchool(mark);
    await signIn(page, teacher);
    await page.goto('/examination/index');
    await page.getByRole('link', { name: '新增' }).first().click();
    await expect(page).toHaveURL(/firstadd/);
    await expect(page.getByText(`别人的${mark}班`)).toHaveCount(0);

    await fillBasics(page, mark);
    await page.getByLabel('考试类别').fill('期末');
    await page.getByLabel('考试须知').fill('请带好耳机');
    await next(page);
    await expect(page).toHaveURL(/secondadd\?id=\d+/);

    await next(page);
    await expect(error(page, '选择一道口语题')).toBeVisible();
    await page.getByRole('button', { name: '从口语题库选题' }).click();
    await page.getByRole('search').getByLabel('关键词').fill('没有这道题');
    await page.getByRole('button', { name: '查询' }).click();
    await expect(page.getByText('没有符合条件的题目')).toBeVisible();
    await page.getByRole('search').getByRole('link', { name: '重置' }).click();
    await page.getByRole('link', { name: `园林导游词${mark}` }).click();
    await expect(page.getByText('春天来了，')).toBeVisible();
    await page
      .getByRole('button', { name: `选用 园林导游词${mark}` })
      .first()
      .click();
    await expect(page.getByLabel('关键词（选填）')).toHaveValue('园林');
    await page.getByLabel('可录次数').fill('3');
    await page.getByRole('group', { name: '笔试评分' }).getByLabel(colleague.name).check();
    await next(page);

    await expect(page).toHaveURL(/threeadd/);
    await next(page, '预览');
    await expect(error(page, '至少要有一道题')).toBeVisible();
    await page.getByRole('button', { name: '从题库选题' }).click();
    await expect(page.getByText(`别人的题${mark}`)).toHaveCount(0);
    await page.getByRole('button', { name: `加入 单选${mark}` }).click();
    await expect(page.getByText('已加入 1 题')).toBeVisible();
    await page.getByRole('button', { name: `加入 简述${mark}` }).click();
    await page.getByRole('button', { name: '返回试卷' }).click();
    const titles = page.getByRole('rowheader');
    await expect(titles).toHaveText([new RegExp(`^单选${mark}`), new RegExp(`^简述${mark}`)]);
    await page.getByLabel('第 2 题分值').fill('17.5');
    await page.getByRole('button', { name: `上移 简述${mark}` }).click();
    await expect(titles).toHaveText([new RegExp(`^简述${mark}`), new RegExp(`^单选${mark}`)]);
    await expect(page.getByLabel('第 1 题分值')).toHaveValue('17.5');
    await page.getByLabel('第 2 题分值').fill('1.3');
    await next(page, '预览');
    await expect(error(page, /第 2 题的分值/)).toBeVisible();
    await expect(page.getByLabel('第 2 题分值')).toHaveValue('1.3');
    await page.getByLabel('第 2 题分值').fill('2.5');
    await next(page, '预览');

    await expect(page).toHaveURL(/preview/);
    // The last step has the steps beside each other as the others have.
    await expect(page.locator('.steps-nav')).toHaveCSS('display', 'flex');
    await expect(page.getByText('共 2 题，20 分')).toBeVisible();
    await expect(page.getByText('请带好耳机')).toBeVisible();
    await expect(page.getByText('最多录 3 次')).toBeVisible();
    await page.getByRole('button', { name: '发布' }).click();
    await expect(page.getByText('已发布，学生已收到通知')).toBeVisible();
    const told = await db()
      .selectFrom('messages')
      .select('user_id')
      .where('title', '=', `新考试：期末考试${mark}`)
      .execute();
    expect(told.map((one) => one.user_id).sort()).toEqual(
      students
        .slice(0, 2)
        .map((one) => one.id)
        .sort(),
    );

    const edit = page.url().replace('preview/paper', 'firstadd');
    await page.goto(edit);
    await expect(page).toHaveURL(/\/examination\/add\?id=/);

    await page.goto(toExams({ tab: 'published' }));
    await pressInRow(page, '撤回', mark);
    await expect(page.getByText('温馨提示')).toBeVisible();
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('已撤回为草稿')).toBeVisible();
    await page.goto(toExams({ tab: 'draft' }));
    await pressInRow(page, '删除', mark);
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('已删除 1 场考试')).toBeVisible();
    await expect(page.getByText(`期末考试${mark}`)).toHaveCount(0);
  });

  test('step 1 says every rule, keeps what was typed, and goes on after leaving', async ({ page, app }) => {
    void app;
    const mark = `乙${Date.now() % 100_000}`;
    const { teacher } = await makeSchool(mark);
    await signIn(page, teacher);
    await page.goto('/examination/firstadd');
    await next(page);
    for (const text of ['请填写考试名称', '选择至少一个班级', '选择考试部分'])
      await expect(error(page, text)).toBeVisible();

    await fillBasics(page, mark);
    await fillTimes(page, { 口语开始: '明天早上', 口语结束: '', 笔试结束: soon(170), 上传截止: soon(160) });
    await page.getByLabel('口语每人限时').fill('很久');
    await page.getByRole('button', { name: '保存草稿' }).click();
    await expect(page.getByText(/草稿已保存，这一步还有 \d 处要处理/)).toBeVisible();
    await expect(page).toHaveURL(/firstadd\?id=\d+/);

    await page.goto(toExams({ tab: 'draft' }));
    await rowLink(page, '继续编辑', mark).click();
    await expect(page).toHaveURL(/firstadd\?id=\d+/);
    await expect(page.getByLabel('口语开始', { exact: true })).toHaveValue('明天早上');
    for (const text of [
      /口语开始时间应写成 2026-11-21 08:30 的样子/,
      '填写口语结束时间',
      '口语限时应为 1 到 600 的整数',
      /笔试结束时间要晚于开始时间/,
      /上传截止时间不能早于笔试结束时间/,
    ]) {
      await expect(error(page, text)).toBeVisible();
    }
    await expect(page.locator('.timeline .is-bad')).toHaveCount(3);

    await fillTimes(page, { ...GOOD_TIMES(), 口语结束: soon(30) });
    await page.getByLabel('口语每人限时').fill('20');
    await next(page);
    await expect(error(page, /口语结束时间要晚于开始时间/)).toBeVisible();
    await expect(page.getByText('笔试结束时间要晚于')).toHaveCount(0);
    await fillTimes(page, { 口语结束: soon(120) });
    await next(page);
    await expect(page).toHaveURL(/secondadd/);

    await page.getByRole('link', { name: '清空草稿' }).click();
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('已清空')).toBeVisible();
    await expect(page).toHaveURL(/firstadd/);
    await expect(page.getByLabel('考试名称')).toHaveValue('');

    // From the step itself what was typed there goes too.
    await fillBasics(page, mark);
    await page.getByRole('link', { name: '清空草稿' }).click();
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('已清空')).toBeVisible();
    await expect(page.getByLabel('考试名称')).toHaveValue('');
    await expect(page.getByLabel('口语', { exact: true })).not.toBeChecked();
  });

  test('only what the parts need is asked; publishing lists what is missing with the way to it', async ({
    page,
    app,
  }) => {
    void app;
    const mark = `丙${Date.now() % 100_000}`;
    const { teacher } = await makeSchool(mark);
    await signIn(page, teacher);
    await page.goto('/examination/firstadd');
    await page.getByLabel('考试名称').fill(`只考口语${mark}`);
    await page.getByLabel(`旅游${mark}班（2 人）`).check();
    await page.getByLabel('口语', { exact: true }).check();
    await fillTimes(page, { 口语开始: soon(-120), 口语结束: soon(-60) });
    await next(page);
    await expect(page).toHaveURL(/secondadd/);
    await expect(page.getByText('笔试组卷（不用）')).toBeVisible();
    await expect(page.getByRole('group', { name: '笔试评分' })).toHaveCount(0);
    const preview = page.url().replace('secondadd', 'preview');
    await page.goto(preview);
    await expect(page.getByText('发布前要处理 2 处')).toBeVisible();
    await page.getByRole('button', { name: '发布' }).click();
    await expect(page.getByText('还没有发布：有 2 处要先处理')).toBeVisible();
    await page.getByRole('link', { name: /口语结束时间 .* 已经过去/ }).click();
    await expect(page).toHaveURL(/firstadd\?id=\d+#oralEndTime/);
    await fillTimes(page, { 口语结束: soon(60) });
    await next(page);
    await page.goto(preview);
    await expect(page.getByText('发布前要处理 1 处')).toBeVisible();
    await page.getByRole('link', { name: /选择一道口语题/ }).click();
    await page.getByRole('button', { name: '从口语题库选题' }).click();
    await page.getByRole('button', { name: `选用 园林导游词${mark}` }).click();
    await next(page, '预览');
    await expect(page).toHaveURL(/preview/);
    await page.getByRole('button', { name: '发布' }).click();
    await expect(page.getByText('已发布，学生已收到通知')).toBeVisible();
  });

  test('a paper that was imported becomes an exam in its own order, all of it by one button', async ({ page, app }) => {
    void app;
    const mark = `辛${Date.now() % 100_000}`;
    const { teacher } = await makeSchool(mark);
    const ids: number[] = [];
    for (let number = 1; number <= 17; number += 1)
      ids.push((await makeTheoryQuestion({ owner: teacher, title: `导入${number}号${mark}` })).id);
    const times = { created_at: Date.now(), updated_at: Date.now() };
    const file = { bank: 'theory', format: 'text', file_name: '期末卷.docx', state: 'stored', done: 17, total: 17 };
    await db()
      .insertInto('question_imports')
      .values([
        { id: newUuid(), owner_id: teacher.id, ...file, stored_ids: toJson(ids), ...times },
        // Another one came after it.
        {
          ...{ id: newUuid(), owner_id: teacher.id, ...file, file_name: '后来的.txt', done: 1, total: 1 },
          ...{ stored_ids: toJson(ids.slice(0, 1)), created_at: Date.now() + 1, updated_at: Date.now() + 1 },
        },
      ])
      .execute();
    await signIn(page, teacher);
    await page.goto('/examination/firstadd');
    await fillBasics(page, mark);
    await page.getByLabel('口语', { exact: true }).uncheck();
    await next(page);
    await next(page);
    await page.getByRole('button', { name: '从题库选题' }).click();
    await page.getByLabel('范围').selectOption({ label: '导入的 期末卷.docx（17）' });
    await page.getByRole('button', { name: '查询' }).click();
    await expect(page.getByText('期末卷.docx，按文件里的次序')).toBeVisible();
    await expect(page.getByRole('rowheader').first()).toHaveText(new RegExp(`^\\s*导入1号${mark}`));
    await page.getByRole('button', { name: '勾选全部 17 题' }).click();
    await expect(page.getByText('已勾选 17 题')).toBeVisible();
    await page.getByRole('button', { name: '选好了，放入试卷' }).click();
    const titles = page.getByRole('rowheader');
    await expect(titles).toHaveCount(17);
    await expect(titles).toHaveText(ids.map((_, index) => new RegExp(`^导入${index + 1}号${mark}`)));
  });

  test('ticks live on all pages until they are used; the paper is arranged by typing places and points', async ({
    page,
    app,
  }) => {
    void app;
    const mark = `庚${Date.now() % 100_000}`;
    const { teacher } = await makeSchool(mark);
    for (let number = 1; number <= 16; number += 1)
      await makeTheoryQuestion({ owner: teacher, title: `选择${number}号${mark}`, keyPoints: ['拙政园'] });
    await signIn(page, teacher);
    await page.goto('/examination/firstadd');
    await fillBasics(page, mark);
    await page.getByLabel('口语', { exact: true }).uncheck();
    await next(page);
    await next(page);
    await expect(page).toHaveURL(/threeadd/);
    await page.getByRole('button', { name: '从题库选题' }).click();
    const tick = (title: string) => page.getByRole('checkbox', { name: new RegExp(`选择 .*${title}${mark}`) });
    await tick('选择16号').check();
    await page.getByRole('button', { name: '下一页' }).click();
    await expect(page.getByText('已勾选 1 题')).toBeVisible();
    await tick('简述').check();
    await page.getByLabel('关键词').fill('选择3号');
    await page.getByRole('button', { name: '查询' }).click();
    await expect(page.getByText('已勾选 2 题')).toBeVisible();
    await tick('选择3号').check();
    await page.getByRole('button', { name: '重置' }).click();
    await expect(page.getByText('已勾选 3 题')).toBeVisible();
    await expect(tick('选择16号')).toBeChecked();
    await page.getByRole('button', { name: '返回试卷' }).click();
    await expect(page.getByText('还有 3 题勾选了没有放入试卷')).toBeVisible();
    await page.getByRole('button', { name: '接着选' }).click();
    await page.getByRole('button', { name: '选好了，放入试卷' }).click();

    const titles = page.getByRole('rowheader');
    await expect(titles).toHaveText([/^选择3号/, /^选择16号/, /^简述/]);
    const mix = page.getByRole('complementary', { name: '试卷构成' });
    await expect(mix).toContainText('拙政园 ×2');
    await page.getByLabel('第 3 题的序号').fill('1');
    await page.getByLabel('第 3 题的序号').press('Enter');
    await expect(titles).toHaveText([/^简述/, /^选择3号/, /^选择16号/]);
    await page.getByLabel('第 2 题的序号').fill('9');
    await page.getByLabel('第 2 题的序号').press('Enter');
    await expect(error(page, '第 2 题的序号应为 1 到 3 的整数')).toBeVisible();
    await page.getByLabel('第 2 题的序号').fill('2');
    await page.getByLabel('单选题每题分值').fill('3');
    await page.getByRole('button', { name: '统一设置单选题分值' }).click();
    await expect(page.getByLabel('第 2 题分值')).toHaveValue('3');
    await expect(page.getByLabel('第 3 题分值')).toHaveValue('3');
    await page.getByRole('button', { name: '按题型排序' }).click();
    await expect(titles).toHaveText([/^选择3号/, /^选择16号/, /^简述/]);
  });

  test('ticks that came when nobody was signed in any more stand there after signing in', async ({ page, app }) => {
    void app;
    const mark = `庚${Date.now() % 100_000}`;
    const { teacher } = await makeSchool(mark);
    for (let number = 1; number <= 3; number += 1)
      await makeTheoryQuestion({ owner: teacher, title: `选择${number}号${mark}` });
    await signIn(page, teacher);
    await page.goto('/examination/firstadd');
    await fillBasics(page, mark);
    await page.getByLabel('口语', { exact: true }).uncheck();
    await next(page);
    await next(page);
    await page.getByRole('button', { name: '从题库选题' }).click();
    const tick = (title: string) => page.getByRole('checkbox', { name: new RegExp(`选择 .*${title}${mark}`) });
    await expect(tick('选择1号')).toBeVisible();
    await page.context().clearCookies();
    await tick('选择1号').check();
    const hasScript = test.info().project.use.javaScriptEnabled !== false;
    if (!hasScript) {
      await tick('选择3号').check();
      await page.getByRole('button', { name: '选好了，放入试卷' }).click();
    }
    await expect(page).toHaveURL(/\/login\?redirectTo=/);
    await page.getByLabel('账号').fill(teacher.account);
    await page.getByLabel('密码', { exact: true }).fill('factory-pass-1');
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page.getByText('登录过期前没有保存的内容已恢复')).toBeVisible();
    await expect(tick('选择1号')).toBeChecked();
    if (!hasScript) await expect(tick('选择3号')).toBeChecked();
    await page.getByRole('button', { name: '选好了，放入试卷' }).click();
    await expect(page.getByRole('rowheader')).toHaveCount(hasScript ? 1 : 2);
  });

  test('two windows never overwrite each other silently', async ({ page, context, app }) => {
    void app;
    const mark = `丁${Date.now() % 100_000}`;
    const { teacher } = await makeSchool(mark);
    await signIn(page, teacher);
    await page.goto('/examination/firstadd');
    await fillBasics(page, mark);
    await page.getByRole('button', { name: '保存草稿' }).click();
    await expect(page.getByText('草稿已保存')).toBeVisible();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByLabel('考试名称').fill('另一个窗口');
    await other.getByRole('button', { name: '保存草稿' }).click();
    await expect(other.getByText('草稿已保存')).toBeVisible();

    await page.getByLabel('考试名称').fill('这个窗口');
    await page.getByRole('button', { name: '保存草稿' }).click();
    await expect(error(page, /另一个窗口里改过/)).toBeVisible();
    await expect(page.getByLabel('考试名称')).toHaveValue('这个窗口');
    await other.reload();
    await expect(other.getByLabel('考试名称')).toHaveValue('另一个窗口');
    await page.getByRole('button', { name: '保存草稿' }).click();
    await expect(page.getByText('草稿已保存')).toBeVisible();
    await expect(page.getByLabel('考试名称')).toHaveValue('这个窗口');
  });

  test('after publication: more time for all and for one, another class, closing; each with its record', async ({
    page,
    app,
  }) => {
    void app;
    const mark = `戊${Date.now() % 100_000}`;
    const { teacher, students } = await makeSchool(mark);
    await signIn(page, teacher);
    await makeExamByWizard(page, mark);
    await page.getByRole('button', { name: '发布' }).click();
    await expect(page.getByText('已发布，学生已收到通知')).toBeVisible();
    await page.getByRole('link', { name: '补时与班级' }).click();

    const all = page.locator('section', { has: page.getByRole('heading', { name: '全体补时' }) });
    await all.getByRole('button', { name: '给全体补时' }).click();
    await expect(error(page, '补时应为 1 到 600 分钟的整数')).toBeVisible();
    await all.getByLabel('补时').fill('10');
    await all.getByLabel('原因').fill('停电');
    await all.getByRole('button', { name: '给全体补时' }).click();
    await expect(page.getByText('已给 2 名学生补时 10 分钟')).toBeVisible();

    const some = page.locator('section', { has: page.getByRole('heading', { name: '个人补时', exact: true }) });
    await some
      .getByLabel(students[0]?.name ?? '')
      .first()
      .check();
    await some.getByLabel('补时').fill('5');
    await some.getByLabel('原因').fill('耳机故障');
    await some.getByRole('button', { name: '给选中的学生补时' }).click();
    await expect(page.getByText('已给 1 名学生补时 5 分钟')).toBeVisible();
    await expect(page.getByRole('row', { name: new RegExp(students[0]?.name ?? '') })).toContainText('5 分钟');
    await expect(page.getByText('给全体口语补时 10 分钟，原因：停电')).toBeVisible();

    await page.getByLabel(`导游${mark}班（1 人）`).check();
    await page.getByRole('button', { name: '增加班级' }).click();
    await expect(page.getByText('已增加 1 个班级')).toBeVisible();

    await page.goto('/examination/index');
    await pressInRow(page, '关闭', mark);
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('考试已关闭')).toBeVisible();
    await expect(rowLink(page, '公布成绩', mark)).toBeVisible();
  });

  test('what is typed into a step outlives the session, for its writer only', async ({ page, app }) => {
    void app;
    const mark = `庚${Date.now() % 100_000}`;
    const { teacher, colleague } = await makeSchool(mark);
    const restored = page.getByText('登录过期前没有保存的内容已恢复');
    const saveAndSignIn = async (user: typeof teacher) => {
      await page.context().clearCookies();
      await page.getByRole('button', { name: '保存草稿' }).click();
      await expect(page).toHaveURL(/\/login\?redirectTo=/);
      await page.getByLabel('账号').fill(user.account);
      await page.getByLabel('密码', { exact: true }).fill('factory-pass-1');
      await page.getByRole('button', { name: '登录' }).click();
    };
    await signIn(page, teacher);
    await page.goto('/examination/firstadd');
    await page.getByLabel('考试名称').fill(`没有存上的${mark}`);
    await page.getByLabel('考试须知').fill('带好耳机');
    await page.getByLabel(`旅游${mark}班（2 人）`).check();
    await saveAndSignIn(colleague);
    await expect(page.getByRole('heading', { name: '新增考试' })).toBeVisible();
    await expect(page.getByLabel('考试名称')).toHaveValue('');

    await page.context().clearCookies();
    await signIn(page, teacher);
    await page.goto('/examination/firstadd');
    await expect(restored).toBeVisible();
    await expect(page.getByLabel('考试名称')).toHaveValue(`没有存上的${mark}`);
    await expect(page.getByLabel('考试须知')).toHaveValue('带好耳机');
    await expect(page.getByLabel(`旅游${mark}班（2 人）`)).toBeChecked();
    await page.getByRole('button', { name: '保存草稿' }).click();
    await expect(page).toHaveURL(/firstadd\?id=\d+/);
    await expect(page.getByLabel('考试名称')).toHaveValue(`没有存上的${mark}`);
    await page.goto('/examination/firstadd');
    await expect(page.getByLabel('考试名称')).toHaveValue('');
    await expect(restored).toHaveCount(0);

    await makeExamByWizard(page, mark);
    const id = new URL(page.url()).searchParams.get('id') ?? '';
    for (const [step, label, typed] of [
      ['secondadd', '关键词（选填）', '园林，借景'],
      ['threeadd', '第 1 题分值', '7'],
    ] as const) {
      await page.goto(`/examination/${step}?id=${id}`);
      await page.getByLabel(label).fill(typed);
      await saveAndSignIn(teacher);
      await expect(restored).toBeVisible();
      await expect(page.getByLabel(label)).toHaveValue(typed);
      await page.getByRole('button', { name: '保存草稿' }).click();
      await expect(page.getByText('草稿已保存')).toBeVisible();
      await expect(restored).toHaveCount(0);
      await expect(page.getByLabel(label)).toHaveValue(typed);
    }
  });

  test("a colleague's exam does not exist for others", async ({ page, app }) => {
    void app;
    const mark = `己${Date.now() % 100_000}`;
    const { teacher, colleague, students } = await makeSchool(mark);
    await signIn(page, teacher);
    await makeExamByWizard(page, mark);
    const id = new URL(page.url()).searchParams.get('id') ?? '';
    await page.context().clearCookies();
    await signIn(page, colleague);
    for (const step of ['firstadd', 'secondadd', 'threeadd', 'preview', 'add']) {
      expect((await page.goto(`/examination/${step}?id=${id}`))?.status()).toBe(404);
    }
    await page.context().clearCookies();
    await signIn(page, students[0] ?? '');
    for (const step of ['index', 'add', 'firstadd', 'secondadd', 'threeadd']) {
      expect((await page.goto(`/examination/${step}?id=${id}`))?.status()).toBe(403);
    }
    expect((await page.goto(toExamPreview({ id: Number(id) })))?.status()).toBe(404);
  });

  test('an exam is copied: only its times are missing', async ({ page, app }) => {
    void app;
    const mark = `复${Date.now() % 100_000}`;
    const { teacher } = await makeSchool(mark);
    await signIn(page, teacher);
    await makeExamByWizard(page, mark);
    await page.goto('/examination/index');
    await pressInRow(page, '复制', mark);
    await page.getByRole('button', { name: '确定', exact: true }).click();
    await expect(page).toHaveURL(/firstadd\?id=\d+/);
    await expect(page.getByText('已复制成一份草稿，请填写考试时间')).toBeVisible();
    await expect(page.getByLabel('考试名称')).toHaveValue(`期末考试${mark}（副本）`);
    await expect(page.getByLabel('笔试开始', { exact: true })).toHaveValue('');
    await fillTimes(page, GOOD_TIMES());
    await next(page);
    await next(page);
    await next(page, '预览');
    await next(page, '发布');
    await expect(page.getByText('已发布').first()).toBeVisible();
    await page.goto('/examination/index');
    await expect(page.getByRole('row').filter({ hasText: `期末考试${mark}（副本）` })).toBeVisible();
  });
}
