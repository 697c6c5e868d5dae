import { openFile, type ReadableFile } from './file.queries.server';
import type { PictureWidth, Rotation } from './file.rules';
import { redrawImage } from './image.server';

/** A picture as asked for: turned, and no wider than so many pixels. Its file stays as it is. */
export async function renderPicture(
  file: Pick<ReadableFile, 'id' | 'mime'>,
  asked: { rotation: Rotation; width: PictureWidth | null },
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of openFile(file)) chunks.push(chunk);
  return redrawImage(Buffer.concat(chunks), file.mime, asked);
}
