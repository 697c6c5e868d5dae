import { useCallback } from 'react';
import { useTakeUploads } from '~/components/exam/sitting-takes';
import { Recorder } from '~/components/media/recorder';
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
  const done = useCallback(() => onBusy(false), [onBusy]);
  const { pending, add, retry } = useTakeUploads(keep, done);
  useLeaveWarning(pending.length > 0);
  const [take] = pending;
  return (
    <>
      <Recorder
        maxSeconds={MAX_POST_SECONDS}
        hasTakes={hasTake}
        lock={take ? '等这段录音上传完' : ''}
        onRecorded={(recorded) => {
          onBusy(true);
          void add(0, recorded);
        }}
      />
      {take ? (
        <p className="row small mt-3" role={take.error ? 'alert' : 'status'}>
          {take.error ? `录音没有保存：${take.error} ` : `录音上传中 ${Math.round(take.progress * 100)}%`}
          {take.error ? (
            <Button type="button" size="s" onClick={() => void retry(take)}>
              重试
            </Button>
          ) : null}
        </p>
      ) : null}
    </>
  );
}
