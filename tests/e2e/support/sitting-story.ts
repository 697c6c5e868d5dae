import { test as bare, type Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { closeExams } from '~/domain/room/close.commands.server';
import { grantResits } from '~/domain/room/resit.commands.server';
import { toExamPreview } from '~/lib/addresses/results';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '../../factories';
import { expect, signIn, test } from './app';

export const MINUTE = 60_000;

const TEXT =
  '各位游客，大家好，欢迎来到故宫博物院。现在我们站在午门前，这里是紫禁城的正门。穿过午门，迎面就是内金水桥和太和门广场。请大家抬头看，屋脊走兽共有十只，这在中国古建筑中是唯一的一例。';

/**
 * A class with two students and a running exam of both parts: one reading text, eleven theory items on the first
 * pages, one pen item answered by typing or photos. Windows end an hour from now, photos half an hour later.
 */
export async function makeSittingSchool(columns: Partial<Parameters<typeof makeExam>[0]> = {}) {
  const owner = await makeTeacher({ name: '周敏' });
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id, name: '林可欣' });
  const other = await makeStudent({ classroom_id: classroom.id, name: '王浩然' });
  const stranger = await makeStudent({
    classroom_id: (await makeClassroom({ teacher: owner })).id,
    name: '外班同学',
  });
  const theory = (kind?: 'single' | 'multiple' | 'judge' | 'cloze' | 'short') =>
    makeTheoryQuestion({ owner, kind, points: kind === 'short' ? 10 : 4 });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    name: '高一上学期期中考试',
    oral: await makeOralQuestion({
      owner,
      title: '故宫中轴线讲解',
      points: 100,
      body: { examContent: TEXT, prepSeconds: 20, answerSeconds: 60 },
    }),
    written: [
      await theory(),
      await theory('multiple'),
      await theory('judge'),
      await theory('cloze'),
      await theory('short'),
      await theory(),
      await theory(),
      await theory(),
      await theory(),
      await theory(),
      await theory('short'),
      await makeWrittenQuestion({ owner, points: 20 }),
    ],
    instructions: '请独立完成，诚信考试。',
    settings: { maxTakes: 3 },
    ...columns,
  });
  const written = exam.items.filter((item) => item.part === 'written').map((item) => item.id);
  return { owner, classroom, student, other, stranger, exam, written };
}

export type SittingSchool = Awaited<ReturnType<typeof makeSittingSchool>>;

/** A spoken recording made with another program: the file that also feeds the microphone. */
export function spokenFile(): string {
  return (bare.info().config.metadata as { voice: string }).voice;
}

/** The card of an item on the written paper. */
export function itemCard(page: Page, itemId: number | undefined) {
  return page.locator(`#item-${itemId}`);
}

/** From the list of exams to the waiting page. */
export async function openWaitingPage(page: Page, examName: string) {
  await page.goto('/student/examination/index');
  await page
    .getByRole('link', { name: `开始考试：${examName}` })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: examName })).toBeVisible();
}

/** Hands in from the paper by the side's button and the confirmation. */
export async function handIn(page: Page) {
  await page
    .locator('.exam__side')
    .getByRole('button', { name: '交卷' })
    .or(page.locator('.exam__side').getByRole('link', { name: '交卷' }))
    .click();
  await expect(page.getByRole('heading', { name: '温馨提示' })).toBeVisible();
  await page.getByRole('button', { name: '确定交卷' }).click();
  await expect(page).toHaveURL(/\/examination\/evaluation\/receipt/);
}

/** Going back to the pages of the first sitting while the re-sit runs, the same with script and without. */
export function backInResitStory(): void {
  test('going back during a re-sit finds the own paper, not what stood in the sitting before', async ({
    app,
    page,
  }) => {
    void app;
    const { owner, student, exam, written } = await makeSittingSchool();
    const teacher = actorOf(owner);
    await signIn(page, student);
    const start = async () => {
      await page.goto(toExamPreview({ id: exam.id }));
      await page.getByRole('button', { name: /^开始笔试/ }).click();
      await expect(page).toHaveURL(/evaluation\/written/);
    };
    await start();
    const [choice, text] = [itemCard(page, written[0]), itemCard(page, written[4])];
    await choice.getByRole('radio').first().check();
    await text.getByRole('textbox').fill('第一次写的');
    await page.getByRole('button', { name: '保存本页' }).first().click();
    await expect(page.getByText(/已保存/).first()).toBeVisible();
    await text.getByRole('textbox').fill('第一次写的，又改了');
    await handIn(page);
    const now = Date.now();
    await closeExams(teacher, [exam.id], now);
    const times = { beginTime: now - MINUTE, endTime: now + 60 * MINUTE, uploadEndTime: now + 70 * MINUTE };
    const resit = { id: exam.id, part: 'written' as const, studentIds: [student.id], ...times, reason: '' };
    await grantResits(teacher, { ...resit, countedAttempt: undefined, requestId: '' }, now);
    await start();
    await page.goto('/dashboard');
    for (let steps = 0; steps < 9; steps += 1) {
      // A page that leads on by itself cuts off the way back to it; what is there then is looked at all the same.
      await page.goBack().catch((error: Error) => {
        if (!/net::ERR_ABORTED|Not attached to an active page/.test(error.message)) throw error;
      });
      await page.waitForLoadState();
      if (!page.url().includes('/evaluation/written')) continue;
      await expect(text.getByRole('textbox')).toHaveValue('');
      await expect(choice.getByRole('radio', { checked: true })).toHaveCount(0);
    }
    const saved = await db()
      .selectFrom('answers')
      .innerJoin('attempts', 'attempts.id', 'answers.attempt_id')
      .select('answers.value')
      .where('attempts.student_id', '=', student.id)
      .where('attempts.number', '=', 2)
      .execute();
    expect(saved).toEqual([]);
  });
}
