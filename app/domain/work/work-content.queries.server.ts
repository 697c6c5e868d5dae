import { db } from '~/db/db.server';
import { removalDays } from '~/domain/file/file.queries.server';
import { type Rotation } from '~/domain/file/file.rules';
import { toFile } from '~/lib/addresses/files';
import type { WorkContent, WorkItem } from './work.rules';

/** One task of a work as it is drawn. */
export type ShownItem = {
  title: string;
  recordings: { fileId: string; url: string; durationMs: number }[];
  photos: { fileId: string; rotation: Rotation; width: number; height: number }[];
  text: string;
  /** The day a recording of it was deleted: the school keeps recordings for a term only. */
  removedOn: string | null;
};

/** The contents as they are drawn, in the order given: photos turned as they were in the exam, without anybody's marks. */
export async function showContents(contents: Pick<WorkContent, 'items'>[]): Promise<ShownItem[][]> {
  const ids = contents.flatMap(({ items }) => items.flatMap((item) => item.fileIds));
  const files = new Map<
    string,
    { kind: string; durationMs: number; width: number; height: number; removedOn: string | null }
  >();
  const rotations = new Map<string, Rotation>();
  if (ids.length > 0) {
    const rows = await db()
      .selectFrom('files')
      .select(['id', 'kind', 'duration_ms', 'width', 'height', 'removed_at'])
      .where('id', 'in', ids)
      .execute();
    const removedOn = await removalDays(rows);
    for (const row of rows) {
      files.set(row.id, {
        kind: row.kind,
        durationMs: row.duration_ms ?? 0,
        width: row.width ?? 0,
        height: row.height ?? 0,
        removedOn: removedOn(row),
      });
    }
    const photos = await db()
      .selectFrom('photos')
      .select(['file_id', 'rotation'])
      .where('file_id', 'in', ids)
      .execute();
    for (const photo of photos) rotations.set(photo.file_id, photo.rotation as Rotation);
  }
  const show = ({ title, text, fileIds }: WorkItem): ShownItem => {
    const item: ShownItem = { title, text, recordings: [], photos: [], removedOn: null };
    for (const fileId of fileIds) {
      const file = files.get(fileId);
      if (!file) continue;
      const { durationMs, width, height } = file;
      if (file.removedOn !== null) item.removedOn = file.removedOn;
      else if (file.kind === 'audio') item.recordings.push({ fileId, url: toFile(fileId), durationMs });
      else item.photos.push({ fileId, rotation: rotations.get(fileId) ?? 0, width, height });
    }
    return item;
  };
  return contents.map(({ items }) => items.map(show));
}
