import { toQuestionView } from '~/lib/addresses/banks';
import { makeOralQuestion, makeTeacher } from '../factories';
import { questionStories } from './questions.stories';
import { expect, signIn, test } from './support/app';

questionStories();

test('an oral question stands to be read, with the reason why it cannot be recorded here', async ({ app, page }) => {
  void app;
  const teacher = await makeTeacher();
  const question = await makeOralQuestion({ owner: teacher, keyPoints: ['春天'], body: { prepSeconds: 90 } });
  await signIn(page, teacher);
  await page.goto(toQuestionView('oral', { id: question.id }));
  await expect(page.getByText('春天来了，校园里的花都开了。')).toBeVisible();
  await expect(page.getByText(/页面没有运行脚本，不能在这里试录/)).toBeVisible();
  await expect(page.getByText('准备时间 1 分 30 秒，准备好就可以录音。')).toBeVisible();
});
