import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { FORMAT_ORDER } from '~/domain/question-bank/formats/format-info.rules';
import { saveRubric } from '~/domain/scoring/marking/rubric.commands.server';
import { addGroup } from '~/domain/teaching-group/group.commands.server';
import { openZip } from '~/lib/zip.server';
import { PASSWORD, actorOf, makeComment } from '~tests/factories';
import { startBuiltApp, type BuiltApp } from '~tests/support/built-app';
import { useDatabase } from '~tests/support/db';
import { PEOPLE, ROUTES, type Person } from './access-table';
import { makeWorld, type World } from './access-world';

/**
 * Every word that somebody wrote (names, titles, options, comments, the names of files) tries to be markup, a link that
 * runs, a header or a formula: on every page and in every file it is what was written, and nothing runs.
 */

useDatabase({ keepRows: true });

const BEFORE = "=1+cmd|'/C calc'!A1 ";
const BEHIND =
  '"><img src=x onerror=alert(1)></script><script>alert(2)</script><!--\' [x](javascript:alert(3)) ]]>&amp;\r\nX-Evil: 1';

let app: BuiltApp;
let world: World;

const isJson = (text: string) => /^[[{]/.test(text);
/** What a person wrote is Chinese in this world; what the program wrote is not. */
const isWritten = (text: string) => /[\u4e00-\u9fff]/.test(text) && !text.includes(BEHIND);

function spoil(value: unknown): unknown {
  if (typeof value === 'string') return isWritten(value) ? `${BEFORE}${value}${BEHIND}` : value;
  if (Array.isArray(value)) return value.map(spoil);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, spoil(one)]));
}

/** Chosen from a list, never typed. */
const CHOSEN = new Set(['users.gender', 'classrooms.grade']);

