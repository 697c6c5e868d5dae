/** Listening material (听力), or the background music of an oral question. */
export function ListeningAudio({ url, isPlay = false }: { url: string; isPlay?: boolean }) {
  return (
    <p className="listening">
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- listening material of an exam has no captions */}
      <audio controls src={url} autoPlay={isPlay} aria-label="听力材料" preload="metadata">
        <a href={url}>下载听力材料</a>
      </audio>
    </p>
  );
}
