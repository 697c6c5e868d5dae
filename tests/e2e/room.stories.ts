import type { Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { startAttempt } from '~/domain/attempt/attempt.commands.server';
import { announce } from '~/domain/room/announcement.commands.server';
import { reportLeave } from '~/domain/room/presence.commands.server';
import { scoreByKey } from '~/domain/scoring/marking/scoring.commands.server';
import { toBoard, toResits } from '~/lib/addresses/exams';
import { toExamPreview } from '~/lib/addresses/results';
import { toSitting } from '~/lib/addresses/sitting';
import { formatMinute } from '~/lib/time';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
} from '../factories';
import { expect, signIn, test } from './support/app';
import { openRoom } from './support/handed-in-story';
import { handIn, itemCard, makeSittingSchool, MINUTE } from './support/sitting-story';

/** The live board and re-sits, the same with script and without. */

/** Of the list of those who need looking after. */
const needing = (page: Page, name: string) =>
  page
    .getByRole('region', { name: /^异常/ })
    .getByRole('listitem')
    .filter({ hasText: name });
const seatOf = (page: Page, name: string) => page.locator('.seat').filter({ hasText: name });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/**
 * The two ways of the same story differ in one thing: how a page learns what its room was told. With script it asks by
 * itself, without it learns by its next form.
 */
