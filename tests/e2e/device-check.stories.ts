import { toStudent } from '~/lib/addresses/members';
import { makeClassroom, makeStudent, makeTeacher } from '../factories';
import { expect, signIn, test } from './support/app';

/** The device check and what the class's teacher sees of it, the same with script and without. */
export function deviceCheckStories() {
  test('a student checks a device and keeps the result; the teacher of the class sees it', async ({
    app: _app,
    page,
  }) => {
    const teacher = await makeTeacher();
    const student = await makeStudent({ classroom_id: (await makeClassroom({ teacher })).id });
    await page.goto('/test');
    await expect(page.getByText('登录后再检测可以保存结果')).toBeVisible();
    await signIn(page, student);
    await page.goto('/test');
    await page
      .getByRole('group', { name: /提示音/ })
      .getByRole('radio', { name: '没有听到' })
      .check();
    await expect(page.getByRole('group', { name: /看得清画面/ })).toBeVisible();
    await page
      .getByRole('group', { name: /看得清画面/ })
      .getByRole('radio', { name: '看得清' })
      .check();
    await page.getByRole('button', { name: '保存结果' }).click();
    await expect(page.getByText(/已保存，本班老师看得到.*耳机或音箱/)).toBeVisible();
    await page.goto('/logout');
    await signIn(page, teacher);
    await page.goto(toStudent({ id: student.id }));
    await expect(page.getByText(/耳机或音箱.*有问题/)).toBeVisible();
  });
}
