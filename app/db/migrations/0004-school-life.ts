import { type CreateTableBuilder, type Kysely } from 'kysely';
import { databaseKind } from '../db.server';
import { withId } from '../dialect/dialect.server';

type Table<C extends string = never> = CreateTableBuilder<string, C>;

/** Works with likes, comments and moderation, interaction, resources, sessions and one-time links, device checks, retention. */
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

  await createWithId('works')
    .addColumn('student_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('classroom_id', 'integer', (c) => c.references('classrooms.id'))
    .addColumn('attempt_id', 'integer', (c) => c.references('attempts.id'))
    .addColumn('practice_id', 'integer', (c) => c.references('practices.id'))
    .addColumn('part', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('score', 'integer', (c) => c.notNull())
    .addColumn('is_anonymous', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('flagged', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('decided_by', 'integer', (c) => c.references('users.id'))
    .addColumn('decided_at', 'bigint')
    .addColumn('pinned_at', 'bigint')
    .addColumn('like_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('comment_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await index('works', 'state', 'created_at');
  await index('works', 'student_id');
  await index('works', 'classroom_id', 'state');
  // One work of one attempt or practice: publishing twice at once finds the first.
  await db.schema.createIndex('works_attempt_id_unique').on('works').column('attempt_id').unique().execute();
  await db.schema.createIndex('works_practice_id_unique').on('works').column('practice_id').unique().execute();

  await create('work_likes')
    .addColumn('work_id', 'integer', (c) => c.notNull().references('works.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('work_likes_pk', ['work_id', 'user_id'] as never[])
    .execute();
  await index('work_likes', 'user_id');

  await createWithId('comments')
    .addColumn('work_id', 'integer', (c) => c.notNull().references('works.id').onDelete('cascade'))
    .addColumn('parent_id', 'integer', (c) => c.references('comments.id').onDelete('cascade'))
    .addColumn('author_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('file_id', 'text', (c) => c.references('files.id'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('flagged', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('decided_by', 'integer', (c) => c.references('users.id'))
    .addColumn('decided_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await index('comments', 'work_id', 'state', 'created_at');
  await index('comments', 'state', 'created_at');
  await index('comments', 'author_id');

  await createWithId('moderations')
    .addColumn('work_id', 'integer', (c) => c.notNull().references('works.id').onDelete('cascade'))
    .addColumn('comment_id', 'integer', (c) => c.references('comments.id').onDelete('cascade'))
    .addColumn('decision', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('decided_by', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('decided_at', 'bigint', (c) => c.notNull())
    .execute();
  await index('moderations', 'work_id');
  await index('moderations', 'decided_at');

  await createWithId('threads')
    .addColumn('student_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('work_id', 'integer', (c) => c.references('works.id').onDelete('cascade'))
    .addColumn('exam_id', 'integer', (c) => c.references('exams.id'))
    .addColumn('practice_id', 'integer', (c) => c.references('practices.id'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_post_at', 'bigint', (c) => c.notNull())
    // Who wrote last decides whether it awaits an answer.
    .addColumn('last_author_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('closed_at', 'bigint')
    .execute();
  await index('threads', 'student_id', 'last_post_at');
  await index('threads', 'last_post_at');
  await createWithId('posts')
    .addColumn('thread_id', 'integer', (c) => c.notNull().references('threads.id').onDelete('cascade'))
    .addColumn('author_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('file_ids', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await index('posts', 'thread_id', 'created_at');
  await create('thread_reads')
    .addColumn('thread_id', 'integer', (c) => c.notNull().references('threads.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('read_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('thread_reads_pk', ['thread_id', 'user_id'] as never[])
    .execute();

  await createWithId('resources')
    .addColumn('owner_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('file_id', 'text', (c) => c.notNull().references('files.id'))
    .addColumn('is_open', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('audience', 'text', (c) => c.notNull())
    .addColumn('download_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await index('resources', 'owner_id', 'created_at');
  await index('resources', 'is_open', 'created_at');
  await create('resource_classrooms')
    .addColumn('resource_id', 'integer', (c) => c.notNull().references('resources.id').onDelete('cascade'))
    .addColumn('classroom_id', 'integer', (c) => c.notNull().references('classrooms.id'))
    .addPrimaryKeyConstraint('resource_classrooms_pk', ['resource_id', 'classroom_id'] as never[])
    .execute();
  await index('resource_classrooms', 'classroom_id');

  await create('user_sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('address', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('user_agent', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  await index('user_sessions', 'user_id', 'last_seen_at');
  await index('user_sessions', 'last_seen_at');

  await createWithId('account_links')
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.references('users.id'))
    .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_by', 'integer', (c) => c.references('users.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .addColumn('used_by', 'integer', (c) => c.references('users.id'))
    .addColumn('revoked_at', 'bigint')
    .execute();
  await index('account_links', 'kind', 'created_at');
  await index('account_links', 'user_id');

  // Told once per time an exam begins: also after a restart, again when it was moved.
  await create('exam_reminders')
    .addColumn('exam_id', 'integer', (c) => c.notNull().references('exams.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('begins_at', 'bigint', (c) => c.notNull())
    .addColumn('sent_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('exam_reminders_pk', ['exam_id', 'kind', 'begins_at'] as never[])
    .execute();

  await create('device_checks')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id'))
    .addColumn('result', 'text', (c) => c.notNull())
    .addColumn('checked_at', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .alterTable('exams')
    .addColumn('is_held', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('files').addColumn('removed_at', 'bigint').execute();
  await db.schema.alterTable('classrooms').addColumn('archived_at', 'bigint').execute();
  await index('files', 'kind', 'created_at');
  await index('audit_entries', 'entity', 'entity_id', 'at');
  await index('audit_entries', 'at');
}
