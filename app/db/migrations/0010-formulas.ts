import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';

const ROWS = 200;

/** Where formulas stood: every text of these columns, inside JSON too. */
const SOURCES = [
  ['questions', 'title', 'body'],
  ['exam_items', 'snapshot'],
  ['item_corrections', 'body'],
] as const;

type Earlier = { formulas: { hash: string } };
type Row = Record<string, string | number>;

/** As app/domain/question-bank/rich-text.rules.ts read them. */
const FORMULA = /\\\$|\$(?!\s)((?:\\.|[^$\\\n])*?(?:\\.|[^$\\\s]))\$(?!\d)/g;
const MAX_TEX = 500;

/** The formulas that stand in stored texts, with their drawings: no others are drawn. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('formulas')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('svg', 'text')
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('drawn_by', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  const hashes = new Set<string>();
  for (const [table, ...columns] of SOURCES) await collect(db as Kysely<Earlier>, table, columns, hashes);
  const all = [...hashes].sort();
  for (let start = 0; start < all.length; start += ROWS) {
    const rows = all.slice(start, start + ROWS).map((hash) => ({ hash }));
    await (db as Kysely<Earlier>).insertInto('formulas').values(rows).execute();
  }
}

async function collect(db: Kysely<Earlier>, table: string, columns: readonly string[], hashes: Set<string>) {
  for (const column of columns) {
    for (let after = 0; ;) {
      const { rows } = await sql<Row>`
        select id, ${sql.ref(column)} as value from ${sql.table(table)}
        where id > ${after} and ${sql.ref(column)} like '%$%' order by id limit ${ROWS}`.execute(db);
      for (const { id: at, value } of rows) {
        after = Number(at);
        texts(column === 'title' ? value : JSON.parse(String(value)), hashes);
      }
      if (rows.length < ROWS) break;
    }
  }
}

function texts(value: unknown, hashes: Set<string>): void {
  if (typeof value === 'string') {
    for (const [, tex] of value.matchAll(FORMULA)) {
      if (tex !== undefined && tex.length <= MAX_TEX) hashes.add(createHash('sha256').update(tex).digest('hex'));
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) texts(part, hashes);
  }
}
