import type { Actor } from '~/domain/actor/actor.rules';
import type { PageInput } from '~/lib/page';
import { listDirectories } from './directory.queries.server';
import { directoryPath } from './directory.rules';
import { readLabelOf } from './formats/format-info.rules';
import { findSameImport } from './import-again.queries.server';
import { getImport, listFileNotes, listItems, storedElsewhere, summarizeItems } from './import.queries.server';
import type { ImportFilter } from './import.schema';
import { beginningOf, shownItems, shownUnsupported } from './import-shown.rules';

/**
 * Everything the page of one import shows, `mending` with the form of that question; `ready` only while it waits to be
 * confirmed.
 */
export async function getImportPage(
  actor: Actor,
  id: string,
  { show: asked, mending = null, ...input }: PageInput & { show: ImportFilter | ''; mending?: number | null },
  now: number,
) {
  const found = await getImport(actor, id, now);
  const job = { ...found, problem: beginningOf(found.problem) };
  // What needs a look comes first.
  const show: ImportFilter = asked || (job.counts.look > 0 ? 'look' : 'all');
  const formatLabel = readLabelOf(job.format);
  const elsewhere = job.state === 'stored' ? await storedElsewhere(job) : '';
  if (job.state !== 'ready') return { job, formatLabel, elsewhere, ready: null };
  const [{ rows, ...page }, { kinds, passages, unsupported }, fileNotes, same, tree] = await Promise.all([
    listItems(id, { ...input, show }),
    summarizeItems(id),
    listFileNotes(id),
    findSameImport(actor, id, now),
    job.directoryId === null ? null : listDirectories(actor, job.bank),
  ]);
  const directory = tree && job.directoryId !== null ? directoryPath(tree, job.directoryId).join(' / ') : '';
  const others = job.others.map((other) => ({ ...other, label: readLabelOf(other.format) }));
  const ready = {
    page: { ...page, rows: shownItems(rows, mending) },
    ...{ show, label: formatLabel, others, kinds, passages, directory, fileNotes, same },
    unsupported: shownUnsupported(unsupported),
    unsupportedKinds: unsupported.length,
  };
  return { job, formatLabel, elsewhere, ready };
}
