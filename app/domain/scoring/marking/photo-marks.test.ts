import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { getAttemptView } from '~/domain/attempt/attempt.queries.server';
import { countingPhotos } from '~/domain/attempt/photo.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeFile,
  makeStudent,
  makeTeacher,
  makeWrittenQuestion,
  type MadeExam,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { arrangePhoto, editPhotoMarks, markByForm } from './photo-marks.commands.server';
import { getPhotoDesk } from './photo-marks.queries.server';
import type { Shape } from './photo-marks.rules';
import { getOwnResult } from '../result/result.queries.server';
import { saveScore } from './scoring.commands.server';
import { getScoring } from './scoring.queries.server';

useDatabase();

const NOW = 1_800_000_000_000;
const tick: Shape = { kind: 'tick', at: [0.2, 0.3] };
const cross: Shape = { kind: 'cross', at: [0.7, 0.8] };

let owner: Actor;
let examiner: Actor;
let stranger: Actor;
let student: Actor;
let exam: MadeExam;
let attemptId: number;
let itemId: number;
let photos: number[];

beforeEach(async () => {
  owner = actorOf(await makeTeacher({ name: '周敏' }));
  const other = await makeTeacher({ name: '陈磊' });
  examiner = actorOf(other);
  stranger = actorOf(await makeTeacher());
  const classroom = await makeClassroom({ teacher: owner });
  student = actorOf(await makeStudent({ classroom_id: classroom.id }));
  exam = await makeExam({
    owner,
    classrooms: [classroom],
    written: [await makeWrittenQuestion({ owner, points: 20, body: { markingPoints: [] } })],
    examiners: [{ teacher: other, part: 'written' }],
    status: 'closed',
    now: NOW - 3 * 3_600_000,
  });
  attemptId = (await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW })).id;
  itemId = exam.items[0]?.id ?? 0;
  photos = [];
  for (let position = 1; position <= 3; position += 1) {
    const file = await makeFile({ owner: student, width: 800, height: 600 });
    const { id } = await db()
      .insertInto('photos')
      .values({
        attempt_id: attemptId,
        item_id: itemId,
        file_id: file.id,
        position,
        received_at: NOW,
        outcome: position === 3 ? 'refused' : 'saved',
        removed_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    photos.push(id);
  }
});

const photo = (index = 0) => photos[index] ?? 0;
const add = (shape: Shape, version: number, actor = owner, index = 0) =>
  editPhotoMarks(actor, { photoId: photo(index), version, edit: { kind: 'add', shape } }, NOW);
const audits = (action: string) => db().selectFrom('audit_entries').selectAll().where('action', '=', action).execute();
const score = (actor: Actor, isFinal: boolean, version = 0) =>
  saveScore(actor, { attemptId, marks: [{ itemId, points: '15' }], comment: '', isFinal, version }, NOW);

