import type { StoredFile } from '~/domain/file/file.rules';
import { formatSecond } from '~/lib/time';
import type { ThreadRow, ThreadView } from './thread.queries.server';

/** Questions to the teachers as the API answers them. */

const fileOf = ({ id, url, durationMs }: StoredFile) => ({ id, url, durationMs });

/** A row of the list. */
export function toApiThreadRow({ about, lastPostAt, ...row }: ThreadRow) {
  return { ...row, about: about.label, lastPostAt: formatSecond(lastPostAt) };
}

/** One question with its answers in order. */
export function toApiThread({ subject, lastPostAt, posts, ...thread }: ThreadView) {
  return {
    ...thread,
    subject: subject.subject,
    about: subject.label,
    lastPostAt: formatSecond(lastPostAt),
    posts: posts.map(({ photos, recording, createdAt, ...post }) => ({
      ...post,
      photos: photos.map(fileOf),
      recording: recording && fileOf(recording),
      createTime: formatSecond(createdAt),
    })),
  };
}
