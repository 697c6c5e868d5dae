import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import type { QuestionImportsTable } from '~/db/tables/questions';
import { checkParsed } from '~/domain/question-bank/import.rules';

/** An import of one judge question that waits to be confirmed. */
export async function makeImport(input: Partial<Insertable<QuestionImportsTable>> & { owner: { id: number } }) {
  const { owner, ...columns } = input;
  const now = Date.now();
  const row = await db()
    .insertInto('question_imports')
    .values({
      id: randomUUID(),
      bank: 'theory',
      format: 'gift',
      file_name: '第一单元.gift',
      state: 'ready',
      done: 1,
      total: 1,
      created_at: now,
      updated_at: now,
      ...columns,
      owner_id: owner.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const fields = { stem: '水往低处流。', answer: 'T' };
  const item = checkParsed(
    { line: 1, kind: 'judge', fields, pictures: [], audio: null, directories: [], problems: [], notes: [] },
    'theory',
    { scene: [], exam: [] },
  );
  await db()
    .insertInto('question_import_items')
    .values({
      import_id: row.id,
      position: 1,
      line: 1,
      bank: 'theory',
      kind: 'judge',
      title: item.title,
      problems: '[]',
      notes: '[]',
      duplicate: '',
      is_chosen: 1,
      content: toJson({ values: item.values, directories: [] }),
    })
    .execute();
  return row;
}
