import { useCallback, useEffect } from 'react';
import { Recorder } from '~/components/media/recorder';
import { useTakeQueue } from '~/components/saving/use-take-queue';
import { Button } from '~/components/ui/button';
import { useLeaveWarning } from '~/components/ui/use-leave-warning';
import { MAX_POST_SECONDS } from '~/domain/interaction/thread.rules';

export type PostRecorderProps = {
  hasTake: boolean;
  /** A recording has arrived at the server. */
  onStored: (fileId: string) => void;
  /** Told whether one is still on its way. */
  onBusy: (isBusy: boolean) => void;
};

/** Records in the page; what is recorded goes up at once, so that sending the form sends its id only. */
export function PostRecorder({ hasTake, onStored, onBusy }: PostRecorderProps) {
  const keep = useCallback(
    (_item: number, fileId: string) => {
      onStored(fileId);
      return Promise.resolve({ ok: true as const, data: null });
    },
    [onStored],
  );
  const { queue, pending } = useTakeQueue(keep, () => undefined);
  const { underWay } = queue;
  useLeaveWarning(underWay > 0);
  // The form's button waits for it.
  useEffect(() => onBusy(underWay > 0), [underWay, onBusy]);
  const take = pending.find((one) => one.phase !== 'recording');
  const isRefused = take?.phase === 'refused';
  return (
    <>
      <Recorder
        maxSeconds={MAX_POST_SECONDS}
        hasTakes={hasTake}
        lock={take && !isRefused ? '等这段录音上传完' : ''}
        begin={(mime, stop) => queue.begin(0, mime, stop)}
      />
      {take ? (
        <p className="row small mt-3" role={take.error ? 'alert' : 'status'}>
          {take.error ? `录音没有保存：${take.error} ` : `录音上传中 ${Math.round(take.progress * 100)}%`}
          {take.error ? (
            <Button type="button" size="s" onClick={() => (isRefused ? queue.dismiss(take.key) : queue.wake())}>
              {isRefused ? '知道了' : '重试'}
            </Button>
          ) : null}
        </p>
      ) : null}
    </>
  );
}
