import { useEffect, useRef, useState, type ReactNode } from 'react';
import { MomentLink } from '~/components/media/moment-link';
import { RemovedRecording } from '~/components/media/removed-recording';
import { ShortRecording } from '~/components/media/short-recording';
import { Button } from '~/components/ui/button';
import { PlayIcon } from '~/components/ui/icons';
import { PauseIcon } from '~/components/ui/teacher-icons';
import { useHydrated } from '~/components/ui/use-hydrated';
import { pauseSeconds, type Pause } from '~/domain/file/waveform.rules';
import { formatMoment } from '~/domain/scoring/marking/notes.rules';
import { toWaveform } from '~/lib/addresses/resources';
import { formatDuration } from '~/lib/time';
import { getMarkingChoice, putMarkingChoice } from './marking-choices';

export const SPEEDS = [0.75, 1, 1.25, 1.5];
const STEP_SECONDS = 5;
/** A pause is entered a little before it, so that the last word is heard. */
const LEAD_SECONDS = 0.5;
/** The drawing's own width, whatever the page gives it. */
const WIDTH = 800;

export type MarkedTake = {
  id: number;
  fileId: string;
  url: string;
  durationMs: number;
  promisedMs: number | null;
  isSilent: boolean;
  removedOn: string | null;
};

/**
 * A recording for whoever marks it. Without script: the browser's own player, the drawing, and the pauses as links.
 * Script adds the position on the drawing, steps, speeds and what `onNote` does. Every button carries the name of its
 * key (data-key), see use-marking-keys.
 */
