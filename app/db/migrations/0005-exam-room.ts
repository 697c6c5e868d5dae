import { sql, type CreateTableBuilder, type Kysely } from 'kysely';
import { databaseKind } from '../db.server';
import { withId } from '../dialect/dialect.server';

type Table = CreateTableBuilder<string, never>;

/** The live board: microphone checks, pages left, troubles found quickly; re-sits with times of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const create = (name: string): Table => db.schema.createTable(name);

  await create('exam_mic_checks')
    .addColumn('exam_id', 'integer', (c) => c.notNull().references('exams.id'))
    .addColumn('student_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('is_ok', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('checked_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('exam_mic_checks_pk', ['exam_id', 'student_id'] as never[])
    .execute();

  await withId(create('attempt_leaves'), databaseKind())
    .addColumn('attempt_id', 'integer', (c) => c.notNull().references('attempts.id'))
    .addColumn('left_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('attempt_leaves_attempt_id').on('attempt_leaves').column('attempt_id').execute();

  await create('exam_resits')
    .addColumn('exam_id', 'integer', (c) => c.notNull().references('exams.id'))
    .addColumn('student_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('part', 'text', (c) => c.notNull())
    .addColumn('begins_at', 'bigint', (c) => c.notNull())
    .addColumn('ends_at', 'bigint', (c) => c.notNull())
    .addColumn('upload_ends_at', 'bigint')
    .addColumn('extra_minutes', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('granted_by', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('granted_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('exam_resits_pk', ['exam_id', 'student_id', 'part'] as never[])
    .execute();
  await db.schema
    .createIndex('exam_resits_student_id_state')
    .on('exam_resits')
    .columns(['student_id', 'state'])
    .execute();
  await db.schema.createIndex('exam_resits_state_ends_at').on('exam_resits').columns(['state', 'ends_at']).execute();

  // The board asks every few seconds what did not count; nearly everything in the journal did.
  await sql`create index answer_journal_troubles on answer_journal (attempt_id) where outcome in ('refused', 'conflict')`.execute(
    db,
  );
}
