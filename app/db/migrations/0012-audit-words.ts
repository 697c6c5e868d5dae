import { sql, type Kysely } from 'kysely';

/** What entries called the same kind of thing by: each has one word now. */
const RENAMED = {
  users: 'user',
  classrooms: 'classroom',
  attempts: 'attempt',
  exams: 'exam',
  takes: 'take',
  questions: 'question',
  account_links: 'account_link',
  scene_types: 'scene_type',
  exam_types: 'exam_type',
  settings: 'school',
};

/** Entries are found by what they were done to: one word per kind of thing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [old, word] of Object.entries(RENAMED)) {
    await sql`update audit_entries set entity = ${word} where entity = ${old}`.execute(db);
  }
}
