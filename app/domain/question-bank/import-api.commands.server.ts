import type { z } from 'zod';
import type { Actor } from '~/domain/user/user.rules';
import { AppError } from '~/lib/errors';
import { MAX_IMPORT_QUESTIONS } from './formats/format-info.rules';
import type { IncomingFile } from './formats/format.rules';
import { chooseItems, confirmImport, startImport, waitForImport } from './import.commands.server';
import { getImport, listItems, type ImportItem } from './import.queries.server';
import type { importApiSchema } from './import.schema';

/**
 * An import in one call: reads the file and says what is wrong with each question. With `confirm` it stores them
 * when none has a problem, or with `skipInvalid` those that have none; repeats only with `keepDuplicates`. Without
 * it the import waits a day under its id, as if it had been uploaded on the page.
 * @throws AppError what is wrong with the file; conflict, with the report as `extra`, when a question has a problem
 */
export async function importInOneCall(
  actor: Actor,
  input: z.output<typeof importApiSchema>,
  file: IncomingFile,
  now: number,
) {
  const { confirm, skipInvalid, keepDuplicates, ...begin } = input;
  const id = await startImport(actor, begin, file, now);
  await waitForImport(id, { isPatient: true });
  if (keepDuplicates) await chooseItems(actor, id, { show: 'duplicate', isChosen: true }, now);
  const { counts, format } = await getImport(actor, id, now);
  const { rows } = await listItems(id, { show: 'all', currentPage: 1, pageSize: MAX_IMPORT_QUESTIONS });
  const report = { id, format, ...counts, questions: rows.map(toReport) };
  if (!confirm) return { ...report, stored: 0 };
  if (counts.bad > 0 && !skipInvalid) {
    throw new AppError('conflict', `${counts.bad} 道题有问题，没有导入任何题目。`, undefined, { ...report, stored: 0 });
  }
  if (counts.chosen === 0) return { ...report, stored: 0 };
  const { done } = await confirmImport(actor, id, now, { isPatient: true });
  return { ...report, stored: done };
}

function toReport(item: ImportItem) {
  const { line, bank, kind, kindLabel, title, problems, notes, duplicate, isChosen } = item;
  return { line, bank, kind, kindLabel, title, errors: problems, notes, duplicate, chosen: isChosen };
}
