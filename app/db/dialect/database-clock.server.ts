import { sql } from 'kysely';
import { db } from '~/db/db.server';
import { keepToDatabase } from '~/lib/clock.server';
import { env } from '~/lib/env.server';
import { dialectName } from './dialect.server';

/** An answer that took longer says little about the time. */
const PATIENCE_MS = 5000;

/**
 * Compares this computer's clock with that of PostgreSQL's machine, and has the school keep to that one where they do not
 * agree: of several machines one whose clock is ahead would else hand in the papers of all. SQLite has no clock of its own.
 */
export async function compareClocks(): Promise<void> {
  if (dialectName(env().databaseUrl) !== 'postgres') return;
  const asked = performance.now();
  const { rows } = await sql<{ at: string }>`select extract(epoch from clock_timestamp()) * 1000 as at`.execute(db());
  const took = performance.now() - asked;
  const [row] = rows;
  if (row !== undefined && took < PATIENCE_MS) keepToDatabase(Date.now() - took / 2 - Number(row.at));
}
