import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { toRetention } from '~/lib/addresses/personal';
import { toResult } from '~/lib/addresses/results';
import { toPageSetting, toPaper } from '~/lib/addresses/scoring';
import { makeTeacher } from '../factories';
import { expect, signIn, test } from './support/app';
import { makeScoringSchool } from './support/scoring-story';
import { signedIn } from './support/share-out-story';

/** How recordings are let go after the school's term, the same with script and without. */

const DAY = 86_400_000;

/** Two exams of 401 days ago whose results are out, each with two recordings of a student. */
async function makeOldSchool() {
  const admin = await makeTeacher({ name: '管理员', is_admin: 1 });
  const kept = await makeScoringSchool();
  const gone = await makeScoringSchool();
  for (const [{ exam, oral }, name] of [
    [kept, '去年期末'],
    [gone, '去年期中'],
  ] as const) {
    await db()
      .updateTable('exams')
      .set({ name, status: 'released', released_at: Date.now() - 400 * DAY })
      .where('id', '=', exam.id)
      .execute();
    await db()
      .updateTable('files')
      .set({ created_at: Date.now() - 401 * DAY })
      .where('id', 'in', db().selectFrom('takes').select('file_id').where('attempt_id', '=', oral.id))
      .execute();
  }
  return { admin, kept, gone };
}

export function retentionStories() {
  test('the dry run first, one exam held, the other deleted; its student and its teacher are told', async ({
    app: _app,
    page,
    browser,
  }) => {
    await db().deleteFrom('settings').where('key', 'in', ['retention', 'school']).execute();
    const { admin, kept, gone } = await makeOldSchool();

    // The owner of an exam holds its recordings from the exam's settings.
    await signIn(page, kept.owner);
    await page.goto(toPageSetting({ examId: kept.exam.id }));
    const card = page.locator('#recordings');
    await expect(card).toContainText('这场考试有 2 条录音');
    await card.getByRole('button', { name: '保留录音' }).click();
    await expect(page.getByRole('alert')).toContainText('请填写理由');
    await card.getByLabel('保留的理由').fill('评优用');
    await card.getByRole('button', { name: '保留录音' }).click();
    await expect(card).toContainText('这场考试的录音到期不删除：评优用（周敏');

    const office = await signedIn(browser, admin);
    await office.goto('/users/news');
    await office.getByRole('link', { name: '录音保留' }).click();
    await expect(office.getByRole('heading', { level: 1, name: '录音保留' })).toBeVisible();
    const rows = office.getByRole('table', { name: '超过保存期限的考试录音' });
    await expect(rows.getByRole('row', { name: /去年期末/ })).toContainText('评优用');
    await expect(rows.getByRole('row', { name: /去年期中/ })).toContainText('将删除');
    await office.getByRole('link', { name: '删除到期录音' }).click();
    await expect(office.getByText(/确定删除 2 条到期的录音/)).toBeVisible();
    await office.getByRole('button', { name: '删除录音' }).click();
    await expect(office.getByText('已删除 2 条录音')).toBeVisible();
    await expect(rows.getByRole('row', { name: /去年期中/ })).toHaveCount(0);
    await expect(rows.getByRole('row', { name: /去年期末/ })).toContainText('已保留');
    await expect(office.getByRole('table', { name: '最近的删除' }).getByRole('row', { name: /管理员/ })).toContainText(
      '2 条',
    );

    // Automatic deletion is switched on after this and off again.
    await office.getByRole('link', { name: '打开自动删除' }).click();
    await expect(office.getByText(/服务器每天自动删除超过 400 天的录音/)).toBeVisible();
    await office.getByRole('button', { name: '打开自动删除' }).click();
    await expect(office.getByText('还没有运行过')).toBeVisible();
    await office.getByRole('button', { name: '关闭自动删除' }).click();
    await expect(office.getByText('没有打开时，服务器什么也不删')).toBeVisible();

    const student = await signedIn(browser, gone.student);
    await student.goto(toResult({ examId: gone.exam.id }));
    await expect(student.getByText(/录音已按学校规定于 \d{4}-\d{2}-\d{2} 删除/)).toHaveCount(2);
    await expect(student.locator('audio')).toHaveCount(0);
    const teacher = await signedIn(browser, gone.owner);
    await teacher.goto(toPaper({ attemptId: gone.oral.id }));
    await expect(teacher.getByText(/录音已按学校规定于/).first()).toBeVisible();
    const take = await db()
      .selectFrom('takes')
      .select('file_id')
      .where('attempt_id', '=', gone.oral.id)
      .executeTakeFirstOrThrow();
    const answer = await teacher.request.get(`/api/file/${take.file_id}`);
    expect(answer.status()).toBe(410);
    expect(await answer.text()).toContain('录音已按学校规定于');
    const heard = await signedIn(browser, kept.student);
    await heard.goto(toResult({ examId: kept.exam.id }));
    await expect(heard.locator('audio')).toHaveCount(2);
  });

  test('what became due after the dry run is not deleted by the old yes', async ({ app: _app, page }) => {
    await db().deleteFrom('settings').where('key', 'in', ['retention', 'school']).execute();
    const { admin, kept } = await makeOldSchool();
    await signIn(page, admin);
    await page.goto(toRetention({ confirm: 'delete' }));
    await expect(page.getByText(/确定删除 \d+ 条到期的录音/)).toBeVisible();
    await db()
      .insertInto('audit_entries')
      .values({
        actor_id: kept.owner.id,
        action: 'exam.hold',
        entity: 'exam',
        entity_id: String(kept.exam.id),
        detail: toJson({ reason: '复查' }),
        address: '',
        at: Date.now(),
      })
      .execute();
    await db().updateTable('exams').set({ is_held: 1 }).where('id', '=', kept.exam.id).execute();
    await page.getByRole('button', { name: '删除录音' }).click();
    await expect(page.getByRole('alert')).toContainText('预览之后要删除的录音有变化');
    // Behind an open question nothing is read out.
    await page.getByRole('link', { name: '取消', exact: true }).click();
    await expect(page.getByRole('row', { name: /去年期末.*复查/ }).first()).toBeVisible();
  });
}
