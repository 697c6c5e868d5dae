import { sql, type CreateTableBuilder, type Kysely } from 'kysely';
import { databaseKind } from '../db.server';
import { withId } from '../dialect/dialect.server';

type Table<C extends string = never> = CreateTableBuilder<string, C>;

/** Share-out and arbitration, rubrics, notes and marks on what was handed in, re-marking, release by class, statistics. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const kind = databaseKind();
  const create = (name: string): Table => db.schema.createTable(name);
  const createWithId = (name: string) => withId(create(name), kind);
  const index = (table: string, ...columns: string[]) =>
    db.schema
      .createIndex(`${table}_${columns.join('_')}`)
      .on(table)
      .columns(columns)
      .execute();

  await db.schema.alterTable('attempts').addColumn('percent', 'double precision').execute();
  await db.schema
    .alterTable('attempts')
    .addColumn('settlement', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('exams')
    .addColumn('results_version', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('exams').addColumn('auto_release_checked_at', 'bigint').execute();
  await db.schema.alterTable('exam_classrooms').addColumn('released_at', 'bigint').execute();
  await sql`update exam_classrooms set released_at =
    (select exams.released_at from exams where exams.id = exam_classrooms.exam_id and exams.status = 'released')`.execute(
    db,
  );
  await db.schema
    .alterTable('photos')
    .addColumn('rotation', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();

  await create('score_assignments')
    .addColumn('exam_id', 'integer', (c) => c.notNull().references('exams.id'))
    .addColumn('part', 'text', (c) => c.notNull())
    .addColumn('student_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('examiner_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('score_assignments_pk', ['exam_id', 'part', 'student_id', 'examiner_id'] as never[])
    .execute();
  await index('score_assignments', 'examiner_id', 'exam_id');
  await create('score_decisions')
    .addColumn('attempt_id', 'integer', (c) => c.primaryKey().references('attempts.id'))
    .addColumn('score_ids', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('decided_by', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('decided_at', 'bigint', (c) => c.notNull())
    .execute();

  await createWithId('rubrics')
    .addColumn('exam_id', 'integer', (c) => c.notNull().references('exams.id'))
    .addColumn('part', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_by', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('rubrics_exam_id_part_version_unique')
    .on('rubrics')
    .columns(['exam_id', 'part', 'version'])
    .unique()
    .execute();
  await db.schema
    .alterTable('scores')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('examiner'))
    .execute();
  await db.schema
    .alterTable('scores')
    .addColumn('rubric_id', 'integer', (c) => c.references('rubrics.id'))
    .execute();
  await db.schema.alterTable('score_marks').addColumn('details', 'text').execute();
  await db.schema.alterTable('score_marks').addColumn('hand_points', 'double precision').execute();
  await create('score_notes')
    .addColumn('score_id', 'integer', (c) => c.notNull().references('scores.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('item_id', 'integer', (c) => c.notNull().references('exam_items.id'))
    .addColumn('take_id', 'integer', (c) => c.notNull().references('takes.id'))
    .addColumn('at_ms', 'integer', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('score_notes_pk', ['score_id', 'position'] as never[])
    .execute();
  await createWithId('quick_comments')
    .addColumn('owner_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('part', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await index('quick_comments', 'owner_id', 'position');
  await create('photo_marks')
    .addColumn('photo_id', 'integer', (c) => c.notNull().references('photos.id'))
    .addColumn('examiner_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('shapes', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('photo_marks_pk', ['photo_id', 'examiner_id'] as never[])
    .execute();
  await createWithId('late_acceptances')
    .addColumn('attempt_id', 'integer', (c) => c.notNull().references('attempts.id'))
    .addColumn('item_id', 'integer', (c) => c.notNull().references('exam_items.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('ref_id', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('accepted_by', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('accepted_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('late_acceptances_kind_ref_id_unique')
    .on('late_acceptances')
    .columns(['kind', 'ref_id'])
    .unique()
    .execute();
  await index('late_acceptances', 'attempt_id');
  await create('file_waveforms')
    .addColumn('file_id', 'text', (c) => c.primaryKey().references('files.id').onDelete('cascade'))
    .addColumn('peaks', 'text', (c) => c.notNull())
    .addColumn('pauses', 'text', (c) => c.notNull())
    .execute();

  await createWithId('item_corrections')
    .addColumn('exam_id', 'integer', (c) => c.notNull().references('exams.id'))
    .addColumn('item_id', 'integer', (c) => c.notNull().references('exam_items.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('created_by', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await index('item_corrections', 'exam_id', 'item_id');

  await create('item_results')
    .addColumn('attempt_id', 'integer', (c) => c.notNull().references('attempts.id'))
    .addColumn('item_id', 'integer', (c) => c.notNull().references('exam_items.id'))
    .addColumn('points', 'double precision', (c) => c.notNull())
    .addPrimaryKeyConstraint('item_results_pk', ['attempt_id', 'item_id'] as never[])
    .execute();
  await create('exam_statistics')
    .addColumn('exam_id', 'integer', (c) => c.notNull().references('exams.id'))
    .addColumn('classroom_id', 'integer', (c) => c.notNull())
    .addColumn('results_version', 'integer', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('figures', 'text', (c) => c.notNull())
    .addColumn('computed_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('exam_statistics_pk', ['exam_id', 'classroom_id'] as never[])
    .execute();
  await index('results', 'student_id', 'exam_id');
  // The scores of many exams are counted by value: from the index alone.
  await index('results', 'exam_id', 'total_percent');
}
