import { db } from '~/db/db.server';
import { startAttempt } from '~/domain/attempt/attempt.commands.server';
import { actorOf } from '../factories';
import { expect, signIn, test } from './support/app';
import { itemCard, makeSittingSchool } from './support/sitting-story';
import { roomStories } from './room.stories';

roomStories();

test('leaving the page of an open paper is logged', async ({ app: _app, page }) => {
  const { student, exam } = await makeSittingSchool();
  const attempt = await startAttempt(actorOf(student), { examId: exam.id, part: 'written' }, Date.now());
  await signIn(page, student);
  await page.goto(`/examination/evaluation/written?id=${exam.id}`);
  await expect(itemCard(page, exam.items[1]?.id)).toBeVisible();
  const leaves = () => db().selectFrom('attempt_leaves').select('attempt_id').execute();
  await expect
    .poll(async () => {
      await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      return leaves();
    })
    .toContainEqual({ attempt_id: attempt.id });
});
