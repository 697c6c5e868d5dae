import type { CreateTableBuilder, Kysely } from 'kysely';
import { databaseKind } from '../db.server';
import { withId } from '../dialect/dialect.server';

type Table<C extends string = never> = CreateTableBuilder<string, C>;

/** Everything the main job needs: members, questions, exams, attempts, scores. */
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

  await createWithId('users')
    .addColumn('user_type', 'integer', (c) => c.notNull())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('account_key', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('gender', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('phone', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('email', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('avatar_file_id', 'text')
    .addColumn('province', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('city', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('district', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('classroom_id', 'integer')
    .addColumn('theme', 'text', (c) => c.notNull().defaultTo('light'))
    .addColumn('is_large_type', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('language', 'text', (c) => c.notNull().defaultTo('zh-CN'))
    .addColumn('session_version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('must_change_password', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('is_admin', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('is_disabled', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('has_consent', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('is_demo', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await index('users', 'classroom_id', 'account_key');

  await createWithId('classrooms')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('grade', 'text', (c) => c.notNull())
    .addColumn('year', 'integer', (c) => c.notNull())
    .addColumn('created_by', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('is_archived', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();

  await create('classroom_teachers')
    .addColumn('classroom_id', 'integer', (c) => c.notNull().references('classrooms.id').onDelete('cascade'))
    .addColumn('teacher_id', 'integer', (c) => c.notNull().references('users.id'))
    .addPrimaryKeyConstraint('classroom_teachers_pk', ['classroom_id', 'teacher_id'] as never[])
    .execute();
  await index('classroom_teachers', 'teacher_id');

  await create('sign_in_failures')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addColumn('blocked_until', 'bigint', (c) => c.notNull())
    .execute();

  await create('settings')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();

  await create('files')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('owner_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('mime', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('duration_ms', 'integer')
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await index('files', 'owner_id');

  await create('file_uses')
    .addColumn('file_id', 'text', (c) => c.notNull().references('files.id'))
    .addColumn('use', 'text', (c) => c.notNull())
    .addColumn('ref_id', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('file_uses_pk', ['file_id', 'use', 'ref_id'] as never[])
    .execute();
  await index('file_uses', 'use', 'ref_id');

  await createWithId('messages')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('link', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('read_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await index('messages', 'user_id', 'created_at');

  for (const table of ['scene_types', 'exam_types']) {
    await createWithId(table)
      .addColumn('name', 'text', (c) => c.notNull().unique())
      .addColumn('created_by', 'integer', (c) => c.references('users.id'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
  }

  await createWithId('directories')
    .addColumn('bank', 'text', (c) => c.notNull())
    .addColumn('owner_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('parent_id', 'integer', (c) => c.references('directories.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await index('directories', 'owner_id', 'bank');

  await createWithId('questions')
    .addColumn('bank', 'text', (c) => c.notNull())
    .addColumn('owner_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('directory_id', 'integer', (c) => c.references('directories.id'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('scene_type_id', 'integer', (c) => c.references('scene_types.id').onDelete('set null'))
    .addColumn('exam_type_id', 'integer', (c) => c.references('exam_types.id').onDelete('set null'))
    .addColumn('level', 'integer', (c) => c.notNull())
    .addColumn('key_points', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('image_ids', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('points', 'double precision', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await index('questions', 'owner_id', 'bank', 'updated_at');

  await createWithId('shares')
    .addColumn('question_id', 'integer', (c) => c.notNull().references('questions.id'))
    .addColumn('audience', 'text', (c) => c.notNull())
    .addColumn('classroom_id', 'integer', (c) => c.references('classrooms.id').onDelete('cascade'))
    .addColumn('created_by', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await index('shares', 'question_id');

  await createWithId('exams')
    .addColumn('owner_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('category_id', 'integer', (c) => c.references('directories.id').onDelete('set null'))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('test_type', 'integer', (c) => c.notNull())
    .addColumn('begin_time', 'bigint')
    .addColumn('end_time', 'bigint')
    .addColumn('upload_end_time', 'bigint')
    .addColumn('oral_begin_time', 'bigint')
    .addColumn('oral_end_time', 'bigint')
    .addColumn('oral_minutes', 'integer')
    .addColumn('written_minutes', 'integer')
    .addColumn('key_points', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('image_ids', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('music_file_id', 'text')
    .addColumn('instructions', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('oral_weight', 'integer', (c) => c.notNull())
    .addColumn('written_weight', 'integer', (c) => c.notNull())
    .addColumn('settings', 'text', (c) => c.notNull())
    .addColumn('draft', 'text')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('published_at', 'bigint')
    .addColumn('closed_at', 'bigint')
    .addColumn('released_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await index('exams', 'owner_id', 'status');
  await index('exams', 'status');

  await create('exam_classrooms')
    .addColumn('exam_id', 'integer', (c) => c.notNull().references('exams.id'))
    .addColumn('classroom_id', 'integer', (c) => c.notNull().references('classrooms.id'))
    .addPrimaryKeyConstraint('exam_classrooms_pk', ['exam_id', 'classroom_id'] as never[])
    .execute();
  await index('exam_classrooms', 'classroom_id');

  await create('exam_examiners')
    .addColumn('exam_id', 'integer', (c) => c.notNull().references('exams.id'))
    .addColumn('teacher_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('part', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('exam_examiners_pk', ['exam_id', 'teacher_id', 'part'] as never[])
    .execute();
  await index('exam_examiners', 'teacher_id');

  await createWithId('exam_items')
    .addColumn('exam_id', 'integer', (c) => c.notNull().references('exams.id'))
    .addColumn('part', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('question_id', 'integer', (c) => c.references('questions.id'))
    .addColumn('points', 'double precision', (c) => c.notNull())
    .addColumn('snapshot', 'text', (c) => c.notNull())
    .execute();
  await index('exam_items', 'exam_id', 'part', 'position');
  await index('exam_items', 'question_id');

  await create('exam_grants')
    .addColumn('exam_id', 'integer', (c) => c.notNull().references('exams.id'))
    .addColumn('student_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('part', 'text', (c) => c.notNull())
    .addColumn('extra_minutes', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(1))
    .addPrimaryKeyConstraint('exam_grants_pk', ['exam_id', 'student_id', 'part'] as never[])
    .execute();

  await createWithId('attempts')
    .addColumn('exam_id', 'integer', (c) => c.notNull().references('exams.id'))
    .addColumn('student_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('part', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('deadline_at', 'bigint', (c) => c.notNull())
    .addColumn('upload_deadline_at', 'bigint')
    .addColumn('submitted_at', 'bigint')
    .addColumn('closed_by', 'text')
    .addColumn('receipt_code', 'text')
    .addColumn('receipt_revision', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('receipt', 'text')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await unique('attempts', 'exam_id', 'student_id', 'part', 'number');
  await index('attempts', 'student_id');
  await index('attempts', 'state', 'deadline_at');

  await createWithId('answers')
    .addColumn('attempt_id', 'integer', (c) => c.notNull().references('attempts.id'))
    .addColumn('item_id', 'integer', (c) => c.notNull().references('exam_items.id'))
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('saved_at', 'bigint', (c) => c.notNull())
    .addColumn('is_in_grace', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await unique('answers', 'attempt_id', 'item_id');

  await createWithId('answer_journal')
    .addColumn('attempt_id', 'integer', (c) => c.notNull().references('attempts.id'))
    .addColumn('item_id', 'integer', (c) => c.notNull().references('exam_items.id'))
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .execute();
  await index('answer_journal', 'attempt_id', 'item_id');

  await createWithId('takes')
    .addColumn('attempt_id', 'integer', (c) => c.notNull().references('attempts.id'))
    .addColumn('item_id', 'integer', (c) => c.notNull().references('exam_items.id'))
    .addColumn('file_id', 'text', (c) => c.notNull().references('files.id'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('is_chosen', 'integer', (c) => c.notNull())
    .addColumn('duration_ms', 'integer', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .execute();
  await unique('takes', 'attempt_id', 'item_id', 'number');

  await createWithId('photos')
    .addColumn('attempt_id', 'integer', (c) => c.notNull().references('attempts.id'))
    .addColumn('item_id', 'integer', (c) => c.notNull().references('exam_items.id'))
    .addColumn('file_id', 'text', (c) => c.notNull().references('files.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('removed_at', 'bigint')
    .execute();
  await index('photos', 'attempt_id', 'item_id');

  await createWithId('scores')
    .addColumn('attempt_id', 'integer', (c) => c.notNull().references('attempts.id'))
    .addColumn('examiner_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('comment', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('percent', 'double precision')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('finalised_at', 'bigint')
    .execute();
  await unique('scores', 'attempt_id', 'examiner_id');

  await create('score_marks')
    .addColumn('score_id', 'integer', (c) => c.notNull().references('scores.id'))
    .addColumn('item_id', 'integer', (c) => c.notNull().references('exam_items.id'))
    .addColumn('points', 'double precision')
    .addColumn('measures', 'text')
    .addColumn('point_marks', 'text')
    .addColumn('comment', 'text', (c) => c.notNull().defaultTo(''))
    .addPrimaryKeyConstraint('score_marks_pk', ['score_id', 'item_id'] as never[])
    .execute();

  await create('results')
    .addColumn('exam_id', 'integer', (c) => c.notNull().references('exams.id'))
    .addColumn('student_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('oral_percent', 'double precision')
    .addColumn('written_percent', 'double precision')
    .addColumn('total_percent', 'double precision')
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('results_pk', ['exam_id', 'student_id'] as never[])
    .execute();

  await createWithId('audit_entries')
    .addColumn('actor_id', 'integer')
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('entity', 'text', (c) => c.notNull())
    .addColumn('entity_id', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
  await index('audit_entries', 'entity', 'entity_id');

  await create('idempotency_keys')
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('response', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_pk', ['user_id', 'key'] as never[])
    .execute();

  await createWithId('held_forms')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('form', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
  await index('held_forms', 'user_id', 'path');
}
