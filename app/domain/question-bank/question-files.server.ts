import { listFiles, openFile } from '~/domain/file/file.queries.server';
import { formatBytes, type StoredFile } from '~/domain/file/file.rules';
import { AppError } from '~/lib/errors';
import type { FilePicture } from './formats/format.rules';

/** Of all pictures and audio of one file. */
const MAX_MEDIA_BYTES = 100 * 1024 * 1024;
const IDS = 500;

/**
 * The bytes of every picture and audio, by file id; the questions' rights are theirs.
 * @throws AppError too_large, ending with what to do about it
 */
export async function loadFiles(
  questions: { imageIds: string[]; body: { musicUrl?: string | null } }[],
  advice: string,
): Promise<Map<string, FilePicture>> {
  const ids = [
    ...new Set(questions.flatMap(({ imageIds, body }) => (body.musicUrl ? [...imageIds, body.musicUrl] : imageIds))),
  ];
  const files: StoredFile[] = [];
  for (let start = 0; start < ids.length; start += IDS) files.push(...(await listFiles(ids.slice(start, start + IDS))));
  const total = files.reduce((sum, file) => sum + file.size, 0);
  if (total > MAX_MEDIA_BYTES) {
    throw new AppError(
      'too_large',
      `这些题目的图片和音频共 ${formatBytes(total)}，一次最多导出 ${formatBytes(MAX_MEDIA_BYTES)}。${advice}`,
    );
  }
  const loaded = new Map<string, FilePicture>();
  for (const file of files) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of openFile(file)) chunks.push(chunk);
    loaded.set(file.id, { name: file.name, bytes: Buffer.concat(chunks) });
  }
  return loaded;
}
