import { sql, type RawBuilder } from 'kysely';
import { db } from './db.server';
import type { Database } from './schema';

/** How a value is written where the database cannot tell its type from the column. */
type Written = 'integer' | 'double precision' | 'bigint' | 'text';

type Columns<T extends keyof Database> = Partial<Record<keyof Database[T] & string, Written>>;
type Row<T extends keyof Database> = Partial<Record<keyof Database[T] & string, number | string | null>>;

/** Both databases limit the number of bound values in one statement. */
const SLICE = 500;

/** Sets columns of many rows, each to values of its own, in few statements. Rows are found by the key columns. */
export async function updateMany<T extends keyof Database>(
  table: T,
  input: { keys: Columns<T>; set: Columns<T> },
  rows: Row<T>[],
): Promise<void> {
  const keys = Object.entries(input.keys) as [keyof Row<T> & string, Written][];
  const columns = Object.entries(input.set) as [keyof Row<T> & string, Written][];
  const all = [...keys, ...columns];
  const value = (row: Row<T>, [name, type]: (typeof all)[number]): RawBuilder<unknown> =>
    sql`cast(${row[name] ?? null} as ${sql.raw(type)})`;
  // Columns of VALUES are called column1, column2 … by both databases.
  const ref = (index: number) => sql.ref(`given.column${index + 1}`);
  for (let start = 0; start < rows.length; start += SLICE) {
    const values = rows
      .slice(start, start + SLICE)
      .map((row) => sql`(${sql.join(all.map((column) => value(row, column)))})`);
    const sets = columns.map(([name], index) => sql`${sql.ref(name)} = ${ref(keys.length + index)}`);
    const found = keys.map(([name], index) => sql`${sql.ref(`${table}.${name}`)} = ${ref(index)}`);
    await sql`update ${sql.table(table)} set ${sql.join(sets)} from (values ${sql.join(values)}) as given where ${sql.join(found, sql` and `)}`.execute(
      db(),
    );
  }
}

/** The list in slices, for statements that name every entry. */
export function slicesOf<T>(list: readonly T[], size = SLICE): T[][] {
  const slices: T[][] = [];
  for (let start = 0; start < list.length; start += size) slices.push(list.slice(start, start + size));
  return slices;
}
