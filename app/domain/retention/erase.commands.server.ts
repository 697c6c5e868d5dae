import type { z } from 'zod';
import { db, overwriteDeleted, transaction } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { slicesOf } from '~/db/update-many.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, notFound } from '~/lib/errors';
import { findForgotten, forgetNames, replacer } from './forget-names.server';
import { ERASED, listDeletedStudents } from './erase.queries.server';
import type { eraseSchema } from './erase.schema';
import { deleteObjects } from './retention.commands.server';

/**
 * 彻底删除: of a deleted student nothing stays that tells who it was. Name and account become a number, files and what
 * was written in own words go, with messages and sign-ins; marks, points and the answers that a machine marked stay under
 * the number, so that no statistics change. Backups made before still hold it all. Done twice it finds nothing. Answers
 * what they are called now, and how many files are still in a store that cannot be reached.
 * @throws AppError forbidden, not_found, conflict before the school's term unless a guardian demands it
 */
export async function eraseStudent(
  actor: Actor,
  input: z.output<typeof eraseSchema>,
  now: number,
): Promise<{ called: string; left: number }> {
  const student = (await listDeletedStudents(actor)).find(({ id }) => id === input.id);
  if (!student) throw notFound('已删除的学生');
  if (input.reason === 'term' && student.dueAt > now) {
    throw new AppError('conflict', '保留期还没有到。监护人提出要求时，请选“监护人要求”并写明。');
  }
  const called = `已删除的学生 ${student.id}`;
  const files = await transaction(async () => {
    const person = await db()
      .selectFrom('users')
      .select(['id', 'name', 'account', 'phone', 'email'])
      .where('id', '=', student.id)
      .executeTakeFirstOrThrow();
    const forgotten = await findForgotten(person, called);
    const erased = await db()
      .updateTable('users')
      .set({
        ...{ name: called, account: `deleted-${student.id}`, account_key: `${ERASED}${student.id}`, password_hash: '' },
        ...{ gender: '', phone: '', email: '', province: '', city: '', district: '', avatar_file_id: null },
        ...{ has_consent: 0, updated_at: now },
      })
      .where('id', '=', student.id)
      .where('account_key', 'not like', `${ERASED}%`)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst();
    // Erased meanwhile.
    if (Number(erased.numUpdatedRows) === 0) throw notFound('已删除的学生');
    await removeOwnRows(student.id, now);
    await blankAnswers(student.id);
    await blankPractices(student.id);
    await forgetNames(forgotten);
    const detail = { reason: input.reason, note: replacer(forgotten)(input.note) };
    await recordAudit(actor, { action: 'student.erase', entity: 'user', entityId: student.id, detail }, now);
    return markFiles(student.id, now);
  });
  const left = await deleteObjects(files);
  await overwriteDeleted();
  return { called, left };
}

/** What was only the student's: sign-ins, messages, drafts; what was said to others, without its words. */
async function removeOwnRows(id: number, now: number): Promise<void> {
  for (const table of [
    'user_sessions',
    'messages',
    'held_forms',
    'idempotency_keys',
    'device_checks',
    'shown_formulas',
  ] as const) {
    await db().deleteFrom(table).where('user_id', '=', id).execute();
  }
  await db()
    .updateTable('comments')
    .set({ text: '', file_id: null, deleted_at: now })
    .where('author_id', '=', id)
    .execute();
  await db().updateTable('posts').set({ text: '', file_ids: '[]' }).where('author_id', '=', id).execute();
  await db().updateTable('threads').set({ title: '' }).where('student_id', '=', id).execute();
  await db()
    .updateTable('works')
    .set({ title: '', description: '', state: 'withdrawn' })
    .where('student_id', '=', id)
    .execute();
  const works = await db().selectFrom('works').select(['id', 'content']).where('student_id', '=', id).execute();
  for (const { id: workId, content } of works) {
    const blanked = withoutWords(content);
    await db().updateTable('works').set({ content: blanked }).where('id', '=', workId).execute();
  }
}

async function blankAnswers(id: number): Promise<void> {
  const own = db().selectFrom('attempts').select('id').where('student_id', '=', id);
  for (const table of ['answers', 'answer_journal'] as const) {
    const rows = await db().selectFrom(table).select(['id', 'value']).where('attempt_id', 'in', own).execute();
    for (const row of rows) {
      const value = withoutWords(row.value);
      if (value !== row.value) await db().updateTable(table).set({ value }).where('id', '=', row.id).execute();
    }
  }
}

async function blankPractices(id: number): Promise<void> {
  const rows = await db().selectFrom('practices').select(['id', 'answer']).where('student_id', '=', id).execute();
  for (const row of rows) {
    const answer = withoutWords(row.answer);
    await db().updateTable('practices').set({ answer, note: '' }).where('id', '=', row.id).execute();
  }
}

/** Texts in own words; choices and the words of blanks, which a machine marks, stay for the statistics. */
function withoutWords(json: string): string {
  return toJson(blanked(fromJson<unknown>(json)));
}

function blanked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(blanked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === 'text' && typeof part === 'string' ? '' : blanked(part),
    ]),
  );
}

/** Marks recordings, photos, scanned sheets and the picture as removed; what a crash leaves of their bytes goes with the next sweep. */
async function markFiles(id: number, now: number): Promise<string[]> {
  const rows = await db()
    .selectFrom('files')
    .select('id')
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('owner_id', '=', id),
        // What the student wrote on paper was uploaded by a teacher.
        eb('id', 'in', selectFrom('scan_pages').select('file_id').where('student_id', '=', id)),
      ]),
    )
    .where('removed_at', 'is', null)
    .execute();
  const ids = rows.map((row) => row.id);
  for (const slice of slicesOf(ids)) {
    await db().updateTable('files').set({ removed_at: now }).where('id', 'in', slice).execute();
    await db().deleteFrom('file_waveforms').where('file_id', 'in', slice).execute();
  }
  return ids;
}
