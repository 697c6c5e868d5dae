import { writeFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import type { FileUse } from '~/domain/file/file.rules';
import { listTakes } from '~/domain/attempt/attempt.queries.server';
import { removeUnusedFiles, useFile } from '~/domain/file/file.commands.server';
import { getReadableFile, listFiles, requireOwnFiles } from '~/domain/file/file.queries.server';
import { listWaveforms } from '~/domain/file/waveform.server';
import { putSchool } from '~/domain/school/store.commands.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import { resetEnv } from '~/lib/env.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import { storage } from '~/storage/storage.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeStudent,
  makeTake,
  makeTeacher,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { startS3Server } from '~tests/support/s3';
import { getExamRecordings } from './hold.queries.server';
import { holdRecordings } from './hold.commands.server';
import { removeExpired, retainRecordings, setAutomatic } from './retention.commands.server';
import { getAutomation, getRetentionPage, listExpiredRecordings } from './retention.queries.server';
import { DAY_MS } from './retention.rules';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 4);
const THEN = NOW - 401 * DAY_MS;

/** A recording with its bytes, and what it is used in. */
async function record(owner: { id: number }, uses: [FileUse, number][], createdAt = THEN): Promise<string> {
  const { id } = await makeFile({ owner, kind: 'audio', created_at: createdAt });
  const bytes = temporaryPath();
  await writeFile(bytes, '声音');
  await storage().put(id, bytes);
  for (const [use, refId] of uses) await useFile(id, use, refId);
  return id;
}

/** An exam of 401 days ago, released, with one student's recording. */
async function makeOldExam(input: Partial<Parameters<typeof makeExam>[0]> = {}, createdAt = THEN) {
  const owner = await makeTeacher({ name: '周敏' });
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const oral = await makeOralQuestion({ owner });
  const exam = await makeExam({ owner, classrooms: [classroom], oral, status: 'released', now: THEN, ...input });
  const state = exam.status === 'published' ? 'in_progress' : 'scored';
  const attempt = await makeAttempt({ exam, student, part: 'oral', state, percent: 88, now: THEN });
  const fileId = await record(student, [['attempt', attempt.id]], createdAt);
  await makeTake({ attempt, itemId: exam.items[0]?.id ?? 0, owner: student, fileId });
  return { owner, classroom, student, exam, attempt, fileId };
}

const removedAt = async (id: string) =>
  (await db().selectFrom('files').select('removed_at').where('id', '=', id).executeTakeFirstOrThrow()).removed_at;
const state = async (id: string) => ({
  isMarked: (await removedAt(id)) !== null,
  isThere: await storage().exists(id),
});
const GONE = { isMarked: true, isThere: false };
const KEPT = { isMarked: false, isThere: true };

const makeAdmin = async () => actorOf(await makeTeacher({ is_admin: 1, name: '管理员' }));

