import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import {
  PASSWORD,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
  type MadeExam,
} from '~tests/factories';
import { startBuiltApp, type BuiltApp } from '~tests/support/built-app';
import { useDatabase } from '~tests/support/db';

/** What `/formula` draws for somebody is what was sent to them; it tells nothing of any other text. */

useDatabase({ keepRows: true });

let app: BuiltApp;
let [teacher, sitting, waiting, outsider]: UserRow[] = [];
let exam: MadeExam;
const cookies = new Map<number, string>();

const [SHOWN, HIDDEN, NOWHERE] = ['\\frac{p}{2}=7', 'p=14', 'p=15'];

beforeAll(async () => {
  app = await startBuiltApp();
  teacher = await makeTeacher();
  const classroom = await makeClassroom({ teacher });
  sitting = await makeStudent({ classroom_id: classroom.id });
  waiting = await makeStudent({ classroom_id: classroom.id });
  outsider = await makeStudent();
  const pen = await makeWrittenQuestion({
    owner: teacher,
    body: {
      prompt: `解 $${SHOWN}$。`,
      referenceAnswer: `得 $${HIDDEN}$`,
      markingPoints: [{ text: `写出 $${HIDDEN}$`, points: 10 }],
    },
  });
  const blank = await makeTheoryQuestion({
    owner: teacher,
    kind: 'cloze',
    body: { stem: `解 $${SHOWN}$，得____`, blanks: [[`$${HIDDEN}$`]], analysis: `$${HIDDEN}$` },
  });
  exam = await makeExam({ owner: teacher, classrooms: [classroom], written: [pen, blank] });
  await makeAttempt({ exam, student: sitting, part: 'written' });
});
afterAll(() => app.stop());

async function get(path: string, user: UserRow | undefined, init: RequestInit = {}) {
  if (!user) return app.send(path, init);
  const cookie = cookies.get(user.id) ?? (await app.signIn(user.account, PASSWORD));
  cookies.set(user.id, cookie);
  return app.send(path, { ...init, cookie });
}

const formulaPath = (tex = '') => `/formula?tex=${encodeURIComponent(tex)}`;

/** Everything that an answer tells, but for the formula itself and the time of day. */
async function told(tex: string | undefined, user: UserRow | undefined, init?: RequestInit) {
  const answer = await get(formulaPath(tex), user, init);
  const headers = [...answer.headers].filter(([name]) => name !== 'date');
  return { status: answer.status, headers, body: (await answer.text()).replaceAll(tex ?? '', 'TEX') };
}

async function isDrawn(tex: string | undefined, user: UserRow | undefined): Promise<boolean> {
  const answer = await get(formulaPath(tex), user);
  expect([answer.status, answer.headers.get('Vary')]).toEqual([200, expect.stringContaining('Cookie')]);
  const isDrawing = (await answer.text()).includes('<path');
  expect(answer.headers.get('Cache-Control')).toBe(isDrawing ? 'private, max-age=43200' : 'no-store');
  return isDrawing;
}

const sittingPage = () => `/examination/evaluation/written?id=${exam.id}`;
const READS: [string, RequestInit][] = [
  ['a plain question', {}],
  ['for the head alone', { method: 'HEAD' }],
  ['for a part', { headers: { Range: 'bytes=0-9' } }],
  ['whether it changed', { headers: { 'If-None-Match': '*', 'If-Modified-Since': new Date().toUTCString() } }],
];

