import type { z } from 'zod';
import { findOnce, once } from '~/db/once.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { FILE_NOTE, type IncomingFile } from './formats/format.rules';
import {
  cancelImport,
  chooseHeld,
  chooseItems,
  confirmImport,
  startImport,
  waitForImport,
} from './import.commands.server';
import { getImport, listFileNotes, listReports, type ItemReport } from './import.queries.server';
import type { importApiSchema } from './import.schema';

/**
 * An import in one call: reads the file and says what is wrong with each question. With `confirm` it stores them
 * when none has a problem, or with `skipInvalid` those that have none; repeats only with `keepDuplicates`, what may
 * have been read wrong only with `keepHeld`. Without it the import waits a day under its id, as if it had been uploaded
 * on the page; a refused confirmation leaves nothing behind. The same `requestId` again answers as the first confirmation did.
 * @throws AppError what is wrong with the file; conflict, with the report as `extra`, when a question has a problem
 */
export async function importInOneCall(
  actor: Actor,
  input: z.output<typeof importApiSchema>,
  file: IncomingFile,
  now: number,
) {
  const { confirm, skipInvalid, keepDuplicates, keepHeld, requestId, ...begin } = input;
  const key = confirm && requestId ? `question.import:${requestId}` : '';
  const earlier = await findOnce<string>(actor.id, key);
  if (earlier) return stored(actor, earlier, now);
  const id = await startImport(actor, begin, file, now);
  await waitForImport(id, { isPatient: true });
  if (keepDuplicates) await chooseItems(actor, id, { show: 'duplicate', isChosen: true }, now);
  if (keepHeld) await chooseHeld(actor, id, { withDuplicates: keepDuplicates }, now);
  // Another request with the key may have stored the same questions while this one was reading.
  const meanwhile = await findOnce<string>(actor.id, key);
  if (meanwhile) {
    await cancelImport(actor, id, now);
    return stored(actor, meanwhile, now);
  }
  const report = await reportOf(actor, id, now);
  if (!confirm) return report;
  if (report.bad > 0 && !skipInvalid) {
    // The answer has it all: what waits for a yes is only what nobody has asked to store.
    await cancelImport(actor, id, now);
    throw new AppError('conflict', `${report.bad} 道题有问题，没有导入任何题目。`, undefined, report);
  }
  if (report.chosen === 0) return report;
  // The key is taken before the storing, which may be asked for again and is done once: of two at once one is stored.
  const taken = await once(actor.id, key, now, () => Promise.resolve(id));
  if (taken !== id) await cancelImport(actor, id, now);
  return stored(actor, taken, now);
}

async function stored(actor: Actor, id: string, now: number) {
  const { done } = await confirmImport(actor, id, now, { isPatient: true });
  return { ...(await reportOf(actor, id, now)), stored: done };
}

async function reportOf(actor: Actor, id: string, now: number) {
  const { counts, format } = await getImport(actor, id, now);
  const questions = (await listReports(id)).map(toReport);
  // What is said of the file stands at its first question.
  const ofFile = (await listFileNotes(id)).map((note) => FILE_NOTE + note);
  if (questions[0]) questions[0].notes = [...questions[0].notes, ...ofFile];
  return { id, format, ...counts, questions, stored: 0 };
}

function toReport(item: ItemReport) {
  const { line, bank, kind, kindLabel, title, problems, notes, duplicate, isHeld, isChosen } = item;
  return {
    line,
    bank,
    kind,
    kindLabel,
    title,
    errors: problems,
    notes,
    duplicate,
    held: isHeld && !isChosen,
    chosen: isChosen,
  };
}
