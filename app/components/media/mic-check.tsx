import { useEffect, useRef, useState } from 'react';
import { Button } from '~/components/ui/button';
import { Chip } from '~/components/ui/chip';
import { Note } from '~/components/ui/feedback';
import { DoneIcon, MicIcon, PlayIcon, RotateIcon } from '~/components/ui/icons';
import { LevelMeter } from './level-meter';
import { recordingObstacle, SILENT_LEVEL, useRecording } from './use-recording';

const SECONDS = 3;
const NOT_HEARD = '没有听到声音。请检查耳麦插头、静音开关和系统音量，再录一次；考试时也可以上传录好的文件。';

/**
 * Records three seconds, in which something must be heard, that must then be played to the end: only so is it known that
 * microphone and ear piece work. `onPassed` is called after that; `onObstacle` when this browser cannot record at all, `onFailed` when this try
 * did not.
 */
export function MicCheck({
  onPassed,
  onObstacle,
  onFailed,
}: {
  onPassed?: () => void;
  onObstacle?: (reason: string) => void;
  onFailed?: (reason: string) => void;
}) {
  const [obstacle, setObstacle] = useState('');
  const [url, setUrl] = useState('');
  const [played, setPlayed] = useState<'no' | 'playing' | 'yes'>('no');
  const audio = useRef<HTMLAudioElement>(null);
  /** Whether anything was heard in the last try; null where the browser cannot tell. */
  const heard = useRef<boolean | null>(null);
  const [problem, setProblem] = useState('');
  const recording = useRecording({
    maxSeconds: SECONDS,
    onRecorded: ({ blob }) => {
      setUrl(URL.createObjectURL(blob));
      setPlayed('no');
      if (heard.current === false) setProblem(NOT_HEARD);
    },
  });
  if (recording.level !== null) heard.current = heard.current === true || recording.level >= SILENT_LEVEL;
  const report = useRef(onObstacle);
  report.current = onObstacle;
  // Only the browser knows whether it can record.
  useEffect(() => {
    const reason = recordingObstacle();
    setObstacle(reason);
    if (reason) report.current?.(reason);
  }, []);
  const failed = useRef(onFailed);
  failed.current = onFailed;
  // The browser answers a try to record some time later.
  useEffect(() => {
    const reason = recording.error || problem;
    if (reason) failed.current?.(reason);
  }, [recording.error, problem]);
  // The last test recording is let go.
  useEffect(() => () => URL.revokeObjectURL(url), [url]);

  const start = () => {
    if (recording.phase === 'idle') {
      heard.current = null;
      setProblem('');
    }
    void recording.start();
  };
  const play = () => {
    const element = audio.current;
    if (!element || played === 'playing') return;
    element.currentTime = 0;
    element.play().then(
      () => setPlayed('playing'),
      () => setPlayed('no'),
    );
  };
  const isRecording = recording.phase === 'recording';
  return (
    <>
      <div className="without-script">
        <Note>页面没有运行脚本，不能试音。考试时用录音软件或手机录好，再上传录音文件，不影响成绩。</Note>
      </div>
      {/* Every line keeps its room from the first paint on: what stands below must not move while it is pressed. */}
      <div className="miccheck with-script">
        {obstacle ? (
          <Note tone="warn">{obstacle}</Note>
        ) : (
          <>
            <ol className="miccheck__steps">
              <li>
                <span>第一步：点“试录”，对着麦克风说一句话（{SECONDS} 秒）。</span>
                {/* Never `disabled` while it works: the focus would fall off it. A second press does nothing. */}
                <Button type="button" aria-disabled={recording.phase !== 'idle'} onClick={start}>
                  {url ? <RotateIcon small /> : <MicIcon small />}
                  {isRecording
                    ? `录音中 ${Math.max(1, Math.ceil(SECONDS - recording.elapsedMs / 1000))}`
                    : url
                      ? '再录一次'
                      : '试录'}
                </Button>
              </li>
              <li>
                {isRecording && recording.level !== null ? (
                  <LevelMeter level={recording.level} at={recording.elapsedMs} />
                ) : null}
              </li>
              <li>
                <span>第二步：点“试听”，听完刚才的录音。</span>
                <Button
                  type="button"
                  variant={url && played !== 'yes' ? 'primary' : 'default'}
                  disabled={!url || isRecording}
                  aria-disabled={(url && !isRecording && played === 'playing') || undefined}
                  onClick={play}
                >
                  <PlayIcon small />
                  {played === 'playing' ? '正在播放' : '试听'}
                </Button>
                {url ? (
                  // eslint-disable-next-line jsx-a11y/media-has-caption -- the student's own three seconds
                  <audio
                    ref={audio}
                    src={url}
                    onEnded={() => {
                      setPlayed(problem ? 'no' : 'yes');
                      if (!problem) onPassed?.();
                    }}
                  />
                ) : null}
              </li>
            </ol>
            <div className="miccheck__end">
              <p role="status">
                {played === 'yes' ? (
                  <>
                    <Chip tone="good" icon={DoneIcon}>
                      试音完成
                    </Chip>
                    <span className="small quiet">听不清就检查耳麦插头和系统音量，再录一次。</span>
                  </>
                ) : null}
              </p>
              {recording.error || problem ? (
                <div role="alert">
                  <Note tone="bad">{recording.error || problem}</Note>
                </div>
              ) : null}
            </div>
          </>
        )}
      </div>
    </>
  );
}
