import { useRef, useState } from 'react';
import { useHydrated } from '~/components/ui/use-hydrated';
import { formatSeconds } from '~/lib/time';
import { RemovedRecording } from './removed-recording';
import { ShortRecording } from './short-recording';

const SPEEDS = [0.75, 1, 1.25, 1.5];

/** A recording in the browser's own player; with script its speed can be chosen. Nothing is fetched before play. */
export function AudioPlayer({
  src,
  durationMs,
  promisedMs = null,
  label,
  speeds = true,
  onTime,
  removedOn = null,
}: {
  src: string;
  durationMs?: number | null;
  /** How long its header says it is, when clearly less of it can be heard. */
  promisedMs?: number | null;
  /** Names the recording: 第 2 条录音. */
  label: string;
  speeds?: boolean;
  /** Told where playing stands, as a share 0–1 of the whole; null at its end. */
  onTime?: (share: number | null) => void;
  /** The day it was deleted after the school's term: a sentence stands in the player's place. */
  removedOn?: string | null;
}) {
  const audio = useRef<HTMLAudioElement>(null);
  const isHydrated = useHydrated();
  const [speed, setSpeed] = useState(1);
  const length = durationMs ? formatSeconds(durationMs) : '';
  if (removedOn !== null) return <RemovedRecording removedOn={removedOn} durationMs={durationMs} />;
  return (
    <div className="audio">
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- a student's own recording has no captions */}
      <audio
        ref={audio}
        controls
        // A length that nobody measured is read from the file; else nothing is fetched, and its own 0:00 is hidden.
        preload={durationMs ? 'none' : 'metadata'}
        onLoadedMetadata={(event) => (event.currentTarget.preload = 'metadata')}
        src={src}
        aria-label={length ? `${label}，${length}` : label}
        onTimeUpdate={onTime && ((event) => onTime(shareOf(event.currentTarget, durationMs)))}
        onEnded={onTime && (() => onTime(null))}
      >
        <a href={src}>下载录音</a>
      </audio>
      <div className="player__meta">
        {length ? <span className="num">{length}</span> : null}
        <ShortRecording durationMs={durationMs ?? null} promisedMs={promisedMs} />
        {speeds && isHydrated ? (
          <span className="seg" role="group" aria-label="播放速度">
            {SPEEDS.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={each === speed}
                onClick={() => {
                  setSpeed(each);
                  if (audio.current) audio.current.playbackRate = each;
                }}
              >
                {each}×
              </button>
            ))}
          </span>
        ) : null}
      </div>
    </div>
  );
}

/** A recording that is still being fetched may not know its own length. */
function shareOf(audio: HTMLAudioElement, durationMs: number | null | undefined): number {
  const seconds = Number.isFinite(audio.duration) && audio.duration > 0 ? audio.duration : (durationMs ?? 0) / 1000;
  return seconds > 0 ? Math.min(1, audio.currentTime / seconds) : 0;
}
