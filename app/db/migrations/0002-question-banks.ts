import { sql, type CreateTableBuilder, type Kysely } from 'kysely';
import { databaseKind } from '../db.server';
import { withId } from '../dialect/dialect.server';

type Table<C extends string = never> = CreateTableBuilder<string, C>;

/** Directories, sharing, the basket, imports, papers drawn per student, practice and the wrong-question book. */
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
  const unique = (table: string, ...columns: string[]) =>
    db.schema
      .createIndex(`${table}_${columns.join('_')}_unique`)
      .on(table)
      .columns(columns)
      .unique()
      .execute();

  // What the key word filter reads stands apart: a search never passes over the bodies.
  await create('question_texts')
    .addColumn('question_id', 'integer', (c) => c.primaryKey().references('questions.id'))
    .addColumn('text', 'text', (c) => c.notNull())
    .execute();
  await sql`insert into question_texts (question_id, text) select id, search_text from questions`.execute(db);
  await db.schema.alterTable('questions').dropColumn('search_text').execute();
  await db.schema
    .alterTable('questions')
    .addColumn('copied_from_id', 'integer', (c) => c.references('questions.id'))
    .execute();
  // A name stands once among those beside it; exam categories of one name may be there from before.
  await sql`update directories set name = name || '（' || cast(id as text) || '）' where exists (
    select 1 from directories twin where twin.owner_id = directories.owner_id and twin.bank = directories.bank
    and twin.name = directories.name and twin.id < directories.id)`.execute(db);
  await sql`create unique index directories_top_name_unique on directories (owner_id, bank, name) where parent_id is null`.execute(
    db,
  );
  await unique('directories', 'parent_id', 'name');

  await index('questions', 'copied_from_id');
  await index('questions', 'directory_id');
  // Holds every column a list filters or orders by (SQLite reads deleted_at again though the condition implies it).
  await db.schema
    .createIndex('questions_list')
    .on('questions')
    .columns([
      ...['owner_id', 'bank', 'updated_at', 'id', 'directory_id', 'level', 'kind', 'scene_type_id', 'exam_type_id'],
      'deleted_at',
    ])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('questions_bin')
    .on('questions')
    .columns(['owner_id', 'bank', 'deleted_at'])
    .where(sql.ref('deleted_at'), 'is not', null)
    .execute();
  await db.schema.dropIndex('questions_owner_id_bank_updated_at').execute();

  await index('shares', 'audience', 'classroom_id', 'question_id');
  await index('shares', 'created_by');
  // One share per question and audience; a class is named only where the audience is one.
  await sql`create unique index shares_question_audience_unique on shares (question_id, audience) where classroom_id is null`.execute(
    db,
  );
  await sql`create unique index shares_question_classroom_unique on shares (question_id, classroom_id) where classroom_id is not null`.execute(
    db,
  );

  await createWithId('basket_items')
    .addColumn('owner_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('question_id', 'integer', (c) => c.notNull().references('questions.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('points', 'double precision', (c) => c.notNull())
    .addColumn('size', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('length', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await unique('basket_items', 'owner_id', 'question_id');

  await create('question_imports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('owner_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('bank', 'text', (c) => c.notNull())
    .addColumn('directory_id', 'integer', (c) => c.references('directories.id').onDelete('set null'))
    .addColumn('by_directory', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('done', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('total', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('problem', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await index('question_imports', 'owner_id', 'created_at');
  await create('question_import_items')
    .addColumn('import_id', 'text', (c) => c.notNull().references('question_imports.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('line', 'integer', (c) => c.notNull())
    .addColumn('bank', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('problems', 'text', (c) => c.notNull())
    .addColumn('notes', 'text', (c) => c.notNull())
    .addColumn('duplicate', 'text', (c) => c.notNull())
    .addColumn('is_chosen', 'integer', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('question_import_items_pk', ['import_id', 'position'] as never[])
    .execute();

  await createWithId('exam_draws')
    .addColumn('exam_id', 'integer', (c) => c.notNull().references('exams.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('bank', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('level', 'integer')
    // No reference: a rule whose directory is gone draws nothing instead of from everywhere.
    .addColumn('directory_id', 'integer')
    .addColumn('scope', 'text', (c) => c.notNull().defaultTo('mine'))
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('points', 'double precision', (c) => c.notNull())
    .execute();
  await index('exam_draws', 'exam_id', 'position');
  await db.schema
    .alterTable('exam_items')
    .addColumn('draw_id', 'integer', (c) => c.references('exam_draws.id'))
    .execute();
  await create('attempt_items')
    .addColumn('attempt_id', 'integer', (c) => c.notNull().references('attempts.id'))
    .addColumn('item_id', 'integer', (c) => c.notNull().references('exam_items.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('option_order', 'text')
    .addPrimaryKeyConstraint('attempt_items_pk', ['attempt_id', 'item_id'] as never[])
    .execute();
  await index('attempt_items', 'item_id');

  await createWithId('practice_runs')
    .addColumn('student_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('targets', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  await index('practice_runs', 'student_id', 'created_at');

  await createWithId('practices')
    .addColumn('student_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('question_id', 'integer', (c) => c.references('questions.id'))
    .addColumn('item_id', 'integer', (c) => c.references('exam_items.id'))
    .addColumn('run_id', 'integer', (c) => c.references('practice_runs.id'))
    .addColumn('bank', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('file_ids', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('duration_ms', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('is_right', 'integer')
    .addColumn('score', 'double precision')
    .addColumn('self_rating', 'integer')
    .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('met_points', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await index('practices', 'student_id', 'question_id', 'created_at');
  await index('practices', 'student_id', 'created_at');
  await index('practices', 'question_id');
  await index('practices', 'run_id');

  await createWithId('wrong_questions')
    .addColumn('student_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('question_id', 'integer', (c) => c.references('questions.id'))
    .addColumn('item_id', 'integer', (c) => c.references('exam_items.id'))
    .addColumn('wrong_count', 'integer', (c) => c.notNull())
    .addColumn('right_streak', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('entered_at', 'bigint', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addColumn('left_at', 'bigint')
    .execute();
  await sql`create unique index wrong_questions_question_unique on wrong_questions (student_id, question_id) where question_id is not null`.execute(
    db,
  );
  await sql`create unique index wrong_questions_item_unique on wrong_questions (student_id, item_id) where item_id is not null`.execute(
    db,
  );
}
