import type { Page } from '@playwright/test';
import { toBank, toQuestion } from '~/lib/addresses/banks';
import { makeExam, makeTeacher, makeTheoryQuestion, makeWrittenQuestion, PASSWORD } from '../factories';
import { expect, signIn, test } from './support/app';
import { picture } from './support/pictures';

/** What a teacher does with questions, the same with script and without. */

const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).last().click();
/** On to the next question: its empty form is there before anything else is pressed. */
async function saveAndMore(page: Page) {
  await page.getByRole('button', { name: '保存并再出一题' }).click();
  await expect(page.getByLabel('题干')).toHaveValue('');
}
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

/** Opens the menu of less used actions of a row. */
async function more(page: Page, title: string) {
  await row(page, title).locator('summary').click();
  return row(page, title);
}

async function asTeacher(page: Page) {
  const teacher = await makeTeacher({ name: '周敏' });
  await signIn(page, teacher);
  return teacher;
}

/** Links with script, buttons without. */
const toKind = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '题型' }).locator('a, button').filter({ hasText: name, visible: true }).click();

export function questionStories() {
  test('an oral question: key words suggested, picture, saved, changed', async ({ app, page }) => {
    void app;
    await asTeacher(page);
    await page.goto('/question_bank/oral_test/index');
    await expect(page.getByText('题库里还没有题目')).toBeVisible();
    await page.getByRole('link', { name: '新增' }).first().click();
    await page.getByLabel('标题').fill('故宫讲解');
    await page.getByLabel('朗读或口述内容').fill('太和殿是紫禁城中规模最大的殿宇，俗称金銮殿。\n请大家抬头看。');
    await page.getByLabel('关键词').fill('汉白玉');
    await page.getByLabel(/^图片/).setInputFiles(await picture());
    await page.getByRole('button', { name: '提取关键词' }).click();
    await expect(page.getByLabel('关键词')).toHaveValue(/^汉白玉，.*太和殿/);
    await expect(page.getByRole('img', { name: /图片 1/ })).toBeVisible();
    await expect(page.getByLabel('标题')).toHaveValue('故宫讲解');
    await save(page);
    await expect(page.getByRole('status').filter({ hasText: '已保存“故宫讲解”' })).toBeVisible();

    await row(page, '故宫讲解').getByRole('link', { name: /^编辑/ }).click();
    await expect(page.getByLabel('朗读或口述内容')).toHaveValue(
      '太和殿是紫禁城中规模最大的殿宇，俗称金銮殿。\n请大家抬头看。',
    );
    await page.getByRole('checkbox', { name: '移除' }).check();
    await page.getByLabel('录音时长上限').fill('45');
    await save(page);
    await row(page, '故宫讲解').getByRole('link', { name: /^编辑/ }).click();
    await expect(page.getByRole('img', { name: /图片 1/ })).toHaveCount(0);
    await expect(page.getByLabel('录音时长上限')).toHaveValue('45');
    await expect(page.getByLabel('准备时间')).toHaveValue('');
  });

  test('what is missing is said at the fields and what was typed stays', async ({ app, page }) => {
    void app;
    await asTeacher(page);
    await page.goto('/question_bank/oral_test/page');
    await page.getByLabel('关键词').fill('太和殿');
    await page.getByLabel('准备时间').fill('半分钟');
    await save(page);
    await expect(page.getByText('有问题需要处理')).toBeVisible();
    for (const text of ['请填写标题', '请填写朗读或口述内容', '准备时间应为秒数']) {
      await expect(page.getByRole('link', { name: text })).toBeVisible();
    }
    await expect(page.getByLabel('关键词')).toHaveValue('太和殿');
    await expect(page.getByLabel('准备时间')).toHaveValue('半分钟');
  });

  for (const [bank, field] of [
    ['oral', '朗读或口述内容'],
    ['written', '题目内容'],
    ['theory', '题干'],
  ] as const) {
    test(`what is typed in the ${bank} bank outlives the cookies`, async ({ app, page }) => {
      void app;
      const teacher = await asTeacher(page);
      await page.goto(toQuestion(bank));
      await page.getByLabel(field, { exact: true }).fill('写了半天的题');
      await page.context().clearCookies();
      await save(page);
      await expect(page).toHaveURL(/\/login/);
      await page.getByLabel('账号').fill(teacher.account);
      await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: '登录' }).click();
      await expect(page.getByText('登录过期前没有保存的内容已恢复，请核对后保存。')).toBeVisible();
      await expect(page.getByLabel(field, { exact: true })).toHaveValue('写了半天的题');
    });
  }

  test('a file that is no picture is refused by name, the rest stays', async ({ app, page }) => {
    void app;
    await asTeacher(page);
    await page.goto('/question_bank/pen_test/page');
    await page.getByLabel('题目内容').fill('看图写话');
    await page
      .getByLabel(/^图片/)
      .setInputFiles({ name: '假图.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await save(page);
    await expect(page.getByRole('link', { name: /“假图.png”没有上传/ })).toBeVisible();
    await expect(page.getByLabel('题目内容')).toHaveValue('看图写话');
  });

  test('a written question: marking points must add up, a row more, then preview', async ({ app, page }) => {
    void app;
    await asTeacher(page);
    await page.goto('/question_bank/pen_test/page');
    await page.getByLabel('题目内容').fill('写一段讲解。\n120 字左右。');
    await page.getByLabel(/^分值/).fill('10');
    for (const [index, [text, points]] of [
      ['名称', '4'],
      ['特征', '3'],
      ['用途', '2'],
    ].entries()) {
      await page.getByLabel(`要点 ${index + 1}`, { exact: true }).fill(text!);
      await page.getByLabel(`要点 ${index + 1} 的分值`).fill(points!);
    }
    await page.getByRole('button', { name: '加一行' }).click();
    await expect(page.getByLabel('要点 4', { exact: true })).toBeVisible();
    await expect(page.getByLabel('要点 3', { exact: true })).toHaveValue('用途');
    await save(page);
    await expect(page.getByRole('link', { name: /评分要点合计 9 分，与题目分值 10 分不相等/ })).toBeVisible();
    await page.getByLabel('要点 4', { exact: true }).fill('语言');
    await page.getByLabel('要点 4 的分值').fill('1');
    await save(page);
    await row(page, '写一段讲解。').getByRole('link', { name: /^预览/ }).click();
    await expect(page.getByRole('heading', { name: '学生看到的' })).toBeVisible();
    await expect(page.getByText('语言')).toBeVisible();
    await expect(page.getByText('120 字左右。')).toBeVisible();
  });

  test('a theory question of each kind', async ({ app, page }) => {
    void app;
    await asTeacher(page);
    await page.goto('/question_bank/theory/page');

    await save(page);
    for (const text of ['请填写题干', '请至少填写 2 个选项', '请选出正确答案']) {
      await expect(page.getByRole('link', { name: text })).toBeVisible();
    }
    await page.getByLabel('题干').fill('太和殿的屋顶是');
    await page.getByLabel('选项 A').fill('歇山顶');
    await page.getByLabel('选项 D').fill('庑殿顶');
    await page.getByRole('button', { name: '加一个选项' }).click();
    await page.getByLabel('选项 E').fill('攒尖顶');
    await page.getByLabel('D 是正确答案').check();
    await page.getByLabel('难度').selectOption('2');
    await page.getByLabel('分值').fill('3');
    await saveAndMore(page);
    await expect(page.getByRole('status').filter({ hasText: '已保存“太和殿的屋顶是”' })).toBeVisible();

    await toKind(page, '多选');
    await expect(page.getByRole('heading', { name: '新增多选题' })).toBeVisible();
    // Of the same paper: filed as the one before.
    await expect(page.getByLabel('难度')).toHaveValue('2');
    await expect(page.getByLabel('分值')).toHaveValue('3');
    await page.getByLabel('题干').fill('外朝三大殿有');
    for (const [key, text] of [
      ['A', '太和殿'],
      ['B', '中和殿'],
      ['C', '乾清宫'],
    ])
      await page.getByLabel(`选项 ${key}`).fill(text!);
    await page.getByLabel('A 是正确答案').check();
    await page.getByLabel('B 是正确答案').check();
    await saveAndMore(page);

    await toKind(page, '判断');
    await expect(page.getByRole('heading', { name: '新增判断题' })).toBeVisible();
    await page.getByLabel('题干').fill('午门是正门。');
    await page.getByLabel('正确', { exact: true }).check();
    await saveAndMore(page);

    await toKind(page, '填空');
    await expect(page.getByRole('heading', { name: '新增填空题' })).toBeVisible();
    await page.getByLabel('题干').fill('始建于永乐____年，建成于永乐____年。');
    await page.getByLabel('各空答案').fill('四|4');
    await save(page);
    await expect(page.getByRole('link', { name: /题干有 2 个空，答案有 1 行/ })).toBeVisible();
    await page.getByLabel('各空答案').fill('四|4\n十八|18');
    await saveAndMore(page);

    await toKind(page, '简答');
    await expect(page.getByRole('heading', { name: '新增简答题' })).toBeVisible();
    await page.getByLabel('题干').fill('说明“突出重点法”。');
    await page.getByLabel('参考答案').fill('抓住最有特色之处来讲。');
    await page.getByLabel('解析').fill('见第三章。');
    await save(page);

    await expect(
      page.getByRole('navigation', { name: '题型' }).getByRole('link', { name: /全部题型\s*5/ }),
    ).toBeVisible();
    await page.getByRole('navigation', { name: '题型' }).getByRole('link', { name: /填空/ }).click();
    await expect(page.getByRole('row').filter({ hasText: '始建于永乐' })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: '午门' })).toHaveCount(0);
    await row(page, '始建于永乐').getByRole('link', { name: /^预览/ }).click();
    await expect(page.getByLabel('第 2 空')).toBeVisible();
    await expect(page.getByText('四 或 4')).toBeVisible();

    await page.goto(toBank('theory', { kind: 'single' }));
    await row(page, '太和殿的屋顶是').getByRole('link', { name: /^编辑/ }).click();
    await expect(page.getByLabel('选项 B')).toHaveValue('庑殿顶');
    await expect(page.getByLabel('B 是正确答案')).toBeChecked();
  });

  test('another kind keeps what was typed; a choice of one takes over no two answers', async ({ app, page }) => {
    void app;
    await asTeacher(page);
    await page.goto(toQuestion('theory', { kind: 'multiple' }));
    await page.getByLabel('题干').fill('外朝三大殿有');
    await page.getByLabel('选项 A').fill('太和殿');
    await page.getByLabel('选项 B').fill('中和殿');
    await page.getByLabel('A 是正确答案').check();
    await page.getByLabel('B 是正确答案').check();
    await page.getByLabel('解析').fill('三大殿在中轴线上。');

    await toKind(page, '单选');
    await expect(page.getByRole('heading', { name: '新增单选题' })).toBeVisible();
    await expect(page.getByLabel('题干')).toHaveValue('外朝三大殿有');
    await expect(page.getByLabel('选项 B')).toHaveValue('中和殿');
    await expect(page.getByLabel('解析')).toHaveValue('三大殿在中轴线上。');
    await expect(page.getByText('原来有 2 个正确答案（A、B），单选题只有一个，请重新选。')).toBeVisible();
    for (const key of ['A', 'B']) await expect(page.getByLabel(`${key} 是正确答案`)).not.toBeChecked();
    await save(page);
    await expect(page.getByRole('link', { name: '请选出正确答案' })).toBeVisible();
    await page.getByLabel('A 是正确答案').check();

    await toKind(page, '简答');
    await expect(page.getByRole('heading', { name: '新增简答题' })).toBeVisible();
    await expect(page.getByLabel('题干')).toHaveValue('外朝三大殿有');
    await expect(page.getByLabel('解析')).toHaveValue('三大殿在中轴线上。');
    await expect(page.getByLabel('参考答案')).toHaveValue('');
  });

  test('finding, renaming, copying and deleting', async ({ app, page }) => {
    void app;
    const teacher = await asTeacher(page);
    const used = await makeTheoryQuestion({ owner: teacher, title: '用在考试里的题' });
    await makeTheoryQuestion({ owner: teacher, title: '百分之 100%' });
    await makeTheoryQuestion({ owner: teacher, title: '另一道题', level: 3 });
    await makeExam({ owner: teacher, written: [used] });
    await page.goto('/question_bank/theory/index');
    await page.getByLabel('关键词').fill('0%');
    await page.getByRole('button', { name: '查询' }).click();
    await expect(row(page, '百分之 100%')).toBeVisible();
    await expect(row(page, '另一道题')).toHaveCount(0);
    await page.getByRole('link', { name: '重置' }).click();
    await expect(row(page, '另一道题')).toBeVisible();
    await page.getByLabel('难度').selectOption('3');
    await page.getByRole('button', { name: '查询' }).click();
    await expect(row(page, '百分之 100%')).toHaveCount(0);

    await (await more(page, '另一道题')).getByRole('link', { name: /^重命名/ }).click();
    await page.getByLabel('标题').fill('');
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByRole('link', { name: '请填写标题' })).toBeVisible();
    await page.getByLabel('标题').fill('换了名字的题');
    await page.getByRole('button', { name: '确定' }).click();
    await expect(row(page, '换了名字的题')).toBeVisible();

    await (await more(page, '换了名字的题')).getByRole('button', { name: /^复制/ }).click();
    await expect(row(page, '换了名字的题（副本）')).toBeVisible();

    await page.goto('/question_bank/theory/index');
    await (await more(page, '用在考试里的题')).getByRole('link', { name: /^删除/ }).click();
    await expect(page.getByText(/T-\d+ 正用在 1 场考试里；已组卷的考试不变/)).toBeVisible();
    await page.getByRole('link', { name: '取消', exact: true }).click();
    await expect(row(page, '用在考试里的题')).toBeVisible();

    await row(page, '（副本）').getByRole('checkbox').check();
    await row(page, '百分之').getByRole('checkbox').check();
    await page.getByRole('button', { name: '删除', exact: true }).click();
    await expect(page.getByText('将删除 2 道题，30 天内可以在回收站恢复。')).toBeVisible();
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByRole('status').filter({ hasText: '已删除 2 道题' })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: '题' })).toHaveCount(3);
  });

  test('scene types are added where they are chosen and kept while in use', async ({ app, page }) => {
    void app;
    const teacher = await asTeacher(page);
    const name = `讲解${teacher.id}`;
    await page.goto('/question_bank/pen_test/index');
    await page.getByRole('link', { name: '类型管理' }).click();
    await page.getByLabel('新的场景类型').fill(name);
    await page.getByLabel('新的场景类型').press('Enter');
    await expect(page.getByRole('button', { name: `删除场景类型：${name}` })).toBeVisible();
    await page.goto('/question_bank/pen_test/page');
    await page.getByLabel('题目内容').fill('归了类的题');
    await page.getByLabel(/^场景类型/).selectOption({ label: name });
    await save(page);
    await expect(row(page, '归了类的题')).toContainText(name);
    await page.getByRole('link', { name: '类型管理' }).click();
    await page.getByRole('button', { name: `删除场景类型：${name}` }).click();
    await expect(page.getByText(`“${name}”还有 1 道题在用`)).toBeVisible();
  });

  test('a colleague’s question does not exist', async ({ app, page }) => {
    void app;
    await asTeacher(page);
    const foreign = await makeWrittenQuestion({ owner: await makeTeacher() });
    for (const view of ['page', 'preview']) {
      const response = await page.goto(`/question_bank/pen_test/${view}?id=${foreign.id}`);
      expect(response?.status()).toBe(404);
    }
    await page.goto('/question_bank/pen_test/index');
    await expect(page.getByText('题库里还没有题目')).toBeVisible();
  });
}
