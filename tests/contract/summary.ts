import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What the suite did, call by call: npm test prints it from these files (scripts/contract-summary.mjs). */

let counts: Record<string, Record<string, number>> = {};
let matrix: Record<string, readonly number[]> = {};
let notes: string[] = [];

/** So many requests of a kind were judged for this call. */
export function tally(call: string, kind: string, requests: number): void {
  const row = (counts[call] ??= {});
  row[kind] = (row[kind] ?? 0) + requests;
}

/** What each kind of person got. */
export function noteOutcomes(call: string, outcomes: readonly number[]): void {
  matrix[call] = outcomes;
}

/** A line of its own below the tables. */
export function note(line: string): void {
  notes.push(line);
}

/** Writes down what was told since the last time, under the name of a file of tests. */
export function writeSummary(file: string): void {
  const told = JSON.stringify({ counts, matrix, notes });
  counts = {};
  matrix = {};
  notes = [];
  const folder = process.env.KAOPING_SUMMARY_DIR;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `contract-${file}.json`), told);
}
