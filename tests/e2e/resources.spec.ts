import { makeTeacher } from '../factories';
import { resourceStories } from './resources.stories';
import { expect, signIn, test, watchErrors } from './support/app';

resourceStories();

test('with script each file goes by itself, with its progress, and the list follows', async ({ app: _app, page }) => {
  const teacher = await makeTeacher();
  const problems = watchErrors(page);
  await signIn(page, teacher);
  await page.goto('/resource/upload');
  let sent = 0;
  await page.route('**/api/common/upload', async (route) => {
    sent += 1;
    await route.continue();
  });
  await page.getByLabel('文件').setInputFiles([
    { name: '甲.txt', mimeType: 'text/plain', buffer: Buffer.alloc(3_000_000, 'a') },
    { name: '乙.txt', mimeType: 'text/plain', buffer: Buffer.from('乙') },
  ]);
  await page.getByRole('button', { name: '上传', exact: true }).click();
  await expect(page.getByText('已上传 2 个资源')).toBeVisible();
  await expect(page).toHaveURL(/tab=mine/);
  await expect(page.getByText(/您的 2 个资源共占用 2\.9 MB/)).toBeVisible();
  expect(sent).toBe(2);
  expect(problems).toEqual([]);
});
