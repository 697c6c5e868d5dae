import type { Actor } from '~/domain/actor/actor.rules';
import { openFile, type ReadableFile } from './file.queries.server';
import type { PictureWidth, Rotation } from './file.rules';
import { redrawImage } from './image.server';
import { drawInTurn } from './turns.server';

/** A picture as its reader asks for it: turned, and no wider than so many pixels. Its file stays as it is. */
export async function renderPicture(
  reader: Pick<Actor, 'id'>,
  file: Pick<ReadableFile, 'id' | 'mime'>,
  asked: { rotation: Rotation; width: PictureWidth | null },
): Promise<Uint8Array> {
  return drawInTurn(reader, async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of openFile(file)) chunks.push(chunk);
    return redrawImage(Buffer.concat(chunks), file.mime, asked);
  });
}