export function roomStories({ hears, hasScript }: { hears: (page: Page) => Promise<unknown>; hasScript: boolean }) {
  test('the board shows who needs looking after; a teacher gives minutes and hands in for a student', async ({
    app: _app,
    page,
  }) => {
    const { owner, student, other, exam } = await makeSittingSchool();
    const board = `/examination/board?examId=${exam.id}&part=written&look=list`;
    await test.step('one student writes in the page, another keeps leaving it', async () => {
      const away = await startAttempt(actorOf(other), { examId: exam.id, part: 'written' }, Date.now() - 7 * MINUTE);
      for (const minute of [6, 5, 4]) await reportLeave(actorOf(other), away.id, Date.now() - minute * MINUTE);
      await signIn(page, student);
      await page.goto(toExamPreview({ id: exam.id }));
      // Without script nothing records it.
      await expect(page.getByText('考试中离开页面')).toBeVisible({ visible: hasScript });
      await page.getByRole('button', { name: '开始笔试考试' }).click();
      await expect(itemCard(page, exam.items[1]?.id)).toBeVisible();
    });
    await test.step('the one with problems stands first, in words', async () => {
      await signIn(page, owner);
      await page.goto('/examination/index');
      await page.getByRole('link', { name: `监考 ：${exam.name}` }).click();
      await expect(page.getByRole('heading', { level: 1, name: exam.name })).toBeVisible();
      await page.goto(board);
      await expect(rowOf(page, '王浩然')).toContainText('离开页面 3 次');
      await expect(rowOf(page, '王浩然')).toContainText('开始 7 分钟还没有保存过');
      await expect(rowOf(page, '林可欣')).toContainText('答题中');
      await page
        .getByRole('link', { name: /^未登录/ })
        .or(page.getByRole('link', { name: /^异常/ }))
        .first()
        .click();
      await expect(page.getByText('共 2 人').or(page.getByText('共 1 人'))).toBeVisible();
      await page.goto(board);
    });
    await test.step('five minutes for one', async () => {
      await page.getByRole('link', { name: '补时 ：王浩然' }).click();
      await expect(page.getByText('给 王浩然 补时')).toBeVisible();
      await page.getByLabel('加多少分钟').fill('100');
      await page.getByLabel('原因').fill('停电');
      await page.getByRole('button', { name: '确定补时' }).click();
      await expect(page.getByRole('checkbox', { name: /补时超过 60 分钟，没有写错/ })).not.toBeChecked();
      await page.getByLabel('原因').fill('');
      await page.getByLabel('加多少分钟').fill('5');
      await page.getByRole('button', { name: '确定补时' }).click();
      await expect(page.getByRole('link', { name: '请填写原因' })).toBeVisible();
      await expect(page.getByLabel('加多少分钟')).toHaveValue('5');
      await page.getByLabel('原因').fill('电脑死机');
      // A hurried double click is one.
      await page.getByRole('button', { name: '确定补时' }).dblclick();
      await expect(page.getByText('已给 1 名学生补时 5 分钟，他们会收到消息')).toBeVisible();
      await expect(rowOf(page, '王浩然')).toContainText('补时 5 分钟');
    });
    await test.step('the paper of the other is handed in, and its student reads why', async () => {
      await page.getByRole('link', { name: '代交 ：林可欣' }).click();
      await page.getByLabel('原因').fill('突然不舒服');
      await page.getByRole('button', { name: '确定代交' }).click();
      await expect(page.getByText('已代交 1 份答卷，学生会收到消息')).toBeVisible();
      await expect(rowOf(page, '林可欣')).toContainText('已交卷');
      await signIn(page, student);
      await page.goto(toSitting('written', { id: exam.id }));
      await expect(page.getByText('老师已代你交卷，原因：突然不舒服')).toBeVisible();
    });
  });

  test('the room shows every seat and who is missing; the teacher ends the exam', async ({ app: _app, page }) => {
    const { owner, student, other, exam } = await makeSittingSchool();
    const paper = await startAttempt(actorOf(student), { examId: exam.id, part: 'written' }, Date.now() - MINUTE);
    await signIn(page, owner);
    await page.goto(toBoard({ examId: exam.id, part: 'written' }));
    await expect(seatOf(page, student.name)).toContainText(/答题中.*已答 0/);
    await expect(page.getByRole('link', { name: '签到表' })).toHaveAttribute('href', /what=attendance/);
    // Who has not come is told apart from who needs help.
    await expect(seatOf(page, other.name)).toContainText('未登录');
    await expect(page.getByText('没有异常')).toBeVisible();
    await page.getByText('未登录 1 人').click();
    await expect(page.getByRole('group').getByRole('link', { name: other.name })).toBeVisible();
    await test.step('a seat leads to all that is known of its student, and back', async () => {
      await seatOf(page, student.name).getByRole('link').click();
      await expect(rowOf(page, student.name)).toContainText('答题中');
      await expect(rowOf(page, other.name)).toHaveCount(0);
      await page.getByRole('link', { name: '座位', exact: true }).click();
      await expect(seatOf(page, other.name)).toBeVisible();
    });
    await page.getByRole('link', { name: '结束考试' }).click();
    await expect(page.getByText('1 份还在作答的答卷马上按已保存的内容交卷')).toBeVisible();
    await page.getByRole('button', { name: '结束考试' }).click();
    await expect(page.getByText('考试已结束，没有交的答卷都按已保存的内容收了')).toBeVisible();
    await expect(seatOf(page, student.name)).toContainText('已交卷');
    await expect(seatOf(page, other.name)).toContainText('缺考');
    const closed = db().selectFrom('attempts').select('closed_by').where('id', '=', paper.id);
    expect(await closed.execute()).toEqual([{ closed_by: 'teacher' }]);
  });

  test('what the teacher tells the room stands on the page of every paper, and the board knows it', async ({
    app,
    page,
    browser,
  }) => {
    const { school, teacher } = await openRoom(page, browser, app.address);
    const { exam, student, written } = school;
    await page.goto(toExamPreview({ id: exam.id }));
    await page.getByRole('button', { name: '开始笔试考试' }).click();
    await expect(itemCard(page, written[0])).toBeVisible();
    const says = async (text: string) => {
      await teacher.goto(toBoard({ examId: exam.id, part: 'written' }));
      await teacher.getByRole('link', { name: '发公告' }).click();
      await teacher.getByRole('button', { name: '发出公告' }).click();
      await expect(teacher.getByRole('link', { name: '请填写公告' })).toBeVisible();
      await teacher.getByLabel('公告', { exact: true }).fill(text);
      await teacher.getByRole('button', { name: '发出公告' }).click();
      await expect(
        teacher.getByText('公告已发出，1 名学生正在作答：开着的考试页 15 秒内显示，没有回应的重新打开时显示'),
      ).toBeVisible();
    };
    await says('第 3 题的图看黑板\n第 4 题不变');
    const told = page.locator('.exambar').getByRole('group').filter({ hasText: '老师公告' });
    const box = itemCard(page, written[4]).getByRole('textbox');
    await box.fill('正在写的');
    await hears(page);
    await expect(told).toContainText('第 3 题的图看黑板', { timeout: 15_000 });
    await expect(told.locator('p')).toHaveCSS('white-space', 'pre-line');
    await expect(box).toHaveValue('正在写的');
    await says('还有二十分钟');
    await hears(page);
    await expect(told).toContainText(/还有二十分钟[^]*第 3 题的图看黑板/, { timeout: 15_000 });
    // It stays on every page of the paper.
    await page.getByRole('button', { name: '下一页' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(told).toContainText('第 3 题的图看黑板');
    await expect(async () => {
      await teacher.goto(toBoard({ examId: exam.id, part: 'written' }));
      await expect(teacher.locator('.announced summary')).toContainText('还有二十分钟');
      await expect(teacher.locator('.announced summary')).toContainText('已显示给 1 人', { timeout: 1000 });
    }).toPass();
    await test.step('said anew, and taken back, it goes from the page of the paper too', async () => {
      await teacher.locator('.announced summary').click();
      await teacher.getByRole('link', { name: '更正 ：还有二十分钟' }).click();
      await teacher.getByLabel('公告', { exact: true }).fill('还有三十分钟');
      await teacher.getByRole('button', { name: '更正', exact: true }).click();
      await expect(teacher.getByText('公告已更正')).toBeVisible();
      await hears(page);
      await expect(told).toContainText(/更正：还有三十分钟[^]*第 3 题的图看黑板/, { timeout: 15_000 });
      await expect(told).not.toContainText('还有二十分钟');
      await teacher.goto(toBoard({ examId: exam.id, part: 'written' }));
      await teacher.locator('.announced summary').click();
      await teacher.getByRole('link', { name: /^撤回 ：第 3 题的图看黑板/ }).click();
      await teacher.getByRole('button', { name: '撤回', exact: true }).click();
      await expect(teacher.getByText('公告已撤回')).toBeVisible();
      await hears(page);
      await expect(told).toContainText(/还有三十分钟[^]*（这条公告老师已撤回）/, { timeout: 15_000 });
      await expect(told).not.toContainText('第 3 题的图看黑板');
    });
    await expect(seatOf(teacher, student.name)).toBeVisible();
  });

  test('many classes are tiles that open; on a phone those to look after come first and nothing scrolls sideways', async ({
    app: _app,
    page,
  }) => {
    const owner = await makeTeacher({ name: '周敏' });
    const classes = [];
    for (const name of ['旅游2601班', '旅游2602班', '酒店管理与数字化运营2603班']) {
      const classroom = await makeClassroom({ teacher: owner, name });
      classes.push(classroom);
      for (let seat = 0; seat < 41; seat += 1) {
        await makeStudent({
          classroom_id: classroom.id,
          name: seat === 7 ? '阿卜杜拉·买买提·吐尔逊江' : `学生${seat}`,
        });
      }
    }
    const exam = await makeExam({ owner, classrooms: classes, written: [await makeTheoryQuestion({ owner })] });
    await signIn(page, owner);
    await page.goto(toBoard({ examId: exam.id, part: 'written' }));
    const tiles = page.getByRole('list', { name: '班级' });
    await expect(tiles.getByRole('listitem')).toHaveCount(3);
    await expect(page.locator('.seat')).toHaveCount(0);
    await tiles.getByRole('link', { name: /^旅游2602班/ }).click();
    await expect(page.locator('.seat')).toHaveCount(41);
    await expect(page.getByRole('region', { name: /^旅游2602班/ })).toBeVisible();
    await test.step('more than one screen of them: the rest is in the list', async () => {
      await page.getByText('未登录 123 人').click();
      await page.getByRole('link', { name: '还有 83 人，在列表里看' }).click();
      await expect(page.getByText('共 123 人')).toBeVisible();
      await page.goBack();
    });
    await tiles.getByRole('link', { name: /^旅游2602班/ }).click();
    await expect(page.locator('.seat')).toHaveCount(0);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const more of ['', `&classId=${classes[1]?.id ?? 0}`, '&look=list']) {
      await page.goto(`/examination/board?examId=${exam.id}&part=written${more}`);
      await expect(page.getByRole('heading', { level: 1, name: exam.name })).toBeVisible();
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(sideways, more).toBeLessThanOrEqual(0);
    }
    await page.goto(toBoard({ examId: exam.id, part: 'written', classId: classes[1]?.id ?? 0 }));
    const top = async (what: string) => (await page.locator(what).first().boundingBox())?.y ?? 0;
    expect(await top('.pagehead__actions')).toBeLessThan(await top('.missing'));
    expect(await top('.missing')).toBeLessThan(await top('.seat'));
    // The menu is behind its button.
    await expect(page.locator('.menu')).toBeHidden();
  });

  test('sixty seats stand on one screen of 1280 by 800, those to look after beside them', async ({
    app: _app,
    page,
  }) => {
    const owner = await makeTeacher({ name: '周敏' });
    const classroom = await makeClassroom({ teacher: owner, name: '旅游2601班' });
    for (let seat = 0; seat < 60; seat += 1) {
      await makeStudent({
        classroom_id: classroom.id,
        name: seat % 4 === 3 ? '阿卜杜拉·买买提·吐尔逊江' : `学生${seat}`,
      });
    }
    const exam = await makeExam({ owner, classrooms: [classroom], written: [await makeTheoryQuestion({ owner })] });
    await announce(actorOf(owner), { id: exam.id, part: 'written', view: '', text: '还有二十分钟' }, Date.now());
    await signIn(page, owner);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(toBoard({ examId: exam.id, part: 'written' }));
    await expect(page.locator('.seat')).toHaveCount(60);
    await expect(page.locator('.seat').last()).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('未登录 60 人')).toBeInViewport();
    // In large letters as well.
    await page.evaluate(() => document.documentElement.setAttribute('data-type', 'large'));
    await expect(page.locator('.seat').last()).toBeInViewport({ ratio: 1 });
  });

  test('sixty seats of two classes stand on it in an exam of two parts as well', async ({ app: _app, page }) => {
    const owner = await makeTeacher({ name: '周敏' });
    const classrooms = [];
    const students = [];
    for (const name of ['旅游2601班', '旅游2602班']) {
      const classroom = await makeClassroom({ teacher: owner, name });
      classrooms.push(classroom);
      for (let seat = 0; seat < 30; seat += 1) {
        students.push(await makeStudent({ classroom_id: classroom.id, name: `学生${seat}` }));
      }
    }
    const exam = await makeExam({
      ...{ owner, classrooms, oral: await makeOralQuestion({ owner }), written: [await makeTheoryQuestion({ owner })] },
      ...{ written_minutes: 60, name: '2026—2027学年第一学期旅游服务类专业期末考试（A卷）' },
    });
    for (const student of students.slice(0, 9)) {
      await startAttempt(actorOf(student), { examId: exam.id, part: 'written' }, Date.now() - 7 * MINUTE);
    }
    const long = '第 12 题的图印得不清楚，请看黑板上老师画的那一张，其他题不变，做完的同学请不要提前离开。'.repeat(3);
    for (const text of ['请保持安静', long, `还有二十分钟。${long}`]) {
      await announce(actorOf(owner), { id: exam.id, part: 'written', view: '', text }, Date.now());
    }
    await signIn(page, owner);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/examination/board?examId=${exam.id}&part=written`);
    await expect(page.locator('.seat')).toHaveCount(60);
    await expect(page.locator('.seat').last()).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(800);
    // What was told takes no row from the seats; opened it lies over them.
    const newest = page.getByText(/公告 \d\d:\d\d：还有二十分钟/);
    await expect(newest).toBeVisible();
    await expect(page.getByText('已显示给 0 人，另有 2 条')).toBeVisible();
    const before = await page.locator('.seat').first().boundingBox();
    await newest.click();
    await expect(page.locator('.announced li').filter({ hasText: '请保持安静' })).toBeVisible();
    expect(await page.locator('.seat').first().boundingBox()).toEqual(before);
    await newest.click();
    // The bar keeps to one row, and when it was read stands above it.
    expect((await page.locator('.board-bar').boundingBox())?.height).toBeLessThan(80);
    await expect(page.getByRole('link', { name: '立即刷新' })).toBeInViewport();
  });

  test('a student whose password was tried too often is let in from the board', async ({ app: _app, page }) => {
    const { owner, student, exam } = await makeSittingSchool();
    await page.goto('/login');
    for (let turn = 0; turn < 6; turn += 1) {
      await page.getByLabel('账号').fill(student.account);
      await page.getByLabel('密码', { exact: true }).fill(`wrong-${turn}`);
      // The sentence of the try before stands there until this one is answered.
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      await page.getByRole('button', { name: '登录' }).click();
      await answered;
      await expect(page.getByText(turn < 5 ? '账号或密码不正确' : '登录失败次数较多')).toBeVisible();
    }
    await signIn(page, owner);
    await page.goto(toBoard({ examId: exam.id, part: 'written' }));
    await expect(needing(page, student.name)).toContainText('登录已锁定到');
    await page.getByRole('link', { name: '列表', exact: true }).click();
    await expect(rowOf(page, student.name)).toContainText(/登录已锁定到 \d\d:\d\d:\d\d/);
    await page.getByRole('button', { name: `解除登录锁定：${student.name}` }).click();
    await expect(page.getByText('已解除锁定，学生现在可以再试密码')).toBeVisible();
    await expect(rowOf(page, student.name)).not.toContainText('登录已锁定');
  });

  test('who missed the exam sits it again, and the result counts', async ({ app: _app, page }) => {
    const owner = await makeTeacher({ name: '周敏' });
    const classroom = await makeClassroom({ teacher: owner });
    const absent = await makeStudent({ classroom_id: classroom.id, name: '王浩然' });
    const exam = await makeExam({
      owner,
      classrooms: [classroom],
      name: '导游基础月考',
      written: [await makeTheoryQuestion({ owner })],
      status: 'closed',
      now: Date.now() - 100 * MINUTE,
    });
    await test.step('the teacher chooses', async () => {
      await signIn(page, owner);
      await page.goto('/examination/index');
      await page.getByRole('row').filter({ hasText: '导游基础月考' }).locator('summary').click();
      await page.getByRole('link', { name: '补考 ：导游基础月考' }).click();
      await expect(page.getByRole('checkbox', { name: '选择王浩然' })).toBeChecked();
      await expect(rowOf(page, '王浩然')).toContainText('缺考');
      await page.getByLabel('补考开始时间').fill(formatMinute(Date.now() - MINUTE));
      await page.getByLabel('补考结束时间').fill(formatMinute(Date.now() - MINUTE));
      await page.getByLabel('说明').fill('在三号机房');
      await page.getByRole('button', { name: '安排补考并通知学生' }).click();
      await expect(page.getByRole('link', { name: /补考结束时间 .* 已经过去/ })).toBeVisible();
      await page.getByLabel('补考结束时间').fill(formatMinute(Date.now() + 60 * MINUTE));
      await page.getByRole('button', { name: '安排补考并通知学生' }).click();
      await expect(page.getByText('已给 1 名学生安排补考，他们会收到消息')).toBeVisible();
      await expect(rowOf(page, '王浩然')).toContainText('待补考');
    });
    await test.step('the student sits it', async () => {
      // What the page before still asks for would answer with the session before.
      await page.goto('about:blank');
      await signIn(page, absent);
      await page.goto('/student/examination/index');
      await expect(page.locator('.exrow')).toContainText('补考');
      await page.getByRole('link', { name: '开始考试：导游基础月考，笔试' }).click();
      await expect(page.getByText('在三号机房')).toBeVisible();
      await expect(page.getByText('考了两次的，计补考这一次')).toBeVisible();
      await page.getByRole('button', { name: '开始笔试补考' }).click();
      await itemCard(page, exam.items[0]?.id).getByText('B', { exact: true }).click();
      await handIn(page);
      await expect(page.getByRole('heading', { name: '已交卷' })).toBeVisible();
    });
    await scoreByKey(actorOf(owner), { examId: exam.id, part: 'written' }, Date.now());
    await signIn(page, owner);
    const ofExam = db().selectFrom('attempts').select(['number', 'state']).where('exam_id', '=', exam.id);
    expect(await ofExam.execute()).toEqual([{ number: 2, state: 'scored' }]);
    const result = db().selectFrom('results').select('total_percent').where('exam_id', '=', exam.id);
    expect(await result.execute()).toEqual([{ total_percent: 100 }]);
    await page.goto(toResits({ examId: exam.id, who: 'all' }));
    await expect(rowOf(page, '王浩然')).toContainText('已计入');
  });
}
