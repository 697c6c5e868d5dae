import { getReadableFile, openFile } from '~/domain/file/file.queries.server';
import { previewOf } from '~/domain/file/resource-types.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { countDownload } from './resource.commands.server';
import { getResource } from './resource.queries.server';
import { downloadName } from './resource.rules';

/**
 * A resource's bytes as they are to be sent. Inline only what a browser shows itself without acting on it; everything
 * else is a download whatever was asked for. `from` is the first byte asked for: only a download from its beginning
 * is counted.
 */
export async function getResourceToSend(
  actor: Actor,
  id: number,
  { isInline, from }: { isInline: boolean; from: number },
  now: number,
) {
  const resource = await getResource(actor, id);
  const file = await getReadableFile(actor, resource.fileId, now);
  const preview = previewOf(file.mime);
  const isShown = isInline && preview !== null && preview !== 'text';
  if (!isShown && from === 0) await countDownload(actor, resource, now);
  return {
    name: downloadName(resource),
    mime: file.mime === 'text/plain' || file.mime === 'text/csv' ? 'application/octet-stream' : file.mime,
    size: file.size,
    sha256: file.sha256,
    modifiedAt: file.createdAt,
    disposition: isShown ? ('inline' as const) : ('attachment' as const),
    // The browser's viewer of PDF does not run in a sandbox.
    isSandboxed: !(isShown && preview === 'pdf'),
    open: (range: { start: number; end: number }) => openFile(file, range),
  };
}
