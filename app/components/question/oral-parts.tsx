import { countdown } from '~/components/exam/sitting-time';
import { useServerNow } from '~/components/ui/server-time';
import { formatDuration } from '~/lib/time';

/** How long there is to prepare, where no script counts; recording may begin earlier. */
export function PreparationNote({ seconds }: { seconds: number }) {
  return seconds === 0 ? null : (
    <p className="quiet prep without-script">准备时间 {formatDuration(seconds * 1000)}，准备好就可以录音。</p>
  );
}

/** What is left of it until `endsAt`, for the recorder: it stands there whatever the text's length. `now` is the loader's. */
export function PreparationLeft({ endsAt, now }: { endsAt: number; now: number }) {
  const left = endsAt - useServerNow(now);
  return (
    <span role="timer">
      {left > 0 ? (
        <>
          准备时间还剩 <b className="num">{countdown(left)}</b>，准备好了可以提前录音。
        </>
      ) : (
        '准备时间到，请开始录音。'
      )}
    </span>
  );
}
