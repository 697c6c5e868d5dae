import { makeClassroom, makeReleasedOral, makeStudent, makeTeacher } from '../factories';
import { openZip } from '~/lib/zip.server';
import { readFile } from 'node:fs/promises';
import { expect, signIn, test } from './support/app';

/** A student takes the own data along, the same with script and without. */
export function ownDataStories() {
  test('the own data in one archive, once in ten minutes', async ({ app: _app, page }) => {
    const teacher = await makeTeacher();
    const student = await makeStudent({ classroom_id: (await makeClassroom({ teacher })).id, name: '林可欣' });
    await makeReleasedOral({ teacher, student, percent: 91 });
    await signIn(page, student);
    await page.goto('/users/setting');
    await page.getByRole('link', { name: '导出我的数据' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '导出我的数据' })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: '导出', exact: true }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^我的数据 \d{4}-\d\d-\d\d\.zip$/);
    const zip = openZip(await readFile(await file.path()), { entries: 50, entryBytes: 1e6, totalBytes: 1e7 });
    const index = (await zip.read('打开看.html'))?.toString() ?? '';
    expect(index).toContain('林可欣');
    expect(index).toContain('91 分，优秀');
    await page.goto('/users/export');
    await expect(page.getByText(/十分钟内只能导出一次/)).toBeVisible();
    await expect(page.getByRole('button', { name: '导出', exact: true })).toHaveCount(0);
  });
}
