import { beforeEach, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import {
  makeAttempt,
  makeClassroom,
  makeExam,
  makeFile,
  makeStudent,
  makeTeacher,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Fields } from './client';
import { useServer } from './server';

useDatabase();
const server = useServer();

async function send(path: string, as: UserRow | null, body?: Fields) {
  const client = await server.as(as);
  return body ? client.postJson(`/${path}`, body) : client.get(`/${path}`);
}

let owner: UserRow;
let student: UserRow;
let attemptId: number;
let photos: { id: number; fileId: string }[];

beforeEach(async () => {
  owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  student = await makeStudent({ classroom_id: classroom.id });
  const exam = await makeExam({ owner, classrooms: [classroom], written: [await makeWrittenQuestion({ owner })] });
  attemptId = (await makeAttempt({ exam, student, part: 'written', state: 'submitted' })).id;
  photos = [];
  for (const position of [1, 2]) {
    const file = await makeFile({ owner: student });
    const values = {
      attempt_id: attemptId,
      item_id: exam.items[0]?.id ?? 0,
      file_id: file.id,
      position,
      received_at: Date.now(),
      outcome: 'saved',
      removed_at: null,
    };
    const { id } = await db().insertInto('photos').values(values).returning('id').executeTakeFirstOrThrow();
    photos.push({ id, fileId: file.id });
  }
});

const photoId = (index: number) => photos[index]?.id ?? 0;

test('POST /exam/attempt/photoTurn and photoMove: the photos of the item, as they are shown', async () => {
  const turned = await send('exam/attempt/photoTurn', student, { attemptId, photoId: photoId(0), rotation: 90 });
  expect(turned).toMatchObject({ status: 200, body: { code: 200, success: true } });
  expect(turned.body.data).toMatchObject([
    { id: photoId(0), rotation: 90, url: `/api/file/${photos[0]?.fileId}?rotate=90` },
    { id: photoId(1), rotation: 0, url: `/api/file/${photos[1]?.fileId}` },
  ]);
  const moved = await send('exam/attempt/photoMove', student, { attemptId, photoId: photoId(1), place: 1 });
  expect(moved.body.data).toMatchObject([{ id: photoId(1) }, { id: photoId(0) }]);
  const wrong = { attemptId, photoId: photoId(0), rotation: 45 };
  expect(await send('exam/attempt/photoTurn', student, wrong)).toMatchObject({ status: 400, body: { success: false } });
  expect((await send('exam/attempt/photoTurn', owner, { ...wrong, rotation: 90 })).status).toBe(403);
  expect((await send('exam/attempt/photoMove', null, { attemptId, photoId: photoId(0), place: 1 })).status).toBe(401);
});

test('POST /exam/score/photoMarks and photoArrange; GET /exam/score/get carries rotation and marks', async () => {
  const shapes = [
    { kind: 'tick', at: [0.2, 0.3] },
    { kind: 'text', at: [0.5, 0.5], text: '很好' },
  ];
  const saved = await send('exam/score/photoMarks', owner, { photoId: photoId(0), version: 0, shapes });
  expect(saved).toMatchObject({ status: 200, body: { data: { shapes, version: 1 } } });
  expect(await send('exam/score/photoMarks', owner, { photoId: photoId(0), version: 0, shapes: [] })).toMatchObject({
    status: 409,
    body: { success: false, data: { shapes, version: 1 } },
  });
  const bad = { photoId: photoId(0), version: 1, shapes: [{ kind: 'tick', at: [2, 0] }] };
  expect((await send('exam/score/photoMarks', owner, bad)).status).toBe(400);
  expect((await send('exam/score/photoMarks', await makeTeacher(), { ...bad, shapes: [] })).status).toBe(404);
  expect((await send('exam/score/photoMarks', student, { ...bad, shapes: [] })).status).toBe(403);

  const arranged = await send('exam/score/photoArrange', owner, { photoId: photoId(0), rotation: 180, place: 2 });
  expect(arranged).toMatchObject({ status: 200, body: { data: { id: photoId(0), rotation: 180, position: 2 } } });
  const paper = await send(`exam/score/get?attemptId=${attemptId}`, owner);
  expect((paper.body.data as { items: { photos: unknown }[] }).items[0]?.photos).toMatchObject([
    { id: photoId(1), rotation: 0, marks: [], marksVersion: 0, otherMarks: [] },
    { id: photoId(0), rotation: 180, marks: shapes, marksVersion: 1, otherMarks: [] },
  ]);
});
