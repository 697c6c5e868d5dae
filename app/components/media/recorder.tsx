import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '~/components/ui/button';
import { Note } from '~/components/ui/feedback';
import { MicIcon, RotateIcon, StopIcon } from '~/components/ui/icons';
import type { LiveTake } from '~/components/saving/take-queue';
import { useLeaveWarning } from '~/components/ui/use-leave-warning';
import { formatSeconds } from '~/lib/time';
import { LevelMeter } from './level-meter';
import { recordingObstacle, useRecording, type Recorded } from './use-recording';

/**
 * Record – stop – record again, with level, length and limit. Without script
 * or microphone it says why; the page offers a file upload beside it.
 */
export function Recorder({
  maxSeconds,
  hasTakes = false,
  lock = '',
  hint,
  trouble = '',
  stopsAt,
  begin,
  onRecorded,
  onTick,
}: {
  maxSeconds: number;
  /** When it has to end, by performance.now(). */
  stopsAt?: number;
  /** Something was recorded before: the button then says 重录. */
  hasTakes?: boolean;
  /** Why recording is not possible now, e.g. the takes are used up. */
  lock?: string;
  /** Beside the button while nothing is being recorded: the preparation time, what is left of the takes. */
  hint?: ReactNode;
  /** What keeps the recording that is being made from the server, and what becomes of it. */
  trouble?: string;
  /** Takes what is recorded while it is; without it the whole goes to `onRecorded`. */
  begin?: (mime: string, stop: () => void) => LiveTake;
  onRecorded?: (recorded: Recorded) => void;
  onTick?: (elapsedMs: number | null) => void;
}) {
  const [obstacle, setObstacle] = useState('');
  const { phase, elapsedMs, level, isSilent, error, start, stop } = useRecording({
    ...{ maxSeconds, stopsAt, begin, onRecorded, onTick },
  });
  // Only the browser knows whether it can record.
  useEffect(() => setObstacle(recordingObstacle()), []);
  useLeaveWarning(phase === 'recording');

  const isRecording = phase === 'recording';
  const limit = formatSeconds(maxSeconds * 1000);
  return (
    <>
      <section className="card recorder-off without-script" aria-label="录音">
        <Note>页面没有运行脚本，不能在这里录音。请用录音软件或手机录好，再在下面上传录音文件。</Note>
      </section>
      {obstacle ? (
        <section className="card recorder-off with-script" aria-label="录音">
          <Note tone="warn">{obstacle}</Note>
        </section>
      ) : (
        <section className={`card recorder with-script${isRecording ? ' is-on' : ''}`} aria-label="录音">
          <div className="recorder__state">
            {isRecording ? <span className="rec-dot" aria-hidden="true" /> : null}
            <strong role="status">
              {isRecording ? '录音中' : phase === 'asking' ? '请允许使用麦克风' : hasTakes ? '可以重录' : '准备录音'}
            </strong>
            <span className="num">
              {formatSeconds(elapsedMs)} <span className="quiet">/ {limit}</span>
            </span>
          </div>
          {!isRecording ? (
            <p className="quiet small">{lock || hint || '点“录音”后开始说，说完点“停止”。'}</p>
          ) : level === null ? null : (
            <LevelMeter level={level} at={elapsedMs} />
          )}
          <div className="recorder__btns">
            {isRecording ? (
              <Button type="button" size="l" className="btn--stop" onClick={stop}>
                <StopIcon />
                停止
              </Button>
            ) : (
              <Button
                type="button"
                size="l"
                variant="primary"
                // Not `disabled`: the focus would fall off it, and the same key stops the recording.
                aria-disabled={phase === 'asking' || lock !== ''}
                onClick={() => void (lock === '' && start())}
              >
                {hasTakes ? <RotateIcon /> : <MicIcon />}
                {hasTakes ? '重录' : '录音'}
              </Button>
            )}
          </div>
          {isRecording && isSilent ? (
            <div className="recorder__error" role="alert">
              <Note tone="warn">
                没有听到声音：麦克风可能静音、没插好，或选错了设备。请看耳麦上的静音开关和系统的输入设备；一直没有声音就换一个耳麦重录。
              </Note>
            </div>
          ) : null}
          {isRecording && trouble ? (
            <div className="recorder__error" role="status">
              <Note tone="warn">{trouble}</Note>
            </div>
          ) : null}
          {error ? (
            <div className="recorder__error" role="alert">
              <Note tone="bad">{error}</Note>
            </div>
          ) : null}
          {isRecording ? (
            <progress className="thin" value={elapsedMs} max={maxSeconds * 1000} aria-label="录音时长">
              {formatSeconds(elapsedMs)}
            </progress>
          ) : null}
        </section>
      )}
    </>
  );
}
