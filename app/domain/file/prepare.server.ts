import { open } from 'node:fs/promises';
import { prepareAudio } from './audio.server';
import { checkXlsx } from './document.server';
import type { FileKind } from './file.rules';
import { prepareImage, type Square } from './image.server';
import { checkResource } from './resource-type.server';
import { SNIFF_BYTES } from './sniff';

/** What is to be stored: the file that arrived, or a new one beside it, with what was found out about it. */
export type Prepared = {
  path: string;
  mime: string;
  durationMs?: number;
  promisedMs?: number | null;
  width?: number;
  height?: number;
};

/**
 * Checks a temporary file by its content and prepares it as its kind demands. `name` is the file's own; of an image
 * only the square is kept, if one is asked for.
 * @throws AppError unsupported_type, too_large, unavailable
 */
export async function prepareFile(
  kind: FileKind,
  file: string,
  { name = '', square }: { name?: string; square?: Square | undefined } = {},
): Promise<Prepared> {
  const head = await readHead(file);
  switch (kind) {
    case 'image':
      return prepareImage(file, head, square);
    case 'audio':
      return prepareAudio(file, head);
    case 'xlsx':
      return { path: file, ...(await checkXlsx(file, head)) };
    case 'resource':
      return { path: file, ...(await checkResource(file, head, name)) };
  }
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