/** Every text that stands in the database. @returns in how many places */
async function spoilAll(): Promise<number> {
  let places = 0;
  for (const { name: table, columns } of await db().introspection.getTables()) {
    for (const { name: column, dataType } of columns) {
      if (!/text|char/i.test(dataType) || CHOSEN.has(`${table}.${column}`)) continue;
      const { rows } = await sql<{ was: string }>`
        select distinct ${sql.ref(column)} as was from ${sql.table(table)} where ${sql.ref(column)} is not null
      `.execute(db());
      for (const { was } of rows) {
        const is = isJson(was) ? JSON.stringify(spoil(JSON.parse(was))) : (spoil(was) as string);
        if (is === was) continue;
        places += 1;
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${is} where ${sql.ref(column)} = ${was}`.execute(
          db(),
        );
      }
    }
  }
  return places;
}

async function post(person: Person, url: string, fields: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(fields);
  const { status } = await app.send(url, { method: 'POST', body, cookie: world.cookies[person] });
  expect([200, 302, 303], `${url} ${fields._intent}`).toContain(status);
}

/** What the world has not: a group, a rubric, a kept comment, an announcement, comments on a work, a directory. */
async function addMore(): Promise<void> {
  const { teacher, student, otherTeacher, running, work, thread } = world;
  await addGroup(actorOf(teacher), { name: '语文组', teacherIds: [otherTeacher.id] }, Date.now());
  await makeComment({ work, author: student, text: '讲得真好' });
  const examId = String(running.id);
  const comments = `/examination/scoreexamination/comments?examId=${examId}`;
  await post('teacher', comments, { _intent: 'save', text: '语速适中', part: '' });
  await post('teacher', `/examination/board?examId=${examId}`, {
    _intent: 'announce',
    id: examId,
    part: 'written',
    text: '请看第三题',
  });
  await post('teacher', `/dynamic/interact/${thread.id}`, { _intent: 'reply', text: '答案在课本里' });
  await post('teacher', '/question_bank/theory/index', { _intent: 'addDir', name: '第一章' });
  await post('teacher', '/users/colleagues', { _intent: 'invite', note: '英语组的新同事' });
  const criteria = [
    { id: 'a', name: '流利', hint: '少停顿', points: 60 },
    { id: 'b', name: '准确', hint: '', points: 40 },
  ];
  const rubric = { kind: 'criteria' as const, name: '两项评分', criteria };
  await saveRubric(actorOf(teacher), { examId: running.id, part: 'oral', version: 0, rubric }, Date.now());
}

beforeAll(async () => {
  app = await startBuiltApp();
  world = await makeWorld(app);
  await addMore();
  expect(await spoilAll()).toBeGreaterThan(60);
});
afterAll(() => app.stop());

/** Ends the session, or is made once in ten minutes. */
const LEFT_OUT = new Set(['routes/logout', 'routes/lite']);

async function open(person: Person, url: string, init: RequestInit = {}) {
  const response = await app.send(url, { ...init, cookie: world.cookies[person] });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

/** What is wrong with the text of a page or of a part of an archive; '' when nothing is. */
function faultOf(text: string): string {
  const at = text.search(/<img src=x|<script>alert|\s(?:href|src|action|formaction|data)="\s*javascript:/i);
  return at < 0 ? '' : text.slice(Math.max(0, at - 200), at + 100);
}

const TOKEN = /^(?:inline|attachment); filename="[ !#-[\]-~]*"; filename\*=UTF-8''(?:[\w!#$&+.^`|~-]|%[\dA-F]{2})+$/;

async function assertWellFormed(url: string, { headers, bytes, status }: Awaited<ReturnType<typeof open>>) {
  expect(status, url).toBeLessThan(500);
  expect(headers.get('X-Evil'), url).toBeNull();
  const name = headers.get('Content-Disposition');
  if (name !== null) expect(name, url).toMatch(TOKEN);
  const type = headers.get('Content-Type') ?? '';
  if (/zip|officedocument/.test(type)) await assertArchive(url, bytes);
  // A text that is saved is no page.
  else if (/html|svg|xml/.test(type)) expect(faultOf(bytes.toString('utf8')), url).toBe('');
  else if (status === 200 && !name?.startsWith('attachment')) expect(type, url).not.toMatch(/^$|octet-stream$/);
}

async function assertArchive(url: string, bytes: Buffer) {
  const zip = openZip(bytes, { entries: 5000, entryBytes: 64 * 1024 * 1024, totalBytes: 256 * 1024 * 1024 });
  for (const entry of zip.names) {
    expect(entry, url).not.toMatch(/^\/|\.\.|\\|[\0-\x1f]/);
    if (!/\.(xml|rels|html)$/.test(entry)) continue;
    const text = (await zip.read(entry))?.toString('utf8') ?? '';
    expect(faultOf(text), `${url} ${entry}`).toBe('');
    // A cell is what was written, not what is worked out from it.
    if (entry.startsWith('xl/worksheets/')) expect(text, `${url} ${entry}`).not.toMatch(/<f[ >/]/);
  }
}

const WALKED = Object.entries(ROUTES).filter(([id]) => !LEFT_OUT.has(id));

describe('odd words', () => {
  test.each(WALKED)('on %s', async (_id, { url, get }) => {
    const address = typeof url === 'function' ? url(world) : url;
    for (const [at, person] of PEOPLE.entries()) {
      if (get[at] !== 'ok') continue;
      await assertWellFormed(`${person} ${address}`, await open(person, address));
    }
  });

  test.each(FORMAT_ORDER)('in questions exported as %s', async (format) => {
    for (const bank of ['oral', 'pen', 'theory'] as const) {
      const kind = bank === 'pen' ? 'written' : bank;
      const url = `/question_bank/export?bank=${kind}&ids=${world[bank].id}&format=${format}`;
      await assertWellFormed(url, await open('teacher', url));
    }
  });

  test('in what a student takes along', async () => {
    const taken = await open('student', '/users/export/download', { method: 'POST' });
    expect(taken.status).toBe(200);
    await assertWellFormed('/users/export/download', taken);
  });

  test('in the trouble of a form, which gives back what was typed', async () => {
    const typed = `${BEFORE}${BEHIND}`;
    for (const [url, fields] of [
      ['/login', { account: typed, password: typed }],
      ['/forget', { account: typed, name: typed }],
      [`/login?redirectTo=${encodeURIComponent('javascript:alert(3)')}`, { account: typed, password: PASSWORD }],
    ] as const) {
      const body = new URLSearchParams(fields);
      await assertWellFormed(url, await open('nobody', url, { method: 'POST', body }));
    }
    const names = ['id', 'name', 'title', 'keyword', 'bank', 'tab', 'redirectTo', 'token', 'sort', 'format', 'part'];
    const query = new URLSearchParams(names.map((name) => [name, typed])).toString();
    for (const path of [
      '/login',
      '/forget',
      '/no/such/page',
      '/test',
      '/question_bank/theory/index',
      '/member/class/index',
    ]) {
      await assertWellFormed(path, await open('teacher', `${path}?${query}`));
    }
  });
});
