import { FILE_NOTE, HELD_NOTE, type ParsedQuestion } from './format.rules';

/** The same sentence at nearly every question of a file is about the file: said once, it hides no other. */

const FEWEST = 20;
/** What of a file has no place here; what somebody should look at in a question stays at the question. */
const OF_FILE = /没有导入|没有用上|^不认识/;

/** Moves what more than half of the questions say, and in the same words, to the first of them, as a note of the file. */
export function shareNotes(questions: Pick<ParsedQuestion, 'notes'>[]): void {
  const counts = new Map<string, number>();
  for (const { notes } of questions)
    for (const note of new Set(notes)) if (isOfFile(note)) counts.set(note, (counts.get(note) ?? 0) + 1);
  const common = [...counts].filter(([, count]) => count >= FEWEST && count * 2 > questions.length);
  if (common.length === 0) return;
  const said = new Set(common.map(([note]) => note));
  for (const question of questions) question.notes = question.notes.filter((note) => !said.has(note));
  questions[0]?.notes.unshift(...common.map(([note, count]) => `${FILE_NOTE}${note}（${count} 道题都是这样）`));
}

const isOfFile = (note: string) =>
  OF_FILE.test(note) && !note.includes('请核对') && !note.startsWith(FILE_NOTE) && !note.endsWith(HELD_NOTE);
