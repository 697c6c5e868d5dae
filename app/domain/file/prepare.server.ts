import { open } from 'node:fs/promises';
import { prepareAudio, type DecodeBudget } from './audio.server';
import { checkXlsx, officeMime } from './document.server';
import type { FileKind } from './file.rules';
import { prepareImage, type Square } from './image.server';
import { checkResource } from './resource-type.server';
import { MIME } from './resource-types.rules';
import { sniff, SNIFF_BYTES } from './sniff';
import { readZipEntries } from './zip-entries.server';

/** What is to be stored: the file that arrived, or a new one beside it, with what was found out about it. */
export type Prepared = {
  path: string;
  mime: string;
  durationMs?: number;
  promisedMs?: number | null;
  loudness?: number;
  width?: number;
  height?: number;
};

/**
 * Checks a temporary file by its content and prepares it as its kind demands. `name` is the file's own; of an image
 * only the square is kept, if one is asked for; `budget`: of a recording.
 * @throws NeedsWholeBudget, AppError unsupported_type, too_large, unavailable
 */
export async function prepareFile(
  kind: FileKind,
  file: string,
  { name = '', square, budget }: { name?: string; square?: Square | undefined; budget?: DecodeBudget } = {},
): Promise<Prepared> {
  const head = await readHead(file);
  switch (kind) {
    case 'image':
      return prepareImage(file, head, square);
    case 'audio':
      return prepareAudio(file, head, budget);
    case 'xlsx':
      return { path: file, ...(await checkXlsx(file, head)) };
    case 'resource':
      return { path: file, ...(await checkResource(file, head, name)) };
  }
}

/**
 * What a temporary file is by its content, for whoever sends it without saying: a picture, a recording, a spreadsheet,
 * anything else a resource.
 */
export async function kindOfFile(file: string): Promise<FileKind> {
  const found = sniff(await readHead(file));
  if (found?.family === 'image') return 'image';
  if (found?.family === 'media') return 'audio';
  if (found?.family !== 'document' || found.mime !== 'application/zip') return 'resource';
  const entries = await readZipEntries(file);
  return entries && officeMime(entries) === MIME.xlsx ? 'xlsx' : 'resource';
}

async function readHead(file: string): Promise<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