export function MarkingPlayer({
  take,
  label,
  pauses,
  noteMoments = [],
  onNote,
  children,
}: {
  take: MarkedTake;
  /** Names the recording: 第 2 条录音. */
  label: string;
  /** Undefined while they are still being worked out. */
  pauses: Pause[] | undefined;
  /** Where notes stand already. */
  noteMoments?: number[];
  onNote?: (atMs: number) => void;
  /** At the end of the row of buttons. */
  children?: ReactNode;
}) {
  const audio = useRef<HTMLAudioElement>(null);
  const isHydrated = useHydrated();
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const seconds = take.durationMs / 1000;

  // The speed chosen for one paper holds for the next.
  useEffect(() => {
    const kept = getMarkingChoice('speed');
    if (kept === undefined || !SPEEDS.includes(kept)) return;
    setSpeed(kept);
    if (audio.current) audio.current.defaultPlaybackRate = audio.current.playbackRate = kept;
  }, []);

  const seek = (to: number) => {
    if (!audio.current) return;
    audio.current.currentTime = Math.max(0, Math.min(seconds, to));
    setAt(audio.current.currentTime);
  };
  const toggle = () => {
    if (!audio.current) return;
    if (audio.current.paused) audio.current.play().catch(() => undefined);
    else audio.current.pause();
  };
  const choose = (each: number) => {
    setSpeed(each);
    putMarkingChoice('speed', each);
    if (audio.current) audio.current.defaultPlaybackRate = audio.current.playbackRate = each;
  };
  const toNextPause = () => {
    const next = pauses?.find(([from]) => from / 1000 > at + LEAD_SECONDS + 0.1) ?? pauses?.[0];
    if (next) seek(next[0] / 1000 - LEAD_SECONDS);
  };
  if (take.removedOn !== null) {
    return (
      <div className="mplayer">
        <RemovedRecording removedOn={take.removedOn} durationMs={take.durationMs} />
        <div className="mplayer__meta">{children}</div>
      </div>
    );
  }
  const x = (share: number) => Math.round(Math.min(1, share) * WIDTH);
  return (
    <div className="mplayer" data-player>
      <div className="mplayer__row">
        {isHydrated ? (
          <button
            type="button"
            className="mplayer__play"
            data-key="play"
            aria-label={isPlaying ? `暂停${label}` : `播放${label}`}
            onClick={toggle}
          >
            {isPlaying ? <PauseIcon /> : <PlayIcon />}
          </button>
        ) : null}
        <div className="mplayer__wave">
          <img
            src={toWaveform(take.fileId)}
            width={WIDTH}
            height={56}
            loading="lazy"
            alt={`录音波形，全长 ${formatDuration(take.durationMs)}${take.isSilent ? '，几乎没有声音' : pauses ? `，停顿 ${pauses.length} 处` : ''}`}
          />
          {isHydrated ? (
            <>
              <svg viewBox={`0 0 ${WIDTH} 56`} preserveAspectRatio="none" aria-hidden="true">
                <rect className="mplayer__played" width={x(at / seconds)} height="56" />
                {noteMoments.map((moment, index) => (
                  <path key={index} className="mplayer__note" d={`M${x(moment / take.durationMs)} 0v56`} />
                ))}
                <path className="mplayer__head" d={`M${x(at / seconds)} 0v56`} />
              </svg>
              <input
                type="range"
                data-seek
                min="0"
                max={seconds}
                step="0.1"
                value={Math.min(at, seconds)}
                aria-label={`${label}的播放位置`}
                aria-valuetext={`${formatMoment(at * 1000)}，全长 ${formatMoment(take.durationMs)}`}
                onChange={(event) => seek(Number(event.currentTarget.value))}
                onDoubleClick={onNote && (() => onNote(at * 1000))}
              />
            </>
          ) : null}
        </div>
      </div>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- a student's own recording has no captions */}
      <audio
        ref={audio}
        // The drawn one has all of it; without script the browser's own is the player.
        controls={!isHydrated}
        preload="none"
        src={take.url}
        aria-label={`${label}，${formatMoment(take.durationMs)}`}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onSeeked={(event) => setAt(event.currentTarget.currentTime)}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      >
        <a href={take.url}>下载录音</a>
      </audio>
      <div className="mplayer__meta">
        <span className="num">
          {isHydrated ? `${formatMoment(at * 1000)} / ` : '全长 '}
          {formatMoment(take.durationMs)}
        </span>
        <ShortRecording {...take} />
        {isHydrated ? (
          <>
            <span className="seg" role="group" aria-label="播放速度">
              {SPEEDS.map((each) => (
                <button
                  key={each}
                  type="button"
                  data-speed={each}
                  aria-pressed={each === speed}
                  onClick={() => choose(each)}
                >
                  {each}×
                </button>
              ))}
            </span>
            <span className="mplayer__steps">
              <Button type="button" size="s" data-key="back" onClick={() => seek(at - STEP_SECONDS)}>
                后退 5 秒
              </Button>
              <Button type="button" size="s" data-key="forward" onClick={() => seek(at + STEP_SECONDS)}>
                前进 5 秒
              </Button>
              {pauses && pauses.length > 0 ? (
                <Button type="button" size="s" data-key="pause" onClick={toNextPause}>
                  下一处停顿
                </Button>
              ) : null}
              {onNote ? (
                <Button type="button" size="s" data-key="note" onClick={() => onNote(at * 1000)}>
                  在 {formatMoment(at * 1000)} 加批注
                </Button>
              ) : null}
            </span>
          </>
        ) : null}
        {children}
      </div>
      <PauseList take={take} pauses={pauses} />
    </div>
  );
}

/** 停顿 0:33，3.2 秒: the same as the marks on the drawing, as text. */
function PauseList({ take, pauses }: { take: MarkedTake; pauses: Pause[] | undefined }) {
  if (take.isSilent) {
    return <p className="mplayer__pauses small text-red">从头到尾几乎没有声音：没有录上，或麦克风没有接好。</p>;
  }
  if (!pauses) return <p className="mplayer__pauses small quiet">停顿还没有算好，稍后刷新可以看到。</p>;
  if (pauses.length === 0) return <p className="mplayer__pauses small quiet">没有 1.5 秒以上的停顿。</p>;
  return (
    <p className="mplayer__pauses small">
      <span className="mplayer__key">停顿</span>
      {pauses.map((pause) => (
        <MomentLink key={pause[0]} src={take.url} atMs={pause[0]}>
          {formatMoment(pause[0])}，{pauseSeconds(pause)}
        </MomentLink>
      ))}
    </p>
  );
}
