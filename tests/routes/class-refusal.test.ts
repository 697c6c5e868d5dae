import { createElement } from 'react';
import { expect, test } from 'vitest';
import { ClassConfirm } from '~/components/member/class-confirm';
import { db } from '~/db/db.server';
import { sessionCookie } from '~/http/session.server';
import { loader } from '~/routes/_app.member.class.index';
import { makeClassroom, makeExam, makeTeacher, makeTheoryQuestion } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { drawn } from '~tests/support/drawn';

/** 班级管理 asks only what it would do. */

useDatabase();

test('a class with an exam that is not over is neither deleted nor graduates: the reason stands where the question would', async () => {
  const teacher = await makeTeacher();
  const classroom = await makeClassroom({ teacher });
  const written = [await makeTheoryQuestion({ owner: teacher })];
  const exam = await makeExam({ owner: teacher, classrooms: [classroom], written, name: '期中笔试' });
  const { id: uid, user_type: role, session_version: version } = teacher;
  const cookie = (await sessionCookie({ uid, role, version, renewedAt: Date.now() })).split(';')[0] ?? '';
  const page = async (confirm: string) => {
    const address = `/member/class/index?confirm=${confirm}&ids=${classroom.id}`;
    const request = new Request(`http://localhost${address}`, { headers: { Cookie: cookie } });
    const { asked, intent, obstacle, moveTargets } = await loader({ request, params: {}, context: {} });
    return drawn(createElement(ClassConfirm, { asked, intent, obstacle, moveTargets, problem: null }), address);
  };
  for (const [confirm, reason] of [
    ['delete', '考试「期中笔试」还没有结束，它的班级不能删除。请在考试结束后再删除。'],
    ['graduate', '考试「期中笔试」还没有结束，请在考试结束后再办理毕业。'],
  ] as const) {
    const html = await page(confirm);
    expect(html).toContain(reason);
    expect(html).toContain('知道了');
    expect(html).not.toContain('<form');
  }
  await db().updateTable('exams').set({ status: 'closed' }).where('id', '=', exam.id).execute();
  expect(await page('delete')).toContain(`将删除「${classroom.name}」`);
});
