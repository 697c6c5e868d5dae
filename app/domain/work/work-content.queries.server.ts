import { db } from '~/db/db.server';
import { fileUrl, type Rotation } from '~/domain/file/file.rules';
import type { WorkContent, WorkItem } from './work.rules';

/** One task of a work as it is drawn. */
export type ShownItem = {
  title: string;
  recordings: { fileId: string; url: string; durationMs: number }[];
  photos: { fileId: string; rotation: Rotation; width: number; height: number }[];
  text: string;
  /** Its recording is gone: the school keeps recordings for a term only. */
  isExpired: boolean;
};

/** The contents as they are drawn, in the order given: photos turned as they were in the exam, without anybody's marks. */
export async function showContents(contents: Pick<WorkContent, 'items'>[]): Promise<ShownItem[][]> {
  const ids = contents.flatMap(({ items }) => items.flatMap((item) => item.fileIds));
  const files = new Map<string, { kind: string; durationMs: number; width: number; height: number; isGone: boolean }>();
  const rotations = new Map<string, Rotation>();
  if (ids.length > 0) {
    const rows = await db()
      .selectFrom('files')
      .select(['id', 'kind', 'duration_ms', 'width', 'height', 'removed_at'])
      .where('id', 'in', ids)
      .execute();
    for (const row of rows) {
      files.set(row.id, {
        kind: row.kind,
        durationMs: row.duration_ms ?? 0,
        width: row.width ?? 0,
        height: row.height ?? 0,
        isGone: row.removed_at !== null,
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
    const item: ShownItem = { title, text, recordings: [], photos: [], isExpired: false };
    for (const fileId of fileIds) {
      const file = files.get(fileId);
      if (!file) continue;
      const { durationMs, width, height } = file;
      if (file.isGone) item.isExpired = true;
      else if (file.kind === 'audio') item.recordings.push({ fileId, url: fileUrl(fileId), durationMs });
      else item.photos.push({ fileId, rotation: rotations.get(fileId) ?? 0, width, height });
    }
    return item;
  };
  return contents.map(({ items }) => items.map(show));
}
