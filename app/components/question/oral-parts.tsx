import { countdown } from '~/components/exam/sitting-time';
import { useServerNow } from '~/components/ui/server-time';
import { formatDuration } from '~/lib/time';

/** How long there is to prepare until `endsAt`; recording may begin earlier. `now` is the loader's. */
export function Preparation({ endsAt, now, seconds }: { endsAt: number; now: number; seconds: number }) {
  const current = useServerNow(now);
  if (seconds === 0) return null;
  const left = endsAt - current;
  return (
    <>
      <p className="quiet prep without-script">准备时间 {formatDuration(seconds * 1000)}，准备好就可以录音。</p>
      <p className="quiet prep with-script" role="timer">
        {left > 0 ? (
          <>
            准备时间还剩 <b className="num">{countdown(left)}</b>，准备好了可以提前录音。
          </>
        ) : (
          '准备时间到，请开始录音。'
        )}
      </p>
    </>
  );
}
