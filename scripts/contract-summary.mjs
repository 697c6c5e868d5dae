// What the contract suite writes of itself (tests/contract/summary.ts), as two tables and its notes.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const KINDS = ['people', 'encodings', 'uid', 'bulk', '405', 'fields', 'hostile'];
const PEOPLE = ['nobody', 'student', 'otherStudent', 'teacher', 'otherTeacher'];

/** The checks of every call with who got which status, in one table; '' when the suite did not run. */
export function contractSummary(folder) {
  if (!existsSync(folder)) return '';
  const parts = readdirSync(folder)
    .filter((name) => /^contract-.*\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
  if (parts.length === 0) return '';
  /** @type {Record<string, Record<string, number>>} */
  const counts = {};
  const matrix = Object.assign({}, ...parts.map((part) => part.matrix));
  for (const part of parts) {
    for (const [call, row] of Object.entries(part.counts)) {
      for (const [kind, number] of Object.entries(row)) {
        counts[call] ??= {};
        counts[call][kind] = (counts[call][kind] ?? 0) + number;
      }
    }
  }
  const calls = Object.keys(counts).sort((a, b) => (a.split(' ')[1] ?? '').localeCompare(b.split(' ')[1] ?? ''));
  const width = Math.max(...calls.map((call) => call.length)) + 2;
  const line = (call, cells) => call.padEnd(width) + cells.map((cell) => String(cell).padStart(10)).join('');
  const sum = (kind) => calls.reduce((all, call) => all + (counts[call]?.[kind] ?? 0), 0);
  const checks = [
    'The contract: requests judged by call',
    line('call', KINDS),
    ...calls.map((call) =>
      line(
        call,
        KINDS.map((kind) => counts[call]?.[kind] ?? 0),
      ),
    ),
    line(`${calls.length} calls`, KINDS.map(sum)),
  ];
  const people = [
    'The contract: who gets what with good input',
    line(
      'call',
      PEOPLE.map((person) => person.replace('other', 'o. ')),
    ),
    ...calls.filter((call) => matrix[call]).map((call) => line(call, matrix[call])),
  ];
  return [...checks, '', ...people, '', ...parts.flatMap((part) => part.notes)].join('\n');
}
