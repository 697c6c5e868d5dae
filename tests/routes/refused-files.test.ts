import { beforeAll, expect, test } from 'vitest';
import type { UserRow } from '~/domain/user/user.queries.server';
import { sessionCookie } from '~/http/session.server';
import { loader as census } from '~/routes/census.export';
import { loader as consistency } from '~/routes/examination.scoreexamination.consistency_.export';
import { loader as scores } from '~/routes/examination.scoreexamination.export';
import { loader as chart } from '~/routes/census.chart';
import { loader as logo } from '~/routes/logo';
import { loader as resource } from '~/routes/resource.file.$id';
import { loader as waveform } from '~/routes/waveform.$id';
import { makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';

useDatabase({ keepRows: true });

let teacher: UserRow;
beforeAll(async () => {
  teacher = await makeTeacher();
});

const FILES = [
  ['/census/export', census, '/census/index'],
  ['/examination/scoreexamination/export', scores, '/examination/scoreexamination/index'],
  ['/examination/scoreexamination/consistency/export', consistency, '/examination/scoreexamination/index'],
] as const;

async function open(address: string, loader: typeof census): Promise<Response> {
  const session = {
    uid: teacher.id,
    role: teacher.user_type,
    version: teacher.session_version,
    renewedAt: Date.now(),
  };
  const headers = { Cookie: (await sessionCookie(session)).split(';')[0] ?? '' };
  const request = new Request(`http://localhost${address}`, { headers });
  return loader({ request, params: {}, context: {} }).catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  });
}

test.each(FILES)('%s of an exam that is not there is a page that says so', async (path, loader) => {
  const response = await open(`${path}?examId=999999`, loader);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8']);
  const page = await response.text();
  expect(page).toContain('找不到这个考试');
  expect(page).toContain('href="/dashboard"');
});

test.each(FILES)('%s without an exam leads to the list', async (path, loader, list) => {
  const response = await open(path, loader);
  expect([response.status, response.headers.get('Location')]).toEqual([302, list]);
});

test('a resource that is not there, or whose address is none, is a page that says so', async () => {
  for (const id of ['999999', 'abc']) {
    const response = await open(`/resource/file/${id}`, (given) => resource({ ...given, params: { id } }));
    expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await response.text()).toContain('找不到这个资源');
  }
});

test.each([
  ['/logo', logo, '找不到这个图片'],
  ['/census/chart?kind=none', chart, '找不到这个图表'],
  ['/waveform/abc', waveform, '找不到这个文件'],
] as const)('the picture %s that is not there is a page that says so', async (address, loader, text) => {
  const response = await open(address, loader);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await response.text()).toContain(text);
});
