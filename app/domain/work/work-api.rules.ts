import { toFile } from '~/lib/addresses/files';
import { formatSecond } from '~/lib/time';
import type { WorkView } from './work.queries.server';

/** A work as the API answers it; the same a page's reader knows of its author. */
export function toApiWork(work: WorkView) {
  return {
    id: work.id,
    title: work.title,
    description: work.description,
    part: work.part,
    state: work.state,
    score: work.score.percent,
    grade: work.score.grade?.word ?? null,
    isSelfRated: work.score.isSelfRated,
    author: work.author.label,
    realName: work.author.realName,
    className: work.author.className,
    anonymous: work.author.isAnonymous,
    items: work.items.map((item) => ({
      title: item.title,
      text: item.text,
      recordings: item.recordings.map(({ url, durationMs }) => ({ url, durationMs })),
      photos: item.photos.map(({ fileId }) => ({ url: toFile(fileId) })),
    })),
    likes: work.likes,
    liked: work.hasLiked,
    comments: work.comments,
    pinned: work.isPinned,
    isOwn: work.isOwn,
    time: formatSecond(work.shownAt),
  };
}
