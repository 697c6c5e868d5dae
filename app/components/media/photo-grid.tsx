import type { ReactNode } from 'react';

export type Photo = {
  url: string;
  /** What the tile shows, when that is narrower than what it opens. */
  tileUrl?: string;
  /** Describes the photo: 第 1 张答卷照片. */
  alt: string;
  /** Below: when it was saved, a chip, a delete button. */
  note?: ReactNode;
};

/** Photos as equal tiles, each a link to the whole picture in a new window. */
export function PhotoGrid({ photos, size = 'm' }: { photos: Photo[]; size?: 'm' | 'l' }) {
  return (
    <ul className={`photos${size === 'l' ? ' photos--l' : ''}`}>
      {photos.map((photo) => (
        <li key={photo.url}>
          <a href={photo.url} target="_blank" rel="noreferrer">
            <img src={photo.tileUrl ?? photo.url} alt={photo.alt} loading="lazy" />
            <span className="vh">（打开原图）</span>
          </a>
          {photo.note ? <div className="small">{photo.note}</div> : null}
        </li>
      ))}
    </ul>
  );
}
