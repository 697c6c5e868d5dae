import type { Page } from '@playwright/test';
import { toBoard } from '~/lib/addresses/exams';
import { toResult } from '~/lib/addresses/results';
import { toPapers } from '~/lib/addresses/scoring';
import { toWork } from '~/lib/addresses/works';
import { makeClassroom, makeReleasedOral, makeStudent, makeTake, makeTeacher, makeWork } from '../factories';
import { expect, signIn, test } from './support/app';
import { makeOralSchool } from './practice.stories';
import { handIn, makeSittingSchool, openWaitingPage } from './support/sitting-story';

/** Each of these recordings stands on the page and says how long it is; its player says no 0:00. */
async function expectLengths(page: Page, ...recordings: string[]): Promise<void> {
  for (const id of recordings) {
    const player = page.locator('.audio').filter({ has: page.locator(`audio[src*="${id}"]`) });
    await expect(player.locator('.num')).toHaveText('00:12');
    await expect(player.locator('audio')).toHaveAttribute('preload', 'none');
    await expect(player.locator('audio')).toHaveAttribute('aria-label', /，00:12$/);
  }
}

/** Recordings in lists, the same with script and without. */
export function recordingsStories(): void {
  test('recordings in lists say their length before anything of them is loaded', async ({ app: _app, page }) => {
    const teacher = await makeTeacher();
    const classroom = await makeClassroom({ teacher });
    const author = await makeStudent({ classroom_id: classroom.id, has_consent: 1 });
    const { exam, attempt, take } = await makeReleasedOral({ teacher, student: author });
    const second = await makeTake({ attempt, itemId: exam.items[0]?.id ?? 0, owner: author, number: 2 });
    const work = await makeWork({ student: author, teacher });
    const recordings = [take.file_id, second.file_id, work.fileId];
    const fetched: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (recordings.some((id) => pathname.includes(id)) && !pathname.startsWith('/waveform')) fetched.push(pathname);
    });

    await signIn(page, author);
    await page.goto('/dynamic/works/index');
    await expectLengths(page, work.fileId);
    await page.goto(toResult({ examId: exam.id }));
    await expectLengths(page, take.file_id, second.file_id);
    await signIn(page, teacher);
    await page.goto(toWork(work.id));
    await expectLengths(page, work.fileId);
    expect(fetched).toEqual([]);
  });

  test('a resource to listen to says its length in the list and before it is loaded', async ({ app: _app, page }) => {
    const teacher = await makeTeacher();
    await signIn(page, teacher);
    await page.goto('/resource/upload');
    await page.getByLabel('文件').setInputFiles({ name: '听力.wav', mimeType: 'audio/wav', buffer: silentWav(64) });
    await page.getByRole('button', { name: '上传', exact: true }).click();
    await expect(page.getByText('已上传 1 个资源')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: '听力' })).toContainText('01:04');
    await page.getByRole('link', { name: '听力', exact: true }).click();
    const player = page.locator('.audio');
    await expect(player.locator('audio')).toHaveAttribute('preload', 'none');
    await expect(player.locator('.num').first()).toHaveText('01:04');
  });

  test('a practised recording without a voice is said to its pupil, as an exam’s is', async ({ app: _app, page }) => {
    const { student, url } = await makeOralSchool();
    await signIn(page, student);
    await page.goto(url);
    const send = page.getByRole('button', { name: '上传', exact: true });
    await page.getByLabel('录音文件').setInputFiles({ name: '无声.wav', mimeType: 'audio/wav', buffer: silentWav(4) });
    // Without script it stands open.
    await expect(async () => {
      if (!(await send.isVisible())) await page.locator('summary').filter({ hasText: '上传录音文件' }).click();
      await send.click({ timeout: 1000 });
    }).toPass();
    const take = page.getByRole('listitem').filter({ hasText: '第 1 次' });
    await expect(take.getByRole('alert')).toHaveText('这段录音里几乎没有声音，请检查麦克风，可以再录一次');
  });

  test('a recording without a voice is said to its student, who can record again, and to whoever watches and marks', async ({
    app: _app,
    page,
    context,
  }) => {
    const { owner, student, exam } = await makeSittingSchool();
    await signIn(page, student);
    await openWaitingPage(page, exam.name);
    await page.getByRole('button', { name: '开始口语考试' }).click();
    const unfold = page.getByRole('button', { name: '不能录音？上传录音文件' });
    await expect(unfold.or(page.getByRole('button', { name: '上传', exact: true })).first()).toBeVisible();
    if (await unfold.isVisible()) await unfold.click();
    await page.getByLabel('录音文件').setInputFiles({ name: '无声.wav', mimeType: 'audio/wav', buffer: silentWav(4) });
    await page.getByRole('button', { name: '上传', exact: true }).click();
    const take = page.getByRole('listitem').filter({ hasText: '第 1 条' });
    await expect(take.getByRole('alert')).toHaveText('这段录音里几乎没有声音，请检查麦克风，可以再录一次');

    const teacher = await context.browser()!.newPage({ javaScriptEnabled: true });
    await signIn(teacher, owner);
    await teacher.goto(new URL(toBoard({ examId: exam.id, part: 'oral' }), page.url()).href);
    await expect(teacher.getByText('1 条计分的录音里几乎没有声音').first()).toBeVisible();
    await handIn(page);
    await teacher.goto(new URL(toPapers({ examId: exam.id, part: 'oral' }), page.url()).href);
    const row = teacher.getByRole('row').filter({ hasText: student.name });
    await expect(row).toContainText('几乎没有声音');
    await row.getByRole('link', { name: student.name, exact: true }).click();
    await expect(teacher.getByText('从头到尾几乎没有声音：没有录上，或麦克风没有接好。')).toBeVisible();
    await expect(teacher.getByText('没有 1.5 秒以上的停顿')).toHaveCount(0);
    await teacher.close();
  });
}

/** What a dead microphone records: 16 bits, one channel, 16,000 a second, all nothing. */
function silentWav(seconds: number): Buffer {
  const bytes = 2 * 16_000 * seconds;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(16_000, 24);
  head.writeUInt32LE(32_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(bytes, 40);
  return Buffer.concat([head, Buffer.alloc(bytes)]);
}
