import type { Page } from '@playwright/test';
import { toResult } from '~/lib/addresses/results';
import { toWork } from '~/lib/addresses/works';
import { makeClassroom, makeReleasedOral, makeStudent, makeTake, makeTeacher, makeWork } from '../factories';
import { expect, signIn, test } from './support/app';

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
}
