import { toPaperPreview, toPrint } from '~/lib/addresses/exams';
import {
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '../factories';
import { expect, signIn, test } from './support/app';

/** A teacher with an exam of two classes: two single choices, a pen question and an oral one. */
async function makePrintedExam(mark: string) {
  const owner = await makeTeacher({ name: '周敏' });
  const classrooms = [
    await makeClassroom({ teacher: owner, name: `旅游${mark}一班` }),
    await makeClassroom({ teacher: owner, name: `旅游${mark}二班` }),
  ];
  const [first, second] = classrooms;
  const student = await makeStudent({ classroom_id: first!.id, name: '林可欣' });
  await makeStudent({ classroom_id: second!.id, name: '王浩然' });
  const exam = await makeExam({
    owner,
    classrooms,
    name: `期末${mark}`,
    oral: await makeOralQuestion({ owner, title: `朗读${mark}`, points: 100 }),
    written: [
      await makeTheoryQuestion({ owner, points: 5, body: { analysis: `因为${mark}` } }),
      await makeTheoryQuestion({ owner, points: 5 }),
      await makeWrittenQuestion({ owner, points: 10 }),
    ],
  });
  return { owner, student, exam, classrooms };
}

/** What a teacher prints of an exam, the same with script and without. */
export function printStories(): void {
  test('a teacher prints the paper of an exam, then its key', async ({ page, app }) => {
    void app;
    const mark = `印${Date.now() % 100_000}`;
    const { owner, exam } = await makePrintedExam(mark);
    await signIn(page, owner);
    await page.goto('/examination/index');
    const row = page.getByRole('row').filter({ hasText: `期末${mark}` });
    await row.getByText('更多').click();
    await row.getByRole('link', { name: '打印' }).click();
    await expect(page).toHaveURL(new RegExp(`/examination/print\\?id=${exam.id}$`));

    const written = page.getByRole('article', { name: `期末${mark}（笔试）` });
    await expect(written.getByRole('heading', { level: 2 })).toHaveText([
      '一、单项选择题（2 题，每题 5 分，共 10 分）',
      '二、笔试题（1 题，共 10 分）',
    ]);
    await expect(written.getByText('共 3 题，满分 20 分')).toBeVisible();
    await expect(page.getByRole('article', { name: `期末${mark}（口语）` })).toContainText(`朗读${mark}`);
    await expect(page.getByText('密封线内不要答题')).toBeVisible();
    await expect(page.getByText('正确答案')).toHaveCount(0);
    await expect(page.getByText(`因为${mark}`)).toHaveCount(0);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
    await expect(page.getByRole('navigation', { name: '打印什么' })).toBeHidden();
    await expect(written).toBeVisible();
    await page.emulateMedia({ media: 'screen' });

    await page.getByRole('navigation', { name: '打印什么' }).getByRole('link', { name: '答案' }).click();
    await expect(page.getByRole('article', { name: `期末${mark}（笔试）（答案）` })).toContainText(`因为${mark}`);
    await expect(page.getByText('评分要点')).toBeVisible();
    await expect(page.getByText('密封线内不要答题')).toHaveCount(0);
  });

  test('the paper and its key download as Word files', async ({ page, app }) => {
    void app;
    const mark = `文${Date.now() % 100_000}`;
    const { owner, exam } = await makePrintedExam(mark);
    await signIn(page, owner);
    for (const [what, name] of [
      ['paper', `期末${mark}试卷.docx`],
      ['key', `期末${mark}答案与评分要点.docx`],
    ]) {
      await page.goto(toPrint({ id: exam.id, what }));
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: '下载 Word' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(name);
    }
    await page.goto(toPrint({ id: exam.id, what: 'door' }));
    await expect(page.getByRole('link', { name: '下载 Word' })).toHaveCount(0);
  });

  test('on paper options stand evenly, and points behind the last words', async ({ page, app }) => {
    void app;
    const owner = await makeTeacher({ name: '周敏' });
    const options = (...texts: string[]) => ({
      options: texts.map((text, index) => ({ key: 'abcd'[index] ?? '', text })),
      answer: ['a'],
    });
    const exam = await makeExam({
      owner,
      classrooms: [await makeClassroom({ teacher: owner })],
      written: [
        await makeTheoryQuestion({ owner, points: 4, body: options('石桥', '河埠头', '乌篷船', '烽火台') }),
        await makeTheoryQuestion({
          owner,
          points: 6,
          body: options('面向全团站位', '适当停顿', '使用讲解器', '边走边背对游客讲'),
        }),
      ],
    });
    await signIn(page, owner);
    for (const size of ['a4', 'a3'] as const) {
      await page.goto(`${toPrint({ id: exam.id })}&size=${size}`);
      await page.emulateMedia({ media: 'print' });
      const lines = await page.locator('.opts--paper').evaluateAll((lists) =>
        lists.map((list) => {
          const tops = [...list.children].map((item) => Math.round(item.getBoundingClientRect().top));
          return [...new Set(tops)].map((top) => tops.filter((one) => one === top).length);
        }),
      );
      expect(lines).toEqual([[4], [2, 2]]);
      // An empty right half is a column of the sheet: the line stands on every one, in the middle of what is written on.
      const line = await page.locator('.papers').evaluate((papers) => {
        const { position, borderLeftStyle, left } = getComputedStyle(papers, '::after');
        return { position, borderLeftStyle, left: Number.parseFloat(left) };
      });
      const paper = await page.locator('.paper').evaluate((one) => {
        const { left, right } = one.getBoundingClientRect();
        return (left + Number.parseFloat(getComputedStyle(one).paddingLeft) + right) / 2;
      });
      if (size === 'a4') expect(line.position).toBe('static');
      else {
        expect(line).toMatchObject({ position: 'fixed', borderLeftStyle: 'solid' });
        expect(Math.abs(line.left - paper)).toBeLessThan(2);
      }
      await page.emulateMedia({ media: 'screen' });
    }
    await expect(page.locator('.stem').nth(1)).toHaveText(/（6 分）$/);
  });

  test('every sheet says its paper; before printing it is said what a scan does not read', async ({ page, app }) => {
    void app;
    const mark = `纸${Date.now() % 100_000}`;
    const { owner, exam, classrooms } = await makePrintedExam(mark);
    await signIn(page, owner);
    const pageSizes = () =>
      page.evaluate(() =>
        [...document.styleSheets].flatMap((sheet) =>
          [...sheet.cssRules].flatMap((rule) => (rule instanceof CSSPageRule ? rule.cssText : [])),
        ),
      );
    for (const what of ['attendance', 'door', 'sheet']) {
      await page.goto(toPrint({ id: exam.id, what }));
      expect((await pageSizes()).join()).toMatch(/size: (a4|210mm)/i);
      expect((await pageSizes()).join()).not.toContain('counter');
    }
    await expect(page.getByText(/第 1、2\s*题由答案自动判分，不从照片里读/)).toBeVisible();
    await page.goto(`/member/class/slips?id=${classrooms[0]?.id}`);
    expect((await pageSizes()).join()).toMatch(/size: (a4|210mm)/i);
  });

  test('the room gets a sheet to sign and one for its door, a class at a time', async ({ page, app }) => {
    void app;
    const mark = `门${Date.now() % 100_000}`;
    const { owner, exam } = await makePrintedExam(mark);
    await signIn(page, owner);
    await page.goto(toPaperPreview({ id: exam.id }));
    await page.getByRole('link', { name: '打印', exact: true }).click();
    await page.getByRole('link', { name: '考场签到表' }).click();
    await expect(page.getByRole('article')).toHaveCount(4);
    await expect(page.getByRole('rowheader')).toHaveText(['林可欣', '王浩然', '林可欣', '王浩然']);
    await page.getByRole('navigation', { name: '班级', exact: true }).getByRole('link', { name: '二班' }).click();
    await expect(page.getByRole('rowheader')).toHaveText(['王浩然', '王浩然']);
    await page.getByRole('link', { name: '门贴' }).click();
    await expect(page.getByRole('article', { name: new RegExp(`期末${mark}.*二班，口语`) })).toContainText('1 人');
  });

  test('a student is refused', async ({ page, app }) => {
    void app;
    const { student, exam } = await makePrintedExam(`拒${Date.now() % 100_000}`);
    await signIn(page, student);
    const response = await page.goto(toPrint({ id: exam.id, what: 'key' }));
    expect(response?.status()).toBe(403);
    await expect(page.getByText('正确答案')).toHaveCount(0);
  });
}