async function makePractice(student: { id: number }) {
  return db()
    .insertInto('practices')
    .values({
      student_id: student.id,
      question_id: null,
      item_id: null,
      run_id: null,
      bank: 'oral',
      is_right: null,
      score: null,
      self_rating: 5,
      met_points: null,
      created_at: THEN,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

async function makeWork(attempt: { id: number; student_id: number }, workState: string, fileId: string) {
  const { id } = await db()
    .insertInto('works')
    .values({
      student_id: attempt.student_id,
      classroom_id: null,
      attempt_id: attempt.id,
      practice_id: null,
      part: 'oral',
      title: '故宫讲解',
      content: toJson({ fileIds: [fileId], text: '', items: [] }),
      score: 88,
      state: workState,
      decided_by: null,
      decided_at: null,
      pinned_at: null,
      created_at: THEN,
      updated_at: THEN,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await useFile(fileId, 'work', id);
  return id;
}

async function makeThread(student: UserRow, examId: number, lastAuthor: { id: number }) {
  return db()
    .insertInto('threads')
    .values({
      student_id: student.id,
      subject: 'score',
      work_id: null,
      exam_id: examId,
      practice_id: null,
      title: '为什么扣了完整度？',
      created_at: THEN,
      last_post_at: THEN,
      last_author_id: lastAuthor.id,
      closed_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

describe('what goes', () => {
  it('an exam’s recordings after the term: bytes and drawing, never row, take or score; the reader is told the day', async () => {
    const { owner, student, exam, attempt, fileId } = await makeOldExam();
    await db().insertInto('file_waveforms').values({ file_id: fileId, peaks: '[]', pauses: '[]' }).execute();
    const expired = await listExpiredRecordings(NOW);
    expect(expired.total).toEqual({ count: 1, bytes: 1000, oldest: THEN });
    expect(expired.exams).toMatchObject([{ examId: exam.id, count: 1, kept: null, ownerName: '周敏' }]);
    expect(await state(fileId)).toEqual(KEPT);

    const admin = await makeAdmin();
    expect((await removeExpired(admin, { before: expired.before, expected: 1 }, NOW)).count).toBe(1);
    expect(await state(fileId)).toEqual(GONE);
    expect(await listTakes(attempt.id)).toMatchObject([{ fileId, isChosen: true, removedOn: '2026-11-21' }]);
    const after = await db().selectFrom('attempts').select('percent').where('id', '=', attempt.id).execute();
    expect(after).toEqual([{ percent: 88 }]);
    expect((await listWaveforms([fileId], 0)).size).toBe(0);
    for (const reader of [owner, student]) {
      await expect(getReadableFile(actorOf(reader), fileId, NOW)).rejects.toMatchObject({
        code: 'gone',
        message: '录音已按学校规定于 2026-11-21 删除。',
      });
    }
    const stranger = actorOf(await makeStudent());
    await expect(getReadableFile(stranger, fileId, NOW)).rejects.toMatchObject({ code: 'not_found' });
    await expect(requireOwnFiles(actorOf(student), [fileId], 'audio')).rejects.toMatchObject({ code: 'invalid' });
  });

  it('practice, questions to teachers and comments too; never photos, a teacher’s recording or a question’s audio', async () => {
    const student = await makeStudent();
    const practice = await makePractice(student);
    const gone = [
      await record(student, [['practice', practice.id]]),
      await record(student, [['post', 1]]),
      await record(student, [['comment', 1]]),
    ];
    const photo = await makeFile({ owner: student, kind: 'image', created_at: THEN });
    await useFile(photo.id, 'practice', practice.id);
    const kept = [
      await record(student, [['practice', practice.id]], NOW - 399 * DAY_MS),
      await record(await makeTeacher(), [['post', 1]]),
      await record(student, [['question', 1]]),
    ];
    expect(await listExpiredRecordings(NOW)).toMatchObject({ practice: { count: 1 }, interact: { count: 2 } });
    expect((await removeExpired(null, null, NOW)).count).toBe(3);
    for (const id of gone) expect(await state(id)).toEqual(GONE);
    for (const id of kept) expect(await state(id)).toEqual(KEPT);
    expect(await removedAt(photo.id)).toBeNull();
    expect(await listFiles([gone[0] ?? ''])).toMatchObject([{ removedOn: '2026-11-21' }]);
  });

  it('a bucket that does not answer is asked once, not for each; what it still has is counted, and goes later', async () => {
    const bucket = await startS3Server();
    Object.assign(process.env, bucket.settings);
    resetEnv();
    try {
      const ids = [await makeOldExam(), await makeOldExam(), await makeOldExam()].map(({ fileId }) => fileId);
      const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      bucket.fail(Infinity);
      bucket.asked.length = 0;
      expect(await removeExpired(null, null, NOW)).toEqual({ count: 3, left: 3 });
      expect(new Set(bucket.asked)).toEqual(new Set([`DELETE files/${ids[0]}`]));
      logged.mockRestore();
      bucket.fail(0);
      await removeUnusedFiles(Date.now() + 2 * 3_600_000);
      expect([...bucket.objects.keys()].filter((key) => key.startsWith('files/'))).toEqual([]);
      for (const id of ids) expect(await removedAt(id)).toBe(NOW);
    } finally {
      for (const name of Object.keys(bucket.settings)) delete process.env[name];
      resetEnv();
      await bucket.stop();
    }
  });

  it('goes by the school’s own term', async () => {
    const { fileId } = await makeOldExam();
    await putSchool({ retentionDays: 500 });
    expect((await removeExpired(null, null, NOW)).count).toBe(0);
    expect(await state(fileId)).toEqual(KEPT);
  });
});

describe('what stays', () => {
  it('of an exam that is running or not released, in dispute or asked about', async () => {
    const running = await makeOldExam({ status: 'published' });
    const closed = await makeOldExam({ status: 'closed' });
    const unsettled = await makeOldExam();
    await db()
      .updateTable('attempts')
      .set({ settlement: 'arbitration' })
      .where('id', '=', unsettled.attempt.id)
      .execute();
    const asked = await makeOldExam();
    await makeThread(asked.student, asked.exam.id, asked.student);
    const answered = await makeOldExam();
    await makeThread(answered.student, answered.exam.id, answered.owner);

    const { exams, total } = await listExpiredRecordings(NOW);
    const keptOf = ({ exam }: { exam: { id: number } }) => exams.find((one) => one.examId === exam.id)?.kept;
    expect([running, closed, unsettled, asked, answered].map(keptOf)).toEqual([
      'running',
      'unreleased',
      'unsettled',
      'asked',
      null,
    ]);
    expect(total.count).toBe(1);
    await removeExpired(null, null, NOW);
    for (const one of [running, closed, unsettled, asked]) expect(await state(one.fileId)).toEqual(KEPT);
    expect(await state(answered.fileId)).toEqual(GONE);
  });

  it('in a work that is shown or waits; not in one that was rejected or withdrawn', async () => {
    const made = [];
    for (const workState of ['approved', 'pending', 'rejected', 'withdrawn']) {
      const one = await makeOldExam();
      await makeWork(one.attempt, workState, one.fileId);
      made.push(one);
    }
    const expired = await listExpiredRecordings(NOW);
    expect([expired.shown.count, expired.total.count, expired.kept.count]).toEqual([2, 2, 2]);
    await removeExpired(null, null, NOW);
    const states = await Promise.all(made.map((one) => state(one.fileId)));
    expect(states).toEqual([KEPT, KEPT, GONE, GONE]);
  });

  it('of an exam that is held by its owner or an administrator, with the reason, until it is let go', async () => {
    const { owner, exam, fileId } = await makeOldExam();
    const hold = { examId: exam.id, isHeld: true, reason: '留作教研资料' };
    await expect(holdRecordings(actorOf(await makeTeacher()), hold, NOW)).rejects.toMatchObject({ code: 'not_found' });
    await holdRecordings(actorOf(owner), hold, NOW);
    await holdRecordings(actorOf(owner), hold, NOW);
    expect((await removeExpired(null, null, NOW)).count).toBe(0);
    expect(await state(fileId)).toEqual(KEPT);
    expect(await getExamRecordings(actorOf(owner), exam.id)).toMatchObject({
      isHeld: true,
      hold: { reason: '留作教研资料', byName: '周敏' },
      count: 1,
      removed: 0,
      dueAt: THEN + 400 * DAY_MS,
    });

    const admin = await makeAdmin();
    await holdRecordings(admin, { examId: exam.id, isHeld: false, reason: '期限已过' }, NOW);
    const told = await db().selectFrom('messages').selectAll().where('user_id', '=', owner.id).execute();
    expect(told).toMatchObject([{ title: `录音不再保留：${exam.name}` }]);
    expect((await removeExpired(admin, null, NOW)).count).toBe(1);
    expect(await getExamRecordings(actorOf(owner), exam.id)).toMatchObject({ isHeld: false, count: 0, removed: 1 });
    const audited = await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('entity', '=', 'exam')
      .orderBy('id')
      .execute();
    expect(audited.map((one) => one.action)).toEqual(['exam.hold', 'exam.unhold', 'retention.remove']);
  });
});

describe('how', () => {
  it('a run is recorded as a whole and for each exam; a second is another than was seen', async () => {
    const { exam } = await makeOldExam();
    const admin = await makeAdmin();
    const { before } = await listExpiredRecordings(NOW);
    await removeExpired(admin, { before, expected: 1 }, NOW);
    await expect(removeExpired(admin, { before, expected: 1 }, NOW + 1)).rejects.toMatchObject({ code: 'conflict' });
    expect((await removeExpired(admin, { before, expected: 0 }, NOW + 1)).count).toBe(0);
    const entries = await db()
      .selectFrom('audit_entries')
      .select(['entity', 'entity_id', 'detail', 'actor_id'])
      .where('action', '=', 'retention.remove')
      .orderBy('id')
      .execute();
    expect(entries.map((one) => [one.entity, one.entity_id, one.actor_id])).toEqual([
      ['school', '0', admin.id],
      ['exam', String(exam.id), admin.id],
    ]);
    expect(fromJson(entries[0]?.detail ?? '{}')).toMatchObject({ count: 1, exams: [{ examId: exam.id, count: 1 }] });
    expect((await getRetentionPage(admin, NOW)).runs).toMatchObject([{ byName: '管理员', count: 1, bytes: 1000 }]);
  });

  it('is refused when something else would go than was seen, and to everybody but an administrator', async () => {
    const first = await makeOldExam();
    const { before } = await listExpiredRecordings(NOW);
    const second = await makeOldExam();
    const admin = await makeAdmin();
    await expect(removeExpired(admin, { before, expected: 1 }, NOW)).rejects.toMatchObject({ code: 'conflict' });
    await expect(removeExpired(actorOf(first.owner), { before, expected: 2 }, NOW)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(getRetentionPage(actorOf(first.owner), NOW)).rejects.toMatchObject({ code: 'forbidden' });
    // What became too old after the dry run waits for the next; a moment that is not over the term yet is not taken.
    expect((await listExpiredRecordings(NOW, NOW)).before).toBe(before);
    for (const one of [first, second]) expect(await state(one.fileId)).toEqual(KEPT);
  });

  it('what a crash left between the mark and the bytes goes with the sweep; the row stays', async () => {
    const { fileId } = await makeOldExam();
    await db().updateTable('files').set({ removed_at: NOW }).where('id', '=', fileId).execute();
    expect(await storage().exists(fileId)).toBe(true);
    await removeUnusedFiles(Date.now() + 2 * 3_600_000);
    expect(await state(fileId)).toEqual(GONE);
  });

  it('by itself only once an administrator switched it on, once a day, and not for a term that became shorter', async () => {
    const { fileId } = await makeOldExam();
    const admin = await makeAdmin();
    await retainRecordings(NOW);
    await retainRecordings(NOW + DAY_MS);
    const notices = () => db().selectFrom('messages').selectAll().where('user_id', '=', admin.id).execute();
    expect(await notices()).toMatchObject([{ kind: 'system', title: '有 1 条学生录音超过了保存期限' }]);
    await retainRecordings(NOW + 31 * DAY_MS);
    expect(await notices()).toHaveLength(2);
    expect(await state(fileId)).toEqual(KEPT);

    await setAutomatic(admin, true, NOW);
    await putSchool({ retentionDays: 100 });
    await retainRecordings(NOW + 32 * DAY_MS);
    expect(await state(fileId)).toEqual(KEPT);
    await setAutomatic(admin, true, NOW);
    const at = NOW + 33 * DAY_MS;
    await retainRecordings(at);
    expect(await state(fileId)).toEqual(GONE);
    const later = await makeOldExam();
    await retainRecordings(at + DAY_MS - 1);
    expect(await state(later.fileId)).toEqual(KEPT);
    await retainRecordings(at + DAY_MS);
    expect(await state(later.fileId)).toEqual(GONE);
    expect(await notices()).toHaveLength(2);
    expect(await getAutomation()).toMatchObject({ isOn: true, days: 100, lastRunAt: at + DAY_MS });
    await expect(setAutomatic(actorOf(await makeTeacher()), true, NOW)).rejects.toMatchObject({ code: 'forbidden' });
  });
});
