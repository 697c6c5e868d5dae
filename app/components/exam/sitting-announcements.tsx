import type { Announcement } from '~/domain/room/announcement.schema';

/**
 * What the room was told, the newest first. Read out when one comes; a long one leaves room for the paper, and
 * whoever folds it away opens it again by its head.
 */
export function Announcements({ list }: { list: Announcement[] }) {
  const [newest] = list;
  return (
    <div aria-live="polite">
      {newest ? (
        <details open key={newest.id} className="note note--warn told">
          <summary>老师公告</summary>
          {list.map(({ id, at, text }) => (
            <p key={id} className="whitespace-pre-line">
              {at.slice(11, 16)} {text}
            </p>
          ))}
        </details>
      ) : null}
    </div>
  );
}
