import { Link } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { Note } from '~/components/ui/feedback';
import { getStored, UNSENT_KEYS, UNSENT_MAX_AGE_MS } from '~/lib/stored-values';
import { browserPhotos, browserTakes } from './browser-files';

/** A paper of this student that is open, or was a day ago. */
export type OwnPaper = { attemptId: number; label: string; href: string; isOpen: boolean };

/**
 * On the home page: which papers this computer still keeps answers, recordings or photos of that the server has not
 * got. Only their own page sends them, and a page without script does not know of them.
 */
export function UnsentHere({ userId, papers }: { userId: number; papers: OwnPaper[] }) {
  const [found, setFound] = useState<OwnPaper[]>([]);
  useEffect(() => {
    let isShown = true;
    const look = async () => {
      const texts = UNSENT_KEYS.flatMap((key) => Object.keys(getStored<object>(key, UNSENT_MAX_AGE_MS) ?? {}));
      const files = [...((await browserTakes.list()) ?? []), ...((await browserPhotos.list()) ?? [])]
        .filter((file) => file.refused === undefined)
        .map((file) => `${file.userId}:${file.attemptId}`);
      const kept = new Set([...texts, ...files]);
      if (isShown) setFound(papers.filter(({ attemptId }) => kept.has(`${userId}:${attemptId}`)));
    };
    void look();
    return () => {
      isShown = false;
    };
  }, [userId, papers]);
  return (
    <div aria-live="polite">
      {found.map(({ attemptId, label, href, isOpen }) => (
        <Note key={attemptId} tone="warn">
          {label}有写好的内容还在这台设备上，没有送到服务器。请<Link to={href}>{isOpen ? '打开答卷' : '打开回执'}</Link>
          {isOpen ? '，等它显示已保存；先不要开精简模式、换别的电脑，那里没有这些内容。' : '，它会在那里补交。'}
        </Note>
      ))}
    </div>
  );
}
