import Database from 'better-sqlite3';
import path from 'node:path';

/** What somebody may type or name a file to run script in another person's browser. */
export const HOSTILE = `"'><img src=x onerror="hit()"><script>hit()</script>`;

/** Chosen from lists by the program, not typed. */
const CHOSEN = new Set(['users.gender', 'sqlite_sequence.name']);

/** Typed by people: everything with Chinese in it that is longer than 对 and 错. */
const isTyped = (text: string) => text.length > 1 && /\p{Script=Han}/u.test(text);

function inJson(value: unknown): unknown {
  if (typeof value === 'string') return isTyped(value) ? value + HOSTILE : value;
  if (Array.isArray(value)) return value.map(inJson);
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inJson(one)]));
  }
  return value;
}

function made(text: string): string {
  if (!/^[[{]/.test(text)) return isTyped(text) ? text + HOSTILE : text;
  try {
    return JSON.stringify(inJson(JSON.parse(text)));
  } catch {
    return isTyped(text) ? text + HOSTILE : text;
  }
}

/**
 * Adds the hostile text to every text that people typed, in every table of a school's database, whatever form it
 * came by: fields, file names, imports, the API. Returns how many texts carry it now. The server must not be running.
 */
export function makeTextsHostile(dataDir: string): number {
  const database = new Database(path.join(dataDir, 'kaoping.db'));
  let count = 0;
  const tables = database
    .prepare(`select name from sqlite_master where type = 'table' and name not like 'kysely%'`)
    .pluck()
    .all() as string[];
  database.pragma('foreign_keys = off');
  database.transaction(() => {
    for (const table of tables) {
      const columns = (database.pragma(`table_info("${table}")`) as { name: string; type: string }[]).filter(
        ({ name, type }) => type.toLowerCase() === 'text' && !CHOSEN.has(`${table}.${name}`),
      );
      for (const { name } of columns) {
        const rows = database.prepare(`select rowid as id, "${name}" as text from "${table}"`).all() as {
          id: number;
          text: string | null;
        }[];
        const write = database.prepare(`update "${table}" set "${name}" = ? where rowid = ?`);
        for (const { id, text } of rows) {
          if (text === null) continue;
          const hostile = made(text);
          if (hostile === text) continue;
          write.run(hostile, id);
          count += 1;
        }
      }
    }
  })();
  database.close();
  return count;
}
