import { AudioPlayer } from '~/components/media/audio-player';
import { buttonClass } from '~/components/ui/button';
import { Note } from '~/components/ui/feedback';
import type { Preview } from '~/domain/file/resource-types.rules';
import { toResourceFile } from '~/lib/addresses/resources';

/** A resource as the browser can show it safely; anything else says that it is to be downloaded. */
export function ResourceView({
  id,
  title,
  durationMs,
  preview,
  text,
}: {
  id: number;
  title: string;
  durationMs: number | null;
  preview: Preview | null;
  /** The beginning of a text. */
  text: { text: string; isCut: boolean } | null;
}) {
  const src = toResourceFile(id, { inline: 1 });
  switch (preview) {
    case 'image':
      return <img src={src} alt={title} />;
    case 'audio':
      return <AudioPlayer src={src} durationMs={durationMs} label={title} />;
    case 'video':
      return (
        <>
          {/* eslint-disable-next-line jsx-a11y/media-has-caption -- whatever a teacher uploads has no captions of ours */}
          <video src={src} controls preload="metadata" aria-label={title} />
          <p className="quiet small mt-2">没有画面或声音时，请下载后用播放软件打开。</p>
        </>
      );
    case 'pdf':
      return (
        <>
          <p>
            <a className={buttonClass()} href={src} target="_blank" rel="noreferrer">
              在新标签页打开
            </a>
          </p>
          <p className="quiet small mt-2">PDF 由浏览器在新标签页里显示；打不开时请下载。</p>
        </>
      );
    case 'text':
      return (
        <>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long texts scroll by keyboard too */}
          <pre className="resource__text" tabIndex={0} aria-label={`${title} 的内容`}>
            {text?.text}
          </pre>
          {text?.isCut ? <p className="quiet small mt-2">只显示开头的一部分，全文请下载。</p> : null}
        </>
      );
    default:
      return <Note>这种文件浏览器不能直接显示，请下载后打开。</Note>;
  }
}
