import type { MouseEvent, ReactNode } from 'react';

/**
 * A moment of a recording: without script the file itself opens there; with script the player on the page that has
 * it goes there and plays.
 */
export function MomentLink({ src, atMs, children }: { src: string; atMs: number; children: ReactNode }) {
  const seconds = Math.floor(atMs / 1000);
  const seek = (event: MouseEvent) => {
    const audio = document.querySelector<HTMLAudioElement>(`audio[src="${src}"]`);
    if (!audio) return;
    event.preventDefault();
    audio.currentTime = seconds;
    // A browser that will not play yet still stands at the moment.
    audio.play().catch(() => undefined);
  };
  return (
    <a href={`${src}#t=${seconds}`} target="_blank" rel="noreferrer" data-at={atMs} onClick={seek}>
      {children}
    </a>
  );
}
