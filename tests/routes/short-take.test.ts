import type { ActionFunctionArgs } from '@remix-run/node';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { startAttempt } from '~/domain/attempt/attempt.commands.server';
import { getAttemptView, listTakes, type AttemptView } from '~/domain/attempt/attempt.queries.server';
import { listReceiptNotes } from '~/domain/attempt/receipt-notes.queries.server';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';
import type { UserRow } from '~/domain/user/user.queries.server';
import { formOwnerToken } from '~/http/form-owner.server';
import { startSession } from '~/http/session.server';
import { temporaryDirectory } from '~/lib/temporary-files.server';
import { action as oralAction } from '~/routes/_sit.examination.evaluation.index';
import { action as commonApi } from '~/routes/api.common.upload';
import { action as attemptApi } from '~/routes/api.exam.attempt.$call';
import { actorOf, makeClassroom, makeExam, makeOralQuestion, makeStudent, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { makeToneWav } from '~tests/support/media';

useDatabase();

const HOST = 'kaoping.test';
const SLIP = '不到半秒';

let student: UserRow;
let attempt: AttemptView;
let examId: number;
let itemId: number;
let cookie: string;

beforeEach(async () => {
  await mkdir(temporaryDirectory(), { recursive: true });
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  student = await makeStudent({ classroom_id: classroom.id });
  const oral = await makeOralQuestion({ owner });
  const exam = await makeExam({ owner, classrooms: [classroom], oral, settings: { maxTakes: 1 } });
  examId = exam.id;
  itemId = exam.items[0]?.id ?? 0;
  attempt = await startAttempt(actorOf(student), { examId, part: 'oral' }, Date.now());
  const session = { id: student.id, userType: student.user_type, sessionVersion: student.session_version };
  const at = new Request(`http://${HOST}/login`, { headers: { Host: HOST } });
  cookie = (await startSession(at, session)).split(';')[0] ?? '';
});

function post(url: string, fields: Record<string, string>, file?: Blob, params = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file) form.append('file', file, '录音.wav');
  const headers = { Host: HOST, Accept: 'text/html', Cookie: cookie };
  const request = new Request(`http://${HOST}${url}`, { method: 'POST', headers, body: form });
  return { request, params, context: {} } as ActionFunctionArgs;
}

async function tone(seconds: number): Promise<Blob> {
  const file = await makeToneWav(path.join(temporaryDirectory(), `tone-${seconds}.wav`), seconds);
  return new Blob([await readFile(file)], { type: 'audio/wav' });
}

const url = () => `/examination/evaluation/index?id=${examId}`;
const send = (file: Blob) => {
  const own = { _for: formOwnerToken(student, Date.now()), attemptId: String(attempt.id) };
  return oralAction(post(url(), { ...own, _intent: 'upload', itemId: String(itemId) }, file));
};
const upload = async (seconds: number) => send(await tone(seconds));
const notes = async () => (await listReceiptNotes(await getAttemptView(attempt.id))).map((note) => note.text);

test('a file under half a second, sent by the page’s form, is refused with a sentence and uses up nothing', async () => {
  const refused = await upload(0.3);
  expect(JSON.stringify(refused)).toContain(SLIP);
  expect(await listTakes(attempt.id)).toEqual([]);
  expect(await notes()).toEqual([expect.stringContaining(SLIP)]);
  // The one take that is allowed is still free, and the receipt then says first that it counts.
  await upload(0.8);
  expect(await listTakes(attempt.id)).toMatchObject([{ number: 1, isChosen: true }]);
  expect(await notes()).toEqual([
    expect.stringMatching(new RegExp(`^第 1 条计分，不受影响；“录音.wav”没有收下：.*${SLIP}`)),
  ]);
});

test('a file that is too large is refused on the page itself, where another can be chosen', async () => {
  const refused = await send(new Blob([new Uint8Array(MAX_FILE_BYTES.audio + 2)]));
  expect(refused).toMatchObject({ data: { fieldErrors: { file: expect.stringContaining('文件太大了') as string } } });
  expect(await listTakes(attempt.id)).toEqual([]);
});

test('the same by the API: the file is stored, as a take it is refused', async () => {
  const stored = await commonApi(post('/api/common/upload', { type: 'audio' }, await tone(0.3)));
  const { data } = (await stored.json()) as { data: { id: string } };
  const take = { attemptId: String(attempt.id), itemId: String(itemId), fileId: data.id, chosen: '1' };
  const refused = await attemptApi(post('/api/exam/attempt/take', take, undefined, { call: 'take' }));
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ success: false, message: expect.stringContaining(SLIP) as string });
  expect(await listTakes(attempt.id)).toEqual([]);
});