describe('marks', () => {
  test('are the examiner’s own, saved beside the score, one audit entry a save', async () => {
    expect(await add(tick, 0)).toEqual({ shapes: [tick], version: 1 });
    expect(await add(cross, 1)).toEqual({ shapes: [tick, cross], version: 2 });
    expect(await add(cross, 0, examiner)).toEqual({ shapes: [cross], version: 1 });
    expect(await db().selectFrom('scores').selectAll().execute()).toEqual([]);
    expect(await audits('score.photo_marks')).toHaveLength(3);
    // Before the own score nobody sees another's, the owner does after it; an examiner never.
    expect((await getPhotoDesk(owner, photo(), NOW)).photo).toMatchObject({
      own: { shapes: [tick, cross], version: 2 },
      others: [],
    });
    await score(owner, true);
    expect((await getPhotoDesk(owner, photo(), NOW)).photo).toMatchObject({
      others: [{ examinerName: '陈磊', shapes: [cross] }],
    });
    expect((await getPhotoDesk(examiner, photo(), NOW)).photo).toMatchObject({ own: { shapes: [cross] }, others: [] });
    const paper = await getScoring(owner, { attemptId, classId: 0 }, NOW);
    expect(paper.items[0]?.photos.map((one) => one.own.shapes.length)).toEqual([2, 0]);
  });

  test('a second window is told, with what is stored', async () => {
    await add(tick, 0);
    await expect(add(cross, 0)).rejects.toMatchObject({
      code: 'conflict',
      data: { extra: { shapes: [tick], version: 1 } },
    });
    const same = { photoId: photo(), version: 0, edit: { kind: 'replace' as const, shapes: [tick] } };
    expect(await editPhotoMarks(owner, same, NOW)).toEqual({ shapes: [tick], version: 1 });
    const undo = { photoId: photo(), version: 1, edit: { kind: 'remove' as const, index: null } };
    expect(await editPhotoMarks(owner, undo, NOW)).toEqual({ shapes: [], version: 2 });
  });

  test('only who scores the paper, only on photos that count, not after the release', async () => {
    await expect(add(tick, 0, stranger)).rejects.toMatchObject({ code: 'not_found' });
    await expect(add(tick, 0, student)).rejects.toMatchObject({ code: 'not_found' });
    await expect(add(tick, 0, owner, 2)).rejects.toMatchObject({ code: 'not_found' });
    await expect(getPhotoDesk(owner, photo(2), NOW)).rejects.toMatchObject({ code: 'not_found' });
    await expect(getPhotoDesk(stranger, photo(), NOW)).rejects.toMatchObject({ code: 'not_found' });
    await db().updateTable('exams').set({ status: 'released' }).where('id', '=', exam.id).execute();
    await expect(add(tick, 0)).rejects.toMatchObject({ code: 'conflict' });
    await expect(arrangePhoto(owner, { photoId: photo(), rotation: 90 }, NOW)).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('no more than 200', async () => {
    const shapes = Array.from({ length: 200 }, () => tick);
    await editPhotoMarks(owner, { photoId: photo(), version: 0, edit: { kind: 'replace', shapes } }, NOW);
    await expect(add(cross, 1)).rejects.toMatchObject({ code: 'conflict', message: /最多 200 处/ });
  });

  test('the student sees those of final scores, after the release', async () => {
    await add(tick, 0);
    await add(cross, 0, examiner);
    await score(owner, true);
    await score(examiner, false);
    await db().updateTable('exams').set({ status: 'released' }).where('id', '=', exam.id).execute();
    const result = await getOwnResult(student, exam.id, NOW);
    const items = result.isReleased ? result.parts.flatMap((part) => part.items) : [];
    expect(items.map((item) => item.photoMarks)).toEqual([[[tick], []]]);
    expect(items[0]).not.toHaveProperty('latePhotos');
  });
});

describe('by the plain form', () => {
  const click = (tool: 'tick' | 'line' | 'text', x: number, y: number, more: object = {}) =>
    markByForm(
      owner,
      { _intent: 'mark', photoId: photo(), version: 0, tool, 'at.x': x, 'at.y': y, width: 600, height: 800, ...more },
      NOW,
    );

  test('a click on the turned picture', async () => {
    await arrangePhoto(owner, { photoId: photo(), rotation: 90 }, NOW);
    expect(await click('tick', 300, 200)).toEqual({ shapes: [{ kind: 'tick', at: [0.25, 0.5] }], version: 1 });
  });

  test('a line by two clicks', async () => {
    expect(await click('line', 60, 80)).toEqual({ from: [0.1, 0.1] });
    expect(await click('line', 540, 80, { from: '0.1,0.1' })).toMatchObject({
      shapes: [{ kind: 'line', from: [0.1, 0.1], to: [0.9, 0.1] }],
    });
  });

  test('a key press says nowhere, a text needs words, a place is enough', async () => {
    await expect(click('tick', 0, 0)).rejects.toMatchObject({ code: 'invalid', fields: { place: /选一个位置/ } });
    await expect(click('text', 5, 5, { text: ' ' })).rejects.toMatchObject({ fields: { text: /先写/ } });
    expect(await click('text', 0, 0, { text: '很好', place: 4 })).toMatchObject({
      shapes: [{ kind: 'text', at: [0.5, 0.5], text: '很好' }],
    });
  });
});

test('examiners turn and move photos for everybody; the receipt stays, the audit log knows', async () => {
  await arrangePhoto(examiner, { photoId: photo(1), rotation: 270 }, NOW);
  await arrangePhoto(examiner, { photoId: photo(1), place: 1 }, NOW);
  await arrangePhoto(examiner, { photoId: photo(1), place: 1 }, NOW);
  const seen = await countingPhotos({ id: attemptId }, itemId);
  expect(seen.map((one) => [one.id, one.rotation])).toEqual([
    [photo(1), 270],
    [photo(0), 0],
  ]);
  expect(await audits('score.arrange_photo')).toHaveLength(2);
  expect(await getAttemptView(attemptId)).toMatchObject({ state: 'submitted', receiptRevision: 0 });
  await expect(arrangePhoto(stranger, { photoId: photo(), rotation: 90 }, NOW)).rejects.toMatchObject({
    code: 'not_found',
  });
});