describe('a formula of an answer that is not out', () => {
  beforeAll(async () => {
    // Its teacher has seen it drawn, so that whatever is kept of drawings has it.
    expect((await get(`/examination/preview/paper?id=${exam.id}`, teacher)).status).toBe(200);
    expect(await isDrawn(HIDDEN, teacher)).toBe(true);
    expect((await get(sittingPage(), sitting)).status).toBe(200);
    expect((await get(`/examination/preview?id=${exam.id}`, waiting)).status).toBe(200);
  });

  test.each(READS)('is answered as one that stands nowhere, asked %s', async (_, init) => {
    for (const student of [sitting, waiting, outsider]) {
      expect(await told(HIDDEN, student, init)).toEqual(await told(NOWHERE, student, init));
    }
    expect((await told(HIDDEN, sitting)).status).toBe(200);
  });

  test('that of the paper itself is drawn for those who have it in hand, and for nobody else', async () => {
    expect(await isDrawn(SHOWN, sitting)).toBe(true);
    expect(await isDrawn(SHOWN, waiting)).toBe(false);
    expect(await isDrawn(SHOWN, outsider)).toBe(false);
  });

  test('a teacher sees drawn what was sent to them, and typed what was not', async () => {
    expect(await isDrawn(NOWHERE, teacher)).toBe(false);
    expect(await isDrawn(HIDDEN, await makeTeacher())).toBe(false);
  });

  test('guesses in a question of one’s own are drawn alike, by themselves, and say nothing of the answer', async () => {
    for (const tex of [HIDDEN, NOWHERE]) {
      const own = await makeTheoryQuestion({ owner: outsider ?? { id: 0 }, kind: 'short', body: { stem: `$${tex}$` } });
      expect(await isDrawn(tex, outsider)).toBe(false);
      expect((await get(`/api/exam/theory/get?id=${own.id}`, outsider)).status).toBe(200);
      expect(await isDrawn(tex, outsider)).toBe(true);
    }
    const [hidden, nowhere] = [await told(HIDDEN, outsider), await told(NOWHERE, outsider)];
    expect(hidden.status).toBe(nowhere.status);
    const names = ({ headers }: typeof hidden) => headers.map(([name]) => name);
    expect(names(hidden)).toEqual(names(nowhere));
    // Others have not become able to tell by it.
    expect(await told(HIDDEN, waiting)).toEqual(await told(NOWHERE, waiting));
    // Only what stands in the papers themselves is kept for more than one.
    expect(await db().selectFrom('formulas').select('hash').execute()).toHaveLength(1);
  });

  test('an answer of one’s own says nothing either', async () => {
    const [item] = exam.items.filter(({ question_id }) => question_id !== null);
    const attempt = await db()
      .selectFrom('attempts')
      .select('id')
      .where('student_id', '=', sitting?.id ?? 0)
      .executeTakeFirstOrThrow();
    const value = JSON.stringify({ text: `$${HIDDEN}$ 或 $${NOWHERE}$` });
    const row = { attempt_id: attempt.id, item_id: item?.id ?? 0, value, revision: 1, saved_at: Date.now() };
    await db().insertInto('answers').values(row).execute();
    await (await get(sittingPage(), sitting)).text();
    expect([await isDrawn(HIDDEN, sitting), await isDrawn(NOWHERE, sitting)]).toEqual([true, true]);
  });
});

test('once it is out, it is drawn for those who get it, by a page or by its data alone', async () => {
  const past = Date.now() - 60_000;
  const over = { end_time: past, upload_end_time: past, status: 'released' as const, released_at: past };
  await db().updateTable('exams').set(over).where('id', '=', exam.id).execute();
  await db()
    .updateTable('attempts')
    .set({ state: 'submitted', submitted_at: past })
    .where('exam_id', '=', exam.id)
    .execute();
  await db().deleteFrom('answers').execute();
  const late = await makeStudent({ classroom_id: sitting?.classroom_id ?? null });
  await makeAttempt({ exam, student: late, part: 'written', state: 'submitted' });
  expect(await isDrawn(HIDDEN, late)).toBe(false);
  const data = await get(`/examination/record_page/index.data?examId=${exam.id}`, late);
  expect(await data.text()).toContain(HIDDEN);
  expect(await isDrawn(HIDDEN, late)).toBe(true);
  expect(await isDrawn(HIDDEN, waiting)).toBe(false);
});

test('nobody who is not signed in gets any', async () => {
  const answer = await get(formulaPath(SHOWN), undefined);
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, expect.stringContaining('/login')]);
});
